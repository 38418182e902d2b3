/** The oldest browsers that are served, by their names at MDN; README.md tells players. */
export const OLDEST = {
  safari_ios: 15.4,
  safari: 15.4,
  chrome: 100,
  chrome_android: 100,
  firefox: 100,
  firefox_android: 100,
};

const NAMES = { safari_ios: "ios_saf", chrome_android: "and_chr", firefox_android: "and_ff" };

/** The same as browserslist says it. */
export const BROWSERS = Object.entries(OLDEST)
  .map(([browser, version]) => `${NAMES[browser] ?? browser} >= ${version}`);
