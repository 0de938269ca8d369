"""Gates (conditions before enforcement) and the facts that they are computed from."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import partial
from typing import NamedTuple

from contract.organization.saml import SamlProvider
from masthead.client import Problem
from masthead.i18n import format_number, gettext, join_and, ngettext
from masthead.store.sso.providers import SsoTest
from masthead.web.frame.alerts import AlertLink
from masthead.web.people.organization_members import ONLY_SEEN, KnownMembers, OrganizationMemberRow, directory_links

NAMES = 3


class GateState(StrEnum):
    """The state of a gate. `ASKS` gates check nothing; they only ask for consent."""

    GOOD = "good"
    BAD = "bad"
    UNKNOWN = "unknown"
    ASKS = "asks"


class Gate(NamedTuple):
    """A condition for enforcement. If it isn't met, a person has to agree to `tick`, or can't go on if it `blocks`.

    `names` lists the people concerned.
    """

    name: str
    title: str
    state: GateState
    text: str
    tick: str = ""
    blocks: bool = False
    links: tuple[AlertLink, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GateFacts:
    """The facts that gates are computed from.

    `tests` has the last test by provider id, `begun` the one that was started last; `changed` has the ids of
    providers that were changed after their test.
    `name` is the person's name in Masthead, or empty. `wanted` is the id of the provider that the person
    chose for the checks, or empty.
    """

    organization: str
    providers: Sequence[SamlProvider] | Problem
    members: KnownMembers
    tests: dict[str, SsoTest]
    changed: frozenset[str]
    name: str
    now: datetime
    wanted: str = ""
    begun: dict[str, SsoTest] = field(default_factory=dict)


def members_gate(known: GateFacts) -> Gate:
    members, gate = known.members, partial(Gate, "members", gettext("Known members sign in with single sign-on"))
    links = directory_links(known.organization, members)
    if not members.people:
        text = gettext("The API has no list of members, and Masthead knows no team whose members it can read.")
        return gate(GateState.UNKNOWN, text, gettext("I understand that Masthead knows no members."), links=links)
    if left_out := (*members.without, *members.unreported):
        counts = {"count": format_number(len(left_out)), "all": format_number(len(members.people))}
        text = gettext("The API reports no single sign-on for %(count)s of %(all)s known members.", **counts)
        advice = gettext("They can sign in if your identity provider has an account with their e-mail address.")
        return gate(
            GateState.BAD if members.without else GateState.UNKNOWN,
            f"{text} {advice} {_gaps(members)}",
            gettext("These people can sign in, or don't need to."),
            links=links,
            names=tuple(each.named for each in left_out),
        )
    is_known = not (members.unread or members.more)
    text = ngettext(
        "The API reports single sign-on for the only known member.",
        "The API reports single sign-on for all %(n)s known members.",
        len(members.people),
    )
    tick = "" if is_known else gettext("I accept this.")
    return gate(GateState.GOOD if is_known else GateState.UNKNOWN, f"{text} {_gaps(members)}", tick, links=links)


def _gaps(members: KnownMembers) -> str:
    teams = ngettext("%(n)s team could not be read.", "%(n)s teams could not be read.", members.unread)
    more = gettext("There are more members than Masthead read.")
    return " ".join(filter(None, [teams if members.unread else "", more if members.more else "", gettext(ONLY_SEEN)]))


def own_row(known: GateFacts) -> OrganizationMemberRow | None:
    """The member with the person's name; None unless exactly one has it. The API doesn't report who they are."""
    alike = [each for each in known.members.people if each.name.casefold() == known.name.casefold()]
    return alike[0] if known.name and len(alike) == 1 else None


def own_record_gate(own: OrganizationMemberRow | None) -> Gate:
    gate = partial(Gate, "own", gettext("You sign in with single sign-on yourself"))
    tick = gettext("I know that I can sign in with single sign-on.")
    if own is None:
        return gate(GateState.UNKNOWN, gettext("It isn't known. The API doesn't report who you are."), tick)
    if own.sso:
        text = gettext("The member with your name, %(name)s, signs in with single sign-on.", name=own.name)
        return gate(GateState.GOOD, text)
    text = gettext("The API reports no single sign-on for the member with your name, %(name)s.", name=own.name)
    risk, state = gettext("You may lock yourself out."), GateState.UNKNOWN if own.sso is None else GateState.BAD
    return gate(state, f"{text} {risk}", tick)


def second_admin_gate(known: GateFacts, own: OrganizationMemberRow | None) -> Gate:
    title = gettext("Another administrator can help")
    admins = [each.name for each in known.members.people if each.is_admin and each != own]
    if len(admins) > (0 if own is not None else 1):
        shown = admins[:NAMES] if own is not None or len(admins) <= NAMES else admins[: NAMES + 1]
        return Gate("second", title, GateState.GOOD, gettext("Known administrators: %(names)s.", names=join_and(shown)))
    if admins:
        text = gettext("Masthead knows one administrator, %(name)s, and that may be you.", name=admins[0])
    else:
        text = gettext("Masthead knows no other administrator.")
    return Gate("second", title, GateState.UNKNOWN, text, gettext("Somebody else can stop enforcing it if I can't."))


def way_back_gate() -> Gate:
    title, tick = gettext("You know the way back"), gettext("I know what to do if nobody can sign in.")
    text = gettext(
        "The API doesn't say whether administrators can sign in another way, so expect that they can't. "
        "Then an administrator of Masthead can switch it off with this command."
    )
    return Gate("way-back", title, GateState.ASKS, text, tick)
