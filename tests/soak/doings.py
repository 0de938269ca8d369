"""What an administrator does in a minute: each of these takes a person through some pages."""

import re
from collections.abc import Callable
from html import unescape

from tests.soak.ledger import Word
from tests.soak.person import HOME, TOKEN, Person

Until = Callable[[], bool]
Doing = Callable[[Person, Until], None]
PAGES = ("", "/sites", "/teams", "/journal", "/spaces", "/links", "/bulk-changes", "/inbox", "/access", "/settings")
ROW = re.compile(r'name="(at-\d+-[^"]+)"')
CREATED = re.compile(r"/sites/(site_[\w-]+)")
LINK = re.compile(r"/links/(link_[\w-]+)")
ROLES = ("owner", "member")
WORDS = ("own", "site+1", "help", "docs")
AGENTS = ("included", "excluded")
MOST = 5
"""Sites that one change is about."""


def look(person: Person, _until: Until) -> None:
    person.open(person.random.choice(PAGES))


def narrow(person: Person, _until: Until) -> None:
    person.open(f"/sites?title={person.random.choice(WORDS)}")


def create_site(person: Person, _until: Until) -> None:
    title = person.name("Site")
    word, page = person.submit(
        person.open("/sites/new"), "/sites/new", {"title": title, "visibility": "public"}, "Create site"
    )
    person.ledger.create("site", title, word)
    made = CREATED.search(page.text)
    if word is Word.SAVED and made is not None and title in page.text:
        person.sites.append(made[1])


def rename_site(person: Person, _until: Until) -> None:
    path, title = f"/sites/{person.about.site}/edit", person.name("Own site")
    word, _ = person.submit(person.open(path), path, {"title": title}, "Save changes")
    person.ledger.write("title", person.about.site, title, word)


def create_link(person: Person, _until: Until) -> None:
    path, name = f"/sites/{person.about.site}/links", person.name("Link")
    word, page = person.submit(person.open(path), path, {"name": name}, "Create link")
    person.ledger.create("share link", name, word)
    if found := LINK.findall(page.text):
        person.link = found[-1]


def note_link(person: Person, _until: Until) -> None:
    """A note, which Masthead alone keeps."""
    if not person.link:
        return
    path, note = f"/sites/{person.about.site}/links/{person.link}", person.name("Note")
    word, _ = person.submit(person.open(path), f"{path}/note", {"note": note}, "Save note")
    person.ledger.write("note", person.link, note, word)


def arrange(person: Person, until: Until) -> None:
    """Turn the structure round in a draft, and mostly apply that."""
    path = f"/sites/{person.about.site}/structure"
    shown = person.open(path)
    rows, token = ROW.findall(shown.text), TOKEN.search(shown.text)
    if not rows or token is None:
        return
    person.random.shuffle(rows)
    order = [("csrf_token", token[1]), ("do", "positions")]
    order += [(name, str(number)) for number, name in enumerate(rows, 1)]
    person.browser.post(HOME + path, order)
    review = person.open(f"{path}/review")
    if "structure-review" in review.text and person.random.random() < 0.7:
        person.run(person.bulk(review, f"{path}/review", "Apply"), until)


def change_many(person: Person, until: Until) -> None:
    """A setting of several sites, as a bulk change."""
    chosen = person.sites[-MOST:]
    if len(chosen) < 2:
        return
    shown = person.open("/sites")
    token = TOKEN.search(shown.text)
    ticked = [("site", each) for each in chosen]
    pairs = [("csrf_token", token[1] if token else ""), *ticked, ("setting", "agentsContext")]
    form = person.browser.post(f"{HOME}/bulk", pairs)
    if form is None or form.status != 200:
        return
    wanted = {"agentsContext": person.random.choice(AGENTS)}
    review = person.submit_once(form, "/bulk", wanted, "Review changes")
    if "Apply the changes" in review.text:
        person.run(person.bulk(review, "/bulk", "Apply the changes"), until)


def sync_roster(person: Person, until: Until) -> None:
    """Bring the team to a list of colleagues."""
    path = f"/teams/{person.about.team}/roster"
    people = person.random.sample(range(person.colleagues), min(MOST, person.colleagues))
    rows = [f"soak-{at}@larkfield.example,{person.random.choice(ROLES)}" for at in people]
    rows.append("alice@larkfield.example,owner")  # a team without an owner is asked about
    typed = {"text": "\n".join(["email,role", *rows])}
    review = person.submit_once(person.open(path), path, typed, "Add only…")
    found = re.search(rf'action="{HOME}({path}/[^"]+/apply[^"]*)"', review.text)
    if found is not None and "Apply the changes" in review.text:
        person.run(person.bulk(review, unescape(found[1]), "Apply the changes"), until)


WEIGHTS: dict[Doing, int] = {
    look: 8,
    narrow: 4,
    create_site: 3,
    rename_site: 4,
    create_link: 2,
    note_link: 2,
    arrange: 2,
    change_many: 2,
    sync_roster: 1,
}
"""How often each is done, beside the others."""
