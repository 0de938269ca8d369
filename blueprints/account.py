"""Sign-in with a token, sign-out, and the account page with sessions, name, time zone and theme."""

from typing import Any, NamedTuple

from flask import Blueprint, current_app, flash, g, request, url_for
from werkzeug.wrappers import Response

from masthead.i18n import N_, format_number, gettext, join_and
from masthead.store.directory.objects import DirectoryQuery
from masthead.store.errors import StoreError
from masthead.store.sessions import IDLE_SECONDS, MAX_NAME_LENGTH, MAX_SECONDS, SessionEnd
from masthead.web.auto_revert import list_countdowns
from masthead.web.forms.token_form import TokenForm
from masthead.web.frame.layout import THEMES
from masthead.web.frame.navigation import PAGE, Destination
from masthead.web.frame.pages import page, redirect_saved
from masthead.web.http.log import log
from masthead.web.http.paths import local_path
from masthead.web.http.responses import redirect_to
from masthead.web.person import sign_in as sessions_of
from masthead.web.person.guards import keeps_input, public, sign_in_limit, signed_in
from masthead.web.person.locale import ONE_YEAR, SELECTED, parse_zone, reported_zone, selected_zone, zones_by_region
from masthead.web.person.portal import portal
from masthead.web.person.session import (
    cookie_attributes,
    cookie_name,
    current_name,
    current_session,
    find_ended_session,
    person,
    stored_session,
)
from masthead.web.places import Place
from masthead.web.submit import drafts

# Each names itself after those that it wants to be taken for, so the first that is found counts.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("iPhone", N_("an iPhone")),
    ("iPad", N_("an iPad")),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def browser_name(header: str) -> str:
    """Return the browser's name, as in `Firefox on Windows`. Unknown headers are returned unchanged."""
    browser = next((name for mark, name in BROWSERS if mark in header), None)
    system = next((name for mark, name in SYSTEMS if mark in header), None)
    if browser is None:
        return header or gettext("Unknown browser")
    return gettext("%(browser)s on %(system)s", browser=browser, system=gettext(system)) if system else browser


blueprint = Blueprint("account", __name__)
LEFT_BEHIND = N_(
    "The trial of single sign-on is still running for %(title)s. When it is over, single sign-on is "
    "switched off as soon as an administrator of the organization opens a page, or by the command "
    "that an administrator of Masthead has set up."
)
ENDED = {
    SessionEnd.IDLE: N_("You were signed out after %(minutes)s minutes without use."),
    SessionEnd.TOO_OLD: N_("You were signed out %(hours)s hours after you had signed in."),
    SessionEnd.REVOKED: N_("Your session was ended."),
}


class DemoPerson(NamedTuple):
    name: str
    token: str
    may: str


DEMO_PEOPLE = (
    DemoPerson("Alice", "demo-alice", N_("Can administer the organization")),
    DemoPerson("Lena", "demo-lena", N_("Can administer the organization too")),
    DemoPerson("Bob", "demo-bob", N_("Can edit content, but not administer")),
    DemoPerson("Charlie", "demo-charlie", N_("Can read")),
    DemoPerson("Dana", "demo-dana", N_("Can administer another organization")),
)


class DemoTask(NamedTuple):
    label: str
    endpoint: str
    ids: dict[str, Any]


_LARKFIELD: dict[str, Any] = {"organization_id": "org_larkfield"}

DEMO_TASKS = (
    DemoTask(N_("Rearrange a site by dragging"), "structure.show", {**_LARKFIELD, "site_id": "site_docs"}),
    DemoTask(N_("Review a colleague's change"), "inbox.index", _LARKFIELD),
    DemoTask(N_("Set up single sign-on"), "sso.show", {**_LARKFIELD, "provider_id": "saml_auditors"}),
)
"""Things to try on the sign-in page of a demo; each signs in as the first demo person."""


@blueprint.get("/sign-in")
@public
def sign_in() -> Response:
    """Show the sign-in page, or redirect a person who is already signed in."""
    onward = local_path(request.args.get("next"), url_for("home.index"))
    if g.person is not None:
        return redirect_to(onward)
    return _sign_in_page(TokenForm(formdata=None, next=onward))


@blueprint.post("/sign-in")
@public
@keeps_input
@sign_in_limit
def open_session() -> Response:
    form = TokenForm()
    who = sessions_of.token_credentials(form.token.data)
    problem, status = form.check_token(who.owner)
    if problem:
        log.warning("sign-in refused", extra={"way": "token", "reason": problem, **sessions_of.log_address()})
        return _sign_in_page(form, problem, status)
    stored = current_session().stored
    if stored is not None and stored.owner != who.owner:  # a token that was replaced, and is of no use any more
        drafts.park_all_drafts()
    response = sessions_of.sign_in(
        redirect_to(local_path(form.next.data, url_for("home.index"))),
        who,
        next((known.name for known in _list_demo_people() if known.token == form.token.data), None),
    )
    drafts.adopt_parked_drafts(who.owner)
    return response


def _list_demo_people() -> tuple[DemoPerson, ...]:
    return tuple(each._replace(may=gettext(each.may)) for each in DEMO_PEOPLE) if portal().settings.demo else ()


def _signed_out_reason() -> str:
    """Say why this browser's session ended; empty if Masthead didn't end it or doesn't know."""
    try:
        ended = find_ended_session()
    except StoreError:
        return ""
    minutes, hours = format_number(int(IDLE_SECONDS / 60)), format_number(int(MAX_SECONDS / 3600))
    return gettext(ENDED[ended.by], minutes=minutes, hours=hours) if ended else ""


def _sign_in_page(form: TokenForm, problem: str = "", status: int = 200) -> Response:
    people = _list_demo_people()
    return page(
        "account/sign_in.html",
        status=status,
        form=form,
        problem=problem,
        ended="" if problem else _signed_out_reason(),
        comes_back=form.next.data != url_for("home.index"),
        people=people,
        tasks=[(gettext(each.label), url_for(each.endpoint, **each.ids)) for each in DEMO_TASKS] if people else (),
        api=portal().settings.api_base_url,
        providers=[(each.name, each.address("start", form.next.data), each.is_away) for each in portal().providers],
    )


@blueprint.post("/sign-out")
@public
def sign_out() -> Response:
    """End the session, if there is one, and clear the person's directory if they asked for that."""
    stored = current_session().stored
    if stored is not None and request.form.get("forget"):
        _delete_records(stored.owner)
    behind = list_countdowns(stored.owner) if stored is not None else []
    sessions_of.sign_out()
    drafts.drop_all_parked()
    if behind:
        flash(gettext(LEFT_BEHIND, title=join_and([each.title for each in behind])), "warning")
    provider = portal().provider_of(stored)
    if provider is None:
        return sessions_of.delete_session_cookie(
            redirect_saved(gettext("You are signed out."), url_for("account.sign_in"))
        )
    return sessions_of.delete_session_cookie(redirect_to(provider.address("signed_out")))


def _delete_records(owner: str) -> None:
    portal().store.directory.forget_all(owner)
    portal().store.crawls.forget_all(owner)
    portal().store.open_lists.forget_all(owner)
    portal().store.link_scans.forget_all(owner)


@blueprint.post("/forget-seen")
@signed_in
def clear_directory() -> Response:
    _delete_records(person().owner)
    return redirect_saved(gettext("The names were cleared."), url_for("account.sessions"))


@blueprint.get("/sessions")
@signed_in
def sessions() -> Response:
    mine, api = portal().store.sessions.of_owner(person().owner), portal().settings.api_base_url
    return page(
        "account/sessions.html",
        sessions=mine,
        current=stored_session().id,
        browser=browser_name,
        seen=sum(portal().store.directory.count_by_kind(person().owner, DirectoryQuery()).values()),
        known_days=portal().settings.known_days,
        name=current_name(),
        linked_at=portal().store.linked_tokens.linked_at(person().owner, api) if stored_session().is_linked else None,
        api=api,
        zones=zones_by_region(),
        selected_zone=selected_zone(),
        reported_zone=reported_zone(),
    )


@blueprint.post("/sessions/<session_id>/end")
@signed_in
def end_session(session_id: str) -> Response:
    portal().store.sessions.revoke(person().owner, session_id)
    return redirect_saved(gettext("The session was ended."), url_for("account.sessions"))


@blueprint.post("/sessions/end-others")
@signed_in
def end_other_sessions() -> Response:
    portal().store.sessions.revoke_others(person().owner, stored_session().id)
    return redirect_saved(gettext("All other sessions were ended."), url_for("account.sessions"))


@blueprint.post("/name")
@signed_in
def name() -> Response:
    told = " ".join(request.form.get("name", "").split())[:MAX_NAME_LENGTH]
    portal().store.people.set_name(person().owner, told)
    current_session()["name"] = told or None
    said = gettext("Activity shows you as %(told)s.", told=told) if told else gettext("Activity shows no name for you.")
    return redirect_saved(said, local_path(request.form.get("next"), url_for("account.sessions")))


@blueprint.post("/time-zone")
@signed_in
def time_zone() -> Response:
    """Save a time zone in a cookie, or delete the cookie to follow the browser."""
    selected = request.form.get("time_zone", "")
    response = redirect_saved(gettext("Time zone saved."), url_for("account.sessions"))
    _set_cookie(response, SELECTED, selected if parse_zone(selected) else None)
    return response


@blueprint.post("/theme")
@public
def theme() -> Response:
    """Save the theme in a cookie, or delete the cookie to follow the system."""
    chosen = request.form.get("theme", "")
    response = redirect_to(local_path(request.form.get("next"), url_for("home.index")))
    _set_cookie(response, "theme", chosen if chosen in THEMES else None)
    return response


def _set_cookie(response: Response, cookie: str, value: str | None) -> None:
    name, attributes = cookie_name(current_app, cookie), cookie_attributes(current_app)
    if value is None:
        response.delete_cookie(name, **attributes)
    else:
        response.set_cookie(name, value, max_age=ONE_YEAR, **attributes)


PLACE = Place(
    blueprints=(blueprint,),
    destinations=(
        Destination(
            N_("Your account and sessions"),
            "account.sessions",
            "laptop",
            N_("profile, name, devices, sign out everywhere, logout, time zone, times"),
            PAGE,
            anywhere=True,
        ),
    ),
)
