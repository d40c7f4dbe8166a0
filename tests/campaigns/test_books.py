"""Books that read well: parts, turns, maps in their colours, battles from real tables."""

import re

import pytest

from campaigns.board_svg import PATTERNS
from campaigns.book import book_of, html
from campaigns.book.model import Passage, Told
from campaigns.book.passages import headed
from campaigns.book.styles import stylesheet
from campaigns.by_hand import Claim, Out
from campaigns.selectors.access import campaign_for
from campaigns.selectors.by_hand import hand_offer
from campaigns.services import by_hand
from campaigns.services.turns import Submission, battle_submit
from tests.campaigns.tables import begun
from tests.campaigns.wars import enlisted


def made_for(user, campaign, **more):
    return book_of(campaign_for(user, campaign.public_id), **more)


@pytest.fixture
def reported(campaign, ana, berta):
    """A battle on a real table that Ana's Cuervos won: one of the others is out."""
    campaign.hand_reports = True
    campaign.save()
    bands = [enlisted(campaign, ana), enlisted(campaign, berta, "skaven_eshin", "Las Garras")]
    ids = [band.pk for band in bands]
    fielded = hand_offer(ana, campaign.public_id, ids, "").fielded
    fallen = next(one for one in fielded if one.side == "blue" and not one.hero)
    claim = Claim(winner="red", ending="rout", routed="blue", out=(Out(fallen.id),))
    battle = by_hand.hand_report(
        user=ana, campaign_id=campaign.public_id, warbands=ids, claim=claim, title="En el puente"
    )
    return battle, fallen


def test_a_battle_from_a_real_table_is_told(reported, campaign, ana, client):
    battle, fallen = reported
    (chapter,) = (one for one in made_for(ana, campaign).chapters if one.title == "En el puente")
    told = [line for _name, lines in chapter.reported for line in lines]
    assert any(fallen.name in line for line in told)
    assert chapter.maps == []
    assert any("Ana" in one.notice for one in chapter.passages)
    # Nor has it a log to open.
    client.force_login(ana)
    assert client.get(f"/scenes/{battle.scene.public_id}/log/1-2/").status_code == 404


def test_the_story_comes_first_and_each_chapter_is_in_the_contents(public, marga, ana, berta, say):
    begun(public, marga, red=ana, blue=berta)
    rules = public.scenes.get(kind="rules")
    say(marga, rules, "Dos días por turno.")
    made = made_for(ana, public)
    assert [[one.kind for one in part.chapters] for part in made.parts] == [["Batalla"], ["Reglas"]]
    assert all(part.title for part in made.parts)
    text = html(made)
    for chapter in made.chapters:
        assert f'href="#{chapter.name}"' in text
        assert f'id="{chapter.name}"' in text


def test_a_turn_heads_the_post_in_which_it_is_played(public, marga, ana, berta):
    battle = begun(public, marga, red=ana, blue=berta)
    for user, text in ((ana, "Quietos."), (berta, "Quietas.")):
        orders = [{"order": "end_phase", "through": "combat"}]
        submission = Submission(orders, battle.version, text=text)
        battle_submit(user=user, battle_id=battle.public_id, submission=submission)
        battle.refresh_from_db()
    (chapter,) = made_for(ana, public).chapters
    assert [one.text for one in chapter.turns] == ["Turno 1: blue", "Turno 2: Rojos"]
    said = [one for one in chapter.passages if one.texts]
    assert "Quietas" in said[1].texts[0].html
    assert said[1].opens[0].text == "Turno 1: blue"
    assert said[1].orders == [], "that a phase ends goes without saying"
    text = html(made_for(ana, public))
    for turn in chapter.turns:
        assert text.count(f'id="{turn.id}"') == 1
        assert f'href="#{turn.id}"' in text


def test_headings_stay_where_nothing_follows():
    turn, line = Told("turn", "Turn 1"), Told("act", "Ana moves.")
    found = headed([Passage("Ana", "", "", lines=[line, turn])], "c")
    assert [[one.text for one in passage.opens] for passage in found] == [[], ["Turn 1"]]
    assert found[0].lines == [line]


def test_what_several_are_told_is_told_once(public, marga, ana, berta):
    battle = begun(public, marga, red=ana, blue=berta)
    orders = [
        {"order": "end_phase", "through": "recovery"},
        {"order": "move", "warrior": "rosa", "mode": "walk", "legs": [{"to": [15, 13, 0]}]},
        {"order": "move", "warrior": "rita", "mode": "walk", "legs": [{"to": [15, 24, 0]}]},
    ]
    battle_submit(
        user=ana, battle_id=battle.public_id, submission=Submission(orders, battle.version)
    )
    (chapter,) = made_for(ana, public).chapters
    told = [order for one in chapter.passages for order in one.orders]
    assert told == ["Rosa, Rita: mueve"]


def test_maps_have_their_colours_and_a_legend(public, marga, ana, berta):
    begun(public, marga, red=ana, blue=berta)
    made = made_for(ana, public)
    css = stylesheet([PATTERNS, *made.drawings])
    assert "var(" not in css
    assert not re.search(r"touch-action|cursor|100vh|\{\s*\}", css), "a book has no pointer"
    assert re.search(r"\.side-a \.token__base \{[^}]*fill: #1f5aa6", css)
    assert re.search(r"\.token\.side-b \.token__base \{[^}]*stroke: #b3541e", css)
    (chapter,) = made.chapters
    legend = dict(chapter.after.legend)
    assert legend["Rojos"] == ["R1: Rosa", "R2: Rita"]
