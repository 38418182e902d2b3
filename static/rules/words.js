/**
 * What a hand did, what is still to tap and how every side stands, in the same words as the server
 * (`scorepads/rules/explain.py`, `standing.py`): for the preview, and for scoring without a network.
 *
 * A `game` is what the words need of a pad: `names` of the sides as they stand in a sentence, and
 * `labels` of the points by key.
 */
import { SMUDGE_BID, SMUDGE_WORTH, WITHIN_REACH, scoreHand } from "./scoring.js";

export const signed = (number) => (number < 0 ? `−${-number}` : String(number));
export const changeOf = (number) => (number > 0 ? `+${number}` : signed(number));
export const bidText = (bid) => (bid === SMUDGE_BID ? "smudge" : String(bid));
const price = (bid) => (bid === SMUDGE_BID ? SMUDGE_WORTH : bid);

// ---- What a line did

/** A scored line of `fold` in one sentence: “Us took 2 of 3: set back 3, 2 to −1. Them +2, 7 to 9.” */
export function result(game, row) {
  const { line, change, out } = row;
  if ("passed_out" in line) return "Passed out: nobody scores.";
  if ("target" in line) return `From here on the game is to ${line.target}. ${
    out ? ending(game, row) : "Nobody has gone out by that."}`;
  const isHand = "points" in line;
  const moves = [...change.keys()]
    .filter((side) => change[side] && !(isHand && side === line.pitcher))
    .map((side) => `${game.names[side]} ${changeOf(change[side])}, ${fromTo(row, side)}.`);
  const pitcher = isHand && line.pitcher !== undefined ? [pitcherResult(game, row)] : [];
  const said = [...pitcher, ...moves].join(" ") || "Nobody scores.";
  return out ? `${said} ${ending(game, row)}` : said;
}

const fromTo = ({ before, totals }, side) => `${signed(before[side])} to ${signed(totals[side])}`;

function pitcherResult(game, row) {
  const { line: { pitcher, bid, points }, change, made, rules } = row;
  const took = worthOf(rules, points, pitcher);
  const named = bid === SMUDGE_BID ? "a smudge" : bid;
  const setBack = bid === SMUDGE_BID ? `bid a smudge, took ${took}` : `took ${took} of ${bid}`;
  const outcome = made
    ? `bid ${named}, took ${took}: made, ${changeOf(change[pitcher])}`
    : `${setBack}: set back ${price(bid)}`;
  return `${game.names[pitcher]} ${outcome}, ${fromTo(row, pitcher)}.`;
}

const worthOf = (rules, points, side) =>
  rules.points.reduce((sum, { key, worth }) => (points[key] === side ? sum + worth : sum), 0);

/** Who won on this line, how, and why that side and no other. */
export function ending({ names, labels }, { out, totals, rules }) {
  const other = names.length === 2 ? 1 - out.winner : out.winner;
  const at = ` with ${signed(totals[out.winner])} in a game to ${rules.target}`;
  const counted = names.length === 2 && rules.goingOut === "pitcher-first"
    ? `${at}: ${names[other]}, the pitcher, is not there.`
    : `${at}: first there as the points are counted, with ${labels[out.point] ?? "the smudge"}.`;
  return names[out.winner] + {
    "made-everything": ": a made smudge wins the game on the spot.",
    "failed-everything": `: ${names[other]} failed a smudge, and that loses the game.`,
    "pitcher-at-target": `${at}: the pitcher is counted first.`,
    "made-its-bid": `${at}, on a made bid.`,
    "made-within-reach": ": both sides began the hand within reach, so a made bid wins.",
    "defender-at-target": `${at}: ${names[other]} did not make the bid.`,
    "alone-at-target": `${at}: no other side is there.`,
    "stood-there-before": `${at}: there already before the hand.`,
    "counted-there-first": counted,
    "highest-at-target": `${at}: the highest total there.`,
    "at-outright": `${at}: ${rules.outrightAt} or more wins, whoever bid.`,
    "other-sunk": `: ${names[other]} fell to ${signed(totals[other])}, and ${
      signed(rules.sinksAt ?? 0)} or lower loses the game.`,
  }[out.because].replace(/^/, " won");
}

/** What the pitcher plays for while the hand is in play: “makes: +2 to +4; set: −3”. */
export function atStake({ smudge, total }, { bid }) {
  if (bid === SMUDGE_BID) return `makes: +${price(bid)}; set: −${price(bid)}`;
  const wins = bid === total && smudge.startsWith("four-wins");
  const more = bid === total ? "" : ` to +${total}`;
  const makes = `+${bid}${more}`;
  return `makes: ${makes}${wins ? " and may win the game" : ""}; set: −${bid}`;
}

// ---- What is still to tap

/** What a half-tapped hand comes to so far, and what is missing; `chosen` are a form's fields. */
export function stillToTap({ names, labels }, rules, chosen) {
  const { who, bid } = chosen;
  const pitcher = who && Number(who.split(".")[0]);
  const missing = rules.auction && !who ? ["who bid"] : [];
  if (rules.auction && !bid) missing.push("the bid");
  const open = rules.points.filter(({ key }) => !chosen[key]);
  if (open.length === rules.points.length) missing.push("who won each point");
  else missing.push(...open.map(({ key }) => labels[key]));
  if (bid === SMUDGE_BID && !chosen.all_tricks) missing.push("all six tricks or not");
  let soFar = "";
  if (who && bid && open.length < rules.points.length) {
    const took = rules.points
      .reduce((sum, { key, worth }) => (chosen[key] === String(pitcher) ? sum + worth : sum), 0);
    soFar = `${names[pitcher]} took ${took} of ${bid === SMUDGE_BID ? "a smudge" : bid} so far.`;
  }
  if (!missing.length) return soFar.trim();
  return `${soFar}${soFar && " "}Still to tap: ${missing.join(", ")}.`;
}

// ---- How every side stands

/** Every bid there is, cheapest first; none without an auction. */
export function bidsOf({ auction, lowestBid, total, smudge }) {
  if (!auction) return [];
  const numbers = Array.from({ length: total - lowestBid + 1 }, (_, i) => lowestBid + i);
  return smudge === "all-tricks-five" ? [...numbers, SMUDGE_BID] : numbers;
}

/**
 * Each side before the next hand: what it needs, whether it can go out on it, and that in words.
 * @returns {{needs: number, can: boolean, text: string}[]}
 */
export function standings({ names }, rules, totals) {
  return totals.map((total, side) => {
    const least = leastBid(rules, totals, side);
    const without = withoutBid(rules, totals, side);
    const needs = Math.max(0, rules.target - total);
    const over = total === rules.target ? "at" : "over";
    const place = needs ? `${needs} to go` : `${over} ${rules.target}`;
    const text = `${names[side]}: ${signed(total)}, ${place}, ${wayOut(rules, needs, least, without)}.`;
    return { needs, can: least !== null || without !== null, text };
  });
}

const leastBid = (rules, totals, side) => bidsOf(rules).find((bid) =>
  isEnough(rules, totals, side, bid) && goesOut(rules, totals, side, side, bid)) ?? null;

/** Whether making just this bid takes the side far enough. */
function isEnough({ goingOut, smudge, target, total }, totals, side, bid) {
  const withinReach = totals.every((sum) => sum >= target - WITHIN_REACH);
  if (goingOut === "bidder-goes-out" && withinReach) return true;
  const smudgeWins = smudge === "four-wins"
    || (smudge === "four-wins-unless-in-the-hole" && totals[side] >= 0);
  return (smudgeWins && bid === total) || totals[side] + price(bid) >= target;
}

function withoutBid(rules, totals, side) {
  const { goingOut, outrightAt, target, noJunk, total, auction } = rules;
  if (goingOut === "bidding-side-only" && outrightAt === null) return null;
  const goal = goingOut === "bidding-side-only" ? outrightAt : target;
  const points = Math.max(0, goal - totals[side]);
  if (points > (noJunk ? 0 : total)) return null;
  const others = [...totals.keys()].filter((other) => other !== side);
  const can = auction
    ? others.some((pitcher) => bidsOf(rules).some((bid) => goesOut(rules, totals, side, pitcher, bid)))
    : goesOut(rules, totals, side);
  return can ? points : null;
}

/** Whether the side goes out on the hand that suits it best: one in which it takes all. */
function goesOut(rules, totals, side, pitcher, bid) {
  const points = Object.fromEntries(rules.points.map(({ key }) => [key, side]));
  const auction = pitcher === undefined ? {} : { pitcher, bid, all_tricks: pitcher === side };
  const { out } = scoreHand({ ...auction, points }, totals, rules);
  return out?.winner === side && out.how !== "sunk" && out.how !== "failed-smudge";
}

function wayOut(rules, needs, least, without) {
  if (least === null && without === null) return "cannot go out on the next hand";
  if (!rules.auction) return "can go out on the next hand";
  if (least === null) return "can only go out on another side's bid";
  const bids = bidsOf(rules);
  const orMore = least === SMUDGE_BID ? "a smudge"
    : least === bids.at(-1) ? bidText(least) : `${least} or more`;
  const bySmudge = rules.smudge.startsWith("four-wins") && needs > rules.total;
  if (without === null && bySmudge) return `can only go out by a smudge, a made bid of ${least}`;
  if (without === null) return `can only go out on its own bid, ${orMore}`;
  if (least === bids[0]) return "can go out on any bid";
  const by = least === SMUDGE_BID ? "a smudge" : `a bid of ${orMore}`;
  return `can go out with ${by}`;
}
