"""Declares share links of a site. The API has no read for one, only a listing."""

from contract.publishing.share_links import CREATE_SHARE_LINK, DELETE_SHARE_LINK, LIST_SHARE_LINKS, UPDATE_SHARE_LINK
from masthead.i18n import N_
from masthead.resources.resource import Endpoints, Resource, SetAfterCreation

SHARE_LINK = Resource(
    kind="share-link",
    one=N_("share link"),
    many=N_("share links"),
    name="name",
    endpoints=Endpoints(LIST_SHARE_LINKS, CREATE_SHARE_LINK, update=UPDATE_SHARE_LINK, delete=DELETE_SHARE_LINK),
    undo_create=N_("Masthead deletes the link. People who have its address can no longer open the site with it."),
    undo_delete=N_("Masthead creates a new link with the same name and a new address. The old address stays closed."),
    set_after={
        "active": SetAfterCreation(
            value=False,
            notice=N_("The old link was off. Masthead switches the new one off right after it creates it."),
            summary=N_("Switch off the share link %(name)s"),
            failed=N_("The new link may be on, although the old one was off. Check it, and switch it off."),
        )
    },
    without={
        "lookup": "Its address is a secret, so the directory keeps nothing of it.",
    },
)
