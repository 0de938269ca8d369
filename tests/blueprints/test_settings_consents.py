"""Settings that are dangerous, what the settings tell besides what is set, and who may change them."""

from masthead.web.forms.field_types import MINUS
from tests.asked import Log
from tests.blueprints.start_over import start_over
from tests.blueprints.test_settings import saved
from tests.faults import faults
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.pages import Pages
from tests.records import ask, forget_landing_site, give_role
from tests.wire import Wire
from tests.world import ALICE, DANA, RunningService

ORG = "/orgs/org_larkfield"
SETTINGS = f"{ORG}/settings"
PROFILE, ACCESS, CONTENT = (f"{SETTINGS}/{each}" for each in ("profile", "access", "content"))
API = "/v1/orgs/org_larkfield"
MISSING_SITE = "The site of the landing content is missing"


def test_all_that_is_dangerous_is_confirmed_in_one_review(alice: Pages, service: RunningService) -> None:
    ask(service, DANA, "PATCH", "/v1/orgs/org_orchard", {"emailDomains": ["air.example"]})
    before = saved(service)
    alice.get(SETTINGS)
    typed = {"emailDomains": "larkfield.example gmail.com air.example", "defaultRole": "admin"}
    shown = alice.submit(ACCESS, typed)
    assert (shown.h1, shown.value("understood"), shown.value("sure")) == ("Review your changes", "", False)
    for told in (
        "Anyone can get an address at “gmail.com”.",
        "“air.example” already belongs to Orchard Street Clinic.",
        "Type the organization's name, “Larkfield Freight”, to confirm.",
    ):
        assert told in shown.main
    refused = alice.confirm(ACCESS, understood="I do", admin_confirm="larkfield", reason="The merger")
    assert (refused.status, len(refused.problems)) == (422, 3)
    assert refused.error_at("understood").startswith("Anyone can get an address at “gmail.com”.")
    assert (refused.value("understood"), refused.value("reason")) == ("I do", "The merger")
    assert saved(service) == before
    done = alice.confirm(ACCESS, understood=" I  understand", admin_confirm="Larkfield Freight", sure=True)
    assert done.toasts[0] == "Access: saved."
    after = saved(service)
    assert (after["emailDomains"], after["defaultRole"]) == (["larkfield.example", "gmail.com", "air.example"], "admin")


def test_of_a_list_both_people_keep_what_they_added_and_the_pages_show_that(
    alice: Pages, service: RunningService
) -> None:
    ask(service, ALICE, "PATCH", API, {"emailDomains": ["old.example", "kept.example"]})
    alice.get(SETTINGS)
    ask(service, ALICE, "PATCH", API, {"emailDomains": ["kept.example", "theirs.example"]})
    typed = {"emailDomains": "old.example, kept.example, mine.example"}
    alice.submit(ACCESS, typed, press="Review first")
    shown = alice.confirm(ACCESS)
    assert shown.toasts[0] == "Meanwhile somebody changed other parts of the e-mail domains. That stays."
    assert saved(service)["emailDomains"] == ["kept.example", "mine.example", "theirs.example"]
    alice.submit(ACCESS, press="Review first", emailDomains="kept.example mine.example air.example")
    change = f"+ “air.example” {MINUS} “theirs.example”"
    assert alice.shown.rows == [["E-mail domains", "“kept.example”, “mine.example”, “theirs.example”", change]]
    alice.confirm(ACCESS)
    assert alice.get(f"{ORG}/journal/2").rows[0][2] == change
    assert alice.get(f"{ORG}/journal/2/undo").rows[0][2] == f"+ “theirs.example” {MINUS} “air.example”"


def test_the_reason_stays_where_a_colleague_was_faster(alice: Pages, service: RunningService) -> None:
    alice.get(SETTINGS)
    alice.submit(PROFILE, press="Review first", title="Larkfield Air")
    ask(service, ALICE, "PATCH", "/v1/orgs/org_larkfield", {"title": "Larkfield Rail"})
    asking = alice.confirm(PROFILE, reason="The merger")
    assert "Reason: “The merger”" in asking.main
    alice.submit(PROFILE, {"title-whose": "mine"})
    assert saved(service)["title"] == "Larkfield Air"
    assert alice.get("/orgs/org_larkfield/journal/1").facts["Why"] == "The merger"


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
    alice.submit(f"{ORG}/invites/inv_welcome/delete")
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
    assert shown.error_at("defaultContent").startswith("This organization has no such site")


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


def test_whoever_saves_untouched_what_a_colleague_changed_is_told(
    alice: Pages, bob: Pages, service: RunningService, asked: Log
) -> None:
    give_role(service, "user_bob", "org_larkfield", "admin")
    alice.get(SETTINGS)
    bob.get(SETTINGS)
    bob.submit(PROFILE, title="Lark Bob")
    asked.clear()
    shown = alice.submit(PROFILE)
    assert (shown.status, asked.writes, shown.value("title")) == (200, [], "Lark Bob")
    assert shown.toasts == ["Nothing to save. You changed nothing. Meanwhile Bob changed name to “Lark Bob”."]
    assert alice.submit(PROFILE).toasts == ["Nothing to save. You changed nothing."]


OLD, THEIRS, MINE = (f"https://pics.example/{name}.png" for name in ("old", "theirs", "mine"))


def set_logo(service: RunningService, logo: str | None) -> None:
    ask(service, ALICE, "PATCH", API, {"logo": logo})


@for_each(
    "before, after, theirs, opened",
    [
        (OLD, THEIRS, "another picture", "a picture"),
        (OLD, None, "nothing", "a picture"),
        (None, THEIRS, "a picture", "nothing"),
    ],
)
def test_a_logo_of_somebody_else_is_told_apart_from_none(
    alice: Pages, service: RunningService, before: str | None, after: str | None, theirs: str, opened: str
) -> None:
    set_logo(service, before)
    alice.get(SETTINGS)
    set_logo(service, after)
    choices = f"Keep mine “{MINE}” Take theirs {theirs} When you opened the page {opened}"
    for _ in range(2):  # and where the question is shown again
        shown = alice.submit(f"{SETTINGS}/profile", {"logo-is": "text"}, logo=MINE)
        assert choices in shown.main
        assert ("This value is hidden, so Masthead can't tell whose" in shown.main) == (after is not None)


@for_each("before", [OLD, None])
def test_a_new_logo_is_told_without_its_address(alice: Pages, service: RunningService, before: str | None) -> None:
    set_logo(service, before)
    alice.get(SETTINGS)
    set_logo(service, THEIRS)
    shown = alice.submit(f"{SETTINGS}/profile", title=f"Larkfield beside {before}")
    assert shown.toasts == ["Meanwhile somebody changed the logo. That stays.", "Profile: saved."]
