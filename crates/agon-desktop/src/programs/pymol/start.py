"""Starts PyMOL, with a thread that brings it into the task's start state and then tells its state on a unix socket.

Run as `python3 -c` after `gate.py`, with the commands of the set-up as JSON.
"""


def start(commands):
    import _thread, json, math, os, socket, time

    import pymol
    from chempy import cpv
    from pmg_qt import pymol_qt_gui as gui
    from pymol import cmd, constants
    from pymol.Qt import QtCore, QtWidgets
    from pymol.setting import _get_name, get_name_list

    path = os.path.join(os.environ["XDG_RUNTIME_DIR"], "state", "pymol")
    SHOWN = [
        "lines",
        "sticks",
        "spheres",
        "surface",
        "mesh",
        "dots",
        "nonbonded",
        "nb_spheres",
        "cartoon",
        "ribbon",
        "ellipsoids",
    ]

    def run():
        # Views depend on the window's size: it has to be there first.
        while not (
            gui.window
            and gui.window.isVisible()
            and gui.window.width() > 0.95 * screen_width()
            and cmd.get("button_mode_name")
        ):
            time.sleep(0.02)
        for command in commands:
            in_window(lambda: cmd._parser.parse(command, 0))
        for name, index in cmd.get_color_indices():
            known.setdefault(hexadecimal(index), name)
        close()
        gate(_thread.get_ident())
        first = settings()
        os.makedirs(os.path.dirname(path), exist_ok=True)
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path)
        listener.listen()
        while True:
            connection, _ = listener.accept()
            with connection:
                if not connection.recv(4096):
                    continue
                try:
                    # What was typed or clicked before is done before: the second call waits for all that was there at the first.
                    in_window(lambda: None)
                    in_window(lambda: None)
                    answer = state(first)
                except Exception as error:
                    answer = {"error": repr(error)}
                try:
                    connection.sendall(json.dumps(answer).encode())
                except OSError:
                    pass

    def in_window(action):
        """Lets the window's own thread do something. PyMOL's own way there may miss the end and wait for ever."""
        done = _thread.allocate_lock()
        done.acquire()

        def act():
            try:
                action()
            finally:
                done.release()

        cmd._call_in_gui_thread.mainthreadrequested.emit(act)
        done.acquire()

    def screen_width():
        return QtWidgets.QApplication.primaryScreen().size().width()

    def close():
        """The ways to other programs and to files that the gate does not see."""
        pymol._cmd.system = None
        for name in ("QProcess", "QFile", "QDir", "QSaveFile", "QTemporaryFile", "QLibrary"):
            delattr(QtCore, name)

    def state(first):
        kinds = {name: cmd.get_type(name).split(":")[-1] for name in cmd.get_names("objects")}
        enabled = cmd.get_names("objects", enabled_only=1)
        return {
            "objects": [
                {
                    "name": name,
                    "type": kind,
                    "enabled": name in enabled,
                    "settings": own_settings(name),
                    **(molecule(name) if kind == "molecule" else {}),
                }
                for name, kind in kinds.items()
            ],
            "selections": {
                name: [spell(row) for row in atoms("%" + name)] for name in cmd.get_names("public_selections")
            },
            "measurements": [measurement(name) for name, kind in kinds.items() if kind == "measurement"],
            "view": [round(part, 3) for part in cmd.get_view(quiet=1)],
            "background": colour(cmd.get_setting_int("bg_rgb")),
            "settings": {name: value for name, value in settings().items() if value != first[name]},
            "scenes": list(cmd.get_scene_list()),
            "frames": cmd.count_frames(),
        }

    def settings():
        return {name: cmd.get(name) for name in get_name_list() if name != "max_threads"}

    def own_settings(name):
        return {_get_name(index): value for index, _, value in cmd.get_object_settings(name) or []}

    def molecule(name):
        residues, rows = {}, atoms("%" + name)
        for row in rows:
            residues.setdefault(row[1:4], []).append(row)
        listed = [
            {"chain": chain, "number": number, "name": kind, **look(members)}
            for (chain, number, kind), members in residues.items()
        ]
        return {**look(rows), "states": cmd.count_states("%" + name), "residues": listed}

    def look(rows):
        """How many of the atoms have which colour and take part in which representation."""
        colours, shown = {}, {}
        for row in rows:
            name = colour(row[5])
            colours[name] = colours.get(name, 0) + 1
            for rep in SHOWN:
                if row[6] & constants.repmasks[rep]:
                    shown[rep] = shown.get(rep, 0) + 1
        return {
            "atoms": len(rows),
            "colours": colours,
            "representations": shown,
            "labels": [[row[4], row[7]] for row in rows if row[7]],
        }

    def atoms(selection):
        found = []
        cmd.iterate(
            selection, "keep((model, chain, resi, resn, name, color, reps, label))", space={"keep": found.append}
        )
        return found

    def spell(row):
        return "/".join(row[:5])

    def measurement(name):
        """What is measured stands in the session that PyMOL would save: points in space, and here the atoms at these points."""
        places = []
        cmd.iterate_state(
            -1, "all", "keep(((x, y, z), (model, chain, resi, resn, name)))", space={"keep": places.append}
        )
        found = {"distances": [], "angles": [], "dihedrals": []}
        kinds = (("distances", 1, 2, 2, cpv.distance), ("angles", 4, 3, 5, angle), ("dihedrals", 6, 4, 6, dihedral))
        header, _, parts = cmd.get_session(name, partial=1)["names"][0][5][:3]
        for part in parts:
            for kind, numbers, size, stride, value in kinds:
                numbers = part[numbers] or []
                points = [numbers[at : at + 3] for at in range(0, len(numbers), 3)]
                for at in range(0, len(points), stride):
                    ends = points[at : at + size]
                    found[kind].append(
                        {"value": round(value(*ends), 3), "atoms": [nearest(end, places) for end in ends]}
                    )
        shown = [rep for rep in ("dashes", "angles", "dihedrals", "labels") if header[3] & constants.repmasks[rep]]
        return {"name": name, "shown": shown, **{kind: items for kind, items in found.items() if items}}

    def nearest(point, places):
        length, row = min(((cpv.distance(point, place), row) for place, row in places), default=(9, ()))
        return spell(row) if length < 0.05 else ""

    def angle(a, b, c):
        return math.degrees(cpv.get_angle_formed_by(a, b, c))

    def dihedral(a, b, c, d):
        axis = cpv.sub(c, b)
        before, after = cpv.cross_product(cpv.sub(b, a), axis), cpv.cross_product(axis, cpv.sub(d, c))
        return math.degrees(
            math.atan2(cpv.length(axis) * cpv.dot_product(cpv.sub(b, a), after), cpv.dot_product(before, after))
        )

    def colour(index):
        return known.get(hexadecimal(index), hexadecimal(index))

    def hexadecimal(index):
        return "0x%02x%02x%02x" % tuple(round(255 * part) for part in cmd.get_color_tuple(index))

    known = {}
    gui.PyMOLQtGUI.show = lambda window: window.showMaximized()
    _thread.start_new_thread(run, ())
    pymol.launch(["pymol", "-q", "-k"])


import json, sys

start(json.loads(sys.argv[1]))
