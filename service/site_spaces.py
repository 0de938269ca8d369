"""The spaces of a site as they are kept: linked in order, each at a path of its own, one of them the default."""

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, insert

from service.documents import text
from service.ids import new_id
from service.slugs import free_slug, slug
from service.tables.sites import site_space

STEP = 1024
"""Between two positions, so that one can be put between them without moving the others."""


def link_spaces(connection: Connection, site_id: str, spaces: Iterable[tuple[str, str]]) -> None:
    """Put spaces, each an id and a title, at the end of a site without sections; the first is the default."""
    taken: set[str] = set()
    rows = []
    for place, (space_id, title) in enumerate(spaces, start=1):
        path = free_slug(slug(title), taken)
        taken.add(path)
        rows.append(site_space_row(site_id, space_id, title, path, position=place * STEP, default=place == 1))
    if rows:
        connection.execute(insert(site_space), rows)


def site_space_row(
    site_id: str,
    space_id: str,
    title: str,
    path: str,
    *,
    position: int,
    default: bool,
    optional: Mapping[str, str] | None = None,
) -> dict[str, object]:
    """The columns of a new site space; `optional` may hold its `id`, `section` and `condition`."""
    given = {"id": new_id("sitespace"), **(optional or {})}
    condition = {name: given[name] for name in ("condition",) if name in given}
    fields = {"object": "site-space", "id": given["id"], "title": title, "path": path, **condition}
    return {
        "id": given["id"],
        "site": site_id,
        "space": space_id,
        "section": given.get("section"),
        "position": position,
        "is_default": default,
        "path": path,
        "document": text(dict(fields)),
    }
