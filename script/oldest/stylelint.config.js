// Properties, selectors and units that the oldest browsers served (browsers.js) do not have.

import { BROWSERS } from "./browsers.js";

const FALLS_BACK = [
  "css-has", // `@supports not selector(:has(*))`: radios and ticks show themselves
  "css-container-queries", // very large type: labels stay beside their cells, and the page is wider
  "css-container-query-units", // a declaration without them comes before: tests/project
  "viewport-unit-variants", // so here
];

const MISSED_BY_NOBODY = [
  "css-content-visibility", // saves work
  "css-media-scripting", // keeps a place
  "css-overscroll-behavior",
  "css-paged-media", // the paper that the printer has
  "css-text-align-last",
  "css-touch-action",
  "text-size-adjust",
];

export default {
  plugins: ["stylelint-no-unsupported-browser-features"],
  rules: {
    "plugin/no-unsupported-browser-features": [
      true,
      { browsers: BROWSERS, ignorePartialSupport: true, ignore: [...FALLS_BACK, ...MISSED_BY_NOBODY] },
    ],
  },
};
