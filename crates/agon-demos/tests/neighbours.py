"""Reads an export back with the tools it is for.

    neighbours.py inspect FOLDER    Inspect's own reader: every sample, its score and its pictures
    neighbours.py atif FOLDER       Harbor's validator where it is installed, else that of the package atif
    neighbours.py osworld FOLDER    the way OSWorld's scripts count results
"""

import base64
import glob
import importlib.util
import json
import os
import subprocess
import sys


def read_inspect(folder):
    from inspect_ai.log import list_eval_logs, read_eval_log, read_eval_log_sample

    logs = list_eval_logs(os.path.join(folder, "inspect"))
    assert logs, "no log was found"
    count = 0
    for info in logs:
        header = read_eval_log(info, header_only=True)
        assert header.status == "success" and header.results.scores[0].metrics["accuracy"].value <= 1
        log = read_eval_log(info, resolve_attachments=True)
        assert len(log.samples) == header.results.total_samples
        for sample in log.samples:
            again = read_eval_log_sample(info, id=sample.id, epoch=sample.epoch)
            assert again.scores["agon"].value == sample.scores["agon"].value
            assert sample.messages[0].role == "user" and sample.messages[1].tool_calls
            pictures = [part.image for message in sample.messages for part in parts(message) if part.type == "image"]
            assert pictures, f"{sample.id} shows nothing"
            for picture in pictures:
                kind, _, content = picture.partition(";base64,")
                assert kind.startswith("data:image/") and base64.b64decode(content, validate=True)
            count += 1
    return count


def parts(message):
    return message.content if isinstance(message.content, list) else []


def read_atif(folder):
    files = sorted(glob.glob(os.path.join(folder, "atif", "*.json")))
    assert files, "no trajectory was found"
    for file in files:
        if importlib.util.find_spec("harbor"):
            subprocess.run([sys.executable, "-m", "harbor.utils.trajectory_validator", file], check=True, stdout=sys.stderr)
        else:
            import atif

            atif.Trajectory.model_validate_json(open(file).read())
        content = json.load(open(file))
        for step in content["steps"]:
            shown = step["message"] if isinstance(step["message"], list) else []
            for result in step.get("observation", {}).get("results", []):
                shown = shown + result["content"]
            for part in shown:
                if part["type"] == "image":
                    assert os.path.exists(os.path.join(folder, "atif", part["source"]["path"])), part
    return len(files)


def read_osworld(folder):
    count = 0
    for result in glob.glob(os.path.join(folder, "osworld", "*", "*", "*", "*", "*", "result.txt")):
        score = float(open(result).read())
        example = os.path.dirname(result)
        steps = [json.loads(line) for line in open(os.path.join(example, "traj.jsonl"))]
        assert 0 <= score <= 1 and steps[-1]["done"] and steps[-1]["reward"] == score
        assert all(os.path.exists(os.path.join(example, step["screenshot_file"])) for step in steps)
        count += 1
    assert count, "no result was found"
    return count


if __name__ == "__main__":
    tool, folder = sys.argv[1:]
    counted = {"inspect": read_inspect, "atif": read_atif, "osworld": read_osworld}[tool](folder)
    wanted = json.load(open(os.path.join(folder, "demos.json")))["exported"]["demonstrations"]
    assert counted == wanted, (tool, counted, wanted)
    print(f"{tool}: {counted} trials")
