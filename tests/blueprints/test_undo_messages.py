"""What is told after something was undone or redone: what there is again, in a sentence that can be read aloud."""

from tests.blueprints.start_over import start_over
from tests.blueprints.structure_pages import GUIDE, SPACES, with_path
from tests.blueprints.team_pages import CHOSEN, chosen, forget
from tests.blueprints.test_undo_risks import EDIT, JOURNAL, ORG, SETTINGS, said
from tests.faults import faults
from tests.faults.hostile import Talk
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

LINKS = f"{ORG}/sites/site_partners/links"
ROLE = f"{ORG}/spaces/space_guide/access/team_docs"


def test_of_fields_and_several_values(alice: Pages, service: RunningService) -> None:
    alice.get(EDIT)
    alice.submit(EDIT, title="Guide")
    assert "Undo" in alice.shown.buttons
    assert said(alice, 1) == "Undone. The site Larkfield Docs: title back to “Larkfield Docs”."
    assert [each for each in alice.shown.buttons if each in {"Undo", "Redo"}] == ["Redo"]
    assert "#arrow-clockwise" in alice.shown.html.partition("Redo</button>")[0].rpartition("<button")[2]
    assert said(alice, 2) == "Redone. The site Larkfield Docs: title back to “Guide”."
    start_over(alice, service)
    alice.get(SETTINGS)
    alice.save(f"{SETTINGS}/profile", title="Lark", hostname="lark-docs")
    again = said(alice, 1)
    said_first = "Undone. Larkfield Freight: name back to “Larkfield Freight” and default hostname back to “"
    assert again.startswith(said_first)
    start_over(alice, service)
    alice.get(SETTINGS)
    alice.save(f"{SETTINGS}/access", emailDomains="larkfield.example")
    told = "e-mail domains back to “larkfield.example”, “drivers.larkfield.example”."
    assert said(alice, 1) == f"Undone. Larkfield Freight: {told}"
    start_over(alice, service)
    alice.get(EDIT)
    alice.submit(EDIT, title="Undo of “x”")
    said(alice, 1)
    assert said(alice, 2) == "Redone. The site Larkfield Docs: title back to “Undo of ‘x’”."
    start_over(alice, service)
    alice.get(EDIT)
    alice.submit(EDIT, adaptiveContent=False)
    assert said(alice, 1) == "Undone. The site Larkfield Docs: “Adapt content to visitors” turned on again."
    assert said(alice, 2) == "Redone. The site Larkfield Docs: “Adapt content to visitors” turned off again."


def test_of_what_was_created_of_members_and_of_a_role(alice: Pages, service: RunningService) -> None:
    alice.get(LINKS)
    alice.submit(LINKS, name="Auditors")
    assert said(alice, 1) == "Undone. The share link Auditors was deleted."
    assert said(alice, 2) == "Redone. The share link Auditors is there again."
    start_over(alice, service)
    forget(alice)
    chosen(alice, "Remove…", "grace", "kofi")
    alice.submit(CHOSEN, press=alice.shown.h1.rstrip("?"))
    assert said(alice, 1) == "Undone. Grace Tanaka and Kofi Mensah are members of team_docs again."
    assert said(alice, 2) == "Redone. Grace Tanaka and Kofi Mensah are no longer in team_docs."
    start_over(alice, service)
    alice.get(ROLE)
    alice.submit(ROLE, role="review")
    done = "Change the role of Documentation in space_guide: Editor to Reviewer"
    assert said(alice, 1) == f"Undone: {done}."
    assert said(alice, 2) == f"Redone: {done}."


def test_quotes_within_quotes_are_single(distant: Pages, wire: Wire, service: RunningService) -> None:
    with_path(distant, GUIDE, "handbook")
    (as_it_is,) = [each for each in ask(service, ALICE, "GET", SPACES).get_json()["items"] if each["id"] == GUIDE]
    wire.faults["PATCH"] = faults.says(as_it_is)
    told = "Undo of “Set the path of Shipping guide to ‘handbook’”: the change was accepted, but there is another value"
    assert said(distant, 1).startswith(told)


def test_of_an_undo_that_could_not_be_checked(distant: Pages, wire: Wire) -> None:
    distant.get(ROLE)
    distant.submit(ROLE, role="review")
    distant.get(f"{JOURNAL}/1/undo")

    def accept_and_go_away(talk: Talk) -> bool:
        wire.faults["GET"] = faults.refusal(500)
        return wire.pass_on(talk)

    wire.faults["PATCH"] = accept_and_go_away
    distant.submit(f"{JOURNAL}/1/undo", press="Undo")
    undo = "Undo of “Change the role of Documentation in space_guide: Editor to Reviewer”"
    assert f"{undo}: accepted. Mas" in distant.shown.html
