//! Suites of other benchmarks' tasks.

use super::{Kind, new_name, write};
use crate::exit;
use crate::ui::Ui;
use agon_desktop::{Imported, osworld, scienceboard};
use anyhow::{Context as _, bail};
use std::fs;
use std::path::{Path, PathBuf};

/// A benchmark whose tasks become ours.
pub(super) enum Source {
    ScienceBoard,
    OsWorld { files: Option<PathBuf> },
}

impl Source {
    fn name(&self) -> &'static str {
        match self {
            Self::ScienceBoard => "ScienceBoard",
            Self::OsWorld { .. } => "OSWorld",
        }
    }

    fn task_file(&self, name: &str, json: &str) -> Result<Imported, String> {
        match self {
            Self::ScienceBoard => scienceboard::task_file(name, json),
            Self::OsWorld { files } => osworld::task_file(name, json, files.as_deref()),
        }
    }
}

/// Another benchmark's tasks as a suite: PROGRAM/NAME.json becomes program/name.toml.
pub(super) fn imported(folder: &Path, tasks: &Path, source: &Source, ui: &Ui) -> anyhow::Result<u8> {
    let name = new_name(folder)?;
    if let Source::OsWorld { files: Some(files) } = source
        && !files.is_dir()
    {
        bail!("{} is no folder", files.display());
    }
    let mut files = Vec::new();
    find_json(tasks, &mut files)?;
    files.sort();
    let (mut written, mut left_out) = (0, Vec::new());
    for file in &files {
        let part =
            |path: Option<&Path>| path.and_then(Path::file_stem).and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        let (program, task) = (part(file.parent()), part(Some(file)));
        let json = fs::read_to_string(file).with_context(|| format!("{} could not be read", file.display()))?;
        match source.task_file(&format!("{program}/{task}"), &json) {
            Ok(imported) => {
                write(&folder.join(program.to_lowercase()).join(task.to_lowercase()).with_extension("toml"), &imported.text)?;
                for (path, content) in &imported.data {
                    write(&folder.join(path), content)?;
                }
                written += 1;
            }
            Err(reason) => left_out.push(format!("{program}/{task}: {reason}")),
        }
    }
    if written == 0 {
        let example = left_out.first().map(|line| format!(", such as {line}")).unwrap_or_default();
        bail!("{} holds no task of {} that can be set here{example}", tasks.display(), source.name());
    }
    let about = format!("Tasks of {}", source.name());
    let head = Kind::Desktop.suite().replace("NAME", name).replace("Tasks of my own in desktop programs", &about);
    write(&folder.join("suite.toml"), &head)?;
    for line in &left_out {
        ui.say(&format!("left out {line}"));
    }
    let pattern = if folder.is_absolute() { folder.to_owned() } else { Path::new(".").join(folder) };
    ui.say(&format!("wrote {written} of {} tasks; self-test them with: agon check {}", files.len(), pattern.display()));
    Ok(exit::DONE)
}

fn find_json(folder: &Path, found: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let unreadable = || format!("{} could not be read", folder.display());
    for entry in fs::read_dir(folder).with_context(unreadable)? {
        let path = entry.with_context(unreadable)?.path();
        if path.is_dir() && !path.is_symlink() {
            find_json(&path, found)?;
        } else if path.extension().is_some_and(|ending| ending == "json") {
            found.push(path);
        }
    }
    Ok(())
}
