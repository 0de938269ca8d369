"""Example visitors, and the spaces of a site that each of them sees."""

import math
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from flask import Blueprint, abort, request, url_for
from pydantic_core import from_json
from werkzeug.wrappers import Response
from wtforms import BooleanField

from blueprints.adaptive.reads import AdaptiveSite, list_visitors, read_adaptive_site
from masthead.conditions import Claim, Claims, Verdict, claim_name
from masthead.i18n import N_, gettext
from masthead.store.errors import StoreError
from masthead.store.notes import MAX_NAME_LENGTH as MAX_VISITOR_NAME_LENGTH
from masthead.store.notes import NameTakenError, TooManyError, Visitor
from masthead.web.directory.entries import download_name
from masthead.web.forms.fields import TextInput, WireField
from masthead.web.forms.forms import CONFLICT, INVALID, PageForm, SealedForm
from masthead.web.frame.organization import has_permission, or_raise
from masthead.web.frame.pages import page, redirect_saved
from masthead.web.frame.problems import UNAVAILABLE, LinkedText
from masthead.web.http.paths import get_page_number, parse_int
from masthead.web.http.spreadsheets import csv_response
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.portal import portal
from masthead.web.person.session import person
from masthead.web.submit.review import EDIT, KEEP, pressed_button
from masthead.web.submit.submission import refuse_form

WHOLE = N_("This visitor has no other claims.")
MAX_CLAIMS = 200
"""Maximum number of claims on a page: each needs several form fields, whose number app.py limits."""
MAX_VALUE_LENGTH = 200
OFFERED = {"boolean", "text", "number"}
WORDS = {True: "true", False: "false"}
ClaimValue = bool | int | float | str
blueprint = Blueprint("audience", __name__, url_prefix="/orgs/<organization_id>/sites/<site_id>/audience")
ROWS = 100
COLUMNS = 6
"""The most visitors shown as columns; more wouldn't fit on a screen."""
NO_RECORDS = N_(
    "Masthead can't write its own records right now, so nothing was saved. Try again, or tell an administrator of "
    "Masthead."
)
SEVERAL = N_("Visitor limit reached. Delete a visitor first.")
TAKEN = N_("Another visitor has this name. Enter a different name.")
NOT_ALLOWED = N_("Your role doesn't let you change visitors. Nothing was saved.")


class ClaimInput(NamedTuple):
    """An input for one claim; `text` is empty if the value is unknown."""

    claim: Claim
    number: int
    text: str
    error: str = ""

    @property
    def choices(self) -> tuple[str, ...]:
        if self.claim.kind == "boolean":
            return ("true", "false")
        return tuple(value for value in self.claim.values if isinstance(value, str))


class VisitorForm(SealedForm):
    """Edits the saved visitor `kept`, with inputs for the site's `claims`."""

    name = TextInput(N_("Name"), hint=N_("A kind of visitor, such as Carrier or Guest. Not the name of a person."))
    whole = BooleanField(WHOLE)

    def __init__(self, kept: Visitor, claims: Claims) -> None:
        super().__init__(data={"name": kept.name, "whole": kept.whole})
        self.kept = kept
        self.seal_shown({"name": kept.name})
        offered = [claim for claim in claims if claim.kind in OFFERED]
        self.left_out = max(0, len(offered) - MAX_CLAIMS)
        self.inputs = [self._build_input(number, claim) for number, claim in enumerate(offered[:MAX_CLAIMS])]

    def _build_input(self, number: int, claim: Claim) -> ClaimInput:
        if not self.is_submitted():
            return ClaimInput(claim, number, input_text(self.kept.claims.get(claim.path)))
        # Inputs are matched by claim name, since the schema may have changed after the page was rendered.
        said = dict(zip(request.form.getlist("claim"), request.form.getlist("value"), strict=False))
        text = said.get(claim.expression, input_text(self.kept.claims.get(claim.path))).strip()
        return ClaimInput(claim, number, text, _value_error_message(claim, text))

    @property
    def other_site_claims(self) -> list[str]:
        """Describe the saved values of claims that this site doesn't have."""
        shown = {each.claim.path for each in self.inputs}
        return [
            gettext("%(claim)s is %(value)s", claim=claim_name(path), value=input_text(value))
            for path, value in self.kept.claims.items()
            if path not in shown
        ]

    def check(self) -> None:
        if not 0 < len(self.name.data) <= MAX_VISITOR_NAME_LENGTH:
            self.name.errors = [
                gettext(
                    "Enter a name of up to %(max_visitor_name_length)s characters.",
                    max_visitor_name_length=MAX_VISITOR_NAME_LENGTH,
                )
            ]
        for each in self.inputs:
            if each.error:
                message = f"{claim_name(each.claim.path)}: {each.error}"
                self.problems.append(LinkedText("", message, "", f"#value-{each.number}"))

    @property
    def visitor(self) -> Visitor:
        """Return the visitor to save, including saved values of other sites' claims."""
        shown = {each.claim.path for each in self.inputs}
        others = {path: value for path, value in self.kept.claims.items() if path not in shown}
        return Visitor(
            self.name.data, {**others, **dict(self._parse_claims())}, bool(self.whole.data), self.kept.number
        )

    def _parse_claims(self) -> Iterator[tuple[tuple[str, ...], ClaimValue]]:
        for each in self.inputs:
            if each.text:
                yield each.claim.path, _parse_value(each.claim, each.text)


class TypedClaims(WireField):
    def process(self, formdata: Any, data: Any = None, extra_filters: Any = None) -> None:  # noqa: ANN401 - WTForms
        super().process(formdata, data, extra_filters)
        said = zip(formdata.getlist("claim"), formdata.getlist("value"), strict=False) if formdata else ()
        self.data = [f"{claim}: {value}" for claim, value in said if value]
        self.data += [gettext(WHOLE)] if formdata and "whole" in formdata else []

    @property
    def typed_words(self) -> str:
        return ", ".join(self.data)


class VisitorWords(PageForm):
    """Labels for the visitor's fields in drafts. No page shows this form."""

    name = TextInput(N_("Name"))
    claims = TypedClaims(N_("Claims"))


def input_text(value: ClaimValue | None) -> str:
    if value is None:
        return ""
    return WORDS[value] if isinstance(value, bool) else f"{value}"


def _value_error_message(claim: Claim, text: str) -> str:
    if not text:
        return ""
    if claim.kind == "boolean":
        return "" if text in WORDS.values() else gettext("Select true or false.")
    if claim.kind == "number":
        return "" if _parse_number(text) is not None else gettext("Enter a number, such as 3 or 2.5.")
    return (
        ""
        if len(text) <= MAX_VALUE_LENGTH
        else gettext("Enter up to %(max_value_length)s characters.", max_value_length=MAX_VALUE_LENGTH)
    )


def _parse_value(claim: Claim, text: str) -> ClaimValue:
    number = _parse_number(text) if claim.kind == "number" else None
    if number is not None:
        return number
    return text == WORDS[True] if claim.kind == "boolean" else text


def _parse_number(text: str) -> int | float | None:
    try:
        number = from_json(text)
    except ValueError:
        return None
    plain = isinstance(number, (int, float)) and not isinstance(number, bool) and len(text) <= MAX_VALUE_LENGTH
    return number if plain and math.isfinite(number) else None


def describe_claims(claims: Mapping[tuple[str, ...], ClaimValue]) -> str:
    return ", ".join(
        gettext("%(claim)s is %(value)s", claim=claim_name(path), value=input_text(value))
        for path, value in claims.items()
    )


class AudienceView(NamedTuple):
    """State of the view, from the query: the page of spaces, the first visitor column, and which spaces are shown."""

    page: int
    visitor: int
    show: str
    """`all` includes spaces that everyone sees, which are folded otherwise."""

    @classmethod
    def from_request(cls) -> "AudienceView":
        show = request.args.get("show", "")
        return cls(get_page_number(), request.args.get("visitor", 0, type=parse_int), show if show == "all" else "")

    def query_args(self, **other: int | str) -> dict[str, int | str]:
        """Return the view's query parameters, updated with `other`. Leaves out default values."""
        told: dict[str, int | str] = {"page": self.page, "visitor": self.visitor, "show": self.show, **other}
        usual = {"page": 1, "visitor": 0, "show": ""}
        return {name: value for name, value in told.items() if value != usual[name]}


@blueprint.get("")
@signed_in
def show(organization_id: str, site_id: str) -> Response:
    found = read_adaptive_site(organization_id, site_id)
    or_raise(found.spaces)
    kept = list_visitors(organization_id)
    view = AudienceView.from_request()
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
