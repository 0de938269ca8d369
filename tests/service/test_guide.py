"""The guide says what the code says."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from contract import ENDPOINTS
from service.endpoints import GROUPS
from service.http.paging import PAGE_SIZE
from service.options import parse_options
from service.permissions import NEEDED, RIGHTS
from service.rehearsal.switches import (
    DEFAULT_SWITCHES,
    MAX_FAULTS,
    MAX_SECONDS,
    MAX_TIMES,
    Fault,
    Switches,
    parse_switches,
)
from tests.loops import for_each

FOLDER = Path(__file__).parents[2] / "docs" / "guide"
GUIDE = (FOLDER / "service.md").read_text(encoding="utf-8")
SWITCHES = (FOLDER / "service-switches.md").read_text(encoding="utf-8")
TOLD = {
    "service.md": {"Organizations", "Sites"},
    "service-change-requests.md": {"Change requests", "Change request content"},
    "service-comments.md": {"Space comments"},
    "service-content.md": {"Space content"},
    "service-site-structure.md": {"Site section groups", "Site spaces", "Site share links"},
    "service-custom-fields.md": {"Custom fields"},
    "service-openapi-specs.md": {"OpenAPI specs", "Translations"},
    "service-sign-in.md": {"SAML and SSO"},
    "service-teams.md": {"Team members", "Collection and space team permissions"},
}
"""The groups of endpoints that a page is about."""


def rows(heading: str, page: str = GUIDE) -> list[tuple[str, str]]:
    """The first two cells of each row of the table under this head."""
    table = page.partition(heading)[2].partition("\n\n")[0]
    return re.findall(r"^\| `?([^`|]+?)`? \| (.+) \|$", table, re.MULTILINE)


def test_it_tells_the_rights_of_each_role() -> None:
    told: dict[str | None, set[str]] = {}
    so_far: set[str] = set()
    for role, rights in rows("| Role | Rights, besides those of the line above it |\n|---|---|\n"):
        so_far = so_far | set(re.findall(r"`(\w+)`", rights))
        told[None if role == "guest" else role] = so_far
    assert told == RIGHTS


@for_each("page", TOLD)
def test_it_tells_what_each_endpoint_needs(page: str) -> None:
    table = rows("| Endpoint | Needs |\n|---|---|\n", (FOLDER / page).read_text(encoding="utf-8"))
    told = {endpoint: needed.strip("`") for endpoint, needed in table}
    served = [each for group in GROUPS for each in group.endpoints if each.group in TOLD[page]]
    assert told == {f"{each.method} {each.path}": NEEDED[each.name] or "a token" for each in served}


def test_it_tells_of_every_group() -> None:
    assert set().union(*TOLD.values()) == {endpoint.group for endpoint in ENDPOINTS}


def test_it_tells_the_size_of_a_page() -> None:
    assert f"A page holds {PAGE_SIZE} items" in GUIDE


EACH_SWITCH = dict(rows("| Switch | Usually | Else | What it turns |\n|---|---|---|---|\n", SWITCHES))


def test_it_tells_each_option_of_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse_options(["--help"])
    table = GUIDE.partition("| Option | Meaning |\n")[2].partition("\n\n")[0]
    told = {option for line in table.splitlines() for option in re.findall("`(--[a-z-]+)`", line.split(" | ")[0])}
    assert told | {"--help"} == set(re.findall("--[a-z-]+", capsys.readouterr().out))


def test_it_tells_each_switch_and_how_it_stands_usually() -> None:
    usually = {name: json.loads(rest.partition(" | ")[0].strip("`")) for name, rest in EACH_SWITCH.items()}
    assert usually == DEFAULT_SWITCHES.model_dump(mode="json")


@for_each("switch", Switches.model_fields)
def test_it_tells_each_value_of_a_switch(switch: str) -> None:
    schema = Switches.model_json_schema()["properties"][switch]
    for value in schema.get("enum", []):
        assert f"`{json.dumps(value)}`" in EACH_SWITCH[switch]


def test_it_tells_each_fault_and_its_fields() -> None:
    common = {name for name, _ in rows("| Field | Usually | What it says |\n|---|---|---|\n", SWITCHES)}
    table = dict(rows("| `fault` | Its fields | What happens |\n|---|---|---|\n", SWITCHES))
    kinds = get_args(get_args(Fault)[0])
    for kind in kinds:
        own = kind.model_fields.keys() - common
        assert own == set(re.findall(r"`(\w+)`", table[kind.model_fields["fault"].default].partition(" | ")[0]))
    assert len(table) == len(kinds)


def test_it_tells_how_much_may_go_wrong() -> None:
    for words in (f"at most {MAX_FAULTS} |", f"at most {MAX_TIMES} |", f"at most {MAX_SECONDS:.0f} |"):
        assert words in SWITCHES


@for_each("example", re.findall(r"```json\n(.+?)```", SWITCHES, re.DOTALL))
def test_its_examples_are_taken(example: str) -> None:
    assert parse_switches(example.encode()) != DEFAULT_SWITCHES
