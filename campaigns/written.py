"""A part of a post as one reader sees it: the stored HTML, with its dice put where they fell."""

import re
from collections.abc import Callable
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from campaigns.markup import ROLL_MARK, THROW, number_in
from campaigns.models import PostPart
from campaigns.selectors.access import Access

Address = Callable[[int], str]
"""Where a roll is accounted for, by its number; "" where there is nothing to link to."""


def rolls_for(part: PostPart, *, gm: bool) -> list[dict[str, Any]]:
    """The rolls of a part as a reader may know them: of the GM's only that they were thrown."""
    return [roll if gm or not roll["gm_only"] else _sealed(roll) for roll in part.rolls]


def source_for(part: PostPart, access: Access) -> str:
    """The Markdown of a part as this reader may know it: what the GM's dice are for is his, and
    whose words they are, though everybody sees that they were thrown."""
    return opened(part.source, part.rolls, all_of_it=knows_all(part, access))


def knows_all(part: PostPart, access: Access) -> bool:
    author = part.post.author_id
    return access.is_gm or (author is not None and author == access.user.pk)


def opened(source: str, rolls: list[dict[str, Any]], *, all_of_it: bool) -> str:
    """Markdown with the GM's dice shut: `[GM #3]`, which is no throw."""
    shut = set() if all_of_it else {roll["number"] for roll in rolls if roll["gm_only"]}

    def put(throw: re.Match[str]) -> str:
        number = number_in(throw["rest"])
        return f"[GM #{number}]" if number in shut else throw[0]

    return THROW.sub(put, source) if shut else source


def written(part: PostPart, *, gm: bool, address: Address = lambda number: "") -> SafeString:
    """The HTML of a part with its rolls in the reader's language."""
    if not part.rolls:
        return mark_safe(part.html)  # noqa: S308 - sanitised when it was stored
    rolls = {roll["number"]: roll for roll in rolls_for(part, gm=gm)}
    shown: set[int] = set()

    def put(mark: re.Match[str]) -> str:
        number = int(mark.group(1))
        shown.add(number)
        return told(rolls[number], address(number)) if number in rolls else ""

    html = ROLL_MARK.sub(put, part.html)
    rest = [told(roll, address(number)) for number, roll in rolls.items() if number not in shown]
    if rest:
        words = _("Thrown here, and no longer in the text:")
        left = format_html_join(" ", "{}", ([roll] for roll in rest))
        html += format_html('<p class="rolls-left">{} {}</p>', words, left)
    return mark_safe(html)  # noqa: S308 - sanitised when it was stored, what was put in is escaped


def told(roll: dict[str, Any], address: str = "") -> SafeString:
    """A roll in one line: what for, the dice, the sum, whether it was enough."""
    number = format_html("#{}", roll["number"])
    if address:
        number = format_html('<a href="{}" rel="nofollow">{}</a>', address, number)
    if "faces" not in roll:
        return format_html(
            '<span class="roll roll--sealed">{} {}</span>', _("dice for the game master"), number
        )
    reason = format_html('<span class="roll__for">{}</span> ', roll["reason"])
    return format_html(
        '<span class="roll{}">{}{}: {} = <strong>{}</strong>{} {}</span>',
        _css(roll),
        reason if roll["reason"] else "",
        roll["notation"],
        "+".join(str(face) for face in roll["faces"]) or "0",
        roll["total"],
        _verdict(roll),
        number,
    )


def _css(roll: dict[str, Any]) -> str:
    if roll["difficulty"] is None:
        return ""
    return " roll--good" if roll["total"] >= roll["difficulty"] else " roll--bad"


def _verdict(roll: dict[str, Any]) -> str:
    difficulty = roll["difficulty"]
    if difficulty is None:
        return ""
    enough = roll["total"] >= difficulty
    text = _("difficulty %(n)s: success") if enough else _("difficulty %(n)s: failure")
    return ", " + text % {"n": difficulty}


def _sealed(roll: dict[str, Any]) -> dict[str, Any]:
    return {"number": roll["number"], "gm_only": True}
