"""Texts that somebody else's page shows."""

import unicodedata

TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that turn the direction of what follows them, the rest of the line included."""

UNSEEN = ("Cc", "Cs", "Zl", "Zp")


def one_line(text: str) -> str:
    """A name or title as one line: no control characters, nothing that turns the line round."""
    kept = (" " if unicodedata.category(sign) in UNSEEN else sign for sign in text)
    return " ".join("".join(sign for sign in kept if sign not in TURNING).split())
