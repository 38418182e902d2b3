"""The tools of the browser tests themselves."""

import pytest
from playwright.sync_api import Page

from scorepads.models import Device

pytestmark = pytest.mark.on_both_databases


def test_a_phone_reaches_the_server_and_the_test_its_database(phone: Page) -> None:
    response = phone.goto("/no-such-page/")

    assert response is not None
    assert response.status == 404
    assert phone.evaluate("[screen.width, navigator.maxTouchPoints > 0]") == [360, True]
    assert Device.objects.count() == 0
