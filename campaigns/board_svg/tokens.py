"""Warriors as discs of their true size: side by colour and pattern, status by shape."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext

from campaigns.board_svg.marks import Sheet, mm_text, tag, text
from campaigns.narration import words
from campaigns.narration.names import Names, localized
from rules.battle import granted
from rules.battle.facing import facing_of
from rules.battle.queries import is_engaged
from rules.battle.state import State, Warrior, WarriorSetup

SIDE_CLASSES = ("side-a", "side-b", "side-c", "side-d")
FINGER = 24.0
"""Radius in millimetres of what reacts to a finger: more than the base."""

USUAL_RADIUS = 10.0
"""Of a base of 20 mm: the group of tokens has the size of its letters."""

PATTERNED = ("side-c", "side-d")
"""Sides told by what is drawn upon their discs: A is plain, B a ring."""


@dataclass(frozen=True, slots=True)
class TokenView:
    """How one token is shown besides its place and status."""

    label: str
    href: str = ""
    selected: bool = False
    ready: bool = False
    target: bool = False
    planner: bool = True


def side_class(state: State, side: str) -> str:
    sides = [setup.id for setup in state.setup.sides]
    return SIDE_CLASSES[sides.index(side) % len(SIDE_CLASSES)]


def labels_of(warriors: Iterable[WarriorSetup]) -> dict[str, str]:
    """One or two characters for each: the initial, with a number where it comes more than once."""
    warriors = list(warriors)
    initials = {w.id: (w.side, (w.name.strip() or w.id)[:1].upper()) for w in warriors}
    times = Counter(initials.values())
    given: Counter[tuple[str, str]] = Counter()
    labels = {}
    for warrior in warriors:
        key = initials[warrior.id]
        given[key] += 1
        labels[warrior.id] = key[1] if times[key] == 1 else f"{key[1]}{given[key]}"
    return labels


def statuses_of(state: State, warrior: Warrior) -> list[str]:
    """Everything that a glance should tell, by the engine's names, the gravest first."""
    if warrior.left_table:
        return ["left_table"]
    found = [] if warrior.status == "standing" else [warrior.status]
    if warrior.fleeing:
        found.append("fleeing")
    if warrior.hidden:
        found.append("hidden")
    if warrior.at is not None and is_engaged(state, warrior.id):
        found.append("engaged")
    return found or ["standing"]


def status_words(state: State, warrior: Warrior) -> str:
    statuses = [words.word(words.STATUSES, name) for name in statuses_of(state, warrior)]
    return ", ".join([*statuses, *spells_on(state, warrior)])


def spells_on(state: State, warrior: Warrior) -> list[str]:
    """The spells that act on a warrior now, by name; "under «Hearts of Steel»"."""
    if warrior.at is None or not state.effects:
        return []
    rows = state.setup.catalogue.spells
    ids = dict.fromkeys(running.spell for running, _ in granted.on(state, warrior.id))
    return [
        gettext("under «%(spell)s»") % {"spell": localized(rows[id].name, id)}
        for id in ids
        if id in rows
    ]


def label_for(state: State, warrior: Warrior, names: Names) -> str:
    """What a screen reader says: "Ana, Los Rojos, knocked down"."""
    return gettext("%(name)s, %(side)s, %(status)s") % {
        "name": names.warriors[warrior.id],
        "side": names.sides[warrior.side],
        "status": status_words(state, warrior),
    }


def _star(state: State, warrior: Warrior, radius: float) -> list[str]:
    """A star at the rim of whoever a spell acts on; the title says which."""
    if not spells_on(state, warrior):
        return []
    points = [(0, -8), (2, -2), (8, 0), (2, 2), (0, 8), (-2, 2), (-8, 0), (-2, -2)]
    at = radius * 0.75
    drawn = " ".join(f"{mm_text(at + x)},{mm_text(y - at)}" for x, y in points)
    return [tag("polygon", class_="token__spell", points=drawn)]


def _gaze(state: State, warrior: Warrior, radius: float) -> list[str]:
    """A point at the rim, where whoever it means something to looks; the sheet says it in words."""
    facing = facing_of(state, warrior.id)
    if facing is None:
        return []
    d = f"M{mm_text(radius - 1)}-6l9 6l-9 6z"
    return [tag("path", class_="token__gaze", d=d, transform=f"rotate({-facing})")]


def draw_token(
    state: State, warrior: Warrior, sheet: Sheet, level: int, names: Names, view: TokenView
) -> str:
    x, y = sheet.at(warrior.at or (0, 0, 0))
    radius = state.setup.by_id[warrior.id].base / 200
    told = label_for(state, warrior, names)
    size = None if radius == USUAL_RADIUS else radius
    return tag(
        "a",
        tag("title", text(told)),
        tag("circle", class_="token__finger", r=max(FINGER, radius)),
        *_body(warrior, radius, patterned=side_class(state, warrior.side) in PATTERNED),
        tag("text", text(view.label), class_="token__label", y=radius * 0.36, font_size=size),
        *_gaze(state, warrior, radius),
        *_star(state, warrior, radius),
        class_=_classes(state, warrior, level, view),
        href=view.href or None,
        transform=f"translate({mm_text(x)} {mm_text(y)})",
        data_warrior=None if view.href else warrior.id,  # else the address says it
        aria_current="true" if view.selected else None,
        data_z=_height(warrior) if view.planner else None,
    )


def _height(warrior: Warrior) -> float | None:
    """In millimetres, for the planner; None on the ground, where most stand."""
    return warrior.at[2] / 100 if warrior.at and warrior.at[2] else None


def _classes(state: State, warrior: Warrior, level: int, view: TokenView) -> str:
    classes = ["token", side_class(state, warrior.side), "lvl", f"lvl-{level}"]
    classes += [f"token--{name}" for name in statuses_of(state, warrior) if name != "standing"]
    classes += [f"token--{name}" for name in ("selected", "ready", "target") if getattr(view, name)]
    return " ".join(classes)


def _body(warrior: Warrior, radius: float, *, patterned: bool) -> list[str]:
    down = warrior.status in ("knocked_down", "stunned")
    flat = radius * 0.6 if down else radius
    parts = [tag("circle", class_="token__base", r=radius)]
    if down:
        parts = [tag("ellipse", class_="token__base", rx=radius, ry=flat)]
    if patterned:
        parts.append(tag("ellipse", class_="token__pattern", rx=radius * 0.78, ry=flat * 0.78))
    if warrior.status == "stunned":
        parts.append(tag("ellipse", class_="token__stunned", rx=radius, ry=flat))
    if warrior.hidden:
        parts.append(tag("circle", class_="token__hidden", r=radius + 5))
    if warrior.fleeing:
        d = f"M{radius + 3:.1f} 0h12m-5-5l5 5l-5 5"
        parts.append(tag("path", class_="token__flight", d=d))
    return parts
