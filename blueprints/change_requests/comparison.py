"""Compares the content of a change request with that of its space, and the texts of some pages."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from html import escape
from typing import NamedTuple

from contract.authoring.content import (
    GET_CONTENT,
    GET_PAGE,
    GET_PROPOSED_CONTENT,
    GET_PROPOSED_PAGE,
    ContentQuery,
    PageQuery,
)
from contract.authoring.pages import Revision, SpacePage
from contract.schema.fields import value_or_none
from masthead.client import Cached, CachedRead, NotFound, Problem
from masthead.i18n import N_, gettext, ngettext
from masthead.revisions import (
    ADDED,
    FOLDED,
    REMOVED,
    SAME,
    ContentDifference,
    DiffPart,
    PageChange,
    compare_content,
    diff_words,
    fold_unchanged,
)
from masthead.web.frame.fragment_cache import Html
from masthead.web.frame.organization import is_refresh_requested
from masthead.web.frame.problems import unread_message
from masthead.web.markdown.render import render_markdown
from masthead.web.person.portal import api

PAGES_AT_ONCE = 10
"""Pages whose texts are compared at once, with two reads each."""
MAX_INLINE = 60_000
"""Maximum length of a text to compare in the list. Longer texts are compared on their own page."""
MAX_COMPARED = 400_000
MAX_SHOWN = 12_000
"""Maximum number of characters to show of one difference in the list."""
QUERY = ContentQuery(metadata=False, computed=False)
TEXT = PageQuery(format="markdown", metadata=False, computed=False)
_IDS = re.compile(r"<(h[1-6]|a)\b[^>]* id=[^>]*>")
TAGS = {ADDED: ("ins", N_("added:")), REMOVED: ("del", N_("removed:"))}


class TextDifference(NamedTuple):
    """The compared texts of a page. `why` is the reason if nothing is shown; `cut` means that the end is omitted."""

    parts: Sequence[DiffPart] = ()
    why: str = ""
    cut: bool = False
    large: bool = False
    before: str = ""
    after: str = ""
    whole: bool = False

    @property
    def html(self) -> Html:
        """Return the text with additions and removals marked, also for screen readers."""
        return Html("".join(map(_part_html, self.parts)))

    @property
    def sides(self) -> tuple[Html, Html]:
        """Return the text before and after, with the differences marked in each."""
        old, new = (Html("".join(_part_html(each) for each in self.parts if each.kind != kind)) for kind in TAGS)
        return old, new

    @property
    def rendered(self) -> Html:
        """Return the text as readers see it, with added and removed blocks marked."""
        left, shown = MAX_SHOWN if self.cut else 2 * MAX_COMPARED, list[str]()
        for kind, blocks in _diff_blocks(self.before, self.after):
            folded = [] if self.whole or kind != SAME else blocks[1:-1]
            for part in [blocks] if not folded else [blocks[:1], [], blocks[-1:]]:
                shown.append(_block_html(kind, part, left) if part else _folded_html(folded))
                left -= sum(map(len, part))
            if left <= 0:
                break
        return Html("".join(shown))


@dataclass(frozen=True, slots=True)
class ContentComparison:
    """Differences between the contents of the space and the change request.

    `problem` is the reason in words if there is no comparison, else empty.
    """

    main: Revision | None = None
    proposed: Revision | None = None
    difference: ContentDifference = field(default_factory=lambda: ContentDifference((), ()))
    age: float = 0.0
    problem: str = ""

    def count(self, kind: str) -> int:
        return sum(1 for each in self.difference.pages if kind in list_change_kinds(each))

    def pages_of_kind(self, kind: str) -> list[PageChange]:
        """Return pages with this kind of change, or all pages for an empty kind."""
        return [each for each in self.difference.pages if not kind or kind in list_change_kinds(each)]


def list_change_kinds(change: PageChange) -> list[str]:
    """List the kinds of changes to a page. For an added or removed page, that is the only kind."""
    if change.is_added or change.is_removed:
        return ["added" if change.is_added else "removed"]
    told = {
        "text": change.has_texts,
        "renamed": change.is_renamed,
        "moved": change.is_moved,
        "address": change.is_readdressed,
        "settings": bool(change.facts),
    }
    return [kind for kind, is_so in told.items() if is_so]


def content_reads(
    space_id: str, request_id: str, *, anew: bool = False
) -> tuple[CachedRead[Revision], CachedRead[Revision]]:
    """Return the reads for the space's content and for the change request's content."""
    refresh = anew or is_refresh_requested()
    return (
        CachedRead(GET_CONTENT, (space_id,), QUERY, refresh),
        CachedRead(GET_PROPOSED_CONTENT, (space_id, request_id), QUERY, refresh),
    )


def compare_contents(main: Cached[Revision] | Problem, proposed: Cached[Revision] | Problem) -> ContentComparison:
    """Compare two contents. If one couldn't be read, the comparison has a problem."""
    if isinstance(main, Problem):
        return ContentComparison(problem=unread_message(main))
    if isinstance(proposed, Problem):
        return ContentComparison(problem=unread_message(proposed))
    old, new = main.value, proposed.value
    difference = compare_content(
        value_or_none(old.pages) or [],
        value_or_none(new.pages) or [],
        value_or_none(old.files) or [],
        value_or_none(new.files) or [],
    )
    return ContentComparison(old, new, difference, max(main.age, proposed.age))


def read_texts(space_id: str, request_id: str, changes: Sequence[PageChange]) -> dict[str, TextDifference]:
    """Read the changed pages in parallel, and return their text differences by page id."""
    wanted = [each for each in changes if each.has_texts]
    sides = [(each, read) for each in wanted for read in _text_reads(space_id, request_id, each)]
    answers = api().gather(*(read for _, read in sides)) if sides else ()
    texts: dict[str, list[Cached[SpacePage] | Problem]] = {}
    for (change, _), answer in zip(sides, answers, strict=True):
        texts.setdefault(change.page.id, []).append(answer)
    return {each.page.id: _compare_texts(each, texts[each.page.id], MAX_INLINE) for each in wanted}


def read_text(space_id: str, request_id: str, change: PageChange, *, whole: bool) -> TextDifference:
    """Return the text difference of a page, up to MAX_COMPARED characters. `whole` includes unchanged parts."""
    answers = api().gather(*_text_reads(space_id, request_id, change))
    return _compare_texts(change, answers, MAX_COMPARED, whole=whole, most=2 * MAX_COMPARED)


def _text_reads(space_id: str, request_id: str, change: PageChange) -> list[CachedRead[SpacePage]]:
    before = [] if change.is_added else [CachedRead(GET_PAGE, (space_id, change.page.id), TEXT, is_refresh_requested())]
    ids = (space_id, request_id, change.page.id)
    return before + ([] if change.is_removed else [CachedRead(GET_PROPOSED_PAGE, ids, TEXT, is_refresh_requested())])


def _compare_texts(
    change: PageChange,
    answers: Sequence[Cached[SpacePage] | Problem],
    longest: int,
    *,
    whole: bool = False,
    most: int = MAX_SHOWN,
) -> TextDifference:
    texts = []
    for each in answers:
        if isinstance(each, Problem):
            gone = gettext("This page was removed a moment ago. Refresh to compare again.")
            return TextDifference(why=gone if isinstance(each, NotFound) else unread_message(each))
        texts.append(value_or_none(each.value.markdown) or "")
    if max(map(len, texts)) > longest:
        return TextDifference(why=gettext("This page is too long to be compared here."), large=True)
    before, after = ("", *texts) if change.is_added else (*texts, "") if change.is_removed else texts
    parts = diff_words(before, after)
    if all(each.kind == SAME for each in parts):
        same = before == after
        return TextDifference(why=gettext("The text is the same.") if same else gettext("Only white space differs."))
    shown, cut = _shorten_parts(parts if whole else fold_unchanged(parts), most)
    return TextDifference(shown, cut=cut, before=before, after=after, whole=whole)


def _diff_blocks(before: str, after: str) -> Iterator[tuple[str, list[str]]]:
    """Compare two texts by block: a paragraph, list, table or listing."""
    old, new = _split_blocks(before), _split_blocks(after)
    for tag, a, b, c, d in SequenceMatcher(a=old, b=new, autojunk=False).get_opcodes():
        if tag == "equal":
            yield SAME, old[a:b]
        else:
            yield from ((kind, some) for kind, some in ((REMOVED, old[a:b]), (ADDED, new[c:d])) if some)


def _split_blocks(text: str) -> list[str]:
    blocks, is_listing = [[""]], False
    for line in text.splitlines():
        is_listing ^= line.lstrip().startswith(("```", "~~~"))
        if line.strip() or is_listing:
            blocks[-1].append(line)
        else:
            blocks.append([""])
    return ["\n".join(each[1:]) for each in blocks if len(each) > 1]


def _block_html(kind: str, blocks: Sequence[str], most: int) -> str:
    text = "\n\n".join(blocks)[: max(most, 0)]
    found = render_markdown(
        text, lambda _: "", picture=gettext("Picture"), dead=gettext("Open the page to follow this")
    )
    # Two blocks may share a heading, so ids aren't unique here; links within the space work on the page alone.
    html = _IDS.sub(r"<\1>", found.html).replace('<span class="dead"', "<span")
    if kind not in TAGS:
        return html
    tag, said = TAGS[kind]
    return f'<{tag}><span class="visually-hidden">{escape(gettext(said))} </span>{html}</{tag}>'


def _folded_html(blocks: Sequence[str]) -> str:
    told = ngettext("%(n)s part that is the same", "%(n)s parts that are the same", len(blocks))
    return f'<p class="diff-folded">{escape(told)}</p>'


def _shorten_parts(parts: Sequence[DiffPart], most: int) -> tuple[list[DiffPart], bool]:
    found: list[DiffPart] = []
    left = most
    for part in parts:
        if left <= 0:
            return found, True
        found.append(part if len(part.text) <= left else DiffPart(part.kind, part.text[:left]))
        left -= len(part.text)
    return found, left < 0


def _part_html(part: DiffPart) -> str:
    if part.kind == FOLDED:
        told = ngettext("%(n)s line that is the same", "%(n)s lines that are the same", part.lines)
        return f'<span class="diff-folded">{escape(told)}</span>'
    if part.kind not in TAGS:
        return escape(part.text)
    tag, said = TAGS[part.kind]
    # An added indentation alone would be invisible.
    text = part.text.rstrip() or part.text.replace(" ", "·").replace("\t", "→")
    ear, after = escape(gettext(said)), part.text[len(text) :]
    return f'<{tag}><span class="visually-hidden">{ear} </span>{escape(text)}</{tag}>{after}'
