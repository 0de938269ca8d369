"""The links of a text, in Markdown, in HTML and in template tags, and what a link to a part of it can name."""

from service.content.links import find_anchors, find_links
from tests.loops import for_each


@for_each(
    "written, addresses",
    [
        ("[x](a.md) ![x](a.png)", ["a.md", "a.png"]),
        ('Go <a class=button href=a.md>on</a> <A HREF="a.md?x=1&amp;y=2">on</A>', ["a.md", "a.md?x=1&y=2"]),
        ('<figure><img src="files/a.png" alt="a > b"><figcaption></figcaption></figure>', ["files/a.png"]),
        ("<table><tr><td><a href='a.md'>Card</a></td></tr></table>", ["a.md"]),
        ('- <img alt="src=b.png" src = "a.png"/>', ["a.png"]),
        ('<picture><source srcset="b.png 1x,\n c.png 2x"><img src="a.png"></picture>', ["b.png", "c.png", "a.png"]),
        ('{% content-ref url="a.md" %}\n[a](a.md)\n{% endcontent-ref %}', ["a.md"]),
        ('{% file src="a.pdf" %}\n\n{% embed url="https://a.example/b" %}', ["a.pdf", "https://a.example/b"]),
        ('No <!-- <a href="a.md"> --> `<a href="a.md">` <a id="a"></a> <a-b href="a.md">', []),
        ('```\n<a href="a.md">\n```\n\n    <a href="a.md">', []),
    ],
)
def test_each_address_of_a_text_is_found(written: str, addresses: list[str]) -> None:
    assert [each.address for each in find_links(written)] == addresses


def test_a_link_in_html_stands_in_its_section() -> None:
    (link,) = find_links('<a href="a.md">a</a>\n\n# One\n\n<div><a href="a.md">a</a></div>')
    assert link.anchors == (None, "one")


def test_what_html_names_can_be_linked_to() -> None:
    markdown = '# One <a href="#own" id="own"></a>\n\n<a name="b"></a>\n\n<p id=c>'
    assert find_anchors(markdown) == {"one", "own", "b", "c"}
