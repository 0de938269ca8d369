"""An undo of a structure that would do more by now than its page said: it is shown again before anything is sent."""

from tests.blueprints.structure_pages import API, DOCS
from tests.blueprints.test_plans_undone import ended
from tests.blueprints.test_structure_review import PARTNERS, REVIEW
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

SPACES = f"{API}/site_docs/site-spaces"
AGAIN = {"spaceId": "space_partners", "sectionId": "section_warehouse"}


def test_steps_that_were_not_shown_are_shown_first(alice: Pages, service: RunningService) -> None:
    alice.get(DOCS)
    alice.post(DOCS, {"do": "remove", "item": PARTNERS})
    alice.post(DOCS, {"do": "edit", "item": "sitespace_docs_guide", "path": "shipping"})
    alice.get(REVIEW)
    page = ended(alice, alice.submit(REVIEW, press="Apply 2 changes"))
    added = ask(service, ALICE, "POST", SPACES, AGAIN).get_json()["id"]
    back = alice.submit(page.path, press="Undo bulk change")
    assert (len(back.rows), "it stays" in back.main) == (1, True)
    ask(service, ALICE, "DELETE", f"{SPACES}/{added}")
    again = alice.submit(back.path, press="Start")
    assert (again.status, "Add Partner onboarding in" in again.main, "it stays" in again.main) == (422, True, False)
    assert again.problems[0].startswith("Nothing was sent yet: the site changed")
    assert "Done" in ended(alice, alice.submit(back.path, press="Start")).main
