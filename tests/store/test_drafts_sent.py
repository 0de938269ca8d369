"""A draft that was sent without a known outcome: it is dropped or told when the journal hears of the outcome."""

import pytest

from store import Database, Drafts, Intent, Journal, Keys, Outcome, State, Subject

PAGE = "/orgs/o/settings/profile"
PAIRS = [("title", "Typed")]
NAME = "of-the-form-that-drew1"
INTENT = Intent("o", "alice", "updateOrganization", ("o",), Subject("organization", "o", "O"), "Change O")


@pytest.fixture
def drafts(database: Database, keys: Keys) -> Drafts:
    drafts = Drafts(database, keys)
    drafts.save("alice", PAGE, PAIRS, draft=NAME)
    return drafts


@pytest.fixture
def journal(database: Database, keys: Keys) -> Journal:
    return Journal(database, keys)


def test_it_names_the_change_until_the_outcome_is_known(drafts: Drafts, journal: Journal) -> None:
    entry = journal.begin(INTENT, drafts.sending("alice", NAME))
    assert entry_of(drafts) == entry
    journal.settle(entry, Outcome(State.UNKNOWN))
    assert entry_of(drafts) == entry
    journal.settle(entry, Outcome(State.NOT_SAVED))
    assert entry_of(drafts) is None
    assert len(drafts.of_owner("alice")) == 1


@pytest.mark.parametrize("first", [None, Outcome(State.UNKNOWN)])
def test_it_goes_when_the_change_turns_out_to_be_saved(drafts: Drafts, journal: Journal, first: Outcome | None) -> None:
    entry = journal.begin(INTENT, drafts.sending("alice", NAME))
    if first is not None:
        journal.settle(entry, first)
    journal.settle(entry, Outcome(State.SAVED))
    assert drafts.of_owner("alice") == []


def test_the_same_text_kept_again_is_still_the_one_that_was_sent(drafts: Drafts, journal: Journal) -> None:
    entry = journal.begin(INTENT, drafts.sending("alice", NAME))
    drafts.save("alice", PAGE, PAIRS, draft=NAME)
    assert entry_of(drafts) == entry
    drafts.save("alice", PAGE, [("title", "Typed after it")], draft=NAME)
    assert entry_of(drafts) is None


def test_what_was_typed_meanwhile_is_not_dropped(drafts: Drafts, journal: Journal) -> None:
    entry = journal.begin(INTENT, drafts.sending("alice", NAME))
    drafts.save("alice", PAGE, [("title", "Typed after it")], draft=NAME)
    journal.settle(entry, Outcome(State.SAVED))
    assert len(drafts.of_owner("alice")) == 1


def entry_of(drafts: Drafts) -> int | None:
    (draft,) = drafts.of_owner("alice")
    return draft.entry


def test_what_was_typed_into_the_form_drawn_anew_leaves_it(drafts: Drafts, journal: Journal) -> None:
    entry = journal.begin(INTENT, drafts.sending("alice", NAME))
    drafts.save("alice", PAGE, [("title", "Typed elsewhere")])
    assert {each.entry for each in drafts.of_owner("alice")} == {entry, None}
    journal.settle(entry, Outcome(State.SAVED))
    assert [each.pairs for each in drafts.of_owner("alice")] == [[("title", "Typed elsewhere")]]
