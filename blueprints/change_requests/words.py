"""Describes differences of pages and files in words."""

from collections.abc import Iterator

from contract.authoring.pages import SpacePage
from contract.schema.fields import value_or_none
from i18n import N_, gettext
from masthead.revisions import FileChange, PageChange

KINDS = {
    "text": N_("Text changed"),
    "added": N_("Added"),
    "removed": N_("Removed"),
    "renamed": N_("Renamed"),
    "moved": N_("Moved"),
    "address": N_("Address changed"),
    "settings": N_("Settings changed"),
}
BADGES = {
    "text": ("quiet", "pencil"),
    "added": ("good", "plus-lg"),
    "removed": ("bad", "trash"),
    "renamed": ("quiet", "pencil"),
    "moved": ("quiet", "arrows-move"),
    "address": ("warn", "link-45deg"),
    "settings": ("quiet", "sliders"),
}
FACTS = {
    "description": N_("description"),
    "emoji": N_("emoji"),
    "icon": N_("icon"),
    "type": N_("type"),
    "hidden": N_("shown in the navigation"),
    "noIndex": N_("search engines"),
    "noRobotsIndex": N_("search engines"),
    "layout": N_("layout"),
    "cover": N_("cover"),
    "href": N_("link target"),
    "target": N_("link target"),
    "computed": N_("computed content"),
}


def page_title(page: SpacePage) -> str:
    """The page's title, or its id."""
    return page.title.strip() or page.id


def change_words(change: PageChange) -> Iterator[str]:
    """Sentences about changes other than the text: title, place, address and settings."""
    before, after = change.before, change.after
    if before is None or after is None:
        return
    if change.is_renamed:
        yield gettext("Title: “%(old)s” becomes “%(new)s”", old=page_title(before.page), new=page_title(after.page))
    if change.is_moved:
        yield _move_words(before.above, after.above, same=before.parent == after.parent)
    if change.is_readdressed:
        yield gettext("Address: %(old)s becomes %(new)s", old=_path(before.page), new=_path(after.page))
    if change.facts:
        names = ", ".join(dict.fromkeys(gettext(FACTS[each]) for each in change.facts))
        yield gettext("Settings: %(names)s", names=names)


def _move_words(before: tuple[str, ...], after: tuple[str, ...], *, same: bool) -> str:
    if same:
        return gettext("Place: another position among the same pages")
    return gettext("Place: from %(old)s to %(new)s", old=_above(before), new=_above(after))


def _above(titles: tuple[str, ...]) -> str:
    return " > ".join(titles) or gettext("the top")


def _path(page: SpacePage) -> str:
    return value_or_none(page.path) or value_or_none(page.slug) or gettext("none")


def file_words(change: FileChange) -> tuple[str, str, str]:
    """Label, kind and icon of a badge for a file's change."""
    if change.before is None:
        return gettext("Added"), "good", "plus-lg"
    if change.after is None:
        return gettext("Removed"), "bad", "trash"
    return gettext("Changed"), "quiet", "pencil"
