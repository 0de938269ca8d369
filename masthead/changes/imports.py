"""Imports of content: what became of one is seen by the revision that is there now, as far as anything shows it."""

import time
from collections.abc import Mapping
from datetime import datetime

from contract.authoring.content import (
    GET_CONTENT,
    GET_PROPOSED_CONTENT,
    IMPORT_CONTENT,
    IMPORT_PROPOSED_CONTENT,
    ContentQuery,
)
from contract.authoring.revisions import Revision
from contract.schema.endpoint import Endpoint
from masthead.changes.creations import CLOCKS_APART_SECONDS
from masthead.client import Api
from masthead.store import Cause, Entry, Journal, Outcome, Reason, State

IMPORTS: Mapping[str, Endpoint[Revision]] = {
    IMPORT_CONTENT.name: GET_CONTENT,
    IMPORT_PROPOSED_CONTENT.name: GET_PROPOSED_CONTENT,
}
"""By the name of the endpoint: the read of what it changes."""
TAKES_SECONDS = 600.0
"""For how long an import may go on at the API after nobody waits for it any more."""


def check_import(api: Api, entry: Entry, _journal: Journal | None = None) -> Outcome:
    """NOT_SAVED where the revision is older than the entry, and that long ago that nothing is under way any more.

    A newer revision may be of anybody's edit, so it proves nothing. Raises the Problem of a failed read.
    """
    query = ContentQuery(metadata=False, computed=False)
    revision = api.read(IMPORTS[entry.intent.endpoint], *entry.intent.ids, query=query)
    created = revision.createdAt
    if not isinstance(created, datetime):
        return Outcome(State.UNKNOWN, Cause(Reason.NOT_REPORTED))
    if created.timestamp() >= entry.at - CLOCKS_APART_SECONDS:
        return Outcome(State.UNKNOWN, Cause(Reason.MAYBE_DONE))
    if time.time() - entry.at < TAKES_SECONDS:
        return Outcome(State.UNKNOWN, Cause(Reason.NOT_YET))
    return Outcome(State.NOT_SAVED, Cause(Reason.NOT_DONE))
