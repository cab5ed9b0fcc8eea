//! A program on a desk of its own, as the tests of programs use it.

use agon_core::{Action, Cause, Fault};
use agon_desktop::programs::coq::Coq;
use agon_desktop::programs::kalgebra::KAlgebra;
use agon_desktop::programs::texstudio::TeXstudio;
use agon_desktop::{Desk, DeskOptions, DesktopKind, Opener, Program, science};
use agon_reap::Keeper;
use agon_taskfile::TaskFileSuite;
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A desk with a program that is ready.
pub(crate) struct Seat<'a> {
    program: &'a dyn Program,
    pub(crate) desk: Desk,
    _folder: TempDir,
}

const LONGEST: Duration = Duration::from_secs(30);

/// Starts it with these files in HOME.
pub(crate) async fn start<'a>(program: &'a dyn Program, setup: toml::Table, files: &[(&str, &str)]) -> Seat<'a> {
    assert_eq!(Seat::needs_of(program), Vec::<String>::new());
    let folder = tempfile::tempdir().unwrap();
    let keeper = Keeper::open(&folder.path().join("state"), folder.path()).unwrap();
    let mut launch = program.launch(&setup).unwrap();
    launch.files.extend(files.iter().map(|(name, text)| (name.into(), text.as_bytes().to_vec())));
    let desk = Desk::start(DeskOptions::new(launch), &keeper).await.unwrap();
    if let Err(fault) = program.prepare(&desk, &setup).await {
        panic!("{fault:?}\n{}", desk.log());
    }
    Seat { program, desk, _folder: folder }
}

impl Seat<'_> {
    /// What is missing, and what to install.
    pub(crate) fn needs_of(program: &dyn Program) -> Vec<String> {
        let missing = program.needs().into_iter().filter(|need| need.found.is_none());
        missing.map(|need| format!("{} is missing: {}", need.name, need.remedy)).collect()
    }

    /// What the program says, with the files that lie in HOME now.
    pub(crate) async fn state(&self) -> Value {
        let mut state = self.program.state(&self.desk).await.unwrap();
        for (part, endings) in [("files", &["tex", "v"][..]), ("pdfs", &["pdf"])] {
            let found = self.desk.files().find(endings).files;
            let text = |name: &str| String::from_utf8(self.desk.files().read(name, 1 << 20).unwrap().bytes).unwrap();
            if found.is_empty() {
                continue;
            }
            if part == "pdfs" {
                state[part] = serde_json::json!(found);
            } else {
                state[part] =
                    found.keys().map(|name| (name.clone(), text(name).into())).collect::<serde_json::Map<_, _>>().into();
            }
        }
        state
    }

    pub(crate) async fn examined(&self, setup: &toml::Table) -> Value {
        self.program.examine(&self.desk, setup).await.unwrap()
    }

    pub(crate) async fn act(&self, action: Action) {
        crate::act(&self.desk, action).await;
    }

    pub(crate) async fn keys(&self, keys: &[&str]) {
        self.act(Action::Keys { keys: keys.iter().map(|key| (*key).to_owned()).collect() }).await;
    }

    /// The first state for which something holds.
    pub(crate) async fn until(&self, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
        let deadline = Instant::now() + LONGEST;
        loop {
            let state = self.state().await;
            if holds(&state) {
                return state;
            }
            assert!(Instant::now() < deadline, "{what} did not come: {state:#}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

/// Waits until two desks show the same. Pictures are left in the folder that `AGON_PICTURES` names, for people to look at.
pub(crate) async fn assert_same_screen(first: &Seat<'_>, second: &Seat<'_>, name: &str) {
    let deadline = Instant::now() + LONGEST;
    loop {
        let pictures = [first, second].map(|seat| seat.desk.display().capture().unwrap());
        if pictures[0] == pictures[1] || Instant::now() >= deadline {
            if let Some(folder) = std::env::var_os("AGON_PICTURES") {
                for (picture, number) in pictures.iter().zip([1, 2]) {
                    let path = std::path::Path::new(&folder).join(format!("{name}-{number}.png"));
                    std::fs::write(path, agon_image::encode(picture).unwrap()).unwrap();
                }
            }
            assert!(pictures[0] == pictures[1], "{name} starts with two different screens");
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// What the suite's tasks say under `[setup]` is what these programs take.
#[test]
fn setups_of_tasks_are_read() {
    static PROGRAMS: &[&dyn Program] = &[&KAlgebra, &TeXstudio, &Coq];
    let never: Opener = Arc::new(|_| Box::pin(async { Err(Fault::new(Cause::World, "nothing is opened here")) }));
    let kind = Arc::new(DesktopKind { programs: PROGRAMS, ..DesktopKind::new(never) });
    let folder = science::folder().unwrap();
    let alone = |text: &str| {
        let named = |program: &&dyn Program| text.contains(&format!("\nprogram = \"{}\"\n", program.name()));
        PROGRAMS.iter().any(named) && !text.contains("\n[beside.")
    };
    let is_read =
        |name: &str, bytes: &[u8]| !name.contains('/') || name.starts_with("data/") || alone(&String::from_utf8_lossy(bytes));
    let folder = folder.only(is_read);
    assert!(folder.tasks().unwrap().len() >= 7);
    let suite = TaskFileSuite::new(&folder, kind).map_err(|error| error.to_string());
    assert!(suite.is_ok(), "{:?}", suite.err());
}
