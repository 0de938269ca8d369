"""Flows of several pages by the keys alone: the focus is seen and never lost. With scripts and without."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.metadata_states import choose_file, many
from tests.browser.structure import saved
from tests.browser.walking import Step, followed, keys, opened, past_the_navigation, run, typed, walk
from tests.browser.windows import Reset, Windows
from tests.loops import for_each

ORG = "/orgs/org_larkfield"
DOCS = f"{ORG}/sites/site_docs"
TEAM = f"{ORG}/teams/team_operations"
LINK = f"{ORG}/sites/site_partners/links/link_carriers"
EITHER_WAY = pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
UNDONE: list[Step] = [followed("Undo bulk change", "Nothing has been sent yet"), keys("Apply", "Enter"), run]
WALKS: dict[str, tuple[str, list[Step]]] = {
    "roster": (
        f"{TEAM}/roster",
        [
            typed("Paste a list", "user_kofi,owner\nuser_heidi,remove\n"),
            followed("Add only…", "1 person to remove"),
            typed("Reason", "The audit"),
            keys("Apply the changes", "Enter"),
            run,
            *UNDONE,
        ],
    ),
    "field values": (
        f"{ORG}/field-values/fill",
        [
            keys("Field", "o"),
            typed("Value", "Docs"),
            followed("Review changes", "Nothing is sent until"),
            keys("Apply the changes", "Enter"),
            run,
        ],
    ),
    "undo from the journal": (
        f"{DOCS}/edit",
        [
            typed("Title", "Larkfield Guide"),
            followed("Save changes", "Larkfield Guide was saved."),
            followed("History", "The changes to Larkfield Guide"),
            keys("Undo: Alice renamed"),  # past the box of the line, which has the name of its link
            followed("Alice renamed the site Larkfield Docs to Larkfield Guide", "Technical log", "Shift+Tab"),
            followed("Undo", "Undo this change?"),
            followed("Undo", "Undone. The site Larkfield Docs"),
            followed("Redo", "Redone. The site Larkfield Docs"),
        ],
    ),
    "leaving": (
        f"{ORG}/spaces/space_guide/access",
        [
            opened(f"{ORG}/people"),
            typed("Name or e-mail", "grace"),
            keys(("Filter", "Team"), "Enter"),
            followed("Grace Tanaka", "Customer support"),
            followed("Grace Tanaka leaves…", "Nothing is sent until you confirm"),
            keys("Who takes over", "e"),
            followed("Show what changes", "Removed. Erin Walsh becomes an owner."),
            typed("Reason", "Last day"),
            keys("Apply 2 changes", "Enter"),
            run,
        ],
    ),
    "joining": (
        f"{ORG}/spaces/space_guide/access",
        [
            opened(f"{ORG}/people/user_grace"),
            followed("Add somebody like Grace", "New people get the same teams"),
            typed(("Search people", "E-mail addresses"), "user_ivan"),
            followed("Review changes", "Is added to"),
            keys("Add to these teams", "Enter"),
            run,
        ],
    ),
    "access review": (
        f"{ORG}/access/reviews/new?team=team_docs",
        [
            typed("Reviewers", "Alice"),
            followed("Start review", "has begun"),
            keys("Not decided", "ArrowUp"),  # round to Remove, of the first person
            typed("Reason for the decision about Bob", "The audit"),
            followed("Save decisions", "1 decision saved."),
            keys("Keep the 4", "Enter"),
            keys("I have checked everybody", "Space"),
            followed("Keep the rest", "4 decisions saved."),
            followed("Complete review", "The decisions are then final", "Shift+Tab"),
            followed("Complete review and send 1 change", "Start the next review"),
        ],
    ),
    "access, filtered": (
        f"{ORG}/spaces/space_guide/people",
        [
            typed("Team or person", "grace"),
            followed("Filter", "Grace Tanaka"),
            lambda page: expect(page.get_by_role("row", name="Erin Walsh")).to_have_count(0),
            opened(f"{ORG}/access"),
            typed("Space or collection", "shipping"),
            followed("Filter", "Shipping guide"),
            lambda page: expect(page.locator("table.matrix").get_by_text("Get started")).to_have_count(0),
        ],
    ),
    "last day": (
        f"{ORG}/teams/team_docs",
        [
            keys("Actions for Bob", "Enter"),
            followed("Until a date: Bob", "Masthead reminds you"),
            keys("Last day", *"12312099"),
            followed("Save last day", "The last day of Bob Okafor"),
        ],
    ),
    "a federation is searched": (
        f"{ORG}/sso/new",
        [
            lambda page: choose_file(page, many()),
            followed("Read metadata", "Choose one of 400 identity providers"),
            typed("Name, entity ID", "member0399"),
            followed("Search", "https://member0399"),
            followed("https://member0399", "Read from metadata"),
            lambda page: expect(page.locator("[name=entityID][value*=member0399]")).to_be_visible(),
            followed("Create provider", "was created. Enter these values"),
        ],
    ),
    "share link": (
        LINK,
        [
            followed("Switch off", "Carriers 2025 was switched off."),
            followed("Undo", "Carriers 2025: “Opens the site” turned on again."),
            followed("Delete link", "Type “Carriers 2025” to confirm"),
            typed("Type", "Carriers 2025"),
            followed("Delete share link", "Carriers 2025 was deleted."),
        ],
    ),
}


@EITHER_WAY
@for_each("name", WALKS)
def test_it_is_done_to_its_end_with_the_keys_alone(anew: Reset, windows: Windows, name: str, *, scripts: bool) -> None:
    anew()
    path, steps = WALKS[name]
    walk(at(windows, path, scripts=scripts), steps)


@EITHER_WAY
def test_a_draft_is_left_continued_and_discarded(windows: Windows, *, scripts: bool) -> None:
    page = at(windows, f"{DOCS}/structure", scripts=scripts)
    if scripts:
        walk(page, [keys("Move Partner onboarding", "Space", "ArrowRight", "Space"), saved])
    else:
        sheet = [keys("Shipping, in Product", "ArrowDown"), followed("Move space", "1 move")]
        menu = keys("Actions for Partner onboarding", "Enter")
        walk(page, [menu, followed("Move…", "Now in Shipping"), *sheet])
    page.goto(ORG)
    steps = [
        keys("Your account", "Enter"),
        followed("Your drafts", "Unsent structure changes"),
        followed("Larkfield Docs", "1 move"),
        followed("Review", "Review structure"),
        followed("Structure", "1 move", "Shift+Tab"),
        followed("Discard draft", "No changes yet"),
    ]
    walk(page, steps)


def at(windows: Windows, path: str, *, scripts: bool = True) -> Page:
    """Alice on this page, past its navigation; the page of a site has told her the names of spaces."""
    page = windows.open("Alice", scripts=scripts, reduced_motion="reduce")
    page.goto(DOCS)
    page.goto(path)
    past_the_navigation(page)
    return page
