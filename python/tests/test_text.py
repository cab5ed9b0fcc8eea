"""Models that speak: replies become steps, episodes become conversations."""

from __future__ import annotations

import base64
import io
import json
import subprocess
import sys
from types import SimpleNamespace

import gymnasium
import numpy as np
import pytest
from serving import AGON

import agon

DIALECTS = ["pair", "json", "tools"]


def tool_call(name, arguments, id="c1"):
    return {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}}


def ways_to_say(direction):
    pair, call = f"('move', {direction})", json.dumps({"name": "move", "arguments": {"direction": direction}})
    function = SimpleNamespace(name="move", arguments=json.dumps({"direction": direction}))
    return {
        "pair": pair,
        "prose": f"The wall (dark) is above, so ('stop', 'stop') would be wrong now.\n\n{pair}",
        "label": f"**Action:** {pair}",
        "thoughts": f"<think>('move', {3 - direction})? No.</think>{pair}",
        "fence": f"I go there.\n```python\n{pair}\n```\nThat is all.",
        "json": call,
        "json fence": f"```json\n{call}\n```",
        "tool call as text": f"<tool_call>\n{call}\n</tool_call>",
        "message": {"role": "assistant", "content": pair},
        "content parts": {"role": "assistant", "content": [{"type": "text", "text": pair}]},
        "tool call": {"content": None, "tool_calls": [tool_call("move", json.dumps({"direction": direction}))]},
        "arguments as a dict": {
            "content": "Hm.",
            "tool_calls": [{"name": "move", "arguments": {"direction": direction}}],
        },
        "message as an object": SimpleNamespace(content=None, tool_calls=[SimpleNamespace(id="x", function=function)]),
    }


@pytest.mark.parametrize("way", ways_to_say(0))
def test_a_call_is_found_however_it_is_said(maze, way):
    maze.reset(seed=0)
    direction = maze.solve()[0][1]
    plain, *rest = maze.step(("move", direction))
    maze.reset(seed=0)
    said, *others = maze.step_text(ways_to_say(direction)[way])
    assert np.array_equal(plain, said)
    info, expected = others.pop(), rest.pop()
    assert others == rest
    assert {key: info[key] for key in expected} == expected
    assert info["violation"] is None and info["call"].startswith("('move', ")


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "I think I should go right.",
        "I must not say \"('stop', 'stop')\" yet",
        "<think>('move', 0)",
        "move(0)",
        '{"name": "Ann", "age": 3}',
        "('move', 0" + " " * 300_000,
        "\ud800",
        "\0" * 1000,
        {"content": None},
        {"content": None, "tool_calls": []},
        {"content": [{"type": "image_url", "image_url": {"url": "data:,"}}]},
        {"content": None, "tool_calls": [tool_call("move", "{direction: 0")]},
        {"content": None, "tool_calls": [tool_call("move", {"direction": float("nan")})]},
        {"content": None, "tool_calls": [tool_call("move", {"direction": object()})]},
        {"content": None, "tool_calls": [tool_call("fly", "{}")]},
        {"content": None, "tool_calls": [tool_call("click", '{"x": 1, "y": 2}')]},
        {"content": None, "tool_calls": [{}]},
    ],
    ids=range(18),
)
def test_a_reply_without_a_call_costs_a_step_and_says_why(maze, reply):
    maze.reset(seed=0)
    before = maze.state()
    _, reward, terminated, truncated, info = maze.step_text(reply)
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert info["status"] != "executed" and info["feedback"] and info["steps_left"] == maze.max_steps - 1
    assert maze.state() == before
    assert maze.messages()[-1]["role"] == "user"


def test_the_feedback_names_the_form(maze):
    maze.reset(seed=0)
    info = maze.step_text("I go right.")[4]
    form = "it holds no call of the form ('name', arguments) on a line of its own"
    assert info["feedback"] == f"Invalid format: {form}." and info["violation"] == form
    assert info["status"] == "malformed" and info["call"] is None


def test_what_is_no_reply_is_an_error_of_the_program(maze):
    maze.reset(seed=0)
    for reply in [None, 3, ("move", 0), object(), b"('move', 0)"]:
        with pytest.raises(TypeError, match="a reply is text"):
            maze.step_text(reply)
    with pytest.raises(
        ValueError, match="there is no dialect .latin. for function calls; there are: pair, json, tools"
    ):
        maze.step_text("('move', 0)", dialect="latin")
    assert maze.step(("move", 0))[4]["steps_left"] == maze.max_steps - 1


def test_of_several_calls_one_counts(maze):
    maze.reset(seed=0)
    info = maze.step_text("('move', 0)\n('stop', 'stop')\n('move', 1)")[4]
    assert info["call"] == "('move', 1)"
    assert info["violation"] == "the reply has 3 actions instead of one; only the last was performed"
    calls = [tool_call("move", '{"direction": 2}', "a"), tool_call("stop", "{}", "b")]
    info = maze.step_text({"content": "", "tool_calls": calls})[4]
    assert "2}" in info["call"] and "only the first" in info["violation"]
    results = [message for message in maze.messages() if message["role"] == "tool"]
    assert [result["tool_call_id"] for result in results] == ["a", "b"]
    assert "Not performed" in results[1]["content"] and "steps left" in results[0]["content"]


def test_a_dialect_may_be_the_only_one_that_counts(maze):
    maze.reset(seed=0)
    assert maze.step_text('{"name": "move", "args": 0}', dialect="pair")[4]["status"] == "malformed"
    assert maze.step_text("('move', 0)", dialect="json")[4]["status"] == "malformed"
    assert "calls no tool" in maze.step_text("('move', 0)", dialect="tools")[4]["feedback"]
    # Who speaks in tool calls says so when the work is done.
    assert maze.step_text("It is all there.\nDONE", dialect="tools")[2]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_world_is_solved_by_replies(world, dialect):
    env = agon.Env(world)
    env.reset(seed=3)
    for call in env.solve():
        reply = env.reply_for(call, dialect)
        assert isinstance(reply, dict) == (dialect == "tools")
        _, reward, terminated, _, info = env.step_text(reply, dialect)
        assert info["status"] in ("executed", "blocked") and info["violation"] is None
    assert terminated and reward == 1.0 and info["success"]
    env.reset(seed=3)
    _, reward, terminated, _, info = env.step_text(env.reply_for(("stop", "stop"), dialect))
    assert terminated and reward == 0.0 and not info["success"]


def decoded(url):
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    head, data = url.split(",", 1)
    assert head == "data:image/png;base64"
    return np.asarray(image.open(io.BytesIO(base64.b64decode(data))).convert("RGB"))


def test_a_conversation(maze):
    first, info = maze.reset(seed=0)
    [opening] = maze.messages()
    text, picture = opening["content"]
    assert opening["role"] == "user"
    assert text == {"type": "text", "text": f"{info['prompt']}\n\nYou have {maze.max_steps} steps left."}
    assert np.array_equal(decoded(picture["image_url"]["url"]), first)
    second = maze.step_text("Right.\n('move', 0)")[0]
    messages = maze.messages()
    assert messages[0] == opening and messages[1] == {"role": "assistant", "content": "Right.\n('move', 0)"}
    assert maze.turn() == messages[2:]
    told, picture = messages[2]["content"]
    assert told["text"].endswith(f"You have {maze.max_steps - 1} steps left.")
    assert np.array_equal(decoded(picture["image_url"]["url"]), second)
    maze.step_text("('stop', 'stop')")
    messages = maze.messages()
    assert [message["role"] for message in messages] == ["user", "assistant"] * 2
    assert maze.turn()[0]["content"][0]["text"].startswith("Stopped.")
    maze.reset(seed=1)
    assert len(maze.messages()) == 1


def test_pictures_as_pil_images(maze):
    pytest.importorskip("PIL", reason="Pillow is not installed")
    frame, _ = maze.reset(seed=0)
    [opening] = maze.messages("pil")
    assert opening["content"][1]["type"] == "image"
    assert np.array_equal(np.asarray(opening["content"][1]["image"]), frame)
    maze.step_text({"content": None, "tool_calls": [tool_call("move", '{"direction": 0}')]})
    # Chat templates take arguments as they are, chat APIs as text.
    assert maze.messages("pil")[1]["tool_calls"][0]["function"]["arguments"] == {"direction": 0}
    assert maze.messages("url")[1]["tool_calls"][0]["function"]["arguments"] == '{"direction": 0}'
    with pytest.raises(ValueError, match="images must be"):
        maze.messages("gif")


def test_pillow_is_asked_for_by_name(maze, monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    maze.reset(seed=0)
    with pytest.raises(ImportError, match="pip install pillow"):
        maze.messages("pil")
    assert maze.messages("url")


def test_text_needs_no_content_parts():
    env = agon.Env("maze-2d", observation="text", goal=True)
    frame, info = env.reset(seed=0)
    [opening] = env.messages()
    assert opening["content"] == (
        f"{info['prompt']}\n\nYou have {env.max_steps} steps left.\n{frame}\n\nGoal:\n{info['goal_text']}"
    )


def test_a_window_keeps_the_prompt_and_the_goal():
    env = agon.Env("maze-2d", goal=True)
    env.reset(seed=0)
    opening = env.messages()[0]["content"]
    for _ in range(5):
        env.step_text("('move', 0)")
    window = env.messages(last=2)
    assert [message["role"] for message in window] == ["user", "assistant", "user"]
    head = window[0]["content"]
    assert head[0]["text"].startswith(env.prompt) and head[-2:] == opening[-2:]
    assert window[1:] == env.messages()[-2:]
    assert len(env.messages(last=99)) == 11
    with pytest.raises(ValueError, match="at least 1"):
        env.messages(last=0)


def test_a_window_does_not_begin_with_results_of_calls_that_are_gone(maze):
    maze.reset(seed=0)
    for number in range(3):
        maze.step_text({"content": "", "tool_calls": [tool_call("move", '{"direction": 0}', f"id{number}")]})
    assert [message["role"] for message in maze.messages(last=2)] == ["user", "assistant", "tool", "user"]
    assert [message["role"] for message in maze.messages(last=1)] == ["user"]
    assert "steps left" in maze.messages(last=1)[0]["content"][0]["text"]


def test_recording_begins_when_it_is_first_asked_for(maze):
    maze.reset(seed=0)
    maze.step(("move", 0))
    [opening] = maze.messages()
    assert f"{maze.max_steps - 1} steps left" in opening["content"][0]["text"]
    maze.step(("move", 1))
    maze.step("('move', 2)")
    replies = [message["content"] for message in maze.messages() if message["role"] == "assistant"]
    assert replies == ["('move', 1)", "('move', 2)"]
    fresh = agon.Env("maze-2d")
    for use in [fresh.messages, fresh.turn, fresh.tools, lambda: fresh.step_text("('move', 0)")]:
        with pytest.raises(gymnasium.error.ResetNeeded):
            use()


def test_prompts_teach_the_dialect(maze):
    maze.reset(seed=0)
    texts = {dialect: maze.messages(dialect=dialect)[0]["content"][0]["text"] for dialect in DIALECTS}
    assert "('move', 0)" in texts["pair"] and '"name"' in texts["json"] and "tools you are given" in texts["tools"]
    assert maze.messages()[0]["content"][0]["text"].startswith(maze.prompt)


def test_tools(world):
    env = agon.Env(world)
    env.reset(seed=0)
    tools = env.tools()
    assert [tool["function"]["name"] for tool in tools] == [function["name"] for function in env.functions]
    for tool, flat in zip(tools, env.tools("responses"), strict=True):
        assert flat == {"type": "function", **tool["function"], "strict": False}
        assert tool["function"]["parameters"]["type"] == "object" and tool["function"]["description"]
    assert env.tools("text") in env.prompt
    with pytest.raises(ValueError, match="form must be"):
        env.tools("xml")


def test_messages_and_tools_are_what_openai_takes(maze):
    types = pytest.importorskip("openai.types.chat", reason="openai is not installed")
    pydantic = pytest.importorskip("pydantic", reason="pydantic is not installed")
    maze.reset(seed=0)
    maze.step_text({"content": None, "tool_calls": [tool_call("move", '{"direction": 0}')]})
    maze.step_text("('move', 0)")
    pydantic.TypeAdapter(list[types.ChatCompletionMessageParam]).validate_python(maze.messages())
    pydantic.TypeAdapter(list[types.ChatCompletionFunctionToolParam]).validate_python(maze.tools())


@pytest.mark.parametrize("settings", [{}, {"observation": "both", "goal": True}, {"observation": "text", "goal": True}])
def test_conversations_read_as_demonstrations_do(tmp_path, settings):
    """What a model was tuned on is what it is shown when it is trained on."""
    sets = [word for key, value in settings.items() for word in ("--set", f"{key}={json.dumps(value).strip(chr(34))}")]
    command = [
        *AGON,
        "demos",
        "gym/maze-2d/easy",
        "--count",
        "1",
        *sets,
        "-o",
        tmp_path / "demos",
    ]
    subprocess.run(command, check=True, capture_output=True)
    [sample] = json.loads((tmp_path / "demos" / "sharegpt" / "train.json").read_text())
    env = agon.Env("maze-2d", **settings)
    env.reset(seed=sample["seed"])
    env.messages()
    for call in env.solve():
        env.step_text(env.reply_for(call))
    roles = {"user": "human", "assistant": "gpt"}

    def flat(content):
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
        return "\n".join(part["text"] if part["type"] == "text" else "<image>" for part in parts)

    said = [{"from": roles[message["role"]], "value": flat(message["content"])} for message in env.messages()]
    assert said == sample["conversations"]
