//! A run of a store as a folder, for everything that reads folders. Brought again later, only what is new comes.
//!
//! `commits.jsonl` in the folder lists the trials that are there, one line each, written after the files of the trial. What it lists
//! is not asked for again: a second mirror costs the listings of blocks and of open groups, and the new trials.

use crate::attempt::named_in;
use crate::keys;
use crate::patience::{OF_COMMANDS, patiently};
use crate::records::{self, Commit, LogRef};
use crate::run::AT_ONCE;
use crate::{StoreError, StoredRun, files};
use agon_record::attempt_file;
use futures_util::{StreamExt, TryStreamExt, stream};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

const COMMITS: &str = "commits.jsonl";

/// What a mirror has of each trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Extent {
    /// Its logs: enough for reports and statistics.
    Logs,
    /// Its logs, frames and files: enough to mark, verify, replay and export.
    Everything,
}

/// What a mirror brought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mirrored {
    /// Trials that are in the folder now.
    pub trials: u32,
    /// Trials that were brought this time.
    pub new_trials: u32,
    /// Files that were brought this time.
    pub new_files: u64,
    /// And their bytes.
    pub new_bytes: u64,
}

/// A line of `commits.jsonl`.
#[derive(Serialize, Deserialize)]
struct Line {
    extent: Extent,
    #[serde(flatten)]
    commit: Commit,
}

impl StoredRun {
    /// Brings every committed trial into a folder, which is the mirror's alone. Every log is held against the hash of its commit.
    pub async fn mirror(&self, folder: &Path, extent: Extent) -> Result<Mirrored, StoreError> {
        let list = folder.join(COMMITS);
        if folder.join("trials").exists() && !list.exists() {
            let problem = format!("{} is the folder of a run, not a mirror; choose another", folder.display());
            return Err(StoreError::Terms { problem });
        }
        let mut lines = Lines::open(&list)?;
        self.bring_plan(folder).await?;
        let has = |trial: u32| lines.trials.get(&trial).is_some_and(|known| *known >= extent);
        let commits = self.commits(has).await?;
        let mut mirrored = Mirrored::default();
        let mut brought = stream::iter(commits).map(|commit| self.bring_trial(folder, extent, commit)).buffer_unordered(AT_ONCE);
        while let Some((commit, files, bytes)) = brought.try_next().await? {
            mirrored.new_files += files;
            mirrored.new_bytes += bytes;
            mirrored.new_trials += 1;
            lines.add(Line { extent, commit })?;
        }
        mirrored.trials = lines.trials.len() as u32;
        Ok(mirrored)
    }

    /// The commits of trials that are not had yet: those of ended blocks from their ends, the others one by one.
    async fn commits(&self, has: impl Fn(u32) -> bool + Copy) -> Result<Vec<Commit>, StoreError> {
        let ended = self.ended_blocks().await?;
        let new_ends: Vec<u32> = ended.iter().copied().filter(|block| !self.terms().trials_of(*block).all(has)).collect();
        let ends = stream::iter(new_ends).map(|block| self.read_lines(self.terms().block(block))).buffer_unordered(AT_ONCE);
        let mut commits: Vec<Commit> = ends.try_collect::<Vec<_>>().await?.into_iter().flatten().collect();
        let groups =
            stream::iter(self.open_groups(&ended)).map(|group| async move { self.list(&keys::done_of_group(group)).await });
        let names: Vec<Vec<String>> = groups.buffer_unordered(AT_ONCE).try_collect().await?;
        let trials: BTreeSet<u32> = names.iter().flatten().filter_map(|name| keys::last_number(name)).collect();
        let is_new =
            |trial: &u32| *trial < self.terms().trials && !ended.contains(&self.terms().block_of(*trial)) && !has(*trial);
        let single = trials.into_iter().filter(is_new).map(|trial| self.read_lines(self.terms().done(trial)));
        commits.extend(stream::iter(single).buffer_unordered(AT_ONCE).try_collect::<Vec<_>>().await?.into_iter().flatten());
        commits.retain(|commit| commit.trial < self.terms().trials && !has(commit.trial));
        commits.sort_by_key(|commit| commit.trial);
        Ok(commits)
    }

    async fn read_lines(&self, key: String) -> Result<Vec<Commit>, StoreError> {
        let changed = |problem: &str| StoreError::Changed { key: key.clone(), problem: problem.into() };
        let body = self.get(&key).await?.ok_or_else(|| changed("it is listed and not there"))?;
        let lines = body.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        lines.map(|line| records::read(line).ok_or_else(|| changed("it is not a commit"))).collect()
    }

    /// Brings the files of a trial; how many they were, and their bytes.
    async fn bring_trial(&self, folder: &Path, extent: Extent, commit: Commit) -> Result<(Commit, u64, u64), StoreError> {
        let (mut files, mut bytes) = (0, 0);
        for log in &commit.logs {
            let local = attempt_file(folder, commit.trial, log.attempt);
            if !is_there(&local, log) {
                let is_its = |written: &files::Written| match written.blake3 == log.blake3 {
                    true => Ok(()),
                    false => {
                        Err(StoreError::Changed { key: log.key.clone(), problem: "its hash is not that of its commit".into() })
                    }
                };
                let brought = patiently(OF_COMMANDS, || self.store().get_file(&log.key, &local, is_its));
                bytes += brought.await?.ok_or_else(|| gone(&log.key))?;
                files += 1;
            }
            if extent == Extent::Everything {
                let changed = |problem| StoreError::Changed { key: log.key.clone(), problem };
                let (named, _) = named_in(&files::read(&local).await?).map_err(changed)?;
                // Frames that its run did not keep are not in the store either.
                let wanted = named.frames.iter().map(|file| (file, false)).chain(named.artifacts.iter().map(|file| (file, true)));
                for (file, is_needed) in wanted {
                    match self.bring(folder, file).await? {
                        Some(0) => {}
                        Some(length) => (files, bytes) = (files + 1, bytes + length),
                        None if is_needed => return Err(gone(&file.display().to_string())),
                        None => {}
                    }
                }
            }
        }
        Ok((commit, files, bytes))
    }
}

fn gone(key: &str) -> StoreError {
    StoreError::Changed { key: key.into(), problem: "it is gone".into() }
}

/// Whether a log was brought before, by a mirror that was broken off.
fn is_there(local: &Path, log: &LogRef) -> bool {
    local.metadata().is_ok_and(|metadata| metadata.len() == log.bytes)
        && fs::read(local).is_ok_and(|bytes| *blake3::hash(&bytes).to_hex() == *log.blake3)
}

/// `commits.jsonl`.
struct Lines {
    file: fs::File,
    path: std::path::PathBuf,
    trials: BTreeMap<u32, Extent>,
}

impl Lines {
    fn open(path: &Path) -> Result<Self, StoreError> {
        let failed = |error| StoreError::file(path, error);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|error| StoreError::file(parent, error))?;
        }
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
        let bytes = fs::read(path).map_err(failed)?;
        if bytes.last().is_some_and(|last| *last != b'\n') {
            // A line that was torn is ended, and read as nothing.
            file.write_all(b"\n").map_err(failed)?;
        }
        let lines = bytes.split(|byte| *byte == b'\n').filter_map(records::read::<Line>);
        let trials = lines.map(|line| (line.commit.trial, line.extent)).collect();
        Ok(Self { file, path: path.into(), trials })
    }

    fn add(&mut self, line: Line) -> Result<(), StoreError> {
        let mut text = records::write(&line).to_vec();
        text.push(b'\n');
        self.file.write_all(&text).map_err(|error| StoreError::file(&self.path, error))?;
        self.trials.insert(line.commit.trial, line.extent);
        Ok(())
    }
}
