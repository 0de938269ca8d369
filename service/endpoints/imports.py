"""Imports into a space and into a change request: fetch pages, parse them, store them."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import cast

from flask import current_app
from sqlalchemy import Connection

from contract.authoring import content
from fetching import Fetcher
from service.change_requests.participants import record_contribution
from service.change_requests.repository import StoredChangeRequest, find_change_request, save_change_request
from service.content.drafts import arrange_drafts
from service.content.files import list_file_numbers
from service.content.leaves import Leaf, list_leaves
from service.content.revisions import add_revision, build_revision
from service.content.spaces import find_space, set_current_revision
from service.http.request_context import RequestContext
from service.http.routing import Errand, RouteGroup
from service.imports.pages import FetchedPages, fetch_pages
from service.storage.documents import Fields, as_json, new_id

group = RouteGroup(__name__)


def _fetch(_call: RequestContext, _space_id: str, body: content.ContentImport) -> Errand:
    return partial(fetch_pages, body, cast("Fetcher", current_app.extensions["fetcher"]))


def _fetch_for_change_request(
    call: RequestContext, space_id: str, change_request_id: str, body: content.ContentImport
) -> Errand:
    find_change_request(call.connection, space_id, change_request_id).ensure_open()
    return _fetch(call, space_id, body)


@group.serves(content.IMPORT_CONTENT, first=_fetch)
def import_content(call: RequestContext, space_id: str, _body: content.ContentImport, gathered: FetchedPages) -> str:
    """Add the pages that are found at an address to what the space shows; what cannot be reached is not counted."""
    revision = _import_into_space(call.connection, space_id, gathered, call.now)
    return _result_json(revision, gathered)


@group.serves(content.IMPORT_PROPOSED_CONTENT, conflicts=True, first=_fetch_for_change_request)
def import_proposed_content(
    call: RequestContext, space_id: str, change_request_id: str, _body: content.ContentImport, gathered: FetchedPages
) -> str:
    """Add the pages that are found at an address to the change request. 409 when it is merged or archived."""
    found = find_change_request(call.connection, space_id, change_request_id)
    revision = _import_into_change_request(call.connection, found, gathered, call.person, call.now)
    return _result_json(revision, gathered)


def _result_json(revision: str, gathered: FetchedPages) -> str:
    return as_json({"revision": revision, "importedResources": gathered.count, "totalResources": gathered.total})


def _import_into_space(connection: Connection, space_id: str, gathered: FetchedPages, now: str) -> str:
    space = find_space(connection, space_id)
    current = str(space["revision"])
    if not gathered.pages:
        return current
    before, pages, own = _add_revision_with(connection, space, current, gathered, now)
    set_current_revision(connection, space, own, before, pages, now)
    return own


def _import_into_change_request(
    connection: Connection, found: StoredChangeRequest, gathered: FetchedPages, by: str, now: str
) -> str:
    found.ensure_open()
    if not gathered.pages:
        return found.revision
    _, _, own = _add_revision_with(connection, found.space, found.revision, gathered, now)
    save_change_request(connection, replace(found.with_fields(now), revision=own))
    record_contribution(connection, found.id, by, now)
    return own


def _add_revision_with(
    connection: Connection, space: Fields, revision: str, gathered: FetchedPages, now: str
) -> tuple[Sequence[Leaf], Sequence[Leaf], str]:
    before, own = list_leaves(connection, revision), new_id("revision")
    leaves = [*before, *arrange_drafts(gathered.drafts, now)]
    fields = build_revision(own, "edits", [revision], now)
    return before, add_revision(connection, space, fields, leaves, list_file_numbers(connection, revision)), own
