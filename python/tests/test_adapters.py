"""Adapters for trainers, each with the trainer's own package and the solver's replies in place of a model.

A package that is not installed skips its tests; AGON_TRAINERS=1 scripts/test-python installs them.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace

import pytest

from agon.adapters import Session, tasks
from agon.adapters import trl as trl_adapter

WHY = "not installed: AGON_TRAINERS=1 scripts/test-python installs it"
TEXT = {"observation": "text"}


def row(world="maze-2d", **settings):
    return tasks(world, [7], **settings)[0]


def solution(row, dialect="pair", **defaults):
    """What a perfect model would say in a row's episode."""
    session = Session(row, **defaults)
    replies = [session.env.reply_for(call, dialect) for call in session.env.solve()]
    session.close()
    return replies


STOP = {"pair": "('stop', 'stop')", "tools": {"content": "", "tool_calls": [{"name": "stop", "arguments": {}}]}}


def arguments_of(reply):
    function = reply["tool_calls"][0]["function"]
    return function["name"], json.loads(function["arguments"])


def test_rows_name_episodes():
    rows = tasks("maze-2d", range(3), "hard", max_steps=9, observation="text")
    assert [row["seed"] for row in rows] == [0, 1, 2]
    session = Session(rows[2])
    assert session.env.max_steps == 9 and not session.has_pictures
    other = Session(
        {"world": "maze-2d"},
        {"world": "jigsaw", "preset": "hard", "seed": 2, "settings": TEXT},
        min_solution=2,
        max_solution=9,
    )
    assert other.env.settings["max_solution"] == 9 and other.env.settings["observation"] == "text"
    with pytest.raises(ValueError, match="no field 'world'"):
        Session({"preset": "easy"}, None)


def test_a_session_is_played_by_replies():
    session = Session(row())
    assert session.reply("Hm.") == 0.0 and "Invalid format" in session.told()
    for reply in solution(row()):
        reward = session.reply(reply)
    assert session.is_over and session.terminated and reward == session.reward == 1.0
    assert session.reply("('move', 0)") == 0.0 and session.reward == 1.0, "after the end nothing counts"


class TestSkyrl:
    @pytest.fixture(autouse=True)
    def package(self):
        self.gym = pytest.importorskip("skyrl_gym", reason=f"skyrl-gym is {WHY}")
        from agon.adapters import skyrl

        if "agon" not in self.gym.envs.registration.registry:
            skyrl.register()

    @pytest.mark.parametrize("settings", [{}, TEXT], ids=["pictures", "text"])
    def test_an_episode(self, settings):
        fields = row(**settings)
        env = self.gym.make("agon", env_config={}, extras={"extra_info": fields})
        system = {"role": "system", "content": "Think first."}
        prompt, metadata = env.init([system, {"role": "user", "content": "ignored"}])
        assert prompt[0] == system and prompt[1]["role"] == "user" and len(prompt) == 2
        assert isinstance(prompt[1]["content"], str) == bool(settings) and metadata["tools"]
        replies = solution(fields)
        for reply in replies[:-1]:
            output = env.step(f"I think.\n{reply}")
            assert (output["reward"], output["done"]) == (0.0, False)
            assert [message["role"] for message in output["observations"]] == ["user"]
        output = env.step(replies[-1])
        assert (output["reward"], output["done"], output["observations"]) == (1.0, True, [])
        assert env.get_metrics() == {"success": 1.0, "turns": len(replies)}
        env.close()

    def test_a_wrong_answer_and_no_answer(self):
        env = self.gym.make("agon", env_config={"world": "maze-2d"}, extras={"seed": 3})
        env.init([])
        output = env.step("I do not know.")
        assert output["reward"] == 0.0 and not output["done"] and output["metadata"]["status"] == "malformed"
        output = env.step(STOP["pair"])
        assert output["reward"] == 0.0 and output["done"] and not output["metadata"]["success"]


class TestTrl:
    """The adapter needs no TRL; the last test runs TRL's own loop with it."""

    @pytest.mark.parametrize("settings", [{}, TEXT], ids=["pictures", "text"])
    def test_an_episode(self, settings):
        if not settings:
            pytest.importorskip("PIL", reason="Pillow is not installed")
        environment = trl_adapter.environment("maze-2d", **settings)()
        opening = environment.reset(**trl_adapter.rows([row(**settings)])[0])
        assert isinstance(opening, str) == bool(settings)
        assert "tools you are given" in (opening if settings else opening[0]["text"])
        for reply in solution(row(**settings), "tools"):
            name, arguments = arguments_of(reply)
            answer = getattr(environment, name)(**arguments)
            assert isinstance(answer, str) == bool(settings)
        assert environment.get_reward() == 1.0
        assert "over" in environment.move(direction=0) and environment.get_reward() == 1.0
        environment.reset(seed=7)
        environment.stop()
        assert environment.get_reward() == 0.0

    def test_wrong_arguments_cost_a_step(self):
        environment = trl_adapter.environment("maze-2d", **TEXT)()
        environment.reset(seed=7)
        for arguments in [{}, {"direction": 9}, {"direction": "up"}, {"way": 1}]:
            assert "steps left" in environment.move(**arguments)
        assert "15 steps left" in environment.move(0), "a positional argument is no way to call a tool"

    def test_tools_look_like_functions(self, world):
        transformers = pytest.importorskip("transformers.utils", reason=f"transformers is {WHY}")
        cls = trl_adapter.environment(world)
        names = [name for name in vars(cls) if not name.startswith("_") and name not in ("reset", "get_reward")]
        assert "stop" in names
        for name in names:
            schema = transformers.get_json_schema(getattr(cls(), name))["function"]
            assert schema["name"] == name and schema["description"]
            assert all(entry["description"] for entry in schema["parameters"]["properties"].values())

    @pytest.mark.parametrize(("replies", "reward"), [("solution", 1.0), ("stop", 0.0)])
    def test_a_step_of_grpo(self, tmp_path, monkeypatch, replies, reward):
        trl = pytest.importorskip("trl", reason=f"trl is {WHY}")
        monkeypatch.setenv("TRL_EXPERIMENTAL_SILENCE", "1")
        from datasets import Dataset

        model, tokenizer = tiny_model(trl)
        fields = row(**TEXT)
        said = solution(fields, "tools") if replies == "solution" else [STOP["tools"]]
        calls = [f"<tool_call>\n{json.dumps(as_call(reply))}\n</tool_call><|im_end|>" for reply in said]

        class Scripted(trl.GRPOTrainer):
            """Says what the script says instead of what the model would."""

            turn = 0

            def _generate_single_turn(self, prompt_ids, *args, **kwargs):
                text = calls[self.turn] if self.turn < len(calls) else "Done.<|im_end|>"
                self.turn += 1
                ids = tokenizer(text, add_special_tokens=False)["input_ids"]
                return [list(ids) for _ in prompt_ids], None

        trainer = Scripted(
            model=model,
            processing_class=tokenizer,
            environment_factory=trl_adapter.environment("maze-2d", **TEXT),
            train_dataset=Dataset.from_list(trl_adapter.rows([fields]) * 2),
            args=trl.GRPOConfig(
                output_dir=str(tmp_path),
                per_device_train_batch_size=2,
                num_generations=2,
                max_completion_length=6000,
                max_steps=1,
                logging_steps=1,
                report_to=[],
                use_cpu=True,
                bf16=False,
                save_strategy="no",
            ),
        )
        trainer.train()
        logs = [entry for entry in trainer.state.log_history if "reward" in entry]
        assert logs[0]["reward"] == reward and trainer.turn == len(calls) + 1


def as_call(reply):
    if "function" in reply["tool_calls"][0]:
        name, arguments = arguments_of(reply)
        return {"name": name, "arguments": arguments}
    return reply["tool_calls"][0]


def tiny_model(trl):
    """A model of some thousand weights that has learnt nothing, with Qwen's chat template over bytes."""
    from pathlib import Path

    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast, Qwen3Config, Qwen3ForCausalLM

    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    bytes_only = Tokenizer(models.BPE(vocab={letter: index for index, letter in enumerate(alphabet)}, merges=[]))
    bytes_only.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bytes_only.decoder = decoders.ByteLevel()
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=bytes_only, eos_token="<|im_end|>", pad_token="<|endoftext|>", padding_side="left"
    )
    tokenizer.add_special_tokens({"additional_special_tokens": ["<|im_start|>"]})
    tokenizer.add_tokens(["<tool_call>", "</tool_call>", "<think>", "</think>"])
    tokenizer.chat_template = (Path(trl.__file__).parent / "chat_templates" / "qwen3.jinja").read_text()
    config = Qwen3Config(
        vocab_size=len(tokenizer),
        hidden_size=16,
        intermediate_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        num_key_value_heads=1,
        head_dim=8,
        max_position_embeddings=16384,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
    )
    return Qwen3ForCausalLM(config), tokenizer


class TestVerl:
    @pytest.fixture(autouse=True)
    def package(self):
        pytest.importorskip("verl.tools.base_tool", reason=f"verl is {WHY}", exc_type=ImportError)
        from agon.adapters import verl

        self.adapter = verl

    @pytest.mark.parametrize("settings", [{}, TEXT], ids=["pictures", "text"])
    @pytest.mark.parametrize(("good", "reward"), [(True, 1.0), (False, 0.0)])
    def test_tools(self, settings, good, reward, tmp_path):
        registry = pytest.importorskip("verl.tools.tool_registry", exc_type=ImportError)
        config = tmp_path / "tools.yaml"
        entry = (
            "  - class_name: agon.adapters.verl.AgonTool\n    config: {{type: native, world: maze-2d, function: {}}}\n"
        )
        config.write_text("tools:\n" + entry.format("move") + entry.format("stop"))
        tools = {tool.name: tool for tool in registry.initialize_tools_from_config(str(config))}
        assert list(tools) == ["move", "stop"]
        assert "direction" in tools["move"].tool_schema.function.parameters.properties
        fields = row(**settings)
        kwargs = self.adapter.tools_kwargs(fields, list(tools))
        [opening] = self.adapter.prompt(fields)
        assert opening["role"] == "user"

        async def trajectory():
            agent_data, rewards = SimpleNamespace(extra_fields={}, request_id="r"), []
            replies = solution(fields, "tools") if good else [STOP["tools"]]
            for reply in replies:
                call = as_call(reply)
                # As the tool agent loop does it: a tool is made and released for every call.
                tool = tools[call["name"]]
                instance, _ = await tool.create(create_kwargs=kwargs[call["name"]]["create_kwargs"])
                response, reward, metrics = await tool.execute(instance, call["arguments"], agent_data=agent_data)
                rewards.append(reward)
                total = await tool.calc_reward(instance, agent_data=agent_data)
                await tool.release(instance)
                assert response.text and (response.image is None) == bool(settings) and "status" in metrics
            over, nothing, _ = await tool.execute(instance, {}, agent_data=agent_data)
            assert "over" in over.text and nothing == 0.0
            return rewards, total

        rewards, total = asyncio.run(trajectory())
        assert rewards[-1] == total == reward and not any(rewards[:-1])

    @pytest.mark.parametrize(("good", "reward"), [(True, 1.0), (False, 0.0)])
    def test_interactions(self, good, reward):
        fields = row()

        async def conversation():
            interaction = self.adapter.AgonInteraction({"name": "agon"})
            instance = await interaction.start_interaction("r1", name="agon", **fields)
            messages, scores = [], []
            for reply in solution(fields, **TEXT) if good else ["What?", STOP["pair"]]:
                messages.append({"role": "assistant", "content": reply})
                over, answer, score, _ = await interaction.generate_response(instance, messages, **fields)
                messages.append({"role": "user", "content": answer})
                scores.append(score)
            total = await interaction.calculate_score(instance)
            await interaction.finalize_interaction(instance)
            return over, scores, total

        over, scores, total = asyncio.run(conversation())
        assert over and scores[-1] == total == reward and not any(scores[:-1])
        with pytest.raises(ValueError, match="observation='text'"):
            asyncio.run(self.adapter.AgonInteraction({}).start_interaction(**row(observation="image")))


class TestNemoGym:
    @pytest.fixture(autouse=True)
    def package(self):
        pytest.importorskip("nemo_gym", reason=f"nemo-gym is {WHY}")
        from nemo_gym.base_resources_server import BaseResourcesServerConfig
        from nemo_gym.server_utils import ServerClient
        from starlette.testclient import TestClient

        from agon.adapters.nemo_gym import AgonServer

        client = ServerClient.model_construct()
        config = BaseResourcesServerConfig(host="", port=0, entrypoint="", name="agon")
        self.server = AgonServer(config=config, server_client=client)
        self.http = TestClient(self.server.setup_webserver())

    def response(self, reply):
        common = {"id": "m", "status": "completed"}
        if isinstance(reply, str):
            text = {"type": "output_text", "text": reply, "annotations": []}
            output = {"type": "message", "role": "assistant", "content": [text], **common}
        else:
            call = as_call(reply)
            output = {"type": "function_call", "call_id": "c", **common, "name": call["name"]}
            output["arguments"] = json.dumps(call["arguments"])
        response = {"id": "r", "created_at": 0.0, "model": "m", "object": "response", "output": [output]}
        return {**response, "parallel_tool_calls": False, "tool_choice": "auto", "tools": []}

    def agent(self, replies):
        """NeMo Gym's own agent, between our server and a model that says these."""
        from nemo_gym.config_types import ModelServerRef, ResourcesServerRef
        from nemo_gym.server_utils import ServerClient
        from responses_api_agents.gymnasium_agent.app import GymnasiumAgent, GymnasiumAgentConfig

        class Answer:
            def __init__(self, body, cookies=None):
                self.body, self.cookies, self.ok, self.status = body, cookies or {}, True, 200

            async def read(self):
                return json.dumps(self.body).encode()

            async def json(self):
                return self.body

        class Router(ServerClient):
            async def post(router, server_name, url_path, json=None, cookies=None, **kwargs):
                if server_name == "model":
                    asked.append(json)
                    return Answer(self.response(replies[len(asked) - 1]))
                body = json if isinstance(json, dict) else json.model_dump()
                answer = self.http.post(url_path, json=body)
                assert answer.status_code == 200, answer.text
                return Answer(answer.json(), dict(answer.cookies))

        asked = []
        config = GymnasiumAgentConfig(
            host="",
            port=0,
            entrypoint="",
            name="agent",
            resources_server=ResourcesServerRef(type="resources_servers", name="agon"),
            model_server=ModelServerRef(type="responses_api_models", name="model"),
            max_steps=30,
        )
        return GymnasiumAgent(config=config, server_client=Router.model_construct()), asked

    @pytest.mark.parametrize("dialect", ["pair", "tools"])
    @pytest.mark.parametrize(("good", "reward"), [(True, 1.0), (False, 0.0)])
    def test_an_episode(self, dialect, good, reward):
        from responses_api_agents.gymnasium_agent.app import GymnasiumAgentRunRequest

        fields = row()
        replies = solution(fields, dialect, **TEXT) if good else [STOP[dialect]]
        agent, asked = self.agent(replies)
        body = GymnasiumAgentRunRequest(responses_create_params={"input": []}, **fields)
        result = asyncio.run(agent.run(SimpleNamespace(cookies={}), body))
        assert result.reward == reward and result.terminated and result.info["success"] == good
        assert len(asked) == len(replies)
        assert "Functions:" in asked[0].input[0].content
        assert not self.server.session_state, "episodes that are over are not kept"

    def test_pictures_are_refused(self):
        with pytest.raises(ValueError, match="observation='text'"):
            asyncio.run(self.server.reset(row(observation="image"), "s"))


class TestVerifiers:
    @pytest.fixture(autouse=True)
    def package(self):
        pytest.importorskip("verifiers.v1", reason=f"verifiers is {WHY}", exc_type=ImportError)
        if not shutil.which("uv", path=path_with_uv()):
            pytest.skip("verifiers starts its harness with uv, which is not installed")

    @pytest.mark.parametrize(("good", "reward"), [(True, 1.0), (False, 0.0)])
    def test_an_episode(self, good, reward, tmp_path):
        fields = row(**TEXT)
        replies = solution(fields) if good else ["Hm.", STOP["pair"]]
        with Model(replies) as model:
            program = "from verifiers.v1.cli.eval.main import main; main()"
            command = [sys.executable, "-c", program, "agon-verifiers", "-m", "scripted"]
            command += ["--client.base-url", model.url, "--env.player.harness.id", "null"]
            command += ["--env.player.runtime.type", "subprocess", "--no-push", "--output-dir", str(tmp_path)]
            command += ["--env.taskset.first-seed", "7", "--env.taskset.episodes", "1"]
            command += ["--env.taskset.settings", json.dumps(TEXT)]
            environment = {**os.environ, "PATH": path_with_uv(), "OPENAI_API_KEY": "none", "PRIME_API_KEY": "none"}
            pipes = {"stdin": subprocess.DEVNULL, "capture_output": True, "text": True}
            done = subprocess.run(command, **pipes, env=environment, cwd=tmp_path)
        said = done.stdout + done.stderr
        assert done.returncode == 0, said
        [traces] = tmp_path.rglob("traces.jsonl")
        [episode] = map(json.loads, traces.read_text().splitlines())
        text = json.dumps(episode)
        assert f'"success": {{"score": {reward}' in text, text[:2000]
        assert len(model.asked) == len(replies)
        assert "Functions:" in json.dumps(model.asked[0]["messages"])


def path_with_uv():
    return os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", "")])


class Model:
    """A chat service that says what it is told to say."""

    def __init__(self, replies):
        self.asked, remaining = [], iter(replies)

        class Handler(BaseHTTPRequestHandler):
            def do_POST(handler):
                body = json.loads(handler.rfile.read(int(handler.headers["Content-Length"])))
                self.asked.append(body)
                text = next(remaining, "There is nothing left to say.")
                head = {"id": "x", "created": 0, "model": "scripted"}
                usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
                if body.get("stream"):
                    delta = {"index": 0, "delta": {"role": "assistant", "content": text}, "finish_reason": None}
                    end = {"index": 0, "delta": {}, "finish_reason": "stop"}
                    chunk = {**head, "object": "chat.completion.chunk"}
                    events = [{**chunk, "choices": [delta]}, {**chunk, "choices": [end], "usage": usage}]
                    answer = "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"
                    kind = "text/event-stream"
                else:
                    message = {"role": "assistant", "content": text}
                    choice = {"index": 0, "message": message, "finish_reason": "stop"}
                    answer = json.dumps({**head, "object": "chat.completion", "choices": [choice], "usage": usage})
                    kind = "application/json"
                handler.send_response(200)
                handler.send_header("Content-Type", kind)
                handler.send_header("Content-Length", str(len(answer.encode())))
                handler.end_headers()
                handler.wfile.write(answer.encode())

            def log_message(handler, *args):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/v1"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
