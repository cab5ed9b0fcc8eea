//! GRASS GIS, a geographic information system, in its single-window layout.
//!
//! `grass/start.py` makes a small database in HOME and starts GRASS's window on it with a thread inside (`grass/window.py`) that tells the
//! layers and the map display; regions and maps it reads with GRASS's own modules. The window's console runs any command for its
//! user, so the window and all it starts are in a further sandbox, which does not have the channel's folder, and the process
//! that listens there cannot be looked into. The window's Python tab is switched off.
//!
//! `[setup]` takes:
//! - `location`: its name; the database is `/home/user/grassdata`, the mapset `PERMANENT`. It must be given.
//! - `projection`: as `grass -c` takes it: `XY` unless given, or `EPSG:32633`.
//! - `commands`: shell commands with GRASS's modules at hand, run in order: `["g.region n=100 s=0 e=100 w=0 res=1 -s", …]`.
//! - `layers`: what the map display shows at the start, lowest first: `[{ type = "raster", map = "height@PERMANENT",
//!   command = "d.rast map=height@PERMANENT" }]`.
//!
//! State:
//!
//! ```json
//! {"running": true,
//!  "layers": [{"name": "height@PERMANENT", "type": "raster", "map": "height@PERMANENT", "command": "d.rast map=height@PERMANENT",
//!              "visible": true, "opacity": 1.0, "layers": []}],
//!  "display": {"extent": {"north": 1000.0, "south": 0.0, "east": 1000.0, "west": 0.0}, "overlays": ["d.legend raster=height"],
//!              "three_dimensional": false},
//!  "region": {"n": 1000.0, "s": 0.0, "w": 0.0, "e": 1000.0, "nsres": 10.0, "ewres": 10.0, "rows": 100.0, "cols": 100.0},
//!  "maps": {"raster": {"height": {"min": 0.43, "max": 99.94, "datatype": "DCELL", "north": 1000.0, "mean": 27.24, "sum": 272427.8}},
//!           "vector": {"roads": {"points": 0, "lines": 3, "north": 900.0, "columns": {"cat": "integer", "name": "character"},
//!                                "table": [{"cat": "1", "name": "High Street"}]}}}}
//! ```
//!
//! `layers` stand as in the window, the topmost first; a group has layers of its own. `region` and `maps` are as `g.region -gu`,
//! `r.info -gr`, `r.univar -g`, `v.info -gt`, `v.info -c` and `v.db.select` print them, of the mapset `PERMANENT`, wherever the window
//! may have gone. What else a check wants to know, [`Grass::run`]
//! or a task's probe asks a module for.

use super::{Program, channel, need};
use crate::Desk;
use crate::Launch;
use agon_core::{BoxFuture, Fault, Need};
use agon_taskfile::Problem;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::time::Duration;

const START: &str = concat!(include_str!("channel.py"), "\n\n", include_str!("grass/start.py"));
const WINDOW: &str = include_str!("grass/window.py");

const QUIET: Duration = Duration::from_millis(1000);
const MOST: Duration = Duration::from_secs(30);

/// GRASS GIS.
pub struct Grass;

/// What a module printed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Printed {
    pub exit: i32,
    pub stdout: String,
    pub stderr: String,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Setup {
    location: String,
    #[serde(default = "plain")]
    projection: String,
    #[serde(default)]
    commands: Vec<String>,
    #[serde(default)]
    layers: Vec<Layer>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Layer {
    r#type: String,
    map: String,
    command: String,
}

fn plain() -> String {
    "XY".into()
}

impl Grass {
    /// Runs a GRASS module for the examiner, on the database as it is now. Nothing where GRASS has been closed.
    pub async fn run(&self, desk: &Desk, module: &[&str]) -> Result<Option<Printed>, Fault> {
        let answer = channel::ask(desk, self.name(), &json!({"run": module})).await?;
        answer.map(|printed| serde_json::from_value(printed).map_err(Fault::world)).transpose()
    }
}

impl Program for Grass {
    fn name(&self) -> &'static str {
        "grass"
    }

    fn title(&self) -> &'static str {
        "GRASS GIS"
    }

    fn needs(&self) -> Vec<Need> {
        vec![need("grass", "grass-core"), need("/usr/lib/grass82/gui/wxpython/wxgui.py", "grass-gui")]
    }

    fn runs_commands(&self) -> bool {
        true
    }

    fn launch(&self, setup: &toml::Table) -> Result<Launch, Problem> {
        let setup: Setup = setup.clone().try_into().map_err(|error| format!("{error}"))?;
        let setup = serde_json::to_string(&setup).map_err(|error| error.to_string())?;
        Ok(Launch {
            command: vec![channel::PYTHON.into(), "-P".into(), "-c".into(), START.into(), WINDOW.into(), setup],
            window: "GRASS GIS".into(),
            ..Launch::default()
        })
    }

    fn prepare<'a>(&'a self, desk: &'a Desk, _setup: &'a toml::Table) -> BoxFuture<'a, Result<(), Fault>> {
        Box::pin(async move {
            channel::wait(desk, self.name()).await?;
            // The panes find their places, and maps are drawn, some time after the window is there.
            desk.display().settle(QUIET, MOST).await.map_err(Fault::world)?;
            Ok(())
        })
    }

    fn state<'a>(&'a self, desk: &'a Desk) -> BoxFuture<'a, Result<Value, Fault>> {
        Box::pin(channel::state(desk, self.name()))
    }
}
