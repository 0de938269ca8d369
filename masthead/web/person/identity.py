"""Which member of a team is the person who is signed in, as far as Masthead can know: the API doesn't say."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from flask import flash

from masthead.resources.email_addresses import canonical_address
from masthead.store.errors import StoreError
from masthead.web.person.access import person
from masthead.web.person.portal import portal
from masthead.writes.members import Member, Members


def resolve_name(owner: str, name: str | None) -> str | None:
    """What a person who signs in is called: as they said themselves, else by `name`, which is then kept."""
    people = portal().store.people
    known = people.name_of(owner)
    if known is None and name:
        people.call(owner, name)
    return known or name


def current_name() -> str:
    """What the person of this page is called; empty where nobody said. Raises StoreError."""
    return portal().store.people.name_of(person().owner) or person().name or ""


def ask_name_once() -> None:
    """Let the next page ask, unless somebody asked before."""
    people, who = portal().store.people, person()
    if people.name_of(who.owner) is None:
        people.call(who.owner, who.name or "")
        if not who.name:
            flash("", "name")


_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class MemberMatch:
    """The members who may be this person. `known` says that nobody else can be."""

    ids: frozenset[str] = frozenset()
    known: bool = False

    @property
    def certain(self) -> frozenset[str]:
        """The one member who is this person; nobody where that is a guess."""
        return self.ids if self.known else frozenset()

    def takes_agreement(self, members: Members) -> frozenset[str]:
        """Those from whom nothing is taken without a tick: they resemble the person, or are owners and nobody does."""
        return self.ids or frozenset(each.id for each in members.owners if self.may_be(each.id))

    def may_be(self, member_id: str) -> bool:
        """Whether this member could be the person: those who resemble them, or everybody where nobody does."""
        return member_id in self.ids or not (self.ids or self.known)


class OwnLoss(NamedTuple):
    """Whether something is taken from somebody who resembles the person, or who could be them.

    `known` says that it is known which member the person is.
    """

    certain: bool = False
    possible: bool = False
    known: bool = False


def find_own_loss(members: Members, losing: Iterable[str]) -> OwnLoss:
    """What it means for the person that these lose something, named by id or address."""
    own, ids = match_current_member(members), [there.id for name in losing if (there := members.find(name)) is not None]
    return OwnLoss(any(each in own.ids for each in ids), any(map(own.may_be, ids)), own.known)


def match_current_member(members: Members) -> MemberMatch:
    """Compares what the person calls themselves with names, addresses and ids."""
    try:
        said = " ".join(current_name().split())
    except StoreError:
        said = ""
    return match_member(members, said) if said else MemberMatch()


def match_member(members: Members, said: str) -> MemberMatch:
    """The members whom `said` names: by id or address, by the full name, else by a part of either."""
    if one := members.find(said):
        return MemberMatch(frozenset([one.id]), known=True)
    if "@" in said and members.rules_out(said):
        return MemberMatch(known=True)
    same_name = [each.id for each in members if each.name.casefold() == said.casefold()]
    if same_name:
        return MemberMatch(frozenset(same_name), known=len(same_name) == 1)
    words = _words(said)
    return MemberMatch(frozenset(each.id for each in members if words and words <= _words_of(each)))


def _words_of(member: Member) -> frozenset[str]:
    # The domain is the same for all colleagues, so it tells nobody apart.
    local = canonical_address(member.email).partition("@")[0]
    return _words(f"{member.name} {local} {member.id}")


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold().replace("_", " ")))
