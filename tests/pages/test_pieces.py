"""A piece of a page is made once for the same values, and never of anything else."""

import re

import pytest
from django.template import engines
from django.test import Client
from django.utils import translation
from django.utils.safestring import mark_safe

from campaigns.templatetags import pieces

TEMPLATES = {
    "open": "{% load i18n %}<p>{{ name }}|{{ user }}|{{ request }}</p>\n   {% translate 'Rules' %}",
    "gap": "<a href='{{ gap_here }}'>{{ name }}</a>{% csrf_token %}",
}


@pytest.fixture(autouse=True)
def made(monkeypatch):
    """How often a template was made."""
    made = []

    def get_template(name):
        made.append(name)
        return engines["django"].from_string(TEMPLATES[name])

    pieces._made.cache_clear()
    monkeypatch.setattr(pieces, "get_template", get_template)
    yield made
    pieces._made.cache_clear()


def shown(template, source="name=name", /, **context):
    tag = f"{{% load pieces %}}{{% piece '{template}' {source} %}}"
    return engines["django"].from_string(tag).render(context)


def test_it_sees_what_it_is_given_and_nothing_else(made):
    for user in ("ana", "berta"):
        assert shown("open", name="x", user=user, request="r") == "<p>x||</p>\nReglas"
    assert made == ["open"]


def test_other_values_and_languages_make_another(made):
    assert shown("open", name="y").startswith("<p>y|")
    with translation.override("en"):
        assert shown("open", name="y") == "<p>y||</p>\nRules"
    assert shown("open", name=1).startswith("<p>1|")
    assert shown("open", name=True).startswith("<p>True|")
    assert made == ["open"] * 4


def test_text_is_never_taken_for_html_that_reads_alike():
    assert "<b>" in shown("open", name=mark_safe("<b>"))
    assert "&lt;b&gt;" in shown("open", name="<b>")


def test_gaps_are_filled_each_time_and_escaped(made):
    source = "name=name gap_here=here"
    assert "href='/a'>x<" in shown("gap", source, name="x", here="/a", csrf_token="one")
    html = shown("gap", source, name="x", here="/b?'\"<", csrf_token="two")
    assert "href='/b?&#x27;&quot;&lt;'>x<" in html
    assert 'value="two"' in html
    assert made == ["gap"]


def test_what_cannot_be_compared_is_refused():
    with pytest.raises(TypeError, match="unhashable"):
        shown("open", name=["x"])


@pytest.mark.django_db
def test_each_page_has_its_own_token(monkeypatch):
    monkeypatch.undo()
    pieces._made.cache_clear()
    readers = [Client(enforce_csrf_checks=True) for _ in range(2)]
    tokens = []
    for reader in readers:
        html = reader.get("/accounts/login").content.decode()
        tokens.append(re.search(r'id="preferences".*?value="(\w{64})"', html, re.S)[1])
        assert pieces._SECRET not in html
    sent = [{"theme": "dark", "next": "/", "csrfmiddlewaretoken": token} for token in tokens]
    assert readers[0].post("/preferences", sent[0]).status_code == 302
    assert readers[0].post("/preferences", sent[1]).status_code == 403
    assert readers[1].post("/preferences", sent[1]).status_code == 302


def test_giant_posts_fill_no_process(made):
    """Each minute a post's “5 min ago” makes another piece of it."""
    post = "é" * 40_000
    for minute in range(1000):
        assert shown("open", "name=name ago=ago", name=post, ago=minute)
        assert pieces._made.bytes <= pieces.KEPT
