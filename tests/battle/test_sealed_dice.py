"""Sealed dice: fixed by what was known before, fair, and the same for everybody who recomputes."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

from rules.dice import DiceError, ScriptedDice, SealedDice, commitment, d3, notation, total

SECRET = bytes(range(32))


def sealed(
    sequence: int = 1, order: bytes = b"{}", seeds: tuple[str, ...] = ("a", "b")
) -> SealedDice:
    return SealedDice(SECRET, seeds, "main", sequence, order)


def test_the_faces_follow_the_published_recipe() -> None:
    parts = [b"a", b"b", b"main", b"1", hashlib.sha256(b"{}").digest()]
    message = b"".join(len(p).to_bytes(4, "big") + p for p in parts) + (0).to_bytes(4, "big")
    block = hmac.new(SECRET, message, hashlib.sha256).digest()
    expected = [byte % 6 + 1 for byte in block if byte < 252]
    assert list(sealed().roll("to_hit", len(expected))) == expected


def test_how_the_dice_are_asked_for_changes_nothing() -> None:
    one, many = sealed(), sealed()
    assert one.roll("to_hit", 40) == tuple(many.roll("save", 1)[0] for _ in range(40))


@pytest.mark.parametrize(
    "other", [sealed(2), sealed(order=b"{ }"), sealed(seeds=("ab", "")), sealed(seeds=("a",))]
)
def test_any_change_of_what_was_known_gives_other_dice(other: SealedDice) -> None:
    assert sealed().roll("to_hit", 30) != other.roll("to_hit", 30)


def test_faces_are_even() -> None:
    counts = Counter(sealed().roll("to_hit", 60_000))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    chi_squared = sum((n - 10_000) ** 2 / 10_000 for n in counts.values())
    assert chi_squared < 20.5  # 5 degrees of freedom, p = 0.001; the stream is fixed


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()


def test_scripted_dice_refuse_what_does_not_fit() -> None:
    with pytest.raises(DiceError, match="unknown purpose: tohit"):
        ScriptedDice({"tohit": [1]})
    dice = ScriptedDice({"to_hit": [1, 2]})
    with pytest.raises(DiceError, match="3 wanted, 2 left"):
        dice.roll("to_hit", 3)
    with pytest.raises(DiceError, match="left over"):
        dice.finish()


@pytest.mark.parametrize(
    ("text", "faces", "expected"),
    [
        ("2D6+1", (3, 4), 8),
        ("D3", (4,), 2),
        ("D66", (3, 5), 35),
        ("30+2D6", (1, 2), 33),
        ("100+D6x10", (4,), 140),
        ("5D6", (1, 1, 1, 1, 1), 5),
        ("7", (), 7),
    ],
)
def test_dice_notation(text: str, faces: tuple[int, ...], expected: int) -> None:
    assert total(text, faces) == expected


def test_what_is_no_notation_is_refused() -> None:
    with pytest.raises(ValueError, match="no dice notation"):
        notation("2W6")


def test_d3_halves_rounding_up() -> None:
    assert [d3(face) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]
