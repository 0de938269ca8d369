"""What has to be so before single sign-on is enforced, what is not known, and what to do about each."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from babel.lists import format_list
from flask import url_for

from blueprints.sso.enforcement.reads import EnforcementMembers, OrganizationMemberRow
from blueprints.sso.health import FILL_IN, placeholders, works
from client import Problem
from contract.organization.saml import SamlProvider
from contract.schema.fields import value_or_none
from saml import Card
from store import SsoTest, TestKind
from web.forms.certificates import provider_card
from web.pages.alerts import AlertLink, in_days
from web.pages.problems import why_unread
from web.pages.templating import ago, date

DAYS = 7
TEST_HOURS = 24
PARTS = (("ssoURL", "the sign-on address"), ("entityID", "the entity ID"), ("certificate", "the certificate"))
NAMES = 3


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
    members: EnforcementMembers
    tests: dict[str, SsoTest]
    changed: frozenset[str]
    name: str
    now: datetime


def gates(known: GateFacts) -> list[Gate]:
    """All of them, in the order in which they are mended."""
    best = _best(known)
    own = _own(known)
    return [
        *_of_provider(known, best),
        _test(known),
        _members(known),
        _own_record(own),
        _second_admin(known, own),
        _way_back(),
    ]


def _best(known: GateFacts) -> SamlProvider | None:
    """The provider that is nearest to signing everybody in."""
    if isinstance(known.providers, Problem):
        return None

    def rank(each: SamlProvider) -> tuple[bool, bool, float]:
        card = provider_card(each)
        whole = all(value_or_none(getattr(each, name)) for name, _ in PARTS) and not placeholders(each)
        return value_or_none(each.status) == "active", whole, card.ends.timestamp() if card else 0.0

    return max(known.providers, key=rank, default=None)


def _of_provider(known: GateFacts, best: SamlProvider | None) -> list[Gate]:
    title, desk = "An identity provider is active", url_for("sso.index", organization_id=known.organization)
    if isinstance(known.providers, Problem):
        return [Gate("provider", title, GateState.UNKNOWN, why_unread(known.providers), blocks=True)]
    if best is None:
        new = AlertLink("Add a provider", url_for("sso.new", organization_id=known.organization))
        text = "There is none, so nobody could sign in."
        return [Gate("provider", title, GateState.BAD, text, blocks=True, links=(new,))]
    page = url_for("sso_steps.identity", organization_id=known.organization, provider_id=best.id)
    ways, status = (AlertLink(best.label, page), AlertLink("All providers", desk)), value_or_none(best.status)
    if status == "active":
        active = Gate("provider", title, GateState.GOOD, f"{best.label} is active.")
    elif status is None:
        text = f"The service does not tell whether {best.label} is active."
        active = Gate("provider", title, GateState.UNKNOWN, text, f"I know that {best.label} is active.", links=ways)
    else:
        text = f"{best.label} is {status}, and no other one is active."
        active = Gate("provider", title, GateState.BAD, text, blocks=True, links=ways)
    return [active, _parts(best, ways[:1]), _certificate(best, known.now, ways[:1])]


def _parts(best: SamlProvider, ways: tuple[AlertLink, ...]) -> Gate:
    title = "It has all that a sign-in takes"
    if missing := [words for name, words in PARTS if not value_or_none(getattr(best, name))]:
        verb = "is" if len(missing) == 1 else "are"
        text = f"{best.label}: {format_list(missing, locale='en')} {verb} missing."
        return Gate("parts", title, GateState.BAD, text, blocks=True, links=ways)
    if unfilled := placeholders(best):
        named = format_list([f"{words} has “{found}”" for words, found in unfilled], locale="en")
        text = f"{best.label} still has placeholders: {named}. {FILL_IN}"
        return Gate("parts", title, GateState.BAD, text, "I know that these are the real values.", links=ways)
    if not (value_or_none(best.ssoURL) or "").lower().startswith("https:"):
        text = "Its sign-on address has no encryption: whoever listens on the way can read and change what is sent."
        return Gate("parts", title, GateState.BAD, text, "I accept an address without encryption.", links=ways)
    return Gate("parts", title, GateState.GOOD, "Sign-on address with https, entity ID and certificate.")


def _certificate(best: SamlProvider, now: datetime, ways: tuple[AlertLink, ...]) -> Gate:
    title, card = f"Its certificate is good for more than {DAYS} days", provider_card(best)
    if not value_or_none(best.certificate):
        return Gate("certificate", title, GateState.BAD, "It has none.", blocks=True, links=ways)
    if card is None:
        text = "It cannot be read here, so until when it is good is not known."
        return Gate("certificate", title, GateState.UNKNOWN, text, "I know that it is good.", links=ways)
    return _by_days(card, title, now, ways)


def _by_days(card: Card, title: str, now: datetime, ways: tuple[AlertLink, ...]) -> Gate:
    days, until = card.days_left(now), date(card.ends)
    if card.ends <= now:
        text = f"It ended on {until}. Put in the one that the identity provider signs with now."
        return Gate("certificate", title, GateState.BAD, text, blocks=True, links=ways)
    if card.begins > now:
        text = f"It is good only from {date(card.begins)} on."
        return Gate("certificate", title, GateState.BAD, text, blocks=True, links=ways)
    if days <= DAYS:
        text = f"It ends {in_days(days)}. With it ends every sign-in: put in the next one first."
        return Gate("certificate", title, GateState.BAD, text, "I put in the next one in time.", links=ways)
    return Gate("certificate", title, GateState.GOOD, f"It is good for {days} days, until {until}.")


def _test(known: GateFacts) -> Gate:
    title, tick = f"A sign-in was tried within {TEST_HOURS} hours", "I enforce it without a test."
    providers = [] if isinstance(known.providers, Problem) else known.providers
    tried = [(each, known.tests[each.id]) for each in providers if each.id in known.tests]
    links = tuple(
        AlertLink(
            f"Try {each.label}", url_for("sso_steps.test", organization_id=known.organization, provider_id=each.id)
        )
        for each in providers[:NAMES]
        if works(each, known.now)
    )
    if not tried:
        return Gate("test", title, GateState.BAD, "None is recorded.", tick, links=links)
    provider, test = max(tried, key=lambda pair: (pair[0].id not in known.changed, pair[1].at))
    old = known.now.timestamp() - test.at
    when = f"{provider.label} was tried {ago(old)}{f' by {test.by}' if test.by else ''}"
    if provider.id in known.changed:
        text = f"{when}, and changed since. Try it once more."
        return Gate("test", title, GateState.BAD, text, tick, links=links)
    if old > timedelta(hours=TEST_HOURS).total_seconds():
        return Gate("test", title, GateState.BAD, f"{when}. That is long ago: try it once more.", tick, links=links)
    words = "The service saw" if test.kind is TestKind.EVIDENCE else "Stated, not proved:"
    return Gate("test", title, GateState.GOOD, f"{when}. {words} {test.who}")


def _members(known: GateFacts) -> Gate:
    title, members = "The members whom the portal knows have signed in with it", known.members
    directory = AlertLink("What the portal knows", url_for("directory.index", organization_id=known.organization))
    if not members.people:
        text = "The service has no list of members, and the portal has come across no team whose members it could read."
        tick = "I understand that the portal knows no members."
        return Gate("members", title, GateState.UNKNOWN, text, tick, links=(directory,))
    without, all_ = members.without, len(members.people)
    gaps = [
        *([f"{members.unread} teams could not be read."] if members.unread else []),
        *(["There are more than were read."] if members.more else []),
        "Members that the portal has never seen are not counted.",
    ]
    if without:
        have = "has" if len(without) == 1 else "have"
        text = f"{len(without)} of {all_} known members {have} no sign-in with single sign-on. {' '.join(gaps)}"
        names = tuple(each.name for each in without)
        tick = "I know that they can get in, or that they need not."
        return Gate("members", title, GateState.BAD, text, tick, links=(directory,), names=names)
    state = GateState.UNKNOWN if members.unread or members.more else GateState.GOOD
    text = f"All {all_} known members have. {' '.join(gaps)}"
    return Gate("members", title, state, text, "" if state is GateState.GOOD else "That is enough for me.")


def _own(known: GateFacts) -> OrganizationMemberRow | None:
    """The member who is called as the person is called here: the service does not tell who somebody is."""
    alike = [each for each in known.members.people if each.name.casefold() == known.name.casefold()]
    return alike[0] if known.name and len(alike) == 1 else None


def _own_record(own: OrganizationMemberRow | None) -> Gate:
    title, tick = "You have signed in with it yourself", "I know that I can sign in with it."
    if own is None:
        text = "Not known: the service does not tell the portal who you are."
        return Gate("own", title, GateState.UNKNOWN, text, tick)
    if own.sso:
        text = f"The member called {own.name}, as you are here, has signed in with single sign-on."
        return Gate("own", title, GateState.GOOD, text)
    text = f"The member called {own.name}, as you are here, has not. You may lock yourself out."
    state = GateState.UNKNOWN if own.sso is None else GateState.BAD
    return Gate("own", title, state, text, tick)


def _second_admin(known: GateFacts, own: OrganizationMemberRow | None) -> Gate:
    title = "Another administrator can help"
    admins = [each.name for each in known.members.people if each.is_admin and each != own]
    if len(admins) > (0 if own is not None else 1):
        shown = admins[:NAMES] if own is not None or len(admins) <= NAMES else admins[: NAMES + 1]
        return Gate("second", title, GateState.GOOD, f"Known administrators: {format_list(shown, locale='en')}.")
    if admins:
        text = f"The portal knows of one administrator, {admins[0]}, and that may be you."
    else:
        text = "The portal knows of no other administrator."
    return Gate("second", title, GateState.UNKNOWN, text, "Somebody else can stop it if I cannot.")


def _way_back() -> Gate:
    text = (
        "Whether administrators keep another way in, the service does not tell: count on it that they do not. Then it "
        "is switched off again by whoever runs this portal, with one command."
    )
    return Gate("way-back", "You know the way back", GateState.ASKS, text, "I know what to do if nobody gets in.")
