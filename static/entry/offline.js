// Where there is no network: keeps the hands on this phone, goes on scoring, and sends them later.
// The online page works without it.

import { atStake, bidText, changeOf, ending, result, signed, standings } from "../rules/words.js";
import {
  $, chosen, dealerOf, form, handFacts, isWhole, padBefore, preview, readPad, seatsOf, showPreview, state,
} from "./judge.js";
import {
  KEPT, dropHand, isThere, freshKey, keepHand, keepPad, keptPad, keptPads, sendAfterAll, sendAll, waiting,
} from "./waiting.js";

const RETRY = 5000;
const isShell = !!document.querySelector("main[data-offline]");
const SAID = {
  yes: "Sent: every hand that was kept on this phone is saved on the keeper now.",
  left: "Not changed: that hand has been sent meanwhile. Correct it in the ledger.",
};
const $$ = (choice, within = document) => [...within.querySelectorAll(choice)];
const id = $("main").dataset.pad ?? /^\/pads\/([0-9a-f-]{36})\/$/.exec(location.pathname)?.[1];
const field = (name) => form()?.elements[name];

/** An element with this text (never HTML: names come from people). */
function make(tag, className = "", text = "", ...inner) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(text, ...inner);
  return made;
}

// ---- Keeping a hand

function adjustmentFacts(tapped) {
  const by = Number(tapped.by) * (tapped.way === "take" ? -1 : 1);
  const note = tapped.note?.trim();
  return { ...(tapped.side ? { adjust: Number(tapped.side) } : {}), by, ...(note ? { note } : {}) };
}

function factsOf(sent, pad, act) {
  const tapped = Object.fromEntries(new FormData(sent));
  if (sent.action.endsWith("/passed-out/")) return { passed_out: true };
  if (sent.action.endsWith("/adjustments/")) return adjustmentFacts(tapped);
  return handFacts(pad, tapped, act === "bid");
}

const isFilled = ({ elements: { side, way, by } }) =>
  side.value && way.value && by.value && by.checkValidity();

/** Why the facts cannot be kept; empty where they can. */
function whyNot(pad, facts, sent, act) {
  if (pad.ledger.out) return "This game is over.";
  if ("by" in facts) return isFilled(sent) ? "" : "Fill in the adjustment first.";
  if (facts.passed_out) return "";
  const tapped = chosen();
  if (act !== "bid") return isWhole(pad, facts, tapped) ? "" : `Not saved yet. ${preview()}`;
  return facts.pitcher === undefined || !facts.bid ? "Say who bid and how much." : "";
}

let keeping = null;

/** Keeps what a form holds, once. `tried`: it may have reached the keeper all the same. */
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
  } catch {
    return say("Not saved: there is no network, and this phone does not let the keeper store it.");
  }
  if (state.correcting) backToNext();
  else {
    clearForm(sent);
    if (facts.passed_out) clearForm(form());
    render();
  }
  say(state.hands.length ? `Kept on this phone, not sent yet. ${toldLast()}` : "");
  $("#entry-head")?.focus({ preventScroll: true });
  scrollTo(0, 0);
  send();
}

/** The hand that is put right here has been sent meanwhile, by another tab. */
async function leaveCorrection() {
  await readKept();
  backToNext();
  say(SAID.left);
}

async function readKept() {
  state.hands = await waiting(id);
  state.sent = (await keptPad(id))?.sent ?? [];
}

function toldLast() {
  const pad = readPad();
  const { facts } = state.hands.at(-1);
  const row = pad.ledger.lines.findLast(({ line }) => line === facts);
  return row ? result(pad, row) : "";
}

function say(text) {
  const place = $("#says") ?? $("#said");
  place.replaceChildren(make("span", "done", text));
}

function clearForm(sent) {
  if (sent === form()) localStorage.removeItem(`draft:${id}`);
  emptyForm(sent);
}

/** To the next hand, as far as it was entered when an older one was to be put right. */
function backToNext() {
  state.correcting = null;
  emptyForm(form());
  render();
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
  $$("details[open]", $("#entry")).forEach((fold) => { fold.open = false; });
  $$("#entry [role=alert]").forEach((alert) => alert.remove());
  sent.elements.key.value = freshKey();
}

function fillForm(facts) {
  const set = (name, value) => { if (field(name)) field(name).value = value ?? ""; };
  set("who", facts.player === undefined ? facts.pitcher : `${facts.pitcher}.${facts.player}`);
  for (const name of ["bid", "trump", "note"]) set(name, facts[name]);
  for (const [key, owner] of Object.entries(facts.points ?? {})) set(key, owner ?? "none");
  if (facts.points && facts.bid === "smudge") set("all_tricks", facts.all_tricks ? "yes" : "no");
  if ("dealer" in facts) set("dealer", facts.dealer);
}

// ---- Showing it

function seatName({ players, plain }, seat) {
  const [row, side] = [Math.floor(seat / plain.length), seat % plain.length];
  return players[side][row] ?? (row ? `${plain[side]}, player ${row + 1}` : plain[side]);
}

const bidder = ({ players, plain }, { pitcher, player }) => players[pitcher]?.[player] ?? plain[pitcher];

function render() {
  if (!$("#known")?.dataset.lines) return;
  showBanner();
  if (!state.hands.length && !isShell) return;
  const pad = readPad();
  showBoard(pad);
  showLedger(pad);
  if (form()) showEntry(pad);
}

function showBoard(pad) {
  const { totals, rules, out } = pad.ledger;
  const stand = standings(pad, rules, totals);
  totals.forEach((total, side) => {
    const [text, hole] = [signed(total), total < 0 ? " neg" : ""];
    const place = $$("#score .side")[side];
    $(".fig", place).textContent = text;
    const wide = text.length > 2 ? ` w${text.length}` : "";
    $(".fig", place).className = `fig${hole}${wide}`;
    const won = out?.winner === side;
    place.classList.toggle("won", won);
    const needs = stand[side].needs ? `needs ${stand[side].needs}` : "target reached";
    $(".needs", place).textContent = won ? "won" : out ? "" : needs;
    const small = $$("#tally b")[side];
    small.textContent = text;
    small.className = hole.trim();
  });
  $$("#standing li").forEach((line, side) => {
    line.textContent = stand[side].text;
    line.classList.toggle("can", stand[side].can);
  });
  const dealer = dealerOf(pad);
  const seats = [dealer, (dealer + 1) % seatsOf(pad)];
  $$("#table bdi").forEach((name, place) => {
    name.textContent = name.title = seatName(pad, seats[place]);
  });
  for (const part of $$("#board .deals, #standing")) part.hidden = !!out;
}

function showLedger(pad) {
  let list = $("#ledger .lines");
  if (!list) {
    $("#ledger .quiet")?.remove();
    list = make("ol", "lines");
    const heads = make("div", "heads", "", make("span", "", "No."), make("span", "", "Bid"),
      ...pad.plain.map((name) => make("bdi", "nm", name)));
    heads.setAttribute("aria-hidden", "true");
    $("#ledger h2").after(heads, list);
  }
  $$("#ledger form").forEach((undo) => { undo.hidden = state.hands.length > 0; });
  const shown = JSON.stringify([state.hands, state.sent]);
  if (list.dataset.shown === shown) return; // else what is folded out would fold up
  list.dataset.shown = shown;
  $$(".kept", list).forEach((line) => line.remove());
  const standing = [...state.sent, ...state.hands] // but no bid that is played out
    .filter(({ facts }) => pad.lines.includes(facts));
  for (const hand of standing) list.append(line(pad, hand));
}

function line(pad, hand) {
  const { facts } = hand;
  const row = pad.ledger.lines.find((one) => one.line === facts);
  const number = pad.lines.indexOf(facts) + 1;
  const who = "pitcher" in facts ? [make("bdi", "nm", bidder(pad, facts)), " "] : [];
  const verdict = row?.made === null || !row ? [] : [" ", make("em", row.made ? "made" : "set", row.made ? "made" : "set")];
  const bid = make("span", "bid", "", ...who, what(pad, facts), ...suit(facts, " "), ...verdict, " ", make("span", "tag", hand.n ? "not sent yet" : "sent"));
  const sums = (row?.totals ?? []).map((total, side) => make("span", "sum", "",
    make("span", "vh nm", `${pad.plain[side]} `), make("i", "", changeOf(row.change[side])),
    make("b", total < 0 ? "neg" : "", signed(total))));
  const head = make("summary", "", "", make("span", "no", number || ""), bid, ...sums);
  const inner = make("div", "why", "", make("p", "", row ? result(pad, row) : "Being played."));
  if (facts.note) inner.append(make("p", "", `Note: ${facts.note}`));
  if (hand.n) inner.append(hand.tried
    ? make("p", "quiet", "It may have reached the keeper already: correct it when it is sent.")
    : make("p", "acts", "", ...(facts.points ? [act("Correct", "correct", hand.n)] : []), act("Take it out", "drop", hand.n)));
  const fold = make("details", "", "", head, inner);
  const shown = make("li", `line kept${"points" in facts ? "" : " note"}`, "", fold);
  return shown;
}

function act(text, what, n = "") {
  const button = make("button", "btn", text);
  button.type = "button";
  button.dataset.kept = what;
  button.value = n;
  return button;
}

/** The trump suit as the entry form writes it, red suits red. */
function suit({ trump }, before = "") {
  const shown = trump && $(`input[name=trump][value=${trump}] + span`, form());
  return shown ? [before, shown.cloneNode(true)] : [];
}

function what(pad, facts) {
  if ("passed_out" in facts) return "Passed out";
  if ("adjust" in facts) return `Adjustment: ${pad.names[facts.adjust]} ${changeOf(facts.by)}`;
  return "bid" in facts ? bidText(facts.bid) : "";
}

function showEntry(pad) {
  const { inPlay, out, rules } = pad.ledger;
  const place = state.hands.findIndex(({ n }) => n === state.correcting);
  const number = place < 0 ? pad.lines.length + (inPlay ? 0 : 1) : pad.lines.indexOf(state.hands[place].facts) + 1;
  const over = !!out && place < 0;
  form().hidden = over;
  $$("#entry > details, #entry > .plain").forEach((part) => { part.hidden = !!out || place >= 0; });
  $("#kept-end")?.remove();
  if (over) return showEnd(pad);
  if (rules.canBePassedOut) showPassedOut(!inPlay && place < 0);
  $("#entry-head").textContent = place < 0 ? `Hand ${number}` : `Correct hand ${number}, not sent yet`;
  $(".save .do", form()).textContent = place < 0 ? `Save hand ${number}` : "Keep the correction";
  showDealer(dealerOf(padBefore()));
  $(".stake", form())?.remove();
  const change = $("details:has([name=who])", form());
  if (change && change.dataset.for !== `${!inPlay}`) {
    change.open = !inPlay;
    change.dataset.for = `${!inPlay}`;
  }
  if (!inPlay || place >= 0) return;
  const stake = make("div", "stake", "", make("b", "fig", bidText(inPlay.bid)),
    make("p", "bid", "", make("bdi", "", bidder(pad, inPlay)), ` bid ${bidText(inPlay.bid)}`, ...suit(inPlay, " ")),
    make("p", "", atStake(rules, inPlay)));
  $("#entry-head").after(stake);
  if (!chosen().who) fillForm(inPlay);
}

/** While a hand is in play there is no form for a passed-out one; after it there is. */
function showPassedOut(canBe) {
  const choice = (name) => `#entry form[action$="/${name}/"]`;
  const other = $(choice("adjustments"));
  if (!$(choice("passed-out")) && other) {
    const made = make("form", "", "", make("p", "", "Nobody bid: the hand scores nothing."),
      make("p", "acts", "", make("button", "btn", "Save as passed out")));
    made.method = "post";
    made.action = other.action.replace("/adjustments/", "/passed-out/");
    made.prepend(...$$("input[type=hidden]", other).map((field) => field.cloneNode()));
    made.elements.key.value = freshKey();
    other.closest("details").before(make("details", "fold", "", make("summary", "", "Passed out"), made));
  }
  const fold = $(choice("passed-out"))?.closest("details");
  if (fold) fold.hidden = !canBe;
}

/** Whose turn it is to deal, unless somebody has chosen another. */
function showDealer(dealer) {
  const { dataset, elements } = form();
  const usual = dataset.dealer ?? [...elements.dealer].find((one) => one.defaultChecked)?.value;
  dataset.dealer = dealer;
  if (!chosen().dealer || chosen().dealer === usual) elements.dealer.value = dealer;
}

function showEnd(pad) {
  const last = pad.ledger.lines.at(-1);
  const told = make("p", "", ending(pad, last));
  const head = make("h2", "", "", make("bdi", "", pad.plain[pad.ledger.out.winner]), " won");
  const end = make("div", "panel", "", head, told, make("p", "quiet", "The last hand can still be corrected in the ledger."));
  end.id = "kept-end";
  form().before(end);
}

/** Above the entry, as long as anything waits: how many, whether they are sent, or why not. */
function showBanner() {
  const old = $("#kept");
  const [first] = state.hands;
  const many = state.hands.length === 1 ? "1 line is" : `${state.hands.length} lines are`;
  if (!first && !isShell) return old?.remove();
  const banner = old ?? make("div", "panel");
  banner.id = "kept";
  banner.setAttribute("role", "status");
  const refused = first?.refused;
  banner.classList.toggle("warn", !!refused);
  const where = isShell ? "No network: the pad as this phone knows it. " : "";
  const kept = first ? `${many} kept on this phone, not sent yet. ` : "";
  const told = make("p", "", refused ? `${refused.title}. ${refused.text} ${kept}`
    : `${where}${kept}${first ? "Sent by itself, once, when the keeper answers." : "What you save is kept here and sent later."}`);
  const choices = make("p", "acts");
  if (refused?.again) choices.append(act(refused.again === true ? "Send after that" : refused.again, "after"));
  if (refused) choices.append(act("Drop what was kept", "drop-all"));
  else choices.append(act(first ? "Send now" : "Try again", "send"));
  const text = told.textContent + choices.textContent;
  if (banner.dataset.says === text) return;
  banner.dataset.says = text;
  banner.replaceChildren(told, choices);
  if (!old) $("#entry").before(banner);
}

// ---- Sending

/** Another tab has kept hands, or has none left. */
async function hearOfTabs({ key }) {
  if (key !== KEPT) return;
  const had = state.hands.length;
  await readKept();
  if (had && !state.hands.length) return reload("");
  render();
}

/** What waits, unless one of it is just put right: until that is kept, or “Send now” is tapped. */
async function send() {
  if (state.correcting || (!state.hands.length && !isShell)) return;
  if (!state.hands.length) return await isThere() && reload("");
  const saved = await sendAll(id);
  await readKept();
  // Sent from here, or gone by another tab: either way the keeper knows better now.
  if (!state.hands.length) return reload(saved ? "yes" : "");
  render();
}

/** The page as the keeper has it; what is half entered on the next hand stays. */
async function reload(done = "yes") {
  if (state.correcting) {
    backToNext();
    done = "left";
  }
  showLedger(readPad()); // what was sent may be there twice, if the page just followed
  const tapped = form() && ($("input:checked:not([name=dealer])", form()) || field("note")?.value);
  if (tapped) form().dispatchEvent(new Event("change", { bubbles: true })); // a draft for this hand
  sessionStorage.setItem(`sent:${id}`, done);
  location.reload();
}

/** Asked once; the second tap of a double tap is no answer. */
function isSure(button, taps) {
  if (button.dataset.sure) return taps < 2;
  button.dataset.sure = "yes";
  button.textContent += " for good";
  return false;
}

function correct(n) {
  emptyForm(form());
  state.correcting = n;
  form().dataset.correcting = "yes"; // what is tapped is no draft of the next hand
  fillForm(state.hands.find((hand) => hand.n === n).facts);
  render();
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
  else render();
  await send();
}

// ---- Listening

/** A form of the entry whose line is kept rather than sent: others wait before it, or no network. */
function onSubmit(event) {
  const sent = event.target;
  if (!sent.closest("#entry") || !/\/(hands|passed-out|adjustments)\/$/.test(sent.action)) return;
  const act = event.submitter?.value;
  if (!isShell && !state.hands.length && navigator.onLine) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (act === "look") showPreview();
  else keep(sent, act);
}

/** htmx got no answer: the keeper may have saved it all the same, which its key will tell. */
function onNoAnswer(event) {
  const { elt, requestConfig } = event.detail;
  if (elt.closest?.("#entry") && elt.matches("form[action]") && elt.elements.key) {
    if (/\/(hands|passed-out|adjustments)\/$/.test(elt.action)) keep(elt, requestConfig?.parameters?.do ?? "hand", true);
  }
}

function listen() {
  document.addEventListener("submit", onSubmit, true);
  document.addEventListener("htmx:sendError", onNoAnswer);
  document.addEventListener("htmx:timeout", onNoAnswer);
  document.addEventListener("htmx:confirm", (event) => {
    if (event.target.id === "says") event.preventDefault(); // it is said already
  });
  document.addEventListener("change", (event) => {
    if (form() && (event.target.form ?? event.target) === form()) showPreview();
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

/** Keeps the page as the keeper shows it, for when there is no network; then puts on what waits. */
async function store() {
  if (!form() && !$("#entry.end")) return;
  if (!isShell) {
    const main = $("main").cloneNode(true);
    $$("#kept, #kept-end, .kept, .stake, [role=alert]", main).forEach((part) => part.remove());
    for (const name of ["shown", "for", "dealer", "correcting"]) {
      $$(`[data-${name}]`, main).forEach((part) => delete part.dataset[name]);
    }
    const { title } = document;
    const shown = { title, top: $("header.top").outerHTML, main: main.outerHTML, at: Date.now() };
    await keepPad(id, { ...shown, seen: Number($("#known").dataset.seen) });
  }
  $("main").dataset.kept = "yes";
  render();
}

async function openShell() {
  const pad = id && await keptPad(id);
  if (!pad?.main) return showPads();
  document.title = pad.title;
  for (const [choice, html] of [["header.top", pad.top], ["main", pad.main]]) {
    $(choice).replaceWith(new DOMParser().parseFromString(html, "text/html").body.firstChild);
  }
  // The keys of the page as it was kept may have been used since.
  for (const key of $$("input[name=key]")) key.value = freshKey();
}

/** Anywhere else without a network: the pads that open without one. */
async function showPads() {
  $("#try-again").href = location.href;
  const pads = (await keptPads()).filter(({ main }) => main).sort((a, b) => b.at - a.at);
  if (!pads.length) return;
  const links = pads.map(({ id: pad, title }) => {
    const link = make("a", "more", title.replace(/ · [^·]*$/, ""));
    link.href = `/pads/${pad}/`;
    return make("li", "", "", link);
  });
  $("#kept-here").after(make("p", "", "These pads open and go on being scored without it:"), make("ul", "", "", ...links));
}

async function begin() {
  if (isShell) await openShell();
  if (!id || !$("#known")?.dataset.lines) return;
  await readKept();
  listen();
  await store();
  if (isShell || state.hands.length) document.dispatchEvent(new Event("pad:draft")); // half a hand comes back
  if (isShell) import("./awake.js");
  const said = SAID[sessionStorage.getItem(`sent:${id}`)];
  sessionStorage.removeItem(`sent:${id}`);
  if (said) say(said);
  send();
}

begin().catch(() => {}); // no storage on this phone: the page works as it did without
