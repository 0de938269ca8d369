"""Several share links are selected in a list, reviewed with what it means, and changed by a plan that can be undone."""

import pytest

from tests.asked import Log
from tests.blueprints.link_pages import LINKS, ORG, links
from tests.pages.pages import Pages
from tests.records import ask, give_role
from tests.world import ALICE, RunningService

CHOSEN = f"{ORG}/links/chosen"
KEYS = [("link", f"site_partners/{each}") for each in ("link_carriers", "link_brokers")]


def asked_to(pages: Pages, do: str) -> None:
    pages.get(f"{ORG}/links")
    pages.get(f"{CHOSEN}?do={do}&" + "&".join(f"{name}={key}" for name, key in KEYS))


def active(service: RunningService) -> dict[str, bool]:
    return {each["id"]: each["active"] for each in links(service)}


@pytest.mark.parametrize("address", [LINKS, f"{ORG}/links"])
def test_links_are_selected_in_both_lists(alice: Pages, address: str) -> None:
    shown = alice.get(address)
    boxes = [each.get("value") for each in shown.document.with_attribute("name", "link")]
    assert "site_partners/link_carriers" in boxes
    assert {"Switch off…", "Switch on…", "Delete…"} <= set(shown.buttons)


def test_several_are_switched_off_and_on_again_by_undoing(alice: Pages, service: RunningService, asked: Log) -> None:
    before = active(service)
    asked_to(alice, "off")
    assert "Nobody can read a site with these links once you switch them off." in alice.shown.main
    assert asked.writes == []
    alice.submit(CHOSEN, press="Switch off links")
    assert not any(active(service)[key.partition("/")[2]] for _, key in KEYS)
    alice.submit(alice.shown.path, press="Undo bulk change")
    alice.submit(alice.shown.path)
    assert active(service) == before


def test_deleting_says_what_it_means(alice: Pages, service: RunningService) -> None:
    asked_to(alice, "delete")
    assert "Nothing is saved until you select “Delete links”." in alice.shown.main
    assert "The addresses are lost for good" in alice.shown.main
    alice.submit(CHOSEN, press="Delete links")
    assert not {key.partition("/")[2] for _, key in KEYS} & active(service).keys()


def test_deleted_links_are_created_again_by_undoing(alice: Pages, service: RunningService) -> None:
    before = sorted(each["name"] for each in links(service))
    asked_to(alice, "delete")
    alice.submit(CHOSEN, press="Delete links")
    alice.submit(alice.shown.path, press="Undo bulk change")
    alice.submit(alice.shown.path)
    assert sorted(each["name"] for each in links(service)) == before
    assert "View share links" in alice.shown.main


def test_nothing_selected_says_so(alice: Pages) -> None:
    assert alice.get(f"{CHOSEN}?do=off").toasts[0].startswith("Select at least one share link first.")


def test_links_that_were_deleted_since_the_review_are_not_asked_for_again(alice: Pages) -> None:
    asked_to(alice, "delete")
    review = alice.shown
    alice.submit(CHOSEN, press="Delete links")
    alice.page = review
    told = alice.submit(CHOSEN, press="Delete links").toasts[0]
    assert told.startswith("The share links that you selected are no longer in the list")


def delete_beside(pages: Pages, service: RunningService, link: str) -> None:
    """A colleague deletes it, and another window of this person reads the list again."""
    ask(service, ALICE, "DELETE", f"/v1/orgs/org_larkfield/sites/site_partners/share-links/{link}")
    shown = pages.shown
    pages.get(f"{ORG}/links?refresh=1")
    pages.page = shown


def test_a_link_that_was_deleted_before_the_review_is_counted(alice: Pages, service: RunningService) -> None:
    alice.get(f"{ORG}/links")
    delete_beside(alice, service, "link_brokers")
    asked_to(alice, "off")
    assert "1 selected link is not in the list now, so it is left out." in alice.shown.main


def test_a_link_that_was_deleted_after_the_review_is_told_before_anything_is_sent(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    asked_to(alice, "off")
    delete_beside(alice, service, "link_brokers")
    asked.clear()
    told = alice.submit(CHOSEN, press="Switch off links")
    assert "it is left out. Nothing was sent. Check the links that are left." in told.main
    assert asked.writes == []
    assert "Done 1 of 1 step" in alice.submit(CHOSEN, press="Switch off links").main


def test_links_that_were_switched_off_since_the_review_need_no_change(alice: Pages) -> None:
    asked_to(alice, "off")
    review = alice.shown
    alice.submit(CHOSEN, press="Switch off links")
    alice.page = review
    told = alice.submit(CHOSEN, press="Switch off links").toasts[0]
    assert told.startswith("The share links that you selected already have this setting")


def test_a_link_that_was_renamed_since_the_review_is_not_deleted_without_asking(
    alice: Pages, bob: Pages, service: RunningService
) -> None:
    give_role(service, "user_bob", "org_larkfield", "create")
    asked_to(alice, "delete")
    review = alice.shown
    bob.get(f"{LINKS}/link_carriers")
    bob.submit(f"{LINKS}/link_carriers", name="By Bob")
    alice.get(f"{ORG}/links?refresh=1")
    alice.page = review
    alice.submit(CHOSEN, press="Delete links")
    assert "changed outside of this bulk change, so it was not deleted." in alice.shown.main
    assert ("Delete it anyway" in alice.shown.buttons, "Replace it anyway" in alice.shown.buttons) == (True, False)
    assert "By Bob" in [each["name"] for each in links(service)]
