"""An intent as the rows of entries and of steps hold it."""

import json
from typing import Any

from sqlalchemy import Row

from masthead.store.entries import Intent, Subject


def intent_values(intent: Intent) -> dict[str, Any]:
    """The values of the columns by which entries and steps say what is sent."""
    return {
        "endpoint": intent.endpoint,
        "ids": json.dumps(intent.ids),
        "body": intent.body,
        "was": json.dumps(dict(intent.was)),
        "kind": intent.subject.kind,
        "object_id": intent.subject.id,
        "title": intent.subject.title,
        "summary": intent.summary,
        "undoes": intent.undoes,
    }


def intent_of(row: Row[Any], organization: str, owner: str, reason: str, request_id: str = "") -> Intent:
    """What those columns say; the rest stands elsewhere for a step."""
    return Intent(
        organization=organization,
        owner=owner,
        endpoint=row.endpoint,
        ids=tuple(json.loads(row.ids)),
        subject=Subject(row.kind, row.object_id, row.title),
        summary=row.summary,
        body=row.body,
        was=json.loads(row.was),
        reason=reason,
        request_id=request_id,
        undoes=row.undoes,
    )
