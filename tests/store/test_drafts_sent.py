"""A draft that was sent without a known outcome: it is dropped or told when the journal hears of the outcome."""

import pytest

from masthead.store import Database, Drafts, Intent, Journal, Keys, Outcome, State, Subject

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


def test_another_text_of_its_form_does_not_replace_it(drafts: Drafts, journal: Journal) -> None:
    entry = journal.begin(INTENT, drafts.sending("alice", NAME))
    drafts.save("alice", PAGE, [("title", "Typed after it")], draft=NAME)
    assert {each.entry: each.pairs for each in drafts.of_owner("alice")} == {
        entry: PAIRS,
        None: [("title", "Typed after it")],
    }


@pytest.mark.parametrize(("meaning", "entries"), [("the same", 1), ("something else", 2)])
def test_another_text_is_the_same_draft_if_it_means_the_same(
    drafts: Drafts, journal: Journal, meaning: str, entries: int
) -> None:
    entry = journal.begin(INTENT, drafts.sending("alice", NAME))
    drafts.recognize("alice", NAME, "the same")
    drafts.save("alice", PAGE, [("title", "typed")], draft=NAME)
    drafts.recognize("alice", NAME, meaning)
    assert len(drafts.of_owner("alice")) == entries
    assert getattr(drafts.get("alice", NAME), "entry", 0) == (entry if entries == 1 else None)


def test_what_is_refused_the_second_time_may_have_been_saved_the_first(drafts: Drafts, journal: Journal) -> None:
    first = journal.begin(INTENT, drafts.sending("alice", NAME))
    drafts.recognize("alice", NAME, "the same")
    journal.settle(journal.begin(INTENT, drafts.sending("alice", NAME)), Outcome(State.REFUSED))
    drafts.recognize("alice", NAME, "the same")
    assert entry_of(drafts) == first
    drafts.drop_saved("alice", NAME)
    assert drafts.of_owner("alice") == []


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
