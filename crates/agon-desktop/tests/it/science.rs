//! The science suite on data alone: task files, marking and scripts, with a fake program in place of a desk.

#[path = "science/fake.rs"]
mod fake;

use agon_core::{
    Agent, Case, Cause, Ending, Evidence, Instance, InstanceId, Marks, Need, Script, Settings, Suite, SuiteError, Surface, TaskId,
};
use agon_desktop::{DesktopKind, science};
use agon_taskfile::{TaskFileSuite, TaskFolder};
use fake::{PROGRAMS, opener, sit};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;

/// The example of the suite's README, so that it stays true.
fn example() -> String {
    let readme = include_str!("../../../../suites/science/README.md");
    let (_, rest) = readme.split_once("```toml\n").unwrap();
    rest.split_once("```").unwrap().0.to_owned()
}

/// A task with files, a probe, a gate and the shell.
const NOTES: &str = r#"
title = "Notes"
about = "Correct the notes."
program = "kalgebra"
difficulty = "medium"
way = "GUI+CLI"
steps = 6
surfaces = ["screen", "tree", "shell"]
instruction = "Change the slope in notes.tex to {slope}, and plot nothing."

[[variant]]
slope = 2

[files]
"notes.tex" = '\slope{1} and \section{Method}'
"data.csv" = { copy = "data/points.csv" }

[[key.probe]]
name = "count"
argv = ["count"]

[[key.check]]
name = "notes"
kind = "file"
path = "notes.tex"
edits = [{ from = '\slope{1}', to = '\slope{{slope}}' }]

[[key.check]]
name = "data_kept"
kind = "predicate"
gate = true
that = 'files["data.csv"].size == 4 and probes.count.json.plots == 0'
says = "the data as they were, and no plot"

[key.solution]
steps = [{ shell = 'put notes.tex \slope{2} and \section{Method}', id = "edit" }]

[[key.near_miss]]
name = "another slope"
fails = "notes"
with.edit = { shell = 'put notes.tex \slope{3} and \section{Method}' }

[[key.near_miss]]
name = "data spoilt"
fails = "data_kept"
then = [{ shell = "put data.csv x" }]

[[key.near_miss]]
name = "never handed in"
fails = "handed_in"
then = [{ leave = true }]
"#;

const IMPOSSIBLE: &str = r#"
title = "A sound"
about = "Ask for what the program cannot do."
program = "kalgebra"
difficulty = "easy"
way = "GUI"
steps = 5
surfaces = ["screen"]
feasible = false
instruction = "Play the plot as a sound."
[[variant]]
[key.solution]
steps = [{ fail = "there is no sound" }]
[[key.near_miss]]
name = "pretends"
fails = "declared_infeasible"
steps = [{ done = true }]
"#;

const FILES: &[(&str, &[u8])] =
    &[("data/points.csv", b"1,2\n"), ("suite.toml", b"name = 'science'\nversion = '1'\nabout = 'A.'\nworld = 'desktop'\n")];

fn suite_of(tasks: &[(&str, &str)]) -> Result<TaskFileSuite, String> {
    let desk_needs = || vec![Need { name: "X".into(), found: Some("here".into()), remedy: String::new(), tasks: vec![] }];
    let kind = DesktopKind { programs: PROGRAMS, open: opener(), desk_needs };
    let tasks: Vec<(String, &str)> = tasks.iter().map(|(name, text)| (format!("{name}.toml"), *text)).collect();
    let tasks: Vec<(&str, &str)> = tasks.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let folder = TaskFolder::embedded("suites/science", FILES).with(&tasks);
    TaskFileSuite::new(&folder, Arc::new(kind)).map_err(|error| error.to_string())
}

fn suite() -> TaskFileSuite {
    suite_of(&[("algebra/parabola", &example()), ("algebra/notes", NOTES), ("algebra/sound", IMPOSSIBLE)]).unwrap()
}

fn instance(suite: &TaskFileSuite, id: &str) -> Instance {
    suite.instance(&id.parse().unwrap(), &Settings::new()).unwrap()
}

/// Law 3 on every instance: solutions and alternatives pass, doing nothing fails, near-misses fail where they should.
#[tokio::test]
async fn every_attempt_comes_out_as_its_file_says() {
    let suite = suite();
    let mut near_misses = 0;
    for card in suite.tasks() {
        for seed in 0..suite.variants(&card.id).unwrap() {
            let instance = suite.instance(&InstanceId { task: card.id.clone(), seed }, &Settings::new()).unwrap();
            for strategy in suite.strategies(&card.id) {
                let marks = sit(&suite, &instance, suite.oracle(&instance, &strategy, 0).unwrap()).await;
                assert!(marks.passed && marks.score == 1.0, "{} {strategy}: {marks:?}", instance.id);
            }
            for miss in suite.proof(&instance).unwrap().near_misses {
                let marks = sit(&suite, &instance, suite.attempt(&instance, &miss.name).unwrap()).await;
                assert!(!marks.passed && !marks.check(&miss.fails).unwrap().passed, "{} {miss:?}: {marks:?}", instance.id);
                near_misses += 1;
            }
            for nothing in [vec![], vec![agon_core::Action::Done]] {
                let idle: Box<dyn Agent> = Box::new(Script::new(nothing));
                let marks = sit(&suite, &instance, idle).await;
                assert!(!marks.passed && marks.score == 0.0, "{}: {marks:?}", instance.id);
            }
            for secret in suite.proof(&instance).unwrap().secrets {
                assert!(!instance.brief.prompt().contains(&secret), "{secret}");
            }
        }
    }
    assert_eq!(near_misses, 2 * 2 + 3 + 1);
}

async fn marked(suite: &TaskFileSuite, instance: &Instance, evidence: Value, answer: Value, ending: Ending) -> Marks {
    let evidence = Evidence(evidence);
    let case = Case { answer: Some(&answer), steps: 3, ..Case::new(instance, &evidence, &ending) };
    suite.grader(instance).unwrap().mark(&case).await.unwrap()
}

#[tokio::test]
async fn partial_credit_stands_beside_the_pass() {
    let suite = suite();
    let parabola = instance(&suite, "science/algebra/parabola@1");
    let state = |y: f64| {
        let samples = json!([{"x": 0, "y": y}, {"x": 2, "y": 16.5}]);
        json!({"state": {"plots": [{"visible": true, "samples": samples}]}, "files": {}})
    };
    // The curve weighs twice as much as the count or the answer.
    let marks = marked(&suite, &parabola, state(9.0), json!("4.5"), Ending::Done).await;
    assert_eq!((marks.score, marks.passed), (0.5, false));
    assert_eq!(marks.check("right_curve").unwrap().expected, "a visible plot through (0, 4.5) and (2, 16.5)");
    let marks = marked(&suite, &parabola, state(4.5), json!("4.5"), Ending::Left).await;
    assert!(!marks.passed && !marks.check("handed_in").unwrap().passed);
    assert_eq!(marks.score, 0.8, "work that was not handed in keeps its partial credit");
    let gave_up = Ending::Failed { reason: "too hard".into() };
    assert_eq!(marked(&suite, &parabola, state(4.5), json!("4.5"), gave_up).await.score, 0.0);
    let notes = instance(&suite, "science/algebra/notes@0");
    let probes = json!({"count": {"exit": 0, "stdout": "{\"plots\": 1}", "stderr": ""}});
    let files = json!({"notes.tex": {"text": "\\slope{2} and \\section{Method}"}, "data.csv": {"size": 4}});
    let marks = marked(&suite, &notes, json!({"state": {}, "probes": probes, "files": files}), Value::Null, Ending::Done).await;
    assert!(marks.check("notes").unwrap().passed);
    assert_eq!((marks.score, marks.passed), (0.0, false), "a gate that fails takes everything");
}

#[tokio::test]
async fn evidence_that_lacks_our_own_part_is_a_fault() {
    let suite = suite();
    let notes = instance(&suite, "science/algebra/notes@0");
    let whole = json!({
        "state": {},
        "probes": {"count": {"exit": null, "stdout": "", "stderr": ""}},
        "files": {"notes.tex": null, "data.csv": null},
    });
    let grader = suite.grader(&notes).unwrap();
    let mark = |evidence: Value| {
        let (grader, notes) = (grader.clone(), notes.clone());
        async move {
            let (evidence, ending) = (Evidence(evidence), Ending::Done);
            grader.mark(&Case { steps: 1, ..Case::new(&notes, &evidence, &ending) }).await
        }
    };
    assert!(!mark(whole.clone()).await.unwrap().passed, "what the agent left is scored as it is");
    for part in ["state", "probes", "files"] {
        let mut evidence = whole.clone();
        evidence.as_object_mut().unwrap().remove(part);
        assert_eq!(mark(evidence).await.unwrap_err().cause, Cause::Grader, "{part}");
    }
    assert_eq!(mark(Value::Null).await.unwrap_err().cause, Cause::Grader);
}

#[test]
fn instances_follow_variants_and_settings() {
    let suite = suite();
    assert_eq!(suite.variants(&TaskId::new("science/algebra/parabola")), Some(2));
    let first = instance(&suite, "science/algebra/parabola@0");
    let second = instance(&suite, "science/algebra/parabola@1");
    assert!(first.brief.instruction.contains("y = (x - 1)^2 + 2") && second.brief.instruction.contains("y = (x - -2)^2 + 0.5"));
    assert_ne!(first.start, second.start);
    assert_eq!(first.brief.surfaces, [Surface::Screen, Surface::Tree, Surface::Answer]);
    assert!(first.brief.rules.contains("1920×1080") && !first.brief.rules.contains("shell"));
    assert!(instance(&suite, "science/algebra/notes@0").brief.rules.contains("shell"));

    let set = |id: &str, settings: Value| {
        let settings: Settings = settings.as_object().unwrap().clone();
        suite.instance(&id.parse().unwrap(), &settings)
    };
    let screen = set("science/algebra/parabola@0", json!({"observation": "screen", "screen": "1280x720"})).unwrap();
    assert_eq!(screen.brief.surfaces, [Surface::Screen, Surface::Answer]);
    for (id, settings, part) in [
        ("science/algebra/parabola@2", json!({}), "its variants are 0 to 1"),
        ("science/algebra/parabola@0", json!({"speed": 2}), "no setting \"speed\"; it knows: screen, observation"),
        ("science/algebra/parabola@0", json!({"screen": "10x10"}), "no size between"),
        ("science/algebra/parabola@0", json!({"observation": "smell"}), "none of screen, tree, both, labels"),
        ("science/algebra/sound@0", json!({"observation": "both"}), "by its screen only"),
        ("science/algebra/none@0", json!({}), "no task"),
    ] {
        let problem = set(id, settings).unwrap_err().to_string();
        assert!(problem.contains(part), "{problem}");
    }
    assert!(matches!(suite.oracle(&first, "magic", 0), Err(SuiteError::UnknownStrategy { .. })));
    assert_eq!(suite.strategies(&TaskId::new("science/algebra/parabola")), ["solution", "multiplied out"]);
}

#[test]
fn the_doctor_is_told_what_is_missing_and_for_which_tasks() {
    let needs = suite().needs();
    let told: Vec<(&str, usize)> = needs.iter().map(|need| (need.name.as_str(), need.tasks.len())).collect();
    assert_eq!(told, [("X", 0), ("KAlgebra", 3)], "a need of all tasks names none");
    assert_eq!(suite().unmet(&TaskId::new("science/algebra/notes"), &Settings::new()).unwrap().remedy, "install kalgebra");
}

/// One change of the example each, and the sentence it leads to.
#[test]
fn wrong_task_files_are_told_in_one_sentence() {
    let example = example();
    for (from, to, problem) in [
        ("title =", "titel =", "missing field `title`"),
        ("program =", "colour = 1\nprogram =", "unknown field `colour`"),
        ("steps = 12", "steps = ", "line 6:"),
        ("steps = 12", "steps = 3", "\"solution\" takes at least 6 steps, more than the 3 there are"),
        ("program = \"kalgebra\"", "program = \"celestia\"", "there is no program \"celestia\"; there are kalgebra"),
        ("way = \"GUI\"", "way = \"CLI\"", "a task by CLI offers the shell"),
        (
            "[\"screen\", \"tree\", \"answer\"]",
            "[\"screen\", \"tree\", \"answer\", \"shell\"]",
            "a task by GUI does not offer shell",
        ),
        ("[\"screen\", \"tree\", \"answer\"]", "[\"screen\", \"answer\"]", "finds places by the tree"),
        ("[\"screen\", \"tree\", \"answer\"]", "[\"screen\", \"tree\"]", "uses the surface answer"),
        ("vertical axis.\n", "vertical axis at {hight}.\n", "the instruction says {hight}, which no variant fills"),
        ("h = -2\n", "", "variant 1 has other keys than variant 0"),
        ("cut = 3\n", "cut = 3\nlost = 1\n", "variant 1 has other keys than variant 0"),
        ("tab = \"2D Graph\"", "tap = \"2D Graph\"", "setup: there is no \"tap\"; there is tab"),
        (
            "of = \"#state.plots\"",
            "of = \"#stat.plots\"",
            "check \"one_plot\": the expression \"#stat.plots\", at character 2: there is no \"stat\"",
        ),
        ("kind = \"exact\"", "kind = \"equal\"", "check \"one_plot\": there is no kind \"equal\""),
        ("name = \"one_plot\"", "name = \"cut\"", "two checks are called \"cut\""),
        ("name = \"one_plot\"", "name = \"One plot\"", "its name should be made of small letters"),
        ("any(plot in", "probes.log.exit == 0 and any(plot in", "check \"right_curve\": there is no probe \"log\""),
        ("fails = \"cut\"", "fails = \"cuts\"", "near_miss \"the vertex as the answer\": there is no check \"cuts\""),
        ("fails = \"cut\"\n", "", "it does not say which check it `fails`"),
        ("answer = \"{k}\"", "answer = \"{cut}\"", "near_miss \"the vertex as the answer\": it changes nothing in the solution"),
        ("answer = \"{k}\"", "answer = \" {cut} \"", "near_miss \"the vertex as the answer\": its answer passes \"cut\""),
        (
            "{ answer = \"{cut}\" }",
            "{ answer = \"{h}\" }",
            "variant 0: key: solution: its answer fails \"cut\": expected 3 ± 0.01, seen 1",
        ),
        ("{ keys = \"enter\" }", "{ keys = \"enter\", nth = 1 }", "solution: step 4: keys: unknown field `nth`"),
        ("{ answer = \"{cut}\" },\n]", "{ answer = \"{cut}\" },\n{ fail = \"no\" },\n]", "the solution ends in `fail`"),
        ("with.formula = { type = \"(x+", "with.formel = { type = \"(x+", "the solution has no step with the id \"formel\""),
        ("name = \"multiplied out\"", "name = \"solution\"", "two attempts are called \"solution\""),
        ("[setup]", "[files]\n\"../x\" = \"y\"\n[setup]", "the path \"../x\" does not lead to a place below HOME"),
        ("[setup]", "[files]\nx = { copy = \"data/none\" }\n[setup]", "files: there is no suites/science/data/none"),
        (
            "[setup]",
            "[[call]]\nname = 'ask'\nabout = 'Ask.'\nargv = ['true']\n[setup]",
            "the surface `calls` and the functions, `[[call]]`, go together",
        ),
        ("[setup]", "[beside.kalgebra]\n[setup]", "beside.kalgebra: the task's own program cannot stand beside itself"),
        ("[setup]", "[beside.celestia]\n[setup]", "there is no program \"celestia\""),
    ] {
        assert!(example.contains(from), "{from}");
        let wrong = example.replacen(from, to, 1);
        let told = suite_of(&[("algebra/parabola", &wrong)]).err().unwrap_or_else(|| panic!("{to} should be refused"));
        assert!(told.starts_with("suites/science/algebra/parabola.toml: ") && told.contains(problem), "{to}: {told}");
        assert!(!told.contains('\n'), "{told}");
    }
    let unused = example.replace("cut = ", "lost = 1\ncut = ");
    assert!(suite_of(&[("algebra/parabola", &unused)]).err().unwrap().contains("key \"lost\" is used nowhere"));
    let possible = IMPOSSIBLE.replace("fail = ", "answer = ");
    assert!(suite_of(&[("algebra/sound", &possible)]).err().unwrap().contains("the solution does not end in `fail`"));
    let infeasible = IMPOSSIBLE.replace("feasible = false\n", "");
    assert!(suite_of(&[("algebra/sound", &infeasible)]).err().unwrap().contains("no check earns anything"));
}

/// The built-in tasks, all but their setups: those are for the programs to read.
#[test]
fn task_files_are_sound() {
    let kind = DesktopKind { programs: fake::NAMES, ..DesktopKind::new(opener()) };
    let read = TaskFileSuite::new(&science::folder().unwrap(), Arc::new(kind)).map_err(|error| error.to_string());
    assert_eq!(read.map(|suite| suite.card().name.clone()), Ok("science".into()));
}

/// Garbage in place of a task file is refused, never a panic.
#[test]
fn no_text_is_a_task_by_accident() {
    let example = example();
    let letters: Vec<(usize, char)> = example.char_indices().collect();
    for (at, _) in letters.iter().step_by(7) {
        // The file cut short, and with a sign too many.
        let _ = suite_of(&[("algebra/parabola", &example[..*at])]);
        let _ = suite_of(&[("algebra/parabola", &format!("{}\"{}", &example[..*at], &example[*at..]))]);
    }
    assert!(suite_of(&[("algebra/parabola", "")]).is_err());
}

/// An agent that says `fail` at once must not gain by it, and no brief may tell which tasks are infeasible.
#[test]
fn infeasible_tasks_have_feasible_twins_and_do_not_give_themselves_away() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/science");
    let mut tasks: Vec<toml::Table> = Vec::new();
    for domain in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
        for file in std::fs::read_dir(domain).unwrap().map(|entry| entry.unwrap().path()) {
            tasks.extend(
                file.extension()
                    .is_some_and(|ending| ending == "toml")
                    .then(|| std::fs::read_to_string(&file).unwrap().parse().unwrap()),
            );
        }
    }
    let text = |task: &toml::Table, key: &str| task[key].as_str().unwrap().to_owned();
    let (infeasible, feasible): (Vec<_>, Vec<_>) = tasks.iter().partition(|task| task.get("feasible").is_some());
    assert!(infeasible.len() >= 6 && feasible.len() > infeasible.len());
    for task in &infeasible {
        let title = text(task, "title");
        assert!(feasible.iter().any(|twin| text(twin, "title") == title), "{title:?} has no feasible twin");
    }
    for task in &tasks {
        let said = text(task, "instruction").to_lowercase();
        for word in ["infeasible", "cannot be done", "say fail"] {
            assert!(!said.contains(word), "{:?} says {word:?} in its instruction", text(task, "title"));
        }
    }
}

/// The files of the chain suite that are set on desks are held to the same.
#[test]
fn chain_files_are_read() {
    let folder = TaskFolder::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/chain")).unwrap();
    let on_desks = |name: &str, _: &[u8]| !name.starts_with("internet/");
    let head = "name = 'chain'\nworld = 'desktop'\nversion = '0'\nabout = 'Those on desks.'";
    let folder = folder.only(on_desks).with(&[("suite.toml", head)]);
    let suite = TaskFileSuite::new(&folder, Arc::new(DesktopKind::new(opener()))).map_err(|error| error.to_string());
    assert!(suite.as_ref().is_ok_and(|suite| suite.tasks().len() >= 12), "{:?}", suite.err());
}
