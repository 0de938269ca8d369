"""Reactions: given and taken back by their numbers, since the API doesn't report which are one's own."""

import pytest

from tests.asked import Log
from tests.faults import faults
from tests.faults.hostile import Talk
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import BOB, RunningService

HERE = "/orgs/org_larkfield/spaces/space_guide/comments"
API = "/v1/spaces/space_guide/comments"
WAITING = f"{HERE}/comment_guide_waiting"
REACTIONS = f"{WAITING}/reactions"
THUMB = "1f44d"


def pressed(alice: Pages, words: str, at: str = REACTIONS) -> str:
    """What the page says after a button was pressed."""
    return " ".join(alice.submit(at, press=words).toasts)


def test_an_emoji_of_others_is_chosen_and_taken_back(alice: Pages, asked: Log) -> None:
    alice.get(WAITING)
    assert "👍: 2 people" in pressed(alice, "Add 👍")
    assert asked.writes == [f"PUT {API}/comment_guide_waiting"]
    assert "Bob Okafor, Alice Lindqvist" in alice.shown.main
    assert "Your reaction was taken back. 👍: 1 person" in pressed(alice, "Take back 👍")
    assert "Bob Okafor, Alice Lindqvist" not in alice.shown.main


def test_choosing_twice_counts_once_and_says_so(alice: Pages) -> None:
    alice.get(WAITING)
    pressed(alice, "Add 👍")
    assert "👍: 2 people, as before: you had probably chosen it already." in pressed(alice, "Add 👍")


def test_what_is_not_one_s_own_is_not_taken_back(alice: Pages) -> None:
    alice.get(WAITING)
    assert "Nothing was taken back: you probably had not chosen it." in pressed(alice, "Take back 👍")
    assert "Bob Okafor" in alice.shown.main


def test_a_new_emoji_and_one_on_a_reply(alice: Pages) -> None:
    alice.get(WAITING)
    assert "❤: 1 person" in pressed(alice, "❤")
    reply = f"{WAITING}/replies/reply_guide_waiting_2/reactions"
    assert "🙏: 2 people" in pressed(alice, "Add 🙏", reply)


def test_what_a_colleague_took_back_meanwhile_is_not_sent(alice: Pages, service: RunningService, asked: Log) -> None:
    alice.get(WAITING)
    ask(service, BOB, "PUT", f"{API}/comment_guide_waiting", {"removedReactions": [THUMB]})
    asked.clear()
    assert "👍 is no longer there. Nothing was sent." in pressed(alice, "Take back 👍")
    assert asked.writes == []


def test_two_who_react_at_once_are_both_counted(distant: Pages, wire: Wire, service: RunningService) -> None:
    """The number stays as it was: Bob takes his back while Alice adds hers."""

    def meanwhile(talk: Talk) -> bool:
        ask(service, BOB, "PUT", f"{API}/comment_guide_waiting", {"removedReactions": [THUMB]})
        return wire.pass_on(talk)

    distant.get(WAITING)
    wire.faults["PUT"] = meanwhile
    assert "Your reaction was saved. 👍: 1 person." in pressed(distant, "Add 👍")


@pytest.mark.parametrize("arrives", [True, False])
def test_a_lost_answer_is_not_known_until_it_is_looked_for(distant: Pages, wire: Wire, *, arrives: bool) -> None:
    distant.get(WAITING)
    wire.faults["PUT"] = faults.lost_answer if arrives else faults.close
    shown = distant.submit(REACTIONS, press="👎")
    assert "It isn't known whether this was saved" in shown.main
    wire.faults.clear()
    distant.get(shown.links["Check now"])
    distant.submit("/orgs/org_larkfield/journal/1/check")
    told = "One person has chosen this emoji since then" if arrives else "Nobody has chosen this emoji now."
    assert told in distant.shown.main
