"""Downloads of the reminders in a person's organizations, and the command that sends those that are due."""

from flask import Blueprint, request
from werkzeug.wrappers import Response

from blueprints.reminders.commands import send_reminders
from contract.organization.organizations import LIST_ORGANIZATIONS
from contract.schema.endpoint import ListQuery
from contract.schema.fields import value_or_none
from masthead.client import CachedRead
from masthead.web.frame.organization import is_refresh_requested, or_raise
from masthead.web.person.guards import signed_in
from masthead.web.person.portal import api
from masthead.web.reminders import Reminders, current_day, list_reminders, reminder_json

blueprint = Blueprint("reminders", __name__, cli_group=None)
blueprint.cli.add_command(send_reminders)
ORGANIZATIONS = 50
"""Organizations read for one file."""


@blueprint.get("/reminders.ics")
@signed_in
def calendar() -> Response:
    """Download the reminders of a page of organizations as an iCalendar file."""
    # The library takes 20 ms to import, and few people download this file.
    from blueprints.reminders.calendar_file import build_calendar  # noqa: PLC0415

    found, _ = _read_reminders()
    headers = {"Content-Disposition": 'attachment; filename="reminders.ics"'}
    text = build_calendar(found.items, request.host_url.rstrip("/"), current_day())
    return Response(text, content_type="text/calendar; charset=utf-8", headers=headers)


@blueprint.get("/reminders.json")
@signed_in
def listing() -> dict[str, object]:
    """Return the reminders of a page of organizations. `next` is the page after it, `unread` what is missing."""
    found, following = _read_reminders()
    base = request.host_url.rstrip("/")
    return {
        "reminders": [reminder_json(each, current_day(), base) for each in found.items],
        "unread": [{"id": each.id, "title": each.title} for each in found.unread],
        "next": following,
    }


def _read_reminders() -> tuple[Reminders, str | None]:
    token = request.args.get("page")
    query = ListQuery(limit=ORGANIZATIONS, page=token) if token else ListQuery(limit=ORGANIZATIONS)
    (answer,) = api().gather(CachedRead(LIST_ORGANIZATIONS, (), query, is_refresh_requested()))
    organizations = or_raise(answer).value
    following = value_or_none(organizations.next)
    return list_reminders(api(), organizations.items), following.page if following else None
