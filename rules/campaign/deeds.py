"""What a place of the city does: one function for each operation of the catalogue (`do`).

Each takes the visit under way and gives it back as it goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.campaign import events as ev
from rules.campaign.events import AwardGiven
from rules.campaign.experience import earn
from rules.campaign.leaders import leave
from rules.campaign.rulings import by_hand
from rules.campaign.run import Run
from rules.catalogue.derived import upgraded_id
from rules.roster.battle import NEXT_BATTLE
from rules.roster.model import Lasting, Note
from rules.roster.profile import current

EXPLORATION = "campaign.exploration"
NOBODY = "none"
OF = "@"
"""Between a hero and the weapon of his that is meant; nobody's is the stash's."""
SET = "#"
"""Before the number of the set that a hired sword carries, where he may choose."""

Op = dict[str, Any]
Visit = dict[str, Any]
"""A visit under way: `place`, `ops` still to do, the `heroes` who search, `round` of questions,
`gold` that it has brought, `last` (the faces of the last roll), `hero` who was chosen last."""


def number_of(run: Run, key: str, name: str) -> int:
    return current(run.facts(key).profile, run.fighter(key))[name]


def _roll(run: Run, visit: Visit, text: str, purpose: str = "loot") -> tuple[int, Visit]:
    """A number of dice, and the visit that remembers their faces."""
    first = len(run.events)
    number = run.roll(purpose, text, "", EXPLORATION)
    faces = [face for event in run.events[first:] for face in getattr(event, "dice", ())]
    return number, {**visit, "last": faces}


def _gold(run: Run, visit: Visit, op: Op, choice: str) -> Visit:
    number, visit = _roll(run, visit, op["dice"])
    if op.get("on_double") and len(set(visit["last"])) == 1:
        return {**visit, "ops": [{"op": "learn", "skill": "haggle"}, *visit["ops"]]}
    run.gold(number, visit["place"], EXPLORATION)
    return {**visit, "gold": visit["gold"] + number}


def _shards(run: Run, visit: Visit, op: Op, choice: str) -> Visit:
    number, visit = _roll(run, visit, op["count"])
    shards(run, number, visit["place"])
    return visit


def shards(run: Run, number: int, cause: str) -> None:
    """Wyrdstone found (or, below 0, gone)."""
    before = run.state.roster.wyrdstone
    run.tell(
        ev.ShardsChanged(
            shards=number, before=before, after=before + number, cause=cause, rule=EXPLORATION
        )
    )


def _gems(run: Run, visit: Visit, op: Op, choice: str) -> Visit:
    number, visit = _roll(run, visit, op["count"])
    run.gold(number * op["gold_each"], visit["place"], EXPLORATION)
    return visit


def _item(run: Run, visit: Visit, op: Op, choice: str) -> Visit:
    number, visit = _roll(run, visit, op["count"])
    made = upgraded_id(op["upgrade"], op["item"]) if "upgrade" in op else op["item"]
    _found(run, visit, made, number)
    return visit


def _found(run: Run, visit: Visit, item: str, n: int) -> None:
    run.tell(ev.ItemsFound(item=item, n=n, cause=visit["place"], rule=EXPLORATION))


def _remember(run: Run, visit: Visit, id: str, **data: Any) -> None:
    battle = run.state.setup.report.battle
    run.tell(ev.Noted(note=Note(id, battle, {"place": visit["place"], **data}), rule=EXPLORATION))


def _by_hand(run: Run, id: str) -> None:
    by_hand(run, id, EXPLORATION)


def _experience(run: Run, visit: Visit, op: Op, choice: str) -> Visit:
    number, visit = _roll(run, visit, op["amount"])
    if op["to"] == "leader":
        leader = run.state.roster.leader
        if leader is not None:
            _learn(run, leader.key, visit, number)
        return visit
    points: list[Op] = [{"op": "experience_point", "left": number - n} for n in range(number)]
    return {**visit, "ops": [*points, *visit["ops"]]}


def _point(run: Run, visit: Visit, op: Op, choice: str) -> Visit:
    if choice:
        _learn(run, choice, visit, 1)
    return visit


def _learn(run: Run, key: str, visit: Visit, xp: int) -> None:
    earn(run, key, (AwardGiven(visit["place"], xp),), EXPLORATION)


def _recruit(run: Run, visit: Visit, op: Op, choice: str) -> Visit:
    """Fighters who cost nothing join, as many as there is room for.

    One of several kinds is the player's choice; where there is none to choose, the game master's.
    """
    if choice == NOBODY:
        return visit
    if "fighter" not in op and not choice:
        _remember(run, visit, "prisoner_joins", to=op["to"])
        _by_hand(run, "prisoner_joins")
        return visit
    op = {"fighter": choice, **op}
    number, visit = _roll(run, visit, op["count"])
    taken = sum(one.size for one in run.state.roster.belonging if not one.hired)
    room = run.state.setup.tables.max_warriors - taken
    number = min(number, room, run.state.setup.tables.group)
    if number <= 0:
        _by_hand(run, "no_room")
        return visit
    report = run.state.setup.report
    key = f"{op['fighter']}-{report.battle[:8]}-{run.state.setup.side}"
    run.tell(
        ev.Joined(
            fighter=key,
            type=op["fighter"],
            numbers=tuple(range(1, number + 1)),
            cause=visit["place"],
            new=True,
            rule=EXPLORATION,
        )
    )
    return visit


def _hired_sword(run: Run, visit: Visit, op: Op, choice: str) -> Visit:
    """One who fights the next battle for nothing; then he leaves, or stays for his upkeep."""
    if choice == NOBODY:
        return visit
    if not choice:
        return _for_the_gm(run, visit, op, choice)
    id, _hash, number = choice.partition(SET)
    facts, setup = run.state.setup.tables.swords[id], run.state.setup
    key = f"{id.partition(':')[2]}-{setup.report.battle[:8]}-{setup.side}"
    run.tell(
        ev.Joined(
            fighter=key,
            type=id,
            numbers=(1,),
            cause=visit["place"],
            new=True,
            equipment=facts.sets[int(number or 0)],
            skills=facts.skills,
            rule=EXPLORATION,
        )
    )
    return visit


def swords_free(run: Run) -> tuple[str, ...]:
    """The hired swords who would come: of each kind one, with each of his sets."""
    present = {fighter.type for fighter in run.state.roster.belonging}
    return tuple(
        f"{id}{SET}{number}" if number else id
        for id, facts in run.state.setup.tables.swords.items()
        if id not in present
        for number in range(len(facts.sets))
    )


def _test(run: Run, visit: Visit, op: Op, choice: str) -> Visit:
    """A die for most numbers, two for Leadership: equal or less passes."""
    leader = run.state.roster.leader
    key = choice or (leader.key if leader else "")
    passed = bool(key) and _passes(run, key, op["test"])
    if key:
        run.tell(
            ev.TestTaken(fighter=key, characteristic=op["test"], passed=passed, rule=EXPLORATION)
        )
    more = op["passed"] if passed else op["failed"]
    return {**visit, "hero": key, "ops": [*more, *visit["ops"]]}


def _passes(run: Run, key: str, name: str) -> bool:
    dice, purpose = ("2D6", "leadership") if name == "Ld" else ("D6", "exploration")
    return run.roll(purpose, dice, key, EXPLORATION) <= number_of(run, key, name)


def _row(run: Run, visit: Visit, op: Op, choice: str) -> Visit:
    number, visit = _roll(run, visit, op["dice"], "exploration")
    row = next(row for row in op["rows"] if row["min"] <= number <= row["max"])
    return {**visit, "ops": [*row["do"], *visit["ops"]]}


def _each(run: Run, visit: Visit, op: Op, choice: str) -> Visit:
    """A die for each thing that isn't there by itself."""
    more: list[Op] = []
    for row in op["rows"]:
        if not row["need"] or run.roll("exploration", "D6", "", EXPLORATION) >= row["need"]:
            more += row["do"]
    return {**visit, "ops": [*more, *visit["ops"]]}


def _choice(run: Run, visit: Visit, op: Op, choice: str) -> Visit:
    return {**visit, "ops": [*op["options"][int(choice)], *visit["ops"]]}


def _optional(run: Run, visit: Visit, op: Op, choice: str) -> Visit:
    if choice in ("", NOBODY):
        return visit
    return _row(run, {**visit, "hero": choice}, op, "")


def _skill_list(run: Run, visit: Visit, op: Op, choice: str) -> Visit:
    if choice:
        _gift(run, visit, choice, Lasting("skill_list", op["list"]))
    return {**visit, "hero": choice}


def _maximum(run: Run, visit: Visit, op: Op, choice: str) -> Visit:
    if visit.get("hero"):
        _gift(run, visit, visit["hero"], Lasting("maximum", op["characteristic"], op["mod"]))
    return visit


def _gift(run: Run, visit: Visit, key: str, gift: Lasting) -> None:
    run.tell(ev.GiftGained(fighter=key, gift=gift, cause=visit["place"], rule=EXPLORATION))


def _skill(run: Run, visit: Visit, op: Op, choice: str) -> Visit:
    if choice and op["skill"] not in run.fighter(choice).skills:
        run.tell(
            ev.SkillLearned(
                fighter=choice, skill=op["skill"], cause=visit["place"], rule=EXPLORATION
            )
        )
    return visit


def _dead(run: Run, visit: Visit, op: Op, choice: str) -> Visit:
    items = dict(run.fighter(visit["hero"]).equipment)
    if items:
        run.tell(ev.GearLost(fighter=visit["hero"], items=items, rule=EXPLORATION))
    leave(run, visit["hero"], "dead", visit["place"], EXPLORATION)
    return visit


def _artefact(run: Run, visit: Visit, op: Op, choice: str) -> Visit:
    """One that the warband hasn't found yet, into its stash; a note says that it has been found."""
    table = run.state.setup.tables.exploration
    artefacts = {one.roll: one.id for one in table.artefacts} if table else {}
    known = {note.id for note in run.state.roster.finds}
    while True:
        number, visit = _roll(run, visit, "D6", "exploration")
        if artefacts[number] not in known or known.issuperset(artefacts.values()):
            break
    _remember(run, visit, artefacts[number], artefact=True)
    _found(run, visit, artefacts[number], 1)
    return visit


def _keep_gems(run: Run, visit: Visit, op: Op, choice: str) -> Visit:
    """Gems that are kept bring no gold: they help to find rare things."""
    if visit["gold"]:
        run.gold(-visit["gold"], visit["place"], EXPLORATION)
    _remember(run, visit, "gems", gold=visit["gold"], rarity_roll=op["rarity_roll"])
    return {**visit, "gold": 0}


def _note(run: Run, visit: Visit, op: Op, choice: str) -> Visit:
    """Some notes are done with at once; the others the warband keeps."""
    if op["id"] == "misses_next_battle":
        key = visit["hero"]
        total = run.fighter(key).misses + 1
        run.tell(ev.MustMiss(fighter=key, battles=1, total=total, rule=EXPLORATION))
    elif op["id"] == "lucky_charm_on_1":
        if visit["last"] == [1]:
            _found(run, visit, "lucky_charm", 1)
    else:
        _remember(run, visit, op["id"])
        if op["id"] not in (*UNDERSTOOD, *run.state.setup.tables.understood):
            _by_hand(run, op["id"])
    return visit


UNDERSTOOD = frozenset({"one_die_more_next_time", "these_are_axes"})
"""Notes that a later step reads by itself, or that only tell how something looks."""


def _reroll(run: Run, visit: Visit, op: Op, choice: str) -> Visit:
    """A way through the catacombs: one re-roll in every exploration, never more than one."""
    if all(note.id != op["op"] for note in run.state.roster.finds):
        _remember(run, visit, op["op"])
    return visit


def _bless(run: Run, visit: Visit, op: Op, choice: str) -> Visit:
    """One weapon of a hero or of the stash is blessed for good."""
    made = run.state.setup.tables.blessed.get(op.get("upgrade", ""))
    if made is None:
        return _for_the_gm(run, visit, op, choice)
    if choice:
        key, _is, item = choice.rpartition(OF)
        run.tell(ev.WeaponBlessed(fighter=key, item=item, into=made[item], rule=EXPLORATION))
    return visit


def weapons_to_bless(run: Run, op: Op) -> tuple[str, ...]:
    """Weapons that a blessing could go to, the leader's first, the stash's last."""
    made = run.state.setup.tables.blessed.get(op.get("upgrade", ""), {})
    heroes = sorted(run.state.roster.heroes, key=lambda hero: not hero.leader)
    worn = [f"{hero.key}{OF}{item}" for hero in heroes for item in hero.equipment if item in made]
    return (*worn, *(f"{OF}{item}" for item in run.state.roster.stash if item in made))


def _next_battle(run: Run, visit: Visit, op: Op, choice: str) -> Visit:
    """A way below the city for the next battle (rules/battle/passage.py)."""
    if NEXT_BATTLE not in run.state.setup.tables.understood:
        return _for_the_gm(run, visit, op, choice)
    rest = {name: value for name, value in op.items() if name != "op"}
    _remember(run, visit, NEXT_BATTLE, **rest)
    return visit


def _for_the_gm(run: Run, visit: Visit, op: Op, choice: str) -> Visit:
    """What no step reads yet: noted, and told to be the game master's."""
    rest = {name: value for name, value in op.items() if name != "op"}
    _remember(run, visit, op["op"], **rest)
    _by_hand(run, op["op"])
    return visit


OPERATIONS: dict[str, Callable[[Run, Visit, Op, str], Visit]] = {
    "gold": _gold,
    "shards": _shards,
    "gems": _gems,
    "item": _item,
    "experience": _experience,
    "experience_point": _point,
    "recruit": _recruit,
    "hired_sword": _hired_sword,
    "test": _test,
    "roll": _row,
    "each": _each,
    "choice": _choice,
    "optional": _optional,
    "skill_list": _skill_list,
    "maximum": _maximum,
    "learn": _skill,
    "dead": _dead,
    "bless": _bless,
    "next_battle": _next_battle,
    "exploration_reroll": _reroll,
    "artefact": _artefact,
    "keep_gems": _keep_gems,
    "note": _note,
}
"""Every operation that a place of the catalogue may name, and the two that these bring about."""
