//! ChimeraX, a molecular viewer, for machines that have it. No registry does, so this adapter has been tried against a stand-in
//! only, which gives answers of the form that ChimeraX's own sources document.
//!
//! Its REST server speaks HTTP on a port of the loopback device. So `chimerax/start.py` starts ChimeraX with it, asks it by its `info`
//! commands, and tells the state on a unix socket. The port is in the desk's own network, where the agent's shell is not.
//!
//! ChimeraX runs Python that its user gives it (`runscript`, its Python shell), in the same process. What PyMOL's gate closes
//! (`pymol/gate.py`) is open here: a task that is to withstand such code needs checks on saved files, not on this state.
//!
//! `[setup]` takes:
//! - `commands`: ChimeraX commands, run in order: `["open /home/user/1hpv.pdb", "hide atoms"]`.
//!
//! State:
//!
//! ```json
//! {"running": true,
//!  "models": [{"spec": "#1", "name": "1hpv.pdb", "shown": true, "num atoms": 1631, "num residues": 279, "chains": ["A", "B"],
//!              "pseudobond groups": [{"name": "distances", "num pseudobonds": 1}]}],
//!  "atoms": {"#1/A:25@CA": {"shown": true, "style": 2, "selected": false, "colour": "#ff0000"}},
//!  "residues": {"#1/A:25": {"name": "ASP", "cartoon": true, "colour": "#ff0000"}}}
//! ```
//!
//! `models` is what `info` says. An atom's `style` is 0 for a sphere, 1 for a ball, 2 for a stick; a residue's `colour` is its cartoon's.
//! The view, the background and between which atoms a distance was measured are not told: no command is documented to give them as data.

use super::{Program, channel};
use crate::Desk;
use crate::Launch;
use agon_core::{BoxFuture, Fault, Need};
use agon_taskfile::Problem;
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::Path;

const START: &str = concat!(include_str!("channel.py"), "\n\n", include_str!("chimerax/start.py"));
/// Where the makers' package for Debian puts it.
const PROGRAM: &str = "/usr/bin/chimerax";

/// ChimeraX.
pub struct ChimeraX;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Setup {
    #[serde(default)]
    commands: Vec<String>,
}

impl Program for ChimeraX {
    fn name(&self) -> &'static str {
        "chimerax"
    }

    fn title(&self) -> &'static str {
        "ChimeraX"
    }

    fn needs(&self) -> Vec<Need> {
        let found = Path::new(PROGRAM).exists().then(|| PROGRAM.to_owned());
        let remedy =
            "download the package for Debian from its makers (RBVI, University of California), which asks to accept a licence, \
                      and install it"
                .to_owned();
        vec![Need { name: "chimerax".into(), found, remedy, tasks: Vec::new() }]
    }

    fn launch(&self, setup: &toml::Table) -> Result<Launch, Problem> {
        let setup: Setup = setup.clone().try_into().map_err(|error| format!("{error}"))?;
        Ok(Launch {
            command: vec![channel::PYTHON.into(), "-I".into(), "-c".into(), START.into(), json!(setup.commands).to_string()],
            window: "ChimeraX".into(),
            ..Launch::default()
        })
    }

    fn prepare<'a>(&'a self, desk: &'a Desk, _setup: &'a toml::Table) -> BoxFuture<'a, Result<(), Fault>> {
        Box::pin(channel::wait(desk, self.name()))
    }

    fn state<'a>(&'a self, desk: &'a Desk) -> BoxFuture<'a, Result<Value, Fault>> {
        Box::pin(channel::state(desk, self.name()))
    }
}
