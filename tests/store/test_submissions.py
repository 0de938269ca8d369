"""A form that is sent twice is one call."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from masthead.store import Begun, Database, Different, Finished, RunningSubmission, Submissions
from tests.faults.clock import Clock


@pytest.fixture
def submissions(database: Database, clock: Clock) -> Submissions:
    return Submissions(database, clock)


def test_second_one_waits_for_the_first_and_shows_its_outcome(
    database: Database, submissions: Submissions, clock: Clock
) -> None:
    began = clock()
    assert submissions.begin("alice", "k1", "same") == Begun()
    clock.pass_(3)
    assert submissions.begin("alice", "k1", "same") == RunningSubmission(began)
    submissions.finish("alice", "k1", "/orgs/o", "Site created.")
    assert submissions.begin("alice", "k1", "same") == Finished("/orgs/o", "Site created.", began)
    submissions.abandon("alice", "k1")  # which is too late
    assert submissions.begin("alice", "k1", "same") == Finished("/orgs/o", "Site created.", began)
    database.close()
    again = Submissions(database, clock)  # after a start
    assert again.begin("alice", "k1", "same") == Finished("/orgs/o", "Site created.", began)


def test_refused_form_may_be_sent_again(submissions: Submissions) -> None:
    submissions.begin("alice", "k1", "same")
    submissions.abandon("alice", "k1")
    assert submissions.begin("alice", "k1", "same") == Begun()


def test_the_same_key_with_other_content_is_told_so(submissions: Submissions, clock: Clock) -> None:
    began = clock()
    submissions.begin("alice", "k1", "one")
    assert submissions.begin("alice", "k1", "two") == Different(began)
    submissions.finish("alice", "k1", "/", "Done.")
    assert submissions.begin("alice", "k1", "two") == Different(began, "/")
    assert submissions.begin("alice", "k1", "one") == Finished("/", "Done.", clock())


def test_people_and_forms_are_apart(submissions: Submissions) -> None:
    taken = [("alice", "k1"), ("alice", "k2"), ("bob", "k1")]
    assert [submissions.begin(owner, key, "same") for owner, key in taken] == [Begun()] * 3


def test_forgotten_after_a_day(submissions: Submissions, clock: Clock) -> None:
    began = clock()
    submissions.begin("alice", "k1", "same")
    submissions.finish("alice", "k1", "/", "Done.")
    clock.pass_(24 * 3600 - 1)
    assert submissions.begin("alice", "k1", "same") == Finished("/", "Done.", began)
    clock.pass_(1)
    assert submissions.begin("alice", "k1", "same") == Begun()


def test_of_many_clicks_one_begins(submissions: Submissions, clock: Clock) -> None:
    with ThreadPoolExecutor(16) as clicks:
        seen = list(clicks.map(lambda _: submissions.begin("alice", "k1", "same"), range(48)))
    assert seen.count(Begun()) == 1
    assert seen.count(RunningSubmission(clock())) == 47
