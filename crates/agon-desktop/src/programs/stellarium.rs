//! Stellarium, a planetarium.
//!
//! Its own remote control, a plug-in that comes with it, knows all that is wanted, but speaks HTTP on a port of the loopback device. So
//! `stellarium/start.py` starts it behind a random password, with its configuration in the run folder instead of HOME, and tells its
//! state on a unix socket. The port is in the desk's own network, where the agent's shell is not.
//!
//! Time stands still unless a task wants it to run: two trials see the same sky. Nothing is downloaded, nothing twinkles, no
//! meteors fall, and views change almost at once.
//!
//! `[setup]` takes:
//! - `time`: the date and time in the sky, UTC: `"2024-04-08T18:20:00"`. It must be given.
//! - `rate`: seconds in the sky for a second of ours; 0 unless given.
//! - `place`: `{ name, latitude, longitude, altitude, planet }`; Greenwich on Earth unless given.
//! - `look`: `[azimuth, altitude]` of the view in degrees, from north over east; south, 20 degrees up, unless given.
//! - `field`: the field of view in degrees; 60 unless given.
//! - `select`: an object selected at the start; without `look` the view is on it.
//! - `properties`: Stellarium's own properties, as under `flags` and `values` below.
//!
//! State:
//!
//! ```json
//! {"running": true,
//!  "time": {"jd": 2460409.263888889, "utc": "2024-04-08T18:20:00.000Z", "local": "2024-04-08T18:20:00.000"}, "rate": 0,
//!  "location": {"name": "Dallas", "planet": "Earth", "latitude": 32.78, "longitude": -96.8, "altitude": 130},
//!  "selected": {"name": "HIP 27989", "localized-name": "Betelgeuse", "type": "Star", "vmag": 0.45, "altitude": 17.97},
//!  "view": {"field": 60, "azimuth": 92.6962, "altitude": 17.9225, "right_ascension": 83.9489, "declination": 13.2108},
//!  "flags": {"ConstellationMgr.linesDisplayed": true}, "values": {"StelCore.currentProjectionTypeKey": "ProjectionStereographic"},
//!  "windows": ["Search"]}
//! ```
//!
//! `selected` is null where nothing is; it holds all that Stellarium knows of the object. `flags` are its properties that are on or
//! off, `values` the others. `windows` are the open dialogs. A view that Stellarium has lost has no angles. Where the remote control has been switched off, or given another
//! password, in its own window, there is only `{"running": true, "shut": true}`.

use super::{Program, channel, need};
use crate::Desk;
use crate::Launch;
use agon_core::{BoxFuture, Fault, Need};
use agon_taskfile::Problem;
use serde::{Deserialize, Serialize};
use serde_json::Value;

const START: &str = concat!(include_str!("channel.py"), "\n\n", include_str!("stellarium/start.py"));
const CONFIGURATION: &str = include_str!("stellarium/config.ini");

/// Stellarium.
pub struct Stellarium;

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Setup {
    time: String,
    #[serde(default)]
    rate: f64,
    #[serde(default)]
    place: Observatory,
    #[serde(skip_serializing_if = "Option::is_none")]
    look: Option<[f64; 2]>,
    #[serde(default = "usual_field")]
    field: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    select: Option<String>,
    #[serde(default)]
    properties: toml::Table,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
struct Observatory {
    name: String,
    latitude: f64,
    longitude: f64,
    altitude: i32,
    planet: String,
}

impl Default for Observatory {
    fn default() -> Self {
        Self { name: "Greenwich".into(), latitude: 51.4769, longitude: 0.0, altitude: 47, planet: "Earth".into() }
    }
}

fn usual_field() -> f64 {
    60.0
}

impl Program for Stellarium {
    fn name(&self) -> &'static str {
        "stellarium"
    }

    fn title(&self) -> &'static str {
        "Stellarium"
    }

    fn needs(&self) -> Vec<Need> {
        vec![need("stellarium", "stellarium")]
    }

    fn launch(&self, setup: &toml::Table) -> Result<Launch, Problem> {
        let setup: Setup = setup.clone().try_into().map_err(|error| format!("{error}"))?;
        let setup = serde_json::to_string(&setup).map_err(|error| error.to_string())?;
        Ok(Launch {
            command: vec![channel::PYTHON.into(), "-P".into(), "-c".into(), START.into(), CONFIGURATION.into(), setup],
            window: "Stellarium".into(),
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
