"""Add the values that journal entries set, by key, with those before and after."""

import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

from masthead.resources.values import NOT_KNOWN, WriteRequest, compute_values_after, values_of

revision = "0043"
down_revision = "0042"
CHUNK = 1000
entries = sa.table("journal", *map(sa.column, ("number", "endpoint", "ids", "body", "was")))
outcomes = sa.table("journal_outcomes", *map(sa.column, ("number", "entry", "state", "became", "object_id")))


def upgrade() -> None:
    """Add the table, filled from the entries: some minutes for each million entries."""
    text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    made = op.create_table(
        "journal_values",
        sa.Column("key", text, nullable=False),
        sa.Column("entry", sa.Integer, sa.ForeignKey("journal.number"), nullable=False),
        sa.Column("before", sa.Text),
        sa.Column("sent", sa.Text),
        sa.Column("after", sa.Text),
        sa.Column("outcome", sa.Integer, sa.ForeignKey("journal_outcomes.number")),
        sa.Column("sealed", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("key", "entry"),
    )
    op.create_index("journal_values_by_entry", "journal_values", ["entry"])
    op.create_index("journal_values_by_outcome", "journal_values", ["outcome"])
    connection, first = op.get_bind(), 0
    while found := connection.execute(
        sa.select(entries).where(entries.c.number > first).order_by(entries.c.number).limit(CHUNK)
    ).all():
        last = found[-1].number
        told = sa.select(outcomes).where(outcomes.c.entry > first, outcomes.c.entry <= last)
        saved = connection.execute(told.where(outcomes.c.state == "saved").order_by(outcomes.c.number.desc()))
        first_saved = {each.entry: each for each in saved}
        rows = [row for entry in found for row in _rows(entry, first_saved.get(entry.number))]
        if rows:
            connection.execute(sa.insert(made), rows)
        first = last


def _rows(entry: Any, saved: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401 - rows of tables as they were
    try:
        made = saved.object_id if saved else ""
        request = WriteRequest(
            entry.endpoint, tuple(json.loads(entry.ids)), json.loads(entry.body or "{}"), json.loads(entry.was), made
        )
        sent = values_of(request)
        left = compute_values_after(request, json.loads(saved.became)) if saved else {}
    except (AttributeError, KeyError, TypeError, ValueError):  # a body that the contract has otherwise by now
        return
    for key, value in sent.items():
        yield {
            "key": key,
            "entry": entry.number,
            "before": _json(value.before),
            "sent": _json(value.sent),
            "after": _json(left.get(key, NOT_KNOWN)),
            "sealed": 0,
        }


def _json(value: Any) -> str | None:  # noqa: ANN401 - JSON, or NOT_KNOWN
    return None if value is NOT_KNOWN else json.dumps(value)
