"""The board as markup and as words."""

import re
import xml.etree.ElementTree as ET

from django.utils import translation

from campaigns.board_svg import BoardView, Ghost, draw, labels_of, levels_of, twin
from campaigns.board_svg.marks import tag
from campaigns.narration import Names
from rules.battle.apply import initial
from rules.battle.state import Profile, Setup, SideSetup, WarriorSetup
from rules.board import Area, Board, Building, Ladder, Platform, Prop, Stairs, Wall, Window
from rules.catalogue import PinnedCatalogue
from rules.ruleset import load_ruleset

HUMAN = Profile(M=10_000, WS=3, BS=3, S=3, T=3, W=1, I=3, A=1, Ld=7)
SQUARE = ((10_000, 10_000), (30_000, 10_000), (30_000, 30_000), (10_000, 30_000))
TERRAIN = (
    Area("water", SQUARE, "water", {"es": "Charca", "en": "Pond"}),
    Building("house", SQUARE, 0, {"es": "Torre <vieja>", "en": "Old tower"}),
    Platform("floor", SQUARE, 8_000, building="house"),
    Wall(
        "wall", ((50_000, 50_000), (60_000, 50_000)), 8_000, 500, 0, (Window(2_000, 4_000, 0, 0),)
    ),
    Wall("low", ((70_000, 50_000), (80_000, 50_000)), 2_000),
    Ladder("ladder", (20_000, 9_000, 0), (20_000, 10_000, 8_000)),
    Stairs("stairs", ((40_000, 40_000, 0), (40_000, 50_000, 8_000)), 4_000),
    Prop("barrel", 2_000, at=(60_000, 60_000), radius=1_500),
)


def setup(**changes):
    warriors = (
        WarriorSetup(id="ana", name="Ana", side="red", profile=HUMAN, at=(20_000, 20_000, 8_000)),
        WarriorSetup(id="alba", name="Alba", side="red", profile=HUMAN, at=(90_000, 20_000, 0)),
        WarriorSetup(
            id="bea",
            name='Bea "la <Tuerta>"',
            side="blue",
            profile=HUMAN,
            at=(90_000, 60_000, 0),
            status="stunned",
        ),
        WarriorSetup(
            id="cid", name="Cid", side="blue", profile=HUMAN, at=None, status="out_of_action"
        ),
    )
    return Setup(
        ruleset=load_ruleset("partida"),
        catalogue=PinnedCatalogue(),
        board=Board((120_000, 120_000), TERRAIN),
        sides=(SideSetup(id="red", name="Los Rojos"), SideSetup(id="blue", name="Los Azules")),
        warriors=warriors,
    )


def drawn(**view):
    state = initial(setup())
    svg = draw(state, BoardView(names=Names.of(state.setup), **view))
    return ET.fromstring(svg)  # noqa: S314 - our own


def tokens(svg):
    return {e.get("data-warrior"): e for e in svg.iter() if e.get("data-warrior")}


def test_the_board_is_well_formed_whatever_names_hold():
    assert set(tokens(drawn())) == {"ana", "alba", "bea"}


def test_bases_are_drawn_to_their_true_size():
    base = next(e for e in tokens(drawn())["ana"].iter() if "token__base" in e.get("class", ""))
    assert base.get("r") == "12.5"


def test_the_table_is_not_mirrored():
    places = {id: e.get("transform") for id, e in tokens(drawn()).items()}
    assert places["alba"] == "translate(900 1000)"
    assert places["bea"] == "translate(900 600)"


def test_status_is_told_by_shape_and_by_words():
    with translation.override("es"):
        bea = tokens(drawn())["bea"]
    assert "token--stunned" in bea.get("class")
    assert bea[0].tag.endswith("title")
    assert (bea[0].text or "").endswith("Los Azules, aturdido")


def test_each_level_is_marked():
    svg = drawn()
    assert [level.height for level in levels_of(setup().board)] == [0, 8_000]
    assert "lvl-1" in (tokens(svg)["ana"].get("class") or "").split()
    assert "lvl-0" in (tokens(svg)["alba"].get("class") or "").split()


def test_initials_that_come_twice_are_numbered():
    assert labels_of(setup().warriors) == {"ana": "A1", "alba": "A2", "bea": "B", "cid": "C"}


def test_where_somebody_was_is_shown():
    path = ((10_000, 10_000, 0), (20_000, 20_000, 8_000))
    svg = drawn(ghosts=(Ghost("ana", path),))
    (line,) = [e for e in svg.iter() if e.get("class") == "ghost__path"]
    assert line.get("points") == "100,1100 200,1000"


def test_no_distance_and_no_style_is_on_the_board():
    state = initial(setup())
    markup = draw(state, BoardView(names=Names.of(state.setup)))
    assert "style=" not in markup
    assert not re.search(r"\d\s*cm", markup)


def test_attributes_are_escaped():
    assert tag("a", data_x='"><script>') == '<a data-x="&quot;&gt;&lt;script&gt;"/>'


def test_the_board_in_words():
    state = initial(setup())
    with translation.override("es"):
        names = Names.of(state.setup)
        said = {one.warrior: "".join(p.text for p in one.parts) for one in twin(state, names)}
    assert said["ana"].startswith("Ana (Los Rojos), en pie, en la planta 1 de Torre <vieja>")
    assert said["alba"].startswith("Alba (Los Rojos), en pie, al sureste (x 90, y 20); ve a Bea")
    assert said["cid"] == "Cid (Los Azules): fuera de combate."
    assert list(said) == ["ana", "alba", "bea", "cid"]
