"""Input of a browser whose session is over: parked for that browser until somebody signs in in it.

The same token gets it back as drafts. After another token it can be read, and drafts of structures can be taken over:
nobody can tell here whether both belong to one person.
"""

import time
from collections.abc import Iterable

from flask import Flask, current_app, g, request, url_for
from werkzeug.wrappers import Response

from i18n import N_
from masthead.store.drafts.inputs import Draft
from masthead.store.drafts.parked import BASE, NOW, PLACE, ParkedInput, is_structure
from masthead.store.drafts.structure_drafts import Arrangement
from masthead.store.errors import StoreError
from masthead.web.person.portal import portal
from masthead.web.person.session import PARKED, cookie_attributes, current, named_cookie, parked_cookie
from masthead.web.submit.discarded_structures import changes_something, list_changes, put_back

KEPT_SECONDS = 24 * 3600
NOT_KEPT = N_("Masthead couldn't keep what you typed.")


def init_app(app: Flask) -> None:
    """Give browsers the cookie of what they parked, and let forms say what was parked for them."""
    app.after_request(_set_cookie)
    app.jinja_env.globals.update(parked_at=parked_at)


def park(owner: str, drafts: Iterable[Draft]) -> bool:
    """Keep drafts of `owner`, whose session is over, for this browser; False if that failed."""
    drafts = list(drafts)
    if not drafts:
        return True
    try:
        g.parked_cookie = portal().store.parking.park(parked_cookie(), owner, drafts)
    except StoreError:
        return False
    return True


def park_all_drafts() -> bool:
    """Keep all drafts of the session that is about to end: its token is no longer accepted. False if that failed."""
    stored = current().stored
    if stored is None:
        return True
    try:
        drafts = portal().store.drafts.of_owner(stored.owner)
        return park(stored.owner, [*drafts, *structures_of(stored.owner)])
    except StoreError:
        return False


def structures_of(owner: str) -> list[Draft]:
    """Their drafts of structures, as they are parked. Raises StoreError."""
    arrangements = portal().store.arrangements
    found = (arrangements.find(owner, place) for place, _ in arrangements.all_of(owner))
    return [_as_draft(each) for each in found if each is not None and changes_something(each)]


def _as_draft(structure: Arrangement) -> Draft:
    organization, _, site = structure.place.partition("/")
    page = url_for("structure.show", organization_id=organization, site_id=site)
    pairs = [(PLACE, structure.place), (BASE, structure.base), (NOW, structure.now)]
    return Draft(page, time.time(), pairs)


def changes_text(draft: Draft) -> str:
    """What a parked draft of a structure changes, a line for each change."""
    kept = dict(draft.pairs)
    return list_changes(kept[BASE], kept[NOW])


def take_over(one: ParkedInput) -> bool:
    """Make a parked draft of a structure the draft of whoever is signed in; False where they have a newer one."""
    kept = dict(one.draft.pairs)
    if not put_back({"place": kept[PLACE], "base": kept[BASE], "now": kept[NOW]}):
        return False
    drop([one.id])
    return True


def hand_over(owner: str) -> None:
    """Make drafts of what this browser parked for the person who has just signed in, beside those that they have."""
    try:
        mine = [each for each in portal().store.parking.opened_by(parked_cookie()) if each.owner == owner]
        for each in (one for one in mine if not is_structure(one.draft)):  # which are their drafts still
            portal().store.drafts.save(owner, each.draft.page, each.draft.pairs, at=each.draft.at)
        drop([each.id for each in mine])
    except StoreError:  # the sign-in is worth more, and it stays parked
        return


def parked() -> list[ParkedInput]:
    """What is parked for this browser. Raises StoreError."""
    return portal().store.parking.opened_by(parked_cookie())


def parked_at(page: str) -> ParkedInput | None:
    """What this browser parked for the form that goes to `page`."""
    if g.get("person") is None or request.method != "GET":
        return None
    return next((each for each in g.page_context.parked if each.draft.page == page), None)


def drop(ids: Iterable[str]) -> None:
    """Forget some of it, and the cookie with the last. Raises StoreError."""
    ids = list(ids)
    if ids:
        portal().store.parking.drop(parked_cookie(), ids)
    if parked_cookie() and not parked():
        g.parked_cookie = ""


def drop_all() -> None:
    """Forget all of it: the person leaves this browser."""
    try:
        drop([each.id for each in parked()])
    except StoreError:  # without its cookie nobody opens it
        g.parked_cookie = ""


def _set_cookie(response: Response) -> Response:
    value, name = g.get("parked_cookie"), named_cookie(current_app, PARKED)
    if value:
        response.set_cookie(name, value, max_age=KEPT_SECONDS, **cookie_attributes(current_app))
    elif value is not None:
        response.delete_cookie(name, **cookie_attributes(current_app))
    return response
