"""Where the switches are turned: at the start by a file, later by whoever has the token."""

from pathlib import Path
from typing import Any

import pytest
import requests

from service.options import parse_options
from service.rehearsal.switches import DEFAULT_SWITCHES, Switches, parse_switches
from tests.loops import for_each
from tests.service.api_user import ApiUser
from tests.service.program import serving
from tests.service.switched_service import SwitchedService

FAULT = {"fault": "status", "method": "*", "path": "/v1/orgs", "times": 2, "carriedOut": False, "status": 500}
WORDS = "This went wrong on purpose: a fault was asked for."


def at_control(rehearsed: SwitchedService, method: str, **request: Any) -> requests.Response:  # noqa: ANN401
    headers = {"Authorization": f"Bearer {rehearsed.service.switchboard.token}"} | request.pop("headers", {})
    return requests.request(method, f"{rehearsed.service.url}/switches", headers=headers, timeout=10, **request)


def usual(**but: Any) -> dict[str, Any]:  # noqa: ANN401
    told: dict[str, Any] = DEFAULT_SWITCHES.model_dump(mode="json")
    return told | but


def test_switches_are_turned_while_the_service_runs(rehearsed: SwitchedService) -> None:
    assert at_control(rehearsed, "GET").json() == usual()
    turned = at_control(rehearsed, "PUT", json={"errorShape": "text", "faults": [FAULT]})
    told = usual(errorShape="text", faults=[FAULT | {"retryAfter": None, "message": WORDS}])
    assert (turned.status_code, turned.json()) == (200, told)
    assert rehearsed.ask("GET", "/v1/orgs").status_code == 500
    told["faults"][0]["times"] = 1
    assert at_control(rehearsed, "GET").json() == told
    assert rehearsed.ask("GET", "/v1/orgs").status_code == 500
    assert at_control(rehearsed, "GET").json() == usual(errorShape="text")
    assert at_control(rehearsed, "PUT", json={}).json() == usual()


@for_each("header", ["", "Bearer wrong", "Bearer demo-alice", "Basic eDp5", "Bearer "])
def test_it_takes_its_own_token_alone(rehearsed: SwitchedService, header: str) -> None:
    refused = at_control(rehearsed, "PUT", headers={"Authorization": header}, json={"errorShape": "text"})
    assert refused.status_code == 401
    assert rehearsed.service.switchboard.switches == DEFAULT_SWITCHES


def test_it_is_there_for_this_machine_alone(rehearsed: SwitchedService) -> None:
    client, token = rehearsed.service.app.test_client(), rehearsed.service.switchboard.token
    headers = {"Authorization": f"Bearer {token}"}
    own = client.get("/switches", headers=headers)
    from_elsewhere = client.get("/switches", headers=headers, environ_base={"REMOTE_ADDR": "192.0.2.7"})
    by_another_name = client.get("/switches", headers=headers | {"Host": "example.com"})
    assert [own.status_code, from_elsewhere.status_code, by_another_name.status_code] == [200, 404, 404]


def test_it_takes_get_and_put_and_not_too_much_and_is_in_no_document(
    rehearsed: SwitchedService, alice: ApiUser
) -> None:
    assert at_control(rehearsed, "DELETE").status_code == 405
    assert at_control(rehearsed, "PUT", data=b" " * (256 * 1024) + b"{}").status_code == 413

    assert rehearsed.ask("GET", "/openapi.json").json() == alice.sends("GET", "/openapi.json").get_json()


def test_a_service_without_switches_has_no_place_to_turn_them(alice: ApiUser) -> None:
    assert alice.sends("GET", "/switches").status_code == 404
    assert "switchboard" not in alice.app.extensions


WRONG = [
    ('{"colour": 1}', f"colour: is not a switch. There are {', '.join(Switches.model_fields)}."),
    ('{"moveTakes": "none"}', "moveTakes: Input should be 'either', 'one', 'before', 'after', 'both' or 'append'"),
    ('{"pageSize": 0}', "pageSize: Input should be greater than or equal to 1"),
    ('{"faults": [{"path": "/"}]}', "faults.0: Unable to extract tag using discriminator 'fault'"),
    ('{"faults": [{"fault": "reset"}]}', "faults.0.reset.path: is required"),
    ('{"faults": [{"fault": "reset", "path": "v1"}]}', "faults.0.reset.path: String should match pattern '^/'"),
    ("[]", "body: Input should be an object"),
    ("{", "body: Invalid JSON: EOF while parsing an object at line 1 column 1"),
]
LIMITS = [
    *({"pageSize": 1001}, {"faults": [FAULT | {"times": 1001}]}, {"faults": [FAULT] * 101}),
    {"faults": [{"fault": "delay", "path": "/", "seconds": 61}]},
]


@for_each("given", LIMITS)
def test_no_more_goes_wrong_than_a_test_can_mean(rehearsed: SwitchedService, given: dict[str, Any]) -> None:
    assert at_control(rehearsed, "PUT", json=given).status_code == 400


@for_each("given, message", WRONG)
def test_wrong_switches_are_told_in_one_line(
    rehearsed: SwitchedService, tmp_path: Path, capsys: pytest.CaptureFixture[str], given: str, message: str
) -> None:
    refused = at_control(rehearsed, "PUT", data=given)
    assert (refused.status_code, refused.json()["error"]["message"]) == (400, message)
    file = tmp_path / "switches.json"
    file.write_text(given)
    with pytest.raises(SystemExit) as ended:
        parse_options(["--database", "x.db", "--switches", str(file)])
    assert (ended.value.code, capsys.readouterr().err) == (1, f"--switches: {file}: {message}\n")


def test_switches_are_for_this_machine_and_in_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "switches.json"
    said = []
    for host in ("127.0.0.1", "0.0.0.0"):  # noqa: S104 it is refused
        with pytest.raises(SystemExit):
            parse_options(["--database", "x.db", "--host", host, "--switches", str(file)])
        said.append(capsys.readouterr().err)
        file.write_text("{}")
    assert said == [
        f"--switches: '{file}' cannot be read: No such file or directory\n",
        "--switches: are for rehearsals, so --host may be 127.0.0.1, ::1 or localhost, not '0.0.0.0'\n",
    ]
    assert parse_options(["--database", "x.db", "--switches", str(file)]).switches == parse_switches(b"{}")


@pytest.mark.exhaustive
def test_the_program_tells_the_token(tmp_path: Path) -> None:
    file = tmp_path / "switches.json"
    file.write_text('{"unpublished": 403}')
    with serving("--database", str(tmp_path / "service.db"), "--switches", str(file)) as program:
        said = program.process.stdout.readline() if program.process.stdout else ""
        address, _, token = said.removeprefix("Its switches are at ").strip().partition(", for the token ")
        headers = {"Authorization": f"Bearer {token}"}
        told = requests.get(address, headers=headers, timeout=10).json()
        assert (address, told) == (f"{program.url}/switches", usual(unpublished=403))
