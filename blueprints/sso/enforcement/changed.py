"""Whether single sign-on was enforced or stopped since a page about it was opened."""

from flask import request
from werkzeug.wrappers import Response

from contract.organization.organizations import Organization
from contract.schema.fields import value_or_none
from masthead.client import Cached
from masthead.web.pages.pages import nothing, page

UNKNOWN = "unknown"


def mark_of(organization: Organization) -> str:
    """What a page shows of enforcement, for its address."""
    return {True: "on", False: "off", None: UNKNOWN}[value_or_none(organization.sso)]


def changed(remembered: Cached[Organization]) -> Response:
    """What an open page says where that is no longer as it `shown`; else 204, as where the API doesn't tell."""
    now, shown = value_or_none(remembered.value.sso), request.args.get("shown")
    if remembered.problem is not None or now is None or shown in {mark_of(remembered.value), UNKNOWN}:
        return nothing()
    return page("enforcement/_changed.html", now=now, mark=mark_of(remembered.value), is_other=True)
