"""Portals for the tests: real ones, each with a folder of its own."""

from collections.abc import Callable
from pathlib import Path

from flask import Flask
from sqlalchemy import delete

from app import create_app
from store.sso_tables import (
    enforcements,
    imports,
    monitor_tokens,
    next_certificates,
    replaced_certificates,
    seen_certificates,
    sso_tests,
)
from store.tables import (
    arrangement_steps,
    arrangements,
    drafts,
    journal,
    journal_outcomes,
    journal_seals,
    link_notes,
    people,
    plan_steps,
    plans,
    submissions,
    visitors,
)
from web.portal import portal_of

PortalFor = Callable[..., Flask]
"""Makes a portal with these settings, by name."""


def make_portal(api: str, folder: Path, **settings: object) -> Flask:
    """A portal in demo mode, for the API at this address; signing in is not limited unless `settings` say so."""
    usual = {"API_BASE_URL": api, "INSTANCE_PATH": folder, "DEMO": True, "SIGN_IN_LIMIT": "1000/second"}
    return create_app(usual | settings)


def forget_changes(app: Flask) -> None:
    """Begin with an empty journal, no plan, no form that was sent, no imagined visitor, nothing noted of links."""
    with portal_of(app).database.writing() as connection:
        for table in (
            arrangement_steps,
            arrangements,
            plan_steps,
            plans,
            enforcements,
            sso_tests,
            replaced_certificates,
            next_certificates,
            seen_certificates,
            monitor_tokens,
            journal_seals,
            journal_outcomes,
            journal,
            submissions,
            drafts,
            imports,
            people,
            visitors,
            link_notes,
        ):
            connection.execute(delete(table))


def close_portal(app: Flask) -> None:
    """Let go of what the portal holds open."""
    parts = portal_of(app)
    parts.transport.close()
    parts.listings.close()
    parts.database.close()
