"""The pins: hashed, from no named host, and each direct one with its reason."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
REQUIREMENTS = ROOT / "requirements"


def direct(name: str) -> set[str]:
    lines = (REQUIREMENTS / f"{name}.in").read_text().splitlines()
    names = (re.match(r"[A-Za-z][\w.-]*", line) for line in lines)
    return {found[0].lower() for found in names if found}


@pytest.mark.parametrize("name", ["base", "dev", "fast"])
def test_every_pin_has_a_hash_and_no_host(name):
    text = (REQUIREMENTS / f"{name}.txt").read_text()
    pins = re.findall(r"^([a-z][\w.-]*)==.*\\\n    --hash=sha256:", text, re.M)
    assert len(pins) == len(re.findall(r"^[a-z]", text, re.M))
    assert "://" not in text
    assert "index" not in text
    assert direct(name) <= set(pins)


def test_every_direct_dependency_has_its_reason():
    text = (ROOT / "docs" / "dependencies.md").read_text().lower()
    explained = set(re.findall(r"^\| `([\w.-]+)` \| \S", text, re.M))
    assert explained == direct("base") | direct("dev")
    assert direct("fast") <= explained
