"""An organization is brought to a file from a terminal or a pipeline: a call that is answered isn't sent again."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from service.rehearsal.switches import DEFAULT_SWITCHES
from tests.asked import Log
from tests.command_line.terminals import PROGRAM, ROOT, Terminal
from tests.databases import SqliteFile
from tests.world import RunningService

WRITES = ["PATCH /v1/orgs/org_larkfield", "PATCH /v1/orgs/org_larkfield/sites/site_help"]
CREATIONS = ["POST /v1/orgs/org_larkfield/custom-fields", "POST /v1/orgs/org_larkfield/translations"]


def writes_in(asked: Log) -> list[str]:
    return sorted(asked.writes)


def test_a_file_is_planned_applied_and_compared(edited: Path, terminal: Terminal, asked: Log) -> None:
    first = edited.read_text(encoding="utf-8")
    code, plan, _ = terminal.run("plan", "organization.yaml")
    assert (code, plan.splitlines()[-1][:34]) == (2, "2 to create, 2 to change, 0 to del")
    assert terminal.run("plan", "-", typed=first)[:2] == (2, plan)
    assert len(json.loads(terminal.run("plan", "organization.yaml", "--json")[1])["changes"]) == 4
    code, output, said = terminal.run("apply", "organization.yaml")
    assert (code, output, writes_in(asked)) == (1, plan, [])
    assert "Review the plan and add --yes." in said
    code, output, said = terminal.run("apply", "organization.yaml", "--yes")
    assert (code, output, writes_in(asked)) == (0, plan, WRITES + CREATIONS)
    assert said.endswith("4 of 4: Change the site Help centre\nAll changes are saved.\n")
    assert terminal.run("drift", "organization.yaml")[0] == 0
    lacking = "\n".join(line for line in first.splitlines() if "name: area" not in line)
    assert [terminal.run(command, "-", typed=lacking)[0] for command in ("plan", "drift")] == [0, 2]
    assert terminal.run("apply", "-", "--yes", "--allow-delete", typed=lacking)[0] == 0
    assert writes_in(asked)[0] == "DELETE /v1/orgs/org_larkfield/custom-fields/area"


def test_what_is_wrong_is_told_before_anything_is_sent(edited: Path, terminal: Terminal, asked: Log) -> None:
    edited.write_text("masthead: 1\nsites:\n- {title: Docs, visibility: publik}\n- {titel: Docs}\n", encoding="utf-8")
    asked.clear()
    said = terminal.run("plan", "organization.yaml")[2]
    assert "organization.yaml has 2 errors. Nothing was sent.\nLine 3, column " in said
    assert "There is no section site. Sections are settings, sites" in terminal.run("export", "--only", "site")[2]
    assert terminal.run("plan", "nowhere.yaml")[2] == "masthead: nowhere.yaml: No such file or directory\n"
    (terminal.home / "picture.png").write_bytes(b"\x89PNG")
    assert "picture.png isn't text in UTF-8." in terminal.run("plan", "picture.png")[2]
    assert all(each.path == "/v1/orgs" for each in asked.all)


@pytest.fixture
def switched(tmp_path: Path) -> Iterator[RunningService]:
    """A service whose switches turn."""
    service = RunningService(SqliteFile(tmp_path / "service.db"), switches=DEFAULT_SWITCHES)
    yield service
    service.close()


def test_a_lost_answer_is_found_and_a_refusal_stops(edited: Path, terminal: Terminal, switched: RunningService) -> None:
    terminal.variables = {"MASTHEAD_API_BASE_URL": switched.url}
    fields, site = ("/v1/orgs/*/custom-fields", "/v1/orgs/*/sites/*")
    switched.turn(
        faults=[
            {"fault": "reset", "method": "POST", "path": fields, "carriedOut": True},
            {"fault": "status", "status": 403, "message": "Not today", "method": "PATCH", "path": site},
        ]
    )
    code, _, said = terminal.run("apply", "organization.yaml", "--yes")
    assert (code, "didn't confirm it. Masthead tries again every few seconds." in said) == (1, True)
    assert "Change the site Help centre: Not today\n3 changes saved before that. Run `masthead run 1` to go on" in said
    assert terminal.run("run")[:2] == (
        2,
        "NUMBER  TITLE                             CHANGES\n1       Apply the file organization.yaml  3 of 4\n",
    )
    edited.write_text(edited.read_text(encoding="utf-8").replace("Help center", "Help desk"), encoding="utf-8")
    code, _, said = terminal.run("apply", "organization.yaml", "--yes")
    assert (code, said.startswith("Bulk change 1 (Apply the file organization.yaml) has ended: this plan")) == (0, True)
    assert terminal.run("run", "1")[0] == 1
    assert terminal.run("run", "2")[::2] == (0, "All changes are saved.\n")


def test_the_pipeline_of_the_guide(edited: Path, terminal: Terminal, asked: Log) -> None:
    guide = (ROOT / "docs" / "guide" / "command-line.md").read_text(encoding="utf-8")
    workflow = yaml.safe_load(guide.rpartition("```yaml\n")[2].partition("```")[0])
    steps = {each.get("name"): each for each in workflow["jobs"]["organization"]["steps"]}
    launcher = terminal.home / "masthead"
    launcher.write_text(f'#!/bin/sh\nexec "{PROGRAM[0]}" "{PROGRAM[1]}" "$@"\n', encoding="utf-8")
    launcher.chmod(0o755)

    def run(step: str) -> int:
        environment = {**terminal.environment, "PATH": f"{terminal.home}:{terminal.environment['PATH']}"}
        command = ["bash", "-e", "-c", steps[step]["run"]]
        return subprocess.run(command, cwd=terminal.home, env=environment, capture_output=True, check=False).returncode

    assert (run("Plan"), run("Drift"), writes_in(asked)) == (0, 2, [])
    assert "Help centre → Help center" in (terminal.home / "plan.txt").read_text(encoding="utf-8")
    assert (run("Apply"), run("Drift"), writes_in(asked)) == (0, 0, WRITES + CREATIONS)
    edited.write_text("sites: [", encoding="utf-8")
    assert (run("Plan"), run("Apply"), run("Drift")) == (1, 1, 1)
