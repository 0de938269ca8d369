"""One odd value in an optional field of the organization: its pages are shown, say so, and no form overwrites it."""

from pathlib import Path
from typing import Any

import pytest

from tests.faults.twisted import ORG, Twist, broken_pages, pages_of, twisted
from tests.records import ask
from tests.world import ALICE, RunningService

API = "/v1/orgs/org_larkfield"


def with_odd(**odd: object) -> Twist:
    """The organization with these values, alone and in lists."""

    def twist(path: str, told: Any) -> Any:  # noqa: ANN401
        items = told["items"] if path == "/v1/orgs" else [told] if path == API else []
        for item in items:
            item.update(odd)
        return told

    return twist


ODD: list[dict[str, Any]] = [
    {"billing": {"endDate": "soon"}},
    {"trial": {"status": "active", "endDate": 7}},
    {"billing": [], "trial": [], "urls": [], "permissions": [], "blocked": []},
    {"defaultContent": 1, "hostname": 1, "sso": "x", "ai": 2, "defaultRole": 3, "useCase": 4},
]


@pytest.mark.quick(cases=1)
@pytest.mark.parametrize("odd", ODD, ids=str)
def test_every_page_of_the_organization_is_shown(service: RunningService, tmp_path: Path, odd: dict[str, Any]) -> None:
    with twisted(service, tmp_path / "portal", with_odd(**odd)) as alice:
        assert list(broken_pages(alice, pages_of(alice.app))) == []
        shown = alice.get(ORG)
        assert (shown.status, "Masthead can't read" in shown.main) == (200, True)
        assert all(name in shown.main for name in odd)


def test_a_good_answer_has_no_such_note(service: RunningService, tmp_path: Path) -> None:
    with twisted(service, tmp_path / "portal", with_odd()) as alice:
        assert "can't be read" not in alice.get(ORG).main


def test_a_form_sends_only_what_was_changed(service: RunningService, tmp_path: Path) -> None:
    before = ask(service, ALICE, "GET", API).get_json()
    with twisted(service, tmp_path / "portal", with_odd(**ODD[3], urls=1)) as alice:
        for section in ("profile", "content", "members", "features"):
            shown = alice.get(f"{ORG}/settings/{section}")
            if shown.status == 200:
                alice.submit(f"{ORG}/settings/{section}")
        alice.get(f"{ORG}/settings")
        alice.submit(f"{ORG}/settings/profile", title="Larkfield Air")
    after = ask(service, ALICE, "GET", API).get_json()
    assert after == before | {"title": "Larkfield Air"}
