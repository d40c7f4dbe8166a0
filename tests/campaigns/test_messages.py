"""Every refusal has a sentence, in both languages."""

import re
from pathlib import Path

import pytest
from django.utils import translation

from campaigns.errors import ServiceError
from campaigns.messages import MESSAGES, explain, sentence
from campaigns.narration.refusals import REASONS

ROOT = Path(__file__).parents[2]
SOURCES = (ROOT / "campaigns", ROOT / "mordheim_site" / "accounts")
RAISED = re.compile(r'(?:ServiceError|invalid|forbidden|_refusal|not_found)\(\s*"(\w+)"')


def codes() -> set[str]:
    return {
        code
        for source in SOURCES
        for path in source.rglob("*.py")
        for code in RAISED.findall(path.read_text(encoding="utf-8"))
    }


def test_every_code_that_a_service_raises_has_a_sentence():
    assert len(codes()) > 50
    assert codes() - set(MESSAGES) - set(REASONS) == set()


def test_every_sentence_is_for_a_code_that_is_raised():
    assert set(MESSAGES) - codes() == set()


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("code", sorted(MESSAGES))
def test_it_reads_well_with_its_parameters(code, language):
    names = (
        "name",
        "ruleset",
        "board",
        "scenario",
        "fault",
        "warband",
        "warbands",
        "why",
        "reason",
    )
    params = {
        "limit": 3,
        "n": 3,
        "most": 2,
        "battles": 2,
        "aftermaths": 1,
        "errors": [],
        **dict.fromkeys(names, "x"),
    }
    with translation.override(language):
        text = sentence(ServiceError(code, **params))
    assert text.endswith(".")
    assert "%" not in text


def test_spanish_readers_get_spanish():
    with translation.override("es"):
        assert sentence(ServiceError("log_in")) == "Primero inicia sesión."


def test_a_stored_refusal_of_the_engine_is_told_too():
    stored = {"rule": "P-TRN-01", "params": {}, "index": 0}
    assert explain("wrong_phase", stored) != ""
