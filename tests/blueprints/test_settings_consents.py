"""Settings that are dangerous, and what the settings tell besides what is set."""

from masthead.web.forms.word_list import MINUS
from tests.asked import Log
from tests.blueprints.start_over import start_over
from tests.blueprints.test_settings import saved
from tests.faults import faults
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.pages import Pages
from tests.records import ask, forget_landing_site
from tests.wire import Wire
from tests.world import ALICE, DANA, RunningService


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


ORG = "/orgs/org_larkfield"
SETTINGS = f"{ORG}/settings"
PROFILE, CONTENT = f"{SETTINGS}/profile", f"{SETTINGS}/content"
API = "/v1/orgs/org_larkfield"
MISSING_SITE = "The site of the landing content is missing"


def history(alice: Pages) -> list[str]:
    """The changes that the settings tell."""
    part = alice.get(SETTINGS).document.by_id["history"]
    return [text_of(each) for each in part.iter("li")]


def test_the_newest_five_changes_of_the_settings_are_told(alice: Pages) -> None:
    for number in range(6):
        alice.get(SETTINGS)
        alice.submit(PROFILE, title=f"Larkfield {number}")
    alice.get(f"{ORG}/sites/site_docs/edit")
    alice.submit(f"{ORG}/sites/site_docs/edit", title="No setting")
    told = history(alice)
    assert len(told) == 5
    assert all(each.startswith("Change Larkfield") and each.endswith("Saved") for each in told)
    (leads_to,) = [each for each in alice.shown.document.all("a") if "object=org_larkfield" in each.get("href", "")]
    assert text_of(leads_to).strip() == "View all changes to these settings"


def test_whoever_administers_nothing_sees_their_own_alone(alice: Pages, bob: Pages) -> None:
    alice.get(SETTINGS)
    alice.submit(PROFILE, title="Larkfield Air")
    assert history(bob) == []
    assert "Only administrators see everybody's changes." in bob.shown.main


def test_invite_links_that_were_opened_are_remembered_for_this_person_until_one_is_deleted(
    alice: Pages, bob: Pages
) -> None:
    assert "Invite links that you opened" not in alice.get(SETTINGS).main
    alice.get(f"{ORG}/invites/inv_welcome")
    shown = alice.get(SETTINGS)
    assert shown.links["inv_welcome"] == f"{ORG}/invites/inv_welcome"
    assert "Commenter, seen" in shown.main
    assert "Invite links that you opened" not in bob.get(SETTINGS).main
    alice.get(f"{ORG}/invites/inv_welcome/delete")
    alice.submit(f"{ORG}/invites/inv_welcome/delete", confirm="inv_welcome")
    assert "inv_welcome" not in alice.get(SETTINGS).main.replace("Delete the invite link inv_welcome", "")


def test_a_landing_site_that_is_gone_is_told_on_the_page_and_at_the_field(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    forget_landing_site(service, "org_larkfield")
    shown = alice.get(SETTINGS)
    assert shown.notes[0].startswith(MISSING_SITE)
    assert shown.value("defaultContent") == ["site_gone"]
    shown = alice.submit(CONTENT, defaultContent="")
    assert (shown.status, shown.notes) == (200, [])
    start_over(alice, service)
    asked.clear()
    alice.get(SETTINGS)
    form = alice.shown
    ask(service, ALICE, "DELETE", f"{API}/sites/site_help")
    asked.clear()
    alice.page = form
    shown = alice.submit(CONTENT, defaultContent="site_help")
    assert (shown.status, asked.writes) == (422, [])
    assert shown.error_at("defaultContent").startswith("This organization has no site with this id")


def test_what_is_typed_otherwise_than_it_is_saved_is_told(alice: Pages, service: RunningService) -> None:
    alice.get(SETTINGS)
    shown = alice.save(PROFILE, hostname="Larkfield-Air")
    assert "Hostnames have no capital letters: “Larkfield-Air” becomes “larkfield-air”." in shown.toasts
    start_over(alice, service)
    alice.get(SETTINGS)
    shown = alice.submit(PROFILE, title="x", hostname="larkfield-air")
    until_now = [text_of(each) for each in shown.document.all("p") if each.get("data-until-now") == ""]
    assert until_now == ["Before your change: “Larkfield Freight”", "Before your change: “larkfield”"]
    start_over(alice, service)
    alice.get(SETTINGS)
    alice.submit(PROFILE, {"logo-is": "text"}, logo="https://larkfield.example/logo.svg")
    shown = alice.get(SETTINGS)
    assert shown.links["Open the current picture opens in a new tab"] == "https://larkfield.example/logo.svg"
    assert list(shown.document.all("img")) == []


def test_domains_that_could_not_be_looked_up_are_told_before_and_after(distant: Pages, wire: Wire) -> None:
    wire.faults["GET"] = faults.at("/**/email-domains/**", faults.refusal(500))
    distant.get(SETTINGS)
    shown = distant.submit(f"{SETTINGS}/access", press="Review first", emailDomains="larkfield-air.example")
    told = "Masthead couldn't check whether another organization has larkfield-air.example."
    assert told in shown.main
    assert told in distant.confirm(f"{SETTINGS}/access").toasts


def test_a_service_that_asks_to_wait_is_waited_for(distant: Pages, wire: Wire) -> None:
    distant.get(SETTINGS)
    wire.faults["PATCH"] = faults.refusal(429, retry_after=7)
    shown = distant.submit(PROFILE, title="Larkfield Air")
    assert (shown.status, wire.seen["PATCH"]) == (429, 1)
    assert shown.problems == ["The API asks Masthead to slow down. Nothing was changed. Try again in 7 seconds."]
    assert [each.get("data-wait") for each in shown.forms_to(PROFILE)] == ["7"]
    wire.faults.clear()
    assert distant.submit(PROFILE, press="Save profile").toasts == ["Profile: saved."]


@for_each("answered, outcome", [({}, "not-saved"), ({"title": "LARK"}, "saved")])
def test_what_the_service_did_not_take_as_it_was_sent_is_named(
    distant: Pages, wire: Wire, service: RunningService, answered: dict[str, str], outcome: str
) -> None:
    start_over(distant, service)
    wire.faults.clear()
    wire.seen.clear()
    distant.get(SETTINGS)
    now = ask(service, ALICE, "GET", "/v1/orgs/org_larkfield").get_json()
    wire.faults["PATCH"] = faults.says(now | answered)
    written = faults.at("/v1/orgs/org_larkfield", faults.says(now | answered))
    wire.faults["GET"] = lambda talk: written(talk) if wire.seen.get("PATCH") else talk.pass_on()
    shown = distant.submit(f"{SETTINGS}/profile", title="Lark")
    assert shown.toasts == ["Larkfield Freight: the API accepted this, but reports another value for name."]
    assert outcome in {each.attrib["data-outcome"] for each in shown.document.with_attribute("data-outcome")}
