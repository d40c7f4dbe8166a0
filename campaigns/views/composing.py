"""What the composer sends and shows: a name to speak under, a text, a note, an aside, readers."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from campaigns.errors import ServiceError
from campaigns.markup import quoted
from campaigns.models import Audience, Draft, PostKind
from campaigns.selectors import scenes as selectors
from campaigns.selectors.access import Access, quotable_part, scene_for
from campaigns.services import scenes as verbs
from campaigns.services.scenes import Part, Voice
from campaigns.services.writing_alone import writing_alone
from campaigns.views.thread import readers_in_words
from campaigns.written import source_for

FIELDS = ("note", "aside", "kind", "audience", "quotes")
LISTS = ("aside_members", "readers")


@dataclass(frozen=True)
class Quote:
    """A part that is being quoted: its name in a form, its text as a quote, its readers."""

    name: str
    text: str
    readers: str


def composing(request: HttpRequest, shown: selectors.ScenePage) -> dict[str, Any]:
    """What the composer starts from: a draft, or a quote."""
    if not shown.may_post:
        return {"draft": None}
    chosen = chosen_draft(request, shown.drafts)
    quote = _quote(request, shown.access)
    writing = written_in(chosen)
    if chosen is None or not chosen.asides.get("audience"):
        writing |= last_audience(shown)
    if quote is not None:
        writing["text"] = "\n\n".join(text for text in (writing["text"], quote.text) if text)
    return {
        "draft": chosen,
        "writing": writing,
        "quote": quote,
        "other_drafts": [
            one for one in shown.drafts if one is not chosen and (one.text or one.asides)
        ],
        "audience_words": audience_words(shown),
    }


def chosen_draft(request: HttpRequest, drafts: list[Draft]) -> Draft | None:
    """The one that the address names; else the one that was touched last."""
    wanted = request.GET.get("draft")
    if wanted is not None:
        return next((one for one in drafts if one.persona == wanted), None)
    return max(drafts, key=lambda draft: draft.updated_at, default=None)


def written_in(draft: Draft | None) -> dict[str, Any]:
    """The composer's fields as a draft keeps them."""
    asides = draft.asides if draft else {}
    fields = {name: str(asides.get(name, "")) for name in FIELDS}
    lists = {name: [str(one) for one in asides.get(name, [])] for name in LISTS}
    text = draft.text if draft else ""
    return {"text": text, **fields, **lists, "audience": fields["audience"] or Audience.ALL}


def last_audience(shown: selectors.ScenePage) -> dict[str, Any]:
    """The readers of the reader's own last post, among those of this page: most go on like that.

    A turn is for everybody: nobody chose that.
    """
    mine = [
        view.parts[0]
        for view in shown.posts
        if view.post.author_id == shown.access.user.pk
        and view.parts
        and view.post.kind != PostKind.ORDERS
    ]
    if not mine:
        return {}
    named = mine[-1].members.all() if mine[-1].audience == Audience.NAMED else ()
    return {"audience": mine[-1].audience, "readers": [str(one.public_id) for one in named]}


def audience_words(shown: selectors.ScenePage) -> str:
    """Who will read a post of this scene, in one sentence."""
    scene = shown.scene
    if scene.visibility == "public" and shown.campaign.is_public:
        return _("Anybody may read it.")
    if scene.visibility == "restricted":
        return _("Those named for this scene will read it.")
    return _("All members will read it.")


def parts_from(request: HttpRequest) -> list[Part]:
    """The text, the note with the same readers, and the aside with its own."""
    audience = request.POST.get("audience") or Audience.ALL
    named = request.POST.getlist("readers") if audience == Audience.NAMED else []
    quotes = request.POST.get("quotes", "")
    text = Part(request.POST.get("text", ""), audience, named, quotes=quotes)
    parts = [text]
    if note := request.POST.get("note", "").strip():
        parts.append(Part(note, audience, named, is_note=True, quotes=quotes))
    if aside := request.POST.get("aside", "").strip():
        readers = request.POST.getlist("aside_members")
        parts.append(Part(aside, Audience.NAMED if readers else Audience.GM, readers))
    return [part for part in parts if part.source.strip()] or [text]


def voice_from(request: HttpRequest) -> Voice:
    """`persona` is a fighter's id; `npc` a name that only a game master may use."""
    sent = request.POST if request.method == "POST" else request.GET
    fighter = sent.get("persona") or None
    return Voice(persona="" if fighter else sent.get("npc", "").strip(), fighter=fighter)


def name_of(request: HttpRequest, access: Access) -> str:
    """The name that the draft of a form is under."""
    return verbs.speaker(access, voice_from(request))[1]


def keep(request: HttpRequest, scene_id: str) -> Draft:
    """What stands in the composer into the draft of its name, whose orders stay as they are.

    `moved_from` is the name that the words were kept under before another one was chosen.
    """
    with writing_alone(request.user):
        return _keep(request, scene_id)


def _keep(request: HttpRequest, scene_id: str) -> Draft:
    access, scene = scene_for(request.user, scene_id)
    access.require_writer()
    voice = voice_from(request)
    name = name_of(request, access)
    drafts = {one.persona: one for one in selectors.drafts_of(access, scene)}
    known = drafts.get(name)
    moved = drafts.get(request.POST.get("moved_from", name))
    if moved is not None and moved.persona != name:
        _empty(request, scene_id, moved)
    asides = {field: request.POST.get(field, "") for field in FIELDS}
    asides |= {field: request.POST.getlist(field) for field in LISTS}
    return verbs.draft_save(
        user=request.user,
        scene_id=scene_id,
        text=request.POST.get("text", ""),
        asides={field: value for field, value in asides.items() if value},
        persona=voice.persona,
        fighter=voice.fighter,
        orders=known.orders if known else (),
        version=known.version if known else None,
        error=known.error if known else None,
    )


def _empty(request: HttpRequest, scene_id: str, draft: Draft) -> None:
    """Its words are kept elsewhere now; orders of a turn stay."""
    if not draft.orders:
        verbs.draft_discard(user=request.user, scene_id=scene_id, persona=draft.persona)
        return
    verbs.draft_save(
        user=request.user,
        scene_id=scene_id,
        persona=draft.persona,
        fighter=draft.fighter_id,
        orders=draft.orders,
        version=draft.version,
        error=draft.error,
    )


def _quote(request: HttpRequest, access: Access) -> Quote | None:
    name = request.GET.get("quote", "")
    post, _sign, position = name.partition(":")
    if not name:
        return None
    try:
        part = quotable_part(access, post, position)
    except ServiceError:
        return None  # gone, or not the reader's: then there is nothing to quote
    speaker = part.post.persona or str(part.post.author or _("The campaign"))
    return Quote(name, quoted(source_for(part, access), speaker), readers_in_words(part))
