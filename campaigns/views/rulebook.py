"""The rulebook: chapters, and what a rule ID in the log links to."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from campaigns import catch_up
from campaigns.house_rules import in_words, rules_of
from campaigns.models import Campaign, Newcomers
from campaigns.rule_search import search
from campaigns.selectors.house_rules import bending
from campaigns.selectors.rulings import precedents
from campaigns.views.campaign_tables import TABLES
from rules import rulebook as book
from rules.ruleset import load_ruleset
from rules.switches import Switch, registry
from rules.words import Words
from warbands.names import campaign_table

NEWCOMERS: dict[str, Any] = {
    Newcomers.ASK: gettext_lazy("They join when a game master has seen their record."),
    Newcomers.BOUNDED: gettext_lazy(
        "They join at once if they have no more than a newcomer would get here; else a game master "
        "decides."
    ),
    Newcomers.OPEN: gettext_lazy("They join as they are."),
}

READ_ONLY = gettext_lazy("The server doesn't play by these rules yet: they are here to be read.")
IN_PART = gettext_lazy(
    "Of these the server plays those that its warbands bring along: the others are here to be read."
)


MOST_FOUND = 40
"""So many results of a search are shown: who has more asks for another word as well."""


@dataclass(frozen=True)
class Bent:
    """What a campaign of the reader's plays otherwise than a rule says."""

    campaign: Campaign
    title: str
    value: str
    book: str


@dataclass(frozen=True)
class ShownRule:
    id: str
    title: str
    text: str
    bent: list[Bent]


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
    """A switch that a campaign sets differently: what it is, its value, and the rules it bends.

    `book` is the value that it has otherwise; "" for a table, of which one reads the rows.
    """

    title: str
    text: str
    value: str
    book: str
    rules: tuple[str, ...]


def house_rules_of(campaign: Campaign) -> list[HouseRule]:
    known, ruleset = registry(), load_ruleset(campaign.ruleset)
    return [
        HouseRule(
            title=_said(known[name].title),
            text=_said(known[name].text),
            value=_valued(known[name], value, ruleset.unit),
            book=_booked(known[name], ruleset.switches[name], ruleset.unit),
            rules=rules_of(known[name], campaign.ruleset),
        )
        for name, value in sorted(campaign.house_rules.items())
        if name in known
    ]


def _valued(switch: Switch, value: Any, unit: str) -> str:
    said = in_words(switch, value)
    return f"{said}\u00a0{unit}" if switch.type == "length" and value is not None else said


def _booked(switch: Switch, value: Any, unit: str) -> str:
    return "" if isinstance(value, dict | list) else _valued(switch, value, unit)


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


def _note(ledger: str) -> str:
    """What is said of a ledger that no battle is played by, or not by all of it; else ""."""
    if ledger in book.PLAYED:
        return ""
    return str(IN_PART if ledger == "sexta" else READ_ONLY)


def _said(words: Words) -> str:
    return words[get_language() or "es"]


def _shown(id: str, bent: dict[str, list[Bent]]) -> ShownRule:
    rule = book.rule(id)
    return ShownRule(id, _said(rule.title), _said(rule.text), bent.get(id, []))


def _bent(user: Any) -> dict[str, list[Bent]]:
    """By the ID of a rule, what the house rules of the user's campaigns make of it."""
    found: dict[str, list[Bent]] = {}
    for campaign in bending(user):
        for own in house_rules_of(campaign):
            for id in own.rules:
                found.setdefault(id, []).append(Bent(campaign, own.title, own.value, own.book))
    return found


@require_GET
def contents(request: HttpRequest) -> HttpResponse:
    words = request.GET.get("q", "").strip()[:200]
    hits = search(words)
    context = {
        "section": "rulebook",
        "words": words,
        "count": len(hits),
        "hits": hits[:MOST_FOUND],
        "ledgers": [_ledger(ledger) for ledger in book.LEDGERS],
        "tables": [(table, campaign_table(f"campaign.{table}")) for table in TABLES],
    }
    return render(request, "campaigns/rulebook.html", context)


def _ledger(ledger: str) -> ShownLedger:
    return ShownLedger(
        _said(book.title(ledger)),
        [_chapter_of(chapter) for chapter in book.chapters(ledger)],
        note=_note(ledger),
    )


def _chapter_of(chapter: book.Chapter) -> ShownChapter:
    return ShownChapter(chapter.ledger, chapter.id, _said(chapter.title))


@require_GET
def chapter(request: HttpRequest, ledger: str, chapter_id: str) -> HttpResponse:
    found, bent = _chapter(ledger, chapter_id), _bent(request.user)
    chapters = book.chapters(ledger)
    place = chapters.index(found)
    context = {
        "section": "rulebook",
        "title": _said(found.title),
        "rules": [_shown(id, bent) for id in found.ids],
        "note": _note(ledger),
        "before": _chapter_of(chapters[place - 1]) if place else None,
        "after": _chapter_of(chapters[place + 1]) if place + 1 < len(chapters) else None,
    }
    return render(request, "campaigns/rule_chapter.html", context)


@require_GET
def rule(request: HttpRequest, rule_id: str) -> HttpResponse:
    if not book.is_known(rule_id):
        raise Http404
    known = book.rule(rule_id)
    shown = _shown(rule_id, _bent(request.user))
    context = {
        "section": "rulebook",
        "title": shown.title,
        "rules": [shown],
        "chapter": _chapter_of(_chapter(known.ledger, known.chapter)),
        "note": _note(known.ledger),
        "rulings": precedents(request.user, rule_id),
    }
    return render(request, "campaigns/rule_chapter.html", context)


def _chapter(ledger: str, id: str) -> book.Chapter:
    chapters = book.chapters(ledger) if ledger in book.LEDGERS else ()
    for found in chapters:
        if found.id == id:
            return found
    raise Http404
