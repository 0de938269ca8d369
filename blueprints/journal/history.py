"""What the journal says of the changes that it lists: whose they are, and what they are about."""

from collections.abc import Sequence

from blueprints.journal.changed_settings import title_left
from i18n import N_, gettext
from store import Entry
from web.pages.directory import called
from web.pages.organization import has_permission

ALL_CHANGES = N_("All changes to this organization that were made in Masthead.")
OWN_CHANGES = N_("The changes to this organization that you made in Masthead. Administrators see everybody's changes.")
ALL_CHANGES_TO = N_("The changes to %(name)s that were made in Masthead.")
OWN_CHANGES_TO = N_("The changes to %(name)s that you made in Masthead. Administrators see everybody's changes.")
ALL_CHANGES_IN = N_("The changes to %(name)s, and to everything in it, that were made in Masthead.")
OWN_CHANGES_IN = N_(
    "The changes to %(name)s, and to everything in it, that you made in Masthead. "
    "Administrators see everybody's changes."
)


def name_of(organization_id: str, object_id: str, found: Sequence[Entry]) -> str:
    """What an object is called: as its last change left it, else as this person has met it, else its id."""
    titles = (title_left(each) for each in found if each.intent.subject.id == object_id)
    return next(titles, "") or called(None, organization_id, [object_id])[0]


def lead_of(name: str, object_id: str, shown: Sequence[Entry]) -> str:
    """What the page lists: all changes, or those to one object, and to what is in it if any of that was changed."""
    if not name:
        return gettext(ALL_CHANGES) if has_permission("admin") else gettext(OWN_CHANGES)
    is_alone = all(_is_about(each, object_id) for each in shown)
    everybodys, own = (ALL_CHANGES_TO, OWN_CHANGES_TO) if is_alone else (ALL_CHANGES_IN, OWN_CHANGES_IN)
    return gettext(everybodys if has_permission("admin") else own, name=name)


def untouched_text(name: str, *, is_organization: bool) -> str:
    """What the page says where there are no changes that this person may see. Of an organization, it lists settings."""
    if is_organization:
        name = gettext("the settings of %(name)s", name=name)
    if has_permission("admin"):
        return gettext("Nobody has changed %(name)s in Masthead.", name=name)
    return gettext("You haven't changed %(name)s in Masthead.", name=name)


def _is_about(entry: Entry, object_id: str) -> bool:
    """Whether it is of this object itself, not of what is in it."""
    return object_id in {entry.intent.subject.id, entry.outcome.made}
