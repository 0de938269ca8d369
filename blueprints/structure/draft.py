"""A person's draft of a site's structure: begun from what there is, kept at every step, merged with what others do."""

import hashlib
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from masthead.store.drafts.structure_drafts import Arrangement, ArrangementStep
from masthead.structure.conflicts import Question, question
from masthead.structure.describe import Difference, differences
from masthead.structure.groups import filled_groups, place_as_shown
from masthead.structure.merging import MergedStructure, Side, merge
from masthead.structure.reading import Live, live_of, reads, with_top_of
from masthead.structure.tree import SiteStructure, as_json, from_json, title_of
from masthead.web.forms.snapshot import Snapshot, open_snapshot, seal_snapshot
from masthead.web.frame.organization import organization_read, set_organization
from masthead.web.person.access import person
from masthead.web.person.portal import api, portal
from masthead.web.submit.structure_drafts import draft_version, kept_draft, place_of


@dataclass(frozen=True)
class StructureDraft:
    """What a page about the structure works on.

    `base` is what the draft was begun from, `now` what it is; both are what there is while there is no draft. `news` is
    what others have changed since; `questions` are what they and the draft both changed, to be asked about. Until they
    are answered, `now` has what the others made of that, and the draft that is kept is as it was. `lost` names what
    the draft put into a section or group that is gone, and `lost_default` what the site was to open with.
    `without_effect` names what it moved, and doesn't move any more. `is_settled`:
    questions were open, and the choices answer them. `begun_from` is what `news`
    compares with.
    """

    organization: str
    site: str
    live: Live
    base: SiteStructure
    now: SiteStructure
    draft: Arrangement | None = None
    news: tuple[Difference, ...] = ()
    questions: tuple[Question, ...] = ()
    lost: tuple[str, ...] = ()
    lost_default: str = ""
    without_effect: tuple[str, ...] = ()
    is_settled: bool = False
    begun_from: SiteStructure = field(default_factory=SiteStructure)
    read_at: float = 0.0

    @property
    def version(self) -> str:
        """Names what is on the site now, to see later whether it is another."""
        return hashlib.sha256(as_json(self.live.structure).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Answers:
    """What a person chose where others and the draft changed the same thing: for one version of the site and of it."""

    choices: Mapping[str, Side]
    site: str
    draft: str

    def are_for(self, desk: StructureDraft) -> bool:
        return (self.site, self.draft) == (desk.version, draft_version(desk.draft))


@dataclass(frozen=True)
class Ground:
    """A draft to go on with: what it was begun from, and what it is; `kept` is what it is read from."""

    base: SiteStructure
    now: SiteStructure
    kept: Arrangement


@dataclass(frozen=True)
class SiteShown:
    """The site that a page showed; `asks`: with the questions of a draft, so what was done is done to its tree."""

    structure: SiteStructure | None = None
    asks: bool = False


def desk_at(organization_id: str, site_id: str, answers: Answers | None = None) -> StructureDraft:
    """Read what there is, together with the organization, and merge the draft with it.

    Where others and the draft changed the same thing, what is kept stays as it is until `answers` settle all of it.
    They count only for the site and the draft that they were given for, and while the API answers.
    """
    desk = site_at(organization_id, site_id)
    if desk.draft is None:
        return desk
    merged = _merged_with_now(desk, desk.draft, {})
    if answers is None or not merged.questions or desk.live.stale or not answers.are_for(desk):
        return merged
    settled = _merged_with_now(desk, desk.draft, answers.choices)
    return replace(settled, is_settled=not settled.questions)


def site_at(organization_id: str, site_id: str) -> StructureDraft:
    """Read what there is, together with the organization; a draft is as it was kept, and nothing is merged."""
    asked_at = time.time()
    organization, *answers = api().gather(organization_read(organization_id), *reads(organization_id, site_id))
    set_organization(organization)
    live = live_of(api(), (organization_id, site_id), answers)
    read_at = _read_at(live, asked_at)
    desk = StructureDraft(organization_id, site_id, live, live.structure, live.structure, read_at=read_at)
    draft = kept_draft(organization_id, site_id)
    if draft is None:
        return desk
    base = _base_of(draft)
    site, now = replace(live, structure=with_top_of(live, base)), from_json(draft.now)
    filled = filled_groups(base, now, site.structure)  # nobody moved them: the draft was begun without their places
    base, now = (place_as_shown(each, site.structure, filled) for each in (base, now))
    desk = replace(desk, live=site, base=base, now=now, draft=draft, begun_from=base)
    # Another portal, with a memory of its own, may have begun the draft later than this one read.
    is_known = live.is_whole and (not live.stale or desk.read_at > base.read_at)
    return replace(desk, news=tuple(differences(base, site.structure))) if is_known else desk


def shown_at(organization_id: str, site_id: str) -> StructureDraft:
    """The same as a page of the draft shows it while questions are open; else it is as it was kept."""
    desk = site_at(organization_id, site_id)
    merged = merge(desk.base, desk.now, desk.live.structure) if desk.news else None
    return _asking(desk, merged) if merged and merged.conflicts else desk


def _asking(desk: StructureDraft, merged: MergedStructure) -> StructureDraft:
    live = desk.live.structure
    questions = tuple(question(each, merged.mine, live) for each in merged.conflicts)
    return replace(desk, base=live, now=merged.structure, questions=questions)


def _merged_with_now(desk: StructureDraft, draft: Arrangement, choices: Mapping[str, Side]) -> StructureDraft:
    live = desk.live.structure
    if not desk.news:
        return desk
    merged = merge(desk.base, desk.now, live, choices)
    if merged.conflicts:
        return _asking(desk, merged)
    found = replace(desk, base=live, now=merged.structure)
    default = title_of(merged.mine, merged.lost_default) if merged.lost_default else ""
    found = replace(found, lost=_titles(merged.mine, merged.lost), lost_default=default)
    found = replace(found, without_effect=_titles(desk.now, _moves_left_out(desk, found, merged, choices)))
    steps = portal().store.arrangements.steps(draft)
    begun_from = replace(live, read_at=desk.read_at)
    steps = {number: _fitted(step, begun_from, choices) for number, step in steps.items()}
    is_kept = portal().store.arrangements.rebase(draft, as_json(begun_from), steps)
    kept = portal().store.arrangements.find(draft.owner, draft.place)
    if is_kept or kept is None:
        return replace(found, draft=kept)
    # Another window went on with the draft meanwhile: what it did is merged too, and no choice was made about it.
    base = _base_of(kept)
    news = tuple(differences(base, live))
    desk = replace(desk, base=base, now=from_json(kept.now), draft=kept, news=news, begun_from=base)
    return _merged_with_now(desk, kept, {})


def _base_of(draft: Arrangement) -> SiteStructure:
    """Drafts of earlier versions don't tell when it was read: it surely had been when they changed last."""
    base = from_json(draft.base)
    return replace(base, read_at=base.read_at or draft.at)


def _read_at(live: Live, asked_at: float) -> float:
    """When its oldest part was read; an age counts from before the reads."""
    return asked_at - live.stale.age if live.stale else time.time()


def _fitted(step: ArrangementStep, live: SiteStructure, choices: Mapping[str, Side]) -> ArrangementStep:
    """A step on top of what others did; where they clash it stays as it is, to be asked about when it shows."""
    merged = merge(from_json(step.base), from_json(step.now), live, choices)
    return step if merged.conflicts else ArrangementStep(as_json(live), as_json(merged.structure))


def _moves_left_out(
    desk: StructureDraft, merged_desk: StructureDraft, merged: MergedStructure, choices: Mapping[str, Side]
) -> set[str]:
    """Return the items whose move the merge dropped without a question."""
    before, after = (
        {each.item for each in differences(found.base, found.now) if each.kind == "move"}
        for found in (desk, merged_desk)
    )
    chosen = {key.partition(":")[2] for key in choices}
    return before.intersection(desk.now.moved) - after - chosen - {*merged.lost}


def _titles(structure: SiteStructure, items: Iterable[str]) -> tuple[str, ...]:
    return tuple(title_of(structure, item) for item in sorted(items))


def shown_on(desk: StructureDraft) -> str:
    """The site that a page shows, sealed, to travel with it: what is done on the page is done to that."""
    if not desk.live.is_whole:
        return ""
    begun_from = desk.draft.base if desk.draft and not desk.questions else ""
    structure = begun_from or as_json(replace(desk.live.structure, read_at=desk.read_at))
    place = place_of(desk.organization, desk.site)
    return seal_snapshot(Snapshot({"place": place, "structure": structure, "asks": bool(desk.questions)}))


def site_shown(organization_id: str, site_id: str, sealed: str) -> SiteShown:
    """The site as a page of this person showed it; nothing where that was not sealed for this site."""
    snapshot = open_snapshot(sealed)
    if snapshot is None or snapshot.values.get("place") != place_of(organization_id, site_id):
        return SiteShown()
    try:
        structure = from_json(str(snapshot.values["structure"]))
    except ValueError:  # from a page of an earlier version
        return SiteShown()
    return SiteShown(structure, bool(snapshot.values.get("asks")))


def begin_draft(organization_id: str, site_id: str, shown: SiteStructure | None = None) -> Arrangement | None:
    """A draft of what the page showed, else of what there is; None where another window has begun one."""
    base = shown or _whole(organization_id, site_id)
    return portal().store.arrangements.begin(person().owner, place_of(organization_id, site_id), as_json(base))


def _whole(organization_id: str, site_id: str) -> SiteStructure:
    asked_at = time.time()
    live = live_of(api(), (organization_id, site_id), api().gather(*reads(organization_id, site_id)))
    if live.groups_problem is not None:
        raise live.groups_problem
    return replace(live.structure, read_at=_read_at(live, asked_at))


def ground_of(draft: Arrangement) -> Ground:
    return Ground(from_json(draft.base), from_json(draft.now), draft)


def save_draft(draft: Arrangement, now: SiteStructure, base: SiteStructure) -> bool:
    """Keep the next step of the draft, which changes `base`; False if another window went on with the draft."""
    return portal().store.arrangements.put(draft, as_json(now), as_json(base))
