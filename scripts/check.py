"""Every check that CI runs, in order; the last line counts the tests.

    python scripts/check.py              all of them
    python scripts/check.py ruff types   some of them, by name
    python scripts/check.py --static     those that start nothing
    python scripts/check.py --format     no check: format code
    python scripts/check.py --list       what there is

Services are found by DATABASE_URL and REDIS_URL, with defaults on 127.0.0.1. What needs an absent
one is left out, and said so; with CI=true in the environment that is a failure.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import time
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
RESULTS = ROOT / "var" / "test-results"
DATABASE_URL = os.environ.get("DATABASE_URL") or "postgres://postgres@127.0.0.1:5432/test"
REDIS_URL = os.environ.get("REDIS_URL") or "redis://127.0.0.1:6379/0"
PYTEST = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
PARALLEL = ["-n", os.environ.get("TEST_WORKERS", "2"), "--dist", "worksteal"]
SQLITE = {"DATABASE_URL": "", "REDIS_URL": ""}
SERVICES = {"DATABASE_URL": DATABASE_URL, "REDIS_URL": REDIS_URL}
PRODUCTION = {
    "EMBEDDED": "0",
    "SECRET_KEY": "only-to-check-the-settings-" + "aB3$" * 10,
    "ALLOWED_HOSTS": "example.org",
    "HSTS_SUBDOMAINS": "1",
} | SQLITE


@dataclass(frozen=True)
class Step:
    name: str
    says: str
    command: list
    environment: dict[str, str] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    static: bool = False
    tests: bool = False


def tool(name: str) -> str:
    return str(BIN / name)


def manage(*arguments: str) -> list:
    return [sys.executable, "manage.py", *arguments]


def without(*marks: str) -> str:
    return " and ".join(f"not {mark}" for mark in marks)


STEPS = [
    Step("ruff", "lint", [tool("ruff"), "check", "."], static=True),
    Step("format", "code format", [tool("ruff"), "format", "--check", "."], static=True),
    Step(
        "templates",
        "template lint",
        [tool("djlint"), "templates", "--lint", "--quiet"],
        static=True,
    ),
    Step("types", "types of the engine", [tool("mypy")], static=True),
    Step("imports", "import contracts", [tool("lint-imports")], static=True),
    Step(
        "django",
        "settings as in production",
        manage("check", "--deploy", "--fail-level", "WARNING"),
        PRODUCTION,
        static=True,
    ),
    Step(
        "migrations",
        "no model change without its migration",
        manage("makemigrations", "--check", "--dry-run"),
        SQLITE,
        static=True,
    ),
    Step(
        "messages",
        "translations",
        [sys.executable, "scripts/messages.py", "check"],
        needs=("gettext",),
        static=True,
    ),
    Step(
        "scenarios",
        "the scenario suite",
        [sys.executable, "-m", "rules", "scenario", "tests/scenarios"],
    ),
    Step("ledger", "rule coverage", manage("ledger"), SQLITE),
    Step(
        "sqlite",
        "tests on SQLite",
        [*PYTEST, *PARALLEL, "-m", without("browser", "postgres", "celery", "compiled")],
        SQLITE,
        tests=True,
    ),
    Step(
        "compiled",
        "the compiled engine gives the same",
        [
            *(sys.executable, "scripts/fast.py", *PYTEST[1:], *PARALLEL),
            *("tests/golden", "tests/benchmarks", "tests/test_scenarios.py"),
            *("tests/site/test_fast_script.py", "tests/site/test_fast_header.py"),
        ],
        SQLITE,
        needs=("compiler",),
        tests=True,
    ),
    Step(
        "postgres",
        "tests on PostgreSQL and Redis",
        [*PYTEST, *PARALLEL, "-m", without("browser", "celery", "engine", "play", "compiled")],
        SERVICES,
        needs=("postgres", "redis"),
        tests=True,
    ),
    Step(
        "celery",
        "tests with a real Celery worker",
        [*PYTEST, "-m", "celery"],
        SERVICES,
        needs=("postgres", "redis"),
        tests=True,
    ),
    Step(
        "browser",
        "journeys in Chromium",
        [*PYTEST, *PARALLEL, "-m", "browser"],
        SQLITE,
        needs=("chromium",),
        tests=True,
    ),
]

FORMAT = [
    [tool("ruff"), "check", "--fix", "--quiet", "."],
    [tool("ruff"), "format", "."],
]


def postgres_answers() -> bool:
    import psycopg

    try:
        psycopg.connect(DATABASE_URL, connect_timeout=3).close()
    except psycopg.OperationalError:
        return False
    return True


def redis_answers() -> bool:
    import redis

    try:
        return redis.Redis.from_url(REDIS_URL, socket_connect_timeout=3).ping()
    except redis.ConnectionError:
        return False


def chromium_there() -> bool:
    return Path(os.environ.get("CHROMIUM", "/usr/bin/chromium")).exists()


def compiler_there() -> bool:
    headers = Path(sysconfig.get_path("include")) / "Python.h"
    return bool(shutil.which("cc") or shutil.which("gcc")) and headers.exists()


NEEDS = {
    "postgres": (postgres_answers, f"PostgreSQL at {DATABASE_URL}"),
    "redis": (redis_answers, f"Redis at {REDIS_URL}"),
    "chromium": (chromium_there, "Chromium at /usr/bin/chromium (or CHROMIUM)"),
    "compiler": (compiler_there, "C compiler with the headers of Python"),
    "gettext": (lambda: bool(shutil.which("xgettext")), "GNU gettext"),
}


class Run:
    """Runs steps and keeps the score."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.failed = 0
        self.totals = {"passed": 0, "failed": 0, "skipped": 0}

    def step(self, step: Step) -> None:
        missing = [NEEDS[need][1] for need in step.needs if not NEEDS[need][0]()]
        if missing:
            self._leave_out(step, " and ".join(missing))
            return
        print(f"\n=== {step.name}: {step.says}", flush=True)
        start = time.monotonic()
        code = self._run(step)
        self.failed += code != 0
        seconds = time.monotonic() - start
        self.lines.append(f"{'ok' if code == 0 else 'FAILED':<9}{step.name:<12}{seconds:6.1f} s")

    def _run(self, step: Step) -> int:
        command, report = step.command, RESULTS / f"{step.name}.xml"
        if step.tests:
            command = [*command, f"--junitxml={report}"]
            report.unlink(missing_ok=True)
        code = subprocess.run(command, cwd=ROOT, env=os.environ | step.environment).returncode
        if step.tests:
            self._count(report)
        else:
            self.totals["failed" if code else "passed"] += 1
        return code

    def _count(self, report: Path) -> None:
        """Add what pytest reports; a run without a report has failed as one."""
        if not report.exists():
            self.totals["failed"] += 1
            return
        for suite in ElementTree.parse(report).getroot().iter("testsuite"):  # noqa: S314
            total, skipped = int(suite.get("tests", 0)), int(suite.get("skipped", 0))
            bad = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
            self.totals["passed"] += total - skipped - bad
            self.totals["failed"] += bad
            self.totals["skipped"] += skipped

    def _leave_out(self, step: Step, missing: str) -> None:
        in_ci = os.environ.get("CI") == "true"
        self.failed += in_ci
        self.totals["failed" if in_ci else "skipped"] += 1
        verdict = "FAILED" if in_ci else "left out"
        self.lines.append(f"{verdict:<9}{step.name:<12}no {missing}")
        print(f"\n=== {step.name}: {step.says}: {verdict}, no {missing}", flush=True)

    def summary(self) -> str:
        totals = ", ".join(f"{number} {what}" for what, number in self.totals.items())
        return "\n".join(["\n=== summary", *self.lines, totals])


def chosen(arguments: list[str]) -> list[Step]:
    if arguments == ["--static"]:
        return [step for step in STEPS if step.static]
    if not arguments:
        return STEPS
    unknown = set(arguments) - {step.name for step in STEPS}
    if unknown:
        names = " ".join(step.name for step in STEPS)
        sys.exit(f"Unknown step {' '.join(sorted(unknown))}; there are: {names}")
    return [step for step in STEPS if step.name in arguments]


def main(arguments: list[str]) -> int:
    if arguments == ["--list"]:
        print("\n".join(f"{step.name:<12}{step.says}" for step in STEPS))
        return 0
    if arguments == ["--format"]:
        return max(subprocess.run(command, cwd=ROOT).returncode for command in FORMAT)
    RESULTS.mkdir(parents=True, exist_ok=True)
    run = Run()
    for step in chosen(arguments):
        run.step(step)
    print(run.summary(), flush=True)
    return 1 if run.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
