"""What changed before a page was opened is shown by its form, and told of nobody as a change made since."""

import pytest

from tests.blueprints.roster_pages import given, planned
from tests.blueprints.test_sso_certificate import sent
from tests.certificates import pem
from tests.changes.roster.crew import PATH
from tests.pages.pages import Pages
from tests.providers import SSO, enforce
from tests.records import ask
from tests.world import ALICE, RunningService

GUIDE = "/orgs/org_larkfield/spaces/space_guide/access"
API = "/v1/spaces/space_guide/permissions/teams"


@pytest.mark.parametrize(("page", "press"), [("team_docs", "Save role"), ("team_docs/remove", "Remove role")])
def test_what_was_changed_before_the_page_was_opened_is_shown(
    alice: Pages, service: RunningService, page: str, press: str
) -> None:
    alice.get(f"{GUIDE}/{page}")
    ask(service, ALICE, "PATCH", f"{API}/team_docs", {"role": "comment"})
    alice.get(f"{GUIDE}/{page}")
    typed = {"role": "read"} if press == "Save role" else {}
    shown = alice.submit(f"{GUIDE}/{page}", typed, press=press)
    assert shown.toasts[0].startswith("Saved: ")


def test_a_team_that_changed_before_the_review_is_shown_as_it_is(alice: Pages, service: RunningService) -> None:
    shown = given(alice, "user_judith,owner\nuser_ivan\nuser_frank\n", "exact")
    ask(service, ALICE, "PUT", f"{PATH}/user_kofi", {"role": "member"})
    alice.get(f"{shown.path}?mode=exact")
    assert not planned(alice).problems


def test_a_colleague_enforces_before_the_page_is_opened(alice: Pages, service: RunningService) -> None:
    alice.get(SSO)
    enforce(service)
    assert "Somebody enforced" not in sent(alice, certificate=pem(500)).main
