"""Requests and answers as docs/api-example.md writes them: read, sent, compared."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

BLOCK = re.compile(r"^```http(?: until (?P<until>[^\n]+))?\n(?P<text>.*?)^```$", re.M | re.S)
NAME = re.compile(r"\{(\w+)\}")
SAME = re.compile(r"\{=(\w+)\}")
MOST_ROUNDS = 60


@dataclass(frozen=True)
class Exchange:
    who: str
    method: str
    path: str
    headers: dict[str, str]
    body: str
    status: int
    answer: str


@dataclass(frozen=True)
class Block:
    """`until`: repeated until the last answer is like this."""

    exchanges: list[Exchange]
    until: str


def blocks_of(page: str) -> list[Block]:
    return [
        Block(exchanges_of(found["text"]), found["until"] or "") for found in BLOCK.finditer(page)
    ]


def exchanges_of(text: str) -> list[Exchange]:
    """Paragraphs: a request, its answer, a request, its answer ..."""
    lines = text.splitlines()
    told = [list(some) for filled, some in groupby(lines, key=bool) if filled]
    return [exchange(*pair) for pair in zip(told[::2], told[1::2], strict=True)]


def exchange(request: list[str], answer: list[str]) -> Exchange:
    who, method, path = request[0].split()
    headers = [line for line in request[1:] if re.match(r"[A-Z][\w-]+: ", line)]
    body = "\n".join(request[1 + len(headers) :])
    status, _, rest = "\n".join(answer).partition(" ")
    return Exchange(
        who.removesuffix(">"),
        method,
        path,
        dict(line.split(": ", 1) for line in headers),
        body,
        int(status),
        rest,
    )


class Reader:
    """Sends what is written, keeps what the answers call by a name, compares the rest."""

    def __init__(self, client: Any, known: dict[str, Any], after: Callable[[], Any]) -> None:
        self.client = client
        self.known = known
        self.after = after

    def play(self, block: Block) -> None:
        wanted = json.loads(block.until) if block.until else None
        for _ in range(MOST_ROUNDS):
            for one in block.exchanges:
                answer = self.send(one)
            if wanted is None or self.fits(wanted, answer, {}):
                return
        raise AssertionError(f"never came to {block.until}: {answer}")

    def send(self, one: Exchange) -> Any:
        headers = {name: self.filled(value) for name, value in one.headers.items()}
        if one.who in self.known:
            headers["Authorization"] = f"Token {self.known[one.who]}"
        body = self.replaced(json.loads(one.body)) if one.body else None
        response = getattr(self.client, one.method.lower())(
            f"/api/v1/{self.filled(one.path)}", body, format="json", headers=headers
        )
        self.after()
        told = f"{one.who}> {one.method} {one.path}: {response.status_code} {response.content!r}"
        assert response.status_code == one.status, told
        answer = response.json() if response.content else None
        found: dict[str, Any] = {}
        if one.answer:
            assert self.fits(json.loads(one.answer), answer, found), told
        self.known |= found
        return answer

    def filled(self, text: str) -> str:
        return NAME.sub(lambda name: str(self.known[name[1]]), text)

    def replaced(self, value: Any) -> Any:
        """A text that is nothing but a name becomes what was kept under it, of any kind."""
        if isinstance(value, dict):
            return {name: self.replaced(inner) for name, inner in value.items()}
        if isinstance(value, list):
            return [self.replaced(inner) for inner in value]
        if isinstance(value, str):
            whole = NAME.fullmatch(value)
            return self.known[whole[1]] if whole else self.filled(value)
        return value

    def fits(self, wanted: Any, answer: Any, found: dict[str, Any]) -> bool:
        """Whether an answer holds what is wanted; `found` takes the names: `{name}` stands for
        what is there from now on, `{=name}` is what it stood for before."""
        if isinstance(wanted, str) and (same := SAME.fullmatch(wanted)):
            return bool(self.known[same[1]] == answer)
        if isinstance(wanted, str) and (name := NAME.fullmatch(wanted)):
            found[name[1]] = answer
            return answer is not None
        if isinstance(wanted, dict):
            return isinstance(answer, dict) and all(
                name in answer and self.fits(inner, answer[name], found)
                for name, inner in wanted.items()
            )
        if isinstance(wanted, list):
            return isinstance(answer, list) and all(
                self.among(inner, answer, found) for inner in wanted
            )
        return bool(wanted == answer)

    def among(self, wanted: Any, answers: list[Any], found: dict[str, Any]) -> bool:
        """One of these answers fits; its names count, those of others don't."""
        for answer in answers:
            tried: dict[str, Any] = {}
            if self.fits(wanted, answer, tried):
                found |= tried
                return True
        return False
