"""The checks of the page client find what they are there for: a good page passes, and each way to break it is named."""

from tests.loops import for_each
from tests.pages import rules
from tests.pages.document import Document

GOOD = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8"><title>Sites · Masthead</title>
    <script src="/static/masthead.js?v=0123456789ab" defer></script>
  </head>
  <body>
    <main id="main">
      <h1>Sites</h1><!-- a comment -->
      <p id="hint">What it is called. <a href="#main">Up</a> <a href="/orgs">Organizations</a></p>
      <a href="https://larkfield.example" rel="noopener noreferrer" target="_blank" hx-boost="false">Site</a>
      <form method="post" action="/orgs/1">
        <input type="hidden" name="csrf_token" value="x">
        <label for="title">Title</label>
        <input id="title" name="title" aria-describedby="hint">
        <fieldset>
          <legend>Colour</legend>
          <label><input type="radio" name="colour" value="red" checked> Red</label>
          <label><input type="radio" name="colour" value="blue"> Blue</label>
        </fieldset>
        <button aria-label="Save"><svg aria-hidden="true"></svg></button>
      </form>
      <table><thead><tr><th scope="col">Title</th></tr></thead></table>
    </main>
  </body>
</html>
"""
BREAKS = [
    ("</h1>", "</h1></div>", "line 9: </div> closes nothing"),
    (' lang="en"', "", "html has no language"),
    ("Sites · Masthead", " · Masthead", "the title is ['· Masthead']"),
    ("Sites · Masthead", "Sites", "the title is ['Sites']"),
    ("<h1>Sites</h1>", "<h1></h1>", "there are 1 filled h1"),
    ("<h1>Sites</h1>", "<h1>Sites</h1><h1>Again</h1>", "there are 2 filled h1"),
    ("<h1>Sites</h1>", "<h1>Sites</h1><h3>Deep</h3>", "h3 follows h1"),
    (
        "<table>",
        2 * '<details class="hint cannot-see"></details>' + "<table>",
        "there are 2 panels of what Masthead can't see",
    ),
    ('id="hint"', 'id="main"', "id 'main' is there 2 times"),
    ('id="title"', 'id="ti tle"', "id 'ti tle' is not a plain word"),
    ('aria-describedby="hint"', 'aria-describedby="hin"', "input aria-describedby names 'hin', which is not there"),
    ('for="title"', 'for="titel"', "label for names 'titel', which is not there"),
    ('href="#main"', 'href="#mane"', "a href names 'mane', which is not there"),
    ("<form ", '<form hx-target="#rows" ', "form hx-target names 'rows', which is not there"),
    ("<form ", '<form hx-trigger="input from:#rows" ', "form hx-trigger names 'rows', which is not there"),
    ('<label for="title">Title</label>', "", "input 'title' has no label"),
    ('<label for="title">Title</label>', '<label for="title"></label>', "input 'title' has no label"),
    (' name="title"', "", "input {'id': 'title', 'aria-describedby': 'hint'} has no name"),
    ('"hint">\n', '"hint" aria-invalid="true">\n', "'title' is wrong, and nothing says why"),
    ('method="post" ', "", "the form to '/orgs/1' has the method None"),
    (' action="/orgs/1"', "", "a form goes to ''"),
    (' action="/orgs/1"', ' action="//evil.example"', "a form goes to '//evil.example'"),
    ('name="csrf_token" value="x"', 'name="csrf_token"', "the form to '/orgs/1' has 1 CSRF tokens"),
    ('method="post"', 'method="get"', "the form to '/orgs/1' has 1 CSRF tokens"),
    ("<button ", '<button type="button" ', "the form to '/orgs/1' has no button, and the page does not note why"),
    (' aria-label="Save"', "", "a button has no name: {}"),
    (' aria-hidden="true"', "", "a picture is neither hidden nor named"),
    ("<legend>Colour</legend>", "", "a fieldset has no legend: {}"),
    ("fieldset>", "div>", "the radio 'colour' stands in no fieldset"),
    ('value="blue"', 'value="blue" checked', "2 radios 'colour' are checked"),
    ('value="blue"', 'value="red"', "('colour', 'red') is offered 2 times"),
    (' scope="col"', "", "the head cell 'Title' has no scope"),
    ("<table>", "<section>Loose</section><table>", "a section has no label"),
    ("<h1>", "<h1>MISSING ", "the text has 'MISSING'"),
    ("<h1>", "<h1>{{ title }} ", "the text has '{{'"),
    ("<h1>", '<h1 style="color:red">', "h1 has style='color:red'"),
    ("<h1>", '<h1 onclick="x()">', "h1 has onclick='x()'"),
    ("<h1>", '<h1 hx-on:click="x()">', "h1 has hx-on:click='x()'"),
    ("<h1>", '<h1 hx-vals="js:{}">', "h1 has hx-vals that would be evaluated"),
    ("</head>", "<style>p {}</style></head>", "an inline style"),
    ("defer></script>", "defer>x()</script>", "an inline script"),
    ("/static/masthead.js?v=0123456789ab", "/static/masthead.js", "script loads '/static/masthead.js'"),
    (
        '<svg aria-hidden="true">',
        '<svg aria-hidden="true"><use href="/static/vendor/icons.svg?v=0123456789ab#tree"></use>',
        "there is no icon 'tree'",
    ),
    ('href="/orgs"', 'href="javascript:x()"', "a has href='javascript:x()'"),
    ('href="/orgs"', 'href="//evil.example"', "a has href='//evil.example'"),
    ('href="/orgs"', 'href="/orgs" target="_blank"', "the link to '/orgs' opens beside the page"),
    (
        ' rel="noopener noreferrer"',
        ' rel="noopener"',
        "the link to 'https://larkfield.example' has no rel noopener noreferrer",
    ),
    (' hx-boost="false"', "", "the link to 'https://larkfield.example' would be fetched by htmx"),
]


def test_a_good_page_passes() -> None:
    assert rules.broken(Document(GOOD)) == []


@for_each("good, bad, problem", BREAKS)
def test_a_broken_page_is_named(good: str, bad: str, problem: str) -> None:
    assert good in GOOD
    assert problem in rules.broken(Document(GOOD.replace(good, bad)))


def test_a_part_needs_no_title() -> None:
    assert rules.broken(Document('<div id="sites-rows"><a href="/orgs">All</a></div>', part=True), part=True) == []
