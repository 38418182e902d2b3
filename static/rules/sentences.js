// Made of scorepads/rules/wording/sentences.toml by manage.py write_sentences.

export const SENTENCES = {
  "bid": {
    "smudge": "smudge",
    "moon": "moon"
  },
  "line": {
    "passed_out": "Passed out: nobody scores.",
    "nobody_scores": "Nobody scores.",
    "scored": "{name} scored {points}, {before} to {total}.",
    "lost": "{name} lost {points}, {before} to {total}.",
    "made": "{name} bid {bid}, took {took}: made, {change}, {before} to {total}.",
    "team": "{name} with {partners}",
    "made_moon": "{name} bid a moon, took {took}: made, {change}, {before} to {total}.",
    "made_smudge": "{name} bid a smudge, took {took}: made, {change}, {before} to {total}.",
    "set_back": "{name} took {took} of {bid}: set back {loss}, {before} to {total}.",
    "set_back_moon": "{name} bid a moon, took {took}: set back {loss}, {before} to {total}.",
    "set_back_smudge": "{name} bid a smudge, took {took}: set back {loss}, {before} to {total}.",
    "target": "From here on the game is to {target}.",
    "target_reached_by_nobody": "Nobody has gone out by that."
  },
  "ending": {
    "made-everything": "{name} won: a made smudge wins the game on the spot.",
    "failed-everything": "{name} won: {other} failed a smudge, and that loses the game.",
    "pitcher-at-target": "{name} won with {total} in a game to {target}: the pitcher is counted first.",
    "made-its-bid": "{name} won with {total} in a game to {target}, on a made bid.",
    "made-within-reach": "{name} won: both sides began the hand within reach, so a made bid wins.",
    "defender-at-target": "{name} won with {total} in a game to {target}: {other} did not make the bid.",
    "alone-at-target": "{name} won with {total} in a game to {target}: no other side is there.",
    "stood-there-before": "{name} won with {total} in a game to {target}: there already before the hand.",
    "counted-there-first": "{name} won with {total} in a game to {target}: first there as the points are counted, with {point}.",
    "counted-there-first-by-smudge": "{name} won with {total} in a game to {target}: first there as the points are counted, with the smudge.",
    "pitcher-not-there": "{name} won with {total} in a game to {target}: {other} bid, but did not get there.",
    "highest-at-target": "{name} won with {total} in a game to {target}: the highest total there.",
    "pitcher-of-highest": "{name} won with {total} in a game to {target}: the highest total is shared, and the pitcher counts first.",
    "partner-of-highest": "{name} won with {total} in a game to {target}: the highest total is shared, and the pitcher's partner counts first.",
    "made-moon": "{name} won: a made moon wins the game on the spot.",
    "failed-moon": "{name} won: {other} failed a moon, and that loses the game.",
    "hands-played": "{name} won with {total}: the highest total after the last hand.",
    "drawn": "Drawn: the highest total, {total}, is shared after the last hand.",
    "at-outright": "{name} won with {total} in a game to {target}: {outright} or more wins, whoever bid.",
    "other-sunk": "{name} won: {other} fell to {fell_to}, and {sunk} or lower loses the game."
  },
  "stake": {
    "line": "make {gain} · set {loss}",
    "one": "+{least}",
    "two": "+{least} or +{most}",
    "span": "+{least} to +{most}",
    "wins": "+{least} and win",
    "to_zero": "back to 0",
    "loss": "−{loss}",
    "loses": "−{loss} and lose the game",
    "partner_free": "−{loss}, the partner 0"
  },
  "entry": {
    "so_far": "{name} took {took} of {bid} so far.",
    "so_far_moon": "{name} took {took} of a moon so far.",
    "so_far_smudge": "{name} took {took} of a smudge so far.",
    "missing": "Still to tap: {missing}.",
    "missing_many": "Still {many} to tap.",
    "not_passed": "Choose a bid, or clear the rest: nobody bid.",
    "who_bid": "who bid",
    "the_bid": "the bid",
    "the_partner": "who is called, or Alone",
    "every_point": "who won each point",
    "all_tricks": "all the tricks or not"
  },
  "standing": {
    "cannot": "{name} {needs|need} {needs}: can't go out this hand.",
    "cannot_there": "{name} can't go out this hand.",
    "only_smudge": "{name} {needs|need} {needs}: only a smudge wins this hand.",
    "only_smudge_or_moon": "{name} {needs|need} {needs}: only a smudge or a moon wins this hand.",
    "only_moon": "{name} {needs|need} {needs}: only a moon wins this hand.",
    "anyones_bid": "{name} {goes|go|can go} out with {points}, on anyone's bid.",
    "no_auction": "{name} {goes|go|can go} out with {points}.",
    "any_hand": "{name} {wins|win|can win} with any hand.",
    "one_way": "{name} {wins|win|can win} {way}.",
    "two_ways": "{name} {wins|win|can win} {way}, or {other}.",
    "sure_or_not": "{name} {wins|win} {way}, and can win {other}."
  },
  "way": {
    "any_bid": "by making any bid",
    "any_bid_taking": "by making any bid and taking {take}",
    "even_set": "by bidding {bid}, made or set",
    "smudge": "by a smudge",
    "moon": "by a moon",
    "other_side": "with {points} on the other side's bid",
    "other_sides": "with {points} on another side's bid",
    "other_side_anyhow": "on the other side's bid",
    "other_sides_anyhow": "on another side's bid"
  },
  "points": {
    "one": "1 point",
    "many": "{many} points"
  },
  "board": {
    "needs": "needs {needs}",
    "there": "at the target",
    "out_with": "★ out with {take}",
    "bid_and_take": "★ bid, take {take}",
    "any_bid": "★ any bid made"
  },
  "row": {
    "passed_out": "Passed out",
    "adjustment": "Adjustment: {name} {change}"
  },
  "kept": {
    "kept": "Kept on this phone, not sent yet. {told}",
    "sent": "Sent: every hand that was kept on this phone is saved on the server now.",
    "sent_before": "Not changed: that hand has been sent meanwhile. Correct it in the ledger.",
    "not_whole": "Not saved yet. {missing}",
    "no_bid": "Say who bid and how much.",
    "no_adjustment": "Fill in the adjustment first.",
    "no_storage": "Not saved yet, and this phone does not let us store it. Try again in a moment.",
    "no_pencil": "Not sent: this phone does not hold the pencil any more",
    "no_pencil_until": "Open the game by a pencil link again. Until then they stay on this phone.",
    "over": "This game is over.",
    "being_played": "Being played.",
    "won": "won",
    "won_by": "{name} won!",
    "drawn": "Drawn",
    "hand": "Hand {number}",
    "save_hand": "Save hand",
    "correct_hand": "Change hand {number}, not sent yet",
    "keep_correction": "Keep change",
    "for_good": "{act} for good",
    "player": "{side}, player {number}",
    "other_pads": "These games open and can be scored without it:"
  }
};
