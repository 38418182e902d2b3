// The first script of every page, in words that every browser knows: when another one fails, or does
// not come, the page says so. What it says stands in base.html.

(function () {
  function tell() {
    document.getElementById("trouble").hidden = false;
  }

  function isOurs(address) {
    return !address || address.indexOf(location.origin) === 0; // not an extension's
  }

  addEventListener("error", function (event) {
    var failed = event.target;
    if (/^ResizeObserver loop/.test(event.message)) return; // a notice: the rest is told a frame later
    if (failed instanceof HTMLScriptElement || (failed === window && isOurs(event.filename))) tell();
  }, true); // an element that does not load is heard of on the way down only

  addEventListener("unhandledrejection", function (event) {
    if (!event.reason || event.reason.name !== "AbortError") tell(); // left, or stopped by us
  });
})();
