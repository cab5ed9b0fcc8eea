"""An agent that plays a list of actions: `calibration_agent.py BOOK WAY`, over the wire of process agents.

The book is a JSON file: by the title of the task's brief and by way, the actions. Who has played all leaves the seat.
"""

import json
import sys


def main():
    book, way = sys.argv[1:]
    hello = json.loads(sys.stdin.readline())
    with open(book) as file:
        actions = json.load(file)[hello["brief"]["title"]][way]
    for action in actions:
        print(json.dumps({"type": "act", "action": action}), flush=True)
        turn = json.loads(sys.stdin.readline() or "null")
        if turn is None or turn.get("ending"):
            return
    print(json.dumps({"type": "leave"}), flush=True)


if __name__ == "__main__":
    main()
