// The pad's page made quicker: fills in the rest, counts Game, clears, keeps what is half entered,
// and says when something could not be sent. Without it every form still works.

const form = () => document.getElementById("hand-form");
const changed = (element) => element.dispatchEvent(new Event("change", { bubbles: true }));

// --- The rest to … -------------------------------------------------------------------------

const isOpen = (point) => !point.querySelector("input:checked");

function fillRest(owner) {
  const open = [...form().querySelectorAll(".point[role=radiogroup]")].filter(isOpen);
  const radios = open.map((point) => point.querySelector(`input[value="${CSS.escape(owner)}"]`));
  const filled = radios.filter(Boolean);
  filled.forEach((radio) => { radio.checked = true; });
  if (filled.length) changed(filled[0]);
}

// --- A trump suit tapped again is taken back ----------------------------------------------

let before = null;

function rememberTrump(event) {
  const radio = event.target.closest("label")?.querySelector("input[name=trump]");
  before = radio?.checked ? radio : null;
}

function takeBackTrump(event) {
  if (event.target !== before) return;
  before.checked = false;
  changed(before);
  before = null;
}

// --- The Game counter -----------------------------------------------------------------------

/** Ticks the side that has Game by the cards, unless somebody chose one; a tick of the counter's
 * own goes when the count changes. */
function countGame(counter) {
  const sides = [...counter.querySelectorAll(".count")];
  const pips = sides.map((side) =>
    [...side.querySelectorAll("select")].reduce((sum, card) => sum + card.dataset.pips * card.value, 0));
  sides.forEach((side, number) => { side.querySelector("output").value = pips[number]; });
  const radios = [...form().querySelectorAll("input[name=game]")];
  const byHand = radios.find((radio) => radio.checked && !radio.dataset.counted);
  if (byHand) return;
  const owner = pips.some(Boolean) ? ownerByPips(pips, counter) : null;
  radios.forEach((radio) => {
    radio.checked = radio.value === owner;
    radio.dataset.counted = "yes";
  });
}

function ownerByPips(pips, counter) {
  const leaders = pips.flatMap((count, number) => (count === Math.max(...pips) ? [number] : []));
  return leaders.length === 1 ? String(leaders[0]) : tiedGame(counter);
}

function tiedGame(counter) {
  const who = form().querySelector("input[name=who]:checked");
  return counter.dataset.tie === "pitcher" ? who?.value.split(".")[0] : "none";
}

// --- Begun, and cleared again ----------------------------------------------------------------

const AUCTION = ["who", "bid", "trump"];
let cleared = null;

/** What is chosen or typed, besides a saved bid and whose turn it is to deal. */
function entered() {
  const isKept = ({ name, defaultChecked }) =>
    name === "dealer" || (defaultChecked && "bid" in form().dataset && AUCTION.includes(name));
  const radios = [...form().querySelectorAll("input:checked")].filter((radio) => !isKept(radio));
  const others = [form().elements.note, ...form().querySelectorAll("select")]
    .filter((field) => field?.value && field.value !== "0");
  return [...radios, ...others].map(({ name, value }) => [name, value]);
}

function showWhetherBegun() {
  const isBegun = entered().length > 0;
  form().classList.toggle("begun", isBegun);
  if (!isBegun) return;
  form().classList.remove("cleared");
  const clear = form().querySelector(".clear");
  if (clear) clear.textContent = "Clear";
}

function clearHand(link) {
  const back = form().classList.contains("cleared");
  if (back) cleared.forEach(([name, value]) => restore(form().elements[name], value));
  else {
    cleared = entered();
    cleared.forEach(([name]) => empty(form().elements[name]));
    form().querySelectorAll("select").forEach((select) => { select.selectedIndex = 0; });
    form().querySelectorAll("output").forEach((output) => { output.value = 0; });
  }
  form().classList.toggle("cleared", !back);
  link.textContent = back ? "Clear" : "Put back";
  document.dispatchEvent(new Event("pad:cleared"));
  changed(form());
}

/** An answered question is no longer marked. */
function unmark(field) {
  const row = field.closest?.(".ask.bad");
  row?.classList.remove("bad");
  row?.removeAttribute("aria-describedby");
  row?.querySelectorAll(".error").forEach((error) => error.remove());
}

// --- A half-entered hand survives reload, Back and a sleeping phone --------------------------

const draftName = () => `draft:${form()?.dataset.draft}`;
const seen = () => form().elements.seen.value;

/**
 * What a draft is for: so many hands played before it, those that wait here too, and this bid.
 * Corrections and adjustments change neither.
 */
function handNow() {
  const hands = document.querySelectorAll(".line:not(.note)").length;
  return [hands, form()?.dataset.bid].join();
}

const usualDealer = () => form().dataset.dealer ?? form().querySelector("[name=dealer][checked]")?.value;

function keepDraft() {
  const values = [...new FormData(form())].filter(([name, value]) =>
    !isHidden(name) && !(name === "dealer" && value === usualDealer()));
  localStorage.setItem(draftName(), JSON.stringify({ seen: seen(), hand: handNow(), values }));
}

const isHidden = (name) => form().elements[name]?.type === "hidden";

function restoreDraft() {
  if (!form()?.dataset.draft) return;
  const draft = JSON.parse(localStorage.getItem(draftName()) ?? "null");
  if (draft?.seen !== seen() && draft?.hand !== handNow()) {
    // Else it may be for a hand after those that wait, which are not on the page yet.
    if (!localStorage.getItem("hands-kept")) localStorage.removeItem(draftName());
    const early = form().querySelector("input:checked:not([checked])");
    if (early) changed(early); // tapped before this script was there
    return;
  }
  draft.values.forEach(([name, value]) => restore(form().elements[name], value));
  const counter = form().querySelector(".counter");
  if (counter) countGame(counter);
  showWhetherBegun();
  if (says().querySelector(".done")) keepDraft(); // what was just done is still to be read
  else changed(form());
}

function restore(field, value) {
  if (field) field.value = value;
}

/** A field, or the radio buttons of a name: no value takes the mark off these. */
function empty(field) {
  if (field instanceof RadioNodeList) field.forEach((radio) => { radio.checked = false; });
  else field.value = "";
}

// --- Sending -----------------------------------------------------------------------------------

const says = () => document.querySelector(".says");

function notSent({ detail: { xhr, elt } }) {
  const isBusy = xhr?.getResponseHeader("X-Keeper");
  says().textContent = xhr?.status === 429 || isBusy ? xhr.responseText // says what to do
    : xhr?.status === 404 ? "Not saved: this phone can't score this game anymore."
    : "looks" in elt.dataset ? "No answer from the server right now. Nothing is lost."
    : "Not saved yet: no answer from the server. All you tapped is still here; try again.";
}

function afterSaving(event) {
  if (event.detail.target.id !== "entry") return;
  openRefused();
  if (showRefusal()) {
    if (form()) keepDraft(); // made for the pad as it stands now
    return;
  }
  if (/adjustments|undo|redo/.test(event.detail.requestConfig.path)) restoreDraft();
  else localStorage.removeItem(`draft:${document.querySelector("main").dataset.pad}`);
  document.getElementById("entry-head")?.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}

/** To the first field to be mended, or to what is said above the form; whether there is either. */
function showRefusal() {
  const alert = document.querySelector("#entry [role=alert]");
  const bad = document.querySelector("#entry .bad input");
  const first = bad ?? alert;
  first?.focus({ preventScroll: true });
  (bad?.closest(".bad") ?? alert)?.scrollIntoView({ block: "center" });
  return Boolean(first);
}

/** One change at a time: the answer to the first takes the place that a second would go to. */
function waitForFirst(event) {
  if (!event.detail.elt.matches("form") || !document.querySelector("form.htmx-request")) return;
  event.preventDefault();
  says().textContent = "One moment: what you tapped before is still on its way.";
}

// --- Sheets: what a link to one opens as a dialog; without script it leads to it on the page ----

function sheetOf(link) {
  const id = link?.getAttribute("href").slice(1);
  const sheet = id && document.getElementById(id);
  return sheet?.matches("dialog") ? sheet : null;
}

function closeSheets() {
  for (const sheet of document.querySelectorAll("dialog[open]")) sheet.close();
}

function openSheet(sheet) {
  closeSheets();
  sheet.showModal();
}

/** A sheet that came open, since what was sent from it was refused. */
function openRefused() {
  const sheet = document.querySelector("dialog[open]");
  if (sheet && !sheet.matches(":modal")) openSheet(sheet);
}

function tapSheet(event) {
  const { target } = event;
  const sheet = sheetOf(target.closest('a[href^="#"]'));
  const closes = target.closest("[data-closes]");
  if (sheet || closes) event.preventDefault();
  if (target.matches("dialog")) target.close(); // beside what the sheet holds
  if (closes) closes.closest("dialog").close();
  if (sheet) openSheet(sheet);
}

// --- After a save: brings in `feel.js` once there is a change to show
// -------------------------------------

const totals = () => [...document.querySelectorAll("#score .fig")].map(({ textContent }) => textContent);
let totalsBefore = null;

function feelChange() {
  const was = totalsBefore;
  totalsBefore = null;
  if (!was || was.join() === totals().join()) return;
  import("./feel.js").then(({ feel }) => feel(was), () => {}); // it goes without
}

// --- The result, to be sent ----------------------------------------------------------------------

function sendResult(link, event) {
  if (!navigator.canShare) return;
  event.preventDefault();
  import("./result.js").then(({ share }) => share(link.dataset.picture))
    .catch(() => { window.location = link.href; });
}

// --- Room for the bar -------------------------------------------------------------------------

const LARGE_TYPE = 20; // pixels; a browser's own is 16

/** With very large type the bar would cover the form, so it stands below it; there it may be lower. */
function fitBar() {
  const bar = document.querySelector(".save");
  if (!bar) return;
  const html = document.documentElement;
  const isLarge = parseFloat(getComputedStyle(html).fontSize) > LARGE_TYPE;
  const part = html.classList.contains("loose") ? 6 : 4;
  html.classList.toggle("loose", isLarge && bar.offsetHeight > window.innerHeight / part);
}

document.addEventListener("htmx:beforeRequest", waitForFirst);
document.addEventListener("pointerdown", rememberTrump);
document.addEventListener("click", (event) => {
  const { target } = event;
  const rest = target.closest("button[name=rest]");
  if (rest) {
    event.preventDefault();
    fillRest(rest.value);
  }
  const clear = target.closest(".clear");
  if (clear) {
    event.preventDefault();
    clearHand(clear);
  }
  tapSheet(event);
  const result = target.closest("[data-picture]");
  if (result) sendResult(result, event);
  const line = target.closest(".line:not(.kept)");
  if (line && !target.closest("a")) line.querySelector("a").click();
  takeBackTrump(event);
});
document.addEventListener("change", (event) => {
  const { target } = event;
  unmark(target);
  if (target.form !== form() && target !== form()) return;
  if (target.name === "game") delete target.dataset.counted;
  const counter = target.closest(".counter");
  if (counter) countGame(counter);
  showWhetherBegun();
  if (form()?.dataset.draft && !form().dataset.correcting) keepDraft();
}, true);
for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, notSent);
}
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target.id === "entry") totalsBefore = totals();
});
document.addEventListener("htmx:afterSwap", afterSaving);
document.addEventListener("htmx:afterSettle", feelChange);
openRefused();
// Else Back would bring the page with the menu over it, by which it was left.
window.addEventListener("pagehide", closeSheets);
window.addEventListener("resize", fitBar);
// The page and not the bar, of which a saved hand brings another; in the next frame, since it moves both.
new ResizeObserver(() => requestAnimationFrame(fitBar)).observe(document.body);
// htmx listens for changes only once it has settled in.
document.addEventListener("htmx:load", restoreDraft, { once: true });
document.addEventListener("pad:draft", restoreDraft);
// WebKit restores the page on Back, but empties forms with autocomplete="off".
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) setTimeout(restoreDraft); // it does so just after this
});
