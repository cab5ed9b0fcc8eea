"""A scripted agent from outside sits exams with nothing but the MCP tools of `agon serve`.

It gets the text of an exam's own solution and works with it as a model would: it writes the script into the workspace,
runs it there, and hands in. The exams tagged `core` are always sat, the others where AGON_EXAM is set.
"""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from exam_recipes import ROOT, SUITE, Exam, all_exams, script
from serving import AGON, closed, events, served

mcp = pytest.importorskip("mcp", reason="the MCP SDK is not installed")
from mcp.client.client import Client  # noqa: E402

# What is handed in, and an exam in which it is.
EXAMS = {
    "tables": "life_sciences/variant-consequences",
    "tables and values": "psychology_neuro/recognition-memory",
    "a text, word for word": "legal/cite-check",
    "a memo beside tables": "health_medicine/outbreak-report",
    "a folder of documents": "legal/production-set",
    "a program, run on held-out data": "computing_math/tariff-port",
    "a plan, replayed by a simulator": "transport_safety/sector-hour",
    "a drawing in SVG": "visual_media/data-poster",
    "G-code": "engineering/pocket-toolpath",
    "sound": "visual_media/broadcast-master",
    "meshes": "engineering/handed-bracket",
    "a report in free text": "transport_safety/fire-narrative",
    "pictures": "visual_media/light-probe",
    "a report on files of a database": "computing_math/deleted-ledger",
    "masks of pictures": "life_sciences/nuclei-plate",
    "a journal": "business_finance/month-end-close",
    "a translated catalogue": "education_info/plural-release",
}
# One of each kind of marking: the exam, and something plausible and wrong.
MISTAKES = [
    ("computing_math/tariff-port", "leap years of 365 days"),
    ("transport_safety/sector-hour", "nothing cleared"),
    ("visual_media/data-poster", "page in pixels"),
    ("engineering/pocket-toolpath", "rapid plunges"),
]


def load_agent():
    """The example, which is the agent here."""
    spec = importlib.util.spec_from_file_location("mcp_agent", ROOT / "examples/mcp_agent.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


agent = load_agent()


@pytest.fixture(scope="module")
def lacks() -> dict[str, str]:
    """What this machine lacks for exams: by task, or for all of them by an empty name."""
    # It ends with 1 where anything is missing.
    told = subprocess.run([*AGON, "doctor", "--json"], check=False, capture_output=True, text=True).stdout
    needs = next(suite["needs"] for suite in json.loads(told)["suites"] if suite["name"] == "exam")
    missing = [need for need in needs if not need["found"]]
    return {
        task: f"{need['name']} is missing: {need['remedy']}" for need in missing for task in need.get("tasks") or [""]
    }


@pytest.fixture
def opened(lacks):
    """Gives an exam, if it is to be sat here."""

    def open_exam(name: str, variant: int = 0) -> Exam:
        exam = Exam(name, variant)
        if not exam.is_core and not os.environ.get("AGON_EXAM"):
            pytest.skip("it is not tagged core: set AGON_EXAM=1")
        why = lacks.get("") or lacks.get(f"exam/{name}")
        if why:
            pytest.skip(why)
        return exam

    return open_exam


def calls(steps: list[dict]) -> list[tuple[str, dict]]:
    """The tool calls that are the steps of an attempt."""
    made = []
    for step in steps:
        if "script" in step:
            name = Path(step["script"]).name
            made += agent.script_calls(name, script(step["script"]), [str(arg) for arg in step.get("args", [])])
        elif "shell" in step:
            made.append(("bash", {"command": step["shell"], "timeout_secs": 120}))
        elif "answer" in step:
            made.append(("answer", {"value": step["answer"]}))
        else:
            raise AssertionError(f"no tool call is known for the step {step}")
    return made


def outcome(end: dict) -> tuple[str, bool, str]:
    return end["verdict"], end["passed"], end["ending"]["kind"]


def sit_over_stdio(exam: Exam, run: Path, steps: list[dict]) -> list[str]:
    server = agent.started([*AGON, "serve", exam.id, "-o", str(run)])
    return asyncio.run(agent.sit(server, calls(steps)))


def test_every_way_of_marking_has_an_exam_here():
    there_are = set().union(*(Exam(name).markings for name in all_exams()))
    sat = set().union(*(Exam(name).markings for name in EXAMS.values()))
    assert there_are == sat, "add a line to EXAMS with an exam for each that is missing"


@pytest.mark.parametrize("name", EXAMS.values(), ids=EXAMS.keys())
def test_an_agent_over_mcp_passes(tmp_path, opened, name):
    exam = opened(name)
    told = sit_over_stdio(exam, tmp_path / "run", exam.solution)
    assert exam.task["instruction"].strip() in told[0]
    assert "The trial has ended: the agent is done." in told[-1]
    end = closed(tmp_path / "run")
    assert outcome(end) == ("scored", True, "done"), (told[2:], end["checks"])
    kinds = {event["action"]["kind"] for event in events(tmp_path / "run") if event["event"] == "step"}
    assert kinds <= {"write_file", "shell", "list_files", "answer", "done"}


def test_a_client_that_ends_its_server_at_once_has_its_marks(tmp_path, opened, monkeypatch):
    """Clients that start their servers give them seconds after the last answer; here, none."""
    monkeypatch.setattr("mcp.client.stdio.PROCESS_TERMINATION_TIMEOUT", 0.0)
    monkeypatch.setattr("mcp.client.stdio.FORCE_KILL_TIMEOUT", 0.0)
    exam = opened("engineering/pocket-toolpath")
    sit_over_stdio(exam, tmp_path / "run", exam.solution)
    assert outcome(closed(tmp_path / "run")) == ("scored", True, "done")


def test_an_agent_over_http_passes(tmp_path, opened):
    """It comes back for each part of the work, as clients do that connect for each call, and writes by the shell."""
    exam = opened("computing_math/tariff-port", 1)
    (step,) = exam.solution
    text = script(step["script"])
    run = tmp_path / "run"

    async def sit(url: str) -> None:
        async with Client(url) as client:
            wrote = await agent.ask(client, "bash", command=f"cat > port.py <<'END_OF_PORT'\n{text}\nEND_OF_PORT")
            assert "79 steps left" in wrote
        async with Client(url) as client:
            assert (await agent.ask(client, "read_file", path="port.py")).startswith(text.strip())
            await agent.ask(client, "bash", command="python3 port.py")
        async with Client(url) as client:
            assert "tariff.py" in await agent.ask(client, "list_files", path="output")
            assert "The trial has ended" in await agent.ask(client, "done")

    with served(exam.id, "-o", run) as urls:
        asyncio.run(sit(urls["mcp"]))
    end = closed(run)
    assert outcome(end) == ("scored", True, "done"), end["checks"]


@pytest.mark.parametrize(("name", "mistake"), MISTAKES, ids=[mistake for _, mistake in MISTAKES])
def test_a_mistake_is_scored_and_failed(tmp_path, opened, name, mistake):
    exam = opened(name)
    steps, fails = exam.near_miss(mistake)
    sit_over_stdio(exam, tmp_path / "run", steps)
    end = closed(tmp_path / "run")
    assert outcome(end) == ("scored", False, "done")
    assert 0 <= end["score"] < 1
    assert fails in [check["name"] for check in end["checks"] if not check["passed"]]


# Clumsy or malicious, and never void: what is handed in is the agent's.
BAD_HAND_INS = {
    "nothing": "true",
    "empty files": "touch output/tariff.py output/differences.csv",
    "folders for files": "mkdir output/tariff.py output/differences.csv",
    "links to what is hidden": "ln -s ../reference/differences.csv output; ln -s ../given/plain.csv output/tariff.py",
    "a program that never ends": "echo 'while True: pass' > output/tariff.py",
    "bytes that are no text": "head -c 100000 /dev/urandom | tee output/tariff.py > output/differences.csv",
}
# It is started for four files of accounts, and stopped after 20 seconds each time.
SLOW = "a program that never ends"


@pytest.mark.parametrize("kind", BAD_HAND_INS)
def test_a_bad_hand_in_is_scored_and_failed(tmp_path, opened, kind):
    if kind == SLOW and not os.environ.get("AGON_EXAM"):
        pytest.skip("its marking takes more than a minute: set AGON_EXAM=1")
    exam = opened("computing_math/tariff-port")
    run = tmp_path / "run"
    with served(exam.id, "-o", run) as urls:
        asyncio.run(agent.sit(urls["mcp"], [("bash", {"command": BAD_HAND_INS[kind]})]))
    end = closed(run)
    assert outcome(end) == ("scored", False, "done")
    assert end["score"] < 0.5


def test_an_agent_that_gives_up_is_scored_and_failed(tmp_path, opened):
    exam = opened("computing_math/tariff-port")
    run = tmp_path / "run"

    async def give_up(url: str) -> None:
        async with Client(url) as client:
            for tool, arguments in calls(exam.solution):
                await agent.ask(client, tool, **arguments)
            await agent.ask(client, "fail", reason="I do not trust my port.")

    with served(exam.id, "-o", run) as urls:
        asyncio.run(give_up(urls["mcp"]))
    assert outcome(closed(run)) == ("scored", False, "failed")


def test_no_tool_leads_to_the_reference(tmp_path, opened):
    """Neither to the task, its solution, the record that is being written, nor to other processes' files."""
    exam = opened("computing_math/tariff-port")
    run = tmp_path / "run"
    hidden = [f"{folder}/{name}" for folder in ("reference", "given") for name in sorted(exam.hidden)]
    assert hidden
    paths = [f"{folder}{path}" for folder in ("", "/", "/home/user/") for path in hidden]
    paths += [f"{SUITE}/computing_math/tariff-port.toml", f"{SUITE}/data/tariff-port/solve.py"]
    paths += [f"{root}{run}/{name}" for root in ("", "/proc/1/root", "../../..") for name in ("run.json", "plan.jsonl")]
    paths += [f"/proc/{os.getpid()}/environ", f"/proc/{os.getpid()}/cwd/README.md"]

    def assert_unread(told: str) -> None:
        assert "No such file or directory" in told or "Permission denied" in told, told

    async def pry(url: str) -> None:
        async with Client(url) as client:
            for path in paths:
                assert_unread(await agent.ask(client, "read_file", path=path))
            # Nor through links, which a reader outside of the sandbox would follow.
            links = "; ".join(f"ln -s '{path}' link-{number}" for number, path in enumerate(paths))
            await agent.ask(client, "bash", command=links)
            for number in range(0, len(paths), 4):
                assert_unread(await agent.ask(client, "read_file", path=f"link-{number}"))
            # All that there is, but for programs and the system's settings.
            pruned = " -o ".join(f"-path /{folder}" for folder in ("proc", "sys", "dev", "usr", "etc", "var"))
            found = await agent.ask(
                client, "bash", command=f"find / \\( {pruned} \\) -prune -o -type f -print; echo end"
            )
            files = [line for line in found.splitlines() if line.startswith("/")]
            assert set(files) == {f"/home/user/{path}" for path in exam.task["files"]}
            processes = await agent.ask(client, "bash", command="cat /proc/[0-9]*/cmdline | tr '\\0' ' '")
            assert "agon" not in processes, processes
            variables = await agent.ask(client, "bash", command="env")
            assert str(run) not in variables and str(ROOT) not in variables, variables
            refused = await client.call_tool("write_file", {"path": "input/archive.csv", "content": ""})
            assert "Read-only file system" in refused.content[0].text
            with pytest.raises(mcp.MCPError):
                await client.read_resource(f"file://{SUITE}/computing_math/tariff-port.toml")
            await agent.ask(client, "done")

    with served(exam.id, "-o", run, "--steps", "200") as urls:
        asyncio.run(pry(urls["mcp"]))
    assert closed(run)["verdict"] == "scored"


def test_the_example_runs_from_the_command_line(tmp_path, opened):
    exam = opened("visual_media/data-poster")
    run = tmp_path / "run"
    (step,) = exam.solution
    with served(exam.id, "-o", run) as urls:
        command = [sys.executable, ROOT / "examples/mcp_agent.py", urls["mcp"], SUITE / step["script"]]
        said = subprocess.run([*command, *step.get("args", [])], check=True, capture_output=True, text=True).stdout
    assert said.startswith(exam.task["instruction"].strip())
    assert "The trial has ended: the agent is done." in said
    assert closed(run)["passed"]
