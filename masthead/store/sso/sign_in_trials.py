"""Sign-in tests of identity providers: when, by whom, and with what evidence."""

from collections.abc import Collection
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import Row, insert, select

from masthead.store.records import Records
from masthead.store.tables.records import people
from masthead.store.tables.sso import sso_tests


class TestKind(StrEnum):
    __test__ = False  # no test of pytest's

    BEGUN = "begun"
    EVIDENCE = "evidence"  # a member was seen who signs in in this way
    STATEMENT = "statement"  # somebody says that it worked


RESULTS = (TestKind.EVIDENCE, TestKind.STATEMENT)


class SsoTest(NamedTuple):
    """A sign-in test. `at` is in seconds since 1970, `by` a name or empty.

    `seen_until` is when any member was last seen before a test began, by the API's clock. `who` says in words whom
    the API saw, or when the person signed in.
    """

    provider: str
    kind: TestKind
    at: float
    by: str
    seen_until: float | None
    who: str


_TESTS = (
    select(sso_tests, people.c.name)
    .outerjoin(people, people.c.owner == sso_tests.c.owner)
    .order_by(sso_tests.c.number.desc())
)


class SsoTests(Records):
    """Sign-in tests by provider. Raises StoreError."""

    def begin(self, organization: str, provider: str, owner: str, seen_until: float) -> None:
        """Note that a person starts a test."""
        self._add_row(organization, provider, owner, kind=TestKind.BEGUN, seen_until=seen_until)

    def record(self, organization: str, provider: str, owner: str, kind: TestKind, who: str) -> None:
        self._add_row(organization, provider, owner, kind=kind, who=who)

    def begun(self, organization: str, provider: str, owner: str) -> SsoTest | None:
        """Return the last test this person began."""
        mine = (sso_tests.c.owner == owner) & (sso_tests.c.kind == TestKind.BEGUN)
        rows = _TESTS.where(sso_tests.c.organization == organization, sso_tests.c.provider == provider, mine).limit(1)
        row = self._first(rows)
        return None if row is None else _to_test(row)

    def newest(self, organization: str, kinds: Collection[TestKind] = RESULTS) -> dict[str, SsoTest]:
        """Return each provider's newest result by anybody, by provider id."""
        rows = _TESTS.where(sso_tests.c.organization == organization, sso_tests.c.kind.in_(kinds))
        found: dict[str, SsoTest] = {}
        for row in self._all(rows):
            found.setdefault(row.provider, _to_test(row))
        return found

    def _add_row(self, organization: str, provider: str, owner: str, **values: object) -> None:
        row = {"organization": organization, "provider": provider, "owner": owner, "at": self._clock(), "who": ""}
        self._write(insert(sso_tests).values({**row, **values}))


def _to_test(row: Row[Any]) -> SsoTest:
    return SsoTest(row.provider, TestKind(row.kind), row.at, row.name or "", row.seen_until, row.who)
