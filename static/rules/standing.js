/**
 * How every side stands before the next hand, a twin of `scorepads/rules/next_hands.py` and
 * `wording/standing.py`: legal hands are tried by the rules themselves, alike ones once.
 */
import { SMUDGE_BID, scoreHand } from "./scoring.js";
import { asSubject, isPlural } from "./sides.js";
import { say } from "./words.js";

const MAX_DIVISIONS = 3000;
const OWN_VICTORIES = ["reached-target", "smudge", "bidder-goes-out", "outright"];

/** Every bid there is, cheapest first; none without an auction. */
export function bidsOf({ auction, lowestBid, total, smudge }) {
  if (!auction) return [];
  const numbers = Array.from({ length: total - lowestBid + 1 }, (_, i) => lowestBid + i);
  return smudge === "all-tricks-five" ? [...numbers, SMUDGE_BID] : numbers;
}

/**
 * Each side before the next hand: what stands under its total, whether it can win on that hand, and a
 * sentence where some side can go out on it.
 * @returns {{note: string, can: boolean, text: ?string}[]}
 */
export function standings({ names }, rules, totals) {
  const search = nextHands(rules, totals);
  const chances = totals.map((total, side) => ({
    needs: Math.max(0, rules.target - total), ...search(side),
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

/**
 * A function that tells by which next hands a side can win. The points are divided between the side and
 * the pitcher in every way; the rest goes to nobody to see whether it can win, and to a rival to see
 * whether it always does.
 */
function nextHands(rules, totals) {
  const { points, total, target, goingOut, outrightAt, noJunk, failedSmudgeLoses } = rules;
  const bids = bidsOf(rules);
  const sides = [...totals.keys()];
  const zeros = totals.map(() => 0);
  const divided = new Map();

  const everything = Object.fromEntries(points.map(({ key }) => [key, 0]));
  const endless = { ...rules, target: Infinity, outrightAt: null, sinksAt: null };
  const gain = (auction) => scoreHand({ ...auction, points: everything }, zeros, endless).change[0];
  const gainWithoutBid = gain(rules.auction ? { pitcher: 1, bid: rules.lowestBid } : {});
  const largestGain = Math.max(gainWithoutBid, ...bids.map((bid) => gain({ pitcher: 0, bid, all_tricks: true })));
  const goalWithoutBid = goingOut === "bidding-side-only" ? outrightAt : target;

  const canGetThere = (side) => totals[side] + largestGain >= target;
  const canWinWithoutBid = (side) =>
    goalWithoutBid !== null && totals[side] + gainWithoutBid >= goalWithoutBid;

  const biddersOf = (side, { pitcher }) => (pitcher === null || pitcher === side ? [side] : [side, pitcher]);

  /** The further sides whose points can keep this one from winning. */
  function rivalsOf(side, auction) {
    const both = biddersOf(side, auction);
    const others = sides.filter((one) => !both.includes(one));
    if (failedSmudgeLoses) return others;
    const isCountedFirst = side === auction.pitcher && goingOut === "pitcher-first";
    return noJunk || isCountedFirst ? [] : others.filter(canWinWithoutBid);
  }

  /** Whether rivals that tie can make way for the side, and few enough ways are to be tried. */
  function tiesCanHelp(side, auction) {
    if (sides.length === 2 || waysToDivide(total, sides.length) > MAX_DIVISIONS) return false;
    if (failedSmudgeLoses) return true;
    const standing = rivalsOf(side, auction).filter((one) => totals[one] >= target);
    return outrightAt !== null && goingOut === "pitcher-first" && standing.length > 1;
  }

  /** The points divided between these sides, or where nobody may have one, these owners. */
  function dividePoints(among, amongOrNobody, seen) {
    const known = JSON.stringify([among, amongOrNobody, seen]);
    if (!divided.has(known)) divided.set(known, findDivisions(among, amongOrNobody, seen));
    return divided.get(known);
  }

  function findDivisions(among, amongOrNobody, seen) {
    let divisions = new Map([["", { taken: zeros, arrived: [], owners: [] }]]);
    for (const { worth, nobody } of points) {
      const grown = new Map();
      for (const { taken, arrived, owners } of divisions.values()) {
        for (const owner of nobody ? amongOrNobody : among) {
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
      divisions = grown;
    }
    return [...divisions.values()];
  }

  /** Rivals get what somebody must have and nobody else can; where ties help, anything. */
  function bestDivisions(side, auction) {
    if (tiesCanHelp(side, auction)) return dividePoints(sides, [...sides, null], sides);
    const both = biddersOf(side, auction);
    const rivals = rivalsOf(side, auction);
    const idle = sides.filter((one) => !both.includes(one) && !rivals.includes(one)).slice(0, 1);
    return dividePoints([...both, ...(idle.length ? idle : rivals)], [...both, null], [...both, ...rivals]);
  }

  /** Whether a lower bid is made as well, or leaves the pitcher short of the target as well. */
  function endsLikeALowerBid(bid, taken, pitcher) {
    if (!Number.isInteger(bid) || bid <= rules.lowestBid || bid >= total) return false;
    return bid <= taken || (bid - 1 > taken && totals[pitcher] - (bid - 1) < target);
  }

  const mayBeEnough = (side, taken) =>
    totals[side] + taken >= target || taken === total || goingOut === "bidder-goes-out";

  const sumOf = (taken) => taken.reduce((sum, worth) => sum + worth, 0);

  /** The hands with the points so divided, one for each bid that makes a difference. */
  function* judgeBids(side, { pitcher, bids: tried }, { taken, owners }) {
    const facts = { points: Object.fromEntries(points.map(({ key }, i) => [key, owners[i]])) };
    for (const bid of tried) {
      if (pitcher !== null && endsLikeALowerBid(bid, taken[pitcher], pitcher)) continue;
      const isSwept = pitcher !== null && taken[pitcher] === total && !Number.isInteger(bid);
      for (const all_tricks of isSwept ? [false, true] : [false]) {
        const line = pitcher === null ? facts : { ...facts, pitcher, bid, all_tricks };
        const { made, out } = scoreHand(line, totals, rules);
        yield { took: taken[side], made, winner: out?.winner ?? null, how: out?.how };
      }
    }
  }

  const isWonBy = ({ winner, how }, side) => winner === side && OWN_VICTORIES.includes(how);

  /** The hand with the fewest points, up to so many, that the side wins. */
  function fewestPoints(side, auction, most) {
    const enough = bestDivisions(side, auction)
      .filter(({ taken }) => taken[side] <= most && mayBeEnough(side, taken[side]))
      .sort(({ taken: a }, { taken: b }) => a[side] - b[side] || sumOf(a) - sumOf(b));
    for (const division of enough) {
      for (const hand of judgeBids(side, auction, division)) if (isWonBy(hand, side)) return hand;
    }
    return null;
  }

  /** The hands with so many points or more that the side may still not win. */
  function* worstHands(side, auction, least) {
    const three = rivalsOf(side, auction).map((rival) => [...biddersOf(side, auction), rival]);
    const all = three.map((each) => dividePoints(each, each, each));
    for (const divisions of all.length ? all : [bestDivisions(side, auction)]) {
      for (const division of divisions) {
        if (division.taken[side] >= least) yield* judgeBids(side, auction, division);
      }
    }
  }

  function every(hands, test) {
    for (const hand of hands) if (!test(hand)) return false;
    return true;
  }

  function ownBid(side) {
    const division = { taken: zeros.map((_, one) => (one === side ? total : 0)), owners: points.map(() => side) };
    const withEverything = [...judgeBids(side, { pitcher: side, bids }, division)];
    if (!canGetThere(side) && !withEverything.some((hand) => isWonBy(hand, side))) return null;
    for (const bid of bids) {
      const hand = fewestPoints(side, { pitcher: side, bids: [bid] }, total);
      if (hand) return describe(side, bid, hand);
    }
    return null;
  }

  function describe(side, bid, { took: take, how }) {
    const isSmudge = bid === SMUDGE_BID || how === "smudge";
    const needsMaking = !(Number.isInteger(bid) && take < bid);
    const hands = worstHands(side, { pitcher: side, bids: needsMaking ? bids : [bid] }, take);
    const alwaysWins = every(hands, ({ made, winner }) => (needsMaking && !made) || winner === side);
    return { bid, take, isSmudge, needsMaking, alwaysWins };
  }

  function otherBid(side, auctions) {
    let fewest = null;
    if (!canWinWithoutBid(side)) return fewest;
    for (const auction of auctions) {
      fewest = fewestPoints(side, auction, fewest === null ? total : fewest - 1)?.took ?? fewest;
    }
    return fewest;
  }

  return (side) => {
    const pitchers = rules.auction ? sides.filter((one) => one !== side) : [null];
    const auctions = pitchers.map((pitcher) => ({ pitcher, bids: rules.auction ? bids : [null] }));
    const other = otherBid(side, auctions);
    const alwaysWinsThen = other === null || auctions.every((auction) =>
      every(worstHands(side, auction, other), ({ winner }) => winner === side));
    return { own: ownBid(side), other, alwaysWinsThen };
  };
}

/** In how many ways so many points can go to these sides or to nobody. */
function waysToDivide(total, sides) {
  let ways = 1;
  for (let i = 1; i <= sides; i += 1) ways = (ways * (total + i)) / i;
  return ways;
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
  if (!canGoOut({ own, other })) return "standing.only_smudge";
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
  if (!canGoOut({ own, other })) return needs ? say("board.needs", { needs }) : say("board.there");
  if (other !== null) return say("board.out_with", { take: other });
  return own.take <= lowestBid ? say("board.any_bid") : say("board.bid_and_take", { take: own.take });
}
