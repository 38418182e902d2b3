"""What makes the site an app: its manifest, its worker, and hands that a phone has kept."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from scorepads.core.access import PENCIL, Holder, with_pad
from scorepads.core.fields import tidy_text
from scorepads.core.limits import limited
from scorepads.core.scorepad import read_pad
from scorepads.entry import prompts
from scorepads.entry.responses import read_submission, what_was_saved
from scorepads.entry.services import PadClosed, PadFull, StalePad, save_hand
from scorepads.rules.hand import as_facts, read_entry
from scorepads.rules.interchange import NotJson, parse_storable_json
from scorepads.rules.terms import Refused

PREFIX = "pitch-keeper-"
SHELL = (
    "core/base.css",
    "core/front.css",
    "core/sides.css",
    "entry/pad.css",
    "entry/wide.css",
    "icons/icon.svg",
    "entry/awake.js",
    "entry/feel.js",
    "entry/judge.js",
    "entry/kept_view.js",
    "entry/offline.js",
    "entry/pad.js",
    "entry/parts.js",
    "entry/preview.js",
    "entry/result.js",
    "core/pwa.js",
    "rules/scoring.js",
    "rules/sentences.js",
    "rules/sides.js",
    "rules/standing.js",
    "core/times.js",
    "core/trouble.js",
    "entry/waiting.js",
    "rules/words.js",
)
"""What the page without a network is made of."""

ICONS = (
    ("icons/icon-192.png", 192, "any"),
    ("icons/icon-512.png", 512, "any"),
    ("icons/maskable-192.png", 192, "maskable"),
    ("icons/maskable-512.png", 512, "maskable"),
)


@require_GET
def manifest(request: HttpRequest) -> HttpResponse:
    """Says that the site can be put on a phone's home screen, and how it looks there."""
    home = reverse("scorepads:home")
    says = {
        "id": home,
        "name": "Pitch Keeper",
        "short_name": "Pitch",
        "description": "Keeps score for the card game Pitch (Setback), right to the last hand.",
        "lang": "en",
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "background_color": "#f6ecd2",
        "theme_color": "#17493a",
        "icons": [
            {"src": static(file), "sizes": f"{size}x{size}", "type": "image/png", "purpose": use}
            for file, size, use in ICONS
        ],
    }
    response = JsonResponse(says, content_type="application/manifest+json")
    response["Cache-Control"] = "no-cache"
    return response


@require_GET
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. Its text differs with every file of the shell and with the shell's
    page, so that a phone that asks for it anew gets a new shell whole, never parts of two."""
    hashes = getattr(staticfiles_storage, "manifest_hash", "")
    page = render_to_string("entry/offline.html", request=request)
    version = hashlib.sha256(f"{hashes}{page}".encode()).hexdigest()[:12]
    context = {
        "prefix": json.dumps(PREFIX),
        "cache": json.dumps(PREFIX + version),
        "hashed": json.dumps(bool(hashes)),
        "page": json.dumps(reverse("scorepads:offline")),
        "files": json.dumps([static(file) for file in SHELL]),
    }
    response = render(request, "entry/sw.js", context, content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response


@require_GET
def offline(request: HttpRequest) -> HttpResponse:
    """The page that stands in for every other where there is no network; holds nothing itself."""
    response = render(request, "entry/offline.html")
    response["Cache-Control"] = "no-cache"
    return response


@never_cache
@require_GET
def token(request: HttpRequest) -> HttpResponse:
    """An empty token: script that a phone has kept from an earlier release asks for one first."""
    return JsonResponse({"token": ""})


@limited("writes", "pad")
@require_POST
@with_pad(PENCIL)
def send(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Save one line that a phone has kept: its facts as JSON, with key, revision and ticket.

    Says in JSON whether it stands in the ledger now, or why it does not.
    """
    scorepad = read_pad(holder.pad)
    submission, facts = read_submission(request, holder, scorepad), posted_facts(request)
    try:
        entry = read_entry(facts, scorepad.rules, scorepad.sides)
        outcome = save_hand(submission, entry)
    except StalePad:
        scorepad = read_pad(holder.pad)
        why = prompts.meanwhile(scorepad, holder.phone)
        return answer_not_saved(
            "Not sent: the game went on meanwhile", why, scorepad.revision, again=True
        )
    except PadClosed:
        why = "The game is over on the server, and a finished game takes no more hands."
        return answer_not_saved("Not sent: this game is over", why, scorepad.revision)
    except PadFull:
        return answer_not_saved(
            "Not sent: this game is full", "Play again in a new one.", scorepad.revision
        )
    except Refused as refusal:
        why = " ".join(f"{problem.message}." for problem in refusal.problems)
        return answer_not_saved("Not sent: the server refused it", why, scorepad.revision)
    assert outcome.change is not None  # a recorded line always is one
    if outcome.is_duplicate and outcome.change.facts != as_facts(entry):
        why = "Another hand was sent in its place. Check whether this one is in the ledger."
        return answer_not_saved("Not sent", why, outcome.scorepad.revision, again=True, used=True)
    said = what_was_saved(outcome)
    return JsonResponse({"saved": True, "revision": outcome.change.revision, "said": said})


def posted_facts(request: HttpRequest) -> dict[str, Any]:
    try:
        facts = parse_storable_json(request.POST.get("facts", ""))
    except NotJson:
        facts = None
    if not isinstance(facts, dict):
        raise BadRequest("a line is sent as a JSON object")
    if isinstance(facts.get("note"), str):
        facts["note"] = tidy_text(facts["note"])
    if facts.get("note") == "":
        del facts["note"]
    return facts


def answer_not_saved(
    title: str, why: str, revision: int, *, again: bool = False, used: bool = False
) -> HttpResponse:
    """`again` says that the line may be sent once more, as coming after what came first;
    `used`, that it needs another key for that."""
    answer = {"saved": False, "title": title, "text": why, "revision": revision, "again": again}
    return JsonResponse(answer | ({"used": True} if used else {}), status=409)
