"""What goes into a book: scenes as chapters, in parts, battles with their maps."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import count

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

import rules
from campaigns.board_svg import BoardView, draw, labels_of, places_of
from campaigns.book.model import Book, Chapter, Map, Part, Passage
from campaigns.book.passages import headed, passages_of
from campaigns.book.xhtml import drawing
from campaigns.models import Battle, BattleStatus, Role, Scene, SceneKind, Visibility
from campaigns.narration.aims import scenario_name
from campaigns.selectors.access import Access, visible_scenes
from campaigns.selectors.battles import BattleView, battle_view_of
from campaigns.selectors.by_hand import hand_view_of
from campaigns.selectors.scenes import posts_of
from campaigns.views.battle_parts import player_in
from campaigns.views.by_hand import HandTold, hand_told
from campaigns.views.log import names_of
from rules.battle.queries import on_table
from rules.battle.state import State

AT_ONCE = 200  # posts whose turns are read together
STORY = (SceneKind.BATTLE, SceneKind.FREE)


def book_of(access: Access, scene: Scene | None = None, *, secrets: bool = False) -> Book:
    """A campaign's book, or one scene's, as this member may read it.

    What only some may read is left out, so that the book may be passed on; with `secrets` what he
    himself may read is in it. The queries grow with the scenes, not with their posts.
    """
    access.require_member()
    every = visible_scenes(access).order_by("position", "pk")
    if not secrets:
        every = every.exclude(visibility=Visibility.RESTRICTED)
    # Passed on, a book says what a passer-by would read: no aside, no sealed event, no GM's dice.
    reader = access if secrets else Access(AnonymousUser(), access.campaign, None)
    campaign, row = access.campaign, scene or access.campaign
    members = campaign.memberships.select_related("user").exclude(role=Role.SPECTATOR)
    people = [(str(member.user), member.role == Role.GM) for member in members]
    return Book(
        id=str(row.public_id),
        title=scene.title if scene else campaign.name,
        of=campaign.name if scene else "",
        description="" if scene else campaign.description.strip(),
        language=get_language() or campaign.language,
        made_at=timezone.now(),
        parts=_parts(reader, [scene] if scene else list(every), _titles(access)),
        directed_by=[name for name, directs in people if directs],
        played_by=[name for name, directs in people if not directs],
    )


def _titles(access: Access) -> dict[str, str]:
    """What the scenes of the campaign's battles are called, by the id of the battle. One query."""
    battles = Battle.objects.filter(scene__in=visible_scenes(access))
    return {str(id): title for id, title in battles.values_list("public_id", "scene__title")}


def _parts(access: Access, scenes: list[Scene], battles: Mapping[str, str]) -> list[Part]:
    """What is told comes first, then the camps, then what was said beside it."""
    numbers = count(1)
    parts = []
    for title, kinds in (
        (_("The story"), STORY),
        (_("The camps"), (SceneKind.CAMP,)),
        (_("Beside the story"), (SceneKind.RULES, SceneKind.OOC)),
    ):
        mine = (scene for scene in scenes if scene.kind in kinds)
        chapters = list(_chapters(access, mine, battles, numbers))
        if chapters:
            parts.append(Part(title, chapters))
    return parts if len(parts) > 1 else [Part("", part.chapters) for part in parts]


def _chapters(
    access: Access, scenes: Iterable[Scene], battles: Mapping[str, str], numbers: Iterator[int]
) -> Iterator[Chapter]:
    """Those in which anything was said or done; `numbers` go on through the whole book."""
    for scene in scenes:
        chapter = _chapter(access, scene, battles, f"chapter-{next(numbers)}")
        if chapter.passages or chapter.maps or chapter.reported:
            yield chapter


def _chapter(access: Access, scene: Scene, battles: Mapping[str, str], name: str) -> Chapter:
    scene.campaign = access.campaign
    battle = battle_view_of(access, scene)
    told = _by_hand(access, scene) if battle is None and scene.kind == SceneKind.BATTLE else None
    posts = list(posts_of(access, scene))
    passages: list[Passage] = []
    for start in range(0, len(posts), AT_ONCE):
        passages += passages_of(access, battle, posts[start : start + AT_ONCE], battles)
    before, after = _maps(battle) if battle else (None, None)
    return Chapter(
        name=name,
        title=scene.title,
        kind=str(scene.get_kind_display()),
        passages=headed(passages, name),
        about=_about(battle) if battle else told.scenario if told else "",
        reported=_reported(told) if told else [],
        before=before,
        after=after,
    )


def _about(battle: BattleView) -> str:
    """Who fights whom, and over what."""
    names = names_of(battle)
    sides = [f"{names.sides[one.side]} ({player_in(one)})" for one in battle.sides]
    scenario = scenario_name(battle.state)
    return " · ".join([" – ".join(sides), *([scenario] if scenario else [])])


def _by_hand(access: Access, scene: Scene) -> HandTold | None:
    view = hand_view_of(access, scene)
    return hand_told(view) if view else None


def _reported(told: HandTold) -> list[tuple[str, list[str]]]:
    """How it ended, and what became of each side."""
    found = [("", [told.ending])]
    for side in told.sides:
        lines = [f"{_('Out of action:')} {who}" for who in side.out]
        lines += side.feats
        lines += [f"{_('Brought home:')} {side.spoils}"] if side.spoils else []
        found.append((side.name, lines or [_("Nobody went out of action.")]))
    return found


def _maps(battle: BattleView) -> tuple[Map, Map | None]:
    """The board as it was set up, and as it is now."""
    before = _map(battle, rules.initial(battle.setup), _("The board at the beginning"))
    places = [f"{one.letter}: {one.name}" for one in places_of(battle.setup.board)]
    if places:
        before = replace(before, legend=[(_("Places"), places), *before.legend])
    if battle.battle.started_at is None:
        return before, None
    ended = battle.battle.status in (BattleStatus.OVER, BattleStatus.CLOSED)
    caption = _("The board at the end") if ended else _("The board now")
    return before, _map(battle, battle.state, caption)


def _map(battle: BattleView, state: State, caption: str) -> Map:
    names = names_of(battle)
    view = BoardView(names=names, planner=False)
    labels = labels_of(state.setup.warriors)
    here: dict[str, list[str]] = {side: [] for side in names.sides}
    for one in state.warriors.values():
        if on_table(one):
            here[one.side].append(f"{labels[one.id]}: {names.warriors[one.id]}")
    legend = [(names.sides[side], entries) for side, entries in here.items() if entries]
    return Map(caption, drawing(str(draw(state, view)), caption), legend)
