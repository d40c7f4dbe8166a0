"""Tiny formulas of the rulesets ("3 + floor(I / 2)"), in exact arithmetic.

Numbers, names, + - *, / by a number, comparisons (1 where true, 0 where not), brackets,
and floor, ceil, min, max. Anything else is refused when the formula is read.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

Values = Mapping[str, Fraction]
Node = Callable[[Values], Fraction]

_WORD = re.compile(r"\s*(\d+(?:\.\d+)?|[A-Za-z_]\w*|[<>=]=|[-+*/()<>,])")
_NAME = re.compile(r"[A-Za-z_]\w*")

_OPERATIONS: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    ">": lambda a, b: Fraction(a > b),
    "<": lambda a, b: Fraction(a < b),
    ">=": lambda a, b: Fraction(a >= b),
    "<=": lambda a, b: Fraction(a <= b),
    "==": lambda a, b: Fraction(a == b),
}
_FUNCTIONS: dict[str, Callable[[list[Fraction]], Fraction]] = {
    "floor": lambda args: Fraction(math.floor(args[0])),
    "ceil": lambda args: Fraction(math.ceil(args[0])),
    "min": min,
    "max": max,
}
_ONE_ARGUMENT = ("floor", "ceil")
_LEVELS = ((">", "<", ">=", "<=", "=="), ("+", "-"), ("*", "/"))  # from loose to tight


class FormulaError(ValueError):
    """The text is no formula."""


class Formula(NamedTuple):
    """A formula that has been read: what it computes and the names it needs."""

    node: Node
    names: frozenset[str]


@lru_cache(maxsize=512)
def parse(text: str) -> Formula:
    """Read a formula; FormulaError says what is wrong with it."""
    reader = _Reader(_words(text))
    node = reader.level(0)
    if reader.rest:
        raise FormulaError(f"{text!r}: {reader.rest[0]!r} is out of place")
    return Formula(node, frozenset(reader.names))


@lru_cache(maxsize=4096)
def evaluate(text: str, values: tuple[tuple[str, int | Fraction], ...]) -> Fraction:
    """The value of a formula for named values, exactly."""
    return parse(text).node({name: Fraction(value) for name, value in values})


def _words(text: str) -> list[str]:
    words, at = [], 0
    stripped = text.rstrip()
    while at < len(stripped):
        match = _WORD.match(stripped, at)
        if match is None:
            raise FormulaError(f"{text!r}: {stripped[at:]!r} can't be read")
        words.append(match[1])
        at = match.end()
    return words


class _Reader:
    """Recursive descent over the words, one method a level of binding."""

    def __init__(self, words: list[str]) -> None:
        self.rest = words
        self.names: set[str] = set()

    def level(self, depth: int) -> Node:
        if depth == len(_LEVELS):
            return self._factor()
        left = self.level(depth + 1)
        while self.rest and self.rest[0] in _LEVELS[depth]:
            operator = self._take()
            if operator == "/":
                self._divisor()
            left = _binary(operator, left, self.level(depth + 1))
        return left

    def _divisor(self) -> None:
        """Only a plain number may divide: a formula that was read can't fail later."""
        if not self.rest or not self.rest[0][0].isdigit() or Fraction(self.rest[0]) == 0:
            raise FormulaError("only a number divides")

    def _factor(self) -> Node:
        word = self._take()
        if word == "-":
            return _binary("-", _constant(Fraction(0)), self._factor())
        if word == "(":
            return self._until_closed()
        if word in _FUNCTIONS:
            return self._call(word)
        if _NAME.fullmatch(word):
            self.names.add(word)
            return lambda values: values[word]
        if word[0].isdigit():
            return _constant(Fraction(word))
        raise FormulaError(f"{word!r} is out of place")

    def _until_closed(self) -> Node:
        inner = self.level(0)
        self._expect(")")
        return inner

    def _call(self, name: str) -> Node:
        self._expect("(")
        arguments = [self.level(0)]
        while self.rest and self.rest[0] == ",":
            self._take()
            arguments.append(self.level(0))
        self._expect(")")
        if name in _ONE_ARGUMENT and len(arguments) != 1:
            raise FormulaError(f"{name} takes one value")
        function = _FUNCTIONS[name]
        return lambda values: function([argument(values) for argument in arguments])

    def _take(self) -> str:
        if not self.rest:
            raise FormulaError("the formula ends too early")
        return self.rest.pop(0)

    def _expect(self, word: str) -> None:
        if self._take() != word:
            raise FormulaError(f"{word!r} is missing")


def _constant(value: Fraction) -> Node:
    return lambda values: value


def _binary(operator: str, left: Node, right: Node) -> Node:
    operation = _OPERATIONS[operator]
    return lambda values: operation(left(values), right(values))
