"""`python -m rules scenario`: exit status, JSON and text."""

import json

import pytest

from rules.scenario import main
from tests.scenario_runner.cases import written


def run(capsys, *argv: str) -> tuple[int, str, str]:
    """Exit status, standard output, standard error."""
    try:
        status = main(argv)
    except SystemExit as exit:
        status = int(exit.code)
    out, err = capsys.readouterr()
    return status, out, err


def test_all_passed(tmp_path, capsys):
    written(tmp_path)
    status, out, err = run(capsys, str(tmp_path), "--json")
    assert (status, err) == (0, "")
    document = json.loads(out)
    assert (document["passed"], document["failed"]) == (1, 0)
    (case,) = document["cases"]
    assert case == {
        "file": str(tmp_path / "case.toml"),
        "title": "Short by exactly the cover penalty: the wall is hit",
        "rules": ["P-COV-03"],
        "passed": True,
        "diff": [],
    }


def test_one_failed(tmp_path, capsys):
    path = written(tmp_path, ("needed = 5", "needed = 4"))
    status, out, err = run(capsys, str(path), "--json")
    assert (status, err) == (1, "")
    document = json.loads(out)
    assert (document["passed"], document["failed"]) == (0, 1)
    assert document["cases"][0]["diff"][0].startswith("rolls: ")


def test_as_text(tmp_path, capsys):
    path = written(tmp_path, ("needed = 5", "needed = 4"))
    status, out, _ = run(capsys, str(path))
    assert status == 1
    first, diff, last = out.splitlines()
    assert first == f"FAILED {path}: Short by exactly the cover penalty: the wall is hit"
    assert diff.startswith("  rolls: ")
    assert last == "0 passed, 1 failed"


def test_folders_are_searched(tmp_path, capsys):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        written(tmp_path / name)
    status, out, _ = run(capsys, str(tmp_path))
    assert (status, out) == (0, "2 passed, 0 failed\n")


def test_a_broken_file_does_not_keep_the_others_from_running(tmp_path, capsys):
    (tmp_path / "good").mkdir()
    written(tmp_path / "good")
    broken = written(tmp_path, ('title = "', 'tittle = "'))
    status, out, err = run(capsys, str(tmp_path), "--json")
    assert status == 2
    document = json.loads(out)
    assert (document["passed"], document["failed"]) == (1, 1)
    assert err == f"{broken}: tittle: unknown key, did you mean 'title'?\n"


@pytest.mark.parametrize("argv", [(), ("--jason", "x"), ("nowhere",)])
def test_wrong_use_is_one_line(capsys, argv):
    status, out, err = run(capsys, *argv)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1


def test_a_folder_without_cases(tmp_path, capsys):
    status, _, err = run(capsys, str(tmp_path))
    assert status == 2
    assert err == f"{tmp_path}: no scenario file in it\n"


def test_help(capsys):
    status, out, _ = run(capsys, "--help")
    assert status == 0
    assert "PATH" in out
