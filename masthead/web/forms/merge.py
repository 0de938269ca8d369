"""The three-way merge of a form: what the page showed, what is saved now, and what was typed, field by field."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from flask import g
from pydantic import MISSING

from i18n import N_, gettext, join_and
from masthead.client.redaction import TOKEN_REMOVED
from masthead.store.entries import MAYBE_SAVED, Entry, State
from masthead.store.errors import StoreError
from masthead.store.journal.finding import JournalQuery
from masthead.web.forms.fields import MINE, THEIRS, Clash, WireField, label_in_sentence
from masthead.web.forms.snapshot import Snapshot
from masthead.web.frame.organization import has_permission
from masthead.web.person.access import person
from masthead.web.person.portal import portal
from masthead.writes.equality import same
from masthead.writes.merging import merge_values
from masthead.writes.undo import sent_values

LOOKED_THROUGH = 40
"""Entries of the journal, the newest first: a page is not open for longer than that."""


def change_authors(about: str, theirs: Mapping[str, Any], since: float) -> dict[str, tuple[Entry, bool]]:
    """Find by field the entry that set each value, and whether the person sent it.

    `about` is the object's id and `since` when the page was drawn. Only the newest entry of a field counts, unless the
    page shows a cached answer because the API is away.
    """
    if not (entries := _entries(about, theirs, since, [State.SAVED])):
        return {}
    who, is_kept = person().owner, g.api.stale is not None
    found = {name: _change_to(entries, name, value, is_kept=is_kept) for name, value in theirs.items()}
    return {name: (entry, entry.intent.owner == who) for name, entry in found.items() if entry is not None}


def unsettled_changes(about: str, theirs: Mapping[str, Any], since: float, *, own: bool = False) -> dict[str, Entry]:
    """Find by field the newest entry with an unknown outcome that sent the current value.

    With `own`, only the person's entries count.
    """
    sent = [(each, sent_values(each)) for each in reversed(_entries(about, theirs, since, MAYBE_SAVED, own=own))]
    return {name: each for each, to in sent for name in theirs if name in to and same(to[name], theirs[name])}


def _entries(
    about: str, theirs: Mapping[str, Any], since: float, states: Sequence[State], *, own: bool = False
) -> list[Entry]:
    if not about or not theirs:
        return []
    seen_of = None if has_permission("admin") and not own else person().owner
    wanted = JournalQuery(g.organization.id, seen_of, object_id=about, states=states, since=since)
    with suppress(StoreError):
        return portal().store.journal.entries(wanted, limit=LOOKED_THROUGH)
    return []


def _change_to(entries: Iterable[Entry], name: str, value: Any, *, is_kept: bool) -> Entry | None:
    of_name = [entry for entry in entries if name in entry.outcome.became]
    to_value = [entry for entry in (of_name if is_kept else of_name[:1]) if same(entry.outcome.became[name], value)]
    return next(iter(to_value), None)


CHANGED_TOO = N_("Somebody changed this too while you were editing. Choose whose to keep.")
CHANGED_BY_ONESELF = N_("You changed this too, in another window. Choose which to keep.")
DIFFERS = N_("This differs from what is saved now. Choose which to keep.")
REPLACES = N_("%(label)s changed while you were editing, and your change replaces it. Choose which to keep.")
REDACTED = N_("This text contains your access token. Masthead removed the token, so you can't change the text here.")
TYPED_BESIDE = N_("You chose the other value, and typed something else. Choose what you mean.")
MAX_CHARACTERS = 80
"""A longer value is not for a message: the page shows it."""


@dataclass
class ThreeWay:
    """The three-way merge of a form's fields: `seen`, what the page showed, `now`, what is saved, and what was typed.

    With `out_of_date`, what the page showed is not known. `about` is the id of the object, for the journal. `kept_here`
    values are Masthead's own.
    """

    fields: list[WireField]
    seen: Snapshot
    now: dict[str, Any]
    out_of_date: bool = False
    about: str = ""
    taken_over: list[WireField] = field(default_factory=list)
    kept_here: bool = False

    def __post_init__(self) -> None:
        for each in self.fields:
            each.edits, each.saved = bool(self.now), self.saved_value(each)
            if TOKEN_REMOVED in str(each.saved):
                each.is_redacted, each.hint = True, gettext(REDACTED)

    def changes(self) -> dict[str, Any]:
        """Return by field what this person changed and isn't saved yet."""
        return {f.name: f.wire for f in self.edited_fields() if not f.same(f.wire, self.saved_value(f))}

    def edited_fields(self) -> list[WireField]:
        """List the fields that differ from what the page showed; all of them if that is not known."""
        given = [each for each in self.fields if each.wire is not MISSING and not each.is_redacted]
        sent = [each for each in given if each not in self.taken_over]
        return [each for each in sent if self._is_edited(each)]

    def keep_what_was_chosen(self) -> None:
        """Apply the answers to earlier questions. A text that was typed beside an answer stays.

        “Theirs” means the value that the question showed; a newer one is reported as a colleague's change.
        """
        for each in self.fields:
            asked = self.seen.asked.get(each.name)
            if asked is None:
                continue
            untouched = each.same(each.wire, self.shown_value(each))
            if each.whose == THEIRS and (untouched or each.same(each.wire, asked["mine"])):
                self._take_theirs(each, asked)
            elif each.whose == MINE and untouched:
                each.process_data(asked["mine"])

    def _take_theirs(self, each: WireField, asked: Mapping[str, Any]) -> None:
        theirs = self.shown_value(each)
        merged = merge_values(asked.get("opened"), asked["mine"], theirs, theirs_win=True)
        each.process_data(theirs if merged is None else merged.value)
        if not each.same(each.wire, theirs):
            each.whose = MINE  # the rest of it

    def merge_parts(self) -> None:
        """Merge values that have parts. Where both changed the same part, the person's stays."""
        for each in self.fields:
            if not self._is_changed_by_both(each):
                continue
            seen, now, mine = self.shown_value(each), self.saved_value(each), each.wire
            if None in (seen, now, mine) and None not in each.blank:
                continue
            merged = merge_values(seen, mine, now)
            if merged is None:
                continue
            each.process_data(merged.value)
            each.clashing = merged.clashes
            if not merged.clashes and not each.same(each.wire, now):
                each.merged = (seen,)
                self.seen = replace(self.seen, values={**self.seen.values, each.name: now})

    def _is_changed_by_both(self, each: WireField) -> bool:
        is_asked = each.name in self.seen.asked and each.whose != MINE
        if self.out_of_date or is_asked or each.wire is MISSING or each.is_redacted:
            return False
        return self._has_moved(each) and not each.same(each.wire, self.shown_value(each))

    def compare(self) -> list[WireField]:
        """Find the fields that both changed and ask whose to keep; show what is saved in the others."""
        wanted = self.changes()
        moved = [each for each in self.fields if self._has_moved(each)]
        replaced = self._replaced(wanted, moved)
        clashing = [
            each
            for each in self.fields
            if each.name in wanted and (each in moved or each.sets in replaced or self._is_open(each))
        ]
        for each in clashing:
            each.errors = [*each.errors, self._question(each, None if each in moved else replaced.get(each.sets))]
            each.whose = ""
        theirs = [each for each in moved if each.name not in wanted]
        earlier = self.taken_over
        self.taken_over = [
            each
            for each in theirs
            if each in earlier or not (each.is_told(now := self.saved_value(each)) and each.same(each.wire, now))
        ]
        for each in self.taken_over:
            each.was = (self.shown_value(each),)
            each.replaced_by = next((f.label.text for f in self.fields if f.name in wanted and f.sets == each.name), "")
            each.process_data(self.saved_value(each))
        self._ask_about(clashing)
        asked = gettext(CHANGED_TOO)
        for each in clashing:
            if each.by_me:
                each.errors = [gettext(CHANGED_BY_ONESELF) if why == asked else why for why in each.errors]
        return clashing

    def remerge(self, now: Mapping[str, Any]) -> list[WireField]:
        """Compare again with newer values."""
        self.now = {each.witness: self.now.get(each.witness) for each in self.fields if each.witness} | known_values(
            now
        )
        self.__post_init__()
        return self.compare()

    def other_changes_message(self) -> str:
        """Name the changes that only others made, and who made them; empty if there are none."""
        staying = [field for field in self.taken_over if not field.replaced_by]
        staying += [field for field in self.fields if field.merged]
        values = {field.name: self.now.get(field.name, MISSING) for field in staying}
        known = change_authors(self.about, values, self.seen.at)
        in_doubt = unsettled_changes(self.about, values, self.seen.at, own=True)
        changes = [
            gettext(
                "%(author)s changed %(value)s",
                author=_author(*known.get(field.name, (None, False)), in_doubt=field.name in in_doubt),
                value=_new_value(field, values[field.name]),
            )
            for field in staying
        ]
        return gettext("Meanwhile %(told)s.", told=join_and(changes)) if changes else ""

    def next_snapshot(self) -> Snapshot:
        """The snapshot for the next page."""
        asked = {each.name: _answer_record(each.clash) for each in self.fields if each.clash}
        return Snapshot(self.now, asked, self.seen.at if asked else 0.0, self.seen.sent)

    def snapshot_after_sending(self) -> Snapshot:
        """The snapshot for the next page, where the outcome of what was sent is unknown."""
        sent = {name: [*self.seen.sent.get(name, []), value] for name, value in self.changes().items()}
        return replace(self.next_snapshot(), sent={**self.seen.sent, **sent})

    def saved_value(self, each: WireField) -> Any:
        """The saved value; one that isn't reported is what was typed or sent if its witness is just that."""
        saved, told = self.now.get(each.name, MISSING), self.now.get(each.witness)
        own = (each.wire, *self.seen.sent.get(each.name, ()))
        return told if saved is MISSING and each.witness and told in own else saved

    def shown_value(self, each: WireField) -> Any:
        return self.seen.values.get(each.name, MISSING)

    def _is_edited(self, each: WireField) -> bool:
        return self.out_of_date or self._is_as_sent(each) or not each.same(each.wire, self.shown_value(each))

    def _is_as_sent(self, each: WireField) -> bool:
        """Whether the saved value is what this page sent without an answer."""
        return any(each.same(self.saved_value(each), value) for value in self.seen.sent.get(each.name, ()))

    def _has_moved(self, each: WireField) -> bool:
        if self._is_as_sent(each):
            return False
        witnessed = self.now.get(each.witness) != self.seen.values.get(each.witness)
        known = not self.out_of_date
        return each.has_moved(self.saved_value(each), self.shown_value(each)) or bool(
            each.witness and known and witnessed
        )

    def _replaced(self, wanted: Mapping[str, Any], moved: list[WireField]) -> dict[str, WireField]:
        """Fields that only others changed and a change of this person would set."""
        set_too = {each.sets for each in self.fields if each.name in wanted} - wanted.keys()
        return {each.name: each for each in moved if each.name in set_too}

    def _is_open(self, each: WireField) -> bool:
        answered = each.whose == MINE or (self._is_as_sent(each) and each.same(each.wire, self.shown_value(each)))
        return self.out_of_date or (each.name in self.seen.asked and not answered)

    def _question(self, each: WireField, replaced: WireField | None) -> str:
        if replaced is not None:
            return gettext(REPLACES, label=replaced.label.text)
        if each.whose == THEIRS and each.name in self.seen.asked:
            return gettext(TYPED_BESIDE)
        return gettext(DIFFERS) if self.out_of_date else gettext(CHANGED_TOO)

    def _ask_about(self, clashing: list[WireField]) -> None:
        """Set the clashes of these fields and of those that were asked about before."""
        asked = [each for each in self.fields if each in clashing or each.name in self.seen.asked]
        changed = {each.name: self.saved_value(each) for each in (*asked, *self.taken_over)}
        known = change_authors(self.about, changed, self.seen.at)
        unsettled = unsettled_changes(self.about, changed, self.seen.at)
        for each in self.fields:
            entry, each.by_me = known.get(each.name) or known.get(each.sets) or (None, False)
            if each in asked:
                maybe = unsettled.get(each.name) or unsettled.get(each.sets)
                each.clash = replace(self._clash(each), entry=entry, maybe=maybe, kept_here=self.kept_here)

    def _clash(self, each: WireField) -> Clash:
        before = self.seen.asked.get(each.name)
        witness = self.seen.values.get(each.witness), self.now.get(each.witness)
        if before is None:
            return Clash(self.shown_value(each), self.saved_value(each), each.wire, self.out_of_date, witness=witness)
        given_up = each.whose == THEIRS or each.wire is MISSING
        mine = before["mine"] if given_up else each.wire
        opened, witness = before.get("opened", MISSING), (before.get("witness"), witness[1])
        return Clash(opened, self.saved_value(each), mine, before["out_of_date"], witness=witness)


def _answer_record(clash: Clash) -> dict[str, Any]:
    opened = {} if clash.opened is MISSING else {"opened": clash.opened}
    witness = {"witness": clash.witness[0]} if clash.witness[0] else {}
    return {"mine": clash.mine, "out_of_date": clash.out_of_date, **opened, **witness}


def known_values(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not MISSING}


def _author(entry: Entry | None, by_me: bool, *, in_doubt: bool) -> str:  # noqa: FBT001 - a pair that is unpacked
    if entry is None and in_doubt:
        return gettext("you or somebody else")
    return "you" if by_me else (entry.name if entry is not None else "") or "somebody"


def _new_value(field: WireField, value: Any) -> str:
    label, named = label_in_sentence(field.label.text), field.display_value(value)
    if field.merged:
        return gettext("other parts of the %(label)s", label=label)
    return (
        gettext("%(label)s to %(named)s", label=label, named=named)
        if field.is_told(value) and len(named) <= MAX_CHARACTERS
        else gettext("the %(label)s", label=label)
    )
