//! Coq with its own editor, CoqIDE.
//!
//! What counts is the saved file. Agents write it through CoqIDE (or a shell, where a task has one), so no channel of the program can be
//! forged to any use: the file is compiled again elsewhere and held against the theorem (`check.rs`). What CoqIDE shows is read from the
//! accessibility tree, whose bus is in the desk's run folder and so out of the agent's shell's reach.
//!
//! `[setup]` takes:
//! - `open`: the files in HOME that CoqIDE opens, the last in front. The first is the one to be checked.
//! - `theorems`: what it is to prove, each with `name` and `statement`.
//! - `given`: Coq text that the statements are read after: imports, and definitions that stand in the file too (no inductive types).
//! - `libraries`: name and text of libraries that stand compiled beside the file, for it to require.
//!
//! State:
//!
//! ```json
//! {"running": true, "buffers": [{"name": "proof", "current": true}], "text": "Theorem …", "cursor": {"line": 3, "column": 22},
//!  "status": "Ready, proving add_zero", "goals": "1 goal\n…", "messages": ""}
//! ```
//!
//! `text` is the first 2,000 characters of the buffer in front, saved or not. `examine` tells the
//! files (and under `not_read` what is a link, a pipe or too large), and what [`super::theorems::Report`] documents:
//!
//! ```json
//! {"files": {"proof.v": "Theorem …"},
//!  "check": {"holds": true, "compiles": true, "log": "", "forbidden": [],
//!            "theorems": {"add_zero": {"proved": true, "assumptions": [], "verified": true, "problem": ""}}}}
//! ```

pub mod check;
mod code;
mod window;

use super::nodes::Nodes;
use super::theorems::Theorem;
use super::{Program, apart, need, texts};
use crate::Desk;
use crate::Launch;
use agon_core::{BoxFuture, Cause, Fault, Need};
use agon_taskfile::Problem;
use check::Work;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// CoqIDE, and Coq behind it.
pub struct Coq;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Setup {
    open: Vec<String>,
    #[serde(default)]
    theorems: Vec<Theorem>,
    #[serde(default)]
    given: String,
    #[serde(default)]
    libraries: BTreeMap<String, String>,
}

const READY: Duration = Duration::from_secs(60);

impl Program for Coq {
    fn name(&self) -> &'static str {
        "coqide"
    }

    fn title(&self) -> &'static str {
        "CoqIDE"
    }

    fn needs(&self) -> Vec<Need> {
        vec![need("coqide", "coqide"), need("coqc", "coq"), need("coqchk", "coq"), need("bwrap", "bubblewrap")]
    }

    fn helpers(&self) -> &'static [&'static str] {
        &["coqidetop.opt", "coqidetop"]
    }

    fn examine_limit(&self, setup: &toml::Table) -> Duration {
        let theorems = Setup::read(setup).map_or(0, |setup| setup.theorems.len());
        check::limit(theorems)
    }

    fn runs_commands(&self) -> bool {
        true
    }

    fn launch(&self, setup: &toml::Table) -> Result<Launch, Problem> {
        let setup = Setup::read(setup)?;
        let folder = setup.folder();
        let mut files = vec![
            (PathBuf::from(".config/coq/coqiderc"), include_bytes!("coq/coqiderc").to_vec()),
            (PathBuf::from(".config/gtk-3.0/settings.ini"), include_bytes!("coq/gtk.ini").to_vec()),
        ];
        files.extend(setup.libraries.iter().map(|(name, text)| (folder.join(format!("{name}.v")), text.clone().into_bytes())));
        let inside = Path::new("/home/user");
        let mut command =
            vec!["env".to_owned(), "-C".to_owned(), inside.join(&folder).display().to_string(), "coqide".to_owned()];
        command.extend(setup.open.iter().map(|file| inside.join(file).display().to_string()));
        let environment =
            vec![("NO_AT_BRIDGE".to_owned(), "0".to_owned()), ("GTK_MODULES".to_owned(), "gail:atk-bridge".to_owned())];
        Ok(Launch { command: apart(command), environment, files, read_only: Vec::new(), window: "CoqIDE".into() })
    }

    fn prepare<'a>(&'a self, desk: &'a Desk, setup: &'a toml::Table) -> BoxFuture<'a, Result<(), Fault>> {
        Box::pin(async move {
            let setup = Setup::read(setup).map_err(|problem| Fault::new(Cause::World, problem))?;
            for (name, text) in &setup.libraries {
                let compiled = check::compile_given(name, text).await?;
                let path = desk.home().join(setup.folder()).join(format!("{name}.vo"));
                std::fs::write(&path, compiled)
                    .map_err(|error| Fault::new(Cause::World, format!("{}: {error}", path.display())))?;
            }
            let expected = setup.open.len();
            Nodes::until(desk, "CoqIDE with its files", READY, |nodes| window::is_ready(nodes, expected).then_some(())).await
        })
    }

    fn state<'a>(&'a self, desk: &'a Desk) -> BoxFuture<'a, Result<Value, Fault>> {
        Box::pin(async move { window::read(&Nodes::read(desk).await?) })
    }

    fn examine<'a>(&'a self, desk: &'a Desk, setup: &'a toml::Table) -> BoxFuture<'a, Result<Value, Fault>> {
        Box::pin(async move {
            let setup = Setup::read(setup).map_err(|problem| Fault::new(Cause::World, problem))?;
            let file = &setup.open[0];
            let texts = texts::read(desk, &["v"], &[]).await?;
            let text = texts.files.get(file).map_or("", String::as_str);
            let library = setup.library();
            let work = Work {
                library: &library,
                text,
                given: &setup.given,
                given_libraries: &setup.libraries,
                theorems: &setup.theorems,
            };
            let check = json!(check::check(&work).await?);
            let mut state = texts.into_state();
            state.insert("check".into(), check);
            Ok(Value::Object(state))
        })
    }
}

impl Setup {
    fn read(table: &toml::Table) -> Result<Self, String> {
        let setup: Self = table.clone().try_into().map_err(|error: toml::de::Error| error.message().to_owned())?;
        let Some(first) = setup.open.first() else { return Err("`open` names no file".into()) };
        if !first.ends_with(".v") || !is_identifier(&setup.library()) {
            return Err(format!("{first:?} is no name for a Coq file"));
        }
        if let Some(name) = setup.libraries.keys().find(|name| !is_identifier(name)) {
            return Err(format!("{name:?} is no name for a library"));
        }
        Ok(setup)
    }

    /// Where the file to be checked is, below HOME.
    fn folder(&self) -> PathBuf {
        Path::new(&self.open[0]).parent().map(Path::to_owned).unwrap_or_default()
    }

    /// `proof` for `work/proof.v`.
    fn library(&self) -> String {
        Path::new(&self.open[0]).file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }
}

fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
