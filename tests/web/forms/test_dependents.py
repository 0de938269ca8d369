"""What depends on what is about to change is read and told, and what could not be read is told too."""

from tests.asked import Log
from tests.faults import faults
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
API = "/v1/orgs/org_larkfield"
DELETE = f"{ORG}/sites/site_docs/delete"
NOT_ALL = "Masthead couldn't check everything that may depend on this. Try again, or select “Delete anyway”."


def test_before_a_deletion_all_that_the_site_carries_is_told(alice: Pages) -> None:
    shown = alice.get(DELETE)
    for told in (
        "What depends on it The site is published at this address:",
        "Members of the organization see this site first: Landing content",
        "6 spaces are on this site",
        "part of this site",
        "switched on",
    ):
        assert told in shown.main
    assert "agreed" not in shown.html
    assert shown.links["Landing content"] == f"{ORG}/settings#part-content"


def test_what_is_affected_comes_before_what_was_only_checked(alice: Pages) -> None:
    shown = alice.get(f"{ORG}/sites/site_help/delete")
    (amber,) = shown.document.with_attribute("aria-labelledby", "depends")
    assert "notice-warning" in amber.get("class", "")
    told = text_of(amber)
    assert told.index("spaces are on this site") < told.index("Checked now Members of the organization don't see")


def not_telling(wire: Wire, part: str) -> None:
    """Let the service fail where this part of a site is asked for."""
    wire.faults["GET"] = faults.at(f"/**/{part}", faults.refusal(500))


def test_what_could_not_be_read_has_to_be_agreed_to(distant: Pages, wire: Wire, service: RunningService) -> None:
    not_telling(wire, "share-links")
    shown = distant.get(DELETE)
    assert "Not checked Share links: The documentation service can't be reached." in shown.main
    shown = distant.submit(DELETE, confirm="Larkfield Docs")
    assert (shown.status, shown.problems, wire.seen.get("DELETE")) == (422, [NOT_ALL], None)
    assert shown.links[NOT_ALL] == "#agreed"
    assert NOT_ALL in shown.error_at("agreed")
    distant.submit(DELETE, confirm="Larkfield Docs", agreed=True)
    assert ask(service, ALICE, "GET", f"{API}/sites/site_docs").status_code == 404


def test_what_can_be_read_again_needs_no_agreement(distant: Pages, wire: Wire) -> None:
    not_telling(wire, "section-groups")
    distant.get(DELETE)
    wire.faults.clear()
    assert distant.submit(DELETE, confirm="Larkfield Docs").toasts == ["Larkfield Docs was deleted."]


@for_each(
    "values, told", [({"visibility": "unlisted"}, True), ({"basename": "guide-2"}, True), ({"title": "Guide"}, False)]
)
def test_the_review_of_a_site_tells_it_where_it_matters(
    alice: Pages,
    asked: Log,
    values: dict[str, str],
    told: bool,  # noqa: FBT001
) -> None:
    edit = f"{ORG}/sites/site_docs/edit"
    alice.get(edit)
    asked.clear()
    shown = alice.submit(edit, dict(values), press="Review first")
    assert ("6 spaces are on this site" in shown.main, any("share-links" in line for line in asked.lines)) == (
        told,
        told,
    )


def first_line(alice: Pages) -> str:
    """The first line of the amber notice of a review."""
    (amber,) = alice.shown.document.with_attribute("aria-labelledby", "depends")
    assert "notice-warning" in amber.get("class", "")
    return text_of(next(amber.iter("li")))


def test_a_site_that_nobody_can_read_then_is_the_first_line(alice: Pages, service: RunningService) -> None:
    edit = f"{ORG}/sites/site_docs/edit"
    links = ask(service, ALICE, "GET", f"{API}/sites/site_docs/share-links").get_json()["items"]
    for link in links:
        ask(service, ALICE, "PATCH", f"{API}/sites/site_docs/share-links/{link['id']}", {"active": False})
    alice.get(edit)
    shown = alice.submit(edit, visibility="share-link")
    assert first_line(alice) == "Nobody can read Larkfield Docs then, because no share link is active: Share links"
    assert "No share links are switched on" not in shown.main
    ask(service, ALICE, "PATCH", f"{API}/sites/site_docs", {"visibility": "share-link"})
    alice.get(edit)
    alice.submit(edit, visibility="unlisted")
    assert first_line(alice).startswith("Now: Share link.")
    alice.confirm(edit)
    alice.get(f"{ORG}/journal/1/undo")
    assert first_line(alice).startswith("Nobody can read Larkfield Docs then")
    ask(service, ALICE, "POST", f"{API}/sites/site_docs/share-links", {"name": "One"})
    alice.get(f"{ORG}/journal/1/undo")
    assert first_line(alice).startswith("Now: Unlisted.")


@for_each(
    "section, values, told",
    [
        ("profile", {"hostname": "lark"}, "Published addresses with the old hostname change."),
        ("access", {"emailDomains": "other.example"}, "People with an address at larkfield.example no longer join."),
        ("access", {"emailDomains": ""}, "People with an address at larkfield.example no longer join."),
        ("access", {"inviteLinks": False}, "Members can no longer invite people with a link."),
        ("access", {"emailDomains": "larkfield.example, new.example"}, ""),
        ("access", {"defaultRole": "comment"}, ""),
        ("ai", {"ai": True}, ""),
    ],
)
def test_a_serious_change_of_the_settings_asks_and_no_other(
    alice: Pages, service: RunningService, asked: Log, section: str, values: dict[str, str | bool], told: str
) -> None:
    ask(service, ALICE, "PATCH", API, {"emailDomains": ["larkfield.example"], "inviteLinks": True, "ai": False})
    alice.get(f"{ORG}/settings")
    asked.clear()
    alice.submit(f"{ORG}/settings/{section}", dict(values))
    assert (len(asked.writes), first_line(alice).startswith(told) if told else True) == (0 if told else 1, True)


def test_the_settings_tell_what_depends_on_the_hostname(alice: Pages, service: RunningService) -> None:
    shown = alice.get(f"{ORG}/settings")
    assert "No sites have the hostname in the address" in shown.main
    assert shown.links["Help centre"] == f"{ORG}/sites/site_help"
    assert "a hidden address" in shown.main
    ask(service, ALICE, "PATCH", API, {"hostname": "published"})
    alice.get(f"{ORG}/settings")
    shown = alice.submit(f"{ORG}/settings/profile", hostname="larkfield", press="Review first")
    assert " have the hostname in the address: " in shown.main
    assert shown.links["Larkfield Docs"] == f"{ORG}/sites/site_docs"


def test_the_settings_say_when_the_sites_could_not_be_read(distant: Pages, wire: Wire) -> None:
    not_telling(wire, "sites")
    shown = distant.get(f"{ORG}/settings")
    assert "Not checked Addresses of the sites: The documentation service can't be reached." in shown.main


def test_the_review_of_the_landing_content_names_the_site_of_now(alice: Pages) -> None:
    alice.get(f"{ORG}/settings")
    shown = alice.submit(f"{ORG}/settings/content", defaultContent="site_help", press="Review first")
    assert "Members currently see this site first: Larkfield Docs" in shown.main
    assert shown.rows == [["Landing content", "“Larkfield Docs”", "“Help centre”"]]


def test_an_invite_link_tells_what_nobody_can_know(alice: Pages) -> None:
    shown = alice.get(f"{ORG}/invites/inv_welcome/delete").main
    assert "Invite links are switched on in the organization: Settings" in shown
    assert "Can't be checked Who has the link, and who joined with it" in shown
