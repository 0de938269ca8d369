"""What is read along with an entry: all that it undoes, and what undoings in between undo, of entries and of plans."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from masthead.store import Database, Intent, Journal, Keys, Plans, Purpose, Subject
from tests.faults.clock import Clock

pytestmark = pytest.mark.postgresql
IDS = ("o", "s")


class Sender:
    """Writes entries of one site, by themselves or for plans of one step each."""

    def __init__(self, database: Database, keys: Keys, clock: Clock) -> None:
        self.journal, self.plans = Journal(database, keys, clock), Plans(database, clock)

    def sent(self, undoes: int | None = None, ids: Sequence[str] = IDS, endpoint: str = "updateSite") -> int:
        return self.journal.begin(self.intent(undoes, ids, endpoint))

    def intent(self, undoes: int | None = None, ids: Sequence[str] = IDS, endpoint: str = "updateSite") -> Intent:
        subject = Subject("site", ids[-1], "Site")
        return replace(Intent("o", "alice", endpoint, tuple(ids), subject, "Change it"), undoes=undoes)

    def planned(self, undoes: int | None = None, steps: int = 1) -> tuple[int, list[int]]:
        """The number of a plan, and those of its entries."""
        purpose = Purpose("o", "alice", "Change them", "settings", undoes=undoes)
        number = self.plans.add(purpose, [self.intent()] * steps)
        plan = self.plans.plan("o", number, "alice")
        run = self.plans.take(plan) if plan else None
        assert run is not None
        return number, [self.journal.begin(self.intent(), run.sending(at)) for at in range(1, steps + 1)]

    def read(self, first: int) -> list[int]:
        return [each.number for each in self.journal.since_undone("o", first, ["updateSite"], IDS)]


@pytest.fixture
def sender(database: Database, keys: Keys, clock: Clock) -> Sender:
    return Sender(database, keys, clock)


def test_without_an_undoing_it_is_read_alone(sender: Sender) -> None:
    sender.sent()
    assert sender.read(sender.sent()) == [2]


def test_what_an_entry_undoes_and_redoes_is_read_with_it(sender: Sender) -> None:
    sender.sent()
    first = sender.sent()
    assert sender.read(sender.sent(sender.sent(first))) == [2, 3, 4]


def test_what_is_undone_in_between_is_read_as_well(sender: Sender) -> None:
    first = sender.sent()
    second = sender.sent(first)
    above = sender.sent()
    sender.sent(above)
    sender.sent(second)
    assert sender.read(above) == [1, 2, 3, 4, 5]


def test_each_turn_may_lead_further_back(sender: Sender) -> None:
    numbers = [sender.sent(), sender.sent()]
    for _ in range(40):
        numbers.append(sender.sent(numbers[-2]))
    assert sender.read(numbers[-1]) == numbers


def test_what_a_plan_undoes_is_read_from_its_first_entry(sender: Sender) -> None:
    first, _ = sender.planned(steps=2)
    back, _ = sender.planned(undoes=first)
    above = sender.sent()
    sender.planned(undoes=back)
    assert sender.read(above) == [1, 2, 3, 4, 5]


def test_of_a_plan_all_entries_are_read(sender: Sender) -> None:
    _, entries = sender.planned(steps=3)
    assert sender.read(entries[-1]) == entries


def test_single_undoings_and_those_of_plans_lead_to_one_another(sender: Sender) -> None:
    first = sender.sent()
    plan, _ = sender.planned()
    back = sender.sent(first)
    sender.planned(undoes=plan)
    above = sender.sent()
    sender.sent(back)
    assert sender.read(above) == [1, 2, 3, 4, 5, 6]


def test_undoings_of_something_else_lead_nowhere(sender: Sender) -> None:
    first = sender.sent()
    above = sender.sent()
    sender.sent(first, ids=("o", "s2"))
    sender.sent(first, endpoint="deleteSite")
    assert sender.read(above) == [2]
