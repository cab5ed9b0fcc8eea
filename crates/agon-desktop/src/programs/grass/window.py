"""The GRASS GIS window, with a thread that tells what it shows over an inherited socket: a line for each line it is asked.

Run as `python3 -c`, with the number of the socket's descriptor and the layers to begin with as JSON.
"""

import ctypes, json, os, runpy, socket, sys, threading, time

import wx


def main():
    # What is run from the window is the same user's, and would otherwise take the socket out of this process.
    ctypes.CDLL(None).prctl(4, 0)
    channel = socket.socket(fileno=int(sys.argv[1]))
    os.set_inheritable(channel.fileno(), False)
    layers = json.loads(sys.argv[2])
    threading.Thread(target=serve, args=(channel, layers), daemon=True).start()
    # The console dates every command, and a picture of it should not depend on the day.
    ctime, moment = time.ctime, int(os.environ["SOURCE_DATE_EPOCH"])
    time.ctime = lambda seconds=moment: ctime(seconds)
    script = os.path.join(os.environ["GISBASE"], "gui", "wxpython", "wxgui.py")
    sys.argv = [script]
    runpy.run_path(script, run_name="__main__")


def serve(channel, layers):
    while not (
        wx.GetApp() and (frame := wx.GetApp().GetTopWindow()) and hasattr(frame, "GetMapDisplay") and frame.IsShown()
    ):
        time.sleep(0.05)
    call(frame.Maximize)
    # Maps are drawn for the size that the display has at the moment, so it has to be the last one.
    sizes = []
    while len(sizes) < 10 or len(set(sizes[-10:])) > 1 or sizes[-1][0] <= 0:
        time.sleep(0.05)
        sizes.append(call(lambda: size(frame)))
    call(lambda: prepare(frame, layers))
    channel.sendall(b"ready\n")
    for question in channel.makefile("r"):
        try:
            answer = call(lambda: state(frame))
        except Exception as error:
            answer = {"error": repr(error)}
        channel.sendall(json.dumps({"to": question.strip(), **answer}).encode() + b"\n")


def call(function):
    """Runs a function where all of wx has to run, and waits for what it returns."""
    done, answer = threading.Event(), []

    def run():
        try:
            answer.append((function(), None))
        except Exception as error:
            answer.append((None, error))
        done.set()

    wx.CallAfter(run)
    done.wait()
    value, error = answer[0]
    if error:
        raise error
    return value


def prepare(frame, layers):
    for layer in layers:
        frame.GetLayerTree().AddLayer(
            ltype=layer["type"], lname=layer["map"], lcmd=layer["command"].split(), lchecked=True
        )


def size(frame):
    """Of the map display; nothing while the window is not yet as wide as the screen."""
    wide = frame.GetSize()[0] > 0.95 * wx.GetDisplaySize()[0]
    return tuple(frame.GetMapDisplay().GetWindow().GetSize()) if wide and frame.GetMapDisplay() else (0, 0)


def state(frame):
    tree, display = frame.GetLayerTree(), frame.GetMapDisplay()
    # Somebody who closes the map display closes its layers too.
    layers = list(walk(tree, tree.GetFirstChild(tree.root)[0])) if tree else []
    return {"layers": layers, "display": shown(display) if display else None}


def walk(tree, item):
    while item and item.IsOk():
        layer = tree.GetLayerInfo(item, key="maplayer")
        yield {
            "name": tree.GetItemText(item),
            "type": tree.GetLayerInfo(item, key="type"),
            "map": layer.GetName() if layer else None,
            "command": layer.GetCmd(string=True) if layer else "",
            "visible": bool(tree.IsItemChecked(item)),
            "opacity": layer.GetOpacity() if layer else 1.0,
            "layers": list(walk(tree, tree.GetFirstChild(item)[0])),
        }
        item = tree.GetNextSibling(item)


def shown(display):
    region = display.GetMap().GetCurrentRegion()
    overlays = display.GetMap().GetListOfLayers(ltype="overlay", active=True)
    return {
        "extent": {side: region[key] for side, key in (("north", "n"), ("south", "s"), ("east", "e"), ("west", "w"))},
        "overlays": [overlay.GetCmd(string=True) for overlay in overlays],
        "three_dimensional": display.IsPaneShown("3d"),
    }


main()
