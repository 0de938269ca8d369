"""A request to each endpoint of spaces' content, change requests and comments, and who may ask it."""

from typing import Any

from contract import content
from contract.endpoint import Endpoint

Request = tuple[tuple[str, ...], dict[str, Any]]

GUIDE = "space_guide"
RATES = "page_guide_rates"
STATES = "file_guide_shipment-states"

EVERYONE = frozenset({"admin", "create", "review", "edit", "comment", "read", None})

REQUESTS: dict[Endpoint[Any], Request] = {
    content.SEARCH_SPACE: ((GUIDE,), {"query": "the"}),
    content.GET_CONTENT: ((GUIDE,), {}),
    content.LIST_PAGES: ((GUIDE,), {}),
    content.LIST_FILES: ((GUIDE,), {}),
    content.GET_FILE: ((GUIDE, STATES), {}),
    content.LIST_FILE_BACKLINKS: ((GUIDE, STATES), {}),
    content.GET_PAGE: ((GUIDE, RATES), {}),
    content.LIST_PAGE_LINKS: ((GUIDE, RATES), {}),
}
"""A request that succeeds for whoever may ask it: ids, then query or body."""

ALLOWED: dict[Endpoint[Any], frozenset[str | None]] = {}
"""The roles that may ask it, where that is not everyone's."""

LISTINGS = [endpoint for endpoint in REQUESTS if endpoint.listing]
"""Those that are paged through; the demo world has two items or more for each."""
