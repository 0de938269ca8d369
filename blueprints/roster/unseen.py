"""Whom of a list the directory knows, and whom not: a mistyped address looks like that, as does a new colleague."""

from collections.abc import Mapping

from i18n import ngettext
from masthead.rosters import Comparison, RosterAction, RosterLine
from masthead.rosters.people import canonical
from masthead.store import DirectoryQuery, StoreError
from masthead.web.pages.member_summaries import names
from masthead.web.person.access import person
from masthead.web.person.portal import portal

MAX_READ = 20_000


def known_people(organization_id: str, comparison: Comparison) -> Mapping[str, str] | None:
    """The names of people in the directory by id and by address, for a list that adds somebody; None for not known."""
    if not newcomers(comparison):
        return {}
    try:
        sought = DirectoryQuery(organization_id, ("user",))
        seen = portal().store.known.find(person().owner, sought, limit=MAX_READ)
    except StoreError:
        return None
    if len(seen) == MAX_READ:
        return None
    return {canonical(by): each.title for each in seen for by in (each.id, each.subtitle) if by}


def newcomers(comparison: Comparison) -> list[RosterLine]:
    """Whom the list adds."""
    return [line for line in comparison.with_action(RosterAction.ADD) if line.member is None]


def unseen_people(known: Mapping[str, str] | None, comparison: Comparison) -> frozenset[str]:
    """Whom the list adds and no answer that this person has read names; nobody where that isn't known."""
    if known is None:
        return frozenset()
    return frozenset(line.key for line in newcomers(comparison) if canonical(line.key) not in known)


def unseen_message(unseen: frozenset[str]) -> str:
    """Who they are, and what that may mean; empty for none."""
    if not unseen:
        return ""
    return ngettext(
        "You haven't come across %(names)s in Masthead. The API may invite this person, or refuse. Check the address.",
        "You haven't come across %(names)s in Masthead. The API may invite them, or refuse. Check their addresses.",
        len(unseen),
        names=names(sorted(unseen)),
    )
