"""Declares OpenAPI specifications. The API identifies them by slug."""

from collections.abc import Iterable
from typing import Any

from pydantic import MISSING

from contract.authoring.openapi_specs import (
    CREATE_SPEC,
    DELETE_SPEC,
    GET_SPEC,
    LIST_SPECS,
    REPLACE_SPEC,
    OpenAPISpec,
)
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
)


def _mentions(answer: OpenAPISpec, place: Place) -> Iterable[Mention]:
    yield Mention("openapi-spec", answer.slug, answer.slug, organization=get_organization(place))


def _convert_settings(spec: OpenAPISpec) -> dict[str, Any]:
    """Return the source in request form; MISSING if it was sent as text, which responses don't contain."""
    return {"source": MISSING if spec.sourceURL is MISSING else {"url": spec.sourceURL}}


OPENAPI_SPEC = Resource(
    kind="openapi-spec",
    one=N_("API specification"),
    many=N_("API specifications"),
    name="slug",
    endpoints=Endpoints(LIST_SPECS, CREATE_SPEC, GET_SPEC, REPLACE_SPEC, DELETE_SPEC),
    settings=SettingsRules(_convert_settings, unread=frozenset({"source"})),
    lookup=Lookup(
        icon="braces",
        extractors={OpenAPISpec: _mentions},
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
