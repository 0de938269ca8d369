"""What others did to a structure, with who did it as far as the journal knows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from blueprints.structure.draft import StructureDraft
from blueprints.structure.made_by import is_about, made_by
from masthead.changes.structure.since import ARRANGING
from masthead.changes.structure.telling import Difference
from masthead.store import MAYBE_SAVED, Entry, JournalQuery, State, StoreError
from masthead.web.pages.organization import has_permission
from masthead.web.person.access import person
from masthead.web.person.portal import portal

ENTRIES_MAX = 100


class Author(StrEnum):
    """Who made the changes of a list, as far as the journal knows; OPEN: it may have been the person."""

    YOU = "you"
    BOTH = "both"
    OTHERS = "others"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class News:
    """One change of others; `entry` is theirs in the journal, where it was made through this portal.

    `is_maybe_own`: the entry is a call of the person's own, and nobody knows whether it was carried out.
    """

    text: str
    entry: Entry | None = None
    is_own: bool = False
    is_maybe_own: bool = False


def news_of(desk: StructureDraft) -> list[News]:
    """What was changed since the draft was begun: by others, or by the person in another window."""
    if not desk.news:
        return []
    mine = person().owner
    saved = _entries(desk, None if has_permission("admin") else mine, [State.SAVED])
    own = _entries(desk, mine, MAYBE_SAVED)
    return [_news(each, desk, saved) or _maybe_own(each, desk, own) or News(each.text) for each in desk.news]


def author_of(news: Sequence[News]) -> Author:
    """Who changed the structure, for a heading."""
    if not any(each.is_own or each.is_maybe_own for each in news):
        return Author.OTHERS
    if all(each.is_own for each in news):
        return Author.YOU
    has_others = any(each.entry is not None and not (each.is_own or each.is_maybe_own) for each in news)
    return Author.BOTH if has_others and any(each.is_own for each in news) else Author.OPEN


def _entries(desk: StructureDraft, owner: str | None, states: Sequence[State]) -> list[Entry]:
    """The newest entries since the draft was begun, of `owner` or of everybody, the newest first."""
    wanted = JournalQuery(
        desk.organization, owner=owner, endpoints=ARRANGING, states=states, since=desk.begun_from.read_at
    )
    try:
        found = portal().store.journal.entries(wanted, limit=ENTRIES_MAX)
    except StoreError:
        return []
    return [each for each in found if each.intent.ids[:2] == (desk.organization, desk.site)]


def _news(difference: Difference, desk: StructureDraft, entries: Iterable[Entry]) -> News | None:
    """The newest entry about the same thing made it, or none did: what an older one made was changed since."""
    entry = next((each for each in entries if is_about(difference, desk.live.structure, each)), None)
    if entry is None or not made_by(difference, desk.begun_from, desk.live.structure, entry):
        return None
    return News(difference.text, entry, entry.intent.owner == person().owner)


def _maybe_own(difference: Difference, desk: StructureDraft, entries: Iterable[Entry]) -> News | None:
    """A call of the person's own with an unknown outcome would have made it."""
    found = _news(difference, desk, entries)
    return found and replace(found, is_own=False, is_maybe_own=True)
