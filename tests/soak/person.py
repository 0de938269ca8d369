"""An administrator at work: opens pages, fills in forms, sends them again where nobody knows what came of them."""

import random
import re
import time
from collections.abc import Callable, Mapping
from threading import Thread

from tests.pages.filling import Value
from tests.soak.browser import Answer, Browser, Pairs, fill
from tests.soak.ledger import Ledger, Word
from tests.soak.world import ORG, Colleague

HOME = f"/orgs/{ORG}"
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
BULK_CHANGE_PAGE = re.compile(rf'id="bulk_changes-progress".*?action="({HOME}/bulk-changes/\d+)"', re.DOTALL)
TWICE, AGAIN, LEFT = 0.1, 0.1, 0.2
"""How often a form is sent twice at once; again after it was answered; and left alone after the connection broke."""
THINKS = (0.5, 1.5)
"""Seconds between two requests."""
SLICES = 40


class Person:
    """What pages say goes into the ledger."""

    def __init__(self, about: Colleague, browser: Browser, ledger: Ledger, colleagues: int) -> None:
        self.about, self.browser, self.ledger, self.colleagues = about, browser, ledger, colleagues
        self.random = random.Random(about.number)  # noqa: S311 - the same choices each time
        self.sites: list[str] = []
        self.link = ""
        self._names = 0

    def name(self, kind: str) -> str:
        """A name that nobody has used."""
        self._names += 1
        return f"{kind} {self._names} of {self.about.number}"

    def sign_in(self) -> None:
        shown = self.browser.get("/sign-in")
        self.browser.post("/sign-in", fill(shown, "/sign-in", {"token": self.about.token}, "Sign in"))

    def open(self, path: str) -> Answer:
        """A page of the organization, after a while of thinking."""
        time.sleep(self.random.uniform(*THINKS))
        return self.browser.get(HOME + path)

    def submit(self, shown: Answer, path: str, typed: Mapping[str, Value], press: str) -> tuple[Word, Answer]:
        """Fill in a form of this page and send it; what its pages said came of that, and the last of them."""
        pairs = fill(shown, HOME + path, typed, press)
        time.sleep(self.random.uniform(*THINKS))
        return self.send(HOME + path, pairs)

    def bulk(self, review: Answer, path: str, press: str) -> Answer:
        """Let the review of a change of many begin it, under a reason that nothing else has; the page after it."""
        reason = self.name("Reason")
        _, page = self.submit(review, path, {"reason": reason}, press)
        self.ledger.create("bulk change", reason, Word.SAVED if BULK_CHANGE_PAGE.search(page.text) else Word.UNKNOWN)
        return page

    def submit_once(self, shown: Answer, path: str, typed: Mapping[str, Value], press: str) -> Answer:
        """Fill in a form that changes nothing yet; the page that follows."""
        pairs = fill(shown, HOME + path, typed, press)
        time.sleep(self.random.uniform(*THINKS))
        answer = self.browser.post(HOME + path, pairs)
        return Answer(0, "", "") if answer is None else self.browser.follow(answer)

    def send(self, path: str, pairs: Pairs) -> tuple[Word, Answer]:
        """The same with what a form holds. What one page said saved stays saved, whatever the next says."""
        chance = self.random.random()
        answers = self._at_once(path, pairs) if chance < TWICE else [self.browser.post(path, pairs)]
        broke = answers[-1] is None
        if (broke and self.random.random() > LEFT) or TWICE <= chance < TWICE + AGAIN:
            answers.append(self.browser.post(path, pairs))
        pages = [self.browser.follow(each) for each in answers if each is not None]
        return self._judge(path, pages, len(answers)), pages[-1] if pages else Answer(0, "", "")

    def _at_once(self, path: str, pairs: Pairs) -> list[Answer | None]:
        """As a double click does it."""
        answers: list[Answer | None] = []
        clicks = [Thread(target=lambda: answers.append(self.browser.post(path, pairs))) for _ in range(2)]
        for each in clicks:
            each.start()
        for each in clicks:
            each.join()
        return answers

    def _judge(self, path: str, pages: list[Answer], sent: int) -> Word:
        words = [each.word for each in pages]
        if Word.SAVED in words:
            if sent > 1 and Word.NOT_SAVED in words[words.index(Word.SAVED) :]:
                told = [(each.status, each.told) for each in pages]
                self.ledger.find(f"{path}: a page said saved, and the same form then not saved: {told}")
            return Word.SAVED
        settled = bool(pages) and pages[-1].word is Word.NOT_SAVED
        return Word.NOT_SAVED if settled else Word.UNKNOWN

    def run(self, page: Answer, until: Callable[[], bool]) -> None:
        """Carry on the bulk change that a page shows, or leave it as it is: the end of the run comes back to it."""
        address = BULK_CHANGE_PAGE.search(page.text)
        if address is None:
            return
        for _ in range(SLICES):
            do = next_step(page)
            if do is None or until():
                return
            time.sleep(self.random.uniform(*THINKS))
            page = self.press(address[1], page, do)

    def press(self, address: str, page: Answer, do: str) -> Answer:
        """One of the buttons of a bulk change; the page after it."""
        token = TOKEN.search(page.text)
        step = re.search(r'name="step" value="(\d+)"', page.text)
        pairs = [("csrf_token", token[1] if token else ""), ("do", do), ("step", step[1] if step else "0")]
        answer = self.browser.post(address, pairs)
        return self.browser.get(address) if answer is None else self.browser.follow(answer)


def next_step(page: Answer) -> str | None:
    """The button of a bulk change's page that goes on with it, if there is one: what nobody knows of is sent again."""
    if "data-going" in page.text:
        return "continue"
    offered = re.findall(r'name="do"\s+value="([a-z]+)"', page.text)
    return next((each for each in ("again", "retry", "compare", "run") if each in offered), None)
