"""Pictures of a space's files. The portal fetches them, so that the reader's browser asks no other host."""

from flask import Blueprint, request
from werkzeug.wrappers import Response

from blueprints.spaces.content import SpaceContent, find_content
from blueprints.spaces.space_files import MAX_PAGES
from contract.schema.fields import value_or_none
from fetching import ApiFiles, Fetcher, FetchError
from masthead.client import NotFound
from masthead.web.frame.organization import or_raise, read_on
from masthead.web.http.request_lock import lock_released
from masthead.web.person.guards import signed_in
from masthead.web.person.portal import api, portal

blueprint = Blueprint("pictures", __name__, url_prefix="/orgs/<organization_id>/spaces/<space_id>/pictures")
MAX_BYTES = 4_000_000
WEBP = "image/webp"
BEGINNINGS = {b"\x89PNG\r\n\x1a\n": "image/png", b"\xff\xd8\xff": "image/jpeg", b"GIF8": "image/gif", b"RIFF": WEBP}
"""Formats that run no scripts, by their first bytes. SVG is none of them."""


@blueprint.get("")
@signed_in
def show(organization_id: str, space_id: str) -> Response:
    """Send the picture in the file `name`, of the change request `change_request` if the query names one."""
    content = find_content(organization_id, space_id, request.args.get("change_request", ""))
    address = _download_url(content, request.args.get("name", ""))
    settings = portal().settings
    rules = ApiFiles(settings.api_base_url, elsewhere=settings.metadata_by_url)
    try:
        with lock_released():
            data = Fetcher(largest=MAX_BYTES, rules=rules).fetch(address).content
    except FetchError as error:
        raise NotFound from error
    kind = next((kind for begins, kind in BEGINNINGS.items() if data.startswith(begins)), None)
    if kind is None or (kind == WEBP and data[8:12] != b"WEBP"):
        raise NotFound
    return Response(data, mimetype=kind)


def _download_url(content: SpaceContent, name: str) -> str:
    """Raises NotFound unless the list has one file with the name."""
    asked = content.files_read()
    (answer,) = api().gather(asked)
    files = read_on(asked, or_raise(answer), MAX_PAGES).items
    addresses = [value_or_none(each.downloadURL) for each in files if each.name == name]
    if len(addresses) != 1 or not addresses[0]:
        raise NotFound
    return addresses[0]
