"""Every page in every state that looks different, each a function of a phone."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from scorepads.comparing.views import EXAMPLE
from scorepads.core.access import make_link
from scorepads.models import Pad
from tests.browser.thumb import Thumb, carry, save_button, says, segment
from tests.factories import (
    PASSED,
    PENCIL,
    WATCH,
    adjustment,
    bid,
    correct_facts,
    hand,
    hold,
    make_pad,
    record,
    sent,
    sit_down,
)

State = Callable[[Page], object]

LONG = "Bartholomew" + "w" * 29
NINE = (
    LONG, "Zoë 👩‍👩‍👧 🃏", "أمينة محمد", "O'Brien & <b>Al</b>", "ᴹarvin", "Bo",
    "محمد بن عبد الله بن عبد المطلب", "W" * 40, "Di",
)  # fmt: skip
FOUR = (("Ann", "Bo"), ("Cy", "Di"))
FACTS = {"pitcher": 0, "bid": 3, "points": {"high": 0, "low": 0, "jack": None, "game": 1}}


def evening() -> Pad:
    """A pad of four partners with a made hand, a set one, a passed-out one, an adjustment."""
    pad = make_pad("bicycle", players=FOUR, note="Kitchen table")
    lines = [
        hand(0, 2, owners={"jack": 1}, trump="hearts", note="first blood"),
        hand(1, 3, owner=0, owners={"high": 1}),
        PASSED,
        adjustment(1, -1, note="revoke"),
    ]
    record(hold(pad), *lines)
    return pad


def ended(preset: str = "bicycle") -> Pad:
    pad = make_pad(preset, players=FOUR)
    record(hold(pad), hand(1, 2, owners={"jack": 0}), hand(0, 4))
    return pad


def with_lines_after_the_end() -> Pad:
    """Won on hand 2 by a correction, with two lines after it."""
    pad = make_pad("bicycle")
    holder = hold(pad)
    record(holder, hand(1, 2, owners={"jack": 0}), hand(0, 4, owners={"jack": None}))
    record(holder, hand(1, 2, owner=0), PASSED)
    correct_facts(sent(holder), 2, hand(0, 4))
    return pad


def nine_sides(**more: object) -> Pad:
    start = (-123, -100, 5, 6, -7, 0, -499, 3, 10)
    pad = make_pad("wikipedia", NINE, start=start)
    owners = {"high": 0, "low": 1, "jack": 2, "game": 3}
    record(hold(pad), hand(0, 2, owners=owners), PASSED)
    return pad


def three_in_the_hole() -> Pad:
    pad = make_pad("oklahoma", NINE[:3], start=(-122, -300, -498), trey=False)
    points = ("high", "low", "jack", "off_jack", "high_joker", "low_joker", "game")
    record(hold(pad), hand(1, 7, points=points, owners={"low": 0}))
    return pad


def at(path: str) -> State:
    return lambda page: page.goto(path)


def on(make: Callable[[], Pad], path: str = "") -> State:
    def show(page: Page) -> None:
        pad = make()
        carry(page, pad)
        if path:
            page.goto(f"/games/{pad.public_id}/{path}")

    return show


def home(page: Page) -> None:
    for make in (evening, nine_sides, ended):
        carry(page, make())
    page.goto("/")


def games_under_other_rules(page: Page) -> None:
    for make in (evening, nine_sides, ended):
        carry(page, make())
    page.goto("/what-if/")


def statistics_of_all_games(page: Page) -> None:
    for make in (evening, nine_sides, ended, with_lines_after_the_end):
        carry(page, make())
    page.goto("/statistics/")


def pasted(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Paste its link").fill("not a link")
    page.get_by_role("button", name="Open it").tap()
    expect(page.get_by_role("alert")).to_be_visible()


def opening_refused(page: Page) -> None:
    page.goto("/open/wikipedia/")
    page.locator('label:has(input[name="sides"][value="9"])').tap()
    for number, name in enumerate(NINE):
        page.fill(f'[name="name-{number}"]', name)
    page.fill('[name="target"]', "9999")
    page.locator("summary", has_text="Enter the scores so far").tap()
    page.fill('[name="start-1"]', "-900")
    page.get_by_role("button", name="Start", exact=True).tap()
    expect(page.get_by_role("alert")).to_be_visible()


def bent(page: Page) -> None:
    """House rules that do not go together, on the form with the most of them."""
    page.goto("/open/oklahoma/")
    page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
    page.locator("label", has_text="Nobody bids").tap()
    page.locator("label", has_text="No junk").tap()
    page.fill('[name="worth-trey"]', "0")
    page.get_by_role("button", name="Start", exact=True).tap()
    expect(page.get_by_role("alert")).to_be_visible()


def own_rules(page: Page) -> None:
    page.goto("/open/wikipedia/")
    page.locator("summary", has_text="Save as house rules").tap()
    page.fill('[name="target"]', "15")
    page.fill('[name="own-name"]', LONG)
    page.get_by_role("button", name="Save without starting").tap()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()


def new_target(page: Page) -> None:
    on(evening, "target/")(page)
    page.get_by_label("Game to").fill("9")
    page.get_by_role("button", name="See what it does").tap()
    expect(page.get_by_role("status")).to_contain_text("From here on the game is to 9.")


def substituted() -> Pad:
    """Somebody sat down after a hand, another for the hand to come, and two changed seats."""
    pad = evening()
    sit_down(hold(pad), 2, {(0, 1): "Bartholomew"})
    sit_down(hold(pad), 3, {(1, 0): "Di", (1, 1): "Cy"})
    sit_down(hold(pad), 5, {(0, 0): "Eve"})
    return pad


def players_refused(page: Page) -> None:
    on(evening, "players/")(page)
    page.get_by_label("Partner").first.fill("Cy")
    page.locator("main .do:visible").tap()
    expect(page.get_by_text("Was a name wrong, or does somebody else play?")).to_be_visible()


def match_under_way(page: Page) -> None:
    """Its first game is over; the second one is on the screen."""
    carry(page, ended())
    page.locator("summary", has_text="Make it a match").tap()
    page.get_by_role("button", name="Best of 3").tap()
    expect(page.locator("#hand-form")).to_be_visible()


def evening_of_a_match(page: Page) -> None:
    match_under_way(page)
    page.goto(page.url.rstrip("/") + "/evening/")
    expect(page.locator("h1")).to_have_text("This evening")


def several_selected(page: Page) -> None:
    for make in (evening, nine_sides, ended):
        carry(page, make())
    page.goto("/archive/select/")
    for game in page.locator("main .pads label").all()[:2]:
        game.tap()


def several_to_delete(page: Page) -> None:
    several_selected(page)
    page.get_by_role("button", name="Delete").tap()
    expect(page.get_by_role("button", name="Delete for everyone")).to_be_visible()


def menu(page: Page) -> None:
    carry(page, evening())
    page.get_by_role("link", name="Menu").tap()
    page.locator("#menu[open]").wait_for()


def invited(access: str) -> State:
    """A link that was opened and not yet accepted."""

    def look(page: Page) -> None:
        page.goto(f"/join/{make_link(evening(), access)[1]}/")
        expect(page.get_by_role("button", name="this game")).to_be_visible()

    return look


def archived(page: Page) -> None:
    """A game that was archived, and one that was deleted for everyone."""
    for pad, path, button in (
        (nine_sides(), "manage/", "Archive this game"),
        (evening(), "delete/", "Delete for everyone"),
    ):
        on(lambda pad=pad: pad, path)(page)
        page.get_by_role("button", name=button).tap()
        expect(page.get_by_role("status")).to_be_visible()
    page.goto("/archive/")


def half_entered(page: Page) -> None:
    carry(page, evening())
    Thumb(page).choose({"who": "0.1", "bid": "3", "high": "0", "jack": "none"})
    expect(says(page)).to_contain_text("Still to tap")


def entered(page: Page) -> None:
    carry(page, evening())
    Thumb(page).hand(FACTS)
    expect(says(page)).to_contain_text("set back 3")


def just_saved(page: Page) -> None:
    carry(page, evening())
    thumb = Thumb(page)
    thumb.hand(FACTS)
    thumb.save()


def bid_saved(page: Page) -> None:
    pad = evening()
    record(hold(pad), bid(0, 3, player=1, trump="hearts"))
    carry(page, pad)


def smudge(page: Page) -> None:
    carry(page, make_pad("pagat-partnership", players=FOUR))
    segment(page, "bid", "smudge").tap()
    expect(page.get_by_text("All six tricks?", exact=True)).to_be_visible()


def refused(page: Page) -> None:
    carry(page, evening())
    segment(page, "bid", 3).tap()
    save_button(page).tap()
    expect(page.locator("#entry").get_by_role("alert")).to_be_visible()


def overtaken(page: Page) -> None:
    pad = evening()
    carry(page, pad)
    Thumb(page).hand(FACTS)
    record(hold(pad, phone=2), hand(1, 2))
    save_button(page).tap()
    expect(page.locator("#entry").get_by_role("alert")).to_be_visible()


def corrected(page: Page) -> None:
    on(evening, "hands/2/correct/")(page)
    segment(page, "bid", 2).tap()
    expect(says(page)).to_contain_text("would change")


def correction_refused(page: Page) -> None:
    on(evening, "hands/2/correct/")(page)
    segment(page, "bid", 4).tap()
    segment(page, "who", "0.0").tap()
    page.locator("#hand-form").evaluate(
        """form => { form.elements.jack.forEach(radio => radio.checked = false); form.submit(); }"""
    )
    expect(page.get_by_role("alert")).to_be_visible()


def pencil_link(page: Page) -> None:
    on(evening, "link/")(page)
    page.get_by_role("button", name="Make a link to score").tap()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()


def watched(page: Page) -> None:
    carry(page, evening(), WATCH)


def only_looking(page: Page) -> None:
    pad = evening()
    carry(page, pad, WATCH)
    page.goto(f"/games/{pad.public_id}/hands/1/correct/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("watch")


def kept_on_the_phone(page: Page, *, refused: bool = False, over: bool = False) -> None:
    """Two lines that wait, the last unfolded; `refused` because another phone went on."""
    pad = evening()
    carry(page, pad)
    page.locator("main[data-kept]").wait_for()
    for address in ("**/hands/", "**/passed-out/", "**/health/"):
        page.route(address, lambda route: route.abort())
    thumb = Thumb(page)
    thumb.choose({"bid": "pass"})
    save_button(page).tap()
    expect(page.locator(".line.kept")).to_have_count(1)
    if over:
        thumb.hand({"pitcher": 0, "bid": 4, "points": dict.fromkeys(FACTS["points"], 0)})
        save_button(page).tap()
        expect(page.locator("#kept-end")).to_be_visible()
    else:
        thumb.hand(FACTS)
        thumb.save()
    if refused:
        record(hold(pad, phone=2), hand(1, 2))
        page.unroute_all()
        expect(page.get_by_role("button", name="Send after that")).to_be_visible()


def game_over_on_the_phone(page: Page) -> None:
    kept_on_the_phone(page, over=True)


def kept_and_refused(page: Page) -> None:
    kept_on_the_phone(page, refused=True)


def whole(state: State) -> State:
    """The state once its page has all it is made of: what is measured needs the styles."""

    def shown(page: Page) -> None:
        state(page)
        page.wait_for_load_state()

    return shown


BROUGHT: dict[str, State] = {
    "no pads yet": at("/"),
    "home": home,
    "a wrong link pasted": pasted,
    "presets": at("/open/"),
    "about": at("/about/"),
    "versions compared": at("/compare/"),
    "one hand compared": at(f"/compare/hand/?{EXAMPLE}"),
    "other rules": on(ended, "replay/"),
    "another version": on(ended, "replay/?under=wikipedia@1"),
    "all games under other rules": games_under_other_rules,
    "statistics of a game": on(evening, "statistics/"),
    "statistics of all games": statistics_of_all_games,
    "statistics of nothing": at("/statistics/"),
    "not found": at("/nothing/"),
    "opening": at("/open/bicycle/"),
    "opening with the trey": at("/open/oklahoma/"),
    "opening refused": opening_refused,
    "a recipe": at("/open/wikipedia/?recipe=points-in-order&with=partners"),
    "house rules refused": bent,
    "own rules": own_rules,
    "new target": new_target,
    "house rules": on(lambda: make_pad("wikipedia", values={"joker": 1, "five": 5}, no_junk=True)),
    "players": on(evening, "players/"),
    "players refused": players_refused,
    "somebody sat down": on(substituted, "players/"),
    "a substitute in the ledger": on(substituted),
    "rules of a pad": on(lambda: make_pad("wikipedia", target=15, no_junk=True), "rules/"),
    "new pad": on(lambda: make_pad("five-point")),
    "ten points": on(lambda: make_pad("oklahoma", players=FOUR)),
    "pedro": on(lambda: make_pad("pedro", players=FOUR)),
    "smudge": smudge,
    "half entered": half_entered,
    "entered": entered,
    "just saved": just_saved,
    "bid saved": bid_saved,
    "refused": refused,
    "kept on the phone": kept_on_the_phone,
    "kept and refused": kept_and_refused,
    "game over on the phone": game_over_on_the_phone,
    "no network": at("/offline/"),
    "overtaken": overtaken,
    "nine sides": on(nine_sides),
    "three in the hole": on(three_in_the_hole),
    "ended": on(ended),
    "after the end": on(with_lines_after_the_end),
    "hand": on(evening, "hands/2/"),
    "correct": on(evening, "hands/2/correct/"),
    "corrected": corrected,
    "correct an adjustment": on(evening, "hands/4/correct/"),
    "correction refused": correction_refused,
    "strike": on(evening, "hands/1/strike/"),
    "history": on(with_lines_after_the_end, "history/"),
    "pencil link": pencil_link,
    "invited to score": invited(PENCIL),
    "invited to watch": invited(WATCH),
    "menu": menu,
    "swap seats": on(ended, "swap/"),
    "match under way": match_under_way,
    "this evening": evening_of_a_match,
    "settling up": on(evening, "settle/"),
    "select games": several_selected,
    "delete several games": several_to_delete,
    "archive or leave": on(evening, "manage/"),
    "leave": on(evening, "leave/"),
    "delete": on(evening, "delete/"),
    "archived and deleted": archived,
    "watched": watched,
    "only looking": only_looking,
}
STATES = {name: whole(state) for name, state in BROUGHT.items()}

PADS = [
    "new pad", "ten points", "pedro", "smudge", "entered", "bid saved", "refused", "overtaken",
    "nine sides", "three in the hole",
]  # fmt: skip
"""The states with a Save button."""
