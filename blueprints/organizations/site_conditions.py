"""Checks conditions of all sites, with the same rules as the page of one site."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask import url_for

from blueprints.organizations.alert_groups import CheckedPart, count_of
from blueprints.organizations.inside import SITES, Inside
from contract.publishing.sites import GET_ADAPTIVE_SCHEMA, SiteAdaptiveSchema
from contract.schema.fields import value_or_none
from i18n import gettext, ngettext
from masthead.client import Cached, CachedRead, NotFound, Problem
from masthead.conditions import lint_condition
from masthead.web.forms.consequences import claims_from
from masthead.web.frame.alerts import Alert, AlertLink
from masthead.web.frame.organization import refreshing
from masthead.web.person.portal import api

Schema = Cached[SiteAdaptiveSchema] | Problem | None
"""None if it is neither requested nor cached."""


@dataclass(frozen=True, slots=True)
class JudgedSite:
    """A site with the state of each condition. `with_schema`: names of claims could be checked."""

    site: Inside
    states: Sequence[str]
    with_schema: bool
    age: float


def check_conditions(organization_id: str, sites: Sequence[Inside]) -> CheckedPart:
    """Read the claim schemas of sites with conditions in parallel, and check all conditions."""
    having = [each for each in sites if any(_conditions(each))]
    found = [_judge(site, schema) for site, schema in zip(having, _schemas(organization_id, having), strict=True)]
    count = sum(len(each.states) for each in found)
    unread = [
        gettext("all spaces of %(site)s", site=each.site.title)
        for each in sites
        if each.spaces.more or not each.spaces.known
    ]
    unread += [gettext("the claims of %(site)s", site=each.site.site.title) for each in found if not each.with_schema]
    return CheckedPart(
        gettext("Adaptive content"),
        [alert for each in found for alert in _alerts(organization_id, each)],
        ngettext("%(n)s condition", "%(n)s conditions", count) if sites else "",
        unread,
        max((each.age for each in found), default=0.0),
    )


def _conditions(site: Inside) -> list[str]:
    return [condition for each in site.spaces.items if (condition := value_or_none(each.condition))]


def _schemas(organization_id: str, sites: Sequence[Inside]) -> list[Schema]:
    """Schemas: read for the first SITES sites, from the cache for the others."""
    asked = [CachedRead(GET_ADAPTIVE_SCHEMA, (organization_id, each.site.id), refresh=refreshing()) for each in sites]
    known = [api().last_known(each) for each in asked[SITES:]]
    return [*api().gather(*asked[:SITES]), *(each and each[0] for each in known)]


def _judge(site: Inside, schema: Schema) -> JudgedSite:
    with_schema = isinstance(schema, Cached | NotFound)
    age = schema.age if isinstance(schema, Cached) else 0.0
    states = [lint_condition(each, claims_from(schema)).state for each in _conditions(site)]
    return JudgedSite(site, states, with_schema, max(age, site.spaces.age))


def _alerts(organization_id: str, found: JudgedSite) -> Iterator[Alert]:
    site, all_ = found.site.site, len(found.states)
    address = url_for("conditions.index", organization_id=organization_id, site_id=site.id, show="findings")
    links = (AlertLink(gettext("View conditions"), address),)
    if wrong := found.states.count("wrong"):
        of = count_of(wrong, ngettext("%(n)s condition", "%(n)s conditions", all_))
        text = ngettext("%(of)s of %(site)s is wrong.", "%(of)s of %(site)s are wrong.", wrong, of=of, site=site.title)
        yield Alert("warn", text, gettext("Visitors may see too much or too little."), links)
    if doubtful := found.states.count("doubtful"):
        of = count_of(doubtful, ngettext("%(n)s condition", "%(n)s conditions", all_))
        yield Alert(
            "quiet",
            ngettext(
                "%(of)s of %(site)s needs checking.",
                "%(of)s of %(site)s need checking.",
                doubtful,
                of=of,
                site=site.title,
            ),
            "",
            links,
        )
