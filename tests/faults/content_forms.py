"""The forms of content and of what belongs to it: spaces, change requests, fields, specifications, translations."""

from flask import Flask

from tests.faults.form import Form
from tests.pages.page import Page
from tests.pages.pages import Pages

ORG = "/orgs/org_larkfield"
DOCS = f"{ORG}/sites/site_docs"
TRANSLATIONS = f"{ORG}/translations"
GUIDE_INTO, WANTED = f"{TRANSLATIONS}/translation_guide", f"{TRANSLATIONS}/coverage/wanted"
FIELDS = f"{ORG}/fields"
CYCLE = f"{FIELDS}/review-cycle"
SPECS = f"{ORG}/specs"
SHIPMENTS = f"{SPECS}/shipments"
IMPORT = f"{ORG}/spaces/space_guide/import"
PROPOSED_IMPORT = f"{ORG}/spaces/space_guide/change-requests/2/import"
VALUES = f"{ORG}/field-values"
FILL, IMPORT_VALUES = f"{VALUES}/fill", f"{VALUES}/import"
REQUESTS = f"{ORG}/spaces/space_guide/change-requests"


def seen(_app: Flask, pages: Pages) -> None:
    """What the spaces of a site are called."""
    pages.get(DOCS)


def with_cells_edited(pages: Pages) -> Page:
    """Edit a cell of the table, as its script sends it, and come back to it."""
    pages.get(DOCS)
    pages.get(VALUES)
    cells = '[["space_guide", "owner", "Shipping operations", "Typed by Alice"]]'
    return pages.post(VALUES, [("cells", cells), ("step", "edit")])


def with_values_filled_in(pages: Pages) -> Page:
    """Give a field a value in all known spaces, and look at the review."""
    pages.get(DOCS)
    pages.get(FILL)
    return pages.submit(FILL, field="owner", value="Typed by Alice", existing="replace", which="all")


CONTENT_FORMS = {
    "imports.send": Form(
        IMPORT,
        IMPORT,
        "Import",
        {"url": "https://docs.invalid/typed", "source": "markdown", "confirm": "Shipping guide"},
        seen,
    ),
    "imports.send_proposed": Form(
        PROPOSED_IMPORT, PROPOSED_IMPORT, "Import", {"url": "https://docs.invalid/typed", "source": "markdown"}, seen
    ),
    "change_request_forms.create": Form(
        f"{REQUESTS}/new", f"{REQUESTS}/new", "Create change request", {"subject": "Typed by Alice"}
    ),
    "change_request_forms.update": Form(
        f"{REQUESTS}/2/edit", f"{REQUESTS}/2/edit", "Save change request", {"subject": "Typed by Alice"}
    ),
    "change_request_forms.request_reviewers": Form(
        f"{REQUESTS}/2/reviewers", f"{REQUESTS}/2/reviewers", "Request reviews", {"users-other": "user_lena"}
    ),
    "space_fields.update": Form(
        f"{ORG}/spaces/space_guide/fields",
        f"{ORG}/spaces/space_guide/fields",
        "Save values",
        {"entry-owner": "Typed by Alice"},
    ),
    "field_values.edit": Form(with_cells_edited, VALUES, "Review changes", writes=False),
    "field_value_changes.fill": Form(
        FILL, FILL, "Review changes", {"field": "owner", "value": "Typed by Alice"}, seen, writes=False
    ),
    "field_value_changes.read_import": Form(
        IMPORT_VALUES,
        IMPORT_VALUES,
        "Review changes",
        {"text": "spaceId,owner\r\nspace_guide,Typed by Alice"},
        seen,
        writes=False,
    ),
    "field_value_changes.make_bulk_change": Form(with_values_filled_in, f"{VALUES}/changes/*", "Apply the changes"),
    "custom_fields.create": Form(
        f"{FIELDS}/_new",
        f"{FIELDS}/_new",
        "Create custom field",
        {"title": "Typed by Alice", "name": "typed", "type": "text"},
    ),
    "custom_fields.update": Form(f"{CYCLE}/edit", f"{CYCLE}/edit", "Save custom field", {"title": "Typed by Alice"}),
    "custom_fields.delete": Form(
        f"{CYCLE}/delete", f"{CYCLE}/delete", "Delete custom field", {"confirm": "Review cycle"}
    ),
    "change_request_merge.merge": Form(f"{REQUESTS}/2/merge", f"{REQUESTS}/2/merge", "Merge change request", {}),
    "change_request_merge.pull": Form(f"{REQUESTS}/2", f"{REQUESTS}/2/update", "Update from the space", {}),
    "translations.create": Form(
        f"{TRANSLATIONS}/new", f"{TRANSLATIONS}/new", "Create translation", {"title": "Typed by Alice"}
    ),
    "translations.update": Form(
        f"{GUIDE_INTO}/edit", f"{GUIDE_INTO}/edit", "Save translation", {"title": "Typed by Alice"}
    ),
    "translations.delete": Form(
        f"{GUIDE_INTO}/delete",
        f"{GUIDE_INTO}/delete",
        "Delete translation",
        {"confirm": "Shipping guide for Europe"},
    ),
    "specs.create": Form(
        f"{SPECS}/_new",
        f"{SPECS}/_new",
        "Create API specification",
        {"slug": "typed-by-alice", "source-url": "https://typed.larkfield.example/openapi.json"},
    ),
    "specs.update": Form(
        f"{SHIPMENTS}/edit",
        f"{SHIPMENTS}/edit",
        "Save source",
        {"source-url": "https://typed.larkfield.example/openapi.json"},
    ),
    "specs.check": Form(SHIPMENTS, f"{SHIPMENTS}/check", "Read source again"),
    "specs.delete": Form(
        f"{SHIPMENTS}/delete", f"{SHIPMENTS}/delete", "Delete API specification", {"confirm": "shipments"}
    ),
    "coverage.save": Form(WANTED, WANTED, "Save wanted languages", {"languages-other": "sr"}, writes=False),
    "coverage.save_own": Form(
        f"{WANTED}/translation_guide",
        f"{WANTED}/translation_guide",
        "Save wanted languages",
        {"languages-is": "own", "languages-other": "sr"},
        writes=False,
    ),
}
