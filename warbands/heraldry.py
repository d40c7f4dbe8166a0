"""A coat of arms for a name: SVG, the same every time, for whoever has no portrait.

Tinctures follow the old rule (metal on colour, colour on metal), so that field and charge differ in
lightness and not only in hue; two devices differ in pattern and charge as well. Nothing is looked
up: the name alone decides, without regard for case, accents or spaces.
"""

import hashlib
import unicodedata
from typing import NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

SHIELD = "M4 4H44V26C44 38 35 45 24 50C13 45 4 38 4 26Z"
COLOURS = ("#1f4f8f", "#8c2a1e", "#1f5c40", "#231f1a", "#55377f", "#6b3b0f")
METALS = ("#f2cf5b", "#f4efe4")

DIVISIONS = (
    "",  # plain
    "M24 4H44V50H24Z",  # per pale
    "M4 27H44V50H4Z",  # per fess
    "M4 4L44 44V4Z",  # per bend
    "M4 4H44V15H4Z",  # chief
    "M18 4H30V50H18Z",  # pale
    "M4 20H44V33H4Z",  # fess
    "M4 4H13L44 37V46L39 46L4 12Z",  # bend
    "M24 18L44 38V50L24 30L4 50V38Z",  # chevron
    "M4 4H24V27H4ZM24 27H44V50H24Z",  # quarterly
    "M4 4H12L44 42V50H36L4 12ZM44 4H36L4 42V50H12L44 12Z",  # saltire
    "M4 10H44V16H4ZM4 24H44V30H4ZM4 38H44V44H4Z",  # barry
)

CHARGES = (
    "M24 15L27 23H35L29 28L31 36L24 31L17 36L19 28L13 23H21Z",  # star
    "M16 16H32V24H26V38H22V24H16Z",  # hammer
    "M22 14H26V28H31V31H26V38H22V31H17V28H22Z",  # sword, point up
    "M24 16A9 9 0 1 0 33 28A7 7 0 1 1 24 16Z",  # crescent
    "M17 38V22H15V15H19V18H22V15H26V18H29V15H33V22H31V38H26V31H22V38Z",  # tower
    "M24 16A5 5 0 1 1 24 26A5 5 0 1 1 24 16ZM23 25H26V30H29V33H26V38H23Z",  # key
    "M14 26C18 19 30 19 34 26C30 33 18 33 14 26ZM24 22.5A3.5 3.5 0 1 0 24.01 22.5Z",  # eye
    "M24 14C30 22 32 26 32 30A8 8 0 0 1 16 30C16 26 18 22 24 14Z",  # drop
    "M14 20L19 25L24 16L29 25L34 20L32 34H16Z",  # crown
    "M22 15H26V33C30 33 33 31 33 27H36C36 34 30 38 24 38C18 38 12 34 12 27H15C15 31 18 33 22 33Z",
    "M18 16H30L29 25A5 5 0 0 1 26 29V34H30V37H18V34H22V29A5 5 0 0 1 19 25Z",  # cup
    "M24 15A7 7 0 0 1 31 22C31 29 33 31 34 33H14C15 31 17 29 17 22A7 7 0 0 1 24 15ZM21 34H27V37H21",
    "M21 14H25V17C31 16 34 20 34 26C30 23 28 23 25 24V38H21Z",  # axe
    "M24 14L30 22H26V38H22V22H18Z",  # arrow
    "M31 15A4 4 0 1 1 30 22L18 36L13 38L15 33L27 19ZM17 15L20 22L14 20Z",  # comet
    "M24 14L34 36H28L24 27L20 36H14Z",  # fang
)

BORDERS = (False, False, True)


class Device(NamedTuple):
    """What a coat of arms is made of: indices and colours, drawn by `svg`."""

    field: str
    other: str
    division: int
    charge: int
    charge_colour: str
    border: bool


def device(name: str) -> Device:
    """The device of a name."""
    seed = hashlib.sha256(_plain(name).encode()).digest()
    colour, metal = COLOURS[seed[0] % len(COLOURS)], METALS[seed[1] % len(METALS)]
    dark_field = seed[2] % 2 == 0
    field, other = (colour, metal) if dark_field else (metal, colour)
    division = seed[3] % len(DIVISIONS)
    return Device(
        field=field,
        other=other,
        division=division,
        charge=seed[4] % len(CHARGES),
        charge_colour=COLOURS[(seed[0] + 1 + seed[5] % 5) % len(COLOURS)],
        border=BORDERS[seed[6] % len(BORDERS)],
    )


def _plain(name: str) -> str:
    """The name as it is compared: without case, accents and spaces."""
    bare = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in bare if letter.isalnum())


def svg(name: str, *, size: int = 48, title: str = "") -> SafeString:
    """The device as an SVG element of `size` px; without a `title` it is decoration."""
    drawn = device(name)
    label = f'role="img" aria-label="{escape(title)}"' if title else 'aria-hidden="true"'
    parts = [f'<path d="{SHIELD}" fill="{drawn.field}"/>']
    if DIVISIONS[drawn.division]:
        clip = f"shield-{hashlib.sha256(_plain(name).encode()).hexdigest()[:8]}-{size}"
        parts.append(f'<clipPath id="{clip}"><path d="{SHIELD}"/></clipPath>')
        parts.append(
            f'<path d="{DIVISIONS[drawn.division]}" fill="{drawn.other}" clip-path="url(#{clip})"/>'
        )
    parts.append(_charge(drawn))
    if drawn.border:
        parts.append(_outline("#231f1a", 4.5))
        parts.append(_outline(drawn.other, 2.5))
    else:
        parts.append(_outline("#231f1a", 1.5))
    return mark_safe(  # noqa: S308 - the name goes in by its hash, the title is escaped
        f'<svg class="coat" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 54" '
        f'width="{size}" height="{size * 9 // 8}" focusable="false" {label}>{"".join(parts)}</svg>'
    )


def _charge(drawn: Device) -> str:
    """The charge on a roundel of its own, so that it stands out on any division."""
    return (
        f'<circle cx="24" cy="26" r="14.5" fill="#f4efe4" stroke="#231f1a"/>'
        f'<path d="{CHARGES[drawn.charge]}" fill="{drawn.charge_colour}" fill-rule="evenodd"/>'
    )


def _outline(colour: str, width: float) -> str:
    return f'<path d="{SHIELD}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
