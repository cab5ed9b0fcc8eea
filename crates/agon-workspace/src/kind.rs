//! Workspaces for task files: what a task gives, needs and may take.

use crate::container::{self, Choice};
use crate::network::{self, NamedHost};
use crate::screen::{Opened, ScreenOpening};
use crate::software;
use crate::world::{Bounds, ContainerOpening, WorkspaceOpening};
use agon_container::EngineChoice;
use agon_core::{BoxFuture, Fault, Need, Settings, Surface, Weight, World};
use agon_taskfile::{BadSetting, Draft, ObservationMode, Opening, Own, Problem, View, ViewChoices, WorldKind, WorldTask};
use serde::Deserialize;
use std::sync::Arc;

/// Opens a world for one trial.
pub type Opener = Arc<dyn Fn(WorkspaceOpening) -> BoxFuture<'static, Result<Box<dyn World>, Fault>> + Send + Sync>;

/// Files, a shell, and where the task says so a screen.
pub struct WorkspaceKind {
    open: Opener,
    engine: Arc<EngineChoice>,
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
    /// Hosts that the agent may reach, each with its port.
    #[serde(default)]
    network: Vec<NamedHost>,
    card: Option<Card>,
    start: Option<Start>,
    screen: Option<ScreenFile>,
    container: Option<ContainerFile>,
}

/// A container that the agent's commands run in unless the operator says otherwise.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ContainerFile {
    image: String,
}

/// A screen, and what is on it at the start.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScreenFile {
    /// Width and height in pixels, unless the operator sets others.
    #[serde(default = "usual_size")]
    size: [u32; 2],
    #[serde(default)]
    open: Vec<Opened>,
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
    network: Vec<NamedHost>,
    start: Option<String>,
    screen: Option<ScreenFile>,
    /// The image that the task names.
    image: Option<String>,
    surfaces: Vec<Surface>,
    names: Vec<String>,
    open: Opener,
    engine: Arc<EngineChoice>,
}

/// What a trial takes of the machine.
const WEIGHT: Weight = Weight { memory_mib: 1000, cores: 1.0 };

impl WorkspaceKind {
    /// Containers, where they are asked for, are those of an engine.
    pub fn new(open: Opener, engine: Arc<EngineChoice>) -> Self {
        Self { open, engine }
    }
}

impl WorldKind for WorkspaceKind {
    fn name(&self) -> &'static str {
        "workspace"
    }

    fn read(&self, draft: Draft<'_>) -> Result<Own, Problem> {
        let file: File =
            toml::Value::Table(draft.own).try_into().map_err(|error: toml::de::Error| error.message().trim().to_owned())?;
        let seen: &[Surface] = if file.screen.is_some() { &[Surface::Screen, Surface::Tree] } else { &[] };
        let surfaces = draft.surfaces.unwrap_or_else(|| [seen, &[Surface::Shell, Surface::Files]].concat());
        let known = [seen, &[Surface::Shell, Surface::Files, Surface::Calls, Surface::Answer]].concat();
        if let Some(other) = surfaces.iter().find(|surface| !known.contains(surface)) {
            let words: Vec<&str> = known.iter().map(|surface| surface.word()).collect();
            let problem = format!("this workspace has no surface {}; it has {}", other.word(), words.join(", "));
            return Err(problem.into());
        }
        if let Some(screen) = &file.screen {
            screen.sound(&surfaces)?;
        }
        file.bounds.sound()?;
        if let Some(ContainerFile { image }) = &file.container {
            if !container::is_name(image) || [container::NONE, container::OF_TASK].contains(&image.as_str()) {
                return Err(format!("container: {image:?} is no name of an image").into());
            }
            if file.screen.is_some() || !file.network.is_empty() {
                return Err("a task with a [container] has neither a [screen] nor a `network`".into());
            }
        }
        let mut software: Vec<Need> = file.software.iter().map(|name| software::named(name)).collect::<Result<_, _>>()?;
        software.extend((!file.network.is_empty()).then(software::for_network));
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
            network: file.network,
            start: file.start.map(|start| start.shell),
            screen: file.screen,
            image: file.container.map(|container| container.image),
            surfaces: surfaces.clone(),
            names: file.software,
            open: self.open.clone(),
            engine: self.engine.clone(),
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
        WEIGHT
    }

    fn needs(&self) -> Vec<Need> {
        software::base()
    }
}

fn usual_size() -> [u32; 2] {
    [1280, 800]
}

impl ScreenFile {
    fn choices(&self) -> ViewChoices {
        ViewChoices { screen: self.size.into(), smallest: (640, 480), modes: ObservationMode::ALL }
    }

    fn sound(&self, surfaces: &[Surface]) -> Result<(), String> {
        if !surfaces.contains(&Surface::Screen) {
            return Err("a task with a [screen] offers the surface screen".into());
        }
        if self.open.iter().any(|program| program.command.trim().is_empty() || program.window.is_empty()) {
            return Err("screen: each program to open has a `command`, and as `window` a part of its window's title".into());
        }
        let choices = self.choices();
        let read = choices.read(&choices.defaults(surfaces), surfaces);
        read.map(drop).map_err(|bad| format!("screen: `size`: {}", bad.problem))
    }
}

impl WorkspaceTask {
    /// What the agent sees of the screen, if there is one.
    fn view(&self, settings: &Settings) -> Result<Option<View>, BadSetting> {
        self.screen.as_ref().map(|screen| screen.choices().read(settings, &self.surfaces)).transpose()
    }

    /// The image that the agent's commands run in, if they run in a container.
    fn image(&self, settings: &Settings) -> Result<Option<String>, BadSetting> {
        match Choice::read(settings)? {
            Choice::None => Ok(None),
            Choice::Image(image) => Ok(Some(image)),
            Choice::OfTask => match &self.image {
                Some(image) => Ok(Some(image.clone())),
                None => Err(BadSetting::new(container::SETTING, "the task names no image of its own; name one")),
            },
        }
    }

    /// What the task has that no container has.
    fn impossible(&self) -> Option<Need> {
        match (&self.screen, self.network.is_empty()) {
            (Some(_), _) => Some(container::impossible("a screen", "containers show none here")),
            (None, false) => Some(container::impossible("named hosts", "containers reach no network here")),
            (None, true) => None,
        }
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
        let mut all = self.screen.as_ref().map_or_else(Settings::new, |screen| screen.choices().defaults(&self.surfaces));
        let usual = if self.image.is_some() { container::OF_TASK } else { container::NONE };
        all.insert(container::SETTING.into(), usual.into());
        all
    }

    fn brief(&self, settings: &Settings, asks_for_answer: bool) -> Result<(Vec<Surface>, String), BadSetting> {
        let Bounds { memory_mib, disk_mib, .. } = self.bounds;
        let network = network::told(&self.network);
        let view = self.view(settings)?;
        let image = self.image(settings)?;
        if let Some(need) = image.as_ref().and_then(|_| self.impossible()) {
            return Err(BadSetting::new(container::SETTING, format!("the task needs {}, and {}", need.name, need.remedy)));
        }
        let computer = if image.is_some() { "in a Linux container" } else { "on a Debian computer" };
        let mut rules = format!(
            "You work in a folder of your own {computer} {network}. What you are given is in input/, and in software/ if \
             there is any; neither can be changed. Put what you hand in into output/: the files there when you say `done` are what counts. ",
        );
        rules.push_str(&match view {
            None => "The rest of the folder, and /tmp during a command, are yours for work in between. Commands start in the folder; \
                     whatever one leaves running ends with it."
                .to_owned(),
            Some(view) => format!(
                "The rest of the folder, and /tmp, are yours for work in between. You see {}, and use mouse and keyboard. Commands start in \
                 the folder and run on the same computer, with the same files and the same screen: a program that one starts in the \
                 background (`xterm &`) stays there until it is closed, or until you are done, when everything ends.",
                view.told()
            ),
        });
        rules.push_str(&format!(" All processes together may take {memory_mib} MiB of memory, all files {disk_mib} MiB."));
        if image.is_none() && !self.names.is_empty() {
            rules.push_str(&format!(" Installed for this, beside the usual commands: {}.", self.names.join(", ")));
        }
        rules.push_str(" Each action is one step.");
        if asks_for_answer {
            rules.push_str(" Hand in what is asked for as an answer with `answer`; the last one counts.");
        }
        Ok((view.map_or_else(|| self.surfaces.clone(), |view| view.surfaces(&self.surfaces)), rules))
    }

    fn open<'a>(&'a self, settings: &'a Settings, trial: Opening) -> BoxFuture<'a, Result<Box<dyn World>, Fault>> {
        Box::pin(async move {
            let view = self.view(settings).map_err(|bad| Fault::world(bad.problem))?;
            let open = self.screen.as_ref().map(|screen| screen.open.clone()).unwrap_or_default();
            let screen = view.map(|view| ScreenOpening { view, open });
            let network = self.network.clone();
            let container = match self.image(settings).map_err(|bad| Fault::world(bad.problem))? {
                Some(image) => {
                    let engine = self
                        .engine
                        .engine()
                        .map_err(|need| Fault::world(format!("{} is missing: {}", need.name, need.remedy)))?;
                    Some(ContainerOpening { engine: engine.clone(), image, cores: WEIGHT.cores })
                }
                None => None,
            };
            let (bounds, start) = (self.bounds, self.start.clone());
            (self.open)(WorkspaceOpening { bounds, start, network, screen, container, trial }).await
        })
    }

    fn unmet(&self, settings: &Settings) -> Option<Need> {
        // A setting that makes no sense is told when the instance is set.
        let image = self.image(settings).ok().flatten()?;
        self.impossible().or_else(|| self.engine.lacks(Some(&image)))
    }

    fn needs(&self) -> Vec<Need> {
        let screen = self.screen.iter().flat_map(|_| agon_screen::needs(software::SCRIPT));
        self.software.iter().cloned().chain(screen).collect()
    }
}
