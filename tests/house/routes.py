"""Who may open which page of the portal: the decision for each, to be held against what the code says."""

from typing import Any

from flask import Flask, url_for

from masthead.web.person.guards import PUBLIC, SIGNED_IN

OPEN_TO_ALL = """
static
health: alive ready metrics
account: sign_in open_session sign_out theme
oidc: start start_of callback callback_of signed_out signed_out_of ended ended_of
certificates: monitor
status: index
"""
BEHIND_SIGN_IN = """
home: index
account: sessions end_session end_other_sessions clear_directory name time_zone
linked_token: show link unlink
organizations: index switcher of_domain show today snooze
settings: show show_section update export
organization_files: show read export drift review apply
organization_files: show read export review apply compare make_alike_organization
compare: show make_alike ask_copy copy
invites: find show update ask_delete delete
teams: index show
people: index export
person: show
leaving: ask change
joining: ask change
team_members: index ask add choose
structure: show act ask_move ask_edit ask_add review apply changes redraft undo
published: show show_with_key
sso: index enforcement new create show ask_delete delete
certificates: index inside make_token end_token
reminders: calendar listing
sso_certificate: ask replace forget
sso_metadata: ask read
sso_steps: service metadata identity save_identity newcomers save_newcomers test
sign_in_trial: record
enforcement: show enforce keep stop dismiss countdown close
sites: index export new create show edit update ask_delete delete
share_links: index create show update switch note ask_delete delete
link_register: index ask_switch_off export new create
link_bulk: ask change
rotation: show make finish
inbox: index
inbox_bulk: ask change
spaces: index export show
space_pages: index show
space_files: index show
pictures: show
change_requests: index show changed_page pdf
change_request_forms: new create edit update ask_reviewers request_reviewers
proposed_pages: index show
proposed_files: index show
change_request_merge: ask merge pull
comments: index show
comment_forms: new create new_on_page create_on_page reply resolve edit update edit_reply update_reply ask_delete
    delete
comment_reactions: react react_to_reply
access_ends: show save
access_matrix: index change export
access_reviews: index new create show decide ask_complete complete export
place_access: show add team update ask_remove remove
place_people: export show
specs: index export new create show edit update ask_delete delete watch check
specs_versions: show text download compare markdown as_data
space_fields: show update
custom_fields: index new create show edit update ask_delete delete
field_values: index edit export
field_value_changes: ask_fill fill ask_import read_import review make_bulk_change
translations: index new create show edit update ask_delete delete
coverage: show export choose save choose_own save_own
roster: ask read review choices choices_back_to_review back_to_review make_bulk_change sample members report
space_search: index
search: anywhere index
directory: index options add mark
saved_views: index change
crawls: continue_crawl refresh
imports: ask send ask_proposed send_proposed
space_links: show
link_health: index new begin continue_scan pause compare export
adaptive: show replace switch
conditions: index edit update
audience: show export new create edit update delete
journal_bulk: ask undo
journal: index export show look show_receipt look_again stop_checking ask_undo undo
bulk: index change
bulk_changes: index show unfinished act step
drafts: index show discard restore discard_structure restore_structure discard_parked take_over
status: try_now
"""


def _pages(table: str) -> list[str]:
    """The names of the pages in a table, which has the pages of a blueprint in one row."""
    rows = [row.partition(":") for row in table.replace("\n    ", " ").split("\n") if row]
    return [f"{name}.{page}" for name, _, pages in rows for page in pages.split() or [""]]


ACCESS = {page.rstrip("."): PUBLIC for page in _pages(OPEN_TO_ALL)} | dict.fromkeys(_pages(BEHIND_SIGN_IN), SIGNED_IN)
# Something of the demo world for each part of an address.
EXAMPLES = {
    "organization_id": "org_larkfield",
    "site_id": "site_docs",
    "link_id": "link_carriers",
    "site_space_id": "sitespace_docs_guide",
    "invite_id": "inv_welcome",
    "places": "spaces",
    "place_id": "space_guide",
    "access_kind": "team",
    "place": "team_docs",
    "subject": "user_erin",
    "space_id": "space_guide",
    "page_id": "page_guide_rates",
    "file_id": "file_guide_shipment-states",
    "team_id": "team_docs",
    "user_id": "user_charlie",
    "provider_id": "saml_drivers",
    "translation_id": "translation_guide",
    "slug": "shipments",
    "field_name": "review-cycle",
    "version_id": "version_shipments_2",
    "item": "group_product",
    "section": "profile",
    "session_id": "unknown",
    "change_request_id": "2",
    "comment_id": "comment_guide_waiting",
    "reply_id": "reply_guide_waiting_2",
    "changed_id": "page_guide_rates_customs",
    "kept": "unknown",
    "list_id": "unknown",
    "number": 1,
    "review_id": 1,
    "position": 1,
    "need": "unknown",
    "kind": "csv",
    "filename": "portal.css",
}


def address_of(app: Flask, page: str) -> tuple[str, str]:
    """Method and path of a page, with the examples in its path."""
    (rule,) = app.url_map.iter_rules(page)
    ids: dict[str, Any] = {name: EXAMPLES[name] for name in rule.arguments}
    if "link_id" in ids:
        ids["site_id"] = "site_partners"
    with app.test_request_context():
        path = url_for(page, **ids)
    return ("POST" if "POST" in (rule.methods or ()) else "GET"), path
