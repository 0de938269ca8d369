"""What is wrong with how a page is written is found: by the standard, by elements that do not end or stay in place."""

from tests.loops import for_each
from tests.pages.document import Document
from tests.pages.markup import read, read_part

PAGE = """<!doctype html>
<html>
<head><title>A &amp; B</title></head>
<body>
{}
</body>
</html>"""
GOOD = [
    "<p>a<br>b <b>c</b></p>",
    "<ul><li>a</li></ul><!-- a -- b -->",
    "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>",
    '<svg viewBox="0 0 1 1"><linearGradient/><use href="#a"></use><foreignObject><p>a</p></foreignObject></svg>',
    "<noscript><p>a</p></noscript><p>b</p>",
    "<textarea><p></textarea><template><tr><td>a</td></tr></template>",
]
WRONG = [
    ("</div>", "line 5: </div> closes nothing"),
    ("<div>", "line 5: <div> is not closed"),
    ("<p>a", "line 5: <p> is not closed"),
    ("<ul><li>a</ul>", "line 5: <li> is not closed"),
    ("<b><i>a</b></i>", "line 5: <i> is not closed"),
    ("<p>\n<div>a</div></p>", "line 6: <div> does not stay where it is written"),
    ("<a>a<a>b</a></a>", "line 5: <a> does not stay where it is written"),
    ("<form>a<form>b</form></form>", "line 5: <form> does not stay where it is written"),
    ("<table><tr><td>a</td></tr></table>", "line 5: <tr> does not stay where it is written"),
    ("<table><div>a</div></table>", "line 5: <table> does not stay where it is written"),
    ("<tr><td>a</td></tr>", "line 5: <tr> does not stay where it is written"),
    ("<svg><link></svg>", "line 5: <link> is not closed"),
    ('<p id="a" id="b">a</p>', "line 5: duplicate-attribute"),
    ("<p>a & b &foo;</p>", "line 5: unknown-named-character-reference"),
    ("<p>a &ampb</p>", "line 5: missing-semicolon-after-character-reference"),
    ("<div/>", "line 5: non-void-html-element-start-tag-with-trailing-solidus"),
    ('<p class="a"id="b">a</p>', "line 5: missing-whitespace-between-attributes"),
    ("a < b", "line 5: invalid-first-character-of-tag-name"),
]


@for_each("html", GOOD)
def test_what_is_well_written_passes(html: str) -> None:
    assert read(PAGE.format(html))[1] == []
    assert read_part(html)[1] == []


@for_each("html, error", WRONG)
def test_each_mistake_is_found(html: str, error: str) -> None:
    assert error in read(PAGE.format(html))[1]
    assert read_part(html)[1]


def test_a_page_without_a_doctype_is_wrong() -> None:
    assert read("<html><head></head><body></body></html>")[1] == ["there is no doctype"]
    assert read("<!doctype html SYSTEM 'about:legacy-compat'><html><head></head><body></body></html>")[1]


def test_what_a_browser_adds_is_not_written() -> None:
    assert read("<!doctype html><html><head></head></html>")[1] == ["<body> is not written"]


def test_the_tree_is_that_of_a_browser() -> None:
    page = Document(PAGE.format('<p id="a">a <b>b</b> c</p><!-- d --><svg><path d="M0"></path></svg><input disabled>'))
    (paragraph,) = page.all("p")
    assert (paragraph.text, paragraph[0].text, paragraph[0].tail) == ("a ", "b", " c")
    assert [each.tag for each in page.all("svg", "path")] == [
        "{http://www.w3.org/2000/svg}svg",
        "{http://www.w3.org/2000/svg}path",
    ]
    assert page.all("input")[0].attrib == {"disabled": ""}
    assert [each.text for each in Document("<p>a</p> b <p>c</p>", part=True).root] == ["a", "c"]
