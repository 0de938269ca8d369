"""What was made is found and taken away again; what was deleted is looked for and made again, once."""

from dataclasses import replace

import pytest

from contract.publishing.share_links import (
    CREATE_SHARE_LINK,
    DELETE_SHARE_LINK,
    ShareLinkCreate,
)
from contract.publishing.sites import CREATE_SITE, SiteCreate
from masthead.client import Api
from masthead.store.entries import Cause, Entry, Outcome, Reason, State, Subject
from masthead.store.journal.journal import Journal
from masthead.writes.check import check_entry, concurrent_creations
from masthead.writes.send import Change, apply, intent_of
from masthead.writes.undo import is_undoable, preview_undo, why_not_undoable
from tests.loops import for_each
from tests.records import ask
from tests.world import ALICE, RunningService
from tests.writes.lost import entry

ORG = "org_larkfield"
SITE = (ORG, "site_partners")
CARRIERS = (*SITE, "link_carriers")
WAS = {"name": "Carriers 2025", "active": True}
NEW = Change(CREATE_SHARE_LINK, SITE, Subject("share link", "", "Press"), "Make it", ShareLinkCreate(name="Press"))
WILL_BE_OFF = Cause(Reason.SET_AFTER_CREATION, {"kind": "share-link", "setting": "active"})
DELETE = Change(DELETE_SHARE_LINK, CARRIERS, Subject("share link", "link_carriers", "Carriers 2025"), "Del", was=WAS)


def lose(journal: Journal) -> Entry:
    """Begin to make the link, and hear nothing more of it."""
    number = journal.begin(intent_of(NEW, "someone"))
    journal.settle(number, Outcome(State.UNKNOWN))
    return entry(journal, number)


def later(entry: Entry, seconds: float) -> Entry:
    """The same as if it had been sent so much later."""
    return replace(entry, at=entry.at + seconds)


def test_what_somebody_else_made_just_after_a_lost_call_is_not_claimed(
    api: Api, journal: Journal, service: RunningService
) -> None:
    lost = lose(journal)
    made = ask(service, ALICE, "POST", f"/v1/orgs/{ORG}/sites/site_partners/share-links", {"name": "Press"})
    found = check_entry(api, lost, journal)
    assert found.cause.reason is Reason.DONE_BY_SOMEBODY
    told = preview_undo(api, replace(lost, outcome=found), journal).warnings
    assert told[1] == Cause(Reason.DELETES, {"item": made.get_json()["id"]})
    assert told[2] == Cause(Reason.CREATED_BY_SOMEBODY)


def test_what_was_made_shortly_before_may_be_of_another_clock(api: Api, journal: Journal) -> None:
    api.write(CREATE_SHARE_LINK, *SITE, body=ShareLinkCreate(name="Press"))
    found = check_entry(api, later(lose(journal), 60), journal)
    assert (found.state, found.made) == (State.UNKNOWN, "")
    assert check_entry(api, later(lose(journal), 600), journal).state is State.NOT_SAVED
    assert check_entry(api, later(lose(journal), -600), journal).state is State.NOT_SAVED


@pytest.mark.parametrize(("was_on", "told"), [(False, [WILL_BE_OFF]), (True, [])])
def test_that_a_new_link_is_switched_off_is_told_where_the_old_one_was_off(
    api: Api, journal: Journal, *, was_on: bool, told: list[Cause]
) -> None:
    number = apply(api, journal, replace(DELETE, was=WAS | {"active": was_on})).entry
    assert preview_undo(api, entry(journal, number), journal).warnings[1:] == told


def test_what_has_no_known_name_is_not_made_again(api: Api, journal: Journal) -> None:
    number = apply(api, journal, replace(DELETE, was={})).entry
    assert why_not_undoable(entry(journal, number)).reason is Reason.NAME_UNKNOWN


def test_a_site_is_deleted_on_its_own_page(api: Api, journal: Journal) -> None:
    new = Change(CREATE_SITE, (ORG,), Subject("site", "", "Air"), "Create it", SiteCreate(title="Air"))
    number = apply(api, journal, new).entry
    assert not is_undoable(new)
    assert why_not_undoable(entry(journal, number)).reason is Reason.DELETE_ON_PAGE


@for_each("seconds, counts", [(-179, True), (-181, False), (179, True), (181, False)])
def test_entries_of_about_then_may_have_made_it(journal: Journal, seconds: int, *, counts: bool) -> None:
    first, second = lose(journal), lose(journal)
    other = later(second, seconds + first.at - second.at)
    found = concurrent_creations(journal, replace(other, number=0))
    assert (first.number in {each.number for each in found}) is counts
