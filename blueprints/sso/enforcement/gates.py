"""Gates: conditions for enforcing single sign-on, with advice on those that aren't met."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from typing import NamedTuple

from flask import url_for

from contract.organization.saml import SamlProvider
from contract.schema.fields import value_or_none
from masthead.access import ADMIN
from masthead.client import Problem
from masthead.i18n import N_, format_number, gettext, join_and, ngettext
from masthead.resources.organization import Member
from masthead.saml import is_unencrypted
from masthead.store.sso.providers import SsoTest, TestKind
from masthead.web.forms.identity_providers import FILL_IN, can_sign_in, find_placeholders, provider_card
from masthead.web.frame.alerts import AlertLink, missing_settings, relative_day_label
from masthead.web.frame.problems import unread_message
from masthead.web.frame.templating import age_label, date_text
from masthead.web.people.organization_members import ONLY_SEEN, KnownMembers, directory_links

NAMES = 3


class GateState(StrEnum):
    """A gate's state. `ASKS` gates check nothing; they only ask for consent."""

    GOOD = "good"
    BAD = "bad"
    UNKNOWN = "unknown"
    ASKS = "asks"


class Gate(NamedTuple):
    """A condition for enforcement. If it isn't met, the person must confirm `tick`, or can't continue if it `blocks`.

    `names` has the names of affected people.
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
    """The facts from which gates are computed.

    `tests` has the last test by provider id, `begun` the most recently started one; `changed` has the ids of providers
    that were changed after their test. `name` is the person's name in Masthead, or empty. `wanted` is the id of the
    provider that the person selected for the checks, or empty.
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
    members, gate = known.members, partial(Gate, "members", gettext("Members sign in with single sign-on"))
    links = directory_links(known.organization, members)
    if not members.people:
        text = gettext("Masthead knows no team whose members it can read.")
        return gate(GateState.UNKNOWN, text, gettext("I understand that Masthead knows no members."), links=links)
    without, unreported = members.list_by_sso(sso=False), members.list_by_sso(sso=None)
    if left_out := without + unreported:
        counts = {"count": format_number(len(left_out)), "all": format_number(len(members.people))}
        text = gettext("No single sign-on shows for %(count)s of %(all)s members.", **counts)
        advice = gettext("They can sign in if your identity provider has an account with their e-mail address.")
        return gate(
            GateState.BAD if without else GateState.UNKNOWN,
            f"{text} {advice} {_gaps_message(members)}",
            gettext("Members without single sign-on can sign in, or don't need to."),
            links=links,
            names=tuple(map(_display_name, left_out)),
        )
    is_known = not (members.unread or members.more)
    text = ngettext(
        "The only member that Masthead has read signs in with single sign-on.",
        "All %(n)s members that Masthead has read sign in with single sign-on.",
        len(members.people),
    )
    tick = "" if is_known else gettext("I accept that Masthead hasn't read all members.")
    return gate(
        GateState.GOOD if is_known else GateState.UNKNOWN, f"{text} {_gaps_message(members)}", tick, links=links
    )


def _display_name(member: Member) -> str:
    """Return the name and email address, if known: `Ann Example (ann@example.com)`."""
    return member.name if member.email in {"", member.name} else f"{member.name} ({member.email})"


def _gaps_message(members: KnownMembers) -> str:
    teams = ngettext("%(n)s team could not be read.", "%(n)s teams could not be read.", members.unread)
    more = gettext("There are more members than Masthead read.")
    return " ".join(filter(None, [teams if members.unread else "", more if members.more else "", gettext(ONLY_SEEN)]))


def find_own_row(known: GateFacts) -> Member | None:
    """Return the only member with the person's name, else None. The API doesn't report which member is calling."""
    alike = [each for each in known.members.people if each.name.casefold() == known.name.casefold()]
    return alike[0] if known.name and len(alike) == 1 else None


def own_record_gate(own: Member | None) -> Gate:
    gate = partial(Gate, "own", gettext("You sign in with single sign-on yourself"))
    tick = gettext("I know that I can sign in with single sign-on.")
    if own is None:
        return gate(GateState.UNKNOWN, gettext("It isn't known, as Masthead can't see which member you are."), tick)
    if own.sso:
        text = gettext("The member with your name, %(name)s, signs in with single sign-on.", name=own.name)
        return gate(GateState.GOOD, text)
    text = gettext("No single sign-on shows for the member with your name, %(name)s.", name=own.name)
    risk, state = gettext("You may lock yourself out."), GateState.UNKNOWN if own.sso is None else GateState.BAD
    return gate(state, f"{text} {risk}", tick)


def second_admin_gate(known: GateFacts, own: Member | None) -> Gate:
    title = gettext("Another administrator can help")
    admins = [each.name for each in known.members.people if each.organization_role == ADMIN and each != own]
    if len(admins) > (0 if own is not None else 1):
        shown = admins[:NAMES] if own is not None or len(admins) <= NAMES else admins[: NAMES + 1]
        return Gate("second", title, GateState.GOOD, gettext("Administrators: %(names)s.", names=join_and(shown)))
    if admins:
        text = gettext("Masthead knows one administrator, %(name)s, and that may be you.", name=admins[0])
    else:
        text = gettext("No other administrator is in a team that Masthead has read.")
    return Gate("second", title, GateState.UNKNOWN, text, gettext("Somebody else can stop enforcing it if I can't."))


def fallback_gate() -> Gate:
    title, tick = gettext("You know the way back"), gettext("I know what to do if nobody can sign in.")
    text = gettext(
        "Expect that administrators can't sign in another way either. "
        "Then an administrator of Masthead can switch it off with this command."
    )
    return Gate("way-back", title, GateState.ASKS, text, tick)


DAYS = 7
TEST_HOURS = 24
ACTIVE = N_("An identity provider is active")
VALID = N_("The certificate is valid for more than %(days)s days")


def list_gates(known: GateFacts) -> list[Gate]:
    """List all gates, in the order in which they should be fixed."""
    own = find_own_row(known)
    return [
        *_build_provider_gates(known),
        members_gate(known),
        own_record_gate(own),
        second_admin_gate(known, own),
        fallback_gate(),
    ]


def _build_provider_gates(known: GateFacts) -> list[Gate]:
    """Build the gates for the checked provider. A single provider must pass all of them, so that people can sign in."""
    if isinstance(known.providers, Problem):
        return [Gate("provider", gettext(ACTIVE), GateState.UNKNOWN, unread_message(known.providers), blocks=True)]
    checked = choose_provider(known)
    if checked is None:
        new = AlertLink(gettext("Add a provider"), url_for("sso.new", organization_id=known.organization))
        text = gettext("There is no identity provider, so nobody could sign in.")
        return [Gate("provider", gettext(ACTIVE), GateState.BAD, text, blocks=True, links=(new,))]
    known = replace(known, wanted=checked.id)  # so that the links lead back to this provider
    return [*_gates_of_provider(known, checked), *_shared_gates(known, checked), *_other_provider_gates(known, checked)]


def choose_provider(known: GateFacts) -> SamlProvider | None:
    """Return the provider that the person selected, else the last tested active one, else that with most gates passed.

    If several are equal, it is the first in the list, even if another's certificate lasts longer.
    """
    listed = [] if isinstance(known.providers, Problem) else known.providers
    chosen = [each for each in listed if each.id == known.wanted]
    return max(chosen or listed, key=lambda each: _provider_rank(known, each), default=None)


def _provider_rank(known: GateFacts, provider: SamlProvider) -> tuple[int, float, int, int]:
    status, test, found = (
        value_or_none(provider.status),
        known.tests.get(provider.id),
        _gates_of_provider(known, provider),
    )
    good = sum(gate.state is GateState.GOOD for gate in found)
    # Active ranks before unknown, and unknown before inactive.
    activity = (status is None) + 2 * (status == "active")
    return activity, test.at if test else 0.0, -sum(gate.blocks for gate in found), good


def _shared_gates(known: GateFacts, checked: SamlProvider) -> list[Gate]:
    """Build a gate against confusing the checked provider with others that share its entity ID or certificate."""
    listed = [] if isinstance(known.providers, Problem) else known.providers
    entity, card = value_or_none(checked.entityID), provider_card(checked)
    same = [
        each.label
        for each in listed
        if each is not checked
        and ((entity and value_or_none(each.entityID) == entity) or (card is not None and provider_card(each) == card))
    ]
    if not same:
        return []
    title = gettext("No other provider has the same entity ID or certificate")
    labels = {"labels": join_and(same), "provider": checked.label}
    text = ngettext(
        "%(labels)s has the same entity ID or certificate as %(provider)s. People may be sent to the wrong provider.",
        "%(labels)s have the same entity ID or certificate as %(provider)s. People may be sent to the wrong provider.",
        len(same),
        **labels,
    )
    tick = gettext("It doesn't matter whether people are sent to %(provider)s or to %(labels)s.", **labels)
    desk = AlertLink(gettext("All providers"), url_for("sso.index", organization_id=known.organization))
    return [Gate("shared", title, GateState.BAD, text, tick, links=(desk,))]


def _other_provider_gates(known: GateFacts, best: SamlProvider) -> list[Gate]:
    """Build a gate for people who use other active providers: enforcement must not lock them out."""
    listed = [] if isinstance(known.providers, Problem) else known.providers
    others = [each for each in listed if each is not best and value_or_none(each.status) == "active"]
    if not others:
        return []
    title = gettext("The other active providers can sign people in")
    judged = [
        gate for each in others for gate in _gates_of_provider(known, each) if gate.name in {"parts", "certificate"}
    ]
    bad = [gate for gate in judged if gate.state is not GateState.GOOD]
    if not bad:
        labels = join_and([each.label for each in others])
        text = ngettext(
            "%(labels)s is complete and has a valid certificate.",
            "%(labels)s are complete and have valid certificates.",
            len(others),
            labels=labels,
        )
        return [Gate("others", title, GateState.GOOD, text)]
    tick = gettext("People who use the other providers can sign in with %(provider)s.", provider=best.label)
    links = dict.fromkeys(link for gate in bad for link in gate.links)
    return [Gate("others", title, GateState.BAD, " ".join(gate.text for gate in bad), tick, links=tuple(links))]


def _gates_of_provider(known: GateFacts, provider: SamlProvider) -> list[Gate]:
    desk = url_for("sso.index", organization_id=known.organization)
    here = url_for("enforcement.show", organization_id=known.organization, provider=known.wanted or None)
    page = url_for("sso_steps.identity", organization_id=known.organization, provider_id=provider.id, next=here)
    ways = (AlertLink(provider.label, page), AlertLink(gettext("All providers"), desk))
    certificate = _certificate_gate(provider, known.now, ways[:1])
    return [
        _active_gate(provider, ways),
        _complete_gate(provider, ways[:1]),
        certificate,
        _test_gate(known, provider, here),
    ]


def _active_gate(provider: SamlProvider, ways: tuple[AlertLink, ...]) -> Gate:
    status, label = value_or_none(provider.status), provider.label
    gate = partial(Gate, "provider", gettext(ACTIVE))
    if status == "active":
        return gate(GateState.GOOD, gettext("%(provider)s is active.", provider=label))
    if status is None:
        text = gettext("It isn't known whether %(provider)s is active.", provider=label)
        tick = gettext("I know that %(provider)s is active.", provider=label)
        return gate(GateState.UNKNOWN, text, tick, links=ways)
    text = gettext("%(provider)s is %(status)s, so nobody can sign in with it.", provider=label, status=status)
    return gate(GateState.BAD, text, blocks=True, links=ways)


def _complete_gate(best: SamlProvider, ways: tuple[AlertLink, ...]) -> Gate:
    gate, label = partial(Gate, "parts", gettext("The provider is complete")), best.label
    if text := missing_settings(best):
        return gate(GateState.BAD, text, blocks=True, links=ways)
    if unfilled := find_placeholders(best):
        named = join_and([gettext("%(words)s has “%(found)s”", words=words, found=found) for words, found in unfilled])
        text = gettext("%(provider)s still has placeholders: %(named)s.", provider=label, named=named)
        tick = gettext("The values that look like placeholders are the real ones.")
        return gate(GateState.BAD, f"{text} {gettext(FILL_IN)}", tick, links=ways)
    if is_unencrypted(value_or_none(best.ssoURL) or ""):
        text = gettext(
            "%(provider)s: the sign-on address is not encrypted. Anybody on the network can read what is sent.",
            provider=label,
        )
        return gate(GateState.BAD, text, gettext("I accept an address without encryption."), links=ways)
    text = gettext("%(provider)s has a sign-on address, an entity ID and a certificate.", provider=label)
    return gate(GateState.GOOD, text)


def _certificate_gate(best: SamlProvider, now: datetime, ways: tuple[AlertLink, ...]) -> Gate:
    gate, card, label = partial(Gate, "certificate", gettext(VALID, days=DAYS)), provider_card(best), best.label
    if not value_or_none(best.certificate):
        text = gettext("%(provider)s has no certificate.", provider=label)
        return gate(GateState.BAD, text, blocks=True, links=ways)
    if card is None:
        text = gettext(
            "Masthead can't read the certificate of %(provider)s, so it isn't known when it expires.", provider=label
        )
        return gate(GateState.UNKNOWN, text, gettext("I know that the certificate is valid."), links=ways)
    it = gettext("The certificate of %(provider)s", provider=label)
    days, until = card.days_left(now), date_text(card.ends)
    if card.ends <= now:
        text = gettext(
            "%(it)s expired on %(until)s. Replace it with the one that the identity provider signs with now.",
            it=it,
            until=until,
        )
        return gate(GateState.BAD, text, blocks=True, links=ways)
    if card.begins > now:
        text = gettext("%(it)s isn't valid until %(date)s.", it=it, date=date_text(card.begins))
        return gate(GateState.BAD, text, blocks=True, links=ways)
    if days <= DAYS:
        text = gettext(
            "%(it)s expires %(when)s. After that, nobody can sign in with this provider. Replace it first.",
            it=it,
            when=relative_day_label(days),
        )
        return gate(GateState.BAD, text, gettext("I will replace the certificate in time."), links=ways)
    text = gettext("%(it)s is valid for %(days)s days, until %(until)s.", it=it, days=days, until=until)
    return gate(GateState.GOOD, text)


def _test_gate(known: GateFacts, provider: SamlProvider, here: str) -> Gate:
    gate = partial(Gate, "test", gettext("Sign-in was tested within %(hours)s hours", hours=TEST_HOURS))
    tick = gettext("I enforce single sign-on without a test.")
    page = url_for("sso_steps.test", organization_id=known.organization, provider_id=provider.id, next=here)
    link = AlertLink(gettext("Test %(provider)s", provider=provider.label), page)
    links = (link,) if can_sign_in(provider, known.now) else ()
    if (test := known.tests.get(provider.id)) is None:
        return gate(GateState.BAD, _untested_message(known, provider), tick, links=links)
    old = known.now.timestamp() - test.at
    by = test.by or gettext("somebody")
    when = gettext("%(provider)s was tested %(when)s by %(by)s", provider=provider.label, when=age_label(old), by=by)
    if provider.id in known.changed:
        text = gettext("%(when)s, and has changed since. Test it again.", when=when)
        return gate(GateState.BAD, text, tick, links=links)
    if old > timedelta(hours=TEST_HOURS).total_seconds():
        return gate(GateState.BAD, gettext("%(when)s. Test it again.", when=when), tick, links=links)
    words = gettext("Seen:") if test.kind is TestKind.EVIDENCE else gettext("Stated, not verified:")
    return gate(GateState.GOOD, f"{when}. {words} {test.who}")


def _untested_message(known: GateFacts, provider: SamlProvider) -> str:
    if (begun := known.begun.get(provider.id)) is None:
        return gettext("No test is recorded for %(provider)s.", provider=provider.label)
    return gettext(
        "A test of %(provider)s was started %(when)s. No sign-in was recorded since.",
        provider=provider.label,
        when=age_label(known.now.timestamp() - begun.at),
    )
