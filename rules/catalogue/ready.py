"""Ready-made warbands: one legal, sensible start for each list, within its gold."""

from __future__ import annotations

import msgspec

from rules.words import Words


class Recruit(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A hero, or `n` henchmen who carry the same. Items and mutations in the order of buying.

    `name` in both languages only where it says something. `picks`: which set of each group of the
    `kit`. `gift`: he takes what his warband's special rules give him when it is founded.
    """

    type: str
    name: str | Words
    n: int = 1
    items: tuple[str, ...] = ()
    mutations: tuple[str, ...] = ()
    kit: str = ""
    picks: tuple[int, ...] = ()
    gift: bool = False

    def called(self, language: str) -> str:
        return self.name if isinstance(self.name, str) else self.name[language]


class ReadyMade(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The start of the list `id`, in the order in which it is bought. `about`: how to play it.

    `skill_set`: the one that is chosen, where the list has several.
    """

    id: str
    about: Words
    fighters: tuple[Recruit, ...]
    skill_set: str = ""
