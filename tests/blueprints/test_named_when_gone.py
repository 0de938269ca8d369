"""The journal and drafts name things as the person knew them, though they are gone or no form lists them."""

from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

ORG, API = "/orgs/org_larkfield", "/v1/orgs/org_larkfield"
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
