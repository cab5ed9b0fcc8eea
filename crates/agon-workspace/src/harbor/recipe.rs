//! What a Dockerfile asks for, where that takes no build: a working folder, variables, files, and commands that make files.

use super::commands::{can_run, shortened, system_path};
use super::dockerfile::{Instruction, filled, instructions, words};
use agon_core::glob_matches;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// Where the environment's files are seen while it is prepared.
pub(super) const CONTEXT: &str = "/run/context";
/// Where commands run unless the task says otherwise.
const WORKDIR: &str = "/app";
/// Images whose programs a Debian machine has as well. Those of Terminal-Bench are the first two with a recorder of terminals.
const PLAIN_IMAGES: [&str; 3] = ["debian", "ubuntu", "python"];
const BENCH_IMAGES: &str = "laude-institute/t-bench/";
/// What the public images are also called, below the host they come from.
const PUBLIC_IMAGES: &str = "library/";
/// Where images of Python have `python`.
pub(super) const IMAGE_PROGRAMS: &str = "/run/image";
const SYSTEM_PATH: &str = "/usr/bin:/bin:/usr/sbin:/sbin";

/// How an environment is prepared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Recipe {
    pub(super) workdir: String,
    pub(super) variables: BTreeMap<String, String>,
    /// A shell script that lays out folders and files, and runs the commands.
    pub(super) script: String,
    /// Whether the image is Python's, which calls its interpreter `python`.
    pub(super) has_python: bool,
}

/// What is known while a Dockerfile is read.
struct Reader<'a> {
    context: &'a [&'a str],
    recipe: Recipe,
    /// `ARG` and `ENV`.
    known: BTreeMap<String, String>,
}

impl Recipe {
    /// Reads a Dockerfile beside files of these paths; `Err` names the line that takes a build.
    pub(super) fn of_dockerfile(text: &str, context: &[&str], workdir: Option<&str>) -> Result<Self, String> {
        let about = |line: usize, problem: String| format!("environment/Dockerfile line {line}: {problem}");
        let all = instructions(text).map_err(|(line, problem)| about(line, problem))?;
        let known = BTreeMap::from([("PATH".to_owned(), programs())]);
        let mut reader = Reader { context, recipe: Self::empty(), known };
        let mut has_base = false;
        for one in &all {
            if one.name == "FROM" && std::mem::replace(&mut has_base, true) {
                return Err(about(one.line, "a second image takes a build".into()));
            }
            reader.take(one).map_err(|problem| about(one.line, problem))?;
        }
        if !has_base {
            return Err("environment/Dockerfile names no image".into());
        }
        reader.recipe.finish(workdir)
    }

    /// An image that is there already: the files go to its working folder.
    pub(super) fn of_image(image: &str, context: &[&str], workdir: Option<&str>) -> Result<Self, String> {
        let mut recipe = Self::empty();
        recipe.has_python = plain_image(image).map_err(|problem| format!("task.toml: {problem}"))?;
        if !context.is_empty() {
            let place = quoted(workdir.unwrap_or(WORKDIR));
            let _ = writeln!(recipe.script, "mkdir -p {place}; cp -RT --preserve=mode,timestamps {CONTEXT} {place}");
        }
        recipe.finish(workdir)
    }

    fn empty() -> Self {
        Self { workdir: WORKDIR.into(), script: "set -e\n".into(), ..Self::default() }
    }

    /// A working folder that `task.toml` names comes before the Dockerfile's.
    fn finish(mut self, workdir: Option<&str>) -> Result<Self, String> {
        if let Some(workdir) = workdir {
            self.workdir = absolute(workdir, "/").ok_or_else(|| format!("task.toml: {workdir:?} is no folder"))?;
        }
        if let Some(path) = system_path(&self.workdir) {
            return Err(format!("its working folder is {path}, which cannot be changed here"));
        }
        let _ = writeln!(self.script, "mkdir -p {}", quoted(&self.workdir));
        Ok(self)
    }
}

impl Reader<'_> {
    fn take(&mut self, one: &Instruction) -> Result<(), String> {
        match one.name.as_str() {
            "FROM" => {
                let rest = filled(&one.rest, &self.known)?;
                let image = rest.split_whitespace().find(|word| !word.starts_with("--")).unwrap_or_default();
                self.recipe.has_python = plain_image(image)?;
            }
            "ARG" => {
                for word in words(&one.rest)? {
                    if let Some((name, value)) = word.split_once('=') {
                        self.known.insert(name.to_owned(), filled(value, &self.known)?);
                    }
                }
            }
            "ENV" => self.variables(&one.rest)?,
            "WORKDIR" => {
                let path = filled(&words(&one.rest)?.join(" "), &self.known)?;
                self.recipe.workdir = self.path(&path)?;
                let _ = writeln!(self.recipe.script, "mkdir -p {}", quoted(&self.recipe.workdir));
            }
            "COPY" | "ADD" => self.copy(one)?,
            "RUN" => self.run(one)?,
            "USER" if ["root", "0", "root:root", "0:0"].contains(&one.rest.as_str()) => {}
            // A container is kept alive by other means, and nobody from outside comes in.
            "CMD" | "EXPOSE" | "LABEL" | "MAINTAINER" | "STOPSIGNAL" => {}
            name => return Err(format!("`{name} {}` takes a container", shortened(&one.rest))),
        }
        Ok(())
    }

    fn variables(&mut self, rest: &str) -> Result<(), String> {
        let all = words(rest)?;
        let pairs: Vec<(String, String)> = match all.split_first() {
            Some((name, value)) if !name.contains('=') => vec![(name.clone(), value.join(" "))],
            _ => all.iter().filter_map(|word| word.split_once('=')).map(|(name, value)| (name.into(), value.into())).collect(),
        };
        for (name, value) in pairs {
            let value = filled(&value, &self.known)?;
            let _ = writeln!(self.recipe.script, "export {name}={}", quoted(&value));
            if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
                return Err(format!("{name:?} is no name of a variable"));
            }
            self.known.insert(name.clone(), value.clone());
            self.recipe.variables.insert(name, value);
        }
        Ok(())
    }

    fn run(&mut self, one: &Instruction) -> Result<(), String> {
        can_run(&one.rest)?;
        let (workdir, command) = (quoted(&self.recipe.workdir), quoted(&one.rest));
        let failed = format!("echo 'line {} of the Dockerfile failed' >&2", one.line);
        let _ = writeln!(self.recipe.script, "(cd {workdir} && exec /bin/sh -c {command}) || {{ {failed}; exit 1; }}");
        Ok(())
    }

    /// Folders are merged with what is there, as Docker does it; files go into a folder that is one, or ends with a slash.
    fn copy(&mut self, one: &Instruction) -> Result<(), String> {
        let rest = filled(&one.rest, &self.known)?;
        let mut all = if rest.starts_with('[') {
            serde_json::from_str::<Vec<String>>(&rest).map_err(|_| "its list is not read here".to_owned())?
        } else {
            words(&rest)?
        };
        let mut mode = None;
        while all.first().is_some_and(|word| word.starts_with("--")) {
            let option = all.remove(0);
            match option.split_once('=') {
                Some(("--chmod", value)) if value.bytes().all(|byte| (b'0'..=b'7').contains(&byte)) => {
                    mode = Some(value.to_owned())
                }
                Some(("--chown", _)) => {}
                Some(("--link", _)) | None if option.starts_with("--link") => {}
                _ => return Err(format!("`{option}` takes a build")),
            }
        }
        let (to, from) = all.split_last().filter(|(_, from)| !from.is_empty()).ok_or("it says not what to copy where")?;
        let place = self.path(to)?;
        let mut sources = Vec::new();
        for pattern in from {
            sources.extend(self.sources(pattern, &one.name)?);
        }
        let into_folder = to.ends_with('/') || to == "." || sources.len() > 1;
        let place = quoted(&place);
        for Source { path, is_folder } in sources {
            let name = quoted(Path::new(&path).file_name().and_then(|name| name.to_str()).unwrap_or_default());
            let path = quoted(&format!("{CONTEXT}/{path}"));
            let copy = "cp -RT --preserve=mode,timestamps";
            let script = &mut self.recipe.script;
            let _ = match (is_folder, into_folder) {
                (true, _) => writeln!(script, "to={place}; mkdir -p \"$to\"; {copy} {path} \"$to\""),
                (false, true) => writeln!(script, "mkdir -p {place}; to={place}/{name}; {copy} {path} \"$to\""),
                (false, false) => writeln!(
                    script,
                    "to={place}; if test -d \"$to\"; then to=\"$to\"/{name}; fi; mkdir -p \"$(dirname \"$to\")\"; {copy} {path} \"$to\""
                ),
            };
            if let Some(mode) = &mode {
                let _ = writeln!(script, "chmod -R {mode} \"$to\"");
            }
        }
        Ok(())
    }

    /// What a pattern stands for among the files beside the Dockerfile.
    fn sources(&self, pattern: &str, instruction: &str) -> Result<Vec<Source>, String> {
        if pattern.contains("://") || pattern.starts_with("git@") {
            return Err(format!("{pattern} is fetched from a network"));
        }
        let plain = pattern.trim_start_matches('/').trim_start_matches("./").trim_end_matches('/');
        if Path::new(plain)
            .components()
            .any(|part| !matches!(part, std::path::Component::Normal(_) | std::path::Component::CurDir))
        {
            return Err(format!("{pattern} leads out of environment/"));
        }
        let whole = plain.is_empty() || plain == ".";
        let mut found: BTreeMap<String, bool> = BTreeMap::new();
        for path in self.context {
            if whole {
                found.insert(".".into(), true);
                continue;
            }
            let depth = plain.split('/').count();
            let head: Vec<&str> = path.split('/').take(depth).collect();
            let matches = head.len() == depth && head.iter().zip(plain.split('/')).all(|(part, glob)| glob_matches(part, glob));
            if matches {
                found.insert(head.join("/"), path.split('/').count() > depth);
            }
        }
        if found.is_empty() && !whole {
            return Err(format!("environment/ holds no {pattern}"));
        }
        let archives = [".tar", ".tar.gz", ".tgz", ".tar.xz", ".tar.bz2"];
        if instruction == "ADD" && found.keys().any(|path| archives.iter().any(|ending| path.ends_with(ending))) {
            return Err(format!("`ADD {pattern}` unpacks an archive; `COPY` and `RUN tar` are read here"));
        }
        Ok(found.into_iter().map(|(path, is_folder)| Source { path, is_folder }).collect())
    }

    /// A path as a container has it.
    fn path(&self, path: &str) -> Result<String, String> {
        let whole = absolute(path, &self.recipe.workdir).ok_or_else(|| format!("{path:?} is no path"))?;
        match system_path(&whole) {
            Some(path) => Err(format!("{path} is a part of the system, which cannot be changed here")),
            None => Ok(whole),
        }
    }
}

struct Source {
    path: String,
    is_folder: bool,
}

/// Whether an image is one that a Debian machine can stand in for; then whether it is Python's.
fn plain_image(image: &str) -> Result<bool, String> {
    let name = image.split(['@', ':']).next().unwrap_or_default();
    // The host that an image would come from has a dot in its name; nothing is fetched from it here.
    let below = name.split_once('/').filter(|(host, _)| host.contains('.')).map_or(name, |(_, below)| below);
    let short = below.strip_prefix(PUBLIC_IMAGES).unwrap_or(name);
    let bench = below.strip_prefix(BENCH_IMAGES).and_then(|name| name.split('-').next());
    match PLAIN_IMAGES.iter().find(|plain| [Some(short), bench].contains(&Some(**plain))) {
        Some(plain) => Ok(*plain == "python"),
        None => Err(format!(
            "the image {image:?} takes a container; {} are taken for this machine's own programs",
            PLAIN_IMAGES.join(", ")
        )),
    }
}

/// A path without `.` and `..`; `None` where it is none or leads above the root.
pub(super) fn absolute(path: &str, below: &str) -> Option<String> {
    let whole = Path::new(below).join(path);
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.components() {
        match part {
            std::path::Component::Normal(part) => parts.push(part.to_str()?),
            std::path::Component::ParentDir => {
                parts.pop()?;
            }
            std::path::Component::RootDir | std::path::Component::CurDir => {}
            std::path::Component::Prefix(_) => return None,
        }
    }
    (!path.is_empty() && !path.contains(['\0', '\n'])).then(|| format!("/{}", parts.join("/")))
}

/// Where programs are found unless a task says otherwise.
pub(super) fn programs() -> String {
    format!("{SYSTEM_PATH}:{IMAGE_PROGRAMS}")
}

/// A text as one word of a shell.
pub(super) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}
