"""Dice: where they come from, and how a number of them is written.

The engine asks a `Dice` for faces and never draws any by itself. In play they are sealed
(`SealedDice`): everyone can recompute them once the secret is revealed. Tests script them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from .errors import DiceError

PURPOSES = frozenset(
    """first_turn rout rally stupidity stupidity_effect all_alone fear leadership initiative
    strength opposed rough_ground rough_test flee_distance distance move bearing fall_hits
    spell_hits impact
    shots strike_order to_hit parry part to_wound critical_confirm critical save special_save multi
    injury cast cast_reroll dispel miscast silence upkeep spell_table summon random_pick new_spell
    infection mutation amount ruse toughness trigger serious_injury side_effect exploration
    advance rarity price loot deployment objectives edge reserves carried search""".split()
)
"""The closed list of what a die may be thrown for (docs/rules, 'Dice purposes')."""


class Dice(Protocol):
    """A source of D6."""

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        """`count` faces of a D6 (1 to 6), in the order in which they fell."""
        ...


class ScriptedDice:
    """Dice for tests: a queue of faces for each purpose.

    Raises DiceError for a purpose that is not on the list, an empty queue, and, in `finish`,
    for faces that nobody asked for.
    """

    def __init__(self, queues: Mapping[str, Sequence[int]]) -> None:
        unknown = sorted(set(queues) - PURPOSES)
        if unknown:
            raise DiceError(f"unknown purpose: {', '.join(unknown)}")
        self._queues = {purpose: list(faces) for purpose, faces in queues.items()}

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        queue = self._queues.get(purpose, [])
        if len(queue) < count:
            raise DiceError(f"{purpose}: {count} wanted, {len(queue)} left")
        faces, self._queues[purpose] = tuple(queue[:count]), queue[count:]
        return faces

    def finish(self) -> None:
        """Raises DiceError when a queue still holds faces."""
        left = {purpose: faces for purpose, faces in self._queues.items() if faces}
        if left:
            raise DiceError(f"left over: {left}")


class ForcedDice:
    """Some faces laid by hand, then those of another source."""

    def __init__(self, faces: Sequence[int], after: Dice) -> None:
        self._faces = list(faces)
        self._after = after

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        laid, self._faces = self._faces[:count], self._faces[count:]
        return (*laid, *self._after.roll(purpose, count - len(laid)))

    @property
    def left(self) -> int:
        """Faces that nobody has asked for."""
        return len(self._faces)


class SealedDice:
    """The dice of one order: a keyed stream fixed by what was known before the first die.

    Block n is HMAC-SHA256(secret, seeds, branch, sequence, SHA-256 of the canonical order, n),
    each part behind its length. A byte of 252 or more is dropped, a face is byte % 6 + 1.
    `secret` has 32 bytes and stays sealed until the branch closes; its SHA-256 is public from
    the start (`commitment`).
    """

    __slots__ = ("_block", "_faces", "_message", "_parts", "_secret", "drawn")

    def __init__(
        self, secret: bytes, seeds: Iterable[str], branch: str, sequence: int, order: bytes
    ) -> None:
        self._parts = (*seeds, branch, str(sequence)), order
        self._message = b""
        self._secret = secret
        self._block = 0
        self._faces: tuple[int, ...] = ()
        self.drawn = 0

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        begin = self.drawn
        self.drawn = end = begin + count
        while len(self._faces) < end:
            self._faces += tuple(self._next_block())
        return self._faces[begin:end]

    def _next_block(self) -> bytes:
        """The faces of a block, a byte each."""
        if not self._block:  # most orders throw no die: the message is made for the first one
            self._message = self._sealed()
        message = self._message + self._block.to_bytes(4, "big")
        self._block += 1
        return hmac_sha256(self._secret, message).translate(_FACES, _DROPPED)

    def _sealed(self) -> bytes:
        """What fixes the stream beside the secret and the number of the block."""
        words, order = self._parts
        return b"".join([*map(_framed, words), _OF_32, hashlib.sha256(order).digest()])


@lru_cache(maxsize=1024)
def _framed(word: str) -> bytes:
    """A part behind its length. Seeds and branch are the same for every order."""
    part = word.encode()
    return len(part).to_bytes(4, "big") + part


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256 by its definition (RFC 2104): for short messages half the time of the library."""
    block = (hashlib.sha256(key).digest() if len(key) > _BLOCK else key).ljust(_BLOCK, b"\0")
    inner = hashlib.sha256(block.translate(_INNER) + message).digest()
    return hashlib.sha256(block.translate(_OUTER) + inner).digest()


_BLOCK = 64
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))
_OF_32 = (32).to_bytes(4, "big")
_FACES = bytes(byte % 6 + 1 for byte in range(256))
_DROPPED = bytes(range(252, 256))


def bearing(dice: Dice) -> tuple[tuple[int, ...], int]:
    """A random direction: the faces as they fell, and the degrees (0 to 359) that they mean.

    Four D6 count as a number to the base of 6; from 1080 on they are thrown again. A script says
    the degrees themselves.
    """
    if isinstance(dice, ScriptedDice):
        faces = dice.roll("bearing", 1)
        return faces, faces[0]
    while True:
        faces = dice.roll("bearing", 4)
        value = sum((face - 1) * 6**place for place, face in enumerate(faces))
        if value < 1080:
            return faces, value % 360


def commitment(secret: bytes) -> str:
    """The public promise of a secret: its SHA-256 in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


class Notation(NamedTuple):
    """Dice as written: `number` D`sides` times `factor`, plus `bonus`."""

    number: int
    sides: int
    factor: int
    bonus: int


_NOTATION = re.compile(r"^(?:(\d+)\+)?(\d*)D(3|6|66)(?:[x×](\d+))?(?:([+-]\d+))?$")


def notation(text: str) -> Notation:
    """Read "2D6+1", "D3", "D66", "30+2D6" or "100+D6x10"; a plain number has no dice.

    Raises ValueError for anything else.
    """
    if re.fullmatch(r"-?\d+", text):
        return Notation(0, 6, 1, int(text))
    match = _NOTATION.match(text)
    if match is None:
        raise ValueError(f"{text!r} is no dice notation")
    before, count, sides, factor, after = match.groups()
    return Notation(
        int(count or 1), int(sides), int(factor or 1), int(before or 0) + int(after or 0)
    )


def d3(face: int) -> int:
    """A D6 read as a D3: 1-2 = 1, 3-4 = 2, 5-6 = 3 (P-TRN-07)."""
    return (face + 1) // 2


def total(text: str, faces: Sequence[int]) -> int:
    """The sum of `faces` (each of a D6) read by `text`; as many faces as `faces_needed` says."""
    spec = notation(text)
    if spec.sides == 66:
        return 10 * faces[0] + faces[1] + spec.bonus
    values = [d3(face) for face in faces] if spec.sides == 3 else faces
    return sum(values) * spec.factor + spec.bonus


def faces_needed(text: str) -> int:
    """How many D6 are thrown for `text`."""
    spec = notation(text)
    return 2 * spec.number if spec.sides == 66 else spec.number
