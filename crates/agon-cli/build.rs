//! Tells the commands which source they were built from; a build outside a checkout simply has no commit.

use std::process::Command;

fn main() {
    let head = Command::new("git").args(["rev-parse", "--short=12", "HEAD"]).output();
    let commit = head.ok().filter(|out| out.status.success()).map(|out| String::from_utf8_lossy(&out.stdout).trim().to_owned());
    println!("cargo:rustc-env=AGON_COMMIT={}", commit.unwrap_or_default());
    println!("cargo:rerun-if-changed=../../.git/HEAD");
    println!("cargo:rerun-if-changed=../../.git/refs/heads");
}
