"""What an aftermath asks a reader: each question with its answers, and whether they are his."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from rules import campaign
from rules.campaign.choices import learns_from
from rules.campaign.income import price
from rules.campaign.spells import gods_gift
from rules.campaign.state import Pending, State
from rules.magic.learning import GIFT
from warbands import names as catalogue
from warbands.models import Aftermath, Warband
from warbands.services.aftermath import current_state, prisoner_in_return
from warbands.stakes import stakes
from warbands.wording import button, skill_list, title


@dataclass(frozen=True)
class Answer:
    """Something that may be answered. `group`: the heading that it stands under, if any."""

    id: str
    name: str
    group: str = ""
    text: str = ""


@dataclass(frozen=True)
class Question:
    """A question as its reader sees it. `mine`: he may answer it; `gold`: an amount is asked for.

    `waits_for` says in words who is to answer. `default` counts when the time has run out.
    `stakes`: what follows, where the answers don't say it.
    """

    id: str
    kind: str
    title: str
    fighter: str
    rule: str
    who: str
    waits_for: str
    mine: bool
    gold: bool
    answers: tuple[Answer, ...]
    default: str
    dice: tuple[int, ...]
    stakes: str = ""

    @property
    def by_default(self) -> str:
        """The answer that counts when nobody gives any, as its button says it."""
        found = (answer.name for answer in self.answers if answer.id == self.default)
        return next(found, "")

    @property
    def groups(self) -> list[tuple[str, list[Answer]]]:
        """The answers under their headings."""
        found: dict[str, list[Answer]] = {}
        for answer in self.answers:
            found.setdefault(answer.group, []).append(answer)
        return list(found.items())


def questions_for(
    aftermath: Aftermath, user: Any, *, as_gm: bool = False, state: State | None = None
) -> tuple[Question, ...]:
    """Everything that is asked now. Who may not answer sees what is asked of whom."""
    state = state or current_state(aftermath, aftermath.warband)
    names = {fighter.key: fighter.name for fighter in state.roster.fighters}
    rights = _rights(aftermath, user, state, as_gm)
    return tuple(
        _question(aftermath, state, pending, names, rights.get(pending.id, ""))
        for pending in campaign.open_questions(state)
    )


def _rights(aftermath: Aftermath, user: Any, state: State, as_gm: bool) -> dict[str, str]:
    """As what the reader answers each question, in one query for all captors."""
    owns = {aftermath.warband.pk} if aftermath.warband.owner_id == user.pk else set()
    asked = campaign.open_questions(state)
    captors = {p.id: state.setup.report.side(p.captor).warband for p in asked if p.who == "captor"}
    held = [warband for warband in captors.values() if warband]
    if held and user.is_authenticated:
        own = Warband.objects.filter(pk__in=held, owner=user).values_list("pk", flat=True)
        owns |= set(own)
    mine = {str(key) for key in owns}
    found = {}
    for pending in asked:
        whose = captors.get(pending.id, str(aftermath.warband_id))
        if pending.who in ("player", "captor") and whose in mine:
            found[pending.id] = pending.who
        elif as_gm:
            found[pending.id] = "gm"
    return found


def _question(
    aftermath: Aftermath, state: State, pending: Pending, names: Mapping[str, str], right: str
) -> Question:
    options = campaign.options_of(pending, right or pending.who)
    offered = pending.kind == "captured" and right == "captor" and "exchange" in options
    if offered and prisoner_in_return(aftermath, state, pending) is None:
        options = tuple(option for option in options if option != "exchange")
    return Question(
        id=pending.id,
        kind=pending.kind,
        title=title(pending, names),
        fighter=pending.fighter,
        rule=pending.rule,
        who=pending.who,
        waits_for=_waits_for(aftermath, state, pending),
        mine=bool(right),
        gold=pending.kind == "captured",
        answers=tuple(
            answer for option in options for answer in _answers(state, pending, option, names)
        ),
        default=pending.default,
        dice=tuple(pending.data.get("dice", ())) if pending.kind == "explore" else (),
        stakes=stakes(pending),
    )


def _waits_for(aftermath: Aftermath, state: State, pending: Pending) -> str:
    if pending.who == "captor":
        return state.setup.report.side(pending.captor).name
    return aftermath.warband.name if pending.who == "player" else _("the game master")


def _answers(state: State, pending: Pending, option: str, names: Mapping[str, str]) -> list[Answer]:
    """One answer; a skill stands once, under the first of the fighter's lists that has it."""
    if pending.kind == "rare" and option in state.setup.tables.rare:
        facts = state.setup.tables.rare[option]
        text = _("rare %(rarity)d, %(price)s gc") % {"rarity": facts.rarity, "price": facts.price}
        return [Answer(option, f"{catalogue.item(option)} ({text})")]
    if pending.kind == "spell" and option == GIFT:
        gift = gods_gift(state, state.roster.fighter(pending.fighter))
        told = _("Take the gift of his god: %(spell)s") % {"spell": catalogue.spell(gift)}
        return [Answer(option, told)]
    gold = price(state, int(option)) if pending.kind == "sell" else 0
    name = button(pending, option, names, gold)
    if pending.kind != "advance" or option not in state.setup.tables.skills:
        return [Answer(option, name)]
    lists = learns_from(state, state.roster.fighter(pending.fighter))
    stands = state.setup.tables.skills[option].lists
    group = next((skill_list(list) for list in lists if list in stands), "")
    return [Answer(option, name, group, catalogue.skill_text(option))]
