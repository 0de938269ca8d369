"""Plans that are kept in a portal, as its pages would make them."""

from collections.abc import Sequence
from typing import Any

from flask import Flask

from contract.publishing.sites import UPDATE_SITE, SiteUpdate
from masthead.bulk.runner import create_plan
from masthead.store.entries import Subject
from masthead.store.plans.plans import Plans
from masthead.store.plans.steps import Purpose
from masthead.web.person.portal import portal_of
from masthead.writes.change import Change

ORG = "org_larkfield"
SITES = ["docs", "help", "incidents"]
"""Public all three, and open to agents."""
PLANS = f"/orgs/{ORG}/plans"


def keep_plan(app: Flask, token: str, sites: Sequence[str], *, title: str = "Hide sites", visibility: str = "") -> int:
    """A plan to hide sites of the demo world from agents, or to let others read them; gives its number."""
    portal = portal_of(app)
    return store_plan(portal.store.plans, portal.store.keys.owner_of(token), sites, title=title, visibility=visibility)


def store_plan(
    plans: Plans, owner: str, sites: Sequence[str], *, title: str = "Hide sites", visibility: str = ""
) -> int:
    """The same for a portal that runs elsewhere on this store."""
    purpose = Purpose(ORG, owner, title, "settings", reason="Why the plan")
    return create_plan(plans, purpose, [_change(name, visibility) for name in sites])


def _change(name: str, visibility: str) -> Change[Any]:
    body: dict[str, Any] = {"visibility": visibility} if visibility else {"agentsContext": "excluded"}
    was = {"visibility": "public"} if visibility else {"agentsContext": "included"}
    subject = Subject("site", f"site_{name}", name)
    return Change(UPDATE_SITE, (ORG, subject.id), subject, f"Hide {name}", SiteUpdate.model_validate(body), was)
