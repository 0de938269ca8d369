"""The listing of sites and its filters."""

from contract.publishing.sites import CREATE_SITE, GET_SITE, LIST_SITES, UPDATE_SITE
from tests.loops import for_each
from tests.service.conftest import LARKFIELD, ORCHARD
from tests.service.person import Person

ALL = ["site_docs", "site_help", "site_handbook", "site_partners", "site_preview", "site_warehouse", "site_incidents"]


def test_sites_come_in_the_order_in_which_they_were_made(alice: Person) -> None:
    made = alice.asks(CREATE_SITE, LARKFIELD, body={"title": "A new one"}).json
    listed = alice.asks(LIST_SITES, LARKFIELD)
    assert listed.ids == [*ALL, made["id"]]
    assert listed.json["count"] == 8
    assert "next" not in listed.json


def test_the_listing_says_what_reading_says(charlie: Person) -> None:
    listed = charlie.asks(LIST_SITES, LARKFIELD).json["items"]
    assert listed == [charlie.asks(GET_SITE, LARKFIELD, site).json for site in ALL]


def test_an_organization_sees_its_own_sites(dana: Person) -> None:
    assert dana.asks(LIST_SITES, ORCHARD).ids == ["site_patients", "site_procedures"]


@for_each(
    "query, found",
    [
        ({"title": "HELP"}, ["site_help"]),
        (
            {"title": "o"},
            ["site_docs", "site_handbook", "site_partners", "site_preview", "site_warehouse", "site_incidents"],
        ),
        ({"title": ""}, ALL),
        ({"title": "%"}, []),
        ({"title": "_"}, []),
        ({"title": "/"}, []),
        ({"published": "false"}, ["site_warehouse", "site_incidents"]),
        ({"published": "true"}, ALL[:5]),
        ({"space": "space_warehouse"}, ["site_docs", "site_handbook", "site_warehouse"]),
        ({"space": "space_unknown"}, []),
        ({"space": "space_warehouse", "published": "true"}, ["site_docs", "site_handbook"]),
        ({"space": "space_warehouse", "published": "true", "title": "doc"}, ["site_docs"]),
    ],
)
def test_filters_narrow_each_other_down(alice: Person, query: dict[str, str], found: list[str]) -> None:
    assert alice.asks(LIST_SITES, LARKFIELD, **query).ids == found


def test_case_does_not_matter_in_any_alphabet(alice: Person) -> None:
    alice.asks(UPDATE_SITE, LARKFIELD, "site_help", body={"title": "Straße & Ελλάδα 100%_/"})
    for title in ("STRASSE", "ελλάδα", "100%_/"):
        assert alice.asks(LIST_SITES, LARKFIELD, title=title).ids == ["site_help"]
