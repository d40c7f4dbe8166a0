"""The dice after a battle, and those of a scene, thrown again: by command, page data and REST."""

import hashlib
import hmac
import io
import json

import pytest
from django.core.management import call_command
from django.test import Client

from campaigns import outbox
from campaigns.models import PostRoll
from campaigns.services import aftermath
from campaigns.services.battles import Seat
from campaigns.services.scenarios import scenario_roll
from tests.campaigns.wars import enlisted, fell, settle, war, warriors_of
from warbands.models import Aftermath, AftermathStep
from warbands.services import aftermath as services
from warbands.services import correct

FIGHT = "fight"


@pytest.fixture
def bands(campaign, ana, berta):
    return enlisted(campaign, ana), enlisted(campaign, berta, "skaven_eshin", "Las Garras")


@pytest.fixture
def after(campaign, marga, bands):
    """A battle with four out on either side; every choice after it has gone by its default."""
    battle = war(campaign, marga, *(Seat(one.pk) for one in bands))
    out = warriors_of(battle, "red")[:4] + warriors_of(battle, "blue")[:4]
    battle = fell(battle, marga, out)
    outbox.run_due(limit=500)
    settle(battle)
    return battle


def verify(id: object) -> tuple[int, dict]:
    out = io.StringIO()
    try:
        call_command("verify_dice", str(id), "--json", stdout=out, stderr=io.StringIO())
    except SystemExit as leaving:
        return leaving.code, json.loads(out.getvalue() or "null")
    return 0, json.loads(out.getvalue())


def thrown(step: AftermathStep) -> dict | None:
    """The first event of a step that tells of dice."""
    return next((event for event in step.events if event["event"] == "Rolled"), None)


def a_step_with_dice(one: Aftermath) -> AftermathStep:
    return next(step for step in one.steps.all() if thrown(step))


def test_what_followed_a_battle_is_checked_with_it(after):
    code, report = verify(after.public_id)
    assert code == 0
    assert [one["replay_ok"] for one in report["aftermaths"]] == [True, True]
    assert all(one["commitment_ok"] and one["dice"] for one in report["aftermaths"])


def test_a_tampered_die_is_found(after):
    one = aftermath.aftermaths_of(after)[0]
    step = a_step_with_dice(one)
    event = thrown(step)
    event["dice"] = [face % 6 + 1 for face in event["dice"]]
    step.save()
    code, report = verify(one.pk)
    assert (code, report["replay_ok"]) == (1, False)
    assert [wrong["step"] for wrong in report["mismatches"]] == [step.number]
    assert verify(after.public_id)[0] == 1


def test_another_secret_breaks_the_promise(after):
    one = aftermath.aftermaths_of(after)[0]
    Aftermath.objects.filter(pk=one.pk).update(secret=b"\x01" * 32)
    code, report = verify(one.pk)
    assert (code, report["commitment_ok"]) == (1, False)


def test_a_changed_outcome_is_found_by_the_replay(after):
    # Nobody gains anything where the dice have killed all who could.
    one, step, event = next(
        (one, step, event)
        for one in aftermath.aftermaths_of(after)
        for step in one.steps.filter(step="experience")
        for event in step.events
        if event["event"] == "ExperienceGained"
    )
    event["after"] += 5
    step.save()
    code, report = verify(one.pk)
    assert (code, report["mismatches"], report["replay_ok"]) == (1, [], False)


def test_steps_of_another_engine_are_not_carried_out_again(after):
    one = aftermath.aftermaths_of(after)[0]
    one.steps.update(engine_version="0")
    code, report = verify(one.pk)
    assert (code, report["replay_ok"]) == (0, None)


def test_a_fight_in_the_pits_is_part_of_it(campaign, marga, bands):
    battle = war(campaign, marga, *(Seat(one.pk) for one in bands))
    battle = fell(battle, marga, warriors_of(battle, "red")[:1])
    outbox.run_due(limit=500)
    one = next(a for a in aftermath.aftermaths_of(battle) if a.warband_id == bands[0].pk)
    injury = one.steps.get(step="serious_injury")
    # Whatever he rolled: the game master says that he is sold to the pits.
    correct(
        actor=marga, aftermath=one, number=injury.number, reason="Pozo", dice=(6, 5), as_gm=True
    )
    question = next(q for q in services.pending(one) if q.kind == "pit_fight")
    services.answer(actor=bands[0].owner, aftermath=one, decision=question.id, choice=FIGHT)
    code, report = verify(one.pk)
    assert (code, report["forced"], report["replay_ok"]) == (0, 2, True)
    step = one.steps.get(fighter=question.id)
    fought = next(event for event in step.events if event["event"] == "PitFought")
    blow = next(event for event in fought["events"] if event["event"] == "Rolled")
    blow["dice"] = [face % 6 + 1 for face in blow["dice"]]
    step.save()
    code, report = verify(one.pk)
    assert [wrong["step"] for wrong in report["mismatches"]] == [step.number]


def by_hand(secret: str, seeds: list[str], branch: str, sequence: int, digest: str, count: int):
    """The sum as docs/dice.md tells it, with nothing of the site's own."""
    parts = [*(seed.encode() for seed in seeds), branch.encode(), str(sequence).encode()]
    parts.append(bytes.fromhex(digest))
    message = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    faces: list[int] = []
    block = 0
    while len(faces) < count:
        found = hmac.digest(bytes.fromhex(secret), message + block.to_bytes(4, "big"), "sha256")
        faces += [byte % 6 + 1 for byte in found if byte < 252]
        block += 1
    return faces[:count]


def test_rest_tells_all_that_is_needed(after, ana, api):
    one = next(a for a in aftermath.aftermaths_of(after) if a.warband.owner_id == ana.pk)
    data = api(ana).get(f"/api/v1/aftermaths/{one.pk}/dice").data
    assert hashlib.sha256(bytes.fromhex(data["secret"])).hexdigest() == data["commitment"]
    assert {"exploration", "serious_injury"} <= {
        json.loads(step["order"])[1] for step in data["steps"]
    }
    for step in data["steps"]:
        assert hashlib.sha256(step["order"].encode()).hexdigest() == step["order_hash"]
        given = (data["secret"], data["seeds"], data["branch"], step["sequence"])
        assert by_hand(*given, step["order_hash"], len(step["faces"])) == list(step["faces"])


def test_the_promise_comes_first_and_the_secret_last(campaign, marga, bands, ana, api):
    battle = fell(war(campaign, marga, *(Seat(one.pk) for one in bands)), marga, [])
    outbox.run_due(limit=500)
    one = next(a for a in aftermath.aftermaths_of(battle) if a.warband.owner_id == ana.pk)
    url = f"/api/v1/aftermaths/{one.pk}/dice"
    before = api(ana).get(url).data
    assert before["secret"] is None
    client = Client()
    client.force_login(ana)
    shown = client.get(f"/aftermath/{one.pk}/dice").content.decode()
    assert before["commitment"] in shown
    assert client.get(f"/aftermath/{one.pk}/dice.json").json()["branches"][0]["secret"] is None
    settle(battle)
    assert api(ana).get(url).data["commitment"] == before["commitment"]
    data = client.get(f"/aftermath/{one.pk}/dice.json").json()
    assert data["branches"][0]["secret"] == bytes(one.secret).hex()
    assert bytes(one.secret).hex() in client.get(f"/aftermath/{one.pk}/dice").content.decode()


def test_strangers_see_no_dice(after, stranger, api):
    one = aftermath.aftermaths_of(after)[0]
    assert api(stranger).get(f"/api/v1/aftermaths/{one.pk}/dice").status_code == 404
    client = Client()
    client.force_login(stranger)
    for page in ("dice", "dice.json"):
        assert client.get(f"/aftermath/{one.pk}/{page}").status_code == 404


def test_the_page_of_dice_takes_as_many_queries_whatever_the_steps(
    after, ana, django_assert_max_num_queries
):
    one = next(a for a in aftermath.aftermaths_of(after) if a.warband.owner_id == ana.pk)
    client = Client()
    client.force_login(ana)
    with django_assert_max_num_queries(18):
        client.get(f"/aftermath/{one.pk}/dice")


def test_the_choice_of_a_scenario_is_checked_like_any_roll_in_a_scene(campaign, marga, bands):
    ids = [one.pk for one in bands]
    rolled = scenario_roll(user=marga, campaign_id=campaign.public_id, warbands=ids)
    code, report = verify(rolled.scene)
    assert (code, report["dice"]) == (0, 2)
    roll = PostRoll.objects.get()
    roll.faces = [face % 6 + 1 for face in roll.faces]
    roll.save()
    code, report = verify(rolled.scene)
    assert (code, [wrong["roll"] for wrong in report["mismatches"]]) == (1, [roll.number])


def test_it_is_told_in_words(after, capsys):
    call_command("verify_dice", str(after.public_id))
    told = capsys.readouterr().out
    assert "After the battle, Los Cuervos:" in told
    assert "NOT" not in told
