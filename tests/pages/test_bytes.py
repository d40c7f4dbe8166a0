"""A scene's page has at most 60,000 bytes before compression, for whoever looks, in every phase."""

import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from msgspec.structs import replace

import rules
from campaigns.engine import state_of
from campaigns.models import Battle, BattleStatus
from campaigns.planning import plan
from campaigns.services.scenes import Part, draft_save, post_create
from campaigns.services.turns import Submission, battle_submit
from rules.battle.arms import kit_of
from rules.battle.forms import waiting_for
from rules.battle.orders import EndPhase
from rules.player import choose
from tests.pages.heavy import CROWS, RATS, heavy

MOST_BYTES = 60_000
STORY = """Algo cruza el hueco del taller. Luego otra cosa, más baja. Luego ninguna, y es lo peor.

—Ballestas, a las ventanas —dice el capitán—. Los demás, conmigo. Y que nadie me pise las tinas."""


class Looking:
    """Whoever looks at a battle, each in a browser of his own for each language."""

    def __init__(self, place: SimpleNamespace, readers: list[Any], *languages: str) -> None:
        self.address = f"/scenes/{place.scene.public_id}/"
        self.clients = {
            user: [self._client(user, language) for language in languages]
            for user in (None, *readers)
        }

    @staticmethod
    def _client(user: Any, language: str) -> Client:
        client = Client(headers={"accept-language": language})
        if user is not None:
            client.force_login(user)
        return client

    def at(self, user: Any, query: str = "") -> str:
        """The page in the first of the languages; in none of them it is too large."""
        found = []
        for client in self.clients[user]:
            answer = client.get(self.address + query)
            assert answer.status_code == 200
            assert len(answer.content) <= MOST_BYTES, (user, query, len(answer.content))
            found.append(answer.content.decode())
        return found[0]

    def part(self, user: Any, battle: Battle, warrior: str) -> None:
        """What the script asks for when a warrior is chosen is no larger."""
        address, query = f"/battles/{battle.public_id}/play", {"warrior": warrior}
        answer = self.clients[user][0].get(address, query, headers={"HX-Request": "true"})
        assert len(answer.content) <= MOST_BYTES

    def everybody(self) -> None:
        for user in self.clients:
            self.at(user)


def on(battle: Battle, *, most: int = 3_000) -> Iterator[Any]:
    """The battle as its sides would play it, order by order; gives the state before each."""
    for _ in range(most):
        battle.refresh_from_db()
        if battle.status != BattleStatus.OPEN:
            return
        state = state_of(battle)
        yield state
        side = waiting_for(state)[0]
        order = replace(choose(state, side), source="player")
        text = STORY if isinstance(order, EndPhase) and state.phase == "start" else ""
        submission = Submission([order], battle.version, text=text)
        user = battle.sides.get(side=side).user
        battle_submit(user=user, battle_id=battle.public_id, submission=submission)
    raise AssertionError("the battle has no end")


def phases(battle: Battle) -> Iterator[Any]:
    """The same, a state at the beginning of each phase of each side."""
    last = None
    for state in on(battle):
        now = (state.turn, state.active, state.phase)
        if now != last and not state.awaiting:
            last = now
            yield state


def moves(state: Any) -> list[dict[str, Any]]:
    """Orders for those who may still get one in this phase, none of them carried out."""
    unit, orders = state.setup.ruleset.unit_size, []
    for _ in state.warriors:
        order = choose(state, state.active)
        native = rules.to_native(order, unit)
        made = plan(state, [native], source="player")
        if isinstance(order, EndPhase) or made.steps[-1].problem is not None:
            break
        orders.append(native)
        state = made.state
        if made.ended or state.awaiting:
            break
    return orders


def shots(state: Any) -> list[dict[str, Any]]:
    """A shot of each who may shoot."""
    side = state.active
    found = {
        form.warrior: next(iter(form.domains["shots"].targets.items()))
        for form in rules.legal_orders(state, side)
        if form.kind == "shoot" and form.domains["shots"].targets
    }
    return [
        {"order": "shoot", "side": side, "warrior": who, "weapon": arm, "target": targets[0]}
        for who, (arm, targets) in found.items()
    ]


def ahead(state: Any) -> list[dict[str, Any]]:
    """All that a side of fifteen can say in its movement phase of two phases at once: what each
    does where nobody is asked, where it goes, and whom it shoots at, as far as it may be."""
    side, found = state.active, []
    for form in rules.legal_orders(state, side):
        if form.kind == "prefer":
            what, domain = next(iter(form.domains.items()))
            said = {"order": "prefer", "side": side, "warrior": form.warrior}
            found.append(said | {"what": what, "choice": domain.options[0]})
    found += moves(state)
    found.append({"order": "end_phase", "side": side})
    enemy = next(w.id for w in state.warriors.values() if w.side != side and w.at)
    for who in own(state):
        arms = [one.id for one in kit_of(state.setup, who).missile]
        shot = {"order": "shoot", "side": side, "warrior": who, "target": enemy}
        found += [shot | {"weapon": arms[-1]}] if arms else []
    return found


def keep(battle: Battle, user: Any, orders: list[dict[str, Any]]) -> None:
    draft_save(
        user=user,
        scene_id=battle.scene.public_id,
        text="",
        orders=orders,
        version=battle.version,
    )


def own(state: Any) -> list[str]:
    return [one.id for one in state.warriors.values() if one.side == state.active and one.at]


def acts(html: str) -> list[str]:
    return re.findall(r"&amp;act=([^&#\"]+)", html)


@pytest.fixture
def people(make_user: Any) -> SimpleNamespace:
    ana, berta = make_user("ana", display_name="Ana"), make_user("berta", display_name="Berta")
    return SimpleNamespace(gm=make_user("marga"), red=ana, blue=berta, other=make_user("carla"))


def test_a_whole_battle(people: SimpleNamespace) -> None:
    """Every phase of every turn, for a visitor, who only plays elsewhere, the game master, both
    players; with each warrior chosen of whoever's turn it is."""
    few = {"crows": CROWS[:4], "rats": RATS[:4]}
    place = heavy(people.gm, people.red, people.blue, board="street:4", turn_limit=3, **few)
    looking = Looking(place, [people.other, people.gm, people.red, people.blue], "es")
    seen = set()
    for state in phases(place.battle):
        seen.add((state.active, state.phase))
        looking.everybody()
        acting = place.battle.sides.get(side=state.active).user
        for warrior in own(state):
            looking.at(acting, f"?warrior={warrior}")
    looking.everybody()
    every = ("deployment", "start", "movement", "shooting", "combat")
    assert {(side, phase) for side in ("red", "blue") for phase in every} <= seen
    assert place.battle.status != BattleStatus.OPEN


def test_the_largest_battle(people: SimpleNamespace) -> None:
    """Fifteen a side on the fullest board, twenty posts, an order for everybody in the draft."""
    place = heavy(people.gm, people.red, people.blue)
    looking = Looking(place, [people.gm, people.red, people.blue], "es", "en")
    chips = []
    for state in phases(place.battle):
        if (state.turn, state.phase) == (2, "movement"):
            break
        if state.phase not in ("movement", "shooting"):
            continue
        acting = place.battle.sides.get(side=state.active).user
        warrior = own(state)[1]  # the sorcerer with six spells is one of them
        for act in acts(looking.at(acting, f"?warrior={warrior}")):
            looking.at(acting, f"?warrior={warrior}&act={act}")
        looking.part(acting, place.battle, warrior)
        if state.phase == "movement":
            _ahead(place, looking, state)
        keep(place.battle, acting, moves(state) if state.phase == "movement" else shots(state))
        chips.append(looking.at(acting, f"?warrior={warrior}").count('name="remove"'))
        keep(place.battle, acting, [])
    assert max(chips) >= 12
    _talk(place, people)
    acting = place.battle.sides.get(side=state.active).user
    keep(place.battle, acting, moves(state))
    looking.everybody()
    whole = looking.at(people.gm)
    assert place.scene.posts.count() == 20
    posts = re.findall(r'id="post-([^"]+)"', whole)
    assert 3 <= len(posts) <= 20
    short = re.findall(r"post=([^#]+)#[^>]+data-whole", whole)
    assert short, "there is more than a page has room for"
    assert f'id="post-{short[0]}"' in looking.at(people.gm, f"?page=1&post={short[0]}")
    (client, _other) = looking.clients[people.gm]
    alone = client.get(looking.address, {"post": short[0]}, headers={"HX-Request": "true"})
    assert alone.content.decode().startswith('<li class="post')
    looking.at(people.gm, "?as_book=1&page=1")


def _ahead(place: SimpleNamespace, looking: Looking, state: Any) -> None:
    """Two or three orders for each of the fifteen: their menus come one by one, and what the page
    has no room for stands on the one in words."""
    acting = place.battle.sides.get(side=state.active).user
    orders, warrior = ahead(state) * 2, own(state)[1]
    assert len(orders) > 60
    for sent in (orders[:30], orders[:45], orders):
        keep(place.battle, acting, sent)
        opened = looking.at(acting, f"?warrior={warrior}&order=20")
        shown = opened.count('name="remove"')
        assert min(len(sent), 35) <= shown <= len(sent)
        assert opened.count('name="earlier"') == 1
        assert ("/words#turn" in opened) == (shown < len(sent))
        looking.part(acting, place.battle, warrior)
    client = looking.clients[acting][0]
    words = client.get(f"/battles/{place.battle.public_id}/words").content.decode()
    assert words.count('name="remove"') == len(sent)


def _talk(place: SimpleNamespace, people: SimpleNamespace) -> None:
    """What makes the page of the thread a full one."""
    while place.scene.posts.count() < 20:
        post_create(user=people.gm, scene_id=place.scene.public_id, parts=[Part(STORY * 3)])
