"""Share links of sites: the list of one site, a register of all, bulk actions and rotation."""

from flask import url_for

from blueprints.share_links import link_bulk, link_register, rotation, views
from blueprints.share_links.forms import EditLinkForm, NewLinkForm, NewLinkOfSiteForm, NoteForm, SuccessorForm
from contract.publishing.share_links import CREATE_SHARE_LINK, DELETE_SHARE_LINK, UPDATE_SHARE_LINK
from i18n import N_
from masthead.store.entries import Entry
from masthead.store.notes.link_notes import LinkPlace
from masthead.web.frame.destinations import FILE, PUBLISH, Destination, ObjectPage
from masthead.web.person.portal import portal
from masthead.web.places import Place, RecordedChange


def _links(entry: Entry) -> str:
    return url_for("share_links.index", organization_id=entry.intent.organization, site_id=entry.intent.ids[1])


def _forget(ids: tuple[str, ...]) -> None:
    portal().store.link_notes.drop(LinkPlace(*ids))


PLACE = Place(
    blueprints=(views.blueprint, link_register.blueprint, link_bulk.blueprint, rotation.blueprint),
    needs="createContent",
    within=N_("Sites"),
    group=PUBLISH,
    area=Destination(
        N_("Share links"),
        "link_register.index",
        "link-45deg",
        N_("share link, tokens, register, share links of all sites"),
    ),
    changes={
        CREATE_SHARE_LINK.name: RecordedChange(_links, (NewLinkForm,)),
        UPDATE_SHARE_LINK.name: RecordedChange(_links, (EditLinkForm,)),
        DELETE_SHARE_LINK.name: RecordedChange(_links, (EditLinkForm,), forget=_forget),
    },
    drafts={
        "share_links.create": N_("New share link"),
        "link_register.create": N_("New share link"),
        "share_links.update": N_("Share link"),
        "share_links.note": N_("Note on a share link"),
        "rotation.make": N_("Replacement of a share link"),
    },
    draft_forms={
        "share_links.create": (NewLinkForm,),
        "link_register.create": (NewLinkOfSiteForm,),
        "share_links.update": (EditLinkForm,),
        "share_links.note": (NoteForm,),
        "rotation.make": (SuccessorForm,),
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
