"""Whole numbers that somebody sends as text."""

MOST = 2**31 - 1
"""The greatest number that a column of the database holds."""


def whole_number(text: str) -> int | None:
    """The number that a text is (digits only), at most MOST; None where it is none.

    What is greater than MOST is as far beyond everything as MOST is.
    """
    if not (text.isascii() and text.isdigit()):
        return None
    digits = text.lstrip("0") or "0"
    return min(int(digits), MOST) if len(digits) <= len(str(MOST)) else MOST
