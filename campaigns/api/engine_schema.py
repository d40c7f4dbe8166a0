"""What the engine reads and writes, for the OpenAPI document: orders, forms, events.

Their structs say all: nothing is told twice. Lengths are in the ruleset's unit there (rules.units).
"""

from typing import Any

import msgspec

from campaigns.log import DICE_SEALED, REWOUND
from rules.battle.domains import FormData
from rules.battle.events import AnyEvent
from rules.battle.orders import AnyOrder

REF = "#/components/schemas/"
SET_BY_THE_SERVER = ("source",)
MAY_BE_LEFT_OUT = ("side",)
"""Of an order, by who plays one side only."""

ORDER = {"$ref": f"{REF}Order"}
FORM = {"$ref": f"{REF}Form"}
EVENT = {"$ref": f"{REF}Event"}

TEXT = {"type": "string"}
SEED = {"type": "object", "properties": {"by": TEXT, "seed": TEXT}, "required": ["by", "seed"]}
SERVER_EVENTS: dict[str, tuple[str, dict[str, Any]]] = {
    "Sealed": ("Not for your eyes.", {}),
    DICE_SEALED: (
        "What the dice are made of, before the first one.",
        {"commitment": TEXT, "seeds": {"type": "array", "items": SEED}, "setup": TEXT},
    ),
    REWOUND: (
        "Play goes on from there, on a branch of its own.",
        {
            "to_seq": {"type": "integer"},
            "branch": {"type": "string", "format": "uuid"},
            "commitment": TEXT,
            "reason": TEXT,
        },
    ),
}
"""What stands in a battle's log besides the engine's events (campaigns.log)."""


def describe_engine(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """A postprocessing hook: the components `Order`, `Form`, `Event` and what they are made of."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    orders = components("Order", AnyOrder)
    for one in orders.values():
        _as_a_client_writes_it(one)
    events = components("Event", AnyEvent)
    for name, (description, fields) in SERVER_EVENTS.items():
        ref = f"{REF}Event{name}"
        events[f"Event{name}"] = _event(name, description, fields)
        events["Event"]["oneOf"].append({"$ref": ref})
        events["Event"]["discriminator"]["mapping"][name] = ref
    schemas.update(orders | components("Form", FormData) | events)
    return result


def _event(name: str, description: str, fields: dict[str, Any]) -> dict[str, Any]:
    properties = {"event": {"type": "string", "enum": [name]}, **fields}
    required = list(properties)
    return {
        "type": "object",
        "description": description,
        "properties": properties,
        "required": required,
    }


def components(prefix: str, type_: Any) -> dict[str, Any]:
    """The schemas of a type and all that it is made of; its own is named like the prefix."""
    (top,), parts = msgspec.json.schema_components((type_,), ref_template=f"{REF}{prefix}{{name}}")
    found = {f"{prefix}{name}": _openapi(part) for name, part in parts.items()}
    if "$ref" in top:
        found[prefix] = found.pop(top["$ref"].removeprefix(REF))
    else:
        found[prefix] = _openapi(top)
    return found


def _openapi(schema: Any) -> Any:
    """JSON Schema as OpenAPI 3.0 writes it: no null, no tuples; lengths as REST writes them."""
    if isinstance(schema, list):
        return [_openapi(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {name: _openapi(value) for name, value in schema.items() if name != "title"}
    if plain.get("required") == []:
        del plain["required"]
    if plain.get("format") == "length":
        plain["type"] = "number"
    if "prefixItems" in plain:
        items = plain.pop("prefixItems")
        plain["items"] = items[0] if all(one == items[0] for one in items) else {}
    return _choice(plain)


def _choice(schema: dict[str, Any]) -> dict[str, Any]:
    if schema.get("type") == "null":
        return {"nullable": True, "enum": [None]}
    choices = schema.get("anyOf")
    if choices is None:
        return schema
    rest = {name: value for name, value in schema.items() if name != "anyOf"}
    real = [one for one in choices if not (one.get("nullable") and one.get("enum") == [None])]
    if len(real) < len(choices):
        rest["nullable"] = True
    if len(real) == 1:
        return {"allOf": real, **rest} if "$ref" in real[0] else {**real[0], **rest}
    return {"oneOf" if "discriminator" in rest else "anyOf": real, **rest}


def _as_a_client_writes_it(order: dict[str, Any]) -> None:
    if "order" not in order.get("properties", {}):
        return
    for name in SET_BY_THE_SERVER:
        order["properties"].pop(name, None)
    order["required"] = [name for name in order["required"] if name not in MAY_BE_LEFT_OUT]
