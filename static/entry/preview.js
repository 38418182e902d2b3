// Says what Save would do without asking the keeper. Once the page has come to rest, brings in what
// goes on without a network.

import { $, form, showPreview } from "./judge.js";

const canJudge = () => form() && $("#known")?.dataset.lines;

document.addEventListener("change", (event) => {
  if (canJudge() && (event.target.form ?? event.target) === form()) showPreview();
});
document.addEventListener("htmx:confirm", (event) => {
  if (event.target.id === "says" && canJudge()) event.preventDefault(); // it is said already
});

const goOn = () => import("./offline.js").catch(() => {
  window.addEventListener("online", goOn, { once: true }); // too late for this time
});
if ($("main[data-offline]") || localStorage.getItem("hands-kept")) goOn();
else window.addEventListener("load", () => setTimeout(goOn, 300));
