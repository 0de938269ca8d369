"""Takes what a space shows into a change request, and makes a change request what the space shows."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection
from werkzeug.exceptions import Conflict

from service.change_requests.repository import StoredChangeRequest, save_change_request, stored_json
from service.content.files import file_numbers
from service.content.leaves import Leaf, leaves_of
from service.content.merging import MergeConflictError, merge, merged_set
from service.content.revisions import add_revision, new_fields
from service.content.spaces import make_current
from service.storage.documents import new_id

_SHOWN = 3
"""Titles of pages that a refusal tells."""


def pull_from_space(
    connection: Connection, found: StoredChangeRequest, now: str, revision_id: str = ""
) -> StoredChangeRequest:
    """Returns it unchanged when the space shows nothing new. Raises Conflict."""
    found.check_open()
    if not found.is_outdated:
        return found
    current = str(found.space["revision"])
    own = revision_id or new_id("revision")
    pages, files = _merge_content(connection, found)
    fields = new_fields(own, "update", [found.revision, current], now)
    add_revision(connection, found.space, fields, pages, files)
    taken = found.with_fields(now, revisionMergedAncestor=current)
    changed = replace(taken, revision=own, ancestor=current)
    save_change_request(connection, changed)
    return changed


def merge_into_space(connection: Connection, found: StoredChangeRequest, now: str, revision_id: str = "") -> str:
    """Make its content the space's, and close it; the id of the new revision. Raises Conflict."""
    found.check_open()
    current = str(found.space["revision"])
    own = revision_id or new_id("revision")
    before = leaves_of(connection, current)
    pages, files = _merge_content(connection, found)
    merged = found.with_fields(now, status="merged", revisionMerged=own)
    save_change_request(connection, merged)
    fields = new_fields(own, "merge", [current, found.revision], now)
    source = stored_json(connection, merged)
    made = add_revision(connection, found.space, fields, pages, files, merged_from=source)
    make_current(connection, found.space, own, before, made, now)
    return own


def _merge_content(connection: Connection, found: StoredChangeRequest) -> tuple[Sequence[Leaf], list[int]]:
    revisions = (found.ancestor, str(found.space["revision"]), found.revision)
    if not found.is_outdated:
        return leaves_of(connection, found.revision), file_numbers(connection, found.revision)
    try:
        pages = merge(*(leaves_of(connection, each) for each in revisions))
    except MergeConflictError as conflict:
        told = ", ".join(f"“{title:.40}”" for title in conflict.titles[:_SHOWN])
        more = f" and {len(conflict.titles) - _SHOWN} more" if len(conflict.titles) > _SHOWN else ""
        message = f"The space and this change request have both changed the same part of {told}{more}."
        raise Conflict(f"{message} Nothing was changed.") from conflict
    return pages, merged_set(*(file_numbers(connection, each) for each in revisions))
