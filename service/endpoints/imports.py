"""Imports into spaces and change requests: fetch pages, parse them, store them."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import cast

from flask import current_app

from contract.authoring import content
from fetching.fetcher import Fetcher
from service.change_requests import find_change_request, record_contribution, save_change_request
from service.content.files import list_file_numbers
from service.content.pages import Leaf, arrange_drafts, list_leaves
from service.content.revisions import add_revision, build_revision
from service.content.spaces import find_space, set_current_revision
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup, SlowJob
from service.imports.pages import FetchedPages, fetch_pages
from service.storage.documents import Fields, as_json, create_id

group = RouteGroup(__name__)


def _prepare_fetch(_call: RequestContext, _space_id: str, body: content.ContentImport) -> SlowJob:
    return partial(fetch_pages, body, cast("Fetcher", current_app.extensions["fetcher"]))


def _fetch_for_change_request(
    call: RequestContext, space_id: str, change_request_id: str, body: content.ContentImport
) -> SlowJob:
    find_change_request(call.connection, space_id, change_request_id).ensure_open()
    return _prepare_fetch(call, space_id, body)


@group.serves(content.IMPORT_CONTENT, prepare=_prepare_fetch)
def import_content(call: RequestContext, space_id: str, _body: content.ContentImport, fetched: FetchedPages) -> str:
    """Import the pages at a URL into the space; pages that can't be fetched are left out."""
    space = find_space(call.connection, space_id)
    revision = str(space["revision"])
    if fetched.pages:
        before, pages, revision = _add_revision(call, space, revision, fetched)
        set_current_revision(call.connection, space, revision, before, pages, call.now)
    return _result_json(revision, fetched)


@group.serves(content.IMPORT_PROPOSED_CONTENT, conflicts=True, prepare=_fetch_for_change_request)
def import_proposed_content(
    call: RequestContext, space_id: str, change_request_id: str, _body: content.ContentImport, fetched: FetchedPages
) -> str:
    """Import the pages at a URL into the change request. 409 if it is merged or archived."""
    found = find_change_request(call.connection, space_id, change_request_id)
    found.ensure_open()  # it may have been closed while the pages were fetched
    revision = found.revision
    if fetched.pages:
        _, _, revision = _add_revision(call, found.space, revision, fetched)
        save_change_request(call.connection, replace(found.with_fields(call.now), revision=revision))
        record_contribution(call.connection, found.id, call.person, call.now)
    return _result_json(revision, fetched)


def _result_json(revision: str, fetched: FetchedPages) -> str:
    return as_json({"revision": revision, "importedResources": len(fetched.pages), "totalResources": fetched.total})


def _add_revision(
    call: RequestContext, space: Fields, revision: str, fetched: FetchedPages
) -> tuple[Sequence[Leaf], Sequence[Leaf], str]:
    before, own = list_leaves(call.connection, revision), create_id("revision")
    leaves = [*before, *arrange_drafts(fetched.page_tree, call.now)]
    fields = build_revision(own, "edits", [revision], call.now)
    files = list_file_numbers(call.connection, revision)
    return before, add_revision(call.connection, space, fields, leaves, files), own
