"""A form that is sent twice is one call, and the second press learns what came of the first."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext

import pytest

from masthead.store.database import Database
from masthead.store.entries import Intent, Outcome, State, Subject
from masthead.store.journal.journal import Journal
from masthead.store.journal.queries import JournalQuery
from masthead.store.keys import Keys
from masthead.store.submissions import SentBeforeError, Submissions, SubmissionState
from tests.faults.clock import Clock
from tests.loops import for_each

NEW, SENT, SAVED = SubmissionState.NEW, SubmissionState.SENT, SubmissionState.SAVED
REFUSED, UNKNOWN = SubmissionState.REFUSED, SubmissionState.UNKNOWN
INTENT = Intent("o", "alice", "updateOrganization", ("o",), Subject("organization", "o", "O"), "Rename")


@pytest.fixture
def submissions(database: Database, clock: Clock) -> Submissions:
    return Submissions(database, clock)


def state(submissions: Submissions, content: str = "same") -> SubmissionState:
    return submissions.begin("alice", "k1", content).state


def test_second_one_waits_for_the_first_and_shows_its_outcome(
    database: Database, submissions: Submissions, clock: Clock
) -> None:
    began = clock()
    assert state(submissions) is NEW
    clock.pass_(3)
    assert state(submissions) is SENT
    submissions.finish("alice", "k1", "/orgs/o", "Site created.")
    database.close()
    found = Submissions(database, clock).begin("alice", "k1", "same")  # after a start
    assert (found.state, found.location, found.message, found.begun_at) == (SAVED, "/orgs/o", "Site created.", began)


@for_each(
    "outcome, found",
    [
        (None, SENT),
        (State.SAVED, SAVED),
        (State.UNKNOWN, UNKNOWN),
        (State.CLOSED, UNKNOWN),
        (State.REFUSED, NEW),
        (State.NOT_SENT, NEW),
        (State.NOT_SAVED, NEW),
    ],
)
def test_the_journal_says_what_came_of_it(
    database: Database, keys: Keys, outcome: State | None, found: SubmissionState
) -> None:
    submissions, journal = Submissions(database), Journal(database, keys)
    entry = journal.begin(INTENT, submissions.sending("alice", f"k-{outcome}", "same"))
    if outcome is not None:
        journal.write_outcome(entry, Outcome(outcome))
    assert submissions.begin("alice", f"k-{outcome}", "same").state is found


def test_what_is_not_known_is_sent_again_by_whoever_has_seen_that_and_once(database: Database, keys: Keys) -> None:
    submissions, journal = Submissions(database), Journal(database, keys)
    entry = journal.begin(INTENT, submissions.sending("alice", "k1", "same"))
    journal.write_outcome(entry, Outcome(State.UNKNOWN))
    for seen, found in ((entry + 1, UNKNOWN), (entry, None), (entry, SENT)):
        sending = submissions.sending("alice", "k1", "same", seen)
        with nullcontext() if found is None else pytest.raises(SentBeforeError, match=found):
            journal.begin(INTENT, sending)
    assert [each.number for each in journal.entries(JournalQuery("o"))] == [
        entry + 1,
        entry,
    ]  # nothing is left of what was not sent


def test_people_and_forms_are_apart(submissions: Submissions) -> None:
    taken = [("alice", "k1"), ("alice", "k2"), ("bob", "k1")]
    assert [submissions.begin(owner, key, "same").state for owner, key in taken] == [NEW] * 3


def test_forgotten_after_a_day(submissions: Submissions, clock: Clock) -> None:
    state(submissions)
    submissions.finish("alice", "k1", "/", "Done.")
    clock.pass_(24 * 3600 - 1)
    assert state(submissions) is SAVED
    clock.pass_(1)
    assert state(submissions) is NEW


def test_of_many_clicks_one_begins(submissions: Submissions) -> None:
    with ThreadPoolExecutor(16) as clicks:
        seen = list(clicks.map(lambda _: state(submissions), range(48)))
    assert (seen.count(NEW), seen.count(SENT)) == (1, 47)
