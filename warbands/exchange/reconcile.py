"""From a foreign roster to one of ours, and the account of how that went."""

from __future__ import annotations

from typing import Any

from rules.campaign.pin import PACE
from rules.catalogue import load_catalogue
from rules.catalogue.lists import FighterType, WarbandType
from rules.roster.goods import free_gear, price
from rules.roster.model import Advance, Injury, Lasting
from rules.roster.problems import problems
from rules.roster.rating import rating
from rules.ruleset import load_ruleset
from warbands.exchange import matching
from warbands.exchange.bounds import BadFile
from warbands.exchange.document import Document, FighterPart, WarbandPart, roster_of
from warbands.exchange.foreign import ForeignFighter, ForeignRoster, Things
from warbands.exchange.report import Entry, Pair, Report, Status, breaches

ADVANCED = ("WS", "BS", "S", "T", "W", "I", "A", "Ld")
"""Characteristics whose difference from the list tells of advances; M is in inches there."""


class Reading:
    """One file being understood; `entries` grows."""

    def __init__(self, foreign: ForeignRoster, ruleset: str) -> None:
        self.foreign, self.ruleset = foreign, ruleset
        self.entries: list[Entry] = []
        self.row = self._warband()

    def _warband(self) -> WarbandType:
        found = matching.warbands().find(self.foreign.kind)
        if found is None:
            raise BadFile("unknown_warband_kind", kind=self.foreign.kind[:60] or "?")
        self.say(self.foreign.kind, "guessed" if found.guessed else "matched", "warband", found.id)
        return load_catalogue().warbands[found.id]

    def say(self, text: str, status: Status, sort: str = "", id: str = "", about: str = "") -> None:
        self.entries.append(Entry(text=text, status=status, about=about, sort=sort, id=id))

    def document(self) -> Document:
        """The whole of it in our format."""
        fighters = [part for f in self.foreign.fighters if (part := self._fighter(f))]
        stash = self._stash(self.foreign.stash)
        for remark in self.foreign.remarks:
            self.say(remark, "unknown")
        return Document(
            warband=WarbandPart(
                name=self.foreign.name[:80],
                type=self.row.id,
                ruleset=self.ruleset,
                budget=self.row.gold,
                gold=self.foreign.gold or 0,
                wyrdstone=self.foreign.wyrdstone,
                stash=stash,
            ),
            fighters=tuple(fighters),
        )

    def _fighter(self, foreign: ForeignFighter) -> FighterPart | None:
        about = foreign.name or foreign.kind
        kind = self._kind(foreign, about)
        if kind is None:
            for text, _n in foreign.things.texts:
                self.say(text, "unknown", about=about)
            return None
        return _Fighter(self, foreign, kind, about).part()

    def _kind(self, foreign: ForeignFighter, about: str) -> FighterType | None:
        index = matching.fighters(self.row.id)
        found = index.find(foreign.kind) or index.find(foreign.name)
        if found is not None:
            status: Status = "guessed" if found.guessed else "matched"
            self.say(foreign.kind, status, "fighter", found.id, about)
            return self.row.fighter(found.id)
        kind = matching.by_profile(self.row, foreign.profile, foreign.hero)
        if kind is None:
            self.say(foreign.kind, "unknown", about=about)
            return None
        self.say(foreign.kind, "guessed", "fighter", kind.id, about)
        return kind

    def _stash(self, things: Things) -> dict[str, int]:
        stash: dict[str, int] = {}
        for text, n in things.texts:
            found = matching.things().find(text)
            if found is None or found.sort != "item":
                self.say(text, "unknown")
                continue
            self.say(text, "guessed" if found.guessed else "matched", "item", found.id)
            stash[found.id] = stash.get(found.id, 0) + n
        return stash


class _Fighter:
    """One fighter being understood."""

    def __init__(
        self, reading: Reading, foreign: ForeignFighter, kind: FighterType, about: str
    ) -> None:
        self.reading, self.foreign, self.kind, self.about = reading, foreign, kind, about
        self.hero = kind.kind == "hero" or (bool(foreign.hero) and foreign.count == 1)
        self.hero = self.hero and not kind.is_hired
        self.equipment = dict(free_gear(load_catalogue(), reading.row, kind))
        self.skills, self.mutations = list(kind.knows), list[str]()
        self.spells: list[str] = []
        self.injuries: list[Injury] = []
        self.unknown: list[str] = []

    def part(self) -> FighterPart:
        for text, n in self.foreign.things.texts:
            self._thing(text, n)
        count = 1 if self.hero or self.kind.is_hired else self.foreign.count
        experience = self.foreign.experience
        return FighterPart(
            name=(self.foreign.name or self.kind.name.en)[:80],
            type=self.kind.id,
            hero=self.hero,
            leader=self.kind.leader,
            members=tuple(range(1, count + 1)),
            next_member=count + 1,
            equipment=self.equipment,
            skills=tuple(self.skills),
            spells=tuple(self.spells),
            mutations=tuple(self.mutations),
            experience=self.kind.experience if experience is None else experience,
            injuries=tuple(self.injuries),
            advances=tuple(self._advances()),
            notes="; ".join(self.unknown)[:1000],
        )

    def _thing(self, text: str, n: int) -> None:
        found = matching.things().find(text)
        if found is None:
            self.unknown.append(text)
            self.reading.say(text, "unknown", about=self.about)
            return
        status: Status = "guessed" if found.guessed else "matched"
        self.reading.say(text, status, found.sort, found.id, self.about)
        if found.sort == "item":
            self._carry(found.id, n)
        elif found.sort == "skill" and found.id not in self.skills:
            self.skills.append(found.id)
        elif found.sort == "spell" and found.id not in self.spells:
            self.spells.append(found.id)
        elif found.sort == "mutation" and found.id not in self.kind.traits:
            self._mutate(found.id)
        elif found.sort == "injury":
            self.injuries.append(injury(found.id, self.reading.ruleset))

    def _carry(self, item: str, n: int) -> None:
        """What he brings along is often named again: it isn't carried twice for that."""
        free = self.kind.is_hired or load_catalogue().item(item).id in self.equipment
        self.equipment[item] = max(self.equipment.get(item, 0), n) if free else n

    def _mutate(self, id: str) -> None:
        if id not in self.mutations:
            self.mutations.append(id)

    def _advances(self) -> list[Advance]:
        """Skills beyond those he starts with, and characteristics above the list's."""
        taken = [skill for skill in self.skills if skill not in self.kind.knows]
        results: list[tuple[Any, str]] = [("skill", skill) for skill in taken]
        base = self.kind.profile.native("UM")
        lost = {e.name: e.value for i in self.injuries for e in i.effects if e.kind != "rule"}
        for name in ADVANCED:
            if name in self.foreign.profile:
                more = self.foreign.profile[name] - base[name] - lost.get(name, 0)
                results += [("characteristic", name)] * max(0, more)
                if more < 0:
                    self.reading.say(f"{name} {more:+d}", "unknown", about=self.about)
        thresholds = self._thresholds()
        return [
            Advance(threshold=threshold, result=result, taken=what)
            for threshold, (result, what) in zip(
                [*thresholds, *[0] * len(results)], results, strict=False
            )
        ]

    def _thresholds(self) -> list[int]:
        """The boxes that he has passed since he was hired."""
        table = load_catalogue().tables["experience"]["hero" if self.hero else "henchman"]
        reached = self.foreign.experience or 0
        return [box for box in table if self.kind.experience < box <= reached]


def injury(id: str, ruleset: str) -> Injury:
    """An injury with what it leaves behind, as far as no die of its own decides."""
    rows = load_catalogue().tables["serious_injury"]["rows"]
    row = next(row for row in rows if row["id"] == id)
    pace = PACE[load_ruleset(ruleset).unit]
    effects: list[Lasting] = []
    for op in row["do"]:
        if op["op"] == "characteristic":
            mod = op["mod"] * (pace if op["name"] == "M" else 1)
            effects.append(Lasting("characteristic", op["name"], mod))
        elif op["op"] == "trait" and "hates" not in op:
            effects.append(Lasting("rule", op["trait"]))
    return Injury(row=id, effects=tuple(effects))


def reconciled(foreign: ForeignRoster, ruleset: str) -> tuple[Document, Report]:
    """The proposal made of a foreign roster, and its report."""
    reading = Reading(foreign, ruleset)
    document = reading.document()
    return document, report(
        document,
        reading.entries,
        format=foreign.format,
        gold=foreign.gold,
        spent=foreign.spent,
        worth=foreign.rating,
    )


def report(
    document: Document,
    entries: list[Entry],
    *,
    format: str,
    gold: int | None,
    spent: int | None,
    worth: int | None,
) -> Report:
    """The account of a document: what the rules refuse in it, and its numbers reckoned anew."""
    catalogue = load_catalogue()
    keys = [f"f{number}" for number in range(len(document.fighters))]
    roster = roster_of(document, id="proposal", keys=keys)
    costs = sum(price(catalogue, roster.type, fighter) for fighter in roster.active)
    named = {fighter.key: fighter.name for fighter in roster.fighters}
    return Report(
        format=format,
        entries=tuple(entries),
        breaches=breaches(problems(catalogue, roster), named),
        gold=Pair(gold, roster.treasury),
        spent=Pair(spent, costs),
        rating=Pair(worth, rating(catalogue, roster)),
    )
