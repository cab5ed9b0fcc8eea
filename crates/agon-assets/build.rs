//! Embeds the built web pages (`web/dist`). Where they have not been built the list is empty, and whoever needs one says what to do.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    // Asked for at run time: a target folder that was copied holds this script as built for another tree.
    let crate_folder = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default();
    let dist = crate_folder.join("../../web/dist");
    println!("cargo:rerun-if-changed={}", dist.display());
    let mut files = Vec::new();
    collect(&dist, &mut files);
    files.sort();
    let mut code = String::from("pub(crate) static FILES: &[(&str, &[u8])] = &[\n");
    for file in files {
        println!("cargo:rerun-if-changed={}", file.display());
        let name = file.strip_prefix(&dist).unwrap_or(&file).display().to_string();
        let path = file.canonicalize().unwrap_or_else(|_| file.clone());
        let _ = writeln!(code, "    ({name:?}, include_bytes!({:?})),", path.display().to_string());
    }
    code.push_str("];\n");
    let out = std::env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    if let Err(error) = std::fs::write(out.join("files.rs"), code) {
        println!("cargo:error=the list of web files could not be written: {error}");
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
