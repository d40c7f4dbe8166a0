"""What a book is made of: parts, chapters, and what was said and done in them."""

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True)
class Told:
    """A line of the log: its kind (campaigns.narration.Line), what it says, the dice behind it.

    `id` names the heading of a turn within the book.
    """

    kind: str
    text: str
    throws: tuple[tuple[int, ...], ...] = ()
    id: str = ""


@dataclass(frozen=True)
class Words:
    """Something that was written, as well-formed XHTML. `readers`: who may read it, in words."""

    kind: str
    html: str
    readers: str = ""


@dataclass(frozen=True)
class Passage:
    """A post: who speaks, what he wrote, what he ordered, what came of it.

    `opens` are the headings of the turn and phase that begin with it.
    """

    speaker: str
    player: str
    when: str
    notice: str = ""
    texts: list[Words] = field(default_factory=list)
    orders: list[str] = field(default_factory=list)
    lines: list[Told] = field(default_factory=list)
    opens: list[Told] = field(default_factory=list)

    @property
    def says_anything(self) -> bool:
        return bool(self.notice or self.texts or self.orders or self.lines)


@dataclass(frozen=True)
class Map:
    """A drawing of the board with its caption; `legend` says what its letters stand for, a
    heading and its entries at a time."""

    caption: str
    svg: str
    legend: list[tuple[str, list[str]]] = field(default_factory=list)


@dataclass(frozen=True)
class Chapter:
    """A scene. `name` is its file's and its place's; `about` says of a battle who fights whom over
    what; `reported` is what was told of one that was played on a real table, a heading and its
    lines at a time."""

    name: str
    title: str
    kind: str
    passages: list[Passage]
    about: str = ""
    reported: list[tuple[str, list[str]]] = field(default_factory=list)
    before: Map | None = None
    after: Map | None = None

    @property
    def maps(self) -> list[Map]:
        return [one for one in (self.before, self.after) if one is not None]

    @property
    def turns(self) -> list[Told]:
        """The headings of the turns that begin in it."""
        return [line for one in self.passages for line in one.opens if line.id]


@dataclass(frozen=True)
class Part:
    """Chapters that belong together; `title` is "" where a book has one part only."""

    title: str
    chapters: list[Chapter]


@dataclass(frozen=True)
class Book:
    """`of` is the campaign that a scene's book is of; `people` who directs and who plays."""

    id: str
    title: str
    of: str
    description: str
    language: str
    made_at: datetime
    parts: list[Part]
    directed_by: list[str]
    played_by: list[str]

    @property
    def paragraphs(self) -> list[str]:
        """Of the description."""
        return [" ".join(one.split()) for one in self.description.split("\n\n") if one.strip()]

    @property
    def chapters(self) -> list[Chapter]:
        return [one for part in self.parts for one in part.chapters]

    @property
    def drawings(self) -> list[str]:
        return [one.svg for chapter in self.chapters for one in chapter.maps]

    @property
    def people(self) -> list[str]:
        return [*self.directed_by, *self.played_by]
