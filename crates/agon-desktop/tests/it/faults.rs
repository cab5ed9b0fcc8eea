//! Parts of desks that are killed at any moment of a sitting: it is void with the part named, or complete, and nothing stays.

use crate::desk::ours;
use crate::world::{Window, opening};
use crate::{click, text};
use agon_core::Fault;
use agon_desktop::world;
use agon_reap::Keeper;
use agon_testkit::step;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const VICTIMS: [&str; 8] =
    ["Xvfb", "openbox", "xev", "at-spi2-registr", "dbus-daemon", "at-spi-bus-laun", "bwrap", "dbus-daemon"];
const NAMES: [&str; 8] = [
    "the X server",
    "the window manager",
    "the program",
    "Window",
    "the accessibility registry",
    "the accessibility bus",
    "the session bus",
    "the sandbox",
];
/// A sitting takes about as long.
const LONGEST_MS: u32 = 1500;

#[tokio::test]
async fn parts_are_killed_at_random_moments() {
    for victim in VICTIMS {
        let folder = tempfile::tempdir().unwrap();
        let nanoseconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().subsec_nanos();
        let delay = Duration::from_millis((nanoseconds / 1000 % LONGEST_MS).into());
        let is_over = AtomicBool::new(false);
        let kill = async {
            tokio::time::sleep(delay).await;
            while !is_over.load(Ordering::Relaxed) {
                if let Some(process) = ours().into_iter().find(|process| process.name == victim) {
                    return process.kill();
                }
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        let sitting = async {
            let outcome = sit(folder.path()).await;
            is_over.store(true, Ordering::Relaxed);
            outcome
        };
        match tokio::join!(sitting, kill).0 {
            Ok(evidence) => assert_eq!(evidence["state"], json!({"running": true, "examined": true}), "{victim}, {delay:?}"),
            Err(fault) => {
                let is_named = NAMES.iter().any(|name| fault.detail.starts_with(name));
                assert!(is_named, "{victim} after {delay:?}: {fault:?}");
            }
        }
        assert_eq!(ours(), [], "{victim}, {delay:?}");
        let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["state"], "{victim}, {delay:?}");
    }
}

async fn sit(folder: &Path) -> Result<Value, Fault> {
    let keeper = Keeper::open(&folder.join("state"), folder).unwrap();
    let mut world = world::open(opening(&Window, ""), &keeper).await?;
    world.observe().await?;
    for place in 1..=5 {
        step(world.as_mut(), &[], &click(960.0 + f64::from(place), 500.0)).await?;
        step(world.as_mut(), &[], &text("typed")).await?;
    }
    Ok(world.door().evidence().await?.0)
}
