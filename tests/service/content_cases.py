"""A request to each endpoint of spaces' content, change requests and comments, and who may ask it."""

from typing import Any

from contract import change_requests, comments, content
from contract.endpoint import Endpoint

Request = tuple[tuple[str, ...], dict[str, Any]]

GUIDE = "space_guide"
RATES = "page_guide_rates"
STATES = "file_guide_shipment-states"

CUSTOMS = "change_guide_customs"
WAITING, FIRST_REPLY = "comment_guide_waiting", "reply_guide_waiting_1"

EVERYONE = frozenset({"admin", "create", "review", "edit", "comment", "read", None})

NOWHERE = {"url": "http://127.0.0.1:1/", "source": "html"}
"""An address that is never asked: it is none of the public ones."""

REQUESTS: dict[Endpoint[Any], Request] = {
    content.SEARCH_SPACE: ((GUIDE,), {"query": "the"}),
    content.GET_CONTENT: ((GUIDE,), {}),
    content.LIST_PAGES: ((GUIDE,), {}),
    content.LIST_FILES: ((GUIDE,), {}),
    content.GET_FILE: ((GUIDE, STATES), {}),
    content.LIST_FILE_BACKLINKS: ((GUIDE, STATES), {}),
    content.GET_PAGE: ((GUIDE, RATES), {}),
    content.LIST_PAGE_LINKS: ((GUIDE, RATES), {}),
    content.IMPORT_CONTENT: ((GUIDE,), {"body": NOWHERE}),
    content.IMPORT_PROPOSED_CONTENT: ((GUIDE, CUSTOMS), {"body": NOWHERE}),
    content.GET_PROPOSED_CONTENT: ((GUIDE, CUSTOMS), {}),
    content.LIST_PROPOSED_PAGES: ((GUIDE, CUSTOMS), {}),
    content.LIST_PROPOSED_FILES: ((GUIDE, CUSTOMS), {}),
    content.GET_PROPOSED_FILE: ((GUIDE, CUSTOMS, STATES), {}),
    content.LIST_PROPOSED_FILE_BACKLINKS: ((GUIDE, CUSTOMS, STATES), {}),
    content.GET_PROPOSED_PAGE: ((GUIDE, CUSTOMS, RATES), {}),
    content.LIST_PROPOSED_PAGE_LINKS: ((GUIDE, CUSTOMS, RATES), {}),
    change_requests.LIST_CHANGE_REQUESTS: ((GUIDE,), {}),
    change_requests.CREATE_CHANGE_REQUEST: ((GUIDE,), {"body": {"subject": "More"}}),
    change_requests.GET_CHANGE_REQUEST: ((GUIDE, CUSTOMS), {}),
    change_requests.UPDATE_CHANGE_REQUEST: ((GUIDE, CUSTOMS), {"body": {"subject": "More"}}),
    change_requests.MERGE_CHANGE_REQUEST: ((GUIDE, CUSTOMS), {}),
    change_requests.PULL_INTO_CHANGE_REQUEST: ((GUIDE, CUSTOMS), {}),
    change_requests.GET_CHANGE_REQUEST_PDF: ((GUIDE, CUSTOMS), {}),
    change_requests.LIST_REQUESTED_REVIEWERS: ((GUIDE, CUSTOMS), {}),
    change_requests.REQUEST_REVIEWERS: ((GUIDE, CUSTOMS), {"body": {"users": ["user_charlie"]}}),
    change_requests.LIST_CONTRIBUTORS: ((GUIDE, CUSTOMS), {}),
    comments.LIST_COMMENTS: ((GUIDE,), {}),
    comments.CREATE_COMMENT: ((GUIDE,), {"body": {"body": {"markdown": "Fine"}}}),
    comments.GET_COMMENT: ((GUIDE, WAITING), {}),
    comments.UPDATE_COMMENT: ((GUIDE, WAITING), {"body": {"resolved": True}}),
    comments.DELETE_COMMENT: ((GUIDE, WAITING), {}),
    comments.LIST_COMMENT_REPLIES: ((GUIDE, WAITING), {}),
    comments.CREATE_COMMENT_REPLY: ((GUIDE, WAITING), {"body": {"body": {"markdown": "Fine"}}}),
    comments.GET_COMMENT_REPLY: ((GUIDE, WAITING, FIRST_REPLY), {}),
    comments.UPDATE_COMMENT_REPLY: ((GUIDE, WAITING, FIRST_REPLY), {"body": {"addedReactions": ["1f44d"]}}),
}
"""A request that succeeds for whoever may ask it: ids, then query or body."""

EDITORS = frozenset({"admin", "create", "review", "edit"})
MERGERS = frozenset({"admin", "create", "review"})
COMMENTERS = EDITORS | {"comment"}

ALLOWED: dict[Endpoint[Any], frozenset[str | None]] = {
    content.IMPORT_CONTENT: EDITORS,
    content.IMPORT_PROPOSED_CONTENT: EDITORS,
    change_requests.CREATE_CHANGE_REQUEST: EDITORS,
    change_requests.UPDATE_CHANGE_REQUEST: EDITORS,
    change_requests.MERGE_CHANGE_REQUEST: MERGERS,
    change_requests.PULL_INTO_CHANGE_REQUEST: EDITORS,
    change_requests.REQUEST_REVIEWERS: EDITORS,
    comments.CREATE_COMMENT: COMMENTERS,
    comments.UPDATE_COMMENT: COMMENTERS,
    comments.DELETE_COMMENT: frozenset({"admin"}),  # and whoever wrote it, which none of them did
    comments.CREATE_COMMENT_REPLY: COMMENTERS,
    comments.UPDATE_COMMENT_REPLY: COMMENTERS,
}
"""The roles that may ask it, where that is not everyone's."""

LISTINGS = [endpoint for endpoint in REQUESTS if endpoint.listing]
"""Those that are paged through; the demo world has two items or more for each."""
