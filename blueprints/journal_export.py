"""The journal as a file: CSV for a spreadsheet, JSON for a program. Written while it is read, a thousand at a time."""

import csv
import io
import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from pydantic_core import from_json
from werkzeug.wrappers import Response

from client.addresses import path_of
from contract import BY_NAME
from store import Entry, Journal, Wanted
from web.spreadsheets import safe_cell

AT_ONCE = 1000
COLUMNS = ("number", "at", "who", "owner", "summary", "reason", "outcome", "message", "method", "path", "requestId")


def all_entries(journal: Journal, wanted: Wanted) -> Iterator[Entry]:
    """Every entry that is wanted, the newest first."""
    before: int | None = None
    while found := journal.entries(wanted, before=before, limit=AT_ONCE):
        yield from found
        before = found[-1].number


def csv_file(entries: Iterable[Entry], name: str) -> Response:
    """A line per entry; times are in UTC."""
    return _file(_csv(entries), name, "csv", "text/csv; charset=utf-8")


def json_file(entries: Iterable[Entry], name: str) -> Response:
    """An array of entries with what was sent, what was there before and what there was after it."""
    return _file(_json(entries), name, "json", "application/json")


def _file(parts: Iterator[str], name: str, ending: str, kind: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{_plain(name)}.{ending}"'}
    return Response((part.encode("utf-8", "replace") for part in parts), content_type=kind, headers=headers)


def _plain(name: str) -> str:
    return "".join(sign if sign.isascii() and (sign.isalnum() or sign in "-_") else "-" for sign in name)


def _csv(entries: Iterable[Entry]) -> Iterator[str]:
    yield _line(COLUMNS)
    for entry in entries:
        facts = _facts(entry)
        yield _line([facts[name] for name in COLUMNS])


def _line(cells: Iterable[Any]) -> str:
    text = io.StringIO()
    csv.writer(text).writerow([safe_cell(str(cell)) for cell in cells])
    return text.getvalue()


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
