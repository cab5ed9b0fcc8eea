//! Runs that lie in a store: commands that read a run take its address like a folder.

use crate::home;
use crate::ui::Ui;
use agon_record::RunWriter;
use agon_store::{Extent, Store, StoredRun};
use std::path::{Path, PathBuf};

/// Whether this names a place in a store rather than a folder.
pub(crate) fn is_address(run: &Path) -> bool {
    run.to_str().is_some_and(|text| text.contains("://"))
}

/// The run at an address.
pub(crate) async fn open(address: &str) -> anyhow::Result<StoredRun> {
    Ok(StoredRun::open(&Store::open(address)?).await?)
}

/// The folder of a run. One that lies in a store is brought into a folder of the user's cache first; only what is new comes.
pub(crate) async fn folder(run: PathBuf, extent: Extent, ui: &Ui) -> anyhow::Result<PathBuf> {
    let Some(address) = run.to_str().filter(|_| is_address(&run)) else { return Ok(run) };
    let folder = mirror_folder(address);
    bring(&open(address).await?, &folder, extent, ui).await?;
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
pub(crate) async fn bring(run: &StoredRun, folder: &Path, extent: Extent, ui: &Ui) -> anyhow::Result<()> {
    let brought = run.mirror(folder, extent).await?;
    let (url, all) = (run.store().url(), run.terms().trials);
    if brought.new_trials > 0 {
        ui.say(&format!("brought {} trials of {url} into {}", brought.new_trials, folder.display()));
        // Saves the next reader from reading every log. Whoever else is at it does the same.
        let _ = RunWriter::resume(folder);
    }
    if brought.trials < all {
        ui.say(&format!("{} of {all} trials are in {url} so far", brought.trials));
    }
    Ok(())
}

/// Where the mirror of a store lies on this machine.
pub(crate) fn mirror_folder(address: &str) -> PathBuf {
    let name = blake3::hash(address.as_bytes()).to_hex();
    home::cache_folder().join("stores").join(&name[..16])
}
