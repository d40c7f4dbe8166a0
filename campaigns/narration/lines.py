"""What a told stretch of a battle is made of."""

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a sentence: plain text, or a name that belongs to a warrior and its side."""

    text: str
    warrior: str = ""
    side: str = ""


@dataclass(frozen=True, slots=True)
class DieShown:
    """One die as it fell. `passed` is None where nothing was needed of it."""

    face: int
    passed: bool | None = None
    reroll: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of a modifier stack, ready to be shown: what, how much, by which rule."""

    label: str
    value: str
    rule: str


@dataclass(frozen=True, slots=True)
class Throw:
    """The dice of one roll and the table behind the number that they needed.

    `replaced`: it was rolled again, and the second throw stands. `chance`: of each die (of their
    sum, where they are added) to do what was needed, in words; "" where nothing was.
    """

    label: str
    needed: str
    dice: tuple[DieShown, ...]
    passed: bool | None
    rows: tuple[Row, ...] = ()
    replaced: bool = False
    chance: str = ""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One event in words: `seq` is its place in the log, `rule` its ledger ID, `of` its type."""

    parts: tuple[Part, ...]
    seq: int
    rule: str = ""
    throw: Throw | None = None
    of: type | None = None

    @property
    def text(self) -> str:
        return "".join(part.text for part in self.parts)


@dataclass(slots=True)
class Line:
    """Sentences that belong together: a shot with all its dice, a warrior's blows.

    `kind`: turn, phase, act, aside (what the server keeps for order), notes (what it leaves to the
    game master), wait, gm, end.
    """

    kind: str
    sentences: list[Sentence] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join(sentence.text for sentence in self.sentences)

    @property
    def seqs(self) -> tuple[int, ...]:
        return tuple(sentence.seq for sentence in self.sentences)

    @property
    def throws(self) -> tuple[Throw, ...]:
        return tuple(s.throw for s in self.sentences if s.throw is not None)

    @property
    def rolls(self) -> tuple[tuple[int, Throw], ...]:
        """The throws with their places in the log."""
        return tuple((s.seq, s.throw) for s in self.sentences if s.throw is not None)

    @property
    def rules(self) -> tuple[str, ...]:
        """Every rule that the line stands on, once each, in the order of the telling."""
        return tuple(dict.fromkeys(self._all_rules()))

    def _all_rules(self) -> Iterator[str]:
        for sentence in self.sentences:
            if sentence.rule:
                yield sentence.rule
            if sentence.throw is not None:
                yield from (row.rule for row in sentence.throw.rows if row.rule)

    @property
    def warriors(self) -> tuple[str, ...]:
        named = (p.warrior for s in self.sentences for p in s.parts if p.warrior)
        return tuple(dict.fromkeys(named))
