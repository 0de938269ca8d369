"""Notes beside a draft: who changed the structure, and what the draft means for readers, addresses and an undo."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from blueprints.structure.draft import StructureDraft
from masthead.conditions import UNKNOWN_CLAIMS, lint_condition
from masthead.i18n import N_, gettext
from masthead.resources.values import values_of
from masthead.store.entries import Cause, Entry, State
from masthead.store.errors import StoreError
from masthead.store.journal.journal import build_request
from masthead.store.journal.queries import JournalQuery
from masthead.structure.describe import Difference, address_change_message
from masthead.structure.observe import ARRANGING, find_added
from masthead.structure.tree import ROOT, SiteStructure, is_new, title_of
from masthead.web.descriptions.outcome_text import cause_text
from masthead.web.forms.consequences import (
    Consequence,
    condition_consequences,
    read_claims,
    severity_key,
)
from masthead.web.frame.organization import has_permission
from masthead.web.person.portal import portal
from masthead.web.person.session import person

OF_SECTION = N_("Every reader of its section")
OF_SITE = N_("Every reader of the site")
UNKNOWN_CONDITION = N_("It isn't known whether %(section)s has a condition.")
LINK = "link-45deg"
ENTRIES_MAX = 100


class News(NamedTuple):
    """A change since the draft began; `entry` is the last one of the journal about its item, if Masthead has one."""

    text: str
    entry: Entry | None
    is_own: bool


def list_news(desk: StructureDraft) -> list[News]:
    """List changes since the draft began, with the last journal entries about the items that the person may see."""
    if not desk.news:
        return []
    mine = person().owner
    owner, since = None if has_permission("admin") else mine, desk.begun_from.read_at
    wanted = JournalQuery(desk.organization, owner, endpoints=ARRANGING, states=[State.SAVED], since=since)
    try:
        entries = portal().store.journal.entries(wanted, limit=ENTRIES_MAX)
    except StoreError:
        entries = []
    by_item = dict[str, Entry]()
    for entry in reversed(entries):
        made = entry.outcome.made or next(iter(find_added(desk.live.structure, entry.intent)), "")
        for key in values_of(build_request(entry.intent, made)):
            by_item[key.partition(":")[2].partition(".")[0]] = entry
    found = [(each.text, by_item.get(each.item)) for each in desk.news]
    return [News(text, entry, entry is not None and entry.intent.owner == mine) for text, entry in found]


@dataclass(frozen=True, slots=True)
class SpaceAddress:
    """A space's address for readers; `now` is empty if there is none or it isn't known.

    `before_path` is the part before the path, empty if the address doesn't end with the path. `moves`: the draft puts
    the space into another section, which may change more of the address.
    """

    now: str = ""
    before_path: str = ""
    moves: bool = False


def address_of(desk: StructureDraft, item: str) -> SpaceAddress:
    """Return the current address of a space of the draft."""
    there = desk.live.structure
    if is_new(item) or item not in there.spaces:
        return SpaceAddress()
    now, ending = desk.live.addresses.get(item, ""), f"/{there.spaces[item].path}"
    bare = now.rstrip("/")
    moves = there.section_of(item) != desk.now.section_of(item)
    return SpaceAddress(now, bare.removesuffix(ending) + "/" if bare.endswith(ending) else "", moves)


class Note(NamedTuple):
    """A sentence beside a change; `warns` if readers may lose something, or more of them may read it."""

    icon: str
    text: str
    warns: bool = False


Notes = Mapping[Difference, Sequence[Note]]


def change_notes(
    desk: StructureDraft, after: SiteStructure, changes: Sequence[Difference], asked: Mapping[str, Cause]
) -> Notes:
    """Describe what each change means for readers and addresses, and which consent its item needs."""
    return {each: [*_list_notes(each, desk, after, asked)] for each in changes}


def _list_notes(
    change: Difference, desk: StructureDraft, after: SiteStructure, asked: Mapping[str, Cause]
) -> Iterator[Note]:
    if change.kind == "move" and change.item in asked:
        yield Note("question-circle", cause_text(asked[change.item]))
    yield from _reader_notes(change, desk, after)
    if (note := _describe_address(change, desk, after)[0]) is not None:
        yield note


def addresses_note(desk: StructureDraft, after: SiteStructure, changes: Sequence[Difference]) -> str:
    """Warn that addresses may change besides those that notes name; empty if none can."""
    return address_change_message(changes, [each for each in changes if _describe_address(each, desk, after)[1]])


def _describe_address(change: Difference, desk: StructureDraft, after: SiteStructure) -> tuple[Note | None, bool]:
    """Say what a change does to an address; True if nothing else happens to addresses.

    An address that doesn't end with the path is that of a home, and another space may take its place.
    """
    kind, item, base = change.kind, change.item, desk.base
    now, address = desk.live.addresses.get(item, ""), address_of(desk, item)
    turned = {base.default_space} ^ {after.default_space}  # the address of a home may have no path in it
    is_whole = bool(address.before_path) and item not in turned
    if now and kind == "removed":
        return Note(LINK, gettext("Readers no longer find it at %(now)s.", now=now), warns=True), is_whole
    if now and kind == "path" and is_whole and not address.moves:
        text = N_("Readers find it at %(then)s then, no longer at %(now)s. Links to the old address may stop working.")
        told = gettext(text, now=now, then=address.before_path + after.spaces[item].path)
        return Note(LINK, told, warns=True), True
    was, then = ((side.section_of(item), side.group_of(item)) for side in (base, after))
    if now and kind == "move" and was != then:
        return Note(LINK, gettext("Today, readers find it at %(now)s.", now=now)), False
    return None, False


def _reader_notes(change: Difference, desk: StructureDraft, after: SiteStructure) -> Iterator[Note]:
    """Note how a move or an addition affects a space's readers."""
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


def audience_label(structure: SiteStructure) -> str:
    """Say who sees a space that has no condition of its own."""
    return gettext(OF_SECTION if structure.has_sections else OF_SITE)


def section_condition_note(item: str, now: SiteStructure, conditions: Mapping[str, str | None]) -> str:
    """Describe the condition of a space's section; empty if there is none. `conditions` are those read, by section."""
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
    """List consequences of changed conditions, worst first.

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
