"""The exchanges of a run, in numbers."""

from collections import Counter
from collections.abc import Mapping, Sequence

from tests.soak.browser import Exchange

SHOWN = 20
NOWHERE = (400, 401, 403, 404, 405)


def figures(exchanges: Sequence[Exchange], seconds: float) -> dict[str, str]:
    """By what they are called."""
    answered = sorted(each.seconds for each in exchanges if each.status)
    statuses = Counter(each.status for each in exchanges if each.status)
    times = {f"{name} of an answer": f"{_share(answered, share) * 1000:,.0f} ms" for name, share in SHARES.items()}
    return {
        "requests": f"{len(exchanges):,}",
        "per second": f"{len(exchanges) / seconds:.1f}",
        **times,
        "connections that broke off": f"{len(exchanges) - len(answered):,}",
        "answers by status": ", ".join(f"{status}: {times:,}" for status, times in sorted(statuses.items())),
        "5xx": f"{sum(times for status, times in statuses.items() if status >= 500):,}",
    }


SHARES = {"median": 0.5, "95th percentile": 0.95, "99th percentile": 0.99}


def _share(ordered: Sequence[float], share: float) -> float:
    return ordered[int(share * (len(ordered) - 1))] if ordered else 0.0


def table(rows: Mapping[str, str]) -> str:
    width = max(map(len, rows))
    return "\n".join(f"{name:<{width}}  {value}" for name, value in rows.items())


def refused(exchanges: Sequence[Exchange]) -> list[str]:
    """What portals answered with an error of their own, or as if a page of theirs led nowhere."""
    odd = [each for each in exchanges if each.status >= 500 or each.status in NOWHERE]
    return [f"{each.method} {each.path}: status {each.status}" for each in odd]


def violations(found: Sequence[str]) -> str:
    """The first of them."""
    more = [f"and {len(found) - SHOWN} more"] if len(found) > SHOWN else []
    return "\n".join(["Violations:", *found[:SHOWN], *more])
