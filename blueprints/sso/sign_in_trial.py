"""Sign-in tests: start one, look for a sign-in among the members, or record a person's statement."""

from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, abort, flash, request, url_for
from werkzeug.wrappers import Response

from blueprints.sso.reads import ProviderPage, has_changed_since, read_provider
from masthead.i18n import N_, gettext, ngettext
from masthead.store.sso.providers import TestKind
from masthead.web.frame.organization import has_permission
from masthead.web.frame.pages import redirect_info, redirect_saved
from masthead.web.http.htmx import redirect_to
from masthead.web.people.organization_members import KnownMembers, OrganizationMemberRow, read_members
from masthead.web.person.guards import signed_in
from masthead.web.person.portal import portal
from masthead.web.person.session import person
from masthead.web.places import back_link

blueprint = Blueprint("sign_in_trial", __name__, url_prefix="/orgs/<organization_id>/sso/<provider_id>/test")
FEW = 3
NOT_YOURS = N_("Your role doesn't let you record a sign-in.")
NO_MEMBERS = N_("Masthead knows no members to look for. Record your own sign-in instead.")
NOBODY_YET = N_("The API reports no single sign-on member as seen since the test started. Sign in, then check again.")
PANEL = "tried"
"""The id of the page's test panel, which also shows the result of each step."""
NOT_BEGUN = N_("Start the test first. Earlier sign-ins don't count.")
BEGUN = N_("The test has started. Open the start URL in a private window and sign in. Then check for the sign-in here.")


def test_context(organization_id: str, provider_id: str) -> dict[str, Any]:
    """Template values of the test panel: the test that this person started, and anybody's last result."""
    tests = portal().store.sso_tests
    tested, begun = (
        tests.newest(organization_id).get(provider_id),
        tests.begun(organization_id, provider_id, person().owner),
    )
    changed = tested is not None and has_changed_since(organization_id, tested)
    now = datetime.now(UTC).timestamp()
    return {"tested": tested, "changed": changed, "begun": begun, "now": now}


@blueprint.post("")
@signed_in
def record(organization_id: str, provider_id: str) -> Response:
    """Start a test, look for a new sign-in, or record a person's statement that they signed in."""
    found = read_provider(organization_id, provider_id)
    page = url_for(
        "sso_steps.test",
        organization_id=organization_id,
        provider_id=provider_id,
        next=back_link() or None,
        _anchor=PANEL,
    )
    if not has_permission("admin"):
        return _warn(gettext(NOT_YOURS), page)
    do = request.form.get("do")
    if do == "state":
        return _record_statement(organization_id, provider_id, page)
    if do not in {"begin", "look"}:
        abort(400)
    return (_begin if do == "begin" else _look_for_sign_in)(organization_id, found, page)


def _begin(organization_id: str, of: ProviderPage, page: str) -> Response:
    """Save the latest sign-in that members have now. Later ones count, by the clock of the API alone."""
    found = read_members(organization_id, [of.provider, *of.others])
    seen = max((each.seen_at.timestamp() for each in found.people if each.seen_at), default=0.0)
    portal().store.sso_tests.begin(organization_id, of.provider.id, person().owner, seen)
    return redirect_info(gettext(BEGUN), page)


def _look_for_sign_in(organization_id: str, of: ProviderPage, page: str) -> Response:
    begun = portal().store.sso_tests.begun(organization_id, of.provider.id, person().owner)
    if begun is None:
        return _warn(gettext(NOT_BEGUN), page)
    found = read_members(organization_id, [of.provider, *of.others])
    if not found.people:
        return _warn(gettext(NO_MEMBERS), page)
    fresh = _signed_in_since(found, begun.seen_until or 0.0)
    if not fresh:
        return _warn(gettext(NOBODY_YET), page)
    names = ", ".join(each.name for each in fresh[:FEW])
    more = gettext(" and %(count)s more", count=len(fresh) - FEW) if len(fresh) > FEW else ""
    who = ngettext(
        "%(names)s%(more)s, who signs in with single sign-on, after the test started.",
        "%(names)s%(more)s, who sign in with single sign-on, after the test started.",
        len(fresh),
        names=names,
        more=more,
    )
    portal().store.sso_tests.record(organization_id, of.provider.id, person().owner, TestKind.EVIDENCE, who)
    return redirect_saved(gettext("Seen by the API: %(who)s", who=who), page)


def _signed_in_since(found: KnownMembers, moment: float) -> list[OrganizationMemberRow]:
    return [each for each in found.people if each.sso and each.seen_at and each.seen_at.timestamp() > moment]


def _record_statement(organization_id: str, provider_id: str, page: str) -> Response:
    who = gettext("a sign-in worked.")
    portal().store.sso_tests.record(organization_id, provider_id, person().owner, TestKind.STATEMENT, who)
    return redirect_saved(gettext("Masthead recorded your statement."), page)


def _warn(why: str, page: str) -> Response:
    flash({"text": why, "part": PANEL}, "warning")  # type: ignore[arg-type] # any JSON
    return redirect_to(page)
