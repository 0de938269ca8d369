"""Pages that say what they need or leave out: for those who may not open them, or what is gone or not reported."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.blueprints.overview import Told
from tests.blueprints.start_over import start_over
from tests.faults import faults
from tests.faults.twisted import everywhere, twisted
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

ORG = "/orgs/org_larkfield"
SSO, LINKS = f"{ORG}/sso", f"{ORG}/sites/site_partners/links"
TEAM = f"{ORG}/teams/team_docs"


def areas(page: Page, organization: str = "org_larkfield") -> list[object]:
    """The way to the sites of the organization, in the navigation around the page."""
    return [each for each in page.document.all("a") if each.get("href") == f"/orgs/{organization}/sites"]


@for_each(
    "address, needs",
    [
        (SSO, "This page needs permission to administer the organization: the role Admin."),
        (LINKS, "This page needs permission to create content: the role Admin or Creator."),
    ],
)
def test_it_says_what_the_page_needs_and_what_one_may_do(bob: Pages, address: str, needs: str) -> None:
    shown = bob.get(address)
    assert (shown.status, shown.h1) == (403, "You can't see this page")
    assert needs in shown.main
    assert "You can't create content or administer the organization." in shown.main
    assert "You can " not in shown.main


def test_known_members_who_could_help_are_named(bob: Pages, service: RunningService) -> None:
    path = "/v1/orgs/org_larkfield/teams/team_docs/members/user_alice"
    assert ask(service, ALICE, "PUT", path, {"role": "member"}).status_code == 204
    bob.get(TEAM)
    shown = bob.get(SSO)
    told = "Ask a member with the role Admin. Masthead knows Alice Lindqvist. There may be others."
    assert told in shown.main


def test_it_says_whom_masthead_knows_of_those_who_could_help(bob: Pages) -> None:
    shown = bob.get(SSO)
    assert "Masthead knows no team whose members it can read, so it can't name anybody" in shown.main
    assert areas(shown)
    bob.get(TEAM)
    shown = bob.get(SSO)
    assert "None of the 5 members that Masthead knows has the role Admin." in shown.main
    assert "If you are Bob Okafor, your role is " in shown.main
    assert shown.links["Back to Home"] == ORG


def test_members_who_cannot_be_read_are_not_said_to_be_none(portal_for: PortalFor, wire: Wire) -> None:
    bob = Pages(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0)).sign_in(BOB)
    bob.get(TEAM)
    refuse = faults.refusal(403)
    wire.faults["GET"] = lambda talk: (refuse if talk.asked.path.endswith("/members") else wire.pass_on)(talk)
    shown = bob.get(SSO)
    assert shown.status == 403
    assert "Masthead couldn't read any members, so it can't name anybody with the role Admin." in shown.main


def test_the_frame_stays_around_an_address_that_is_none_but_not_of_what_one_never_saw(alice: Pages) -> None:
    alice.get(ORG)
    shown = alice.get(f"{ORG}/nope")
    assert (shown.status, bool(areas(shown))) == (404, True)
    shown = alice.get("/orgs/org_orchard/nope")
    assert shown.status == 404
    assert not areas(shown, "org_orchard")


@for_each("status", [403, 404])
def test_the_frame_of_what_one_lost_is_not_shown(told: Told, status: int, service: RunningService) -> None:
    start_over(told[0], service)
    told[1].clear()
    alice, becomes = told
    assert areas(alice.get(f"{ORG}/sites/site_docs"))
    becomes["org_larkfield"] = faults.refusal(status)
    shown = alice.get(f"{ORG}/sites/site_docs?refresh=1")
    assert (shown.status, areas(shown)) == (status, [])


SITE = f"{ORG}/sites/site_docs"


NOT_REPORTED, ENFORCED = "Not reported", "It isn't known whether single sign-on is enforced"


@contextmanager
def without(service: RunningService, folder: Path, *names: str) -> Iterator[Pages]:
    """Alice at a portal whose API leaves these fields out, wherever they are."""

    def drop(_path: str, told: Any) -> Any:  # noqa: ANN401
        return everywhere(told, lambda each: {name: each[name] for name in each if name not in names})

    with twisted(service, folder / names[0], drop) as alice:
        yield alice


@for_each(
    "name, address, fact, shown",
    [
        ("redundant", f"{ORG}/invites/inv_welcome", "State", "–"),
        ("urls", f"{LINKS}/link_carriers", "Address", "Not shown"),
    ],
)
def test_a_fact_that_is_not_reported(
    service: RunningService, tmp_path: Path, name: str, address: str, fact: str, shown: str
) -> None:
    with without(service, tmp_path, name) as alice:
        assert alice.get(address).facts[fact] == shown


def test_a_list_of_what_is_not_reported(service: RunningService, tmp_path: Path) -> None:
    with without(service, tmp_path, "active", "status", "adaptiveContent", "changeRequestsOpen") as alice:
        assert {row[2] for row in alice.get(f"{ORG}/links").rows} == {"State not shown"}
        assert alice.get(f"{ORG}/links?state=off").rows == []
        lines = alice.get(f"{ORG}/links/export.csv").html.splitlines()[1:]
        assert {line.split(",")[5] for line in lines} == {"not shown"}
        assert [row[1] for row in alice.get(SSO).rows[:2]] == ["State not known"] * 2
        assert alice.get(f"{ORG}/sites?columns=adaptive").rows[0][5] == "–"
        assert {row[1] for row in alice.get(LINKS).rows} == {"State not shown"}
        assert "State not known" in alice.get(f"{SSO}/saml_staff").main
        assert "no share link is active" not in alice.get(f"{ORG}/today").main


def test_what_depends_on_what_is_not_reported(service: RunningService, tmp_path: Path) -> None:
    with without(service, tmp_path, "sso", "active", "adaptiveContent") as alice:
        for address in (SSO, f"{SSO}/enforce"):
            assert ENFORCED in alice.get(address).main
        assert "Not enforced" not in alice.get(SSO).main
        assert "Whether single sign-on is enforced isn't shown." in alice.get(ORG).main
        said = "It isn't known whether adaptive content is on for this site."
        assert said in alice.get(f"{SITE}/conditions").main
        assert "It isn't clear" in alice.get(f"{LINKS}/link_carriers/delete").main
        assert "For 4 more, th" in alice.get(f"{ORG}/sites/site_partners/delete").main


API = "/v1/orgs/org_larkfield"
SETTINGS, JOURNAL = f"{ORG}/settings", f"{ORG}/journal"


def test_landing_content_is_named_after_a_site_that_was_deleted(alice: Pages, service: RunningService) -> None:
    ask(service, ALICE, "PATCH", API, {"defaultContent": {"type": "site", "site": "site_help"}})
    alice.get(SETTINGS)
    alice.submit(f"{SETTINGS}/content", defaultContent="site_docs")
    assert ask(service, ALICE, "DELETE", f"{API}/sites/site_help").status_code < 300
    for page in (f"{JOURNAL}/1", f"{JOURNAL}/1/undo"):
        assert "Landing content" in alice.get(page).main
        assert {"“Help centre”", "“Larkfield Docs”"} <= set(alice.shown.rows[0])


def test_a_draft_without_a_title_is_named_after_what_it_is_for(alice: Pages) -> None:
    alice.get(f"{ORG}/sso")  # which tells what its default teams are called
    title, team = next(link for link in alice.get(f"{ORG}/teams").links.items() if "/teams/team_" in link[1])
    assert title not in team
    alice.get(team)
    assert alice.submit(f"{team}/members", add="nobody", press="Add to the team").status == 422
    assert alice.get("/drafts").rows[0][0] == f"People for a team {title}"


def test_the_journal_tells_what_a_removed_space_of_a_site_had(alice: Pages) -> None:
    structure = f"{ORG}/sites/site_docs/structure"
    alice.get(f"{structure}/item/sitespace_docs_partners")
    alice.submit(structure, press="Remove from site")
    alice.get(f"{structure}/review")
    alice.submit(f"{structure}/review", press="Apply 1 change")
    assert alice.get(f"{ORG}/journal/1").rows == [
        ["Path", "carriers", "nothing"],
        ["Condition", "none", "nothing"],
        ["Space", "“Partner onboarding”", "nothing"],
    ]
