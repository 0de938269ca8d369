"""Many roles at once, as a person sets them in the access matrix."""

from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
ACCESS = f"{ORG}/access"
SPACES = ("start", "guide", "api", "releases", "partners", "warehouse", "handbook")


def seen(pages: Pages) -> Pages:
    """Come across all spaces of the demo world."""
    for site in ("site_docs", "site_handbook"):
        pages.get(f"{ORG}/sites/{site}")
    pages.get(ACCESS)
    return pages


def roles(service: RunningService, team: str) -> dict[str, str]:
    """The roles of a team by space."""
    found: dict[str, str] = {}
    for name in SPACES:
        listed = ask(service, ALICE, "GET", f"/v1/spaces/space_{name}/permissions/teams?limit=1000").get_json()
        own = [each["permission"] for each in listed["items"] if each["team"]["id"] == team]
        found |= {name: own[0]} if own else {}
    return found


def chosen(pages: Pages, rows: tuple[str, ...], spaces: tuple[str, ...], what: str, **more: str) -> Page:
    """Tick teams and spaces, and say what becomes of them."""
    ticked = [("team", f"team_{each}") for each in rows] + [("row", f"space:space_{each}") for each in spaces]
    which = {"teams": "ticked", "places": "ticked", "what": what, **more}
    return pages.post(ACCESS, [*ticked, *which.items()])


def reviewed(pages: Pages, **typed: str) -> Page:
    return pages.submit(ACCESS, typed, press="Apply the changes")


def shown_by(page: Page) -> str:
    """What the matrix says of itself in its form."""
    (found,) = page.document.with_attribute("name", "shown")
    return found.attrib["value"]
