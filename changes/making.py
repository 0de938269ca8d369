"""What is made and deleted: found in its listing when nobody knows, taken away again, made again."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import MISSING

from changes.change import Change
from client import Api, NotFound
from contract.endpoint import Endpoint
from contract.listing import LIMIT_MAX, Listing, ListQuery
from contract.saml import CREATE_SAML_PROVIDER, DELETE_SAML_PROVIDER, LIST_SAML_PROVIDERS
from contract.share_links import CREATE_SHARE_LINK, DELETE_SHARE_LINK, LIST_SHARE_LINKS
from contract.sites import CREATE_SITE, DELETE_SITE, LIST_SITES
from store import Entry, Subject

CLOCKS_APART_SECONDS = 120.0
"""How far the service's clock may be from the portal's."""


@dataclass(frozen=True)
class Making:
    """How a kind of thing is made, and found in the listing of its kind by the field that names it.

    Undoing deletes what was made where `before_deleting` tells what to know before that, and makes again what was
    deleted, with another id, where `before_making` does.
    """

    kind: str
    name: str
    create: Endpoint[Any]
    listing: Endpoint[Listing[Any]]
    delete: Endpoint[None]
    before_deleting: str = ""
    before_making: str = ""


_MAKINGS = (
    Making("site", "title", CREATE_SITE, LIST_SITES, DELETE_SITE),
    Making(
        "identity provider",
        "label",
        CREATE_SAML_PROVIDER,
        LIST_SAML_PROVIDERS,
        DELETE_SAML_PROVIDER,
        before_making=(
            "A new provider is made with all that was set. It gets other addresses: "
            "nobody can sign in before your identity provider has been told them."
        ),
    ),
    Making(
        "share link",
        "name",
        CREATE_SHARE_LINK,
        LIST_SHARE_LINKS,
        DELETE_SHARE_LINK,
        before_deleting="The link is deleted: whoever has its address can no longer open the site with it.",
        before_making="A new link is made, with the same name and a new address. The old address stays closed.",
    ),
)
CREATIONS = {making.create.name: making for making in _MAKINGS}
DELETIONS = {making.delete.name: making for making in _MAKINGS if making.before_making}
"""By the name of the endpoint; deletions only of what can be made again."""


def listed(api: Api, listing: Endpoint[Listing[Any]], ids: tuple[str, ...]) -> Any:  # noqa: ANN401 - any resource
    """The item of the listing whose id is the last of `ids`. Raises NotFound where it is not in it."""
    *around, own = ids
    for item in api.walk(listing, *around, query=ListQuery(limit=LIMIT_MAX)):
        if item.id == own:
            return item
    raise NotFound("It is not in the list any more.")


def made_since(
    api: Api,
    making: Making,
    ids: tuple[str, ...],
    name: Any,  # noqa: ANN401 - JSON, MISSING where none was given
    since: float,
) -> Any | None:  # noqa: ANN401 - any resource
    """What has this name and was made since (seconds since 1970), by any clock; the newest of several."""
    query_type = making.listing.query or ListQuery
    filters = {making.name: name} if making.name in query_type.model_fields and name is not MISSING else {}
    query = query_type.model_validate({**filters, "limit": LIMIT_MAX})
    found = [
        item
        for item in api.walk(making.listing, *ids, query=query)  # type: ignore[arg-type] # a listing takes a ListQuery
        if (name is MISSING or getattr(item, making.name) == name)
        and _seconds(item.createdAt) >= since - CLOCKS_APART_SECONDS
    ]
    return max(found, key=lambda item: _seconds(item.createdAt), default=None)


def deletion(api: Api, entry: Entry, making: Making) -> tuple[Change[Any] | None, tuple[str, ...]]:
    """The change that takes away what `entry` made, None where it is gone; and what to know before, in sentences."""
    intent, ids = entry.intent, (*entry.intent.ids, entry.outcome.made)
    try:
        item = listed(api, making.listing, ids)
    except NotFound:
        return None, (f"The {making.kind} is gone already.",)
    name, was = getattr(item, making.name), entry.outcome.became.get(making.name)
    told = (making.before_deleting, *([] if name == was else [f"It is called “{name}” by now."]))
    subject = Subject(making.kind, item.id, str(name))
    change = Change(
        making.delete,
        ids,
        subject,
        f"Undo: {intent.summary}",
        was={making.name: name},
        organization=intent.organization,
        undoes=entry.number,
    )
    return change, told


def remaking(entry: Entry, making: Making) -> tuple[Change[Any], tuple[str, ...]]:
    """The change that makes again what `entry` deleted, and what to know before, in sentences."""
    intent, body = entry.intent, making.create.body
    was = {name: intent.was[name] for name in body.model_fields if name in intent.was} if body else {}
    change = Change(
        making.create,
        intent.ids[:-1],
        Subject(making.kind, "", intent.subject.title),
        f"Undo: {intent.summary}",
        body.model_validate(was) if body else None,
        organization=intent.organization,
        undoes=entry.number,
    )
    return change, (making.before_making,)


def name_of(was: Mapping[str, Any], making: Making) -> dict[str, Any]:
    """The field that names it, where what it was is known."""
    return {making.name: was[making.name]} if making.name in was else {}


def _seconds(moment: Any) -> float:  # noqa: ANN401 - a datetime of the contract
    return moment.timestamp() if isinstance(moment, datetime) else 0.0
