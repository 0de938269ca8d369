"""Pages about API specifications: list, create, view, change the source, delete."""

from math import ceil

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from blueprints.specs.facts import (
    CREATE_SPECS,
    NO_ADDRESS,
    STATES,
    SpecWatch,
    build_facts,
    build_refresh,
    failure_alerts,
    journal_subject,
    outcome_message,
)
from blueprints.specs.forms import NewSpecForm, SpecForm
from blueprints.specs.reads import (
    SpecPage,
    Specs,
    count_versions,
    find_spec_dependents,
    parse_filters,
    read_spec,
    read_spec_page,
    read_specs,
)
from contract.authoring.openapi_specs import CREATE_SPEC, DELETE_SPEC, REPLACE_SPEC, OpenAPISpec
from contract.schema.fields import value_or_none
from masthead.client import Cached, NotFound
from masthead.i18n import N_, gettext
from masthead.resources import OPENAPI_SPEC
from masthead.store.entries import Subject
from masthead.web.forms.consequences import Consequence
from masthead.web.forms.forms import INVALID, ConfirmForm, PageForm
from masthead.web.frame.organization import has_permission, load_organization, or_raise
from masthead.web.frame.pages import page, redirect_already_done, redirect_info
from masthead.web.http.paths import get_page_number
from masthead.web.http.spreadsheets import csv_response
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.submit.outcome_messages import deletion_report
from masthead.web.submit.submission import refuse_form, refuse_if_unread, save, save_changes
from masthead.writes.send import Change

blueprint = Blueprint("specs", __name__, url_prefix="/orgs/<organization_id>/specs")
ROWS = 100
HEADINGS = ("slug", "id", "state", "error", "source", "last read", "created", "changed", "newest version")
MORE = N_("there are more specifications, which were not read")


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    """List matching specifications, 100 per page. `versions=count` in the query also counts their versions."""
    found, filters, number = read_specs(organization_id), parse_filters(), get_page_number()
    matching = found.filter_specs(filters)
    rows = matching[(number - 1) * ROWS : number * ROWS]
    counts = count_versions(organization_id, rows) if request.args.get("versions") == "count" else {}
    return page(
        "specs/index.html",
        fragment="rows",
        found=found,
        filters=filters,
        states=[(name, gettext(label)) for name, label in STATES.items()],
        rows=rows,
        count=len(matching),
        summary=found.summary(len(matching)),
        failures=[] if number > 1 else failure_alerts(organization_id, matching),
        number=number,
        pages=ceil(len(matching) / ROWS),
        counts=counts,
        may=has_permission(CREATE_SPECS),
    )


@blueprint.get("/export.csv")
@signed_in
def export(organization_id: str) -> Response:
    found = read_specs(organization_id)
    return csv_response([HEADINGS, *_csv_rows(found)], f"specs-{organization_id}")


def _csv_rows(found: Specs) -> list[tuple[str, ...]]:
    """Return CSV rows. Specifications that could not be read get a row that says so."""
    lines: list[tuple[str, ...]] = [
        (each.slug, each.id, each.label, each.code, each.source, each.read_at, each.made_at, each.set_at, each.version)
        for each in found.filter_specs(parse_filters())
    ]
    lines += [(each.name, each.id, gettext("cannot be read"), *[""] * 6) for each in found.unread]
    return [*lines, *([("", "", gettext(MORE), *[""] * 6)] if found.more else [])]


@blueprint.get("/_new")
@signed_in
def new(organization_id: str) -> Response:
    """Show the form for a new specification. `_new` can't be a slug, so the URL is free."""
    load_organization(organization_id)
    return _new_page(NewSpecForm.new())


@blueprint.post("/_new")
@signed_in
@keeps_input
def create(organization_id: str) -> Response:
    organization, form = load_organization(organization_id, anew=True), NewSpecForm.new()

    def after(spec: OpenAPISpec) -> tuple[str, str]:
        onward = url_for("specs.watch", organization_id=organization_id, slug=spec.slug)
        return gettext("%(name)s was created.", name=spec.slug), onward

    if form.validate() and not refuse_if_unread(form, organization):
        slug = form.slug.data
        subject, summary = (
            Subject(OPENAPI_SPEC.one, "", slug),
            gettext("Create the API specification %(name)s", name=slug),
        )
        if saved := save(form, Change(CREATE_SPEC, (organization_id,), subject, summary, form.request_body()), after):
            return saved
    return _new_page(form)


def _new_page(form: NewSpecForm) -> Response:
    return page("specs/new.html", form=form, may=has_permission(CREATE_SPECS))


@blueprint.get("/<slug>")
@signed_in
def show(organization_id: str, slug: str) -> Response:
    return _show_page(read_spec_page(organization_id, slug), PageForm())


@blueprint.get("/<slug>/check")
@signed_in
def watch(organization_id: str, slug: str) -> Response:
    """Show a page that keeps checking the state. Redirects once the API is done."""
    watching, found = SpecWatch.from_query(), read_spec_page(organization_id, slug, anew=True)
    spec = build_facts(found.read.value)
    if not found.read.problem and not watching.is_awaited(spec):
        onward = url_for("specs.show", organization_id=organization_id, slug=slug)
        return redirect_info(outcome_message(spec), onward)
    return _show_page(found, PageForm(), watching)


@blueprint.post("/<slug>/check")
@signed_in
@keeps_input
def check(organization_id: str, slug: str) -> Response:
    """Send the saved source again, so that the API reads it again."""
    read, form = or_raise(read_spec(organization_id, slug, anew=True)), PageForm()
    source = value_or_none(read.value.sourceURL)
    if not source:
        refuse_form(form, gettext(NO_ADDRESS), INVALID)
    elif (
        form.validate()
        and not refuse_if_unread(form, read)
        and (
            saved := save(
                form, build_refresh(organization_id, read), lambda _: _refresh_report(organization_id, read.value)
            )
        )
    ):
        return saved
    return _show_page(read_spec_page(organization_id, slug), form)


def _show_page(found: SpecPage, form: PageForm, watch: SpecWatch | None = None) -> Response:
    return page(
        "specs/show.html",
        fragment="status",
        form=form,
        remembered=found.read,
        spec=build_facts(found.read.value),
        versions=found.versions,
        no_versions=found.no_versions,
        watch=watch,
        paged="page" in request.args,
        may=found.may_create,
    )


def _refresh_report(organization_id: str, spec: OpenAPISpec) -> tuple[str, str]:
    text = gettext("Masthead asked the documentation service to read the source of %(name)s again.", name=spec.slug)
    return text, _watch_url(organization_id, spec)


def _watch_url(organization_id: str, was: OpenAPISpec) -> str:
    return url_for("specs.watch", organization_id=organization_id, slug=was.slug, was=build_facts(was).read_at)


@blueprint.get("/<slug>/edit")
@signed_in
def edit(organization_id: str, slug: str) -> Response:
    read = or_raise(read_spec(organization_id, slug, anew=True))
    return _edit_page(SpecForm.from_values(OPENAPI_SPEC.settings_of(read.value)), read)


@blueprint.post("/<slug>/edit")
@signed_in
@keeps_input
def update(organization_id: str, slug: str) -> Response:
    """Save the new source, then watch the API read it."""
    read = or_raise(read_spec(organization_id, slug, anew=True))
    form = SpecForm.from_values(OPENAPI_SPEC.settings_of(read.value), about=read.value.id)

    def change() -> Change[OpenAPISpec]:
        summary = gettext("Change the source of the API specification %(name)s", name=slug)
        return Change(
            REPLACE_SPEC,
            (organization_id, slug),
            journal_subject(read.value),
            summary,
            form.request_body(),
            was=form.now,
        )

    def after(_now: OpenAPISpec) -> tuple[str, str]:
        return gettext("The source of %(name)s was saved.", name=slug), _watch_url(organization_id, read.value)

    return save_changes(form, read, change, after, _url(organization_id, slug)) or _edit_page(form, read)


def _edit_page(form: SpecForm, read: Cached[OpenAPISpec]) -> Response:
    return page("specs/edit.html", form=form, remembered=read, spec=build_facts(read.value))


@blueprint.get("/<slug>/delete")
@signed_in
def ask_delete(organization_id: str, slug: str) -> Response:
    spec = or_raise(read_spec(organization_id, slug, anew=True)).value
    depends = find_spec_dependents(organization_id, spec)
    return _delete_page(ConfirmForm(spec.slug, depends), spec, depends)


@blueprint.post("/<slug>/delete")
@signed_in
@keeps_input
def delete(organization_id: str, slug: str) -> Response:
    onward, found = _url(organization_id), read_spec(organization_id, slug, anew=True)
    if isinstance(found, NotFound):
        return redirect_already_done(
            gettext("This API specification was already deleted."), onward, DELETE_SPEC, organization_id, slug
        )
    read = or_raise(found)
    spec = read.value
    depends = [] if read.problem else find_spec_dependents(organization_id, spec)
    form = ConfirmForm(spec.slug, depends)
    if form.validate() and not refuse_if_unread(form, read):
        was, summary = OPENAPI_SPEC.settings_of(spec), gettext("Delete the API specification %(name)s", name=slug)
        change = Change(DELETE_SPEC, (organization_id, slug), journal_subject(spec), summary, was=was)
        if saved := save(form, change, lambda _: (deletion_report(change, slug), onward)):
            return saved
    return _delete_page(form, spec, depends)


def _delete_page(form: ConfirmForm, spec: OpenAPISpec, depends: list[Consequence]) -> Response:
    return page(
        "specs/delete.html",
        form=form,
        spec=build_facts(spec),
        dependents=depends,
        may=has_permission(CREATE_SPECS),
    )


def _url(organization_id: str, slug: str = "") -> str:
    if not slug:
        return url_for("specs.index", organization_id=organization_id)
    return url_for("specs.show", organization_id=organization_id, slug=slug)
