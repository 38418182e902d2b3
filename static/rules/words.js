/**
 * Chooses the sentences on what a hand did and what is still to tap, as the server does in
 * `scorepads/rules/wording/` and `entry/prompts.py`. For the preview, and for scoring without a
 * network.
 *
 * A `game` is what the words need of a pad: `names` of the sides as they stand in a sentence, and
 * `labels` of the points by key.
 */
import {
  MOON_BID, SMUDGE_BID, bidReward, isMoonToZero, losesByItself, needsAllTricks, setbackCost,
  winsByItself,
} from "./scoring.js";
import { SENTENCES } from "./sentences.js";
import { asInnerSubject, asObject, asSubject } from "./sides.js";

/**
 * The sentence of that key, such as "line.made", with its blanks filled. A blank with bars in it, such
 * as {wins|win|can win}, is a choice: in the singular, in the plural, and of what is not certain.
 */
export function say(key, blanks = {}) {
  const [group, name] = key.split(".");
  return SENTENCES[group][name].replace(/\{([^}]+)\}/g, (_, blank) =>
    (blank.includes("|") ? choice(blank.split("|"), blanks) : blanks[blank]));
}

function choice([singular, plural, uncertain], blanks) {
  if (uncertain && blanks.certain === false) return uncertain;
  return blanks.plural ? plural : singular;
}

export const signed = (number) => (number < 0 ? `−${-number}` : String(number));
export const changeOf = (number) => (number > 0 ? `+${number}` : signed(number));
/** What a form calls the bidding team, where partners are called, as the owner of a point. */
export const TEAM = "team";
const isNamed = (bid) => typeof bid === "string";
export function bidText(bid) {
  if (!isNamed(bid)) return String(bid);
  return say(bid === SMUDGE_BID ? "bid.smudge" : "bid.moon");
}

// ---- What a line did

/** A scored line of `fold` in one sentence: “Us took 2 of 3: set back 3, 2 to −1. Them +2, 7 to 9.” */
export function result(game, row) {
  const said = changesOf(game, row);
  return (row.out ? [...said, ending(game, row)] : said).join(" ");
}

const moveOf = ({ names }, { before, change, totals }, side) => ({
  name: asSubject(names[side]),
  points: Math.abs(change[side]),
  change: changeOf(change[side]),
  before: signed(before[side]),
  total: signed(totals[side]),
});

function pitcherResult(game, row) {
  const { line: { pitcher, bid, points, with: called = [] }, made, rules } = row;
  const blanks = {
    ...moveOf(game, row, pitcher), name: teamName(game, pitcher, called), bid,
    took: worthOf(rules, points, [pitcher, ...called]), loss: setbackCost(rules, bid),
  };
  if (bid === SMUDGE_BID) return say(made ? "line.made_smudge" : "line.set_back_smudge", blanks);
  if (bid === MOON_BID) return say(made ? "line.made_moon" : "line.set_back_moon", blanks);
  return say(made ? "line.made" : "line.set_back", blanks);
}

/** The pitcher, and whom it called for the hand: “Ann with Cy”. */
export function teamName({ names }, pitcher, called) {
  const partners = called.map((side) => asObject(names[side])).join(", ");
  const name = asSubject(names[pitcher]);
  return called.length ? say("line.team", { name, partners }) : name;
}

const worthOf = (rules, points, owners) =>
  rules.points.reduce((sum, { key, worth }) => (owners.includes(points[key]) ? sum + worth : sum), 0);

/** What the line did, without how it ended the game. */
function changesOf(game, row) {
  const { line, change, out } = row;
  if ("passed_out" in line) return [say("line.passed_out")];
  if ("target" in line) {
    const changed = say("line.target", line);
    return out ? [changed] : [changed, say("line.target_reached_by_nobody")];
  }
  const { pitcher } = "points" in line ? line : {};
  const others = [...change.keys()].filter((side) => change[side] && side !== pitcher);
  const said = others.map((side) => say(change[side] > 0 ? "line.scored" : "line.lost", moveOf(game, row, side)));
  if (pitcher !== undefined) said.unshift(pitcherResult(game, row));
  return said.length ? said : [say("line.nobody_scores")];
}

/** Who won on this line, how, and why that side and no other. */
export function ending({ names, labels }, { line, out, totals, rules }) {
  const other = otherSide(line, out, names.length);
  return say(`ending.${endingKey(rules, out, names.length)}`, {
    name: out.winner === null ? "" : asSubject(names[out.winner]),
    total: signed(out.winner === null ? Math.max(...totals) : totals[out.winner]),
    target: rules.target,
    other: asInnerSubject(names[other]),
    point: labels[out.point],
    outright: rules.outrightAt,
    fell_to: signed(totals[other]),
    sunk: signed(rules.sinksAt ?? 0),
  });
}

/** Who is named beside the winner: the pitcher, or the other one of two sides. */
function otherSide({ pitcher = null }, { winner }, sides) {
  if (pitcher !== null && pitcher !== winner) return pitcher;
  return winner !== null && sides === 2 ? 1 - winner : 0;
}

function endingKey({ goingOut }, { because, point }, sides) {
  if (because !== "counted-there-first") return because;
  if (sides === 2 && goingOut === "pitcher-first") return "pitcher-not-there";
  return point ? because : "counted-there-first-by-smudge";
}

/** What the pitcher plays for while the hand is in play: “make +3 or +4 · set −3”. */
export function atStake(rules, hand, totals) {
  return say("stake.line", {
    gain: gainText(rules, hand.bid, totals[hand.pitcher]), loss: lossText(rules, hand),
  });
}

/** What making the bid scores, and whether that wins the game by itself. */
function gainText(rules, bid, before) {
  if (isMoonToZero(rules, bid, before)) return say("stake.to_zero");
  const most = isNamed(bid) ? bidReward(rules, bid, rules.total) : rules.total;
  const least = isNamed(bid) ? most : bid;
  if (winsByItself(rules, bid, before)) return say("stake.wins", { least });
  return say(["stake.one", "stake.two"][most - least] ?? "stake.span", { least, most });
}

/** What being set back costs, and whether that loses the game by itself. */
function lossText(rules, { bid, with: called = [] }) {
  const loss = setbackCost(rules, bid);
  if (losesByItself(rules, bid)) return say("stake.loses", { loss });
  return say(called.length && !rules.partnerPays ? "stake.partner_free" : "stake.loss", { loss });
}

/** What stands in a row of the ledger in place of points: the bid, or why there is none. */
export function rowText({ names }, line) {
  if ("passed_out" in line) return say("row.passed_out");
  if ("adjust" in line) return say("row.adjustment", { name: names[line.adjust], change: changeOf(line.by) });
  return "bid" in line ? bidText(line.bid) : "";
}

// ---- What is still to tap

const MAX_NAMED_MISSING = 4;
const MAX_NAMED_AFTER = 20; // letters, after what a side took so far

/** What a half-tapped hand comes to so far, and what is missing; `chosen` are a form's fields. */
export function stillToTap({ names, labels }, rules, chosen) {
  const { who, bid } = chosen;
  if (bid === "pass") return say("entry.not_passed");
  const said = [];
  const missing = [];
  if (rules.auction && !who) missing.push(say("entry.who_bid"));
  if (rules.auction && !bid) missing.push(say("entry.the_bid"));
  if (rules.partners && bid && !chosen["with-1"]) missing.push(say("entry.the_partner"));
  const open = rules.points.filter(({ key, field = key }) => !chosen[field]);
  if (open.length === rules.points.length) missing.push(say("entry.every_point"));
  else {
    missing.push(...open.map(({ key }) => labels[key]));
    if (who && bid) said.push(soFar(names, rules, chosen));
  }
  if (needsAllTricks(rules, bid) && !chosen.all_tricks) {
    if (!missing.length && tookSoFar(rules, chosen) === rules.total) {
      const key = bid === SMUDGE_BID ? "entry.tricks_too_smudge" : "entry.tricks_too_moon";
      return say(key, { took: rules.total });
    }
    missing.push(say("entry.all_tricks"));
  }
  const named = missing.join(", ");
  const areMany = missing.length > MAX_NAMED_MISSING || (said.length && named.length > MAX_NAMED_AFTER);
  if (areMany) said.push(say("entry.missing_many", { many: missing.length }));
  else if (missing.length) said.push(say("entry.missing", { missing: named }));
  return said.join(" ");
}

/** The worth of the points that were tapped for the pitcher, or for the bidders. */
function tookSoFar(rules, { who, ...owners }) {
  const takers = [who.split(".")[0], TEAM];
  return rules.points.reduce(
    (sum, { key, field = key, worth }) => (takers.includes(owners[field]) ? sum + worth : sum), 0);
}

function soFar(names, rules, chosen) {
  const { who, bid } = chosen;
  const took = tookSoFar(rules, chosen);
  const blanks = { name: asSubject(names[who.split(".")[0]]), took, bid };
  if (bid === SMUDGE_BID) return say("entry.so_far_smudge", blanks);
  return say(bid === MOON_BID ? "entry.so_far_moon" : "entry.so_far", blanks);
}
