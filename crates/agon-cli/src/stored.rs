//! Runs that lie in a store: commands that read a run take its address like a folder.

use crate::home;
use crate::ui::Ui;
use agon_record::RunWriter;
use agon_store::{Extent, Mirrored, Store, StoredRun};
use std::path::{Path, PathBuf};

/// The address of a run that lies in a store, be it a folder; none if this is the folder of a run.
pub(crate) fn address(run: &Path) -> Option<String> {
    let text = run.to_str()?;
    if text.contains("://") {
        return Some(text.into());
    }
    let folder = std::path::absolute(run).ok().filter(|folder| StoredRun::is_in(folder))?;
    folder.to_str().map(String::from)
}

/// The run at an address.
pub(crate) async fn open(address: &str) -> anyhow::Result<StoredRun> {
    Ok(StoredRun::open(&Store::open(address)?).await?)
}

/// The folder of a run. One that lies in a store is brought into a folder of the user's cache first; only what is new comes.
pub(crate) async fn folder(run: PathBuf, extent: Extent, ui: &Ui) -> anyhow::Result<PathBuf> {
    let Some(address) = address(&run) else { return Ok(run) };
    let folder = mirror_folder(&address);
    bring(&open(&address).await?, &folder, extent, ui).await?;
    Ok(folder)
}

/// The same of several.
pub(crate) async fn all(runs: Vec<PathBuf>, extent: Extent, ui: &Ui) -> anyhow::Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for run in runs {
        folders.push(folder(run, extent, ui).await?);
    }
    Ok(folders)
}

/// Brings what is new into a folder, and its index up to date.
pub(crate) async fn mirror(run: &StoredRun, folder: &Path, extent: Extent) -> anyhow::Result<Mirrored> {
    let brought = run.mirror(folder, extent).await?;
    if brought.new_trials > 0 {
        // Saves the next reader from reading every log. Whoever else is at it does the same.
        let _ = RunWriter::resume(folder);
    }
    Ok(brought)
}

/// The same, and says what has come and what is still to come.
pub(crate) async fn bring(run: &StoredRun, folder: &Path, extent: Extent, ui: &Ui) -> anyhow::Result<()> {
    let brought = mirror(run, folder, extent).await?;
    let (url, all) = (run.store().url(), run.terms().trials);
    if brought.new_trials > 0 {
        ui.say(&format!("brought {} trials of {url} into {}", brought.new_trials, folder.display()));
    }
    if brought.trials < all {
        ui.say(&format!("{} of {all} trials are in {url} so far", brought.trials));
    }
    Ok(())
}

/// Where the mirror of a store lies on this machine.
fn mirror_folder(address: &str) -> PathBuf {
    let name = blake3::hash(address.as_bytes()).to_hex();
    home::cache_folder().join("stores").join(&name[..16])
}
