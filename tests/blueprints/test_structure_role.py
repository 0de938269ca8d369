"""A draft of a structure whose person may not arrange the site any more."""

from tests.blueprints.test_structure import GUIDE, HELP, ORG, RELEASES, START, order, sent
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import give_role
from tests.world import BOB, RunningService


def test_a_draft_that_the_role_no_longer_lets_one_apply_is_called_one(
    charlie: Pages, portal_for: PortalFor, service: RunningService
) -> None:
    assert "Your role doesn't let you change this structure. You can view it." in charlie.get(HELP).main
    give_role(service, "user_bob", ORG, "create")
    bob = Pages(portal_for(FRESH_SECONDS=0)).sign_in(BOB)
    sent(bob, {"section:": [RELEASES, START, GUIDE]})
    give_role(service, "user_bob", ORG, "read")
    page = bob.get(HELP)
    assert order(page) == [RELEASES, START, GUIDE]
    assert "This page shows your draft. Your role doesn't let you apply it." in page.main
    assert "“Current structure” shows the site without your draft." in page.main
    assert "You see what there is" not in page.main
    page = bob.get(f"{HELP}/review")
    assert "Your role doesn't let you apply this draft." in page.main
