//! PyMOL, a molecular viewer.
//!
//! It is a Python program, so its state is told by a thread inside it (`pymol/start.py`), which asks PyMOL's own interface: atoms,
//! colours and representations as PyMOL keeps them. The thread listens in the desk's run folder, answers with the state and does
//! nothing else.
//!
//! PyMOL's command line also runs Python, in the same process: code that could replace what the state is read with. So no code of
//! the agent's runs at all (`pymol/gate.py`). PyMOL's commands, its menus, scripts of commands, and the simple expressions of `label`,
//! `iterate`, `alter` and `print` work; programs in Python, plug-ins, sessions with code in them and other programs are refused, and
//! PyMOL's window says so. What remains is what a memory error in PyMOL, Qt or Python itself would give. A session that an
//! agent's shell has made elsewhere can be loaded: what it holds is then PyMOL's true state.
//!
//! `[setup]` takes:
//! - `commands`: PyMOL commands, run in order when the window has its size: `["load /usr/share/pymol/data/tut/1hpv.pdb"]`,
//!   `["fab ACDEF, peptide"]`. Files in HOME are `/home/user/…`.
//!
//! State:
//!
//! ```json
//! {"running": true,
//!  "objects": [{"name": "peptide", "type": "molecule", "enabled": true, "states": 1, "settings": {"stick_radius": 0.3},
//!               "atoms": 64, "colours": {"carbon": 20, "red": 11}, "representations": {"sticks": 64}, "labels": [["CA", "ALA"]],
//!               "residues": [{"chain": "A", "number": "1", "name": "ALA", "atoms": 10, "colours": {"red": 10},
//!                             "representations": {"sticks": 10}, "labels": [["CA", "ALA"]]}]},
//!              {"name": "d1", "type": "measurement", "enabled": true, "settings": {}}],
//!  "selections": {"site": ["peptide/A/1/ALA/CA"]},
//!  "measurements": [{"name": "d1", "shown": ["dashes", "angles", "dihedrals", "labels"],
//!                    "distances": [{"value": 14.408, "atoms": ["peptide/A/1/ALA/CA", "peptide/A/5/PHE/CA"]}]}],
//!  "view": [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -91.198, 14.476, 7.845, -0.127, 71.901, 110.495, -20],
//!  "background": "black", "settings": {"orthoscopic": "on"}, "scenes": ["first"], "frames": 1}
//! ```
//!
//! Colours are counted by name, or as `0x11aa22` where PyMOL has no name for them; two names of the same colour are one. A
//! representation counts the atoms that take part in it; PyMOL draws a cartoon only where there is a chain to draw. `settings` are those
//! that differ from the start, as PyMOL prints them; those of an object are set for this object alone. A measurement has
//! `distances`, `angles` or `dihedrals`, in ångström and degrees; `shown` are the representations that are not hidden.

use super::{Program, channel, need};
use crate::Desk;
use crate::Launch;
use agon_core::{BoxFuture, Fault, Need};
use agon_taskfile::Problem;
use serde::Deserialize;
use serde_json::{Value, json};

const START: &str = concat!(include_str!("pymol/gate.py"), "\n\n", include_str!("pymol/start.py"));

/// PyMOL.
pub struct PyMol;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Setup {
    #[serde(default)]
    commands: Vec<String>,
}

impl Program for PyMol {
    fn name(&self) -> &'static str {
        "pymol"
    }

    fn title(&self) -> &'static str {
        "PyMOL"
    }

    fn needs(&self) -> Vec<Need> {
        vec![need("pymol", "pymol")]
    }

    fn launch(&self, setup: &toml::Table) -> Result<Launch, Problem> {
        let setup: Setup = setup.clone().try_into().map_err(|error| format!("{error}"))?;
        Ok(Launch {
            command: vec![channel::PYTHON.into(), "-I".into(), "-c".into(), START.into(), json!(setup.commands).to_string()],
            environment: vec![("PYMOL_DATA".into(), "/usr/share/pymol/data".into())],
            window: "PyMOL".into(),
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
