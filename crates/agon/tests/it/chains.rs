//! Chains on a real desktop: a trial that starts in the middle finds what the stages before have left.

use crate::support::TestFolder;

#[test]
fn a_desktop_chain_starts_after_any_of_its_stages() {
    let place = TestFolder::new();
    let task = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites/chain/professional/bug-release@1");
    for from in [2, 5] {
        let stage = from.to_string();
        let run = place.run(&[task, "-a", "oracle", "--from-stage", &stage], &format!("from-{from}"));
        let row = &run.rows()[0];
        assert!(row.passed && row.stages.len() == 6 - from, "from {from}: {row:?}");
    }
    // The stages before are played by the tree, which an agent that goes by the screen does not get.
    let settings = ["--set", "observation=screen", "--from-stage", "1", "--steps", "1"];
    let run = place.run(&[&[task, "-a", "random"], &settings[..]].concat(), "screen");
    let row = &run.rows()[0];
    assert!(row.void.is_none() && row.stages.len() == 5, "{row:?}");
}
