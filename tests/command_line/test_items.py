"""People list, show and open what a token reads; what goes wrong is told with what to do, and never with a token."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from flask import Flask

from masthead.command_line.kinds import KINDS, LIST, OPEN, SHOW, find_endpoint, names_for
from masthead.resources import BY_KIND, RESOURCES
from tests.command_line.terminals import PROGRAM, Terminal
from tests.loops import for_each
from tests.world import RunningService

# The arguments, the exit code, and what is in the output: of a command that succeeds on standard output, else on
# standard error.
COMMANDS: list[tuple[str, int, tuple[str, ...]]] = [
    ("--version", 0, ("masthead 1",)),
    ("list sites", 0, ("ID  ", "VISIBILITY", "site_help       Help centre           public        yes\n")),
    ("list team-members team_docs", 0, ("USER EMAIL", "bob@larkfield.example    owner\n")),
    ("list change-requests space_guide", 0, ("NUMBER", "Explain customs")),
    ("show site site_docs", 0, ("adaptiveContent.enabled  yes\n",)),
    ("show share-link site_partners link_carriers", 0, ("name            Carriers",)),
    ("show custom-field-values space_guide", 0, ('"customField"',)),
    (
        "open share-link site_partners link/x",
        0,
        ("https://masthead/orgs/org_larkfield/sites/site_partners/links/link%2Fx\n",),
    ),
    ("open organizations org_larkfield", 0, ("https://masthead/orgs/org_larkfield\n",)),
    ("", 1, ("usage: masthead",)),
    ("list", 1, ("arguments are required: KIND", "masthead list --help")),
    ("list spaces", 1, ("invalid choice: 'spaces'", "'sites'")),
    ("list share-links", 1, ("`masthead list share-links` takes SITE ID.",)),
    ("list sites more", 1, ("`masthead list sites` takes no ids.",)),
    ("show share-links site_docs", 1, ("`masthead show share-links` takes SITE ID and ID.",)),
    ("show share-links site_docs nowhere", 1, ("This doesn't exist", "`masthead list` shows")),
    ("show site nowhere", 1, ("“No site of this organization has this id.” `masthead list` shows",)),
    ("open site", 1, ("needs other ids: /orgs/{}/sites/{}",)),
    ("list sites --organization org_nowhere", 1, ("`masthead list` shows",)),
    ("list sites --secret=s3cret more", 1, ("Not recognized: --secret. See",)),
    ("login --token s3cret", 1, ("A token is never an argument",)),
]


def test_commands_answer_with_a_code_and_words(terminal: Terminal) -> None:
    terminal.variables = {**terminal.variables, "MASTHEAD_PUBLIC_URL": "https://masthead/", "BROWSER": "true"}
    wrong = []
    for typed, code, words in COMMANDS:
        found = terminal.run(*typed.split())
        output, other = found[1:] if code == 0 else found[:0:-1]
        if found[0] != code or other or not all(each in output for each in words) or "s3cret" in output:
            wrong.append((typed, found))
    assert wrong == []


def test_json_is_what_the_service_answers(terminal: Terminal) -> None:
    code, output, _ = terminal.run("list", "site", "--json", "--organization", "org_larkfield")
    assert code == 0
    sites = json.loads(output)
    assert [each["id"] for each in sites[:2]] == ["site_docs", "site_help"]
    assert json.loads(terminal.run("show", "sites", "site_docs", "--json")[1])["features"] == sites[0]["features"]
    assert json.loads(terminal.run("whoami", "--json")[1])["token"] == "MASTHEAD_TOKEN"


def test_a_token_is_kept_for_its_own_service(terminal: Terminal, tmp_path: Path) -> None:
    at_home = replace(terminal, variables={**terminal.variables, "MASTHEAD_TOKEN": ""})
    assert "Run `masthead login`" in at_home.run("list", "sites")[2]
    assert "Sign in with `masthead login`" in at_home.run("login", typed="demo-nobody\n")[2]
    assert at_home.run("login", typed="demo-alice\n")[1].endswith("with Larkfield Freight.\n")
    file = tmp_path / ".config" / "masthead" / "token"
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    anywhere = replace(terminal, variables={"MASTHEAD_TOKEN": ""})
    code, output, _ = anywhere.run("whoami")
    assert (code, str(file) in output, "org_larkfield  Larkfield Freight" in output) == (0, True, True)
    elsewhere = {"MASTHEAD_TOKEN": "", "MASTHEAD_API_BASE_URL": "http://127.0.0.1:9"}
    assert "There is no token" in replace(terminal, variables=elsewhere).run("whoami")[2]
    file.chmod(0o640)
    assert f"chmod 600 '{file}'" in anywhere.run("whoami")[2]


def test_what_is_missing_is_named(terminal: Terminal, service: RunningService) -> None:
    nowhere = replace(terminal, variables={})
    assert "Set MASTHEAD_API_BASE_URL" in nowhere.run("list", "sites")[2]
    nowhere.variables = {"MASTHEAD_API_BASE_URL": "ftp://somewhere"}
    assert "not an http or https address" in nowhere.run("list", "sites")[2]
    assert "Set MASTHEAD_PUBLIC_URL" in terminal.run("open", "site", "site_docs")[2]
    service.stop()
    try:
        code, output, said = terminal.run("list", "sites")
    finally:
        service.start()
    assert (code, output) == (1, "")
    assert said == (
        "masthead: The documentation service can't be reached. "
        f"MASTHEAD_API_BASE_URL is {service.url}. Try again later.\n"
    )


def test_kinds_have_the_calls_and_pages_of_their_resources(portal: Flask) -> None:
    other = {
        "adaptive-schemas": "visitor-schema",
        "specs": "openapi-spec",
        "custom-field-values": "custom-field-values",
    }
    resources = {name: BY_KIND.get(other.get(name, name[:-1])) for name in KINDS}
    calls = {name: each.endpoints for name, each in resources.items() if each and name != "comments"}
    assert {name: find_endpoint(name, "LIST") for name in names_for(LIST) if name in calls} == {
        name: each.listing for name, each in calls.items() if each.listing
    }
    assert {name: find_endpoint(name, "GET") for name in names_for(SHOW) if name in calls} == {
        name: each.read for name, each in calls.items() if each.listing or each.read
    }
    named = {each.kind for each in resources.values() if each}
    assert {each.kind for each in RESOURCES if each.endpoints.listing or each.endpoints.read} - named == {
        "comment-reply"
    }
    pages = portal.url_map.bind("portal")
    shown = {name: pages.match(f"/orgs/o{KINDS[name].page.replace('{}', 'x')}")[0] for name in names_for(OPEN)}
    declared = {
        name: each.lookup.page.view for name, each in resources.items() if each and each.lookup and each.lookup.page
    }
    assert {name: view for name, view in shown.items() if declared.get(name, view) != view} == {}


@for_each(
    "typed, spared",
    [
        ("--version", {"pydantic", "requests", "masthead.client"}),
        ("completion bash", {"pydantic", "requests", "masthead.client"}),
        (
            "list sites",
            {"flask", "sqlalchemy", "masthead.resources", "contract.endpoints", "contract.authoring.content"},
        ),
    ],
)
def test_a_command_imports_little(typed: str, spared: set[str], terminal: Terminal) -> None:
    """Else it would not start in 0.3 s; `python -m bench.command_line` measures that."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *PROGRAM[1:], *typed.split()],
        env=terminal.environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "masthead.command_line" in imported
    assert imported & spared == set()
