"""Two people who set the logo, which the service answers as an address of its own: what each is shown of the other."""

from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

API = "/v1/orgs/org_larkfield"
SETTINGS = "/orgs/org_larkfield/settings"
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
        assert ("The API doesn't report this value, so Masthead can't tell whose" in shown.main) == (after is not None)


@for_each("before", [OLD, None])
def test_a_new_logo_is_told_without_its_address(alice: Pages, service: RunningService, before: str | None) -> None:
    set_logo(service, before)
    alice.get(SETTINGS)
    set_logo(service, THEIRS)
    shown = alice.submit(f"{SETTINGS}/profile", title=f"Larkfield beside {before}")
    assert shown.toasts == ["Meanwhile somebody changed the logo. That stays.", "Profile: saved."]
