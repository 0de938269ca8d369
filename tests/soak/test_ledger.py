"""The ledger tells what pages said and is not so."""

from tests.loops import for_each
from tests.soak.ledger import Ledger, Word


@for_each("word, wrong", [(Word.SAVED, [0, 2]), (Word.NOT_SAVED, [1, 2]), (Word.UNKNOWN, [2])])
def test_it_knows_how_often_there_may_be_what_was_created(word: Word, wrong: list[int]) -> None:
    ledger = Ledger()
    ledger.create("site", "Guide", word)
    assert [times for times in range(3) if list(ledger.check_created("site", {"Guide": times}))] == wrong


def test_a_value_that_was_said_to_be_saved_is_there() -> None:
    ledger = Ledger()
    ledger.write("title", "site_1", "one", Word.SAVED)
    ledger.write("title", "site_1", "two", Word.NOT_SAVED)
    assert [*ledger.check_written("title", {"site_1": "one"})] == []
    assert [*ledger.check_written("title", {"site_1": "two"})] != []
    assert [*ledger.check_written("title", {})] != []


def test_a_value_of_which_nobody_knows_may_be_there() -> None:
    ledger = Ledger()
    ledger.write("title", "site_1", "one", Word.UNKNOWN)
    assert [*ledger.check_written("title", {"site_1": "before"})] == []
    ledger.write("title", "site_1", "two", Word.SAVED)
    ledger.write("title", "site_1", "three", Word.UNKNOWN)
    wrong = [value for value in ("one", "two", "three") if list(ledger.check_written("title", {"site_1": value}))]
    assert wrong == ["one"]
