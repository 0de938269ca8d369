"""Stores organization files for a review, for a day, and finds them and the one applied last."""

import json
from collections.abc import Sequence

from flask import url_for
from werkzeug.wrappers import Response

from masthead.organization_file.stored_file import StoredFile, Values, find_applied
from masthead.web.http.responses import redirect_to
from masthead.web.person.portal import portal
from masthead.web.person.session import person

APPLIED = "applied"
"""Stands for the id of the file applied last."""


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
    texts, owner = portal().store.temporary_texts, person().owner
    if file_id == APPLIED:
        return find_applied(texts, owner, organization_id)
    text = texts.get(owner, files_url(organization_id), file_id)
    return None if text is None else StoredFile(*json.loads(text))


def files_url(organization_id: str) -> str:
    return url_for("organization_files.show", organization_id=organization_id)
