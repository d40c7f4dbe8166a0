"""A battle by hand as data: what is claimed of it, whether it can be so, and the report it makes.

Nothing here reads the database: the services and pages bring the warriors who were fielded.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from rules.battle.mission.model import Spoils
from rules.campaign.report import Award, BattleReport, SideReport, WarriorReport
from rules.catalogue import load_catalogue

ENDINGS = ("rout", "voluntary", "wiped_out", "scenario", "agreed")
"""How a battle ends; after the first three a side has left the table to the other."""
FLIGHTS = ENDINGS[:3]
OWN_FEAT = "scenario"
MOST_POINTS = 5
MOST_SHARDS, MOST_GOLD, MOST_ITEMS = 20, 500, 6


class Fielded(msgspec.Struct, frozen=True, kw_only=True):
    """A warrior who could fight when the battle was reported."""

    id: str
    side: str
    name: str
    hero: bool = False
    leader: bool = False


class Out(msgspec.Struct, frozen=True):
    """Somebody who went out of action; `by` "" where nobody's hand did it."""

    warrior: str
    by: str = ""


class Feat(msgspec.Struct, frozen=True):
    """What the scenario gives experience for; `points` count only for a scenario of one's own."""

    warrior: str
    id: str
    points: int = 1


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody says of a battle. `winner`: a side, "" a draw; `routed`: the side that fled."""

    winner: str = ""
    ending: str = "agreed"
    routed: str = ""
    out: tuple[Out, ...] = ()
    feats: tuple[Feat, ...] = ()
    spoils: tuple[Spoils, ...] = ()


class Fault(msgspec.Struct, frozen=True):
    """Something that can't be so: the `field` of the claim, the warrior or side it is about."""

    code: str
    field: str
    about: str = ""


class FeatKind(msgspec.Struct, frozen=True):
    """A feat that a scenario knows: what it is worth (0: as many points as are told), who may have
    done it, whether only one of all did, and whether one may have done it several times."""

    id: str
    xp: int
    heroes_only: bool = False
    only_one: bool = False
    repeats: bool = False


def claim_from(data: Any) -> Claim:
    """A claim out of JSON. Raises msgspec.ValidationError."""
    return msgspec.convert(data, Claim)


def fielded_from(data: Any) -> tuple[Fielded, ...]:
    """Raises msgspec.ValidationError."""
    return msgspec.convert(data, tuple[Fielded, ...])


def feats_of(scenario: str) -> tuple[FeatKind, ...]:
    """The feats of a scenario; without one (or of one's own) points for whatever it gives."""
    if not scenario:
        return (FeatKind(OWN_FEAT, 0),)
    rows = load_catalogue().scenarios[scenario].experience
    heroes = {"finder", "first_hero_out"}
    return tuple(
        FeatKind(
            id=row["to"],
            xp=row["experience"],
            heroes_only=row["to"] in heroes,
            only_one=row["to"] in heroes,
            repeats="per" in row,
        )
        for row in rows
    )


def items_of(scenario: str) -> tuple[str, ...]:
    """Pieces that may be brought home from a scenario's chest."""
    if not scenario:
        return ()
    return tuple(row["item"] for row in load_catalogue().scenarios[scenario].chest if "item" in row)


def faults_of(
    claim: Claim, fielded: Sequence[Fielded], sides: Sequence[str], scenario: str
) -> list[Fault]:
    """Everything that can't be so, at once."""
    by_id = {one.id: one for one in fielded}
    return [
        *_ending(claim, sides),
        *_out(claim, by_id),
        *_feats(claim, by_id, scenario),
        *_spoils(claim, sides, scenario),
        *_nobody_left(claim, fielded),
    ]


def _ending(claim: Claim, sides: Sequence[str]) -> Iterable[Fault]:
    if claim.winner and claim.winner not in sides:
        yield Fault("unknown_side", "winner", claim.winner)
    if claim.ending not in ENDINGS:
        yield Fault("unknown_ending", "ending", claim.ending)
    if claim.routed and claim.routed not in sides:
        yield Fault("unknown_side", "routed", claim.routed)
    if claim.ending in FLIGHTS and not claim.routed:
        yield Fault("who_fled", "routed")
    if claim.routed and claim.routed == claim.winner:
        yield Fault("fled_and_won", "winner", claim.winner)
    if claim.ending not in FLIGHTS and claim.routed:
        yield Fault("nobody_fled", "routed", claim.routed)


def _out(claim: Claim, by_id: dict[str, Fielded]) -> Iterable[Fault]:
    seen: set[str] = set()
    for one in claim.out:
        if one.warrior not in by_id:
            yield Fault("unknown_warrior", "out", one.warrior)
            continue
        if one.warrior in seen:
            yield Fault("out_twice", "out", one.warrior)
        seen.add(one.warrior)
        if one.by and one.by not in by_id:
            yield Fault("unknown_warrior", "out", one.by)
        elif one.by and by_id[one.by].side == by_id[one.warrior].side:
            yield Fault("by_his_own", "out", one.warrior)


def _feats(claim: Claim, by_id: dict[str, Fielded], scenario: str) -> Iterable[Fault]:
    known = {kind.id: kind for kind in feats_of(scenario)}
    done: dict[str, list[str]] = {}
    for feat in claim.feats:
        kind = known.get(feat.id)
        if feat.warrior not in by_id:
            yield Fault("unknown_warrior", "feats", feat.warrior)
        elif kind is None:
            yield Fault("unknown_feat", "feats", feat.id)
        elif kind.heroes_only and not by_id[feat.warrior].hero:
            yield Fault("heroes_only", "feats", feat.warrior)
        elif not 1 <= feat.points <= MOST_POINTS:
            yield Fault("bad_number", "feats", feat.warrior)
        done.setdefault(feat.id, []).append(feat.warrior)
    for id, who in done.items():
        kind = known.get(id)
        if kind and kind.only_one and len(who) > 1:
            yield Fault("only_one", "feats", id)
        elif kind and not kind.repeats and len(set(who)) < len(who):
            yield Fault("only_once", "feats", id)


def _spoils(claim: Claim, sides: Sequence[str], scenario: str) -> Iterable[Fault]:
    seen: set[str] = set()
    for one in claim.spoils:
        if one.side not in sides or one.side in seen:
            yield Fault("unknown_side", "spoils", one.side)
        seen.add(one.side)
        if not 0 <= one.wyrdstone <= MOST_SHARDS or not 0 <= one.gold <= MOST_GOLD:
            yield Fault("bad_number", "spoils", one.side)
        if len(one.items) > MOST_ITEMS or set(one.items) - set(items_of(scenario)):
            yield Fault("unknown_item", "spoils", one.side)


def _nobody_left(claim: Claim, fielded: Sequence[Fielded]) -> Iterable[Fault]:
    """A side with nobody on his feet has not won, and one that was wiped out has nobody."""
    out = {one.warrior for one in claim.out}
    if claim.winner and all(one.id in out for one in fielded if one.side == claim.winner):
        yield Fault("winner_without_anybody", "winner", claim.winner)
    standing = [one for one in fielded if one.side == claim.routed and one.id not in out]
    if claim.ending == "wiped_out" and claim.routed and standing:
        yield Fault("somebody_left", "routed", claim.routed)


def report_of_claim(
    claim: Claim,
    fielded: Sequence[Fielded],
    *,
    battle: str,
    sides: Iterable[SideReport],
    scenario: str,
) -> BattleReport:
    """The same report that a battle played here leaves behind, marked as told by hand."""
    out = {one.warrior: one for one in claim.out}
    worth = {kind.id: kind.xp for kind in feats_of(scenario)}
    return BattleReport(
        battle=battle,
        sides=tuple(sides),
        warriors=tuple(
            WarriorReport(
                id=one.id,
                side=one.side,
                name=one.name,
                hero=one.hero,
                out=one.id in out,
                by=out[one.id].by if one.id in out else "",
            )
            for one in fielded
        ),
        winner=claim.winner or None,
        awards=tuple(
            Award(feat.warrior, feat.id, worth[feat.id] or feat.points) for feat in claim.feats
        ),
        spoils=claim.spoils,
        scenario=scenario,
        by_hand=True,
    )
