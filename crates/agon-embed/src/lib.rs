//! For build scripts: a folder's files as a list in the binary.

#![expect(clippy::print_stdout, reason = "this is how a build script tells cargo")]

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

/// Writes `OUT_DIR/NAME.rs`, which declares `static FILES: &[(&str, &[u8])]`: every file below the folder (given from the crate's own)
/// by its path there. A folder that is not there has no files.
pub fn folder(name: &str, folder: &str) {
    // Asked for at run time: a target folder that was copied holds the script as built for another tree.
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from).unwrap_or_default();
    let folder = variable("CARGO_MANIFEST_DIR").join(folder);
    if let Err(error) = write(&folder, &variable("OUT_DIR").join(format!("{name}.rs"))) {
        println!("cargo:error=the list of the files in {} could not be written: {error}", folder.display());
    }
}

fn write(folder: &Path, list: &Path) -> io::Result<()> {
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    if folder.is_dir() {
        collect(folder, &mut files)?;
    }
    files.sort();
    let mut code = String::from("pub(crate) static FILES: &[(&str, &[u8])] = &[\n");
    for file in files {
        println!("cargo:rerun-if-changed={}", file.display());
        let name = file.strip_prefix(folder).unwrap_or(&file).display().to_string();
        let path = file.canonicalize()?.display().to_string();
        let _ = writeln!(code, "    ({name:?}, include_bytes!({path:?})),");
    }
    code.push_str("];\n");
    std::fs::write(list, code)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            // A new file in a folder is seen only if the folder itself is watched.
            println!("cargo:rerun-if-changed={}", path.display());
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
