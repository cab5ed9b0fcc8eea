use crate::support::TestFolder;
use agon_core::{Event, Verdict};

#[test]
fn expected_seen_and_evidence_are_always_there() {
    let place = TestFolder::new();
    let run = place.run(&["gym", "-a", "oracle", "-a", "random", "-a", "noop", "--instances", "1", "--frames", "none"], "r");
    let mut checks = 0;
    for planned in run.plan() {
        let log = run.attempt(planned.trial, 1).unwrap();
        let evidence =
            log.events.iter().find_map(|e| if let Event::Evidence { evidence, .. } = e { Some(evidence) } else { None });
        let evidence = &evidence.expect("a scored trial has evidence").0;
        let Some(Event::Closed { verdict: Verdict::Scored(marks), .. }) = log.events.last() else { panic!("not scored") };
        for check in &marks.checks {
            checks += 1;
            let what = format!("{} of {}", check.name, planned.instance);
            assert!(!check.expected.is_empty() && !check.seen.is_empty(), "{what}: {check:?}");
            assert!(evidence.pointer(&check.evidence).is_some(), "{what} points nowhere: {}", check.evidence);
            if !check.passed {
                assert_ne!(check.expected, check.seen, "{what}");
            }
        }
    }
    assert!(checks >= 2 * run.plan().len(), "{checks}");
}
