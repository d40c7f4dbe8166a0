import pytest

from tests.site.scripts import load

check = load("check")
REPORT = '<testsuites><testsuite tests="10" failures="1" errors="1" skipped="2"/></testsuites>'


@pytest.fixture
def run(monkeypatch, tmp_path):
    monkeypatch.setattr(check, "RESULTS", tmp_path)
    monkeypatch.delenv("CI", raising=False)
    return check.Run()


def test_the_last_line_counts_what_pytest_reports(run, tmp_path):
    report = tmp_path / "r.xml"
    report.write_text(REPORT)
    run._count(report)
    assert run.summary().splitlines()[-1] == "6 passed, 2 failed, 2 skipped"


def test_a_test_run_that_wrote_no_report_has_failed(run, tmp_path):
    run._count(tmp_path / "missing.xml")
    assert run.totals["failed"] == 1


def test_a_failing_step_fails_the_run(run):
    run.step(check.Step("fine", "fine", ["true"]))
    run.step(check.Step("broken", "broken", ["false"]))
    assert run.failed == 1
    assert run.summary().splitlines()[-1] == "1 passed, 1 failed, 0 skipped"


@pytest.mark.parametrize(("ci", "failed", "word"), [("", 0, "left out"), ("true", 1, "FAILED")])
def test_a_missing_service_is_said_and_fails_in_ci(run, monkeypatch, ci, failed, word):
    monkeypatch.setenv("CI", ci)
    monkeypatch.setitem(check.NEEDS, "redis", (lambda: False, "Redis at x"))
    run.step(check.Step("tests", "tests", ["false"], needs=("redis",)))
    assert run.failed == failed
    assert f"{word:<9}tests       no Redis at x" in run.summary()


def test_an_unknown_step_is_one_line():
    with pytest.raises(SystemExit, match="Unknown step nonsense; there are: ruff format"):
        check.chosen(["nonsense"])
