//! How a task of OSWorld prepares its machine, as files in HOME and programs that are open.

use super::published::Named;
use super::{Step, keys};
use crate::imported::in_home;
use serde_json::Value;
use toml::Table;

const CALC: &str = "libreoffice-calc";
const WRITER: &str = "libreoffice-writer";
const IMPRESS: &str = "libreoffice-impress";
const FILES: &str = "files";
const TERMINAL: &str = "terminal";
const EDITOR: &str = "editor";
const GIMP: &str = "gimp";
/// They are one program, which has all its documents open in one process.
const OFFICE: [&str; 3] = [CALC, WRITER, IMPRESS];

/// What opens a file by the ending of its name.
const OPENERS: [(&str, &[&str]); 4] = [
    (CALC, &["xlsx", "xls", "ods", "csv"]),
    (WRITER, &["docx", "doc", "odt", "rtf"]),
    (IMPRESS, &["pptx", "ppt", "odp"]),
    (EDITOR, &["txt", "json", "md", "py", "html", "xml", "sh", "cpp", "c", "log", "tex", "yaml"]),
];
/// What is looked at in programs that are not here.
const UNREADABLE: [&str; 12] = ["pdf", "epub", "mp4", "mkv", "avi", "mov", "webm", "mp3", "wav", "flac", "ogg", "eml"];

/// The programs of a task by what OSWorld calls them, or the one that is not here.
pub(super) fn programs<'a>(apps: impl Iterator<Item = &'a str>) -> Result<Vec<&'static str>, String> {
    let mut found = Vec::new();
    for app in apps {
        let program = match app.to_lowercase().replace(' ', "_").as_str() {
            "libreoffice_calc" | "calc" => Some(CALC),
            "libreoffice_writer" | "writer" => Some(WRITER),
            "libreoffice_impress" | "impress" => Some(IMPRESS),
            "gimp" => Some(GIMP),
            "os" => Some(FILES),
            "terminal" => Some(TERMINAL),
            "libreoffice" | "multi_apps" => None,
            _ => return Err(format!("{app} is not among the programs here")),
        };
        found.extend(program.filter(|program| !found.contains(program)));
    }
    Ok(found)
}

/// A prepared machine.
#[derive(Default)]
pub(super) struct Desk {
    /// Files by their paths below HOME.
    pub(super) files: Vec<(String, Named)>,
    /// What is opened, one after the other: a program, and a file or folder below HOME.
    opened: Vec<(&'static str, Option<String>)>,
}

/// What a task file says of its programs.
pub(super) struct Programs {
    pub(super) front: &'static str,
    pub(super) setup: Table,
    pub(super) beside: Table,
    pub(super) installed: Vec<String>,
}

impl Desk {
    pub(super) fn read(config: &[Step]) -> Result<Self, String> {
        let (mut desk, mut folders) = (Self::default(), Vec::new());
        for step in config {
            let of = &step.parameters;
            match step.kind.as_str() {
                "sleep" | "activate_window" => {}
                "download" => desk.download(of)?,
                "open" => desk.open(of["path"].as_str().ok_or("it opens nothing that is named")?)?,
                "launch" => desk.launch(&words(&of["command"])?)?,
                "execute" | "command" => folders.extend(desk.command(&of["command"])?),
                other => return Err(format!("it prepares the machine by {other:?}, which has no counterpart here")),
            }
        }
        // A task file lays down files: a folder is there for what lies in it.
        let is_empty = |folder: &&String| !desk.files.iter().any(|(path, _)| path.starts_with(&format!("{folder}/")));
        match folders.iter().find(is_empty) {
            Some(folder) => Err(format!("it makes the empty folder {folder}, which a task file cannot")),
            None => Ok(desk),
        }
    }

    fn download(&mut self, of: &Value) -> Result<(), String> {
        let files = of["files"].as_array().ok_or("it lays down no files that are named")?;
        for file in files {
            let (Some(url), Some(path)) = (file["url"].as_str(), file["path"].as_str()) else {
                return Err("it lays down a file without an address or a path".into());
            };
            let path = in_home(path)?;
            let name = path.rsplit('/').next().unwrap_or_default().to_owned();
            self.files.retain(|(other, _)| *other != path);
            self.files.push((path, Named::new(url, &name)?));
        }
        Ok(())
    }

    fn open(&mut self, path: &str) -> Result<(), String> {
        let path = in_home(path)?;
        if self.files.iter().any(|(file, _)| file.starts_with(&format!("{path}/"))) {
            self.opened.push((FILES, Some(path)));
            return Ok(());
        }
        if !self.files.iter().any(|(file, _)| *file == path) {
            return Err(format!("it opens {path}, which is not among its files"));
        }
        let ending = ending(&path);
        let Some((program, _)) = OPENERS.iter().find(|(_, endings)| endings.contains(&ending.as_str())) else {
            return Err(format!("it opens {path} in a program that is not here"));
        };
        self.opened.push((program, Some(path)));
        Ok(())
    }

    fn launch(&mut self, command: &[&str]) -> Result<(), String> {
        match command {
            ["gimp"] => self.opened.push((GIMP, None)),
            ["gimp", path] => self.opened.push((GIMP, Some(in_home(path)?))),
            ["libreoffice", "--calc"] => self.opened.push((CALC, None)),
            ["libreoffice", "--writer"] => self.opened.push((WRITER, None)),
            ["libreoffice", "--impress"] => self.opened.push((IMPRESS, None)),
            ["nautilus", path] => self.opened.push((FILES, Some(in_home(path)?))),
            _ => return Err(format!("it starts `{}`, which has no counterpart here", shortened(&command.join(" ")))),
        }
        Ok(())
    }

    /// Folders that a command makes. No other command has a counterpart, but for lines of pyautogui that open a terminal at most.
    fn command(&mut self, command: &Value) -> Result<Vec<String>, String> {
        let words = match command {
            Value::String(line) => return made_by_line(line),
            list => words(list)?,
        };
        match words.as_slice() {
            ["mkdir", "-p", folders @ ..] => folders.iter().map(|folder| in_home(folder)).collect(),
            ["python", "-c", code] if code.contains("pyautogui") => {
                let opens = keys::opens_terminal(code, self.opened.is_empty());
                let opens = opens.ok_or("it prepares the machine by keys and clicks, which have no counterpart here")?;
                self.opened.extend(opens.then_some((TERMINAL, None)));
                Ok(Vec::new())
            }
            [.., line] => Err(runs(line)),
            [] => Err("it prepares the machine by a command that is empty".into()),
        }
    }

    /// Whether somebody could look at all its files here.
    pub(super) fn readable(&self) -> Result<(), String> {
        match self.files.iter().find(|(path, _)| UNREADABLE.contains(&ending(path).as_str())) {
            Some((path, _)) => Err(format!("no program here shows its file {path}")),
            None => Ok(()),
        }
    }

    /// Which programs are open: the last one that was opened in front, or the one that the task is about. `app` is its folder's name.
    pub(super) fn programs(&self, app: &str, all: &[&'static str]) -> Programs {
        let is_office = |program: &str| OFFICE.contains(&program);
        let own = programs(std::iter::once(app)).unwrap_or_default().first().copied().unwrap_or(FILES);
        let front = self.opened.last().map_or(own, |(program, _)| *program);
        let is_front = |program: &str| program == front || (is_office(program) && is_office(front));
        let setup = |is_of: &dyn Fn(&str) -> bool| {
            let paths = self.opened.iter().filter(|(program, _)| is_of(program)).filter_map(|(_, path)| path.clone());
            let open: Vec<String> = paths.collect();
            let mut setup = Table::new();
            if !open.is_empty() {
                setup.insert("open".into(), open.into());
            }
            setup
        };
        let mut beside = Table::new();
        let last_office = self.opened.iter().rev().map(|(program, _)| *program).find(|program| is_office(program));
        let has_files = ["os", "multi_apps"].contains(&app).then_some(FILES);
        for program in self.opened.iter().map(|(program, _)| *program).chain(has_files).filter(|program| !is_front(program)) {
            let is_one = is_office(program);
            let name = if is_one { last_office.unwrap_or(program) } else { program };
            beside.insert(name.into(), setup(&|other| other == program || (is_one && is_office(other))).into());
        }
        let is_open = |program: &str| program == front || beside.contains_key(program);
        let installed = all.iter().filter(|program| !is_open(program)).map(|program| (*program).to_owned()).collect();
        Programs { front, setup: setup(&is_front), beside, installed }
    }
}

fn words(command: &Value) -> Result<Vec<&str>, String> {
    let words = command.as_array().map(|words| words.iter().filter_map(Value::as_str).collect());
    words.ok_or_else(|| format!("it starts `{}`, which has no counterpart here", shortened(&command.to_string())))
}

/// The folders that a line of `mkdir -p A && mkdir -p B` makes.
fn made_by_line(line: &str) -> Result<Vec<String>, String> {
    let mut folders = Vec::new();
    for part in line.split("&&") {
        let words: Vec<&str> = part.split_whitespace().collect();
        let ["mkdir", "-p", made @ ..] = words.as_slice() else { return Err(runs(line)) };
        for folder in made {
            let folder = folder.strip_prefix("~/").map_or((*folder).to_owned(), |rest| format!("{}/{rest}", crate::HOME));
            folders.push(in_home(&folder)?);
        }
    }
    Ok(folders)
}

fn runs(line: &str) -> String {
    if line.contains("sudo") {
        return "its set-up needs sudo, which is not here".into();
    }
    format!("its set-up runs `{}`, which has no counterpart here", shortened(line))
}

fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= 60 { line } else { line.chars().take(57).chain("...".chars()).collect() }
}

fn ending(path: &str) -> String {
    path.rsplit('/').next().and_then(|name| name.rsplit_once('.')).map_or(String::new(), |(_, ending)| ending.to_lowercase())
}
