"""Questions to a state that every phase asks: who stands where, who touches and sees whom.

Geometry is derived from positions (contact decides who is engaged, P-CMB-01) and cached on the
state; `apply` hands the caches on as long as nobody moves.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..board import Body, Look, contact, sight
from . import granted
from .bodies import DOWNED as DOWNED
from .bodies import DOWNED_HEIGHT as DOWNED_HEIGHT
from .bodies import STANDING_HEIGHT as STANDING_HEIGHT
from .bodies import body as body
from .bodies import downed as downed
from .bodies import standing_height as standing_height
from .lineup import lineup
from .state import Profile, SideSetup, State, Warrior, WarriorSetup
from .stayers import never_leaves

ACROSS_AT_MOST = 10_000
"""No low obstacle across which models fight is wider than this (P-CHG-10)."""


def setup_of(state: State, id: str) -> WarriorSetup:
    """What a warrior brought to the battle."""
    return state.setup.by_id[id]


def side_setup(state: State, side: str) -> SideSetup:
    """The set-up of a side."""
    return next(s for s in state.setup.sides if s.id == side)


def on_table(w: Warrior) -> bool:
    """Whether the model stands (or lies) on the table."""
    return w.at is not None


def own_characteristic(state: State, id: str, name: str) -> int:
    """A characteristic without magic: the profile's, unless the GM has changed it."""
    changes = state.warriors[id].profile
    changed: int | None = None if changes is None else getattr(changes, name)
    if changed is not None:
        return changed
    value: int = getattr(state.setup.by_id[id].profile, name)
    return value


def characteristic(
    state: State, id: str, name: str, *, close: bool = False, whole: bool = False
) -> int:
    """A characteristic as it is now, with what spells do to it (P-MAG-40).

    `close`: in close combat, where some spells help only there. `whole`: Movement not halved.
    """
    own = own_characteristic(state, id, name)
    if not state.effects:
        return own
    return granted.changed(state, id, name, own, close=close, whole=whole)


def profile(state: State, id: str) -> Profile:
    """All nine characteristics as they are now."""
    return Profile(*(characteristic(state, id, name) for name in Profile.__struct_fields__))


def models(state: State) -> list[Warrior]:
    """Everybody on the table, in roster order."""
    return [w for w in state.warriors.values() if w.at is not None]


def warriors_of(state: State, side: str) -> list[Warrior]:
    """A side's models on the table, in roster order."""
    warriors = state.warriors
    return [warriors[id] for id in lineup(state).of[side]]


def enemies_of(state: State, side: str) -> list[Warrior]:
    """All models on the table that aren't of `side`, in roster order."""
    warriors = state.warriors
    return [warriors[id] for id in lineup(state).foes[side]]


def others(state: State, *but: str) -> list[Body]:
    """The bodies of everybody on the table except those named."""
    return [body for body in everybody(state) if body.id not in but]


def everybody(state: State) -> list[Body]:
    """The bodies of all on the table, in roster order; remembered until somebody moves."""
    found: list[Body] | None = state.__dict__.get("everybody")
    if found is None:
        found = state.__dict__["everybody"] = [body(state, w.id) for w in models(state)]
    return found


def against(state: State, side: str) -> list[Body]:
    """The bodies of all on the table that aren't of `side`, in roster order; remembered too."""
    known: dict[str, list[Body]] = state.__dict__.setdefault("against", {})
    found = known.get(side)
    if found is None:
        found = known[side] = [body(state, id) for id in lineup(state).foes[side]]
    return found


def contacts(state: State) -> dict[str, tuple[str, ...]]:
    """For each engaged model the enemies that it touches, in roster order (P-CMB-01, P-CHG-10)."""
    cached: dict[str, tuple[str, ...]] | None = state.__dict__.get("contacts")
    if cached is None:
        before = state.__dict__.get("contacts_before")
        cached = _find_contacts(state) if before is None else _contacts_moved(state, *before)
        state.__dict__["contacts"] = cached
    return cached


def _contacts_moved(
    state: State, before: dict[str, tuple[str, ...]], mover: str
) -> dict[str, tuple[str, ...]]:
    """The contacts after one model has moved: nobody else's have changed among themselves."""
    found = {
        id: [other for other in touched if other != mover]
        for id, touched in before.items()
        if id != mover
    }
    w = state.warriors[mover]
    if w.at is not None:
        for foe in touched_by(state, body(state, mover), against(state, w.side)):
            found.setdefault(mover, []).append(foe.id)
            found.setdefault(foe.id, []).append(mover)
    return _in_order(state, found)


def near(a: Body, b: Body) -> bool:
    """Whether two models might touch, across a low obstacle at the most."""
    reach = a.radius + b.radius + ACROSS_AT_MOST
    (ax, ay, _), (bx, by, _) = a.at, b.at
    return -reach <= bx - ax <= reach and -reach <= by - ay <= reach


def _in_order(state: State, found: dict[str, list[str]]) -> dict[str, tuple[str, ...]]:
    place = state.setup.roster_order.__getitem__
    return {id: tuple(sorted(found[id], key=place)) for id in sorted(found, key=place) if found[id]}


def _find_contacts(state: State) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    bodies = [(w.side, body(state, w.id)) for w in models(state)]
    for i, (side, a) in enumerate(bodies):
        for other, b in bodies[i + 1 :]:
            if side != other and in_contact(state, a, b):
                found.setdefault(a.id, []).append(b.id)
                found.setdefault(b.id, []).append(a.id)
    return _in_order(state, found)


def touched_by(state: State, me: Body, bodies: Sequence[Body]) -> list[Body]:
    """Those of some bodies that a model touches, across a low obstacle or not."""
    x, y, _ = me.at
    room = me.radius + ACROSS_AT_MOST
    found: list[Body] = []
    for other in bodies:
        (ox, oy, _), reach = other.at, room + other.radius
        close = -reach <= ox - x <= reach and -reach <= oy - y <= reach
        if close and in_contact(state, me, other):
            found.append(other)
    return found


def in_contact(state: State, a: Body, b: Body) -> bool:
    """Bases touch, or both touch a low obstacle between them (P-CHG-09, P-CHG-10)."""
    if not near(a, b):
        return False
    if contact.touching(a, b):
        return True
    low = state.setup.ruleset.length("obstacle.free_height")
    return contact.within(a, b, ACROSS_AT_MOST) and contact.across(state.setup.board, a, b, low)


def engaged_with(state: State, id: str) -> tuple[str, ...]:
    """The enemies in contact with a model, in roster order."""
    cached: dict[str, tuple[str, ...]] | None = state.__dict__.get("contacts")
    return (contacts(state) if cached is None else cached).get(id, ())


def is_engaged(state: State, id: str) -> bool:
    """Whether a model is in close combat (P-CHG-09)."""
    return id in contacts(state)


def held(state: State, id: str) -> bool:
    """Engaged with an enemy that isn't down: no leaving, no other charge (P-CMB-17, P-CMB-18).

    A headsman leaves those who are down no more than others.
    """
    foes = engaged_with(state, id)
    if foes and never_leaves(state.setup, id):
        return True
    return any(not downed(state.warriors[e]) for e in foes)


def look(state: State, viewer: str, target: str) -> Look:
    """What `viewer` sees of `target`, from the model's place, all round (P-SHO-03, P-SHO-08)."""
    return _look(state, viewer, target, 0)


def aim(state: State, shooter: str, target: str) -> Look:
    """The same for a shot: who stands near an edge leans over it (P-SHO-03, Gaps)."""
    return _look(state, shooter, target, _lean(state, shooter))


def _lean(state: State, shooter: str) -> int:
    at = state.warriors[shooter].at
    on_ground = at is None or at[2] == 0
    return 0 if on_ground else state.setup.ruleset.length("edge.lean_distance")


def _look(state: State, viewer: str, target: str, lean: int) -> Look:
    looks: dict[tuple[str, str, int], Look] = state.__dict__.setdefault("looks", {})
    found = looks.get((viewer, target, lean))
    if found is None:
        found = looks[viewer, target, lean] = sight.look(
            state.setup.board,
            body(state, viewer),
            body(state, target),
            everybody(state),
            lean=lean,
        )
    return found


def sees(state: State, viewer: str, target: str) -> bool:
    """Whether any part of `target` is in sight and it isn't hidden (P-HID-07)."""
    return not state.warriors[target].hidden and _kind(state, viewer, target, 0) != "none"


def aims_at(state: State, shooter: str, target: str) -> bool:
    """The same for a shot, leaning over an edge."""
    return not state.warriors[target].hidden and sight_of(state, shooter, target) != "none"


def sight_of(state: State, shooter: str, target: str) -> str:
    """The kind of an `aim` alone: none, cover or clear."""
    return _kind(state, shooter, target, _lean(state, shooter))


def _kind(state: State, viewer: str, target: str, lean: int) -> str:
    """The kind of a look alone is found sooner than what covers the target."""
    kinds: dict[tuple[str, str, int], str] = state.__dict__.setdefault("kinds", {})
    found = kinds.get((viewer, target, lean))
    if found is None:
        found = kinds[viewer, target, lean] = sight.kind(
            state.setup.board,
            body(state, viewer),
            body(state, target),
            everybody(state),
            lean=lean,
        )
    return found


def within(state: State, a: str, b: str, length: int) -> bool:
    """Whether two models are within `length`, base to base, the limit included (P-TRN-08)."""
    return contact.within(body(state, a), body(state, b), length)


def gap(state: State, a: str, b: str) -> int:
    """The gap between two models' bases in 1/100 mm, rounded down; for display and order."""
    return contact.gap(body(state, a), body(state, b))


def leader_of(state: State, side: str) -> Warrior | None:
    """The side's leader, wherever he is."""
    for setup in state.setup.warriors:
        if setup.side == side and setup.leader:
            return state.warriors[setup.id]
    return None


def playing(state: State) -> tuple[str, ...]:
    """The sides still in the battle, in order of play."""
    return tuple(side for side in state.order_of_play if side not in state.lost)
