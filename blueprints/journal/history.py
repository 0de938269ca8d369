"""Titles and texts of the journal, for all changes or for changes to one object."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import g, url_for

from blueprints.journal.entries import title_after_change
from contract import BY_NAME
from masthead.client import CachedRead
from masthead.i18n import N_, gettext
from masthead.resources import BY_KIND
from masthead.store.directory.objects import OK, DirectoryQuery, KnownObject
from masthead.store.entries import Entry
from masthead.store.errors import StoreError
from masthead.web.directory.entries import entry_url, find_object_titles
from masthead.web.frame.navigation import Area, select_area_of
from masthead.web.frame.organization import has_permission
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person
from masthead.web.submit.recorded_changes import object_page_url as page_of_change

ALL_CHANGES = N_("All changes to this organization that were made in Masthead.")
OWN_CHANGES = N_("The changes to this organization that you made in Masthead. Administrators see everybody's changes.")
ALL_CHANGES_TO = N_("The changes to %(name)s that were made in Masthead.")
OWN_CHANGES_TO = N_("The changes to %(name)s that you made in Masthead. Administrators see everybody's changes.")
ALL_CHANGES_IN = N_("The changes to %(name)s, and to everything in it, that were made in Masthead.")
OWN_CHANGES_IN = N_(
    "The changes to %(name)s, and to everything in it, that you made in Masthead. "
    "Administrators see everybody's changes."
)


@dataclass(frozen=True, slots=True)
class HistoryOf:
    """The object that the journal is filtered by.

    `page` is its URL, empty if it has none; `area` is the navigation area with that page; `last_read` is the last
    response with the object, if cached. `parent` is the id of the object that contains it, empty if unknown.
    """

    kind: str
    id: str
    title: str
    page: str
    area: Area | None
    last_read: object = None
    parent: str = ""
    parent_title: str = ""

    @property
    def called(self) -> str:
        return self.title

    @property
    def trail(self) -> list[tuple[str, str]]:
        """Breadcrumbs to the history, as pairs of label and URL."""
        above = [(self.area.label, self.area.url)] if self.area is not None else []
        return above + [(self.title, self.page)] * (bool(self.page) and self.page not in dict(above).values())


def build_history(organization_id: str, object_id: str, found: Sequence[Entry]) -> HistoryOf:
    """Describe the object to filter by, and mark its navigation area as the current one.

    The title comes from the object's last change, else from the person's directory; else it is the id.
    """
    if object_id == organization_id:
        page = url_for("settings.show", organization_id=organization_id)
        name = gettext("the settings of %(name)s", name=g.organization.title)
        return HistoryOf("organization", object_id, name, page, select_area_of(page))
    own, met = [each for each in found if _is_about(each, object_id)], _find_known(organization_id, object_id)
    titles = (title_after_change(each) for each in own if each.intent.subject.id == object_id)
    page = _object_page_url(organization_id, own, met)
    return HistoryOf(
        met.kind if met and page else "",
        object_id,
        next(titles, "") or (met.title if met else "") or object_id,
        page,
        select_area_of(page) if page else None,
        _find_last_read(organization_id, met) if met and page else None,
        met.parent if met else "",
        find_object_titles(None, organization_id, [met.parent])[0] if met and met.parent else "",
    )


def _find_known(organization_id: str, object_id: str) -> KnownObject | None:
    try:
        found = portal().store.directory.find(person().owner, DirectoryQuery(organization_id, ids=[object_id]), limit=1)
    except StoreError:
        return None
    return found[0] if found else None


def _find_last_read(organization_id: str, met: KnownObject) -> object:
    kind = BY_KIND[met.kind]
    read = kind.endpoints.read
    if read is None or kind.lookup is None or read.path_params != ("organizationId", kind.lookup.parameter):
        return None
    found = api().get_last_response(CachedRead(read, (organization_id, met.id)))
    return found[0].value if found else None


def _object_page_url(organization_id: str, own: Sequence[Entry], met: KnownObject | None) -> str:
    if (met and met.state != OK) or (own and BY_NAME[own[0].intent.endpoint].method == "DELETE"):
        return ""
    known = entry_url(met.kind, met.id, organization_id, met.parent) if met else ""
    return known or (page_of_change(own[0]) if own else "")


def history_introduction(name: str, object_id: str, shown: Sequence[Entry]) -> str:
    """Say whose changes the list contains, and to which object."""
    if not name:
        return gettext(ALL_CHANGES) if has_permission("admin") else gettext(OWN_CHANGES)
    is_alone = all(_is_about(each, object_id) for each in shown)
    everybodys, own = (ALL_CHANGES_TO, OWN_CHANGES_TO) if is_alone else (ALL_CHANGES_IN, OWN_CHANGES_IN)
    return gettext(everybodys if has_permission("admin") else own, name=name)


def no_changes_message(name: str) -> str:
    """Explain that no change to the object is visible to the person."""
    if has_permission("admin"):
        return gettext("Nobody has changed %(name)s in Masthead.", name=name)
    return gettext("You haven't changed %(name)s in Masthead.", name=name)


def _is_about(entry: Entry, object_id: str) -> bool:
    """True if the entry changed the object itself, not something in it."""
    return object_id in {entry.intent.subject.id, entry.outcome.made}
