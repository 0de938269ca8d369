"""Registers the shared parts of all pages."""

from flask import Flask

from masthead.web import auto_revert, refusals
from masthead.web.frame import api_status, layout, messages, navigation, templating
from masthead.web.http import assets, compression, headers, htmx, last_resort, log, paths, request_lock
from masthead.web.person import access, csrf, locale, session
from masthead.web.submit import drafts, receipt

BEFORE_THE_VIEWS = (
    locale,
    log,
    compression,
    session,
    templating,
    paths,
    htmx,
    assets,
    navigation,
    layout,
    messages,
    api_status,
    refusals,
    receipt,
    csrf,
)
AFTER_THE_VIEWS = (drafts, access, auto_revert)
"""They look at the views that the app has by then."""


def before_the_views(app: Flask, *, https: bool) -> None:
    """Register what views rely on. Call it before registering them."""
    for part in BEFORE_THE_VIEWS:
        part.init_app(app)
    headers.init_app(app, https=https)
    request_lock.init_app(app)
    last_resort.init_app(app, https=https)


def after_the_views(app: Flask) -> None:
    """Register code that inspects all views. Raises an error for a view without an access rule."""
    for part in AFTER_THE_VIEWS:
        part.init_app(app)
