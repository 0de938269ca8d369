"""Changes of the same that were under way at the same moment: either may have replaced the other."""

from collections.abc import Mapping, Sequence
from typing import Any

from contract import BY_NAME
from masthead.changes.later import journal_scope, read_later
from masthead.changes.members import GIVES_ROLES
from masthead.store import MAYBE_SAVED, Entry, Journal, State


def find_beside(journal: Journal, entry: Entry, owner: str | None = None) -> list[Entry]:
    """Those that were saved or may have been, in order; those of `owner` alone where only one's own may be seen.

    What deletes a thing is beside what sets something of it.
    """
    endpoints, ids = journal_scope(entry)
    paths = {BY_NAME[name].path for name in endpoints}
    names = [each.name for each in BY_NAME.values() if each.path in paths and each.method != "GET"]
    found = journal.overlapping(entry, names, ids, owner)
    return [each for each in found if each.outcome.state in (State.SAVED, *MAYBE_SAVED)]


def differing(journal: Journal, entry: Entry, found: Sequence[Entry], addresses: Mapping[str, str]) -> list[Entry]:
    """Those of them that leave something else than the entry; `addresses` are those of people by their ids."""
    since = read_later(journal, entry, addresses)
    return [each for each in found if is_deletion(each) != is_deletion(entry) or since.is_set_otherwise_by(each)]


def is_deletion(entry: Entry) -> bool:
    """Whether it deletes a thing, and doesn't take somebody's role away."""
    return BY_NAME[entry.intent.endpoint].method == "DELETE" and entry.intent.endpoint not in GIVES_ROLES


def saved_while_deleted(journal: Journal | None, entry: Entry) -> tuple[dict[str, Any], bool]:
    """What was saved of a thing while this entry deleted it, and whether more may have been."""
    found = [] if journal is None else [each for each in find_beside(journal, entry) if not is_deletion(each)]
    saved = [each.outcome for each in found if each.outcome.state is State.SAVED]
    return {name: value for each in saved for name, value in each.became.items()}, len(saved) < len(found)
