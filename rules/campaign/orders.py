"""What may be asked of an aftermath: the next step, or the answer to a question."""

from __future__ import annotations

import msgspec

from rules.campaign.state import Step


class Proceed(
    msgspec.Struct, frozen=True, tag_field="order", tag="proceed", forbid_unknown_fields=True
):
    """Carry out the next step; `step` says which one is meant."""

    step: Step


class Resolve(
    msgspec.Struct,
    frozen=True,
    tag_field="order",
    tag="resolve",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """The game master's answer to a question.

    `gold` is the ransom where one is paid, `treasury` what the warband has when the answer is
    given: it may have bought and sold since the question was put.
    """

    decision: str
    choice: str
    gold: int = 0
    treasury: int = 0


AnyOrder = Proceed | Resolve
