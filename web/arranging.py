"""A person's draft of a site's structure: begun from what there is, kept at every step, fitted to what others do."""

from dataclasses import dataclass, replace
from functools import partial

from changes.structure.fitting import containers, rebased
from changes.structure.reading import Live, live_of, reads
from changes.structure.telling import Difference, differences
from changes.structure.tree import Structure, as_json, from_json
from store import Arrangement
from web.access import person
from web.organization import arrive, of
from web.portal import api, portal


@dataclass(frozen=True)
class Desk:
    """What a page about the structure works on.

    `base` is what the draft was begun from, `now` what it is; both are what there is while there is no draft. `news` is
    what others have changed since it was begun; `both` are the lines that they and the draft put into another order.
    """

    organization: str
    site: str
    live: Live
    base: Structure
    now: Structure
    draft: Arrangement | None = None
    news: tuple[Difference, ...] = ()
    both: tuple[str, ...] = ()


def place_of(organization: str, site: str) -> str:
    """Under which a draft is kept."""
    return f"{organization}/{site}"


def desk_at(organization_id: str, site_id: str) -> Desk:
    """Read what there is, together with the organization, and fit the draft to it.

    Where others and the draft changed the same order, nothing is fitted until the person has chosen.
    """
    organization, *answers = api().gather(of(organization_id), *reads(organization_id, site_id))
    arrive(organization)
    live = live_of(api(), (organization_id, site_id), answers)
    desk = Desk(organization_id, site_id, live, live.structure, live.structure)
    draft = portal().arrangements.of(person().owner, place_of(organization_id, site_id))
    return desk if draft is None else fitted_to_now(desk, draft)


def fitted_to_now(desk: Desk, draft: Arrangement) -> Desk:
    """The desk with this draft on it."""
    base, now = from_json(draft.base), from_json(draft.now)
    desk = replace(desk, base=base, now=now, draft=draft)
    if not desk.live.is_whole or as_json(base) == as_json(desk.live.structure):
        return desk
    news = tuple(differences(base, desk.live.structure))
    if not news:
        return desk
    now, both = rebased(base, now, desk.live.structure)
    if both:
        return replace(desk, news=news, both=tuple(both))
    place = place_of(desk.organization, desk.site)
    portal().arrangements.rebase(person().owner, place, as_json(desk.live.structure), as_json(now))
    kept = portal().arrangements.of(person().owner, place)
    return replace(desk, base=desk.live.structure, now=now, draft=kept, news=news)


def choose(desk: Desk, *, mine: bool) -> None:
    """Settle the lines that both put into another order: the draft's order, or the others'."""
    live = desk.live.structure
    now, both = rebased(desk.base, desk.now, live)
    if not mine:
        lines, theirs = containers(now), containers(live)
        for key in both:
            places = {item: number for number, item in enumerate(theirs[key])}
            lines[key].sort(key=partial(_place_in, places))
    portal().arrangements.rebase(person().owner, place_of(desk.organization, desk.site), as_json(live), as_json(now))


def _place_in(places: dict[str, int], item: str) -> int:
    return places.get(item, len(places))


def draft_at(organization_id: str, site_id: str) -> Structure:
    """The draft to go on with; begun now, from what there is, if there is none."""
    owner, place = person().owner, place_of(organization_id, site_id)
    draft = portal().arrangements.of(owner, place)
    if draft is not None:
        return from_json(draft.now)
    live = live_of(api(), (organization_id, site_id), api().gather(*reads(organization_id, site_id)))
    if live.groups_problem is not None:
        raise live.groups_problem
    portal().arrangements.begin(owner, place, as_json(live.structure))
    return live.structure


def keep(organization_id: str, site_id: str, now: Structure) -> None:
    """Keep the next step of the draft."""
    portal().arrangements.put(person().owner, place_of(organization_id, site_id), as_json(now))
