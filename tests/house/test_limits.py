"""No limit of the contract is written a second time: forms and pages read it."""

import ast
import re
from functools import cache

from contract import ENDPOINTS
from contract.schema.limits import FieldLimits, field_limits
from tests.house.sources import ROOT, modules, named, parsed, read, templates

# Numbers that happen to be limits of the contract too, what they are here, and in which modules.
OUR_OWN = """
100 items that are counted: blueprints/organizations/overview
30 days: masthead/web/frame/alerts blueprints/inbox/filters blueprints/spaces/overview
    blueprints/share_links/link_register
100 rows of a page: blueprints/translations/coverage blueprints/spaces/views blueprints/spaces/space_files
    blueprints/change_requests/reads blueprints/comments/reads blueprints/inbox/views blueprints/search/content
    masthead/web/frame/organization blueprints/sites/views blueprints/specs/views blueprints/specs/reads
    blueprints/share_links/link_register blueprints/access/place_people blueprints/field_values/field_value_changes
    blueprints/access/reads blueprints/teams/views masthead/web/people/lost_roles blueprints/directory/views
    blueprints/adaptive/conditions blueprints/adaptive/audience blueprints/sites/bulk blueprints/roster/views
    blueprints/journal/views blueprints/bulk_changes/views blueprints/people/views
    blueprints/access_reviews/views
1000 items that are selected at once: masthead/web/submit/bulk_changes
1000 bytes of a kilobyte: blueprints/spaces/space_files
100 uses that one read asks for: blueprints/spaces/content
10000 pages of a tree: blueprints/spaces/tree
100 elements within elements: masthead/web/markdown/render
100 entries of the journal: masthead/web/frame/alerts
1000 changes at once: blueprints/access/forms
1000 milliseconds of a second: masthead/web/frame/matrix_filters masthead/web/people/place_roles
    blueprints/field_values/field_value_changes blueprints/field_values/proposals blueprints/field_values/grid
    blueprints/bulk_changes/labels blueprints/link_health/scan_texts masthead/web/http/log
50 lines that are sent together: masthead/web/http/spreadsheets
1000 places that a page looks at: masthead/web/people/lost_roles
100 pages of members that are read before a change: blueprints/teams/reads blueprints/access/access_ends
10000 members whom a page reads: blueprints/teams/reads
100 organizations whose titles are looked up: blueprints/drafts/rows
100 characters of an address that a message quotes: blueprints/sso/metadata
100 claims in a list of inputs: blueprints/adaptive/schema_forms
50 providers of a federation that are shown at once: blueprints/sso/imported_metadata
50 organizations read for a page: blueprints/certificates/overview blueprints/reminders/views
50 providers of a federation that are stored together: blueprints/sso/imported_metadata
1000 rows read at once: blueprints/journal/export
512 kibibytes of metadata: blueprints/sso/metadata
1024 bytes of a kibibyte: blueprints/sso/metadata masthead/web/person/portal
30 days of a month: masthead/web/http/settings
"""
A_STATUS = 200
# Below this a number says nothing: two of something is not the shortest title.
TELLING = 10
FIXED = re.compile(r"\b(maxlength|minlength|pattern|max|min|data-max)=\"?[^\"{]")


@cache
def numbers_of_the_contract() -> set[int]:
    """The limits of all that can be sent."""
    models = [model for endpoint in ENDPOINTS for model in (endpoint.body, endpoint.query) if model]
    found = [field_limits(model, name) for model in models for name in model.model_fields]
    return {number for each in found for number in _numbers(each) if number >= TELLING} - {A_STATUS}


def _numbers(of: FieldLimits) -> list[int]:
    own = [of.min_length, of.max_length, of.min_items, of.max_items, of.minimum, of.maximum]
    return [int(each) for each in own if each is not None] + (_numbers(of.item) if of.item else [])


def written(*rooms: str) -> set[tuple[str, int]]:
    """The whole numbers that stand in the code of these rooms."""
    return {
        (named(file), node.value)
        for file in modules(*rooms)
        for node in ast.walk(parsed(file))
        if isinstance(node, ast.Constant) and type(node.value) is int
    }


def test_the_contract_has_the_limits_that_are_looked_for() -> None:
    assert {32, 100, 128, 255, 512, 1000} <= numbers_of_the_contract()


def test_no_code_of_pages_writes_a_limit() -> None:
    found = {each for each in written("masthead/web", "blueprints") if each[1] in numbers_of_the_contract()}
    rows = [row.partition(": ") for row in OUR_OWN.replace("\n    ", " ").strip().splitlines()]
    assert found == {(f"{name}.py", int(use.split()[0])) for use, _, names in rows for name in names.split()}


def test_no_template_writes_a_limit() -> None:
    assert [name for name, text in templates().items() if FIXED.search(text)] == []


def test_the_browser_s_code_writes_no_limit() -> None:
    script = (ROOT / "static" / "masthead.js").read_text(encoding="utf-8")
    assert {int(each) for each in re.findall(r"\b\d+\b", script)} & numbers_of_the_contract() == set()


def test_numbers_out_of_addresses_are_bounded() -> None:
    """`int` takes numbers that no database does; masthead.web.http.paths.whole is what to ask with."""
    assert [named(file) for file in modules("blueprints", "masthead/web") if "type=int" in read(file)] == []
