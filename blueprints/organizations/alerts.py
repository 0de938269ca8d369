"""What needs attention in an organization, how urgent that is, and where it is mended."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from flask import url_for

from blueprints.organizations.alert_groups import AlertGroup, alert_groups, count_of
from blueprints.organizations.changes import Changes
from blueprints.organizations.overview import Overview
from blueprints.organizations.unfinished import plan_alerts
from contract.authoring.openapi_specs import OpenAPISpec
from contract.organization.organizations import Billing, Organization, OrganizationUrls, Trial
from contract.organization.saml import SamlProvider
from contract.schema.fields import value_or_none
from saml import Card
from store import Plan
from web.forms.certificates import provider_card
from web.pages.alerts import (
    SOON,
    SOONER,
    Alert,
    AlertLink,
    certificate_ends,
    days_left,
    in_days,
    level_of,
    on_day,
    provider_page,
)
from web.pages.lifted import lifted
from web.pages.lists import join_and
from web.pages.spec_errors import spec_error
from web.pages.templating import day, web_address

FEW = 5
NAMES = 3


def organization_alerts(overview: Overview, changes: Changes, plans: Sequence[Plan], now: datetime) -> list[AlertGroup]:
    """What needs attention, by what it is about; the most urgent first."""
    organization = overview.organization.value
    return alert_groups(
        {
            "Organization": _status_alerts(organization, now),
            "Single sign-on": [*_sso_alerts(overview, now), *_lifted_alerts(organization)],
            "OpenAPI specifications": _spec_alerts(overview),
            "Journal": _unknown_change_alerts(organization, changes),
            "Bulk changes": plan_alerts(plans),
            "Sites": _unpublished_alerts(overview),
        }
    )


def service_links(address: object, words: str) -> tuple[AlertLink, ...]:
    """A link to a page of the documentation service, where it told one."""
    return (AlertLink(words, str(address), outside=True),) if web_address(address) else ()


def _organization_links(organization: Organization) -> tuple[AlertLink, ...]:
    address = value_or_none((value_or_none(organization.urls) or OrganizationUrls()).app)
    return service_links(address, "Open in the app")


def _status_alerts(organization: Organization, now: datetime) -> Iterator[Alert]:
    billing, trial = value_or_none(organization.billing) or Billing(), value_or_none(organization.trial) or Trial()
    ways = _organization_links(organization)
    if blocked := value_or_none(organization.blocked):
        why = value_or_none(blocked.reason)
        text = f"This organization is blocked{f' (reason: {why})' if why else ''}."
        yield Alert("bad", text, "Ask the people who run the documentation service why.", ways)
    if value_or_none(billing.hasPaymentFailed):
        yield Alert("bad", "The last payment failed.", "Check the payment details in the documentation service.", ways)
    if value_or_none(billing.isScheduledToCancel):
        ends = value_or_none(billing.endDate)
        text = f"The organization's plan will be cancelled{f' on {on_day(ends)}' if ends else ''}."
        yield Alert("warn", text, "You can keep it in the documentation service.", ways)
    if value_or_none(trial.status) == "active" and (ends := value_or_none(trial.endDate)):
        days = days_left(ends, now)
        if 0 <= days < SOONER:
            advice = f"It ends on {on_day(ends)}. Select a plan in the documentation service."
            yield Alert(level_of(days), f"The trial ends {in_days(days)}.", advice, ways)


def _sso_alerts(overview: Overview, now: datetime) -> Iterator[Alert]:
    part, organization = overview.providers, overview.organization.value
    if part is None or not part.known:
        return
    page = url_for("enforcement.show", organization_id=organization.id)
    desk = url_for("sso.index", organization_id=organization.id)
    ways = (AlertLink("Identity providers", desk),)
    if value_or_none(organization.sso) and not part.more and not any(_can_work(each) for each in part.items):
        text = "Single sign-on is enforced, but no identity provider is active."
        advice = "People may be unable to sign in. Stop enforcing single sign-on, or set up a provider."
        yield Alert("bad", text, advice, (AlertLink("Stop enforcing single sign-on", page), *ways))
    ending = sorted(
        ((each, card) for each in part.items if (card := provider_card(each))), key=lambda pair: pair[1].ends
    )
    near = [(each, card) for each, card in ending if level_of(card.days_left(now))]
    for each, card in near[:FEW]:
        yield certificate_ends(each.label, card, now, provider_page(organization.id, each))
    if rest := near[FEW:]:
        yield _further_certificates(len(rest), len(ending), rest[0][1], now, ways)
    unreadable = [each.label for each in part.items if value_or_none(each.certificate) and not provider_card(each)]
    if unreadable:
        advice = (
            "It isn't known when it expires. Replace it with the certificate that the identity provider signs with."
        )
        yield Alert("warn", f"Masthead can't read the certificate of {join_titles(unreadable)}.", advice, ways)
    if unfinished := [each.label for each in part.items if not _can_work(each)]:
        advice = "The API hasn't activated it yet."
        yield Alert("quiet", f"The identity provider {join_titles(unfinished)} is pending.", advice, ways)


def _further_certificates(count: int, all_: int, first: Card, now: datetime, ways: tuple[AlertLink, ...]) -> Alert:
    """Those that are not named one by one, as urgent as the `first` of them."""
    expire = "expires" if count == 1 else "expire"
    over = "expired or " if first.ends <= now else ""
    of = count_of(count, all_, "certificate", "certificates", more=True)
    return Alert(level_of(first.days_left(now)), f"{of} {over}{expire} within {SOON} days.", "", ways)


def _lifted_alerts(organization: Organization) -> Iterator[Alert]:
    if (note := lifted(organization)) is not None:
        text = f"{note.by or 'Somebody'} stopped enforcing single sign-on on {day(note.at)}."
        advice = (
            f"This was to replace the certificate of {note.label}. Until you enforce it again, people "
            "can sign in another way."
        )
        again = AlertLink("Enforce single sign-on", url_for("enforcement.show", organization_id=organization.id))
        yield Alert(
            "warn",
            text,
            advice,
            (again, AlertLink("Single sign-on", url_for("sso.index", organization_id=organization.id))),
        )


def _spec_alerts(overview: Overview) -> Iterator[Alert]:
    failing = failing_specs(overview.specs.items) if overview.specs else []
    for spec in failing[:FEW]:
        why = spec_error(str(spec.lastProcessErrorCode))
        page = url_for("specs.show", organization_id=overview.organization.value.id, slug=spec.slug)
        ways = (AlertLink("View API specification", page),)
        yield Alert("warn", f"The OpenAPI specification {spec.slug} fails.", f"{why.text} {why.remedy}", ways)
    if len(failing) > FEW:
        all_ = len(overview.specs.items) if overview.specs else 0
        more = count_of(len(failing) - FEW, all_, "OpenAPI specification", "OpenAPI specifications", more=True)
        page = url_for("specs.index", organization_id=overview.organization.value.id, state="failing")
        ways = (AlertLink("View API specs", page),)
        yield Alert("warn", f"{more} {'fails' if len(failing) - FEW == 1 else 'fail'}.", "", ways)


def _unknown_change_alerts(organization: Organization, changes: Changes) -> Iterator[Alert]:
    if changes.unknown:
        address = url_for("journal.index", organization_id=organization.id, state="unknown")
        advice = "The API didn't confirm the outcome. In the journal, select “Check now” to see what is saved."
        among = "the last " if changes.more_counted else ""
        were = "was" if changes.unknown == 1 else "were"
        of = count_of(changes.unknown, changes.counted, "recorded change", "recorded changes", among)
        text = f"It isn't known whether {of} {were} saved."
        yield Alert("warn", text, advice, (AlertLink("View in the journal", address),))


def _unpublished_alerts(overview: Overview) -> Iterator[Alert]:
    hidden = [site.title for site in overview.sites.items if not site.published]
    if hidden:
        organization = overview.organization.value.id
        address = url_for("sites.index", organization_id=organization, published="false")
        among = "the first " if overview.sites.more else ""
        of = count_of(len(hidden), len(overview.sites.items), "site", "sites", among)
        text = f"{of} {'is' if len(hidden) == 1 else 'are'} not published."
        yield Alert(
            "quiet",
            text,
            f"Nobody can read {join_titles(hidden)}.",
            (AlertLink("View unpublished sites", address),),
        )


def failing_specs(specs: Sequence[OpenAPISpec]) -> list[OpenAPISpec]:
    """Those whose last run ended with an error."""
    return [spec for spec in specs if value_or_none(spec.lastProcessErrorCode)]


def _can_work(provider: SamlProvider) -> bool:
    return value_or_none(provider.status) != "pending"


def join_titles(titles: Sequence[str]) -> str:
    """The first names of several, and how many more there are."""
    rest = len(titles) - NAMES
    shown = [*titles[:NAMES], *([f"{rest} more"] if rest > 0 else [])]
    return join_and(shown)
