"""Translations: collect, compile, check. Spanish is `locale/es/LC_MESSAGES/django.po`.

python scripts/messages.py compile   .po to .mo, in pure Python (no GNU gettext needed)
python scripts/messages.py collect   add new texts to the .po, retire unused ones (GNU gettext)
python scripts/messages.py check     exit 1 when a text is missing, untranslated or wrong
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("es",)
SOURCES = ("mordheim_site", "warbands", "campaigns", "rules", "templates")
METADATA = ("MIME-Version", "Content-Type", "Content-Transfer-Encoding", "Plural-Forms")
FORMS = 3  # of Spanish: one, millions, others; a missing one is shown in English
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}|</?\w+[^>]*>")


def main(arguments: list[str]) -> int:
    actions = {"compile": compile_all, "collect": collect, "check": check}
    if len(arguments) != 1 or arguments[0] not in actions:
        print(__doc__, file=sys.stderr)
        return 2
    return actions[arguments[0]]()


def po_path(root: Path, language: str) -> Path:
    return root / "locale" / language / "LC_MESSAGES" / "django.po"


def compile_all() -> int:
    for language in LANGUAGES:
        po = po_path(ROOT, language)
        mo = po.with_suffix(".mo")
        if po.exists() and not (mo.exists() and mo.stat().st_mtime >= po.stat().st_mtime):
            polib.pofile(str(po)).save_as_mofile(str(mo))
    return 0


def collect() -> int:
    if not shutil.which("xgettext"):
        print(
            "Collecting texts needs GNU gettext (Debian: apt-get install gettext).", file=sys.stderr
        )
        return 1
    for language in LANGUAGES:
        po_path(ROOT, language).parent.mkdir(parents=True, exist_ok=True)
    make_messages(ROOT)
    for language in LANGUAGES:
        forget_guesses(po_path(ROOT, language), language)
    return compile_all()


def forget_guesses(po: Path, language: str) -> None:
    """Gettext fills a new text with the translation of a similar one: empty is more honest."""
    catalogue = polib.pofile(str(po), wrapwidth=0)
    catalogue.metadata = {key: catalogue.metadata[key] for key in METADATA} | {"Language": language}
    catalogue.header = ""
    for entry in catalogue.fuzzy_entries():
        entry.flags.remove("fuzzy")
        entry.msgstr = ""
        entry.msgstr_plural = dict.fromkeys(entry.msgstr_plural, "")
        entry.previous_msgid = entry.previous_msgctxt = entry.previous_msgid_plural = None
    catalogue.save()


def make_messages(root: Path) -> None:
    command = [sys.executable, "manage.py", "makemessages", "--no-wrap"]
    command += ["--add-location", "file", "--extension", "html,txt,py"]
    for language in LANGUAGES:
        command += ["--locale", language]
    for name in (".venv", "var", "tests", "benchmarks", "scripts", "docs", "staticfiles"):
        command += ["--ignore", name]
    subprocess.run(command, cwd=root, check=True, stdout=subprocess.DEVNULL)


def check() -> int:
    if not shutil.which("xgettext"):
        print("GNU gettext is not installed: can't see which texts are new.", file=sys.stderr)
        return 1
    used = texts_in_use()
    faults = [fault for language in LANGUAGES for fault in faults_of(language, used)]
    print("\n".join(faults) or f"{len(used)} texts, all translated")
    return 1 if faults else 0


def texts_in_use() -> polib.POFile:
    """Every text that the sources mark, collected in a copy so that nothing here changes."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copy(ROOT / "manage.py", copy)
        for name in SOURCES:
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        for language in LANGUAGES:
            po_path(copy, language).parent.mkdir(parents=True)
        make_messages(copy)
        return polib.pofile(str(po_path(copy, LANGUAGES[0])))


def faults_of(language: str, used: polib.POFile) -> list[str]:
    catalogue = polib.pofile(str(po_path(ROOT, language)))
    known = {(entry.msgctxt, entry.msgid): entry for entry in catalogue}
    faults = []
    for text in used:
        entry = known.get((text.msgctxt, text.msgid))
        fault = fault_of(entry)
        if fault:
            places = ", ".join(sorted({place for place, _ in text.occurrences}))
            faults.append(f"{language}: {fault}: {text.msgid!r} ({places})")
    return faults


def fault_of(entry: polib.POEntry | None) -> str | None:
    """What is wrong with one translation, or None."""
    if entry is None:
        return "missing (run make messages)"
    if entry.fuzzy:
        return "fuzzy"
    if not entry.translated():
        return "untranslated"
    if entry.msgid_plural and len(entry.msgstr_plural) != FORMS:
        return f"has not all of its {FORMS} plural forms"
    if any(placeholders(text) - allowed_placeholders(entry) for text in translations(entry)):
        return "has a placeholder or tag of its own"
    if not entry.msgid_plural and placeholders(entry.msgstr) != placeholders(entry.msgid):
        return "placeholders or tags differ"
    return None


def translations(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def allowed_placeholders(entry: polib.POEntry) -> set[str]:
    return placeholders(entry.msgid) | placeholders(entry.msgid_plural or "")


def placeholders(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
