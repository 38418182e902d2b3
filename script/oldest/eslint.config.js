// Names and syntax that the oldest browsers served (browsers.js) do not have.

import compat from "eslint-plugin-compat";
import es from "eslint-plugin-es-x";

import { BROWSERS } from "./browsers.js";
import knownNames from "./known-names.js";

/** A script that is a template: its blanks are filled with data, which has no names in it. */
const template = { preprocess: (text) => [text.replaceAll(/\{\{.*?\}\}/g, "0")], postprocess: ([found]) => found };

/** What is looked for before it is used, so that an older browser goes without. */
const TESTED = ["canShare", "print", "share", "vibrate", "wakeLock"];

/** What htmx looks for before it uses it. */
const TESTED_BY_HTMX = ["Document.parseHTMLUnsafe", "moveBefore", "startViewTransition"];

export default [
  compat.configs["flat/recommended"],
  es.configs["flat/restrict-to-es2022"],
  {
    languageOptions: { ecmaVersion: 2022, sourceType: "module" },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    settings: {
      browsers: BROWSERS,
      polyfills: TESTED.map((name) => `navigator.${name}`),
      "es-x": { aggressive: true }, // by name alone: `findLast` of whatever it is
    },
    plugins: { own: { rules: { "known-names": knownNames } } },
    rules: {
      "own/known-names": ["error", { tested: TESTED }],
      // Of ES2022 and before, what came to Safari with 16.4 only.
      "es-x/no-class-static-block": "error",
      "es-x/no-regexp-lookbehind-assertions": "error",
      // `with` is also a hand's called partners in pitch-ledger/1: only the call is an array's.
      "es-x/no-array-prototype-with": "off",
      "no-restricted-syntax": ["error", {
        selector: "CallExpression[callee.property.name='with']",
        message: "ES2023 'Array.prototype.with' method is forbidden",
      }],
    },
  },
  { files: ["**/sw.js"], processor: template },
  {
    files: ["**/htmx*.js"],
    languageOptions: { sourceType: "script" },
    linterOptions: { reportUnusedDisableDirectives: "off" },
    rules: { "own/known-names": ["error", { tested: TESTED_BY_HTMX }] },
  },
];
