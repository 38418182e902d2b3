// Properties, selectors and units that the oldest browsers served (browsers.js) do not have.

import { BROWSERS } from "./browsers.js";

export default {
  plugins: ["stylelint-no-unsupported-browser-features"],
  rules: {
    "plugin/no-unsupported-browser-features": [
      true,
      { browsers: BROWSERS, ignorePartialSupport: true, ignore: [] },
    ],
  },
};
