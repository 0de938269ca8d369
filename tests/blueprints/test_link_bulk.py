"""Several share links are selected in a list, reviewed with what it means, and changed by a plan that can be undone."""

import pytest

from tests.asked import Log
from tests.blueprints.link_pages import LINKS, ORG, links
from tests.pages.pages import Pages
from tests.world import RunningService

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
