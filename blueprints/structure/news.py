"""What others did to a structure, with who did it as far as the journal knows."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from blueprints.structure.draft import StructureDraft
from blueprints.structure.made_by import is_about, made_by, misplaced_moves
from changes.structure.telling import Difference
from contract.publishing.section_groups import (
    ADD_SECTION,
    CREATE_SECTION_GROUP,
    DELETE_SECTION_GROUP,
    MOVE_SECTION_GROUP,
    REMOVE_SECTION,
    UPDATE_SECTION_GROUP,
)
from contract.publishing.site_spaces import ADD_SITE_SPACE, MOVE_SITE_SPACE, REMOVE_SITE_SPACE, UPDATE_SITE_SPACE
from contract.publishing.sites import UPDATE_SITE
from store import Entry, JournalQuery, State, StoreError
from web.pages.organization import has_permission
from web.person.access import person
from web.person.portal import portal

ENTRIES_MAX = 100
ARRANGING = [
    each.name
    for each in (
        ADD_SECTION,
        CREATE_SECTION_GROUP,
        DELETE_SECTION_GROUP,
        MOVE_SECTION_GROUP,
        REMOVE_SECTION,
        UPDATE_SECTION_GROUP,
        ADD_SITE_SPACE,
        MOVE_SITE_SPACE,
        REMOVE_SITE_SPACE,
        UPDATE_SITE_SPACE,
        UPDATE_SITE,
    )
]


@dataclass(frozen=True, slots=True)
class News:
    """One change of others; `entry` is theirs in the journal, where it was made through this portal."""

    text: str
    entry: Entry | None = None
    is_own: bool = False


def news_of(desk: StructureDraft) -> list[News]:
    """What was changed since the draft was begun: by others, or by the person in another window."""
    entries = _entries(desk) if desk.news else []
    misplaced = misplaced_moves(desk.begun_from, desk.live.structure, entries)
    return [_news(each, desk, entries, misplaced) for each in desk.news]


def _entries(desk: StructureDraft) -> list[Entry]:
    """The newest entries since the draft was begun that the person may see, the newest first."""
    mine = None if has_permission("admin") else person().owner
    wanted = JournalQuery(
        desk.organization, owner=mine, endpoints=ARRANGING, states=[State.SAVED], since=desk.begun_from.read_at
    )
    try:
        found = portal().store.journal.entries(wanted, limit=ENTRIES_MAX)
    except StoreError:
        return []
    return [each for each in found if each.intent.ids[:2] == (desk.organization, desk.site)]


def _news(difference: Difference, desk: StructureDraft, entries: Iterable[Entry], misplaced: Collection[str]) -> News:
    """The newest entry about the same thing made it, or none did: what an older one made was changed since."""
    entry = next((each for each in entries if is_about(difference, each)), None)
    if entry is None or not made_by(difference, desk.begun_from, desk.live.structure, entry, misplaced):
        return News(difference.text)
    return News(difference.text, entry, entry.intent.owner == person().owner)
