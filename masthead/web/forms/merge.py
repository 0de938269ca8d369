"""The three-way merge of a form: the page's sealed snapshot, the saved values and the input."""

import hashlib
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple

from flask import current_app, g
from itsdangerous import BadData, URLSafeSerializer
from pydantic import MISSING

from masthead.client.redaction import TOKEN_REMOVED
from masthead.i18n import N_, gettext, join_and
from masthead.resources.values import is_same_value
from masthead.store.entries import MAYBE_SAVED, Entry, State
from masthead.store.errors import StoreError
from masthead.store.journal.queries import JournalQuery
from masthead.web.forms.fields import MINE, THEIRS, FieldConflict, WireField, label_in_sentence
from masthead.web.frame.organization import has_permission
from masthead.web.person.portal import portal
from masthead.web.person.session import person
from masthead.writes.send import sent_values
from masthead.writes.undo import merge_values


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The saved values shown on a page, as JSON by field. `asked` holds the conflicts that the page asked about.

    `at` is the latest time at which the values were read, as a Unix timestamp; 0 before sealing.
    """

    values: dict[str, Any]
    asked: dict[str, dict[str, Any]] = field(default_factory=dict)
    at: float = 0.0


def _serializer() -> URLSafeSerializer:
    person = g.get("person")
    salt = f"form-snapshot:{person.owner if person else ''}"
    return URLSafeSerializer(str(current_app.secret_key), salt=salt, signer_kwargs={"digest_method": hashlib.sha256})


def seal_snapshot(snapshot: Snapshot) -> str:
    """Return a signed string that only this person's session can open."""
    at = snapshot.at or time.time() - _seconds_since_read()
    return str(_serializer().dumps({**asdict(snapshot), "at": at}))


def _seconds_since_read() -> float:
    stale = g.api.stale if "api" in g else None
    return stale.age + time.perf_counter() - g.started if stale else 0.0


def open_snapshot(text: str) -> Snapshot | None:
    """Open a snapshot. None if it wasn't sealed here for this person."""
    try:
        sealed = _serializer().loads(text)
        return Snapshot(sealed["values"], sealed["asked"], sealed.get("at", 0.0))
    except (BadData, KeyError, TypeError):
        return None


LOOKED_THROUGH = 40
"""The most journal entries to search for an author: more than come in while a page is open."""
CHANGED_TOO = N_("Somebody changed this too while you were editing. Choose whose to keep.")
CHANGED_BY_ONESELF = N_("You changed this too, in another window. Choose which to keep.")
DIFFERS = N_("This differs from what is saved now. Choose which to keep.")
REPLACES = N_("%(label)s changed while you were editing, and your change replaces it. Choose which to keep.")
REDACTED = N_("This text contains your access token. Masthead removed the token, so you can't change the text here.")
TYPED_BESIDE = N_("You chose the other value, and typed something else. Choose what you mean.")
MAX_CHARACTERS = 80
"""Longer values aren't quoted in messages, since the page shows them."""


class Authorship(NamedTuple):
    """The author of a value: the journal entry, whether it is by this person, and a similar one of unknown outcome."""

    entry: Entry | None = None
    by_me: bool = False
    maybe: Entry | None = None


def find_authors(about: str, values: Mapping[str, Any], since: float) -> dict[str, Authorship]:
    """Find who set an object's values, by field.

    `about` is the object's id, `since` the time at which the page was rendered. Only the newest saved entry for a field
    counts.
    """
    if not about or not values:
        return {}
    who = person().owner
    seen_of, states = None if has_permission("admin") else who, [State.SAVED, *MAYBE_SAVED]
    wanted = JournalQuery(g.organization.id, seen_of, object_id=about, states=states, since=since)
    try:
        entries = portal().store.journal.entries(wanted, limit=LOOKED_THROUGH)
    except StoreError:
        return {}
    found = {}
    for name, value in values.items():
        saved = (each for each in entries if name in each.outcome.became and each.outcome.state is State.SAVED)
        newest = next(saved, None)
        entry = newest if newest is not None and is_same_value(newest.outcome.became[name], value) else None
        unknown = ((each, sent_values(each.intent)) for each in entries if each.outcome.state in MAYBE_SAVED)
        maybe = next((each for each, sent in unknown if name in sent and is_same_value(sent[name], value)), None)
        found[name] = Authorship(entry, entry is not None and entry.intent.owner == who, maybe)
    return found


@dataclass
class ThreeWay:
    """A three-way merge of a form's fields: the values `seen` on the page, the saved values `now`, and the input.

    With `out_of_date`, the page's values are unknown. `about` is the object's id, for the journal. `kept_here` means
    that the values are Masthead's own.
    """

    fields: list[WireField]
    seen: Snapshot
    now: dict[str, Any]
    out_of_date: bool = False
    about: str = ""
    kept_here: bool = False
    changed_by_others: list[WireField] = field(default_factory=list)
    authors: dict[str, Authorship] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for each in self.fields:
            each.edits, each.saved = bool(self.now), self.saved_value(each)
            if TOKEN_REMOVED in str(each.saved):
                each.is_redacted, each.hint = True, gettext(REDACTED)

    def changes(self) -> dict[str, Any]:
        """Return this person's unsaved changes by field."""
        return {f.name: f.wire for f in self.edited_fields() if not f.same(f.wire, self.saved_value(f))}

    def edited_fields(self) -> list[WireField]:
        """List the fields that differ from the page's values. If those are unknown, list all fields."""
        given = [each for each in self.fields if each.wire is not MISSING and not each.is_redacted]
        sent = [each for each in given if each not in self.changed_by_others]
        return [each for each in sent if self.out_of_date or not each.same(each.wire, self.shown_value(each))]

    def apply_answers(self) -> None:
        """Apply the answers to earlier questions. Text that was typed along with an answer is preserved.

        “Theirs” means the value shown in the question. A newer value is reported as a colleague's change.
        """
        for each in self.fields:
            asked = self.seen.asked.get(each.name)
            if asked is None:
                continue
            untouched = each.same(each.wire, self.shown_value(each))
            if each.whose == THEIRS and (untouched or each.same(each.wire, asked["mine"])):
                self._apply_theirs(each, asked)
            elif each.whose == MINE and untouched:
                each.process_data(asked["mine"])

    def _apply_theirs(self, each: WireField, asked: Mapping[str, Any]) -> None:
        theirs = self.shown_value(each)
        merged = merge_values(asked.get("opened"), asked["mine"], theirs, theirs_win=True)
        each.process_data(theirs if merged is None else merged.value)
        if not each.same(each.wire, theirs):
            each.whose = MINE  # the value's other parts

    def merge_parts(self) -> None:
        """Merge values that consist of parts. If both changed the same part, the person's value wins."""
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
            each.conflicting_parts = merged.clashes
            if not merged.clashes and not each.same(each.wire, now):
                each.merged = (seen,)
                self.seen = replace(self.seen, values={**self.seen.values, each.name: now})

    def _is_changed_by_both(self, each: WireField) -> bool:
        is_asked = each.name in self.seen.asked and each.whose != MINE
        if self.out_of_date or is_asked or each.wire is MISSING or each.is_redacted:
            return False
        return self._has_moved(each) and not each.same(each.wire, self.shown_value(each))

    def mark_conflicts(self) -> list[WireField]:
        """Find fields that both changed and ask which value to keep. Show saved values in the other fields."""
        wanted = self.changes()
        moved = [each for each in self.fields if self._has_moved(each)]
        set_too = {each.sets for each in self.fields if each.name in wanted} - wanted.keys()
        replaced = {each.name: each for each in moved if each.name in set_too}
        conflicting = [
            each
            for each in self.fields
            if each.name in wanted and (each in moved or each.sets in replaced or self._is_open(each))
        ]
        earlier = self.changed_by_others
        self.changed_by_others = [
            each
            for each in moved
            if each.name not in wanted
            and (each in earlier or not (each.is_reported(now := self.saved_value(each)) and each.same(each.wire, now)))
        ]
        for each in self.changed_by_others:
            each.was = (self.shown_value(each),)
            each.replaced_by = next((f.label.text for f in self.fields if f.name in wanted and f.sets == each.name), "")
            each.process_data(self.saved_value(each))
        asked = [each for each in self.fields if each in conflicting or each.name in self.seen.asked]
        self._find_authors([*asked, *self.changed_by_others])
        for each in conflicting:
            each.errors = [*each.errors, self._question_for(each, None if each in moved else replaced.get(each.sets))]
            each.whose = ""
        for each in asked:
            each.conflict = self._build_conflict(each)
        return conflicting

    def remerge(self, now: Mapping[str, Any]) -> list[WireField]:
        """Compare again with newer values."""
        witnesses = {each.witness: self.now.get(each.witness) for each in self.fields if each.witness}
        self.now = witnesses | known_values(now)
        self.__post_init__()
        return self.mark_conflicts()

    def other_changes_message(self) -> str:
        """Name the changes that only others made, with their authors. Empty if there are none."""
        staying = [field for field in self.changed_by_others if not field.replaced_by]
        staying += [field for field in self.fields if field.merged]
        values = {field.name: self.now.get(field.name, MISSING) for field in staying}
        authors = find_authors(self.about, values, self.seen.at)  # anew: what was unknown may be found saved by now
        found = [(each, _author_label(authors.get(each.name, Authorship()))) for each in staying]
        changes = [
            gettext("%(author)s changed %(value)s", author=author, value=_new_value_message(each, values[each.name]))
            for each, author in found
        ]
        return gettext("Meanwhile %(told)s.", told=join_and(changes)) if changes else ""

    def next_snapshot(self) -> Snapshot:
        """Return the snapshot for the next page."""
        asked = {each.name: _answer_record(each.conflict) for each in self.fields if each.conflict}
        return Snapshot(self.now, asked, self.seen.at if asked else 0.0)

    def saved_value(self, each: WireField) -> Any:
        """Return the saved value or, if it isn't reported, the input, provided that the witness is equal."""
        saved, witnessed = self.now.get(each.name, MISSING), self.now.get(each.witness)
        return witnessed if saved is MISSING and each.witness and witnessed == each.wire else saved

    def shown_value(self, each: WireField) -> Any:
        return self.seen.values.get(each.name, MISSING)

    def _has_moved(self, each: WireField) -> bool:
        if each.differs_from_shown(self.saved_value(each), self.shown_value(each)):
            return True
        is_witnessed = self.now.get(each.witness) != self.seen.values.get(each.witness)
        return bool(each.witness) and is_witnessed and not self.out_of_date

    def _is_open(self, each: WireField) -> bool:
        return self.out_of_date or (each.name in self.seen.asked and each.whose != MINE)

    def _question_for(self, each: WireField, replaced: WireField | None) -> str:
        if replaced is not None:
            return gettext(REPLACES, label=replaced.label.text)
        if each.whose == THEIRS and each.name in self.seen.asked:
            return gettext(TYPED_BESIDE)
        if self.out_of_date:
            return gettext(DIFFERS)
        return gettext(CHANGED_BY_ONESELF if each.by_me else CHANGED_TOO)

    def _find_authors(self, changed: list[WireField]) -> None:
        self.authors = find_authors(self.about, {each.name: self.saved_value(each) for each in changed}, self.seen.at)
        for each in self.fields:
            each.by_me = self._find_authorship(each).by_me

    def _find_authorship(self, each: WireField) -> Authorship:
        own, of_set = (self.authors.get(name, Authorship()) for name in (each.name, each.sets))
        first = own if own.entry is not None else of_set
        return first._replace(maybe=own.maybe or of_set.maybe)

    def _build_conflict(self, each: WireField) -> FieldConflict:
        """Build a conflict from a question that is asked again, or else from the page's values."""
        witnessed, author = self.seen.values.get(each.witness), self._find_authorship(each)
        shown = {"opened": self.shown_value(each), "out_of_date": self.out_of_date, "witness": witnessed}
        asked = self.seen.asked.get(each.name)
        is_kept = asked is not None and (each.whose == THEIRS or each.wire is MISSING)
        before = shown if asked is None else asked
        return FieldConflict(
            before.get("opened", MISSING),
            self.saved_value(each),
            before["mine"] if is_kept else each.wire,
            before["out_of_date"],
            author.entry,
            author.maybe,
            (before.get("witness"), self.now.get(each.witness)),
            self.kept_here,
        )


def _answer_record(conflict: FieldConflict) -> dict[str, Any]:
    record = {"mine": conflict.mine, "out_of_date": conflict.out_of_date, "witness": conflict.witness[0]}
    return record if conflict.opened is MISSING else record | {"opened": conflict.opened}


def known_values(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not MISSING}


def _author_label(found: Authorship) -> str:
    if found.entry is None and found.maybe is not None and found.maybe.intent.owner == person().owner:
        return gettext("you or somebody else")
    return "you" if found.by_me else (found.entry.name if found.entry is not None else "") or "somebody"


def _new_value_message(field: WireField, value: Any) -> str:
    label, named = label_in_sentence(field.label.text), field.display_value(value)
    if field.merged:
        return gettext("other parts of the %(label)s", label=label)
    if not field.is_reported(value) or len(named) > MAX_CHARACTERS:
        return gettext("the %(label)s", label=label)
    return gettext("%(label)s to %(named)s", label=label, named=named)
