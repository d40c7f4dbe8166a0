import pytest
from django.utils import translation


@pytest.fixture(autouse=True)
def _no_language_stays():
    """A client's Accept-Language must not be what the next test reads."""
    yield
    translation.deactivate()
