"""Change requests of spaces: the list, one request with its changes, forms, and the merge."""

from flask import url_for

from blueprints.change_requests import change_request_forms, change_request_merge, views
from blueprints.change_requests.facts import ChangeRequestForm, NewChangeRequestForm, ReviewersForm
from contract.authoring.change_requests import (
    CREATE_CHANGE_REQUEST,
    MERGE_CHANGE_REQUEST,
    PULL_INTO_CHANGE_REQUEST,
    REQUEST_REVIEWERS,
    UPDATE_CHANGE_REQUEST,
)
from i18n import N_
from masthead.store.entries import Entry
from masthead.web.places import Place, RecordedChange


def _requests(entry: Entry) -> str:
    return url_for("change_requests.index", organization_id=entry.intent.organization, space_id=entry.intent.ids[0])


def _request(entry: Entry) -> str:
    space_id, request_id = entry.intent.ids
    return url_for(
        "change_requests.show",
        organization_id=entry.intent.organization,
        space_id=space_id,
        change_request_id=request_id,
    )


PLACE = Place(
    blueprints=(views.blueprint, change_request_forms.blueprint, change_request_merge.blueprint),
    within=N_("Spaces"),
    changes={
        CREATE_CHANGE_REQUEST.name: RecordedChange(_requests, (NewChangeRequestForm,)),
        UPDATE_CHANGE_REQUEST.name: RecordedChange(_request, (ChangeRequestForm,)),
        REQUEST_REVIEWERS.name: RecordedChange(_request, (ReviewersForm,)),
        MERGE_CHANGE_REQUEST.name: RecordedChange(_request),
        PULL_INTO_CHANGE_REQUEST.name: RecordedChange(_request),
    },
    drafts={
        "change_request_forms.create": N_("New change request"),
        "change_request_forms.update": N_("Subject or state of a change request"),
        "change_request_forms.request_reviewers": N_("Reviewers of a change request"),
    },
    draft_forms={
        "change_request_forms.create": (NewChangeRequestForm,),
        "change_request_forms.update": (ChangeRequestForm,),
        "change_request_forms.request_reviewers": (ReviewersForm,),
    },
)
