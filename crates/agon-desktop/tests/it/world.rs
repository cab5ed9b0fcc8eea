//! Worlds with real programs: what agents see and do, and what is known after they have left.

use crate::{keys, text};
use agon_core::{Action, Observation, Step, World};
use agon_desktop::programs::kalgebra::KAlgebra;
use agon_desktop::programs::texstudio::TeXstudio;
use agon_desktop::science::{Opening, Shows};
use agon_desktop::{Program, world};
use agon_reap::Keeper;
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const LONGEST: Duration = Duration::from_secs(30);

pub(crate) struct Seat {
    pub(crate) world: Box<dyn World>,
    _folder: TempDir,
}

pub(crate) fn opening(program: &'static dyn Program, setup: &str) -> Opening {
    Opening {
        program,
        setup: setup.parse().unwrap(),
        beside: Vec::new(),
        files: Vec::new(),
        screen: (1920, 1080),
        shows: Shows::Both,
        feedback: true,
        surfaces: Vec::new(),
        probes: Vec::new(),
        keep: Vec::new(),
    }
}

impl Seat {
    pub(crate) async fn new(opening: Opening) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Keeper::open(&folder.path().join("state"), folder.path()).unwrap();
        let world = world::open(opening, &keeper).await.unwrap_or_else(|fault| panic!("{fault:?}"));
        Self { world, _folder: folder }
    }

    pub(crate) async fn act(&mut self, action: Action) -> Step {
        self.world.act(&action).await.unwrap_or_else(|fault| panic!("{action:?}: {fault:?}"))
    }

    pub(crate) async fn evidence(&mut self) -> Value {
        self.world.door().evidence().await.unwrap_or_else(|fault| panic!("{fault:?}")).0
    }

    /// Looks until the tree shows what is wanted.
    async fn until(&mut self, what: &str, holds: impl Fn(&Observation) -> bool) {
        let deadline = Instant::now() + LONGEST;
        loop {
            let seen = self.world.observe().await.unwrap();
            if holds(&seen) {
                return;
            }
            if Instant::now() >= deadline {
                self.picture("missing").await;
                panic!("{what} did not come: {:?}", seen.tree);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Leaves a picture in the folder that `AGON_PICTURES` names, for people to look at.
    async fn picture(&mut self, name: &str) {
        if let Some(folder) = std::env::var_os("AGON_PICTURES") {
            let seen = self.world.observe().await.unwrap();
            let path = Path::new(&folder).join(format!("{name}.png"));
            std::fs::write(path, agon_image::encode(&seen.frames[0].image).unwrap()).unwrap();
        }
    }
}

fn shows(seen: &Observation, role: &str, name: &str) -> bool {
    let nodes = seen.tree.iter().flat_map(|tree| &tree.nodes);
    nodes.into_iter().any(|node| node.role == role && node.name.contains(name) && node.bounds.is_some())
}

#[tokio::test]
async fn two_programs_share_a_desk() {
    let report = "\\documentclass{article}\n\\begin{document}\nNothing.\n\\end{document}\n";
    let mut seat = Seat::new(Opening {
        beside: vec![(&KAlgebra, "calculator = [\"a:=6\"]".parse().unwrap())],
        files: vec![("report.tex".into(), report.into())],
        ..opening(&TeXstudio, "open = [\"report.tex\"]\nline = 1")
    })
    .await;
    let seen = seat.world.observe().await.unwrap();
    assert!(shows(&seen, "page tab", "report.tex") && shows(&seen, "page tab", "2D Graph"), "{:?}", seen.tree);
    seat.picture("beside-start").await;

    // The first program has the keyboard, the other one is a shortcut away.
    seat.act(text("% seven")).await;
    seat.act(keys(&["ctrl", "s"])).await;
    seat.act(keys(&["alt", "tab"])).await;
    seat.act(text("a*7\n")).await;
    seat.until("the product", |seen| shows(seen, "table cell", "42")).await;
    seat.picture("beside-end").await;
    let evidence = seat.evidence().await;
    assert_eq!(evidence["state"]["files"]["report.tex"], format!("% seven{report}"));
    assert_eq!(evidence["state"]["build"]["compiles"], true, "{evidence:#}");
    assert_eq!(evidence["beside"]["kalgebra"]["history"][1], json!({"input": "a*7", "result": "42"}));
}

#[tokio::test]
async fn a_program_that_is_closed_has_no_state_and_the_other_goes_on() {
    let files = vec![("report.tex".into(), b"text".to_vec())];
    let beside = vec![(&TeXstudio as &'static dyn Program, "open = [\"report.tex\"]".parse().unwrap())];
    let mut seat = Seat::new(Opening { beside, files, ..opening(&KAlgebra, "") }).await;
    seat.act(keys(&["alt", "tab"])).await;
    seat.act(keys(&["ctrl", "q"])).await;
    seat.until("the end of TeXstudio", |seen| !shows(seen, "page tab", "report.tex")).await;
    seat.act(text("6*7\n")).await;
    seat.until("the product", |seen| shows(seen, "table cell", "42")).await;
    let evidence = seat.evidence().await;
    assert_eq!(evidence["beside"], json!({"texstudio": null}));
    assert_eq!(evidence["state"]["history"][0]["result"], "42");
}
