ME = "/api/v1/me"


def test_it_says_who_i_am(api, ana):
    assert api(ana).get(ME).json() == {
        "id": str(ana.public_id),
        "username": "ana",
        "display_name": "Ana",
        "email": "ana@example.org",
        "language": "es",
        "time_zone": "Europe/Madrid",
        "theme": "auto",
    }


def test_it_changes_preferences_and_nothing_else(api, ana):
    sent = {"language": "en", "theme": "dark", "username": "root", "email": "x@example.org"}
    answer = api(ana).patch(ME, sent)
    ana.refresh_from_db()
    assert answer.status_code == 200
    assert (ana.language, ana.theme) == ("en", "dark")
    assert (ana.username, ana.email) == ("ana", "ana@example.org")


def test_an_unknown_time_zone_is_refused(api, ana):
    answer = api(ana).patch(ME, {"time_zone": "Mars/Olympus"})
    assert answer.status_code == 400
    assert answer.json()["errors"] == [
        {"field": "time_zone", "code": "unknown_time_zone", "detail": "Unknown time zone."}
    ]


def test_problems_come_in_the_language_asked_for(api, ana):
    client = api(ana)
    answer = client.patch(ME, {"time_zone": "X"}, HTTP_ACCEPT_LANGUAGE="es")
    assert answer.json()["errors"][0]["detail"] == "Zona horaria desconocida."


def test_a_session_works_too(client, ana):
    client.force_login(ana)
    assert client.get(ME).json()["username"] == "ana"
