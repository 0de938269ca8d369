"""The pages that the command palette leads to, with the words that people look for them by."""

from collections.abc import Iterator

from flask import g, url_for

from blueprints.settings.forms import SECTIONS
from blueprints.sites.forms import EditSiteForm
from web.forms.forms import ContractForm
from web.pages.destinations import Destination
from web.pages.navigation import declared_areas
from web.pages.organization import has_permission

FILE = "Download"
INSIDE = (
    Destination("New site", "sites.new", "plus-lg", "add site, create site", "Create", "createContent"),
    Destination(
        "New translation",
        "translations.new",
        "plus-lg",
        "add translation, create translation, add language",
        "Create",
        "createContent",
    ),
    Destination(
        "Add an identity provider",
        "sso.new",
        "plus-lg",
        "add provider, new provider, create provider, new idp, saml setup, metadata, connect sso",
        "Create",
    ),
    Destination(
        "Enforce single sign-on",
        "enforcement.show",
        "lock",
        "enforcement, enforce sso, require sso, mandatory, stop enforcing, trial",
    ),
    Destination("Single sign-on on trial", "enforcement.countdown", "clock-history", "countdown, enforcement trial"),
    Destination("Look around", "scans.index", "compass", "scan, crawl, discover, fill the directory"),
    Destination("Language coverage", "coverage.show", "translate", "missing languages, gaps, translation status"),
    Destination("Wanted languages", "coverage.choose", "translate", "required languages, choose languages"),
    Destination("Search all content", "organizations.search", "search", "find pages, full text"),
    Destination("Inside the sites", "organizations.inside", "globe2", "change requests, open changes"),
    Destination(
        "Change several sites",
        "bulk.index",
        "list-check",
        "visibility, public, unlisted, who can read, readers, ai agents, bulk edit",
    ),
    Destination("Share links of all sites", "link_register.index", "link-45deg", "share link, tokens, register"),
    Destination("Share links that are overdue", "link_register.ask_switch_off", "link-45deg", "expired links"),
    Destination("Invite link", "invites.find", "envelope", "invite, invitation, join link, find an invite"),
    Destination("Sites as CSV", "sites.export", "download", "csv, export sites, spreadsheet", FILE),
    Destination("Access as CSV", "access_matrix.export", "download", "csv, export access, permissions csv", FILE),
    Destination("Share links as CSV", "link_register.export", "download", "csv, export links", FILE),
    Destination("Language coverage as CSV", "coverage.export", "download", "csv, export coverage", FILE),
    Destination("Journal as CSV", "journal.export", "download", "csv, export journal", FILE, values={"kind": "csv"}),
)
ANYWHERE = (
    Destination("All organizations", "organizations.index", "building", "switch organization, orgs", "Page"),
    Destination(
        "Certificates",
        "certificates.index",
        "key",
        "certificate, certs, expiry, x509, expiring, rotation, monitor token",
        "Page",
    ),
    Destination("Calendar of certificates", "certificates.calendar", "download", "ics, ical, calendar", FILE),
    Destination("Organization of an e-mail domain", "organizations.of_domain", "building", "whose domain", "Page"),
    Destination("Your drafts", "drafts.index", "pencil", "drafts, unsaved, kept input", "Page"),
    Destination(
        "Your account and sessions",
        "account.sessions",
        "laptop",
        "profile, name, devices, sign out everywhere, logout",
        "Page",
    ),
    Destination("Status of the service", "status.index", "wifi-off", "health, outage, api status, down", "Page"),
)
SETTING_KEYWORDS = {
    "title": "rename, organization name",
    "hostname": "address, subdomain, url",
    "logo": "picture, brand, branding",
    "emailDomains": "domain, join by domain",
    "defaultRole": "default role, newcomers, guests",
    "inviteLinks": "invite, invitation",
    "defaultContent": "landing page, home page",
    "ai": "artificial intelligence",
    "basename": "slug, url, address",
    "visibility": "visibility, public, unlisted, private",
    "proxy": "subpath, own domain, reverse proxy",
    "agentsContext": "artificial intelligence",
    "adaptiveContent": "personalization",
    "defaultSiteSection": "landing",
    "defaultSiteSpace": "landing",
}


def destinations(site_id: str = "") -> Iterator[tuple[Destination, str]]:
    """Those of the page's organization that the person may use, and those of anywhere, each with its address.

    `site_id` is the site that the person is looking at, whose settings are found as well.
    """
    if organization := g.get("organization"):
        ids = {"organization_id": organization.id}
        for each in (*declared_areas(), *INSIDE):
            if not each.needs or has_permission(each.needs):
                yield each, url_for(each.endpoint, **ids, **each.values)
        for section, form in SECTIONS.items():
            for each in _fields(form, "settings.show", f"Settings: {form.heading}"):
                yield each, url_for(each.endpoint, **ids, _anchor=f"part-{section}")
        for each in _fields(EditSiteForm, "sites.edit", "Setting of this site") if site_id else ():
            yield each, url_for(each.endpoint, **ids, site_id=site_id)
    for each in ANYWHERE:
        yield each, url_for(each.endpoint)


def _fields(form: type[ContractForm], endpoint: str, hint: str) -> Iterator[Destination]:
    """A setting each: the fields of a form that are part of the request, not those that only confirm."""
    for name in form.body.model_fields:
        unbound = getattr(form, name, None)
        if unbound is not None:
            yield Destination(unbound.args[0], endpoint, "sliders", SETTING_KEYWORDS.get(name, ""), hint)
