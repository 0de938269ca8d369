"""Two people who set the logo, which the service answers as an address of its own: what each is shown of the other."""

import pytest

from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

API = "/v1/orgs/org_larkfield"
SETTINGS = "/orgs/org_larkfield/settings"
OLD, THEIRS, MINE = (f"https://pics.example/{name}.png" for name in ("old", "theirs", "mine"))


def set_logo(service: RunningService, logo: str | None) -> None:
    ask(service, ALICE, "PATCH", API, {"logo": logo})


@pytest.mark.parametrize(
    ("before", "after", "theirs", "opened"),
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
        assert choices in alice.submit(f"{SETTINGS}/profile", {"logo-is": "text"}, logo=MINE).main
