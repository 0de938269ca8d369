"""The published view of a site: its structure and style as readers see it, or why it isn't available."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from flask import Blueprint, request
from pydantic import MISSING
from werkzeug.wrappers import Response

from contract.publishing.customizations import Customization, ThemedValue
from contract.publishing.section_groups import LIST_SECTION_GROUPS, SiteSection, SiteSectionGroup
from contract.publishing.site_spaces import SiteSpace
from contract.publishing.sites import GET_PUBLISHED, GET_SITE, PublishedContentSite, PublishedQuery, Site
from contract.schema.endpoint import LIMIT_MAX, ListQuery
from masthead.client import Cached, CachedRead, Forbidden, NotFound, Problem, Read
from masthead.client.reads import ReadRequest
from masthead.i18n import N_, gettext
from masthead.structure.read import combine_reads, map_addresses
from masthead.structure.tree import SiteStructure
from masthead.web.frame.navigation import ObjectPage
from masthead.web.frame.organization import gather_in_organization, or_raise
from masthead.web.frame.pages import page
from masthead.web.frame.problems import unread_message
from masthead.web.person.guards import signed_in
from masthead.web.places import Place
from masthead.web.submit.structure_drafts import changes_something, find_draft

blueprint = Blueprint("published", __name__, url_prefix="/orgs/<organization_id>/sites/<site_id>/published")
HEX = re.compile(r"#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})")
MAX_KEY_LENGTH = 500
COLOURS = (
    (N_("Primary"), "primaryColor"),
    (N_("Information"), "infoColor"),
    (N_("Success"), "successColor"),
    (N_("Warning"), "warningColor"),
    (N_("Danger"), "dangerColor"),
)


NOTHING_FOR_KEY = N_(
    "There is nothing to see with this key. The link may be inactive or deleted, or the site isn't published."
)
NOT_PUBLISHED = N_("The site isn't published, so readers can't see it yet. Publish it in the documentation app.")
NOT_FOR_YOU = N_("Only some readers can see this site, and you aren't one of them.")
MANY = ListQuery(limit=LIMIT_MAX)


class Colour(NamedTuple):
    """A site color in the light and the dark theme; None where it is invalid or not reported."""

    name: str
    light: str | None
    dark: str | None


@blueprint.get("")
@signed_in
def show(organization_id: str, site_id: str) -> Response:
    return _render(organization_id, site_id, "")


@blueprint.post("")
@signed_in
def show_with_key(organization_id: str, site_id: str) -> Response:
    """Show the site as readers with a share link see it. It is a POST, so that no URL or log contains the key."""
    return _render(organization_id, site_id, request.form.get("key", "").strip()[:MAX_KEY_LENGTH])


def _render(organization_id: str, site_id: str, key: str) -> Response:
    ids = (organization_id, site_id)
    query = PublishedQuery(shareKey=key) if key else PublishedQuery()
    # Content that needs a key must not be cached.
    view_read: ReadRequest[Any] = (
        Read(GET_PUBLISHED, ids, query) if key else CachedRead(GET_PUBLISHED, ids, refresh=True)
    )
    site, published, groups = gather_in_organization(
        organization_id,
        CachedRead(GET_SITE, ids, refresh=True),
        view_read,
        CachedRead(LIST_SECTION_GROUPS, ids, MANY, refresh=True),
    )
    remembered = or_raise(site)
    found, view, draft = remembered.value, _view_or_none(published), find_draft(organization_id, site_id)
    return page(
        "published/show.html",
        site=found,
        remembered=remembered,
        view=view,
        structure=None
        if view is None
        else build_published_structure(view, [] if isinstance(groups, Problem) else groups.value.items),
        addresses={} if view is None or key else map_addresses(_list_spaces(view)),
        colours=[] if view is None else list_colours(_find_customization(view)),
        look=None if view is None else _find_customization(view),
        why=_explain_absence(found, published, asked_with_key=bool(key)) if isinstance(published, Problem) else "",
        asked_with_key=bool(key),
        has_draft=draft is not None and changes_something(draft),
    )


def _view_or_none(
    answer: Cached[PublishedContentSite] | PublishedContentSite | Problem,
) -> PublishedContentSite | None:
    if isinstance(answer, Problem):
        return None
    return answer.value if isinstance(answer, Cached) else answer


def _explain_absence(site: Site, problem: Problem, *, asked_with_key: bool) -> str:
    if asked_with_key and isinstance(problem, (NotFound, Forbidden)):
        return gettext(NOTHING_FOR_KEY)
    if not isinstance(problem, (NotFound, Forbidden)):
        return gettext("The published view could not be read. %(why)s", why=unread_message(problem))
    if not site.published:
        return gettext(NOT_PUBLISHED)
    return gettext(NOT_FOR_YOU)


def build_published_structure(view: PublishedContentSite, named: Sequence[SiteSectionGroup]) -> SiteStructure:
    """Build the structure that readers see. `named` has groups with titles, since the view may have only their ids."""
    groups, sections = _list_groups(view), _list_sections(view)
    spaces = _list_spaces(view)
    known, shown = {group.id for group in groups}, {section.sectionGroup for section in sections}
    return combine_reads(spaces, [*groups, *(each for each in named if each.id in shown - known)], view)


def _list_groups(view: PublishedContentSite) -> list[SiteSectionGroup]:
    return [item for item in view.structure.structure if isinstance(item, SiteSectionGroup)]


def _list_sections(view: PublishedContentSite) -> list[SiteSection]:
    sections = [item for item in view.structure.structure if isinstance(item, SiteSection)]
    for group in _list_groups(view):
        sections += [] if group.sections is MISSING else group.sections
    return sections


def _list_spaces(view: PublishedContentSite) -> list[SiteSpace]:
    spaces = [item for item in view.structure.structure if isinstance(item, SiteSpace)]
    for section in _list_sections(view):
        held = [] if section.siteSpaces is MISSING else section.siteSpaces
        spaces += [space.model_copy(update={"section": section.id}) for space in held]
    return spaces


def _find_customization(view: PublishedContentSite) -> Customization | None:
    looks = view.customizations
    return None if looks is MISSING or looks.site is MISSING else looks.site


def list_colours(look: Customization | None) -> list[Colour]:
    """List the colors that the API reports."""
    styling = MISSING if look is None else look.styling
    if styling is MISSING:
        return []
    told = [(gettext(name), getattr(styling, field)) for name, field in COLOURS]
    if styling.tint is not MISSING:
        told.append((gettext("Tint"), styling.tint.color))
    return [
        Colour(name, _hex_color(both, "light"), _hex_color(both, "dark")) for name, both in told if both is not MISSING
    ]


def _hex_color(both: ThemedValue, surroundings: str) -> str | None:
    value = getattr(both, surroundings, None)
    return value if isinstance(value, str) and HEX.fullmatch(value) else None


PLACE = Place(
    blueprints=(blueprint,),
    within=N_("Sites"),
    object_pages=(
        ObjectPage("site", "site_id", N_("Published view"), "published.show", "eye", N_("preview, published, readers")),
    ),
)
