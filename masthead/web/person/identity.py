"""The team member whom the person probably is: the API doesn't report it."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from masthead.resources.email_addresses import canonical_address
from masthead.resources.team import Member
from masthead.store.errors import StoreError
from masthead.web.person.session import current_name
from masthead.writes.roles import Members

_WORD = re.compile(r"\w+")


class MemberMatch(NamedTuple):
    """Members who may be this person. `known`: nobody else can be."""

    ids: frozenset[str] = frozenset()
    known: bool = False

    @property
    def certain(self) -> frozenset[str]:
        """Return the member if it is certain, else nobody."""
        return self.ids if self.known else frozenset()

    def takes_agreement(self, members: Members) -> frozenset[str]:
        """Return members whose losses need a tick: likely matches, else possible owners."""
        return self.ids or frozenset(each.id for each in members.owners if self.may_be(each.id))

    def may_be(self, member_id: str) -> bool:
        """Return whether the member could be the person."""
        return member_id in self.ids or not (self.ids or self.known)


class OwnLoss(NamedTuple):
    """A loss by a member who resembles the person, or could be them.

    `known`: the person's member is known.
    """

    certain: bool = False
    possible: bool = False
    known: bool = False


def find_own_loss(members: Members, losing: Iterable[str]) -> OwnLoss:
    """Check whether the person may be among `losing`, ids or email addresses."""
    own, ids = match_current_member(members), [there.id for name in losing if (there := members.find(name)) is not None]
    return OwnLoss(any(each in own.ids for each in ids), any(map(own.may_be, ids)), own.known)


def match_current_member(members: Members) -> MemberMatch:
    """Match the person's name with names, email addresses and ids."""
    try:
        said = " ".join(current_name().split())
    except StoreError:
        said = ""
    return match_member(members, said) if said else MemberMatch()


def match_member(members: Members, said: str) -> MemberMatch:
    """Match by id or email address, by full name, else by words of either."""
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
