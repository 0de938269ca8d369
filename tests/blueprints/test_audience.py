"""Imagined visitors, and which spaces of a site each of them sees."""

import csv
import io

from flask import Flask

from masthead.store.notes import MAX_VISITORS, Visitor
from masthead.web.person.locale import today
from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import add_site_spaces, ask
from tests.world import ALICE, DANA, RunningService

SITES = "/orgs/org_larkfield/sites"
DOCS = f"{SITES}/site_docs/audience"
NEW = f"{DOCS}/visitors/new"
API = "/v1/orgs/org_larkfield/sites/site_docs"
CARRIER, EMPLOYEE = "visitor.claims.isCarrier", "visitor.claims.unsigned.isEmployee"


def put(service: RunningService, condition: str, space: str) -> None:
    path = f"{API}/site-spaces/sitespace_docs_{space}"
    assert ask(service, ALICE, "PATCH", path, {"condition": condition}).status_code == 200


def imagine(portal: Flask, *visitors: Visitor, organization: str = "org_larkfield") -> None:
    for visitor in visitors:
        get_portal(portal).store.visitors.save(organization, visitor, "somebody")


def test_without_a_visitor_it_says_what_somebody_without_claims_sees(alice: Pages, charlie: Pages) -> None:
    shown = alice.get(DOCS)
    assert "Somebody without claims built in" in shown.main
    assert [row[1] for row in shown.rows] == ["Hidden its section: the visitor has no unsigned.isEmployee"]
    assert shown.links["New visitor"] == NEW
    assert "Your role doesn't let you add visitors" in charlie.get(DOCS).main
    new = alice.get(NEW).main
    assert new.index("unsigned.isEmployee Works at Larkfield") < new.index("This visitor has no other claims.")


def test_a_visitor_is_imagined_and_the_table_says_what_they_see(alice: Pages, service: RunningService) -> None:
    put(service, CARRIER, "guide")
    put(service, "f(x)", "api")
    alice.get(NEW)
    for name, value in (("Carrier", "true"), ("Guest", "false")):
        shown = alice.get(NEW)
        assert [each.get("name") for each in shown.document.with_attribute("name", "value")] == ["value", "value"]
        pairs = [("name", name), ("claim", CARRIER), ("value", value), ("claim", EMPLOYEE), ("value", "")]
        alice.post(NEW, pairs)
        assert alice.shown.toasts == [f"{name} was saved."]
    assert [row[2:] for row in alice.get(f"{DOCS}?show=all").rows] == [
        ["Shown no condition", "Shown no condition"],
        ["Shown isCarrier is true", "Hidden isCarrier is false"],
        ["Shown no condition", "Shown no condition"],
        ["Not known its section: unsigned.isEmployee isn't entered for this visitor"] * 2,
        ["Not known Masthead can't read the condition"] * 2,
        ["Shown no condition", "Shown no condition"],
    ]


def test_a_condition_is_tried_on_them_before_it_is_saved(alice: Pages, portal: Flask) -> None:
    imagine(portal, Visitor("Carrier", {("isCarrier",): True}))
    shown = alice.get(f"{SITES}/site_docs/conditions/sitespace_docs_guide?condition={CARRIER}").main
    assert "Who would see it Hidden Somebody without claims the visitor has no isCarrier" in shown
    assert "Shown Carrier isCarrier is true" in shown


def test_the_structure_tries_it_where_its_draft_has_the_space(alice: Pages, portal: Flask) -> None:
    imagine(portal, Visitor("Carrier", {("isCarrier",): True}))
    structure = f"{SITES}/site_docs/structure"
    alice.get(f"{structure}/move?item=sitespace_docs_partners")
    alice.submit(structure, {"to": "section:section_warehouse", "position": "1"}, press="Move space")
    alice.get(f"{structure}/add")
    alice.submit(structure, {"space-other": "space_handbook", "section": "section_warehouse"}, press="Add space")
    for item in ("sitespace_docs_partners", "new-1"):
        (field,) = alice.get(f"{structure}/item/{item}").document.with_attribute("name", "condition")
        tried = alice.swap(f"{field.get('hx-get')}&condition={CARRIER}", "conditions-look").html
        assert "the visitor has no isCarrier" in tried
        assert "its section: unsigned.isEmployee isn" in tried


def test_spaces_that_every_visitor_sees_take_one_line_together(
    alice: Pages, portal: Flask, service: RunningService
) -> None:
    imagine(portal, Visitor("Carrier", {("isCarrier",): True}))
    put(service, CARRIER, "guide")
    shown = alice.get(DOCS)
    assert [row[0].split(" visitor")[0] for row in shown.rows] == [
        "Shipping guide",
        "Warehouse operations in Warehouse",
    ]
    assert "4 spaces that every visitor of the site sees Get started Get started · /" in shown.main


def test_a_visitor_is_changed_and_deleted(alice: Pages, portal: Flask) -> None:
    imagine(portal, Visitor("Carrier", {("isCarrier",): True, ("elsewhere",): "x"}))
    address = next(to for name, to in alice.get(DOCS).links.items() if name == "Carrier")
    shown = alice.get(address)
    assert (shown.value("name"), shown.value("value"), shown.value("whole")) == ("Carrier", ["true"], False)
    assert "Claims of other sites: elsewhere is x. Saving keeps them." in shown.main
    alice.submit(address, name="Driver", whole=True)
    (kept,) = get_portal(portal).store.visitors.of_organization("org_larkfield")
    assert (kept.name, kept.whole, kept.claims["elsewhere",], kept.claims["isCarrier",]) == ("Driver", True, "x", True)
    alice.get(address)
    assert alice.submit(f"{address}/delete").toasts == ["The visitor was deleted."]
    assert alice.get(address).status == 404


@for_each(
    "pairs, message",
    [
        ([("name", " ")], "Enter a name of up to 60 characters."),
        ([("name", "Guest")], "Another visitor has this name. Enter a different name."),
        ([("name", "A"), ("claim", CARRIER), ("value", "maybe")], "isCarrier: Select true or false."),
    ],
)
def test_what_cannot_be_kept_is_told_and_not_lost(
    alice: Pages, portal: Flask, pairs: list[tuple[str, str]], message: str
) -> None:
    if not get_portal(portal).store.visitors.of_organization("org_larkfield"):
        imagine(portal, Visitor("Guest"))
    alice.get(NEW)
    shown = alice.post(NEW, pairs)
    assert (shown.status in {409, 422}, shown.problems) == (True, [message])
    assert shown.value("name") == pairs[0][1].strip()


def test_claims_of_other_kinds(alice: Pages, portal: Flask) -> None:
    """The service of the demo world takes true and false alone, so a visitor is read as another one would have it."""
    imagine(portal, Visitor("Buyer", {("plan",): "pro", ("seats",): 2.5}))
    address = alice.get(DOCS).links["Buyer"]
    assert "plan is pro, seats is 2.5" in alice.get(address).main


def test_there_is_an_end(alice: Pages, portal: Flask) -> None:
    imagine(portal, *(Visitor(f"V{number:02}") for number in range(MAX_VISITORS)))
    alice.get(NEW)
    assert alice.post(NEW, {"name": "More"}).problems == ["Visitor limit reached. Delete a visitor first."]
    shown = alice.get(DOCS)
    assert len(shown.rows[0]) == 7
    assert alice.submit(DOCS, visitor="39").rows == [
        ["Warehouse operations in Warehouse visitor.claims.unsigned.isEmployee", *[shown.rows[0][2]] * 2]
    ]


def test_many_spaces_are_a_hundred_a_page(alice: Pages, portal: Flask, service: RunningService) -> None:
    imagine(portal, Visitor("Carrier", {("isCarrier",): True}))
    add_site_spaces(service, "site_docs", "space_guide", [CARRIER] * 200)
    shown = alice.get(DOCS)
    assert len(shown.rows) == 100
    assert len(alice.get(f"{DOCS}?page=3").rows) == 1
    assert len(alice.get(f"{DOCS}?page=3&show=all").rows) == 6
    alice.get(DOCS)
    part = alice.swap(shown.links["Next page"], "audience-rows")
    assert part.html.count("isCarrier is true") == 100


def test_spaces_come_in_the_order_in_which_readers_meet_them(alice: Pages, service: RunningService) -> None:
    first = {"position": {"before": {"type": "site-section", "id": "section_start"}}}
    moved = ask(service, ALICE, "POST", f"{API}/section-groups/group_developers/move", first)
    assert moved.status_code == 200
    shown = [row[0] for row in alice.get(f"{DOCS}?show=all").rows]
    assert shown[0].startswith("API reference")
    rows = list(csv.reader(io.StringIO(alice.get(f"{DOCS}/export.csv").html)))[1:]
    assert [name.startswith(row[0]) for name, row in zip(shown, rows, strict=True)] == [True] * len(shown)


def test_the_table_as_a_file(alice: Pages, portal: Flask, service: RunningService) -> None:
    imagine(portal, Visitor("=Carrier", {("isCarrier",): True}), Visitor("Guest", whole=True))
    put(service, CARRIER, "guide")
    name = f"audience-site_docs-Larkfield-Freight-{today().isoformat()}.csv"
    answer = alice.get(f"{DOCS}/export.csv")
    rows = list(csv.reader(io.StringIO(answer.html)))
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}"'
    assert rows[0] == ["space", "path", "section", "condition", "visitor", "outcome", "reason"]
    assert len(rows) == 1 + 6 * 3
    assert rows[4][4:] == ["Somebody without claims", "hidden", "the visitor has no isCarrier"]
    assert rows[5] == ["Shipping guide", "guide", "Shipping", CARRIER, "'=Carrier", "shown", "isCarrier is true"]
    assert rows[6][4:] == ["Guest", "hidden", "the visitor has no isCarrier"]


def test_whoever_may_not_looks_only(bob: Pages, charlie: Pages, portal: Flask, asked: Log) -> None:
    imagine(portal, Visitor("Carrier", {("isCarrier",): True}))
    for person in (bob, charlie):
        shown = person.get(DOCS)
        assert "New visitor" not in shown.links
        address = shown.links["Carrier"]
        assert person.get(address).is_closed("name")
        assert person.post(address, {"name": "Mine"}).status == 403
        assert person.post(f"{address}/delete", {}).status == 403
    assert [each.name for each in get_portal(portal).store.visitors.of_organization("org_larkfield")] == ["Carrier"]
    assert asked.writes == []


def test_another_organization_s_visitors_are_not_there(dana: Pages, portal: Flask, service: RunningService) -> None:
    imagine(portal, Visitor("Carrier"))
    (kept,) = get_portal(portal).store.visitors.of_organization("org_larkfield")
    site = ask(service, DANA, "GET", "/v1/orgs/org_orchard/sites").get_json()["items"][0]["id"]
    own = f"/orgs/org_orchard/sites/{site}/audience"
    assert "Carrier" not in dana.get(own).links
    assert dana.get(f"{own}/visitors/{kept.number}").status == 404
    assert dana.get(DOCS).status == 404
    assert dana.post(f"{own}/visitors/{kept.number}/delete", {}).status == 200
    assert len(get_portal(portal).store.visitors.of_organization("org_larkfield")) == 1
