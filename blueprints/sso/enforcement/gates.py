"""What has to be so before single sign-on is enforced, what is not known, and what to do about each."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from flask import url_for

from blueprints.sso.health import FILL_IN, placeholders, works
from client import Problem
from contract.organization.saml import SamlProvider
from contract.schema.fields import value_or_none
from saml import Card
from store import SsoTest, TestKind
from web.forms.certificates import provider_card
from web.pages.alerts import AlertLink, in_days
from web.pages.known_members import ONLY_SEEN, KnownMembers, OrganizationMemberRow, scan_link
from web.pages.lists import join_and
from web.pages.problems import why_unread
from web.pages.templating import ago, date

DAYS = 7
TEST_HOURS = 24
PARTS = (("ssoURL", "the sign-on address"), ("entityID", "the entity ID"), ("certificate", "the certificate"))
NAMES = 3
ACTIVE = "An identity provider is active"
VALID = f"The certificate is valid for more than {DAYS} days"


class GateState(StrEnum):
    """What is known of a gate; one that only asks for agreement has nothing to be known of."""

    GOOD = "good"
    BAD = "bad"
    UNKNOWN = "unknown"
    ASKS = "asks"


@dataclass(frozen=True, slots=True)
class Gate:
    """One of them. `tick` is what has to be agreed to where it is not fulfilled; one that `blocks` has no such way out.

    `names` are the people whom it is about.
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
    """All that the gates are judged by. `tests` are by provider, `changed` are the providers that were changed since.

    `name` is what the person is called here, which may be empty.
    """

    organization: str
    providers: Sequence[SamlProvider] | Problem
    members: KnownMembers
    tests: dict[str, SsoTest]
    changed: frozenset[str]
    name: str
    now: datetime


def gates(known: GateFacts) -> list[Gate]:
    """All of them, in the order in which they are mended."""
    own = _own(known)
    return [*_of_providers(known), _members(known), _own_record(own), _second_admin(known, own), _way_back()]


def _of_providers(known: GateFacts) -> list[Gate]:
    """Those of the one provider that is nearest to signing everybody in: what two share out signs nobody in."""
    if isinstance(known.providers, Problem):
        return [Gate("provider", ACTIVE, GateState.UNKNOWN, why_unread(known.providers), blocks=True)]
    if not known.providers:
        new = AlertLink("Add a provider", url_for("sso.new", organization_id=known.organization))
        text = "There is no identity provider, so nobody could sign in."
        return [Gate("provider", ACTIVE, GateState.BAD, text, blocks=True, links=(new,))]
    judged = [(each, _of_provider(known, each)) for each in known.providers]
    return max(judged, key=lambda pair: (*_rank(*pair), pair[0].id in known.tests, _ends(pair[0])))[1]


def _rank(provider: SamlProvider, found: Sequence[Gate]) -> tuple[int, int, int]:
    status = value_or_none(provider.status)
    good = sum(gate.state is GateState.GOOD for gate in found)
    return (status is None) + 2 * (status == "active"), -sum(gate.blocks for gate in found), good


def _ends(provider: SamlProvider) -> float:
    card = provider_card(provider)
    return card.ends.timestamp() if card else 0.0


def _of_provider(known: GateFacts, provider: SamlProvider) -> list[Gate]:
    desk = url_for("sso.index", organization_id=known.organization)
    page = url_for("sso_steps.identity", organization_id=known.organization, provider_id=provider.id)
    ways = (AlertLink(provider.label, page), AlertLink("All providers", desk))
    certificate = _certificate(provider, known.now, ways[:1])
    return [_active(provider, ways), _parts(provider, ways[:1]), certificate, _test(known, provider)]


def _active(provider: SamlProvider, ways: tuple[AlertLink, ...]) -> Gate:
    status = value_or_none(provider.status)
    if status == "active":
        return Gate("provider", ACTIVE, GateState.GOOD, f"{provider.label} is active.")
    if status is None:
        text = f"The API doesn't report whether {provider.label} is active."
        return Gate("provider", ACTIVE, GateState.UNKNOWN, text, f"I know that {provider.label} is active.", links=ways)
    text = f"{provider.label} is {status}, and no other provider is active."
    return Gate("provider", ACTIVE, GateState.BAD, text, blocks=True, links=ways)


def _parts(best: SamlProvider, ways: tuple[AlertLink, ...]) -> Gate:
    title = "The provider is complete"
    if missing := [words for name, words in PARTS if not value_or_none(getattr(best, name))]:
        verb = "is" if len(missing) == 1 else "are"
        text = f"{best.label}: {join_and(missing)} {verb} missing."
        return Gate("parts", title, GateState.BAD, text, blocks=True, links=ways)
    if unfilled := placeholders(best):
        named = join_and([f"{words} has “{found}”" for words, found in unfilled])
        text = f"{best.label} still has placeholders: {named}. {FILL_IN}"
        return Gate("parts", title, GateState.BAD, text, "These are the real values.", links=ways)
    if not (value_or_none(best.ssoURL) or "").lower().startswith("https:"):
        text = f"{best.label}: the sign-on address is not encrypted. Anybody on the network can read what is sent."
        return Gate("parts", title, GateState.BAD, text, "I accept an address without encryption.", links=ways)
    text = f"{best.label} has an https sign-on address, an entity ID and a certificate."
    return Gate("parts", title, GateState.GOOD, text)


def _certificate(best: SamlProvider, now: datetime, ways: tuple[AlertLink, ...]) -> Gate:
    title, card = VALID, provider_card(best)
    if not value_or_none(best.certificate):
        text = f"{best.label} has no certificate."
        return Gate("certificate", title, GateState.BAD, text, blocks=True, links=ways)
    if card is None:
        text = f"Masthead can't read the certificate of {best.label}, so it isn't known when it expires."
        return Gate("certificate", title, GateState.UNKNOWN, text, "I know that the certificate is valid.", links=ways)
    return _by_days(f"The certificate of {best.label}", card, now, ways)


def _by_days(it: str, card: Card, now: datetime, ways: tuple[AlertLink, ...]) -> Gate:
    title, days, until = VALID, card.days_left(now), date(card.ends)
    if card.ends <= now:
        text = f"{it} expired on {until}. Replace it with the one that the identity provider signs with now."
        return Gate("certificate", title, GateState.BAD, text, blocks=True, links=ways)
    if card.begins > now:
        text = f"{it} isn't valid until {date(card.begins)}."
        return Gate("certificate", title, GateState.BAD, text, blocks=True, links=ways)
    if days <= DAYS:
        text = f"{it} expires {in_days(days)}. After that, nobody can sign in with this provider. Replace it first."
        return Gate("certificate", title, GateState.BAD, text, "I will replace the certificate in time.", links=ways)
    return Gate("certificate", title, GateState.GOOD, f"{it} is valid for {days} days, until {until}.")


def _test(known: GateFacts, provider: SamlProvider) -> Gate:
    title, tick = f"Sign-in was tested within {TEST_HOURS} hours", "I enforce single sign-on without a test."
    page = url_for("sso_steps.test", organization_id=known.organization, provider_id=provider.id)
    links = (AlertLink(f"Test {provider.label}", page),) if works(provider, known.now) else ()
    if (test := known.tests.get(provider.id)) is None:
        text = f"No test is recorded for {provider.label}."
        return Gate("test", title, GateState.BAD, text, tick, links=links)
    old = known.now.timestamp() - test.at
    when = f"{provider.label} was tested {ago(old)}{f' by {test.by}' if test.by else ''}"
    if provider.id in known.changed:
        text = f"{when}, and has changed since. Test it again."
        return Gate("test", title, GateState.BAD, text, tick, links=links)
    if old > timedelta(hours=TEST_HOURS).total_seconds():
        return Gate("test", title, GateState.BAD, f"{when}. Test it again.", tick, links=links)
    words = "Seen by the API:" if test.kind is TestKind.EVIDENCE else "Stated, not verified:"
    return Gate("test", title, GateState.GOOD, f"{when}. {words} {test.who}")


def _members(known: GateFacts) -> Gate:
    title, members = "Known members sign in with single sign-on", known.members
    directory = AlertLink("View directory", url_for("directory.index", organization_id=known.organization))
    links = (directory, scan_link(known.organization))
    if not members.people:
        text = "The API has no list of members, and Masthead knows no team whose members it can read."
        tick = "I understand that Masthead knows no members."
        return Gate("members", title, GateState.UNKNOWN, text, tick, links=links)
    if members.without or members.unreported:
        return _members_left_out(members, title, links)
    state = GateState.UNKNOWN if members.unread or members.more else GateState.GOOD
    everybody = "the only known member" if len(members.people) == 1 else f"all {len(members.people)} known members"
    text = f"The API reports single sign-on for {everybody}. {_gaps(members)}"
    return Gate("members", title, state, text, "" if state is GateState.GOOD else "I accept this.", links=links)


def _members_left_out(members: KnownMembers, title: str, links: tuple[AlertLink, ...]) -> Gate:
    """Who is known to have no sign-in by single sign-on, and of whom that is not known."""
    without, unreported, all_ = members.without, members.unreported, len(members.people)
    said = [f"The API reports no single sign-on for {len(without)} of {all_} known members."] if without else []
    if unreported:
        said.append(f"It doesn't report this for {len(unreported)}." if without else _unreported(len(unreported), all_))
    return Gate(
        "members",
        title,
        GateState.BAD if without else GateState.UNKNOWN,
        f"{' '.join(said)} {_gaps(members)}",
        "These people can sign in, or don't need to.",
        links=links,
        names=tuple(each.name for each in (*without, *unreported)),
    )


def _unreported(count: int, all_: int) -> str:
    return f"The API doesn't report whether {count} of {all_} known members sign in with single sign-on."


def _gaps(members: KnownMembers) -> str:
    gaps = [
        *(
            ["1 team could not be read." if members.unread == 1 else f"{members.unread} teams could not be read."]
            if members.unread
            else []
        ),
        *(["There are more members than Masthead read."] if members.more else []),
        ONLY_SEEN,
    ]
    return " ".join(gaps)


def _own(known: GateFacts) -> OrganizationMemberRow | None:
    """The member who is called as the person is called here: the service does not tell who somebody is."""
    alike = [each for each in known.members.people if each.name.casefold() == known.name.casefold()]
    return alike[0] if known.name and len(alike) == 1 else None


def _own_record(own: OrganizationMemberRow | None) -> Gate:
    title, tick = "You sign in with single sign-on yourself", "I know that I can sign in with single sign-on."
    if own is None:
        text = "It isn't known. The API doesn't report who you are."
        return Gate("own", title, GateState.UNKNOWN, text, tick)
    if own.sso:
        text = f"The member with your name, {own.name}, signs in with single sign-on."
        return Gate("own", title, GateState.GOOD, text)
    risk = "You may lock yourself out."
    if own.sso is None:
        text = f"The API doesn't report single sign-on for the member with your name, {own.name}. {risk}"
        return Gate("own", title, GateState.UNKNOWN, text, tick)
    text = f"The API reports no single sign-on for the member with your name, {own.name}. {risk}"
    return Gate("own", title, GateState.BAD, text, tick)


def _second_admin(known: GateFacts, own: OrganizationMemberRow | None) -> Gate:
    title = "Another administrator can help"
    admins = [each.name for each in known.members.people if each.is_admin and each != own]
    if len(admins) > (0 if own is not None else 1):
        shown = admins[:NAMES] if own is not None or len(admins) <= NAMES else admins[: NAMES + 1]
        return Gate("second", title, GateState.GOOD, f"Known administrators: {join_and(shown)}.")
    if admins:
        text = f"Masthead knows one administrator, {admins[0]}, and that may be you."
    else:
        text = "Masthead knows no other administrator."
    return Gate("second", title, GateState.UNKNOWN, text, "Somebody else can stop enforcing it if I can't.")


def _way_back() -> Gate:
    text = (
        "The API doesn't say whether administrators can sign in another way, so expect that they can't. Then "
        "whoever runs Masthead can switch it off with this command."
    )
    return Gate("way-back", "You know the way back", GateState.ASKS, text, "I know what to do if nobody can sign in.")
