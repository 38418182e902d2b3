// A rule for ESLint: no property or method that no interface of the oldest browsers has.
//
// eslint-plugin-compat knows names that are global. What stands behind a dot is looked up here, in
// the data of MDN: `AbortSignal.timeout` exactly, a call of `anything.requestSubmit` by its name alone.
// Our own names come by too: `tested` are those that the script looks for before it uses them.

import { createRequire } from "node:module";

import { OLDEST } from "./browsers.js";

const { api, javascript } = createRequire(import.meta.url)("@mdn/browser-compat-data");

const number = (version) => parseFloat(String(version).replace("≤", ""));

/** Whether a feature is in a browser of this version, and not behind a switch or another name. */
function isIn({ support }, [browser, version]) {
  const [newest] = [support[browser]].flat();
  const { version_added: added, version_removed: removed, flags, alternative_name: other } = newest ?? {};
  return !!added && !removed && !flags && !other && number(added) <= version;
}

const isOldEnough = ({ __compat: feature }) => Object.entries(OLDEST).every((one) => isIn(feature, one));

const byName = new Map();
for (const [owner, members] of Object.entries({ ...api, ...javascript.builtins, ...javascript.builtins.Intl })) {
  for (const [key, member] of Object.entries(members)) {
    if (!member.__compat) continue;
    const names = [key.replace(/_static$/, ""), `${owner}.${key.replace(/_static$/, "")}`];
    for (const name of names) byName.set(name, byName.get(name) || isOldEnough(member));
  }
}

export default {
  meta: {
    type: "problem",
    schema: [{ type: "object", properties: { tested: { type: "array" } } }],
    messages: { unknown: "The oldest browsers served have no {{ name }}." },
  },
  create: (context) => ({
    "MemberExpression[computed=false]"(node) {
      const exact = `${node.object.name}.${node.property.name}`;
      const isCalled = node.parent.callee === node;
      const name = byName.has(exact) || !isCalled ? exact : node.property.name;
      if (byName.get(name) !== false || context.options[0].tested.includes(name)) return;
      context.report({ node, messageId: "unknown", data: { name } });
    },
  }),
};
