"""Pages that enforce single sign-on, show its trial, keep it and stop it."""

from datetime import UTC, datetime

from flask import Blueprint, flash, g, request, url_for
from werkzeug.wrappers import Response

from blueprints.sso.enforcement.commands import break_glass, revert_enforcement
from blueprints.sso.enforcement.forms import PROVIDER, EnforceForm
from blueprints.sso.enforcement.gates import GateFacts
from blueprints.sso.reads import has_changed_since, read_current_providers, start_urls
from contract.organization.organizations import Organization
from contract.organization.saml import SamlProvider
from contract.schema.fields import value_or_none
from masthead.client import Cached, Problem
from masthead.i18n import N_, gettext
from masthead.store.sso.enforcements import Countdown, End
from masthead.store.sso.providers import TestKind
from masthead.web.auto_revert import check_enforcing_call, current_countdowns, set_enforcement
from masthead.web.forms.forms import PageForm
from masthead.web.frame.alerts import clear_if_enforced, dismiss_disabled_enforcement, find_disabled_enforcement
from masthead.web.frame.layout import countdowns_version, stopped_by_label, visible_countdowns
from masthead.web.frame.layout import hide_countdown as close_banner
from masthead.web.frame.organization import has_permission, load_organization, organization_read
from masthead.web.frame.pages import Feedback, Report, no_content, page, redirect_info, redirect_saved
from masthead.web.frame.templating import moment_text
from masthead.web.http.log import log
from masthead.web.http.paths import local_path
from masthead.web.http.responses import current_page_path, is_htmx_request, redirect_to, wants_fragment
from masthead.web.people.organization_members import KnownMembers, read_members
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.portal import api, portal
from masthead.web.person.session import current_name, person
from masthead.web.submit.submission import refuse_if_unread, save

blueprint = Blueprint("enforcement", __name__, url_prefix="/orgs/<organization_id>/sso/enforce", cli_group=None)
FEW_NAMES = 12
NO_CONTENT = 204
STILL_OFF = N_(
    "The change was accepted, but single sign-on is still not enforced. Check it in the documentation service."
)
NOW_ON = N_("Single sign-on is now enforced. Sign in with it in a private window, then keep enforcement.")
STILL_ON = N_("The change was accepted, but single sign-on is still enforced. Check it in the documentation service.")
NOT_YOURS = N_("Your role doesn't let you enforce single sign-on.")
TOO_LATE = N_("The time was already up. Enforcement was not kept.")
NOT_SURE = N_("Enforcement was not kept: Masthead couldn't check whether it is still enforced.")
NOT_ON = N_("Enforcement was not kept: single sign-on doesn't show as enforced. Check again in a moment.")
STOPPED = N_("Enforcement was not kept: %(who)s asked to switch it off.")
BEING_REVERTED = N_("Enforcement was not kept: it is being switched off right now.")
OFF = N_("Single sign-on is no longer enforced.")
NO_TRIAL = N_("No enforcement trial is running.")
OFF_FOR_NOW = N_("Single sign-on is not enforced. Its enforcement wasn't confirmed, and may still be carried out.")
KEPT_SINCE = N_(
    "%(who)s kept enforcement on %(at)s, so Masthead didn't stop it. To stop it all the same, select "
    "“Stop enforcing single sign-on”."
)
UNKNOWN = "unknown"


blueprint.cli.add_command(break_glass)


blueprint.cli.add_command(revert_enforcement)


@blueprint.get("")
@signed_in
def show(organization_id: str) -> Response:
    """Show the gates and the form that enforces single sign-on or, if it is enforced, the one that stops it."""
    remembered = load_organization(organization_id, anew=True)
    if wants_fragment("enforcement-changed"):
        return render_changed_notice(remembered)
    is_off = remembered.problem is None and value_or_none(remembered.value.sso) is False
    return _enforcement_page(remembered, seen_off=is_off)


@blueprint.post("")
@signed_in
@keeps_input
def enforce(organization_id: str) -> Response:
    """Enforce single sign-on if all gates are passed or accepted. The trial starts with the request."""
    remembered = load_organization(organization_id, anew=True)
    organization, here = remembered.value, _enforcement_url(organization_id)
    if value_or_none(organization.sso) is True:
        return redirect_info(gettext("Single sign-on is already enforced."), here)
    form = EnforceForm(_read_facts(organization))
    if form.validate() and not refuse_if_unread(form, remembered):
        beside = portal().store.enforcements.build_start_hook(organization_id, organization.title, person().owner)

        def after(answer: Organization) -> tuple[Report, str]:
            off = value_or_none(answer.sso) is False
            return (
                Report(Feedback.NOT_SAVED, gettext(STILL_OFF)) if off else Report(Feedback.SAVED, gettext(NOW_ON))
            ), f"{here}#enforcement-countdown"

        change = set_enforcement(organization, on=True)
        if saved := save(form, change, after, beside, lambda: dismiss_disabled_enforcement(organization_id)):
            return saved
    return _enforcement_page(remembered, form)


@blueprint.post("/keep")
@signed_in
def keep(organization_id: str) -> Response:
    """Keep single sign-on enforced by ending the trial that would switch it off. Nothing is sent to the API."""
    remembered = load_organization(organization_id, anew=True)
    onward = local_path(request.form.get("next"), _enforcement_url(organization_id))
    if not has_permission("admin") or remembered.problem is not None:
        flash(gettext(NOT_YOURS) if remembered.problem is None else gettext(NOT_SURE), "warning")
        return redirect_to(onward)
    enforcements, found = portal().store.enforcements, _refresh_countdown(remembered)
    on = value_or_none(remembered.value.sso) is True
    if on and found is not None and found.end is None:
        if enforcements.keep(organization_id, person().owner):
            log.info("countdown", extra={"organization": organization_id, "end": End.KEPT})
        found = enforcements.get(found.number)
    if on and found is not None and found.end is End.KEPT:  # by this person, or by a colleague who was faster
        title = remembered.value.title
        return redirect_saved(gettext("Single sign-on for %(title)s stays enforced.", title=title), onward)
    flash(_keep_refusal_message(found, on=on), "warning")
    return redirect_to(onward)


def _keep_refusal_message(found: Countdown | None, *, on: bool) -> str:
    if found is not None and found.is_stopped and found.end in (None, End.REVERTED):
        return gettext(STOPPED, who=stopped_by_label(found))
    if found is not None and found.end is None:
        return gettext(NOT_ON if not on else BEING_REVERTED if found.held else TOO_LATE)
    if found is not None and found.end is End.REVERTED:
        return gettext(TOO_LATE)
    return gettext(NO_TRIAL if on else OFF)


@blueprint.post("/off")
@signed_in
@keeps_input
def stop(organization_id: str) -> Response:
    """Stop enforcing single sign-on, during the trial or after it. No gates apply."""
    remembered = load_organization(organization_id, anew=True)
    organization = remembered.value
    onward = _after_stop_url(organization_id)
    if not has_permission("admin"):
        flash(gettext(NOT_YOURS), "warning")
        return redirect_to(onward)
    found, form = _refresh_countdown(remembered), PageForm()
    known_off = remembered.problem is None and value_or_none(organization.sso) is False
    if known_off and (found is None or found.end is not None):
        return redirect_info(gettext(OFF), onward)
    if found is not None and _is_confirmed_by_colleague(found):
        who, at = found.ended_name or gettext("Somebody else"), moment_text(found.ended_at or found.now)
        return redirect_info(gettext(KEPT_SINCE, who=who, at=at), _enforcement_url(organization_id))
    beside = portal().store.enforcements.build_stop_hook(organization_id, person().owner)
    if form.validate():
        change = set_enforcement(organization, on=False)
        dismiss_disabled_enforcement(organization_id)
        if saved := save(form, change, lambda found: (_disabled_report(found), onward), beside):
            return saved
    return _enforcement_page(remembered, form)


def _after_stop_url(organization_id: str) -> str:
    # The page for enforcing single sign-on would offer the opposite of this change.
    desk = _sso_url(organization_id)
    onward = local_path(request.form.get("next"), desk)
    return desk if onward == _enforcement_url(organization_id) else onward


@blueprint.post("/lifted")
@signed_in
def dismiss(organization_id: str) -> Response:
    """Dismiss the reminder that enforcement was stopped to replace a certificate."""
    load_organization(organization_id)
    if has_permission("admin") and PageForm().validate():
        dismiss_disabled_enforcement(organization_id)
        return redirect_saved(
            gettext("You dismissed the reminder. Single sign-on is unchanged."), _sso_url(organization_id)
        )
    flash(gettext(NOT_YOURS), "warning")
    return redirect_to(_sso_url(organization_id))


@blueprint.post("/close")
@signed_in
def close(organization_id: str) -> Response:
    """Close the banner that reports how a trial ended. Sends no request to the API."""
    number = request.form.get("number", "")
    if number.isascii() and number.isdecimal():
        close_banner(int(number))
    return redirect_to(local_path(request.form.get("next"), _enforcement_url(organization_id)))


@blueprint.get("/countdown")
@signed_in
def countdown(organization_id: str) -> Response:
    """Return the countdowns as a fragment, for pages whose countdown ran out or that poll for a colleague's decision.

    Sends an API request only if the organization isn't cached, such as after the person changed it.
    Returns 204, which keeps the focus in place, if the page is up to date or if that isn't known.
    """
    known = api().get_last_response(organization_read(organization_id))
    if known is not None:
        g.organization = known[0].value
    elif is_htmx_request():
        try:
            load_organization(organization_id)
        except Problem:
            return Response(status=NO_CONTENT)
    countdowns = visible_countdowns(current_countdowns())
    version = countdowns_version(countdowns)
    if version and request.args.get("shown") == version and is_htmx_request():
        return Response(status=NO_CONTENT)
    return page(
        "enforcement/countdown.html",
        fragment="countdown",
        countdowns=countdowns,
        back=_enforcement_url(organization_id),
        around=local_path(current_page_path(), ""),
    )


def _is_confirmed_by_colleague(countdown: Countdown) -> bool:
    """True if a colleague kept the trial that the submitted page still showed as running."""
    by_colleague = countdown.end is End.KEPT and countdown.ended_by != person().owner
    return by_colleague and request.form.get("number") == str(countdown.number)


def _disabled_report(organization: Organization) -> Report:
    if value_or_none(organization.sso) is True:
        return Report(Feedback.NOT_SAVED, gettext(STILL_ON))
    may_come = any(each.organization == organization.id and each.is_found_disabled for each in current_countdowns())
    return Report(Feedback.SAVED, gettext(OFF_FOR_NOW if may_come else OFF))


def _enforcement_url(organization_id: str) -> str:
    return url_for("enforcement.show", organization_id=organization_id)


def _sso_url(organization_id: str) -> str:
    return url_for("sso.index", organization_id=organization_id)


def _refresh_countdown(remembered: Cached[Organization]) -> Countdown | None:
    """Return the organization's newest trial, after updating it with the state just read, unless that is stale."""
    enforcements, organization = portal().store.enforcements, remembered.value
    found, on = enforcements.newest(organization.id), value_or_none(organization.sso)
    if found is None or found.end is not None or on is None or remembered.problem is not None:
        return found
    if on and not found.confirmed:
        check_enforcing_call(api(), portal().store.journal, found)
        enforcements.confirm(found)
    elif not on and found.confirmed:
        enforcements.record_disabled(found)
    return enforcements.get(found.number)


def _read_facts(organization: Organization) -> GateFacts:
    providers = read_current_providers(organization.id)
    listed: list[SamlProvider] = [] if isinstance(providers, Problem) else providers
    kept = portal().store.sso_tests
    tests, begun = kept.newest(organization.id), kept.newest(organization.id, [TestKind.BEGUN])
    members = KnownMembers() if isinstance(providers, Problem) else read_members(organization.id, listed)
    tested = (tests[each.id] for each in listed if each.id in tests)
    changed = frozenset(each.provider for each in tested if has_changed_since(organization.id, each))
    wanted = request.form.get(PROVIDER) or request.args.get(PROVIDER, "")
    return GateFacts(
        organization.id, providers, members, tests, changed, current_name(), datetime.now(UTC), wanted, begun
    )


def _enforcement_page(
    remembered: Cached[Organization], form: PageForm | None = None, *, seen_off: bool = False
) -> Response:
    """Render the page. `seen_off` is true if a fresh read showed that single sign-on isn't enforced."""
    organization = remembered.value
    if remembered.problem is None:
        clear_if_enforced(organization)
    found = _refresh_countdown(remembered) if has_permission("admin") else None
    counting = found is not None and found.end is None
    enforced = value_or_none(organization.sso) is True or counting
    asks = has_permission("admin") and not enforced
    if asks and not isinstance(form, EnforceForm):
        form = EnforceForm(_read_facts(organization))
    return page(
        "enforcement/show.html",
        status=form.status if form is not None else 200,
        remembered=remembered,
        form=form or PageForm(formdata=None),
        asks=asks,
        lifted=find_disabled_enforcement(organization),
        enforced=enforced,
        mark=enforcement_state(organization),
        counting=counting,
        start_urls=start_urls(organization.id) if counting and remembered.problem is None else [],
        last=found,
        seen_off=seen_off and found is not None and found.is_unconfirmed_trial,
        minutes=round(portal().store.enforcements.keep_seconds / 60),
        seconds=portal().store.enforcements.keep_seconds,
        few=FEW_NAMES,
        may=has_permission("admin"),
    )


def enforcement_state(organization: Organization) -> str:
    """Return the enforcement state as a query value: `on`, `off` or `unknown`."""
    return {True: "on", False: "off", None: UNKNOWN}[value_or_none(organization.sso)]


def render_changed_notice(remembered: Cached[Organization]) -> Response:
    """Render a notice if enforcement differs from `shown` in the query. Returns 204 if not, or if it is unknown."""
    now, shown = value_or_none(remembered.value.sso), request.args.get("shown")
    if remembered.problem is not None or now is None or shown in {enforcement_state(remembered.value), UNKNOWN}:
        return no_content()
    return page("enforcement/_changed.html", now=now, mark=enforcement_state(remembered.value), is_other=True)
