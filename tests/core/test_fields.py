"""What the forms share: how fields lie, what their keyboards are, what a problem is called."""

from __future__ import annotations

import pytest

from scorepads.core.fields import (
    Form,
    OneOf,
    Segments,
    TidyField,
    as_sentence,
    layout_of_sides,
    whole_number,
)


class Played(Form):
    """A small form with a field of each kind."""

    side = OneOf([(0, "Us"), (1, "Them")], "Which side?", widget=Segments("nums", usual="1"))
    by = whole_number(-5, 5, "Points", placeholder="0")
    note = TidyField(5, "Note", css="in", data_x="y")


def filled(**fields: str) -> Played:
    return Played({"side": "0", "by": "2", "note": "", **fields})


def test_three_sides_stand_in_a_row_and_more_are_wrapped() -> None:
    assert [layout_of_sides(sides) for sides in (2, 3, 4, 9)] == ["", "", "wrap", "wrap"]
    for layout, css in (("wrap", "seg wrap"), ("", "seg"), ("nums", "seg nums of0")):
        assert Segments(layout).get_context("side", None, {})["widget"]["layout"] == css


def test_the_segment_that_was_chosen_is_marked_and_the_usual_one_where_none_was() -> None:
    for data, marked in ((None, "1"), ({"side": "0"}, "0")):
        segments = Played(data)["side"].as_widget()
        before, _, _ = segments.partition("checked")
        assert f'value="{marked}"' in before[-120:] and segments.count("checked") == 1


@pytest.mark.parametrize(("least", "has"), [(0, True), (1, True), (-1, False), (-500, False)])
def test_a_number_that_may_be_negative_has_a_keyboard_with_a_minus(least: int, has: bool) -> None:
    assert ("inputmode" in whole_number(least, 9).widget.attrs) is has


@pytest.mark.parametrize("wrong", ["", "-6", "6", "x", "1.5"])
def test_a_number_says_its_limits_whatever_is_wrong_with_it(wrong: str) -> None:
    form = filled(by=wrong)
    assert form.errors == {"by": ["Give a whole number from −5 to 5."]}


def test_what_is_none_of_the_choices_is_refused() -> None:
    assert filled(side="2").errors == {"side": ["Choose one of these."]}
    assert filled(side="").is_valid()


def test_a_field_names_what_explains_it_and_where_a_link_to_it_leads() -> None:
    form = filled(by="x")
    assert (form["by"].dom_id, form["by"].anchor, form["side"].anchor) == ("by", "by", "f-side")
    assert form["by"].aria_describedby == "by-error"
    assert form["side"].aria_describedby == ""
    assert (form["by"].css_classes(), form["side"].css_classes()) == ("bad", "")


def test_an_attribute_is_named_as_html_names_it() -> None:
    note = str(Played()["note"])
    assert 'class="in"' in note and 'data-x="y"' in note and 'autocomplete="off"' in note


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (" Ann\t B\n", "Ann B"),
        ("\u200b\ufeff", ""),
        ("\u202eAnn\u2066", "Ann"),
        ("e\u0301", "é"),
        ("👩\u200d👧", "👩\u200d👧"),
    ],
)
def test_text_is_kept_as_it_looks(typed: str, kept: str) -> None:
    form = filled(note=typed)
    assert form.is_valid()
    assert form.cleaned_data["note"] == kept


def test_a_message_stands_beside_its_field_as_a_sentence() -> None:
    assert as_sentence("choose a bid") == "Choose a bid."
    assert as_sentence("who bid?") == "Who bid?"


def test_a_form_passes_its_data_and_its_first_values_on() -> None:
    assert Played(initial={"by": 3})["by"].value() == 3
    form = filled(by="-4")
    assert form.is_valid()
    assert form.cleaned_data == {"side": "0", "by": -4, "note": ""}
