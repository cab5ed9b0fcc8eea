//! `agon pack`: a suite's folder as one encrypted file.

use crate::exit;
use crate::suites::SuiteFolders;
use crate::ui::Ui;
use agon_suitefolder::{PackKey, TaskFolder};
use anyhow::{Context as _, bail};
use rustix::rand::{GetRandomFlags, getrandom};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// Encrypt a suite's folder, so that its tasks can be handed on without being read
///
/// Whoever has the key runs it: AGON_PACK_KEY=KEY agon run SUITE --suite FILE
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon pack ./my-suite -o my.pack --key-file my.key  # makes my.key if missing")]
pub(crate) struct Args {
    /// The suite's folder
    folder: PathBuf,
    /// The pack to write
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// Where the key is, or is to be written
    #[arg(long, value_name = "FILE")]
    key_file: PathBuf,
}

pub(crate) fn run(args: Args, ui: &Ui) -> anyhow::Result<u8> {
    let Args { folder, out, key_file } = args;
    // What cannot be used is not worth a pack.
    let suites = SuiteFolders::new(vec![folder.clone()], None).open()?;
    let files = TaskFolder::read(&folder)?;
    let name = files.suite()?.name;
    let tasks = suites.get(&name)?.tasks().len();
    if out.exists() {
        bail!("{} exists", out.display());
    }
    let key = key(&key_file)?;
    let pack = files.packed(&key, random()?)?;
    fs::write(&out, &pack).with_context(|| format!("{} cannot be written", out.display()))?;
    ui.say(&format!("{}: {name}, {tasks} tasks, {} bytes; its key is in {}", out.display(), pack.len(), key_file.display()));
    Ok(exit::DONE)
}

/// The key in a file, or a new one that is then there, for its owner alone.
fn key(file: &Path) -> anyhow::Result<PackKey> {
    if file.exists() {
        let text = fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
        return text.parse().with_context(|| file.display().to_string());
    }
    let key = PackKey::new(random()?);
    let mut new = OpenOptions::new().write(true).create_new(true).mode(0o600).open(file);
    new.as_mut()
        .map_err(|error| std::io::Error::new(error.kind(), error.to_string()))
        .and_then(|file| writeln!(file, "{}", key.written()))
        .with_context(|| format!("{} cannot be written", file.display()))?;
    Ok(key)
}

fn random<const N: usize>() -> anyhow::Result<[u8; N]> {
    let mut bytes = [0; N];
    let filled = getrandom(&mut bytes, GetRandomFlags::empty())?;
    if filled == N { Ok(bytes) } else { bail!("the system gave no random bytes") }
}
