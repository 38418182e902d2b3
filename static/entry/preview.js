// Says what Save would do without asking the server, and folds the chosen bid to one line in long
// forms. Once the page has loaded, imports the offline part.

import { $, chosen, foldBid, form, handFacts, padBefore, showPreview, unfoldBid } from "./judge.js";

const canJudge = () => form() && $("#known")?.dataset.lines;
const auction = () => $(".auction details", form());
let byThumb = false; // else a keyboard is on its way through the choices

/** Whether a partner is still to be called, in a row that folds away with the bid. */
function isCalling() {
  const names = new Set([...auction().querySelectorAll("input[name^=with-]")].map(({ name }) => name));
  const called = [...names].map((name) => chosen()[name]);
  return !called.includes("alone") && called.includes(undefined);
}

/** The bid as it is tapped, in its line; folded away once it is whole, if the form is long. */
function showBid(mayFold) {
  const folded = $(".auction", form()).classList.contains("folded");
  if (!folded && !(mayFold && $("main.long"))) return;
  const pad = padBefore();
  const facts = handFacts(pad, chosen(), true);
  if (facts.pitcher === undefined || !facts.bid || (!folded && isCalling())) return;
  foldBid(pad.ledger, facts);
  if (!folded) auction().open = false;
}

document.addEventListener("click", ({ detail }) => { byThumb = detail > 0; }, true);
document.addEventListener("change", (event) => {
  if (!canJudge() || (event.target.form ?? event.target) !== form()) return;
  showPreview();
  if (auction()) showBid(byThumb || !event.target.name);
});
document.addEventListener("focusout", ({ target, relatedTarget }) => {
  if (relatedTarget && canJudge() && auction()?.contains(target) && !auction().contains(relatedTarget)) showBid(true);
});
document.addEventListener("pad:cleared", () => { if (!("bid" in form().dataset)) unfoldBid(); });
document.addEventListener("htmx:confirm", (event) => {
  if (event.target.id === "says" && canJudge()) event.preventDefault(); // it is said already
});

const goOn = () => import("./offline.js").catch(() => {
  window.addEventListener("online", goOn, { once: true }); // too late for this time
  if (navigator.onLine) $("#trouble").hidden = false;
});
if ($("main[data-offline]") || localStorage.getItem("hands-kept")) goOn();
else window.addEventListener("load", () => setTimeout(goOn, 300));
