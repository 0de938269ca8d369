"""Who may open which page of the portal: the decision for each, to be held against what the code says."""

from typing import Any

from flask import Flask, url_for

from web.access import PUBLIC, SIGNED_IN

ACCESS = {
    "static": PUBLIC,
    "health.alive": PUBLIC,
    "health.ready": PUBLIC,
    "home.index": SIGNED_IN,
    "account.sign_in": PUBLIC,
    "account.open_session": PUBLIC,
    "account.sign_out": PUBLIC,
    "account.theme": PUBLIC,
    "account.sessions": SIGNED_IN,
    "account.end_session": SIGNED_IN,
    "account.end_other_sessions": SIGNED_IN,
    "account.forget_seen": SIGNED_IN,
    "account.name": SIGNED_IN,
    "organizations.index": SIGNED_IN,
    "organizations.switcher": SIGNED_IN,
    "organizations.of_domain": SIGNED_IN,
    "organizations.show": SIGNED_IN,
    "organizations.inside": SIGNED_IN,
    "organizations.search": SIGNED_IN,
    "settings.show": SIGNED_IN,
    "settings.show_section": SIGNED_IN,
    "settings.update": SIGNED_IN,
    "invites.find": SIGNED_IN,
    "invites.show": SIGNED_IN,
    "invites.update": SIGNED_IN,
    "invites.ask_delete": SIGNED_IN,
    "invites.delete": SIGNED_IN,
    "structure.show": SIGNED_IN,
    "structure.act": SIGNED_IN,
    "structure.ask_move": SIGNED_IN,
    "structure.ask_edit": SIGNED_IN,
    "structure.ask_add": SIGNED_IN,
    "structure.review": SIGNED_IN,
    "structure.apply": SIGNED_IN,
    "published.show": SIGNED_IN,
    "published.show_with_key": SIGNED_IN,
    "sites.index": SIGNED_IN,
    "sites.new": SIGNED_IN,
    "sites.create": SIGNED_IN,
    "sites.show": SIGNED_IN,
    "sites.edit": SIGNED_IN,
    "sites.update": SIGNED_IN,
    "sites.ask_delete": SIGNED_IN,
    "sites.delete": SIGNED_IN,
    "share_links.index": SIGNED_IN,
    "share_links.create": SIGNED_IN,
    "share_links.show": SIGNED_IN,
    "share_links.update": SIGNED_IN,
    "share_links.switch": SIGNED_IN,
    "share_links.note": SIGNED_IN,
    "share_links.ask_delete": SIGNED_IN,
    "share_links.delete": SIGNED_IN,
    "rotation.show": SIGNED_IN,
    "rotation.make": SIGNED_IN,
    "rotation.finish": SIGNED_IN,
    "known.index": SIGNED_IN,
    "known.options": SIGNED_IN,
    "known.add": SIGNED_IN,
    "known.mark": SIGNED_IN,
    "scans.index": SIGNED_IN,
    "scans.begin": SIGNED_IN,
    "scans.go_on": SIGNED_IN,
    "scans.stop": SIGNED_IN,
    "journal.index": SIGNED_IN,
    "journal.export": SIGNED_IN,
    "journal.show": SIGNED_IN,
    "journal.look": SIGNED_IN,
    "journal.ask_undo": SIGNED_IN,
    "journal.undo": SIGNED_IN,
    "plans.index": SIGNED_IN,
    "plans.show": SIGNED_IN,
    "plans.act": SIGNED_IN,
    "plans.step": SIGNED_IN,
    "drafts.index": SIGNED_IN,
    "drafts.discard": SIGNED_IN,
    "status.index": PUBLIC,
    "status.try_now": SIGNED_IN,
}
# Something of the demo world for each part of an address.
EXAMPLES = {
    "organization_id": "org_larkfield",
    "site_id": "site_docs",
    "link_id": "link_carriers",
    "invite_id": "inv_welcome",
    "item_id": "group_product",
    "section": "profile",
    "session_id": "unknown",
    "number": 1,
    "position": 1,
    "kind": "csv",
    "filename": "styles/base.css",
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
