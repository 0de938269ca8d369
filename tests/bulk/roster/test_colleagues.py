"""Colleagues change members before a list is carried out, after that, and between its undos: what they set stays."""

from collections.abc import Mapping
from random import Random

from masthead.bulk.reconcile import add_undo
from masthead.client import Api
from masthead.store.bulk.steps import BulkChange
from masthead.store.entries import Subject
from masthead.store.journal.queries import JournalQuery
from masthead.writes.roles import IN_TEAM, assign_role, change_members, read_members, remove_role
from masthead.writes.send import apply
from masthead.writes.undo import preview_undo
from tests.bulk.roster.crew import TEAM, TITLE, planned, run_to_its_end
from tests.faults.clock import Clock
from tests.histories import HISTORIES
from tests.loops import for_each
from tests.words import words
from tests.writes.desk import ORG, Desk

LISTED = {
    **{each: each for each in ("user_ivan", "user_frank", "user_heidi", "user_bob")},
    **{f"user_{each}": f"{each}@larkfield.example" for each in ("kofi", "lena")},
}
"""The people by id, as lists name them; user_judith always stays an owner."""
ROLES = (None, "member", "owner")
Roles = Mapping[str, str | None]


def now(api: Api) -> dict[str, str | None]:
    members = read_members(api, ORG, TEAM)
    return {each: found.role if (found := members.find(each)) else None for each in LISTED}


def drawn(random: Random, there: Roles, most: int, least: int = 0) -> dict[str, str | None]:
    """Other roles than there are, for some people."""
    some = random.sample([*LISTED], random.randint(least, most))
    return {each: random.choice([role for role in ROLES if role != there[each]]) for each in some}


def meddled(desk: Desk, api: Api, clock: Clock, random: Random) -> set[str]:
    """Colleagues at the same portal set roles, some of them to and fro; whose. What they undo again doesn't count."""
    touched: set[str] = set()
    for who, role in drawn(random, there := now(api), 3).items():
        set_role(desk, api, clock, who, role, there[who])
        then = random.choice(["it stays", "it is set back", "it is undone"])
        if then == "it is set back":
            set_role(desk, api, clock, who, there[who], role)
        if then == "it is undone":
            (last,) = desk.journal.entries(JournalQuery(ORG), limit=1)
            apply(api, desk.journal, preview_undo(api, last, desk.journal).change())
        else:
            touched.add(who)
    return touched


def set_role(desk: Desk, api: Api, clock: Clock, who: str, role: str | None, was: str | None) -> None:
    ids, subject = (ORG, TEAM, who), Subject("team", TEAM, TITLE)
    clock.pass_(1)
    if was is None:
        members = read_members(api, ORG, TEAM)
        apply(api, desk.journal, change_members(ORG, TEAM, TITLE, {LISTED[who]: role}, members, "Set"))
    elif role is None:
        apply(api, desk.journal, remove_role(IN_TEAM, ids, subject, "Set", was))
    else:
        apply(api, desk.journal, assign_role(IN_TEAM, ids, subject, "Set", role, was))
    clock.pass_(1)


def check(api: Api, bulk: BulkChange, there: Roles, wanted: Roles, touched: set[str]) -> None:
    """Everybody is as wanted, but for whom colleagues touched: they are as those left them, and are named."""
    assert now(api) == {**there, **{who: role for who, role in wanted.items() if who not in touched}}
    named = {each.partition(": ")[0] for each in words(bulk.differences)}
    left = {who for who in wanted.keys() & touched if there[who] != wanted[who]}
    assert [who for who in left if not {who, LISTED[who]} & named] == []
    assert named <= {name for who in touched for name in (who, LISTED[who])}


@for_each("seed", range(HISTORIES // 25))
def test_what_they_set_stays_and_all_else_goes_to_and_fro(desk: Desk, api: Api, clock: Clock, seed: int) -> None:
    random = Random(f"roster {seed}")  # noqa: S311 - the same each time
    wanted: Roles = drawn(random, now(api), 4, least=1)
    text = "\n".join(f"{LISTED[who]},{role or 'remove'}" for who, role in wanted.items())
    bulk, touched = planned(desk, api, text), set[str]()
    for _ in range(4):
        touched |= meddled(desk, api, clock, random)
        there = now(api)
        bulk = run_to_its_end(desk, bulk)
        check(api, bulk, there, wanted, touched)
        wanted = {who: there[who] for who in wanted if who not in touched and there[who] != wanted[who]}
        touched = meddled(desk, api, clock, random)
        number = add_undo(desk.journal, desk.bulk_changes, bulk)
        if number is None:
            assert wanted.keys() <= touched
            return
        bulk = desk.read(BulkChange(number, bulk.purpose, 0))
