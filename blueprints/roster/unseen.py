"""Finds listed people who are not in the directory: new colleagues, or typos in addresses."""

from collections.abc import Mapping

from i18n import ngettext
from masthead.resources.email_addresses import canonical_address
from masthead.rosters.comparison import Comparison, RosterAction, RosterLine
from masthead.store.directory.objects import DirectoryQuery
from masthead.store.errors import StoreError
from masthead.web.people.change_titles import people_label
from masthead.web.person.access import person
from masthead.web.person.portal import portal

MAX_READ = 20_000


def known_people(organization_id: str, comparison: Comparison) -> Mapping[str, str] | None:
    """Names in the directory by user id and address, if the list adds somebody; None if it can't be read."""
    if not newcomers(comparison):
        return {}
    try:
        sought = DirectoryQuery(organization_id, ("user",))
        seen = portal().store.directory.find(person().owner, sought, limit=MAX_READ)
    except StoreError:
        return None
    if len(seen) == MAX_READ:
        return None
    return {canonical_address(by): each.title for each in seen for by in (each.id, each.subtitle) if by}


def newcomers(comparison: Comparison) -> list[RosterLine]:
    """Lines that add somebody."""
    return [line for line in comparison.with_action(RosterAction.ADD) if line.member is None]


def unseen_people(known: Mapping[str, str] | None, comparison: Comparison) -> frozenset[str]:
    """Keys of added people who are not in this person's directory; empty if that isn't known."""
    if known is None:
        return frozenset()
    return frozenset(line.key for line in newcomers(comparison) if canonical_address(line.key) not in known)


def unseen_message(unseen: frozenset[str]) -> str:
    """A sentence that names them and advises to check; empty for none."""
    if not unseen:
        return ""
    return ngettext(
        "You haven't come across %(names)s in Masthead. The API may invite this person, or refuse. Check the address.",
        "You haven't come across %(names)s in Masthead. The API may invite them, or refuse. Check their addresses.",
        len(unseen),
        names=people_label(sorted(unseen)),
    )
