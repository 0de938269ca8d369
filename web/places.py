"""What a place declares of itself, for what shows something of all places: the navigation, the journal, the palette."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, Flask

from web.pages import navigation
from web.pages.destinations import Destination


@dataclass(frozen=True, slots=True)
class Place:
    """A package or a module of `blueprints/`.

    `area` is its line in the navigation of an organization; `within` the label of the one that it belongs to, where
    that is another place's.
    """

    blueprints: tuple[Blueprint, ...]
    area: Destination | None = None
    within: str = ""


def register(app: Flask, places: Sequence[Place]) -> None:
    """Add the pages of all places to the app, and what each declares."""
    for blueprint in (each for place in places for each in place.blueprints):
        app.register_blueprint(blueprint)
    navigation.set_areas(app, [(place.area, _inside(place.area, places)) for place in places if place.area])


def _inside(area: Destination, places: Sequence[Place]) -> frozenset[str]:
    belong = (place for place in places if place.area is area or place.within == area.label)
    return frozenset(blueprint.name for place in belong for blueprint in place.blueprints)
