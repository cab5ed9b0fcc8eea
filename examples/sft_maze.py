#!/usr/bin/env python3
"""Fine-tunes a small language model on `agon demos` with TRL's SFTTrainer and lets it sit mazes it has never seen.

    pip install ./python 'trl>=1.16,<2'
    agon demos gym/maze-2d/easy --count 5000 --history 1 --format sharegpt -o maze \\
        --set observation=text --set width=7 --set height=7 --set min_solution=1 --set max_solution=8
    python examples/sft_maze.py maze           # some minutes on two cores
    python examples/sft_maze.py maze --smoke   # seconds: only that everything fits together

The model is a Llama of half a million parameters with random weights, so nothing has to be downloaded: it learns mazes
from the demonstrations alone. It reads the same text that `env.messages` gives and answers through `env.step_text`, as
a real model would. One run passed 75.7 % of 300 unseen mazes, against 1.7 % of random calls.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import tempfile

import datasets
import torch
import trl
from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

import agon

MAZE = {"width": 7, "height": 7, "min_solution": 1, "max_solution": 8, "observation": "text"}
# Demonstrations draw instances from seeds far from these.
UNSEEN = 10_000_000
# How the tokenizer writes a chat: TRL and `answers` below both use it.
CHAT = (
    "{% for message in messages %}{{ '<' + message['role'] + '>' + message['content'] + '<end>' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<assistant>' }}{% endif %}"
)
SPECIAL = ["<pad>", "<unknown>", "<user>", "<assistant>", "<end>"]


def samples(folder: pathlib.Path) -> list[dict]:
    """The demonstrations' turns, each with the call that the solver made."""
    turns = json.loads((folder / "sharegpt" / "train.json").read_text())
    found = []
    for turn in turns:
        if len(turn["conversations"]) != 2:
            raise SystemExit(f"{folder} holds whole demonstrations; write it anew with: agon demos … --history 1")
        asked, answered = turn["conversations"]
        prompt = [{"role": "user", "content": asked["value"]}]
        found.append({"prompt": prompt, "completion": [{"role": "assistant", "content": answered["value"]}]})
    return found


def tokenizer_of(found: list[dict]) -> PreTrainedTokenizerFast:
    """A token for each cell of a maze, and one for each other piece of text that the demonstrations hold."""
    cells = pre_tokenizers.Split(Regex(r"[#.AT@\n]|[^#.AT@\n]+"), "isolated")
    texts = {message["content"] for sample in found for side in sample.values() for message in side}
    words = sorted({word for text in texts for word, _ in cells.pre_tokenize_str(text)})
    vocabulary = {word: number for number, word in enumerate([*SPECIAL, *words])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="<unknown>"))
    tokenizer.pre_tokenizer = cells
    tokenizer.decoder = decoders.Fuse()
    wrapped = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        pad_token="<pad>",
        unk_token="<unknown>",
        eos_token="<end>",
        additional_special_tokens=["<user>", "<assistant>"],
    )
    wrapped.chat_template = CHAT
    return wrapped


def train(found: list[dict], tokenizer: PreTrainedTokenizerFast, epochs: float, seed: int) -> LlamaForCausalLM:
    torch.manual_seed(seed)
    sizes = {"hidden_size": 128, "intermediate_size": 256, "num_hidden_layers": 3, "num_attention_heads": 4}
    model = LlamaForCausalLM(LlamaConfig(vocab_size=len(tokenizer), max_position_embeddings=512, **sizes))
    with tempfile.TemporaryDirectory() as place:
        settings = trl.SFTConfig(
            output_dir=place,
            num_train_epochs=epochs,
            per_device_train_batch_size=64,
            learning_rate=1e-3,
            lr_scheduler_type="cosine",
            warmup_steps=100,
            max_length=512,
            # Only the call is learnt, not the brief and the maze before it.
            completion_only_loss=True,
            logging_steps=50,
            save_strategy="no",
            report_to=[],
            disable_tqdm=True,
            use_cpu=True,
            bf16=False,
            gradient_checkpointing=False,
            seed=seed,
        )
        data = datasets.Dataset.from_list(found)
        trl.SFTTrainer(model=model, args=settings, train_dataset=data, processing_class=tokenizer).train()
    return model.eval()


def answers(model: LlamaForCausalLM, tokenizer: PreTrainedTokenizerFast, chats: list[list[dict]]) -> list[str]:
    """What the model replies to each chat."""
    texts = [tokenizer.apply_chat_template(chat, tokenize=False, add_generation_prompt=True) for chat in chats]
    inputs = tokenizer(texts, return_tensors="pt", padding=True, padding_side="left", add_special_tokens=False)
    with torch.no_grad():
        outputs = model.generate(
            input_ids=inputs["input_ids"],
            attention_mask=inputs["attention_mask"],
            max_new_tokens=4,
            do_sample=False,
            pad_token_id=tokenizer.pad_token_id,
            eos_token_id=tokenizer.eos_token_id,
        )
    return tokenizer.batch_decode(outputs[:, inputs["input_ids"].shape[1] :], skip_special_tokens=True)


def success_rate(reply, episodes: int) -> float:
    """How often replies succeed on mazes that no demonstration starts from; all episodes go on side by side."""
    envs = [agon.Env("maze-2d", **MAZE) for _ in range(episodes)]
    for number, env in enumerate(envs):
        env.reset(seed=UNSEEN + number)
    going, successes = envs, 0
    while going:
        stepped = zip(going, reply([plain(env.messages(last=1)) for env in going]), strict=True)
        going = []
        for env, text in stepped:
            _, _, terminated, truncated, info = env.step_text(text)
            if terminated or truncated:
                successes += bool(info["success"])
            else:
                going.append(env)
    return successes / episodes


def plain(messages: list[dict]) -> list[dict]:
    """Messages whose parts are all text, with the text alone."""
    return [{"role": message["role"], "content": text_of(message["content"])} for message in messages]


def text_of(content: str | list[dict]) -> str:
    return content if isinstance(content, str) else "\n\n".join(part["text"] for part in content)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="what `agon demos` has written")
    parser.add_argument("--smoke", action="store_true", help="a few steps of training, no claim about the result")
    parser.add_argument("--epochs", type=float, default=4)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    found = samples(options.folder)
    epochs, episodes = (0.1, 10) if options.smoke else (options.epochs, 300)
    tokenizer = tokenizer_of(found)
    model = train(found, tokenizer, epochs, options.seed)

    generator = torch.Generator().manual_seed(0)
    calls = sorted({sample["completion"][0]["content"] for sample in found})

    def at_random(chats: list) -> list[str]:
        return [calls[int(torch.randint(len(calls), (), generator=generator))] for _ in chats]

    random_rate = success_rate(at_random, episodes)
    trained_rate = success_rate(lambda chats: answers(model, tokenizer, chats), episodes)
    print(f"{len(found):,} samples, {model.num_parameters():,} parameters")
    print(f"success on {episodes} unseen mazes: random {random_rate:.1%}, trained {trained_rate:.1%}")


if __name__ == "__main__":
    main()
