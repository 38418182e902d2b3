"""What is stored: pads, their sides, the facts of their hands, links, devices; and counters.

Facts only. No total, ending or explanation has a column: they are folded from the facts
by `scorepads.rules` each time (see `scorepads.core.scorepad`).
"""

from __future__ import annotations

import uuid
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone

from scorepads.rules.hand import MAX_NAME_LENGTH, MAX_NOTE_LENGTH

MAX_SIDES = 9
MATCH_LENGTHS = (3, 5, 7)
"""How many games a match may have."""


class OwnVersion(models.Model):
    """A table's own set of house rules under a name. Like a preset, a version never changes."""

    family = models.UUIDField(default=uuid.uuid4)
    version = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=MAX_NAME_LENGTH)
    preset_key = models.CharField(max_length=40)
    preset_version = models.PositiveSmallIntegerField()
    house_rules = models.JSONField(default=dict)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["family", "version"], name="one_row_an_own_version"),
        ]

    def __str__(self) -> str:
        return f"{self.name}, version {self.version}"

    @property
    def pin(self) -> str:
        """The preset that it bends, as `key@version`."""
        return f"{self.preset_key}@{self.preset_version}"


class Pad(models.Model):
    """One sitting: the rules it is pinned to, and the revision of its ledger.

    `revision` counts the changes; every form carries the one that it saw. `followups` counts the
    pads that were opened from this one by “Play again”, and `best_of` is how many games the match
    has that it belongs to, 0 for none. A pad with `deleted_at`
    opens for nobody; the phone that opened it can take that back until it is pruned.
    """

    public_id = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    open_key = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    preset_key = models.CharField(max_length=40)
    preset_version = models.PositiveSmallIntegerField()
    fingerprint = models.CharField(max_length=64)
    house_rules = models.JSONField(default=dict)
    first_dealer = models.PositiveSmallIntegerField(default=0)
    own_version = models.ForeignKey(
        OwnVersion, null=True, blank=True, on_delete=models.PROTECT, related_name="pads"
    )
    note = models.CharField(max_length=MAX_NOTE_LENGTH, blank=True)
    revision = models.PositiveIntegerField(default=0)
    phones = models.PositiveIntegerField(default=0)
    follows = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL)
    followups = models.PositiveIntegerField(default=0)
    best_of = models.PositiveSmallIntegerField(default=0)
    opened_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now_add=True)
    deleted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["preset_key", "preset_version"], name="pad_by_preset")]

    def __str__(self) -> str:
        return f"pad {self.public_id}"

    @property
    def pin(self) -> str:
        """The preset as `key@version`."""
        return f"{self.preset_key}@{self.preset_version}"

    @property
    def news(self) -> str:
        """What phones that follow compare: the revision, and whether the table played again."""
        return news_of(self.revision, self.followups)


def news_of(revision: int, followups: int) -> str:
    """What `Pad.news` says of a pad with these."""
    return f"{revision}.{followups}" if followups else str(revision)


class PadSide(models.Model):
    """Who plays together, in the order of the table, and the score that they began with."""

    pad = models.ForeignKey(Pad, on_delete=models.CASCADE, related_name="sides")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=MAX_NAME_LENGTH)
    players: models.JSONField[list[str], list[str]] = models.JSONField(default=list)
    start = models.SmallIntegerField(default=0)

    class Meta:
        db_table = "scorepads_side"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["pad", "number"], name="one_side_a_number"),
            models.CheckConstraint(condition=Q(number__lt=MAX_SIDES), name="at_most_nine_sides"),
            models.CheckConstraint(condition=~Q(name=""), name="a_side_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class PadLink(models.Model):
    """A secret link to a pad; only the digest of its secret is kept.

    A pencil link may write, a watch link may look. A revoked link opens nothing, also for
    those who came in by it. `used` counts the phones that came in. `carried_from` is the link of
    the game before that phones brought along to this pad (see `scorepads.players.next_games`).
    """

    class Access(models.TextChoices):
        PENCIL = "pencil"
        WATCH = "watch"

    pad = models.ForeignKey(Pad, on_delete=models.CASCADE, related_name="links")
    access = models.CharField(max_length=6, choices=Access.choices)
    digest = models.CharField(max_length=64, unique=True)
    made_by_phone = models.PositiveIntegerField(default=0)
    carried_from = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="carried"
    )
    used = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pad", "carried_from"], name="one_carried_link_a_pad"),
        ]

    def __str__(self) -> str:
        return f"{self.access} link {self.pk}"


class Device(models.Model):
    """A phone: a browser that keeps the secret of which `digest` is the SHA-256.

    `earlier_digest` is that of the id that the phone had before its first grant (see
    `scorepads.core.devices`). `carried_over` marks a device that was known by another cookie
    before (`scorepads.core.old_cookies`), until its phone has shown the new one. Names typed on the
    phone before `names_forgotten_at` are offered no more (`scorepads.opening.remembered`).
    """

    digest = models.CharField(max_length=64, unique=True)
    earlier_digest = models.CharField(max_length=64, blank=True)
    carried_over = models.BooleanField(default=False)
    names_forgotten_at = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"device {self.pk}"


class Grant(models.Model):
    """What a link was traded for: one device holds one pad, as one of the pad's phones.

    It opens the pad while its link does. `archived_at` puts the pad away from the device's list;
    `left_at` says that the phone gave the pad up, and only a link brings it back.
    """

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="grants")
    pad = models.ForeignKey(Pad, on_delete=models.CASCADE, related_name="grants")
    link = models.ForeignKey(PadLink, on_delete=models.CASCADE, related_name="grants")
    phone = models.PositiveIntegerField()
    granted_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(default=timezone.now)
    archived_at = models.DateTimeField(null=True, blank=True)
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["device", "pad"], name="one_grant_a_device_and_pad"),
        ]

    def __str__(self) -> str:
        return f"phone {self.phone} of pad {self.pad_id}"


class KeptRuleset(models.Model):
    """A family of own rulesets on a device's list: made there (`is_mine`), or sent by link."""

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="kept_rulesets")
    family = models.UUIDField()
    is_mine = models.BooleanField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["device", "family"], name="one_family_a_device"),
        ]

    def __str__(self) -> str:
        return f"family {self.family} on device {self.device_id}"


class HandEntry(models.Model):
    """One version of one line of a ledger. Rows are added, never altered or removed.

    `facts` are those of the interchange format, or null where the line is not there (struck,
    or its entering undone). `revision` is the pad's revision that this change made. Line 0 is no
    line of the ledger: its facts are who sits where, null as long as that is as at the opening.
    """

    class Kind(models.TextChoices):
        RECORD = "record", "entered"
        AMEND = "amend", "corrected"
        STRIKE = "strike", "struck"
        UNDO = "undo", "undone"
        REDO = "redo", "redone"
        PEOPLE = "people", "changed players"

    pad = models.ForeignKey(Pad, on_delete=models.CASCADE, related_name="entries")
    line = models.PositiveIntegerField()
    version = models.PositiveIntegerField()
    revision = models.PositiveIntegerField()
    kind = models.CharField(max_length=6, choices=Kind.choices)
    facts: models.JSONField[dict[str, Any] | None, dict[str, Any] | None] = models.JSONField(
        null=True
    )
    reverses = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT)
    entry_key = models.UUIDField()
    phone = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["revision"]
        constraints = [
            models.UniqueConstraint(fields=["pad", "revision"], name="one_change_a_revision"),
            models.UniqueConstraint(fields=["pad", "line", "version"], name="one_row_a_version"),
            models.UniqueConstraint(fields=["pad", "entry_key"], name="sent_twice_saved_once"),
            models.CheckConstraint(condition=Q(version__gte=1), name="versions_from_one"),
            models.CheckConstraint(
                condition=Q(reverses__isnull=True) | Q(kind__in=["undo", "redo"]),
                name="only_undo_and_redo_reverse",
            ),
        ]

    def __str__(self) -> str:
        return f"line {self.line}, version {self.version}"


class RequestCount(models.Model):
    """A rate-limit counter: how many requests came under one key until its window ends.

    The key is a digest (see `scorepads.core.limits`). Rows of windows that are over are deleted.
    """

    key = models.CharField(max_length=32, primary_key=True)
    window_ends = models.DateTimeField(db_index=True)
    count = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.count} until {self.window_ends}"
