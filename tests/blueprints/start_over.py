"""Begins again within a test, as the next value of a loop or the next part of a story has to find it."""

from blueprints.account import DEMO_PEOPLE
from masthead.web.person.portal import get_portal
from tests.pages.pages import Pages
from tests.portals import forget_changes, forget_known
from tests.world import RunningService

EVERYTHING = ("/",)


def start_over(pages: Pages, service: RunningService) -> None:
    """Bring the demo world back, and let the portal of these pages forget all but who is signed in, and their names."""
    service.reset()
    store = get_portal(pages.app).store
    names = {store.keys.owner_of(person.token): person.name for person in DEMO_PEOPLE}
    named = [owner for owner in names if store.people.get_name(owner) is not None]
    for owner in names:
        store.responses.forget(owner, EVERYTHING)
    forget_known(pages.app)
    forget_changes(pages.app)
    for owner in named:
        store.people.set_name(owner, names[owner])
