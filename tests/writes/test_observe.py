"""What became of a call whose answer was lost, in random histories: what is said of it is so, in every language."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from contract.authoring.change_requests import CREATE_CHANGE_REQUEST, ChangeRequestCreate
from contract.authoring.comments import CREATE_COMMENT, CommentCreate
from contract.publishing.share_links import CREATE_SHARE_LINK, DELETE_SHARE_LINK, LIST_SHARE_LINKS, ShareLinkCreate
from contract.schema.endpoint import LIMIT_MAX, ListQuery
from masthead.client import Api, Problem
from masthead.i18n import use_language
from masthead.store.entries import Outcome, Reason, State, Subject
from masthead.store.journal.journal import Journal
from masthead.writes.check import check_entry
from masthead.writes.roles import IN_TEAM, remove_role
from masthead.writes.send import Change, apply
from masthead.writes.undo import preview_undo
from tests.histories import HISTORIES
from tests.loops import for_each
from tests.writes.desk import ORG
from tests.writes.kinds import KINDS, Kind
from tests.writes.lost import BOTH, DOCS, LINK, TEAM, entry, lost, members

TRUE = {True: State.SAVED, False: State.NOT_SAVED}
HALF = 0.5
EACH = 3
"""How many histories of each kind follow each other in the same world."""


@pytest.fixture(autouse=True)
def language() -> Iterator[None]:
    yield
    use_language("en")


class History:
    """One call that has no answer, and what somebody else sets afterwards.

    Through Masthead they may set anything, and their answer may be lost, too. What they set elsewhere is something
    else at first, and somebody looks before they set it back, or to what was sent: else nothing in the world tells.
    """

    def __init__(self, api: Api, journal: Journal, kind: Kind, random: Random) -> None:
        self.api, self.journal, self.kind, self.random = api, journal, kind, random
        self.was = kind.now(api)
        self.wanted = kind.drawn(self.was, random)
        self.done = random.random() < HALF
        change = kind.change(api, self.wanted)
        self.number = lost(api, journal, change, done=self.done).number
        self.late = None if self.done or random.random() < HALF else change
        """What the API carries out only after somebody has set something."""
        self.is_untouched, self.is_otherwise, self.is_known = True, False, False
        self.are_known = True
        """Whether all that was set since was set through Masthead, and answered."""

    def run(self) -> None:
        while not self.is_known and self.random.random() < HALF:
            self.set()
            if self.random.random() < HALF:
                self.look()
        self.look()

    def look(self) -> None:
        found = look(self.api, self.journal, self.number, self.random)
        assert found.state in {TRUE[self.done], State.UNKNOWN}, found
        if self.is_untouched or (self.done and self.are_known):
            assert found.state is TRUE[self.done], found
        self.is_known |= found.state is not State.UNKNOWN

    def set(self) -> None:
        now, elsewhere = self.kind.now(self.api), self.random.random() < HALF
        field = self.random.choice(sorted(self.wanted))
        known = (self.was[field], self.wanted[field])
        others = [each for each in self.kind.choices[field] if each not in known]
        value = self.random.choice([*others, *(known if self.is_otherwise or not elsewhere else ())] or [now[field]])
        if value == now[field]:
            return
        change, self.is_untouched = self.kind.change(self.api, {field: value}), False
        is_answered = not elsewhere and self.random.random() < HALF
        self.are_known &= is_answered
        if elsewhere:
            self.write(change)
            self.look()
            self.is_otherwise = not self.is_known
        elif is_answered:
            apply(self.api, self.journal, change)
        else:
            lost(self.api, self.journal, change, done=self.random.random() < HALF)
        if self.late is not None and not self.is_known:
            with suppress(Problem):  # such as that who was to be removed is gone
                self.write(self.late)
                self.done = True
            self.late, self.are_known = None, False

    def write(self, change: Change[Any]) -> None:
        """Send a change that Masthead knows nothing of."""
        self.api.write(change.endpoint, *change.ids, body=change.body, organization=change.organization)


def look(api: Api, journal: Journal, number: int, random: Random) -> Outcome:
    """Look for what became of an entry, in some language; the journal then has it."""
    use_language(random.choice(("en", "en-XA")))
    found = check_entry(api, entry(journal, number), journal)
    journal.write_outcome(number, found)
    return found


@pytest.mark.parametrize("seed", range(HISTORIES // 50))
@for_each("name", KINDS)
def test_what_is_said_of_a_lost_answer_is_so(api: Api, journal: Journal, name: str, seed: int) -> None:
    random = Random(f"{name} {seed} observe")  # noqa: S311 - the same each time
    for _ in range(EACH):
        History(api, journal, KINDS[name], random).run()


LINKS, GUIDE = (ORG, "site_partners"), ("space_guide",)


def _link(name: str) -> Change[Any]:
    return Change(CREATE_SHARE_LINK, LINKS, Subject("share link", "", name), "Create it", ShareLinkCreate(name=name))


def _comment(text: str) -> Change[Any]:
    body = CommentCreate.model_validate({"body": {"markdown": text}})
    return Change(CREATE_COMMENT, GUIDE, Subject("comment", "", "Guide"), "Write it", body, organization=ORG)


def _change_request(subject: str) -> Change[Any]:
    body = ChangeRequestCreate(subject=subject)
    return Change(
        CREATE_CHANGE_REQUEST, GUIDE, Subject("change request", "", subject), "Open it", body, organization=ORG
    )


@for_each("make", [_link, _comment, _change_request])
def test_what_is_said_of_a_lost_creation_is_so(api: Api, journal: Journal, make: Callable[[str], Change[Any]]) -> None:
    """Somebody else may create the same, through Masthead and elsewhere, and delete links through Masthead."""
    random = Random(make.__name__)  # noqa: S311 - the same each time
    for number in range(HISTORIES // 4):
        change, theirs = make(f"Press {number}"), set[str]()
        done, elsewhere, is_untouched = random.random() < HALF, False, True
        sent = lost(api, journal, change, done=done).number
        while random.random() < HALF:
            is_untouched, chance = False, random.random()
            if chance < HALF / 2:
                theirs.add(apply(api, journal, change).answer.id)
            elif chance < HALF:
                lost(api, journal, change, done=random.random() < HALF)
            elif chance < HALF * 3 / 2:
                api.write(change.endpoint, *change.ids, body=change.body, organization=ORG)
                elsewhere = True
            elif make is _link:
                delete_links(api, journal, change.subject.title)
        found = look(api, journal, sent, random)
        so = State.NOT_SAVED if not done else State.SAVED
        assert found.state in {so, State.UNKNOWN, *([State.SAVED] if elsewhere else [])}, found
        assert found.made not in theirs
        assert not is_untouched or found.state is so


def delete_links(api: Api, journal: Journal, name: str) -> None:
    for link in api.read(LIST_SHARE_LINKS, *LINKS, query=ListQuery(limit=LIMIT_MAX)).items:
        if link.name == name:
            subject = Subject("share link", link.id, name)
            apply(api, journal, Change(DELETE_SHARE_LINK, (*LINKS, link.id), subject, "Delete it", was={"name": name}))


def test_who_left_a_team_or_was_named_otherwise_since_may_be_anybody(api: Api, journal: Journal) -> None:
    lena = "lena@larkfield.example"
    theirs = members(api, **{lena: "owner"})
    sent = lost(api, journal, members(api, user_lena="member"), done=True)
    added = apply(api, journal, theirs).entry
    apply(api, journal, preview_undo(api, entry(journal, added), journal).change())
    assert check_entry(api, sent, journal).cause.reason is Reason.SET_BY_SOMEBODY
    sent = lost(api, journal, members(api, **{lena: "member"}), done=True)
    apply(api, journal, remove_role(IN_TEAM, (*DOCS, "user_lena"), TEAM, "Remove Lena", "member"))
    assert check_entry(api, sent, journal).state is State.UNKNOWN


@BOTH
def test_what_a_colleague_deleted_was_not_deleted_before(api: Api, journal: Journal, *, done: bool) -> None:
    subject = Subject("share link", LINK[-1], "Carriers 2025")
    delete = Change(DELETE_SHARE_LINK, LINK, subject, "Delete it")
    sent = lost(api, journal, delete, done=done)
    if not done:
        apply(api, journal, delete)
    assert check_entry(api, sent, journal).state is TRUE[done]
