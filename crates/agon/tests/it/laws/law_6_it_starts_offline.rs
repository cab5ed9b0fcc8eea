use crate::support::{Done, TestFolder};
use std::process::Command;

/// Without a network, a home folder or any configuration.
#[test]
fn a_run_needs_no_network_no_home_and_no_account() {
    let place = TestFolder::new();
    let mut command = Command::new("unshare");
    command
        .args([
            "--user",
            "--map-root-user",
            "--net",
            env!("CARGO_BIN_EXE_agon"),
            "run",
            "gym",
            "-a",
            "oracle",
            "--instances",
            "1",
            "--json",
        ])
        .current_dir(place.path("."))
        .env_clear();
    let done = Done::of(command.output().unwrap());
    assert_eq!(done.code, 0, "{}", done.err);
    let counts = &done.json()["counts"];
    assert!(counts["planned"].as_u64().unwrap() >= 28, "every world that needs nothing from outside: {counts}");
    assert_eq!(counts["passed"], counts["planned"]);
}
