"""The content of a space or of one of its change requests: API reads and portal URLs."""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import url_for

from contract.authoring.change_requests import GET_CHANGE_REQUEST
from contract.authoring.content import (
    GET_FILE,
    GET_PAGE,
    GET_PROPOSED_FILE,
    GET_PROPOSED_PAGE,
    LIST_FILE_BACKLINKS,
    LIST_FILES,
    LIST_PAGE_LINKS,
    LIST_PAGES,
    LIST_PROPOSED_FILE_BACKLINKS,
    LIST_PROPOSED_FILES,
    LIST_PROPOSED_PAGE_LINKS,
    LIST_PROPOSED_PAGES,
    ContentQuery,
    FilesQuery,
    PageLinksQuery,
    PageQuery,
)
from contract.authoring.pages import SpaceFile, SpacePage, SpacePages
from contract.schema.endpoint import LIMIT_MAX, Listing, ListQuery
from contract.schema.references import PageLinks, Reference
from masthead.client import CachedRead
from masthead.i18n import gettext
from masthead.web.directory.places import SPACE, AccessPlace, find_place
from masthead.web.frame.organization import is_refresh_requested
from masthead.web.person.portal import api

TREE_QUERY = ContentQuery(metadata=False, computed=False)
USES = 100
"""The most uses of a file in one response."""


class SpaceContent(NamedTuple):
    """The content of a space, or of its change request `request_id` if that is set. `name` is the title to show."""

    organization: str
    space: AccessPlace
    request_id: str = ""
    name: str = ""

    def tree_read(self, *, refresh: bool = False) -> CachedRead[SpacePages]:
        """Build the read of all pages, without their text, Git metadata and computed content."""
        endpoint = LIST_PROPOSED_PAGES if self.request_id else LIST_PAGES
        return CachedRead(endpoint, self._path_ids(), TREE_QUERY, refresh)

    def page_read(self, page_id: str, query: PageQuery) -> CachedRead[SpacePage]:
        endpoint = GET_PROPOSED_PAGE if self.request_id else GET_PAGE
        return CachedRead(endpoint, self._path_ids(page_id), query, is_refresh_requested())

    def links_read(self, page_id: str) -> CachedRead[PageLinks]:
        """Build the read of up to 1,000 of a page's links, in any state."""
        if self.request_id:
            query = ListQuery(limit=LIMIT_MAX)
            return CachedRead(LIST_PROPOSED_PAGE_LINKS, self._path_ids(page_id), query, is_refresh_requested())
        return CachedRead(
            LIST_PAGE_LINKS, self._path_ids(page_id), PageLinksQuery(limit=LIMIT_MAX), is_refresh_requested()
        )

    def files_read(self) -> CachedRead[Listing[SpaceFile]]:
        """Build the read of the file list's first page."""
        endpoint = LIST_PROPOSED_FILES if self.request_id else LIST_FILES
        return CachedRead(
            endpoint.tolerant_listing, self._path_ids(), FilesQuery(limit=LIMIT_MAX), is_refresh_requested()
        )

    def file_read(self, file_id: str) -> CachedRead[SpaceFile]:
        endpoint = GET_PROPOSED_FILE if self.request_id else GET_FILE
        return CachedRead(endpoint, self._path_ids(file_id), ContentQuery(), is_refresh_requested())

    def uses_read(self, file_id: str, *, refresh: bool = False) -> CachedRead[Listing[Reference]]:
        endpoint = LIST_PROPOSED_FILE_BACKLINKS if self.request_id else LIST_FILE_BACKLINKS
        return CachedRead(endpoint, self._path_ids(file_id), ListQuery(limit=USES), refresh)

    @property
    def pages_url(self) -> str:
        return url_for("proposed_pages.index" if self.request_id else "space_pages.index", **self._url_values())

    @property
    def files_url(self) -> str:
        return url_for("proposed_files.index" if self.request_id else "space_files.index", **self._url_values())

    def page_url(self, page_id: str, anchor: str | None = None) -> str:
        """Return a page's portal URL, with a heading's anchor if given."""
        endpoint = "proposed_pages.show" if self.request_id else "space_pages.show"
        return url_for(endpoint, page_id=page_id, _anchor=anchor, **self._url_values())

    def file_url(self, file_id: str) -> str:
        endpoint = "proposed_files.show" if self.request_id else "space_files.show"
        return url_for(endpoint, file_id=file_id, **self._url_values())

    def picture_url(self, name: str) -> str:
        """Return the portal URL that serves the picture in the file with the given name."""
        in_request = {"change_request": self.request_id} if self.request_id else {}
        at = url_for("pictures.show", organization_id=self.organization, space_id=self.space.id)
        return f"{at}?{urlencode({'name': name, **in_request})}"

    def _path_ids(self, *further: str) -> tuple[str, ...]:
        return (self.space.id, *((self.request_id,) if self.request_id else ()), *further)

    def _url_values(self) -> dict[str, Any]:
        of_request = {"change_request_id": self.request_id} if self.request_id else {}
        return {"organization_id": self.organization, "space_id": self.space.id, **of_request}


def find_content(organization_id: str, space_id: str, change_request_id: str = "") -> SpaceContent:
    """Return a space's or change request's content. Sends no requests: titles are from the directory and the cache."""
    place = find_place(organization_id, SPACE, space_id)
    if not change_request_id:
        return SpaceContent(organization_id, place, name=place.called)
    known = api().get_last_response(CachedRead(GET_CHANGE_REQUEST, (space_id, change_request_id)))
    name = gettext("Change request %(number)s", number=change_request_id)
    if known is not None:
        request = known[0].value
        name = f"#{request.number} {request.subject.strip() or gettext('Without a subject')}"
    return SpaceContent(organization_id, place, change_request_id, name)
