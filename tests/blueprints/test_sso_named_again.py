"""An identity provider of a label that a colleague used since: no second one is created, and it is told as theirs."""

from flask import Flask

from tests.asked import Log
from tests.blueprints.start_over import start_over
from tests.faults import faults
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.providers import API, AUDITORS, ORG, SSO
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService


def delete(pages: Pages) -> None:
    pages.get(f"{AUDITORS}/delete")
    pages.submit(f"{AUDITORS}/delete", confirm="Auditors")


def labels(service: RunningService) -> list[str]:
    return [each["label"] for each in ask(service, ALICE, "GET", API).get_json()["items"]]


@for_each("by_message", [True, False])
def test_undo_of_a_deletion_makes_no_second_one(
    alice: Pages, service: RunningService, asked: Log, *, by_message: bool
) -> None:
    start_over(alice, service)
    asked.clear()
    delete(alice)
    page = alice.shown if by_message else alice.get(f"{ORG}/journal/1/undo")
    ask(service, ALICE, "POST", API, {"label": "Auditors"})
    asked.clear()
    alice.page = page
    shown = alice.submit(f"{ORG}/journal/1/undo")
    assert "There is another one called Auditors now, so Masthead doesn't create it again." in shown.main
    assert (shown.status, asked.writes, labels(service).count("Auditors")) == (409, [], 1)


def test_one_that_a_colleague_created_is_told_as_theirs(distant: Pages, wire: Wire, portal: Flask) -> None:
    colleague = Pages(distant.app).sign_in("demo-lena")
    assert portal is not distant.app
    distant.get(f"{SSO}/new")
    wire.faults["POST"] = faults.reset
    distant.submit(f"{SSO}/new", label="Night desk", press="Create provider")
    wire.faults.clear()
    colleague.get(f"{SSO}/new")
    assert colleague.submit(f"{SSO}/new", label="Night desk", press="Create provider").path.endswith("/service")
    distant.get(f"{ORG}/journal/1")
    shown = distant.submit(f"{ORG}/journal/1/check")
    assert "There is no such" not in shown.main
    assert "This did not create it. Another change" in shown.main
