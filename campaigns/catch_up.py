"""What a warband gets that joins a campaign late: the rule of a campaign, checked and in words."""

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaigns.errors import invalid

RULES: dict[str, Any] = {
    "none": gettext_lazy("nothing: everybody starts alike"),
    "gold": gettext_lazy("gold for each battle that the others have fought"),
    "experience": gettext_lazy("experience for each battle that the others have fought"),
    "both": gettext_lazy("gold and experience for each battle that the others have fought"),
}
LIMITS = {"gold": (1, 100), "experience": (1, 3), "most": (1, 20)}
"""Of each number the least and the most."""


class CatchUpRule(msgspec.Struct, frozen=True, kw_only=True):
    """`gold` and `experience` (of each hero and each group) for each battle, of `most` at most."""

    rule: str = "none"
    gold: int = 20
    experience: int = 1
    most: int = 10

    @property
    def gives_gold(self) -> int:
        return self.gold if self.rule in ("gold", "both") else 0

    @property
    def gives_experience(self) -> int:
        return self.experience if self.rule in ("experience", "both") else 0


def rule_from(data: Mapping[str, Any]) -> CatchUpRule:
    """The rule that a campaign keeps. Raises msgspec.ValidationError."""
    return msgspec.convert(dict(data), CatchUpRule)


def faults_of(rule: CatchUpRule) -> list[str]:
    """The fields whose values make no sense."""
    wrong = [] if rule.rule in RULES else ["rule"]
    return wrong + [
        name for name, (low, high) in LIMITS.items() if not low <= getattr(rule, name) <= high
    ]


def checked(data: Any) -> dict[str, Any]:
    """A rule out of somebody's values, as a campaign keeps it. Errors: bad_catch_up (fields)."""
    try:
        rule = rule_from(data)
    except (msgspec.ValidationError, ValueError, TypeError):
        raise invalid("bad_catch_up", fields=["rule"]) from None
    if fields := faults_of(rule):
        raise invalid("bad_catch_up", fields=fields)
    return dict(msgspec.to_builtins(rule))


def in_words(rule: CatchUpRule) -> str:
    """The rule in a sentence, for everybody; "" where there is none."""
    if rule.rule == "none":
        return ""
    given = []
    if rule.gives_gold:
        given.append(_("%(n)d gc") % {"n": rule.gives_gold})
    if rule.gives_experience:
        n = rule.gives_experience
        given.append(
            ngettext(
                "%(n)d point of experience for each fighter",
                "%(n)d points of experience for each fighter",
                n,
            )
            % {"n": n}
        )
    text = _(
        "Who joins late starts with %(what)s more for each battle that the other warbands have "
        "fought on average (%(most)d at most), less those that the newcomer has fought itself."
    )
    return text % {"what": _(" and ").join(given), "most": rule.most}
