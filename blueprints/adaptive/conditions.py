"""Conditions of a site's spaces: a list that shows their problems, and a form for each."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from flask import Blueprint, abort, g, request, url_for
from pydantic import MISSING
from werkzeug.wrappers import Response

from blueprints.adaptive.reads import AdaptiveSite, ConditionRow, list_visitors, read_adaptive_site
from contract.publishing.site_spaces import UPDATE_SITE_SPACE, SiteSpace, SiteSpaceUpdate
from masthead.conditions import UNKNOWN_CLAIMS, Claims, LintResult, Verdict, lint_condition, list_completions
from masthead.i18n import N_, gettext, has_words
from masthead.resources import SITE_SPACE
from masthead.store.entries import Subject
from masthead.store.errors import StoreError
from masthead.store.notes import Visitor
from masthead.web.forms.consequences import Consequence, condition_consequences, read_claims, serious_consequence
from masthead.web.forms.field_types import NullableText
from masthead.web.forms.fields import Agreement
from masthead.web.forms.forms import ContractForm
from masthead.web.frame.organization import has_permission, or_raise
from masthead.web.frame.pages import page
from masthead.web.http.paths import get_page_number
from masthead.web.http.responses import wants_fragment
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.submit.submission import redirect_unchanged, refuse_if_unread, save
from masthead.writes.send import Change

blueprint = Blueprint("conditions", __name__, url_prefix="/orgs/<organization_id>/sites/<site_id>/conditions")
ROWS = 100
OFFERED = 8
MAX_TRIED = 10
# A browser never sends control characters in a condition; only a handwritten URL can contain them.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]")
# States of conditions by filter. Without a filter, rows with a condition are shown.
CONDITIONAL = {"fine", "doubtful", "wrong", "unchecked"}
SHOWS = {
    "findings": {"doubtful", "wrong", "unchecked"},
    "none": {"none"},
    "all": {"none", *CONDITIONAL},
}
FOLDED = 100
"""Maximum number of spaces without a condition to list below the others."""
REFUSED = {"broken", "too-long"}
WITHOUT = {
    "none": N_("From then on, everyone who can open the site sees this space."),
    "section": N_("From then on, everyone who meets the condition of its section sees this space."),
    "unknown": N_("From then on, this space has no condition of its own. Its section may have one."),
}


class ConditionFilters(NamedTuple):
    """Filters from the query. `show` is a key of SHOWS or empty; `page` counts from 1."""

    show: str
    title: str
    page: int

    @classmethod
    def from_request(cls) -> "ConditionFilters":
        show = request.args.get("show", "")
        return cls(
            show if show in SHOWS else "",
            request.args.get("title", "").strip(),
            get_page_number(),
        )

    @property
    def active_filters(self) -> dict[str, str]:
        told = {"show": self.show, "title": self.title}
        return {name: value for name, value in told.items() if value}

    def filter_rows(self, lines: list[ConditionRow]) -> list[ConditionRow]:
        return self._with_title([line for line in lines if line.state in SHOWS.get(self.show, CONDITIONAL)])

    def unconditional_rows(self, lines: list[ConditionRow]) -> list[ConditionRow]:
        """Return rows without a condition on the first page of the unfiltered list; elsewhere an empty list."""
        if self.show or self.page > 1:
            return []
        return self._with_title([line for line in lines if line.state not in CONDITIONAL])

    def _with_title(self, lines: list[ConditionRow]) -> list[ConditionRow]:
        return [line for line in lines if has_words(self.title, line.item.title, line.condition)]

    def page_of(self, lines: list[ConditionRow]) -> tuple[list[ConditionRow], bool]:
        """Return the rows of the page, and whether more follow."""
        end = self.page * ROWS
        return lines[end - ROWS : end], end < len(lines)


class ConditionField(NullableText):
    kind = "condition"

    def display_value(self, value: Any) -> str:  # noqa: ANN401 - JSON
        """Return the condition, or “no condition of its own” if it is empty, since the section may have one."""
        return (
            gettext("no condition of its own")
            if value is MISSING or value is None or value == ""
            else super().display_value(value)
        )


class ConditionForm(ContractForm):
    """Edits the condition for seeing a site space. The view sets the attributes below, which the check uses.

    `claims` are the site's. `within` is a key of WITHOUT: it says whether the section has a condition.
    """

    body = SiteSpaceUpdate
    condition = ConditionField(N_("Who sees it"), none=N_("Everyone"), some=N_("Visitors who meet this condition"))
    sure = Agreement(N_("Save the condition even though Masthead can't check it."))
    claims: Claims = UNKNOWN_CLAIMS
    within = "none"

    @property
    def lint_result(self) -> LintResult | None:
        """Check the condition in the form; return None if it is empty."""
        wire = self.condition.wire
        return lint_condition(wire, self.claims) if isinstance(wire, str) and wire else None

    @property
    def needs_confirmation(self) -> bool:
        """True if a part of the condition can't be checked. The API may still accept it."""
        judged = self.lint_result
        return judged is not None and any(finding.level == "unchecked" for finding in judged.findings)

    def check(self) -> None:
        """Reject a condition with syntax errors, and ask for confirmation of one that can't be checked."""
        if "condition" not in self.changes():
            return
        judged = self.lint_result
        broken = [finding for finding in judged.findings if finding.code in REFUSED] if judged else []
        # The contract already reports a condition that is too long or empty.
        wrong = [finding.sentence for finding in broken if finding.code == "broken" and self.condition.wire]
        if wrong:
            self.condition.errors = wrong
        elif not broken and self.needs_confirmation:
            self.sure.require()

    def find_consequences(self) -> Iterable[Consequence]:
        if "condition" not in self.changes():
            return []
        if self.ids and not self.claims.known:
            self.claims = read_claims(*self.ids[:2])
        judged = self.lint_result
        if judged is None:
            return [serious_consequence(gettext(WITHOUT[self.within]))]
        return condition_consequences(judged)


@blueprint.get("")
@signed_in
def index(organization_id: str, site_id: str) -> Response:
    found = read_adaptive_site(organization_id, site_id)
    or_raise(found.spaces)
    filters = ConditionFilters.from_request()
    wanted = filters.filter_rows(found.spaces_in_order)
    lines, more = filters.page_of(wanted)
    return page(
        "conditions/index.html",
        fragment="rows",
        found=found,
        site=found.site.value,
        filters=filters,
        lines=lines,
        folded=filters.unconditional_rows(found.spaces_in_order),
        most_folded=FOLDED,
        more=more,
        counts=_count_states(found.spaces_in_order),
        sections=[line for line in found.sections.values() if line.judged],
        may=has_permission("createContent"),
    )


def _count_states(lines: list[ConditionRow]) -> dict[str, int]:
    states = [line.state for line in lines]
    return {state: states.count(state) for state in ("none", "fine", "doubtful", "wrong", "unchecked")}


@blueprint.get("/<site_space_id>")
@signed_in
def edit(organization_id: str, site_id: str, site_space_id: str) -> Response:
    """Show the form of one condition. A `condition` in the query is checked without saving it."""
    found, space = _read_space(organization_id, site_id, site_space_id)
    values = {"condition": SITE_SPACE.settings_of(space)["condition"]}
    proposed = None if "condition" not in request.args else _CONTROL.sub("", request.args["condition"])
    form = ConditionForm(values, {"condition": values["condition"] if proposed is None else proposed})
    return _edit_page(form, found, space)


@blueprint.post("/<site_space_id>")
@signed_in
@keeps_input
def update(organization_id: str, site_id: str, site_space_id: str) -> Response:
    found, space = _read_space(organization_id, site_id, site_space_id)
    form = ConditionForm.from_values({"condition": SITE_SPACE.settings_of(space)["condition"]}, about=site_space_id)
    form.claims, form.within = found.claims, found.section_state(space)
    onward = url_for("conditions.index", organization_id=organization_id, site_id=site_id)
    if form.validate() and not refuse_if_unread(form, or_raise(found.spaces)):
        if form.is_unchanged:
            return redirect_unchanged(form, onward)
        change = Change(
            UPDATE_SITE_SPACE,
            (organization_id, site_id, site_space_id),
            Subject("space of a site", site_space_id, space.title),
            gettext("Change who sees %(space)s on %(site)s", space=space.title, site=found.site.value.title),
            form.request_body(),
            was=form.now,
        )
        if saved := save(
            form, change, lambda after: (gettext("The condition of %(after)s was saved.", after=after.title), onward)
        ):
            return saved
    return _edit_page(form, found, space)


def _read_space(organization_id: str, site_id: str, site_space_id: str) -> tuple[AdaptiveSite, SiteSpace]:
    found = read_adaptive_site(organization_id, site_id, anew=not wants_fragment("conditions-look"))
    spaces = or_raise(found.spaces)
    space = next((space for space in spaces.value if space.id == site_space_id), None)
    if space is None and spaces.problem is not None:  # it may exist, since the list is from the cache
        raise spaces.problem
    if (
        wants_fragment("conditions-look") and "section" in request.args
    ):  # for a structure draft, which may add the space
        drawn = space or SiteSpace(id=site_space_id, path="", title="")
        return found, drawn.model_copy(update={"section": request.args["section"] or MISSING})
    return found, space or abort(404)


def _evaluate_for_visitors(form: ConditionForm, found: AdaptiveSite, space: SiteSpace) -> list[tuple[Visitor, Verdict]]:
    line = ConditionRow(space, form.lint_result, found.sections.get(str(space.section)))
    try:
        kept = list_visitors(g.organization.id)
    except StoreError:  # the condition can be saved anyway
        return []
    return [(visitor, found.evaluate_for(line, visitor)) for visitor in kept[:MAX_TRIED]]


def _edit_page(form: ConditionForm, found: AdaptiveSite, space: SiteSpace) -> Response:
    form.claims = found.claims
    typed = form.condition.data if isinstance(form.condition.data, str) else ""
    return page(
        "conditions/edit.html",
        fragment="look",
        form=form,
        found=found,
        site=found.site.value,
        space=space,
        section=found.sections.get(str(space.section)),
        typed=typed,
        judged=form.lint_result,
        offered=list_completions(typed, found.claims)[:OFFERED],
        tried=_evaluate_for_visitors(form, found, space) if form.lint_result else [],
        may=has_permission("createContent"),
    )
