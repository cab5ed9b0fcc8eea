//! Where a screen's sockets and settings lie in a trial's store, and what its own processes and those of programs see of them.

use agon_reap::Tag;
use agon_sandbox::{Arguments, Sandbox};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tokio::net::UnixListener;

/// A folder for sockets and files of their own, as programs see it. Nobody else's processes see it.
pub const RUN: &str = "/run/desk";
/// Sockets and settings of the screen's own processes, as they and the programs see them; only the former can change anything there.
pub(crate) const SESSION: &str = "/run/session";
/// The display: to programs the filter's, to the screen's own processes the X server's.
pub(crate) const DISPLAY: &str = ":0";
/// The filter's display, to the screen's own processes.
pub(crate) const FILTERED_DISPLAY: &str = ":1";
/// The session bus, in its folder.
pub(crate) const BUS: &str = "bus";
/// The accessibility bus's rules, in the same folder, and where its launcher looks for them.
pub(crate) const ACCESSIBILITY_RULES: &str = "accessibility.xml";
const INSTALLED_ACCESSIBILITY_RULES: &str = "/usr/share/defaults/at-spi2/accessibility.conf";
const X_SOCKETS: &str = "/tmp/.X11-unix";

/// What a process of a screen, or a program on it, may have: enough for real programs, not enough to take the machine along. All
/// processes and threads of a trial count as one user's.
pub const LIMITS: [&str; 4] = ["--nproc=1024", "--fsize=1073741824", "--core=0", "--data=6442450944"];

// Places in the store.
const ROOT: &str = "desk";
const RUN_PLACE: &str = "desk/run";
const SESSION_PLACE: &str = "desk/session";
const X_PLACE: &str = "desk/x11";
const FILTERED_X_PLACE: &str = "desk/filtered-x11";

/// A screen's folders in the store of a trial.
#[derive(Clone, Copy, Debug)]
pub struct Folders<'a>(pub &'a Sandbox);

impl Folders<'_> {
    /// The part that the store must have for them, and its size in bytes.
    pub const PART: (&'static str, u64) = (ROOT, 256 << 20);

    /// Makes them, before any view has them.
    pub fn make(self) -> io::Result<()> {
        [RUN_PLACE, SESSION_PLACE, X_PLACE, FILTERED_X_PLACE]
            .into_iter()
            .try_for_each(|place| self.0.make_folder(&self.0.outside(place)))
    }

    /// [`RUN`] as this process sees it.
    pub fn run(self) -> PathBuf {
        self.0.outside(RUN_PLACE)
    }

    pub(crate) fn session(self) -> PathBuf {
        self.0.outside(SESSION_PLACE)
    }

    /// The X server's own socket.
    pub(crate) fn x_socket(self) -> PathBuf {
        self.0.outside(X_PLACE).join("X0")
    }

    /// Where programs connect to their display, and the screen's own processes to the same one as [`FILTERED_DISPLAY`].
    pub(crate) fn listen_for_programs(self) -> io::Result<UnixListener> {
        let socket = self.0.outside(FILTERED_X_PLACE).join("X0");
        let listener = UnixListener::bind(&socket)?;
        self.0.hand_over(&socket)?;
        fs::hard_link(&socket, self.0.outside(X_PLACE).join("X1"))?;
        Ok(listener)
    }

    /// An address of a bus as the screen's processes are told it, as this process has to call it.
    pub(crate) fn address_from_outside(self, address: &str) -> String {
        address.replace(&format!("unix:path={SESSION}/"), &format!("unix:path={}/", self.session().display()))
    }

    /// The view of the screen's own processes.
    pub(crate) fn own_view(self, tag: &Tag) -> Arguments {
        let mut line = self.0.base_view("desk");
        line.system_data();
        line.place("--bind", &self.0.within(X_PLACE), X_SOCKETS);
        line.place("--bind", &self.0.within(SESSION_PLACE), SESSION);
        if Path::new(INSTALLED_ACCESSIBILITY_RULES).exists() {
            let rules = self.0.within(SESSION_PLACE).join(ACCESSIBILITY_RULES);
            line.bind("--ro-bind", &rules, INSTALLED_ACCESSIBILITY_RULES);
        }
        line.remount_read_only("/").add(&["--chdir", "/tmp"]);
        // What they write down would show in HOME, which they do not have.
        let bus = bus_address();
        line.variables("/tmp", tag, variables(SESSION, &bus));
        line
    }

    /// Adds to a view what programs on the screen need: their display, the buses, which they cannot change, and a folder for sockets.
    pub fn share(self, line: &mut Arguments) {
        line.place("--ro-bind", &self.0.within(FILTERED_X_PLACE), X_SOCKETS);
        line.place("--ro-bind", &self.0.within(SESSION_PLACE), SESSION);
        line.place("--bind", &self.0.within(RUN_PLACE), RUN);
    }

    /// Gives a view the user's variables, and those that programs on the screen need.
    pub fn set_variables<'a>(self, line: &'a mut Arguments, home: &str, tag: &Tag) -> &'a mut Arguments {
        let bus = bus_address();
        line.variables(home, tag, variables(RUN, &bus))
    }
}

fn bus_address() -> String {
    format!("unix:path={SESSION}/{BUS}")
}

fn variables<'a>(runtime: &'a str, bus: &'a str) -> [(&'a str, &'a str); 7] {
    [
        ("DISPLAY", DISPLAY),
        ("XDG_RUNTIME_DIR", runtime),
        ("XDG_SESSION_TYPE", "x11"),
        ("DBUS_SESSION_BUS_ADDRESS", bus),
        ("GSETTINGS_BACKEND", "memory"),
        ("QT_ACCESSIBILITY", "1"),
        ("QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1"),
    ]
}
