/**
 * Whole ledgers from outside: what is wrong with a pitch-ledger/1, and else its pitch-score/1. With
 * `scoring.js` a twin of `scorepads/rules/interchange.py`; presets come parsed from the server's
 * own files.
 *
 * @typedef {{at: string, message: string}} Problem  a path such as "hands[3].bid", and why
 * @typedef {import("../../static/rules/scoring.js").Rules} Rules
 * @typedef {import("../../static/rules/scoring.js").Ending} Ending
 */
import { SMUDGE_BID, fold, has } from "../../static/rules/scoring.js";

const PITCH_LEDGER = "pitch-ledger/1";
const PITCH_SCORE = "pitch-score/1";

const MOST_PLAYERS = 4;
/** Points that no preset has: worth nothing until `values` says otherwise, and counted last. */
const FURTHER_POINTS = ["joker", "five", "last"];

// ---- What a value must look like

const isRecord = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isWhole = (value, least, most) => Number.isInteger(value) && value >= least && value <= most;
const isText = (value, most) =>
  typeof value === "string" && [...value].length <= most && !/\p{Surrogate}/u.test(value);

const shape = (says, fits) => ({ says, fits });
const whole = (least, most) =>
  shape(`a whole number from ${least} to ${most}`, (value) => isWhole(value, least, most));
const oneOf = (...words) => shape(words.join(" or "), (value) => words.includes(value));
const either = (one, other) =>
  shape(`${one.says} or ${other.says}`, (value) => one.fits(value) || other.fits(value));

const flag = oneOf(true, false);
const record = shape("an object", isRecord);
const note = shape("a text of at most 200 characters", (value) => isText(value, 200));
const trump = oneOf("spades", "hearts", "diamonds", "clubs");
const adjustment = either(whole(-100, -1), whole(1, 100));
const sideAmong = (sides) => whole(0, sides.length - 1);

const refusal = (at, message) => [{ at, message }];

/** @returns {Problem[]} keys that are unknown, values that do not fit, required keys not there */
function inspect(facts, shapes, required = []) {
  const missing = required.filter((key) => !has(facts, key));
  return Object.entries(facts)
    .flatMap(([key, value]) => {
      if (!has(shapes, key)) return refusal(key, "is not known here");
      return shapes[key].fits(value) ? [] : refusal(key, `must be ${shapes[key].says}`);
    })
    .concat(missing.flatMap((key) => refusal(key, "is missing")));
}

/** The same problems, seen from one level further out. */
const under = (prefix, problems) => problems.map(({ at, message }) =>
  ({ at: prefix + (at && at[0] !== "[" ? "." : "") + at, message }));

const list = shape("a list", Array.isArray);
const name = shape("a name of 1 to 40 characters", (value) =>
  isText(value, 40) && /[^\p{Z}\t-\r\x1c-\x1f\x85]/u.test(value));

const inspectEach = (values, { says, fits }) =>
  values.flatMap((value, i) => (fits(value) ? [] : refusal(`[${i}]`, `must be ${says}`)));

// ---- House rules

const HOUSE_RULES = {
  target: whole(1, 500),
  trey: flag,
  lowest_bid: whole(1, 500),
  no_junk: flag,
  going_out: oneOf("pitcher-first", "bidding-side-only", "bidder-goes-out", "point-order"),
  outright_at: whole(2, 500),
  sinks_at: whole(-500, -1),
  smudge: oneOf("none", "four-wins", "four-wins-unless-in-the-hole", "all-tricks-five"),
  failed_smudge_loses: flag,
  auction: flag,
  tie_plays_on: flag,
  values: record,
  // Agreements, which change no score
  dealer_steal: flag,
  dealer_forced: either(oneOf(false), whole(1, 500)),
  low_to: oneOf("holder", "trick"),
  game_tie: oneOf("nobody", "pitcher"),
  game_by: oneOf("pips", "ten"),
  short_deck: flag,
  redeal: oneOf("same-dealer", "next-dealer"),
};

/**
 * What is played by: the preset with the house rules chosen for a pad of so many sides.
 * @returns {{problems: Problem[], rules?: Rules}} paths are seen from the house rules; the rules
 *   are to be used only where there is no problem
 */
export function resolveRules(preset, houseRules, sideCount) {
  const { values = {} } = houseRules;
  const ofValues = isRecord(values) ? under("values", checkValues(preset, values)) : [];
  const problems = [...inspect(houseRules, HOUSE_RULES), ...ofValues];
  if (problems.length > 0) return { problems };
  const rules = applyHouseRules(preset, houseRules);
  return { rules, problems: contradictions(preset, houseRules, rules, sideCount) };
}

function checkValues(preset, values) {
  const keys = [...preset.points.map(({ key }) => key), ...FURTHER_POINTS];
  return inspect(values, Object.fromEntries(keys.map((key) => [key, whole(0, 20)])));
}

/** Rules that fit by themselves, but not this pad, or not one another. */
function contradictions(preset, chosen, rules, sideCount) {
  const isOn = (key) => has(chosen, key) && chosen[key] !== false && chosen[key] !== "none";
  const { auction, goingOut, smudge, total, target, lowestBid } = rules;
  const found = [];
  const refuseIf = (isSo, key, message) => isSo && found.push({ at: key, message });
  for (const key of ["no_junk", "lowest_bid", "smudge", "failed_smudge_loses", "tie_plays_on"]) {
    refuseIf(!auction && isOn(key), key, "needs an auction");
  }
  for (const key of ["sinks_at", "failed_smudge_loses"]) {
    refuseIf(sideCount !== 2 && isOn(key), key, "is for two sides");
  }
  refuseIf(sideCount !== 2 && chosen.going_out === "bidder-goes-out", "going_out", "is for two sides");
  refuseIf(isOn("going_out") && chosen.going_out !== goingOut, "going_out", "needs an auction");
  refuseIf(isOn("tie_plays_on") && goingOut !== "pitcher-first", "tie_plays_on", "needs pitcher first");
  refuseIf(isOn("failed_smudge_loses") && smudge === "none", "failed_smudge_loses", "needs a smudge");
  refuseIf(has(chosen, "trey") && preset.rules.optional_point !== "trey", "trey", "is not played for");
  refuseIf(isOn("outright_at") && chosen.outright_at <= target, "outright_at", `must be above ${target}`);
  refuseIf(total < 1, "values", "must leave a point to play for");
  refuseIf(lowestBid > total, "lowest_bid", `must be at most ${total}`);
  refuseIf(isOn("dealer_forced") && !isWhole(chosen.dealer_forced, lowestBid, total), "dealer_forced",
    `must be from ${lowestBid} to ${total}`);
  refuseIf(smudge === "all-tricks-five" && total !== 4, has(chosen, "smudge") ? "smudge" : "values",
    "all-tricks-five needs a total of 4");
  return found;
}

/** What is played by: the preset with the house rules chosen for a pad, all known to be in order. */
function applyHouseRules(preset, chosen) {
  const auction = chosen.auction ?? true;
  const played = { ...preset.rules, ...chosen };
  const points = pointsPlayedFor(preset, chosen);
  const total = points.reduce((sum, { worth }) => sum + worth, 0);
  return {
    points,
    total,
    auction,
    target: played.target,
    lowestBid: chosen.lowest_bid ?? Math.min(played.lowest_bid, total),
    smudge: auction ? played.smudge : "none",
    goingOut: auction ? played.going_out : "point-order",
    outrightAt: played.outright_at ?? null,
    sinksAt: played.sinks_at ?? null,
    noJunk: played.no_junk ?? false,
    failedSmudgeLoses: played.failed_smudge_loses ?? false,
    tiePlaysOn: played.tie_plays_on ?? false,
    canBePassedOut: auction && !played.dealer_forced,
  };
}

/** The points in the order in which they count; `nobody` may take some of them. */
function pointsPlayedFor(preset, { values = {}, trey = true }) {
  const further = FURTHER_POINTS.map((key) => ({ key, worth: 0, nobody: true }));
  return [...preset.points, ...further]
    .map(({ key, worth, nobody = false }) => ({ key, worth: values[key] ?? worth, nobody }))
    .filter(({ key, worth }) => worth > 0 && (trey || key !== preset.rules.optional_point));
}

// ---- What a hand may contain

/**
 * What is wrong with one line of a ledger: a hand, a passed-out hand, an adjustment or a change of
 * target. Only the last line may be open.
 * @returns {Problem[]} paths are seen from the line
 */
function checkHand(line, rules, sides, isLast = true) {
  if (!isRecord(line)) return refusal("", `must be ${record.says}`);
  const dealer = seatAmong(sides);
  if (has(line, "passed_out")) {
    if (!rules.canBePassedOut) return refusal("passed_out", "cannot happen under these rules");
    return inspect(line, { passed_out: oneOf(true), dealer, note });
  }
  if (has(line, "adjust") || has(line, "by")) {
    return inspect(line, { adjust: sideAmong(sides), by: adjustment, dealer, note }, ["adjust", "by"]);
  }
  if (has(line, "target")) return inspect(line, { target: targetBelow(rules), dealer, note });
  const shapes = { points: record, dealer, trump, note };
  const required = isLast && rules.auction ? [] : ["points"];
  const problems = rules.auction
    ? inspect(line, { ...shapes, ...bidShapes(line, rules, sides) }, ["pitcher", "bid", ...required])
    : inspect(line, shapes, required);
  if (!isRecord(line.points)) return problems;
  return [...problems, ...under("points", checkPoints(line.points, rules, sides))];
}

/** A target as it may be changed to: below the number that wins outright. */
const targetBelow = ({ outrightAt }) => whole(1, Math.min(500, (outrightAt ?? Infinity) - 1));

/** Seats go round the table side by side; a side whose players are not named has up to four. */
const seatAmong = (sides) => shape("a seat at the table", (seat) => {
  if (!isWhole(seat, 0, Infinity)) return false;
  const named = sides[seat % sides.length].players?.length;
  return Math.floor(seat / sides.length) < (named || MOST_PLAYERS);
});

function bidShapes({ pitcher, points }, { lowestBid, total, smudge }, sides) {
  const side = sideAmong(sides);
  const bid = whole(lowestBid, total);
  const players = side.fits(pitcher) ? sides[pitcher].players ?? [] : Array(MOST_PLAYERS);
  const isAnother = (owner) => side.fits(pitcher) && side.fits(owner) && owner !== pitcher;
  const leftPoints = isRecord(points) && Object.values(points).some(isAnother);
  return {
    pitcher: side,
    player: whole(0, players.length - 1),
    bid: smudge === "all-tricks-five" ? either(bid, oneOf(SMUDGE_BID)) : bid,
    all_tricks: leftPoints ? oneOf(false) : flag,
  };
}

function checkPoints(points, rules, sides) {
  const owner = sideAmong(sides);
  const shapes = rules.points.map(({ key, nobody }) => [key, nobody ? either(owner, oneOf(null)) : owner]);
  return inspect(points, Object.fromEntries(shapes), rules.points.map(({ key }) => key));
}

// ---- The whole ledger

/**
 * The ledger as a fold, in the words of pitch-score/1.
 * @returns {{hands: object[], totals: number[], ending: ?(Ending & {hand: number})}}
 */
export function replay(lines, start, rules) {
  const { lines: scoredLines, totals, out } = fold(lines, start, rules);
  const hands = scoredLines.map(({ number, change, totals, made }) => ({ number, change, totals, made }));
  const ending = out && { hand: hands.length, winner: out.winner, how: out.how };
  return { hands, totals, ending };
}

/**
 * Everything that is wrong with a pitch-ledger/1, and else what it is played by. The hands are
 * looked at only where the preset, the house rules, the sides and the start are in order.
 * @returns {{problems: Problem[], rules?: Rules, start?: number[]}}
 */
export function checkLedger(ledger, presets) {
  if (!isRecord(ledger)) return { problems: refusal("", `must be ${record.says}`) };
  const isKnown = (key) => typeof key === "string" && has(presets, key);
  const shapes = {
    format: oneOf(PITCH_LEDGER),
    preset: shape(`one of ${Object.keys(presets).join(", ")}`, isKnown),
    house_rules: record,
    sides: list,
    start: list,
    hands: list,
  };
  let problems = inspect(ledger, shapes, ["format", "preset", "sides", "hands"]);
  if (problems.length > 0) return { problems };

  const { sides, house_rules = {}, start = sides.map(() => 0), hands } = ledger;
  const preset = presets[ledger.preset];
  const { rules, problems: misfits } = resolveRules(preset, house_rules, sides.length);
  problems = [
    ...under("house_rules", misfits),
    ...under("sides", checkSides(sides, preset)),
    ...under("start", checkStart(start, sides)),
  ];
  if (problems.length > 0) return { problems };

  const isLast = (index) => index === hands.length - 1;
  problems = hands.flatMap((line, i) => under(`hands[${i}]`, checkHand(line, rules, sides, isLast(i))));
  return { problems, rules, start };
}

function checkSides(sides, preset) {
  const { least, most } = preset.sides;
  const fits = isWhole(sides.length, least, most);
  const count = fits ? [] : refusal("", `must be from ${least} to ${most}`);
  return [...count, ...sides.flatMap((side, i) => under(`[${i}]`, checkSide(side)))];
}

function checkSide(side) {
  if (!isRecord(side)) return refusal("", `must be ${record.says}`);
  const players = shape(`a list of at most ${MOST_PLAYERS}`, (value) =>
    Array.isArray(value) && value.length <= MOST_PLAYERS);
  const named = players.fits(side.players) ? side.players : [];
  return [...inspect(side, { name, players }, ["name"]), ...under("players", inspectEach(named, name))];
}

function checkStart(start, sides) {
  if (start.length !== sides.length) return refusal("", "must have a score for each side");
  return inspectEach(start, whole(-500, 500));
}

/**
 * The answer of `manage.py score`, without its reasons.
 * @param {object} ledger a parsed pitch-ledger/1
 * @param {Object<string, object>} presets parsed preset files, by key@version
 * @returns {object} a pitch-score/1: the score, or the problems of a refused ledger
 */
export function score(ledger, presets) {
  const { problems, rules, start } = checkLedger(ledger, presets);
  if (problems.length > 0) return { format: PITCH_SCORE, problems };
  return { format: PITCH_SCORE, preset: ledger.preset, ...replay(ledger.hands, start, rules) };
}
