"""JSON both ways. Inside, lengths are 1/100 mm; at the edges they are in the ruleset's unit.

`encode` is canonical (keys sorted), so equal values have equal bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

from .battle.events import AnyEvent
from .battle.orders import AnyOrder
from .battle.removal import changed_ground
from .battle.state import Setup, State
from .errors import IllegalOrder
from .units import from_units, to_units
from .unreadable import fault_of

Data = bytes | str | Mapping[str, Any]

_ENCODER = msgspec.json.Encoder(order="deterministic")


def encode(obj: Any) -> bytes:
    """Canonical JSON of a set-up, order, event or anything made of them."""
    return _ENCODER.encode(obj)


def _dynamic_fields() -> list[Any]:
    """The fields of `State` but its set-up, with their types and defaults."""
    hints = get_type_hints(State)
    return [
        (field.name, hints[field.name])
        if field.default is msgspec.NODEFAULT
        else (field.name, hints[field.name], field.default)
        for field in msgspec.structs.fields(State)
        if field.name != "setup"
    ]


_DYNAMIC = msgspec.defstruct(
    "Dynamic", _dynamic_fields(), frozen=True, kw_only=True, omit_defaults=True
)


def encode_state(state: State) -> bytes:
    """Canonical JSON of all that has happened; the set-up is stored once, elsewhere.

    Fields that hold their default are left out: a new field doesn't change how old states read.
    """
    names = _DYNAMIC.__struct_fields__
    return _ENCODER.encode(_DYNAMIC(**{name: getattr(state, name) for name in names}))


def decode_state(setup: Setup, data: Data) -> State:
    """The state of a battle with this set-up. Raises msgspec.ValidationError."""
    dynamic = _decode(data, _DYNAMIC)
    fields = {name: getattr(dynamic, name) for name in _DYNAMIC.__struct_fields__}
    # JSON sorts keys; in play the warriors stand in roster order, which settles ties.
    known = fields["warriors"]
    fields["warriors"] = {w.id: known[w.id] for w in setup.warriors if w.id in known}
    ground = changed_ground(setup, fields["removed"], fields["placed"])
    return State(setup=ground, **fields)


def decode_setup(data: Data) -> Setup:
    """Raises msgspec.ValidationError."""
    setup: Setup = _decode(data, Setup)
    return setup


def decode_order(data: Data) -> AnyOrder:
    """Lengths in 1/100 mm. Raises msgspec.ValidationError."""
    order: AnyOrder = _decode(data, AnyOrder)
    return order


def decode_event(data: Data) -> AnyEvent:
    """Raises msgspec.ValidationError."""
    event: AnyEvent = _decode(data, AnyEvent)
    return event


def _decode(data: Data, type_: Any) -> Any:
    if isinstance(data, (bytes, str)):
        return msgspec.json.decode(data, type=type_)
    return msgspec.convert(data, type=type_)


def order_from_native(data: Mapping[str, Any], unit_size: int) -> AnyOrder:
    """An order as a client writes it, lengths in the ruleset's unit.

    Raises IllegalOrder("malformed_order", detail=..., fault=...) for what is no order at all; see
    `unreadable.fault_of`.
    """
    kind = data.get("order") if isinstance(data, Mapping) else None
    cls = _ORDER_TYPES.get(kind) if isinstance(kind, str) else None
    if cls is None:
        raise _malformed(f"unknown order: {kind!r}")
    try:
        return decode_order(_scale(data, cls, lambda value: to_units(value, unit_size)))
    except (msgspec.ValidationError, ValueError, TypeError, OverflowError) as error:
        raise _malformed(str(error)) from error


def _malformed(detail: str) -> IllegalOrder:
    return IllegalOrder("malformed_order", detail=detail, **fault_of(detail))


def from_native(data: Any, type_: Any, unit_size: int) -> Any:
    """A struct of what a client writes, lengths in the ruleset's unit.

    Raises msgspec.ValidationError, and ValueError or TypeError for what is no length.
    """
    return msgspec.convert(_scale(data, type_, lambda value: to_units(value, unit_size)), type_)


def to_native(obj: Any, unit_size: int) -> Any:
    """Builtins (dict, list, ...) of a struct, its lengths in the ruleset's unit."""
    if isinstance(obj, (list, tuple)):
        return [to_native(item, unit_size) for item in obj]
    return _scale(msgspec.to_builtins(obj), type(obj), lambda value: from_units(value, unit_size))


_ORDER_TYPES: dict[str, type] = {str(cls.__struct_config__.tag): cls for cls in get_args(AnyOrder)}


@cache
def _fields(cls: type[msgspec.Struct]) -> dict[str, Any]:
    """The fields that hold lengths, by their names in JSON."""
    hints = get_type_hints(cls, include_extras=True)
    names = zip(cls.__struct_fields__, cls.__struct_encode_fields__, strict=True)
    return {written: hints[name] for name, written in names if _has_length(hints[name])}


def _is_length(hint: Any) -> bool:
    return get_origin(hint) is Annotated and any(
        isinstance(meta, msgspec.Meta) and (meta.extra or {}).get("length")
        for meta in get_args(hint)[1:]
    )


@cache
def _has_length(hint: Any, within: frozenset[type] = frozenset()) -> bool:
    """Whether there are lengths in values of a type; `within`: types that are being looked at."""
    if _is_length(hint):
        return True
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        if hint is Setup or hint in within:
            return False
        hints = get_type_hints(hint, include_extras=True)
        inside = within | {hint}
        return any(_has_length(hints[name], inside) for name in hint.__struct_fields__)
    return any(_has_length(arg, within) for arg in get_args(hint) if arg is not ...)


def _scale(data: Any, hint: Any, convert: Any) -> Any:
    """Walk plain data beside its type and convert the lengths in it."""
    if data is None or not _has_length(hint):
        return data
    if _is_length(hint):
        return convert(data)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        if not isinstance(data, Mapping):
            return data  # the decoder says what is wrong with it
        fields = _fields(hint)
        return {
            key: _scale(value, fields[key], convert) if key in fields else value
            for key, value in data.items()
        }
    return _scale_generic(data, hint, convert)


def _scale_generic(data: Any, hint: Any, convert: Any) -> Any:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _scale(data, args[0], convert)
    if origin in (Union, UnionType):
        return _scale(data, _member(data, args), convert)
    if origin is dict and isinstance(data, Mapping):
        return {key: _scale(value, args[1], convert) for key, value in data.items()}
    if not isinstance(data, list | tuple):
        return data
    if len(args) == 2 and args[1] is ...:
        return [_scale(item, args[0], convert) for item in data]
    if len(args) != len(data):
        return data
    return [_scale(item, arg, convert) for item, arg in zip(data, args, strict=True)]


def _member(data: Any, args: tuple[Any, ...]) -> Any:
    """The member of a union that plain data belongs to: by tag, or the only one that isn't None."""
    structs = [a for a in args if isinstance(a, type) and issubclass(a, msgspec.Struct)]
    for struct in structs:
        config = struct.__struct_config__
        tagged = isinstance(data, Mapping) and config.tag is not None
        if tagged and data.get(str(config.tag_field)) == config.tag:
            return struct
    return next(a for a in args if a is not type(None))
