"""Decisions of two people are compared by row, and a review is completed once, together with its bulk change."""

from dataclasses import replace
from datetime import date
from functools import partial

import pytest

from masthead.store.access_reviews import AccessReview, AccessReviews, ReviewChangedError, ReviewedAccess
from masthead.store.bulk.changes import BulkChanges
from masthead.store.bulk.steps import Purpose
from masthead.store.database import Database
from masthead.store.keys import Keys
from tests.faults.clock import Clock

ROWS = {name: ReviewedAccess(name, name, "", "member", "member") for name in ("bob", "erin")}
REVIEW = AccessReview("o", "alice", "team", "docs", "Docs", ("Lena",), date(2026, 3, 31), ROWS, "Alice")


def test_two_people_decide_and_one_completes(database: Database, keys: Keys, clock: Clock) -> None:
    reviews, bulk_changes = AccessReviews(database, keys, clock), BulkChanges(database, clock)
    number = reviews.add(REVIEW)
    assert reviews.add(replace(REVIEW, title="Again")) == number
    seen = reviews.get("o", number)
    assert seen is not None
    assert (seen.rows, seen.due, reviews.get("p", number)) == (ROWS, REVIEW.due, None)
    assert reviews.decide(seen, {"bob": replace(ROWS["bob"], to="remove", by="Alice")}) == {}
    late = {name: replace(row, to="keep", by="Lena") for name, row in ROWS.items()}
    (other,) = reviews.decide(seen, late).values()
    assert (other.key, other.to, other.by, other.version) == ("bob", "remove", "Alice", 1)
    now = reviews.get("o", number)
    assert now is not None
    assert {row.key: row.to for row in now.rows.values()} == {"bob": "remove", "erin": "keep"}
    assert reviews.decide(now, {"bob": replace(now.rows["bob"], to="keep", by="Lena")}) == {}
    now = reviews.get("o", number)
    assert now is not None
    assert [(each.to, each.by) for each in now.rows["bob"].earlier] == [("remove", "Alice")]
    purpose = Purpose("o", "alice", "Review", "access-review")
    with pytest.raises(ReviewChangedError):
        bulk_changes.add(purpose, [], partial(reviews.complete, seen))
    assert bulk_changes.newest("o", "alice") == []
    bulk = bulk_changes.add(purpose, [], partial(reviews.complete, now))
    (ended,) = reviews.find("o")
    with pytest.raises(ReviewChangedError):
        reviews.decide(now, late)
    for completed in (now, ended):
        with pytest.raises(ReviewChangedError):
            reviews.complete_without_changes(completed)
    assert (ended.bulk, ended.completed_at, ended.rows) == (bulk, clock(), now.rows)
    assert reviews.add(REVIEW) == number + 1
