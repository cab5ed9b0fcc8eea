"""Starts ChimeraX with its REST server, brings it into the task's start state, and then tells its state on a unix socket.

Run after channel.py as `python3 -c`, with the commands of the set-up as JSON.
"""

import ctypes, json, signal, socket, subprocess, sys, time, urllib.parse, urllib.request

commands = json.loads(sys.argv[1])


def main():
    program = subprocess.Popen(
        ["chimerax", "--cmd", f"remotecontrol rest start port {port} json true"], preexec_fn=end_with_parent
    )
    while not answers():
        if program.poll() is not None:
            sys.exit("ChimeraX ended before it was ready")
        time.sleep(0.1)
    for command in commands:
        ask(command)
    serve("chimerax", program, lambda _: told())
    end_like(program)


def end_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answers():
    try:
        ask("version")
        return True
    except (OSError, ValueError):
        return False


def told():
    try:
        return state()
    except (KeyError, RuntimeError, ValueError) as error:
        return {"error": repr(error)}


def state():
    models = ask("info") or []
    atoms, residues = {}, {}
    if any(model.get("num atoms") for model in models):
        for part, attribute in (("display", "shown"), ("draw_mode", "style"), ("selected", "selected")):
            for row in ask(f"info atoms #* attribute {part}"):
                atoms.setdefault(row["spec"], {})[attribute] = row["value"]
        for part, attribute in (("name", "name"), ("ribbon_display", "cartoon")):
            for row in ask(f"info residues #* attribute {part}"):
                residues.setdefault(row["spec"], {})[attribute] = row["value"]
        colours(ask("info atomcolor #*"), atoms)
        colours(ask("info rescolor #*"), residues)
    return {"models": models, "atoms": atoms, "residues": residues}


def colours(found, things):
    for spec, colour in found.items():
        things.setdefault(spec, {})["colour"] = colour


def ask(command):
    """What a command says of itself: JSON, in a text, in the list of what all commands said."""
    query = urllib.parse.urlencode({"command": command})
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/run?{query}", timeout=30) as answer:
        answer = json.load(answer)
    if answer["error"]:
        raise RuntimeError(f"{command}: {answer['error']['message']}")
    value = answer["json values"][0] if answer["json values"] else None
    return json.loads(value) if value is not None else None


port = free_port()
main()
