"""The page with a space's custom field values."""

from flask import Blueprint, url_for
from werkzeug.wrappers import Response

from blueprints.custom_fields.forms import ValuesForm, build_values_form_class
from contract.authoring.custom_fields import GET_CUSTOM_FIELD_VALUES, UPDATE_CUSTOM_FIELD_VALUES, CustomFieldValue
from masthead.client import Cached, CachedRead
from masthead.i18n import gettext
from masthead.resources import CUSTOM_FIELD_VALUES
from masthead.store.entries import Subject
from masthead.web.directory.places import SPACE, AccessPlace, find_place
from masthead.web.frame.organization import is_refresh_requested, or_raise, read_in_organization
from masthead.web.frame.pages import page
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.submit.submission import save_changes
from masthead.writes.send import Change

blueprint = Blueprint("space_fields", __name__, url_prefix="/orgs/<organization_id>/spaces/<space_id>/fields")
Values = Cached[list[CustomFieldValue]]


@blueprint.get("")
@signed_in
def show(organization_id: str, space_id: str) -> Response:
    place, read = _read_values(organization_id, space_id, anew=is_refresh_requested())
    return _render(_build_form(read), place, read)


@blueprint.post("")
@signed_in
@keeps_input
def update(organization_id: str, space_id: str) -> Response:
    place, read = _read_values(organization_id, space_id, anew=True)
    form = _build_form(read, about=space_id)
    onward = url_for("space_fields.show", organization_id=organization_id, space_id=space_id)

    def change() -> Change[None]:
        return Change(
            UPDATE_CUSTOM_FIELD_VALUES,
            (space_id,),
            Subject("space", space_id, place.called),
            gettext(
                "Change the custom fields of %(space)s: %(fields)s", space=place.called, fields=form.changed_labels
            ),
            form.request_body(),
            was=form.now,
            organization=organization_id,
        )

    def after(_: object) -> tuple[str, str]:
        return gettext("The custom fields of %(name)s were saved.", name=place.called), onward

    return save_changes(form, read, change, after, onward) or _render(form, place, read)


def _build_form(read: Values, about: str = "") -> ValuesForm:
    form = build_values_form_class(each.customField for each in read.value)
    return form.from_values(CUSTOM_FIELD_VALUES.settings_of(read.value), about=about)


def _render(form: ValuesForm, place: AccessPlace, read: Values) -> Response:
    return page("space_fields/show.html", form=form, space=place, remembered=read)


def _read_values(organization_id: str, space_id: str, *, anew: bool) -> tuple[AccessPlace, Values]:
    place = find_place(organization_id, SPACE, space_id)
    own = CachedRead(GET_CUSTOM_FIELD_VALUES, (space_id,), refresh=anew)
    read = read_in_organization(organization_id, own)
    return place, or_raise(read)
