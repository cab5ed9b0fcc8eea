//! What a step and a fresh trial cost in the web world, beside Playwright on the same page.

use super::{Figure, Stepped, ask_python, has_module, median};
use crate::home;
use crate::ui::Ui;
use agon_assets::Site;
use agon_core::{Button, Input, InstanceId, Point, Request, Settings, Suite, TaskId, World};
use agon_server::{Apps, Route, Server};
use agon_taskfile::TaskFileSuite;
use agon_web::{WebKind, WebOptions, find_chromium};
use anyhow::Context as _;
use serde_json::json;
use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// An application, and what is clicked in it.
struct App {
    name: &'static str,
    task: &'static str,
    parallel: &'static [usize],
    /// Agents see the accessibility tree as well.
    shows_tree: bool,
    /// What opens a document: clicks at places, once or twice.
    opening: &'static [(f64, f64, u8)],
    /// In the drawing, again and again.
    clicks: &'static [(f64, f64)],
}

const APPS: [App; 5] = [
    App {
        name: "circuit",
        task: "web/circuit/not-from-nand",
        parallel: &[1, 2, 4, 8],
        shows_tree: false,
        opening: &[],
        // Empty canvas, away from menus and panels.
        clicks: &[(300.0, 200.0), (500.0, 300.0), (700.0, 400.0), (400.0, 500.0)],
    },
    App {
        name: "workflow",
        task: "web/workflow/value-router",
        parallel: &[1],
        shows_tree: true,
        // The first template.
        opening: &[(288.0, 255.0, 1)],
        clicks: &[(600.0, 384.0), (300.0, 100.0), (480.0, 384.0), (900.0, 650.0)],
    },
    App {
        name: "modeller",
        task: "web/modeller/nearest-two",
        parallel: &[1],
        shows_tree: false,
        // The Geometric Garden.
        opening: &[(772.0, 447.0, 1)],
        // An object and the empty space beside it: each click selects or lets go, and draws the scene anew.
        clicks: &[(600.0, 384.0), (300.0, 600.0)],
    },
    App {
        name: "video",
        task: "web/video/back-to-back",
        parallel: &[1],
        shows_tree: false,
        // The second and the first clip of the media.
        opening: &[(120.0, 190.0, 2), (120.0, 122.0, 2)],
        // The ruler: each click shows another frame.
        clicks: &[(200.0, 516.0), (420.0, 516.0), (310.0, 516.0), (560.0, 516.0)],
    },
    App {
        name: "flight",
        task: "web/flight/route",
        parallel: &[1],
        shows_tree: true,
        // Zoom out until the whole world with all its aircraft is shown.
        opening: &[(20.0, 704.0, 1), (20.0, 704.0, 1), (20.0, 704.0, 1)],
        // Aircraft, and open sea.
        clicks: &[(480.0, 330.0), (300.0, 480.0), (520.0, 350.0), (200.0, 420.0)],
    },
];
const FRESH_TRIALS: usize = 10;
const PLAYWRIGHT: &str = include_str!("../../../../../benches/web_playwright.py");

/// Latency and throughput, of the first application for one to eight trials at a time; fresh trials, memory. Both look at the screen alone. `python` is one that has
/// Playwright.
pub(super) async fn measure(span: Duration, python: &str, ui: &Ui) -> anyhow::Result<Vec<Figure>> {
    let has_playwright = has_module(python, "playwright").await;
    if !has_playwright {
        ui.say(&format!("{python} has no Playwright to compare with: pip install playwright, or name another with --python"));
    }
    let mut figures = Vec::new();
    for app in &APPS {
        figures.extend(fresh(app).await?);
        let page =
            Server::start(0, Apps::new(Site::embedded(), Route::Only(app.name.into())).with_made(agon_web::apps::made)).await?;
        for parallel in app.parallel.iter().copied() {
            let ours = ours_of(app, parallel, span, "screen").await?;
            let title = |of: &str| format!("{of}{}, {parallel} at a time", app.name);
            figures.push(Figure::new(title("") + ": step, median", ours.median_ms(), "ms"));
            figures.push(Figure::new(title(""), ours.rate(), "steps/s"));
            if app.shows_tree {
                let both = ours_of(app, parallel, span, "both").await?;
                figures.push(Figure::new(title("") + " with the tree: step, median", both.median_ms(), "ms"));
            }
            if has_playwright {
                let theirs = playwright(app, python, &page, parallel, span).await?;
                figures.push(Figure::new(title("Playwright on ") + ": step, median", theirs.median_ms(), "ms"));
                figures.push(Figure::new(title("Playwright on "), theirs.rate(), "steps/s"));
                let latency = ours.median_ms() / theirs.median_ms();
                figures.push(Figure::new(title("agon over Playwright on ") + ": latency", latency, "×"));
                let throughput = ours.rate() / theirs.rate();
                figures.push(Figure::new(title("agon over Playwright on ") + ": throughput", throughput, "×"));
            }
        }
    }
    Ok(figures)
}

/// The web suite, and its browser.
struct Web {
    kind: Arc<WebKind>,
    suite: TaskFileSuite,
}

fn suite(keep_ready: usize) -> anyhow::Result<Web> {
    let kind = Arc::new(WebKind::new(WebOptions { keep_ready, ..WebOptions::new(Box::new(home::keeper)) }));
    Ok(Web { suite: TaskFileSuite::new(&agon_web::folder()?, kind.clone())?, kind })
}

/// `observation` is what is looked at; without it, what agents see by default.
async fn open(Web { suite, .. }: &Web, app: &App, observation: Option<&str>) -> anyhow::Result<Box<dyn World>> {
    let id = InstanceId { task: TaskId::new(app.task), seed: 0 };
    let settings = observation.map(|word| ("observation".to_owned(), word.into())).into_iter().collect();
    let instance = suite.instance(&id, &settings)?;
    if let Some(need) = suite.unmet(&id.task, &Settings::new()) {
        anyhow::bail!("this needs {}: {}", need.name, need.remedy);
    }
    Ok(suite.open(&instance).await?)
}

/// How long a trial takes to be ready for its first look, and what each one more weighs.
async fn fresh(app: &App) -> anyhow::Result<Vec<Figure>> {
    let suite_without = suite(0)?;
    let mut worlds = vec![open(&suite_without, app, None).await?];
    let process = suite_without.kind.running().await.and_then(|running| running.process()).context("no browser runs")?;
    let before = memory_mib(process);
    let mut times = Vec::new();
    for _ in 0..FRESH_TRIALS {
        let begun = Instant::now();
        worlds.push(open(&suite_without, app, None).await?);
        times.push(begun.elapsed().as_secs_f64() * 1000.0);
    }
    for world in &mut worlds {
        world.observe().await?;
    }
    let each = (memory_mib(process) - before) / FRESH_TRIALS as f64;
    drop(worlds);
    let pooled = suite(2)?;
    let mut waits = Vec::new();
    for _ in 0..FRESH_TRIALS {
        let begun = Instant::now();
        let mut world = open(&pooled, app, None).await?;
        waits.push(begun.elapsed().as_secs_f64() * 1000.0);
        // A short trial, during which the next page is made ready.
        for click in app.clicks.iter().cycle().take(10) {
            world.act(&request(*click, 1)).await?;
        }
    }
    Ok(vec![
        Figure::new(format!("{}, fresh trial, opened when asked for", app.name), median(times), "ms"),
        Figure::new(format!("{}, fresh trial, from those kept ready", app.name), median(waits), "ms"),
        Figure::new(format!("{}, memory of one more trial", app.name), each, "MiB"),
    ])
}

/// Clicks with a look after each.
async fn ours_of(app: &'static App, parallel: usize, span: Duration, observation: &str) -> anyhow::Result<Stepped> {
    let suite = suite(0)?;
    let mut worlds = Vec::new();
    for _ in 0..parallel {
        let mut world = open(&suite, app, Some(observation)).await?;
        world.observe().await?;
        for (x, y, count) in app.opening.iter().copied() {
            world.act(&request((x, y), count)).await?;
        }
        worlds.push(world);
    }
    let begun = Instant::now();
    let mut sitting = JoinSet::new();
    for mut world in worlds {
        sitting.spawn(async move {
            let mut latencies = Vec::new();
            for click in app.clicks.iter().cycle() {
                let step = Instant::now();
                world.act(&request(*click, 1)).await?;
                latencies.push(step.elapsed().as_secs_f64() * 1000.0);
                if begun.elapsed() > span {
                    break;
                }
            }
            anyhow::Ok(latencies)
        });
    }
    let mut latencies_ms = Vec::new();
    while let Some(sat) = sitting.join_next().await {
        latencies_ms.extend(sat??);
    }
    Ok(Stepped { steps: latencies_ms.len(), latencies_ms, secs: begun.elapsed().as_secs_f64() })
}

async fn playwright(app: &App, python: &str, page: &Server, contexts: usize, span: Duration) -> anyhow::Result<Stepped> {
    let chromium = find_chromium(None).context("no Chromium")?;
    let ask = json!({
        "url": format!("http://{}/", page.address()),
        "chromium": chromium.program,
        "contexts": contexts,
        "secs": span.as_secs_f64(),
        "opening": app.opening,
        "clicks": app.clicks,
    });
    ask_python(python, PLAYWRIGHT, &ask).await.context("Playwright failed")
}

fn request((x, y): (f64, f64), count: u8) -> Request {
    Request::Input(Input::Click { at: Point { x, y }, button: Button::Left, count, holding: Vec::new() })
}

/// What a process and all its descendants hold, shared memory counted once.
fn memory_mib(process: u32) -> f64 {
    let mut family = vec![process];
    let mut at = 0;
    while let Some(pid) = family.get(at).copied() {
        at += 1;
        for task in fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten() {
            let children = fs::read_to_string(task.path().join("children")).unwrap_or_default();
            family.extend(children.split_whitespace().filter_map(|child| child.parse::<u32>().ok()));
        }
    }
    let held = |pid: &u32| {
        let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("Pss:")).unwrap_or_default();
        line.split_whitespace().next().and_then(|kib| kib.parse::<f64>().ok()).unwrap_or_default()
    };
    family.iter().map(held).sum::<f64>() / 1024.0
}
