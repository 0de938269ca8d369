"""Imports of external content into a space or a change request."""

from flask import url_for

from blueprints.imports import views
from blueprints.imports.views import ImportForm
from contract.authoring.content import IMPORT_CONTENT, IMPORT_PROPOSED_CONTENT
from i18n import N_
from masthead.store.entries import Entry
from masthead.web.places import Place, RecordedChange


def _space(entry: Entry) -> str:
    return url_for("spaces.show", organization_id=entry.intent.organization, space_id=entry.intent.ids[0])


def _change_request(entry: Entry) -> str:
    space_id, request_id = entry.intent.ids
    return url_for(
        "change_requests.show",
        organization_id=entry.intent.organization,
        space_id=space_id,
        change_request_id=request_id,
    )


PLACE = Place(
    blueprints=(views.blueprint,),
    within=N_("Spaces"),
    changes={
        IMPORT_CONTENT.name: RecordedChange(_space, (ImportForm,)),
        IMPORT_PROPOSED_CONTENT.name: RecordedChange(_change_request, (ImportForm,)),
    },
    drafts={
        "imports.send": N_("Import into a space"),
        "imports.send_proposed": N_("Import into a change request"),
    },
    draft_forms={"imports.send": (ImportForm,), "imports.send_proposed": (ImportForm,)},
)
