//! Bad input anywhere gets one clear sentence that names the thing, exit code 2, and nothing lost.

use crate::support::{Done, TestFolder};

/// The sentence of a refused command.
fn refused(place: &TestFolder, args: &[&str]) -> String {
    let done = place.agon(args);
    assert_eq!(done.code, 2, "{args:?}: {}{}", done.out, done.err);
    assert_eq!(done.out, "", "{args:?}");
    let text = done.err.replace(&place.path("").display().to_string(), "");
    assert!(!text.contains("panicked") && text.lines().count() <= 3, "{text}");
    text.trim_end().to_owned()
}

#[test]
fn what_is_asked_for_does_not_exist() {
    let place = TestFolder::new();
    let say = |args: &[&str]| refused(&place, args);
    insta::assert_snapshot!(say(&["run", "gmy", "-a", "oracle"]), @r#"
    error: there is no suite "gmy"; there are: chain, exam, gym, science, web
    hint: did you mean gym?
    "#);
    insta::assert_snapshot!(say(&["run", "gym/maze-4d", "-a", "oracle"]), @r#"
    error: no task matches "gym/maze-4d"; `agon list` shows them
    hint: did you mean gym/maze-2d or gym/maze-3d?
    "#);
    insta::assert_snapshot!(say(&["run", "gym/maze-2d/easy@x", "-a", "oracle"]), @r#"error: the seeds "x" in "gym/maze-2d/easy@x" cannot be read; write @3 or @0-9"#);
    insta::assert_snapshot!(say(&["run", "gym"]), @"error: no agent given: use -m PROVIDER/MODEL or -a oracle");
    insta::assert_snapshot!(say(&["run", "-a", "oracle"]), @"error: say which tasks to run; `agon list` shows them");
    insta::assert_snapshot!(say(&["run", "gym", "-a", "oracel"]), @r#"
    error: there is no agent kind "oracel"; there are: oracle, noop, random, person, replay, model, claw, cli, process
    hint: did you mean oracle?
    "#);
    insta::assert_snapshot!(say(&["run", "gym", "-a", "oracle", "-a", "oracle"]), @r#"error: two agents are called "oracle"; give one of them another label"#);
    insta::assert_snapshot!(say(&["run", "gym", "-a", "oracle", "--tag", "blue"]), @"error: no task is left after the filters on tags and difficulty");
    insta::assert_snapshot!(say(&["run", "gym/maze-2d", "-a", "oracle", "--set", "colour=red"]), @r#"error: gym/maze-2d/easy has no setting "colour"; it knows: width, height, carving, ends, min_solution, max_solution, frame_px, observation, feedback, goal, counterfactual, init_state, episodes"#);
    insta::assert_snapshot!(say(&["run", "gym/maze-2d", "-a", "oracle", "--set", "width=8"]), @"error: setting width of gym/maze-2d/easy: must be odd and between 5 and 99, got 8");
    insta::assert_snapshot!(say(&["run", "gym/jigsaw", "-a", "oracle", "--set", "observation=text"]), @"error: setting observation of gym/jigsaw/easy: jigsaw has no text form, only image");
    insta::assert_snapshot!(say(&["run", "gym", "-a", "oracle", "-n", "0"]), @"error: -n, -k and --instances must be at least 1");
    insta::assert_snapshot!(say(&["run", "gym", "-a", "oracle", "--shard", "5/4"]), @r#"error: "5/4" is not a shard: write 1/4 for the first of four"#);
    insta::assert_snapshot!(say(&["run", "gym", "-a", "oracle:nope"]), @r#"error: agent oracle:nope: gym/colorization/easy has no strategy "nope"; it knows: incremental, direct, padded"#);
    insta::assert_snapshot!(say(&["run", "gym", "-a", "process:no-such-program"]), @r#"error: agent process:no-such-program: there is no program "no-such-program""#);
    insta::assert_snapshot!(say(&["run", "gym", "-a", "oracle", "--wall-secs", "nan"]), @"error: wall_secs must be a number of at least 0");
    insta::assert_snapshot!(say(&["run", "gym", "-a", "oracle", "--steps", "0"]), @"error: a limit of 0 leaves nothing to do: steps, wall_secs and world_timeout_secs must be more");
    insta::assert_snapshot!(say(&["run", "gym", "-a", "oracle", "--fail-under", "70"]), @"error: --fail-under is a share between 0 and 1");
    insta::assert_snapshot!(say(&["run", "gym@0-99999999999", "-a", "oracle"]), @"error: the plan has 100000000000 trials, more than 10000000; use --limit or --shard");
    insta::assert_snapshot!(say(&["show", "gym/maze-2d"]), @r#"error: "gym/maze-2d" names 4 tasks; choose one: gym/maze-2d/easy, gym/maze-2d/hard, gym/maze-2d/paper-easy, gym/maze-2d/paper-hard"#);
    insta::assert_snapshot!(say(&["run", "maze-2d", "-a", "oracle"]), @r#"
    error: there is no suite "maze-2d"; there are: chain, exam, gym, science, web
    hint: did you mean gym/maze-2d?
    "#);
    insta::assert_snapshot!(say(&["show", "gym/maze-2d/eazy@3"]), @r#"
    error: no task matches "gym/maze-2d/eazy@3"; `agon list` shows them
    hint: did you mean gym/maze-2d/easy?
    "#);
    insta::assert_snapshot!(say(&["show", "gym/maze-2d/easy", "--set", "obsevation=text"]), @r#"
    error: gym/maze-2d/easy has no setting "obsevation"; it knows: width, height, carving, ends, min_solution, max_solution, frame_px, observation, feedback, goal, counterfactual, init_state, episodes
    hint: did you mean observation?
    "#);
    insta::assert_snapshot!(say(&["app", "circiut"]), @r#"error: there is no application "circiut"; there are: circuit, workflow, modeller, video, flight, internet; did you mean circuit?"#);
    insta::assert_snapshot!(say(&["man", "rnu"]), @r#"error: there is no command "rnu"; `agon --help` lists them; did you mean run?"#);
    insta::assert_snapshot!(say(&["check", "nothing"]), @r#"error: there is no suite "nothing"; there are: chain, exam, gym, science, web"#);
    assert_eq!(
        std::fs::read_dir(place.path("")).unwrap().flatten().filter(|e| e.file_name() == "runs").count(),
        0,
        "no run was begun"
    );
}

#[test]
fn a_folder_of_tasks_that_cannot_be_used() {
    let place = TestFolder::new();
    std::fs::create_dir_all(place.path("tasks/algebra")).unwrap();
    let say = |folder: &str| {
        let done = Done::of(place.command(&["list", "mine", "--suite"]).arg(place.path(folder)).output().unwrap());
        assert_eq!(done.code, 2, "{}", done.err);
        done.err.replace(&place.path("").display().to_string(), "").trim_end().to_owned()
    };
    insta::assert_snapshot!(say("nowhere"), @"error: nowhere: it cannot be read: No such file or directory (os error 2)");
    insta::assert_snapshot!(say("tasks"), @"error: tasks: it holds no suite.toml");
    let suite = |world: &str| format!("name = \"mine\"\nversion = \"1\"\nabout = \"Mine.\"\nworld = \"{world}\"\n");
    place.write("tasks/suite.toml", &suite("moon"));
    insta::assert_snapshot!(say("tasks"), @r#"error: tasks/suite.toml: there is no world "moon"; there are desktop, gym, web, workspace"#);
    place.write("tasks/suite.toml", &suite("desktop"));
    insta::assert_snapshot!(say("tasks"), @"error: tasks: it holds no task, which would be a file FOLDER/NAME.toml");
    place.write("tasks/algebra/sum.toml", "title = \"A sum\"");
    insta::assert_snapshot!(say("tasks"), @"error: tasks/algebra/sum.toml: missing field `about`");
}

#[test]
fn trials_that_are_not_there() {
    let place = TestFolder::new();
    place.run(&["gym/maze-2d/easy@3", "gym/maze-2d/easy@5", "-a", "oracle", "-a", "noop"], "r");
    let say = |args: &[&str]| refused(&place, &[&["show"], args].concat());
    insta::assert_snapshot!(say(&["r", "99"]), @"error: r has no trial 99; its 4 trials count from 0, the nearest are 1, 2, 3");
    insta::assert_snapshot!(say(&["r", "gym/maze-2d/easy@4"]), @r#"error: r has no trial "gym/maze-2d/easy@4", which would be a number or an instance; the nearest are gym/maze-2d/easy@3, gym/maze-2d/easy@5"#);
    insta::assert_snapshot!(say(&["r", "gym/maze-2d/easy@3"]), @"error: r has 2 trials of gym/maze-2d/easy@3; choose one by its number: 0 (oracle), 1 (noop)");
    insta::assert_snapshot!(say(&["r", "0", "--attempt", "2"]), @"error: trial 0 has no attempt 2; its attempts: 1");
    insta::assert_snapshot!(say(&["nowhere", "0"]), @"error: there is no run at nowhere: it has no run.json");
}

#[test]
fn settings_of_models() {
    let place = TestFolder::new();
    let run = ["run", "gym/maze-2d", "-m", "vllm/x"];
    let say = |setting: &str| refused(&place, &[&run[..], &["-M", setting]].concat());
    insta::assert_snapshot!(say("temperature=hot"), @r#"error: agent vllm/x: temperature must be a number of at least 0, got "hot""#);
    insta::assert_snapshot!(say("temperature=-7"), @"error: agent vllm/x: temperature must be a number of at least 0, got -7");
    insta::assert_snapshot!(say("stop=[1]"), @"error: agent vllm/x: stop must be a text or a list of texts, got [1]");
    insta::assert_snapshot!(say("prompts=7"), @r#"error: agent vllm/x: prompts must be "2", got "7": this version of agon has no others"#);
    insta::assert_snapshot!(say("retries=\"3\""), @r#"error: agent vllm/x: retries must be a whole number from 0 to 4294967295, got "3""#);
    insta::assert_snapshot!(say("connections=0"), @"error: agent vllm/x: connections must be a whole number of at least 1, got 0");
    insta::assert_snapshot!(say("timeout_secs=-1"), @"error: agent vllm/x: timeout_secs must be a number of seconds from 0 to 1000000000, got -1");
    insta::assert_snapshot!(say("extra=5"), @r#"error: agent vllm/x: extra must be a table, such as {"top_k": 5}, got 5"#);
    insta::assert_snapshot!(say("grounder=x"), @r#"error: agent vllm/x: grounder must be a table that names a model and its dialect, such as {"model": "vllm/uground", "dialect": "uground"}, got "x""#);
    insta::assert_snapshot!(say("model=vllm/y"), @r#"error: agent vllm/x is the model "vllm/x", and -M model names "vllm/y"; name each model with -m"#);
    let twice = [&run[..], &["-M", "seed=1", "-M", "seed=2"]].concat();
    insta::assert_snapshot!(refused(&place, &twice), @"error: the model setting seed is given twice; keep one of them");
    assert!(say("temprature=1").ends_with("\nhint: did you mean temperature?"), "{}", say("temprature=1"));
    for taken in ["stop=END", "prompts=2", "system=5"] {
        let done = place.agon(&[&run[..], &["-M", taken, "--dry-run"]].concat());
        assert_eq!(done.code, 0, "{taken}: {}", done.err);
    }
}

#[test]
fn job_files() {
    let place = TestFolder::new();
    place.write("broken.toml", "tasks = [\"gym\"\nagents = 3");
    place.write("unknown.toml", "taks = [\"gym\"]");
    insta::assert_snapshot!(refused(&place, &["run", "--job", "broken.toml"]), @"error: the job file broken.toml is not valid: TOML parse error at line 2, column 1: missing comma between array elements, expected `,`");
    insta::assert_snapshot!(refused(&place, &["run", "--job", "unknown.toml"]), @"error: the job file unknown.toml is not valid: TOML parse error at line 1, column 1: unknown field `taks`, expected one of `suites`, `tasks`, `tags`, `difficulty`, `agents`, `repeats`, `instances`, `seed`, `limit`, `shard`, `parallel`, `settings`, `ablate`, `ablate_mode`, `limits`, `frames`, `retries`, `max_crashes`, `backoff_secs`, `world_timeout_secs`, `max_cost_usd`, `judge`; did you mean tasks or tags?");
    place.write("kind.toml", "tasks = [\"gym\"]\nagents = [{ kind = \"oracle:padded\" }]");
    place.write("word.toml", "tasks = [\"gym\"]\nagents = [{ kind = \"process\", command = [\"python3\", 3] }]");
    insta::assert_snapshot!(refused(&place, &["run", "--job", "kind.toml"]), @r#"error: the kind "oracle:padded" in an agent table must be a plain word: give the rest as settings"#);
    insta::assert_snapshot!(refused(&place, &["run", "--job", "word.toml"]), @"error: agent process: the words of its command must be strings");
    insta::assert_snapshot!(refused(&place, &["run", "--job", "nowhere.toml"]), @"error: the job file nowhere.toml could not be read: No such file or directory (os error 2)");
}

#[test]
fn runs_that_cannot_be_read() {
    let place = TestFolder::new();
    for command in ["report", "resume", "grade"] {
        assert!(refused(&place, &[command, "nowhere"]).contains("there is no run at nowhere: it has no run.json"));
    }
    place.run(&["gym/maze-2d/easy@0-3", "-a", "oracle"], "r");
    let whole = std::fs::read_to_string(place.path("r/run.json")).unwrap();

    place.write("r/run.json", &whole.replace("\"format\": 3", "\"format\": 7"));
    insta::assert_snapshot!(refused(&place, &["report", "r"]), @"error: r/run.json has format 7, this agon reads up to 3; use a newer agon");
    place.write("r/run.json", "{ not json");
    insta::assert_snapshot!(refused(&place, &["resume", "r"]), @r#"
    error: line 1 of r/run.json is not a valid record: key must be a string at line 1 column 3
    hint: nothing was changed; restore that file from a copy
    "#);
    place.write("r/run.json", &whole.replace("\"0.5.0\"", "\"9.9.9\""));
    let said = refused(&place, &["resume", "r"]);
    assert!(
        said.contains(
            "error: r was begun with suite gym 9.9.9, this agon has 0.5.0; resume it with the agon it was begun with (0.1.0)"
        ),
        "{said}"
    );
    place.write("r/run.json", &whole);

    let plan = std::fs::read_to_string(place.path("r/plan.jsonl")).unwrap();
    place.write("r/plan.jsonl", &plan.lines().skip(1).map(|l| format!("{l}\n")).collect::<String>());
    insta::assert_snapshot!(refused(&place, &["report", "r"]), @r#"
    error: r/plan.jsonl is inconsistent: run.json announces 4 trials, the plan has 3
    hint: nothing was changed; restore that file from a copy
    "#);
    place.write("r/plan.jsonl", &plan);

    let log = std::fs::read_to_string(place.path("r/trials/0000/000002-1.jsonl")).unwrap();
    place.write("r/trials/0000/000002-1.jsonl", &log.replacen("{\"event\":\"began\"", "{\"event\":", 1));
    let graded = place.agon(&["grade", "r"]);
    assert_eq!(graded.code, 1);
    assert!(
        graded.out.starts_with("Re-graded 3 of 4 trials: all verdicts unchanged"),
        "one bad log does not hide the others: {}",
        graded.out
    );
    assert!(graded.err.contains("r/trials/0000/000002-1.jsonl: line 2 was changed"), "{}", graded.err);
    place.write("r/trials/0000/000002-1.jsonl", &log);

    std::fs::create_dir_all(place.path("full")).unwrap();
    place.write("full/plan.jsonl", "precious");
    insta::assert_snapshot!(refused(&place, &["run", "gym", "-a", "noop", "--out", "full"]), @"error: full is not empty and not a run; choose another --out");
    assert_eq!(std::fs::read_to_string(place.path("full/plan.jsonl")).unwrap(), "precious");
    insta::assert_snapshot!(refused(&place, &["run", "gym", "-a", "noop", "--out", "r"]), @"error: r already exists; choose another --out or resume it");
    let done = place.agon(&["grade", "r"]);
    assert_eq!(done.code, 0, "nothing was lost: {}", done.err);
}

/// Logs that nobody planned are left alone.
#[test]
fn strange_files_in_a_run_do_no_harm() {
    let place = TestFolder::new();
    place.run(&["gym/maze-2d/easy@0-2", "-a", "oracle"], "r");
    let log = std::fs::read_to_string(place.path("r/trials/0000/000000-1.jsonl")).unwrap();
    for name in ["000999-1.jsonl", "000000-1.txt", "0-2.jsonl", "notes"] {
        place.write(&format!("r/trials/0000/{name}"), &log);
    }
    let resumed = place.agon(&["resume", "r"]);
    assert!(resumed.code == 0 && resumed.err.contains("0 of 3 trials are to be run"), "{}", resumed.err);
    assert_eq!(place.open("r").rows().len(), 3);
}

#[test]
fn a_full_pipe_is_told() {
    let place = TestFolder::new();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let done = crate::support::Done::of(place.command(&["list"]).stdout(full).output().unwrap());
    assert_eq!(done.code, 2);
    assert!(done.err.contains("standard output could not be written"), "{}", done.err);
}

/// The index is only an index.
#[test]
fn a_lost_or_broken_index_is_rebuilt() {
    let place = TestFolder::new();
    place.run(&["gym/maze-2d", "-a", "oracle", "-a", "noop", "--instances", "3"], "r");
    let table = place.agon(&["report", "r", "--csv"]).out;
    place.write("r/results.jsonl", "nonsense\n");
    assert_eq!(place.agon(&["report", "r", "--csv"]).out, table);
    std::fs::remove_file(place.path("r/results.jsonl")).unwrap();
    assert_eq!(place.agon(&["report", "r", "--csv"]).out, table);
    let resumed = place.agon(&["resume", "r"]);
    assert!(resumed.err.contains("0 of 24 trials are to be run"), "{}", resumed.err);
}

#[test]
fn a_job_file_that_never_ends_is_refused() {
    let place = TestFolder::new();
    let said = refused(&place, &["run", "--job", "/dev/zero"]);
    assert_eq!(said, "error: the job file /dev/zero is not a file of at most 1048576 bytes");
}

#[test]
fn seeds_beyond_the_largest_are_refused_and_the_largest_is_taken() {
    let place = TestFolder::new();
    let most = u64::MAX.to_string();
    let said = refused(&place, &["run", "gym/maze-2d/easy", "-a", "oracle", "--seed", &most, "--instances", "2"]);
    assert_eq!(said, format!("error: from seed {most} on there are not 2 seeds left; the largest is {most}"));
    let run = place.run(&["gym/maze-2d/easy", "-a", "oracle", "--seed", &most, "--instances", "1"], "r");
    assert_eq!(run.plan().len(), 1);
    assert_eq!(run.plan()[0].instance.seed, u64::MAX);
}

#[test]
fn labels_do_not_drive_the_terminal() {
    let place = TestFolder::new();
    place.write("job.toml", "tasks = [\"gym/maze-2d/easy@0\"]\nagents = [{ kind = \"noop\", label = \"\\u001b[31mred\" }]");
    let done = place.agon(&["run", "--job", "job.toml", "--dry-run"]);
    assert!(done.code == 0 && done.out.contains("\\u{1b}[31mred") && !done.out.contains('\u{1b}'), "{:?}", done.out);
}

/// A refused run leaves the folder as it was, without a lock of ours.
#[test]
fn a_refused_folder_is_left_as_it_was() {
    let place = TestFolder::new();
    std::fs::create_dir_all(place.path("full")).unwrap();
    place.write("full/precious", "mine");
    refused(&place, &["run", "gym/maze-2d/easy@0", "-a", "noop", "--out", "full"]);
    let names: Vec<_> = std::fs::read_dir(place.path("full")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["precious"]);
}

/// A disk that fills up while the page is written: no half page is left, and the page that was there is still whole.
#[test]
fn a_half_written_page_is_removed() {
    let place = TestFolder::new();
    place.run(&["gym/maze-2d/easy@0", "-a", "noop"], "r");
    let disk = place.path("disk");
    std::fs::create_dir_all(&disk).unwrap();
    let (agon, run, folder) = (env!("CARGO_BIN_EXE_agon"), place.path("r"), disk.display());
    let report = format!("{agon} report {} --html {folder}", run.display());
    let script = format!(
        "mount -t tmpfs -o size=16k tmpfs {folder} && echo yesterday > {folder}/old.html && \
         {{ {report}/new.html; {report}/old.html; code=$?; cd {folder}; ls; cat old.html; exit $code; }}"
    );
    let mut command = std::process::Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "sh", "-c", &script]).env("AGON_STATE", place.path("state"));
    let done = Done::of(command.output().unwrap());
    assert_eq!((done.code, done.err.matches("could not be written").count()), (2, 2), "{}", done.err);
    assert_eq!(done.out, "old.html\nyesterday\n");
}

/// A disk that is full before the plan is written: nothing is left that would have to be cleared away by hand.
#[test]
fn a_full_disk_while_planning_leaves_nothing() {
    let place = TestFolder::new();
    let disk = place.path("disk");
    std::fs::create_dir_all(&disk).unwrap();
    let (agon, folder) = (env!("CARGO_BIN_EXE_agon"), disk.display());
    let script = format!(
        "mount -t tmpfs -o size=64k tmpfs {folder} && {agon} run gym/maze-2d/easy -a noop --instances 5000 --out {folder}/r; \
         code=$?; ls {folder}; exit $code"
    );
    let mut command = std::process::Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "sh", "-c", &script]).env("AGON_STATE", place.path("state"));
    let done = Done::of(command.output().unwrap());
    assert!(done.code == 2 && done.err.contains("the disk is full"), "{}", done.err);
    assert_eq!(done.out, "", "nothing is left");
}
