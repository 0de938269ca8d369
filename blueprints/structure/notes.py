"""Notes on a draft: what it means for readers and addresses, and what needs consent."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from blueprints.structure.draft import StructureDraft
from masthead.conditions import UNKNOWN_CLAIMS, lint_condition
from masthead.i18n import N_, gettext
from masthead.store.entries import Cause
from masthead.structure.describe import Difference
from masthead.structure.tree import ROOT, SiteStructure, title_of
from masthead.web.descriptions.outcome_text import cause_text
from masthead.web.forms.consequences import Consequence, condition_consequences, read_claims, severity_key

UNKNOWN_CONDITION = N_("It isn't known whether %(section)s has a condition.")
LINK = "link-45deg"


def address_before_path(desk: StructureDraft, item: str) -> str:
    """Return the part of a space's address before its path.

    Empty if other parts may change too, because the address doesn't end with the path or the draft moves the space
    to another section.
    """
    there, now = desk.live.structure, desk.live.addresses.get(item, "").rstrip("/")
    ending = f"/{there.spaces[item].path}" if item in there.spaces else "/"
    is_whole = now.endswith(ending) and there.section_of(item) == desk.now.section_of(item)
    return now.removesuffix(ending) + "/" if is_whole else ""


class Note(NamedTuple):
    """A sentence shown with a change. `warns` is true if readers may lose something, or if more people may read it."""

    icon: str
    text: str
    warns: bool = False


def change_notes(
    desk: StructureDraft, after: SiteStructure, changes: Sequence[Difference], asked: Mapping[str, Cause]
) -> dict[Difference, list[Note]]:
    """Describe what each change means for readers and addresses, and which consent its item needs."""
    return {each: [*_list_notes(each, desk, after, asked)] for each in changes}


def _list_notes(
    change: Difference, desk: StructureDraft, after: SiteStructure, asked: Mapping[str, Cause]
) -> Iterator[Note]:
    if change.kind == "move" and change.item in asked:
        yield Note("question-circle", cause_text(asked[change.item]))
    yield from _reader_notes(change, desk, after)
    yield from _address_notes(change, desk, after)


def _address_notes(change: Difference, desk: StructureDraft, after: SiteStructure) -> Iterator[Note]:
    """Describe what a change does to an item's address.

    An address that doesn't end with the path belongs to a home space, which may change.
    """
    kind, item, base = change.kind, change.item, desk.base
    now, before = desk.live.addresses.get(item, ""), address_before_path(desk, item)
    was, then = ((side.section_of(item), side.group_of(item)) for side in (base, after))
    turned = {base.default_space} ^ {after.default_space}  # the address of a home may have no path in it
    if now and kind == "removed":
        yield Note(LINK, gettext("Readers no longer find it at %(now)s.", now=now), warns=True)
    elif now and kind == "path" and before and item not in turned:
        text = N_("Readers find it at %(then)s then, no longer at %(now)s. Links to the old address may stop working.")
        told = gettext(text, now=now, then=before + after.spaces[item].path)
        yield Note(LINK, told, warns=True)
    elif now and kind == "move" and was != then:
        yield Note(LINK, gettext("Today, readers find it at %(now)s.", now=now))


def _reader_notes(change: Difference, desk: StructureDraft, after: SiteStructure) -> Iterator[Note]:
    """Describe how moving or adding a space affects its readers."""
    item, conditions = change.item, desk.live.conditions
    if change.kind not in {"move", "added"} or item not in after.spaces:
        return
    left = desk.base.section_of(item) if item in desk.base.spaces else None
    entered = after.section_of(item)
    unknown = [title_of(after, each) for each in (left, entered) if each and each not in conditions]
    was, now = (conditions.get(each) if each else None for each in (left, entered))
    if left == entered or (was == now and not unknown):
        return
    if unknown:
        yield Note("eye", gettext(UNKNOWN_CONDITION, section=unknown[-1]))
    elif now is None:
        text = N_("More people may be able to read it: it is no longer under the condition of the section %(section)s.")
        yield Note("exclamation-triangle", gettext(text, section=title_of(desk.base, left or ROOT)), warns=True)
    else:
        text = N_("Only visitors who meet the condition of the section %(section)s can read it then: “%(condition)s”.")
        told = [gettext(text, section=title_of(after, entered), condition=now)]
        if after.spaces[item].condition is not None:
            told.append(gettext("It keeps its own condition, and a visitor has to meet both."))
        yield Note("eye", " ".join(told))


def section_condition_note(item: str, now: SiteStructure, conditions: Mapping[str, str | None]) -> str:
    """Describe the condition on a space's section; empty if it has none. `conditions` has those read, by section."""
    section = now.section_of(item)
    if section != ROOT and section not in conditions:
        return gettext(UNKNOWN_CONDITION, section=title_of(now, section))
    if (condition := conditions.get(section)) is None:
        return ""
    return gettext(
        "The section %(section)s is only for visitors who meet its condition: “%(condition)s”.",
        section=title_of(now, section),
        condition=condition,
    )


def condition_notes(ids: tuple[str, str], after: SiteStructure, changes: Sequence[Difference]) -> list[Consequence]:
    """List the consequences of changed conditions, worst first.

    The schema is read only if a condition changes.
    """
    changed = [each.item for each in changes if each.kind in {"condition", "added"} and each.item in after.spaces]
    spaces = {item: condition for item in changed if (condition := after.spaces[item].condition)}
    claims = read_claims(*ids) if spaces else UNKNOWN_CLAIMS
    found = [
        replace(each, text=gettext("%(name)s: %(told)s", name=title_of(after, item), told=each.text))
        for item, condition in spaces.items()
        for each in condition_consequences(lint_condition(condition, claims))
    ]
    return sorted(found, key=severity_key)
