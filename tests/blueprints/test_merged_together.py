"""Two people while a merge is under way: each is told what happened, nothing is merged twice, no comment is lost."""

from collections.abc import Callable

import pytest

from tests.faults.hostile import Fault, Talk
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask, give_role
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

ORG = "/orgs/org_larkfield"
SPACE = f"{ORG}/spaces/space_guide"
REQUEST = f"{SPACE}/change-requests/2"
API = "/v1/spaces/space_guide"
Act = Callable[[Pages], Page]
BOTH = pytest.mark.parametrize("carried_out", [False, True], ids=["before the API merges", "before it answers"])


@pytest.fixture
def bob(distant: Pages, service: RunningService) -> Pages:
    """A colleague of Alice in the same portal, who may merge too."""
    give_role(service, "user_bob", "org_larkfield", "admin")
    return Pages(distant.app).sign_in(BOB)


def merging(wire: Wire, alice: Pages, act: Callable[[], object], *, carried_out: bool) -> Page:
    """What Alice is told of a merge beside which a colleague acts; `carried_out`: the API has merged by then."""
    alice.get(f"{REQUEST}/merge")
    wire.faults["POST"] = _beside(wire, act, carried_out=carried_out)
    return alice.submit(f"{REQUEST}/merge", agreed="y")


def _beside(wire: Wire, act: Callable[[], object], *, carried_out: bool) -> Fault:
    def fault(talk: Talk) -> bool:
        del wire.faults["POST"]
        if not carried_out:
            act()
            return talk.pass_on()
        answer = wire.told(talk)
        act()
        talk.send(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n")
        talk.send(f"Content-Length: {len(answer.data)}\r\n\r\n".encode() + answer.data)
        return True

    return fault


def is_merged_once(service: RunningService) -> bool:
    """Whether the space shows what the one merge of this change request made."""
    content = ask(service, ALICE, "GET", f"{API}/content").get_json()
    merged = ask(service, ALICE, "GET", f"{API}/change-requests/2").get_json()["revisionMerged"]
    return bool(content["id"] == merged and content["mergedFrom"]["id"] == "change_guide_customs")


def told(page: Page) -> str:
    return page.main + " ".join(page.toasts)


@BOTH
def test_a_comment_is_posted(
    distant: Pages, bob: Pages, wire: Wire, service: RunningService, *, carried_out: bool
) -> None:
    found: list[Page] = []
    bob.get(f"{SPACE}/comments/new")

    def commenting() -> None:
        found.append(bob.submit(f"{SPACE}/comments/new", body="Is the *lift* still free?"))

    shown = merging(wire, distant, commenting, carried_out=carried_out)
    assert "#2 Explain customs was merged into " in told(shown)
    assert "Comment by Bob Okafor" in found[0].main
    newest = ask(service, ALICE, "GET", f"{API}/comments").get_json()["items"][0]
    assert newest["body"]["markdown"] == "Is the *lift* still free?"
    assert is_merged_once(service)


@BOTH
@pytest.mark.exhaustive
def test_a_reply_and_a_resolved_comment_stay(
    distant: Pages, bob: Pages, wire: Wire, service: RunningService, *, carried_out: bool
) -> None:
    comment = f"{SPACE}/comments/comment_guide_duties"
    bob.get(comment)

    def settling() -> None:
        bob.submit(f"{comment}/replies", body="Yes, both.")
        bob.submit(f"{comment}/resolved", press="Resolve")

    merging(wire, distant, settling, carried_out=carried_out)
    now = ask(service, ALICE, "GET", f"{API}/comments/comment_guide_duties").get_json()
    assert now["status"] == "resolved"
    replies = ask(service, ALICE, "GET", f"{API}/comments/comment_guide_duties/replies").get_json()["items"]
    assert [each["body"]["markdown"] for each in replies][-1:] == ["Yes, both."]


def test_two_merge_at_once_and_one_is_refused(distant: Pages, bob: Pages, wire: Wire, service: RunningService) -> None:
    bob.get(f"{REQUEST}/merge")
    found: list[Page] = []
    shown = merging(wire, distant, lambda: found.append(bob.submit(f"{REQUEST}/merge", agreed="y")), carried_out=False)
    assert "#2 Explain customs was merged into " in told(found[0])
    assert "This change request is merged; nothing was changed." in told(shown)
    assert "resolve the conflict" not in told(shown)
    assert distant.get(f"{ORG}/journal/1").facts["Outcome"].startswith("Refused")
    assert is_merged_once(service)


def test_one_who_merges_a_moment_later_sends_nothing(
    distant: Pages, bob: Pages, wire: Wire, service: RunningService
) -> None:
    bob.get(f"{REQUEST}/merge")
    found: list[Page] = []
    merging(wire, distant, lambda: found.append(bob.submit(f"{REQUEST}/merge", agreed="y")), carried_out=True)
    assert "already merged" in told(found[0])
    assert wire.seen["POST"] == 1
    assert is_merged_once(service)


@BOTH
def test_an_update_beside_it_is_told(
    distant: Pages, bob: Pages, wire: Wire, service: RunningService, *, carried_out: bool
) -> None:
    bob.get(REQUEST)
    found: list[Page] = []
    shown = merging(
        wire,
        distant,
        lambda: found.append(bob.submit(f"{REQUEST}/update", press="Update from the space")),
        carried_out=carried_out,
    )
    assert "#2 Explain customs was merged into " in told(shown)
    assert ("already up to date" if carried_out else "#2 Explain customs was updated from") in told(found[0])
    assert wire.seen["POST"] == (1 if carried_out else 2)
    assert is_merged_once(service)
