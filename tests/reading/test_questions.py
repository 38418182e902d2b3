"""How to play, the questions, and the words of the game."""

from __future__ import annotations

import tomllib

import pytest
from django.test import Client

from scorepads.reading.questions import QUESTIONS, all_questions, all_terms
from scorepads.rules.terms import Basis
from tests.browsing import ids, look
from tests.material import some

PAGES = ["/rules/", "/rules/how-to-play/", "/rules/questions/", "/rules/words/"]


def test_ten_questions_are_answered_each_from_a_source() -> None:
    assert len(all_questions()) == 10
    for question in all_questions():
        assert any(says.basis is Basis.SOURCE for says in question.says), question.key


def test_every_source_that_is_listed_is_used() -> None:
    listed = tomllib.loads(QUESTIONS.read_text("utf-8"))["sources"]
    used = {says.source.title for each in all_questions() for says in each.says if says.source}
    assert used == {source["title"] for source in listed.values()}


def test_an_answer_links_its_source_or_says_that_it_is_our_reading(stranger: Client) -> None:
    page = look(stranger, "/rules/questions/")
    shown = [item for item in page.find("li") if "class" not in item.attributes]
    answers = [says for question in all_questions() for says in question.says]
    for says in some(answers):
        (item,) = [item for item in shown if says.text in " ".join(item.text.split())]
        assert (says.source.title if says.source else "our reading") in " ".join(item.text.split())


def test_the_rule_for_low_is_two_taps_from_the_bare_address(stranger: Client) -> None:
    assert "/rules/" in look(stranger, "/").links()
    assert "/rules/questions/#low" in look(stranger, "/rules/").links()
    assert "low" in ids(look(stranger, "/rules/questions/"))


@pytest.mark.parametrize(
    "word",
    ["jick", "Off-jack", "left bower", "Shoot the moon", "Stick the dealer", "Misdeal", "renege",
     "Revoke", "Steal the bid", "smush", "Widow"],
)  # fmt: skip
def test_what_players_say_is_found_among_the_words(stranger: Client, word: str) -> None:
    assert any(word in said for said in look(stranger, "/rules/words/").words("dt"))


def test_the_words_stand_in_alphabetical_order_and_each_once() -> None:
    keys = [term.key for term in all_terms()]
    assert keys == sorted(set(keys))


@pytest.mark.parametrize("path", PAGES)
def test_every_link_into_the_rules_leads_to_its_place(stranger: Client, path: str) -> None:
    links = [link.partition("#") for link in look(stranger, path).links() if "#" in link]
    for address, _, anchor in some(links):
        assert anchor in ids(look(stranger, address or path)), (address, anchor)
