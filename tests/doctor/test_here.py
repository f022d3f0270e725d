"""The doctor on the machine that the tests run on."""

import pytest

from puluc import cli


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever this machine is, each check has its line, and the exit code tells the worst."""
    code = cli.main(["doctor"])
    out = capsys.readouterr().out.splitlines()
    assert {line.split(":")[0][6:] for line in out[:-1]} >= {"model", "kernel", "python", "disk"}
    assert code == any(line.startswith("bad ") for line in out)
