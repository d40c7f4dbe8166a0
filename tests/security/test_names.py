"""Names: one line of bounded length, wherever they come in, with nothing unseen in them."""

import pytest

from mordheim_site.text import one_line
from warbands.models import Fighter, Warband
from warbands.services.roster import fighter_hire, warband_create

NASTY = "Ana\r\n\u202e2026 ERROR\u0007\u2028 \u2066x"
CLEAN = "Ana 2026 ERROR x"
LONG = "x" * 81


@pytest.mark.parametrize(
    ("text", "line"),
    [(NASTY, CLEAN), ("  a \t b  ", "a b"), ("\u200f\n", ""), ("Peña 👩‍🚀", "Peña 👩‍🚀")],
)
def test_one_line(text, line):
    assert one_line(text) == line


def test_names_of_warbands(api, client, ana):
    made = api(ana).post("/api/v1/warbands", {"type": "reikland", "name": NASTY}, format="json")
    assert made.json()["name"] == CLEAN
    client.force_login(ana)
    client.post("/warbands/new", {"type": "reikland", "name": NASTY + "2"})
    assert Warband.objects.filter(name=CLEAN + "2").exists()


@pytest.mark.parametrize("name", [LONG, "\u202e\n"])
def test_no_warband_and_no_fighter_has_a_name_that_no_column_holds(client, ana, name):
    warband = warband_create(actor=ana, type="reikland", name="Los Cuervos")
    fighter = fighter_hire(actor=ana, warband=warband, type="champion", name="Greta")
    client.force_login(ana)
    client.post("/warbands/new", {"type": "reikland", "name": LONG})
    for act, form in (
        ("rename", {"name": name}),
        ("hire", {"type": "champion", "name": LONG}),
        ("fighter", {"fighter": fighter.key, "name": name}),
    ):
        client.post(f"/warbands/{warband.pk}/{act}", form)
    assert set(Warband.objects.values_list("name", flat=True)) == {"Los Cuervos"}
    assert set(Fighter.objects.values_list("name", flat=True)) == {"Greta"}


def test_names_of_people_campaigns_and_scenes(api, marga, campaign):
    client = api(marga)
    assert client.patch("/api/v1/me", {"display_name": NASTY}).json()["display_name"] == CLEAN
    path = f"/api/v1/campaigns/{campaign.public_id}"
    assert client.patch(path, {"name": NASTY}).json()["name"] == CLEAN
    scene = client.post(f"{path}/scenes", {"title": NASTY}).json()
    assert scene["title"] == CLEAN
    body = {"parts": [{"source": "¡Alto!"}], "persona": NASTY}
    post = client.post(f"/api/v1/scenes/{scene['id']}/posts", body, format="json")
    assert post.json()["persona"] == CLEAN


@pytest.mark.parametrize("name", ["\u202e\n", LONG])
def test_a_campaign_keeps_a_name(client, marga, campaign, name):
    client.force_login(marga)
    client.post("/campaigns/new", {"name": name, "language": "es"})
    assert list(marga.memberships.values_list("campaign__name", flat=True)) == [campaign.name]
