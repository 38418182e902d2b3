// The pad on this phone: the server's hands and the unsent ones, the hand that is being entered,
// and the sentence on what Save would do.

import { fold, isOpen, needsAllTricks } from "../rules/scoring.js";
import { TEAM, atStake, bidText, result, say, stillToTap } from "../rules/words.js";

/**
 * The hands that wait on this phone, in the order of entry, and which of them is corrected; those
 * sent since the page was made, with the revision that each became.
 */
export const state = { hands: [], sent: [], correcting: null };

export const $ = (choice, within = document) => within.querySelector(choice);
export const form = () => $("#hand-form");

// ---- The pad as it stands here

/**
 * The pad of a page: its game, and the last of its lines. The lines before those change nothing
 * here, so that hands keep their numbers; what they came to is the start.
 */
export function knownPad(game, known) {
  const lines = [...Array(known.before).fill({ adjust: 0, by: 0 }), ...known.lines];
  return { ...game, ...known, lines, rules: { ...game.rules, target: known.target, counted: known.counted } };
}

/** The server's ledger followed by the hands that are not sent yet. */
export function readPad(kept = state.hands) {
  const { lines: known, seen } = $("#known").dataset;
  const facts = knownPad(JSON.parse($("main").dataset.game), JSON.parse(known));
  const sent = state.sent.filter(({ revision }) => revision > seen);
  const lines = [...sent, ...kept]
    .reduce((before, hand) => withLine(before, hand.facts), facts.lines);
  const plain = (name) => name.replace(/[\u2068\u2069]/g, "");
  const names = facts.names.map(plain);
  return { ...facts, lines, plain: names, ledger: fold(lines, facts.start, facts.rules) };
}

/** A hand that is still being played stays the last, until a hand completes it. */
function withLine(lines, line) {
  const last = lines.at(-1);
  if (!last || !isOpen(last)) return [...lines, line];
  return [...lines.slice(0, -1), ...("pitcher" in line ? [line] : [line, last])];
}

export function seatsOf({ players }) {
  return players.length * Math.max(1, ...players.map((row) => row.length));
}

export function dealerOf(pad) {
  const seats = seatsOf(pad);
  let dealer = pad.dealer % seats;
  for (const line of pad.lines) {
    if ("dealer" in line) dealer = line.dealer % seats;
    if ("points" in line || ("passed_out" in line && !pad.stays)) dealer = (dealer + 1) % seats;
  }
  return dealer;
}

// ---- What is tapped

export const chosen = () => Object.fromEntries(new FormData(form()));

const PASS = "pass";

export function handFacts({ rules, ...pad }, tapped, bidOnly = false) {
  const facts = tapped.bid === PASS ? { passed_out: true } : playedFacts(rules, tapped, bidOnly);
  const dealer = Number(tapped.dealer);
  if (tapped.dealer && dealer !== dealerOf(pad)) facts.dealer = dealer;
  if (tapped.note?.trim()) facts.note = tapped.note.trim();
  return facts;
}

function playedFacts(rules, tapped, bidOnly) {
  const facts = {};
  if (rules.auction && tapped.who) {
    const [side, player] = tapped.who.split(".");
    facts.pitcher = Number(side);
    if (player) facts.player = Number(player);
    const called = ["with-1", "with-2", "with-3"].map((name) => tapped[name]).filter((side) => side && side !== "alone");
    if (called.length) facts.with = called.map(Number);
  }
  if (rules.auction && tapped.bid) facts.bid = Number(tapped.bid) || tapped.bid;
  if (tapped.trump) facts.trump = tapped.trump;
  if (!bidOnly) {
    const owned = rules.points.filter(({ key, field = key }) => tapped[field]);
    facts.points = Object.fromEntries(
      owned.map(({ key, field = key }) => [key, ownerOf(tapped[field], facts)]));
    if (needsAllTricks(rules, tapped.bid) && tapped.all_tricks === "yes") facts.all_tricks = true;
  }
  return facts;
}

/** The side that owns a point as tapped: of the bidders the pitcher, of the others the first. */
function ownerOf(tapped, { pitcher = 0, with: called = [] }) {
  if (tapped === "none") return null;
  if (tapped === TEAM) return pitcher;
  const team = [pitcher, ...called];
  return tapped === "others" ? [0, 1, 2, 3, 4, 5, 6, 7].find((side) => !team.includes(side)) : Number(tapped);
}

/** The pad before the hand that is being entered or corrected. */
export function padBefore() {
  const { hands, correcting } = state;
  const place = hands.findIndex(({ n }) => n === correcting);
  return readPad(place < 0 ? hands : hands.slice(0, place));
}

/** Whether all that a hand needs is tapped, and no point left to others beside all six tricks. */
export function isWhole({ rules }, { pitcher, points, all_tricks, with: called = [] }, { who, bid, ...tapped }) {
  if (bid === PASS) return !who && !rules.points.some(({ key, field = key }) => tapped[field]);
  const owners = rules.points.map(({ key }) => points[key]);
  const isTold = (!needsAllTricks(rules, bid) || tapped.all_tricks) && (!rules.partners || tapped["with-1"]);
  const isBid = !rules.auction || (who && bid && isTold && new Set(called).size === called.length && !called.includes(pitcher));
  return isBid && !owners.includes(undefined)
    && !(all_tricks && owners.some((owner) => owner !== null && ![pitcher, ...called].includes(owner)));
}

export function preview() {
  const pad = padBefore();
  if (pad.ledger.out) return say("kept.over");
  const tapped = chosen();
  const facts = handFacts(pad, tapped);
  if (!isWhole(pad, facts, tapped)) return stillToTap(pad, pad.ledger.rules, tapped);
  return result(pad, fold(withLine(pad.lines, facts), pad.start, pad.rules).lines.at(-1));
}

export function showPreview() {
  const says = $("#says", form());
  const told = preview();
  if (says && says.textContent !== told) says.textContent = told; // said once
}

// ---- The bid, folded to one line

const nameOn = (cell) => cell.getAttribute("aria-label") ?? cell.parentNode.textContent.trim();
const element = (tag, textContent, more) => Object.assign(document.createElement(tag), { textContent, ...more });

/** Folds away what was asked of the auction, and says it in one line, if there is a whole bid. */
export function foldBid({ rules, totals }, { pitcher, bid, trump, with: called }) {
  const auction = $(".auction", form());
  const who = $("input[name=who]:checked", form());
  if (!$(".bidline", auction) || !who || !bid || bid === PASS) return;
  const suit = trump && $(`input[name=trump][value=${trump}]`, form());
  const parts = [element("bdi", nameOn(who)), ` ${bidText(bid)} `];
  if (suit) parts.push(element("span", suit.parentNode.textContent.trim(), { className: suit.closest(".red") ? "red" : "" }));
  $(".bidline b", auction).replaceChildren(...parts);
  $(".stakes", auction).textContent = atStake(rules, { pitcher, bid, with: called }, totals);
  auction.classList.add("folded");
  auction.classList.toggle("suited", !!suit);
}

export function unfoldBid() {
  const auction = $(".auction", form());
  auction?.classList.remove("folded", "suited");
  const asked = auction && $("details", auction);
  if (asked) asked.open = true;
}
