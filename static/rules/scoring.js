/**
 * The rules of Pitch on the phone: a twin of `scorepads/rules/`, for the preview of a hand and for
 * scoring without a network. It has no presets: it is given the rules with house rules applied, as the
 * server has them (`scorepads/entry/client_data.py`). It takes valid facts and returns scores, and
 * changes none of its arguments. Only the server checks facts: forms can send no others.
 *
 * @typedef {{winner: number, how: string}} Ending
 * @typedef {Ending & {because: string, point: ?string}} Out  with the step that decided
 * @typedef {{points: {key: string, worth: number, nobody: boolean}[], total: number, auction: boolean, target: ?number,
 *   lowestBid: number, smudge: string, goingOut: string, outrightAt: ?number, sinksAt: ?number,
 *   noJunk: boolean, failedSmudgeLoses: boolean, tiePlaysOn: boolean, canBePassedOut: boolean,
 *   moon: ?Moon, partners: ?string, partnerPays: boolean, endsAfter: ?Length}} Rules
 * @typedef {{made: ?number, failed: ?number, to_zero: boolean, loses: boolean, all_tricks: boolean}} Moon
 * @typedef {{lines: number, inDeals: boolean, passedOut: boolean, playsOn: boolean}} Length  how many
 *   lines complete the game, whether they are told as deals, whether passed-out hands are among them, and whether a shared highest total plays on
 */

export const SMUDGE_BID = "smudge";
export const MOON_BID = "moon";
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
const teamOf = ({ pitcher, with: called = [] }) => (pitcher === undefined ? [] : [pitcher, ...called]);

/** Whether a bid is made only by winning every trick. */
export const needsAllTricks = ({ moon }, bid) => (bid === MOON_BID ? !!moon?.all_tricks : bid === SMUDGE_BID);

/** What a made bid scores, of so many points taken. */
export function bidReward({ moon }, bid, took) {
  if (bid === SMUDGE_BID) return SMUDGE_WORTH;
  return bid === MOON_BID ? moon.made ?? took : took;
}

/** What being set back costs. */
export function setbackCost({ moon, total }, bid) {
  if (bid === SMUDGE_BID) return SMUDGE_WORTH;
  return bid === MOON_BID ? moon.failed ?? total : bid;
}

/** Whether a made moon would only bring its pitcher, who has so many points, back to zero. */
export const isMoonToZero = ({ moon }, bid, before) => bid === MOON_BID && before < 0 && moon.to_zero;
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
  const byBid = endingByBid(play, rules);
  if (byBid) return scored(before, play.totals, play.made, byBid);
  const { totals = play.totals, ...step } = goOut(play, rules);
  const out = goneOut(step) ?? outrightEnding(totals, rules) ?? sunkEnding(totals, rules);
  return scored(before, totals, play.made, out);
}

/**
 * A played hand made ready for going out: whether the bid was made, the totals once a pitcher that
 * was set back has lost it, then in order the points that count for somebody, and the totals when
 * all of them are counted.
 */
function readPlay(line, before, rules) {
  const { pitcher = null, bid = 0, all_tricks = false, points } = line;
  const team = teamOf(line);
  const owned = rules.points.map(({ key, worth }) => ({ key, side: points[key], worth }));
  const took = owned.reduce((sum, { side, worth }) => (team.includes(side) ? sum + worth : sum), 0);
  const isNamed = typeof bid === "string";
  const isMade = isNamed
    ? took === rules.total && (all_tricks || !needsAllTricks(rules, bid)) : took >= bid;
  const made = pitcher === null ? null : isMade;
  const toZero = !!made && isMoonToZero(rules, bid, before[pitcher]);
  const gain = toZero ? -before[pitcher] : made && bidReward(rules, bid, took);

  const counts = ({ side }) => side !== null && (side === pitcher ? made && !isNamed : !rules.noJunk);
  const atOnce = made && isNamed ? [{ key: null, side: pitcher, worth: gain }] : [];
  const counting = [...atOnce, ...owned.filter(counts)];
  const afterLoss = made === false ? plus(before, pitcher, -setbackCost(rules, bid)) : before;
  const totals = rules.partners
    ? scoredAlike({ team, owned, made, took, bid }, before, rules)
    : counting.reduce((sums, { side, worth }) => plus(sums, side, worth), afterLoss);
  return { pitcher, bid, team, made, toZero, before, afterLoss, counting, totals };
}

/** With called partners: the team scores alike, and each of the others what they took together. */
function scoredAlike({ team, owned, made, took, bid }, before, rules) {
  const all = owned.reduce((sum, { side, worth }) => (side === null ? sum : sum + worth), 0);
  const others = rules.noJunk ? 0 : all - took;
  const lost = (side) => (side === team[0] || rules.partnerPays ? -setbackCost(rules, bid) : 0);
  return before.map((total, side) =>
    total + (!team.includes(side) ? others : made ? took : lost(side)));
}

// ---- Who has won after a hand

const goneOut = ({ winner, how = "reached-target", because, point }) =>
  won(winner, how, because, point);

/** Whether the bid was a smudge: all the points, or Pagat's bid of that name. */
export const isSmudge = ({ smudge, total }, bid) =>
  smudge !== "none" && bid === (smudge === "all-tricks-five" ? SMUDGE_BID : total);

/** Whether making the bid wins the game, for a pitcher who has so many points. */
export function winsByItself(rules, bid, before) {
  if (bid === MOON_BID) return rules.moon.made === null && !isMoonToZero(rules, bid, before);
  if (!isSmudge(rules, bid)) return false;
  return rules.smudge === "four-wins" || (rules.smudge !== "all-tricks-five" && before >= 0);
}

/** Whether failing the bid loses the game. */
export const losesByItself = (rules, bid) =>
  (bid === MOON_BID ? rules.moon.loses : rules.failedSmudgeLoses && isSmudge(rules, bid));

/** A smudge or a moon that wins by itself, or a failed one that loses to the highest of the others. */
function endingByBid({ pitcher, bid, made, before, totals }, rules) {
  const isMoon = bid === MOON_BID;
  if (made && winsByItself(rules, bid, before[pitcher])) {
    return won(pitcher, isMoon ? "moon" : "smudge", isMoon ? "made-moon" : "made-everything");
  }
  if (made !== false || !losesByItself(rules, bid)) return null;
  const others = [...totals.keys()].filter((side) => side !== pitcher);
  const how = isMoon ? "failed-moon" : "failed-smudge";
  return won(highest(others, totals), how, isMoon ? how : "failed-everything");
}

const sidesAt = (number, totals) => [...totals.keys()].filter((side) => totals[side] >= number);

function leadersOf(sides, totals) {
  const top = Math.max(...sides.map((side) => totals[side]));
  return sides.filter((side) => totals[side] === top);
}

/** The one side among these with the highest total; null where there is none, or they are equal. */
function highest(sides, totals) {
  const leaders = leadersOf(sides, totals);
  return leaders.length === 1 ? leaders[0] : null;
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
  "bidding-side-only": ({ team, made, totals }, { target }) => {
    const there = made ? team.filter((side) => totals[side] >= target) : [];
    return { winner: leadersOf(there, totals)[0] ?? null, because: "made-its-bid" };
  },
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
  "highest-at-target": ({ pitcher, team, totals }, { target }) => {
    const leaders = leadersOf([...totals.keys()], totals);
    const partners = team.filter((side) => side !== pitcher && leaders.includes(side));
    if (totals[leaders[0]] < target) return { winner: null };
    if (leaders.length === 1) return { winner: leaders[0], because: "highest-at-target" };
    if (leaders.includes(pitcher)) return { winner: pitcher, because: "pitcher-of-highest" };
    return { winner: partners.length === 1 ? partners[0] : null, because: "partner-of-highest" };
  },
};

/** Going out, where there is a target; not by a moon that only brought its pitcher to zero. */
function goOut(play, rules) {
  if (rules.target === null) return { winner: null };
  const step = GOING_OUT[rules.goingOut](play, rules);
  return play.toZero && step.winner === play.pitcher ? { ...step, winner: null } : step;
}

/** Pitcher first, and the pitcher is not there: the side that stood there before, else the first
 * to get there. */
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
 * force on it; the rules and totals after it; the hand that is still in play, if one is; how many
 * hands are `left` of a game of so many, 0 in a play-off.
 */
export function fold(lines, start, rules) {
  const scoredLines = [];
  const length = { ...rules.endsAfter, counted: rules.counted ?? 0 };
  let totals = start;
  let lastPlayed = null;
  let inPlay = null;
  for (const [index, line] of lines.entries()) {
    if (isOpen(line)) {
      inPlay = line;
      break;
    }
    if (has(line, "target")) rules = { ...rules, target: line.target };
    const row = has(line, "target")
      ? scored(totals, totals, null, lastPlayed && judgedAgain(lastPlayed, totals, rules))
      : scoreHand(line, totals, rules);
    if (has(line, "points")) lastPlayed = { line, row };
    if (rules.endsAfter) row.out = lengthEnding(line, row, length);
    scoredLines.push({ number: index + 1, line, rules, ...row });
    totals = row.totals;
    if (row.out) break;
  }
  const left = rules.endsAfter ? Math.max(0, length.lines - length.counted) : null;
  return { lines: scoredLines, totals, rules, inPlay, left, out: scoredLines.at(-1)?.out ?? null };
}

/** Who has gone out by a target that was changed after the last played hand, at `totals` now. */
function judgedAgain({ line, row }, totals, rules) {
  const play = readPlay(line, row.before, rules); // counted whole
  const moved = minus(totals, play.totals);
  const [before, afterLoss] = [play.before, play.afterLoss]
    .map((sums) => sums.map((sum, side) => sum + moved[side]));
  return goneOut(goOut({ ...play, before, afterLoss, totals }, rules));
}

/** The end of a game that lasts so many hands, judged last of all; counts the line in `length`. */
function lengthEnding(line, { out, totals }, length) {
  const isPlayed = has(line, "points");
  const counts = isPlayed || (length.passedOut && has(line, "passed_out"));
  length.counted += counts ? 1 : 0;
  const isComplete = (counts && length.counted === length.lines)
    || (isPlayed && length.counted > length.lines);
  if (out || !isComplete) return out;
  const winner = highest([...totals.keys()], totals);
  if (winner !== null) return won(winner, "hands-played", "hands-played");
  return length.playsOn ? null : { winner, how: "drawn", because: "drawn", point: null };
}
