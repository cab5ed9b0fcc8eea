//! One task of Harbor's: what is listed of it, and what a trial of it needs.

use super::commands::{parts, shortened};
use super::dockerfile::words;
use super::folder::{INSTRUCTION_FILE, SETTINGS_FILE, TaskFile, TaskFiles};
use super::recipe::{Recipe, absolute, quoted};
use super::settings::TaskSettings;
use crate::container::is_name;
use crate::network::NamedHost;
use crate::world::Bounds;
use agon_core::{Action, Difficulty, Limits, MAX_SHELL_SECS, TaskCard, TaskId, Weight};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// Harbor counts no steps.
const STEPS: u32 = 500;
/// The script with the tests, by the name of Harbor and that of its predecessor.
const TEST_SCRIPTS: [&str; 2] = ["test.sh", "run-tests.sh"];
const SOLVE_SCRIPT: &str = "solve.sh";
const NO_IMAGE: &str = "it has neither environment/Dockerfile nor a `docker_image`";
const COMPOSE_FILES: [&str; 4] = ["docker-compose.yaml", "docker-compose.yml", "compose.yaml", "compose.yml"];
/// Commands that fetch something whatever their arguments, and those that do unless they speak to this machine.
const FETCHERS: [&str; 10] = ["apt-get", "apt", "apk", "pip", "pip3", "uv", "uvx", "npm", "npx", "yarn"];
const CALLERS: [&str; 2] = ["curl", "wget"];
const OWN_HOSTS: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

pub(super) struct HarborTask {
    pub(super) card: TaskCard,
    /// What the agent is to do.
    pub(super) instruction: String,
    pub(super) weight: Weight,
    /// `Err` says in one sentence why it cannot be set without a container.
    pub(super) environment: Result<Arc<Environment>, String>,
    /// The same for a container.
    pub(super) contained: Result<Arc<Environment>, String>,
    /// Nothing where the task has no solution.
    solution: Option<Solution>,
}

/// What a trial's world needs.
#[derive(Debug)]
pub(super) struct Environment {
    pub(super) recipe: Recipe,
    pub(super) bounds: Bounds,
    /// The hosts that an agent may reach; tests reach none.
    pub(super) hosts: Vec<NamedHost>,
    pub(super) variables: BTreeMap<String, String>,
    /// The files beside the Dockerfile.
    pub(super) context: BTreeMap<String, TaskFile>,
    pub(super) tests: BTreeMap<String, TaskFile>,
    pub(super) test_script: &'static str,
    pub(super) tests_variables: BTreeMap<String, String>,
    pub(super) tests_timeout: Duration,
    pub(super) build_timeout: Duration,
    pub(super) cores: f64,
    pub(super) image: ImageSource,
}

/// Where the image of a task comes from.
#[derive(Debug, Default)]
pub(super) struct ImageSource {
    /// One that is there already.
    pub(super) named: Option<String>,
    /// Whether there is a Dockerfile to build it from, beside the files of the context.
    pub(super) is_built: bool,
}

struct Solution {
    files: BTreeMap<String, TaskFile>,
    variables: BTreeMap<String, String>,
}

impl HarborTask {
    pub(super) fn read(suite: &str, name: &str, files: &TaskFiles) -> Self {
        let files = files.as_ref();
        let text = |file: &str| files.ok().and_then(|files| String::from_utf8(files.get(file)?.bytes.clone()).ok());
        let settings = text(SETTINGS_FILE).ok_or_else(|| format!("{SETTINGS_FILE} is not UTF-8"));
        let settings = settings.and_then(|text| TaskSettings::read(&text));
        let instruction = text(INSTRUCTION_FILE).unwrap_or_default();
        let known = settings.clone().unwrap_or_default();
        let title: String = name.replace(['-', '_'], " ");
        let first_line = instruction.lines().map(|line| line.trim_start_matches('#').trim()).find(|line| !line.is_empty());
        let about = known.about().or(first_line).unwrap_or("It has no instruction.");
        let about = about.chars().take(200).collect();
        let limits = Limits { wall_secs: Some(known.agent_secs()), ..Limits::steps(STEPS) };
        let mut tags = vec!["harbor".to_owned()];
        tags.extend(known.tags());
        let difficulty = if settings.is_ok() { known.difficulty() } else { Difficulty::Medium };
        let card = TaskCard { id: TaskId::new(format!("{suite}/{name}")), title, about, difficulty, tags, limits };
        let read = match (files, settings) {
            (Err(problem), _) => Err(problem.clone()),
            (_, Err(problem)) => Err(problem),
            (Ok(_), Ok(_)) if instruction.trim().is_empty() => Err(format!("{INSTRUCTION_FILE} is empty or not UTF-8")),
            (Ok(_), Ok(_)) if !is_plain(name) => {
                Err(format!("its name {name:?} has other characters than letters, digits, - _ ."))
            }
            (Ok(files), Ok(settings)) => Ok((files, settings)),
        };
        let environment = read.clone().and_then(|(files, settings)| Environment::read(files, &settings).map(Arc::new));
        let contained = read.and_then(|(files, settings)| Environment::contained(files, &settings).map(Arc::new));
        let is_settable = environment.is_ok() || contained.is_ok();
        let solution = files.ok().filter(|_| is_settable).and_then(|files| {
            let files = below(files, "solution/");
            let variables = known.variables().map(|[_, _, own]| own).unwrap_or_default();
            files.contains_key(SOLVE_SCRIPT).then_some(Solution { files, variables })
        });
        let memory_mib = known.bounds().unwrap_or_default().memory_mib;
        let weight = Weight { memory_mib, cores: known.cores() };
        Self { card, instruction: instruction.trim().to_owned(), weight, environment, contained, solution }
    }

    pub(super) fn has_solution(&self) -> bool {
        self.solution.is_some()
    }

    /// The solution as an agent does it: its files are written to `/solution`, and its script is run.
    pub(super) fn solve(&self) -> Option<Vec<Action>> {
        let Solution { files, variables } = self.solution.as_ref()?;
        let mut actions = Vec::new();
        let mut command = String::new();
        for (path, file) in files {
            let place = format!("/solution/{path}");
            let quoted_place = quoted(&place);
            match std::str::from_utf8(&file.bytes) {
                Ok(text) => actions.push(Action::WriteFile { path: place, content: text.to_owned() }),
                Err(_) => {
                    let encoded = format!("{place}.base64");
                    command.push_str(&format!("base64 -d {0} > {quoted_place}; rm {0}; ", quoted(&encoded)));
                    actions.push(Action::WriteFile { path: encoded, content: STANDARD.encode(&file.bytes) });
                }
            }
            if file.is_executable {
                command.push_str(&format!("chmod +x {quoted_place}; "));
            }
        }
        for (name, value) in variables {
            command.push_str(&format!("export {name}={}; ", quoted(value)));
        }
        command.push_str(&format!("bash /solution/{SOLVE_SCRIPT}"));
        actions.push(Action::Shell { command, timeout_secs: Some(MAX_SHELL_SECS) });
        actions.push(Action::Done);
        Some(actions)
    }
}

impl Environment {
    /// What is set without a container: this machine's programs, and the files that the Dockerfile makes.
    fn read(files: &BTreeMap<String, TaskFile>, settings: &TaskSettings) -> Result<Self, String> {
        let mut context = context(files)?;
        let dockerfile = context.remove("Dockerfile");
        let paths: Vec<&str> = context.keys().map(String::as_str).collect();
        let workdir = settings.environment.workdir.as_deref();
        let recipe = match (&dockerfile, &settings.environment.docker_image) {
            (Some(file), _) => {
                let text = std::str::from_utf8(&file.bytes).map_err(|_| "environment/Dockerfile is not UTF-8")?;
                Recipe::of_dockerfile(text, &paths, workdir)?
            }
            (None, Some(image)) => Recipe::of_image(image, &paths, workdir)?,
            (None, None) => return Err(NO_IMAGE.into()),
        };
        Self::with(context, recipe, ImageSource::default(), files, settings)
    }

    /// What is set in a container: what the Dockerfile says is the engine's affair.
    fn contained(files: &BTreeMap<String, TaskFile>, settings: &TaskSettings) -> Result<Self, String> {
        let context = context(files)?;
        let named = settings.environment.docker_image.clone();
        let image = ImageSource { named, is_built: context.contains_key("Dockerfile") };
        match &image {
            ImageSource { named: None, is_built: false } => return Err(NO_IMAGE.into()),
            ImageSource { named: Some(name), .. } if !is_name(name) => {
                return Err(format!("task.toml: {name:?} is no name of an image"));
            }
            _ => {}
        }
        if !settings.hosts()?.is_empty() {
            return Err("task.toml: its agent may reach hosts, and containers reach no network here".into());
        }
        let workdir = match &settings.environment.workdir {
            Some(folder) => absolute(folder, "/").ok_or_else(|| format!("task.toml: {folder:?} is no folder"))?,
            None => String::new(),
        };
        Self::with(context, Recipe { workdir, ..Recipe::default() }, image, files, settings)
    }

    fn with(
        context: BTreeMap<String, TaskFile>,
        recipe: Recipe,
        image: ImageSource,
        files: &BTreeMap<String, TaskFile>,
        settings: &TaskSettings,
    ) -> Result<Self, String> {
        let tests = below(files, "tests/");
        if tests.contains_key("Dockerfile") {
            return Err("tests/Dockerfile takes a container of its own".into());
        }
        let test_script = TEST_SCRIPTS.into_iter().find(|script| tests.contains_key(*script));
        let test_script = test_script.ok_or("it has no tests/test.sh")?;
        stays_here(test_script, &tests[test_script])?;
        let [own, tests_own, _] = settings.variables()?;
        let mut variables = recipe.variables.clone();
        variables.extend(own);
        let mut tests_variables = variables.clone();
        tests_variables.extend(tests_own);
        let secs = |secs: f64| Duration::try_from_secs_f64(secs).map_err(|error| error.to_string());
        Ok(Self {
            recipe,
            bounds: settings.bounds()?,
            hosts: settings.hosts()?,
            variables,
            context,
            tests,
            test_script,
            tests_variables,
            tests_timeout: secs(settings.tests_secs())?,
            build_timeout: secs(settings.build_secs().min(MAX_SHELL_SECS))?,
            cores: settings.cores(),
            image,
        })
    }
}

/// The files that an environment is made of.
fn context(files: &BTreeMap<String, TaskFile>) -> Result<BTreeMap<String, TaskFile>, String> {
    let context = below(files, "environment/");
    if let Some(file) = COMPOSE_FILES.into_iter().find(|file| context.contains_key(*file)) {
        return Err(format!("environment/{file} takes several containers"));
    }
    match context.contains_key(".dockerignore") {
        true => Err("environment/.dockerignore is not read here".into()),
        false => Ok(context),
    }
}

/// Tests that install or fetch something would fail here whatever the agent did, which must not look like its failure.
fn stays_here(script: &str, file: &TaskFile) -> Result<(), String> {
    let text = String::from_utf8_lossy(&file.bytes);
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().starts_with('#')) {
        for part in parts(line) {
            let all = words(&part).unwrap_or_default();
            let mut all = all.iter().map(String::as_str);
            let command = all.find(|word| !["if", "then", "else", "do", "while", "!", "sudo", "exec", "time"].contains(word));
            let is_own = OWN_HOSTS.iter().any(|host| part.contains(host));
            let fetches = command.is_some_and(|word| FETCHERS.contains(&word) || CALLERS.contains(&word) && !is_own);
            if fetches {
                let said = shortened(part.trim());
                return Err(format!("tests/{script} line {number}: `{said}` takes a network, which tests do not have here"));
            }
        }
    }
    Ok(())
}

/// The files below a folder, by their paths below it.
fn below(files: &BTreeMap<String, TaskFile>, folder: &str) -> BTreeMap<String, TaskFile> {
    files.iter().filter_map(|(path, file)| Some((path.strip_prefix(folder)?.to_owned(), file.clone()))).collect()
}

fn is_plain(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_alphanumeric() || ['-', '_', '.'].contains(&c))
}
