"""What the journal calls a person: asked once, when the first change was saved, and never in the way of it."""

from flask import flash

from masthead.web.person.access import person
from masthead.web.person.portal import portal


def called(owner: str, name: str | None) -> str | None:
    """What a person who signs in is called: as they said themselves, else by `name`, which is then kept."""
    people = portal().store.people
    known = people.name_of(owner)
    if known is None and name:
        people.call(owner, name)
    return known or name


def called_here() -> str:
    """What the person of this page is called; empty where nobody said. Raises StoreError."""
    return portal().store.people.name_of(person().owner) or person().name or ""


def ask_name_once() -> None:
    """Let the next page ask, unless somebody asked before."""
    people, who = portal().store.people, person()
    if people.name_of(who.owner) is None:
        people.call(who.owner, who.name or "")
        if not who.name:
            flash("", "name")
