//! The edges between crates, as ARCHITECTURE.md draws them.

use serde_json::Value;
use std::collections::BTreeMap;
use std::process::Command;

/// What each crate may use of ours. A new edge is a decision, made here and written down in ARCHITECTURE.md.
const ALLOWED: [(&str, &[&str]); 40] = [
    ("agon-core", &[]),
    ("agon-grade", &["agon-core"]),
    ("agon-artifact", &[]),
    ("agon-image", &["agon-core"]),
    ("agon-dialect", &["agon-core"]),
    ("agon-model", &["agon-core"]),
    ("agon-reap", &[]),
    ("agon-mujoco", &[]),
    ("agon-gym", &["agon-core", "agon-grade", "agon-mujoco"]),
    ("agon-flight", &["agon-core", "agon-embed"]),
    ("agon-internet", &["agon-core", "agon-embed"]),
    ("agon-chain", &["agon-core", "agon-embed", "agon-grade", "agon-internet", "agon-suitefolder"]),
    ("agon-cdp", &["agon-reap"]),
    ("agon-embed", &[]),
    ("agon-assets", &["agon-embed"]),
    ("agon-server", &["agon-assets", "agon-core", "agon-image"]),
    ("agon-suitefolder", &["agon-core"]),
    ("agon-viewer", &["agon-assets", "agon-core", "agon-image", "agon-model", "agon-record", "agon-report", "agon-server"]),
    ("agon-taskfile", &["agon-artifact", "agon-core", "agon-grade", "agon-suitefolder"]),
    (
        "agon-web",
        &[
            "agon-assets",
            "agon-cdp",
            "agon-chain",
            "agon-core",
            "agon-embed",
            "agon-flight",
            "agon-grade",
            "agon-internet",
            "agon-reap",
            "agon-server",
            "agon-taskfile",
        ],
    ),
    ("agon-sandbox", &["agon-core", "agon-reap"]),
    ("agon-container", &["agon-core", "agon-reap", "agon-sandbox"]),
    ("agon-screen", &["agon-core", "agon-reap", "agon-sandbox"]),
    ("agon-desktop", &["agon-core", "agon-embed", "agon-reap", "agon-sandbox", "agon-screen", "agon-taskfile"]),
    (
        "agon-workspace",
        &["agon-container", "agon-core", "agon-embed", "agon-reap", "agon-sandbox", "agon-screen", "agon-taskfile"],
    ),
    ("agon-record", &["agon-core", "agon-image"]),
    ("agon-seat", &["agon-core", "agon-image"]),
    (
        "agon-agents",
        &[
            "agon-core",
            "agon-dialect",
            "agon-image",
            "agon-mcp",
            "agon-model",
            "agon-reap",
            "agon-record",
            "agon-sandbox",
            "agon-seat",
        ],
    ),
    ("agon-mcp", &["agon-core", "agon-dialect", "agon-image", "agon-seat"]),
    ("agon-run", &["agon-core", "agon-record", "agon-seat"]),
    ("agon-publish", &["agon-core", "agon-record"]),
    ("agon-report", &["agon-assets", "agon-core", "agon-record", "agon-stats"]),
    ("agon-stats", &["agon-core"]),
    ("agon-store", &["agon-core", "agon-record"]),
    ("agon-judge", &["agon-core", "agon-image", "agon-model", "agon-record", "agon-report"]),
    ("agon-demos", &["agon-core", "agon-record"]),
    ("agon-testkit", &["agon-core", "agon-grade", "agon-seat"]),
    ("agon", &["agon-cli"]),
    (
        "agon-cli",
        &[
            "agon-agents",
            "agon-assets",
            "agon-chain",
            "agon-container",
            "agon-core",
            "agon-demos",
            "agon-desktop",
            "agon-gym",
            "agon-image",
            "agon-judge",
            "agon-mcp",
            "agon-publish",
            "agon-reap",
            "agon-record",
            "agon-report",
            "agon-run",
            "agon-seat",
            "agon-server",
            "agon-store",
            "agon-suitefolder",
            "agon-taskfile",
            "agon-viewer",
            "agon-web",
            "agon-workspace",
        ],
    ),
    ("agon-python", &["agon-cli", "agon-core", "agon-dialect", "agon-gym", "agon-image", "agon-suitefolder"]),
];

#[test]
fn crates_use_only_what_they_may() {
    let output =
        Command::new(env!("CARGO")).args(["metadata", "--format-version", "1", "--no-deps", "--offline"]).output().unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let allowed: BTreeMap<&str, &[&str]> = ALLOWED.into_iter().collect();
    let packages = metadata["packages"].as_array().unwrap();
    assert_eq!(packages.len(), allowed.len(), "a new crate needs a row here and in crates/README.md");
    let readme = include_str!("../../../README.md");
    for package in packages {
        let name = package["name"].as_str().unwrap();
        let may = allowed.get(name).unwrap_or_else(|| panic!("{name} has no row here"));
        assert!(readme.contains(&format!("**{name}**")), "crates/README.md does not introduce {name}");
        for dependency in package["dependencies"].as_array().unwrap() {
            let used = dependency["name"].as_str().unwrap();
            // Tests may use what they like.
            if used.starts_with("agon") && dependency["kind"] != "dev" {
                assert!(may.contains(&used), "{name} must not use {used}");
            }
        }
    }
}

/// Core is data and traits: no runtime, no clock, no files.
#[test]
fn core_does_no_input_or_output() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../agon-core/src");
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        for word in ["std::fs", "std::net", "std::process", "std::time", "tokio", "std::env"] {
            assert!(!text.contains(word), "{} uses {word}", path.display());
        }
    }
}
