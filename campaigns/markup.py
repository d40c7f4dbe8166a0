"""Markdown as members write it, turned into the little HTML that a post may hold.

Besides Markdown: `«...»` or a paragraph that begins with a dash is speech, `~...~` a thought,
`((...))` out of character, `@name` a member, `[2D6 reason, difficulty 7]` dice. An image is a link:
nothing is loaded before a reader asks for it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from urllib.parse import urlsplit

import nh3
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

TAGS = {
    *("p", "br", "hr", "em", "strong", "s", "blockquote", "ul", "ol", "li"),
    *("code", "pre", "a", "h3", "h4", "h5", "span"),
}
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
CLASSES = {
    "a": {"image"},
    "em": {"thought"},
    "p": {"speech"},
    "span": {"mention", "ooc", "roll", "speech"},
}
SCHEMES = {"http", "https", "mailto"}
# A page has its own h1 and h2: what a post calls its first heading is the page's third.
HEADINGS = {"h1": "h3", "h2": "h4"}
DASHES = ("—", "–", "― ")
# Where a roll stands in stored HTML: two characters that nobody may write himself.
OPENS, CLOSES = "\ue000", "\ue001"
PRIVATE = re.compile("[\ue000-\uf8ff]")
ROLL_MARK = re.compile(f"{OPENS}(\\d+){CLOSES}")
THROW = re.compile(
    r"\[\s*(?P<notation>(?:\d{1,4}\+)?(?:[1-9]\d?)?[dD](?:66|6|3)(?:[x×]\d{1,3})?(?:[+-]\d{1,4})?)"
    r"(?P<rest>(?:[\s,][^\[\]\n]{0,200})?)\](?!\()"
)
MENTION = re.compile(r"@([\w][\w.+-]{0,80})")


def clean_source(source: str) -> str:
    """Without the characters that marks are made of."""
    return PRIVATE.sub("", source)


def render(
    source: str, *, members: Mapping[str, str] | None = None, rolls: Sequence[int] = ()
) -> str:
    """Sanitised HTML of a text. Raw HTML in it is shown as it was typed.

    `members` are who may be mentioned: {name in lower case: name shown}. `rolls` are the numbers
    of dice that have been thrown for it; others are shown as dice still to be thrown.
    """
    env = {"members": members or {}, "rolls": frozenset(rolls), "unclosed": set()}
    tokens = _markdown.parse(clean_source(source), env)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = HEADINGS.get(token.tag, "h5")
    html = _markdown.renderer.render(tokens, _markdown.options, env)
    return nh3.clean(
        html,
        tags=TAGS,
        attributes=ATTRIBUTES,
        allowed_classes=CLASSES,
        url_schemes=SCHEMES,
        link_rel="nofollow noopener ugc",
    )


def mentioned(source: str, members: Mapping[str, str]) -> set[str]:
    """The names, in lower case, of the members whom a text calls."""
    return {name for found in MENTION.findall(source) if (name := _known(found, members))}


def quoted(source: str, speaker: str) -> str:
    """Somebody's words as a quote to go on from. Dice aren't thrown again by being quoted."""
    words = THROW.sub(lambda found: found.group(0).replace("[", "\\[", 1), clean_source(source))
    lines = [f"**{speaker}:**", *words.strip().splitlines()]
    return "".join(f"> {line}\n" for line in lines) + "\n"


def _known(name: str, members: Mapping[str, str]) -> str:
    """The member's name that a mention begins with: a full stop behind it is no part of it."""
    name = name.lower()
    while name and name not in members:
        name = name[:-1].rstrip(".+-") if name[-1] in ".+-" else ""
    return name


def _between(opens: str, closes: str, tag: str, css: str, *, keep: bool) -> Callable:
    """A rule for a stretch between two marks; with `keep` the marks are shown."""

    def rule(state: StateInline, silent: bool) -> bool:
        start = state.pos
        if not state.src.startswith(opens, start):
            return False
        inner = start + len(opens)
        # Where one mark isn't closed, none behind it is: looking again each time takes too long.
        place = (closes, state.posMax, state.src)
        if place in state.env["unclosed"]:
            return False
        end = state.src.find(closes, inner, state.posMax)
        if end < 0:
            state.env["unclosed"].add(place)
        if end <= inner or (opens == "~" and _strikes(state.src, start, end)):
            return False
        if not silent:
            _push(state, start if keep else inner, end + (len(closes) if keep else 0), tag, css)
        state.pos = end + len(closes)
        return True

    return rule


def _push(state: StateInline, start: int, end: int, tag: str, css: str) -> None:
    """An element whose content is read like any text, but not by the rule that found it."""
    token = state.push(f"{css}_open", tag, 1)
    token.attrs = {"class": css}
    text = state.src[start:end]
    inner: list[Token] = []
    # What stands between the marks is read on its own; the marks themselves are plain letters.
    left, right = (text[0], text[-1]) if css == "speech" else ("", "")
    body = text[len(left) : len(text) - len(right)]
    if left:
        state.push("text", "", 0).content = left
    state.md.inline.parse(body, state.md, state.env, inner)
    state.tokens.extend(inner)
    if right:
        state.push("text", "", 0).content = right
    state.push(f"{css}_close", tag, -1)


def _strikes(source: str, start: int, end: int) -> bool:
    """Whether a tilde is one of two: then words are struck out."""
    return "~" in (source[start + 1 : start + 2], source[end + 1 : end + 2])


def _mention(state: StateInline, silent: bool) -> bool:
    found = MENTION.match(state.src, state.pos, state.posMax)
    before = state.src[state.pos - 1 : state.pos] if state.pos else ""
    if found is None or before.isalnum():
        return False
    name = _known(found.group(1), state.env["members"])
    if not name:
        return False
    if not silent:
        state.push("mention_open", "span", 1).attrs = {"class": "mention"}
        state.push("text", "", 0).content = "@" + state.env["members"][name]
        state.push("mention_close", "span", -1)
    state.pos += 1 + len(name)
    return True


def _roll(state: StateInline, silent: bool) -> bool:
    found = THROW.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        number = number_in(found.group("rest"))
        if number in state.env["rolls"]:
            state.push("text", "", 0).content = f"{OPENS}{number}{CLOSES}"
        else:
            state.push("roll_open", "span", 1).attrs = {"class": "roll"}
            state.push("text", "", 0).content = found.group(0)
            state.push("roll_close", "span", -1)
    state.pos = found.end()
    return True


def number_in(rest: str) -> int | None:
    """The number that a roll was given when it was thrown: the `#12` in `[2D6 climb #12]`."""
    found = re.search(r"#(\d{1,9})\s*$", rest)
    return int(found.group(1)) if found else None


def _speech(state: StateCore) -> None:
    """A paragraph that begins with a dash is what somebody says."""
    for before, token in zip(state.tokens, state.tokens[1:], strict=False):
        if before.type == "paragraph_open" and token.content.startswith(DASHES):
            before.attrs["class"] = "speech"


def _image(renderer: object, tokens: Sequence[Token], index: int, options: object, env: object):
    """A link to the image, with the name of the place that it would come from."""
    token = tokens[index]
    address = str(token.attrs.get("src", ""))
    place = urlsplit(address).netloc
    words = token.content.strip() or place or address
    shown = f"{words} ({place})" if place and place != words else words
    escape = nh3.clean_text
    return f'<a class="image" href="{escape(address)}">{escape(shown)}</a>'


def _made() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable("strikethrough")
    for char in "(«@":
        made.inline.add_terminator_char(char)
    rules = made.inline.ruler
    rules.before("link", "roll", _roll)
    rules.before("link", "mention", _mention)
    rules.before("link", "ooc", _between("((", "))", "span", "ooc", keep=False))
    rules.before("link", "speech", _between("«", "»", "span", "speech", keep=True))
    rules.before("strikethrough", "thought", _between("~", "~", "em", "thought", keep=False))
    made.core.ruler.after("inline", "speech", _speech)
    made.add_render_rule("image", _image)
    return made


_markdown = _made()
