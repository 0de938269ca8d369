"""Pages as they are read out of HTML and Markdown."""

import pytest

from fetching.fetcher import FetchedDocument
from service.content.markdown import parse_tokens
from service.imports.pages import MAX_PAGE, UnreadablePageError, parse_page
from tests.loops import for_each

AT = "https://docs.example/guide/rates"


def html(body: str, kind: str = "text/html; charset=utf-8") -> str:
    return parse_page(FetchedDocument(AT, kind, body.encode())).draft.markdown


def markdown(text: str) -> tuple[str, str, str]:
    draft = parse_page(FetchedDocument(f"{AT}.md", "text/markdown", text.encode())).draft
    return draft.title, draft.description, draft.markdown


@for_each(
    "written, expected",
    [
        ("<p>One<p>Two", "One\n\nTwo"),
        ("<p>  One \n two  </p>", "One two"),
        ("<p>One<br>two</p>", "One\ntwo"),
        ("<p>A <b>bold </b>word, <em>and</em> <del>less</del></p>", "A **bold** word, _and_ ~~less~~"),
        ("<p><b>all <i>of it</i></b></p>", "**all** **_of it_**"),
        ("<p>Type <code>a_b*c</code> or <kbd>`</kbd></p>", "Type `a_b*c` or \\`"),
        ("<h2>Fuel <small>2025</small></h2>", "## Fuel 2025"),
        ("<h3><br>One<br>line</h3>", "### One line"),
        ("<ul><li>one<li>two<ol><li>deep</ol></ul>", "- one\n- two\n  \n  1. deep"),
        ("<blockquote><p>One<p>Two</blockquote>", "> One\n> \n> Two"),
        ("<p>One<hr>Two", "One\n\n---\n\nTwo"),
        ('<pre><code class="language-python">if a:\n    b\n</code></pre>', "```python\nif a:\n    b\n```"),
        ("<pre>````\n</pre>", "`````\n````\n`````"),
        ("<table><tr><th>A<th>B|C<tr><td>1<td><p>2<p>3</table>", "| A | B\\|C |\n|---|---|\n| 1 | 2 3 |"),
        ("<dl><dt>Term<dd>Meaning</dl>", "Term\n\nMeaning"),
        ("<a href='../fuel#now'>fuel</a>", "[fuel](https://docs.example/fuel#now)"),
        ("<a href='/a b(c)'>x</a>", "[x](https://docs.example/a%20b%28c%29)"),
        ("<base href='/other/'><a href='x'>y</a>", "[y](https://docs.example/other/x)"),
        ("<img src='a.png' alt='A [map]'>", "![A \\[map]](https://docs.example/guide/a.png)"),
        ("<div><div>One</div><span>Two</span> three</div>", "One\n\nTwo three"),
        ("<h2>Fuel<a href='#fuel'>¶</a></h2>", "## Fuel"),
        ("<form><p>In a form<input value=x></p></form>", "In a form"),
    ],
)
def test_html_becomes_markdown(written: str, expected: str) -> None:
    assert html(written) == expected


@for_each(
    "said",
    [
        *("# 1", "- 1", "+ 1", "> 1", "1. x", "1) x", "---", "===", "a *b* c", "_a_", "a `b`", "[a](b)", "![a](b)"),
        *("~~a~~", "<script>a</script>", "<!-- a", "&amp;amp;", "&copy;", "a\\*b", "| a | b |", "snake_case"),
        *("2 < 3 > 1", "R&D"),
    ],
)
def test_words_stay_words(said: str) -> None:
    escaped = said if said.startswith("&") else said.replace("&", "&amp;").replace("<", "&lt;")
    shown = parse_tokens(html(f"<p>{escaped}</p>"))
    assert [token.type for token in shown] == ["paragraph_open", "inline", "paragraph_close"]
    assert [part.type for part in shown[1].children or ()] == ["text"]
    plain = said.replace("&amp;", "&", 1) if said.startswith("&amp;") else said.replace("&copy;", "©")
    assert (shown[1].children or [])[0].content == plain


@for_each(
    "left_out",
    [
        "<script>alert(1)</script>",
        "<style>p { color: red }</style>",
        "<template>later</template>",
        "<iframe src='https://elsewhere.example'>x</iframe>",
        "<svg><text>drawn</text></svg>",
        "<nav><a href='/'>Home</a></nav>",
        "<footer>Imprint</footer>",
        "<p hidden>unseen</p>",
        "<button>Go</button>",
        "<!-- said to nobody -->",
        "<img src='data:image/png;base64,AAAA'>",
    ],
)
def test_what_is_not_to_be_read_is_left_out(left_out: str) -> None:
    assert html(f"<p>One</p>{left_out}") == "One"


@for_each("address", ["javascript:alert(1)", "data:text/html,x", "http://[::1", "vbscript:x", "a" * 3000])
def test_a_link_that_leads_nowhere_good_is_words(address: str) -> None:
    assert html(f"<p><a href='{address}' onclick='x()'>words</a></p>") == "words"


@for_each(
    "written, title, text",
    [
        ("<title>Site</title><h1>Rates</h1><p>All", "Rates", "All"),
        ("<title>Rates &amp; fuel</title><p>All", "Rates & fuel", "All"),
        ("<p>All", "Rates", "All"),
        ("<h1>Home</h1><main><h1>Rates</h1><p>All</main>", "Rates", "All"),
        ("<p>Before<article><h1>Rates</h1><p>All</article>", "Rates", "All"),
    ],
)
def test_a_page_has_its_heading_for_a_title(written: str, title: str, text: str) -> None:
    draft = parse_page(FetchedDocument(AT, "text/html", written.encode())).draft
    assert (draft.title, draft.markdown) == (title, text)


def test_a_page_may_say_what_it_is_about() -> None:
    draft = parse_page(
        FetchedDocument(AT, "text/html", b"<meta name=description content='What it\n costs'><p>All")
    ).draft
    assert draft.description == "What it costs"


def test_the_charset_is_the_sender_s_or_the_document_s() -> None:
    for kind, written in (("text/html; charset=latin-1", "<p>ä"), ("text/html", "<meta charset=latin-1><p>ä")):
        assert parse_page(FetchedDocument(AT, kind, written.encode("latin-1"))).draft.markdown == "ä"


@for_each(
    "written, expected",
    [
        ("# Rates\n\nAll *of* it\n", ("Rates", "", "All *of* it")),
        ("Rates\n=====\nAll", ("Rates", "", "All")),
        ("---\ntitle: 'Fuel'\ndescription: Now\n---\n# Rates\nAll", ("Fuel", "Now", "All")),
        ("## Rates\nAll", ("Rates", "", "## Rates\nAll")),
        ("\ufeffAll\r\nof it", ("Rates", "", "All\nof it")),
        ("a\x00b\x1bc", ("Rates", "", "abc")),
    ],
)
def test_markdown_is_kept_as_it_is(written: str, expected: tuple[str, str, str]) -> None:
    assert markdown(written) == expected


@for_each(
    "address, kind, readable",
    [
        ("/a", "text/html", True),
        ("/a", "APPLICATION/XHTML+XML; x", True),
        ("/a", "text/plain; charset=utf-8", True),
        ("/a.md", "", True),
        ("/a.html", "application/octet-stream", True),
        ("/a", "", False),
        ("/a.md", "application/json", False),
        ("/a.html", "image/png", False),
    ],
)
def test_the_sender_says_what_it_is_or_else_its_name(address: str, kind: str, *, readable: bool) -> None:
    fetched = FetchedDocument(f"https://docs.example{address}", kind, b"All")
    if readable:
        assert parse_page(fetched).draft.markdown == "All"
    else:
        with pytest.raises(UnreadablePageError):
            parse_page(fetched)


DEEP = 3_000


@for_each(
    "kind, written",
    [
        ("text/html", b""),
        ("text/html", b"<script>only</script>"),
        ("text/html", b"<p>" + b"x" * MAX_PAGE + b"y"),
        ("text/markdown", b"x" * MAX_PAGE + b"y"),
        ("text/markdown", b"\xff\xfe"),
        ("text/markdown", b"# a\n" * 20_000),
        ("text/markdown", b"|" + b"a|" * 1000 + b"\n|" + b"-|" * 1000 + b"\n" + b"|a\n" * 1000),
    ],
)
def test_what_has_no_text_or_too_much_is_unreadable(kind: str, written: bytes) -> None:
    with pytest.raises(UnreadablePageError):
        parse_page(FetchedDocument(AT, kind, written))


@for_each("tag", ["div", "b", "ul><li", "blockquote", "table><tr><td", "a href=x", "svg", "p", "font"])
def test_deep_html_is_read(tag: str) -> None:
    assert "All" in html(f"<p>All</p>{f'<{tag}>' * DEEP}")


@for_each("sign", ["<", "&", "</", "<!", "<?", "<a ", "<a b=", "<!--", "&#x", "<![CDATA["])
def test_half_a_tag_many_times_is_read(sign: str) -> None:
    assert html(f"<p>All</p>{sign * DEEP}").startswith("All")
