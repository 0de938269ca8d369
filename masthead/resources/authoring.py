"""Declares what authors work on: spaces and their parts, custom fields and API specifications."""

from collections.abc import Iterable, Sequence
from typing import Any

from pydantic import MISSING

from contract.authoring.change_requests import (
    CREATE_CHANGE_REQUEST,
    GET_CHANGE_REQUEST,
    LIST_CHANGE_REQUESTS,
    UPDATE_CHANGE_REQUEST,
    ChangeRequest,
)
from contract.authoring.comments import (
    GET_COMMENT,
    GET_COMMENT_REPLY,
    UPDATE_COMMENT,
    UPDATE_COMMENT_REPLY,
    Comment,
    CommentReply,
)
from contract.authoring.custom_fields import (
    CREATE_CUSTOM_FIELD,
    DELETE_CUSTOM_FIELD,
    GET_CUSTOM_FIELD,
    GET_CUSTOM_FIELD_VALUES,
    LIST_CUSTOM_FIELDS,
    UPDATE_CUSTOM_FIELD,
    UPDATE_CUSTOM_FIELD_VALUES,
    CustomField,
    CustomFieldValue,
)
from contract.authoring.openapi_specs import (
    CREATE_SPEC,
    DELETE_SPEC,
    GET_SPEC,
    LIST_SPECS,
    REPLACE_SPEC,
    OpenAPISpec,
)
from contract.authoring.spaces import Space
from contract.organization.team_permissions import LIST_COLLECTION_TEAMS, LIST_SPACE_TEAMS
from masthead.i18n import N_
from masthead.resources.resource import (
    Endpoints,
    Lookup,
    Mention,
    Place,
    PortalPage,
    Resource,
    SettingsRules,
    get_organization,
    text_or_empty,
)


def _space_mentions(answer: Space, place: Place) -> Iterable[Mention]:
    organization = text_or_empty(answer.organization) or get_organization(place)
    collection = text_or_empty(answer.parent)
    yield Mention(
        "space",
        answer.id,
        answer.title,
        "",
        text_or_empty(answer.emoji),
        collection,
        organization,
        _list_permissions(answer),
    )
    if collection:
        yield Mention("collection", collection, organization=organization)


def _list_permissions(answer: Space) -> str:
    # Dumping the model takes several times as long, and a list may have a thousand spaces.
    values = {} if answer.permissions is MISSING else vars(answer.permissions)
    return " ".join(f"{'+' if granted else '-'}{name}" for name, granted in values.items() if granted is not MISSING)


SPACE = Resource(
    kind="space",
    one=N_("space"),
    many=N_("spaces"),
    name="title",
    lookup=Lookup(
        icon="journals",
        extractors={Space: _space_mentions},
        parameter="spaceId",
        address_words=("spaces", "s"),
        verified_by=LIST_SPACE_TEAMS,
        page=PortalPage("spaces.show", "space_id"),
    ),
)
"""The API lists only the spaces of a site."""


COLLECTION = Resource(
    kind="collection",
    one=N_("collection"),
    many=N_("collections"),
    lookup=Lookup(
        icon="folder2",
        parameter="collectionId",
        address_words=("collections",),
        verified_by=LIST_COLLECTION_TEAMS,
        page=PortalPage("place_access.show", "place_id", {"places": "collections"}),
    ),
    without={
        "name": "No answer has the title of one, but where another thing refers to it.",
        "extractors": "No answer is one: spaces and links name it by its id.",
    },
)
"""The API has no read for one, but other objects refer to it."""


def _change_request_mentions(answer: ChangeRequest, place: Place) -> Iterable[Mention]:
    yield Mention("change-request", answer.id, answer.subject, f"#{answer.number}", "", place.get("space", ""))


CHANGE_REQUEST = Resource(
    kind="change-request",
    one=N_("change request"),
    many=N_("change requests"),
    name="subject",
    endpoints=Endpoints(LIST_CHANGE_REQUESTS, CREATE_CHANGE_REQUEST, GET_CHANGE_REQUEST, UPDATE_CHANGE_REQUEST),
    lookup=Lookup(
        icon="pencil",
        extractors={ChangeRequest: _change_request_mentions},
        address_words=("change-requests",),
        page=PortalPage("change_requests.show", "change_request_id", parent_name="space_id"),
    ),
    without={
        "undo_create": N_("Change requests can't be deleted. Archive it on its own page."),
    },
)


def _body_settings(answer: Comment | CommentReply, *_: object) -> dict[str, Any]:
    """Return the text in request form; MISSING if it isn't Markdown, since other formats can't be sent back."""
    markdown = MISSING if answer.body is MISSING else answer.body.markdown
    return {"body": MISSING if markdown is MISSING else {"markdown": markdown}}


def _comment_settings(comment: Comment, *_: object) -> dict[str, Any]:
    resolved = MISSING if comment.status is MISSING else comment.status == "resolved"
    return _body_settings(comment) | {"resolved": resolved}


COMMENT = Resource(
    kind="comment",
    one=N_("comment"),
    many=N_("comments"),
    endpoints=Endpoints(read=GET_COMMENT, update=UPDATE_COMMENT),
    settings=SettingsRules(converted=_comment_settings, unread=frozenset({"body"})),
    without={
        "name": "It has no name.",
        "lookup": "It is found with its space.",
        "listing": "It is looked for by its text and time.",
        "create": "It is looked for by its text and time, as it has no name.",
        "delete": "It has replies, which no call creates again as they were.",
    },
)


COMMENT_REPLY = Resource(
    kind="comment-reply",
    one=N_("reply"),
    many=N_("replies"),
    endpoints=Endpoints(read=GET_COMMENT_REPLY, update=UPDATE_COMMENT_REPLY),
    settings=SettingsRules(converted=_body_settings, unread=frozenset({"body"})),
    without={
        "name": "It has no name.",
        "lookup": "It is found with its comment.",
        "listing": "It is looked for by its text and time.",
        "create": "It is looked for by its text and time, as it has no name.",
    },
)


def _custom_field_mentions(answer: CustomField, place: Place) -> Iterable[Mention]:
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
        extractors={CustomField: _custom_field_mentions},
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
"""The API identifies them by name, people by title."""


def _values_by_name(found: Sequence[CustomFieldValue]) -> dict[str, Any]:
    """Return the values by field name; None for fields without a value."""
    return {each.customField.name: None if each.value is MISSING else each.value for each in found}


CUSTOM_FIELD_VALUES = Resource(
    kind="custom-field-values",
    one=N_("custom field values"),
    many=N_("custom field values"),
    endpoints=Endpoints(read=GET_CUSTOM_FIELD_VALUES, update=UPDATE_CUSTOM_FIELD_VALUES),
    settings=SettingsRules(_values_by_name, holder="values"),
    without={
        "name": "It has the name of its space.",
        "lookup": "It is found with its space, and with its field.",
    },
)
"""One call reads them all."""


def _openapi_spec_mentions(answer: OpenAPISpec, place: Place) -> Iterable[Mention]:
    yield Mention("openapi-spec", answer.slug, answer.slug, organization=get_organization(place))


def _convert_openapi_spec_settings(spec: OpenAPISpec) -> dict[str, Any]:
    """Return the source in request form; MISSING if it was sent as text, which responses omit."""
    return {"source": MISSING if spec.sourceURL is MISSING else {"url": spec.sourceURL}}


OPENAPI_SPEC = Resource(
    kind="openapi-spec",
    one=N_("API specification"),
    many=N_("API specifications"),
    name="slug",
    endpoints=Endpoints(LIST_SPECS, CREATE_SPEC, GET_SPEC, REPLACE_SPEC, DELETE_SPEC),
    settings=SettingsRules(_convert_openapi_spec_settings, unread=frozenset({"source"})),
    lookup=Lookup(
        icon="braces",
        extractors={OpenAPISpec: _openapi_spec_mentions},
        parameter="specSlug",
        address_words=("openapi", "specs"),
        page=PortalPage("specs.show", "slug"),
    ),
    without={
        "undo_create": N_(
            "This would also delete the versions that were made in the meantime. Delete it on its own page."
        ),
        "undo_delete": N_("Its versions don't come back. Add it again with the same slug and source."),
    },
)
"""The API identifies them by slug."""
