//! Embeds the science suite's task files and the data files they copy (`suites/science`).

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/science");
    println!("cargo:rerun-if-changed={}", suite.display());
    let mut files = Vec::new();
    collect(&suite, &mut files);
    files.sort();
    let mut tasks = String::from("pub(super) static TASKS: &[(&str, &str)] = &[\n");
    let mut data = String::from("pub(super) static DATA: &[(&str, &[u8])] = &[\n");
    for file in files {
        println!("cargo:rerun-if-changed={}", file.display());
        let name = file.strip_prefix(&suite).unwrap_or(&file).display().to_string();
        let path = file.canonicalize().unwrap_or_else(|_| file.clone()).display().to_string();
        if name.starts_with("data/") {
            let _ = writeln!(data, "    ({name:?}, include_bytes!({path:?})),");
        } else if let Some(name) = name.strip_suffix(".toml").filter(|name| name.contains('/')) {
            let _ = writeln!(tasks, "    ({name:?}, include_str!({path:?})),");
        }
    }
    let code = format!("{tasks}];\n{data}];\n");
    let out = std::env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    if let Err(error) = std::fs::write(out.join("science.rs"), code) {
        println!("cargo:error=the list of science tasks could not be written: {error}");
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            // A new file in a folder is seen only if the folder itself is watched.
            println!("cargo:rerun-if-changed={}", path.display());
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
