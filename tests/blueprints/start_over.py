"""Begins again within a test, as the next value of a loop or the next part of a story has to find it."""

from tests.pages.pages import Pages
from tests.portals import forget_changes, forget_known
from tests.world import ALICE, BOB, CHARLIE, DANA, RunningService
from web.person.portal import portal_of

EVERYTHING = ("/",)


def start_over(pages: Pages, service: RunningService) -> None:
    """Bring the demo world back, and let the portal of these pages forget all but who is signed in."""
    service.reset()
    store = portal_of(pages.app).store
    for token in (ALICE, BOB, CHARLIE, DANA):
        store.listings.forget(store.keys.owner_of(token), EVERYTHING)
    forget_known(pages.app)
    forget_changes(pages.app)
