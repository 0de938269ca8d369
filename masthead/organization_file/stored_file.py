"""Organization files as stored for one person, to review them or to find drift from the one applied last."""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from masthead.store.drafts.texts import TemporaryTexts

Values = Mapping[str, Any]


class StoredFile(NamedTuple):
    """The values of a file, where it is from, and notes on what it lacks. `text` is what a person gave."""

    wanted: Values
    source: str
    notes: Sequence[str] = ()
    text: str = ""
    applied_at: float = 0.0

    @property
    def packed(self) -> bytes:
        return json.dumps(self).encode()

    def save_applied(
        self, texts: "TemporaryTexts", owner: str, organization: str, connection: "Connection", _number: int
    ) -> None:
        """Store this as the file that the person applied last, if a person gave its text. Raises TooLargeError."""
        if self.text:
            texts.save_lasting(owner, _page(organization), self.packed, connection)


def find_applied(texts: "TemporaryTexts", owner: str, organization: str) -> StoredFile | None:
    """Find the file that the person applied last, on a page or by a command. Raises StoreError."""
    at, text = texts.find_lasting(owner, _page(organization)) or (0.0, None)
    return None if text is None else StoredFile(*json.loads(text))._replace(applied_at=at)


def _page(organization: str) -> str:
    return f"/orgs/{organization}/file"
