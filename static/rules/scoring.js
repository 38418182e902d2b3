/**
 * The rules of Pitch on the phone: a twin of `scorepads/rules/`, for the preview of a hand and for
 * scoring without a network. It knows no preset: the rules are handed in, house rules applied, as
 * the server has them (`scorepads/phone.py`). Facts that are in order go in, scores come out, and
 * nothing that is passed in is changed. A form holds nothing else; what
 * facts from outside must be like, the server says.
 *
 * @typedef {{winner: number, how: string}} Ending
 * @typedef {Ending & {because: string, point: ?string}} Out  with the step that decided
 * @typedef {{points: {key: string, worth: number, nobody: boolean}[], total: number, auction: boolean, target: number,
 *   lowestBid: number, smudge: string, goingOut: string, outrightAt: ?number, sinksAt: ?number,
 *   noJunk: boolean, failedSmudgeLoses: boolean, tiePlaysOn: boolean, canBePassedOut: boolean}} Rules
 */

export const SMUDGE_BID = "smudge";
export const SMUDGE_WORTH = 5;
export const WITHIN_REACH = 7;

export const has = Object.hasOwn;

/** A hand of which only the auction is over. */
export const isOpen = (line) => !["points", "passed_out", "adjust", "target"].some((key) => has(line, key));

// ---- Scoring one hand

const plus = (totals, side, by) => totals.map((total, i) => (i === side ? total + by : total));
const minus = (totals, change) => totals.map((total, i) => total - change[i]);
const otherSide = (side) => 1 - side;
const won = (winner, how, because, point = null) =>
  (winner === null ? null : { winner, how, because, point });
const scored = (before, totals, made = null, out = null) =>
  ({ before, change: totals.map((total, side) => total - before[side]), totals, made, out });

/**
 * What one line changes, and whether it ends the game; `before` holds the totals before it.
 * @returns {{before: number[], change: number[], totals: number[], made: ?boolean, out: ?Out}}
 *   `made` is null where nobody bid
 */
export function scoreHand(line, before, rules) {
  if (has(line, "passed_out")) return scored(before, before);
  if (has(line, "adjust")) return scored(before, plus(before, line.adjust, line.by));
  const play = readPlay(line, before, rules);
  const bySmudge = smudgeEnding(play, rules);
  if (bySmudge) return scored(before, play.totals, play.made, bySmudge);
  const { totals = play.totals, ...step } = GOING_OUT[rules.goingOut](play, rules);
  const out = goneOut(step) ?? outrightEnding(totals, rules) ?? sunkEnding(totals, rules);
  return scored(before, totals, play.made, out);
}

/**
 * A played hand made ready for going out: whether the bid was made, the totals once a pitcher that
 * was set back has lost it, then in order the points that count for somebody, and the totals when
 * all of them are counted.
 */
function readPlay({ pitcher = null, bid = 0, all_tricks = false, points }, before, rules) {
  const owned = rules.points.map(({ key, worth }) => ({ key, side: points[key], worth }));
  const took = owned.reduce((sum, { side, worth }) => (side === pitcher ? sum + worth : sum), 0);
  const isPagats = bid === SMUDGE_BID;
  const isMade = isPagats ? all_tricks && took === rules.total : took >= bid;
  const made = pitcher === null ? null : isMade;

  const counts = ({ side }) => side !== null && (side === pitcher ? made && !isPagats : !rules.noJunk);
  const atOnce = made && isPagats ? [{ key: null, side: pitcher, worth: SMUDGE_WORTH }] : [];
  const counting = [...atOnce, ...owned.filter(counts)];
  const afterLoss = made === false ? plus(before, pitcher, isPagats ? -SMUDGE_WORTH : -bid) : before;
  const totals = counting.reduce((sums, { side, worth }) => plus(sums, side, worth), afterLoss);
  return { pitcher, bid, made, before, afterLoss, counting, totals };
}

// ---- Who has won after a hand

const goneOut = ({ winner, how = "reached-target", because, point }) =>
  won(winner, how, because, point);

/** A smudge that wins by itself, or a failed one that loses the game. */
function smudgeEnding({ pitcher, bid, made, before }, { smudge, total, failedSmudgeLoses }) {
  if (smudge === "none" || bid !== (smudge === "all-tricks-five" ? SMUDGE_BID : total)) return null;
  if (!made) return failedSmudgeLoses
    ? won(otherSide(pitcher), "failed-smudge", "failed-everything") : null;
  const wins = smudge === "four-wins"
    || (smudge === "four-wins-unless-in-the-hole" && before[pitcher] >= 0);
  return wins ? won(pitcher, "smudge", "made-everything") : null;
}

const sidesAt = (number, totals) => [...totals.keys()].filter((side) => totals[side] >= number);

/** The one side among these with the highest total; null where there is none, or they are equal. */
function highest(sides, totals) {
  const top = Math.max(...sides.map((side) => totals[side]));
  const atTop = sides.filter((side) => totals[side] === top);
  return atTop.length === 1 ? atTop[0] : null;
}

/** Counts point by point, up to the first that brings its owner to the target. */
function countInOrder(totals, counting, target) {
  const because = "counted-there-first";
  for (const { key, side, worth } of counting) {
    totals = plus(totals, side, worth);
    if (totals[side] >= target) return { totals, winner: side, because, point: key };
  }
  return { totals, winner: null };
}

/** By way of going out: the winner, and the totals where not every point was counted. */
const GOING_OUT = {
  "pitcher-first": (play, rules) => {
    const isOut = play.totals[play.pitcher] >= rules.target;
    return isOut ? { winner: play.pitcher, because: "pitcher-at-target" } : firstOfTheOthers(play, rules);
  },
  "bidding-side-only": ({ pitcher, made, totals }, { target }) =>
    ({ winner: made && totals[pitcher] >= target ? pitcher : null, because: "made-its-bid" }),
  "bidder-goes-out": ({ pitcher, made, before, totals }, { target }) => {
    const out = sidesAt(target, totals);
    const bothWithinReach = sidesAt(target - WITHIN_REACH, before).length === 2;
    if (!bothWithinReach) return { winner: out.length === 1 ? out[0] : null, because: "alone-at-target" };
    if (made) return { winner: pitcher, how: "bidder-goes-out", because: "made-within-reach" };
    const defender = out.includes(otherSide(pitcher)) ? otherSide(pitcher) : null;
    return { winner: defender, because: "defender-at-target" };
  },
  "point-order": ({ afterLoss, counting }, { target }) => {
    const winner = highest(sidesAt(target, afterLoss), afterLoss);
    if (winner === null) return countInOrder(afterLoss, counting, target);
    return { totals: afterLoss, winner, because: "stood-there-before" };
  },
};

/** Pitcher first, and the pitcher is not there: who stood there before, else who gets there first. */
function firstOfTheOthers({ pitcher, before, counting, totals }, { target, tiePlaysOn }) {
  const there = sidesAt(target, tiePlaysOn ? totals : before).filter((side) => side !== pitcher);
  if (tiePlaysOn || there.length > 0) {
    const because = tiePlaysOn ? "highest-at-target" : "stood-there-before";
    return { winner: highest(there, totals), because };
  }
  const { winner, because, point } = countInOrder(before, counting, target);
  return { winner, because, point };
}

const outrightEnding = (totals, { outrightAt }) =>
  outrightAt === null ? null : won(highest(sidesAt(outrightAt, totals), totals), "outright", "at-outright");

function sunkEnding(totals, { sinksAt }) {
  const afloat = sinksAt === null ? [] : sidesAt(sinksAt + 1, totals);
  return afloat.length === 1 ? won(afloat[0], "sunk", "other-sunk") : null;
}

// ---- The whole ledger

/**
 * The ledger as a fold: a scored line for each up to the one that ends the game, with the rules in
 * force on it; the rules and totals after it; the hand that is still in play, if one is.
 */
export function fold(lines, start, rules) {
  const scoredLines = [];
  let totals = start;
  let lastPlayed = null;
  let inPlay = null;
  for (const [index, line] of lines.entries()) {
    if (isOpen(line)) {
      inPlay = line;
      break;
    }
    if (has(line, "points")) lastPlayed = line;
    if (has(line, "target")) rules = { ...rules, target: line.target };
    const row = has(line, "target")
      ? scored(totals, totals, null, lastPlayed && judgedAgain(lastPlayed, totals, rules))
      : scoreHand(line, totals, rules);
    scoredLines.push({ number: index + 1, line, rules, ...row });
    totals = row.totals;
    if (row.out) break;
  }
  return { lines: scoredLines, totals, rules, inPlay, out: scoredLines.at(-1)?.out ?? null };
}

/** Who has gone out by a target that was changed after the last played hand, at `totals` now. */
function judgedAgain(hand, totals, rules) {
  const zeros = totals.map(() => 0);
  const { totals: change } = readPlay(hand, zeros, rules);
  return goneOut(GOING_OUT[rules.goingOut](readPlay(hand, minus(totals, change), rules), rules));
}
