"""The reader's language and time zone. The zone is the selected one, else the browser's, else UTC."""

from datetime import UTC, date, datetime, tzinfo
from zoneinfo import ZoneInfo, available_timezones

from flask import Flask, current_app, g, has_request_context, request
from werkzeug.http import dump_cookie

from masthead.i18n import ENGLISH, use_language
from masthead.web.person.portal import get_settings
from masthead.web.person.session import cookie_attributes, cookie_name

SELECTED, REPORTED = "time_zone", "browser_time_zone"
"""Names of cookies. The page's script sets the second."""
ONE_YEAR = 365 * 24 * 3600
_UTC_NAMES = {"UTC", "Etc/UTC", "Etc/UCT", "Etc/Zulu", "UCT", "Zulu"}
_REGIONS = ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


def time_zone() -> tzinfo:
    """Return the request's time zone, or UTC in commands."""
    if not has_request_context():
        return UTC
    if "time_zone" not in g:
        g.time_zone = selected_zone() or reported_zone() or UTC
    found: tzinfo = g.time_zone
    return found


def selected_zone() -> tzinfo | None:
    return parse_zone(_cookie_value(SELECTED))


def reported_zone() -> tzinfo | None:
    return parse_zone(_cookie_value(REPORTED))


def zone_cookie() -> str:
    """Return the cookie for the page's script to set, with `%` in place of the zone."""
    attributes = cookie_attributes(current_app) | {"httponly": False}
    return dump_cookie(cookie_name(current_app, REPORTED), "%", max_age=ONE_YEAR, sync_expires=False, **attributes)


def _cookie_value(cookie: str) -> str | None:
    return request.cookies.get(cookie_name(current_app, cookie))


def parse_zone(name: str | None) -> tzinfo | None:
    """Return the zone for a name such as `Europe/Berlin`, or None if there is no such zone."""
    if not name or name in _UTC_NAMES:
        return UTC if name else None
    try:
        return ZoneInfo(name)
    except (LookupError, ValueError, OSError):  # the cookie can contain anything
        return None


def zones_by_region() -> dict[str, list[str]]:
    """List the names of current time zones by region."""
    names = sorted(available_timezones())
    return {region: [name for name in names if name.startswith(f"{region}/")] for region in _REGIONS}


def in_time_zone(moment: datetime | float) -> datetime:
    """Convert a datetime or a Unix timestamp to the reader's time zone."""
    at = moment.astimezone(UTC) if isinstance(moment, datetime) else datetime.fromtimestamp(moment, UTC)
    try:
        return at.astimezone(time_zone())
    except OverflowError:  # the moment is within a day of the earliest or latest possible one
        return at


def today() -> date:
    """Return the date in the reader's time zone."""
    return in_time_zone(datetime.now(UTC)).date()


def init_app(app: Flask) -> None:
    """Answer each request in the configured language. Call this before registering code that may translate texts."""
    tag = get_settings(app).language

    @app.before_request
    def _begin() -> None:
        use_language(tag)

    @app.teardown_request
    def _reset_thread_language(_: BaseException | None) -> None:
        use_language(ENGLISH)  # another person's request may use the thread next
