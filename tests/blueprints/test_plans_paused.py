"""A plan that is paused while one of its steps is under way."""

from flask import Flask

from tests.pages.pages import Pages
from tests.planned import ORG, PLANS, SITES, keep_plan
from tests.world import ALICE
from web.person.portal import portal_of


def test_a_pause_during_a_step_is_told_as_one(portal: Flask, alice: Pages) -> None:
    address = f"{PLANS}/{keep_plan(portal, ALICE, SITES)}"
    store = portal_of(portal).store
    (plan,) = store.plans.plans(ORG, store.keys.owner_of(ALICE))
    run = store.plans.take(plan)
    assert run is not None
    alice.get(address)
    page = alice.post(address, {"do": "pause"})
    assert "Pausing 0 of 3 steps" in page.main
    assert "It pauses once the step that is under way is done." in page.main
    assert "another tab" not in page.main
    run.release(goes_on=True)
    assert "Paused 0 of 3 steps" in alice.get(address).main
