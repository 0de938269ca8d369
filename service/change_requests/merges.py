"""Merges a change request into its space, and updates it from the space."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection
from werkzeug.exceptions import Conflict

from service.change_requests.repository import StoredChangeRequest, save_change_request, stored_json
from service.content.files import list_file_numbers
from service.content.leaves import Leaf, list_leaves
from service.content.merge import MergeConflictError, merge_pages, merge_sets
from service.content.revisions import add_revision, build_revision
from service.content.spaces import set_current_revision
from service.storage.documents import new_id

_SHOWN = 3
"""Number of page titles in the message of a conflict."""


def pull_from_space(
    connection: Connection, found: StoredChangeRequest, now: str, revision_id: str = ""
) -> StoredChangeRequest:
    """Merge the space's content into the change request and return the new state. Raises Conflict."""
    found.ensure_open()
    if not found.is_outdated:
        return found
    current = str(found.space["revision"])
    own = revision_id or new_id("revision")
    pages, files = _merge_content(connection, found)
    fields = build_revision(own, "update", [found.revision, current], now)
    add_revision(connection, found.space, fields, pages, files)
    taken = found.with_fields(now, revisionMergedAncestor=current)
    changed = replace(taken, revision=own, ancestor=current)
    save_change_request(connection, changed)
    return changed


def merge_into_space(connection: Connection, found: StoredChangeRequest, now: str, revision_id: str = "") -> str:
    """Merge the change request into its space and return the id of the new revision. Raises Conflict."""
    found.ensure_open()
    current = str(found.space["revision"])
    own = revision_id or new_id("revision")
    before = list_leaves(connection, current)
    pages, files = _merge_content(connection, found)
    merged = found.with_fields(now, status="merged", revisionMerged=own)
    save_change_request(connection, merged)
    fields = build_revision(own, "merge", [current, found.revision], now)
    source = stored_json(connection, merged)
    made = add_revision(connection, found.space, fields, pages, files, merged_from=source)
    set_current_revision(connection, found.space, own, before, made, now)
    return own


def _merge_content(connection: Connection, found: StoredChangeRequest) -> tuple[Sequence[Leaf], list[int]]:
    revisions = (found.ancestor, str(found.space["revision"]), found.revision)
    if not found.is_outdated:
        return list_leaves(connection, found.revision), list_file_numbers(connection, found.revision)
    try:
        pages = merge_pages(*(list_leaves(connection, each) for each in revisions))
    except MergeConflictError as conflict:
        titles = ", ".join(f"“{title:.40}”" for title in conflict.titles[:_SHOWN])
        more = f" and {len(conflict.titles) - _SHOWN} more" if len(conflict.titles) > _SHOWN else ""
        message = f"The space and this change request have both changed the same part of {titles}{more}."
        raise Conflict(f"{message} Nothing was changed.") from conflict
    return pages, merge_sets(*(list_file_numbers(connection, each) for each in revisions))
