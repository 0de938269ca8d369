"""Example visitors, and the spaces of a site that each of them sees."""

from collections.abc import Iterator
from typing import NamedTuple

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from blueprints.adaptive.reads import AdaptiveSite, list_visitors, read_adaptive_site
from blueprints.adaptive.visitor_forms import VisitorForm, describe_claims
from masthead.conditions import Verdict
from masthead.i18n import N_, gettext
from masthead.store.errors import StoreError
from masthead.store.notes import NameTakenError, TooManyError, Visitor
from masthead.web.directory.entries import download_name
from masthead.web.forms.forms import CONFLICT, INVALID
from masthead.web.frame.organization import has_permission, or_raise
from masthead.web.frame.pages import page, redirect_saved
from masthead.web.frame.problems import UNAVAILABLE
from masthead.web.http.paths import get_page_number, parse_int
from masthead.web.http.spreadsheets import csv_response
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.portal import portal
from masthead.web.person.session import person
from masthead.web.submit.review import EDIT, KEEP, pressed_button
from masthead.web.submit.submission import refuse_form

blueprint = Blueprint("audience", __name__, url_prefix="/orgs/<organization_id>/sites/<site_id>/audience")
ROWS = 100
COLUMNS = 6
"""Visitors shown as columns; more wouldn't fit on a screen."""
NO_RECORDS = N_(
    "Masthead can't write its own records right now, so nothing was saved. Try again, or tell an administrator of "
    "Masthead."
)
SEVERAL = N_("Visitor limit reached. Delete a visitor first.")
TAKEN = N_("Another visitor has this name. Enter a different name.")
NOT_ALLOWED = N_("Your role doesn't let you change visitors. Nothing was saved.")


class View(NamedTuple):
    """View state from the query: the page of spaces, the first visitor column, and which spaces are shown."""

    page: int
    visitor: int
    show: str
    """`all` includes spaces that everyone sees, which are folded otherwise."""

    @classmethod
    def from_request(cls) -> "View":
        show = request.args.get("show", "")
        return cls(get_page_number(), request.args.get("visitor", 0, type=parse_int), show if show == "all" else "")

    def query_args(self, **other: int | str) -> dict[str, int | str]:
        """Return the query parameters of this view with some replaced. Default values are left out."""
        told: dict[str, int | str] = {"page": self.page, "visitor": self.visitor, "show": self.show, **other}
        usual = {"page": 1, "visitor": 0, "show": ""}
        return {name: value for name, value in told.items() if value != usual[name]}


@blueprint.get("")
@signed_in
def show(organization_id: str, site_id: str) -> Response:
    found = read_adaptive_site(organization_id, site_id)
    or_raise(found.spaces)
    kept = list_visitors(organization_id)
    view = View.from_request()
    lines = [line for line in found.spaces_in_order if view.show or line.audience_state != "none"]
    folded = (
        [line for line in found.spaces_in_order if not view.show and line.audience_state == "none"]
        if view.page == 1
        else []
    )
    end = view.page * ROWS
    beside = kept[view.visitor : view.visitor + COLUMNS]
    return page(
        "audience/show.html",
        fragment="rows",
        found=found,
        site=found.site.value,
        visitors=kept,
        beside=beside,
        told={visitor.number: describe_claims(visitor.claims) for visitor in kept},
        columns=COLUMNS,
        view=view,
        rows=[(line, [found.evaluate_for(line, visitor) for visitor in beside]) for line in lines[end - ROWS : end]],
        more=end < len(lines),
        folded=folded,
        most_folded=ROWS,
        may=has_permission("createContent"),
    )


@blueprint.get("/export.csv")
@signed_in
def export(organization_id: str, site_id: str) -> Response:
    """Download the whole table as CSV: a row for each space and visitor."""
    found = read_adaptive_site(organization_id, site_id)
    or_raise(found.spaces)
    kept = list_visitors(organization_id)
    return csv_response(_csv_rows(found, kept), download_name(f"audience-{site_id}", organization_id))


def _csv_rows(found: AdaptiveSite, kept: list[Visitor]) -> Iterator[tuple[str, ...]]:
    yield ("space", "path", "section", "condition", "visitor", "outcome", "reason")
    for line in found.spaces_in_order:
        section = line.section.item.title if line.section else ""
        for visitor in kept:
            seen: Verdict = found.evaluate_for(line, visitor)
            first = (line.item.title, str(line.item.path), section, line.condition)
            yield (*first, visitor.name, seen.outcome, seen.reason)


@blueprint.get("/visitors/new")
@signed_in
def new(organization_id: str, site_id: str) -> Response:
    return _form_page(read_adaptive_site(organization_id, site_id), Visitor(""))


@blueprint.post("/visitors/new")
@signed_in
@keeps_input
def create(organization_id: str, site_id: str) -> Response:
    return _save_visitor(read_adaptive_site(organization_id, site_id), Visitor(""), organization_id)


@blueprint.get("/visitors/<int:number>")
@signed_in
def edit(organization_id: str, site_id: str, number: int) -> Response:
    found = read_adaptive_site(organization_id, site_id)
    return _form_page(found, _find_visitor(organization_id, number))


@blueprint.post("/visitors/<int:number>")
@signed_in
@keeps_input
def update(organization_id: str, site_id: str, number: int) -> Response:
    found = read_adaptive_site(organization_id, site_id)
    return _save_visitor(found, _find_visitor(organization_id, number), organization_id)


@blueprint.post("/visitors/<int:number>/delete")
@signed_in
def delete(organization_id: str, site_id: str, number: int) -> Response:
    read_adaptive_site(organization_id, site_id)
    onward = url_for("audience.show", organization_id=organization_id, site_id=site_id)
    if not has_permission("createContent"):
        abort(403)
    portal().store.visitors.drop(organization_id, number)
    return redirect_saved(gettext("The visitor was deleted."), onward)


def _find_visitor(organization_id: str, number: int) -> Visitor:
    kept = portal().store.visitors.of_organization(organization_id)
    return next((visitor for visitor in kept if visitor.number == number), None) or abort(404)


def _save_visitor(found: AdaptiveSite, kept: Visitor, organization_id: str) -> Response:
    form = VisitorForm(kept, found.claims)
    if not has_permission("createContent"):
        refuse_form(form, gettext(NOT_ALLOWED), 403)
    elif form.validate() and pressed_button() not in {EDIT, KEEP}:
        try:
            portal().store.visitors.save(organization_id, form.visitor, person().owner)
        except NameTakenError:
            form.name.errors, form.status = [gettext(TAKEN)], CONFLICT
        except TooManyError:
            refuse_form(form, gettext(SEVERAL), INVALID)
        except StoreError:
            refuse_form(form, gettext(NO_RECORDS), UNAVAILABLE)
        else:
            onward = url_for("audience.show", organization_id=organization_id, site_id=found.site.value.id)
            return redirect_saved(gettext("%(visitor)s was saved.", visitor=form.visitor.name), onward)
    return _form_page(found, kept, form)


def _form_page(found: AdaptiveSite, kept: Visitor, form: VisitorForm | None = None) -> Response:
    shown = form or VisitorForm(kept, found.claims)
    return page(
        "audience/visitor.html",
        form=shown,
        found=found,
        site=found.site.value,
        kept=kept,
        may=has_permission("createContent"),
    )
