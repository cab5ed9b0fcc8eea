//! Suites of one's own, from folders: written, proven, run, graded, resumed, replayed and reported without a build.

use crate::support::{Done, TestFolder};
use agon_core::Event;

fn refused(place: &TestFolder, args: &[&str]) -> String {
    let done = place.agon(args);
    assert_eq!(done.code, 2, "{}{}", done.out, done.err);
    done.err.replace(&place.path("").display().to_string(), "").trim_end().to_owned()
}

fn done(place: &TestFolder, args: &[&str]) -> Done {
    let done = place.agon(args);
    assert_eq!(done.code, 0, "{args:?}: {}{}", done.out, done.err);
    done
}

#[test]
fn a_first_suite_proves_itself_in_every_kind_of_world_that_this_machine_has() {
    let place = TestFolder::new();
    for world in ["web", "gym", "desktop"] {
        done(&place, &["new", "suite", &format!("my-{world}"), "--world", world]);
    }
    done(&place, &["new", "task", "my-web/counter/again.toml"]);
    let said = done(&place, &["check", "./my-web", "./my-gym", "--instances", "1", "--random", "1"]);
    assert!(said.err.contains("3 of 3 tasks passed their self-test"), "{}", said.err);
    // Whether its program is installed or not, the task file is read.
    let listed = done(&place, &["list", "./my-desktop"]);
    assert!(listed.out.contains("my-desktop/plots/line"), "{}", listed.out);
}

#[test]
fn a_suite_in_a_folder_is_run_graded_replayed_and_reported() {
    let place = TestFolder::new();
    done(&place, &["new", "suite", "mine", "--world", "gym"]);
    done(&place, &["run", "./mine/maze/large.toml@0-1", "-a", "oracle", "-a", "noop", "--out", "r"]);
    let run = place.open("r");
    assert_eq!(run.plan()[0].instance.to_string(), "mine/maze/large@0");
    let source = run.manifest().suites[0].source.clone().unwrap();
    assert_eq!(source.folder, place.path("mine").display().to_string());
    assert!(done(&place, &["grade", "r"]).out.contains("unchanged"));
    done(&place, &["verify", "r"]);
    let report = done(&place, &["report", "r", "--json"]).json();
    assert_eq!(report["counts"]["passed"], 2, "{report}");
    done(&place, &["resume", "r"]);

    // Elsewhere it is found by --suite.
    std::fs::rename(place.path("mine"), place.path("moved")).unwrap();
    insta::assert_snapshot!(refused(&place, &["grade", "r"]), @"error: the suite mine of r lay in mine, where it is no more; say where it is with --suite FOLDER");
    done(&place, &["verify", "r", "--suite", "moved"]);

    // What has changed is said, and is not gone on with.
    let task = std::fs::read_to_string(place.path("moved/maze/large.toml")).unwrap();
    place.write("moved/maze/large.toml", &task.replace("height = 15", "height = 11"));
    insta::assert_snapshot!(refused(&place, &["resume", "r", "--suite", "moved"]), @"error: the suite mine in moved is not as it was when this run was begun: what goes on from here would be another measurement; put the folder back, or begin a new run");
    let graded = place.agon(&["grade", "r", "--suite", "moved"]);
    assert!(graded.err.contains("warning: the suite mine in"), "{}", graded.err);
}

#[test]
fn a_run_of_a_folder_that_was_stopped_goes_on() {
    let place = TestFolder::new();
    done(&place, &["new", "suite", "mine", "--world", "gym"]);
    place.write("job.toml", "suites = [\"mine\"]\ntasks = [\"mine\"]\nagents = [\"oracle\"]\ninstances = 40\nparallel = 1\n");
    let mut first = place.command(&["run", "--job", "job.toml", "--out", "r"]).spawn().unwrap();
    crate::support::wait_until("the first trials", || {
        std::fs::read_to_string(place.path("r/results.jsonl")).is_ok_and(|rows| rows.lines().count() > 2)
    });
    first.kill().unwrap();
    first.wait().unwrap();
    done(&place, &["resume", "r"]);
    let run = place.open("r");
    assert_eq!(run.results().iter().filter(|result| result.row.is_some()).count(), 40);
}

/// Answers lie in the folder of a suite.
#[test]
fn a_program_does_not_see_the_folder_of_its_suite() {
    let place = TestFolder::new();
    done(&place, &["new", "suite", "mine", "--world", "gym"]);
    place.write(
        "agent.py",
        "import os, sys\nsys.stdin.readline()\nprint('in it:', os.listdir('mine'), file=sys.stderr)\nprint(\"('stop', 'stop')\", flush=True)\n",
    );
    std::os::unix::fs::symlink(place.path("mine"), place.path("link")).unwrap();
    // Named twice it is one folder; by a link it is hidden where it really is.
    for (folder, given, out) in [("./mine", "--suite=mine", "r"), ("./link", "--color=never", "l")] {
        done(&place, &["run", folder, given, "--instances", "1", "-a", "process:python3 agent.py", "--out", out]);
        let log = place.open(out).attempt(0, 1).unwrap();
        let said = log.events.iter().find_map(|event| match event {
            Event::Note { kind, content } if kind == "stderr" => content.as_str().map(str::to_owned),
            _ => None,
        });
        assert_eq!(said.as_deref().map(str::trim), Some("in it: []"), "{folder}");
    }
}

#[test]
fn what_is_wrong_with_a_folder_is_said_by_its_own_path() {
    let place = TestFolder::new();
    std::fs::create_dir_all(place.path("empty")).unwrap();
    insta::assert_snapshot!(refused(&place, &["run", "./empty/x", "-a", "noop"]), @"error: no folder on the path ./empty/x holds a suite.toml or tasks in Harbor's layout; `agon new suite ./empty/x` writes a first one");
    insta::assert_snapshot!(refused(&place, &["new", "suite", "gym"]), @"error: gym is the name of a built-in suite; choose another");
    insta::assert_snapshot!(refused(&place, &["new", "suite", "My suite"]), @"error: My suite: the folder's name is the suite's, and should be made of small letters, digits and -");
    done(&place, &["new", "suite", "mine", "--world", "gym"]);
    insta::assert_snapshot!(refused(&place, &["new", "task", "mine/second.toml"]), @"error: mine/second.toml: a task is a file SUITE/FOLDER/NAME.toml, where SUITE holds a suite.toml");
    place.write("mine/maze/large.toml", "task = \"gym/maze-2d/easy\"\n[settings]\nwidht = 3\n");
    let said = refused(&place, &["list", "./mine"]);
    assert!(said.starts_with("error: ./mine/maze/large.toml: gym/maze-2d/easy has no setting \"widht\""), "{said}");
    done(&place, &["new", "suite", "other/mine", "--world", "gym"]);
    place.write("mine/maze/large.toml", "task = \"gym/maze-2d/easy\"\n");
    insta::assert_snapshot!(refused(&place, &["list", "--suite", "mine", "--suite", "other/mine"]), @"error: mine and other/mine are both called mine; rename one in its suite.toml");
}

#[test]
fn tasks_in_harbors_layout_are_run_graded_and_resumed_like_others() {
    let place = TestFolder::new();
    for (name, dockerfile) in [
        ("hello", "FROM ubuntu:24.04\nWORKDIR /app\nCOPY name.txt .\n"),
        ("built", "FROM ubuntu:24.04\nRUN apt-get install -y x\n"),
    ] {
        let write = |file: &str, text: &str| place.write(&format!("tasks/{name}/{file}"), text);
        write("task.toml", "version = \"1.0\"\n[agent]\ntimeout_sec = 60.0\n[verifier]\ntimeout_sec = 60.0\n");
        write("instruction.md", "Write hello.txt.\n");
        write("environment/Dockerfile", dockerfile);
        write("environment/name.txt", "world\n");
        write(
            "tests/test.sh",
            "grep -qx 'hello world' hello.txt && echo 1 > /logs/verifier/reward.txt || echo 0 > /logs/verifier/reward.txt\n",
        );
        write("solution/solve.sh", "echo hello $(cat name.txt) > hello.txt\n");
    }
    // Random play of five hundred commands, once.
    let checked = done(&place, &["check", "./tasks", "--random", "1"]);
    let refusal = "environment/Dockerfile line 2: `apt-get install -y x` takes a build with packages or a network";
    assert!(
        checked.err.contains(&format!("skipped tasks/built: needs a container, which is missing: {refusal}")),
        "{}",
        checked.err
    );
    assert!(checked.err.contains("1 of 1 task"), "{}", checked.err);
    let run = done(&place, &["run", "./tasks", "-a", "oracle", "-a", "noop", "--out", "r"]);
    assert!(run.err.contains(refusal), "{}", run.err);
    assert_eq!(place.open("r").plan()[0].instance.to_string(), "tasks/hello@0");
    let report = done(&place, &["report", "r", "--json"]).json();
    assert_eq!(report["counts"]["passed"], 1, "{report}");
    assert!(done(&place, &["grade", "r"]).out.contains("unchanged"));
    done(&place, &["verify", "r"]);
    done(&place, &["resume", "r"]);
    done(&place, &["run", "hello/hello", "--suite", "tasks/hello", "-a", "oracle", "--out", "one"]);
    place.write("tasks/hello/tests/test.sh", "echo 1 > /logs/verifier/reward.txt\n");
    assert!(refused(&place, &["resume", "r"]).contains("is not as it was when this run was begun"));
}

#[test]
fn tasks_of_scienceboard_become_a_suite_and_what_cannot_be_set_is_named() {
    let place = TestFolder::new();
    let task = |program: &str, name: &str, rest: &str| {
        let head = format!("\"type\": \"{program}\", \"sort\": \"VM\", \"steps\": 5, \"instruction\": \"Plot a parabola.\"");
        place.write(&format!("tasks/VM/{program}/{name}.json"), &format!("{{{head}, {rest}}}"));
    };
    let points = r#"{"type": "eqn", "key": [[1, 1], [2, 3]], "value": {"(1, 1)": true, "(2, 3)": false}}"#;
    task(
        "KAlgebra",
        "A-02",
        &format!("\"initialize\": [{{\"func\": \"tab\", \"index\": 1}}], \"evaluate\": [{points}], \"ans\": \"x->x^2\""),
    );
    task("Celestia", "A-01", "\"evaluate\": []");
    let said = done(&place, &["new", "suite", "board", "--scienceboard", "tasks"]).err;
    insta::assert_snapshot!(said.trim_end(), @r"
    left out Celestia/A-01: Celestia is not among the programs here
    wrote 1 of 2 tasks; self-test them with: agon check ./board
    ");
    assert!(done(&place, &["list", "./board"]).out.contains("board/kalgebra/a-02"));
    std::fs::remove_dir_all(place.path("tasks/VM/KAlgebra")).unwrap();
    insta::assert_snapshot!(refused(&place, &["new", "suite", "second", "--scienceboard", "tasks"]), @"error: tasks holds no task of ScienceBoard that can be set here, such as Celestia/A-01: Celestia is not among the programs here");
    assert!(!place.path("second").exists());
}

/// A workbook as LibreOffice writes it, or nothing where there is no LibreOffice.
fn workbook(place: &TestFolder, path: &str, rows: &str) -> Option<()> {
    let csv = format!("made/{}.csv", path.rsplit('/').next()?.strip_suffix(".xlsx")?);
    place.write(&csv, rows);
    place.write(path, "");
    let folder = place.path(path).parent()?.to_owned();
    let mut soffice = std::process::Command::new("soffice");
    soffice.arg(format!("-env:UserInstallation=file://{}", place.path("office").display()));
    soffice.args(["--headless", "--convert-to", "xlsx", "--outdir"]).arg(folder).arg(place.path(&csv));
    let made = soffice.output().ok()?.status.success() && std::fs::metadata(place.path(path)).ok()?.len() > 0;
    made.then_some(())
}

#[test]
fn tasks_of_osworld_become_a_suite_and_prove_themselves_by_their_gold_files() {
    let place = TestFolder::new();
    let task = |program: &str, name: &str, rest: &str| {
        let head = format!("\"instruction\": \"Add the totals.\", \"related_apps\": [\"{program}\"]");
        place.write(&format!("examples/{program}/{name}.json"), &format!("{{{head}, {rest}}}"));
    };
    let path = "\"path\": \"/home/user/sums.xlsx\"";
    let marked = |rule: &str| {
        format!(
            r#""config": [{{"type": "download", "parameters": {{"files": [{{"url": "https://host.example/a", {path}}}]}}}},
                          {{"type": "open", "parameters": {{{path}}}}}],
               "evaluator": {{"func": "compare_table", "result": {{"type": "vm_file", {path}, "dest": "sums.xlsx"}},
                             "expected": {{"type": "cloud_file", "path": "https://host.example/b", "dest": "sums_gold.xlsx"}},
                             "options": {{"rules": [{{"type": "{rule}", "sheet_idx0": 0, "sheet_idx1": "EI0"}}]}}}}"#
        )
    };
    task("libreoffice_calc", "0a", &marked("sheet_data"));
    task("libreoffice_calc", "0b", &marked("chart"));
    task("gimp", "0c", "\"evaluator\": {\"func\": \"infeasible\"}");
    task("vlc", "0d", "\"evaluator\": {\"func\": \"infeasible\"}");
    let said = done(&place, &["new", "suite", "bare", "--osworld", "examples"]).err;
    insta::assert_snapshot!(said.trim_end(), @r"
    left out libreoffice_calc/0a: its file sums.xlsx has to be brought, as libreoffice_calc/0a/sums.xlsx below --files FOLDER
    left out libreoffice_calc/0b: its rule chart for tables has no counterpart here
    left out vlc/0d: vlc is not among the programs here
    wrote 1 of 4 tasks; self-test them with: agon check ./bare
    ");
    insta::assert_snapshot!(refused(&place, &["new", "suite", "second", "--osworld", "examples", "--files", "none"]), @"error: none is no folder");
    let start = workbook(&place, "files/libreoffice_calc/0a/sums.xlsx", "Item,Sum\nNut,\nBolt,3.5\n");
    let gold = workbook(&place, "files/libreoffice_calc/0a/sums_gold.xlsx", "Item,Sum\nNut,2\nBolt,3.5\n");
    if start.and(gold).is_none() {
        eprintln!("skipped: LibreOffice is not on this machine");
        return;
    }
    let said = done(&place, &["new", "suite", "computer", "--osworld", "examples", "--files", "files"]).err;
    assert!(said.contains("wrote 2 of 4 tasks"), "{said}");
    assert!(done(&place, &["list", "./computer"]).out.contains("computer/libreoffice_calc/0a"));
    let checked = done(&place, &["check", "./computer/libreoffice_calc", "--instances", "1", "--random", "0"]).err;
    // A machine without a display or a sandbox says what it lacks.
    assert!(checked.contains("1 of 1 tasks passed") || checked.contains("skipped"), "{checked}");
}
