"""Stores organization files, sealed for one person: for a review for a day, and the one applied last for good."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask import url_for
from sqlalchemy import Connection
from werkzeug.wrappers import Response

from masthead.web.http.responses import redirect_to
from masthead.web.person.portal import portal
from masthead.web.person.session import person

Values = Mapping[str, Any]
APPLIED = "applied"
"""Stands for the id of the file applied last."""


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

    def mark_applied(self, organization_id: str, connection: Connection, _number: int) -> None:
        """Store this as the file that the person applied last, to find drift from it, if a person gave its text."""
        if self.text:
            page = files_url(organization_id)
            portal().store.temporary_texts.save_lasting(person().owner, page, self.packed, connection)


def start_review(
    organization_id: str, wanted: Values, source: str, notes: Sequence[str] = (), text: str = ""
) -> Response:
    """Store the wanted values of an organization, and redirect to the review of the changes that they need.

    Sends nothing to the API. Raises TooLargeError and StoreError.
    """
    stored = StoredFile(wanted, source, [*notes], text).packed
    file_id = portal().store.temporary_texts.save(person().owner, files_url(organization_id), stored)
    return redirect_to(url_for("organization_files.review", organization_id=organization_id, file_id=file_id))


def load_file(organization_id: str, file_id: str) -> StoredFile | None:
    """Return a stored file or, for `APPLIED`, the one applied last. None if there is none. Raises StoreError."""
    texts, owner, page = portal().store.temporary_texts, person().owner, files_url(organization_id)
    if file_id != APPLIED:
        text = texts.get(owner, page, file_id)
        return None if text is None else StoredFile(*json.loads(text))
    at, text = texts.find_lasting(owner, page) or (0.0, None)
    return None if text is None else StoredFile(*json.loads(text))._replace(applied_at=at)


def files_url(organization_id: str) -> str:
    return url_for("organization_files.show", organization_id=organization_id)
