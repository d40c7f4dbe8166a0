"""What may be asked of an aftermath: the next step, or the answer to a question."""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.campaign.state import Step


class Proceed(
    msgspec.Struct,
    frozen=True,
    tag_field="order",
    tag="proceed",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """Carry out the next step; `step` says which one is meant.

    `salt` goes into its dice where the secret may be known by then: after a correction.
    """

    step: Step
    salt: str = ""


class Resolve(
    msgspec.Struct,
    frozen=True,
    tag_field="order",
    tag="resolve",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """An answer to a question, by the game master or by whoever else may give it.

    `gold` is the ransom where one is paid, `treasury` what the warband has when the answer is
    given: it may have bought and sold since the question was put. `by`: gm, player, captor, deal
    (both sides of an exchange have agreed), or clock where the time has run out. `salt` is that of
    Proceed.
    """

    decision: str
    choice: str
    gold: int = 0
    treasury: int = 0
    by: Literal["gm", "player", "captor", "deal", "clock"] = "gm"
    salt: str = ""


class Learn(
    msgspec.Struct, frozen=True, tag_field="order", tag="learn", forbid_unknown_fields=True
):
    """What this warband did to a prisoner (`cause`: an answer of his captors') teaches its leader.

    Only the server gives it, out of the prisoner's own aftermath; `prisoner` tells one such lesson
    from another.
    """

    prisoner: str
    cause: str


AnyOrder = Proceed | Resolve | Learn
