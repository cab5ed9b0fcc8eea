//! `agon new`: a first suite of one's own, or one more task in it, that already proves itself.

mod imported;

use crate::exit;
use crate::suites::SuiteFolders;
use crate::ui::Ui;
use agon_suitefolder::TaskFolder;
use anyhow::{Context as _, bail};
use clap::{Subcommand, ValueEnum};
use imported::{Source, imported};
use std::fs;
use std::path::{Path, PathBuf};

/// Write a first suite or task of your own
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon new suite my-suite --world web
  agon new suite board --scienceboard ScienceBoard/tasks/VM
  agon new suite computer --osworld OSWorld/examples --files osworld-files
  agon new task my-suite/first/second.toml")]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Write a folder with suite.toml and a first task
    Suite {
        /// The folder to make; its name is the suite's
        folder: PathBuf,
        /// What its tasks are set in
        #[arg(long, value_enum, default_value = "web")]
        world: Kind,
        /// Write, instead of a first task, those of ScienceBoard's tasks that can be set here; a folder with its JSON files
        #[arg(long, value_name = "FOLDER", conflicts_with = "world")]
        scienceboard: Option<PathBuf>,
        /// The same of OSWorld's tasks
        #[arg(long, value_name = "FOLDER", conflicts_with_all = ["world", "scienceboard"])]
        osworld: Option<PathBuf>,
        /// Where start and gold files of OSWorld's tasks lie, as APP/ID/NAME; tasks whose files are not there are left out
        #[arg(long, value_name = "FOLDER", requires = "osworld")]
        files: Option<PathBuf>,
    },
    /// Write one more task into a suite's folder
    Task {
        /// The task's file: SUITE/FOLDER/NAME.toml
        file: PathBuf,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// A page of your own in a browser
    Web,
    /// Programs on a virtual display
    Desktop,
    /// The gym's worlds with settings of your own
    Gym,
    /// Work that is handed in as files
    Workspace,
}

/// A file to write, and its text.
type Template = (&'static str, &'static str);

impl Kind {
    fn suite(self) -> &'static str {
        match self {
            Self::Web => include_str!("web/suite.toml"),
            Self::Desktop => include_str!("desktop/suite.toml"),
            Self::Gym => include_str!("gym/suite.toml"),
            Self::Workspace => include_str!("workspace/suite.toml"),
        }
    }

    fn task(self) -> &'static str {
        match self {
            Self::Web => include_str!("web/task.toml"),
            Self::Desktop => include_str!("desktop/task.toml"),
            Self::Gym => include_str!("gym/task.toml"),
            Self::Workspace => include_str!("workspace/task.toml"),
        }
    }

    /// Where a suite's first task lies.
    fn first_task(self) -> &'static str {
        match self {
            Self::Web => "counter/count.toml",
            Self::Desktop => "plots/line.toml",
            Self::Gym => "maze/large.toml",
            Self::Workspace => "reports/sales.toml",
        }
    }

    /// What a task's folder needs beside it.
    fn beside(self) -> &'static [Template] {
        match self {
            Self::Web => &[
                ("background.md", include_str!("web/background.md")),
                ("site/index.html", include_str!("web/index.html")),
                ("site/counter.css", include_str!("web/counter.css")),
                ("site/counter.js", include_str!("web/counter.js")),
            ],
            Self::Desktop | Self::Gym | Self::Workspace => &[],
        }
    }
}

pub(crate) fn run(args: Args, ui: &Ui) -> anyhow::Result<u8> {
    match args.what {
        What::Suite { folder, scienceboard: Some(tasks), .. } => imported(&folder, &tasks, &Source::ScienceBoard, ui),
        What::Suite { folder, osworld: Some(tasks), files, .. } => imported(&folder, &tasks, &Source::OsWorld { files }, ui),
        What::Suite { folder, world, .. } => suite(&folder, world, ui),
        What::Task { file } => task(&file, ui),
    }
}

fn suite(folder: &Path, kind: Kind, ui: &Ui) -> anyhow::Result<u8> {
    let name = new_name(folder)?;
    write(&folder.join("suite.toml"), kind.suite().replace("NAME", name))?;
    let file = folder.join(kind.first_task());
    write_task(&file, kind)?;
    tell(&file, ui)
}

/// The name of a suite that is to be written, which is its folder's.
fn new_name(folder: &Path) -> anyhow::Result<&str> {
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || !name.chars().all(is_plain) {
        bail!("{}: the folder's name is the suite's, and should be made of small letters, digits and -", folder.display());
    }
    if SuiteFolders::default().open()?.get(name).is_ok() {
        bail!("{name} is the name of a built-in suite; choose another");
    }
    if folder.exists() {
        bail!("{} exists; `agon new task {0}/FOLDER/NAME.toml` writes one more task into a suite", folder.display());
    }
    Ok(name)
}

fn task(file: &Path, ui: &Ui) -> anyhow::Result<u8> {
    let place = || format!("{}: a task is a file SUITE/FOLDER/NAME.toml", file.display());
    let suite = file.parent().and_then(Path::parent).with_context(place)?;
    if file.extension().is_none_or(|ending| ending != "toml") || !suite.join("suite.toml").is_file() {
        bail!("{}, where SUITE holds a suite.toml", place());
    }
    if file.exists() {
        bail!("{} exists", file.display());
    }
    let world = TaskFolder::read(suite)?.suite()?.world;
    let Ok(kind) = Kind::from_str(&world, false) else {
        bail!("{}/suite.toml: there is no world {world:?}", suite.display());
    };
    write_task(file, kind)?;
    tell(file, ui)
}

fn write_task(file: &Path, kind: Kind) -> anyhow::Result<()> {
    write(file, kind.task())?;
    let folder = file.parent().unwrap_or(Path::new(""));
    for (name, text) in kind.beside() {
        let path = folder.join(name);
        // A second task of an application is about the page that is there.
        if !path.exists() {
            write(&path, text)?;
        }
    }
    Ok(())
}

fn write(path: &Path, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let written = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(path, content));
    written.with_context(|| format!("{} could not be written", path.display()))
}

fn tell(file: &Path, ui: &Ui) -> anyhow::Result<u8> {
    let pattern = if file.is_absolute() { file.to_owned() } else { Path::new(".").join(file) };
    ui.say(&format!("wrote {}; self-test it with: agon check {}", file.display(), pattern.with_extension("").display()));
    Ok(exit::DONE)
}
