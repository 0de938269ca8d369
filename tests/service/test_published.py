"""Sites as their visitors get them."""

from contract.publishing.sites import GET_PUBLISHED, UPDATE_SITE
from tests.loops import for_each
from tests.service.api_user import ApiUser
from tests.service.conftest import LARKFIELD

KEY = "carriers-7f3k9q2m"


def test_sections_come_in_reading_order_at_their_addresses(charlie: ApiUser) -> None:
    structure = charlie.asks(GET_PUBLISHED, LARKFIELD, "site_docs").json["structure"]
    assert structure["type"] == "sections"
    assert [(each["id"], each.get("sectionGroup"), each["default"]) for each in structure["structure"]] == [
        ("section_start", None, True),
        ("section_guide", "group_product", False),
        ("section_warehouse", "group_product", False),
        ("section_api", "group_developers", False),
        ("section_releases", None, False),
    ]
    spaces = [[space["id"] for space in each["siteSpaces"]] for each in structure["structure"]]
    assert spaces == [
        ["sitespace_docs_start"],
        ["sitespace_docs_guide", "sitespace_docs_partners"],
        ["sitespace_docs_warehouse"],
        ["sitespace_docs_api"],
        ["sitespace_docs_releases"],
    ]

    published = charlie.asks(GET_PUBLISHED, LARKFIELD, "site_docs").json
    base = published["site"]["urls"]["published"]
    sections = published["structure"]["structure"]
    assert [each["urls"]["published"].removeprefix(base) for each in sections] == [
        "",
        "/shipping",
        "/warehouse",
        "/api",
        "/releases",
    ]
    assert [each["urls"]["published"].removeprefix(base) for each in sections[1]["siteSpaces"]] == [
        "/shipping",
        "/shipping/carriers",
    ]


def test_a_site_without_sections_shows_its_site_spaces(charlie: ApiUser) -> None:
    structure = charlie.asks(GET_PUBLISHED, LARKFIELD, "site_help").json["structure"]
    assert structure["type"] == "siteSpaces"
    shown = [(each["id"], each["default"], each["urls"]["published"]) for each in structure["structure"]]
    assert shown == [
        ("sitespace_help_start", True, "https://help.larkfield.example"),
        ("sitespace_help_guide", False, "https://help.larkfield.example/guide"),
        ("sitespace_help_releases", False, "https://help.larkfield.example/news"),
    ]


def test_a_space_tells_what_the_caller_may_do_with_it(alice: ApiUser, bob: ApiUser, charlie: ApiUser) -> None:
    def permissions(person: ApiUser) -> dict[str, bool]:
        (item,) = person.asks(GET_PUBLISHED, LARKFIELD, "site_preview").json["structure"]["structure"]
        allowed: dict[str, bool] = item["space"]["permissions"]
        return allowed

    assert {name for name, may in permissions(charlie).items() if may} == {"view", "access"}
    assert {name for name, may in permissions(bob).items() if may} == {"view", "access", "comment", "edit"}
    assert all(permissions(alice).values())


def test_the_look_is_its_own_or_the_common_one(alice: ApiUser) -> None:
    docs = alice.asks(GET_PUBLISHED, LARKFIELD, "site_docs").json["customizations"]["site"]
    assert (docs["title"], docs["styling"]["theme"], docs["styling"]["font"]) == (
        "Larkfield Docs",
        "bold",
        "SourceSansPro",
    )
    alice.asks(UPDATE_SITE, LARKFIELD, "site_help", body={"title": "Help"})
    common = alice.asks(GET_PUBLISHED, LARKFIELD, "site_help").json["customizations"]["site"]
    assert (common["title"], common["styling"]["theme"], common["internationalization"]) == (
        "Help",
        "clean",
        {"locale": "en"},
    )


def test_the_key_of_an_active_share_link_opens_the_addresses(alice: ApiUser) -> None:
    published = alice.asks(GET_PUBLISHED, LARKFIELD, "site_partners", shareKey=KEY).json
    address = published["site"]["urls"]["published"]
    assert address.endswith(f"/published/{LARKFIELD}/partners/{KEY}")
    assert published["structure"]["structure"][0]["urls"] == {"published": address}

    open_to_all = alice.asks(GET_PUBLISHED, LARKFIELD, "site_help").json
    assert alice.asks(GET_PUBLISHED, LARKFIELD, "site_help", shareKey=KEY).json == open_to_all


@for_each("query", [{}, {"shareKey": ""}, {"shareKey": "x"}, {"shareKey": "fair-x8d4w1zn"}])
def test_no_other_key_does(alice: ApiUser, query: dict[str, str]) -> None:
    published = alice.asks(GET_PUBLISHED, LARKFIELD, "site_partners", **query).json
    assert "published" not in published["site"]["urls"]
    assert published["structure"]["structure"][0]["urls"] == {}
