//! Every task proven without a browser.

use super::*;
use crate::apps::script_tests::{self as proof, tasks};
use crate::apps::video::effect::{Curve, Effect, EffectKind};
use crate::apps::video::media::media;
use crate::apps::video::model::Model;
use crate::apps::video::project::{Block, Content, Project, Target};
use agon_grade::all_of;
use serde_json::json;

#[test]
fn every_task_can_be_read() {
    proof::every_task_can_be_read::<Lines>(&VideoEditor);
}

#[test]
fn every_task_says_what_the_suite_needs() {
    proof::every_task_says_what_the_suite_needs::<Lines>(&VideoEditor);
}

#[test]
fn alternatives_pass_as_solutions_do() {
    proof::alternatives_pass_as_solutions_do::<Lines>(&VideoEditor);
}

/// A clip of another length moves what follows it, and shows another part of its medium.
fn follows(check: &str, fails: &str, _: &[Step]) -> bool {
    matches!((fails, check), ("duration", "start" | "part") | ("clips", "start" | "duration" | "part") | ("effects", "extent"))
}

#[test]
fn near_misses_fail_where_they_should_and_nowhere_else() {
    proof::near_misses_fail_where_they_should_and_nowhere_else::<Lines>(&VideoEditor, follows);
}

#[test]
fn doing_nothing_and_an_empty_export_fail() {
    let nothing = steps::read("").unwrap().1.state();
    let mut empty = nothing.clone();
    empty["exported"] = json!({"finalDurationMs": 0, "trackCount": 0, "sourceMedia": [], "timeline": []});
    for proof::Task { name, key, .. } in tasks::<Lines>(&VideoEditor) {
        for state in [&nothing, &empty] {
            assert!(!all_of(key.mark(state, None).unwrap()).passed, "{name}");
        }
    }
}

#[test]
fn no_task_is_solved_by_the_solution_of_another() {
    let all: Vec<_> = tasks::<Lines>(&VideoEditor).collect();
    for task in &all {
        for other in all.iter().filter(|other| other.name != task.name) {
            assert!(!task.marks(&other.key.attempts.solution).passed, "{} by that of {}", task.name, other.name);
        }
    }
}

/// What the solution of a task exports, changed, and whether it passes.
fn passes(task: &proof::Task<Lines>, change: impl FnOnce(&mut Project)) -> bool {
    let mut model = Model::default();
    task.key.attempts.solution.steps.iter().for_each(|step| model.follow(step).unwrap());
    let exported = model.exported.as_mut().unwrap();
    change(exported);
    task.key.mark(&model.state(), None).is_some_and(|checks| all_of(checks).passed)
}

/// Ids of the blocks that a task's solution exports.
fn blocks(task: &proof::Task<Lines>) -> Vec<String> {
    let mut ids = Vec::new();
    passes(task, |project| ids.extend(project.blocks().map(|block| block.id.clone())));
    ids
}

#[test]
fn splitting_whatever_is_not_faded_and_other_tracks_change_nothing() {
    for task in tasks::<Lines>(&VideoEditor) {
        for part in [2, 3, 5] {
            let is_right = passes(&task, |project| {
                let is_faded = |effects: &[Effect]| effects.iter().any(|effect| matches!(effect.kind, EffectKind::Fade(..)));
                let whole: Vec<_> = project.blocks().filter(|block| !is_faded(&block.effects)).cloned().collect();
                for block in whole {
                    let (at, rest) = (block.start + block.duration / part, format!("{}-rest", block.id));
                    project.split(&block.id, at, &rest).unwrap();
                    // A row of its own directly above leaves what lies above what as it is.
                    let row = project.row_of(&block.id).unwrap();
                    project.move_to(&rest, Target { row, is_new: true }, at).unwrap();
                }
            });
            assert!(is_right, "{} in parts of 1/{part}", task.name);
        }
    }
}

#[test]
fn every_part_of_every_solution_counts() {
    for task in tasks::<Lines>(&VideoEditor) {
        assert!(passes(&task, |_| {}), "{}", task.name);
        for id in blocks(&task) {
            let counts = |what: &str, change: &dyn Fn(&mut Block)| {
                let is_right = passes(&task, |project| change(project.block_mut(&id).unwrap()));
                assert!(!is_right, "{}: {what} of {id}", task.name);
            };
            counts("the start", &|block| block.start += 101);
            counts("the end", &|block| {
                block.duration -= 101;
                block.trim_end += if block.is_text() { 0 } else { 101 };
                // Segments stay inside of their block.
                for (_, to) in block.effects.iter_mut().filter_map(|effect| effect.segment.as_mut()) {
                    *to = (*to).min(block.duration);
                }
            });
            counts("an effect that nobody asked for", &|block| {
                let fade = EffectKind::named("fade-in").unwrap();
                block.effects.push(Effect::new("more", fade));
            });
            counts("its content", &|block| match &mut block.content {
                Content::Text(style) => style.text.push('.'),
                Content::Medium(medium) => {
                    let others = media().iter();
                    // Another medium of the same kind, cut to the same length if it is long enough.
                    let other = others.rev().find(|other| other.kind == medium.kind && other.name != medium.name);
                    match other {
                        Some(other) => {
                            *medium = other;
                            block.trim_start = 0;
                            block.trim_end = other.duration_ms - block.duration;
                        }
                        None => block.duration = 0,
                    }
                }
            });
            let effects = effect_count(&task, &id);
            for index in 0..effects {
                counts("an effect", &|block| block.effects[index].enabled = false);
                counts("the values of an effect", &|block| match &mut block.effects[index].kind {
                    EffectKind::Light(light) => light.saturation -= 0.5,
                    EffectKind::Fade(_, curve) => *curve = Curve::EaseIn,
                });
                counts("the extent of an effect", &|block| {
                    let (from, to) = block.effects[index].extent(block.duration);
                    block.effects[index].segment = Some((from, to - 101));
                });
            }
        }
        let without = |id: &String| passes(&task, |project| project.delete(id, false).unwrap());
        assert!(blocks(&task).iter().all(|id| !without(id)), "{}: a block can be missing", task.name);
    }
}

/// How many effects a block of the solution has.
fn effect_count(task: &proof::Task<Lines>, id: &str) -> usize {
    let mut count = 0;
    passes(task, |project| count = project.block(id).unwrap().effects.len());
    count
}

#[test]
fn there_are_steps_enough_for_every_way() {
    proof::there_are_steps_enough_for_every_way::<Lines>(&VideoEditor);
}

#[test]
fn the_brief_says_how_near_is_near_enough_and_what_counts() {
    let folder = crate::folder().unwrap();
    let background = std::str::from_utf8(folder.file("video/background.md").unwrap()).unwrap();
    for said in ["within 100 milliseconds", "within 0.005", "what was exported last", "opacity of a background counts only where"]
    {
        assert!(background.contains(said), "{said}");
    }
    for task in tasks::<Lines>(&VideoEditor) {
        assert!(task.steps_text().ends_with("Export the result."), "{}", task.name);
    }
}

/// What is compared is said: whether opacity counts, and every colour by its number.
#[test]
fn what_counts_of_texts_is_in_the_brief() {
    for task in tasks::<Lines>(&VideoEditor) {
        let colors = task.marks(&task.key.attempts.solution).checks.into_iter().find(|check| check.name == "colors");
        let Some(colors) = colors else { continue };
        let brief = task.steps_text();
        if task.name == "overlay-title-and-sound" {
            assert!(brief.contains("colours stay as a new text has them"));
            continue;
        }
        assert!(brief.contains("opacity 100 %") || brief.contains("does not matter"), "{}", task.name);
        for (at, _) in colors.expected.match_indices('#') {
            let color = &colors.expected[at..at + 7];
            assert!(brief.contains(color), "{}: {color}", task.name);
        }
    }
}

#[test]
fn a_key_that_cannot_be_meant_is_refused() {
    let (_, text) = proof::files(&VideoEditor).into_iter().find(|(name, _)| name == "fade-the-last-three").unwrap();
    let refusal = |text: &str| proof::refusal(&VideoEditor, text);
    assert_eq!(refusal(&text), None);
    for (from, to, problem) in [
        ("clips = 1", "clips = 2", "ends with 1 clips"),
        ("effects = 1", "effects = 0", "1 effects"),
        ("effect garden fade-out fade\nset", "effect garden fades fade\nset", "effect BLOCK KIND ID"),
        ("add Garden Leap garden\neffect", "add Garden Party garden\neffect", "is no medium"),
        ("set fade from = 2.06\nexport", "set fade from = 6\nexport", "inside of its block"),
        ("set fade from = 2.06\nexport", "set fade from = 2.06", "exports nothing"),
        ("edge fade left 2.05", "edge fade left 2.06", "the drag leads to 2.05 s"),
        ("fails = ", "because = ", "unknown field"),
    ] {
        assert!(text.contains(from), "{from}");
        let wrong = refusal(&text.replace(from, to)).unwrap_or_else(|| panic!("{to:?} is taken"));
        assert!(wrong.contains(problem), "{wrong}");
    }
}

/// The projects that the tasks' solutions export, for the page's own test of what it renders: `web/video/tests/export.e2e.ts`.
#[test]
fn the_pages_tests_have_the_projects_of_all_solutions() {
    let projects: serde_json::Map<String, Value> =
        tasks::<Lines>(&VideoEditor).map(|task| (task.name, task.key.attempts.solution.state["exported"].clone())).collect();
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/video/tests/projects.json");
    if std::env::var_os("AGON_GENERATE").is_some() {
        std::fs::write(&path, format!("{}\n", serde_json::to_string(&projects).unwrap())).unwrap();
    }
    let kept: serde_json::Map<String, Value> =
        serde_json::from_str(&std::fs::read_to_string(&path).unwrap_or_else(|_| "{}".into())).unwrap();
    assert_eq!(kept, projects, "run AGON_GENERATE=1 cargo test -p agon-web the_pages_tests_have");
}
