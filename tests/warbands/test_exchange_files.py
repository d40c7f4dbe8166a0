"""Files of other programs: matched, guessed, unknown, refused; and what is turned away."""

from __future__ import annotations

import io
import json
import time
import zipfile
from pathlib import Path

import pytest

from rules.roster.problems import problems
from tests.roster.build import CATALOGUE
from warbands.exchange import bounds
from warbands.exchange.bounds import BadFile
from warbands.exchange.document import Document, roster_of
from warbands.exchange.reading import read
from warbands.exchange.report import Report

FILES = Path(__file__).parent / "files"


def taken(name: str) -> tuple[Document, Report]:
    return read((FILES / name).read_bytes())


def zipped(data: bytes, *names: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names or ("roster.ros",):
            archive.writestr(name, data)
    return stream.getvalue()


def texts(report: Report, status: str) -> set[str]:
    return {entry.text for entry in report.of(status)}


def test_battlescribe() -> None:
    document, report = taken("reikland.ros")
    band = document.warband
    assert (band.name, band.type, band.gold, band.wyrdstone) == ("Los Grises", "reikland", 210, 3)
    captain, marksmen, ogre = document.fighters
    assert (captain.name, captain.type, captain.leader) == ("Otto", "mercenary_captain", True)
    assert captain.equipment == {"dagger": 1, "sword": 1, "light_armour": 1}
    assert (captain.skills, captain.experience) == (("dodge",), 24)
    assert [i.row for i in captain.injuries] == ["leg_wound"]
    assert captain.injuries[0].effects[0].value == -3  # 3 cm
    assert [(a.result, a.taken) for a in captain.advances] == [
        ("skill", "dodge"),
        ("characteristic", "WS"),
    ]
    assert (marksmen.type, marksmen.members, marksmen.hero) == ("marksman", (1, 2, 3), False)
    assert marksmen.equipment == {"dagger": 1, "crossbow": 1}
    assert (ogre.type, ogre.name) == ("hired:ogre_bodyguard", "Gundo")
    assert texts(report, "unknown") >= {"Letter From Aunt Erna", "Plasma Gun"}
    assert "Letter From Aunt Erna" in captain.notes
    assert (report.spent.file, report.spent.ours) == (290, 60 + 10 + 20 + 3 * 50 + 80)
    assert (report.rating.file, report.rating.ours) == (64, 25 + 4 + 15 + 25)
    assert report.differs


def test_the_archive_of_battlescribe_is_the_same_roster() -> None:
    plain = taken("reikland.ros")
    assert read(zipped((FILES / "reikland.ros").read_bytes())) == plain


def test_new_recruit() -> None:
    document, report = taken("witch_hunters.json")
    captain, flagellants = document.fighters
    assert (captain.name, captain.type) == ("Sibylle Kern", "witch_hunter_captain")
    assert captain.experience == 20
    assert (flagellants.type, flagellants.members) == ("flagellant", (1, 2))
    assert flagellants.equipment["flail"] == 1
    assert document.warband.gold == 355
    assert report.format == "new_recruit"
    assert not report.of("unknown")


def test_new_recruit_with_numbers_as_texts() -> None:
    text = (FILES / "witch_hunters.json").read_text(encoding="utf-8")
    as_text = text.replace('"number": 2', '"number": "2"').replace("2.03", '"2.03"')
    assert read(as_text.encode()) == taken("witch_hunters.json")


def test_toolheim() -> None:
    document, report = taken("undead.mordheim.yml")
    band = document.warband
    assert (band.name, band.type, band.gold, band.wyrdstone) == (
        "The Quiet Graves",
        "undead",
        37,
        2,
    )
    assert band.stash == {"rope_and_hook": 1, "dagger": 2}
    vampire, necromancer, zombies, ghouls = document.fighters
    assert (vampire.type, vampire.experience) == ("vampire", 22)
    assert vampire.equipment == {"dagger": 1, "sword": 1, "shield": 1}
    assert (necromancer.skills, necromancer.spells) == (("arcane_lore",), ("lifestealer",))
    assert necromancer.equipment.get("sword") == 1  # "Swordd" is a guess
    assert texts(report, "guessed") >= {"Swordd"}
    assert (len(zombies.members), len(ghouls.members), ghouls.experience) == (3, 2, 3)
    assert "Wizard Of Oz" in texts(report, "unknown")


def test_toolheim_as_json() -> None:
    document, report = taken("skaven.mordheim.json")
    assert document.warband.type == "skaven_eshin"
    assert [(f.type, len(f.members)) for f in document.fighters] == [
        ("assassin_adept", 1),
        ("verminkin", 4),
        ("giant_rat", 6),
    ]
    assert report.gold.file == report.gold.ours == 12


def test_what_the_rules_refuse_is_said() -> None:
    text = (FILES / "undead.mordheim.yml").read_text(encoding="utf-8")
    _document, report = read(text.replace("(3 Zombies)", "(30 Zombies)").encode())
    assert {breach.code for breach in report.breaches} >= {"warband_full", "group_too_large"}


@pytest.mark.parametrize("name", ["reikland.ros", "witch_hunters.json", "undead.mordheim.yml"])
def test_a_proposal_is_a_roster_of_ours(name: str) -> None:
    document, report = taken(name)
    keys = [f"f{number}" for number in range(len(document.fighters))]
    roster = roster_of(document, id="w", keys=keys)
    found = [(p.code, p.params) for p in problems(CATALOGUE, roster)]
    assert found == [(b.code, b.params) for b in report.breaches]


ROS = (FILES / "reikland.ros").read_text(encoding="utf-8")
BOMB = (
    '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aaaaaaaaaa">'
    + "".join(
        f'<!ENTITY a{n} "{"&a" + str(n - 1) + ";" if n else "&a;"}{"&a;" * 9}">' for n in range(9)
    )
    + "]><roster>&a8;</roster>"
)
OUTSIDE = '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]><roster>&x;</roster>'
LAUGHS = "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nwarband: X (Undead)\nheros: *c\n"

HOSTILE = {
    "entities": (BOMB.encode(), "unsafe_file"),
    "outside entity": (OUTSIDE.encode(), "unsafe_file"),
    "yaml aliases": (LAUGHS.encode(), "unsafe_file"),
    "yaml tags": (b"warband: !!python/object/apply:os.system ['true']\nheros: []\n", "unsafe_file"),
    "yaml merge of nothing": (b"warband: &a X (Undead)\nheros: []\n", "unsafe_file"),
    "deep json": (b'{"roster":' + b"[" * 5000 + b"]" * 5000 + b"}", "file_too_deep"),
    "deep json objects": (b'{"roster":' * 3000 + b"1" + b"}" * 3000, "file_too_deep"),
    "deep yaml": (b"warband: " + b"[" * 500 + b"]" * 500 + b"\nheros: []\n", "file_too_deep"),
    "deep xml": (b"<roster>" + b"<a>" * 5000 + b"</a>" * 5000 + b"</roster>", "file_too_deep"),
    "wide xml": (b"<roster>" + b"<a/>" * 30_000 + b"</roster>", "file_too_big"),
    "wide json": (json.dumps({"roster": [0] * 30_000}).encode(), "file_too_big"),
    "large": (b" " * (bounds.MOST_BYTES + 1), "file_too_big"),
    "zip bomb": (zipped(b"<roster>" + b" " * 50_000_000 + b"</roster>"), "file_too_big"),
    "small zip bomb": (zipped(b" " * 900_000), "file_too_big"),
    "zip of two": (zipped(ROS.encode(), "a.ros", "b.ros"), "bad_archive"),
    "broken zip": (zipped(ROS.encode())[:200], "bad_archive"),
    "broken xml": (ROS[:500].encode(), "file_not_read"),
    "broken json": (b'{"roster": ', "file_not_read"),
    "endless number": (b'{"roster": 1' + b"0" * 10_000 + b"}", "file_not_read"),
    "no number": (b'{"roster": NaN}', "file_not_read"),
    "no text": (bytes(range(128, 256)), "file_not_read"),
    "half a letter": (b'{"roster": {"name": "\\ud800"}}', "file_not_read"),
    "nul": (b'{"roster": {"name": "\\u0000"}}', "file_not_read"),
    "another game by name": (
        ROS.replace('gameSystemName="Mordheim"', 'gameSystemName="Gorkamorka"').encode(),
        "wrong_game",
    ),
    "another game by id": (ROS.replace("9481a749", "00000000").encode(), "wrong_game"),
    "another warband": (ROS.replace("Mercenaries - Reikland (1a)", "Orks").encode(), None),
    "a web page": (b"<html><body>hello</body></html>", "unknown_format"),
    "a list": (b"[1, 2, 3]", "unknown_format"),
    "a letter": (b"Dear game master, here is my warband.", "unknown_format"),
    "nothing": (b"", "unknown_format"),
    "somebody's settings": (b'{"theme": "dark"}', "unknown_format"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_files_are_refused_at_once(case: str) -> None:
    data, code = HOSTILE[case]
    begun = time.perf_counter()
    with pytest.raises(BadFile) as refused:
        read(data)
    assert refused.value.code == (code or "unknown_warband_kind")
    assert time.perf_counter() - begun < 10
