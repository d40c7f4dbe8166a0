import polib
import pytest

from tests.site.scripts import load

messages = load("messages")


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"msgid": "Hi", "msgstr": "Hola"}, None),
        ({"msgid": "Hi", "msgstr": ""}, "untranslated"),
        ({"msgid": "Hi", "msgstr": "Hola", "flags": ["fuzzy"]}, "fuzzy"),
        ({"msgid": "Hi %(name)s", "msgstr": "Hola"}, "placeholders or tags differ"),
        ({"msgid": "Hi %(name)s", "msgstr": "Hola %(nombre)s"}, "has a placeholder"),
        ({"msgid": "{n} dice", "msgstr": "{n} dados"}, None),
        (
            {
                "msgid": "one die",
                "msgid_plural": "%(n)s dice",
                "msgstr_plural": {0: "un dado", 1: "%(n)s dados", 2: "%(n)s dados"},
            },
            None,
        ),
        (
            {
                "msgid": "one die",
                "msgid_plural": "%(n)s dice",
                "msgstr_plural": {0: "un dado", 1: "", 2: ""},
            },
            "untranslated",
        ),
    ],
)
def test_what_is_wrong_with_a_translation(fields, fault):
    found = messages.fault_of(polib.POEntry(**fields))
    assert found is None if fault is None else found.startswith(fault)


def test_a_text_that_the_catalogue_does_not_know_is_missing():
    assert messages.fault_of(None).startswith("missing")


def test_a_guess_of_gettext_is_forgotten(tmp_path):
    po = polib.POFile()
    po.metadata = dict.fromkeys(messages.METADATA, "x")
    po.append(polib.POEntry(msgid="New", msgstr="Parecido", flags=["fuzzy"]))
    po.append(polib.POEntry(msgid="Old", msgstr="Viejo"))
    path = tmp_path / "django.po"
    po.save(str(path))
    messages.forget_guesses(path, "es")
    fresh = polib.pofile(str(path))
    assert [(entry.msgid, entry.msgstr, entry.fuzzy) for entry in fresh] == [
        ("New", "", False),
        ("Old", "Viejo", False),
    ]
