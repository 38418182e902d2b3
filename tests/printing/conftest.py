from collections.abc import Iterator

import pytest

from scorepads.printing import kept_pdfs


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    """No test gets a PDF that another has made."""
    kept_pdfs.kept.clear()
    yield
    kept_pdfs.kept.clear()
