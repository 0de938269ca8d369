"""URLs at which people open spaces, revisions, change requests and pages."""


def app_address(organization_id: object, space_id: object) -> str:
    return f"/o/{organization_id}/s/{space_id}"


def page_address(organization_id: object, space_id: object, path: str) -> str:
    """With `#…` at the end of `path`, that of a section."""
    return f"{app_address(organization_id, space_id)}/{path}"


def revision_address(organization_id: object, space_id: object, revision_id: object) -> str:
    return page_address(organization_id, space_id, f"~/revisions/{revision_id}")


def change_request_address(organization_id: object, space_id: object, number: object) -> str:
    return page_address(organization_id, space_id, f"~/changes/{number}")
