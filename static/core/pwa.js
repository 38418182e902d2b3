// On every page: lets the phone open its games without a network, and sends what it has kept.

navigator.serviceWorker?.register("/sw.js").catch(() => {}); // not allowed here: goes without

if (localStorage.getItem("hands-kept") && !document.querySelector("main[data-pad], main[data-offline]")) {
  import("../entry/waiting.js").then(({ sendAll }) => sendAll());
}
