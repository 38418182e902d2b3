"""The cast: a pad, who may write on it, who may look at it, and who has nothing to do with it."""

import pytest
from django.test import Client

from scorepads.models import Pad
from tests.factories import PENCIL, WATCH, make_pad, make_phone


@pytest.fixture
def pad(db: None) -> Pad:
    return make_pad()


@pytest.fixture
def pencil(pad: Pad) -> Client:
    return make_phone(pad, PENCIL)


@pytest.fixture
def watch(pad: Pad) -> Client:
    return make_phone(pad, WATCH)


@pytest.fixture
def stranger(db: None) -> Client:
    return make_phone()
