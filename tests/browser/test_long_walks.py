"""Flows of several pages by the keys alone: the focus is seen and never lost. With scripts and without."""

import pytest
from playwright.sync_api import Page

from tests.browser.structure import saved
from tests.browser.walking import Step, followed, keys, past_the_navigation, run, typed, walk
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
