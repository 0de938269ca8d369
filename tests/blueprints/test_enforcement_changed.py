"""An open page about enforcement says that it was enforced or stopped since, and nothing else."""

from tests.enforced import ENFORCE, KEEP, enforce, switch
from tests.pages.pages import Pages
from tests.world import RunningService


def test_a_page_on_which_it_was_kept_says_that_it_was_stopped_since(alice: Pages, service: RunningService) -> None:
    enforce(alice)
    alice.get(ENFORCE)
    alice.submit(KEEP)
    address = _asked_at(alice)
    assert _status(alice, address) == 204
    switch(service, on=False)
    alice.swap(address, "enforcement-changed")
    assert "Single sign-on is no longer enforced. The rest of this page was read before that." in alice.shown.main
    assert _status(alice, _asked_at(alice)) == 204
    switch(service, on=True)
    alice.swap(_asked_at(alice), "enforcement-changed")
    assert "Single sign-on is now enforced. The rest of this page was read before that." in alice.shown.main


def test_a_page_that_would_enforce_it_says_that_it_is_enforced(alice: Pages, service: RunningService) -> None:
    alice.get(ENFORCE)
    assert _status(alice, _asked_at(alice)) == 204
    switch(service, on=True)
    alice.swap(_asked_at(alice), "enforcement-changed")
    assert "Single sign-on is now enforced." in alice.shown.main


def test_a_page_that_did_not_know_is_not_told_of_a_change(alice: Pages) -> None:
    alice.get(ENFORCE)
    assert _status(alice, f"{ENFORCE}?shown=unknown") == 204


def _asked_at(alice: Pages) -> str:
    return str(alice.shown.document.by_id["enforcement-changed"].get("hx-get"))


def _status(alice: Pages, address: str) -> int:
    headers = {"HX-Request": "true", "HX-Target": "enforcement-changed"}
    return alice.client.get(address, headers=headers).status_code
