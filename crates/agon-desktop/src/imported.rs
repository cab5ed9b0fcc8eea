//! Task files that are written from the tasks of other benchmarks.

use crate::sandbox::HOME;
use toml::Table;

/// A task of another benchmark as one of ours.
pub struct Imported {
    /// Its task file.
    pub text: String,
    /// Files that it names, by their paths below the suite's folder.
    pub data: Vec<(String, Vec<u8>)>,
}

/// What a task file says before its files and its key.
pub(crate) struct Head {
    pub(crate) title: String,
    pub(crate) about: &'static str,
    pub(crate) program: String,
    pub(crate) difficulty: &'static str,
    pub(crate) way: &'static str,
    pub(crate) steps: u32,
    pub(crate) surfaces: Vec<&'static str>,
    pub(crate) instruction: String,
}

/// A task file under construction, from here on.
#[derive(Default)]
pub(crate) struct Draft {
    pub(crate) installed: Vec<String>,
    pub(crate) files: Table,
    pub(crate) setup: Table,
    pub(crate) beside: Table,
    pub(crate) reference: Table,
    pub(crate) checks: Vec<Table>,
    /// A verifier, and the check that it makes.
    pub(crate) verify: Option<(Table, &'static str)>,
    /// What the solution does, and what does not do.
    pub(crate) right: Vec<Table>,
    pub(crate) wrong: Vec<Table>,
    pub(crate) is_infeasible: bool,
}

impl Draft {
    /// Nothing is to be done but to say so.
    pub(crate) fn cannot_be_done(&mut self) {
        self.is_infeasible = true;
        self.right.push(entry("fail", "It cannot be done here."));
        self.wrong.push(entry("done", true));
    }

    pub(crate) fn write(self, head: Head) -> Result<String, String> {
        // What is wrong compiles: the check that fails is no gate.
        let earning = self.checks.iter().find(|check| !check.contains_key("gate")).map(|check| check["name"].clone());
        let verified = self.verify.as_ref().map(|(_, check)| toml::Value::from(*check));
        let Some(fails) = earning.or(verified).or_else(|| self.is_infeasible.then(|| "declared_infeasible".into())) else {
            return Err("nothing is checked in it".into());
        };
        let mut file = Table::new();
        file.insert("title".into(), head.title.into());
        file.insert("about".into(), head.about.into());
        file.insert("program".into(), head.program.into());
        file.insert("difficulty".into(), head.difficulty.into());
        file.insert("way".into(), head.way.into());
        file.insert("steps".into(), head.steps.into());
        file.insert("surfaces".into(), head.surfaces.into());
        file.insert("instruction".into(), head.instruction.into());
        if self.is_infeasible {
            file.insert("feasible".into(), false.into());
        }
        if !self.installed.is_empty() {
            file.insert("installed".into(), self.installed.into());
        }
        for (key, table) in [("files", self.files), ("setup", self.setup), ("beside", self.beside)] {
            if !table.is_empty() {
                file.insert(key.into(), table.into());
            }
        }
        let miss = Table::from_iter([
            ("name".to_owned(), toml::Value::from("not what was asked for")),
            ("fails".to_owned(), fails),
            ("steps".to_owned(), self.wrong.into()),
        ]);
        let mut key = Table::new();
        if !self.reference.is_empty() {
            key.insert("reference".into(), self.reference.into());
        }
        if !self.checks.is_empty() {
            key.insert("check".into(), self.checks.into());
        }
        if let Some((verify, check)) = self.verify {
            let mut verify = verify;
            verify.insert("checks".into(), entry(check, 1).into());
            key.insert("verify".into(), vec![verify].into());
        }
        key.insert("solution".into(), Table::from_iter([("steps".to_owned(), self.right.into())]).into());
        key.insert("near_miss".into(), vec![miss].into());
        file.insert("key".into(), key.into());
        toml::to_string(&file).map_err(|error| format!("its task file cannot be written: {error}"))
    }
}

/// A path of the original's user as one in HOME.
pub(crate) fn in_home(path: &str) -> Result<String, String> {
    let plain = |rest: &&str| rest.split('/').all(|part| !matches!(part, "" | "." | "..")) && !rest.contains('\0');
    let below = path.strip_prefix(HOME).and_then(|rest| rest.strip_prefix('/'));
    let below = below.map(|rest| rest.trim_end_matches('/')).filter(plain);
    below.map(str::to_owned).ok_or_else(|| format!("{path} is not in the agent's home"))
}

pub(crate) fn entry(key: &str, value: impl Into<toml::Value>) -> Table {
    Table::from_iter([(key.to_owned(), value.into())])
}
