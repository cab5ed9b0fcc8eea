//! A display with buses and a window manager, for reading what a program shows on it.

use agon_core::Image;
use agon_reap::{Group, Keeper, Mark};
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{self, ConnectionExt as _, ImageFormat};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

pub(super) struct Desktop {
    display: RustConnection,
    root: xproto::Window,
    environment: Environment,
    bus: String,
    keeper: Keeper,
    /// Dropped in this order: the programs go before their folder.
    _programs: Vec<Program>,
    _folder: TempDir,
}

/// A program that goes with its guard, and everything it started.
pub(super) struct Program {
    child: Child,
    _group: Group,
}

type Environment = Vec<(&'static str, String)>;

impl Desktop {
    pub(super) async fn start((width, height): (u32, u32)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Keeper::open(&folder.path().join("state"), folder.path()).unwrap();
        let mut environment: Environment = vec![
            ("HOME", folder.path().display().to_string()),
            ("XDG_RUNTIME_DIR", folder.path().display().to_string()),
            ("LANG", "C.UTF-8".into()),
            ("PATH", "/usr/bin:/bin".into()),
            ("QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1".into()),
            ("QTWEBENGINE_DISABLE_SANDBOX", "1".into()),
        ];
        let server = format!("Xvfb -displayfd 1 -screen 0 {width}x{height}x24 -nolisten tcp -noreset");
        let mut server = Program::start(&keeper, &environment, &server);
        let display = format!(":{}", server.line());
        environment.push(("DISPLAY", display.clone()));
        let mut bus = Program::start(&keeper, &environment, "dbus-daemon --session --nofork --print-address");
        let session = bus.line();
        environment.push(("DBUS_SESSION_BUS_ADDRESS", session.clone()));
        let launcher = "/usr/libexec/at-spi-bus-launcher --launch-immediately --a11y=1";
        let launcher = Program::start(&keeper, &environment, launcher);
        let manager = Program::start(&keeper, &environment, "openbox");
        let (display, screen) = x11rb::connect(Some(&display)).unwrap();
        let root = display.setup().roots[screen].root;
        let bus_address = accessibility_bus(&session).await;
        wait_for_a_window_manager(&display, root);
        let programs = vec![manager, launcher, bus, server];
        Self { display, root, environment, bus: bus_address, keeper, _programs: programs, _folder: folder }
    }

    pub(super) fn accessibility_bus(&self) -> String {
        self.bus.clone()
    }

    pub(super) fn open(&self, line: &str) -> Program {
        Program::start(&self.keeper, &self.environment, line)
    }

    /// Where the window of this class is: left, top, width, height, without the window manager's frame.
    pub(super) fn window(&self, class: &str) -> (f64, f64, f64, f64) {
        let mut waiting = vec![self.root];
        while let Some(window) = waiting.pop() {
            let (class_atom, any) = (xproto::AtomEnum::WM_CLASS, xproto::AtomEnum::ANY);
            let named = self.display.get_property(false, window, class_atom, any, 0, 64).unwrap().reply().unwrap();
            let shown = self.display.get_window_attributes(window).unwrap().reply().unwrap().map_state;
            if shown == xproto::MapState::VIEWABLE && named.value.starts_with(class.as_bytes()) {
                let geometry = self.display.get_geometry(window).unwrap().reply().unwrap();
                let corner = self.display.translate_coordinates(window, self.root, 0, 0).unwrap().reply().unwrap();
                return (corner.dst_x.into(), corner.dst_y.into(), geometry.width.into(), geometry.height.into());
            }
            waiting.extend(self.display.query_tree(window).unwrap().reply().unwrap().children);
        }
        panic!("no window is of the class {class:?}");
    }

    pub(super) fn click(&self, (x, y): (i16, i16)) {
        self.fake(xproto::MOTION_NOTIFY_EVENT, 0, (x, y));
        self.fake(xproto::BUTTON_PRESS_EVENT, 1, (0, 0));
        self.fake(xproto::BUTTON_RELEASE_EVENT, 1, (0, 0));
    }

    /// Types what is on the keyboard as it is.
    pub(super) fn type_text(&self, text: &str) {
        let setup = self.display.setup();
        let (first, count) = (setup.min_keycode, setup.max_keycode - setup.min_keycode + 1);
        let mapping = self.display.get_keyboard_mapping(first, count).unwrap().reply().unwrap();
        let per_key = usize::from(mapping.keysyms_per_keycode);
        let key_of = |symbol: u32| {
            let place = mapping.keysyms.iter().enumerate().position(|(at, other)| *other == symbol && at % per_key < 2).unwrap();
            (first + (place / per_key) as u8, place % per_key == 1)
        };
        let (shift, _) = key_of(0xffe1);
        for character in text.chars() {
            let (key, shifted) = key_of(if character == '\n' { 0xff0d } else { u32::from(character) });
            if shifted {
                self.fake(xproto::KEY_PRESS_EVENT, shift, (0, 0));
            }
            self.fake(xproto::KEY_PRESS_EVENT, key, (0, 0));
            self.fake(xproto::KEY_RELEASE_EVENT, key, (0, 0));
            if shifted {
                self.fake(xproto::KEY_RELEASE_EVENT, shift, (0, 0));
            }
        }
    }

    fn fake(&self, kind: u8, detail: u8, (x, y): (i16, i16)) {
        self.display.xtest_fake_input(kind, detail, x11rb::CURRENT_TIME, self.root, x, y, 0).unwrap().check().unwrap();
    }

    pub(super) fn screenshot(&self) -> Image {
        let size = self.display.get_geometry(self.root).unwrap().reply().unwrap();
        let shot = self.display.get_image(ImageFormat::Z_PIXMAP, self.root, 0, 0, size.width, size.height, !0).unwrap();
        let pixels = shot.reply().unwrap().data.chunks_exact(4).flat_map(|pixel| [pixel[2], pixel[1], pixel[0]]).collect();
        Image::rgb8(size.width.into(), size.height.into(), pixels)
    }

    /// Keeps a picture for people to look at, where `AGON_TEST_PICTURES` names a folder.
    pub(super) fn keep(&self, image: &Image, name: &str) {
        if let Some(folder) = std::env::var_os("AGON_TEST_PICTURES") {
            let file = PathBuf::from(folder).join(name).with_extension("png");
            std::fs::write(file, agon_image::encode(image).unwrap()).unwrap();
        }
    }
}

impl Program {
    pub(super) fn start(keeper: &Keeper, environment: &[(&'static str, String)], line: &str) -> Self {
        let mut words = line.split(' ');
        let mark = keeper.mark();
        let mut command = Command::new(words.next().unwrap());
        command.args(words).env_clear().envs(environment.iter().cloned()).env(Mark::VARIABLE, mark.value());
        command.stdout(Stdio::piped()).stderr(Stdio::null()).process_group(0);
        let child = command.spawn().unwrap_or_else(|error| {
            panic!("{line:?} could not be started ({error}): install xvfb openbox dbus-x11 at-spi2-core kalgebra")
        });
        let group = keeper.group(child.id(), mark).unwrap();
        Self { child, _group: group }
    }

    /// The first line it says.
    pub(super) fn line(&mut self) -> String {
        let mut line = String::new();
        BufReader::new(self.child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        line.trim().into()
    }

    /// Holds it still, so that it does not answer.
    pub(super) fn freeze(&self) {
        let id = rustix::process::Pid::from_raw(self.child.id() as i32).unwrap();
        rustix::process::kill_process(id, rustix::process::Signal::STOP).unwrap();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

async fn accessibility_bus(session: &str) -> String {
    let connection = zbus::connection::Builder::address(session).unwrap().build().await.unwrap();
    let deadline = Instant::now() + Duration::from_secs(10);
    loop {
        let reply = connection.call_method(Some("org.a11y.Bus"), "/org/a11y/bus", Some("org.a11y.Bus"), "GetAddress", &()).await;
        match reply {
            Ok(reply) => return reply.body().deserialize().unwrap(),
            Err(error) => assert!(Instant::now() < deadline, "no accessibility bus within 10 s: {error}"),
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

fn wait_for_a_window_manager(display: &RustConnection, root: xproto::Window) {
    let check = display.intern_atom(false, b"_NET_SUPPORTING_WM_CHECK").unwrap().reply().unwrap().atom;
    let deadline = Instant::now() + Duration::from_secs(10);
    let property = || display.get_property(false, root, check, xproto::AtomEnum::WINDOW, 0, 1).unwrap().reply().unwrap();
    while property().value_len == 0 {
        assert!(Instant::now() < deadline, "no window manager within 10 s");
        std::thread::sleep(Duration::from_millis(5));
    }
}
