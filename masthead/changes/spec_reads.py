"""Having the source of an API specification read again: what became of it is seen by when the API last read it."""

from datetime import datetime

from contract.authoring.openapi_specs import GET_SPEC, REPLACE_SPEC
from masthead.changes.creations import CLOCKS_APART_SECONDS
from masthead.changes.undo import sent_values
from masthead.client import Api
from masthead.store import Cause, Entry, Outcome, Reason, State

UNREAD = ("pending", "progress")


def is_sent_again(entry: Entry) -> bool:
    """Whether the address that the entry sent may have been the source before, so that its value shows nothing."""
    is_address = isinstance(_address(entry), str)
    return entry.intent.endpoint == REPLACE_SPEC.name and "source" not in entry.intent.was and is_address


def check_read_again(api: Api, entry: Entry) -> Outcome | None:
    """SAVED where the API reads the address, or has since; None where it is not the source.

    Raises the Problem of a failed read.
    """
    spec = api.read(GET_SPEC, *entry.intent.ids)
    if spec.sourceURL != _address(entry):
        return None
    read_at = spec.lastProcessedAt
    if spec.processingState in UNREAD or (isinstance(read_at, datetime) and read_at.timestamp() >= entry.at):
        return Outcome(State.SAVED, Cause(Reason.DONE_BY_SOMEBODY))
    if not isinstance(read_at, datetime):
        return Outcome(State.UNKNOWN, Cause(Reason.NOT_REPORTED))
    if read_at.timestamp() < entry.at - CLOCKS_APART_SECONDS:
        return Outcome(State.NOT_SAVED, Cause(Reason.NOT_DONE))
    return Outcome(State.UNKNOWN, Cause(Reason.MAYBE_DONE))


def _address(entry: Entry) -> object:
    source = sent_values(entry).get("source")
    return source.get("url") if isinstance(source, dict) else None
