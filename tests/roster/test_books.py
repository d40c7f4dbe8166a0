"""Whatever is bought, sold, hired and dismissed: the books add up to the roster."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.roster import change as verbs
from rules.roster.change import Change, Refused
from rules.roster.goods import offers
from rules.roster.ledger import fold
from rules.roster.rating import rating
from tests.roster.build import CATALOGUE, Books

Verb = Callable[[Books, st.DataObject, bool], Change]


def _hire(books: Books, data: st.DataObject, draft: bool) -> Change:
    kind = data.draw(st.sampled_from(CATALOGUE.warbands[books.roster.type].fighters))
    n = data.draw(st.integers(1, 5 if kind.kind == "henchman" else 1))
    key = f"{kind.id}-{len(books.roster.fighters)}"
    return verbs.hire(CATALOGUE, books.roster, key=key, type=kind.id, name=key, n=n)


def _someone(books: Books, data: st.DataObject) -> str:
    keys = [fighter.key for fighter in books.roster.active] or ["nobody"]
    return data.draw(st.sampled_from(keys))


def _recruit(books: Books, data: st.DataObject, draft: bool) -> Change:
    key = _someone(books, data)
    return verbs.recruit(CATALOGUE, books.roster, key=key, n=data.draw(st.integers(1, 3)))


def _dismiss(books: Books, data: st.DataObject, draft: bool) -> Change:
    return verbs.dismiss(CATALOGUE, books.roster, key=_someone(books, data), draft=draft)


def _buy(books: Books, data: st.DataObject, draft: bool) -> Change:
    key = _someone(books, data)
    items = ["laser"]
    if key != "nobody":
        items += offers(CATALOGUE, books.roster.type, books.roster.fighter(key).type)
    item, n = data.draw(st.sampled_from(items)), data.draw(st.integers(1, 2))
    return verbs.buy(CATALOGUE, books.roster, key=key, item=item, n=n, draft=draft)


def _sell(books: Books, data: st.DataObject, draft: bool) -> Change:
    key = _someone(books, data)
    items = ["dagger"]
    if key != "nobody":
        items += books.roster.fighter(key).equipment
    item = data.draw(st.sampled_from(items))
    return verbs.sell(CATALOGUE, books.roster, key=key, item=item, draft=draft)


def _sell_stash(books: Books, data: st.DataObject, draft: bool) -> Change:
    item = data.draw(st.sampled_from([*books.roster.stash, "axe"]))
    n = data.draw(st.integers(1, 3))
    return verbs.sell_stash(CATALOGUE, books.roster, item=item, n=n)


def _rename(books: Books, data: st.DataObject, draft: bool) -> Change:
    return verbs.rename(books.roster, key=_someone(books, data), name="Anybody")


VERBS: list[Verb] = [_hire, _hire, _recruit, _dismiss, _buy, _buy, _sell, _sell_stash, _rename]


@settings(max_examples=60, deadline=None)
@given(
    data=st.data(),
    type=st.sampled_from(sorted(CATALOGUE.warbands)),
    budget=st.sampled_from([60, 500, 5000]),
    enlisted=st.integers(0, 40),
)
def test_gold_stash_and_rating_never_drift(
    data: st.DataObject, type: str, budget: int, enlisted: int
) -> None:
    books = Books(type, budget)
    for turn in range(25):
        verb = data.draw(st.sampled_from(VERBS))
        try:
            books.do(verb(books, data, turn < enlisted))
        except Refused:
            continue
        folded = fold(books.lines)
        assert folded.treasury == books.roster.treasury >= 0
        assert folded.stash == dict(sorted(books.roster.stash.items()))
        assert all(n > 0 for n in folded.stash.values())
        assert folded.rating == rating(CATALOGUE, books.roster)
        assert all(line.total == line.n * line.price for line in books.lines)


@settings(max_examples=40, deadline=None)
@given(data=st.data(), type=st.sampled_from(sorted(CATALOGUE.warbands)))
def test_a_draft_that_is_emptied_has_all_its_gold_back(data: st.DataObject, type: str) -> None:
    books = Books(type, 1000)
    for _ in range(20):
        verb = data.draw(st.sampled_from([_hire, _recruit, _buy, _sell]))
        try:
            books.do(verb(books, data, True))
        except Refused:
            continue
    for fighter in books.roster.active:
        books.do(verbs.dismiss(CATALOGUE, books.roster, key=fighter.key, draft=True))
    assert books.roster.treasury == 1000
