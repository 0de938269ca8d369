"""Keeps imported pages: in what a space shows, or in what a change request would make of it."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection

from service.change_requests.contributions import record_contribution
from service.change_requests.repository import StoredChangeRequest, save_change_request
from service.content.drafts import arrange_drafts
from service.content.files import file_numbers
from service.content.leaves import Leaf, leaves_of
from service.content.revisions import add_revision, new_fields
from service.content.spaces import make_current, space_fields
from service.imports.gathering import Gathered
from service.storage.documents import Fields
from service.storage.ids import new_id


def import_into_space(connection: Connection, space_id: str, gathered: Gathered, now: str) -> str:
    """Add the pages after the others; the id of the revision that the space then shows."""
    space = space_fields(connection, space_id)
    current = str(space["revision"])
    if not gathered.pages:
        return current
    before, pages, own = _add_revision_with(connection, space, current, gathered, now)
    make_current(connection, space, own, before, pages, now)
    return own


def import_into_change_request(
    connection: Connection, found: StoredChangeRequest, gathered: Gathered, by: str, now: str
) -> str:
    """The id of its revision. Raises Conflict when it is closed."""
    found.check_open()
    if not gathered.pages:
        return found.revision
    _, _, own = _add_revision_with(connection, found.space, found.revision, gathered, now)
    save_change_request(connection, replace(found.with_fields(now), revision=own))
    record_contribution(connection, found.id, by, now)
    return own


def _add_revision_with(
    connection: Connection, space: Fields, revision: str, gathered: Gathered, now: str
) -> tuple[Sequence[Leaf], Sequence[Leaf], str]:
    """The pages before, the pages of a new revision, and its id."""
    before, own = leaves_of(connection, revision), new_id("revision")
    leaves = [*before, *arrange_drafts(gathered.drafts, now)]
    fields = new_fields(own, "edits", [revision], now)
    return before, add_revision(connection, space, fields, leaves, file_numbers(connection, revision)), own
