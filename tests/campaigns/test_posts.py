"""What a post may hold: styles, mentions, quotes, dice; and how long it may be corrected."""

from datetime import timedelta

import pytest
from django.utils import timezone, translation

from campaigns.markup import OPENS, render
from campaigns.models import Audience, DiceChain, Notice, Post, PostRoll, SceneStatus, Visibility
from campaigns.notices import in_words
from campaigns.selectors.access import scene_for
from campaigns.selectors.rolls import dice_data
from campaigns.selectors.scenes import edits_of, posts_of
from campaigns.services import scenes as services
from campaigns.services.corrections import post_correct
from campaigns.services.rolls import CHAIN, dice_of_roll, facts_of, throws_in
from campaigns.services.scenes import Part
from campaigns.written import written
from rules.dice import commitment
from tests.campaigns.test_campaigns import refused


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("Dice «ven *ya*».", '<span class="speech">«ven <em>ya</em>»</span>'),
        ("—Nadie —dijo.", '<p class="speech">—Nadie —dijo.</p>'),
        ("~¿Y si miente?~", '<em class="thought">¿Y si miente?</em>'),
        ("~~no~~", "<s>no</s>"),
        ("((vuelvo el lunes))", '<span class="ooc">vuelvo el lunes</span>'),
        ("![mapa](https://x.org/a.png)", ">mapa (x.org)</a>"),
        ("[2D6 trepar]", '<span class="roll">[2D6 trepar]</span>'),
        ("@Ana, mira", '<span class="mention">@Ana</span>, mira'),
        ("a@ana.org", "<p>a@ana.org</p>"),
    ],
)
def test_styles(source, html):
    assert html in render(source, members={"ana": "Ana"})


def test_nothing_loads_by_itself():
    html = render("![a](https://x.org/a.png) ![b](javascript:alert(1))")
    assert "<img" not in html
    assert 'href="javascript' not in html


def test_marks_of_dice_cant_be_forged():
    assert OPENS not in render(f"{OPENS}1\ue001", rolls=[1])


def roll_of(post) -> PostRoll:
    return PostRoll.objects.get(part__post=post)


def page_of(user, scene, **more) -> list[str]:
    access, row = scene_for(user, scene.public_id)
    return [
        str(written(part, gm=access.is_gm, **more))
        for post in posts_of(access, row)
        for part in post.visible
    ]


def test_dice_fall_in_a_post_and_stay_with_it(tavern, ana, say):
    post = say(ana, tavern, "Salta [2D6+1 saltar, dificultad 7] y cae.")
    roll = roll_of(post)
    assert (roll.number, roll.notation, roll.reason, roll.difficulty) == (1, "2D6+1", "saltar", 7)
    assert roll.total == sum(roll.faces) + 1
    assert post.parts.get().source == "Salta [2D6+1 saltar, dificultad 7 #1] y cae."
    with translation.override("es"):
        (html,) = page_of(ana, tavern)
    verdict = "éxito" if roll.total >= 7 else "fracaso"
    assert f"<strong>{roll.total}</strong>, dificultad 7: {verdict}" in html
    assert "[2D6" not in html


def test_numbers_follow_one_another_through_a_scene(tavern, ana, berta, say):
    say(ana, tavern, "[D6] [D3 suerte]", Part("[D66]", Audience.GM))
    say(berta, tavern, "[d6]")
    rows = PostRoll.objects.filter(scene=tavern)
    assert list(rows.values_list("number", "notation")) == [
        (1, "D6"),
        (2, "D3"),
        (3, "D66"),
        (4, "D6"),
    ]


def test_the_dice_are_those_that_were_promised(tavern, ana, marga, say):
    promised = tavern.chains.get().commitment
    post = say(ana, tavern, "[5D6 herir, difficulty 20]")
    access, scene = scene_for(ana, tavern.public_id)
    assert dice_data(access, scene)["chains"][0].revealed_at is None
    services.reveal_dice(user=marga, scene_id=tavern.public_id)
    roll = roll_of(post)
    assert commitment(bytes.fromhex(roll.chain.secret)) == promised
    assert list(dice_of_roll(roll, facts_of(roll)).roll("random_pick", 5)) == roll.faces
    assert DiceChain.objects.filter(scene=tavern, revealed_at=None).count() == 1


def test_a_full_chain_is_shown_and_another_sealed(tavern, ana, say):
    for _ in range(CHAIN // 10 + 1):
        say(ana, tavern, " ".join(["[D6]"] * 10))
    first, second = tavern.chains.order_by("pk")
    assert (first.revealed_at is None, second.revealed_at is None) == (False, True)
    assert (first.rolls.count(), second.rolls.count()) == (CHAIN, 10)


def test_closing_a_scene_shows_its_dice(tavern, ana, marga, say):
    say(ana, tavern, "[D6]")
    services.update_scene(user=marga, scene_id=tavern.public_id, status=SceneStatus.CLOSED)
    assert tavern.chains.exclude(revealed_at=None).count() == 1


def test_dice_for_the_gm_are_seen_by_the_gm_alone(tavern, ana, marga, say):
    post = say(ana, tavern, "[2D6 escuchar, GM]")
    total = f"= <strong>{roll_of(post).total}</strong>"
    assert total in page_of(marga, tavern)[0]
    assert "<strong>" not in page_of(ana, tavern)[0]
    assert "#1" in page_of(ana, tavern)[0]
    for user, known in ((marga, True), (ana, False)):
        access, scene = scene_for(user, tavern.public_id)
        (roll,) = dice_data(access, scene)["rolls"]
        assert ("faces" in roll, "order_hash" in roll) == (known, known)


@pytest.mark.parametrize(
    ("text", "reason", "difficulty", "hidden"),
    [
        ("[D6 sigilo DJ]", "sigilo", None, True),
        ("[2D6 trepar dificultad 7]", "trepar", 7, False),
        ("[2D6 trepar la tapia dificultad 7 GM]", "trepar la tapia", 7, True),
        ("[2D6 trepar DJ, dificultad 7]", "trepar", 7, True),
        ("[2D6 trepar GM difficulty 7]", "trepar", 7, True),
        ("[D6 preguntar a un director]", "preguntar a un director", None, False),
        ("[D6, DJ]", "", None, True),
        ("[D6 DJ]", "", None, True),
    ],
)
def test_a_forgotten_comma_shows_no_hidden_dice(text, reason, difficulty, hidden):
    (throw,) = throws_in(text)
    assert (throw.reason, throw.difficulty, throw.gm_only) == (reason, difficulty, hidden)


@pytest.mark.parametrize("text", ["[D6]" * 13, "[41D6]", "[99D3 x]"])
def test_too_many_dice_are_refused(tavern, ana, say, text):
    with refused("too_many_dice"):
        say(ana, tavern, text)
    assert not Post.objects.filter(scene=tavern).exists()


@pytest.mark.parametrize("text", ["[0D6]", "[2D7]", "[D6](https://x.org)", "[hola]", "[ ]"])
def test_what_is_no_dice_stays_text(tavern, ana, say, text):
    say(ana, tavern, text)
    assert not PostRoll.objects.exists()


def test_a_correction_keeps_what_was_there(tavern, ana, berta, say):
    post = say(ana, tavern, "Entro por la ventana.")
    post_correct(user=ana, post_id=post.public_id, texts={0: "Entro por la puerta."})
    assert "puerta" in page_of(berta, tavern)[0]
    access, _ = scene_for(berta, tavern.public_id)
    assert [edit.source for edit in edits_of(access, post)] == ["Entro por la ventana."]
    post.refresh_from_db()
    assert post.edited_at is not None


def test_the_same_again_is_no_correction(tavern, ana, say):
    post = say(ana, tavern, "Nada.")
    post_correct(user=ana, post_id=post.public_id, texts={0: "Nada."})
    post.refresh_from_db()
    assert post.edited_at is None


def test_dice_outlive_every_correction(tavern, ana, say):
    post = say(ana, tavern, "[D6 robar]")
    fallen = roll_of(post).faces
    post_correct(user=ana, post_id=post.public_id, texts={0: "No he tirado nada. [D6 robar #9]"})
    rows = PostRoll.objects.filter(part__post=post)
    assert [(row.number, row.reason) for row in rows] == [(1, "robar"), (2, "robar")]
    assert rows[0].faces == fallen
    with translation.override("es"):
        (html,) = page_of(ana, tavern)
    assert "ya no están en el texto" in html
    assert "#1" in html
    post_correct(user=ana, post_id=post.public_id, texts={0: "[D6 robar #1] y [D6 robar #2]"})
    assert PostRoll.objects.count() == 2


def test_a_post_freezes(tavern, ana, berta, say, marga):
    post = say(ana, tavern, "Hola.")
    for user, code in ((berta, "not_your_post"), (marga, "not_your_post")):
        with refused(code):
            post_correct(user=user, post_id=post.public_id, texts={0: "Adiós."})
    Post.objects.filter(pk=post.pk).update(created_at=timezone.now() - timedelta(minutes=61))
    with refused("frozen"):
        post_correct(user=ana, post_id=post.public_id, texts={0: "Adiós."})


def test_a_correction_says_something(tavern, ana, say):
    post = say(ana, tavern, "Hola.")
    for texts, code in (
        ({0: " "}, "empty_post"),
        ({3: "x"}, "not_found"),
        ({0: "x" * 40_001}, "text_too_long"),
    ):
        with refused(code):
            post_correct(user=ana, post_id=post.public_id, texts=texts)


def test_mentions_reach_those_who_may_read(tavern, ana, berta, marga, carla, say, member):
    post = say(
        ana,
        tavern,
        "Hola, @Berta y @nadie.",
        Part("@carla @marga", Audience.NAMED, [member(berta).public_id]),
    )
    first, second = post.parts.order_by("position")
    assert list(first.mentions.all()) == [member(berta)]
    assert list(second.mentions.all()) == [member(marga)]  # Carla wouldn't see why
    told = Notice.objects.filter(kind="mention")
    assert {notice.user for notice in told} == {berta, marga}
    with translation.override("es"):
        assert {in_words(one).text for one in told} == {"Ana te menciona en «La taberna»."}
    post_correct(user=ana, post_id=post.public_id, texts={0: "Hola otra vez, @Berta y @Ana."})
    assert Notice.objects.filter(kind="mention").count() == 2


def test_a_quote_of_a_secret_stays_among_its_readers(tavern, ana, berta, carla, say, member):
    secret = say(ana, tavern, Part("La llave", Audience.NAMED, [member(berta).public_id]))
    answer = say(berta, tavern, Part("> La llave\n\n¿Dónde?", quotes=f"{secret.public_id}:0"))
    part = answer.parts.get()
    assert part.audience == Audience.NAMED
    assert set(part.members.all()) == {member(ana), member(berta)}
    assert page_of(carla, tavern) == []


def test_a_quote_for_the_gm_stays_with_the_gm_and_its_author(tavern, ana, marga, berta, say):
    secret = say(ana, tavern, Part("Le robo", Audience.GM))
    say(marga, tavern, Part("> Le robo\n\nLo consigues.", quotes=f"{secret.public_id}:0"))
    assert len(page_of(ana, tavern)) == 2
    assert page_of(berta, tavern) == []


def test_nobody_quotes_what_he_cant_read(scenes, ana, berta, marga, say):
    secret = say(ana, scenes.public, Part("Le robo", Audience.GM))
    closed = say(ana, scenes.restricted, "Aquí no entras")
    for quotes in (f"{secret.public_id}:0", f"{closed.public_id}:0", "x:0", f"{secret.public_id}:"):
        with refused("not_found"):
            say(berta, scenes.public, Part("> ?", quotes=quotes))


def test_a_note_stands_apart(tavern, ana, berta, say):
    say(ana, tavern, "Entro.", Part("Mañana no puedo.", is_note=True))
    access, scene = scene_for(berta, tavern.public_id)
    (post,) = posts_of(access, scene)
    assert [part.is_note for part in post.visible] == [False, True]


def test_the_gm_orders_and_pins(tavern, marga, ana):
    scene = services.create_scene(
        user=ana, campaign_id=tavern.campaign.public_id, title="Mía", visibility=Visibility.MEMBERS
    )
    for changes in ({"pinned": True}, {"position": 0}, {"status": SceneStatus.ARCHIVED}):
        with refused("gm_only"):
            services.update_scene(user=ana, scene_id=scene.public_id, **changes)
        services.update_scene(user=marga, scene_id=scene.public_id, **changes)
    with refused("gm_only"):  # what the GM has archived stays so
        services.update_scene(user=ana, scene_id=scene.public_id, status=SceneStatus.OPEN)


def test_rest_corrects_and_accounts_for_dice(tavern, ana, berta, marga, api):
    posts = f"/api/v1/scenes/{tavern.public_id}/posts"
    made = api(ana).post(posts, {"parts": [{"source": "[2D6 x]"}]}, format="json").json()
    (roll,) = made["parts"][0]["rolls"]
    assert roll["number"] == 1
    path = f"/api/v1/posts/{made['id']}"
    changed = api(ana).patch(path, {"texts": {"0": "Nada [2D6 x #1]"}}, format="json")
    assert changed.json()["parts"][0]["rolls"] == [roll]
    assert api(berta).patch(path, {"texts": {"0": "x"}}, format="json").status_code == 403
    assert api(berta).get(f"{path}/edits").json()[0]["source"] == "[2D6 x #1]"
    dice = f"/api/v1/scenes/{tavern.public_id}/dice"
    assert api(berta).get(dice).json()["chains"][0]["secret"] is None
    assert api(berta).post(f"{dice}/reveal").status_code == 403
    assert api(marga).post(f"{dice}/reveal").json()["chains"][0]["secret"]
