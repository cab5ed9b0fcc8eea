//! For build scripts: files in the binary, compressed.

#![expect(clippy::print_stdout, reason = "this is how a build script tells cargo")]

use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Writes `OUT_DIR/NAME.rs`, which declares `static FILES: &[(&str, bool, &[u8])]`: every file below the folder by its path there, whether it
/// is compressed, and its bytes. Those that would not become much smaller are left as they are.
pub fn folder_of_compressed(name: &str, folder: &str) {
    told(folder, |folder, out| write_list_of_compressed(folder, out, &out.join(format!("{name}.rs"))));
}

/// Writes `OUT_DIR/NAME.zlib`: every file below the folder, its path and then its bytes, each after its length in eight bytes.
pub fn compressed_folder(name: &str, folder: &str) {
    told(folder, |folder, out| write_compressed(folder, &out.join(format!("{name}.zlib"))));
}

/// Writes `OUT_DIR/NAME.zlib`: one file's bytes.
pub fn compressed_file(name: &str, file: &str) {
    told(file, |file, out| {
        println!("cargo:rerun-if-changed={}", file.display());
        let mut encoder = ZlibEncoder::new(fs::File::create(out.join(format!("{name}.zlib")))?, Compression::best());
        encoder.write_all(&fs::read(file)?)?;
        encoder.finish()?.sync_all()
    });
}

fn told(folder: &str, write: impl FnOnce(&Path, &Path) -> io::Result<()>) {
    // Asked for at run time: a target folder that was copied holds the script as built for another tree.
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from).unwrap_or_default();
    let folder = variable("CARGO_MANIFEST_DIR").join(folder);
    if let Err(error) = write(&folder, &variable("OUT_DIR")) {
        println!("cargo:error=the files in {} could not be embedded: {error}", folder.display());
    }
}

fn write_list_of_compressed(folder: &Path, out: &Path, list: &Path) -> io::Result<()> {
    let mut code = String::from("pub(crate) static FILES: &[(&str, bool, &[u8])] = &[\n");
    for (number, (name, path)) in files(folder)?.into_iter().enumerate() {
        let plain = fs::read(&path)?;
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&plain)?;
        let packed = encoder.finish()?;
        let is_packed = packed.len() < plain.len() / 10 * 9;
        let path = if is_packed { out.join(format!("{number}.zlib")) } else { path.canonicalize()? };
        if is_packed {
            fs::write(&path, packed)?;
        }
        let path = path.display().to_string();
        let _ = writeln!(code, "    ({name:?}, {is_packed}, include_bytes!({path:?})),");
    }
    code.push_str("];\n");
    fs::write(list, code)
}

fn write_compressed(folder: &Path, to: &Path) -> io::Result<()> {
    let mut encoder = ZlibEncoder::new(fs::File::create(to)?, Compression::best());
    for (name, path) in files(folder)? {
        for part in [name.as_bytes(), &fs::read(path)?] {
            encoder.write_all(&(part.len() as u64).to_le_bytes())?;
            encoder.write_all(part)?;
        }
    }
    encoder.finish()?.sync_all()
}

/// Every file by its path below the folder, in order; cargo watches them.
fn files(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    if folder.is_dir() {
        collect(folder, &mut files)?;
    }
    files.sort();
    let named = |file: PathBuf| {
        println!("cargo:rerun-if-changed={}", file.display());
        (file.strip_prefix(folder).unwrap_or(&file).display().to_string(), file)
    };
    Ok(files.into_iter().map(named).collect())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
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
