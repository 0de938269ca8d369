"""Stores access reviews: who had access when a review began, and what was decided about each."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, Select, insert, select, update

from masthead.store.database import SealedRecords
from masthead.store.keys import Sealing
from masthead.store.tables.records import access_reviews

PURPOSE = "access review"
KEEP, REMOVE = "keep", "remove"


class ReviewChangedError(Exception):
    """The review was changed or completed in the meantime. Nothing was written."""


class Decision(NamedTuple):
    """A decision that another one has replaced."""

    to: str
    reason: str
    by: str
    at: float


@dataclass(frozen=True, slots=True)
class ReviewedAccess:
    """A person or team with access. `key` is its id; `seen` is the last visit as an ISO date, empty if not reported.

    `role` is the role when the review began, `now` the one when it was read last.
    `to` is the decision: KEEP, REMOVE, a new role, or empty. `by` is who decided, `at` is when, as a Unix timestamp,
    and `version` counts the decisions. `earlier` has those that it replaced, oldest first. `joined` means that the
    access was given after the review began, and `left` that somebody else had removed it by the end.
    """

    key: str
    name: str
    detail: str
    role: str
    now: str
    seen: str = ""
    to: str = ""
    reason: str = ""
    by: str = ""
    at: float = 0.0
    version: int = 0
    joined: bool = False
    left: bool = False
    earlier: tuple[Decision, ...] = ()

    @property
    def changes(self) -> bool:
        """True if the decision needs a request."""
        return self.to not in {"", KEEP} and not self.left


@dataclass(frozen=True, slots=True)
class AccessReview:
    """A review of a team's members or a space's teams. `kind` is `team` or `space`, and `target` is its id.

    `version` counts the writes. `completer` is the owner of the bulk change with the number `bulk`, if there is one.
    """

    organization: str
    owner: str
    kind: str
    target: str
    title: str
    reviewers: tuple[str, ...]
    due: date
    rows: Mapping[str, ReviewedAccess] = field(default_factory=dict)
    by: str = ""
    completer: str = ""
    completed_by: str = ""
    number: int = 0
    version: int = 0
    started_at: float = 0.0
    completed_at: float | None = None
    bulk: int | None = None

    @property
    def undecided(self) -> list[ReviewedAccess]:
        return [row for row in self.rows.values() if not row.to and not row.left]


_COLUMNS = ("organization", "owner", "number", "version", "started_at", "completed_at", "bulk")
"""Fields with a column of their own; the others are sealed."""


class AccessReviews(SealedRecords):
    """Stores reviews by organization. Show them only to its administrators. Raises StoreError."""

    def add(self, review: AccessReview) -> int:
        """Store a new review, unless there is an open one of the same place. Returns the number of either."""
        place = _place_of(review)
        values = {"organization": review.organization, "owner": review.owner, "place": place}
        new = insert(access_reviews).values(**values, started_at=self._clock(), version=1, **self._seal(review))
        there = select(access_reviews.c.number).filter_by(place=place, completed_at=None)
        with self._database.writing() as connection:
            return connection.scalar(there) or connection.scalar(new.returning(access_reviews.c.number)) or 0

    def find(self, organization: str) -> list[AccessReview]:
        """Find an organization's reviews, newest first."""
        rows = select(access_reviews).filter_by(organization=organization).order_by(access_reviews.c.number.desc())
        return [review for review in map(self._open, self._all(rows)) if review is not None]

    def get(self, organization: str, number: int) -> AccessReview | None:
        return self._open(self._first(_select_one(organization, number)))

    def decide(self, review: AccessReview, decided: Mapping[str, ReviewedAccess]) -> dict[str, ReviewedAccess]:
        """Store decisions, except about rows that were decided since. Returns those rows as stored.

        Each decision has the version of the row that its person saw. Raises ReviewChangedError if the review was
        completed.
        """
        with self._database.writing() as connection:
            now = self._open(connection.execute(_select_one(review.organization, review.number)).first())
            if now is None or now.completed_at is not None:
                raise ReviewChangedError
            others = {
                key: now.rows[key]
                for key, row in decided.items()
                if key in now.rows and now.rows[key].version != row.version
            }
            at = self._clock()
            new = {
                key: replace(row, version=row.version + 1, at=at, earlier=_list_replaced(now.rows.get(key)))
                for key, row in decided.items()
                if key not in others
            }
            self._write_review(connection, replace(now, rows={**now.rows, **new}))
        return others

    def complete(self, review: AccessReview, connection: Connection, bulk: int | None) -> None:
        """Complete a review with these rows, in the transaction that stores its bulk change.

        Raises ReviewChangedError if somebody has written to it since it was read.
        """
        self._write_review(connection, review, completed_at=self._clock(), bulk_change=bulk)

    def complete_without_changes(self, review: AccessReview) -> None:
        """Complete a review that needs no bulk change. Raises ReviewChangedError."""
        with self._database.writing() as connection:
            self.complete(review, connection, None)

    def _write_review(self, connection: Connection, review: AccessReview, **values: Any) -> None:  # noqa: ANN401 - of any column
        same = {"number": review.number, "version": review.version, "completed_at": None}
        written = {**values, **self._seal(review), "version": review.version + 1}
        if connection.execute(update(access_reviews).filter_by(**same).values(written)).rowcount != 1:
            raise ReviewChangedError

    def _seal(self, review: AccessReview) -> dict[str, bytes | str]:
        content = asdict(review)
        content = {name: value for name, value in content.items() if name not in _COLUMNS}
        content |= {"rows": [*content["rows"].values()], "due": review.due.isoformat()}
        return Sealing(self._keys, PURPOSE).seal(review.owner, _place_of(review), json.dumps(content).encode())

    def _open(self, row: Row[Any] | None) -> AccessReview | None:
        opens = Sealing(self._keys, PURPOSE).open
        text = None if row is None else opens(row.owner, row.place, row.sealed, row.key_name)
        if row is None or text is None:
            return None
        content = json.loads(text)
        for each in content["rows"]:
            each["earlier"] = tuple(Decision(*one) for one in each.get("earlier", ()))
        content["rows"] = {each["key"]: ReviewedAccess(**each) for each in content["rows"]}
        content |= {"reviewers": tuple(content["reviewers"]), "due": date.fromisoformat(content["due"])}
        columns = {name: getattr(row, name) for name in _COLUMNS[:-1]}
        return AccessReview(**columns, **content, bulk=row.bulk_change)


def _list_replaced(row: ReviewedAccess | None) -> tuple[Decision, ...]:
    if row is None or not row.version:
        return ()
    return (*row.earlier, Decision(row.to, row.reason, row.by, row.at))


def _place_of(review: AccessReview) -> str:
    return f"{review.organization}/{review.kind}/{review.target}"


def _select_one(organization: str, number: int) -> Select[Any]:
    return select(access_reviews).filter_by(organization=organization, number=number)
