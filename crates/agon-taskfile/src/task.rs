//! Tasks as they are written in `FOLDER/NAME.toml`.

use crate::fill::{Fill, unfilled};
use crate::key::{About, AnswerKey, CheckKey};
use crate::stages::{KeyedStage, StageText, StagedKey, VariantKey};
use crate::templates::StartFiles;
use crate::{Draft, Opening, Own, Service, TaskFileError, TaskFolder, WorldKind, WorldTask};
use agon_core::{Difficulty, Limits, MAX_SHELL_SECS, Surface, TaskCard, TaskId};
use agon_suitefolder::in_line;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use toml::Table;

const MOST_STEPS: u32 = 1000;
/// The longest that a task may give an agent to think.
const LONGEST_WALL_SECS: f64 = 7.0 * 86400.0;

pub(crate) struct Task {
    pub(crate) card: TaskCard,
    /// How many stages it has; 0 where it is not divided.
    pub(crate) stages: usize,
    pub(crate) variants: Variants,
    pub(crate) kind: Arc<dyn WorldKind>,
}

/// What seeds stand for.
pub(crate) enum Variants {
    /// Seed 0 is the first.
    Listed(Vec<Arc<Variant>>),
    Drawn(Box<Drawn>),
}

/// A task whose values are drawn by its kind, for any seed.
pub(crate) struct Drawn {
    /// `FOLDER/NAME`.
    name: String,
    /// The file without its table `draw`.
    table: Table,
    draw: Table,
    /// Opened by no one: for settings and needs, which are the same for all seeds.
    pub(crate) world: Arc<dyn WorldTask>,
    /// Drawing takes a while, and one trial asks several times.
    recent: Mutex<VecDeque<(u64, Arc<Variant>)>>,
}

/// How many drawn variants are kept.
const MOST_RECENT: usize = 16;

/// A task with its placeholders filled.
pub(crate) struct Variant {
    pub(crate) instruction: String,
    pub(crate) world: Arc<dyn WorldTask>,
    pub(crate) opening: Opening,
    pub(crate) key: VariantKey,
    pub(crate) asks_for_answer: bool,
}

/// Files by their paths below HOME.
type LaidDown = Vec<(PathBuf, Vec<u8>)>;

/// What the tasks of a suite have in common.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    pub(crate) suite: &'a str,
    pub(crate) folder: &'a TaskFolder,
    pub(crate) kind: &'a Arc<dyn WorldKind>,
}

/// What a file says whatever its kind; `own` is the rest.
#[derive(Deserialize)]
struct File {
    title: String,
    about: String,
    difficulty: Difficulty,
    steps: u32,
    #[serde(default = "an_hour")]
    wall_secs: f64,
    surfaces: Option<Vec<Surface>>,
    instruction: Option<String>,
    #[serde(default = "yes")]
    feasible: bool,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    secrets: Vec<String>,
    #[serde(default)]
    files: BTreeMap<String, StartFile>,
    #[serde(default, rename = "call")]
    services: Vec<Service>,
    /// A task in stages may have none: then nothing is looked at beside them.
    key: Option<Table>,
    #[serde(default, rename = "stage")]
    stages: Vec<StageFile>,
    #[serde(flatten)]
    own: Table,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StageFile {
    name: String,
    instruction: String,
    result: Option<toml::Value>,
    key: Table,
}

/// What the keys of a task are read with.
#[derive(Clone, Copy)]
struct KeyPlace<'a> {
    file: &'a File,
    values: &'a Table,
    start: &'a StartFiles,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum StartFile {
    Text(String),
    Copy { copy: String },
}

fn yes() -> bool {
    true
}

/// The longest an agent may think over one task unless the task or a run says otherwise.
fn an_hour() -> f64 {
    3600.0
}

impl Reader<'_> {
    /// Reads `FOLDER/NAME`.
    pub(crate) fn read(self, name: &str, text: &str) -> Result<Task, TaskFileError> {
        self.read_text(name, text).map_err(|problem| self.folder.error(&format!("{name}.toml"), &problem))
    }

    fn read_text(self, name: &str, text: &str) -> Result<Task, String> {
        let mut table: Table = toml::from_str(text).map_err(|error| in_line(text, &error))?;
        match table.remove("draw") {
            Some(toml::Value::Table(_)) if table.contains_key("variant") => Err("it has both `[draw]` and `[[variant]]`".into()),
            Some(toml::Value::Table(draw)) => self.drawn(name, table, draw),
            Some(_) => Err("`draw` is a table".into()),
            None => self.listed(name, table),
        }
    }

    /// A file with `[draw]`: what does not depend on a seed is read at once, the rest when a seed is asked for.
    fn drawn(self, name: &str, table: Table, draw: Table) -> Result<Task, String> {
        let file = file(table.clone())?;
        let (card, own) = self.card(name, &file, None)?;
        let folder = name.split('/').next().unwrap_or_default();
        self.kind.can_draw(folder, &draw).map_err(|problem| format!("draw: {problem}"))?;
        let drawn = Drawn { name: name.to_owned(), table, draw, world: own.world, recent: Mutex::default() };
        Ok(Task { card, stages: file.stages.len(), variants: Variants::Drawn(Box::new(drawn)), kind: self.kind.clone() })
    }

    /// The variant that a seed stands for.
    pub(crate) fn draw(self, card: &TaskCard, drawn: &Drawn, seed: u64) -> Result<Arc<Variant>, String> {
        if let Some(known) = drawn.recent(seed) {
            return Ok(known);
        }
        let folder = drawn.name.split('/').next().unwrap_or_default();
        let values = self.kind.draw(folder, &drawn.draw, seed).map_err(|problem| problem.to_string())?;
        let mut fill = Fill::new(&values);
        let filled = fill.table(&drawn.table)?;
        if let Some(key) = values.keys().find(|key| !fill.used.contains(key.as_str())) {
            return Err(format!("what is drawn as {key:?} is used nowhere"));
        }
        let (other, variant) = self.variant(&drawn.name, file(filled)?, &values)?;
        if other != *card {
            return Err("what stands in a catalogue differs between seeds".into());
        }
        let variant = Arc::new(variant);
        drawn.keep(seed, variant.clone());
        Ok(variant)
    }

    fn listed(self, name: &str, mut table: Table) -> Result<Task, String> {
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
            read.push(file(filled).and_then(|file| self.variant(name, file, variant)).map_err(in_variant)?);
        }
        if let Some(key) = variants[0].keys().find(|key| !used.contains(key.as_str())) {
            return Err(format!("the variants' key {key:?} is used nowhere"));
        }
        let Some((card, _)) = read.first() else { return Err("it has no variant".into()) };
        let card = card.clone();
        if read.iter().any(|(other, _)| *other != card) {
            return Err("what stands in a catalogue differs between variants".into());
        }
        let variants: Vec<Arc<Variant>> = read.into_iter().map(|(_, variant)| Arc::new(variant)).collect();
        let stages = match variants.first().map(|variant| &variant.key) {
            Some(VariantKey::Staged(key)) => key.texts.len(),
            _ => 0,
        };
        Ok(Task { card, stages, variants: Variants::Listed(variants), kind: self.kind.clone() })
    }

    /// What stands in a catalogue, and what the kind makes of the file with this key.
    fn card(self, name: &str, file: &File, key: Option<&Table>) -> Result<(TaskCard, Own), String> {
        let folder = name.split('/').next().unwrap_or_default();
        if !(1..=MOST_STEPS).contains(&file.steps) {
            return Err(format!("its `steps` are not between 1 and {MOST_STEPS}"));
        }
        if !(file.wall_secs > 0.0 && file.wall_secs <= LONGEST_WALL_SECS) {
            return Err(format!("its `wall_secs` are not between 0 and {LONGEST_WALL_SECS}"));
        }
        let draft = Draft {
            folder,
            title: &file.title,
            instruction: file.instruction.as_deref().map(str::trim).map(str::to_owned),
            surfaces: file.surfaces.clone(),
            own: file.own.clone(),
            key,
            files: self.folder,
        };
        let own = self.kind.read(draft).map_err(|problem| problem.to_string())?;
        sound(&own.surfaces, &file.services, self.kind.has_screen())?;
        let mut tags = vec![folder.to_owned()];
        tags.extend(own.tags.iter().cloned());
        tags.extend((!file.feasible).then(|| "infeasible".to_owned()));
        tags.extend(file.tags.iter().cloned());
        let card = TaskCard {
            id: TaskId::new(format!("{}/{name}", self.suite)),
            title: file.title.clone(),
            about: file.about.clone(),
            difficulty: file.difficulty,
            tags,
            limits: Limits { wall_secs: Some(file.wall_secs), ..Limits::steps(file.steps) },
        };
        Ok((card, own))
    }

    fn variant(self, name: &str, mut file: File, values: &Table) -> Result<(TaskCard, Variant), String> {
        let texts = file.instruction.iter().chain(file.stages.iter().map(|stage| &stage.instruction));
        if let Some(word) = texts.map(String::as_str).find_map(unfilled) {
            return Err(format!("the instruction says {{{word}}}, which no variant fills"));
        }
        let (card, own) = self.card(name, &file, file.key.as_ref())?;
        if !self.kind.has_files() && (!file.files.is_empty() || !file.services.is_empty()) {
            return Err(format!("a world of the kind {:?} has no files and no functions", self.kind.name()));
        }
        let (files, start) = self.files(std::mem::take(&mut file.files)).map_err(|problem| format!("files: {problem}"))?;
        let services = std::mem::take(&mut file.services);
        let mut opening = Opening { surfaces: own.surfaces, files, services, ..Opening::default() };
        let stages = std::mem::take(&mut file.stages);
        let about = KeyPlace { file: &file, values, start: &start };
        let whole = match file.key.clone() {
            None if stages.is_empty() => return Err("it has no table `key`".into()),
            None => None,
            Some(key) => Some(self.key(key, own.key, &about, &mut opening)?),
        };
        let (key, asks_for_answer) = match (stages.is_empty(), whole) {
            (true, Some((key, asks))) => (VariantKey::Whole(key), asks),
            (_, end) => {
                let stages = self.stages(name, stages, &about, &mut opening)?;
                (VariantKey::Staged(Arc::new(StagedKey::new(stages, end.map(|(key, _)| key)))), true)
            }
        };
        Ok((card, Variant { instruction: own.instruction, world: own.world, opening, key, asks_for_answer }))
    }

    /// The stages of a task, each with a key that is read like that of a whole task.
    fn stages(
        self,
        name: &str,
        stages: Vec<StageFile>,
        about: &KeyPlace<'_>,
        opening: &mut Opening,
    ) -> Result<Vec<KeyedStage>, String> {
        let mut read: Vec<KeyedStage> = Vec::new();
        for StageFile { name: stage, instruction, result, key } in stages {
            let in_stage = |problem: String| format!("stage {stage:?}: {problem}");
            let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            if stage.is_empty() || !stage.chars().all(is_plain) || read.iter().any(|other| other.text.name == stage) {
                return Err(in_stage("stages have names of their own, made of small letters, digits and -".into()));
            }
            let own = self.card(name, about.file, Some(&key)).map_err(in_stage)?.1;
            let (key, _) = self.key(key, own.key, about, opening).map_err(in_stage)?;
            let result = result.map(serde_json::to_value).transpose().map_err(|error| in_stage(format!("result: {error}")))?;
            read.push(KeyedStage { text: StageText { name: stage, instruction: instruction.trim().to_owned(), result }, key });
        }
        Ok(read)
    }

    /// A key, and whether it asks for an answer. `own` is what the kind has made of it, where its keys have a form of their own. What it
    /// looks at is added to what the world is opened with.
    fn key(
        self,
        mut key: Table,
        own: Option<Arc<dyn AnswerKey>>,
        about: &KeyPlace<'_>,
        opening: &mut Opening,
    ) -> Result<(Arc<dyn AnswerKey>, bool), String> {
        let reference = self.hidden(&mut key, "reference", self.kind.has_verifiers())?.into_iter();
        let reference = reference.map(|(path, bytes)| (path.to_string_lossy().into_owned(), bytes)).collect();
        opening.given.extend(self.hidden(&mut key, "given", self.kind.takes_files())?);
        self.fill_in_probes(&mut key)?;
        self.inline_scripts(&mut key)?;
        if let Some(key) = own {
            return Ok((key, true));
        }
        let KeyPlace { file, values, start } = *about;
        let about = About { feasible: file.feasible, variant: values, start, reference, secrets: file.secrets.clone() };
        let key = CheckKey::read(key, about).map_err(|problem| format!("key: {problem}"))?;
        key.keep.iter().chain(key.probes.iter().flat_map(|probe| &probe.keep)).try_for_each(|path| below_home(path).map(drop))?;
        if !self.kind.has_files() && (!key.keep.is_empty() || !key.probes.is_empty()) {
            return Err(format!("key: a world of the kind {:?} has no files and no probes", self.kind.name()));
        }
        fits(&key, &opening.surfaces, file.steps)?;
        let is_verified = self.kind.has_verifiers() && !key.handed_in.needs_artifacts();
        if !self.kind.takes_files() && !is_verified && key.handed_in.checks().next().is_some() {
            return Err(format!("key: to a world of the kind {:?} no files are handed in", self.kind.name()));
        }
        opening.probes.extend(key.probes.iter().filter(|probe| !opening.probes.contains(probe)).cloned().collect::<Vec<_>>());
        opening.keep.extend(key.keep.iter().filter(|path| !opening.keep.contains(path)).cloned().collect::<Vec<_>>());
        opening.reference.extend(key.handed_in.reference.iter().map(|(path, bytes)| (path.into(), bytes.clone())));
        let asks = key.asks_for_answer();
        Ok((Arc::new(key), asks))
    }

    /// The files at the start, and those of them that are texts.
    fn files(self, written: BTreeMap<String, StartFile>) -> Result<(LaidDown, StartFiles), String> {
        let mut start = StartFiles::new();
        let mut files = Vec::new();
        for (path, file) in written {
            let place = below_home(&path)?;
            let bytes = match file {
                StartFile::Text(text) => text.into_bytes(),
                StartFile::Copy { copy } => self.data(&copy)?.to_vec(),
            };
            if let Ok(text) = std::str::from_utf8(&bytes) {
                start.insert(path, text.to_owned());
            }
            files.push((place, bytes));
        }
        Ok((files, start))
    }

    /// A file below `data/`.
    fn data(&self, path: &str) -> Result<&[u8], String> {
        let known = self.folder.file(path).filter(|_| path.starts_with("data/"));
        known.ok_or_else(|| format!("there is no {}", self.folder.error(path, "").file))
    }

    /// The table `[key.reference]` or `[key.given]`, which the kind has or has not: files that agents never see.
    fn hidden(self, key: &mut Table, name: &str, is_known: bool) -> Result<LaidDown, String> {
        let about = |problem: String| format!("key.{name}: {problem}");
        let written = key.remove(name).map(toml::Value::try_into).transpose();
        let written = written.map_err(|error: toml::de::Error| about(error.message().trim().to_owned()))?;
        if !is_known && written.is_some() {
            return Err(about(format!("to a world of the kind {:?} no files are handed in", self.kind.name())));
        }
        Ok(self.files(written.unwrap_or_default()).map_err(about)?.0)
    }

    /// A probe `{ name = "…", script = "data/…/read.py", args = ["…"] }` becomes one that gives the script to Python as its input.
    fn fill_in_probes(self, key: &mut Table) -> Result<(), String> {
        let Some(toml::Value::Array(probes)) = key.get_mut("probe") else { return Ok(()) };
        for probe in probes.iter_mut().filter_map(toml::Value::as_table_mut) {
            let Some(script) = probe.remove("script") else { continue };
            let about = |problem: &str| format!("key: probe: script {script}: {problem}");
            if probe.contains_key("argv") || probe.contains_key("stdin") {
                return Err(about("a probe has either a `script` or `argv` and `stdin`"));
            }
            let path = script.as_str().filter(|path| path.ends_with(".py")).ok_or_else(|| about("it names no .py file"))?;
            let text = self.data(path).map_err(|problem| about(&problem))?;
            let text = std::str::from_utf8(text).map_err(|_| about("it is not UTF-8"))?;
            let args = match probe.remove("args") {
                None => Vec::new(),
                Some(toml::Value::Array(args)) => args,
                Some(_) => return Err(about("`args` is a list")),
            };
            let argv = ["/usr/bin/python3", "-I", "-"].map(toml::Value::from).into_iter().chain(args).collect();
            probe.insert("argv".into(), toml::Value::Array(argv));
            probe.insert("stdin".into(), text.into());
        }
        Ok(())
    }

    /// Steps `{ script = "data/…/solve.py", args = […] }` become commands for the shell that hold the script's text.
    fn inline_scripts(self, table: &mut Table) -> Result<(), String> {
        if let Some(toml::Value::String(path)) = table.get("script") {
            let about = |problem: String| format!("key: script {path:?}: {problem}");
            let text = std::str::from_utf8(self.data(path).map_err(about)?).map_err(|_| about("it is not UTF-8".into()))?;
            let args = table.get("args").cloned().map_or(Ok(Vec::new()), |args| args.try_into::<Vec<toml::Value>>());
            let args = args.map_err(|_| about("`args` is a list".into()))?;
            let command = script_command(path, text, &args).map_err(about)?;
            table.retain(|key, _| !["script", "args"].contains(&key));
            table.insert("shell".into(), command.into());
            // Solutions of ours are not tried for their speed.
            table.entry("timeout_secs").or_insert(MAX_SHELL_SECS.into());
        }
        for (_, value) in table.iter_mut() {
            self.inline_scripts_in(value)?;
        }
        Ok(())
    }

    fn inline_scripts_in(self, value: &mut toml::Value) -> Result<(), String> {
        match value {
            toml::Value::Table(table) => self.inline_scripts(table),
            toml::Value::Array(entries) => entries.iter_mut().try_for_each(|entry| self.inline_scripts_in(entry)),
            _ => Ok(()),
        }
    }
}

impl Task {
    /// A world of each listed variant, or the one that stands for all drawn ones.
    pub(crate) fn worlds(&self) -> impl Iterator<Item = &dyn WorldTask> {
        let (listed, drawn) = match &self.variants {
            Variants::Listed(all) => (&all[..], None),
            Variants::Drawn(drawn) => (&[][..], Some(&*drawn.world)),
        };
        listed.iter().map(|variant| &*variant.world).chain(drawn)
    }
}

impl Drawn {
    fn recent(&self, seed: u64) -> Option<Arc<Variant>> {
        let recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        recent.iter().find(|(known, _)| *known == seed).map(|(_, variant)| variant.clone())
    }

    fn keep(&self, seed: u64, variant: Arc<Variant>) {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        recent.truncate(MOST_RECENT - 1);
        recent.push_front((seed, variant));
    }
}

fn file(table: Table) -> Result<File, String> {
    toml::Value::Table(table).try_into().map_err(|error: toml::de::Error| error.message().trim().into())
}

/// A command that lays a script down where only it sees it, and runs it with these arguments.
fn script_command(path: &str, text: &str, args: &[toml::Value]) -> Result<String, String> {
    const END: &str = "END_OF_SCRIPT";
    let interpreters = [("py", "python3"), ("sh", "bash"), ("R", "Rscript"), ("m", "octave-cli --quiet")];
    let (name, ending) = path.rsplit('/').next().and_then(|name| Some((name, name.rsplit_once('.')?.1))).unwrap_or((path, ""));
    let (_, interpreter) =
        interpreters.into_iter().find(|(known, _)| *known == ending).ok_or("it ends in none of .py, .sh, .R, .m")?;
    if text.lines().any(|line| line == END) {
        return Err(format!("a line of it is {END}"));
    }
    let word = |arg: &toml::Value| match arg {
        toml::Value::String(text) => format!(" '{}'", text.replace('\'', "'\\''")),
        other => format!(" {other}"),
    };
    let words: String = args.iter().map(word).collect();
    let text = text.trim_end();
    Ok(format!("cat > /tmp/{name} <<'{END}'\n{text}\n{END}\n{interpreter} /tmp/{name}{words}"))
}

/// What holds for the surfaces of every kind.
fn sound(surfaces: &[Surface], services: &[Service], has_screen: bool) -> Result<(), String> {
    let offers = |surface| surfaces.contains(&surface);
    if has_screen && !offers(Surface::Screen) {
        return Err("the surfaces lack the screen".into());
    }
    if offers(Surface::Calls) == services.is_empty() {
        return Err("the surface `calls` and the functions, `[[call]]`, go together".into());
    }
    if let Some(service) = services.iter().find(|service| service.argv.is_empty()) {
        return Err(format!("the function {:?} has no `argv`", service.name));
    }
    if (1..surfaces.len()).any(|i| surfaces[..i].contains(&surfaces[i])) {
        return Err("a surface is named twice".into());
    }
    Ok(())
}

/// Every attempt must be possible with what an agent has.
fn fits(key: &CheckKey, surfaces: &[Surface], steps: u32) -> Result<(), String> {
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
        Some(_) => return Err("a variant is a table: `[[variant]]`".into()),
        None => vec![Table::new()],
    };
    let keys = |table: &Table| table.keys().cloned().collect::<BTreeSet<_>>();
    match variants.split_first() {
        None => Err("its list of variants is empty".into()),
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
