"""The page of a space's broken links, from its newest scan."""

from functools import partial

from flask import Blueprint
from werkzeug.wrappers import Response

from blueprints.link_health.results import UNREAD_SHOWN, broken_pages, find_newest_scan, list_scans, page_url
from masthead.web.descriptions.labels import broken_target_label
from masthead.web.directory.places import SPACE, find_place
from masthead.web.frame.organization import load_organization
from masthead.web.frame.pages import page
from masthead.web.http.paths import get_page_number
from masthead.web.person.guards import signed_in
from masthead.web.person.portal import portal

blueprint = Blueprint("space_links", __name__, url_prefix="/orgs/<organization_id>/spaces/<space_id>/links")


@blueprint.get("")
@signed_in
def show(organization_id: str, space_id: str) -> Response:
    """List the space's pages with broken links, most broken links first."""
    load_organization(organization_id)
    place, number = find_place(organization_id, SPACE, space_id), get_page_number()
    scan, source = find_newest_scan(list_scans(organization_id), space_id)
    findings = portal().store.link_findings
    pages, more = broken_pages(scan, source, number=number) if scan else ([], False)
    unread = findings.list_unread(scan.number, source, limit=UNREAD_SHOWN) if scan else []
    more_unread = findings.count_all_unread(scan.number, source) - len(unread) if scan else 0
    return page(
        "space_links/show.html",
        fragment="rows",
        space=place,
        scan=scan,
        pages=pages,
        more=more,
        unread=unread,
        more_unread=more_unread,
        extent=findings.count_reads(scan.number, source) if scan else None,
        number=number,
        what_is_broken=broken_target_label,
        page_at=partial(page_url, scan) if scan else None,
    )
