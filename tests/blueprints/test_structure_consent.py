"""A service whose moves leave a space in its section: what that takes is asked for once it is known."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.rehearsal.switches import Switches
from tests.databases import SqliteFile
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import ask
from tests.world import ALICE, RunningService

DOCS = "/orgs/org_larkfield/sites/site_docs/structure"
API = "/v1/orgs/org_larkfield/sites"
Switched = tuple[Pages, RunningService]


@pytest.fixture
def switched(tmp_path: Path, portal_for: PortalFor) -> Iterator[Switched]:
    """Alice, at a service whose moves leave a space in its section."""
    service = RunningService(SqliteFile(tmp_path / "service.db"), switches=Switches(moveChangesSection=False))
    yield Pages(portal_for(API_BASE_URL=service.url, FRESH_SECONDS=0)).sign_in(ALICE), service
    service.close()


def run(alice: Pages, page: Page) -> Page:
    """The plan, when it has ended."""
    for _ in range(8):
        if "ended" in page.main:
            break
        page = alice.submit(page.path, press="Continue")
    return page


@pytest.mark.parametrize("space", ["partners", "guide"])  # the second is not the last one where it stays
@pytest.mark.exhaustive
def test_a_move_that_stays_in_its_section_asks_for_consent_next_time(switched: Switched, space: str) -> None:
    alice, service = switched
    api = "section_api"
    alice.get(DOCS)
    alice.post(DOCS, {"do": "move", "item": f"sitespace_docs_{space}", "where": f"into section:{api}"})
    alice.get(f"{DOCS}/review")
    page = run(alice, alice.submit(f"{DOCS}/review", press="Apply 1 change"))
    assert "a move did not take it there" in page.main
    page = alice.submit(f"{DOCS}/again", press="Review remaining changes")
    assert "It gets a new id on the site" in page.main
    assert "Apply 0 changes" in page.main
    page = alice.get(f"{DOCS}/review?readd=yes")
    page = run(alice, alice.submit(f"{DOCS}/review", press="Apply 1 change"))
    assert "Differences from what you wanted" not in page.main
    live = ask(service, ALICE, "GET", f"{API}/site_docs/site-spaces").get_json()["items"]
    assert [each["section"] for each in live if each["space"]["id"] == f"space_{space}"] == [api]
