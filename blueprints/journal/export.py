"""The journal as a file: CSV for a spreadsheet, JSON for a program. Written while it is read, a thousand at a time."""

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import chain
from typing import Any

from pydantic_core import from_json
from werkzeug.wrappers import Response

from client.addresses import path_of
from contract import BY_NAME
from store import Entry, Journal, JournalQuery
from web.http.spreadsheets import attachment, csv_file

AT_ONCE = 1000
COLUMNS = ("number", "at", "who", "owner", "summary", "reason", "outcome", "message", "method", "path", "requestId")


def all_entries(journal: Journal, wanted: JournalQuery) -> Iterator[Entry]:
    """Every entry that is wanted, the newest first."""
    before: int | None = None
    while found := journal.entries(wanted, before=before, limit=AT_ONCE):
        yield from found
        before = found[-1].number


def csv_of(entries: Iterable[Entry], name: str) -> Response:
    """A line per entry; times are in UTC."""
    return csv_file(chain([COLUMNS], ([facts[name] for name in COLUMNS] for facts in map(_facts, entries))), name)


def json_of(entries: Iterable[Entry], name: str) -> Response:
    """An array of entries with what was sent, what was there before and what there was after it."""
    return attachment(_json(entries), name, "json", "application/json")


def _json(entries: Iterable[Entry]) -> Iterator[str]:
    between = "["
    for entry in entries:
        intent, outcome = entry.intent, entry.outcome
        told = {
            "was": dict(intent.was),
            "sent": from_json(intent.body) if intent.body else None,
            "became": dict(outcome.became),
            "undoes": intent.undoes,
        }
        yield between + json.dumps(_facts(entry) | told)
        between = ",\n"
    yield "[]\n" if between == "[" else "]\n"


def _facts(entry: Entry) -> dict[str, Any]:
    intent, outcome = entry.intent, entry.outcome
    endpoint = BY_NAME[intent.endpoint]
    return {
        "number": entry.number,
        "at": datetime.fromtimestamp(entry.at, UTC).isoformat(timespec="milliseconds"),
        "who": entry.name,
        "owner": intent.owner,
        "summary": intent.summary,
        "reason": intent.reason,
        "outcome": outcome.state.value,
        "message": outcome.message,
        "method": endpoint.method,
        "path": path_of(endpoint, intent.ids),
        "requestId": intent.request_id,
    }
