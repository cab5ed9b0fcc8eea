//! Desks with real programs on a real X server.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod chimerax;
mod conformance;
mod coq;
mod desk;
mod display;
mod faults;
mod grass;
mod hostile;
mod kalgebra;
mod left_behind;
mod ordinary;
mod program;
mod pymol;
mod science;
mod stellarium;
mod texstudio;
mod tree;
mod world;
mod x_filter;

use agon_core::{Action, Button, Capabilities, Input, Point, Request, Surface, Target};
use agon_desktop::{Desk, DeskOptions, Launch};
use agon_reap::Keeper;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A place for desks that goes with the test.
struct Bench {
    folder: TempDir,
    keeper: Keeper,
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Keeper::open(&folder.path().join("state"), folder.path()).unwrap();
        Self { folder, keeper }
    }

    async fn desk(&self, launch: Launch) -> Desk {
        Desk::start(DeskOptions::new(launch), &self.keeper).await.unwrap_or_else(|error| panic!("{error}"))
    }

    /// A terminal that writes down what is typed into it, line by line.
    async fn typist(&self) -> Desk {
        let command = ["xterm", "-u8", "-title", "Typist", "-geometry", "100x30", "-e", "sh", "-c", "cat > typed; sleep 60"];
        self.desk(launch(&command, "Typist")).await
    }

    /// A window that prints every event it gets.
    async fn listener(&self) -> Desk {
        self.desk(launch(&["stdbuf", "-oL", "xev", "-geometry", "400x300"], "Event Tester")).await
    }
}

/// Programs of Debian's `xterm` and `x11-utils`.
fn launch(command: &[&str], window: &str) -> Launch {
    Launch { command: command.iter().map(|word| (*word).to_owned()).collect(), window: window.into(), ..Launch::default() }
}

async fn act(desk: &Desk, action: Action) {
    desk.input(&input(&action, desk.display().size())).await.unwrap();
}

/// What a seat makes of an action of pointer or keyboard.
fn input(action: &Action, screen: (u32, u32)) -> Input {
    let capabilities = Capabilities { surfaces: vec![Surface::Screen], screen: Some(screen), pages: false };
    match Request::check(action, &capabilities.offer(&[])) {
        Ok(Request::Input(input)) => input,
        other => panic!("{action:?}: {other:?}"),
    }
}

fn at(x: f64, y: f64) -> Target {
    Target::Point(Point { x, y })
}

fn click(x: f64, y: f64) -> Action {
    Action::Click { at: at(x, y), button: Button::Left, count: 1, holding: vec![] }
}

fn keys(keys: &[&str]) -> Action {
    Action::Keys { keys: keys.iter().map(|key| (*key).to_owned()).collect() }
}

fn text(text: &str) -> Action {
    Action::Type { text: text.into() }
}

/// Waits until something holds; what does not hold in this time never will.
async fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(20), "{what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
