"""The count of the inbox in the navigation: kept for ten minutes, for a few organizations."""

import time
from types import SimpleNamespace

from flask import Flask, g

from masthead.web.frame.navigation import (
    KEPT_SECONDS,
    MAX_ORGANIZATIONS,
    InboxCount,
    get_inbox_count,
    remember_inbox_count,
)
from tests.loops import for_each


@for_each("age, shown", [(KEPT_SECONDS - 60, True), (KEPT_SECONDS + 1, False)])
def test_it_is_shown_for_ten_minutes(portal: Flask, age: float, *, shown: bool) -> None:
    with portal.test_request_context():
        g.organization = SimpleNamespace(id="org")
        remember_inbox_count(InboxCount(3, more=False, at=time.time() - age, entry=1))
        assert (get_inbox_count() is not None) is shown


def test_it_is_kept_for_the_organizations_that_were_read_last(portal: Flask) -> None:
    with portal.test_request_context():
        for number in range(MAX_ORGANIZATIONS + 1):
            g.organization = SimpleNamespace(id=f"org-{number}")
            remember_inbox_count(InboxCount(number, more=True, at=time.time(), entry=1))
        found = get_inbox_count()
        assert found is not None
        assert (found.short, found.words) == ("5+", "more than 5 open items")
        g.organization = SimpleNamespace(id="org-0")
        assert get_inbox_count() is None
