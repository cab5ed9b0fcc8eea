//! Every task proven without a browser.

use super::*;
use crate::apps::script_tests::{self as proof, tasks};
use agon_grade::all_of;
use serde_json::json;

#[test]
fn every_task_can_be_read() {
    proof::every_task_can_be_read::<Lines>(&WorkflowBuilder);
}

#[test]
fn every_task_says_what_the_suite_needs() {
    proof::every_task_says_what_the_suite_needs::<Lines>(&WorkflowBuilder);
}

#[test]
fn alternatives_pass_as_solutions_do() {
    proof::alternatives_pass_as_solutions_do::<Lines>(&WorkflowBuilder);
}

#[test]
fn near_misses_fail_where_they_should_and_nowhere_else() {
    proof::near_misses_fail_where_they_should_and_nowhere_else::<Lines>(&WorkflowBuilder, |check, fails, steps| {
        // A node too many or too few may have connections, too, and a case of another label takes its connections along.
        let has_case = steps.iter().any(|step| matches!(step, Step::Case { .. }));
        check == "connections" && (fails == "nodes" || has_case)
    });
}

#[test]
fn doing_nothing_and_an_untouched_start_fail() {
    let empty = json!({"app": "workflow", "view": "hub", "current": null, "workflows": []});
    for proof::Task { name, key, .. } in tasks::<Lines>(&WorkflowBuilder) {
        assert!(!all_of(key.mark(&empty, None).unwrap()).passed, "{name}");
        let (_, opened) = steps::read("new Anything").unwrap();
        assert!(!all_of(key.mark(&steps::state_of(&opened), None).unwrap()).passed, "{name}");
        for template in crate::apps::workflow::catalogue::templates() {
            let (_, opened) = steps::read(&format!("template {}", template.name)).unwrap();
            assert!(!all_of(key.mark(&steps::state_of(&opened), None).unwrap()).passed, "{name}: {}", template.name);
        }
    }
}

#[test]
fn there_are_steps_enough_for_every_way() {
    proof::there_are_steps_enough_for_every_way::<Lines>(&WorkflowBuilder);
}

#[test]
fn names_that_a_brief_asks_for_are_checked() {
    for task in tasks::<Lines>(&WorkflowBuilder) {
        let checks = task.marks(&task.key.attempts.solution).checks;
        let is_checked = checks.iter().any(|check| check.name == "name");
        assert_eq!(is_checked, task.steps_text().contains("new workflow"), "{}", task.name);
    }
}

#[test]
fn a_key_that_cannot_be_meant_is_refused() {
    let (_, text) = proof::files(&WorkflowBuilder).into_iter().find(|(name, _)| name == "remove-sort").unwrap();
    let refusal = |text: &str| proof::refusal(&WorkflowBuilder, text);
    assert_eq!(refusal(&text), None);
    let wrong = refusal(&text.replace("nodes = 4", "nodes = 5")).unwrap();
    assert!(wrong.contains("ends with 4 nodes"), "{wrong}");
    let wrong = refusal(&text.replace("delete sort-1", "delete sort-2")).unwrap();
    assert!(wrong.contains("there is no node \"sort-2\""), "{wrong}");
    let wrong = refusal(&text.replace("fails = ", "because = ")).unwrap();
    assert!(wrong.contains("unknown field"), "{wrong}");
}
