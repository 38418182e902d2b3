// What this phone shows of a pad that goes on without a network: the lines that wait, on top of the
// page as the server made it.

import { asSubject } from "../rules/sides.js";
import { lengthNote, standings } from "../rules/standing.js";
import { needsAllTricks } from "../rules/scoring.js";
import { TEAM, changeOf, ending, result, rowText, say, signed, teamName } from "../rules/words.js";
import {
  $, chosen, dealerOf, foldBid, form, padBefore, readPad, seatsOf, state, unfoldBid,
} from "./judge.js";
import { $$, makePart } from "./parts.js";

export const isShell = !!$("main[data-offline]");

/** Shows the hands that are not sent yet: above the entry, on the score board, in the ledger and
 * in the entry. */
export function showKept() {
  if (!$("#known")?.dataset.lines) return;
  showBanner();
  if (!state.hands.length && !isShell) return;
  const pad = readPad();
  showBoard(pad);
  showLedger(pad);
  if (form()) showEntry(pad);
}

// ---- Above the entry

/** How many hands wait, whether they are sent, or why not. */
function showBanner() {
  const old = $("#kept");
  const many = state.hands.length;
  const refused = state.hands[0]?.refused;
  $("#now")?.classList.toggle("away", isShell);
  if (!many && !isShell) return old?.remove();
  const banner = makePart("banner", {
    many, refused, title: refused?.title, text: refused?.text,
    away: isShell && !refused, one: many === 1, several: many > 1,
    waits: many > 0 && !refused, nothing: !many,
    later: refused?.again === true, again: refused?.again && refused.again !== true,
  });
  const says = banner.textContent;
  if (old?.dataset.says === says) return; // else a button just tapped would be gone
  old?.remove();
  $("#entry")[many ? "before" : "after"](banner); // below it the whole hand stays in view
  $("#kept").classList.toggle("warn", !!refused);
  $("#kept").dataset.says = says;
}

// ---- The score board

function seatName({ players, plain }, seat) {
  const [row, side] = [Math.floor(seat / plain.length), seat % plain.length];
  const another = say("kept.player", { side: plain[side], number: row + 1 });
  return players[side][row] ?? (row ? another : plain[side]);
}

function showBoard(pad) {
  const { totals, rules, left, out } = pad.ledger;
  const { notes, told } = standings(pad, rules, totals, left);
  totals.forEach((total, side) => {
    const [text, hole] = [signed(total), total < 0 ? " neg" : ""];
    const place = $$("#score .side")[side];
    $(".fig", place).textContent = text;
    const wide = text.length > 2 ? ` w${text.length}` : "";
    $(".fig", place).className = `fig${hole}${wide}`;
    const won = out?.winner === side;
    place.classList.toggle("won", won);
    $(".needs", place).textContent = won ? say("kept.won") : out ? "" : notes[side];
  });
  showStanding(out ? [] : told);
  if ($("#now .length")) $("#now .length").textContent = lengthNote(left);
  showDeal(pad, out);
}

/** The standing in words, line by line. */
function showStanding(told) {
  const lines = told.map(({ text, can }) => {
    const line = document.createElement("li");
    line.textContent = text;
    line.classList.toggle("can", can);
    return line;
  });
  $("ul.standing").replaceChildren(...lines);
}

/** Whose turn it is to deal: by name under the title, and as a mark beside the side. */
function showDeal(pad, out) {
  const dealer = dealerOf(pad);
  const seats = [dealer, (dealer + 1) % seatsOf(pad)].map((seat) => seatName(pad, seat));
  $$("#now bdi").forEach((name, place) => { name.textContent = seats[place]; });
  const chip = $("#score .chip");
  if (!chip) return;
  chip.hidden = !!out;
  $(".vh", chip).textContent = `. Dealer: ${seats[0]}`;
  $$("#score .name")[dealer % pad.plain.length].append(chip);
}

// ---- The ledger

export function showLedger(pad) {
  if (!$("#ledger .hands")) {
    $("#ledger .quiet")?.remove();
    $("#known").after(makePart("lines"));
  }
  const list = $("#ledger .hands");
  $$("button[form=undo], button[form=redo]").forEach((undo) => { undo.hidden = state.hands.length > 0; });
  const shown = JSON.stringify([state.hands, state.sent]);
  if (list.dataset.shown === shown) return; // else what is folded out would fold up
  list.dataset.shown = shown;
  $$(".kept", list).forEach((line) => line.remove());
  const standing = [...state.sent, ...state.hands] // but no bid that is played out
    .filter(({ facts }) => pad.lines.includes(facts));
  for (const hand of standing) list.append(makeLine(pad, hand));
}

function makeLine(pad, { n, facts, tried }) {
  const row = pad.ledger.lines.find(({ line }) => line === facts);
  const blanks = {
    n,
    number: pad.lines.indexOf(facts) + 1,
    who: "pitcher" in facts ? bidderName(pad, facts) : null,
    what: rowText(pad, facts),
    suit: suitOf(facts),
    verdict: verdictOf(row),
    says: row ? result(pad, row) : say("kept.being_played"),
    note: facts.note ?? null,
    waits: n, sent: !n, tried, own: n && !tried, played: facts.points,
  };
  pad.plain.forEach((_, side) => {
    blanks[`name${side}`] = $$("#score h2")[side].textContent;
    blanks[`change${side}`] = row ? changeOf(row.change[side]) : "";
    blanks[`total${side}`] = row ? signed(row.totals[side]) : "";
  });
  const line = makePart("line", blanks);
  line.classList.toggle("note", !("points" in facts));
  $$(".sum", line).forEach((sum, side) => {
    if (!row) sum.replaceChildren();
    else $("b", sum).classList.toggle("neg", row.totals[side] < 0);
  });
  return line;
}

function verdictOf({ made = null } = {}) {
  if (made === null) return null;
  return made ? "made" : "set";
}

function bidderName({ players, plain }, { pitcher, player, with: called = [] }) {
  return players[pitcher]?.[player] ?? teamName({ names: plain }, pitcher, called);
}

/** The trump suit as the entry form writes it, red suits red; null where none was named. */
function suitOf({ trump }) {
  const cell = trump && $(`input[name=trump][value=${trump}]`, form())?.parentNode;
  if (!cell) return null;
  const { className } = cell;
  return Object.assign(document.createElement("span"), { className, textContent: cell.textContent.trim() });
}

// ---- The entry

function showEntry(pad) {
  const { inPlay, out } = pad.ledger;
  const place = state.hands.findIndex(({ n }) => n === state.correcting);
  const number = place < 0 ? pad.lines.length + (inPlay ? 0 : 1) : pad.lines.indexOf(state.hands[place].facts) + 1;
  const over = !!out && place < 0;
  form().hidden = over;
  $("#kept-end")?.remove();
  if (over) return showEnd(pad);
  $$(".hand-no").forEach((place) => { place.textContent = number; });
  $("#entry-head").textContent = say(state.correcting ? "kept.correct_hand" : "kept.hand", { number });
  $(".save .do[value=hand]").textContent = say(state.correcting ? "kept.keep_correction" : "kept.save_hand");
  showDealer(dealerOf(padBefore()));
  showInPlay(pad.ledger, place < 0 && inPlay);
}

/** A bid that was saved here: chosen, and folded to one line. */
function showInPlay(ledger, hand) {
  const { dataset } = form();
  const known = hand ? JSON.stringify(hand) : undefined;
  if (dataset.inPlay === known && (known || !("bid" in dataset))) return;
  if (hand) {
    if (!chosen().who) fillForm(hand);
    dataset.bid = `${hand.pitcher} ${hand.bid}`;
    dataset.inPlay = known;
    foldBid(ledger, hand);
    $(".auction details", form()).open = false;
    return;
  }
  delete dataset.bid;
  delete dataset.inPlay;
  unfoldBid();
}

export function fillForm(facts) {
  const fields = form().elements;
  const set = (name, value) => { if (fields[name]) fields[name].value = value ?? ""; };
  set("who", facts.player === undefined ? facts.pitcher : `${facts.pitcher}.${facts.player}`);
  for (const name of ["bid", "trump", "note"]) set(name, facts[name]);
  const { rules } = readPad().ledger;
  const called = facts.with ?? [];
  const ownerOn = (owner) => ([facts.pitcher, ...called].includes(owner) ? TEAM : "others");
  for (const { key, field = key } of facts.points ? rules.points : []) {
    const owner = facts.points[key];
    set(field, owner === null ? "none" : rules.partners ? ownerOn(owner) : owner);
  }
  [1, 2, 3].forEach((n) => set(`with-${n}`, called[n - 1] ?? (facts.points ? "alone" : "")));
  if (facts.points && needsAllTricks(rules, facts.bid)) set("all_tricks", facts.all_tricks ? "yes" : "no");
  if ("dealer" in facts) set("dealer", facts.dealer);
}

/** Whose turn it is to deal, unless somebody has chosen another. */
function showDealer(dealer) {
  const { dataset, elements } = form();
  const usual = dataset.dealer ?? [...elements.dealer].find((one) => one.defaultChecked)?.value;
  dataset.dealer = dealer;
  if (!chosen().dealer || chosen().dealer === usual) elements.dealer.value = dealer;
}

function showEnd(pad) {
  const { lines, out } = pad.ledger;
  const final = pad.ledger.totals.map(signed).join(" – ");
  const winner = pad.plain[out.winner];
  const headline = winner ? say("kept.won_by", { name: asSubject(winner) }) : say("kept.drawn");
  form().before(makePart("end", { headline, final, says: ending(pad, lines.at(-1)) }));
}
