// Where there is no network: keeps the hands on this phone, goes on scoring, and sends them later.
// The online page works without it.

import { result, say as words } from "../rules/words.js";
import {
  $, chosen, form, handFacts, isWhole, padBefore, preview, readPad, showPreview, state, unfoldBid,
} from "./judge.js";
import { fillForm, isShell, showKept, showLedger } from "./kept_view.js";
import { $$, makeElement } from "./parts.js";
import {
  KEPT, dropHand, isThere, freshKey, keepHand, keepPad, keptPad, keptPads, sendAfterAll, sendAll, waiting,
} from "./waiting.js";

const RETRY = 5000;
const AWAY = [502, 503, 504];
const DONE = { yes: "kept.sent", left: "kept.sent_before" };
const id = $("main").dataset.pad ?? /^\/(?:games|pads)\/([0-9a-f-]{36})\/$/.exec(location.pathname)?.[1];

// ---- Keeping a hand

function adjustmentFacts(tapped) {
  const by = Number(tapped.by) * (tapped.way === "take" ? -1 : 1);
  const note = tapped.note?.trim();
  return { ...(tapped.side ? { adjust: Number(tapped.side) } : {}), by, ...(note ? { note } : {}) };
}

function factsOf(sent, pad, act) {
  const tapped = Object.fromEntries(new FormData(sent));
  if (sent.action.endsWith("/adjustments/")) return adjustmentFacts(tapped);
  return handFacts(pad, tapped, act === "bid");
}

const isFilled = ({ elements: { side, way, by } }) =>
  side.value && way.value && by.value && by.checkValidity();

/** Why the facts cannot be kept; empty where they can. */
function whyNot(pad, facts, sent, act) {
  if (pad.ledger.out) return words("kept.over");
  if ("by" in facts) return isFilled(sent) ? "" : words("kept.no_adjustment");
  const tapped = chosen();
  if (act !== "bid" || facts.passed_out) return isWhole(pad, facts, tapped) ? "" : words("kept.not_whole", { missing: preview() });
  return facts.pitcher === undefined || !facts.bid ? words("kept.no_bid") : "";
}

let keeping = null;

/** Stores what a form holds, once. `tried` says that it may have reached the server all the same.
 * */
function keep(sent, act, tried = false) {
  keeping ??= keepOne(sent, act, tried).finally(() => { keeping = null; });
}

async function keepOne(sent, act, tried) {
  const pad = padBefore();
  const facts = factsOf(sent, pad, act);
  const why = whyNot(pad, facts, sent, act);
  if (why) return say(why);
  const { key, seen, ticket } = Object.fromEntries(new FormData(sent));
  try {
    const before = await waiting(id);
    const old = before.find(({ n }) => n === state.correcting);
    if (state.correcting && (!old || old.tried)) return leaveCorrection();
    if (old) await keepHand({ ...old, facts, refused: null });
    else {
      if (!before.length) await keepPad(id, { chain: Number(seen) });
      if (!before.some((hand) => hand.key === key)) await keepHand({ pad: id, key, ticket, facts, tried });
    }
    await readKept();
    navigator.storage?.persist?.();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return say(words("kept.no_storage"));
  }
  if (state.correcting) backToNext();
  else {
    clearForm(sent);
    showKept();
  }
  say(state.hands.length ? words("kept.kept", { told: toldLast() }) : "");
  $("#entry-head")?.focus({ preventScroll: true });
  scrollTo(0, 0);
  send();
}

/** Another tab has sent the hand that is being corrected here. */
async function leaveCorrection() {
  await readKept();
  backToNext();
  say(words(DONE.left));
}

async function readKept() {
  state.hands = await waiting(id);
  state.sent = (await keptPad(id))?.sent ?? [];
}

function toldLast() {
  const pad = readPad();
  const { facts } = state.hands.at(-1);
  const row = [...pad.ledger.lines].reverse().find(({ line }) => line === facts);
  return row ? result(pad, row) : "";
}

function say(text) {
  const place = $("#says") ?? $("#said");
  place.replaceChildren(makeElement("span", "done", text));
}

function clearForm(sent) {
  if (sent === form()) localStorage.removeItem(`draft:${id}`);
  emptyForm(sent);
}

/** Goes back to the next hand, as far as it was entered before the correction began. */
function backToNext() {
  state.correcting = null;
  emptyForm(form());
  showKept();
  document.dispatchEvent(new Event("pad:draft"));
}

function emptyForm(sent) {
  delete sent.dataset.correcting;
  for (const one of $$("input", sent)) {
    if (one.type === "radio") one.checked = false;
    else if (one.type !== "hidden") one.value = "";
  }
  for (const one of $$("select", sent)) one.selectedIndex = 0;
  $$("output", sent).forEach((one) => { one.value = 0; });
  $$("dialog[open]", $("#entry")).forEach((sheet) => sheet.close());
  $$("#entry [role=alert]").forEach((alert) => alert.remove());
  sent.classList.remove("begun", "cleared");
  if (sent === form()) unfoldBid();
  sent.elements.key.value = freshKey();
}

// ---- Sending

/** Another tab has kept hands, or has none left. */
async function hearOfTabs({ key }) {
  if (key !== KEPT) return;
  const had = state.hands.length;
  await readKept();
  if (had && !state.hands.length) return reload("");
  showKept();
}

/** Sends the stored hands, unless one of them is being corrected: then only “Send now” sends. */
async function send() {
  if (state.correcting || (!state.hands.length && !isShell)) return;
  if (!state.hands.length) return await isThere() && reload("");
  const saved = await sendAll(id);
  await readKept();
  // Sent from here or by another tab: either way the server's page is the newer one.
  if (!state.hands.length) return reload(saved ? "yes" : "");
  showKept();
}

/** The page as the server has it; what is half entered on the next hand stays. */
async function reload(done = "yes") {
  if (state.correcting) {
    backToNext();
    done = "left";
  }
  showLedger(readPad()); // what was sent may be there twice, if the page just followed
  const tapped = form() && ($("input:checked:not([name=dealer])", form()) || form().elements.note?.value);
  if (tapped) form().dispatchEvent(new Event("change", { bubbles: true })); // a draft for this hand
  sessionStorage.setItem(`sent:${id}`, done);
  location.reload();
}

/** Asks once, and ignores the second tap of a double tap. */
function isSure(button, taps) {
  if (button.dataset.sure) return taps < 2;
  button.dataset.sure = "yes";
  button.textContent = words("kept.for_good", { act: button.textContent });
  return false;
}

function correct(n) {
  emptyForm(form());
  state.correcting = n;
  form().dataset.correcting = "yes"; // what is tapped is no draft of the next hand
  fillForm(state.hands.find((hand) => hand.n === n).facts);
  showKept();
  showPreview();
  $("#entry-head").focus();
}

async function press(button, taps) {
  const { kept } = button.dataset;
  const n = Number(button.value);
  if (kept === "correct") return correct(n);
  if (kept.startsWith("drop") && !isSure(button, taps)) return;
  if (kept === "after") await sendAfterAll(id);
  if (kept === "drop") await dropHand(n);
  if (kept === "drop-all") for (const hand of state.hands) await dropHand(hand.n);
  await readKept();
  if (isShell && kept === "send" && !state.hands.length) return location.reload();
  if (kept.startsWith("drop") && !state.hands.length && !isShell) return location.reload();
  if (state.correcting) backToNext();
  else showKept();
  await send();
}

// ---- Listening

/** A form of the entry whose line is kept rather than sent: others wait before it, or no network. */
function onSubmit(event) {
  const sent = event.target;
  if (!sent.closest("#entry") || !/\/(hands|adjustments)\/$/.test(sent.action)) return;
  const act = event.submitter?.value;
  if (!isShell && !state.hands.length && navigator.onLine) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (act === "look") showPreview();
  else keep(sent, act);
}

/** htmx got no answer: the server may have saved it all the same, which its key will tell. */
function onNoAnswer(event) {
  const { elt, requestConfig } = event.detail;
  if (elt.closest?.("#entry") && elt.matches("form[action]") && elt.elements.key) {
    if (/\/(hands|adjustments)\/$/.test(elt.action)) keep(elt, requestConfig?.parameters?.do ?? "hand", true);
  }
}

/** The server is busy, or the proxy has none: the hand is stored and sent again by itself. */
function onBusy(event) {
  if (AWAY.includes(event.detail.xhr.status)) onNoAnswer(event);
}

function listen() {
  document.addEventListener("submit", onSubmit, true);
  document.addEventListener("htmx:sendError", onNoAnswer);
  document.addEventListener("htmx:timeout", onNoAnswer);
  document.addEventListener("htmx:responseError", onBusy);
  document.addEventListener("htmx:confirm", (event) => {
    if (event.target.id === "says") event.preventDefault(); // it is said already
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-kept]");
    if (button) press(button, event.detail);
  });
  for (const change of ["htmx:afterSettle", "pad:changed"]) document.addEventListener(change, store);
  document.addEventListener("visibilitychange", send);
  window.addEventListener("storage", hearOfTabs);
  window.addEventListener("online", send);
  window.addEventListener("pageshow", send);
  setInterval(send, RETRY);
}

/** Keeps the page as the server shows it, for when there is no network; then puts on what waits. */
async function store() {
  if (!form() && !$("#entry.end")) return;
  if (!isShell) {
    const main = $("main").cloneNode(true);
    $$("#kept, #kept-end, .kept, [role=alert]", main).forEach((part) => part.remove());
    $$("dialog[open]", main).forEach((sheet) => sheet.removeAttribute("open"));
    for (const name of ["shown", "dealer", "correcting", "in-play"]) {
      $$(`[data-${name}]`, main).forEach((part) => delete part.dataset[name]);
    }
    const { title } = document;
    const shown = { title, top: $("header.top").outerHTML, main: main.outerHTML, at: Date.now() };
    await keepPad(id, { ...shown, seen: Number($("#known").dataset.seen) });
  }
  $("main").dataset.kept = "yes";
  showKept();
}

async function openShell() {
  const pad = id && await keptPad(id);
  if (!pad?.main) return showPads();
  document.title = pad.title;
  for (const [choice, html] of [["header.top", pad.top], ["main", pad.main]]) {
    $(choice).replaceWith(new DOMParser().parseFromString(html, "text/html").body.firstChild);
  }
  // The entry keys of the stored page may have been used since.
  for (const key of $$("input[name=key]")) key.value = freshKey();
}

/** Anywhere else without a network: the pads that open without one. */
async function showPads() {
  $("#try-again").href = location.href;
  const pads = (await keptPads()).filter(({ main }) => main).sort((a, b) => b.at - a.at);
  if (!pads.length) return;
  const list = document.createElement("ul");
  for (const { id: pad, title } of pads) {
    const link = makeElement("a", "more", title.replace(/ · [^·]*$/, ""));
    link.href = `/games/${pad}/`;
    list.append(document.createElement("li"));
    list.lastChild.append(link);
  }
  $("#kept-here").after(makeElement("p", "", words("kept.other_pads")), list);
}

async function begin() {
  if (isShell) await openShell();
  if (!id || !$("#known")?.dataset.lines || !$("#kept-parts")) return;
  await readKept();
  listen();
  await store();
  if (isShell || state.hands.length) document.dispatchEvent(new Event("pad:draft")); // half a hand comes back
  if (isShell) import("./awake.js");
  const done = DONE[sessionStorage.getItem(`sent:${id}`)];
  sessionStorage.removeItem(`sent:${id}`);
  if (done) say(words(done));
  send();
}

begin().catch((error) => {
  if (!(error instanceof DOMException)) throw error; // else no storage: the page works as it did without
});
