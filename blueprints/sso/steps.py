"""The four steps that set up an identity provider, each with its own page. The last one tests the sign-in."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from flask import Blueprint, abort, flash, g, request, url_for
from werkzeug.wrappers import Response

from blueprints.sso.enforcement.gates import TEST_HOURS
from blueprints.sso.forms import AddressForm, IdentityForm, NewcomersForm, SettingUpForm
from blueprints.sso.imported_metadata import MetadataRequest, parse_metadata_request
from blueprints.sso.metadata import metadata_context
from blueprints.sso.reads import ProviderPage, has_changed_since, list_completed_steps, read_provider
from blueprints.sso.service_provider import DIALECTS, KIND, get_service, service_metadata_xml, unreachable_message
from contract.organization.saml import UPDATE_SAML_PROVIDER
from contract.schema.fields import value_or_none
from masthead.i18n import N_, gettext, join_some, ngettext
from masthead.resources import SAML_PROVIDER
from masthead.resources.organization import Member
from masthead.saml import check_certificate
from masthead.store.entries import Subject
from masthead.store.sso.providers import TestKind
from masthead.web.forms.forms import PageForm
from masthead.web.forms.identity_providers import can_sign_in, provider_card
from masthead.web.forms.pickers import verify_named
from masthead.web.frame.organization import has_permission
from masthead.web.frame.pages import no_content, page, redirect_info, redirect_saved
from masthead.web.http.paths import request_path
from masthead.web.http.responses import redirect_to, wants_fragment
from masthead.web.http.spreadsheets import attachment_response
from masthead.web.people.organization_members import KnownMembers, read_members
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.portal import portal
from masthead.web.person.session import person
from masthead.web.places import back_link, back_link_context
from masthead.web.submit.submission import redirect_unchanged, refuse_if_unread, save
from masthead.writes.send import Change

sign_in_trial = Blueprint("sign_in_trial", __name__, url_prefix="/orgs/<organization_id>/sso/<provider_id>/test")
MAX_NAMED = 4
NOT_YOURS = N_("Your role doesn't let you record a sign-in.")
PANEL = "sso_steps-tried"
"""The id of the page's test panel, which also shows the result of each step."""
BEGUN = N_("The test has started. Open the start URL in a private window and sign in.")


def test_context(found: ProviderPage) -> dict[str, Any]:
    """Build the test panel's template values: the test that the person started, and anybody's last result.

    For a day, unless there is a result since the start, members are read and any sign-in among them is recorded.
    """
    tests, (organization, provider) = portal().store.sso_tests, found.place
    tested, begun = tests.newest(organization).get(provider), tests.get_last(organization, provider, person().owner)
    members, now = None, datetime.now(UTC).timestamp()
    since = max(tested.at if tested else 0.0, now - timedelta(hours=TEST_HOURS).total_seconds())
    if begun is not None and begun.at > since:
        members = read_members(organization, [found.provider, *found.others])
        if fresh := _filter_signed_in(members, begun.seen_until or 0.0):
            tests.record(organization, provider, person().owner, TestKind.EVIDENCE, _evidence_label(fresh))
            tested, members = tests.newest(organization).get(provider), None
    changed = tested is not None and has_changed_since(organization, tested)
    names = _first_names(members.people) if members else ""
    return {"tested": tested, "changed": changed, "begun": begun, "members": members, "names": names, "now": now}


@sign_in_trial.post("")
@signed_in
def record(organization_id: str, provider_id: str) -> Response:
    """Start a test, or record the person's statement that they signed in."""
    found = read_provider(organization_id, provider_id)
    page = url_for(
        "sso_steps.test",
        organization_id=organization_id,
        provider_id=provider_id,
        next=back_link() or None,
        _anchor=PANEL,
    )
    if not has_permission("admin"):
        flash({"text": gettext(NOT_YOURS), "part": PANEL}, "warning")  # type: ignore[arg-type] # any JSON
        return redirect_to(page)
    do = request.form.get("do")
    if do not in {"begin", "state"}:
        abort(400)
    return (_start_test if do == "begin" else _record_statement)(organization_id, found, page)


def _start_test(organization_id: str, of: ProviderPage, page: str) -> Response:
    """Start a test by storing the time of the members' latest sign-in. One after that, by the API's clock, passes."""
    found = read_members(organization_id, [of.provider, *of.others])
    seen = max((each.seen.timestamp() for each in found.people if each.seen), default=0.0)
    portal().store.sso_tests.begin(organization_id, of.provider.id, person().owner, seen)
    return redirect_info(gettext(BEGUN), page)


def _evidence_label(fresh: Sequence[Member]) -> str:
    return ngettext(
        "%(names)s, who signs in with single sign-on, after the test started.",
        "%(names)s, who sign in with single sign-on, after the test started.",
        len(fresh),
        names=_first_names(fresh),
    )


def _first_names(people: Sequence[Member]) -> str:
    return join_some([each.name for each in people], MAX_NAMED)


def _filter_signed_in(found: KnownMembers, moment: float) -> list[Member]:
    return [each for each in found.people if each.sso and each.seen and each.seen.timestamp() > moment]


def _record_statement(organization_id: str, of: ProviderPage, page: str) -> Response:
    who = gettext("a sign-in worked.")
    portal().store.sso_tests.record(organization_id, of.provider.id, person().owner, TestKind.STATEMENT, who)
    return redirect_saved(gettext("Masthead recorded your statement."), page)


blueprint = Blueprint("sso_steps", __name__, url_prefix="/orgs/<organization_id>/sso/<provider_id>")
NOT_TOLD = N_("Some of the addresses don't exist yet, so Masthead can't make a metadata file.")


@blueprint.get("/service")
@signed_in
def service(organization_id: str, provider_id: str) -> Response:
    """Step 1: show the service provider's values, which the identity provider needs."""
    found = read_provider(organization_id, provider_id, anew=False)
    return page("sso_steps/service.html", dialects=DIALECTS, form=PageForm(), **_step_context(found))


@blueprint.get("/metadata.xml")
@signed_in
def metadata(organization_id: str, provider_id: str) -> Response:
    """Download the service provider's values as a metadata file."""
    provider = read_provider(organization_id, provider_id, anew=False).provider
    if text := service_metadata_xml(provider):
        return attachment_response(iter([text]), f"sp-{provider.label}", "xml", "application/samlmetadata+xml")
    return redirect_info(
        gettext(NOT_TOLD), url_for(".service", organization_id=organization_id, provider_id=provider_id)
    )


@blueprint.get("/idp")
@signed_in
def identity(organization_id: str, provider_id: str) -> Response:
    """Step 2: enter the values of the identity provider."""
    found, asked = read_provider(organization_id, provider_id), parse_metadata_request(request_path())
    return _identity_page(found, _identity_form(found, asked), asked)


@blueprint.post("/idp")
@signed_in
@keeps_input
def save_identity(organization_id: str, provider_id: str) -> Response:
    """Save step 2. Continue with the next step or, if the provider already works, its page."""
    found = read_provider(organization_id, provider_id)
    onward = "sso.show" if can_sign_in(found.provider, datetime.now(UTC)) else ".newcomers"
    asked = parse_metadata_request(request_path())
    form = _identity_form(found, asked)
    return _save_step(found, form, onward) or _identity_page(found, form, asked)


@blueprint.get("/people")
@signed_in
def newcomers(organization_id: str, provider_id: str) -> Response:
    """Step 3: choose the role and team of people who sign in for the first time."""
    found = read_provider(organization_id, provider_id)
    return _newcomers_page(found, _newcomers_form(found))


@blueprint.post("/people")
@signed_in
@keeps_input
def save_newcomers(organization_id: str, provider_id: str) -> Response:
    """Save step 3 and continue with the test."""
    found = read_provider(organization_id, provider_id)
    form = _newcomers_form(found)
    return _save_step(found, form, ".test") or _newcomers_page(found, form)


@blueprint.get("/test")
@signed_in
def test(organization_id: str, provider_id: str) -> Response:
    """Step 4: sign in as a test, with advice if that fails.

    An open page polls for the panel until a sign-in is seen. Until then it gets a 204, which keeps the focus in place.
    """
    found = read_provider(organization_id, provider_id, anew=False)
    tried = test_context(found)
    if tried["members"] is not None and wants_fragment(PANEL):
        return no_content()
    return page(
        "sso_steps/test.html",
        fragment="tried",
        unanswered=unreachable_message(found.provider),
        **_step_context(found),
        **tried,
        **back_link_context(),
    )


def _save_step(found: ProviderPage, form: SettingUpForm, onward: str) -> Response | None:
    provider = found.provider
    then = url_for(onward, organization_id=g.organization.id, provider_id=provider.id)
    if form.validate() and not refuse_if_unread(form, found.remembered) and verify_named(form, g.organization.id):
        if form.is_unchanged:
            return redirect_unchanged(form, then)
        change = Change(
            UPDATE_SAML_PROVIDER,
            (g.organization.id, provider.id),
            Subject(KIND, provider.id, provider.label),
            gettext(
                "Change the identity provider %(provider)s: %(fields)s",
                provider=provider.label,
                fields=form.changed_labels,
            ),
            form.request_body(),
            was=form.now,
        )
        return save(form, change, lambda saved: (gettext("%(saved)s was saved.", saved=saved.label), then))
    return None


def _identity_form(found: ProviderPage, asked: MetadataRequest) -> AddressForm:
    """Build the form for step 2. It omits a saved certificate, which has its own page that can also roll back."""
    kind = IdentityForm if provider_card(found.provider) is None else AddressForm
    form = kind.from_saved_values(
        SAML_PROVIDER.settings_of(found.provider), asked.chosen, found.others, about=found.provider.id
    )
    form.provider = found.provider
    return form


def _newcomers_form(found: ProviderPage) -> NewcomersForm:
    form = NewcomersForm.from_values(SAML_PROVIDER.settings_of(found.provider), about=found.provider.id)
    team = value_or_none(found.provider.defaultTeam)
    if team is not None:
        form.defaultTeam.known = ((team.id, team.title),)
    form.defaultTeam.offer_known(g.organization.id)
    return form


def _identity_page(found: ProviderPage, form: AddressForm, asked: MetadataRequest) -> Response:
    now, saved = datetime.now(UTC), provider_card(found.provider)
    return page(
        "sso_steps/idp.html",
        form=form,
        card=saved,
        said=check_certificate(saved, now) if saved else [],
        now=now,
        **_step_context(found),
        **back_link_context(),
        **metadata_context(asked, found.provider.id),
    )


def _newcomers_page(found: ProviderPage, form: NewcomersForm) -> Response:
    return page("sso_steps/people.html", form=form, **_step_context(found))


def _step_context(found: ProviderPage) -> dict[str, Any]:
    provider = found.provider
    return {
        "remembered": found.remembered,
        "provider": provider,
        "done": list_completed_steps(g.organization.id, provider),
        "works": can_sign_in(provider, datetime.now(UTC)),
        "service": get_service(provider),
        "may": has_permission("admin"),
    }
