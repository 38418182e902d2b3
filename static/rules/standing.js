/**
 * How every side stands before the next hand, a twin of `scorepads/rules/next_hands.py` and
 * `wording/standing.py`: legal hands are tried by the rules themselves, alike ones once.
 */
import { MOON_BID, SMUDGE_BID, scoreHand } from "./scoring.js";
import { asSubject, isPlural } from "./sides.js";
import { say, signed } from "./words.js";

const MAX_DIVISIONS = 3000;
const NEVER = 1e6; // the target of a game without one
const OWN_VICTORIES = ["reached-target", "smudge", "bidder-goes-out", "outright", "moon"];

/** Every bid there is, cheapest first; none without an auction. */
export function bidsOf({ auction, lowestBid, total, smudge, moon }) {
  if (!auction) return [];
  const numbers = Array.from({ length: total - lowestBid + 1 }, (_, i) => lowestBid + i);
  if (smudge === "all-tricks-five") return [...numbers, SMUDGE_BID];
  return moon ? [...numbers, MOON_BID] : numbers;
}

/**
 * What is said before the next hand: what stands under the total of each side, and line by line the
 * standing in words, with whether a side `can` win on that hand. `left` is how many hands a game of
 * so many has left, 0 in a play-off, and null where nothing is counted.
 * @returns {{notes: string[], told: {text: string, can: boolean}[]}}
 */
export function standings({ names }, rules, totals, left = null) {
  const search = nextHands(rules, totals);
  const chances = totals.map((total, side) => ({
    needs: rules.target === null ? null : Math.max(0, rules.target - total), ...search(side),
  }));
  const length = left === null ? [] : [lengthSentence(rules, left)];
  const isLast = left !== null && left <= 1;
  const told = isLast || chances.some(canGoOut)
    ? chances.map((chance, side) => ({
      can: chance.own !== null || chance.other !== null,
      text: canGoOut(chance) || !isLast
        ? sentence(rules, names[side], chance, names.length) : leadSentence(names[side], totals, side),
    }))
    : plainly([nobodySentence(chances), ...totals.map((total, side) =>
      say("standing.has", { name: names[side], total: signed(total) }))]);
  return { notes: chances.map((chance) => scoreCellNote(rules, chance)), told: [...plainly(length), ...told] };
}

const plainly = (texts) => texts.map((text) => ({ text, can: false }));

const canGoOut = ({ own, other }) => other !== null || (own !== null && !own.takesEverything);

// ---- The search

/**
 * A function that tells by which next hands a side can win. The points are divided between the side and
 * the pitcher in every way; the rest goes to nobody to see whether it can win, and to a rival to see
 * whether it always does.
 */
function nextHands(rules, totals) {
  const { points, total, goingOut, outrightAt, noJunk, moon, partners } = rules;
  const target = rules.target ?? NEVER;
  const failingLoses = rules.failedSmudgeLoses || !!moon?.loses;
  const bids = bidsOf(rules);
  const sides = [...totals.keys()];
  const zeros = totals.map(() => 0);
  const divided = new Map();

  const everything = Object.fromEntries(points.map(({ key }) => [key, 0]));
  const endless = { ...rules, target: Infinity, outrightAt: null, sinksAt: null };
  const gain = (auction) => scoreHand({ ...auction, points: everything }, zeros, endless).change[0];
  const gainWithoutBid = partners
    ? total // one that is called scores what its team takes
    : gain(rules.auction ? { pitcher: 1, bid: rules.lowestBid } : {});
  const largestGain = Math.max(gainWithoutBid, ...bids.map((bid) => gain({ pitcher: 0, bid, all_tricks: true })));
  const goalWithoutBid = goingOut === "bidding-side-only" && !partners ? outrightAt : rules.target;

  const canGetThere = (side) => totals[side] + largestGain >= target;
  const canWinWithoutBid = (side) =>
    goalWithoutBid !== null && totals[side] + gainWithoutBid >= goalWithoutBid;

  /** The side and the pitcher; with called partners one of the bidding team and one of the others.
   * */
  function biddersOf(side, { pitcher, team = [pitcher] }) {
    if (partners) return [pitcher, team.includes(side) ? sides.find((one) => !team.includes(one)) : side];
    return pitcher === null || pitcher === side ? [side] : [side, pitcher];
  }

  /** What the side took; where partners are called, what its team did, or all the others. */
  const tookOf = (side, { pitcher, team = [] }, taken) => taken[team.includes(side) ? pitcher : side];

  /** The teams that the pitcher may make: of those that can decide whether the side wins. */
  function teamsOf(side, pitcher) {
    const able = sides.filter((one) => one !== pitcher && (one === side || canGetThere(one)));
    const most = partners ? Math.floor(sides.length / 2) - 1 : 0;
    const isOrdered = goingOut === "bidding-side-only";
    let calls = [[]];
    const all = [[]];
    for (let many = 1; many <= most; many += 1) {
      calls = calls.flatMap((called) => able
        .filter((one) => !called.includes(one) && (isOrdered || !(one < called.at(-1))))
        .map((one) => [...called, one]));
      all.push(...calls);
    }
    const alike = new Map(all.map((called) =>
      [String(called.map((one) => [one === side, totals[one]])), [pitcher, ...called]]));
    return [...alike.values()];
  }

  const auctionsBy = (side, tried) => teamsOf(side, side).map((team) => ({ pitcher: side, team, bids: tried }));

  /** The other sides; of those with equal totals one stands for all. */
  const pitchersWithout = (side) =>
    [...new Map(sides.filter((one) => one !== side).map((one) => [totals[one], one])).values()];

  const auctionsWithout = (side) => (rules.auction
    ? pitchersWithout(side).flatMap((pitcher) =>
      teamsOf(side, pitcher).map((team) => ({ pitcher, team, bids })))
    : [{ pitcher: null, team: [], bids: [null] }]);

  /** The further sides whose points can keep this one from winning. */
  function rivalsOf(side, auction) {
    const both = biddersOf(side, auction);
    const others = sides.filter((one) => !both.includes(one));
    if (failingLoses) return others;
    const isCountedFirst = side === auction.pitcher && goingOut === "pitcher-first";
    return partners || noJunk || isCountedFirst ? [] : others.filter(canWinWithoutBid);
  }

  /** Whether rivals that tie can make way for the side, and few enough ways are to be tried. */
  function tiesCanHelp(side, auction) {
    if (sides.length === 2 || waysToDivide(total, sides.length) > MAX_DIVISIONS) return false;
    if (failingLoses) return true;
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
    if (partners) return dividePoints(both, [auction.team.includes(side) ? auction.pitcher : side, null], both);
    const idle = sides.filter((one) => !both.includes(one) && !rivals.includes(one)).slice(0, 1);
    return dividePoints([...both, ...(idle.length ? idle : rivals)], [...both, null], [...both, ...rivals]);
  }

  /** The bids to try that do not end like a lower one; a bid of everything is like no other. */
  function tellingBids({ team, bids: tried }, taken) {
    const { lowestBid } = rules;
    if (tried.length === 1) {
      const [bid] = tried;
      return !Number.isInteger(bid) || bid === lowestBid || bid === total || bid > taken ? tried : [];
    }
    const telling = lowestBid <= taken && lowestBid < total ? [lowestBid] : [];
    for (let bid = Math.max(lowestBid, taken + 1); bid < total; bid += 1) {
      telling.push(bid);
      if (team.every((one) => totals[one] - bid < target)) break;
    }
    return [...telling, ...bids.slice(total - lowestBid)];
  }

  const mayBeEnough = (side, taken) =>
    totals[side] + taken >= target || taken === total || goingOut === "bidder-goes-out";

  const sumOf = (taken) => taken.reduce((sum, worth) => sum + worth, 0);

  /** The hands with the points so divided, one for each bid that makes a difference. */
  function* judgeBids(side, auction, { taken, owners }) {
    const { pitcher, team } = auction;
    const took = tookOf(side, auction, taken);
    const facts = { points: Object.fromEntries(points.map(({ key }, i) => [key, owners[i]])) };
    for (const bid of pitcher === null ? auction.bids : tellingBids(auction, taken[pitcher])) {
      const isSwept = pitcher !== null && taken[pitcher] === total && !Number.isInteger(bid);
      for (const all_tricks of isSwept ? [false, true] : [false]) {
        const line = pitcher === null ? facts
          : { ...facts, pitcher, bid, all_tricks, with: team.slice(1) };
        const { made, out } = scoreHand(line, totals, rules);
        yield { took, made, winner: out?.winner ?? null, how: out?.how };
      }
    }
  }

  const isWonBy = ({ winner, how }, side) => winner === side && OWN_VICTORIES.includes(how);

  /** The hand with the fewest points, up to so many, that the side wins. */
  function fewestPoints(side, auction, most) {
    const took = ({ taken }) => tookOf(side, auction, taken);
    const enough = bestDivisions(side, auction)
      .filter((division) => took(division) <= most && mayBeEnough(side, took(division)))
      .sort((a, b) => took(a) - took(b) || sumOf(a.taken) - sumOf(b.taken));
    for (const division of enough) {
      for (const hand of judgeBids(side, auction, division)) if (isWonBy(hand, side)) return hand;
    }
    return null;
  }

  /** The hands with so many points or more that the side may still not win. */
  function* worstHands(side, auction, least) {
    const both = biddersOf(side, auction);
    const three = partners ? [both] : rivalsOf(side, auction).map((rival) => [...both, rival]);
    const all = three.map((each) => dividePoints(each, each, each));
    for (const divisions of all.length ? all : [bestDivisions(side, auction)]) {
      for (const division of divisions) {
        if (tookOf(side, auction, division.taken) >= least) yield* judgeBids(side, auction, division);
      }
    }
  }

  function every(hands, test) {
    for (const hand of hands) if (!test(hand)) return false;
    return true;
  }

  function winsWithEverything(side, tried) {
    const taken = zeros.map((_, one) => (one === side ? total : 0));
    const hands = judgeBids(side, { pitcher: side, team: [side], bids: tried }, { taken, owners: points.map(() => side) });
    return [...hands].some((hand) => isWonBy(hand, side));
  }

  function ownBid(side) {
    if (!canGetThere(side) && !winsWithEverything(side, bids)) return null;
    for (const bid of bids) {
      const found = auctionsBy(side, [bid]).map((auction) => fewestPoints(side, auction, total));
      const [hand] = found.filter(Boolean).sort((a, b) => a.took - b.took);
      if (hand) return describe(side, bid, hand);
    }
    return null;
  }

  function describe(side, bid, { took: take, how }) {
    const needsMaking = !(Number.isInteger(bid) && take < bid);
    const alwaysWins = auctionsBy(side, needsMaking ? bids : [bid]).every((auction) =>
      every(worstHands(side, auction, needsMaking ? take : 0), ({ made, winner }) => (needsMaking && !made) || winner === side));
    return {
      bid, take, needsMaking, alwaysWins,
      takesEverything: [SMUDGE_BID, MOON_BID].includes(bid) || how === "smudge",
      moonWins: bids.includes(MOON_BID) && winsWithEverything(side, [MOON_BID]),
    };
  }

  function otherBid(side, auctions) {
    let fewest = null;
    if (!canWinWithoutBid(side)) return fewest;
    const fewestPossible = Math.max(0, (goalWithoutBid ?? 0) - totals[side]);
    for (const auction of auctions) {
      if (fewest !== null && fewest <= fewestPossible) break;
      fewest = fewestPoints(side, auction, fewest === null ? total : fewest - 1)?.took ?? fewest;
    }
    return fewest;
  }

  return (side) => {
    const auctions = auctionsWithout(side);
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
  if (!canGoOut({ own, other })) return onlyEverythingKey(own);
  if (!rules.auction) return other ? "standing.no_auction" : "standing.any_hand";
  if (own === null || other === null) return "standing.one_way";
  if (own.alwaysWins && !alwaysWinsThen) return "standing.sure_or_not";
  const makesABid = own.needsMaking && !own.takesEverything;
  return makesABid && own.take === other ? "standing.anyones_bid" : "standing.two_ways";
}

/** That nobody can go out, and whether a smudge or a moon wins all the same. */
function nobodySentence(chances) {
  const bids = chances.map(({ own }) => own).filter(Boolean);
  const smudge = bids.some(({ bid }) => bid !== MOON_BID);
  const moon = bids.some(({ bid, moonWins }) => bid === MOON_BID || moonWins);
  if (!bids.length) return say("standing.nobody");
  const key = smudge && moon ? "way.smudge_or_moon" : moon ? "way.moon" : "way.smudge";
  return say("standing.nobody_but", { way: say(key) });
}

/** How far a side is ahead or behind on the last hand. */
function leadSentence(name, totals, side) {
  const [top, further] = [...totals].sort((a, b) => b - a);
  const named = { name: asSubject(name), plural: isPlural(name) };
  if (totals[side] < top) return say("standing.behind", { ...named, points: pointsText(top - totals[side]) });
  if (further === top) return say("standing.shares", named);
  return say("standing.leads", { ...named, points: pointsText(top - further) });
}

/** How many hands are left, and what decides then. */
function lengthSentence(rules, left) {
  const { endsAfter: { playsOn, inDeals } } = rules;
  const decided = say(canEndOtherwise(rules) ? "length.highest_else" : "length.highest");
  if (left === 0) return say("length.play_off");
  if (left === 1) return say(playsOn ? "length.last_or_more" : "length.last", { decided });
  return say(inDeals ? "length.deals" : "length.hands", { left, decided });
}

/** Whether a hand can decide the game before its hands are counted. */
const canEndOtherwise = ({ target, sinksAt, smudge, failedSmudgeLoses, moon }) =>
  target !== null || sinksAt !== null || smudge.startsWith("four-wins") || failedSmudgeLoses
  || (moon !== null && (moon.made === null || moon.loses));

/** How many hands are left, beside the number of the hand; empty where nothing is counted. */
export function lengthNote(left) {
  if (left === null) return "";
  if (left > 1) return say("length.more", { left });
  return say(left ? "length.this_one" : "length.played_off");
}

function onlyEverythingKey({ bid, moonWins }) {
  if (bid === MOON_BID) return "standing.only_moon";
  return moonWins ? "standing.only_smudge_or_moon" : "standing.only_smudge";
}

function wayByOwnBid({ lowestBid }, { bid, take, takesEverything, needsMaking }) {
  if (takesEverything) return say(bid === MOON_BID ? "way.moon" : "way.smudge");
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
