"""The notice on an open page that enforcement was switched on or off since it was loaded."""

from flask import request
from werkzeug.wrappers import Response

from contract.organization.organizations import Organization
from contract.schema.fields import value_or_none
from masthead.client import Cached
from masthead.web.frame.pages import nothing, page

UNKNOWN = "unknown"


def mark_of(organization: Organization) -> str:
    """The enforcement state as a query value: `on`, `off` or `unknown`."""
    return {True: "on", False: "off", None: UNKNOWN}[value_or_none(organization.sso)]


def changed(remembered: Cached[Organization]) -> Response:
    """A notice if enforcement differs from `shown` in the query; 204 if it doesn't, or if the state is unknown."""
    now, shown = value_or_none(remembered.value.sso), request.args.get("shown")
    if remembered.problem is not None or now is None or shown in {mark_of(remembered.value), UNKNOWN}:
        return nothing()
    return page("enforcement/_changed.html", now=now, mark=mark_of(remembered.value), is_other=True)
