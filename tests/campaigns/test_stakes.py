"""What a place of the city puts at stake is said before somebody goes, for every place."""

import pytest
from django.utils import translation

from rules.campaign.state import Pending, Step
from rules.catalogue import load_catalogue
from warbands.stakes import stakes


def question(op) -> Pending:
    return Pending(
        id="place:x:1",
        kind="place",
        fighter="",
        step=Step("", "exploration"),
        options=("a",),
        rule="campaign.exploration",
        data={"place": "well", "op": op},
    )


def risky():
    for place in load_catalogue().tables["place"]:
        for branch in place["branches"]:
            for op in branch["do"]:
                if op["op"] in ("test", "optional"):
                    yield pytest.param(op, id=place["id"])


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("op", list(risky()))
def test_every_risk_is_said(op, language):
    with translation.override(language):
        said = stakes(question(op))
    assert said.endswith(".")
    assert "%(" not in said
    assert "_" not in said


def test_the_well_says_what_may_come_of_it():
    op = next(iter(risky())).values[0]
    with translation.override("es"):
        said = stakes(question(op))
    assert said == (
        "Chequeo de Resistencia. Si se supera: piedra bruja (1). "
        "Si se falla: se pierde la próxima batalla."
    )


def test_where_the_answers_say_it_themselves_nothing_is_added():
    assert stakes(question({"op": "choice", "options": []})) == ""
