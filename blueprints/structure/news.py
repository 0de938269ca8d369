"""What others did to a structure, with who did it as far as the journal knows."""

from collections.abc import Iterable
from dataclasses import dataclass

from changes.structure.telling import Difference
from contract.section_groups import (
    ADD_SECTION,
    CREATE_SECTION_GROUP,
    DELETE_SECTION_GROUP,
    MOVE_SECTION_GROUP,
    REMOVE_SECTION,
    UPDATE_SECTION_GROUP,
)
from contract.site_spaces import ADD_SITE_SPACE, MOVE_SITE_SPACE, REMOVE_SITE_SPACE, UPDATE_SITE_SPACE
from contract.sites import UPDATE_SITE
from store import Entry, State, StoreError, Wanted
from web.access import person
from web.arranging import Desk
from web.organization import may
from web.portal import portal

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


def news_of(desk: Desk) -> list[News]:
    """What others changed since the draft was begun."""
    entries = _entries(desk) if desk.news else []
    return [News(each.text, _entry_of(each, entries)) for each in desk.news]


def _entries(desk: Desk) -> list[Entry]:
    """The newest entries about this site that others wrote, the newest first."""
    if not may("admin"):
        return []
    wanted = Wanted(desk.organization, endpoints=ARRANGING, states=[State.SAVED])
    try:
        found = portal().journal.entries(wanted, limit=ENTRIES_MAX)
    except StoreError:
        return []
    here = (desk.organization, desk.site)
    return [each for each in found if each.intent.ids[:2] == here and each.intent.owner != person().owner]


def _entry_of(difference: Difference, entries: Iterable[Entry]) -> Entry | None:
    return next((each for each in entries if each.object_id == difference.item), None)
