"""Certificates of identity providers in all organizations: pages, and a monitoring endpoint."""

import re
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from blueprints.certificates.overview import (
    CertificateOverview,
    build_timeline,
    read_certificates,
    read_certificates_of,
)
from masthead.client import Problem
from masthead.i18n import gettext
from masthead.store.sso.providers import ReadCertificate
from masthead.web.forms.forms import PageForm
from masthead.web.frame.alerts import expiry_level
from masthead.web.frame.organization import organization_read, set_organization
from masthead.web.frame.pages import Feedback, Report, page, redirect_saved
from masthead.web.http.paths import local_path
from masthead.web.person.guards import monitor_limit, public, signed_in
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person

blueprint = Blueprint("certificates", __name__)
LEVELS = {"bad": "urgent", "warn": "soon", "quiet": "coming", "": "good"}
SECONDS_A_DAY = 86_400
DAYS = re.compile("[0-9]{1,4}")
BAD_REQUEST, UNAUTHORIZED, UNAVAILABLE = 400, 401, 503


@blueprint.get("/certificates")
@signed_in
def index() -> Response:
    token, came_from = request.args.get("page"), request.args.get("organization", "")
    here = url_for(".index", organization=came_from or None)
    return _render_table(read_certificates(token, came_from), here, token, whole=True)


@blueprint.get("/orgs/<organization_id>/certificates")
@signed_in
def inside(organization_id: str) -> Response:
    here = url_for(".inside", organization_id=organization_id)
    return _render_table(read_certificates_of(organization_id), here, whole=False)


def _render_table(desk: CertificateOverview, here: str, token: str | None = None, *, whole: bool) -> Response:
    now = datetime.now(UTC)
    return page(
        "certificates/index.html",
        desk=desk,
        back_to=here,
        whole=whole,
        token=token,
        form=PageForm(),
        made_at=portal().store.monitoring.get_token_time(person().owner),
        now=now,
        drawn=build_timeline(desk.lines, now),
        anchors={(each.organization.id, each.provider.id): f"row-{n}" for n, each in enumerate(desk.lines, start=1)},
    )


@blueprint.post("/certificates/token")
@signed_in
def make_token() -> Response:
    back_to = _return_path()
    if not PageForm().validate():
        expired = gettext("This page was open for too long, so no token was created. Try again.")
        return redirect_saved(Report(Feedback.NOT_SAVED, expired), back_to)
    token = portal().store.monitoring.make_token(person().owner)
    return page("certificates/token.html", token=token, address=url_for(".monitor", _external=True), back_to=back_to)


def _return_path() -> str:
    """Return the path to redirect back to, and set the organization that the form's page showed."""
    came_from = request.form.get("organization", "")
    if came_from:
        (organization,) = api().gather(organization_read(came_from))
        if not isinstance(organization, Problem):
            set_organization(organization)
    return local_path(request.form.get("next"), url_for(".index"))


@blueprint.post("/certificates/token/end")
@signed_in
def end_token() -> Response:
    if PageForm().validate():
        portal().store.monitoring.end_token(person().owner)
    return redirect_saved(
        gettext("The monitoring token was revoked."), local_path(request.form.get("next"), url_for(".index"))
    )


@blueprint.get("/api/health/certificates")
@public
@monitor_limit
def monitor() -> tuple[dict[str, Any], int]:
    """Return the certificates that the token's owner last saw; 503 if one expires in less than `within` days."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    owner = portal().store.monitoring.owner_of(token.strip()) if kind.lower() == "bearer" else None
    if owner is None:
        return {"error": gettext("Send the monitoring token: Authorization: Bearer …")}, UNAUTHORIZED
    within = request.args.get("within", "0")
    if not DAYS.fullmatch(within):
        return {"error": gettext("within takes a number of days, such as 30.")}, BAD_REQUEST
    now, seen = datetime.now(UTC).timestamp(), portal().store.monitoring.list_certificates(owner)
    ends = [each.ends for each in seen if each.ends is not None]
    near = "within" in request.args and any(end < now + int(within) * SECONDS_A_DAY for end in ends)
    return {"certificates": [_certificate_json(each, now) for each in seen]}, UNAVAILABLE if near else 200


def _certificate_json(seen: ReadCertificate, now: float) -> dict[str, Any]:
    days = None if seen.ends is None else int((seen.ends - now) // SECONDS_A_DAY)
    return {
        "organization": {"id": seen.organization, "title": seen.title},
        "provider": {"id": seen.provider, "label": seen.label},
        "subject": seen.subject or None,
        "sha256": seen.sha256 or None,
        "endsAt": None if seen.ends is None else _format_time(seen.ends),
        "daysLeft": days,
        "state": "missing" if days is None else "ended" if days < 0 else LEVELS[expiry_level(days)],
        "readAt": _format_time(seen.at),
    }


def _format_time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
