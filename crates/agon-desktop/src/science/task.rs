//! Tasks as they are written in `suites/science/DOMAIN/NAME.toml`.

use super::Service;
use super::fill::{Fill, unfilled};
use super::key::{About, AnswerKey};
use super::opening::ObservationMode;
use super::templates::StartFiles;
use crate::Program;
use agon_core::{Brief, Difficulty, Limits, Surface, TaskCard, TaskId};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use toml::Table;

/// The longest an agent may think over one task unless a run says otherwise.
const DEFAULT_WALL_SECS: f64 = 3600.0;

pub(super) struct Task {
    pub(super) card: TaskCard,
    pub(super) program: &'static dyn Program,
    pub(super) surfaces: Vec<Surface>,
    pub(super) variants: Vec<Variant>,
}

/// A task with its placeholders filled.
pub(super) struct Variant {
    pub(super) instruction: String,
    pub(super) files: Vec<(PathBuf, Vec<u8>)>,
    pub(super) setup: Table,
    pub(super) beside: Vec<(&'static dyn Program, Table)>,
    pub(super) services: Vec<Service>,
    pub(super) secrets: Vec<String>,
    pub(super) key: AnswerKey,
}

/// What task files refer to.
#[derive(Clone, Copy)]
pub(super) struct Library<'a> {
    pub(super) programs: &'a [&'static dyn Program],
    /// Files that `[files]` may copy, by their path below `suites/science`.
    pub(super) data: &'a [(&'a str, &'a [u8])],
}

/// A task file that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {problem}")]
pub struct TaskFileError {
    /// `suites/science/algebra/parabola.toml`.
    pub file: String,
    /// One sentence.
    pub problem: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: String,
    about: String,
    program: String,
    domain: Domain,
    difficulty: Difficulty,
    way: Way,
    steps: u32,
    surfaces: Vec<Surface>,
    instruction: String,
    #[serde(default = "yes")]
    feasible: bool,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    secrets: Vec<String>,
    #[serde(default)]
    files: BTreeMap<String, StartFile>,
    #[serde(default)]
    setup: Table,
    #[serde(default)]
    beside: BTreeMap<String, Table>,
    #[serde(default, rename = "call")]
    services: Vec<Service>,
    key: Table,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum StartFile {
    Text(String),
    Copy { copy: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Domain {
    Algebra,
    Biochemistry,
    Gis,
    Astronomy,
    Documentation,
    Proof,
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

fn yes() -> bool {
    true
}

impl Task {
    /// Reads `DOMAIN/NAME`.
    pub(super) fn read(name: &str, text: &str, library: Library<'_>) -> Result<Self, TaskFileError> {
        let wrong = |problem: String| TaskFileError { file: format!("suites/science/{name}.toml"), problem: sentence(&problem) };
        Self::read_text(name, text, library).map_err(wrong)
    }

    fn read_text(name: &str, text: &str, library: Library<'_>) -> Result<Self, String> {
        let mut table: Table = toml::from_str(text).map_err(|error: toml::de::Error| {
            let line = error.span().map_or(1, |span| text[..span.start.min(text.len())].lines().count().max(1));
            format!("line {line}: {}", error.message().trim())
        })?;
        let variants = variants(&mut table)?;
        let mut read = Vec::new();
        let mut used = BTreeSet::new();
        for (number, variant) in variants.iter().enumerate() {
            let mut fill = Fill::new(variant);
            let in_variant = |problem: String| match variants.len() {
                1 => problem,
                _ => format!("variant {number}: {problem}"),
            };
            let filled = fill.table(&table).map_err(in_variant)?;
            used.extend(fill.used);
            let file: File = toml::Value::Table(filled)
                .try_into()
                .map_err(|error: toml::de::Error| in_variant(error.message().trim().into()))?;
            file.sound(name).map_err(in_variant)?;
            let program = library.program(&file.program).map_err(in_variant)?;
            let card = file.card(name);
            let surfaces = file.surfaces.clone();
            let variant = file.variant(variant, program, library).map_err(in_variant)?;
            read.push((card, program, surfaces, variant));
        }
        if let Some(key) = variants[0].keys().find(|key| !used.contains(key.as_str())) {
            return Err(format!("the variants' key {key:?} is used nowhere"));
        }
        let Some((card, program, surfaces, _)) = read.first() else { return Err("it has no variant".into()) };
        let (card, program, surfaces) = (card.clone(), *program, surfaces.clone());
        if read.iter().any(|(other, ..)| *other != card) {
            return Err("what stands in a catalogue differs between variants".into());
        }
        Ok(Self { card, program, surfaces, variants: read.into_iter().map(|(.., variant)| variant).collect() })
    }

    /// What an agent is told.
    pub(super) fn brief(&self, variant: &Variant, screen: (u32, u32), shows: ObservationMode, surfaces: Vec<Surface>) -> Brief {
        let rules = self.rules(variant, screen, shows, &surfaces);
        let (title, instruction) = (self.card.title.clone(), variant.instruction.clone());
        let functions = variant.services.iter().map(Service::function).collect();
        Brief { title, instruction, rules, surfaces, functions, examples: Vec::new() }
    }

    fn rules(&self, variant: &Variant, (width, height): (u32, u32), shows: ObservationMode, surfaces: &[Surface]) -> String {
        let beside: Vec<&str> = variant.beside.iter().map(|(program, _)| program.title()).collect();
        let programs = [&[self.program.title()], &beside[..]].concat().join(" and ");
        let seen = match shows {
            ObservationMode::Screen => format!("the screen ({width}×{height} pixels)"),
            ObservationMode::Tree => format!("the accessibility tree, with places on a screen of {width}×{height} pixels"),
            ObservationMode::Both => format!("the screen ({width}×{height} pixels) and the accessibility tree"),
            ObservationMode::Labels => format!(
                "the screen ({width}×{height} pixels) with numbered labels on it, and what they stand for; a label's number may stand for a place"
            ),
        };
        let run = if beside.is_empty() { "runs" } else { "run" };
        let mut rules = format!("{programs} {run} on a desktop of your own. You see {seen}, and use mouse and keyboard.");
        if surfaces.contains(&Surface::Shell) {
            rules.push_str(" You may also run commands in a shell on the same computer, as the same user; it has the same files, but no screen.");
        }
        if surfaces.contains(&Surface::Calls) {
            rules.push_str(" You may also call the functions above; each says what it has found.");
        }
        rules.push_str(" Each action is one step.");
        if variant.key.asks_for_answer() {
            rules.push_str(" Hand in what is asked for with `answer`; the last answer counts.");
        }
        rules.push_str(
            " When the work is finished, say `done`: the state of the program and of your files at that moment is what counts. If the \
             task cannot be done at all, leave the files as they are and say `fail` with the reason.",
        );
        rules
    }
}

impl File {
    fn sound(&self, name: &str) -> Result<(), String> {
        let domain = self.domain.word();
        match name.split_once('/') {
            Some((folder, task)) if folder == domain && !task.is_empty() && !task.contains('/') => {}
            _ => return Err(format!("its domain is {domain}, so that it belongs into suites/science/{domain}")),
        }
        if let Some(word) = unfilled(&self.instruction) {
            return Err(format!("the instruction says {{{word}}}, which no variant fills"));
        }
        let offers = |surface| self.surfaces.contains(&surface);
        if !offers(Surface::Screen) {
            return Err("the surfaces lack the screen".into());
        }
        if offers(Surface::Calls) == self.services.is_empty() {
            return Err("the surface `calls` and the functions, `[[call]]`, go together".into());
        }
        if let Some(service) = self.services.iter().find(|service| service.argv.is_empty()) {
            return Err(format!("the function {:?} has no `argv`", service.name));
        }
        if (1..self.surfaces.len()).any(|i| self.surfaces[..i].contains(&self.surfaces[i])) {
            return Err("a surface is named twice".into());
        }
        let shell = offers(Surface::Shell) || offers(Surface::Files);
        match self.way {
            Way::Gui if shell => Err("a task by GUI does not offer shell or files".into()),
            Way::Cli | Way::Both if !offers(Surface::Shell) => Err("a task by CLI offers the shell".into()),
            _ if !(1..=200).contains(&self.steps) => Err("its `steps` are not between 1 and 200".into()),
            _ => Ok(()),
        }
    }

    fn card(&self, name: &str) -> TaskCard {
        let mut tags = vec![self.domain.word().to_owned(), self.program.clone(), self.way.word().to_owned()];
        tags.extend((!self.feasible).then(|| "infeasible".to_owned()));
        tags.extend((!self.beside.is_empty()).then(|| "cross-application".to_owned()));
        tags.extend(self.tags.iter().cloned());
        TaskCard {
            id: TaskId::new(format!("science/{name}")),
            title: self.title.clone(),
            about: self.about.clone(),
            difficulty: self.difficulty,
            tags,
            limits: Limits { wall_secs: Some(DEFAULT_WALL_SECS), ..Limits::steps(self.steps) },
        }
    }

    fn variant(self, values: &Table, program: &'static dyn Program, library: Library<'_>) -> Result<Variant, String> {
        program.launch(&self.setup).map_err(|problem| format!("setup: {problem}"))?;
        let mut beside = Vec::new();
        for (name, setup) in self.beside {
            let own = program.name();
            let program = library.program(&name)?;
            if program.name() == own {
                return Err(format!("beside.{name}: the task's own program cannot stand beside itself"));
            }
            program.launch(&setup).map_err(|problem| format!("beside.{name}: {problem}"))?;
            beside.push((program, setup));
        }
        let mut start = StartFiles::new();
        let mut files = Vec::new();
        for (path, file) in self.files {
            let place = below_home(&path)?;
            let bytes = match file {
                StartFile::Text(text) => {
                    start.insert(path, text.clone());
                    text.into_bytes()
                }
                StartFile::Copy { copy } => {
                    let known = library.data.iter().find(|(name, _)| *name == copy);
                    let (_, bytes) = known.ok_or_else(|| format!("files: there is no suites/science/{copy}"))?;
                    if let Ok(text) = std::str::from_utf8(bytes) {
                        start.insert(path, text.to_owned());
                    }
                    bytes.to_vec()
                }
            };
            files.push((place, bytes));
        }
        let key = AnswerKey::read(self.key, &About { feasible: self.feasible, variant: values, start: &start })
            .map_err(|problem| format!("key: {problem}"))?;
        key.keep.iter().chain(key.probes.iter().flat_map(|probe| &probe.keep)).try_for_each(|path| below_home(path).map(drop))?;
        fits(&key, &self.surfaces, self.steps)?;
        Ok(Variant {
            instruction: self.instruction.trim().to_owned(),
            files,
            setup: self.setup,
            beside,
            services: self.services,
            secrets: self.secrets,
            key,
        })
    }
}

/// Every attempt must be possible with what an agent has.
fn fits(key: &AnswerKey, surfaces: &[Surface], steps: u32) -> Result<(), String> {
    for (name, script) in key.scripts() {
        if let Some(surface) = script.surfaces().into_iter().find(|surface| !surfaces.contains(surface)) {
            return Err(format!("{name:?} uses the surface {}, which the task does not offer", surface.word()));
        }
        if script.needs_tree() && !surfaces.contains(&Surface::Tree) {
            return Err(format!("{name:?} finds places by the tree, which the task does not offer"));
        }
        if script.least_steps() > steps as usize {
            return Err(format!("{name:?} takes at least {} steps, more than the {steps} there are", script.least_steps()));
        }
    }
    if key.asks_for_answer() && !surfaces.contains(&Surface::Answer) {
        return Err("it asks for an answer, but the surfaces lack it".into());
    }
    Ok(())
}

impl Library<'_> {
    fn program(&self, name: &str) -> Result<&'static dyn Program, String> {
        let unknown = || {
            let known: Vec<&str> = self.programs.iter().map(|program| program.name()).collect();
            format!("there is no program {name:?}; there are {}", known.join(", "))
        };
        self.programs.iter().find(|program| program.name() == name).copied().ok_or_else(unknown)
    }
}

impl Domain {
    fn word(self) -> &'static str {
        match self {
            Self::Algebra => "algebra",
            Self::Biochemistry => "biochemistry",
            Self::Gis => "gis",
            Self::Astronomy => "astronomy",
            Self::Documentation => "documentation",
            Self::Proof => "proof",
        }
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
}

/// Takes the variants out of the file, and sees that they can be exchanged.
fn variants(table: &mut Table) -> Result<Vec<Table>, String> {
    let variants = match table.remove("variant") {
        Some(toml::Value::Array(entries)) => entries
            .into_iter()
            .map(|entry| match entry {
                toml::Value::Table(table) => Ok(table),
                _ => Err("a variant is a table: `[[variant]]`".to_owned()),
            })
            .collect::<Result<Vec<_>, _>>()?,
        _ => return Err("it has no `[[variant]]`; one that fills nothing will do".into()),
    };
    let keys = |table: &Table| table.keys().cloned().collect::<BTreeSet<_>>();
    match variants.split_first() {
        None => Err("it has no `[[variant]]`; one that fills nothing will do".into()),
        Some((first, others)) => match others.iter().position(|other| keys(other) != keys(first)) {
            Some(at) => Err(format!("variant {} has other keys than variant 0", at + 1)),
            None => Ok(variants),
        },
    }
}

fn below_home(path: &str) -> Result<PathBuf, String> {
    let plain = !path.is_empty() && Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    if plain { Ok(PathBuf::from(path)) } else { Err(format!("the path {path:?} does not lead to a place below HOME")) }
}

/// A problem in one line.
fn sentence(problem: &str) -> String {
    problem.split_whitespace().collect::<Vec<_>>().join(" ")
}
