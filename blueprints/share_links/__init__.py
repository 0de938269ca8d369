"""Share links: the list for one site, a register for all sites, bulk actions and rotation."""

from blueprints.share_links import link_bulk, link_register, rotation, views
from blueprints.share_links.forms import EditLinkForm, NewLinkForm, NewLinkOfSiteForm, NoteForm, SuccessorForm
from contract.publishing.share_links import CREATE_SHARE_LINK, DELETE_SHARE_LINK, UPDATE_SHARE_LINK
from masthead.i18n import N_
from masthead.store.notes import LinkPlace
from masthead.web.frame.navigation import CONTENT, FILE, Destination, ObjectPage
from masthead.web.person.portal import portal
from masthead.web.places import Place, RecordedChange, entry_page


def _delete_note(ids: tuple[str, ...]) -> None:
    portal().store.link_notes.drop(LinkPlace(*ids))


LINKS = entry_page("share_links.index", site_id=1)

PLACE = Place(
    blueprints=(views.blueprint, link_register.blueprint, link_bulk.blueprint, rotation.blueprint),
    needs="createContent",
    within=N_("Sites"),
    group=CONTENT,
    area=Destination(
        N_("Share links"),
        "link_register.index",
        "link-45deg",
        N_("share link, tokens, register, share links of all sites, rotate, rotate a link, leaked link, turn off"),
        text_filter="q",
    ),
    changes={
        CREATE_SHARE_LINK.name: RecordedChange(LINKS, (NewLinkForm,)),
        UPDATE_SHARE_LINK.name: RecordedChange(LINKS, (EditLinkForm,)),
        DELETE_SHARE_LINK.name: RecordedChange(LINKS, (EditLinkForm,), forget=_delete_note),
    },
    drafts={
        "share_links.create": (N_("New share link"), NewLinkForm),
        "link_register.create": (N_("New share link"), NewLinkOfSiteForm),
        "share_links.update": (N_("Share link"), EditLinkForm),
        "share_links.note": (N_("Note on a share link"), NoteForm),
        "rotation.make": (N_("Replacement of a share link"), SuccessorForm),
    },
    destinations=(
        Destination(
            N_("New share link"), "link_register.new", "plus-lg", N_("create share link, share a site, secret address")
        ),
        Destination(
            N_("Overdue share links"),
            "link_register.ask_switch_off",
            "link-45deg",
            N_("expired links, links that are overdue, links to review, review date, end date"),
        ),
        Destination(N_("Share links as CSV"), "link_register.export", "download", N_("csv, export links"), FILE),
    ),
    object_pages=(
        ObjectPage("site", "site_id", N_("Share links"), "share_links.index", "link-45deg", N_("links, tokens")),
    ),
)
