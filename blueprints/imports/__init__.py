"""Imports of external content into a space or a change request."""

from blueprints.imports import views
from blueprints.imports.views import ImportForm
from contract.authoring.content import IMPORT_CONTENT, IMPORT_PROPOSED_CONTENT
from masthead.i18n import N_
from masthead.web.places import Place, RecordedChange, entry_page

PLACE = Place(
    blueprints=(views.blueprint,),
    within=N_("Spaces"),
    changes={
        IMPORT_CONTENT.name: RecordedChange(entry_page("spaces.show", space_id=0), (ImportForm,)),
        IMPORT_PROPOSED_CONTENT.name: RecordedChange(
            entry_page("change_requests.show", space_id=0, change_request_id=1), (ImportForm,)
        ),
    },
    drafts={
        "imports.send": (N_("Import into a space"), ImportForm),
        "imports.send_proposed": (N_("Import into a change request"), ImportForm),
    },
)
