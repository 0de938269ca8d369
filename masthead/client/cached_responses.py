"""Interface of the response cache. The portal implements it in store/responses/responses.py."""

from collections.abc import Sequence
from typing import Protocol


class CachedResponses(Protocol):
    """Caches the JSON text of answers, for each owner separately. None of these methods ever raises.

    `owner` stands for a person without being their token. A `mark` is taken before the API is asked; after a `forget`
    or an `invalidate` it no longer counts, so a slow read cannot bring back what a write has made old. A `generation`
    goes in with a text and comes back with it, unless the text was invalidated meanwhile: see client/cache_versions.py.
    """

    def get(self, owner: str, path: str, query: str) -> tuple[bytes, float, int | None] | None:
        """The text, when it was asked for (seconds since 1970), its generation; None where nothing is cached."""

    def get_each(self, owner: str, places: Sequence[tuple[str, str]]) -> list[tuple[bytes, float, int | None] | None]:
        """`get` for many paths and queries, in order, at little more than the cost of one."""

    def mark(self, owner: str) -> int:
        """Taken before the API is asked, for `put`."""

    def put(
        self, owner: str, path: str, query: str, text: bytes, asked_at: float, mark: int, generation: int | None
    ) -> None:
        """Cache a text, unless something was forgotten since `mark`."""

    def forget(self, owner: str, places: Sequence[str]) -> None:
        """Forget these paths; one that ends with a slash stands for all below it."""

    def invalidate(self, owner: str, places: Sequence[str]) -> None:
        """Take the generation from what is cached of these."""
