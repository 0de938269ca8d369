"""Declares custom fields of an organization. The API identifies them by name, people by title."""

from collections.abc import Iterable

from contract.authoring.custom_fields import (
    CREATE_CUSTOM_FIELD,
    DELETE_CUSTOM_FIELD,
    GET_CUSTOM_FIELD,
    LIST_CUSTOM_FIELDS,
    UPDATE_CUSTOM_FIELD,
    CustomField,
)
from masthead.i18n import N_
from masthead.resources.resource import (
    Endpoints,
    Lookup,
    Mention,
    Place,
    PortalPage,
    Resource,
    get_organization,
    text_or_empty,
)


def _mentions(answer: CustomField, place: Place) -> Iterable[Mention]:
    organization = get_organization(place)
    if organization:  # a name belongs to one field of an organization, and the fields of a space tell of none
        yield Mention(
            "custom-field", answer.name, text_or_empty(answer.title) or answer.name, organization=organization
        )


CUSTOM_FIELD = Resource(
    kind="custom-field",
    one=N_("custom field"),
    many=N_("custom fields"),
    name="title",
    endpoints=Endpoints(
        LIST_CUSTOM_FIELDS, CREATE_CUSTOM_FIELD, GET_CUSTOM_FIELD, UPDATE_CUSTOM_FIELD, DELETE_CUSTOM_FIELD
    ),
    undo_delete=N_(
        "Masthead creates the field again with the same name, type and texts. The values that spaces gave it don't "
        "come back."
    ),
    lookup=Lookup(
        icon="input-cursor-text",
        extractors={CustomField: _mentions},
        parameter="fieldName",
        address_words=("custom-fields", "fields"),
        page=PortalPage("custom_fields.show", "field_name"),
    ),
    without={
        "undo_create": N_(
            "This would also delete the values that spaces have given it in the meantime. Delete it on its own page."
        ),
    },
)
