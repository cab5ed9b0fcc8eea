//! Desktop worlds for task files: which program a task is set in, its set-up, and what stands beside it.

use crate::desk;
use crate::programs::Program;
use crate::world::DeskOpening;
use agon_core::{BoxFuture, Fault, Need, Settings, Surface, Weight, World};
use agon_taskfile::{BadSetting, Draft, ObservationMode, Opening, Own, Problem, View, ViewChoices, WorldKind, WorldTask};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Arc;
use toml::Table;

/// Opens a world for one trial.
pub type Opener = Arc<dyn Fn(DeskOpening) -> BoxFuture<'static, Result<Box<dyn World>, Fault>> + Send + Sync>;

/// An upper estimate for a desk with one of the larger programs.
const WEIGHT: Weight = Weight { memory_mib: 1500, cores: 1.0 };

const VIEWS: ViewChoices = ViewChoices { screen: (1920, 1080), smallest: (640, 480), modes: ObservationMode::ALL };

/// Programs on a desk.
pub struct DesktopKind {
    pub programs: &'static [&'static dyn Program],
    pub open: Opener,
    /// What every desk needs from the machine, whatever its program.
    pub desk_needs: fn() -> Vec<Need>,
}

/// What a task file says beside the parts that all kinds have.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    program: String,
    way: Way,
    #[serde(default)]
    setup: Table,
    #[serde(default)]
    beside: BTreeMap<String, Table>,
    /// Programs that are not open at the start, but have to be there.
    #[serde(default)]
    installed: Vec<String>,
}

/// How a task is meant to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
enum Way {
    #[serde(rename = "GUI")]
    Gui,
    #[serde(rename = "CLI")]
    Cli,
    #[serde(rename = "GUI+CLI")]
    Both,
}

struct DesktopTask {
    program: &'static dyn Program,
    setup: Table,
    beside: Vec<(&'static dyn Program, Table)>,
    installed: Vec<&'static dyn Program>,
    surfaces: Vec<Surface>,
    open: Opener,
}

impl DesktopKind {
    /// With every program there is.
    pub fn new(open: Opener) -> Self {
        Self { programs: crate::programs::ALL, open, desk_needs: desk::needs }
    }

    fn program(&self, name: &str) -> Result<&'static dyn Program, String> {
        let unknown = || {
            let known: Vec<&str> = self.programs.iter().map(|program| program.name()).collect();
            format!("there is no program {name:?}; there are {}", known.join(", "))
        };
        self.programs.iter().find(|program| program.name() == name).copied().ok_or_else(unknown)
    }
}

impl WorldKind for DesktopKind {
    fn name(&self) -> &'static str {
        "desktop"
    }

    fn read(&self, draft: Draft<'_>) -> Result<Own, Problem> {
        let file: File =
            toml::Value::Table(draft.own).try_into().map_err(|error: toml::de::Error| error.message().trim().to_owned())?;
        let surfaces = draft.surfaces.ok_or("it has no `surfaces`")?;
        file.way.fits(&surfaces)?;
        let program = self.program(&file.program)?;
        program.launch(&file.setup).map_err(|problem| format!("setup: {problem}"))?;
        let mut beside = Vec::new();
        for (name, setup) in file.beside {
            let about = |problem: &dyn Display| Problem::from(format!("beside.{name}: {problem}"));
            if name == program.name() {
                return Err(about(&"the task's own program cannot stand beside itself"));
            }
            let other = self.program(&name).map_err(|problem| about(&problem))?;
            other.launch(&setup).map_err(|problem| about(&problem))?;
            beside.push((other, setup));
        }
        let installed = file.installed.iter().map(|name| self.program(name));
        let installed = installed.collect::<Result<Vec<_>, _>>().map_err(|problem| format!("installed: {problem}"))?;
        let opened = std::iter::once(program).chain(beside.iter().map(|(other, _)| *other));
        if !installed.is_empty() && !opened.into_iter().any(Program::starts_others) {
            return Err("installed: none of the programs that are open can start another".into());
        }
        let mut tags = vec![program.name().to_owned(), file.way.word().to_owned()];
        let several = !beside.is_empty() || !installed.is_empty();
        tags.extend(several.then(|| "cross-application".to_owned()));
        let instruction = draft.instruction.ok_or("it has no `instruction`")?;
        let (setup, open) = (file.setup, self.open.clone());
        let world = DesktopTask { program, setup, beside, installed, surfaces: surfaces.clone(), open };
        Ok(Own { world: Arc::new(world), instruction, surfaces, tags, key: None })
    }

    fn has_files(&self) -> bool {
        true
    }

    fn has_verifiers(&self) -> bool {
        true
    }

    fn is_exact(&self) -> bool {
        false
    }

    fn weight(&self) -> Weight {
        WEIGHT
    }

    fn needs(&self) -> Vec<Need> {
        (self.desk_needs)()
    }
}

impl Way {
    fn word(self) -> &'static str {
        match self {
            Self::Gui => "gui",
            Self::Cli => "cli",
            Self::Both => "gui+cli",
        }
    }

    fn fits(self, surfaces: &[Surface]) -> Result<(), String> {
        let offers = |surface| surfaces.contains(&surface);
        match self {
            Self::Gui if offers(Surface::Shell) || offers(Surface::Files) => {
                Err("a task by GUI does not offer shell or files".into())
            }
            Self::Cli | Self::Both if !offers(Surface::Shell) => Err("a task by CLI offers the shell".into()),
            _ => Ok(()),
        }
    }
}

impl DesktopTask {
    fn rules(&self, view: View, surfaces: &[Surface], asks_for_answer: bool) -> String {
        let beside: Vec<&str> = self.beside.iter().map(|(program, _)| program.title()).collect();
        let programs = [&[self.program.title()], &beside[..]].concat().join(" and ");
        let seen = view.told();
        let run = if beside.is_empty() { "runs" } else { "run" };
        let mut rules = format!("{programs} {run} on a desktop of your own. You see {seen}, and use mouse and keyboard.");
        let opened = std::iter::once(self.program).chain(self.beside.iter().map(|(program, _)| *program));
        if opened.into_iter().any(Program::starts_others) {
            let installed: Vec<&str> = self.installed.iter().map(|program| program.title()).collect();
            if !installed.is_empty() {
                rules.push_str(&format!(" Also installed: {}.", installed.join(", ")));
            }
            rules.push_str(
                " A double click on a file in the file manager opens it; programs can be started from a terminal as well. Windows may cover \
                 each other: alt+tab goes to another.",
            );
        }
        if surfaces.contains(&Surface::Shell) {
            rules.push_str(" You may also run commands in a shell on the same computer, as the same user; it has the same files, but no screen.");
        }
        if surfaces.contains(&Surface::Calls) {
            rules.push_str(" You may also call the functions above; each says what it has found.");
        }
        rules.push_str(" Each action is one step.");
        if asks_for_answer {
            rules.push_str(" Hand in what is asked for with `answer`; the last answer counts.");
        }
        rules.push_str(
            " When the work is finished, say `done`: the state of the program and of your files at that moment is what counts. If the \
             task cannot be done at all, leave the files as they are and say `fail` with the reason.",
        );
        rules
    }
}

impl WorldTask for DesktopTask {
    fn subject(&self) -> &str {
        self.program.name()
    }

    fn settings(&self) -> Settings {
        VIEWS.defaults(&self.surfaces)
    }

    fn brief(&self, settings: &Settings, asks_for_answer: bool) -> Result<(Vec<Surface>, String), BadSetting> {
        let view = VIEWS.read(settings, &self.surfaces)?;
        let surfaces = view.surfaces(&self.surfaces);
        let rules = self.rules(view, &surfaces, asks_for_answer);
        Ok((surfaces, rules))
    }

    fn open<'a>(&'a self, settings: &'a Settings, trial: Opening) -> BoxFuture<'a, Result<Box<dyn World>, Fault>> {
        Box::pin(async move {
            let view = VIEWS.read(settings, &self.surfaces).map_err(|bad| Fault::world(bad.problem))?;
            let (program, setup, beside) = (self.program, self.setup.clone(), self.beside.clone());
            (self.open)(DeskOpening { program, setup, beside, view, trial }).await
        })
    }

    fn needs(&self) -> Vec<Need> {
        let beside = self.beside.iter().flat_map(|(program, _)| program.needs());
        let installed = self.installed.iter().flat_map(|program| program.needs());
        self.program.needs().into_iter().chain(beside).chain(installed).collect()
    }
}
