//! Worlds with real programs: what agents see and do, and what is known after they have left.

use crate::{click, keys, launch, text};
use agon_core::{Action, BoxFuture, CommandOutput, Fault, Function, Need, Observation, Status, Step, World};
use agon_desktop::programs::kalgebra::KAlgebra;
use agon_desktop::programs::texstudio::TeXstudio;
use agon_desktop::world::DeskOpening;
use agon_desktop::{Desk, Launch, Program, world};
use agon_reap::Keeper;
use agon_taskfile::{Argument, ObservationMode, Opening, Probe, Problem, Service, View};
use agon_testkit::step;
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const LONGEST: Duration = Duration::from_secs(30);

pub(crate) struct Seat {
    pub(crate) world: Box<dyn World>,
    functions: Vec<Function>,
    folder: TempDir,
}

pub(crate) fn opening(program: &'static dyn Program, setup: &str) -> DeskOpening {
    DeskOpening {
        program,
        setup: setup.parse().unwrap(),
        beside: Vec::new(),
        view: View { screen: (1920, 1080), shows: ObservationMode::Both },
        trial: Opening::default(),
    }
}

impl Seat {
    pub(crate) async fn new(opening: DeskOpening) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Keeper::open(&folder.path().join("state"), folder.path()).unwrap();
        let functions = opening.trial.services.iter().map(Service::function).collect();
        let world = world::open(opening, &keeper).await.unwrap_or_else(|fault| panic!("{fault:?}"));
        Self { world, functions, folder }
    }

    pub(crate) async fn act(&mut self, action: Action) -> Step {
        self.step(&action).await.unwrap_or_else(|fault| panic!("{action:?}: {fault:?}"))
    }

    pub(crate) async fn step(&mut self, action: &Action) -> Result<Step, Fault> {
        step(self.world.as_mut(), &self.functions, action).await
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

    /// Enters a line in KAlgebra's calculator. Where its window gets the keyboard back, the history above the field has it.
    async fn calculate(&mut self, line: &str) {
        let tree = self.world.observe().await.unwrap().tree.unwrap().nodes;
        let program = tree.iter().position(|node| node.role == "application" && node.name == "kalgebra").unwrap();
        let field = tree[program..].iter().find(|node| node.role == "text" && node.bounds.is_some()).unwrap();
        let place = field.bounds.unwrap();
        self.act(click(place.x + place.width / 2.0, place.y + place.height / 2.0)).await;
        self.act(keys(&["ctrl", "a"])).await;
        self.act(text(&format!("{line}\n"))).await;
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
    let mut seat = Seat::new(DeskOpening {
        beside: vec![(&KAlgebra, "calculator = [\"a:=6\"]".parse().unwrap())],
        trial: Opening { files: vec![("report.tex".into(), report.into())], ..Opening::default() },
        ..opening(&TeXstudio, "open = [\"report.tex\"]\nline = 1")
    })
    .await;
    let seen = seat.world.observe().await.unwrap();
    assert!(shows(&seen, "page tab", "report.tex") && shows(&seen, "page tab", "2D Graph"), "{:?}", seen.tree);
    seat.picture("beside-start").await;

    // The first program has the keyboard, the other one is a click away.
    seat.act(text("% seven\n")).await;
    seat.act(keys(&["ctrl", "s"])).await;
    seat.calculate("a*7").await;
    seat.until("the product", |seen| shows(seen, "table cell", "42")).await;
    seat.picture("beside-end").await;
    let evidence = seat.evidence().await;
    assert_eq!(evidence["state"]["files"]["report.tex"], format!("% seven\n{report}"));
    assert_eq!(evidence["state"]["build"]["compiles"], true, "{evidence:#}");
    assert_eq!(evidence["beside"]["kalgebra"]["history"][1], json!({"input": "a*7", "result": "42"}));
}

#[tokio::test]
async fn of_a_program_that_is_closed_the_saved_work_counts_and_the_other_goes_on() {
    let files = vec![("report.tex".into(), b"text".to_vec())];
    let beside = vec![(&TeXstudio as &'static dyn Program, "open = [\"report.tex\"]".parse().unwrap())];
    let mut seat =
        Seat::new(DeskOpening { beside, trial: Opening { files, ..Opening::default() }, ..opening(&KAlgebra, "") }).await;
    seat.act(keys(&["alt", "tab"])).await;
    seat.act(keys(&["ctrl", "q"])).await;
    seat.until("the end of TeXstudio", |seen| !shows(seen, "page tab", "report.tex")).await;
    seat.calculate("6*7").await;
    seat.until("the product", |seen| shows(seen, "table cell", "42")).await;
    let evidence = seat.evidence().await;
    let texstudio = &evidence["beside"]["texstudio"];
    assert_eq!(texstudio["files"], json!({"report.tex": "text"}));
    assert_eq!((&texstudio["build"]["compiles"], &texstudio["documents"]), (&json!(false), &json!(null)));
    assert_eq!(evidence["state"]["history"][0]["result"], "42");
}

#[tokio::test]
async fn functions_of_a_task_answer_and_see_the_agent_s_files() {
    let argument = Argument { name: "word".into(), about: "a word".into() };
    let script = "cat; cat given.txt; echo \"$1\"; touch given.txt 2>/dev/null || echo closed";
    let argv = ["bash", "-c", &format!("cd /home/user; {script}"), "bash"].map(str::to_owned).to_vec();
    let service = Service {
        name: "look_up".into(),
        about: "Look a word up.".into(),
        arguments: vec![argument],
        argv,
        stdin: "catalogue\n".into(),
    };
    let files = vec![("given.txt".into(), b"text\n".to_vec())];
    let mut seat = Seat::new(DeskOpening {
        trial: Opening { files, services: vec![service], ..Opening::default() },
        ..opening(&Window, "")
    })
    .await;
    let mut call = async |name: &str, args: Value| {
        let step = seat.step(&Action::Call { name: name.into(), args }).await.unwrap();
        (step.status, step.message().unwrap().into_owned())
    };
    let answered = (Status::Executed, "catalogue\ntext\n$(id); x\nclosed".to_owned());
    assert_eq!(call("look_up", json!("$(id); x")).await, answered);
    assert_eq!(call("look_up", json!({"word": "$(id); x"})).await, answered);
    assert_eq!(call("look_down", json!("x")).await.0, Status::UnknownFunction);
    assert_eq!(call("look_up", json!(["a", "b"])).await.0, Status::BadArguments);
    let text = Action::Text { text: "('look_up', '$(id); x')".into() };
    assert_eq!(seat.step(&text).await.unwrap().message().unwrap(), answered.1);
    let text = Action::Text { text: "look up".into() };
    assert_eq!(seat.step(&text).await.unwrap().status, Status::Malformed);
}

#[tokio::test]
async fn probes_work_on_copies_without_display_and_network() {
    let probe = |name: &str, script: &str, timeout_secs: f64, keep: &[&str]| Probe {
        name: name.into(),
        argv: ["bash", "-c", script].map(str::to_owned).to_vec(),
        stdin: "given".into(),
        timeout_secs,
        keep: keep.iter().map(|path| (*path).to_owned()).collect(),
        sees_reference: false,
    };
    let changing = "cat; cat a/given.txt; echo changed | tee a/given.txt > new.txt; echo bad >&2; exit 3";
    let looking = "pwd; cat a/given.txt; ls; echo \"$DISPLAY$DBUS_SESSION_BUS_ADDRESS$XDG_RUNTIME_DIR\"; ls -A /tmp; \
                   tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d \" \"; readlink link; cat link 2> /dev/null";
    let outside = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(outside.path(), "the reference").unwrap();
    let trial = Opening {
        files: vec![("a/given.txt".into(), b"text\n".to_vec()), ("b".into(), vec![0x89, b'P'])],
        keep: ["a/given.txt", "b", "none", "link"].map(str::to_owned).to_vec(),
        probes: vec![
            probe("changing", changing, 30.0, &["new.txt", "a/given.txt", "none"]),
            probe("looking", looking, 30.0, &["link"]),
            probe("endless", "echo begun; echo made > made; sleep 600", 1.0, &["made"]),
        ],
        ..Opening::default()
    };
    let mut seat = Seat::new(DeskOpening { trial, ..opening(&Window, &format!("link = {:?}", outside.path())) }).await;
    let evidence = seat.evidence().await;
    assert_eq!(evidence["state"], json!({"running": true, "examined": true}));
    let files = json!({
        "a/given.txt": {"text": "text\n", "size": 5, "head": "746578740a"},
        "b": {"text": null, "size": 2, "head": "8950"},
        "none": null,
        "link": null,
    });
    assert_eq!(evidence["files"], files);
    let changed = json!({"text": "changed\n", "size": 8, "head": "6368616e6765640a"});
    let expected = json!({
        "exit": 3, "stdout": "giventext\n", "stderr": "bad\n",
        "files": {"new.txt": changed, "a/given.txt": changed, "none": null},
    });
    assert_eq!(evidence["probes"]["changing"], expected);
    let seen = format!("/home/user\ntext\na\nb\nlink\n\nlo\n{}\n", outside.path().display());
    assert_eq!(evidence["probes"]["looking"]["stdout"], seen);
    assert_eq!(evidence["probes"]["looking"]["files"], json!({"link": null}));
    let made = json!({"text": "made\n", "size": 5, "head": "6d6164650a"});
    assert_eq!(evidence["probes"]["endless"], json!({"exit": null, "stdout": "begun\n", "stderr": "", "files": {"made": made}}));
    assert_eq!(seat.evidence().await, evidence);
    let kept = std::fs::read_dir(seat.folder.path()).unwrap().count();
    assert_eq!(kept, 2, "the desk and the register; copies have gone");
}

#[tokio::test]
async fn a_verifier_sees_the_reference_and_no_links() {
    let probe = |name: &str, script: &str, sees_reference| Probe {
        name: name.into(),
        argv: ["sh", "-c", script].map(str::to_owned).to_vec(),
        stdin: String::new(),
        timeout_secs: 30.0,
        keep: Vec::new(),
        sees_reference,
    };
    let verify =
        "cat output/a/given.txt reference/gold.txt; find output | sort; ls -A; touch output/a/b reference/b || echo closed";
    let trial = Opening {
        files: vec![("a/given.txt".into(), b"text\n".to_vec()), (".bashrc".into(), b"exit 1\n".to_vec())],
        probes: vec![probe("verify", verify, true), probe("other", "cat reference/gold.txt link || ls -A closed", false)],
        reference: vec![("gold.txt".into(), b"gold\n".to_vec())],
        ..Opening::default()
    };
    // Also a link in a folder that lets nobody take it away leads to no reference.
    let links =
        "nowhere gone; mkdir closed; ln -s ../../reference/gold.txt closed/gold.txt; chmod 500 closed; ln -s reference/gold.txt";
    let mut seat = Seat::new(DeskOpening { trial, ..opening(&Window, &format!("link = {links:?}")) }).await;
    let evidence = seat.evidence().await;
    let seen = "text\ngold\noutput\noutput/.bashrc\noutput/a\noutput/a/given.txt\noutput/closed\noutput\nreference\nclosed\n";
    assert_eq!(evidence["probes"]["verify"]["stdout"], seen, "{evidence}");
    assert_eq!(evidence["probes"]["other"]["stdout"], "gold.txt\n");
}

#[tokio::test]
async fn a_probe_that_is_not_there_is_a_fault() {
    let argv = vec!["no-such-program".to_owned()];
    let probe =
        Probe { name: "odd".into(), argv, stdin: String::new(), timeout_secs: 30.0, keep: Vec::new(), sees_reference: false };
    let mut seat =
        Seat::new(DeskOpening { trial: Opening { probes: vec![probe], ..Opening::default() }, ..opening(&Window, "") }).await;
    let fault = seat.world.door().evidence().await.unwrap_err();
    assert!(fault.detail.contains("the probe \"odd\"") && fault.detail.contains("no-such-program"), "{fault:?}");
}

/// A window that takes any input, as a program with a state to be read.
pub(crate) struct Window;

impl Program for Window {
    fn name(&self) -> &'static str {
        "window"
    }

    fn title(&self) -> &'static str {
        "Window"
    }

    fn needs(&self) -> Vec<Need> {
        Vec::new()
    }

    fn launch(&self, setup: &toml::Table) -> Result<Launch, Problem> {
        let link = setup.get("link").and_then(toml::Value::as_str);
        let script = link.map(|to| format!("ln -s {to} link; ")).unwrap_or_default() + "exec xev";
        Ok(launch(&["sh", "-c", &script], "Event Tester"))
    }

    fn prepare<'a>(&'a self, _: &'a Desk, _: &'a toml::Table) -> BoxFuture<'a, Result<(), Fault>> {
        Box::pin(async { Ok(()) })
    }

    fn state<'a>(&'a self, _: &'a Desk) -> BoxFuture<'a, Result<Value, Fault>> {
        Box::pin(async { Ok(json!({"running": true})) })
    }

    fn examine<'a>(&'a self, _: &'a Desk, _: &'a toml::Table) -> BoxFuture<'a, Result<Value, Fault>> {
        Box::pin(async { Ok(json!({"examined": true})) })
    }
}

#[tokio::test]
async fn a_commands_output_is_data() {
    let mut seat = Seat::new(opening(&Window, "")).await;
    let shell = |command: &str, secs| Action::Shell { command: command.into(), timeout_secs: secs };
    let failed = seat.act(shell("echo out; echo err >&2; exit 3", None)).await;
    let expected =
        CommandOutput { stdout: "out\n".into(), stderr: "err\n".into(), exit_code: Some(3), ..CommandOutput::default() };
    assert_eq!((failed.output, failed.feedback), (Some(expected), None));
    let long = seat.act(shell("yes", Some(1.0))).await.output.unwrap();
    assert_eq!((long.exit_code, long.timed_out_secs), (None, Some(1.0)));
    assert!(long.truncated_bytes > 0 && long.stdout.starts_with("y\ny\n"), "{}", long.truncated_bytes);
    assert_eq!(seat.act(Action::Wait { secs: 0.0 }).await.output, None);
}

#[tokio::test]
async fn files_are_written_listed_and_read_within_the_agents_own_view() {
    let mut seat = Seat::new(opening(&Window, "")).await;
    let said = |step: Step| (step.status, step.message().unwrap_or_default().into_owned());
    let write = |path: &str, content: &str| Action::WriteFile { path: path.into(), content: content.into() };
    let read = |path: &str| Action::ReadFile { path: path.into() };
    let list = |path: &str| Action::ListFiles { path: path.into() };
    assert_eq!(said(seat.act(write("notes/-a.txt", "one\ntwo\n")).await).0, Status::Executed);
    assert_eq!(said(seat.act(read("notes/-a.txt")).await), (Status::Executed, "one\ntwo".into()));
    assert_eq!(said(seat.act(read("/home/user/notes/-a.txt")).await).1, "one\ntwo");
    assert_eq!(said(seat.act(list("notes")).await), (Status::Executed, "f 8 -a.txt".into()));
    // What cannot be had is told, costs a step and is nobody's fault.
    for action in [read("no/such/file"), list("notes/-a.txt"), write("/etc/passwd", "x"), write("/proc/x", "x")] {
        let (status, feedback) = said(seat.act(action.clone()).await);
        assert!(status == Status::Blocked && !feedback.is_empty(), "{action:?}: {feedback}");
    }
    let (_, long) = said(seat.act(read("/proc/kcore")).await);
    assert!(long.len() < 200_000, "{} bytes", long.len());
    seat.act(Action::Shell { command: "mkfifo pipe; ln -s /etc/shadow link".into(), timeout_secs: None }).await;
    assert_eq!(said(seat.act(read("link")).await).0, Status::Blocked);
}
