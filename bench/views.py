"""The bare views that everything is measured against: one query, one insert."""

from django.http import HttpRequest, HttpResponse

from bench.models import Row
from scorepads.core.access import WATCH, Holder, with_pad
from scorepads.core.scorepad import read_pad
from scorepads.entry.responses import show_pad

TEXT = '{"pitcher": 0, "bid": 2, "points": {"high": 0, "low": 1, "jack": 0, "game": 0}}'


def query(request: HttpRequest) -> HttpResponse:
    return _answer(Row.objects.get(pk=1).text)


def insert(request: HttpRequest) -> HttpResponse:
    return _answer(str(Row.objects.create(text=TEXT).pk))


@with_pad(WATCH)
def anew(request: HttpRequest, holder: Holder) -> HttpResponse:
    """A pad's page made anew, as the first request after a hand gets it."""
    return show_pad(request, holder, read_pad(holder.pad))


def _answer(text: str) -> HttpResponse:
    # The length is what CommonMiddleware would add; without it the answer would go in chunks.
    return HttpResponse(text, headers={"Content-Length": str(len(text))})
