"""How much of a stranger's file we read. Whatever goes beyond is refused before it costs anything.

Each refusal has a code; the sentences are in warbands.sentences.
"""

from __future__ import annotations

from typing import Any

MOST_BYTES = 1024 * 1024
"""Of a file as it comes (as the site's UPLOAD_MOST_BYTES), and of what is packed in it."""

MOST_YAML_BYTES = 256 * 1024
"""YAML is slow to read, and no warband needs more."""

MOST_RATIO = 100
MOST_DEPTH = 60
MOST_NODES = 20_000
LONGEST_TEXT = 4000
MOST_FIGHTERS = 60


class BadFile(Exception):
    """A file that we don't read. `code`: file_too_big, file_too_deep, file_not_read, wrong_game,
    unknown_format, bad_archive, unsafe_file, newer_version."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


def check_size(data: bytes) -> None:
    if len(data) > MOST_BYTES:
        raise BadFile("file_too_big", most=MOST_BYTES // 1024)


def check_brackets(text: str) -> None:
    """Refuse JSON that nests too deep, before a parser follows it down."""
    depth, quoted, escaped = 0, False, False
    for letter in text:
        if quoted:
            quoted = escaped or letter != '"'
            escaped = letter == "\\" and not escaped
        elif letter == '"':
            quoted = True
        elif letter in "[{":
            depth += 1
            if depth > MOST_DEPTH:
                raise BadFile("file_too_deep")
        elif letter in "]}":
            depth -= 1


def check_tree(value: Any) -> None:
    """Refuse plain data with too many parts or too long texts."""
    nodes, waiting = 0, [value]
    while waiting:
        part = waiting.pop()
        nodes += 1
        if nodes > MOST_NODES:
            raise BadFile("file_too_big", most=MOST_BYTES // 1024)
        if isinstance(part, dict):
            waiting += [*part.keys(), *part.values()]
        elif isinstance(part, list):
            waiting += part
        elif isinstance(part, str) and (
            "\0" in part or any("\ud800" <= letter <= "\udfff" for letter in part)
        ):
            raise BadFile("file_not_read")
