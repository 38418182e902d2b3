"""Following a game on the server as it runs for real, with what it answers from memory."""

from bench.measure import served
from bench.table_evening import CHANGES, spend_evening

SCREENS, ASKS = 5, 4


def test_through_an_evening_every_screen_shows_each_hand_at_its_next_ask() -> None:
    """Two processes; the figures on each screen are held against those worked by hand."""
    with served("sqlite", tables=0) as (keeper, pads, _):
        spent = spend_evening(keeper, None, pads["table"][0], ASKS * CHANGES, keeps=True)
    assert spent.requests["asked, news"] == SCREENS * CHANGES
    assert spent.requests["asked, no news"] == SCREENS * CHANGES * (ASKS - 1)
