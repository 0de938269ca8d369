"""Every form that asks the service for something: where it is, what a person types, which button sends it."""

from collections.abc import Callable
from datetime import date
from functools import partial

from flask import Flask

from masthead.store.notes import LinkPlace, Visitor
from masthead.web.person.portal import get_portal
from tests.bulk_changes import BULK_CHANGES, SITES, keep_bulk_change
from tests.certificates import pem
from tests.faults.comment_forms import COMMENT_FORMS
from tests.faults.content_forms import CONTENT_FORMS
from tests.faults.form import Form
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.saml.published import okta
from tests.world import ALICE

ORG = "/orgs/org_larkfield"
SETTINGS = f"{ORG}/settings"
DOCS = f"{ORG}/sites/site_docs"
LINKS = f"{ORG}/sites/site_partners/links"
LINK = f"{LINKS}/link_carriers"
INVITE = f"{ORG}/invites/inv_welcome"
KNOWN = f"{ORG}/known"
TEAM = f"{ORG}/teams/team_docs"
LEAVE, JOIN = f"{ORG}/people/user_bob/leave", f"{ORG}/people/join"
SSO = f"{ORG}/sso"
ENFORCE = f"{SSO}/enforce"
DRIVERS = f"{SSO}/saml_drivers"
ADAPTIVE, VISITORS = f"{DOCS}/adaptive", f"{DOCS}/audience/visitors"
GUIDE = f"{DOCS}/conditions/sitespace_docs_guide"
TEAMS, ACCESS = f"{ORG}/spaces/space_guide/access", f"{ORG}/access"
REVIEWS, LAST_DAY = f"{ACCESS}/reviews", f"{ORG}/access-ends/team/team_docs/user_erin"
ROSTER = f"{ORG}/teams/team_operations/roster"
FILE, RENAMING = f"{ORG}/file", "{masthead: 1, settings: {title: Typed by Alice}}"
BULK, OVERDUE = f"{ORG}/bulk", f"{ORG}/links/overdue"
CHOSEN_LINKS = f"{ORG}/links/chosen?do=off&link=site_partners%2Flink_carriers"
STRUCTURE = f"{ORG}/sites/site_help/structure"
NEW_CERTIFICATE = {"certificate": "".join(pem(600).splitlines()[1:-1]), "how": "now"}


def renamed(_app: Flask, pages: Pages) -> None:
    """A change that can be undone."""
    pages.get(f"{DOCS}/edit")
    pages.submit(f"{DOCS}/edit", title="Guide")


def planned(app: Flask, _pages: Pages) -> None:
    """A bulk change of three steps."""
    keep_bulk_change(app, ALICE, SITES)


def made(_app: Flask, pages: Pages) -> None:
    """A link in place of another that is still on."""
    pages.get(f"{LINK}/rotate")
    pages.submit(f"{LINK}/rotate", name="Carriers 2026")


def imagined(app: Flask, _pages: Pages) -> None:
    """A visitor to change."""
    get_portal(app).store.visitors.save("org_larkfield", Visitor("Carrier", {("isCarrier",): True}), "somebody")


def overdue(app: Flask, _pages: Pages) -> None:
    """A link that should be off by now."""
    place = LinkPlace("org_larkfield", "site_partners", "link_carriers")
    get_portal(app).store.link_notes.save(place, "x", note="", due=date(2025, 1, 7))


def without_carriers(_app: Flask, pages: Pages) -> None:
    """A deletion that can be undone."""
    pages.get(f"{SSO}/saml_carriers/delete")
    pages.submit(f"{SSO}/saml_carriers/delete", confirm="Carriers (old directory)")


def with_a_new_link(_app: Flask, pages: Pages) -> None:
    """A creation that can be undone."""
    pages.get(LINKS)
    pages.submit(LINKS, name="Fair")


def undone(_app: Flask, pages: Pages) -> None:
    """An undo that can be undone."""
    pages.get(f"{DOCS}/edit")
    pages.submit(f"{DOCS}/edit", title="Manual")
    pages.get(f"{ORG}/journal/1/undo")
    pages.submit(f"{ORG}/journal/1/undo")


def enforced(_app: Flask, pages: Pages) -> None:
    """Single sign-on is enforced, and somebody kept it."""
    if pages.get(ENFORCE).forms_to(ENFORCE):
        pages.submit(ENFORCE, accept=True)
        pages.submit(f"{ENFORCE}/keep")


def arranged(_app: Flask, pages: Pages) -> None:
    """A draft of the structure with one move in it."""
    pages.get(STRUCTURE)
    pages.submit(STRUCTURE, {"at-3-sitespace_help_releases": "1"}, press="Apply positions")


def with_a_list_given(pages: Pages) -> Page:
    """Paste a list of one who is not in the team yet."""
    pages.get(ROSTER)
    return pages.submit(ROSTER, text="user_kofi,member")


def with_a_certificate_reviewed(pages: Pages, how: str = "now") -> Page:
    """Give another certificate, and look at the review of that."""
    pages.get(f"{DRIVERS}/certificate")
    return pages.submit(f"{DRIVERS}/certificate", NEW_CERTIFICATE | {"how": how}, press="Continue")


def with_sites_chosen(pages: Pages) -> Page:
    """Choose three sites in their list, to say who shall read them."""
    pages.get(f"{ORG}/sites")
    return pages.post(BULK, [*(("site", f"site_{each}") for each in SITES), ("setting", "visibility")])


def with_sites_reviewed(pages: Pages) -> Page:
    """Say it, and look at the review of that."""
    with_sites_chosen(pages)
    return pages.submit(BULK, visibility="unlisted", press="Review changes")


def with_a_file_given(pages: Pages) -> Page:
    """Paste a file that changes a setting, and look at the review of that."""
    pages.get(FILE)
    return pages.submit(FILE, text=RENAMING, press="Review changes")


def with_roles_chosen(pages: Pages) -> Page:
    """Choose a team and two spaces in the matrix, and look at the review of what they are to be."""
    pages.get(DOCS)
    pages.get(ACCESS)
    spaces = [("row", f"space:space_{each}") for each in ("guide", "api")]
    which = [("teams", "ticked"), ("places", "ticked"), ("what", "edit"), ("team", "team_support")]
    return pages.post(ACCESS, [*spaces, *which])


def reviewed(_app: Flask, pages: Pages) -> None:
    """An access review in which somebody is to be removed."""
    pages.get(f"{REVIEWS}/new")
    pages.submit(f"{REVIEWS}/new", {"team-other": "team_docs"})
    pages.submit(f"{REVIEWS}/1", {"to-user_frank": "remove", "reason-user_frank": "Left"})


def of_people(page: str) -> Callable[[Pages], Page]:
    """A page about people, whose teams are known."""

    def open_page(pages: Pages) -> Page:
        pages.get(TEAMS)
        return pages.get(page)

    return open_page


def with_a_colleague_reviewed(pages: Pages) -> Page:
    """Name somebody who joins like a colleague, and look at the review of that."""
    of_people(f"{JOIN}?like=user_bob")(pages)
    return pages.submit(JOIN, add="user_lena", press="Review changes")


FORMS = (
    CONTENT_FORMS
    | COMMENT_FORMS
    | {
        "settings.update profile": Form(SETTINGS, f"{SETTINGS}/profile", "Save profile", {"title": "Typed by Alice"}),
        "settings.update access": Form(SETTINGS, f"{SETTINGS}/access", "Save access", {"defaultRole": "comment"}),
        "settings.update content": Form(
            SETTINGS, f"{SETTINGS}/content", "Save content", {"defaultContent": "site_help"}
        ),
        "invites.update": Form(INVITE, INVITE, "Save role", {"role": "edit"}),
        "invites.delete": Form(f"{INVITE}/delete", f"{INVITE}/delete", "Delete invite link", {}),
        "sites.create": Form(
            f"{ORG}/sites/new", f"{ORG}/sites/new", "Create site", {"title": "Typed by Alice", "visibility": "public"}
        ),
        "sites.update": Form(f"{DOCS}/edit", f"{DOCS}/edit", "Save changes", {"title": "Typed by Alice"}),
        "sites.delete": Form(f"{DOCS}/delete", f"{DOCS}/delete", "Delete site", {"confirm": "Larkfield Docs"}),
        "share_links.create": Form(LINKS, LINKS, "Create link", {"name": "Typed by Alice"}),
        "link_register.create": Form(
            f"{ORG}/links/new", f"{ORG}/links/new", "Create link", {"site": "site_partners", "name": "Typed by Alice"}
        ),
        "share_links.update": Form(LINK, LINK, "Save link", {"name": "Typed by Alice"}),
        "share_links.switch": Form(LINKS, f"{LINK}/active", "Switch"),
        "share_links.note": Form(LINK, f"{LINK}/note", "Save note", {"note": "Typed by Alice"}, writes=False),
        "share_links.delete": Form(
            f"{LINK}/delete", f"{LINK}/delete", "Delete share link", {"confirm": "Carriers 2025"}
        ),
        "rotation.make": Form(f"{LINK}/rotate", f"{LINK}/rotate", "Create the new link", {"name": "Typed by Alice"}),
        "rotation.finish": Form(f"{LINK}/rotate", f"{LINK}/rotate/finish", "Switch off the old link", before=made),
        "journal_bulk.undo": Form(
            f"{ORG}/journal/chosen?entry=1", f"{ORG}/journal/chosen", "Undo these changes", before=renamed
        ),
        "journal.undo": Form(f"{ORG}/journal/1/undo", f"{ORG}/journal/1/undo", "Undo", before=renamed),
        "journal.undo redo": Form(f"{ORG}/journal/2/undo", f"{ORG}/journal/2/undo", "Redo", before=undone),
        "journal.undo creation": Form(f"{ORG}/journal/1/undo", f"{ORG}/journal/1/undo", "Undo", before=with_a_new_link),
        "journal.undo deletion": Form(
            f"{ORG}/journal/1/undo", f"{ORG}/journal/1/undo", "Undo", before=without_carriers
        ),
        "bulk_changes.act": Form(f"{BULK_CHANGES}/1", f"{BULK_CHANGES}/1", "Apply 3 changes", before=planned),
        "bulk.change": Form(with_sites_chosen, BULK, "Review changes", {"visibility": "unlisted"}, writes=False),
        "bulk.change reviewed": Form(with_sites_reviewed, BULK, "Apply the changes"),
        "roster.read": Form(ROSTER, ROSTER, "Add only…", {"text": "user_kofi,member"}, writes=False),
        "roster.make_bulk_change": Form(with_a_list_given, f"{ROSTER}/*/apply*", "Apply the changes"),
        "organization_files.read": Form(FILE, FILE, "Review changes", {"text": RENAMING}, writes=False),
        "compare.copy": Form(
            f"{DOCS}/copy", f"{DOCS}/copy", "Review changes", {"title": "Typed by Alice"}, writes=False
        ),
        "organization_files.apply": Form(with_a_file_given, f"{FILE}/*", "Apply 1 change"),
        "adaptive.replace": Form(ADAPTIVE, ADAPTIVE, "Save schema", {"claim-0-description": "Typed by Alice"}),
        "adaptive.switch": Form(ADAPTIVE, f"{ADAPTIVE}/switch", "Save status", {"adaptiveContent": False}),
        "conditions.update": Form(
            GUIDE, GUIDE, "Save condition", {"condition-is": "text", "condition": "visitor.claims.isCarrier"}
        ),
        "audience.create": Form(
            f"{VISITORS}/new", f"{VISITORS}/new", "Save visitor", {"name": "Typed by Alice"}, writes=False
        ),
        "audience.update": Form(
            f"{VISITORS}/1", f"{VISITORS}/1", "Save visitor", {"name": "Typed by Alice"}, imagined, writes=False
        ),
        "audience.delete": Form(
            f"{VISITORS}/1", f"{VISITORS}/1/delete", "Delete visitor", before=imagined, writes=False
        ),
        "link_bulk.change": Form(CHOSEN_LINKS, f"{ORG}/links/chosen", "Switch off links"),
        "leaving.change": Form(of_people(LEAVE), LEAVE, "Apply 1 change"),
        "joining.change": Form(with_a_colleague_reviewed, JOIN, "Add to these teams"),
        "team_members.add": Form(TEAM, f"{TEAM}/members", "Add to the team", {"add": "user_lena"}),
        "team_members.choose": Form(TEAM, f"{TEAM}/members/chosen", "Make owner: Grace Tanaka"),
        "structure.act": Form(
            f"{STRUCTURE}/item/sitespace_help_releases",
            STRUCTURE,
            "Save to draft",
            {"path": "typed-by-alice"},
            writes=False,
        ),
        "structure.apply": Form(f"{STRUCTURE}/review", f"{STRUCTURE}/review", "Apply 1 change", before=arranged),
        "sso.create": Form(f"{SSO}/new", f"{SSO}/new", "Create provider", {"label": "Typed by Alice"}),
        "sso_steps.save_identity": Form(
            f"{DRIVERS}/idp", f"{DRIVERS}/idp", "Save provider", {"label": "Typed by Alice"}
        ),
        "sso_steps.save_newcomers": Form(
            f"{DRIVERS}/people", f"{DRIVERS}/people", "Save and continue", {"defaultRole": "read"}
        ),
        "sso_metadata.read": Form(
            f"{DRIVERS}/import", f"{DRIVERS}/import", "Read metadata", {"text": okta().decode()}, writes=False
        ),
        "sso_certificate.replace": Form(
            partial(with_a_certificate_reviewed, how="beside"), f"{DRIVERS}/certificate", "Save changes"
        ),
        "sso_certificate.replace reviewed": Form(with_a_certificate_reviewed, f"{DRIVERS}/certificate", "Save changes"),
        "sso.delete": Form(
            f"{SSO}/saml_auditors/delete", f"{SSO}/saml_auditors/delete", "Delete provider", {"confirm": "Auditors"}
        ),
        "enforcement.enforce": Form(ENFORCE, ENFORCE, "Enforce single sign-on", {"accept": True}),
        "enforcement.stop": Form(ENFORCE, f"{ENFORCE}/off", "Stop enforcing single sign-on", before=enforced),
        "sso_certificate.replace lifting": Form(
            with_a_certificate_reviewed, f"{DRIVERS}/certificate", "Save changes", before=enforced
        ),
        "access_matrix.change": Form(with_roles_chosen, ACCESS, "Apply the changes"),
        "access_ends.save": Form(LAST_DAY, LAST_DAY, "Save last day", {"due": "2099-01-31"}, writes=False),
        "access_reviews.create": Form(
            f"{REVIEWS}/new",
            f"{REVIEWS}/new",
            "Start review",
            {"team-other": "team_docs", "reviewers": "Typed by Alice"},
            writes=False,
        ),
        "access_reviews.decide": Form(
            f"{REVIEWS}/1",
            f"{REVIEWS}/1",
            "Save decisions",
            {"to-user_bob": "keep", "reason-user_bob": "Typed by Alice"},
            before=reviewed,
            writes=False,
        ),
        "access_reviews.complete": Form(
            f"{REVIEWS}/1/complete",
            f"{REVIEWS}/1/complete",
            "Complete review",
            {"agreed": True},
            before=reviewed,
        ),
        "place_access.add": Form(TEAMS, TEAMS, "Give role", {"team-other": "team_operations", "role": "read"}),
        "place_access.update": Form(f"{TEAMS}/team_docs", f"{TEAMS}/team_docs", "Save role", {"role": "review"}),
        "place_access.remove": Form(f"{TEAMS}/team_docs/remove", f"{TEAMS}/team_docs/remove", "Remove role"),
        "directory.add": Form(KNOWN, f"{KNOWN}/add", "Add", {"typed": "site_docs"}, writes=False),
    }
)

REPRESENTATIVES = (
    "sites.update",  # a setting
    "sites.create",  # a creation
    "share_links.delete",  # a deletion
    "share_links.switch",  # a button
    "comment_forms.create",  # a creation whose name is a text
    "place_access.add",  # a role, which is read back
    "journal.undo",
    "imports.send",  # the API goes on with it for minutes
    "change_request_merge.merge",  # nobody takes it back
    "specs.check",  # its page watches it
    "sso_certificate.replace reviewed",
    "sso_certificate.replace lifting",  # two calls
    "enforcement.enforce",  # a countdown follows
)
"""One form of each way to save; the others share the code of one of these."""
