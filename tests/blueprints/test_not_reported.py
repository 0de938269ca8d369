"""What the API leaves out: a page says that it isn't reported, never what it might be."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from tests.blueprints.link_pages import LINKS
from tests.faults.twisted import ORG, everywhere, twisted
from tests.pages.pages import Pages
from tests.world import RunningService

SITE = f"{ORG}/sites/site_docs"


class Without:
    """Opens a portal whose API leaves these fields out, wherever they are."""

    def __init__(self, service: RunningService, folder: Path) -> None:
        self._service, self._folder = service, folder

    def __call__(self, *names: str) -> AbstractContextManager[Pages]:
        """The browser of Alice at it."""

        def drop(_path: str, told: Any) -> Any:  # noqa: ANN401
            return everywhere(told, lambda each: {name: each[name] for name in each if name not in names})

        return twisted(self._service, self._folder, drop)


@pytest.fixture
def without(service: RunningService, tmp_path: Path) -> Without:
    return Without(service, tmp_path / "portal")


def test_share_links_in_the_register_and_its_file(without: Without) -> None:
    with without("active") as alice:
        assert {row[2] for row in alice.get(f"{ORG}/links").rows} == {"Not reported"}
        assert alice.get(f"{ORG}/links?state=off").rows == []
        lines = alice.get(f"{ORG}/links/export.csv").html.splitlines()[1:]
        assert {line.split(",")[5] for line in lines} == {"not reported"}


def test_single_sign_on(without: Without) -> None:
    with without("sso") as alice:
        shown = alice.get(ORG)
        assert shown.facts["Single sign-on"] == "Not reported"
        assert "The API doesn't report whether single sign-on is enforced." in shown.main
        desk = alice.get(f"{ORG}/sso")
        assert "The API doesn't report whether single sign-on is enforced." in desk.main
        assert "Not enforced" not in desk.main
        assert "The API doesn't report whether single sign-on is enforced." in alice.get(f"{ORG}/sso/enforce").main


def test_the_state_of_a_provider(without: Without) -> None:
    with without("status") as alice:
        assert [row[1] for row in alice.get(f"{ORG}/sso").rows[:2]] == ["Not reported", "Not reported"]
        assert alice.get(f"{ORG}/sso/saml_staff").facts["State"] == "Not reported"


def test_adaptive_content(without: Without) -> None:
    with without("adaptiveContent") as alice:
        assert alice.get(SITE).facts["Adaptive content"] == "Not reported"
        assert (
            "The API doesn't report whether adaptive content is on for this site."
            in alice.get(f"{SITE}/conditions").main
        )
        assert "Not reported" in alice.get(f"{ORG}/sites?columns=adaptive").rows[0]


def test_an_invite_link(without: Without) -> None:
    with without("redundant") as alice:
        assert alice.get(f"{ORG}/invites/inv_welcome").facts["State"] == "Not reported"


def test_what_depends_on_links_that_are_not_reported(without: Without) -> None:
    with without("active", "urls") as alice:
        assert {row[1] for row in alice.get(LINKS).rows} == {"Not reported"}
        assert {row[2] for row in alice.get(LINKS).rows} == {"Not reported"}
        assert alice.get(f"{LINKS}/link_carriers").facts["Address"] == "Not reported"
        assert "The API doesn't report whether the link is on." in alice.get(f"{LINKS}/link_carriers/delete").main
        assert "The API doesn't report it for 4 more" in alice.get(f"{ORG}/sites/site_partners/delete").main


def test_counts_inside_the_sites(without: Without) -> None:
    with without("active", "changeRequestsOpen") as alice:
        shown = alice.get(f"{ORG}/inside")
        assert ["Partner onboarding", "1", "Not reported", "Not reported"] in shown.rows
        assert "0 or more open change requests" in shown.main
        assert "0 or more active share links" in shown.main
        assert "no share link is active" not in shown.main
