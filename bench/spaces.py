"""`python -m bench.spaces`: rendering a space of 2,000 pages and a page of 200 kB."""

import gzip
import string
from collections.abc import Callable
from random import Random

from bench.measuring import least_seconds
from bench.tables import heading, say, table
from blueprints.spaces.tree import PageTree, tree_html
from contract.authoring.content import LIST_PAGES
from contract.authoring.pages import SpacePage, SpacePages
from masthead.web.markdown.render import render_markdown

PAGES, BELOW = 2000, 8
ID_LETTERS = 20
CHARACTERS = 200_000
MS = 1000
SIGNS = string.ascii_letters + string.digits
WORDS = ("rates", "lanes", "customs", "pallets", "carriers", "surcharge", "invoices", "tracking", "depots")
PARAGRAPH = (
    "## How {0} depend on {1}\n\nEvery *offer* is a rate of a [carrier]({0}/{1}.md) for your lane, times the "
    "`pallets`, plus what your goods need on top.\n\n- tolls and fuel, at the price of the day of {0}\n"
    "- the standard **liability** of the {1}\n\n| {0} | {1} |\n|---|---|\n| 1 | 2 |\n\n"
)


def main() -> None:
    random = Random(1)  # noqa: S311 - a reproducible space
    pages = space(random)
    answer = pages.model_dump_json().encode()
    tree = PageTree(pages.pages)
    html = tree_html(tree, "/orgs/org_larkfield/spaces/space_guide/pages", tree.nodes[-1].id)
    packed = len(gzip.compress(html.encode(), 6)) / MS
    text = markdown(random)
    rows = [
        ["reading the answer of the API", in_ms(lambda: LIST_PAGES.parse(answer))],
        ["walking the tree", in_ms(lambda: PageTree(pages.pages))],
        ["writing it as HTML", in_ms(lambda: tree_html(tree, "/pages", tree.nodes[-1].id))],
        ["its HTML, gzip", f"{packed:.1f} kB"],
    ]
    say(heading("python -m bench.spaces"))
    say(table([f"A space of {PAGES:,} pages", "found"], rows))
    drawn = in_ms(lambda: render_markdown(text, str, picture="Picture", dead=""))
    say(table([f"Markdown of {CHARACTERS // MS} kB", "found"], [["as HTML, sanitized", drawn]]))


def space(random: Random, count: int = PAGES) -> SpacePages:
    """Build pages with ids as hard to compress as real ones, each below an earlier page."""
    made = [_page(random, number) for number in range(count)]
    for number, page in enumerate(made[BELOW:], BELOW):
        above = made[random.randrange(number) // BELOW].pages
        assert isinstance(above, list)  # noqa: S101 - as made below
        above.append(page)
    return SpacePages(pages=made[:BELOW])


def _page(random: Random, number: int) -> SpacePage:
    title = f"{random.choice(WORDS)} and {random.choice(WORDS)} {number}".capitalize()
    slug = title.lower().replace(" ", "-")
    own = "".join(random.choices(SIGNS, k=ID_LETTERS))
    return SpacePage(id=own, title=title, type="document", slug=slug, path=slug, pages=[], hidden=number % 9 == 0)


def markdown(random: Random) -> str:
    """Build a page of text, lists, links and tables."""
    parts = (PARAGRAPH.format(random.choice(WORDS), random.choice(WORDS)) for _ in range(CHARACTERS // 300))
    return "".join(parts)[:CHARACTERS]


def in_ms(work: Callable[[], object]) -> str:
    return f"{least_seconds(work) * MS:.1f} ms"


if __name__ == "__main__":
    main()
