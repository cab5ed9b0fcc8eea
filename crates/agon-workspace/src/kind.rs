//! Workspaces for task files: what a task gives, needs and may take.

use crate::software;
use crate::world::{Bounds, WorkspaceOpening};
use agon_core::{BoxFuture, Fault, Need, Settings, Surface, Weight, World};
use agon_taskfile::{BadSetting, Draft, Opening, Own, Problem, WorldKind, WorldTask};
use serde::Deserialize;
use std::sync::Arc;

/// Opens a world for one trial.
pub type Opener = Arc<dyn Fn(WorkspaceOpening) -> BoxFuture<'static, Result<Box<dyn World>, Fault>> + Send + Sync>;

/// Files, a shell, and nothing else.
pub struct WorkspaceKind {
    open: Opener,
}

/// What a task file says beside the parts that all kinds have.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// Names of what `software.rs` knows.
    #[serde(default)]
    software: Vec<String>,
    #[serde(default)]
    bounds: Bounds,
    card: Option<Card>,
    start: Option<Start>,
}

/// Who would do such work, and how far it is from what models can do.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Card {
    profession: String,
    subdomain: String,
    tier: Tier,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Tier {
    NearTerm,
    FullSpectrum,
    LastExam,
}

/// A command that prepares the workspace before the agent comes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Start {
    shell: String,
}

struct WorkspaceTask {
    software: Vec<Need>,
    bounds: Bounds,
    start: Option<String>,
    surfaces: Vec<Surface>,
    names: Vec<String>,
    open: Opener,
}

impl WorkspaceKind {
    pub fn new(open: Opener) -> Self {
        Self { open }
    }
}

impl WorldKind for WorkspaceKind {
    fn name(&self) -> &'static str {
        "workspace"
    }

    fn read(&self, draft: Draft<'_>) -> Result<Own, Problem> {
        let file: File =
            toml::Value::Table(draft.own).try_into().map_err(|error: toml::de::Error| error.message().trim().to_owned())?;
        let surfaces = draft.surfaces.unwrap_or_else(|| vec![Surface::Shell, Surface::Files]);
        let known = [Surface::Shell, Surface::Files, Surface::Calls, Surface::Answer];
        if let Some(other) = surfaces.iter().find(|surface| !known.contains(surface)) {
            return Err(format!("a workspace has no surface {}; it has shell, files, calls and answer", other.word()).into());
        }
        file.bounds.sound()?;
        let software = file.software.iter().map(|name| software::named(name)).collect::<Result<_, _>>()?;
        let mut tags = vec!["deliverable".to_owned()];
        if let Some(card) = &file.card {
            if card.profession.trim().is_empty() || card.subdomain.trim().is_empty() {
                return Err("card: its `profession` and `subdomain` are not empty".into());
            }
            tags.extend([card.tier.word().to_owned(), card.subdomain.clone(), card.profession.clone()]);
        }
        let instruction = draft.instruction.ok_or("it has no `instruction`")?;
        let world = WorkspaceTask {
            software,
            bounds: file.bounds,
            start: file.start.map(|start| start.shell),
            surfaces: surfaces.clone(),
            names: file.software,
            open: self.open.clone(),
        };
        Ok(Own { world: Arc::new(world), instruction, surfaces, tags, key: None })
    }

    fn has_files(&self) -> bool {
        true
    }

    fn has_screen(&self) -> bool {
        false
    }

    fn takes_files(&self) -> bool {
        true
    }

    fn is_exact(&self) -> bool {
        false
    }

    fn weight(&self) -> Weight {
        Weight { memory_mib: 1000, cores: 1.0 }
    }

    fn needs(&self) -> Vec<Need> {
        software::base()
    }
}

impl Tier {
    fn word(self) -> &'static str {
        match self {
            Self::NearTerm => "near-term",
            Self::FullSpectrum => "full-spectrum",
            Self::LastExam => "last-exam",
        }
    }
}

impl WorldTask for WorkspaceTask {
    fn subject(&self) -> &'static str {
        "workspace"
    }

    fn settings(&self) -> Settings {
        Settings::new()
    }

    fn brief(&self, _: &Settings, asks_for_answer: bool) -> Result<(Vec<Surface>, String), BadSetting> {
        let Bounds { memory_mib, disk_mib, .. } = self.bounds;
        let mut rules = format!(
            "You work in a folder of your own on a Debian computer without a network. What you are given is in input/, and in software/ if \
             there is any; neither can be changed. Put what you hand in into output/: the files there when you say `done` are what counts. \
             The rest of the folder, and /tmp during a command, are yours for work in between. Commands start in the folder; whatever \
             one leaves running ends with it. All processes together may take {memory_mib} MiB of memory, all files {disk_mib} MiB."
        );
        if !self.names.is_empty() {
            rules.push_str(&format!(" Installed for this, beside the usual commands: {}.", self.names.join(", ")));
        }
        rules.push_str(" Each action is one step.");
        if asks_for_answer {
            rules.push_str(" Hand in what is asked for as an answer with `answer`; the last one counts.");
        }
        Ok((self.surfaces.clone(), rules))
    }

    fn open<'a>(&'a self, _: &'a Settings, trial: Opening) -> BoxFuture<'a, Result<Box<dyn World>, Fault>> {
        (self.open)(WorkspaceOpening { bounds: self.bounds, start: self.start.clone(), trial })
    }

    fn needs(&self) -> Vec<Need> {
        self.software.clone()
    }
}
