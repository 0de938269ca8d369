"""People of a list whom the directory doesn't know: a mistyped address looks like that, and so does a new colleague."""

from i18n import gettext, ngettext
from rosters import Comparison, RosterAction
from rosters.people import canonical
from store import DirectoryQuery, StoreError
from web.person.access import person
from web.person.portal import portal

MAX_READ = 20_000


def unseen_people(organization_id: str, comparison: Comparison) -> frozenset[str]:
    """Whom the list adds and no answer that this person has read names; nobody where that isn't known."""
    added = [line for line in comparison.with_action(RosterAction.ADD) if line.member is None]
    if not added:
        return frozenset()
    try:
        sought = DirectoryQuery(organization_id, ("user",))
        seen = portal().store.known.find(person().owner, sought, limit=MAX_READ)
    except StoreError:
        return frozenset()
    if len(seen) == MAX_READ:
        return frozenset()
    known = {canonical(name) for each in seen for name in (each.id, each.subtitle) if name}
    return frozenset(line.key for line in added if canonical(line.key) not in known)


def unseen_message(unseen: frozenset[str]) -> str:
    """How many they are, and what that may mean; empty for none."""
    if not unseen:
        return ""
    count = ngettext("%(n)s person was not seen before.", "%(n)s people were not seen before.", len(unseen))
    return f"{count} " + gettext(
        "No answer of the API that you have read in Masthead names them. The API doesn't document whether it invites "
        "such people or refuses the call. Check their addresses."
    )
