// The pad's page made quicker: fills in the rest, counts Game, keeps what is half entered,
// and says when something could not be sent. Without it every form still works.

const form = () => document.getElementById("hand-form");
const changed = (element) => element.dispatchEvent(new Event("change", { bubbles: true }));

// --- All the rest to … ---------------------------------------------------------------------

const isOpen = (point) => !point.querySelector("input:checked");

function fillRest(owner) {
  const open = [...form().querySelectorAll("fieldset.point")].filter(isOpen);
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

function countGame(counter) {
  const sides = [...counter.querySelectorAll(".count")];
  const pips = sides.map((side) =>
    [...side.querySelectorAll("select")].reduce((sum, card) => sum + card.dataset.pips * card.value, 0));
  sides.forEach((side, number) => { side.querySelector("output").value = pips[number]; });
  const radios = [...form().querySelectorAll("input[name=game]")];
  const byHand = radios.find((radio) => radio.checked && !radio.dataset.counted);
  if (byHand || !pips.some(Boolean)) return;
  const leaders = pips.flatMap((count, number) => (count === Math.max(...pips) ? [number] : []));
  const owner = leaders.length === 1 ? String(leaders[0]) : tiedGame(counter);
  radios.forEach((radio) => {
    radio.checked = radio.value === owner;
    radio.dataset.counted = "yes";
  });
}

function tiedGame(counter) {
  const who = form().querySelector("input[name=who]:checked");
  return counter.dataset.tie === "pitcher" ? who?.value.split(".")[0] : "none";
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
  const bid = [...document.querySelectorAll("#entry .stake :is(.fig, bdi)")];
  return [hands, ...bid.map(({ firstChild }) => firstChild.data)].join();
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
  if (says().querySelector(".done")) keepDraft(); // what was just done is still to be read
  else changed(form());
}

function restore(field, value) {
  if (field) field.value = value;
}

// --- The slim score line comes up as soon as the large figures begin to go ------------------

const figures = new IntersectionObserver(([figure]) => {
  const gone = figure.intersectionRatio < 0.9 && figure.boundingClientRect.top < 0;
  document.querySelector("main").classList.toggle("slim", gone);
}, { threshold: 0.9 });

function watchFigures() {
  const first = document.querySelector("#score .fig");
  figures.disconnect();
  if (first) figures.observe(first);
}

// --- Sending -----------------------------------------------------------------------------------

const says = () => document.querySelector(".says");

function notSent({ detail: { xhr, elt } }) {
  const isBusy = xhr?.getResponseHeader("X-Keeper");
  says().textContent = xhr?.status === 429 || isBusy ? xhr.responseText // says what to do
    : xhr?.status === 404 ? "Not saved: this phone does not hold the pencil any more."
    : "looks" in elt.dataset ? "No answer from the keeper just now. Nothing is lost."
    : "Not saved yet: no answer from the keeper. All you tapped is still here; try again.";
}

function afterSaving(event) {
  if (event.detail.target.id !== "entry") return;
  watchFigures();
  const alert = document.querySelector("#entry [role=alert]");
  if (alert) {
    alert.focus({ preventScroll: true });
    document.getElementById("entry").scrollIntoView();
    if (form()) keepDraft(); // made for the pad as it stands now
    return;
  }
  if (/adjustments|undo|redo/.test(event.detail.requestConfig.path)) restoreDraft();
  else localStorage.removeItem(`draft:${document.querySelector("main").dataset.pad}`);
  document.getElementById("entry-head")?.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}

/** One change at a time: the answer to the first takes the place that a second would go to. */
function waitForFirst(event) {
  if (!event.detail.elt.matches("form") || !document.querySelector("form.htmx-request")) return;
  event.preventDefault();
  says().textContent = "One moment: what you tapped before is still on its way.";
}

document.addEventListener("htmx:beforeRequest", waitForFirst);
document.addEventListener("pointerdown", rememberTrump);
document.addEventListener("click", (event) => {
  const rest = event.target.closest("button[name=rest]");
  if (rest) {
    event.preventDefault();
    fillRest(rest.value);
  }
  takeBackTrump(event);
});
document.addEventListener("change", (event) => {
  if (event.target.form !== form() && event.target !== form()) return;
  if (event.target.name === "game") delete event.target.dataset.counted;
  const counter = event.target.closest(".counter");
  if (counter) countGame(counter);
  if (form()?.dataset.draft && !form().dataset.correcting) keepDraft();
}, true);
for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, notSent);
}
document.addEventListener("htmx:afterSwap", afterSaving);
watchFigures();
// htmx listens for changes only once it has settled in.
document.addEventListener("htmx:load", restoreDraft, { once: true });
document.addEventListener("pad:draft", restoreDraft);
// WebKit brings a page back as it was left, but empties forms that are not to be filled in.
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) setTimeout(restoreDraft); // it does so just after this
});
