"""Stores organization files for their review, sealed for one person and one day."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask import url_for
from werkzeug.wrappers import Response

from masthead.web.http.responses import redirect_to
from masthead.web.person.portal import portal
from masthead.web.person.session import person

Values = Mapping[str, Any]


class StoredFile(NamedTuple):
    """The values of a file, where it is from, and notes on what it lacks. `text` is what a person gave."""

    wanted: Values
    source: str
    notes: Sequence[str] = ()
    text: str = ""


def start_review(
    organization_id: str, wanted: Values, source: str, notes: Sequence[str] = (), text: str = ""
) -> Response:
    """Store the wanted values of an organization, and redirect to the review of the changes that they need.

    Sends nothing to the API. Raises TooLargeError and StoreError.
    """
    stored = json.dumps(StoredFile(wanted, source, [*notes], text)).encode()
    file_id = portal().store.temporary_texts.save(person().owner, files_url(organization_id), stored)
    return redirect_to(url_for("organization_files.review", organization_id=organization_id, file_id=file_id))


def load_file(organization_id: str, file_id: str) -> StoredFile | None:
    """Return a stored file; None if it expired or belongs to somebody else. Raises StoreError."""
    stored = portal().store.temporary_texts.get(person().owner, files_url(organization_id), file_id)
    return None if stored is None else StoredFile(*json.loads(stored))


def files_url(organization_id: str) -> str:
    return url_for("organization_files.show", organization_id=organization_id)
