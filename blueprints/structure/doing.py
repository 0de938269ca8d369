"""Something done to the draft on a page that may show an older site than the draft was begun from."""

from collections.abc import Callable
from dataclasses import replace

from blueprints.structure.acts import Sent
from blueprints.structure.draft import (
    Ground,
    StructureDraft,
    begin_draft,
    ground_of,
    save_draft,
    shown_at,
    site_shown,
)
from blueprints.structure.windows import shows_other
from i18n import N_, gettext
from masthead.changes.structure.drafting import DraftError
from masthead.changes.structure.fitting import keep_added_again
from masthead.changes.structure.merging import merge
from masthead.changes.structure.rearranging import with_moves_noted
from masthead.changes.structure.redoing import redo
from masthead.changes.structure.telling import differences
from masthead.changes.structure.tree import SiteStructure
from masthead.client import Problem, TokenRefused
from masthead.web.saving.structure_drafts import kept_draft

CHANGED_SINCE = N_("Somebody else changed this since you opened it. Check the structure and try again.")
REMOVED_IN_DRAFT = N_("Your draft removes this from the site.")
MAX_TRIES = 10


class StaleDraftError(DraftError):
    """Somebody else changed this since the page was shown."""


Act = Callable[[SiteStructure, Sent], SiteStructure]


def do_on_page(organization_id: str, site_id: str, act: Act, sent: Sent) -> bool:
    """Keep what the button makes of the draft, and say whether that is another than the page shows. Raises DraftError.

    Where another window goes on with the draft meanwhile, it is done once more, to what that made of it.
    """
    shown = site_shown(organization_id, site_id, sent.get("base", ""))
    for _ in range(MAX_TRIES):
        if shown.asks and (desk := _asking_desk(organization_id, site_id)) and desk.draft:
            if _is_done_to_tree(ground_of(desk.draft), desk, act, sent):
                return shows_other(desk.draft)
            continue
        found = kept_draft(organization_id, site_id)
        draft = found or begin_draft(organization_id, site_id, shown.structure)
        if draft is not None and _is_done(ground_of(draft), shown.structure, act, sent):
            return shows_other(found)
    raise StaleDraftError(gettext(CHANGED_SINCE))


def _asking_desk(organization_id: str, site_id: str) -> StructureDraft | None:
    """What a page shows while questions are open; None where there are none, or nobody can tell."""
    try:
        desk = shown_at(organization_id, site_id)
    except TokenRefused:
        raise
    except Problem:
        return None
    return desk if desk.questions else None


def _is_done_to_tree(draft: Ground, desk: StructureDraft, act: Act, sent: Sent) -> bool:
    if _is_removed(draft, sent):
        raise DraftError(gettext(REMOVED_IN_DRAFT))
    wanted = act(desk.now, sent)
    if wanted == desk.now:
        return True
    base, now = redo((draft.base, draft.now), desk.now, wanted, desk.live.structure, sent.getlist("item"))
    return save_draft(draft.kept, keep_added_again(base, now), base)


def _is_done(draft: Ground, shown: SiteStructure | None, act: Act, sent: Sent) -> bool:
    is_older = shown is not None and shown != draft.base
    try:
        now = _made_of(draft, act, sent)
    except DraftError as failure:
        if _is_removed(draft, sent):
            raise DraftError(gettext(REMOVED_IN_DRAFT)) from failure
        if not is_older:
            raise
        now = None
    if shown is not None and is_older and (now is None or _meets(draft, now, shown)):
        draft = _on_the_site_shown(draft, shown)
        now = _made_of(draft, act, sent)
    if now is None or now == draft.now:
        return True
    return save_draft(draft.kept, with_moves_noted(now, draft.now, sent.getlist("item")), draft.base)


def _made_of(draft: Ground, act: Act, sent: Sent) -> SiteStructure:
    return keep_added_again(draft.base, act(draft.now, sent))


def _is_removed(draft: Ground, sent: Sent) -> bool:
    """Whether it was done to something that is on the site, and that the draft removes."""
    there, left = (each.spaces.keys() | each.groups.keys() for each in (draft.base, draft.now))
    return any(item in there - left for item in sent.getlist("item"))


def _meets(draft: Ground, now: SiteStructure, shown: SiteStructure) -> bool:
    """Whether it was done to something that others changed after the page was opened."""
    by_others = {each.item for each in differences(shown, draft.base)}
    return any(each.item in by_others for each in differences(draft.now, now))


def _on_the_site_shown(draft: Ground, shown: SiteStructure) -> Ground:
    """The draft without what others did since: it is merged with that once more, and what clashes is asked about."""
    merged = merge(draft.base, draft.now, shown)
    if merged.conflicts:
        raise StaleDraftError(gettext(CHANGED_SINCE))
    return replace(draft, base=shown, now=merged.structure)
