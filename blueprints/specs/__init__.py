"""API specifications: sources, processing state, versions and the differences between them."""

from flask import url_for

from blueprints.specs import versions, views
from blueprints.specs.forms import NewSpecForm, SpecForm
from blueprints.specs.reads import LATEST
from contract.authoring.openapi_specs import CREATE_SPEC, DELETE_SPEC, REPLACE_SPEC
from masthead.i18n import N_
from masthead.store.entries import Entry
from masthead.web.frame.navigation import CONTENT, CREATE, FILE, Destination, ObjectPage
from masthead.web.places import Place, RecordedChange, entry_page


def _spec_url(entry: Entry) -> str:
    return url_for("specs.show", organization_id=entry.intent.organization, slug=entry.intent.subject.title)


PLACE = Place(
    blueprints=(views.blueprint, versions.blueprint),
    group=CONTENT,
    area=Destination(N_("API specs"), "specs.index", "braces", N_("openapi, swagger, api reference, specification")),
    changes={
        CREATE_SPEC.name: RecordedChange(_spec_url, (NewSpecForm,)),
        REPLACE_SPEC.name: RecordedChange(_spec_url, (SpecForm,)),
        DELETE_SPEC.name: RecordedChange(entry_page("specs.index"), (SpecForm,)),
    },
    drafts={
        "specs.create": (N_("New API specification"), NewSpecForm),
        "specs.update": (N_("Source of an API specification"), SpecForm),
    },
    destinations=(
        Destination(
            N_("New API specification"),
            "specs.new",
            "plus-lg",
            N_("add openapi, add swagger, upload specification"),
            CREATE,
            "createOpenAPISpec",
        ),
        Destination(N_("API specifications as CSV"), "specs.export", "download", N_("export specifications"), FILE),
    ),
    object_pages=(
        ObjectPage(
            "openapi-spec",
            "slug",
            N_("Compare versions"),
            "specs_versions.compare",
            "braces",
            N_("difference, diff, breaking changes, release notes"),
        ),
        ObjectPage(
            "openapi-spec",
            "slug",
            N_("Newest version"),
            "specs_versions.show",
            "braces",
            N_("operations, schemas, endpoints"),
            {"version_id": LATEST},
        ),
    ),
)
