"""Drafts of a site's structure: every step of them, for one person alone, so that each can be undone and done again."""

import time
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from sqlalchemy import Connection, Row, delete, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from masthead.store.bulk.changes import TransactionHook
from masthead.store.database import Database
from masthead.store.encryption import Sealing, seal_rows_anew
from masthead.store.errors import DraftChangedError
from masthead.store.keys import Keys
from masthead.store.tables.drafts import arrangement_steps, arrangements

KEPT_SECONDS = 30 * 24 * 3600.0
MAX_STEPS = 50
PURPOSE = "arrangement"
MAX_BYTES = 8 * 1024 * 1024
BEFORE_BASE = "\0"
_NUMBERS = select(arrangement_steps.c.step)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A draft: `base` is what it was begun from, `now` what it is, both as texts; `at` in seconds since 1970.

    `current` is the number of the step that shows, `owner` and `place` are whose it is and of what. It takes back the
    bulk change that sent the entry `takes_back` of the journal, if any.
    """

    owner: str
    place: str
    current: int
    at: float
    base: str = field(repr=False)
    now: str = field(repr=False)
    undoable: bool = False
    redoable: bool = False
    takes_back: int | None = None


@dataclass(frozen=True, slots=True)
class ArrangementStep:
    """A step of a draft, and what it changes: most steps have the base of the draft, some an older one."""

    base: str = field(repr=False)
    now: str = field(repr=False)


class Arrangements:
    """One draft for each person and place, where a place is any text. Raises StoreError."""

    def __init__(self, database: Database, keys: Keys, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._sealing = Sealing(keys, PURPOSE)
        self._clock = clock

    def find(self, owner: str, place: str, connection: Connection | None = None) -> Arrangement | None:
        """The draft, if there is one that can be read."""
        mine = select(arrangements).where(_is_draft(owner, place), arrangements.c.at > self._clock() - KEPT_SECONDS)
        with self._database.reading(connection) as reading:
            row = reading.execute(mine).first()
            if row is None:
                return None
            step = reading.execute(select(arrangement_steps).where(_is_step(owner, place, row.current))).first()
            numbers = reading.scalars(_NUMBERS.where(_is_step_of(owner, place))).all()
        found = self._to_step(step, self._open_structure(row, owner, place), owner, place)
        if found is None:
            return None
        undoable, redoable = min(numbers) < row.current, max(numbers) > row.current
        return Arrangement(owner, place, row.current, row.at, found.base, found.now, undoable, redoable, row.takes_back)

    def all_of(self, owner: str, connection: Connection | None = None) -> list[tuple[str, float]]:
        """The places for which a person has a draft, and when each was changed last; the newest first."""
        mine = select(arrangements.c.place, arrangements.c.at).where(
            arrangements.c.owner == owner, arrangements.c.at > self._clock() - KEPT_SECONDS
        )
        with self._database.reading(connection) as reading:
            return [(row.place, row.at) for row in reading.execute(mine.order_by(arrangements.c.at.desc()))]

    def begin(
        self, owner: str, place: str, base: str, steps: Mapping[int, ArrangementStep] | None = None, current: int = 0
    ) -> Arrangement | None:
        """A new draft, in which nothing is changed yet, or one with `steps`; None where there is one by now."""
        with self._database.writing() as connection:
            if self.find(owner, place, connection) is not None:
                return None
            self._drop(connection, owner, place)
            head = {"owner": owner, "place": place, "at": self._clock(), "current": current}
            connection.execute(insert(arrangements).values(head | self._seal_structure(owner, place, base)))
            self._insert_steps(connection, owner, place, base, steps or {0: ArrangementStep(base, base)})
            return self.find(owner, place, connection)

    def steps(self, draft: Arrangement) -> dict[int, ArrangementStep]:
        """All steps of it that can be read, by their numbers: those that were undone too."""
        owner, place = draft.owner, draft.place
        with self._database.reading() as connection:
            head = connection.execute(select(arrangements).where(_is_draft(owner, place))).first()
            rows = connection.execute(select(arrangement_steps).where(_is_step_of(owner, place))).all()
        base = self._open_structure(head, owner, place)
        found = {row.step: self._to_step(row, base, owner, place) for row in rows}
        return {number: step for number, step in found.items() if step is not None}

    def rebase(self, draft: Arrangement, base: str, steps: Mapping[int, ArrangementStep]) -> bool:
        """Begin the draft from something else, with all its steps; False if it is another than `draft` by now."""
        owner, place = draft.owner, draft.place
        with self._database.writing() as connection:
            if not self._is_current(connection, draft):
                return False
            connection.execute(delete(arrangement_steps).where(_is_step_of(owner, place)))
            self._insert_steps(connection, owner, place, base, steps)
            head = {"at": self._clock()} | self._seal_structure(owner, place, base)
            connection.execute(update(arrangements).where(_is_draft(owner, place)).values(head))
        return True

    def put(self, draft: Arrangement, now: str, base: str = "") -> bool:
        """The next step of a draft; those that were undone are gone. False if it is another than `draft` by now.

        `base` is what the step changes, where that is not what the step before it does.
        """
        owner, place, current = draft.owner, draft.place, draft.current
        with self._database.writing() as connection:
            if not self._is_current(connection, draft):
                return False
            last = connection.execute(select(arrangement_steps).where(_is_step(owner, place, current))).first()
            _, _, own = (self._open_structure(last, owner, place) or "").partition(BEFORE_BASE)
            ahead = arrangement_steps.c.step > current
            too_old = arrangement_steps.c.step <= current - MAX_STEPS
            connection.execute(delete(arrangement_steps).where(_is_step_of(owner, place), ahead | too_old))
            self._insert_step(connection, owner, place, current + 1, now, base or own)
            self._set_current_step(connection, owner, place, current + 1)
        return True

    def step(self, draft: Arrangement, by: int) -> bool:
        """Undo a step (-1) or do it again (1); False where there is none, or it is another than `draft` by now."""
        owner, place, wanted = draft.owner, draft.place, draft.current + by
        with self._database.writing() as connection:
            is_there = connection.scalar(_NUMBERS.where(_is_step(owner, place, wanted))) is not None
            if not is_there or not self._is_current(connection, draft):
                return False
            self._set_current_step(connection, owner, place, wanted)
        return True

    def note_taken_back(self, owner: str, place: str, entry: int | None) -> None:
        """Let the draft there is take back the plan that sent this entry of the journal; None for no plan."""
        with self._database.writing() as connection:
            connection.execute(update(arrangements).where(_is_draft(owner, place)).values(takes_back=entry))

    def drop(self, draft: Arrangement) -> bool:
        """Forget it, as it is not wanted; False if it is another than `draft` by now."""
        with self._database.writing() as connection:
            if not self._is_current(connection, draft):
                return False
            self._drop(connection, draft.owner, draft.place)
        return True

    def dropping(self, draft: Arrangement) -> TransactionHook:
        """Forgets it within another write. Raises DraftChangedError if it is another than `draft` by then."""

        def drop(connection: Connection, _number: int) -> None:
            if not self._is_current(connection, draft):
                raise DraftChangedError
            self._drop(connection, draft.owner, draft.place)

        return drop

    def _is_current(self, connection: Connection, draft: Arrangement) -> bool:
        row = connection.execute(select(arrangements).where(_is_draft(draft.owner, draft.place))).first()
        return row is not None and (row.at, row.current) == (draft.at, draft.current)

    def _drop(self, connection: Connection, owner: str, place: str) -> None:
        old = select(arrangements.c.owner, arrangements.c.place).where(
            arrangements.c.at <= self._clock() - KEPT_SECONDS
        )
        for mine in [(owner, place), *((row.owner, row.place) for row in connection.execute(old))]:
            connection.execute(delete(arrangement_steps).where(_is_step_of(*mine)))
            connection.execute(delete(arrangements).where(_is_draft(*mine)))

    def _set_current_step(self, connection: Connection, owner: str, place: str, step: int) -> None:
        values = {"current": step, "at": self._clock()}
        connection.execute(update(arrangements).where(_is_draft(owner, place)).values(values))

    def _insert_steps(
        self, connection: Connection, owner: str, place: str, base: str, steps: Mapping[int, ArrangementStep]
    ) -> None:
        for number, step in steps.items():
            self._insert_step(connection, owner, place, number, step.now, "" if step.base == base else step.base)

    def _insert_step(self, connection: Connection, owner: str, place: str, step: int, now: str, base: str = "") -> None:
        row = {"owner": owner, "place": place, "step": step}
        text = f"{now}{BEFORE_BASE}{base}" if base else now
        connection.execute(insert(arrangement_steps).values(row | self._seal_structure(owner, place, text)))

    def _to_step(
        self, row: Row[tuple[object, ...]] | None, base: str | None, owner: str, place: str
    ) -> ArrangementStep | None:
        text = self._open_structure(row, owner, place)
        if text is None or base is None:
            return None
        now, _, own = text.partition(BEFORE_BASE)
        return ArrangementStep(own or base, now)

    def _seal_structure(self, owner: str, place: str, text: str) -> dict[str, bytes | str]:
        return self._sealing.seal(owner, place, zlib.compress(text.encode(), 1))

    def _open_structure(self, row: Row[tuple[object, ...]] | None, owner: str, place: str) -> str | None:
        if row is None:
            return None
        packed = self._sealing.open(owner, place, row.sealed, row.key_name)
        return None if packed is None else zlib.decompressobj().decompress(packed, MAX_BYTES).decode()


def seal_anew(connection: Connection, before: Keys, after: Keys) -> None:
    """Seal all drafts with the key that `after` seals with: they are kept longer than a former key opens anything."""
    old, new = Sealing(before, PURPOSE), Sealing(after, PURPOSE)
    for table in (arrangements, arrangement_steps):
        seal_rows_anew(connection, table, old, new)


def _is_draft(owner: str, place: str) -> ColumnElement[bool]:
    return (arrangements.c.owner == owner) & (arrangements.c.place == place)


def _is_step_of(owner: str, place: str) -> ColumnElement[bool]:
    return (arrangement_steps.c.owner == owner) & (arrangement_steps.c.place == place)


def _is_step(owner: str, place: str, step: int) -> ColumnElement[bool]:
    return _is_step_of(owner, place) & (arrangement_steps.c.step == step)
