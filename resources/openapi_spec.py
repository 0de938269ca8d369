"""A specification of an API, from which pages are made."""

from collections.abc import Iterable

from contract.authoring.openapi_specs import LIST_SPECS, OpenAPISpec
from resources.resource import Endpoints, Lookup, Resource
from resources.seen import Place, Seen, organization_in


def _seen(told: OpenAPISpec, place: Place) -> Iterable[Seen]:
    yield Seen("openapi-spec", told.id, told.slug, organization=organization_in(place))


NO_PAGES = "The portal has no pages for specifications yet."

OPENAPI_SPEC = Resource(
    kind="openapi-spec",
    one="API specification",
    many="API specifications",
    name="slug",
    endpoints=Endpoints(LIST_SPECS),
    lookup=Lookup(icon="braces", tells={OpenAPISpec: _seen}),
    without={
        **dict.fromkeys(("create", "read", "update", "delete", "address_words", "verified_by", "page"), NO_PAGES),
    },
)
