"""Make .venv and install the locked dependencies. Standard library only: it runs before .venv.

    python scripts/setup.py [--dev]

A stamp in .venv remembers what is installed, so a second run does nothing. Every expected
failure is one line on standard error and exit code 1.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / "bin" / "python"
OLDEST = (3, 11)

OFFLINE_SIGNS = (
    "name resolution",
    "name or service not known",
    "network is unreachable",
    "failed to establish a new connection",
    "connection refused",
    "connection broken",
    "connecttimeout",
    "read timed out",
    "dns error",
    "failed to fetch",
    "error sending request",
    "no matching distribution found",
)


class SetupFailed(Exception):
    """A failure that the user can do something about; its text is one line."""


def main(arguments: list[str]) -> int:
    try:
        prepare(dev="--dev" in arguments)
    except SetupFailed as failure:
        print(failure, file=sys.stderr)
        return 1
    return 0


def prepare(*, dev: bool) -> None:
    """Bring .venv up to date. Raises SetupFailed."""
    check_version(sys.version_info[:2])
    check_writable(ROOT)
    files = locked_files(dev=dev)
    if not (is_current(files) or is_current(locked_files(dev=True))):
        make_venv()
        install(files)
        stamp_path(files).write_text(fingerprint(files), encoding="ascii")
    run_quietly([VENV_PYTHON, ROOT / "scripts" / "messages.py", "compile"], "translations")


def check_version(version: tuple[int, int]) -> None:
    if version < OLDEST:
        found = ".".join(map(str, version))
        raise SetupFailed(f"Ciudad Maldita needs Python 3.11 or newer; this is Python {found}.")


def check_writable(folder: Path) -> None:
    if not os.access(folder, os.W_OK):
        raise SetupFailed(
            f"No permission to write in {folder}: make it yours or copy it elsewhere."
        )


def locked_files(*, dev: bool) -> list[Path]:
    names = ["base.txt", "dev.txt"] if dev else ["base.txt"]
    return [ROOT / "requirements" / name for name in names]


def fingerprint(files: list[Path]) -> str:
    digest = hashlib.sha256(sys.version.encode())
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()


def stamp_path(files: list[Path]) -> Path:
    return VENV / f"installed-{files[-1].stem}"


def is_current(files: list[Path]) -> bool:
    stamp = stamp_path(files)
    return stamp.exists() and stamp.read_text() == fingerprint(files) and venv_works()


def venv_works() -> bool:
    check = f"import sys; sys.exit(sys.version_info[:2] != {tuple(sys.version_info[:2])})"
    try:
        return subprocess.run([VENV_PYTHON, "-c", check], capture_output=True).returncode == 0
    except OSError:
        return False


def make_venv() -> None:
    """A fresh .venv, unless a working one of this Python is there."""
    if venv_works():
        return
    print("Making the virtual environment .venv", flush=True)
    shutil.rmtree(VENV, ignore_errors=True)
    uv = shutil.which("uv")
    command = [uv, "venv", "-q", "--python", sys.executable, VENV] if uv else None
    run_quietly(command or [sys.executable, "-m", "venv", VENV], "the virtual environment")


def install(files: list[Path]) -> None:
    print("Installing the locked dependencies (a minute or two, only once)", flush=True)
    uv = shutil.which("uv")
    if uv:
        command = [uv, "pip", "install", "-q", "--python", VENV_PYTHON]
    else:
        command = [VENV_PYTHON, "-m", "pip", "install", "-q", "--retries", "2"]
        command += ["--disable-pip-version-check", "--no-input"]
    command += ["--require-hashes"]
    for file in files:
        command += ["-r", file]
    run_quietly(command, "the dependencies")


def run_quietly(command: list, what: str) -> None:
    """Run to the end; on failure keep the output in var/setup.log and say one line."""
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    if done.returncode:
        raise SetupFailed(explain(what, done.stderr or done.stdout, keep_log(done)))


def keep_log(done: subprocess.CompletedProcess) -> Path:
    log = ROOT / "var" / "setup.log"
    log.parent.mkdir(exist_ok=True)
    log.write_text(f"{done.args}\n{done.stdout}\n{done.stderr}", encoding="utf-8")
    return log.relative_to(ROOT)


def explain(what: str, output: str, log: Path) -> str:
    """One line that says what failed and what to do."""
    low = output.lower()
    if "permission denied" in low:
        return f"No permission to write while making {what} ({log} has the details)."
    if "ensurepip" in low:
        return "This Python can't make virtual environments: install python3-venv, or uv."
    if any(sign in low for sign in OFFLINE_SIGNS):
        return f"No network: {what} could not be downloaded ({log} has the details)."
    last = next((line for line in reversed(output.splitlines()) if line.strip()), "no output")
    return f"Making {what} failed: {last.strip()} ({log} has the details)."


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
