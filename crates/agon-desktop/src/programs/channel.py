"""Stands before the scripts that start programs: tells a program's state on a unix socket as long as it runs."""

import json, os, socket, sys

channel = os.path.join(os.environ["XDG_RUNTIME_DIR"], "state")


def serve(name, program, answer):
    """Whoever connects sends one line of JSON, and gets what `answer` makes of it."""
    os.makedirs(channel, exist_ok=True)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(os.path.join(channel, name))
    listener.listen()
    listener.settimeout(0.2)
    while program.poll() is None:
        try:
            connection, _ = listener.accept()
        except TimeoutError:
            continue
        with connection:
            try:
                line = connection.makefile("r").readline()
                if line:
                    connection.sendall(json.dumps(answer(json.loads(line))).encode())
            except (OSError, ValueError) as error:
                print(error, file=sys.stderr)


def end_like(program):
    """A program that crashed is told from one that was closed."""
    sys.exit(program.returncode if program.returncode >= 0 else 128 - program.returncode)
