"""Which changes were overtaken by later ones: in the journal, and by what there is now."""

from typing import Any

from contract.publishing.share_links import DELETE_SHARE_LINK
from contract.publishing.site_spaces import ADD_SITE_SPACE, SiteSpaceAdd
from masthead.client import Api
from masthead.store.entries import Intent, Outcome, State, Subject
from masthead.store.journal.journal import Journal
from masthead.writes.check import is_changed_since
from masthead.writes.roles import IN_SPACE, assign_role, remove_role
from masthead.writes.send import Change, intent_of
from masthead.writes.timeline import doubts_before, find_overtaken, unknown_entries
from tests.writes.desk import ORG
from tests.writes.lost import LARKFIELD, LINK, entry, lost, settings


def saved_by(owner: str, journal: Journal, change: Change[Any]) -> None:
    """What somebody else set through this portal."""
    journal.settle(journal.begin(intent_of(change, owner)), Outcome(State.SAVED))


def test_a_role_of_a_team_that_may_have_been_taken_away_is_overtaken(api: Api, journal: Journal) -> None:
    ids, place = ("space_guide", "team_support"), Subject("space", "space_guide", "Shipping guide")
    gone = remove_role(IN_SPACE, ids, place, "Take it away", "edit", ORG)
    sent = lost(api, journal, gone, done=True)
    saved_by("bob", journal, assign_role(IN_SPACE, ids, place, "Give it", "edit", None, ORG))
    assert find_overtaken(journal, intent_of(gone, "alice")) == sent


def test_one_of_several_settings_is_overtaken(api: Api, journal: Journal) -> None:
    sent = lost(api, journal, settings(LARKFIELD, hostname="mine"), done=True)
    saved_by("bob", journal, settings({"hostname": "mine"}, hostname="theirs"))
    both = settings(LARKFIELD, hostname="mine", title="Other")
    assert find_overtaken(journal, intent_of(both, "alice")) == sent
    assert find_overtaken(journal, intent_of(settings(LARKFIELD, title="Other"), "alice")) is None


def test_what_one_set_oneself_since_ends_the_doubt(api: Api, journal: Journal) -> None:
    lost(api, journal, settings(LARKFIELD, hostname="mine", title="Mine"), done=False)
    saved_by("alice", journal, settings(LARKFIELD, hostname="other"))
    saved_by("bob", journal, settings(LARKFIELD, hostname="theirs", title="Theirs"))
    again = intent_of(settings(LARKFIELD, hostname="mine"), "alice")
    assert (find_overtaken(journal, again), [*unknown_entries(journal, again)]) == (None, [])
    assert find_overtaken(journal, intent_of(settings(LARKFIELD, title="Mine"), "alice"))


def test_what_was_not_saved_since_leaves_the_doubt(api: Api, journal: Journal) -> None:
    sent = lost(api, journal, settings(LARKFIELD, hostname="mine"), done=False)
    refused = journal.begin(intent_of(settings(LARKFIELD, hostname="other"), "alice"))
    journal.settle(refused, Outcome(State.REFUSED))
    assert [*unknown_entries(journal, intent_of(settings(LARKFIELD, hostname="mine"), "alice"))] == [sent]


def test_what_was_deleted_and_is_there_is_seen_to_be_so(api: Api, journal: Journal) -> None:
    delete = Change(DELETE_SHARE_LINK, LINK, Subject("share link", LINK[-1], "Carriers 2025"), "Delete it")
    number = journal.begin(intent_of(delete, "alice"))
    journal.settle(number, Outcome(State.SAVED))  # as the API answered
    assert is_changed_since(api, entry(journal, number))
    api.write(delete.endpoint, *delete.ids)
    assert not is_changed_since(api, entry(journal, number))


def added(space: str, section: str = "section_start") -> Intent:
    """What adds a space to one section of a site."""
    site, body = Subject("site", "site_docs", "Docs"), SiteSpaceAdd(spaceId=space, sectionId=section)
    return intent_of(Change(ADD_SITE_SPACE, (ORG, site.id), site, "Add it", body), "alice")


def test_another_space_of_the_same_section_was_not_sent_before(journal: Journal) -> None:
    number = journal.begin(added("space_partners"))
    journal.settle(number, Outcome(State.UNKNOWN))
    assert doubts_before(journal, [added("space_handbook")]) == []
    assert [each.number for each in doubts_before(journal, [added("space_partners")])] == [number]


def test_the_same_space_of_another_section_was_not_sent_before(journal: Journal) -> None:
    journal.settle(journal.begin(added("space_partners")), Outcome(State.UNKNOWN))
    assert doubts_before(journal, [added("space_partners", "section_api")]) == []
