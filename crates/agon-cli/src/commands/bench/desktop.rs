//! What a desk, a look, a tree and a step cost in the desktop world, beside the way others do it: a process for every
//! screenshot and every click, and the accessibility tree asked one question at a time.

use super::{Figure, Stepped, ask_python, has_module, median};
use crate::home;
use crate::suites::SuiteFolders;
use crate::ui::Ui;
use agon_core::{Button, Input, InstanceId, Point, Request, Settings, Suite, TaskId, World};
use agon_desktop::programs::kalgebra::KAlgebra;
use agon_desktop::tree::{Filter, ReadOptions, Reader, Roles};
use agon_desktop::{Desk, DeskOptions, Program as _};
use anyhow::ensure;
use serde::Deserialize;
use serde_json::json;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

const TASK: &str = "science/algebra/logarithm";
const PARALLEL: usize = 4;
const DESKS: usize = 5;
/// Empty parts of KAlgebra's window, too far apart for double clicks.
const CLICKS: [(f64, f64); 4] = [(400.0, 300.0), (700.0, 400.0), (500.0, 500.0), (800.0, 600.0)];
const OTHERS: &str = include_str!("../../../../../benches/desktop_processes.py");

/// Starts, looks, trees and steps; the last also four at a time. `python` is one that may have pyatspi.
pub(super) async fn measure(span: Duration, python: &str, ui: &Ui) -> anyhow::Result<Vec<Figure>> {
    let suite = SuiteFolders::default().open()?.get("science")?.clone();
    if let Some(need) = suite.unmet(&TaskId::new(TASK), &Settings::new()) {
        anyhow::bail!("this needs {}: {}, or run scripts/install-desktop", need.name, need.remedy);
    }
    let others = Others::here(python, ui).await;
    let mut figures = starts().await?;
    let desk = start().await?;
    figures.extend(looks(&desk, span, &others).await?);
    figures.extend(trees(&desk, span, &others).await?);
    drop(desk);
    for parallel in [1, PARALLEL] {
        figures.extend(steps(&suite, parallel, span, &others).await?);
    }
    Ok(figures)
}

/// A desk with KAlgebra on it.
async fn start() -> anyhow::Result<Arc<Desk>> {
    let mut desk = set_up().await?;
    desk.open(0).await?;
    KAlgebra.prepare(&desk, &toml::Table::new()).await?;
    Ok(Arc::new(desk))
}

/// A desk on which KAlgebra can be started.
async fn set_up() -> anyhow::Result<Desk> {
    let launch = KAlgebra.launch(&toml::Table::new()).map_err(anyhow::Error::msg)?;
    Ok(Desk::set_up(DeskOptions::new(launch), &home::keeper()?).await?)
}

async fn starts() -> anyhow::Result<Vec<Figure>> {
    let (mut bare, mut whole) = (Vec::new(), Vec::new());
    for _ in 0..DESKS {
        let begun = Instant::now();
        let desk = set_up().await?;
        bare.push(begun.elapsed().as_secs_f64());
        drop(desk);
        let begun = Instant::now();
        let desk = start().await?;
        whole.push(begun.elapsed().as_secs_f64());
        drop(desk);
    }
    Ok(vec![
        Figure::new("desktop, display, buses and registry ready", median(bare), "s"),
        Figure::new("desktop, and KAlgebra ready on it", median(whole), "s"),
    ])
}

async fn looks(desk: &Arc<Desk>, span: Duration, others: &Others) -> anyhow::Result<Vec<Figure>> {
    let (mut raw, mut png) = (Vec::new(), Vec::new());
    let begun = Instant::now();
    while raw.is_empty() || begun.elapsed() < span {
        let look = Instant::now();
        let image = desk.display().capture()?;
        raw.push(millis(look));
        std::hint::black_box(agon_image::encode(&image)?);
        png.push(millis(look));
    }
    let (raw, png) = (median(raw), median(png));
    let mut figures = vec![
        Figure::new("desktop, screenshot 1920x1080, raw", raw, "ms"),
        Figure::new("desktop, screenshot 1920x1080, as PNG", png, "ms"),
    ];
    if others.processes {
        let theirs = others.step("screenshots", std::slice::from_ref(desk), span).await?;
        figures.push(Figure::new("scrot process, screenshot as PNG", theirs.median_ms(), "ms"));
        figures.push(Figure::new("desktop over scrot, screenshot as PNG", png / theirs.median_ms(), "×"));
    }
    Ok(figures)
}

/// All of the tree, as the others read it, and the part that an agent is shown.
async fn trees(desk: &Desk, span: Duration, others: &Others) -> anyhow::Result<Vec<Figure>> {
    let reader = Reader::connect(desk.accessibility_address()).await?;
    let everything = Filter { roles: Roles::All, visible: false, available: false };
    let whole = ReadOptions { filter: everything, ..ReadOptions::default() };
    let (nodes, whole) = tree(&reader, desk, &whole, span).await?;
    let (shown, shows) = tree(&reader, desk, &ReadOptions::default(), span).await?;
    let mut figures = vec![
        Figure::new(format!("desktop, tree of all {nodes} nodes"), whole, "ms"),
        Figure::new(format!("desktop, tree of the {shown} nodes that show"), shows, "ms"),
    ];
    if others.trees {
        let theirs = others.read_trees(desk, span).await?;
        let (nodes, read) = (theirs.nodes, median(theirs.latencies_ms));
        figures.push(Figure::new(format!("pyatspi, tree of all {nodes} nodes, one by one"), read, "ms"));
        figures.push(Figure::new("desktop over pyatspi, all of the tree", whole / read, "×"));
    }
    Ok(figures)
}

async fn tree(reader: &Reader, desk: &Desk, options: &ReadOptions, span: Duration) -> anyhow::Result<(usize, f64)> {
    let (mut times, mut nodes) = (Vec::new(), 0);
    let begun = Instant::now();
    while times.is_empty() || begun.elapsed() < span {
        let read = Instant::now();
        nodes = reader.read_with(desk.display().size(), options).await?.nodes.len();
        times.push(millis(read));
    }
    Ok((nodes, median(times)))
}

/// Clicks, each until the screen is still and captured, in so many trials at once. The others take their picture at once.
async fn steps(suite: &Arc<dyn Suite>, parallel: usize, span: Duration, others: &Others) -> anyhow::Result<Vec<Figure>> {
    let at_once = format!("{parallel} at a time");
    let begun = Instant::now();
    let worlds = together((0..parallel).map(|_| open(suite.clone()))).await?;
    let ready = begun.elapsed().as_secs_f64();
    let ours = ours(worlds, span).await?;
    let mut figures = vec![
        Figure::new(format!("desktop, {at_once}: all ready"), ready, "s"),
        Figure::new(format!("desktop, {at_once}: click to settled screenshot"), ours.median_ms(), "ms"),
        Figure::new(format!("desktop, {at_once}"), ours.rate(), "steps/s"),
    ];
    if others.processes {
        let desks = together((0..parallel).map(|_| start())).await?;
        let theirs = others.step("steps", &desks, span).await?;
        figures.push(Figure::new(format!("xdotool and scrot, {at_once}: click, screenshot"), theirs.median_ms(), "ms"));
        figures.push(Figure::new(format!("xdotool and scrot, {at_once}"), theirs.rate(), "steps/s"));
        let ratio = ours.rate() / theirs.rate();
        figures.push(Figure::new(format!("desktop over xdotool and scrot, {at_once}: steps"), ratio, "×"));
    }
    Ok(figures)
}

async fn open(suite: Arc<dyn Suite>) -> anyhow::Result<Box<dyn World>> {
    let settings = Settings::from_iter([("observation".to_owned(), json!("screen"))]);
    let instance = suite.instance(&InstanceId { task: TaskId::new(TASK), seed: 0 }, &settings)?;
    let mut world = suite.open(&instance).await?;
    world.observe().await?;
    Ok(world)
}

async fn ours(worlds: Vec<Box<dyn World>>, span: Duration) -> anyhow::Result<Stepped> {
    let begun = Instant::now();
    let sit = |mut world: Box<dyn World>| async move {
        let mut latencies = Vec::new();
        for click in CLICKS.iter().cycle() {
            let step = Instant::now();
            world.act(&request(*click)).await?;
            latencies.push(millis(step));
            if begun.elapsed() > span {
                break;
            }
        }
        anyhow::Ok(latencies)
    };
    let latencies_ms = together(worlds.into_iter().map(sit)).await?.concat();
    Ok(Stepped { steps: latencies_ms.len(), latencies_ms, secs: begun.elapsed().as_secs_f64() })
}

/// All of them at the same time.
async fn together<T: Send + 'static>(
    futures: impl Iterator<Item = impl Future<Output = anyhow::Result<T>> + Send + 'static>,
) -> anyhow::Result<Vec<T>> {
    let mut running: JoinSet<_> = futures.collect();
    let mut given = Vec::new();
    while let Some(joined) = running.join_next().await {
        given.push(joined??);
    }
    Ok(given)
}

/// What there is on this machine to compare with.
struct Others {
    python: String,
    processes: bool,
    trees: bool,
}

#[derive(Deserialize)]
struct TreesRead {
    latencies_ms: Vec<f64>,
    nodes: usize,
}

impl Others {
    async fn here(python: &str, ui: &Ui) -> Self {
        // Where sandboxes look for programs.
        let processes = ["python3", "scrot", "xdotool"].iter().all(|program| Path::new("/usr/bin").join(program).is_file());
        let trees = has_module(python, "pyatspi").await;
        let remedy = "scripts/install-desktop --compare installs what to compare with";
        if !processes {
            ui.say(&format!("without Debian's python3, scrot and xdotool there are no processes to compare with: {remedy}"));
        }
        if !trees {
            ui.say(&format!("{python} has no pyatspi to compare trees with: {remedy}; Debian's is --python /usr/bin/python3"));
        }
        Self { python: python.into(), processes, trees }
    }

    /// Processes for every look or step, on each desk at the same time, in the desk's own sandbox.
    async fn step(&self, what: &str, desks: &[Arc<Desk>], span: Duration) -> anyhow::Result<Stepped> {
        let question = json!({"what": what, "secs": span.as_secs_f64(), "clicks": CLICKS});
        let command = format!("python3 -c '{}' <<< '{question}'", OTHERS.replace('\'', r"'\''"));
        let most = span + Duration::from_secs(60);
        let sit = |desk: Arc<Desk>| {
            let command = command.clone();
            async move {
                let outcome = desk.shell(&command, most).await?;
                ensure!(outcome.exit == Some(0), "a process failed: {}", outcome.stderr_text());
                Ok(serde_json::from_slice::<Stepped>(&outcome.stdout)?)
            }
        };
        let parts = together(desks.iter().cloned().map(sit)).await?;
        Ok(Stepped {
            steps: parts.iter().map(|part| part.steps).sum(),
            secs: parts.iter().map(|part| part.secs).fold(0.0, f64::max),
            latencies_ms: parts.into_iter().flat_map(|part| part.latencies_ms).collect(),
        })
    }

    async fn read_trees(&self, desk: &Desk, span: Duration) -> anyhow::Result<TreesRead> {
        let question = json!({"what": "tree", "bus": desk.accessibility_address(), "secs": span.as_secs_f64()});
        ask_python(&self.python, OTHERS, &question).await
    }
}

fn request((x, y): (f64, f64)) -> Request {
    Request::Input(Input::Click { at: Point { x, y }, button: Button::Left, count: 1, holding: Vec::new() })
}

fn millis(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1000.0
}
