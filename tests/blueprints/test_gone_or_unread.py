"""What is in no list that was read is not called gone while a part of that could not be read."""

import pytest

from tests.blueprints.overview import Told
from tests.faults import faults
from tests.records import ask
from tests.world import ALICE, RunningService

SITE = "/orgs/org_larkfield/sites/site_docs"
NEW = f"{SITE}/conditions/"


def test_a_condition_of_a_space_that_was_added_since_the_last_read(told: Told, service: RunningService) -> None:
    pages, by_ending = told
    pages.get(f"{SITE}/conditions")
    added = ask(service, ALICE, "POST", f"/v1{SITE}/site-spaces", {"spaceId": "space_handbook"})
    by_ending["site-spaces"] = faults.refusal(503)
    assert pages.get(f"{NEW}{added.get_json()['id']}").status == 502
    by_ending.clear()
    assert pages.get(f"{NEW}{added.get_json()['id']}").status == 200
    assert pages.get(f"{NEW}sitespace_none").status == 404


@pytest.mark.parametrize("address", ["item/group_product", "move?item=group_product"])
def test_a_group_whose_list_cannot_be_read(told: Told, address: str) -> None:
    pages, by_ending = told
    by_ending["section-groups"] = faults.refusal(500)
    assert pages.get(f"{SITE}/structure/{address}").status == 502
    by_ending.clear()
    assert pages.get(f"{SITE}/structure/{address}").status == 200
