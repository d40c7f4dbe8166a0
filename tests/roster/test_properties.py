"""Whatever is bought, sold, moved, killed and renamed: the books add up, and nothing is owed."""

from __future__ import annotations

import contextlib
import json

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.catalogue.lists import HIRED
from rules.roster import change as verbs
from rules.roster import extras
from rules.roster.change import Change, Refused
from rules.roster.goods import bundles, offers, open_mutations
from rules.roster.ledger import Line, fold
from rules.roster.model import Roster
from rules.roster.problems import LIMITS, problems
from rules.roster.rating import rating
from tests.roster.build import CATALOGUE, Books
from warbands.exchange import own
from warbands.exchange.document import document_of, dump, load, roster_of

ACTS = ("hire", "hire", "buy", "buy", "kit", "mutate", "sell", "sword", "recruit")
LATER = (*ACTS, "dismiss", "stow", "issue", "sell_stash", "rename", "kill", "learn")


class Life:
    """A warband whose owner does whatever comes to mind."""

    def __init__(self, data: st.DataObject, warband: str) -> None:
        self.data, self.books, self.draft, self.count = data, Books(warband, 900), True, 0
        self.row = CATALOGUE.warbands[warband]

    @property
    def roster(self) -> Roster:
        return self.books.roster

    def pick(self, values):
        return self.data.draw(st.sampled_from(sorted(values)))

    def act(self, name: str) -> None:
        with contextlib.suppress(Refused):
            getattr(self, name)()

    def new_key(self) -> str:
        self.count += 1
        return f"k{self.count}"

    def someone(self) -> str:
        keys = [fighter.key for fighter in self.roster.active]
        if not keys:
            raise Refused("nobody")
        return self.pick(keys)

    def do(self, verb, **arguments) -> None:
        self.books.do(verb(CATALOGUE, self.roster, **arguments))

    def hire(self) -> None:
        kind = self.row.fighter(self.pick(kind.id for kind in self.row.fighters))
        n = 1 if kind.kind == "hero" else self.data.draw(st.integers(1, 4))
        self.do(verbs.hire, key=self.new_key(), type=kind.id, name="N", n=n)

    def sword(self) -> None:
        if self.row.hired:
            type = self.pick(kind.id for kind in self.row.hired)
            self.do(verbs.hire, key=self.new_key(), type=type, name="H")

    def recruit(self) -> None:
        self.do(verbs.recruit, key=self.someone())

    def buy(self) -> None:
        key = self.someone()
        listed = offers(CATALOGUE, self.row.id, self.roster.fighter(key).type)
        self.do(verbs.buy, key=key, item=self.pick([*listed, "flail"]), draft=self.draft)

    def kit(self) -> None:
        key = self.someone()
        kits = [kit.id for kit in bundles(CATALOGUE, self.row.id, self.roster.fighter(key))]
        self.do(extras.buy_kit, key=key, kit=self.pick([*kits, "none"]))

    def mutate(self) -> None:
        key = self.someone()
        found = open_mutations(CATALOGUE, self.row.id, self.roster.fighter(key))
        self.do(extras.mutate, key=key, mutation=self.pick([*found, "spines"]), draft=self.draft)

    def sell(self) -> None:
        key = self.someone()
        item = self.pick([*self.roster.fighter(key).equipment, "axe"])
        self.do(verbs.sell, key=key, item=item, draft=self.draft)

    def dismiss(self) -> None:
        self.do(verbs.dismiss, key=self.someone(), draft=self.draft)

    def stow(self) -> None:
        key = self.someone()
        item = self.pick([*self.roster.fighter(key).equipment, "axe"])
        self.do(extras.stow, key=key, item=item)

    def issue(self) -> None:
        self.do(extras.issue, key=self.someone(), item=self.pick([*self.roster.stash, "axe"]))

    def sell_stash(self) -> None:
        self.do(verbs.sell_stash, item=self.pick([*self.roster.stash, "axe"]))

    def rename(self) -> None:
        self.books.do(verbs.rename(self.roster, key=self.someone(), name="Otro"))

    def kill(self) -> None:
        """A member is lost for good, and with the last of them the fighter."""
        fighter = self.roster.fighter(self.someone())
        gone = verbs.replace(fighter, members=fighter.members[1:])
        if not gone.members:
            gone = verbs.replace(fighter, fate="dead", equipment={}, kit=None)
        self._rated(gone, "leave")

    def learn(self) -> None:
        fighter = self.roster.fighter(self.someone())
        self._rated(verbs.replace(fighter, experience=fighter.experience + 1), "experience")

    def _rated(self, fighter, kind) -> None:
        after = self.roster.with_fighter(fighter)
        gained = rating(CATALOGUE, after) - rating(CATALOGUE, self.roster)
        self.books.do(Change(after, (Line(kind=kind, fighter=fighter.key, rating=gained),)))

    def check(self) -> None:
        books, roster = fold(self.books.lines), self.roster
        assert books.treasury == roster.treasury >= 0
        assert books.stash == dict(sorted(roster.stash.items()))
        assert all(n > 0 for n in roster.stash.values())
        assert books.rating == rating(CATALOGUE, roster) >= 0
        assert all(abs(line.gold) in (0, line.total) for line in self.books.lines)
        wrong = {problem.code for problem in problems(CATALOGUE, roster)} & LIMITS
        assert wrong <= {"requires_fighter", "group_limit"}  # whom others leaned on may fall

    def travels(self) -> None:
        """Out as a document, through JSON, and in again: the same warband."""
        worth = rating(CATALOGUE, self.roster)
        sent = dump(document_of(self.roster, notes="n", fighter_notes={}, rating=worth))
        read = json.loads(json.dumps(sent))
        stays = [f for f in self.roster.fighters if f.fate != "dismissed"]
        there = verbs.replace(self.roster, fighters=tuple(stays))
        keys = [fighter.key for fighter in stays]
        assert roster_of(load(read), id="w", keys=keys) == there
        document, report = own.checked(read)
        assert roster_of(document, id="w", keys=keys) == there
        assert not report.of("unknown")
        assert not report.differs


@settings(max_examples=120, deadline=None)
@given(st.data(), st.sampled_from(sorted(CATALOGUE.warbands)))
def test_a_life_of_trade_leaves_right_books_and_travels(data: st.DataObject, warband: str) -> None:
    life = Life(data, warband)
    for name in data.draw(st.lists(st.sampled_from(ACTS), max_size=20)):
        life.act(name)
        life.check()
    life.draft = False
    for name in data.draw(st.lists(st.sampled_from(LATER), max_size=25)):
        life.act(name)
        life.check()
    life.travels()


def test_hired_swords_are_marked_as_such() -> None:
    assert all(k.id.startswith(HIRED) for w in CATALOGUE.warbands.values() for k in w.hired)
