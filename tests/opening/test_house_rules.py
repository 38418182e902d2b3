"""House rules on the opening form, and what they do to a pad."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from scorepads.entry import services as entry_services
from scorepads.models import Pad
from scorepads.opening.house_rules_form import HouseRulesForm, offered_rules
from scorepads.rules import catalog
from scorepads.rules.house_rules.records import HOUSE_RULES
from scorepads.rules.rulesets import all_recipes
from scorepads.rules.wording.examples import worked_example
from tests.browsing import Form, Page, after_303, look, page_of, submit
from tests.factories import (
    PASSED,
    PRESETS,
    WATCH,
    correct_facts,
    facts_now,
    hand,
    hold,
    make_pad,
    make_phone,
    record,
    reread,
    sent,
    tapped,
)
from tests.preset_files import name_of

WIKIPEDIA = name_of("wikipedia")

pytestmark = pytest.mark.django_db


def the_form(phone: Client, address: str) -> Form:
    return look(phone, address).form(address)


def choose(preset: str, **chosen: Any) -> dict[str, str]:
    """The fields of the form that choose these house rules."""
    form = HouseRulesForm(catalog.current.newest(preset), given=chosen)
    filled = {name: value for name, value in form.initial.items() if value not in (None, "")}
    return {name: "on" if value is True else str(value) for name, value in filled.items()}


def opened() -> Pad:
    return Pad.objects.latest("pk")


def errors(page: Page) -> list[str]:
    return [*page.words("p", class_="error"), *page.words("span", class_="error")]


# --- What is offered ----------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_each_rule_that_makes_sense_is_offered_with_what_it_does(
    stranger: Client, preset: str
) -> None:
    page = look(stranger, f"/open/{preset}/")
    bent = catalog.current.newest(preset)
    for key, rule in offered_rules(bent).items():
        (field,) = page.find("div", id=f"rule-{key}")
        words = " ".join(field.text.split())
        assert (rule.asks or rule.label) in words
        assert f"{rule.summary} {worked_example(bent, key)}" in words
    assert len(page.find("div", class_="rule")) == len(offered_rules(bent))
    assert worked_example(bent, "target") in page.text
    assert bool(page.find(id="f-trey")) is (preset == "oklahoma")
    (fold,) = page.find("details", id="house-rules")
    assert "open" not in fold.attributes


@pytest.mark.parametrize("preset", PRESETS)
def test_a_choice_offers_what_the_preset_has_not(stranger: Client, preset: str) -> None:
    page = look(stranger, f"/open/{preset}/")
    words = page.words("select", id="in-smudge")[0]
    assert ("smudge for five" in words) is (preset in ("bicycle", "wikipedia", "pagat-partnership"))
    assert page.words("select", id="in-going_out")[0].startswith("Default (")
    bent = HouseRulesForm(catalog.current.newest(preset))
    assert str(bent.preset.going_out) not in [value for _, value in bent.rule_choices("going_out")]


CHOSEN: list[tuple[str, int, dict[str, Any]]] = [
    ("wikipedia", 2, {"lowest_bid": 2}),
    ("pedro", 2, {"no_junk": True}),
    ("five-point", 2, {"going_out": "bidding-side-only", "outright_at": 16}),
    ("oklahoma", 2, {"sinks_at": -21}),
    ("wikipedia", 2, {"smudge": "all-tricks-five"}),
    ("pagat-partnership", 2, {"smudge": "none"}),
    ("bicycle", 2, {"failed_smudge_loses": True}),
    ("bicycle", 5, {"auction": False}),
    ("wikipedia", 4, {"tie_plays_on": True}),
    ("pedro", 2, {"values": {"pedro": 2, "low_pedro": 3}}),
    ("wikipedia", 3, {"values": {"jack": 0, "joker": 1, "five": 5, "last": 1}}),
    ("bicycle", 2, {"dealer_steal": False}),
    ("pagat-partnership", 2, {"dealer_forced": False, "redeal": "same-dealer"}),
    ("wikipedia", 2, {"dealer_forced": 3}),
    ("bicycle", 2, {"low_to": "holder"}),
    ("oklahoma", 3, {"game_tie": "pitcher"}),
    ("five-point", 2, {"game_by": "ten"}),
    ("wikipedia", 2, {"short_deck": True}),
]  # fmt: skip


@pytest.mark.parametrize(("preset", "sides", "chosen"), CHOSEN, ids=[str(c[2]) for c in CHOSEN])
def test_what_is_chosen_is_what_the_pad_plays_by(
    stranger: Client, preset: str, sides: int, chosen: dict[str, Any]
) -> None:
    form = the_form(stranger, f"/open/{preset}/")
    page = after_303(stranger, submit(stranger, form, sides=str(sides), **choose(preset, **chosen)))
    assert opened().house_rules == chosen
    assert "house rules: " in page.text
    for key, value in chosen.items():
        assert HOUSE_RULES[key].name(catalog.find_preset(opened().pin), value) in page.text


@pytest.mark.parametrize("preset", PRESETS)
def test_what_the_preset_has_anyway_is_no_house_rule(stranger: Client, preset: str) -> None:
    bent = catalog.current.newest(preset)
    same = {"target": str(bent.target), "rule-lowest_bid": str(bent.lowest_bid)}
    same |= {f"worth-{point.key}": str(point.worth) for point in bent.points}
    same |= {"worth-joker": "0", "trey": "yes"}
    assert submit(stranger, the_form(stranger, f"/open/{preset}/"), **same).status_code == 303
    assert opened().house_rules == {}


# --- What does not go together --------------------------------------------------------------

REFUSED: list[tuple[str, int, dict[str, Any], str, str]] = [
    ("wikipedia", 2, {"lowest_bid": 5}, "lowest_bid",
     "The lowest bid lies between 1 and the total, 4."),
    ("wikipedia", 3, {"sinks_at": -6}, "sinks_at", "“−6 loses” is for two sides."),
    ("wikipedia", 3, {"going_out": "bidder-goes-out"}, "going_out",
     "“bidder goes out near the end” is for two sides."),
    ("wikipedia", 2, {"failed_smudge_loses": True}, "failed_smudge_loses",
     "There must be a smudge to fail, and here is none."),
    ("wikipedia", 2, {"auction": False, "no_junk": True}, "no_junk",
     "“no junk” needs an auction, and here nobody bids."),
    ("pagat-partnership", 2, {"outright_at": 21}, "outright_at",
     "What wins outright lies above the target, 21."),
    ("pagat-partnership", 3, {"tie_plays_on": True}, "tie_plays_on",
     "Ties play on only where the pitcher goes out first."),
    ("wikipedia", 2, {"dealer_forced": 1, "lowest_bid": 2}, "dealer_forced",
     "The forced bid lies between 2 and 4."),
    ("pagat-partnership", 2, {"values": {"game": 2}}, "values",
     "A smudge for five is for four points, and here there are 5."),
    ("wikipedia", 2, {"values": dict.fromkeys(("high", "low", "jack", "game"), 0)}, "values",
     "At least one point must be left to play for."),
    ("wikipedia", 2, {"values": {"jack": 21}}, "values", "Give a whole number from 0 to 20."),
    ("wikipedia", 2, {"sinks_at": -501}, "sinks_at", "Give a whole number from 1 to 500."),
    # Ticks that would change nothing.
    ("wikipedia", 2, {"outright_at": 15}, "outright_at",
     "Whoever is at the target wins here, so nobody gets further; choose as well that only a "
     "made bid goes out."),
    ("pagat-partnership", 2, {"redeal": "same-dealer"}, "redeal",
     "The dealer must bid here, so no hand is passed out."),
    ("wikipedia", 2, {"auction": False, "dealer_steal": True}, "dealer_steal",
     "Nobody bids here, so there is nothing to agree on."),
    ("wikipedia", 2, {"game_by": "ten", "game_tie": "pitcher"}, "game_tie",
     "By the ten of trump Game is never tied."),
    ("wikipedia", 2, {"values": {"game": 0}, "game_by": "ten"}, "game_by",
     "Game is left out here."),
    ("wikipedia", 2, {"values": {"low": 0}, "low_to": "trick"}, "low_to", "Low is left out here."),
    ("oklahoma", 2, {"short_deck": True}, "short_deck",
     "Without threes and fives nobody can win Trey."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("preset", "sides", "chosen", "key", "message"),
    REFUSED,
    ids=[f"{case[0]}-{case[3]}-{number}" for number, case in enumerate(REFUSED)],
)
def test_what_does_not_go_together_is_refused_with_a_reason_and_nothing_is_lost(
    stranger: Client, preset: str, sides: int, chosen: dict[str, Any], key: str, message: str
) -> None:
    typed = {
        "sides": str(sides), "name-0": "Reds", "player-0-0": "Ann", "player-1-0": "Bo",
        "note": "porch", "own-name": "Tuesday", "start-1": "3", "dealer": "1",
    }  # fmt: skip
    typed |= {"player-2-0": "Cy"} if sides > 2 else {}
    typed |= choose(preset, **chosen)
    response = submit(stranger, the_form(stranger, f"/open/{preset}/"), **typed)
    assert response.status_code == 422
    page = page_of(response)
    (rule,) = page.find("div", id=f"rule-{key}")
    assert message in rule.text
    assert "open" in page.find("details", id="house-rules")[0].attributes
    (alert,) = page.find("div", role="alert")
    assert message in alert.text
    assert f"#rule-{key}" in page.links()
    kept = page.form(f"/open/{preset}/").fields
    missing = {
        name: value for name, value in typed.items() if value != "on" and kept[name] != value
    }
    assert missing == {}
    ticked = [node.attributes["name"] for node in page.find("input", type="checkbox")
              if "checked" in node.attributes]  # fmt: skip
    assert sorted(ticked) == sorted(name for name, value in typed.items() if value == "on")
    assert not Pad.objects.exists()


@pytest.mark.parametrize("name", ["own-name", "note", "name-0", "player-1-2", "dealer", "sides"])
def test_nonsense_anywhere_is_said_beside_its_field(stranger: Client, name: str) -> None:
    form = the_form(stranger, "/open/wikipedia/")
    response = submit(stranger, form, **{"players": "3", name: "x" * 201})
    assert response.status_code == 422
    assert len(errors(page_of(response))) == 1
    assert page_of(response).find("div", role="alert")


NONSENSE = (
    "9" * 5000, str(2**63), "-1", "1.5", "NaN", "٣", "²", "[0]", "\x00", "x" * 10_000, "0.",
    "9.9", "....", "<b>", "{{ 1 }}", "house_rules.values",
)  # fmt: skip


@pytest.mark.parametrize("address", ["/open/oklahoma/", "/open/wikipedia/?recipe=points-in-order"])
def test_crafted_nonsense_in_any_field_is_no_error_of_ours(stranger: Client, address: str) -> None:
    form = the_form(stranger, address)
    form.fields = {name: v for name, v in form.fields.items() if v or not name.startswith("rule-")}
    names = [*form.fields, *form.choices]
    names += ["rule-no_junk", "rule-auction", "take", "do", "worth-joker", "rule-nothing"]
    one_of_a_kind = {re.sub(r"\d+", "#", name): name for name in names}
    for place, name in enumerate(one_of_a_kind.values()):
        for nonsense in NONSENSE[place % 5 :: 5]:
            status = submit(stranger, form, **{name: nonsense}).status_code
            assert status in (200, 303, 422), (name, nonsense)


# --- Sides, partners, and who deals -----------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "sides", "partners"),
    [("pagat-partnership", 2, 3), ("pagat-partnership", 3, 2), ("wikipedia", 3, 3),
     ("wikipedia", 4, 2), ("wikipedia", 9, 1), ("oklahoma", 2, 2)],
)  # fmt: skip
def test_any_partner_of_any_table_may_deal_first(
    stranger: Client, preset: str, sides: int, partners: int
) -> None:
    typed = {
        f"player-{side}-{row}": f"P{side}{row}" for side in range(sides) for row in range(partners)
    }
    form = the_form(stranger, f"/open/{preset}/")
    for side in range(sides):
        for row in range(partners):
            value = f"{side}.{row}" if row else str(side)
            assert value in form.offers("dealer")
            response = submit(
                stranger, form, sides=str(sides), **typed, dealer=value, key=f"{side}{row}",
                players=str(partners),
            )  # fmt: skip
            assert response.status_code == 303
            scorepad = reread(opened())
            assert scorepad.seat_name(scorepad.dealer) == f"P{side}{row}"
            assert scorepad.seats == sides * partners


def test_seats_are_named_without_script_too(stranger: Client) -> None:
    form = the_form(stranger, "/open/wikipedia/")
    typed = {"name-0": "Reds", "player-1-1": "Di", "target": "0", "dealer": "0.1"}
    page = page_of(submit(stranger, form, players="2", **typed))
    words = {node.attributes["data-seat"]: node.text for node in page.find("span")
             if "data-seat" in node.attributes}  # fmt: skip
    assert (words["0"], words["0.1"], words["1.1"]) == ("Reds", "Reds, partner", "Di")
    assert words["1.2"] == "Them, second partner"
    assert page.form("/open/wikipedia/").fields["dealer"] == "0.1"
    assert page.form("/open/wikipedia/").fields["players"] == "2"


def test_for_a_partner_who_is_not_named_the_side_deals(stranger: Client) -> None:
    form = the_form(stranger, "/open/wikipedia/")
    submit(stranger, form, dealer="1.1", players="2")
    assert opened().first_dealer == 1


def test_one_name_a_side_leaves_out_players_typed_before(stranger: Client) -> None:
    typed = {"name-0": "Ann", "name-1": "Bo", "player-0-0": "Cy", "player-1-0": "Di"}
    submit(stranger, the_form(stranger, "/open/wikipedia/"), players="1", **typed)
    assert [(side.name, side.players) for side in reread(opened()).sides] == [
        ("Ann", ()),
        ("Bo", ()),
    ]


def test_two_players_a_side_leave_out_a_third(stranger: Client) -> None:
    typed = {f"player-{side}-{row}": f"P{side}{row}" for side in range(2) for row in range(3)}
    submit(stranger, the_form(stranger, "/open/wikipedia/"), players="2", **typed)
    assert [side.players for side in reread(opened()).sides] == [("P00", "P01"), ("P10", "P11")]


def test_names_typed_where_a_browser_hides_nothing_are_kept(stranger: Client) -> None:
    typed = {"player-0-0": "Ann", "player-1-0": "Bo"}
    submit(stranger, the_form(stranger, "/open/wikipedia/"), players="1", **typed)
    assert reread(opened()).names == ["Ann", "Bo"]


def test_where_partners_are_called_five_sit_alone(stranger: Client) -> None:
    form = look(stranger, "/open/oklahoma/?recipe=call-partner").forms[0]
    assert form.fields["sides"] == "5"
    assert not form.offers("players")


def test_no_more_sit_at_a_table_than_can(stranger: Client) -> None:
    typed = {f"player-{side}-{row}": f"P{side}{row}" for side in range(4) for row in range(3)}
    form = the_form(stranger, "/open/wikipedia/")
    response = submit(stranger, form, sides="4", players="3", **typed)
    assert response.status_code == 422
    page = page_of(response)
    assert errors(page) == ["At most 9 people can play: choose fewer sides, or fewer partners."]
    assert typed.items() <= page.form("/open/wikipedia/").fields.items()


# --- Recipes ----------------------------------------------------------------------------------


def at(recipe: str) -> str:
    return f"/open/wikipedia/?recipe={recipe}"


def test_recipes_stand_beside_the_six_and_are_no_seventh(stranger: Client) -> None:
    page = look(stranger, "/open/")
    assert len(page.find("li", class_="preset")) == len(catalog.current.latest())
    for recipe in all_recipes():
        assert f"/open/{recipe.preset}/?recipe={recipe.key}" in page.links()
        assert recipe.name in page.text


@pytest.mark.parametrize("recipe", all_recipes(), ids=lambda recipe: recipe.key)
def test_a_recipe_opens_a_pad_by_its_rules_for_its_sides(stranger: Client, recipe: Any) -> None:
    address = f"/open/{recipe.preset}/?recipe={recipe.key}"
    form = the_form(stranger, address)
    sides = [str(n) for n in range(recipe.min_sides, recipe.max_sides + 1)]
    assert form.offers("sides") == (sides if len(sides) > 1 else [])
    submit(stranger, form)
    assert opened().house_rules == recipe.house_rules
    for option in recipe.options:
        form = the_form(stranger, address)
        page = page_of(submit(stranger, form, take=option.key))
        form = page.form(f"{address}&with={option.key}")
        submit(stranger, form)
        assert opened().house_rules == recipe.ruleset([option.key]).house_rules


def test_an_option_keeps_what_was_typed_and_can_be_left_again(stranger: Client) -> None:
    form = the_form(stranger, at("points-in-order"))
    typed = {"name-0": "Reds", "sides": "3", "rule-short_deck": "on", "note": "porch"}
    page = page_of(submit(stranger, form, **typed, take="partners"))
    form = page.form(f"{at('points-in-order')}&with=partners")
    assert (form.fields["name-0"], form.fields["sides"]) == ("Reds", "3")
    assert (form.fields["note"], form.fields["target"]) == ("porch", "21")
    assert "short_deck" in [
        node.attributes["name"].removeprefix("rule-")
        for node in page.find("input", type="checkbox")
        if "checked" in node.attributes
    ]
    (button,) = [b for b in page.find("button", name="take") if b.attributes["value"] == "partners"]
    assert button.attributes["aria-pressed"] == "true"
    assert "open" in page.find("details")[0].attributes  # the partners' fold
    page = page_of(submit(stranger, form, take="partners"))
    form = page.form(at("points-in-order"))
    assert (form.fields["target"], form.fields["name-0"]) == ("11", "Reds")
    assert not page.find("div", role="alert")
    assert not Pad.objects.exists()


def test_an_option_keeps_the_sides_that_were_chosen(stranger: Client) -> None:
    form = the_form(stranger, at("tie-plays-on"))
    page = page_of(submit(stranger, form, sides="5", take="all-or-nothing"))
    form = page.form("with=all-or-nothing")
    assert form.fields["sides"] == "5"
    response = submit(
        stranger, form, **{"rule-tie_plays_on": "on", "rule-failed_smudge_loses": "on"}
    )
    assert response.status_code == 303
    assert len(reread(opened()).sides) == 5


def test_an_address_may_name_options_too(stranger: Client) -> None:
    address = f"{at('points-in-order')}&with=from-two&with=nonsense"
    form = look(stranger, address).form("with=from-two")
    assert form.fields["rule-lowest_bid"] == "2"
    assert look(stranger, "/open/wikipedia/?recipe=nonsense", 404)
    assert look(stranger, "/open/bicycle/?recipe=points-in-order", 404)


# --- Agreements on the pad --------------------------------------------------------------------


def on_the_pad(preset: str, names: tuple[str, ...] = ("Us", "Them"), **house_rules: Any) -> Page:
    pad = make_pad(preset, names, **house_rules)
    return look(make_phone(pad), f"/games/{pad.public_id}/")


def hint(page: Page, label: str) -> str:
    """What the label of a row leads to."""
    return dict(zip(page.words("dt"), page.words("dd"), strict=True))[label]


def deal_line(page: Page) -> str:
    return hint(page, "Bidding")


def test_low_goes_to_whom_the_table_says() -> None:
    assert "The side that wins the trick it falls in. house rule" in hint(
        on_the_pad("wikipedia", low_to="trick"), "Low"
    )
    assert "The side that was dealt it. house rule" in hint(
        on_the_pad("pagat-partnership", low_to="holder"), "Low"
    )


def test_a_short_deck_is_said_at_low_and_in_the_bidding() -> None:
    page = on_the_pad("wikipedia", short_deck=True, low_to="trick")
    assert "falls in. Played without threes, fours and fives. house rule" in hint(page, "Low")
    assert "Played without threes, fours and fives." in deal_line(page)


def test_the_dealer_may_or_may_not_take_the_bid() -> None:
    said = deal_line(on_the_pad("wikipedia", dealer_steal=True))
    assert "At this table: The dealer may take the bid at the same number. house rule" in said
    said = deal_line(on_the_pad("bicycle", dealer_steal=False))
    assert "At this table: The dealer may not take the bid at the same number." in said
    assert "At this table" not in deal_line(on_the_pad("bicycle"))


def test_where_the_dealer_must_bid_no_hand_is_passed_out() -> None:
    page = on_the_pad("wikipedia", dealer_forced=2)
    assert "If all the others pass, the dealer must bid 2." in deal_line(page)
    assert "pass" not in page.form("/hands/").offers("bid")
    page = on_the_pad("pedro", dealer_forced=False)
    assert "All may pass: then the hand is not played." in deal_line(page)
    assert "pass" in page.form("/hands/").offers("bid")


def test_another_lowest_bid_moves_what_the_dealer_must_bid() -> None:
    said = deal_line(on_the_pad("pagat-partnership", lowest_bid=3))
    assert "the dealer must bid 3. The lowest bid is 3." in said


@pytest.mark.parametrize(
    ("preset", "house_rules", "dealer", "says"),
    [
        ("wikipedia", {}, "Us", "the same dealer deals again"),
        ("wikipedia", {"redeal": "next-dealer"}, "Them", "the deal passes on"),
        ("bicycle", {}, "Them", "the deal passes on"),
        ("bicycle", {"redeal": "same-dealer"}, "Us", "the same dealer deals again"),
    ],
)
def test_who_deals_after_a_passed_out_hand(
    preset: str, house_rules: dict[str, Any], dealer: str, says: str
) -> None:
    pad = make_pad(preset, **house_rules)
    phone = make_phone(pad)
    page = look(phone, f"/games/{pad.public_id}/")
    assert says in page.text
    page = after_303(phone, submit(phone, page.form("/hands/"), bid="pass", do="hand"))
    assert f"Dealer: {dealer} " in page.words(id="now")[0]


LEVEL = {"count-0-10": "2", "count-1-10": "2"}


@pytest.mark.parametrize(
    ("house_rules", "owner"), [({}, None), ({"game_tie": "pitcher"}, 1)], ids=["nobody", "pitcher"]
)
def test_a_tied_game_goes_to_whom_the_table_says(house_rules: dict[str, Any], owner: Any) -> None:
    pad = make_pad("wikipedia", **house_rules)
    phone = make_phone(pad)
    page = look(phone, f"/games/{pad.public_id}/")
    assert ("A tie goes to the pitcher's side. house rule" in hint(page, "Game")) is bool(owner)
    fields = tapped(hand(1, 2, points=("high", "low", "jack"))) | LEVEL
    after_303(phone, submit(phone, page.form("/hands/"), **fields, do="hand"))
    assert facts_now(reread(pad))[0]["points"]["game"] == owner


def test_game_by_the_ten_is_not_counted() -> None:
    page = on_the_pad("wikipedia", game_by="ten")
    assert "wins the trick with the ten of trump. house rule" in hint(page, "Game")
    assert not [name for name in page.form("/hands/").choices if name.startswith("count-")]
    page = on_the_pad("wikipedia")
    assert [name for name in page.form("/hands/").choices if name.startswith("count-")]


# --- By name, everywhere ----------------------------------------------------------------------


@pytest.mark.parametrize("access", ["pencil", WATCH])
def test_a_pad_under_house_rules_says_so_on_every_screen(access: str) -> None:
    pad = make_pad("wikipedia", target=15, no_junk=True)
    record(hold(pad), hand(0, 2), hand(1, 3, points=("high", "low", "jack", "game")))
    phone = make_phone(pad, access)
    at = f"/games/{pad.public_id}/"
    looks = ["", "hands/1/", "history/", "chart/", "statistics/", "evening/", "settle/", "export/",
             "replay/", "replay/?under=bicycle@1"]  # fmt: skip
    writes = ["hands/1/correct/", "hands/1/strike/", "target/", "link/"]
    for rest in looks if access == WATCH else looks + writes:
        page = look(phone, at + rest)
        if rest != "link/":
            header = page.words("header", class_="top")[0]
            assert f"{WIKIPEDIA} house rules: to 15, no junk" in header, rest
    title = f"{WIKIPEDIA}, house rules: to 15, no junk"
    sheet = look(phone, at + "sheet/").text
    assert "to 15" in sheet and "no junk" in sheet
    assert "house rules: to 15, no junk" in look(phone, "/").text
    assert title in reread(pad).title


def test_exports_say_so_too() -> None:
    pad = make_pad("wikipedia", target=15, no_junk=True)
    record(hold(pad), hand())
    phone = make_phone(pad)
    at = f"/games/{pad.public_id}/export/"
    page = look(phone, at)
    assert f"{WIKIPEDIA}, house rules: to 15, no junk" in page.text
    found = {}
    for link in page.links():
        if link.startswith(at):
            found[link.removeprefix(at)] = phone.get(link).content.decode()
    assert len(found) >= 3
    for name, body in found.items():
        named = "to 15" in body and "no junk" in body
        as_data = '"no_junk": true' in body or '"no_junk":true' in body
        assert named or as_data, name


# --- Other points -------------------------------------------------------------------------------

EXTRA = {"jack": 0, "last": 1, "joker": 2, "five": 5}


def test_points_that_no_preset_has_are_played_for_last() -> None:
    pad = make_pad("wikipedia", values=EXTRA)
    phone = make_phone(pad)
    page = look(phone, f"/games/{pad.public_id}/")
    form = page.form("/hands/")
    asked = [row.attributes["id"][2:] for row in page.find(class_="point", role="radiogroup")]
    assert asked == ["high", "low", "joker", "game", "five", "last"]
    assert form.offers("bid") == [str(bid) for bid in range(1, 12)] + ["pass"]
    labels = {"joker": "Joker", "five": "Five", "last": "Last trick"}
    for key, says in {"joker": "with the joker", "five": "the five of trump",
                      "last": "the last trick"}.items():  # fmt: skip
        assert says in hint(page, labels[key])
        assert form.offers(key) == ["0", "1", "none"]
    owners = {"high": 1, "joker": None}
    fields = tapped(hand(0, 8, points=("low", "game", "five", "last"), owners=owners))
    after_303(phone, submit(phone, form, **fields, do="hand"))
    scorepad = reread(pad)
    assert scorepad.ledger.totals == (8, 1)
    page = look(phone, f"/games/{pad.public_id}/hands/1/")
    assert "Joker nobody Game Us Five Us Last trick Us" in page.text
    assert "Joker 2, Five 5, Last trick 1" in page.text or "Last trick 1" in page.text


def test_the_last_trick_can_take_a_side_out() -> None:
    """Points in order: it is counted after everything that the preset has."""
    pad = make_pad("wikipedia", start=(10, 9), values={"last": 1}, going_out="point-order")
    owners = {"low": 1, "jack": None, "game": None, "last": 0, "high": 1}
    record(hold(pad), hand(1, 1, owners=owners))
    scorepad = reread(pad)
    assert scorepad.ledger.out is not None and scorepad.ledger.out.winner == 1
    assert scorepad.ledger.totals == (10, 11)
    entry_services.undo(sent(hold(pad)))
    record(hold(pad), hand(1, 1, owners=owners | {"low": 0, "last": 1}))
    scorepad = reread(pad)
    assert scorepad.ledger.out is not None and scorepad.ledger.out.winner == 0


def test_undo_and_correction_work_under_house_rules() -> None:
    pad = make_pad("wikipedia", values={"joker": 1}, auction=False)
    holder = hold(pad)
    keys = ("high", "low", "jack", "game", "joker")
    record(holder, {"points": dict.fromkeys(keys, 0)}, {"points": dict.fromkeys(keys, 1)})
    correct_facts(sent(holder), 1, {"points": dict.fromkeys(keys, 1)})
    assert reread(pad).ledger.totals == (0, 10)
    entry_services.undo(sent(holder))
    assert reread(pad).ledger.totals == (5, 5)


def test_without_an_auction_nobody_can_pass() -> None:
    pad = make_pad("wikipedia", auction=False)
    page = look(make_phone(pad), f"/games/{pad.public_id}/")
    assert not page.form("/hands/").offers("bid")
    assert page.words(id="now") == ["Hand 1 · Dealer: Us · First lead: Them"]
    assert PASSED not in facts_now(reread(pad))
