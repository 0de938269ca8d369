"""Something done to the draft on a page that may show an older site than the draft was begun from."""

from collections.abc import Callable

from blueprints.structure.acts import Sent
from blueprints.structure.draft import Ground, draft_at, save_draft, structure_shown
from changes.structure.drafting import DraftError
from changes.structure.merging import merge
from changes.structure.rearranging import with_moves_noted
from changes.structure.telling import differences
from changes.structure.tree import SiteStructure

CHANGED_SINCE = "Somebody else changed this since you opened it. Look at the structure and do it again."


def do_on_page(
    organization_id: str, site_id: str, act: Callable[[SiteStructure, Sent], SiteStructure], sent: Sent
) -> None:
    """Keep what the button makes of the draft. Raises DraftError."""
    shown = structure_shown(organization_id, site_id, sent.get("base", ""))
    draft = draft_at(organization_id, site_id, shown)
    is_older = shown is not None and shown != draft.base
    try:
        now = act(draft.now, sent)
    except DraftError:
        if not is_older:
            raise
        now = None
    if shown is not None and is_older and (now is None or _meets(draft, now, shown)):
        draft = _on_the_site_shown(draft, shown)
        now = act(draft.now, sent)
    if now is not None and now != draft.now:
        save_draft(organization_id, site_id, with_moves_noted(now, draft.now, sent.getlist("item")), draft.base)


def _meets(draft: Ground, now: SiteStructure, shown: SiteStructure) -> bool:
    """Whether it was done to something that others changed after the page was opened."""
    by_others = {each.item for each in differences(shown, draft.base)}
    return any(each.item in by_others for each in differences(draft.now, now))


def _on_the_site_shown(draft: Ground, shown: SiteStructure) -> Ground:
    """The draft without what others did since: it is merged with that once more, and what clashes is asked about."""
    merged = merge(draft.base, draft.now, shown)
    if merged.conflicts:
        raise DraftError(CHANGED_SINCE)
    return Ground(shown, merged.structure)
