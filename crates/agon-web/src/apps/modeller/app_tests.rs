//! Every task proven without a browser.

use super::*;
use crate::apps::modeller::scene::start;
use crate::apps::script_tests::{self as proof, tasks};
use agon_grade::all_of;

#[test]
fn every_task_can_be_read() {
    proof::every_task_can_be_read::<Lines>(&Modeller);
}

#[test]
fn every_task_says_what_the_suite_needs() {
    proof::every_task_says_what_the_suite_needs::<Lines>(&Modeller);
}

#[test]
fn alternatives_pass_as_solutions_do() {
    proof::alternatives_pass_as_solutions_do::<Lines>(&Modeller);
}

#[test]
fn near_misses_fail_where_they_should_and_nowhere_else() {
    proof::near_misses_fail_where_they_should_and_nowhere_else::<Lines>(&Modeller, |_, _, _| false);
}

#[test]
fn doing_nothing_and_an_empty_scene_fail() {
    let untouched = |line: &str| steps::read(line).unwrap().1.state();
    let states: Vec<Value> = start().iter().map(|scene| untouched(&format!("open {}", scene.name))).collect();
    for proof::Task { name, key, .. } in tasks::<Lines>(&Modeller) {
        for state in states.iter().chain([&untouched("new Octant Cubes"), &untouched("new Snowman")]) {
            assert!(!all_of(key.mark(state, None).unwrap()).passed, "{name}");
        }
    }
}

#[test]
fn there_are_steps_enough_for_every_way() {
    proof::there_are_steps_enough_for_every_way::<Lines>(&Modeller);
}

#[test]
fn names_that_a_brief_asks_for_are_checked() {
    for task in tasks::<Lines>(&Modeller) {
        let checks = task.marks(&task.key.attempts.solution).checks;
        let is_checked = checks.iter().any(|check| check.name == "names");
        let asks = task.steps_text().contains("the name ") && task.name != "copy-on-top";
        // The names of new scenes are checked by `scene`.
        let asks = asks && task.steps_text().replace("new scene with the name", "").contains("the name ");
        assert_eq!(is_checked, asks, "{}", task.name);
    }
}

#[test]
fn the_brief_says_how_near_is_near_enough() {
    let folder = crate::folder().unwrap();
    let background = std::str::from_utf8(folder.file("modeller/background.md").unwrap()).unwrap();
    for said in ["within 0.05 units", "scales to within 0.02", "within 1 degree", "opacity to within 0.01"] {
        assert!(background.contains(said), "{said}");
    }
}

#[test]
fn a_key_that_cannot_be_meant_is_refused() {
    let (_, text) = proof::files(&Modeller).into_iter().find(|(name, _)| name == "midpoint-cube").unwrap();
    let refusal = |text: &str| proof::refusal(&Modeller, text);
    assert_eq!(refusal(&text), None);
    for (from, to, problem) in [
        ("objects = 5", "objects = 4", "ends with 5 objects"),
        ("names = [\"middle\"]", "names = [\"center\"]", "there is no object \"center\""),
        ("add cube middle", "add box middle", "no such shape"),
        ("open Four Objects Scene", "open Five Objects Scene", "there is no scene"),
        ("fails = ", "because = ", "unknown field"),
    ] {
        let wrong = refusal(&text.replace(from, to)).unwrap();
        assert!(wrong.contains(problem), "{wrong}");
    }
}
