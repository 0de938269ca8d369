"""Reads a site's claim schema, spaces and sections, and evaluates conditions with them."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from pydantic import MISSING

from contract.publishing.section_groups import SiteSection
from contract.publishing.site_spaces import LIST_SITE_SPACES, SiteSpace, SiteSpacesQuery
from contract.publishing.sites import (
    GET_ADAPTIVE_SCHEMA,
    GET_PUBLISHED,
    GET_SITE,
    PublishedContentSite,
    Site,
    SiteAdaptiveSchema,
)
from contract.schema.endpoint import LIMIT_MAX
from masthead.client import Cached, CachedRead, NotFound, Problem
from masthead.conditions import (
    UNKNOWN_CLAIMS,
    Claims,
    LintResult,
    Profile,
    Verdict,
    evaluate_condition,
    lint_condition,
    parse_claims,
)
from masthead.i18n import N_, gettext
from masthead.resources.publishing import list_site_parts
from masthead.store.notes import Visitor
from masthead.structure.read import combine_reads
from masthead.structure.tree import ROOT
from masthead.web.frame.organization import is_refresh_requested, or_raise, organization_read, set_organization
from masthead.web.frame.problems import unread_message
from masthead.web.person.portal import api, portal

MAX_PAGES = 5
NO_CONDITION = Verdict("shown", (N_("no condition"),))


class ConditionRow(NamedTuple):
    """A site space or section. `judged` is the result of checking its condition, or None without a condition.

    `section` is the site space's section, if the API reports it.
    """

    item: SiteSpace | SiteSection
    judged: LintResult | None = None
    section: "ConditionRow | None" = None

    @property
    def condition(self) -> str:
        return "" if self.judged is None else self.judged.condition

    @property
    def state(self) -> str:
        """Return the state of the check, or `none` without a condition."""
        return "none" if self.judged is None else self.judged.state

    @property
    def section_state(self) -> str:
        """Return `section` if its section has a condition, `none` if not, `unknown` if the API doesn't report it."""
        if not isinstance(self.item, SiteSpace) or self.item.section is MISSING:
            return "none"
        if self.section is None:
            return "unknown"
        return "none" if self.section.judged is None else "section"

    @property
    def audience_state(self) -> str:
        """Return `state` if the row has a condition of its own, else `section_state`."""
        return self.section_state if self.judged is None else self.state


@dataclass(frozen=True)
class AdaptiveSite:
    """A site with its adaptive content.

    `schema` is None if the site has none, or if it couldn't be read because of `schema_problem`. `spaces` is a
    Problem if they couldn't be read; `more` means that there are further spaces.
    """

    site: Cached[Site]
    schema: Cached[SiteAdaptiveSchema] | None
    schema_problem: Problem | None
    spaces: Cached[list[SiteSpace]] | Problem
    published: PublishedContentSite | None
    more: bool = False
    _judged: dict[str, LintResult] = field(default_factory=dict, repr=False)

    @property
    def schema_unread_message(self) -> str:
        """Return the reason why the schema couldn't be read, with advice; empty if it was read."""
        return unread_message(self.schema_problem) if self.schema_problem else ""

    @cached_property
    def claims(self) -> Claims:
        """Return the claims that visitors can have: none without a schema, unknown if it couldn't be read."""
        if self.schema is not None:
            return parse_claims(self.schema.value.jsonSchema)
        return UNKNOWN_CLAIMS if self.schema_problem else parse_claims({"additionalProperties": False})

    @cached_property
    def sections(self) -> dict[str, ConditionRow]:
        told = list_site_parts(self.published)[0] if self.published else []
        return {section.id: self._condition_row(section) for section in told}

    @cached_property
    def spaces_in_order(self) -> list[ConditionRow]:
        """Return the site spaces in reading order, section by section."""
        if isinstance(self.spaces, Problem):
            return []
        structure = combine_reads(self.spaces.value, [], self.published)
        in_order = [id_ for section in (*structure.all_sections, ROOT) for id_ in structure.held.get(section, ())]
        place = {id_: number for number, id_ in enumerate(in_order)}
        return [
            self._condition_row(item)
            for item in sorted(self.spaces.value, key=lambda item: place.get(item.id, len(place)))
        ]

    def section_state(self, space: SiteSpace) -> str:
        """Return `section`, `none` or `unknown`, as in `ConditionRow.section_state`."""
        return self._condition_row(space).section_state

    def lint_condition(self, condition: str) -> LintResult:
        """Check a condition, or return the result of an earlier check."""
        if condition not in self._judged:
            self._judged[condition] = lint_condition(condition, self.claims)
        return self._judged[condition]

    def evaluate_for(self, line: ConditionRow, visitor: Visitor) -> Verdict:
        """Decide whether the visitor sees the site space, by its own condition and its section's."""
        profile = Profile(visitor.claims, "absent" if visitor.whole else "unknown")
        own = self._space_verdict(line, profile)
        within = self._section_verdict(line, profile)
        if own.outcome == "hidden" or within is NO_CONDITION:
            return own
        return within if within.outcome == "hidden" or own is NO_CONDITION else _combine_verdicts(own, within)

    def _section_verdict(self, line: ConditionRow, profile: Profile) -> Verdict:
        if not isinstance(line.item, SiteSpace) or line.item.section is MISSING:
            return NO_CONDITION
        if line.section is None:
            return Verdict("cannot tell", (gettext("nobody can see the condition of its section"),))
        found = self._space_verdict(line.section, profile)
        return (
            found
            if found is NO_CONDITION
            else Verdict(found.outcome, (gettext("its section: %(reason)s", reason=found.reason),))
        )

    def _space_verdict(self, line: ConditionRow, profile: Profile) -> Verdict:
        if line.judged is None:
            return NO_CONDITION
        if line.judged.tree is None:
            return Verdict("cannot tell", (gettext("Masthead can't read the condition"),))
        return evaluate_condition(line.judged.tree, profile, self.claims)

    def _condition_row(self, item: SiteSpace | SiteSection) -> ConditionRow:
        judged = None if item.condition is MISSING or not item.condition else self.lint_condition(item.condition)
        if isinstance(item, SiteSpace) and item.section is not MISSING:
            return ConditionRow(item, judged, self.sections.get(item.section))
        return ConditionRow(item, judged)


def _combine_verdicts(own: Verdict, within: Verdict) -> Verdict:
    """Combine two verdicts, neither of them “hidden”: “shown” if both are “shown”, else “cannot tell”."""
    if own.outcome == within.outcome:
        return Verdict(own.outcome, (*own.reasons, *within.reasons))
    return own if own.outcome == "cannot tell" else within


def read_adaptive_site(organization_id: str, site_id: str, *, anew: bool = False) -> AdaptiveSite:
    """Read the site and the organization in parallel. Raises the Problem of either."""
    ids, fresh = (organization_id, site_id), anew or is_refresh_requested()
    wanted: tuple[CachedRead[Any], ...] = (
        organization_read(organization_id),
        CachedRead(GET_SITE, ids, refresh=fresh),
        CachedRead(GET_ADAPTIVE_SCHEMA, ids, refresh=fresh),
        CachedRead(LIST_SITE_SPACES, ids, SiteSpacesQuery(limit=LIMIT_MAX), refresh=fresh),
        CachedRead(GET_PUBLISHED, ids, refresh=fresh),
    )
    organization, site, schema, spaces, published = api().gather(*wanted)
    set_organization(organization)
    unread = schema if isinstance(schema, Problem) and not isinstance(schema, NotFound) else None
    listed, more = (spaces, False) if isinstance(spaces, Problem) else _read_all_spaces(ids, spaces, fresh=fresh)
    return AdaptiveSite(
        or_raise(site),
        None if isinstance(schema, Problem) else schema,
        unread,
        listed,
        None if isinstance(published, Problem) else published.value,
        more,
    )


def list_visitors(organization_id: str) -> list[Visitor]:
    """Return the saved visitors, after one without any claims. Raises StoreError."""
    nobody = Visitor(gettext("Somebody without claims"), whole=True)
    return [nobody, *portal().store.visitors.of_organization(organization_id)]


def _read_all_spaces(ids: tuple[str, str], first: Cached[Any], *, fresh: bool) -> tuple[Cached[list[SiteSpace]], bool]:
    """Read up to MAX_PAGES pages of site spaces. Return the spaces, and whether there are more."""
    pages = [first]
    while (onward := pages[-1].value.next) is not MISSING and len(pages) < MAX_PAGES:
        query = SiteSpacesQuery(limit=LIMIT_MAX, page=onward.page)
        pages.append(api().read_cached(LIST_SITE_SPACES, *ids, query=query, refresh=fresh))
    items = [space for each in pages for space in each.value.items]
    oldest = max(pages, key=lambda each: (each.problem is not None, each.age))
    return Cached(items, oldest.age, oldest.problem), onward is not MISSING
