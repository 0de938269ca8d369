"""Exports the journal as CSV or JSON, streamed in parts of a thousand entries."""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import chain
from typing import Any

from pydantic_core import from_json
from werkzeug.wrappers import Response

from blueprints.journal.entries import list_changed_settings
from blueprints.journal.filters import LABELS, JournalFilters
from contract import BY_NAME
from masthead.client.exchange import build_path
from masthead.i18n import gettext
from masthead.store.entries import Entry, State
from masthead.store.journal.journal import Journal
from masthead.store.journal.queries import JournalQuery
from masthead.web.descriptions.outcome_text import OUTCOMES, cause_text
from masthead.web.directory.entries import BETWEEN
from masthead.web.forms.fields import WireField
from masthead.web.http.spreadsheets import attachment_response, csv_response
from masthead.web.submit.recorded_changes import list_fields

AT_ONCE = 1000
MAX_PART = 40
"""Maximum length of a filter in a file name."""
ABOUT = ("when", "who", "change", "kind", "object")
IN_WORDS = (*ABOUT, "setting", "before", "after", "reason", "outcome", "message")
TECHNICAL = ("number", "at", "personId", "method", "path", "requestId")


def iterate_entries(journal: Journal, wanted: JournalQuery) -> Iterator[Entry]:
    """Yield all entries that match the query, newest first."""
    before: int | None = None
    while found := journal.entries(wanted, before=before, limit=AT_ONCE):
        yield from found
        before = found[-1].number


def build_csv(entries: Iterable[Entry], name: str) -> Response:
    """Build a CSV file with a row per changed setting, and one row for a change without any."""
    return csv_response(chain([IN_WORDS + TECHNICAL], _csv_rows(entries)), name)


def _csv_rows(entries: Iterable[Entry]) -> Iterator[list[str]]:
    known: dict[str, dict[str, WireField]] = {}
    for entry in entries:
        facts, subject = _entry_facts(entry), entry.intent.subject
        if entry.intent.endpoint not in known:
            known[entry.intent.endpoint] = list_fields(entry.intent.endpoint)
        technical = [facts[name] for name in TECHNICAL]
        when = datetime.fromtimestamp(entry.at, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
        who = entry.name or gettext("Unnamed admin (%(owner)s)", owner=entry.intent.owner[:6])
        outcome = gettext(OUTCOMES[entry.outcome.state][0])
        for setting in list_changed_settings(entry, known[entry.intent.endpoint]) or [("", "", "")]:
            about = [when, who, entry.intent.summary, subject.kind, subject.title, *setting]
            yield [*about, entry.intent.reason, outcome, cause_text(entry.outcome.cause), *technical]


def filters_slug(filters: JournalFilters, people: Mapping[str, str]) -> str:
    """Describe the filters for a file name; `people` has names by owner."""
    parts = [
        gettext(LABELS[filters.area]) if filters.area in LABELS else "",
        filters.object,
        filters.q,
        gettext("by %(name)s", name=people.get(filters.by) or filters.by[:6]) if filters.by else "",
        gettext(OUTCOMES[State(filters.state)][0]) if filters.state in list(State) else "",
        gettext("from %(day)s", day=filters.since) if filters.since else "",
        gettext("to %(day)s", day=filters.until) if filters.until else "",
    ]
    return "-".join(BETWEEN.sub("-", part[:MAX_PART].lower()).strip("-") for part in ("activity", *parts) if part)


def build_json(entries: Iterable[Entry], name: str) -> Response:
    """Build a JSON array of entries with sent, previous and resulting values."""
    return attachment_response(_iterate_json(entries), name, "json", "application/json")


def _iterate_json(entries: Iterable[Entry]) -> Iterator[str]:
    between = "["
    for entry in entries:
        intent, outcome = entry.intent, entry.outcome
        told = {
            "was": dict(intent.was),
            "sent": from_json(intent.body) if intent.body else None,
            "became": dict(outcome.became),
            "undoes": intent.undoes,
        }
        yield between + json.dumps(_entry_facts(entry) | told)
        between = ",\n"
    yield "[]\n" if between == "[" else "]\n"


def _entry_facts(entry: Entry) -> dict[str, Any]:
    intent, outcome = entry.intent, entry.outcome
    endpoint = BY_NAME[intent.endpoint]
    return {
        "number": entry.number,
        "at": datetime.fromtimestamp(entry.at, UTC).isoformat(timespec="milliseconds"),
        "who": entry.name,
        "personId": intent.owner,
        "summary": intent.summary,
        "reason": intent.reason,
        "outcome": outcome.state.value,
        "message": cause_text(outcome.cause),
        "method": endpoint.method,
        "path": build_path(endpoint, intent.ids),
        "requestId": intent.request_id,
    }
