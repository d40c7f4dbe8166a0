"""The problem document: nothing that a refusal is about takes the place of its own members."""

from mordheim_site.api.problems import problem


def test_parameters_stand_by_name_and_together():
    told = problem(412, "stale", "Look again.", version=7)
    assert told["version"] == 7
    assert told["params"] == {"version": 7}


def test_a_parameter_called_like_a_member_of_the_document_does_not_replace_it():
    told = problem(409, "unknown_fighter_type", "No such fighter.", type="dragon", title="Smoke")
    assert (told["type"], told["title"]) == ("about:blank", "Conflict")
    assert told["params"] == {"type": "dragon", "title": "Smoke"}


def test_what_brings_params_or_errors_of_its_own_stays_as_it_is():
    assert problem(422, "path_blocked", "A wall.", rule="P-MOV-01", params={"by": "w"})[
        "params"
    ] == {"by": "w"}
    assert "params" not in problem(400, "invalid", "Look.", errors=[])
