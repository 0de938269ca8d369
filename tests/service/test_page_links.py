"""The links of a page: what they lead to, whether it is there, and where they stand."""

from typing import Any

from contract.authoring.content import LIST_PAGE_LINKS
from service.content.files import Attachment
from service.storage.database import ServiceDatabase
from tests.loops import for_each
from tests.service.api_user import ApiUser
from tests.service.content_cases import GUIDE, RATES
from tests.service.space_builder import WRITTEN, write_space
from tests.world import RunningService

TARGET = "## Some *words*\n\n# Other & more\n"


def link(person: ApiUser, database: ServiceDatabase, written: str) -> dict[str, Any]:
    """What is said of the only link in a text."""
    write_space(database, {"Here": written, "There": TARGET}, [Attachment("a b.png", b"", "file_written")])
    said = person.asks(LIST_PAGE_LINKS, WRITTEN, "Here").json
    assert said["stats"]["total"] == said["count"] == 1
    item: dict[str, Any] = said["items"][0]
    assert item["relation"] == "reference"
    return item


def kept(said: dict[str, Any]) -> tuple[str, str | None, str | None]:
    """The kind of what it leads to, the id of that, and the part of it."""
    target = said["targetReference"]
    led_to = target.get("page") or target.get("file") or target.get("space") or {"id": target.get("url")}
    return target["kind"], led_to["id"], target.get("internalLocation", {}).get("anchor")


OK = {
    **dict.fromkeys(("there.md", "there", "./there/", "../there.md?x=1", "/there"), ("page", "There", None)),
    "there.md#some-words": ("page", "There", "some-words"),
    "there#other-more": ("page", "There", "other-more"),
    "#here": ("page", "Here", "here"),
    **dict.fromkeys(("/", "README.md"), ("page", "Here", None)),
    **dict.fromkeys(("files/a%20b.png", "/files/a%20b.png", "<../files/a b.png>"), ("file", "file_written", None)),
    **{
        address: ("url", address, None)
        for address in ("https://a.example/b", "mailto:a@b.example", "//a.example", "https://a.example/o/x")
    },
}
BROKEN = {
    "there#gone": ("page", "There", "gone"),
    **{
        address: ("url", address, None)
        for address in ("gone.md", "files/c.png", "there/below", "/o/org_orchard/s/space_visits")
    },
}
INTO_THE_APP = {
    f"{base}/o/org_larkfield/{path}": (kind, led_to or f"{base}/o/org_larkfield/{path}", anchor)
    for base in ("", "http://127.0.0.1:5001", "https://app.example")
    for path, kind, led_to, anchor in (
        ("s/space_guide/rates#what-is-not", "page", RATES, "what-is-not"),
        ("s/space_guide", "space", GUIDE, None),
        ("s/space_guide/gone", "space", GUIDE, None),
        ("s/space_gone", "url", None, None),
        ("settings", "url", None, None),
    )
}
LINKS = [
    (address, status, expected)
    for status, found in (("ok", OK), ("broken", BROKEN), ("in-app", INTO_THE_APP))
    for address, expected in found.items()
]


@for_each("address, status, expected", LINKS)
def test_a_link_leads_to_what_is_there_or_is_broken(
    world: RunningService,
    alice: ApiUser,
    database: ServiceDatabase,
    address: str,
    status: str,
    expected: tuple[str, str | None, str | None],
) -> None:
    world.reset()
    said = link(alice, database, f"# Here\n\n[x]({address})")
    assert (said["status"], kept(said)) == (status, expected)


@for_each("written", ['<a href="files/a%20b.png">x</a>', '<figure><img src="files/a b.png" alt=""></figure>'])
def test_a_link_in_html_is_one_too(
    world: RunningService, alice: ApiUser, database: ServiceDatabase, written: str
) -> None:
    world.reset()
    assert kept(link(alice, database, written)) == ("file", "file_written", None)


def test_an_address_is_told_once_with_each_of_its_places(alice: ApiUser, database: ServiceDatabase) -> None:
    said = link(
        alice,
        database,
        "[a](there)\n\n# One\n\n| [b](there) |\n|-|\n\n# Two\n\n> # x\n\n[c][d] ![](there)\n\n[d]: there",
    )
    places = [place.get("internalLocation") for place in said["locationReferences"]]
    assert places == [None, {"type": "anchor", "anchor": "one"}, {"type": "anchor", "anchor": "two"}]
    assert {place["page"]["id"] for place in said["locationReferences"]} == {"Here"}


def test_what_only_looks_like_a_link_is_none(alice: ApiUser, database: ServiceDatabase) -> None:
    write_space(database, {"Here": "`[x](y)`\n\n```\n[x](y)\n```\n\n\\[x](y) [x] <b>\n\n[x](javascript:alert(1))"})
    said = alice.asks(LIST_PAGE_LINKS, WRITTEN, "Here").json
    assert said == {"items": [], "count": 0, "stats": {"total": 0, "broken": {"total": 0}}}


def test_figures_are_of_all_links_whatever_is_asked_for(charlie: ApiUser) -> None:
    whole = charlie.asks(LIST_PAGE_LINKS, GUIDE, RATES).json
    assert whole["stats"] == {"total": 2, "broken": {"total": 1}}
    for status in ("ok", "broken", "in-app"):
        narrowed = charlie.asks(LIST_PAGE_LINKS, GUIDE, RATES, status=status).json
        assert narrowed["items"] == [item for item in whole["items"] if item["status"] == status]
        assert narrowed["stats"] == whole["stats"]
