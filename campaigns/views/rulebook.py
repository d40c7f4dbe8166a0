"""The rulebook: chapters, and what a rule ID in the log links to."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from campaigns import catch_up
from campaigns.house_rules import in_words
from campaigns.models import Campaign, Newcomers
from campaigns.selectors.rulings import precedents
from rules import rulebook as book
from rules.switches import registry
from rules.words import Words

NEWCOMERS: dict[str, Any] = {
    Newcomers.ASK: gettext_lazy("They join when a game master has seen their record."),
    Newcomers.BOUNDED: gettext_lazy(
        "They join at once if they have no more than a newcomer would get here; else a game master "
        "decides."
    ),
    Newcomers.OPEN: gettext_lazy("They join as they are."),
}

READ_ONLY = gettext_lazy("The server doesn't play by these rules yet: they are here to be read.")
NOT_PLAYED: dict[str, Any] = {
    "perdidos": READ_ONLY,
    "sexta": gettext_lazy(
        "Of these the server plays those that its warbands bring along: the others are here to be "
        "read."
    ),
    "vientos": READ_ONLY,
}
"""What is said of ledgers that no battle, or not all of whose rules, are played by."""


@dataclass(frozen=True)
class ShownRule:
    id: str
    title: str
    text: str


@dataclass(frozen=True)
class ShownChapter:
    ledger: str
    id: str
    title: str


@dataclass(frozen=True)
class ShownLedger:
    title: str
    chapters: list[ShownChapter]
    note: str


@dataclass(frozen=True)
class HouseRule:
    """A switch that a campaign sets differently: what it is, its value, and the rules it bends."""

    title: str
    text: str
    value: str
    rules: tuple[str, ...]


def house_rules_of(campaign: Campaign) -> list[HouseRule]:
    known = registry()
    return [
        HouseRule(
            title=_said(known[name].title),
            text=_said(known[name].text),
            value=in_words(known[name], value),
            rules=known[name].rules,
        )
        for name, value in sorted(campaign.house_rules.items())
        if name in known
    ]


def settings_of(campaign: Campaign) -> list[tuple[str, str]]:
    """What else a campaign has set for everybody: a title and a sentence each."""
    late = catch_up.in_words(catch_up.rule_from(campaign.catch_up))
    return [
        (_("Late joiners"), late or _("Everybody starts alike, however late.")),
        (
            _("Warbands that have fought elsewhere"),
            str(NEWCOMERS[campaign.newcomers]),
        ),
        (
            _("Battles by hand"),
            _("Battles that were played on a real table may be reported.")
            if campaign.hand_reports
            else _("Only battles that are played here count."),
        ),
    ]


def _said(words: Words) -> str:
    return words[get_language() or "es"]


def _shown(id: str) -> ShownRule:
    rule = book.rule(id)
    return ShownRule(id, _said(rule.title), _said(rule.text))


@require_GET
def contents(request: HttpRequest) -> HttpResponse:
    ledgers = [
        ShownLedger(
            _said(book.title(ledger)),
            [
                ShownChapter(ledger, chapter.id, _said(chapter.title))
                for chapter in book.chapters(ledger)
            ],
            note=NOT_PLAYED.get(ledger, ""),
        )
        for ledger in book.LEDGERS
    ]
    return render(request, "campaigns/rulebook.html", {"section": "rulebook", "ledgers": ledgers})


@require_GET
def chapter(request: HttpRequest, ledger: str, chapter_id: str) -> HttpResponse:
    found = _chapter(ledger, chapter_id)
    context = {
        "section": "rulebook",
        "title": _said(found.title),
        "rules": [_shown(id) for id in found.ids],
        "note": NOT_PLAYED.get(ledger, ""),
    }
    return render(request, "campaigns/rule_chapter.html", context)


@require_GET
def rule(request: HttpRequest, rule_id: str) -> HttpResponse:
    if not book.is_known(rule_id):
        raise Http404
    known = book.rule(rule_id)
    shown = _shown(rule_id)
    context = {
        "section": "rulebook",
        "title": shown.title,
        "rules": [shown],
        "chapter": _chapter(known.ledger, known.chapter),
        "chapter_title": _said(_chapter(known.ledger, known.chapter).title),
        "note": NOT_PLAYED.get(known.ledger, ""),
        "rulings": precedents(request.user, rule_id),
    }
    return render(request, "campaigns/rule_chapter.html", context)


def _chapter(ledger: str, id: str) -> book.Chapter:
    chapters = book.chapters(ledger) if ledger in book.LEDGERS else ()
    for found in chapters:
        if found.id == id:
            return found
    raise Http404
