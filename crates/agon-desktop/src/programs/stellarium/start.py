"""Starts Stellarium, brings it into the task's start state, and then tells its state on a unix socket.

Run after channel.py as `python3 -c`, with Stellarium's configuration and the set-up as JSON. Stellarium's own remote
control is behind a password that only this process and a configuration outside of HOME know.
"""

import base64, ctypes, datetime, json, math, os, secrets, signal, subprocess, sys, time
import urllib.error, urllib.parse, urllib.request

configuration, setup = sys.argv[1], json.loads(sys.argv[2])
run = os.environ["XDG_RUNTIME_DIR"]
password = secrets.token_hex(16)
headers = {"Authorization": "Basic " + base64.b64encode(f":{password}".encode()).decode()}
# They change by themselves, are no business of tasks, or say the same as others.
UNTOLD = (
    "action",
    "RemoteControl.",
    "Skylight.",
    "StelToneReproducer.",
    "LandscapeMgr.allLandscapeNames",
    "LandscapeMgr.currentLandscapeHtml",
)


def main():
    folder = os.path.join(run, "stellarium")
    os.mkdir(folder, 0o700)
    with open(os.path.join(folder, "config.ini"), "w") as file:
        file.write(configuration.replace("PASSWORD", password))
    program = subprocess.Popen(
        ["stellarium", "--user-dir", folder, "--screenshot-dir", os.environ["HOME"]], preexec_fn=end_with_parent
    )
    while not answers():
        if program.poll() is not None:
            sys.exit("Stellarium ended before it was ready")
        time.sleep(0.05)
    prepare()
    serve("stellarium", program, lambda _: told())
    end_like(program)


def end_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def answers():
    try:
        return "time" in get("main/status")
    except (OSError, ValueError):
        return False


def prepare():
    post("location/setlocationfields", setup["place"])
    for name, value in setup["properties"].items():
        post("stelproperty/set", {"id": name, "value": json.dumps(value) if isinstance(value, bool) else value})
    moment = datetime.datetime.fromisoformat(setup["time"]).replace(tzinfo=datetime.timezone.utc)
    post("main/time", {"time": moment.timestamp() / 86400 + 2440587.5, "timerate": setup["rate"] / 86400})
    if "select" in setup:
        post("main/focus", {"target": setup["select"], "mode": "center"})
    if "look" in setup or "select" not in setup:
        azimuth, altitude = setup.get("look", [180, 20])
        post("stelproperty/set", {"id": "StelMovementMgr.tracking", "value": "false"})
        post("main/view", {"az": math.radians(180 - azimuth), "alt": math.radians(altitude)})
    # It zooms only while it draws. When it has come back from another field, all of this has been drawn.
    zoom(0.9 * setup["field"])
    zoom(setup["field"])


def zoom(field):
    post("main/fov", {"fov": field})
    while abs(get("main/status")["view"]["fov"] - field) > 1e-6:
        time.sleep(0.02)


def told():
    """The state. The remote control has a window too: whoever shuts it there has nothing to show, without fault of ours."""
    try:
        return state()
    except urllib.error.HTTPError:
        return {"shut": True}
    except urllib.error.URLError as error:
        if not isinstance(error.reason, ConnectionRefusedError):
            raise
        return {"shut": True}


def state():
    status, view, properties = get("main/status"), get("main/view"), get("stelproperty/list")
    values = {name: entry["value"] for name, entry in properties.items()}
    told = {name: value for name, value in values.items() if not name.startswith(UNTOLD) and not name.endswith("Color")}
    south, altitude = spherical(view["altAz"])
    right_ascension, declination = spherical(view["j2000"])
    return {
        "time": {"jd": status["time"]["jday"], "utc": status["time"]["utc"], "local": status["time"]["local"]},
        "rate": round(status["time"]["timerate"] * 86400, 6),
        "location": {key: status["location"][key] for key in ("name", "planet", "latitude", "longitude", "altitude")},
        "selected": get("objects/info?format=json") if status["selectioninfo"] else None,
        "view": {
            "field": status["view"]["fov"],
            "azimuth": angle((180 - south) % 360),
            "altitude": angle(altitude),
            "right_ascension": angle(right_ascension % 360),
            "declination": angle(declination),
        },
        "flags": {name: value for name, value in told.items() if isinstance(value, bool)},
        "values": {name: value for name, value in told.items() if not isinstance(value, bool)},
        "windows": [
            name[11:-14]
            for name, value in values.items()
            if name.startswith("actionShow_") and name.endswith("_Window_Global") and value
        ],
    }


def spherical(vector):
    x, y, z = (float(part) for part in vector.strip("[]").split(","))
    return math.degrees(math.atan2(y, x)), math.degrees(math.atan2(z, math.hypot(x, y)))


def angle(degrees):
    """Stellarium can lose its view to nowhere: scripts that move it in no time divide by zero."""
    return None if math.isnan(degrees) else round(degrees, 4)


def get(what):
    request = urllib.request.Request("http://127.0.0.1:8090/api/" + what, headers=headers)
    with urllib.request.urlopen(request, timeout=25) as answer:
        return json.load(answer)


def post(what, fields):
    request = urllib.request.Request(
        "http://127.0.0.1:8090/api/" + what, data=urllib.parse.urlencode(fields).encode(), headers=headers
    )
    with urllib.request.urlopen(request, timeout=25) as answer:
        return answer.read()


main()
