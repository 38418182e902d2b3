/**
 * How every side stands before the next hand, a twin of `scorepads/rules/next_hands.py` and
 * `wording/standing.py`: legal hands are tried by the rules themselves, alike ones once.
 */
import { MOON_BID, SMUDGE_BID, scoreHand } from "./scoring.js";
import { asSubject, isPlural } from "./sides.js";
import { say } from "./words.js";

const OWN_VICTORIES = ["reached-target", "smudge", "bidder-goes-out", "outright", "moon"];
const MAX_DIVISIONS = 3000; // ways of dividing the points that are tried
const NEVER = 1e6; // the target of a game without one

/** The points can be divided in more ways than are worth trying: nothing is told. */
class TooManyHands extends Error {}

/** Every bid there is, cheapest first; none without an auction. */
export function bidsOf({ auction, lowestBid, total, smudge, moon }) {
  if (!auction) return [];
  const numbers = Array.from({ length: total - lowestBid + 1 }, (_, i) => lowestBid + i);
  if (smudge === "all-tricks-five") return [...numbers, SMUDGE_BID];
  return moon ? [...numbers, MOON_BID] : numbers;
}

/**
 * Each side before the next hand: what stands under its total, whether it can win on that hand, and a
 * sentence where some side can go out on it.
 * @returns {{note: string, can: boolean, text: ?string}[]}
 */
export function standings({ names }, rules, totals) {
  const found = findChances(rules, totals);
  const chances = totals.map((total, side) => ({
    needs: rules.target === null ? null : Math.max(0, rules.target - total), ...found[side],
  }));
  const isTold = chances.some(canGoOut);
  return chances.map((chance, side) => ({
    note: scoreCellNote(rules, chance),
    can: chance.own !== null || chance.other !== null,
    text: isTold ? sentence(rules, names[side], chance, names.length) : null,
  }));
}

const canGoOut = ({ own, other }) => other !== null || (own !== null && !own.isSmudge);

// ---- The search

/** By which next hands each side can win; none are told where there are too many to try. */
function findChances(rules, totals) {
  const none = { own: null, other: null, alwaysWinsThen: true };
  if (rules.partners) return totals.map(() => none);
  const search = nextHands(rules, totals);
  try {
    return totals.map((_, side) => search(side));
  } catch (error) {
    if (error instanceof TooManyHands) return totals.map(() => none);
    throw error;
  }
}

/** A function that tells by which next hands a side can win. */
function nextHands(rules, totals) {
  const { points, total, goingOut, noJunk, failedSmudgeLoses } = rules;
  const target = rules.target ?? NEVER;
  const bids = bidsOf(rules);
  const sides = [...totals.keys()];
  const toOneSide = (side) => points.map(() => side);
  const divided = new Map();

  function judge(pitcher, bid, { taken, owners }, allTricks) {
    const line = { points: Object.fromEntries(points.map(({ key }, i) => [key, owners[i]])) };
    if (pitcher !== null) Object.assign(line, { pitcher, bid, all_tricks: allTricks });
    const { made, out } = scoreHand(line, totals, rules);
    return { taken, made, out };
  }

  const wins = ({ out }, side) => out?.winner === side && OWN_VICTORIES.includes(out.how);

  const gain = (line, before) => scoreHand(line, before, { ...rules, target: Infinity, outrightAt: null, sinksAt: null }).change[0];
  const everything = Object.fromEntries(points.map(({ key }) => [key, 0]));
  const zeros = totals.map(() => 0);
  const gainWithoutBid = gain(
    rules.auction ? { pitcher: 1, bid: rules.lowestBid, points: everything } : { points: everything }, zeros,
  );
  const largestGain = Math.max(gainWithoutBid, ...bids.map((bid) =>
    gain({ pitcher: 0, bid, all_tricks: true, points: everything }, zeros)));
  const goalWithoutBid = goingOut === "bidding-side-only" ? rules.outrightAt : rules.target;

  const canGetThere = (side) => totals[side] + largestGain >= target;
  const canWinWithoutBid = (side) =>
    goalWithoutBid !== null && totals[side] + gainWithoutBid >= goalWithoutBid;
  const winsWithEverything = (side) => bids.some((bid) =>
    wins(judge(side, bid, { owners: toOneSide(side) }, true), side));

  /** The sides whose points can decide whether this one wins. */
  function watched(side, pitcher) {
    const both = sides.filter((one) => one === side || one === pitcher);
    const countedFirst = side === pitcher && goingOut === "pitcher-first";
    if (noJunk || (countedFirst && !failedSmudgeLoses)) return both;
    if (failedSmudgeLoses) return sides;
    return sides.filter((one) => both.includes(one) || canWinWithoutBid(one));
  }

  /** The points divided in every way that can change who wins; of those alike one is kept. */
  function dividePoints(seen) {
    const known = divided.get(String(seen));
    if (known) return known;
    const rest = sides.filter((side) => !seen.includes(side)).slice(0, 1);
    let divisions = new Map([["", { taken: zeros, arrived: [], owners: [] }]]);
    for (const { worth, nobody } of points) {
      const grown = new Map();
      for (const { taken, arrived, owners } of divisions.values()) {
        for (const owner of [...seen, ...(nobody ? [null] : rest)]) {
          const next = { taken, arrived, owners: [...owners, owner] };
          if (seen.includes(owner)) {
            next.taken = taken.map((sum, side) => (side === owner ? sum + worth : sum));
            const isThere = totals[owner] + next.taken[owner] >= target;
            if (isThere && !arrived.includes(owner)) next.arrived = [...arrived, owner];
          }
          const alike = `${next.taken};${next.arrived}`;
          if (!grown.has(alike)) grown.set(alike, next);
        }
      }
      if (grown.size > MAX_DIVISIONS) throw new TooManyHands();
      divisions = grown;
    }
    divided.set(String(seen), [...divisions.values()]);
    return divided.get(String(seen));
  }

  /** Whether a lower bid is made as well, or leaves the pitcher short of the target as well. */
  function endsLikeALowerBid(bid, taken, pitcher) {
    if (!Number.isInteger(bid) || bid <= rules.lowestBid || bid >= total) return false;
    return bid <= taken || (bid - 1 > taken && totals[pitcher] - (bid - 1) < target);
  }

  const mayBeEnough = (side, taken) => totals[side] + taken[side] >= target
    || taken[side] === total || goingOut === "bidder-goes-out";

  const sumOf = (taken) => taken.reduce((sum, points) => sum + points, 0);

  /** The hands in which the side takes from `least` to `most` points and might win, few first. */
  function* handsWith(side, pitcher, tried, least, most = Infinity) {
    const wanted = dividePoints(watched(side, pitcher)).filter(({ taken }) =>
      least <= taken[side] && taken[side] <= most && mayBeEnough(side, taken));
    wanted.sort(({ taken: a }, { taken: b }) => a[side] - b[side] || sumOf(a) - sumOf(b));
    for (const division of wanted) {
      for (const bid of tried) {
        const took = division.taken[pitcher];
        if (pitcher !== null && endsLikeALowerBid(bid, took, pitcher)) continue;
        const both = pitcher !== null && took === total && !Number.isInteger(bid);
        yield judge(pitcher, bid, division, false);
        if (both) yield judge(pitcher, bid, division, true);
      }
    }
  }

  function fewest(side, pitcher, tried, most) {
    for (const hand of handsWith(side, pitcher, tried, 0, most)) if (wins(hand, side)) return hand;
    return null;
  }

  function every(hands, test) {
    for (const hand of hands) if (!test(hand)) return false;
    return true;
  }

  function ownBid(side) {
    if (!canGetThere(side) && !winsWithEverything(side)) return null;
    for (const bid of bids) {
      const hand = fewest(side, side, [bid]);
      if (hand) return describe(side, bid, hand.taken[side], hand.out.how);
    }
    return null;
  }

  function describe(side, bid, take, how) {
    const isSmudge = bid === SMUDGE_BID || bid === MOON_BID || how === "smudge";
    const needsMaking = !(Number.isInteger(bid) && take < bid);
    const hands = handsWith(side, side, needsMaking ? bids : [bid], take);
    const alwaysWins = every(hands, (hand) => (needsMaking && !hand.made) || wins(hand, side));
    return { bid, take, isSmudge, needsMaking, alwaysWins };
  }

  return (side) => {
    const others = sides.filter((one) => one !== side);
    const auctions = rules.auction ? others.map((pitcher) => [pitcher, bids]) : [[null, [null]]];
    let other = null;
    if (canWinWithoutBid(side)) {
      for (const [pitcher, tried] of auctions) {
        const hand = fewest(side, pitcher, tried, (other ?? total + 1) - 1);
        if (hand) other = hand.taken[side];
      }
    }
    const alwaysWinsThen = other === null || auctions.every(([pitcher, tried]) =>
      every(handsWith(side, pitcher, tried, other), (hand) => wins(hand, side)));
    return { own: ownBid(side), other, alwaysWinsThen };
  };
}

// ---- The sentences

function sentence(rules, name, { needs, own, other, alwaysWinsThen }, sides) {
  return say(sentenceKey(rules, { needs, own, other, alwaysWinsThen }), {
    name: asSubject(name),
    plural: isPlural(name),
    certain: (own?.alwaysWins ?? true) && alwaysWinsThen,
    needs,
    points: pointsText(other ?? 0),
    way: own ? wayByOwnBid(rules, own) : wayByOtherBid(sides, other ?? 0),
    other: wayByOtherBid(sides, other ?? 0),
  });
}

function sentenceKey(rules, { needs, own, other, alwaysWinsThen }) {
  if (own === null && other === null) return needs ? "standing.cannot" : "standing.cannot_there";
  if (!canGoOut({ own, other })) {
    return own.bid === MOON_BID ? "standing.only_moon" : "standing.only_smudge";
  }
  if (!rules.auction) return other ? "standing.no_auction" : "standing.any_hand";
  if (own === null || other === null) return "standing.one_way";
  if (own.alwaysWins && !alwaysWinsThen) return "standing.sure_or_not";
  const makesABid = own.needsMaking && !own.isSmudge;
  return makesABid && own.take === other ? "standing.anyones_bid" : "standing.two_ways";
}

function wayByOwnBid({ lowestBid }, { bid, take, isSmudge, needsMaking }) {
  if (isSmudge) return say("way.smudge");
  if (!needsMaking) return say("way.even_set", { bid });
  return say(take <= lowestBid ? "way.any_bid" : "way.any_bid_taking", { take });
}

function wayByOtherBid(sides, points) {
  const two = sides === 2;
  if (!points) return say(two ? "way.other_side_anyhow" : "way.other_sides_anyhow");
  return say(two ? "way.other_side" : "way.other_sides", { points: pointsText(points) });
}

const pointsText = (many) => say(many === 1 ? "points.one" : "points.many", { many });

/** What stands under a total: “needs 3”, or with a star how the side can go out on the next hand. */
function scoreCellNote({ lowestBid }, { needs, own, other }) {
  if (!canGoOut({ own, other })) {
    if (needs === null) return "";
    return needs ? say("board.needs", { needs }) : say("board.there");
  }
  if (other !== null) return say("board.out_with", { take: other });
  return own.take <= lowestBid ? say("board.any_bid") : say("board.bid_and_take", { take: own.take });
}
