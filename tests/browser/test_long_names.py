"""What people name may be long, and one word: no page becomes wider for it, and no table."""

import pytest

from tests.browser.states import ORGANIZATION
from tests.browser.tables import too_wide
from tests.browser.watch import TOO_WIDE
from tests.browser.windows import DESK, HEIGHT, PHONE, Windows
from tests.records import rename_everything
from tests.world import RunningService

TELLING = ("sites/site_docs", "spaces", "spaces/space_guide/access", "inbox")
GUIDE = "spaces/space_guide"
PLACES = (
    *("", "sites", "sites/site_partners/links", "links", "links/overdue", "specs", "translations", "certificates"),
    *("inbox", "spaces", GUIDE, f"{GUIDE}/comments", f"{GUIDE}/comments/comment_guide_waiting"),
    *(f"{GUIDE}/change-requests", f"{GUIDE}/change-requests/2", f"{GUIDE}/access", f"{GUIDE}/people"),
    *("teams", "teams/team_docs", "sso", "settings", "fields", f"{GUIDE}/fields", "field-values", "known", "journal"),
)


@pytest.mark.parametrize("name", ["W" * 128, "Words of a long title " * 6], ids=["one word", "many"])
def test_a_long_name_widens_no_page(windows: Windows, service: RunningService, name: str) -> None:
    rename_everything(service, name)
    page = windows.open("Alice")
    with windows.expecting_trouble():  # what is too wide is told below, all of it at once
        for place in TELLING:
            page.goto(f"{ORGANIZATION}/{place}")
        wide = {}
        for place in PLACES:
            page.goto(f"{ORGANIZATION}/{place}")
            for width in (DESK, PHONE):
                page.set_viewport_size({"width": width, "height": HEIGHT})
                wide[place, width] = [page.evaluate(TOO_WIDE), too_wide(page)]
    assert {place: found for place, found in wide.items() if found != [False, []]} == {}
