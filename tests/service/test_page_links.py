"""The links of a page: what they lead to, whether it is there, and where they stand."""

from typing import Any

from contract.authoring.content import LIST_PAGE_LINKS
from service.content.files import Attachment
from service.storage.database import ServiceDatabase
from tests.loops import for_each
from tests.service.content_cases import GUIDE, RATES
from tests.service.person import Person
from tests.service.written_space import WRITTEN, write_space
from tests.world import RunningService

TARGET = "## Some *words*\n\n# Other & more\n"


def link(person: Person, database: ServiceDatabase, written: str) -> dict[str, Any]:
    """What is said of the only link in a text."""
    write_space(database, {"Here": written, "There": TARGET}, [Attachment("a b.png", b"", "file_written")])
    said = person.asks(LIST_PAGE_LINKS, WRITTEN, "Here").json
    assert said["stats"]["total"] == said["count"] == 1
    item: dict[str, Any] = said["items"][0]
    assert item["relation"] == "reference"
    return item


@for_each(
    "address, page, anchor",
    [
        ("there.md", "There", None),
        ("there", "There", None),
        ("./there/", "There", None),
        ("../there.md?x=1", "There", None),
        ("/there", "There", None),
        ("there.md#some-words", "There", "some-words"),
        ("there#other-more", "There", "other-more"),
        ("#here", "Here", "here"),
        ("/", "Here", None),
        ("README.md", "Here", None),
    ],
)
def test_a_link_to_a_page_is_ok(
    world: RunningService, alice: Person, database: ServiceDatabase, address: str, page: str, anchor: str | None
) -> None:
    world.reset()
    said = link(alice, database, f"# Here\n\n[x]({address})")
    target = said["targetReference"]
    assert (said["status"], target["kind"], target["page"]["id"]) == ("ok", "page", page)
    assert target.get("internalLocation") == (anchor and {"type": "anchor", "anchor": anchor})


@for_each(
    "written",
    [
        "[x](files/a%20b.png)",
        "![x](/files/a%20b.png)",
        "![x](<../files/a b.png>)",
        '<a href="files/a%20b.png">x</a>',
        '<figure><img src="files/a b.png" alt=""></figure>',
    ],
)
def test_a_link_to_a_file_is_ok(world: RunningService, alice: Person, database: ServiceDatabase, written: str) -> None:
    world.reset()
    said = link(alice, database, written)
    assert (said["status"], said["targetReference"]["kind"]) == ("ok", "file")
    assert said["targetReference"]["file"]["id"] == "file_written"


@for_each("address", ["https://a.example/b", "mailto:a@b.example", "//a.example", "https://a.example/o/x"])
def test_a_link_elsewhere_is_ok(world: RunningService, alice: Person, database: ServiceDatabase, address: str) -> None:
    world.reset()
    said = link(alice, database, f"[x]({address})")
    assert (said["status"], said["targetReference"]) == ("ok", {"kind": "url", "url": address})


@for_each("address", ["gone.md", "files/c.png", "there/below", "/o/org_orchard/s/space_visits"])
def test_a_link_to_what_is_not_there_is_broken(
    world: RunningService, alice: Person, database: ServiceDatabase, address: str
) -> None:
    world.reset()
    said = link(alice, database, f"[x]({address})")
    assert (said["status"], said["targetReference"]) == ("broken", {"kind": "url", "url": address})


def test_a_section_that_is_not_there_is_broken(alice: Person, database: ServiceDatabase) -> None:
    said = link(alice, database, "[x](there#gone)")
    target = said["targetReference"]
    assert (said["status"], target["page"]["id"]) == ("broken", "There")
    assert target["internalLocation"] == {"type": "anchor", "anchor": "gone"}


@for_each("base", ["", "http://127.0.0.1:5001", "https://app.example"])
@for_each(
    "path, kind, page",
    [
        ("/o/org_larkfield/s/space_guide/rates#what-is-not", "page", RATES),
        ("/o/org_larkfield/s/space_guide", "space", None),
        ("/o/org_larkfield/s/space_guide/gone", "space", None),
        ("/o/org_larkfield/s/space_gone", "url", None),
        ("/o/org_larkfield/settings", "url", None),
    ],
)
def test_a_link_into_the_app_says_so(
    world: RunningService, alice: Person, database: ServiceDatabase, base: str, path: str, kind: str, page: str | None
) -> None:
    world.reset()
    said = link(alice, database, f"[x]({base}{path})")
    target = said["targetReference"]
    assert (said["status"], target["kind"]) == ("in-app", kind)
    assert target.get("space", {}).get("id") == (None if kind == "url" else GUIDE)
    assert target.get("page", {}).get("id") == page


def test_an_address_is_told_once_with_each_of_its_places(alice: Person, database: ServiceDatabase) -> None:
    said = link(
        alice,
        database,
        "[a](there)\n\n# One\n\n| [b](there) |\n|-|\n\n# Two\n\n> # x\n\n[c][d] ![](there)\n\n[d]: there",
    )
    places = [place.get("internalLocation") for place in said["locationReferences"]]
    assert places == [None, {"type": "anchor", "anchor": "one"}, {"type": "anchor", "anchor": "two"}]
    assert {place["page"]["id"] for place in said["locationReferences"]} == {"Here"}


def test_what_only_looks_like_a_link_is_none(alice: Person, database: ServiceDatabase) -> None:
    write_space(database, {"Here": "`[x](y)`\n\n```\n[x](y)\n```\n\n\\[x](y) [x] <b>\n\n[x](javascript:alert(1))"})
    said = alice.asks(LIST_PAGE_LINKS, WRITTEN, "Here").json
    assert said == {"items": [], "count": 0, "stats": {"total": 0, "broken": {"total": 0}}}


def test_figures_are_of_all_links_whatever_is_asked_for(charlie: Person) -> None:
    whole = charlie.asks(LIST_PAGE_LINKS, GUIDE, RATES).json
    assert whole["stats"] == {"total": 2, "broken": {"total": 1}}
    for status in ("ok", "broken", "in-app"):
        narrowed = charlie.asks(LIST_PAGE_LINKS, GUIDE, RATES, status=status).json
        assert narrowed["items"] == [item for item in whole["items"] if item["status"] == status]
        assert narrowed["stats"] == whole["stats"]
