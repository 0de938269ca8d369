"""Change requests of spaces: the list, a request with its changes, forms, and the merge."""

from blueprints.change_requests import change_request_forms, change_request_merge, views
from blueprints.change_requests.facts import ChangeRequestForm, NewChangeRequestForm, ReviewersForm
from contract.authoring.change_requests import (
    CREATE_CHANGE_REQUEST,
    MERGE_CHANGE_REQUEST,
    PULL_INTO_CHANGE_REQUEST,
    REQUEST_REVIEWERS,
    UPDATE_CHANGE_REQUEST,
)
from masthead.i18n import N_
from masthead.web.places import Place, RecordedChange, entry_page

REQUEST = entry_page("change_requests.show", space_id=0, change_request_id=1)

PLACE = Place(
    blueprints=(views.blueprint, change_request_forms.blueprint, change_request_merge.blueprint),
    within=N_("Spaces"),
    changes={
        CREATE_CHANGE_REQUEST.name: RecordedChange(
            entry_page("change_requests.index", space_id=0), (NewChangeRequestForm,)
        ),
        UPDATE_CHANGE_REQUEST.name: RecordedChange(REQUEST, (ChangeRequestForm,)),
        REQUEST_REVIEWERS.name: RecordedChange(REQUEST, (ReviewersForm,)),
        MERGE_CHANGE_REQUEST.name: RecordedChange(REQUEST),
        PULL_INTO_CHANGE_REQUEST.name: RecordedChange(REQUEST),
    },
    drafts={
        "change_request_forms.create": (N_("New change request"), NewChangeRequestForm),
        "change_request_forms.update": (N_("Subject or state of a change request"), ChangeRequestForm),
        "change_request_forms.request_reviewers": (N_("Reviewers of a change request"), ReviewersForm),
    },
)
