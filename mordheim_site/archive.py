"""A whole installation in one file, and back: every row of the database, every file of the media.

A gzipped tar with `manifest.json` first (format, migrations, a count and the SHA-256 of each
member), `rows/APP.MODEL.jsonl` and `media/...`. It knows no database's own format: what was saved
from SQLite can be restored into PostgreSQL, and the other way round.
"""

import hashlib
import io
import json
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO, Any

from django.apps import apps
from django.conf import settings
from django.core import serializers
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model
from django.utils import timezone

FORMAT = 1
BATCH = 500
LEFT_OUT = {"sessions.session", "axes.accessattempt", "axes.accesslog", "axes.accessfailurelog"}
"""Who is logged in just now, and who has mistyped: nothing to take along."""


class BadArchive(Exception):
    """A file that nothing is restored from; the message says why."""


def models() -> list[type[Model]]:
    """Every stored model, those first that others point at."""
    known = [m for m in apps.get_models() if m._meta.managed and not m._meta.proxy]
    return serializers.sort_dependencies(
        [(config, [m for m in known if m._meta.app_config == config]) for config in _apps(known)],
        allow_cycles=True,
    )


def _apps(known: list[type[Model]]) -> list[Any]:
    return list(dict.fromkeys(model._meta.app_config for model in known))


def save(path: Path) -> dict[str, Any]:
    """Write an archive of one moment, whole or not at all; returns its manifest."""
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".backup-") as folder:
        members = {}
        with transaction.atomic():
            _one_moment()
            migrations = _migrations()
            for model in models():
                if model._meta.label_lower not in LEFT_OUT:
                    name = f"rows/{model._meta.label_lower}.jsonl"
                    members[name] = _write_rows(model, Path(folder, model._meta.label_lower))
        files = dict(_media())
        manifest = {
            "format": FORMAT,
            "made_at": timezone.now().isoformat(),
            "migrations": migrations,
            "members": {
                name: {"rows": rows, "sha256": _sha256(source)}
                for name, (rows, source) in members.items()
            }
            | {name: {"sha256": _sha256(source)} for name, source in files.items()},
        }
        whole = Path(folder, "whole")
        whole.touch(mode=0o600)  # every secret that there is lies in it
        with tarfile.open(whole, "w:gz") as tar:
            _add_bytes(tar, "manifest.json", json.dumps(manifest, indent=1).encode())
            for name, (_rows, source) in members.items():
                tar.add(source, name)
            for name, source in files.items():
                tar.add(source, name)
        whole.replace(path)
    return manifest


def restore(path: Path) -> dict[str, Any]:
    """Fill an empty, migrated database from an archive, in one transaction; then the media.

    Raises BadArchive: not one of ours, damaged, of another version, or the database isn't empty.
    """
    with _opened(path) as tar:
        manifest = _manifest(tar)
        _check(tar, manifest)
        _require_empty()
        with transaction.atomic():
            _forget_defaults()
            with connection.constraint_checks_disabled():
                for model in models():
                    name = f"rows/{model._meta.label_lower}.jsonl"
                    if name in manifest["members"]:
                        _read_rows(tar, name)
            connection.check_constraints()
            _reset_sequences()
        _read_media(tar, manifest)
    return manifest


def _one_moment() -> None:
    """PostgreSQL: all tables as they are now, whatever is written meanwhile. SQLite does so."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")


def _migrations() -> list[str]:
    rows = MigrationRecorder(connection).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in rows)


def _write_rows(model: type[Model], target: Path) -> tuple[int, Path]:
    rows = model._base_manager.order_by("pk")
    with target.open("w", encoding="utf-8") as stream:
        serializers.serialize("jsonl", rows.iterator(chunk_size=BATCH), stream=stream)
    with target.open(encoding="utf-8") as stream:
        return sum(1 for line in stream if line.strip()), target


def _media() -> Iterator[tuple[str, Path]]:
    root = Path(settings.MEDIA_ROOT) if settings.MEDIA_ROOT else None
    if root is not None and root.is_dir():
        for source in sorted(root.rglob("*")):
            if source.is_file():
                yield f"media/{source.relative_to(root).as_posix()}", source


def _sha256(source: Path) -> str:
    with source.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _add_bytes(tar: tarfile.TarFile, name: str, content: bytes) -> None:
    info = tarfile.TarInfo(name)
    info.size = len(content)
    tar.addfile(info, io.BytesIO(content))


def _opened(path: Path) -> tarfile.TarFile:
    try:
        return tarfile.open(path, "r:gz")
    except (OSError, tarfile.TarError) as fault:
        raise BadArchive(f"{path}: no archive that can be read") from fault


def _manifest(tar: tarfile.TarFile) -> dict[str, Any]:
    try:
        manifest: dict[str, Any] = json.loads(_member(tar, "manifest.json").read())
    except (KeyError, ValueError, EOFError, tarfile.TarError) as fault:
        raise BadArchive("no manifest: not an archive of this program") from fault
    if manifest.get("format") != FORMAT:
        raise BadArchive(f"format {manifest.get('format')} is not {FORMAT}")
    if manifest["migrations"] != _migrations():
        raise BadArchive("made by another version: install that one, restore, then update")
    return manifest


def _check(tar: tarfile.TarFile, manifest: dict[str, Any]) -> None:
    for name, facts in manifest["members"].items():
        try:
            digest = hashlib.file_digest(_member(tar, name), "sha256").hexdigest()
        except (KeyError, OSError, EOFError, tarfile.TarError) as fault:
            raise BadArchive(f"damaged: {name} can't be read") from fault
        if digest != facts["sha256"]:
            raise BadArchive(f"damaged: {name} is not what it was")


def _member(tar: tarfile.TarFile, name: str) -> IO[bytes]:
    found = tar.extractfile(name)
    if found is None:
        raise KeyError(name)
    return found


def _require_empty() -> None:
    from mordheim_site.accounts.models import User

    if User.objects.exists():
        raise BadArchive("the database isn't empty")


def _forget_defaults() -> None:
    """What migrations put into an empty database comes from the archive instead."""
    for label in ("auth.permission", "contenttypes.contenttype"):
        apps.get_model(label)._base_manager.all().delete()


def _read_rows(tar: tarfile.TarFile, name: str) -> None:
    with io.TextIOWrapper(_member(tar, name), encoding="utf-8") as stream:
        for row in serializers.deserialize("jsonl", stream):
            row.save()


def _reset_sequences() -> None:
    statements = connection.ops.sequence_reset_sql(no_style(), models())
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _read_media(tar: tarfile.TarFile, manifest: dict[str, Any]) -> None:
    for name in manifest["members"]:
        place = PurePosixPath(name)
        if place.parts[0] == "media" and ".." not in place.parts and settings.MEDIA_ROOT:
            target = Path(settings.MEDIA_ROOT, *place.parts[1:])
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(_member(tar, name).read())
