"""Declares invite links of an organization. The API can't list them."""

from collections.abc import Iterable

from contract.organization.organizations import DELETE_INVITE, GET_INVITE, UPDATE_INVITE, Invite
from masthead.i18n import N_
from masthead.resources.resource import (
    Endpoints,
    Lookup,
    Mention,
    Place,
    PortalPage,
    Resource,
    get_organization,
    text_or_empty,
)


def _mentions(answer: Invite, place: Place) -> Iterable[Mention]:
    yield Mention("invite", answer.id, "", text_or_empty(answer.role), organization=get_organization(place))


INVITE = Resource(
    kind="invite",
    one=N_("invite link"),
    many=N_("invite links"),
    endpoints=Endpoints(read=GET_INVITE, update=UPDATE_INVITE, delete=DELETE_INVITE),
    lookup=Lookup(
        icon="envelope",
        extractors={Invite: _mentions},
        parameter="inviteId",
        address_words=("link-invites", "invites"),
        page=PortalPage("invites.show", "invite_id"),
    ),
    without={
        "name": "It has none.",
        "undo_delete": "The API has no call that makes one.",
    },
)
