"""Links from a bulk change to the changed pages and to its results."""

from collections.abc import Sequence
from typing import Any

from flask import url_for

from blueprints.bulk_changes.labels import was_stopped
from contract.authoring.custom_fields import UPDATE_CUSTOM_FIELD_VALUES
from contract.publishing.share_links import CREATE_SHARE_LINK, DELETE_SHARE_LINK, UPDATE_SHARE_LINK
from masthead.bulk.goals.members import KIND as MEMBERS
from masthead.bulk.goals.settings import CALLS, ITEMS
from masthead.bulk.goals.structure import KIND as STRUCTURE
from masthead.i18n import N_, gettext
from masthead.store.bulk.steps import BulkChange, Step

SHARE_LINK_CALLS = {each.name for each in (CREATE_SHARE_LINK, DELETE_SHARE_LINK, UPDATE_SHARE_LINK)}
PAGES = {
    STRUCTURE: (N_("View structure"), "structure.show"),
    MEMBERS: (N_("View team"), "teams.show"),
    "roles": (N_("View access"), "access_matrix.index"),
    ITEMS: (N_("View inbox"), "inbox.index"),
    CALLS: (N_("View inbox"), "inbox.index"),
}
"""Label and endpoint by the kind of bulk change."""
IDS = {STRUCTURE: ("site_id", "site"), MEMBERS: ("team_id", "team")}
"""The endpoint's parameter, and the key of its value in the wanted state."""


def changed_page_link(bulk: BulkChange, steps: Sequence[Step]) -> tuple[str, str]:
    """Return label and URL of the page that was changed; `steps` are some of the steps."""
    label, endpoint = PAGES.get(bulk.purpose.kind) or _settings_page(steps)
    ids = _ids(bulk)
    if endpoint == "sites.show":
        ids = {"site_id": steps[0].intent.ids[1]}
    return gettext(label), url_for(endpoint, organization_id=bulk.purpose.organization, **ids)


def report_url(bulk: BulkChange) -> str:
    """Return the URL of the report file; empty if this kind has none."""
    if bulk.purpose.kind != MEMBERS:
        return ""
    return url_for("roster.report", organization_id=bulk.purpose.organization, **_ids(bulk), number=bulk.number)


def import_url(bulk: BulkChange) -> str:
    """Return where to correct a list of members after the bulk change; empty for others."""
    if bulk.purpose.kind != MEMBERS or bulk.finished_at is None or bulk.purpose.undoes:
        return ""
    given = {name: bulk.purpose.wanted.get(name) for name in ("list", "mode")}
    return url_for("roster.ask", organization_id=bulk.purpose.organization, **_ids(bulk), **given)


def keeps_unsent(bulk: BulkChange) -> bool:
    """True if unsent changes can be made a draft once the bulk change has ended."""
    return bulk.purpose.kind == STRUCTURE


def redraft_url(bulk: BulkChange) -> str:
    """Return where to draft what a structure change left undone; empty if nothing."""
    if not keeps_unsent(bulk) or bulk.finished_at is None or not (was_stopped(bulk) or bulk.differences):
        return ""
    return url_for("structure.again", organization_id=bulk.purpose.organization, **_ids(bulk))


def _ids(bulk: BulkChange) -> dict[str, Any]:
    if bulk.purpose.kind not in IDS:
        return {}
    parameter, key = IDS[bulk.purpose.kind]
    return {parameter: bulk.purpose.wanted[key]}


def _settings_page(steps: Sequence[Step]) -> tuple[str, str]:
    endpoints = {step.intent.endpoint for step in steps}
    if endpoints & SHARE_LINK_CALLS:
        return N_("View share links"), "link_register.index"
    if UPDATE_CUSTOM_FIELD_VALUES.name in endpoints:
        return N_("View values"), "field_values.index"
    is_one = len({step.intent.ids[1] for step in steps}) == 1
    return (N_("View site"), "sites.show") if is_one else (N_("View sites"), "sites.index")
