"""Runs one test with many values, as one case that reports every value that fails."""

import functools
import inspect
from collections.abc import Callable
from typing import Any

import pytest
from _pytest._io.saferepr import saferepr

Test = Callable[..., None]


def for_each(names: str, values: Any) -> Callable[[Test], Test]:  # noqa: ANN401 - as pytest.mark.parametrize takes them
    """Give the test each of these values in turn, and fail with all the failures at once.

    `names` and `values` are those of `pytest.mark.parametrize`; `values` may also be a function, which is called when
    the test runs. Fixtures are set up once, not for each value: a test that changes what they hold has to bring it back
    itself, or to be parametrized.
    """
    arguments = [name.strip() for name in names.split(",")]

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def loop(**fixtures: Any) -> None:  # noqa: ANN401 - whatever the test asks for
            chosen = list(values() if callable(values) else values)
            failures = [failure for value in chosen if (failure := _failure(test, fixtures, arguments, value))]
            assert chosen, f"there is no {names} to test with"
            if failures:
                raise BaseExceptionGroup(f"{len(failures)} of {len(chosen)} values fail", failures)

        parameters = inspect.signature(test).parameters
        missing = set(arguments) - parameters.keys()
        assert not missing, f"{test.__name__} takes no {missing}"
        kept = [each for name, each in parameters.items() if name not in arguments]
        loop.__signature__ = inspect.Signature(kept)  # type: ignore[attr-defined] # read by pytest
        return loop

    return decorate


def _failure(test: Test, fixtures: dict[str, Any], names: list[str], value: object) -> BaseException | None:
    values = value if len(names) > 1 else (value,)
    given = dict(zip(names, values, strict=True))  # type: ignore[call-overload] # a tuple where there are several names
    try:
        test(**fixtures, **given)
    except (Exception, pytest.fail.Exception) as failure:  # noqa: BLE001 - each is reported in the end
        failure.add_note(f"with {', '.join(f'{name}={saferepr(each)}' for name, each in given.items())}")
        return failure
    return None
