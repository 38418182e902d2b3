/**
 * Which sentence is said of what a hand did and what is still to tap, as the
 * server does in `scorepads/rules/wording/` and `entry/prompts.py`, with the same sentences. For the
 * preview, and for scoring without a network.
 *
 * A `game` is what the words need of a pad: `names` of the sides as they stand in a sentence, and
 * `labels` of the points by key.
 */
import { SMUDGE_BID, SMUDGE_WORTH } from "./scoring.js";
import { SENTENCES } from "./sentences.js";

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
export const bidText = (bid) => (bid === SMUDGE_BID ? say("bid.smudge") : String(bid));
const price = (bid) => (bid === SMUDGE_BID ? SMUDGE_WORTH : bid);

// ---- What a line did

/** A scored line of `fold` in one sentence: “Us took 2 of 3: set back 3, 2 to −1. Them +2, 7 to 9.” */
export function result(game, row) {
  const said = changesOf(game, row);
  return (row.out ? [...said, ending(game, row)] : said).join(" ");
}

const moveOf = ({ names }, { before, change, totals }, side) => ({
  name: names[side],
  change: changeOf(change[side]),
  before: signed(before[side]),
  total: signed(totals[side]),
});

function pitcherResult(game, row) {
  const { line: { pitcher, bid, points }, made, rules } = row;
  const blanks = {
    ...moveOf(game, row, pitcher), bid, took: worthOf(rules, points, pitcher), loss: price(bid),
  };
  if (bid === SMUDGE_BID) return say(made ? "line.made_smudge" : "line.set_back_smudge", blanks);
  return say(made ? "line.made" : "line.set_back", blanks);
}

const worthOf = (rules, points, side) =>
  rules.points.reduce((sum, { key, worth }) => (points[key] === side ? sum + worth : sum), 0);

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
  const said = others.map((side) => say("line.move", moveOf(game, row, side)));
  if (pitcher !== undefined) said.unshift(pitcherResult(game, row));
  return said.length ? said : [say("line.nobody_scores")];
}

/** Who won on this line, how, and why that side and no other. */
export function ending({ names, labels }, { out, totals, rules }) {
  const other = names.length === 2 ? 1 - out.winner : out.winner;
  return say(`ending.${endingKey(rules, out, names.length)}`, {
    name: names[out.winner],
    total: signed(totals[out.winner]),
    target: rules.target,
    other: names[other],
    point: labels[out.point],
    outright: rules.outrightAt,
    fell_to: signed(totals[other]),
    sunk: signed(rules.sinksAt ?? 0),
  });
}

function endingKey({ goingOut }, { because, point }, sides) {
  if (because !== "counted-there-first") return because;
  if (sides === 2 && goingOut === "pitcher-first") return "pitcher-not-there";
  return point ? because : "counted-there-first-by-smudge";
}

/** What the pitcher plays for while the hand is in play: “makes: +2 to +4; set: −3”. */
export function atStake({ smudge, total }, { bid }) {
  if (bid === SMUDGE_BID) return say("stake.one", { bid: price(bid) });
  if (bid !== total) return say("stake.up_to", { bid, most: total });
  return say(smudge.startsWith("four-wins") ? "stake.may_win" : "stake.one", { bid });
}

/** What stands in a row of the ledger in place of points: the bid, or why there is none. */
export function rowText({ names }, line) {
  if ("passed_out" in line) return say("row.passed_out");
  if ("adjust" in line) return say("row.adjustment", { name: names[line.adjust], change: changeOf(line.by) });
  return "bid" in line ? bidText(line.bid) : "";
}

// ---- What is still to tap

const MAX_NAMED_MISSING = 4;

/** What a half-tapped hand comes to so far, and what is missing; `chosen` are a form's fields. */
export function stillToTap({ names, labels }, rules, chosen) {
  const { who, bid } = chosen;
  if (bid === "pass") return say("entry.not_passed");
  const said = [];
  const missing = [];
  if (rules.auction && !who) missing.push(say("entry.who_bid"));
  if (rules.auction && !bid) missing.push(say("entry.the_bid"));
  const open = rules.points.filter(({ key }) => !chosen[key]);
  if (open.length === rules.points.length) missing.push(say("entry.every_point"));
  else {
    missing.push(...open.map(({ key }) => labels[key]));
    if (who && bid) said.push(soFar(names, rules, chosen));
  }
  if (bid === SMUDGE_BID && !chosen.all_tricks) missing.push(say("entry.all_tricks"));
  if (missing.length > MAX_NAMED_MISSING) said.push(say("entry.missing_many", { many: missing.length }));
  else if (missing.length) said.push(say("entry.missing", { missing: missing.join(", ") }));
  return said.join(" ");
}

function soFar(names, rules, { who, bid, ...owners }) {
  const [pitcher] = who.split(".");
  const blanks = { name: names[pitcher], took: worthOf(rules, owners, pitcher), bid };
  return say(bid === SMUDGE_BID ? "entry.so_far_smudge" : "entry.so_far", blanks);
}
