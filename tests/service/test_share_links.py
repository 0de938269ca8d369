"""The secret links that open a site."""

from typing import Any

from contract.publishing.share_links import CREATE_SHARE_LINK, DELETE_SHARE_LINK, LIST_SHARE_LINKS, UPDATE_SHARE_LINK
from contract.publishing.sites import GET_PUBLISHED, UPDATE_SITE
from tests.loops import for_each
from tests.service.api_user import ApiUser
from tests.service.conftest import LARKFIELD, NOW_WRITTEN
from tests.world import RunningService

PARTNERS = (LARKFIELD, "site_partners")
KEY = "carriers-7f3k9q2m"


def opens(person: ApiUser, key: str, site: str = "site_partners") -> bool:
    published = person.asks(GET_PUBLISHED, LARKFIELD, site, shareKey=key).json
    addresses = {*published["site"]["urls"], *published["structure"]["structure"][0]["urls"]}
    return "published" in addresses


def key_of(link: dict[str, Any]) -> str:
    address: str = link["urls"]["published"]
    return address.rpartition("/")[2]


def test_links_are_listed_in_the_order_in_which_they_were_made(alice: ApiUser) -> None:
    listed = alice.asks(LIST_SHARE_LINKS, *PARTNERS)
    assert listed.ids == ["link_carriers", "link_fair", "link_brokers", "link_audit"]
    assert key_of(listed.json["items"][0]) == KEY
    assert listed.json["items"][1] == {
        "object": "share-link",
        "id": "link_fair",
        "name": "Trade fair handout",
        "active": False,
        "createdAt": "2024-05-13T10:30:00.000Z",
        "urls": {},
    }


def test_each_new_link_opens_the_site_with_a_key_of_its_own(alice: ApiUser) -> None:
    made = [alice.asks(CREATE_SHARE_LINK, *PARTNERS, body={"name": "Same"}).json for _ in range(3)]
    assert (made[0]["name"], made[0]["active"], made[0]["createdAt"]) == ("Same", True, NOW_WRITTEN)
    keys = {key_of(link) for link in made}
    assert len(keys) == 3
    assert all(len(key) >= 20 and opens(alice, key) for key in keys)


def test_a_link_is_switched_off_and_on_again_and_deleted(alice: ApiUser) -> None:
    carriers = (*PARTNERS, "link_carriers")
    before = alice.asks(LIST_SHARE_LINKS, *PARTNERS).json["items"][0]
    off = alice.asks(UPDATE_SHARE_LINK, *carriers, body={"active": False}).json
    assert off == before | {"active": False, "urls": {}}
    assert not opens(alice, KEY)
    assert alice.asks(UPDATE_SHARE_LINK, *carriers, body={"active": True}).json == before
    assert opens(alice, KEY)
    alice.asks(DELETE_SHARE_LINK, *carriers)
    assert not opens(alice, KEY)


@for_each("visibility", ["public", "unlisted", "visitor-auth"])
def test_a_link_opens_a_share_link_site_alone(world: RunningService, alice: ApiUser, visibility: str) -> None:
    world.reset()
    alice.asks(UPDATE_SITE, *PARTNERS, body={"visibility": visibility})
    alice.asks(CREATE_SHARE_LINK, *PARTNERS, body={"name": "For later"})
    assert [each["urls"] for each in alice.asks(LIST_SHARE_LINKS, *PARTNERS).json["items"]] == [{}] * 5
    alice.asks(UPDATE_SITE, *PARTNERS, body={"visibility": "share-link"})
    later = alice.asks(LIST_SHARE_LINKS, *PARTNERS).json["items"][-1]
    assert opens(alice, key_of(later))


def test_a_link_of_a_site_that_is_not_published_leads_nowhere(alice: ApiUser) -> None:
    alice.asks(UPDATE_SITE, LARKFIELD, "site_warehouse", body={"visibility": "share-link"})
    assert alice.asks(CREATE_SHARE_LINK, LARKFIELD, "site_warehouse", body={"name": "Early"}).json["urls"] == {}


def test_a_key_opens_its_own_site_alone(alice: ApiUser) -> None:
    alice.asks(UPDATE_SITE, LARKFIELD, "site_help", body={"visibility": "share-link"})
    assert not opens(alice, KEY, "site_help")
    made = alice.asks(CREATE_SHARE_LINK, LARKFIELD, "site_help", body={"name": "Help"}).json
    assert opens(alice, key_of(made), "site_help")
    assert not opens(alice, key_of(made))
