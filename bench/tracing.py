"""Measures tasks of Chromium's main thread during an action."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

ROUNDS = 5
CATEGORIES = ["toplevel", "devtools.timeline"]
TASK, SCRIPT = "ThreadControllerImpl::RunTask", {"FunctionCall", "EvaluateScript", "RunMicrotasks", "TimerFire"}
MAIN = "CrRendererMain"
Event = dict[str, Any]


@dataclass(frozen=True)
class Busy:
    """The longest task during an action, in ms of processor time: in total, and of its scripts alone."""

    task: float
    script: float


def busiest(page: Page, work: Callable[[], object], after: Callable[[], object] = lambda: None) -> Busy:
    """Return the cheapest round, since other load on the machine can only add. `after` isn't measured."""
    rounds = []
    for _ in range(ROUNDS):
        rounds.append(_traced(page, work))
        after()
    return min(rounds, key=lambda each: each.task)


def _traced(page: Page, work: Callable[[], object]) -> Busy:
    browser = page.context.browser
    if browser is None:
        raise RuntimeError("This page belongs to no browser")
    browser.start_tracing(page=page, categories=CATEGORIES)
    work()
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    return _busy(json.loads(browser.stop_tracing())["traceEvents"])


def _busy(events: list[Event]) -> Busy:
    mains = {_thread(each) for each in events if each["name"] == "thread_name" and each["args"]["name"] == MAIN}
    ours = [each for each in events if each["ph"] == "X" and "tdur" in each and _thread(each) in mains]
    tasks = [each for each in ours if each["name"] == TASK]
    scripts = _outermost(each for each in ours if each["name"] in SCRIPT)
    longest = max((task["tdur"] for task in tasks), default=0) / 1000
    inside = (sum(each["tdur"] for each in scripts if _holds(task, each)) for task in tasks)
    return Busy(longest, max(inside, default=0) / 1000)


def _outermost(events: Iterable[Event]) -> list[Event]:
    """Return the tasks that don't run inside another one."""
    outer: list[Event] = []
    for each in sorted(events, key=lambda each: (_thread(each), each["ts"], -each["dur"])):
        if not outer or _thread(outer[-1]) != _thread(each) or each["ts"] >= outer[-1]["ts"] + outer[-1]["dur"]:
            outer.append(each)
    return outer


def _holds(task: Event, each: Event) -> bool:
    within = task["ts"] <= each["ts"] <= task["ts"] + task["dur"]
    return bool(within and _thread(task) == _thread(each))


def _thread(event: Event) -> tuple[int, int]:
    return event["pid"], event["tid"]
