"""Registers the shared parts of all pages."""

from flask import Flask

from masthead.web import auto_revert, refusals
from masthead.web.frame import crawls, layout, navigation, pages, saved_views, templating
from masthead.web.http import assets, log, paths, request_lock, responses
from masthead.web.person import guards, locale, session
from masthead.web.submit import drafts, submission

BEFORE_THE_VIEWS = (
    locale.init_app,
    log.init_app,
    responses.compress_pages,
    session.init_app,
    templating.init_app,
    paths.init_app,
    responses.provide_htmx,
    assets.init_app,
    navigation.init_app,
    layout.init_app,
    crawls.init_app,
    saved_views.init_app,
    pages.init_app,
    refusals.init_app,
    submission.init_app,
    guards.protect_forms,
)
AFTER_THE_VIEWS = (drafts.init_app, guards.init_app, auto_revert.init_app)
"""Functions that inspect the registered views."""


def register_before_views(app: Flask, *, https: bool) -> None:
    """Register what views depend on. Call it before registering the views."""
    for prepare in BEFORE_THE_VIEWS:
        prepare(app)
    responses.init_app(app, https=https)
    request_lock.init_app(app)
    responses.add_last_resort(app, https=https)


def register_after_views(app: Flask) -> None:
    """Register code that inspects all views. Raises an error if a view declares no access rule."""
    for prepare in AFTER_THE_VIEWS:
        prepare(app)
