"""What was made is found and taken away again; what was deleted is looked for and made again, once."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

import pytest
from pydantic import MISSING

from contract.publishing.share_links import (
    CREATE_SHARE_LINK,
    DELETE_SHARE_LINK,
    ShareLinkCreate,
)
from contract.publishing.sites import CREATE_SITE, SiteCreate
from masthead.client import Api
from masthead.resources import CREATIONS, Resource
from masthead.store.entries import NO_CAUSE, Cause, Entry, Outcome, Reason, State, Subject
from masthead.store.journal.journal import Journal
from masthead.writes.check import check_entry, concurrent_creations
from masthead.writes.send import Change, apply, build_intent
from masthead.writes.undo import find_undo_obstacle, preview_undo
from tests.loops import for_each
from tests.records import ask
from tests.world import ALICE, RunningService
from tests.writes.kinds import Values
from tests.writes.lost import entry, saved

ORG = "org_larkfield"
SITE = (ORG, "site_partners")
CARRIERS = (*SITE, "link_carriers")
WAS = {"name": "Carriers 2025", "active": True}
NEW = Change(CREATE_SHARE_LINK, SITE, Subject("share link", "", "Press"), "Make it", ShareLinkCreate(name="Press"))
WILL_BE_OFF = Cause(Reason.SET_AFTER_CREATION, {"kind": "share-link", "setting": "active"})
DELETE = Change(DELETE_SHARE_LINK, CARRIERS, Subject("share link", "link_carriers", "Carriers 2025"), "Del", was=WAS)


def lose(journal: Journal) -> Entry:
    """Begin to make the link, and hear nothing more of it."""
    number = journal.begin(build_intent(NEW, "someone"))
    journal.write_outcome(number, Outcome(State.UNKNOWN))
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
    assert find_undo_obstacle(entry(journal, number)).reason is Reason.NAME_UNKNOWN


def test_a_site_that_is_published_is_deleted_on_its_own_page(api: Api, journal: Journal) -> None:
    new = Change(CREATE_SITE, (ORG,), Subject("site", "", "Air"), "Create it", SiteCreate(title="Air"))
    created = entry(journal, apply(api, journal, new).entry)
    assert preview_undo(api, created, journal).possible
    published = preview_undo(api, replace(created, outcome=replace(created.outcome, made="site_docs")), journal)
    assert (published.possible, published.warnings) == (False, [Cause(Reason.DELETE_ON_PAGE)])


@for_each("seconds, counts", [(-179, True), (-181, False), (179, True), (181, False)])
def test_entries_of_about_then_may_have_made_it(journal: Journal, seconds: int, *, counts: bool) -> None:
    first, second = lose(journal), lose(journal)
    other = later(second, seconds + first.at - second.at)
    found = concurrent_creations(journal, replace(other, number=0))
    assert (first.number in {each.number for each in found}) is counts


MADE: Mapping[str, tuple[tuple[str, ...], dict[str, str]]] = {
    "createShareLink": ((ORG, "site_partners"), {"name": "Press"}),
    "createTranslationSettings": ((ORG,), {"title": "Press"}),
    "createSamlProvider": ((ORG,), {"label": "Press", "ssoURL": "https://a.example/sso", "entityID": "a"}),
    "createCustomField": ((ORG,), {"name": "press", "title": "Press", "type": "text", "description": "Whose"}),
}
"""By the creation, the ids of the place and the body."""


RENAMED = [
    Cause(Reason.CALLED_NOW, {"name": "Papers"}),
    Cause(Reason.CHANGED_SINCE_CREATED, {"change": "Rename it"}),
]


def settings_in(api: Api, making: Resource, ids: tuple[str, ...]) -> list[Values]:
    """Return the ids of all objects of a kind in a place, by name."""
    listing: Any = making.endpoints.listing
    every = [
        {name: value for name, value in making.settings_of(each).items() if value is not MISSING}
        for each in api.walk(listing, *ids)
    ]
    return sorted(every, key=lambda each: str(each[making.name]))


@for_each("create", MADE)
def test_what_was_made_or_deleted_goes_and_comes_back_as_a_colleague_left_it(
    api: Api, journal: Journal, create: str
) -> None:
    making, (ids, body) = CREATIONS[create], MADE[create]
    subject, calls = Subject(making.one, "", "Press"), making.endpoints
    create_call, update, delete = cast("tuple[Any, Any, Any]", (calls.create, calls.update, calls.delete))

    def undone(entry: Entry) -> Entry:
        assert find_undo_obstacle(entry, journal.list_undos(entry.number)) == NO_CAUSE
        return saved(api, journal, preview_undo(api, entry, journal).change())

    before = settings_in(api, making, ids)
    entry = saved(api, journal, Change(create_call, ids, subject, "Make it", create_call.body.model_validate(body)))
    if making.undo_create:
        after = settings_in(api, making, ids)
        entry = undone(undone(entry))
        assert settings_in(api, making, ids) == after
    path = (*ids, body.get("name", "") if create == "createCustomField" else entry.outcome.made)
    named = update.body.model_validate({making.name: "Papers"})
    saved(api, journal, Change(update, path, replace(subject, id=entry.outcome.made), "Rename it", named))
    after = settings_in(api, making, ids)
    if making.undo_create:
        assert preview_undo(api, entry, journal).warnings[-2:] == RENAMED
        entry = undone(entry)
    else:
        was = {**body, **next(each for each in after if each not in before)}
        entry = saved(api, journal, Change(delete, path, replace(subject, id=path[-1]), "Delete it", was=was))
    assert settings_in(api, making, ids) == before
    undone(entry)
    assert settings_in(api, making, ids) == after
    assert find_undo_obstacle(entry, journal.list_undos(entry.number)).reason is Reason.CREATED_AGAIN


def test_every_creation_that_can_be_undone_is_tried() -> None:
    made = {name for name, each in CREATIONS.items() if each.undo_create or each.undo_delete}
    assert made - {"createSite"} == MADE.keys()  # whose deletion is final: see above
