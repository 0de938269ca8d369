"""Settings that are dangerous: the review asks for all consents together, and shows lists as what changes in them."""

from tests.blueprints.start_over import start_over
from tests.blueprints.test_settings import SETTINGS, saved
from tests.faults import faults
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, DANA, RunningService
from web.forms.word_list import MINUS


def test_a_domain_of_everybody_wants_the_words_and_one_of_others_a_tick(alice: Pages, service: RunningService) -> None:
    alice.get(SETTINGS)
    alice.submit(f"{SETTINGS}/access", emailDomains="larkfield.example gmail.com")
    assert "Anyone can get an address at “gmail.com”." in alice.shown.main
    refused = alice.confirm(f"{SETTINGS}/access", understood="I do")
    assert (refused.status, refused.h1, refused.value("understood")) == (422, "Review your changes", "I do")
    assert refused.error_at("understood").startswith("Anyone can get an address at “gmail.com”.")
    alice.confirm(f"{SETTINGS}/access", understood=" I  understand")
    assert saved(service)["emailDomains"] == ["larkfield.example", "gmail.com"]
    start_over(alice, service)
    ask(service, DANA, "PATCH", "/v1/orgs/org_orchard", {"emailDomains": ["larkfield-air.example"]})
    alice.get(SETTINGS)
    shown = alice.submit(f"{SETTINGS}/access", emailDomains="larkfield-air.example")
    assert "“larkfield-air.example” already belongs to Orchard Street Clinic." in shown.main
    assert alice.confirm(f"{SETTINGS}/access").status == 422
    alice.confirm(f"{SETTINGS}/access", sure=True)
    assert saved(service)["emailDomains"] == ["larkfield-air.example"]


def test_full_administration_for_all_who_join_wants_the_name(alice: Pages, service: RunningService) -> None:
    alice.get(SETTINGS)
    shown = alice.submit(f"{SETTINGS}/access", defaultRole="admin")
    assert (shown.status, shown.problems, saved(service)["defaultRole"]) == (200, [], "read")
    assert "Type the organization's name, “Larkfield Freight”, to confirm." in shown.main
    assert alice.confirm(f"{SETTINGS}/access", admin_confirm="larkfield").status == 422
    assert saved(service)["defaultRole"] == "read"
    assert alice.confirm(f"{SETTINGS}/access", admin_confirm="Larkfield Freight").status == 200
    assert saved(service)["defaultRole"] == "admin"


def test_all_that_is_dangerous_is_confirmed_in_one_review(alice: Pages, service: RunningService) -> None:
    ask(service, DANA, "PATCH", "/v1/orgs/org_orchard", {"emailDomains": ["air.example"]})
    alice.get(SETTINGS)
    typed = {"emailDomains": "larkfield.example gmail.com air.example", "defaultRole": "admin"}
    shown = alice.submit(f"{SETTINGS}/access", typed)
    assert (shown.h1, shown.value("understood"), shown.value("sure")) == ("Review your changes", "", False)
    refused = alice.confirm(f"{SETTINGS}/access", understood="I understand", reason="The merger")
    assert len(refused.problems) == 2
    assert refused.value("reason") == "The merger"
    done = alice.confirm(f"{SETTINGS}/access", sure=True, admin_confirm="Larkfield Freight")
    assert done.toasts[0] == "Access: saved."
    assert saved(service)["emailDomains"] == ["larkfield.example", "gmail.com", "air.example"]


def test_the_reason_stays_where_a_colleague_was_faster(alice: Pages, service: RunningService) -> None:
    alice.get(SETTINGS)
    alice.submit(f"{SETTINGS}/profile", press="Review first", title="Larkfield Air")
    ask(service, ALICE, "PATCH", "/v1/orgs/org_larkfield", {"title": "Larkfield Rail"})
    asking = alice.confirm(f"{SETTINGS}/profile", reason="The merger")
    assert "Reason for the journal: “The merger”" in asking.main
    alice.submit(f"{SETTINGS}/profile", {"title-whose": "mine"})
    assert saved(service)["title"] == "Larkfield Air"
    assert alice.get("/orgs/org_larkfield/journal/1").facts["Why"] == "The merger"


def test_the_reason_is_kept_with_what_could_not_be_saved(distant: Pages, wire: Wire) -> None:
    distant.get(SETTINGS)
    distant.submit(f"{SETTINGS}/profile", press="Review first", title="Larkfield Air")
    wire.faults.update(GET=faults.close, PATCH=faults.close)
    distant.confirm(f"{SETTINGS}/profile", reason="The merger")
    wire.faults.clear()
    distant.get(SETTINGS)
    page = distant.submit(f"{SETTINGS}/profile", press="Show what I typed")
    assert page.value("title") == "Larkfield Air"
    assert "Reason for the journal: “The merger”" in page.main


def test_of_a_list_the_review_and_the_journal_show_what_was_added_and_removed(alice: Pages) -> None:
    alice.get(SETTINGS)
    typed = "larkfield.example\nair.example"
    shown = alice.submit(f"{SETTINGS}/access", press="Review first", emailDomains=typed)
    change = f"+ “air.example” {MINUS} “drivers.larkfield.example”"
    assert shown.rows == [["E-mail domains", "“larkfield.example”, “drivers.larkfield.example”", change]]
    alice.confirm(f"{SETTINGS}/access")
    assert alice.get("/orgs/org_larkfield/journal/1").rows[0][2] == change
    undo = alice.get("/orgs/org_larkfield/journal/1/undo").rows[0][2]
    assert undo == f"+ “drivers.larkfield.example” {MINUS} “air.example”"
