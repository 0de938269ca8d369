"""What later entries of the journal prove about one whose outcome is not known."""

import pytest

from contract.publishing.share_links import CREATE_SHARE_LINK, DELETE_SHARE_LINK, LIST_SHARE_LINKS, ShareLinkCreate
from i18n import use_language
from masthead.changes import (
    IN_SPACE,
    IN_TEAM,
    Change,
    apply,
    assign_role,
    check_entry,
    preview_undo,
    remove_role,
)
from masthead.client import Api
from masthead.store import Journal, Reason, State, Subject
from tests.changes.desk import ORG
from tests.changes.lost import BOTH, DOCS, FOUND, LARKFIELD, LINK, LINKS, TEAM, entry, lost, member, members, settings
from tests.records import ask
from tests.world import ALICE, RunningService


@BOTH
def test_what_a_colleague_found_there_says_what_came_of_it(api: Api, journal: Journal, *, done: bool) -> None:
    sent = lost(api, journal, settings(LARKFIELD, title="Same"), done=done)
    was = "Same" if done else "Larkfield Freight"
    apply(api, journal, settings({"title": was}, title="Other" if done else "Same"))
    found = check_entry(api, sent, journal)
    assert ((found.state, found.cause.reason), found.became) == (FOUND[done], {"title": "Same"} if done else {})


def test_a_field_that_nobody_has_set_since_decides(api: Api, journal: Journal) -> None:
    sent = lost(api, journal, settings(LARKFIELD, title="Rainy", hostname="rainy"), done=True)
    apply(api, journal, settings({}, title="Bobs own"))  # who could not read what was there
    found = check_entry(api, sent, journal)
    assert (found.state, found.became) == (State.SAVED, {"title": "Rainy", "hostname": "rainy"})


def test_one_field_as_sent_is_enough_whatever_became_of_the_other(
    api: Api, journal: Journal, service: RunningService
) -> None:
    sent = lost(api, journal, settings(LARKFIELD, title="Rainy", hostname="rainy"), done=True)
    ask(service, ALICE, "PATCH", f"/v1/orgs/{ORG}", {"title": "By a colleague"})
    assert check_entry(api, sent, journal).state is State.SAVED


def test_of_two_that_sent_the_same_the_first_may_have_been_set_back(api: Api, journal: Journal) -> None:
    first = lost(api, journal, settings(LARKFIELD, title="Same"), done=False)
    second = lost(api, journal, settings(LARKFIELD, title="Same"), done=True)
    assert [check_entry(api, each, journal).state for each in (first, second)] == [State.UNKNOWN, State.SAVED]


def test_two_that_were_not_saved_are_both_as_before(api: Api, journal: Journal) -> None:
    tried = [lost(api, journal, settings(LARKFIELD, title="Same"), done=False) for _ in range(2)]
    assert [check_entry(api, each, journal).state for each in tried] == [State.NOT_SAVED] * 2


def test_what_a_colleague_set_and_set_back_may_have_been_saved_before(api: Api, journal: Journal) -> None:
    sent = lost(api, journal, settings(LARKFIELD, title="Same"), done=False)
    apply(api, journal, settings(LARKFIELD, title="Other"))
    apply(api, journal, settings({"title": "Other"}, title="Larkfield Freight"))
    assert check_entry(api, sent, journal).cause.reason == Reason.SET_BY_SOMEBODY


@BOTH
def test_what_was_something_else_meanwhile_stays_not_known(
    api: Api, journal: Journal, service: RunningService, *, done: bool
) -> None:
    sent = lost(api, journal, settings(LARKFIELD, title="Same"), done=done)
    looks = [
        ("By a colleague", Reason.NEITHER),
        ("Same", Reason.SET_BY_SOMEBODY),
        ("Same", Reason.SET_BY_SOMEBODY),
        ("Larkfield Freight", Reason.SET_BY_SOMEBODY),
    ]
    for title, told in [*looks, looks[-1]]:
        ask(service, ALICE, "PATCH", f"/v1/orgs/{ORG}", {"title": title})
        found = check_entry(api, entry(journal, sent.number), journal)
        journal.settle(sent.number, found)
        assert (found.state, found.cause.reason) == (State.UNKNOWN, told)


@pytest.mark.parametrize("languages", [("en", "en"), ("en-XA", "en-XA"), ("en", "en-XA")])
def test_what_was_something_else_meanwhile_is_not_known_in_any_language(
    api: Api, journal: Journal, service: RunningService, request: pytest.FixtureRequest, languages: tuple[str, str]
) -> None:
    request.addfinalizer(lambda: use_language("en"))
    sent = lost(api, journal, settings(LARKFIELD, title="Same"), done=False)
    for title, language in zip(("By a colleague", "Larkfield Freight"), languages, strict=True):
        ask(service, ALICE, "PATCH", f"/v1/orgs/{ORG}", {"title": title})
        use_language(language)
        journal.settle(sent.number, check_entry(api, entry(journal, sent.number), journal))
    assert entry(journal, sent.number).outcome.state is State.UNKNOWN


def test_one_value_that_somebody_set_back_leaves_the_others_as_proof(
    api: Api, journal: Journal, service: RunningService
) -> None:
    sent = lost(api, journal, settings(LARKFIELD, title="Same", hostname="same"), done=True)
    ask(service, ALICE, "PATCH", f"/v1/orgs/{ORG}", {"hostname": "larkfield"})
    found = check_entry(api, sent, journal)
    assert (found.state, found.cause.reason) == (State.SAVED, Reason.CHANGED_SINCE_SAVED)


def test_a_member_whom_somebody_gave_the_role_that_was_sent(
    api: Api, journal: Journal, service: RunningService
) -> None:
    there = f"/v1/orgs/{ORG}/teams/team_docs/members"
    sent = lost(api, journal, members(api, user_lena="owner"), done=False)
    for role, told in (("member", Reason.NEITHER), ("owner", Reason.SET_BY_SOMEBODY)):
        ask(service, ALICE, "PUT", there, {"memberships": {"user_lena": {"role": role}}})
        found = check_entry(api, entry(journal, sent.number), journal)
        journal.settle(sent.number, found)
        assert (found.state, found.cause.reason) == (State.UNKNOWN, told)


def test_who_was_added_by_id_may_have_been_removed_by_address_since(api: Api, journal: Journal) -> None:
    theirs = members(api, **{"lena@larkfield.example": "owner"})
    sent = lost(api, journal, members(api, user_lena="member"), done=True)
    added = apply(api, journal, theirs).entry
    apply(api, journal, preview_undo(api, entry(journal, added), journal).change())
    found = check_entry(api, sent, journal)
    assert (found.state, found.cause.reason) == (State.UNKNOWN, Reason.CHANGED_SINCE)


@BOTH
def test_a_role_that_a_colleague_gave_back(api: Api, journal: Journal, *, done: bool) -> None:
    sent = lost(api, journal, member("user_grace", "owner", "member"), done=done)
    if done:
        apply(api, journal, member("user_grace", "member", "owner"))
    else:
        apply(api, journal, members(api, user_grace="owner", user_kofi="owner"))
    assert check_entry(api, sent, journal).state is FOUND[done][0]


@BOTH
def test_somebody_whom_a_colleague_removed_or_added(api: Api, journal: Journal, *, done: bool) -> None:
    sent = lost(api, journal, members(api, **{"lena@larkfield.example": "member"}), done=done)
    if done:
        gone = remove_role(IN_TEAM, (*DOCS, "user_lena"), TEAM, "Remove Lena", "member", email="lena@larkfield.example")
        apply(api, journal, gone)
    else:
        apply(api, journal, members(api, user_lena="member"))
    assert check_entry(api, sent, journal).state is FOUND[done][0]


def test_who_left_the_team_without_an_address_may_be_anybody(api: Api, journal: Journal) -> None:
    sent = lost(api, journal, members(api, **{"lena@larkfield.example": "member"}), done=True)
    apply(api, journal, remove_role(IN_TEAM, (*DOCS, "user_lena"), TEAM, "Remove Lena", "member"))
    assert check_entry(api, sent, journal).state is State.UNKNOWN


@BOTH
def test_a_role_of_a_team_in_a_space(api: Api, journal: Journal, *, done: bool) -> None:
    def role(to: str, was: str) -> Change[None]:
        space = Subject("space", "space_guide", "Shipping guide")
        return assign_role(IN_SPACE, ("space_guide", "team_support"), space, "Give it", to, was, ORG)

    sent = lost(api, journal, role("edit", "read"), done=done)
    apply(api, journal, role("read", "edit") if done else role("edit", "read"))
    assert check_entry(api, sent, journal).state is FOUND[done][0]


@BOTH
def test_what_a_colleague_deleted_was_not_deleted_before(api: Api, journal: Journal, *, done: bool) -> None:
    delete = Change(DELETE_SHARE_LINK, LINK, Subject("share link", LINK[-1], "Carriers 2025"), "Delete it")
    sent = lost(api, journal, delete, done=done)
    if not done:
        apply(api, journal, delete)
    assert check_entry(api, sent, journal).state is (State.SAVED if done else State.NOT_SAVED)


def test_what_was_made_and_deleted_by_a_colleague_may_have_been_made(api: Api, journal: Journal) -> None:
    make = Change(
        CREATE_SHARE_LINK, LINKS, Subject("share link", "", "Press"), "Make it", ShareLinkCreate(name="Press")
    )
    sent = lost(api, journal, make, done=True)
    link = next(each for each in api.read(LIST_SHARE_LINKS, *LINKS).items if each.name == "Press")
    gone = Change(
        DELETE_SHARE_LINK, (*LINKS, link.id), Subject("share link", link.id, "Press"), "Del", was={"name": "Press"}
    )
    apply(api, journal, gone)
    assert check_entry(api, sent, journal).state is State.UNKNOWN
