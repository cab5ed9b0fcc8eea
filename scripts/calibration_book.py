"""From a recorded run of the oracle to the ways of the calibration set: `calibration_book.py RUN BOOK JOB KNOWN`.

Writes the book for calibration_agent.py, the job file of the run in which it plays them, and how far each way goes by its making, as CSV. The
ways of a task are its oracle's steps cut off after each tenth; a near-miss that is handed in; a detour, which goes half of the way, away and back; and
work that is done to eight tenths and undone to four.
"""

import json
import sys
from pathlib import Path

TENTHS = [1, 2, 3, 4, 6, 7, 8, 9, 10]
DONE = {"kind": "done"}


def opposite(action):
    """The call that takes a call of the gym back: directions are 0 to 3, and opposite ones lie two apart; a swap takes itself back."""
    args = action["args"]
    if action["name"] == "swap":
        return action
    if isinstance(args, list):
        return {**action, "args": [args[0], (args[1] + 2) % 4]}
    return {**action, "args": (args + 2) % 4}


def undone(task, actions):
    """What takes these steps back."""
    if task.startswith("gym/"):
        return [opposite(action) for action in reversed(actions)]
    if task.startswith("web/circuit/"):
        # Choosing a tool is nothing that could be undone.
        changes = [action for action in actions if action["kind"] == "drag" or len(action.get("text", "")) > 1]
        return [{"kind": "keys", "keys": ["ctrl", "z"]} for _ in changes]
    if task == "science/algebra/two-tangents":
        return [{"kind": "type", "text": "t1:=0\n"}]
    raise SystemExit(f"nobody has said how to undo work of {task}")


def detour(task):
    """Steps that lead away from the goal and back, for whoever stands half way."""
    if task.startswith("gym/"):
        return []
    if task.startswith("web/circuit/"):
        away = {"kind": "drag", "path": [{"point": {"x": 992.0, "y": 560.0}}, {"point": {"x": 1088.0, "y": 560.0}}], "button": "left"}
        return [away, {"kind": "keys", "keys": ["ctrl", "z"]}]
    return [{"kind": "shell", "command": "echo '2+2' | calgebra"}]


def near_miss(task, actions):
    """All but the last thing that matters, and handed in as if it were whole. The second is how far that goes."""
    end, work = actions[-1], actions[:-1]
    if task == "science/algebra/two-tangents":
        work[-1] = {"kind": "type", "text": "t2:=2\n"}
    else:
        # In the gym the last move, in a circuit the last wire.
        last = max(place for place, action in enumerate(work) if action["kind"] in ("call", "drag"))
        del work[last]
    return [*work, end], (len(actions) - 2) / len(actions)


def ways(task, actions):
    """By name: the actions, and how far they go."""
    number = len(actions)
    part = [actions[: round(number * tenth / 10)] for tenth in range(11)]
    found = {f"part-{tenth}": (part[tenth], len(part[tenth]) / number) for tenth in TENTHS}
    found["near-miss"] = near_miss(task, actions)
    back = [opposite(part[5][-1]), part[5][-1]] * 2 if task.startswith("gym/") else detour(task)
    found["detour"] = (part[5] + back, len(part[5]) / number)
    found["undone"] = (part[8] + undone(task, part[8][len(part[4]) :]), len(part[4]) / number)
    if task == "science/algebra/two-tangents":
        # Its way is undone where that can be seen: both tangents stand, and the first touching point is taken back.
        found["undone"] = (actions[:-2] + undone(task, []), (number - 3) / number)
    return found


def main():
    run, book_file, job_file, known_file = map(Path, sys.argv[1:])
    plan = [json.loads(line) for line in (run / "plan.jsonl").read_text().splitlines()]
    book, known, names = {}, {}, []
    for log in sorted(run.glob("trials/*/*.jsonl")):
        events = [json.loads(line) for line in log.read_text().splitlines()]
        header = next(event for event in events if event["event"] == "opened")
        instance, title = header["instance"]["id"], header["instance"]["brief"]["title"]
        actions = [event["action"] for event in events if event["event"] == "step"]
        made = ways(instance.split("@")[0], actions)
        book[title] = {way: actions for way, (actions, _) in made.items()}
        names = list(made)
        for way, (_, share) in made.items():
            known[instance, way] = share
    # Programs take in what is typed in their own time; the oracle waits for it by the tree, which these agents do not see.
    if str(plan[0]["instance"]).startswith("science/"):
        wait = {"kind": "wait", "secs": 1.5}
        book = {
            title: {way: [step for action in actions for step in ((wait, action) if action == DONE else (action, wait))] for way, actions in made.items()}
            for title, made in book.items()
        }
    book_file.write_text(json.dumps(book))
    tasks = [line["instance"] for line in plan]
    agents = "".join(
        f"[[agents]]\nkind = \"process\"\nlabel = \"{way}\"\n"
        f"command = 'python3 \"$AGON_CALIBRATION/calibration_agent.py\" \"$AGON_CALIBRATION/book.json\" {way}'\nframes = \"none\"\n"
        for way in names
    )
    job_file.write_text(f"tasks = {json.dumps(tasks)}\nframes = \"none\"\nparallel = 1\n{agents}")
    lines = [f"{instance},{way},{share:.4f}\n" for (instance, way), share in known.items()]
    known_file.write_text("instance,way,known\n" + "".join(lines))


if __name__ == "__main__":
    main()
