//! Lean 4, in a terminal: files are written and checked with its commands. Debian has no package of Lean, so no task is set in it yet;
//! what the parts do that work without it is tested here.
//!
//! As with Coq, what counts is the saved file, which is compiled again elsewhere and held against the theorem (`check.rs`).
//!
//! `[setup]` takes:
//! - `open`: the file in HOME to be checked, `Proof.lean`. Its name is that of a module.
//! - `theorems`: what it is to prove, each with `name` and `statement`.
//! - `given`: Lean text that the statements are read after: imports, and definitions that stand in the file too.
//!
//! State: `{"files": {"Proof.lean": "theorem …"}}`. `examine` tells the files too, and what [`super::theorems::Report`] documents:
//!
//! ```json
//! {"check": {"holds": true, "compiles": true, "log": "", "forbidden": [],
//!            "theorems": {"add_zero": {"proved": true, "axioms": ["propext"], "problem": ""}}}}
//! ```

pub mod check;
mod code;

use super::theorems::Theorem;
use super::{Program, need, texts};
use crate::Desk;
use crate::Launch;
use agon_core::{BoxFuture, Cause, Fault, Need};
use agon_taskfile::Problem;
use check::Work;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;

/// Lean, behind a terminal.
pub struct Lean;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Setup {
    open: String,
    theorems: Vec<Theorem>,
    #[serde(default)]
    given: String,
}

const TITLE: &str = "Lean";

impl Program for Lean {
    fn name(&self) -> &'static str {
        "lean"
    }

    fn title(&self) -> &'static str {
        "Lean"
    }

    fn needs(&self) -> Vec<Need> {
        // Sandboxes see what is below /usr and nothing else of the machine, so a copy that `elan` puts into a HOME is of no use.
        let remedy =
            "unpack a release of Lean 4 below /usr/local/lean and link /usr/bin/lean to its bin/lean (Debian has no package)";
        vec![Need { remedy: remedy.into(), ..need("lean", "") }, need("xterm", "xterm"), need("bwrap", "bubblewrap")]
    }

    fn examine_limit(&self, setup: &toml::Table) -> Duration {
        check::LIMIT * Setup::read(setup).map_or(1, |setup| 1 + u32::try_from(setup.theorems.len()).unwrap_or(u32::MAX))
    }

    fn runs_commands(&self) -> bool {
        true
    }

    fn launch(&self, setup: &toml::Table) -> Result<Launch, Problem> {
        Setup::read(setup)?;
        let command = ["xterm", "-u8", "-title", TITLE, "-geometry", "160x50", "-e", "bash"];
        Ok(Launch { command: command.map(str::to_owned).to_vec(), window: TITLE.into(), ..Launch::default() })
    }

    fn prepare<'a>(&'a self, _desk: &'a Desk, _setup: &'a toml::Table) -> BoxFuture<'a, Result<(), Fault>> {
        Box::pin(async { Ok(()) })
    }

    fn state<'a>(&'a self, _desk: &'a Desk) -> BoxFuture<'a, Result<Value, Fault>> {
        Box::pin(async { Ok(json!({"running": true})) })
    }

    fn examine<'a>(&'a self, desk: &'a Desk, setup: &'a toml::Table) -> BoxFuture<'a, Result<Value, Fault>> {
        Box::pin(async move {
            let setup = Setup::read(setup).map_err(|problem| Fault::new(Cause::World, problem))?;
            let texts = texts::read(desk, &["lean"], &[]).await?;
            let text = texts.files.get(&setup.open).map_or("", String::as_str);
            let work = Work { module: setup.module(), text, given: &setup.given, theorems: &setup.theorems };
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
        let module = setup.module();
        let plain = module.starts_with(|c: char| c.is_ascii_uppercase()) && module.chars().all(|c| c.is_ascii_alphanumeric());
        if !plain || setup.open.strip_suffix(".lean") != Some(module) {
            return Err(format!("{:?} is no name for a Lean file", setup.open));
        }
        Ok(setup)
    }

    /// `Proof` for `Proof.lean`.
    fn module(&self) -> &str {
        self.open.split('.').next().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setups_are_read() {
        let launch = |open: &str| Lean.launch(&toml::toml! { open = open theorems = [] });
        assert_eq!(launch("Proof.lean").unwrap().window, "Lean");
        for name in ["proof.lean", "a/Proof.lean", "Proof.v", "Proof", "Pro-of.lean", "Proof.x.lean"] {
            assert!(launch(name).unwrap_err().to_string().contains("no name"), "{name}");
        }
        assert!(Lean.launch(&toml::toml! { opens = "Proof.lean" }).unwrap_err().to_string().contains("unknown field"));
    }

    #[test]
    fn what_is_missing_says_how_to_get_it() {
        let needs = Lean.needs();
        let lean = needs.iter().find(|need| need.name == "lean").unwrap();
        assert!(lean.remedy.contains("/usr/bin/lean"), "{}", lean.remedy);
    }
}
