"""All items of a listing, page after page."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from pydantic import MISSING

from contract.schema.listing import Listing, ListQuery
from i18n import gettext
from masthead.client.problems import Unreadable

T = TypeVar("T")


def walk(read: Callable[[ListQuery], Listing[T]], query: ListQuery, pages: int) -> Iterator[T]:
    """Yield the items of up to `pages` pages. Raises Unreadable where the listing turns in a circle or does not end."""
    seen_cursors: set[str] = set()
    for _ in range(pages):
        listing = read(query)
        yield from listing.items
        if listing.next is MISSING:
            return
        # A server that repeats its cursor would be asked forever.
        if listing.next.page in seen_cursors:
            raise Unreadable(gettext("The API's list repeats its pages, so Masthead can't show all of it."))
        seen_cursors.add(listing.next.page)
        query = query.model_copy(update={"page": listing.next.page})
    raise Unreadable(gettext("This list is longer than Masthead can read at once."))
