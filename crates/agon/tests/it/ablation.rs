//! One job file, all variants, one run.

use crate::support::{TestFolder, timeless};
use agon_core::Event;
use agon_record::Run;
use serde_json::{Value, json};

const GRID: &str = r#"
tasks = ["gym/maze-2d/easy", "gym/sliding-block/easy"]
agents = ["oracle", { kind = "oracle", label = "second" }]
instances = 2
frames = "none"
[ablate]
agent.strategy = ["padded", "padded:16"]
observation = ["image", "text"]
goal = [false, true]
"#;

fn settings(run: &Run, trial: u32) -> Value {
    let header = run.attempt(trial, 1).unwrap().header().unwrap().clone();
    json!(header.instance.settings)
}

#[test]
fn every_variant_is_planned_and_set_as_it_says() {
    let place = TestFolder::new();
    place.write("job.toml", GRID);
    let run = place.run(&["--job", "job.toml"], "r");
    // Two tasks of two instances, two agents, eight variants.
    assert_eq!(run.plan().len(), 2 * 2 * 2 * 8);
    let labels: Vec<&str> = run.manifest().agents.iter().map(|agent| agent.label.as_str()).collect();
    assert_eq!(
        labels,
        ["oracle strategy=padded", "oracle strategy=padded:16", "second strategy=padded", "second strategy=padded:16"]
    );
    let variants = run.manifest().ablation().unwrap().variants();
    for planned in run.plan() {
        let variant = variants.iter().find(|variant| planned.variant.as_ref() == Some(&variant.label)).unwrap();
        assert_eq!(settings(&run, planned.trial), json!(variant.task_settings()), "trial {}", planned.trial);
        let agent = run.manifest().agents.iter().find(|agent| agent.label == planned.agent).unwrap();
        assert_eq!(agent.settings["strategy"], variant.factors["agent.strategy"], "trial {}", planned.trial);
    }
    let text = |trial: u32| match run.attempt(trial, 1).unwrap().events.remove(1) {
        Event::Began { observation } => observation.text,
        other => panic!("{other:?}"),
    };
    let shown = run.plan().iter().filter(|planned| text(planned.trial).is_some()).count();
    assert_eq!(shown, run.plan().len() / 2, "half of the variants show text");
    let graded = place.agon(&["grade", "r"]);
    assert!(graded.code == 0 && graded.out.starts_with("Re-graded 64 trials: all verdicts unchanged"), "{}", graded.out);
    let report = place.agon(&["report", "r", "--html", "r.html"]);
    assert!(report.out.contains("agent.strategy") && report.out.contains("padded:16"), "{}", report.out);
    assert_eq!(place.agon(&["report", "r", "--json"]).json()["ablation"]["variants"].as_array().unwrap().len(), 16);
}

/// A variant differs in its factors and in nothing else: what an agent draws at random stays the same.
#[test]
fn agents_draw_alike_in_all_variants() {
    let place = TestFolder::new();
    place.write("job.toml", "tasks = [\"gym/maze-2d/easy@0-3\"]\nagents = [\"random\"]\n[ablate]\nfeedback = [true, false]");
    let run = place.run(&["--job", "job.toml"], "r");
    let actions = |trial: u32| -> Vec<String> {
        let events = run.attempt(trial, 1).unwrap().events.into_iter();
        events.filter_map(|event| if let Event::Step(step) = event { Some(step.action.summary()) } else { None }).collect()
    };
    for pair in run.plan().chunks(2) {
        assert_ne!(pair[0].variant, pair[1].variant);
        assert_eq!(actions(pair[0].trial), actions(pair[1].trial), "{}", pair[0].instance);
    }
}

#[test]
fn a_stopped_run_is_resumed_in_the_right_variants() {
    let place = TestFolder::new();
    place.write("job.toml", GRID);
    let run = place.run(&["--job", "job.toml", "--limit", "1"], "r");
    let lost = [3, 6, 13];
    let before = lost.map(|trial| timeless(&run, trial, 1));
    for trial in lost {
        std::fs::remove_file(place.path(&format!("r/trials/0000/{trial:06}-1.jsonl"))).unwrap();
    }
    let resumed = place.agon(&["resume", "r"]);
    assert!(resumed.code == 0 && resumed.err.contains("3 of 16 trials are to be run"), "{}", resumed.err);
    let run = place.open("r");
    assert_eq!(lost.map(|trial| timeless(&run, trial, 1)), before);
}

#[test]
fn one_at_a_time_and_a_dry_run() {
    let place = TestFolder::new();
    place.write("job.toml", &format!("ablate_mode = \"one-at-a-time\"\n{GRID}"));
    let done = place.agon(&["run", "--job", "job.toml", "--limit", "1", "-a", "oracle", "--dry-run"]);
    insta::assert_snapshot!(done.out, @r#"
    0  oracle strategy=padded  gym/maze-2d/easy@0  repeat 0  strategy=padded observation=image goal=false
    1  oracle strategy=padded:16  gym/maze-2d/easy@0  repeat 0  strategy=padded:16 observation=image goal=false
    2  oracle strategy=padded  gym/maze-2d/easy@0  repeat 0  strategy=padded observation=text goal=false
    3  oracle strategy=padded  gym/maze-2d/easy@0  repeat 0  strategy=padded observation=image goal=true
    "#);
}

#[test]
fn runs_without_an_ablation_are_written_as_before() {
    let place = TestFolder::new();
    place.run(&["gym/maze-2d/easy@0", "-a", "noop"], "r");
    let plan = std::fs::read_to_string(place.path("r/plan.jsonl")).unwrap();
    assert_eq!(plan, "{\"trial\":0,\"agent\":\"noop\",\"instance\":\"gym/maze-2d/easy@0\",\"repeat\":0}\n");
    assert!(!std::fs::read_to_string(place.path("r/run.json")).unwrap().contains("ablation"));
}

#[test]
fn slips_get_one_sentence_before_anything_is_run() {
    let place = TestFolder::new();
    let refused = |ablate: &str| {
        let job = format!("tasks = [\"gym/maze-2d\", \"gym/counting\"]\nagents = [\"random\"]\n[ablate]\n{ablate}\n");
        place.write("job.toml", &job);
        let done = place.agon(&["run", "--job", "job.toml", "--out", "never"]);
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{ablate}: {}", done.err);
        assert!(!place.path("never").exists());
        done.err.trim_end().to_owned()
    };
    insta::assert_snapshot!(refused("colour = [1, 2]"), @r#"error: gym/maze-2d/easy has no setting "colour"; it knows: width, height, carving, ends, min_solution, max_solution, frame_px, observation, feedback, goal, counterfactual, init_state, episodes"#);
    insta::assert_snapshot!(refused("agent.history = [1, 2]"), @r#"error: agent random history=1: there is no setting "history""#);
    insta::assert_snapshot!(refused("observation = [\"image\", \"text\"]"), @"error: setting observation of gym/counting/easy: counting has no text form, only image");
    insta::assert_snapshot!(refused("goal = [false, true]"), @"error: setting goal of gym/counting/easy: counting has no goal image");
    insta::assert_snapshot!(refused("feedback = true"), @"error: [ablate] must give feedback a list of values, such as [true, false]; got true");
    insta::assert_snapshot!(refused("feedback = []"), @"error: [ablate] gives feedback no values; write a list such as [true, false]");
    insta::assert_snapshot!(refused("feedback = [true, false, true]"), @"error: [ablate] gives feedback the value true twice");
    insta::assert_snapshot!(refused(""), @"error: [ablate] names no factor; give one with its values, such as feedback = [true, false]");
    let hundred = (0..101).map(|n| n.to_string()).collect::<Vec<_>>().join(", ");
    insta::assert_snapshot!(refused(&format!("a = [{hundred}]\nb = [{hundred}]")), @r#"error: [ablate] makes 10201 variants, more than 10000; vary fewer, or set ablate_mode = "one-at-a-time""#);
    place.write("both.toml", "tasks = [\"gym/maze-2d\"]\nagents = [\"oracle:padded\"]\n[ablate]\nagent.strategy = [\"padded\"]");
    insta::assert_snapshot!(place.agon(&["run", "--job", "both.toml"]).err, @"error: agent.strategy is a factor of [ablate], but agent oracle:padded has a strategy of its own");
    place.write("set.toml", "tasks = [\"gym/maze-2d\"]\nagents = [\"noop\"]\n[ablate]\nfeedback = [true, false]");
    insta::assert_snapshot!(place.agon(&["run", "--job", "set.toml", "--set", "feedback=true"]).err, @"error: feedback is both a factor of [ablate] and a setting of the run; keep one of them");
    place.write("mode.toml", "tasks = [\"gym/maze-2d\"]\nagents = [\"noop\"]\nablate_mode = \"grid\"");
    insta::assert_snapshot!(place.agon(&["run", "--job", "mode.toml"]).err, @"error: ablate_mode says how to vary, but there is no table [ablate] that says what");
}
