"""Imports into a space and into a change request: pages that stand elsewhere are fetched, read and kept."""

from functools import partial
from typing import cast

from flask import current_app

from contract.authoring.content import (
    CHANGE_REQUEST_GROUP,
    IMPORT_CONTENT,
    IMPORT_PROPOSED_CONTENT,
    SPACE_GROUP,
    ContentImport,
)
from fetching import Fetcher
from service.change_requests.repository import find_change_request
from service.http.request_context import RequestContext
from service.http.routing import Errand, RouteGroup
from service.imports.gathering import Gathered, gather_pages
from service.imports.keeping import import_into_change_request, import_into_space
from service.storage.documents import text

group = RouteGroup(SPACE_GROUP, f"{__name__}_of_space")
proposed_group = RouteGroup(CHANGE_REQUEST_GROUP, f"{__name__}_of_change_request")


def _fetch(_call: RequestContext, _space_id: str, body: ContentImport) -> Errand:
    return partial(gather_pages, body, cast("Fetcher", current_app.extensions["fetcher"]))


def _fetch_for_change_request(
    call: RequestContext, space_id: str, change_request_id: str, body: ContentImport
) -> Errand:
    find_change_request(call.connection, space_id, change_request_id).check_open()
    return _fetch(call, space_id, body)


@group.serves(IMPORT_CONTENT, first=_fetch)
def import_content(call: RequestContext, space_id: str, _body: ContentImport, gathered: Gathered) -> str:
    """Add the pages that are found at an address to what the space shows; what cannot be reached is not counted."""
    revision = import_into_space(call.connection, space_id, gathered, call.now)
    return _result(revision, gathered)


@proposed_group.serves(IMPORT_PROPOSED_CONTENT, conflicts=True, first=_fetch_for_change_request)
def import_proposed_content(
    call: RequestContext, space_id: str, change_request_id: str, _body: ContentImport, gathered: Gathered
) -> str:
    """Add the pages that are found at an address to the change request. 409 when it is merged or archived."""
    found = find_change_request(call.connection, space_id, change_request_id)
    revision = import_into_change_request(call.connection, found, gathered, call.person, call.now)
    return _result(revision, gathered)


def _result(revision: str, gathered: Gathered) -> str:
    return text({"revision": revision, "importedResources": gathered.count, "totalResources": gathered.total})
