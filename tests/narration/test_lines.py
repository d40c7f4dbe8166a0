"""How a stretch of the log reads."""

from typing import Any

import pytest
from django.utils import translation

from campaigns.narration import Line, Names, tell
from campaigns.narration.orders import tell_order
from campaigns.narration.refusals import explain_code
from rules.battle import events as ev
from rules.battle.orders import Leg, Move, Split

NAMES = Names(
    warriors={"ana": "Ana", "bea": "Bea", "cid": "Cid"},
    side_of={"ana": "red", "bea": "blue", "cid": "blue"},
    sides={"red": "Los Rojos", "blue": "Los Azules"},
    things={"bow": {"es": "arco", "en": "bow"}, "sword": {"es": "espada", "en": "sword"}},
)


def told(*events: ev.Event, language: str = "es") -> list[Line]:
    with translation.override(language):
        return tell(enumerate(events, start=1), NAMES)


def test_a_place_is_called_by_its_name_in_the_readers_language() -> None:
    """Boards name their pieces by language: a shot, a spell and the planner say one of them."""
    names = Names(places={"barrel": {"es": "Tonel", "en": "Barrel"}, "inn": "La Posada"})
    hit = ev.CoverHit(
        warrior="ana", target="bea", cover="barrel", cover_kind="terrain", rule="P-COV-03"
    )
    for language, word in (("es", "Tonel"), ("en", "Barrel")):
        with translation.override(language):
            (line,) = tell([(1, hit)], names)
            assert f"({word})." in line.text
            assert "{" not in line.text
            assert names.place("barrel") == word
    assert (names.place("inn"), names.place("nowhere")) == ("La Posada", "")


def shot() -> list[ev.Event]:
    cover = (
        ev.Modifier("base", 4, "P-SHO-11"),
        ev.Modifier("cover", 1, "P-COV-01"),
    )
    return [
        ev.ShotFired(warrior="ana", weapon="bow", target="bea", distance=23_500, rule="P-SHO-09"),
        ev.Rolled(
            purpose="to_hit",
            dice=(5,),
            actor="ana",
            target="bea",
            needed=5,
            compare="at_least",
            passed=(True,),
            modifiers=cover,
            rule="P-SHO-11",
        ),
        ev.Rolled(
            purpose="to_wound",
            dice=(2,),
            actor="ana",
            target="bea",
            needed=4,
            compare="at_least",
            passed=(False,),
            modifiers=(ev.Modifier("base", 4, "P-WND-02"),),
            rule="P-WND-01",
        ),
    ]


def test_a_shot_is_one_line_with_its_dice() -> None:
    (line,) = told(*shot())
    assert line.text == (
        "Ana dispara a Bea (arco, 23,5 cm). "
        "Impacta con 5+ (HP 3: 4+, cobertura −1): saca 5 e impacta. "
        "Hiere con 4+: saca 2, no hiere."
    )
    assert line.seqs == (1, 2, 3)
    assert line.rules == ("P-SHO-09", "P-SHO-11", "P-COV-01", "P-WND-01", "P-WND-02")


def test_the_same_shot_in_english() -> None:
    (line,) = told(*shot(), language="en")
    assert line.text == (
        "Ana shoots at Bea (bow, 23.5 cm). "
        "Hits on 5+ (BS 3: 4+, cover −1): rolls 5 and hits. "
        "Wounds on 4+: rolls 2, no wound."
    )


def test_dice_and_modifiers_are_there_to_be_drawn() -> None:
    (line,) = told(*shot())
    to_hit, to_wound = line.throws
    assert [(die.face, die.passed) for die in to_hit.dice] == [(5, True)]
    assert [(row.label, row.value, row.rule) for row in to_hit.rows] == [
        ("HP 3", "4+", "P-SHO-11"),
        ("cobertura", "−1", "P-COV-01"),
    ]
    assert to_wound.passed is False


def test_names_keep_their_side() -> None:
    (line,) = told(*shot())
    named = [(p.text, p.warrior, p.side) for p in line.sentences[0].parts if p.warrior]
    assert named == [("Ana", "ana", "red"), ("Bea", "bea", "blue")]


def test_what_the_shot_does_stays_in_its_line() -> None:
    lines = told(
        *shot()[:2],
        ev.WoundsLost(warrior="bea", suffered=1, before=1, after=0, by="ana"),
        ev.Rolled(purpose="injury", dice=(6,), actor="ana", target="bea"),
        ev.StatusChanged(
            warrior="bea", before="standing", after="out_of_action", cause="injury", by="ana"
        ),
        ev.PhaseStarted(phase="combat"),
    )
    assert [line.kind for line in lines] == ["act", "phase"]
    assert lines[0].text.endswith(
        "Bea sufre 1 herida; le quedan 0. Tirada de heridas: 6. Bea queda fuera de combate."
    )


def test_each_shooter_gets_a_line() -> None:
    assert len(told(*shot(), *shot())) == 2


def test_recovery_is_nobodys_act() -> None:
    lines = told(
        ev.StatusChanged(warrior="ana", before="stunned", after="knocked_down", cause="recovery"),
        ev.StatusChanged(warrior="bea", before="knocked_down", after="standing", cause="stood_up"),
    )
    assert [line.text for line in lines] == [
        "Ana vuelve en sí, pero sigue en el suelo.",
        "Bea se pone en pie.",
    ]


def test_a_test_on_the_sum_shows_it() -> None:
    (line,) = told(
        ev.Rolled(
            purpose="rout",
            dice=(4, 5),
            actor="ana",
            needed=8,
            compare="at_most",
            summed=True,
            passed=(False,),
            modifiers=(ev.Modifier("base", 8, "P-LEA-03", "ana"),),
        )
    )
    assert line.text == "Chequeo de retirada, Ana, ≤8: saca 4 + 5 = 9, no lo supera."
    assert [die.passed for die in line.throws[0].dice] == [False, False]


def strikes(*splits: Split) -> list[ev.Event]:
    roll = {"needed": 4, "compare": "at_least", "purpose": "to_hit", "actor": "ana"}
    return [
        ev.Struck(warrior="ana", splits=splits),
        *(
            ev.Rolled(
                dice=(3, 5)[: split.attacks],
                target=split.target,
                weapon=split.weapon,
                passed=(False, True)[: split.attacks],
                **roll,
            )
            for split in splits
        ),
    ]


def test_blows_at_one_enemy_name_it_once() -> None:
    (line,) = told(*strikes(Split("sword", "bea", 2)))
    assert line.text == (
        "Ana golpea a Bea (espada, 2 ataques). Impacta con 4+: saca 3, 5, 1 impacto."
    )


def test_blows_at_several_enemies_say_at_whom() -> None:
    (line,) = told(*strikes(Split("sword", "bea", 1), Split("sword", "cid", 1)))
    assert "Contra Cid (espada): impacta con 4+" in line.text


def test_a_second_throw_says_so() -> None:
    first = ev.Rolled(
        purpose="parry",
        dice=(2,),
        actor="bea",
        needed=4,
        compare="higher_than",
        passed=(False,),
    )
    (line,) = told(
        ev.Struck(warrior="ana", splits=(Split("sword", "bea", 1),)),
        first,
        ev.Rolled(
            purpose="parry",
            dice=(6,),
            actor="bea",
            needed=4,
            compare="higher_than",
            passed=(True,),
            reroll=True,
        ),
    )
    assert "Repite la tirada: Bea para con más de 4" in line.text
    assert [throw.replaced for throw in line.throws] == [True, False]


@pytest.mark.parametrize(
    ("cost", "expected"), [(12_000, "Ana corre 12 cm."), (0, "Ana no se mueve del sitio.")]
)
def test_moves_say_how_far(cost: int, expected: str) -> None:
    (line,) = told(
        ev.Moved(warrior="ana", mode="run", path=((0, 0, 0),), cost=cost, allowed=20_000, facing=0)
    )
    assert line.text == expected


def test_one_who_has_rallied_turns() -> None:
    at, by = ((0, 0, 0),), "P-REC-02"
    (line,) = told(
        ev.Moved(warrior="ana", mode="walk", path=at, cost=0, allowed=0, facing=100, rule=by)
    )
    assert line.text == "Ana se gira hacia el norte."
    with translation.override("es"):
        turn = tell_order(Move(side="red", warrior="ana", mode="walk", legs=(), facing=200), NAMES)
    assert "".join(part.text for part in turn) == "Ana: se gira hacia el oeste"


def test_a_sealed_event_keeps_its_place_and_nothing_else() -> None:
    (line,) = told(ev.Sealed())
    assert (line.kind, line.seqs, line.warriors) == ("aside", (1,), ())


def moved(who: str, mode: str = "run") -> ev.Event:
    return ev.Moved(
        warrior=who, mode=mode, path=((0, 0, 0), (5, 0, 0)), cost=5_000, allowed=9, facing=0
    )


def test_plain_moves_in_a_row_are_one_line() -> None:
    (line,) = told(moved("ana"), moved("bea", "walk"))
    assert line.text == "Ana corre 5 cm. Bea mueve 5 cm."


def test_a_phase_in_which_nothing_happens_has_no_heading() -> None:
    lines = told(
        ev.PhaseStarted(phase="recovery"),
        ev.PhaseStarted(phase="movement"),
        moved("ana"),
        ev.PhaseStarted(phase="shooting"),
    )
    assert [line.text for line in lines] == ["Movimiento", "Ana corre 5 cm.", "Disparo"]


@pytest.mark.parametrize(
    ("mode", "path", "cost", "expected"),
    [
        ("climb", ((0, 0, 0), (0, 0, 8_000), (9, 0, 8_000)), 8_000, "Ana trepa 8 cm."),
        ("climb", ((0, 0, 8_000), (0, 0, 0)), 8_000, "Ana baja trepando 8 cm."),
        ("jump", ((0, 0, 9_500), (9, 0, 9_500), (9, 0, 0)), 0, "Ana baja de un salto 9,5 cm."),
        ("leap", ((0, 0, 0), (0, 0, 0)), 6_000, "Ana cruza de un salto un hueco de 6 cm."),
    ],
)
def test_climbs_say_how_high_and_leaps_how_wide(
    mode: Any, path: tuple[tuple[int, int, int], ...], cost: int, expected: str
) -> None:
    (line,) = told(
        ev.Moved(warrior="ana", mode=mode, path=path, cost=cost, allowed=20_000, facing=0)
    )
    assert line.text == expected


def test_orders_name_what_is_not_done_on_foot() -> None:
    legs = (Leg((1, 1, 0)), Leg((1, 1, 8_000), "climb"), Leg((9, 1, 0), "jump"))
    order = Move(side="red", warrior="ana", mode="walk", legs=legs)
    with translation.override("es"):
        text = "".join(part.text for part in tell_order(order, NAMES))
    assert text == "Ana: mueve (trepa, baja de un salto)"


@pytest.mark.parametrize(
    ("because", "said"),
    [
        ("too_near", "Ana: hay un enemigo tan cerca que lo notaría: aquí no es posible ocultarse."),
        ("charged", "Ana: quien ha declarado una carga no puede ocultarse en ese turno."),
    ],
)
def test_no_hiding_is_explained_by_its_cause(because: str, said: str) -> None:
    with translation.override("es"):
        text = explain_code("cannot_hide", {"warrior": "ana", "because": because}, NAMES)
        plain = explain_code("cannot_hide", {"warrior": "ana"}, NAMES)
    assert text == said
    assert text != plain
