// Made of scorepads/rules/wording/sentences.toml by manage.py write_sentences.

export const SENTENCES = {
  "bid": {
    "smudge": "smudge",
    "moon": "moon"
  },
  "line": {
    "passed_out": "Passed out: nobody scores.",
    "nobody_scores": "Nobody scores.",
    "move": "{name} {change}, {before} to {total}.",
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
    "pitcher-not-there": "{name} won with {total} in a game to {target}: {other}, the pitcher, is not there.",
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
    "who_bid": "who bid",
    "the_bid": "the bid",
    "every_point": "who won each point",
    "all_tricks": "all the tricks or not"
  },
  "standing": {
    "needs": "{name}: {total}, {needs} to go, {way}.",
    "at": "{name}: {total}, at {target}, {way}.",
    "no_target": "{name}: {total}.",
    "over": "{name}: {total}, over {target}, {way}."
  },
  "way_out": {
    "none": "cannot go out on the next hand",
    "no_auction": "can go out on the next hand",
    "others_bid": "can only go out on another side's bid",
    "winning_smudge": "can only go out by a smudge, a made bid of {bid}",
    "own_smudge": "can only go out on its own bid, a smudge",
    "own_highest_bid": "can only go out on its own bid, {bid}",
    "own_bid": "can only go out on its own bid, {bid} or more",
    "any_bid": "can go out on any bid",
    "highest_bid": "can go out with a bid of {bid}",
    "bid": "can go out with a bid of {bid} or more"
  },
  "board": {
    "needs": "needs {needs}",
    "reached": "target reached"
  },
  "row": {
    "passed_out": "Passed out",
    "adjustment": "Adjustment: {name} {change}"
  },
  "kept": {
    "kept": "Kept on this phone, not sent yet. {told}",
    "sent": "Sent: every hand that was kept on this phone is saved on the keeper now.",
    "sent_before": "Not changed: that hand has been sent meanwhile. Correct it in the ledger.",
    "not_whole": "Not saved yet. {missing}",
    "no_bid": "Say who bid and how much.",
    "no_adjustment": "Fill in the adjustment first.",
    "no_storage": "Not saved yet, and this phone does not let the keeper store it. Try again in a moment.",
    "no_pencil": "Not sent: this phone does not hold the pencil any more",
    "no_pencil_until": "Bring the pad here by a pencil link again. Until then they stay on this phone.",
    "over": "This game is over.",
    "being_played": "Being played.",
    "won": "won",
    "hand": "Hand {number}",
    "save_hand": "Save hand {number}",
    "correct_hand": "Correct hand {number}, not sent yet",
    "keep_correction": "Keep the correction",
    "for_good": "{act} for good",
    "player": "{side}, player {number}",
    "other_pads": "These pads open and go on being scored without it:"
  }
};
