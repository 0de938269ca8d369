"""A setting that the API doesn't answer as it was sent: what isn't told is not taken for what there was before."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from contract.organization.organizations import UPDATE_ORGANIZATION, OrganizationUpdate
from masthead.changes import Change, apply, check_entry, preview_undo, read_settings_before
from masthead.changes.undo import UndoPreview
from masthead.client import Api
from masthead.store import Entry, Journal, State, Subject
from tests.changes.desk import ORG
from tests.changes.lost import BOTH, lost

LOGO, OTHER = "https://larkfield.example/a.png", "https://larkfield.example/b.png"


FIRST = {"logo": None}


def change(logo: str | None, was: Mapping[str, Any]) -> Change[Any]:
    subject = Subject("organization", ORG, "Larkfield")
    return Change(UPDATE_ORGANIZATION, (ORG,), subject, "Change it", OrganizationUpdate(logo=logo), was=was)


def saved(api: Api, journal: Journal, change: Change[Any]) -> Entry:
    entry = journal.entry(ORG, apply(api, journal, change).entry)
    assert entry is not None
    return entry


def told(preview: UndoPreview) -> tuple[Any, ...]:
    return preview.back, [*preview.touched], preview.lost, preview.done


def test_a_first_logo_is_taken_away_again(api: Api, journal: Journal) -> None:
    first = change(LOGO, FIRST)
    entry = saved(api, journal, first)
    preview = preview_undo(api, entry, journal)
    assert told(preview) == ({"logo": None}, [], (), ())
    saved(api, journal, preview.change())
    assert read_settings_before(api, first)["logo"] is None
    assert told(preview_undo(api, entry, journal)) == ({}, [], (), ("logo",))


def test_a_logo_that_a_colleague_has_set_since_stays(api: Api, journal: Journal) -> None:
    entry = saved(api, journal, change(LOGO, FIRST))
    saved(api, journal, change(OTHER, {}))
    assert told(preview_undo(api, entry, journal)) == ({}, ["logo"], (), ())


def test_a_logo_that_a_colleague_may_have_set_since_stays(api: Api, journal: Journal) -> None:
    entry = saved(api, journal, change(LOGO, FIRST))
    lost(api, journal, change(OTHER, {}), done=True)
    assert told(preview_undo(api, entry, journal)) == ({}, ["logo"], (), ())


@BOTH
def test_a_first_logo_without_an_answer(api: Api, journal: Journal, *, done: bool) -> None:
    """There may be another one since, but where there is none, it was not saved."""
    entry = lost(api, journal, change(LOGO, FIRST), done=done)
    assert check_entry(api, entry, journal).state is (State.UNKNOWN if done else State.NOT_SAVED)


@BOTH
def test_another_logo_without_an_answer(api: Api, journal: Journal, *, done: bool) -> None:
    saved(api, journal, change(LOGO, FIRST))
    entry = lost(api, journal, change(OTHER, {}), done=done)
    assert check_entry(api, entry, journal).state is State.UNKNOWN


@BOTH
def test_a_logo_that_was_to_go_without_an_answer(api: Api, journal: Journal, *, done: bool) -> None:
    saved(api, journal, change(LOGO, FIRST))
    entry = lost(api, journal, change(None, {}), done=done)
    assert check_entry(api, entry, journal).state is (State.SAVED if done else State.UNKNOWN)


@BOTH
@pytest.mark.parametrize("is_first", [True, False])
def test_what_was_sent_along_tells_of_it(api: Api, journal: Journal, *, done: bool, is_first: bool) -> None:
    if not is_first:
        saved(api, journal, change(OTHER, FIRST))
    body = OrganizationUpdate(title="Lark", logo=LOGO)
    was = {"title": "Larkfield Freight", **(FIRST if is_first else {})}
    entry = lost(api, journal, replace(change(LOGO, {}), body=body, was=was), done=done)
    assert check_entry(api, entry, journal).state is (State.SAVED if done else State.NOT_SAVED)
