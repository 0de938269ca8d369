"""Where people see what a bulk change changes."""

from collections.abc import Callable, Mapping, Sequence

from flask import url_for

from blueprints.bulk_changes.words import was_stopped
from contract.authoring.custom_fields import UPDATE_CUSTOM_FIELD_VALUES
from contract.publishing.share_links import CREATE_SHARE_LINK, DELETE_SHARE_LINK, UPDATE_SHARE_LINK
from i18n import gettext
from masthead.bulk.goals.members import KIND as ROSTER
from masthead.bulk.goals.review import CALLS, ITEMS
from masthead.store.bulk.steps import BulkChange, Step
from masthead.structure.arranging import KIND as STRUCTURE

ChangedPageLink = tuple[str, str]
"""What a link to it says, and its address."""


def changed_page_link(bulk: BulkChange, steps: Sequence[Step]) -> ChangedPageLink:
    """The page of what the bulk change changes; `steps` are some of its steps."""
    return PAGES[bulk.purpose.kind](bulk, steps)


def report_url(bulk: BulkChange) -> str:
    """Where there is a file of what came of it; empty for the kinds that have none."""
    if bulk.purpose.kind != ROSTER:
        return ""
    organization, team = bulk.purpose.organization, bulk.purpose.wanted["team"]
    return url_for("roster.report", organization_id=organization, team_id=team, number=bulk.number)


def import_url(bulk: BulkChange) -> str:
    """Where a list is corrected, as it was given, once its plan has ended; empty for the kinds that come of no list."""
    if bulk.purpose.kind != ROSTER or bulk.finished_at is None or bulk.purpose.undoes:
        return ""
    organization, wanted = bulk.purpose.organization, bulk.purpose.wanted
    # Bulk changes of before don't name their list.
    given = {"list": wanted.get("list"), "mode": wanted.get("mode")}
    return url_for("roster.ask", organization_id=organization, team_id=wanted["team"], **given)


def keeps_unsent(bulk: BulkChange) -> bool:
    """Whether what it does not send can be made a draft, once it has ended."""
    return bulk.purpose.kind == STRUCTURE


def redraft_url(bulk: BulkChange) -> str:
    """Where a draft is made of what a bulk change of a structure left undone; empty where there is nothing."""
    if not keeps_unsent(bulk) or bulk.finished_at is None or not (was_stopped(bulk) or bulk.differences):
        return ""
    return url_for("structure.again", organization_id=bulk.purpose.organization, site_id=bulk.purpose.wanted["site"])


def _site(bulk: BulkChange, _steps: Sequence[Step]) -> ChangedPageLink:
    where = {"organization_id": bulk.purpose.organization, "site_id": bulk.purpose.wanted["site"]}
    return gettext("View structure"), url_for("structure.show", **where)


def _team(bulk: BulkChange, _steps: Sequence[Step]) -> ChangedPageLink:
    where = {"organization_id": bulk.purpose.organization, "team_id": bulk.purpose.wanted["team"]}
    return gettext("View team"), url_for("teams.show", **where)


def _matrix(bulk: BulkChange, _steps: Sequence[Step]) -> ChangedPageLink:
    return gettext("View access"), url_for("access_matrix.index", organization_id=bulk.purpose.organization)


def _inbox(bulk: BulkChange, _steps: Sequence[Step]) -> ChangedPageLink:
    return gettext("View inbox"), url_for("inbox.index", organization_id=bulk.purpose.organization)


def _sites(bulk: BulkChange, steps: Sequence[Step]) -> ChangedPageLink:
    organization = bulk.purpose.organization
    if any(step.intent.endpoint in SHARE_LINK_CALLS for step in steps):
        return gettext("View share links"), url_for("link_register.index", organization_id=organization)
    if any(step.intent.endpoint == UPDATE_CUSTOM_FIELD_VALUES.name for step in steps):
        return gettext("View values"), url_for("field_values.index", organization_id=organization)
    sites = {step.intent.ids[1] for step in steps}
    if len(sites) == 1:
        return gettext("View site"), url_for("sites.show", organization_id=organization, site_id=sites.pop())
    return gettext("View sites"), url_for("sites.index", organization_id=organization)


SHARE_LINK_CALLS = {each.name for each in (CREATE_SHARE_LINK, DELETE_SHARE_LINK, UPDATE_SHARE_LINK)}
PAGES: Mapping[str, Callable[[BulkChange, Sequence[Step]], ChangedPageLink]] = {
    STRUCTURE: _site,
    ROSTER: _team,
    "roles": _matrix,
    "settings": _sites,
    ITEMS: _inbox,
    CALLS: _inbox,
}
"""By the kind of the bulk change."""
