//! KAlgebra, a calculator that plots.
//!
//! It has no interface for other programs, but says all of itself on the accessibility bus, hidden tabs included: variables with
//! their full values, the plots and whether they show, the viewport, and (once its web view is told to) the history of the calculator.
//! That is its state channel. What it says there are the contents of its models, not pixels; agents change them only by using the program, since the
//! bus is in the desk's run folder, which neither mouse nor keyboard nor the agent's shell reaches.
//!
//! `[setup]` takes, all of them optional:
//! - `calculator`: lines entered in the calculator, one after the other.
//! - `plots2d`: functions plotted in the 2D graph.
//! - `plot3d`: the function plotted in the 3D graph.
//! - `tab`: the tab in front: `Calculator` (else), `2D Graph`, `3D Graph`, `Dictionary`.
//!
//! State:
//!
//! ```json
//! {"running": true, "tab": "Calculator", "variables": {"a": "3", "f": "x->x^2", "pi": "3.141592653589793"},
//!  "history": [{"input": "2+2", "result": "4"}, {"input": "1/0", "error": "Cannot divide by 0."}],
//!  "plots2d": [{"name": "f0", "expression": "y=sin(x)", "visible": true, "samples": [{"x": -5.0, "y": [0.9589]}, …]}],
//!  "plot3d": "sin(x)*y", "viewport": {"left": -10.0, "top": 10.0, "width": 20.0, "height": 20.0},
//!  "settings": {"mode": "Evaluate", "grid": true, "keep_aspect_ratio": true, "resolution": "Normal", "style3d": "Solid"}}
//! ```
//!
//! `samples` tells where a curve runs, however its formula is written: for each `x` from -5 to 5 in halves, and a few odd ones up to 20, all `y` from
//! -20 to 20, computed here from the formula as KAlgebra shows it and from the variables as they are in the end (KAlgebra draws with those of the moment
//! of plotting: tasks should ask for numbers). KAlgebra shows `(-1)^2` as `-1^2`, so `other_samples` holds the points for that reading; the two are the
//! same where no negative number is raised to a power. Both are null for formulas that are not of the form `y = …`, `…`, `x->…`, an equation in `x` and
//! `y` or a curve by a parameter, `t->vector{…, …}`, or that use sums or cases. Of polar curves, `q->…`, it is null too; instead `polar` holds their radius in 24 directions, as
//! `[{"angle": 0.0, "radius": 1.0}, {"angle": 15.0, …}, …]` in degrees, and is null for all others. `settings` is what is ticked in the menus. `variables` holds KAlgebra's own constants too (`pi`, `e`, `i`, `euler`, `true`, `false`), and `ans`. `plot3d` is what stands in the input of
//! the 3D graph, whether or not it was entered: the surface itself is on no bus.
//!
//! Of a KAlgebra that computes and computes there is only `{"running": true, "busy": true}`.
//!
//! What varies: KAlgebra draws the colours of plots at random, and nothing can be set against it. They are in no state, and no task should
//! ask for them.

mod formula;
mod parametric;
mod samples;
mod window;

use super::nodes::Nodes;
use super::{Program, hands, need, qt};
use crate::Desk;
use crate::Launch;
use agon_core::{BoxFuture, Cause, Fault, Key, Need};
use agon_taskfile::Problem;
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How long it may be busy before that is all there is to say. A loaded machine must not make it so.
const BUSY: Duration = Duration::from_secs(20);

/// KAlgebra.
pub struct KAlgebra;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Setup {
    calculator: Vec<String>,
    plots2d: Vec<String>,
    plot3d: Option<String>,
    tab: Tab,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
enum Tab {
    #[default]
    Calculator,
    #[serde(rename = "2D Graph")]
    Graph2d,
    #[serde(rename = "3D Graph")]
    Graph3d,
    Dictionary,
}

const READY: Duration = Duration::from_secs(30);

impl Program for KAlgebra {
    fn name(&self) -> &'static str {
        "kalgebra"
    }

    fn title(&self) -> &'static str {
        "KAlgebra"
    }

    fn needs(&self) -> Vec<Need> {
        vec![need("kalgebra", "kalgebra")]
    }

    fn helpers(&self) -> &'static [&'static str] {
        &["QtWebEngineProcess"]
    }

    fn launch(&self, setup: &toml::Table) -> Result<Launch, Problem> {
        Setup::read(setup)?;
        let mut environment = qt::environment();
        // The desk's own sandbox is around it; a second one inside cannot be had.
        environment.push(("QTWEBENGINE_DISABLE_SANDBOX".into(), "1".into()));
        environment.push(("QTWEBENGINE_CHROMIUM_FLAGS".into(), "--force-renderer-accessibility --disable-dev-shm-usage".into()));
        let mut files = qt::files();
        files.push((PathBuf::from(".config/kalgebrarc"), b"[Default]\nrecent=\n".to_vec()));
        // It keeps no size of its own, so it is told to fill the screen under the title bar.
        let command = ["kalgebra", "-qwindowgeometry", "1918x1054+0+0"].map(str::to_owned).to_vec();
        Ok(Launch { command, environment, files, read_only: Vec::new(), window: "KAlgebra".into() })
    }

    fn prepare<'a>(&'a self, desk: &'a Desk, setup: &'a toml::Table) -> BoxFuture<'a, Result<(), Fault>> {
        Box::pin(async move {
            let setup = Setup::read(setup).map_err(|problem| Fault::new(Cause::World, problem))?;
            until(desk, "KAlgebra's window", window::is_ready).await?;
            for (place, line) in setup.calculator.iter().enumerate() {
                enter(desk, line).await?;
                let what = format!("the result of {line:?}");
                until(desk, &what, |nodes| window::history(nodes).len() > place).await?;
            }
            for (place, plot) in setup.plots2d.iter().enumerate() {
                show(desk, Tab::Graph2d).await?;
                hands::click(desk, |nodes| window::part(nodes, "page tab", "Add")).await?;
                until(desk, "the field for plots", window::plot_can_be_typed).await?;
                enter(desk, plot).await?;
                let what = format!("the plot of {plot:?}");
                until(desk, &what, |nodes| window::plots(nodes).len() > place).await?;
            }
            if let Some(plot) = &setup.plot3d {
                show(desk, Tab::Graph3d).await?;
                enter(desk, plot).await?;
                until(desk, "the surface", |nodes| window::surface(nodes).as_deref() == Some(plot)).await?;
            }
            show(desk, setup.tab).await
        })
    }

    fn state<'a>(&'a self, desk: &'a Desk) -> BoxFuture<'a, Result<Value, Fault>> {
        Box::pin(async move {
            let deadline = Instant::now() + BUSY;
            loop {
                let nodes = Nodes::read(desk).await?;
                match nodes.application("kalgebra") {
                    Ok(_) => return window::read(&nodes),
                    Err(_) if Instant::now() < deadline => desk.check()?,
                    // It was told to compute something that takes it too long, and has no time for anybody else.
                    Err(_) => return Ok(json!({"running": true, "busy": true})),
                }
            }
        })
    }
}

impl KAlgebra {
    /// Whether what is typed for a plot runs through the points for which that is said and not through the others; nothing if that is not known.
    pub(crate) fn runs_through(plot: &str, points: &[(f64, f64, bool)]) -> Option<bool> {
        samples::runs_through(plot, &constants(), points)
    }

    /// Where it runs, as `samples` in the state tell it.
    pub(crate) fn samples(plot: &str) -> Option<Vec<(f64, Vec<f64>)>> {
        samples::columns(plot, samples::Powers::OfTheNumber, &constants(), samples::standard())
    }
}

/// KAlgebra's own names in formulas.
fn constants() -> formula::Names {
    samples::names([("pi", "3.141592653589793"), ("e", "2.718281828459045")].into_iter())
}

impl Setup {
    fn read(table: &toml::Table) -> Result<Self, String> {
        table.clone().try_into().map_err(|error: toml::de::Error| error.message().to_owned())
    }
}

impl Tab {
    /// As it is written on the tab.
    fn label(self) -> &'static str {
        match self {
            Self::Calculator => "Calculator",
            Self::Graph2d => "2D Graph",
            Self::Graph3d => "3D Graph",
            Self::Dictionary => "Dictionary",
        }
    }
}

async fn until(desk: &Desk, what: &str, holds: impl Fn(&Nodes) -> bool) -> Result<(), Fault> {
    Nodes::until(desk, what, READY, |nodes| holds(nodes).then_some(())).await
}

async fn show(desk: &Desk, tab: Tab) -> Result<(), Fault> {
    let in_front = |nodes: &Nodes| window::tab(nodes).as_deref() == Some(tab.label());
    if !in_front(&Nodes::read(desk).await?) {
        hands::click(desk, |nodes| window::part(nodes, "page tab", tab.label())).await?;
    }
    until(desk, tab.label(), in_front).await
}

/// Types a line into the field that has the keyboard.
async fn enter(desk: &Desk, line: &str) -> Result<(), Fault> {
    hands::type_text(desk, line).await?;
    hands::press(desk, &[Key::Enter]).await
}
