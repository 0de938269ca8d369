"""The status of reading an organization in the background: whether it is due, and when it was last read."""

import time

from flask import Flask, g, url_for

from masthead.store.directory.crawls import CrawlStatus
from masthead.store.errors import StoreError
from masthead.web.person.portal import portal
from masthead.web.person.session import person

CRAWL = "crawls-progress"
"""The id of the element that shows the progress."""


def get_crawl_status(organization_id: str) -> CrawlStatus:
    """Read the status of this person's crawl. Empty if the store can't be read."""
    try:
        return portal().store.crawls.status(person().owner, organization_id)
    except StoreError:
        return CrawlStatus()


def load_crawl_status() -> None:
    """Load the status for this page's templates, which don't read the store themselves."""
    if g.get("organization") is not None and g.get("person") is not None:
        g.crawl_status = get_crawl_status(g.organization.id)


def crawl_url() -> str:
    """Return the URL that continues the crawl of the page's organization. Empty if nothing is due."""
    organization, who = g.get("organization"), g.get("person")
    if organization is None or not who or not who.token or not portal().settings.background_reading:
        return ""
    if not crawl_status().is_due(time.time()):
        return ""
    return url_for("crawls.continue_crawl", organization_id=organization.id)


def crawl_status() -> CrawlStatus:
    """Return the status that `load_crawl_status` loaded for this page."""
    status: CrawlStatus = g.get("crawl_status", CrawlStatus())
    return status


def _seconds_since(moment: float) -> float:
    return time.time() - moment


def init_app(app: Flask) -> None:
    """Register the template functions."""
    app.jinja_env.globals.update(crawl_status=crawl_status, crawl_url=crawl_url, seconds_since=_seconds_since)
