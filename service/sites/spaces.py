"""The spaces of a site as they are kept: linked in order, each at a path of its own, one of them the default."""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update
from werkzeug.exceptions import Conflict, NotFound

from service.sites.defaults import ensure_default, within
from service.slugs import free_slug, slug
from service.storage.documents import Fields, text
from service.storage.ids import new_id
from service.storage.positions import STEP
from service.tables.sites import site_space


def link_spaces(connection: Connection, site_id: str, spaces: Iterable[tuple[str, str]]) -> None:
    """Put spaces, by id and title, at the end of a site without sections; the first is the default."""
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
    """`optional` may hold its `id`, `section` and `condition`."""
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


def site_space_of(connection: Connection, site_id: str, site_space_id: str) -> Row[Any]:
    """Raises NotFound."""
    rows = select(site_space).where(site_space.c.site == site_id, site_space.c.id == site_space_id)
    found = connection.execute(rows).first()
    if found is None:
        raise NotFound("No site space of this site has this id.")
    return found


def link_space(connection: Connection, site_id: str, section_id: str | None, space_id: str, title: str) -> str:
    """Put a space at the end of a section, or of the root when that is None; the id of the link.

    409 when the site shows the space already.
    """
    shown = select(site_space.c.id).where(site_space.c.space == space_id, site_space.c.site == site_id)
    if connection.scalar(shown) is not None:
        raise Conflict("spaceId: the site shows this space already.")
    wanted = slug(title)
    alike = select(site_space.c.path).where(*within(site_id, section_id), site_space.c.path.startswith(wanted))
    path = free_slug(wanted, set(connection.scalars(alike)))
    last = connection.scalar(select(func.max(site_space.c.position)).where(site_space.c.site == site_id))
    given = {"id": new_id("sitespace")} | ({"section": section_id} if section_id is not None else {})
    row = site_space_row(site_id, space_id, title, path, position=(last or 0) + STEP, default=False, optional=given)
    connection.execute(insert(site_space).values(row))
    ensure_default(connection, site_id, section_id)
    return given["id"]


def check_path_is_free(
    connection: Connection, site_id: str, section_id: str | None, path: str, *, for_id: str, field: str = "path"
) -> None:
    """409 when another site space there has the path; `field` is the request's."""
    others = select(site_space.c.id).where(*within(site_id, section_id), site_space.c.id != for_id)
    if connection.scalar(others.where(site_space.c.path == path)) is not None:
        raise Conflict(f"{field}: another space beside it has the path “{path}”.")


def save_site_space(connection: Connection, fields: Fields) -> None:
    """A condition of null is none."""
    kept = {name: value for name, value in fields.items() if value is not None}
    row = update(site_space).where(site_space.c.id == fields["id"])
    connection.execute(row.values(path=fields["path"], document=text(kept)))
