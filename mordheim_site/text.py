"""Texts that somebody else's page shows."""

import re
import unicodedata

TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that turn the direction of what follows them, the rest of the line included."""

UNSEEN = ("Cc", "Cs", "Zl", "Zp")


NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def for_xml(text: str) -> str:
    """Without the characters that XML has no room for: one of them, and nobody reads any of it."""
    return NO_XML.sub("", text)


def one_line(text: str) -> str:
    """A name or title as one line: no control characters, nothing that turns the line round."""
    plain = NO_XML.sub(" ", text)
    kept = (" " if unicodedata.category(sign) in UNSEEN else sign for sign in plain)
    return " ".join("".join(sign for sign in kept if sign not in TURNING).split())
