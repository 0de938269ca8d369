"""What changed or was deleted before a page was opened, while it was open, and as its form was sent."""

from collections.abc import Callable

from tests.blueprints.test_saved_at_once import meanwhile
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.providers import AUDITORS, saved
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

GUIDE = "/orgs/org_larkfield/spaces/space_guide/access"
TEAMS_API = "/v1/spaces/space_guide/permissions/teams"
ORG, API = "/orgs/org_larkfield", "/v1/orgs/org_larkfield"
DELETE = f"{AUDITORS}/delete"
ENTITY = "https://aud.example/m"
SITE = "/orgs/org_larkfield/sites/site_docs"
NEW = f"{SITE}/conditions/"


@for_each("page, press", [("team_docs", "Save role"), ("team_docs/remove", "Remove role")])
def test_what_was_changed_before_the_page_was_opened_is_shown(
    alice: Pages, service: RunningService, page: str, press: str
) -> None:
    alice.get(f"{GUIDE}/{page}")
    ask(service, ALICE, "PATCH", f"{TEAMS_API}/team_docs", {"role": "comment"})
    alice.get(f"{GUIDE}/{page}")
    typed = {"role": "read"} if press == "Save role" else {}
    shown = alice.submit(f"{GUIDE}/{page}", typed, press=press)
    assert shown.toasts[0].startswith("Saved: ")


@for_each(
    "lists, thing, path, named",
    [
        ("sites", "site_help", "sites/site_help", "Help centre"),
        ("fields", "owner", "custom-fields/owner", "Owner"),
        ("specs", "rates", "openapi/rates", "rates"),
        (
            "sites/site_partners/links",
            "link_carriers",
            "sites/site_partners/share-links/link_carriers",
            "Carriers 2025",
        ),
    ],
)
def test_the_list_that_follows_does_not_show_it(
    alice: Pages, service: RunningService, lists: str, thing: str, path: str, named: str
) -> None:
    rows = [row[0] for row in alice.get(f"{ORG}/{lists}").rows]
    assert any(row.startswith(named) for row in rows)
    alice.get(f"{ORG}/{lists}/{thing}/delete")
    ask(service, ALICE, "DELETE", f"{API}/{path}")
    shown = alice.submit(f"{ORG}/{lists}/{thing}/delete")
    assert "already deleted" in shown.toasts[0]
    assert not any(row[0].startswith(named) for row in shown.rows)


def deleted(distant: Pages, wire: Wire, save: Callable[[], list[str]]) -> tuple[list[str], list[str]]:
    """What both are told: who deletes the provider, and who saves it meanwhile."""
    distant.get(DELETE)
    told = meanwhile(wire, save, "DELETE")
    return distant.submit(DELETE, confirm="Auditors").toasts, told


def test_both_are_told_and_the_undo_restores_what_was_there_before(
    distant: Pages, colleague: Pages, wire: Wire, service: RunningService
) -> None:
    to_alice, to_bob = deleted(
        distant, wire, lambda: saved(colleague, AUDITORS, label="Auditors B", entityID=ENTITY).toasts
    )
    assert "Alice began “Delete the identity provider Auditors”. See what was sent" in to_bob[0]
    assert to_alice[0].startswith("While this was being sent, Bob saved another change: “")
    distant.get(f"{ORG}/journal/1/undo")
    shown = distant.submit(f"{ORG}/journal/1/undo", press="Undo")
    made = ask(service, ALICE, "GET", "/v1/orgs/org_larkfield/saml?limit=100").get_json()["items"]
    assert [each for each in made if each["label"] == "Auditors B"] == []
    assert "Undone. The identity provider Auditors is there again." in shown.toasts
