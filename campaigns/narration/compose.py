"""A translated template and its values made into parts, so that names stay names."""

import re

from campaigns.narration.lines import Part

Value = str | int | Part | tuple[Part, ...]

_HOLE = re.compile(r"%\((\w+)\)[sd]")


def compose(template: str, **values: Value) -> tuple[Part, ...]:
    """`template` with its `%(name)s` holes filled; text that follows text is joined.

    KeyError where the template names a value that was not given.
    """
    parts: list[Part] = []
    position = 0
    for hole in _HOLE.finditer(template):
        _append(parts, Part(template[position : hole.start()].replace("%%", "%")))
        for part in as_parts(values[hole.group(1)]):
            _append(parts, part)
        position = hole.end()
    _append(parts, Part(template[position:].replace("%%", "%")))
    return tuple(parts)


def as_parts(value: Value) -> tuple[Part, ...]:
    if isinstance(value, tuple):
        return value
    if isinstance(value, Part):
        return (value,)
    return (Part(str(value)),)


def _append(parts: list[Part], part: Part) -> None:
    if not part.text:
        return
    plain = not (part.warrior or part.side)
    if parts and plain and not (parts[-1].warrior or parts[-1].side):
        parts[-1] = Part(parts[-1].text + part.text)
    else:
        parts.append(part)


def listing(items: list[Part], separator: str, last: str) -> tuple[Part, ...]:
    """ "a, b and c" of parts."""
    parts: list[Part] = []
    for position, item in enumerate(items):
        if position:
            parts.append(Part(last if position == len(items) - 1 else separator))
        parts.append(item)
    return tuple(parts)
