"""Makes a small GRASS database, starts the GRASS GIS window on it, and then tells its state on a unix socket.

Run after channel.py as `python3 -c`, with the window's own script (window.py) and the set-up as JSON. Whatever is run
from the window (its console takes any command) is in a sandbox that does not have the socket's folder.
"""

import csv, ctypes, json, os, secrets, socket, subprocess, sys, time

window, setup = sys.argv[1], json.loads(sys.argv[2])
BASE = "/usr/lib/grass82"
# For all modules that one answer takes: a database that its user has spoilt may keep them waiting.
ANSWER_SECS = 40
SETTINGS = {
    "general": {"singleWindow": {"enabled": True}},
    "manager": {"hideTabs": {"pyshell": True}, "askOnQuit": {"enabled": False}},
    "datacatalog": {"lazyLoading": {"enabled": False, "asked": True}},
}


def main():
    # Other processes of the same user find no way to the socket's folder through this one.
    ctypes.CDLL(None).prctl(4, 0)
    home = os.environ["HOME"]
    database, location = os.path.join(home, "grassdata"), setup["location"]
    os.makedirs(database, exist_ok=True)
    configuration = os.path.join(home, ".grass8")
    os.makedirs(configuration, exist_ok=True)
    with open(os.path.join(configuration, "wx.json"), "w") as file:
        json.dump(SETTINGS, file)
    os.makedirs(channel, exist_ok=True)
    # The window's own session file is in its user's hands; what is read for the state goes by a copy that is not.
    for file in (os.path.join(configuration, "rc"), os.path.join(channel, "rc")):
        with open(file, "w") as session:
            session.write(f"GISDBASE: {database}\nLOCATION_NAME: {location}\nMAPSET: PERMANENT\nGUI: wxpython\n")
    os.environ.update(
        GISRC=os.path.join(configuration, "rc"),
        GISBASE=BASE,
        PATH=f"{BASE}/bin:{BASE}/scripts:/usr/bin:/bin",
        LD_LIBRARY_PATH=f"{BASE}/lib",
        PYTHONPATH=f"{BASE}/etc/python:{BASE}/gui/wxpython",
        GRASS_PYTHON="/usr/bin/python3",
        GRASS_PROJSHARE="/usr/share/proj",
    )
    subprocess.run(
        ["grass", "-c", setup["projection"], "-e", os.path.join(database, location)],
        check=True,
        stdin=subprocess.DEVNULL,
    )
    for command in setup["commands"]:
        subprocess.run(command, check=True, shell=True, stdin=subprocess.DEVNULL)
    ours, theirs = socket.socketpair()
    gui = [
        "bwrap",
        "--dev-bind",
        "/",
        "/",
        "--tmpfs",
        channel,
        "--perms",
        "1777",
        "--tmpfs",
        "/dev/shm",
        "--unshare-pid",
        "--die-with-parent",
        "--",
    ]
    gui += ["/usr/bin/python3", "-P", "-c", window, str(theirs.fileno()), json.dumps(setup["layers"])]
    program = subprocess.Popen(gui, pass_fds=[theirs.fileno()], cwd=home)
    theirs.close()
    lines = ours.makefile("r")
    if not lines.readline():
        sys.exit("the window ended before it was ready")

    def answer(request):
        global deadline
        deadline = time.monotonic() + ANSWER_SECS
        if "run" in request:
            return run(request["run"])
        # The window says what it answers to: nobody can have written it beforehand.
        question = secrets.token_hex(16)
        ours.sendall(question.encode() + b"\n")
        while (told := json.loads(lines.readline())).pop("to", None) != question:
            pass
        return {**told, "region": region(), "maps": maps()}

    serve("grass", program, answer)
    end_like(program)


def run(command):
    environment = {**os.environ, "GISRC": os.path.join(channel, "rc")}
    left = max(0.1, deadline - time.monotonic())
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=left, env=environment
        )
    except subprocess.TimeoutExpired:
        return {"exit": None, "stdout": "", "stderr": "it did not end in time"}
    return {"exit": done.returncode, "stdout": done.stdout, "stderr": done.stderr}


def region():
    return numbers(["g.region", "-gu"])


def maps():
    rasters = {
        name: {**numbers(["r.info", "-gr", "map=" + name]), **numbers(["r.univar", "-g", "map=" + name])}
        for name in listed("raster")
    }
    vectors = {
        name: {**numbers(["v.info", "-gt", "map=" + name]), "columns": columns(name), "table": table(name)}
        for name in listed("vector")
    }
    return {"raster": rasters, "vector": vectors}


def listed(kind):
    return run(["g.list", "type=" + kind, "mapset=."])["stdout"].split()


def columns(name):
    lines = run(["v.info", "-c", "map=" + name])["stdout"].splitlines()
    return {column: kind.lower() for kind, _, column in (line.partition("|") for line in lines)}


def table(name):
    lines = run(["v.db.select", "map=" + name, "format=csv"])["stdout"].splitlines()
    return list(csv.DictReader(lines[:1000]))


def numbers(command):
    found = {}
    for line in run(command)["stdout"].splitlines():
        key, _, value = line.partition("=")
        try:
            found[key] = json.loads(value)
        except ValueError:
            found[key] = value
    return found


main()
