//! Makes what is installed smaller.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        // Addresses that the loader adjusts at the start, packed: two megabytes less.
        if can_load_packed_addresses() {
            println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
        }
        // Functions that are the same byte for byte, once.
        if links_with_lld() {
            println!("cargo:rustc-link-arg-bins=-Wl,--icf=all");
        }
    }
}

/// Whether this machine has glibc 2.36 or newer, and builds for itself.
fn can_load_packed_addresses() -> bool {
    let is_native = std::env::var("HOST").ok() == std::env::var("TARGET").ok();
    let told =
        Command::new("getconf").arg("GNU_LIBC_VERSION").output().map(|out| String::from_utf8_lossy(&out.stdout).into_owned());
    let version = told.ok().and_then(|told| told.trim().strip_prefix("glibc 2.")?.parse::<u32>().ok());
    is_native && version.is_some_and(|minor| minor >= 36)
}

/// Whether the linker is the one that comes with the toolchain, as it is where nobody has chosen another. Others may not know its flags.
fn links_with_lld() -> bool {
    let is_default = std::env::var("TARGET").is_ok_and(|target| target == "x86_64-unknown-linux-gnu");
    let flags = std::env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let is_changed = std::env::var_os("RUSTC_LINKER").is_some() || ["link", "fuse-ld"].iter().any(|word| flags.contains(word));
    is_default && !is_changed
}
