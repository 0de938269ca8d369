"""What was named by hand in a form is looked up once before anything is sent."""

from i18n import N_, gettext
from masthead.client import Forbidden, NotFound, Problem, TokenRefused
from masthead.lookup import CannotVerifyError, ObjectReference, verify_exists
from masthead.store.directory.objects import OK, DirectoryQuery
from masthead.store.errors import StoreError
from masthead.web.directory.known_objects import kind_name
from masthead.web.forms.forms import INVALID, PageForm
from masthead.web.forms.pickers import Picker, Spaces
from masthead.web.person.access import person
from masthead.web.person.portal import api, portal

MAX_LOOKED_UP = 20
NOT_THERE = N_("There is no %(kind)s %(identifier)s, or you don't have access to it.")
NOT_ASKED = N_("Masthead couldn't check whether %(identifier)s exists, so nothing was saved. Try again in a moment.")
TOO_MANY = N_("Name at most %(max)s at once that you haven't come across before.")


def verify_named(form: PageForm, organization_id: str, site_id: str = "") -> bool:
    """Look up what was named by hand; sets field errors and returns False where something is missing."""
    for field in form.wire_fields:
        if isinstance(field, (Picker, Spaces)):
            wrong = _verification_errors(field, organization_id, site_id)
            if wrong:
                field.errors, form.status = [*field.errors, *wrong], INVALID
    return form.status != INVALID


def _verification_errors(field: Picker | Spaces, organization_id: str, site_id: str) -> list[str]:
    unknown = _unseen_ids(field, organization_id)
    if len(unknown) > MAX_LOOKED_UP:
        return [gettext(TOO_MANY, max=MAX_LOOKED_UP)]
    return [said for identifier in unknown if (said := _lookup_error(field.of, identifier, organization_id, site_id))]


def _unseen_ids(field: Picker | Spaces, organization_id: str) -> list[str]:
    named = field.unproved
    if not named:
        return []
    try:
        found = portal().store.known.likely(
            person().owner, DirectoryQuery(organization_id, (field.of,), ids=named), limit=len(named)
        )
    except StoreError:
        found = []
    seen = {each.id for each in found if each.state == OK and each.endpoint}
    return [each for each in named if each not in seen]


def _lookup_error(kind: str, identifier: str, organization_id: str, site_id: str) -> str:
    try:
        verify_exists(api(), ObjectReference(identifier, kind), organization_id, site_id)
    except TokenRefused:
        raise
    except CannotVerifyError as wrong:
        return str(wrong)
    except (NotFound, Forbidden):
        return gettext(NOT_THERE, kind=kind_name(kind), identifier=identifier)
    except Problem:
        return gettext(NOT_ASKED, identifier=identifier)
    return ""
