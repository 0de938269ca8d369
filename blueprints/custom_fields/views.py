"""Pages to list, create, view, edit and delete custom fields."""

from collections.abc import Sequence

from flask import Blueprint, url_for
from pydantic import MISSING
from werkzeug.wrappers import Response

from blueprints.custom_fields.forms import (
    ADMIN,
    CREATE_CONTENT,
    CustomFieldForm,
    NewCustomFieldForm,
    OptionsForm,
    build_facts,
)
from contract.authoring.custom_fields import (
    CREATE_CUSTOM_FIELD,
    DELETE_CUSTOM_FIELD,
    GET_CUSTOM_FIELD,
    GET_CUSTOM_FIELD_VALUES,
    LIST_CUSTOM_FIELDS,
    UPDATE_CUSTOM_FIELD,
    CustomField,
    CustomFieldValue,
)
from masthead.client import Cached, CachedRead, NotFound, Problem
from masthead.i18n import N_, gettext, join_and, ngettext
from masthead.resources import CUSTOM_FIELD
from masthead.store.bulk.steps import Purpose
from masthead.store.entries import Subject
from masthead.store.errors import StoreError
from masthead.web.directory.places import list_known_spaces
from masthead.web.forms.consequences import Consequence, space_dependents
from masthead.web.forms.custom_values import field_title, has_options
from masthead.web.forms.forms import ConfirmForm
from masthead.web.frame.organization import (
    has_permission,
    is_first_page,
    is_refresh_requested,
    load_organization,
    or_raise,
    read_in_organization,
    read_listing_page,
)
from masthead.web.frame.pages import page, redirect_already_done
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.session import person
from masthead.web.submit.bulk_changes import begin_bulk_change
from masthead.web.submit.outcome_messages import deletion_report
from masthead.web.submit.review import reason_given
from masthead.web.submit.submission import refuse_if_unread, save, save_changes
from masthead.writes.send import Change

NO_VALUES = N_("Masthead couldn't store the bulk change of its values. Fill in the value again.")
blueprint = Blueprint("custom_fields", __name__, url_prefix="/orgs/<organization_id>/fields")


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    listing = read_listing_page(LIST_CUSTOM_FIELDS, organization_id)
    return page(
        "custom_fields/index.html",
        fragment="rows",
        listing=listing,
        rows=[build_facts(each) for each in listing.value.items],
        first=is_first_page(),
        may=has_permission(CREATE_CONTENT),
        may_delete=has_permission(ADMIN),
    )


@blueprint.get("/_new")
@signed_in
def new(organization_id: str) -> Response:
    load_organization(organization_id)
    return _new_page(_new_form(organization_id))


@blueprint.post("/_new")
@signed_in
@keeps_input
def create(organization_id: str) -> Response:
    """Create the field, and a bulk change that sets its value in all editable spaces."""
    organization, form = load_organization(organization_id, anew=True), _new_form(organization_id)

    def after(field: CustomField) -> tuple[str, str]:
        created = gettext("%(name)s was created.", name=field_title(field))
        if not (changes := form.value_changes(organization_id, field)):
            return created, _url(organization_id, field.name)
        spaces = ngettext("%(n)s space", "%(n)s spaces", len(changes))
        title = gettext("Values of custom fields: %(fields)s in %(spaces)s", fields=field_title(field), spaces=spaces)
        purpose = Purpose(organization_id, person().owner, title, "settings", reason=reason_given())
        try:
            return created, begin_bulk_change(purpose, changes)[1]
        except StoreError:
            place = url_for("field_value_changes.ask_fill", organization_id=organization_id, field=field.name)
            return f"{created} {gettext(NO_VALUES)}", place

    if form.validate() and not refuse_if_unread(form, organization):
        title = form.title.data or form.name.data
        subject = Subject(CUSTOM_FIELD.one, form.name.data, title)
        summary = gettext("Create the custom field %(title)s", title=title)
        change = Change(CREATE_CUSTOM_FIELD, (organization_id,), subject, summary, form.request_body())
        if saved := save(form, change, after):
            return saved
    return _new_page(form)


def _new_form(organization_id: str) -> NewCustomFieldForm:
    form = NewCustomFieldForm.new(type="text")
    form.offer(list_known_spaces(organization_id))
    return form


def _new_page(form: NewCustomFieldForm) -> Response:
    return page("custom_fields/new.html", form=form, may=has_permission(CREATE_CONTENT))


@blueprint.get("/<field_name>")
@signed_in
def show(organization_id: str, field_name: str) -> Response:
    read = or_raise(_read_field(organization_id, field_name, anew=is_refresh_requested()))
    return page(
        "custom_fields/show.html",
        remembered=read,
        field=build_facts(read.value),
        may_delete=has_permission(ADMIN),
    )


@blueprint.get("/<field_name>/edit")
@signed_in
def edit(organization_id: str, field_name: str) -> Response:
    read = or_raise(_read_field(organization_id, field_name))
    return _edit_page(_edit_form(read.value), read)


@blueprint.post("/<field_name>/edit")
@signed_in
@keeps_input
def update(organization_id: str, field_name: str) -> Response:
    read = or_raise(_read_field(organization_id, field_name))
    form, onward = _edit_form(read.value), _url(organization_id, field_name)
    if isinstance(form, OptionsForm) and (gone := form.removed_options()):
        form.depends["options"] = find_option_dependents(organization_id, field_name, gone)

    def change() -> Change[CustomField]:
        title, fields = field_title(read.value), form.changed_labels
        summary = gettext("Change the custom field %(name)s: %(fields)s", name=title, fields=fields)
        ids, body = (organization_id, field_name), form.request_body()
        return Change(UPDATE_CUSTOM_FIELD, ids, _field_subject(read.value), summary, body, was=form.now)

    def after(now: CustomField) -> tuple[str, str]:
        return gettext("%(name)s was saved.", name=field_title(now)), onward

    return save_changes(form, read, change, after, onward) or _edit_page(form, read)


def _edit_form(field: CustomField) -> CustomFieldForm:
    form = OptionsForm if has_options(field) else CustomFieldForm
    return form.from_values(CUSTOM_FIELD.settings_of(field), about=field.name)


def _edit_page(form: CustomFieldForm, read: Cached[CustomField]) -> Response:
    return page("custom_fields/edit.html", form=form, remembered=read, field=build_facts(read.value))


@blueprint.get("/<field_name>/delete")
@signed_in
def ask_delete(organization_id: str, field_name: str) -> Response:
    field = or_raise(_read_field(organization_id, field_name)).value
    depends = find_value_dependents(organization_id, field_name)
    return _delete_page(ConfirmForm(field_title(field), depends), field, depends)


@blueprint.post("/<field_name>/delete")
@signed_in
@keeps_input
def delete(organization_id: str, field_name: str) -> Response:
    ids, onward = (organization_id, field_name), _url(organization_id)
    found = _read_field(*ids)
    if isinstance(found, NotFound):
        return redirect_already_done(
            gettext("This custom field was already deleted."), onward, DELETE_CUSTOM_FIELD, *ids
        )
    read = or_raise(found)
    field, title = read.value, field_title(read.value)
    depends = [] if read.problem else find_value_dependents(organization_id, field_name)
    form = ConfirmForm(title, depends)
    if form.validate() and not refuse_if_unread(form, read):
        was = {**CUSTOM_FIELD.settings_of(field), "name": field.name, "type": field.type}
        summary = gettext("Delete the custom field %(name)s", name=title)
        change = Change(DELETE_CUSTOM_FIELD, ids, _field_subject(field), summary, was=was)
        if saved := save(form, change, lambda _: (deletion_report(change, title), onward)):
            return saved
    return _delete_page(form, field, depends)


def _delete_page(form: ConfirmForm, field: CustomField, depends: list[Consequence]) -> Response:
    return page(
        "custom_fields/delete.html",
        form=form,
        field=build_facts(field),
        dependents=depends,
        may=has_permission(ADMIN),
    )


def _read_field(organization_id: str, field_name: str, *, anew: bool = True) -> Cached[CustomField] | Problem:
    own = CachedRead(GET_CUSTOM_FIELD, (organization_id, field_name), refresh=anew)
    return read_in_organization(organization_id, own)


def _field_subject(field: CustomField) -> Subject:
    return Subject(CUSTOM_FIELD.one, field.name, field_title(field))


def _url(organization_id: str, field_name: str = "") -> str:
    if not field_name:
        return url_for("custom_fields.index", organization_id=organization_id)
    return url_for("custom_fields.show", organization_id=organization_id, field_name=field_name)


def find_value_dependents(organization_id: str, field: str) -> list[Consequence]:
    def line(space: str, values: Sequence[CustomFieldValue]) -> Consequence:
        if _find_value(values, field) is MISSING:
            return Consequence(gettext("%(space)s gives the field no value", space=space))
        return Consequence(gettext("%(space)s gives the field a value", space=space), is_affected=True)

    what = gettext("Spaces that give the field a value")
    return space_dependents(organization_id, what, GET_CUSTOM_FIELD_VALUES, None, line)


def find_option_dependents(organization_id: str, field: str, options: Sequence[str]) -> list[Consequence]:
    def line(space: str, values: Sequence[CustomFieldValue]) -> Consequence:
        value = _find_value(values, field)
        chosen = {value} if isinstance(value, str) else set(value) if isinstance(value, list) else set()
        used = [f"“{option}”" for option in options if option in chosen]
        if not used:
            return Consequence(gettext("%(space)s uses none of these options", space=space))
        return Consequence(gettext("%(space)s uses %(options)s", space=space, options=join_and(used)), is_affected=True)

    what = gettext("Spaces that use these options")
    return space_dependents(organization_id, what, GET_CUSTOM_FIELD_VALUES, None, line)


def _find_value(values: Sequence[CustomFieldValue], field: str) -> object:
    return next((each.value for each in values if each.customField.name == field), MISSING)
