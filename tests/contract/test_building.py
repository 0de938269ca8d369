"""Models of the contract are built when they are first used: at the start, building all took a quarter of a second."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NAME_THOSE_BUILT = """
import app
from contract.schema.fields import ContractModel

def models(of):
    for model in of.__subclasses__():
        yield model
        yield from models(model)

print(*(model.__name__ for model in models(ContractModel) if model.__pydantic_complete__))
"""
READ_AT_ONCE = """
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from bench.memory import ORGANIZATION
from contract.organization.organizations import LIST_ORGANIZATIONS
import json

page = json.dumps({"items": [ORGANIZATION]}).encode()
ready = Barrier(16)
sys.setswitchinterval(1e-6)

def read(_):
    ready.wait()
    return LIST_ORGANIZATIONS.parse(page).items[0].id

with ThreadPoolExecutor(16) as people:
    print(*people.map(read, range(16)))
"""


def printed(code: str) -> list[str]:
    """What a new process prints, in words."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60).stdout.split()


@pytest.mark.exhaustive
def test_none_is_built_at_the_start() -> None:
    assert printed(NAME_THOSE_BUILT) == ["Listing"]  # the one that no type was filled into


@pytest.mark.exhaustive
def test_many_threads_may_be_the_first_to_use_one() -> None:
    assert printed(READ_AT_ONCE) == ["org"] * 16
