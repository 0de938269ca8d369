"""Bulk changes that are kept in a portal, as its pages would make them."""

from collections.abc import Sequence
from typing import Any

from flask import Flask

from contract.publishing.sites import UPDATE_SITE, SiteUpdate
from masthead.store.bulk.changes import BulkChanges
from masthead.store.bulk.steps import Purpose
from masthead.store.entries import Subject
from masthead.web.person.portal import get_portal
from masthead.writes.send import Change, build_intent

ORG = "org_larkfield"
SITES = ["docs", "help", "incidents"]
"""Public all three, and open to agents."""
BULK_CHANGES = f"/orgs/{ORG}/bulk-changes"


def keep_bulk_change(
    app: Flask, token: str, sites: Sequence[str], *, title: str = "Hide sites", visibility: str = ""
) -> int:
    """A bulk change to hide sites of the demo world from agents, or to let others read them; gives its number."""
    portal = get_portal(app)
    return store_bulk_change(
        portal.store.bulk_changes, portal.store.keys.owner_of(token), sites, title=title, visibility=visibility
    )


def add_changes(bulk_changes: BulkChanges, purpose: Purpose, changes: Sequence[Change[Any]]) -> int:
    return bulk_changes.add(purpose, [build_intent(change, purpose.owner) for change in changes])


def store_bulk_change(
    bulk_changes: BulkChanges, owner: str, sites: Sequence[str], *, title: str = "Hide sites", visibility: str = ""
) -> int:
    """The same for a portal that runs elsewhere on this store."""
    purpose = Purpose(ORG, owner, title, "settings", reason="Why the plan")
    return add_changes(bulk_changes, purpose, [_change(name, visibility) for name in sites])


def _change(name: str, visibility: str) -> Change[Any]:
    body: dict[str, Any] = {"visibility": visibility} if visibility else {"agentsContext": "excluded"}
    was = {"visibility": "public"} if visibility else {"agentsContext": "included"}
    subject = Subject("site", f"site_{name}", name)
    return Change(UPDATE_SITE, (ORG, subject.id), subject, f"Hide {name}", SiteUpdate.model_validate(body), was)
