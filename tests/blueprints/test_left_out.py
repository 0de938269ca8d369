"""Answers that leave out what they may, or have it odd: pages are shown, say so, and no form overwrites it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import MISSING

from contract.organization.organizations import OrganizationPermissions
from contract.schema.fields import ContractModel
from tests.faults.twisted import ORG, Twist, broken_pages, everywhere, pages_of, twisted
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

API = "/v1/orgs/org_larkfield"
TYPES: dict[str, Any] = {"defaultContent": 1, "hostname": 1, "sso": "x", "ai": 2, "defaultRole": 3, "useCase": 4}
ODD: list[dict[str, Any]] = [
    {"billing": {"endDate": "soon"}, "trial": {"status": "active", "endDate": 7}, **TYPES},
    {"billing": [], "trial": [], "urls": [], "permissions": [], "blocked": []},
]
PERMISSIONS = {"permissions", *OrganizationPermissions.model_fields}
NONE = re.compile(r"[\w ]*\bNone\b[\w ]*")
ABSENT_MEANS_NONE = ("OpenAPI specifications None failing", "Not ready None", "Pending None", "Team None")
"""What the API tells by leaving a value out of a thing that it reports."""
WANTED = "Wanted by the organization None"
"""What Masthead keeps itself."""


def with_odd(**odd: object) -> Twist:
    """The organization with these values, alone and in lists."""

    def twist(path: str, told: Any) -> Any:  # noqa: ANN401
        items = told["items"] if path == "/v1/orgs" else [told] if path == API else []
        for item in items:
            item.update(odd)
        return told

    return twist


@pytest.mark.parametrize("odd", ODD, ids=["odd values in objects", "lists"])
def test_every_page_of_the_organization_is_shown(service: RunningService, tmp_path: Path, odd: dict[str, Any]) -> None:
    with twisted(service, tmp_path / "portal", with_odd(**odd)) as alice:
        assert list(broken_pages(alice, pages_of(alice.app))) == []
        shown = alice.get(ORG)
        assert (shown.status, "Masthead can't read" in shown.main) == (200, True)
        assert all(name in shown.main for name in odd)
    with twisted(service, tmp_path / "good", with_odd()) as alice:
        assert "Masthead can't read" not in alice.get(ORG).main


def test_a_form_sends_only_what_was_changed(service: RunningService, tmp_path: Path) -> None:
    before = ask(service, ALICE, "GET", API).get_json()
    with twisted(service, tmp_path / "portal", with_odd(**TYPES, urls=1)) as alice:
        for section in ("profile", "content", "members", "features"):
            shown = alice.get(f"{ORG}/settings/{section}")
            if shown.status == 200:
                alice.submit(f"{ORG}/settings/{section}")
        alice.get(f"{ORG}/settings")
        alice.submit(f"{ORG}/settings/profile", title="Larkfield Air")
    after = ask(service, ALICE, "GET", API).get_json()
    assert after == before | {"title": "Larkfield Air"}


def models(base: type[ContractModel]) -> Iterator[type[ContractModel]]:
    for model in base.__subclasses__():
        yield model
        yield from models(model)


def optional_names() -> set[str]:
    """The names of fields that are optional wherever they are."""
    fields = [item for model in models(ContractModel) for item in model.model_fields.items()]
    return {name for name, field in fields if field.default is MISSING} - {
        name for name, field in fields if field.default is not MISSING
    }


@pytest.fixture(params=[PERMISSIONS, set()], ids=["with permissions", "without"])
def bare(request: pytest.FixtureRequest, service: RunningService, tmp_path: Path) -> Iterator[Pages]:
    """Alice, whose API leaves out all optional fields, but for what she may do."""
    names = optional_names() - request.param - {"next"}

    def drop(_path: str, told: Any) -> Any:  # noqa: ANN401
        return everywhere(told, lambda each: {name: each[name] for name in each if name not in names})

    with twisted(service, tmp_path / "portal", drop) as alice:
        yield alice


@pytest.mark.exhaustive
def test_every_page_is_shown_and_says_none_of_nothing_that_is_not_reported(bare: Pages) -> None:
    told = []
    for address in pages_of(bare.app):
        assert list(broken_pages(bare, [address])) == []
        told += NONE.findall(bare.shown.main)
    assert [each for each in told if not any(known in each for known in (*ABSENT_MEANS_NONE, WANTED))] == []
    assert bare.get(f"{ORG}/settings").facts["Logo"] == "–"
