"""One of everything: events of every type with every value that their closed fields allow."""

import itertools
import types
from collections.abc import Iterator
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from rules.battle import events as ev


def event_types() -> tuple[type[ev.Event], ...]:
    return get_args(ev.AnyEvent)


def samples_of(event_type: type[msgspec.Struct]) -> Iterator[Any]:
    """Instances that together show every value of every Literal field."""
    hints = get_type_hints(event_type)
    left_out = {"audience"} if issubclass(event_type, ev.Event) else set()
    names = [name for name in event_type.__struct_fields__ if name not in left_out]
    options = [list(_values(hints[name], name)) for name in names]
    width = max((len(option) for option in options), default=1)
    columns = [list(itertools.islice(itertools.cycle(option), width)) for option in options]
    for row in zip(*columns, strict=True) if columns else [()]:
        yield event_type(**dict(zip(names, row, strict=True)))


def _values(hint: Any, name: str) -> Iterator[Any]:
    origin = get_origin(hint)
    if origin is Literal:
        yield from get_args(hint)
    elif origin in (Union, types.UnionType):
        for option in get_args(hint):
            yield from _values(option, name)
    elif origin is tuple:
        yield _tuple(hint, name)
    elif origin is dict:
        yield {"WS": 4}
    elif isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        yield next(samples_of(hint))
    else:
        yield {str: "ana", int: 3, bool: True, type(None): None}[hint]


def _tuple(hint: Any, name: str) -> tuple[Any, ...]:
    inner = get_args(hint)
    if inner[-1] is Ellipsis:
        return tuple(itertools.islice(_values(inner[0], name), 1))
    return tuple(next(_values(part, name)) for part in inner)
