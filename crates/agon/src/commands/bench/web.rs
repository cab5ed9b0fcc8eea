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

const TASK: &str = "web/circuit/not-from-nand";
const PARALLEL: [usize; 4] = [1, 2, 4, 8];
/// Empty canvas, away from menus and panels.
const CLICKS: [(f64, f64); 4] = [(300.0, 200.0), (500.0, 300.0), (700.0, 400.0), (400.0, 500.0)];
const FRESH_TRIALS: usize = 10;
const PLAYWRIGHT: &str = include_str!("../../../../../benches/web_playwright.py");

/// Latency and throughput for one to eight trials at a time, fresh trials, memory. `python` is one that has Playwright.
pub(super) async fn measure(span: Duration, python: &str, ui: &Ui) -> anyhow::Result<Vec<Figure>> {
    let mut figures = fresh().await?;
    let has_playwright = has_module(python, "playwright").await;
    if !has_playwright {
        ui.say(&format!("{python} has no Playwright to compare with: pip install playwright, or name another with --python"));
    }
    let page = Server::start(0, Apps::new(Site::embedded(), Route::Only("circuit".into()))).await?;
    for parallel in PARALLEL {
        let ours = ours(parallel, span).await?;
        figures.push(Figure::new(format!("web, {parallel} at a time: step, median"), ours.median_ms(), "ms"));
        figures.push(Figure::new(format!("web, {parallel} at a time"), ours.rate(), "steps/s"));
        if has_playwright {
            let theirs = playwright(python, &page, parallel, span).await?;
            figures.push(Figure::new(format!("Playwright, {parallel} at a time: step, median"), theirs.median_ms(), "ms"));
            figures.push(Figure::new(format!("Playwright, {parallel} at a time"), theirs.rate(), "steps/s"));
            figures.push(Figure::new(
                format!("web over Playwright, {parallel} at a time: latency"),
                ours.median_ms() / theirs.median_ms(),
                "×",
            ));
            figures.push(Figure::new(
                format!("web over Playwright, {parallel} at a time: throughput"),
                ours.rate() / theirs.rate(),
                "×",
            ));
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
    Ok(Web { suite: TaskFileSuite::new(&agon_web::folder(), kind.clone())?, kind })
}

async fn open(Web { suite, .. }: &Web) -> anyhow::Result<Box<dyn World>> {
    let id = InstanceId { task: TaskId::new(TASK), seed: 0 };
    let instance = suite.instance(&id, &Settings::new())?;
    if let Some(need) = suite.unmet(&id.task, &Settings::new()) {
        anyhow::bail!("this needs {}: {}", need.name, need.remedy);
    }
    Ok(suite.open(&instance).await?)
}

/// How long a trial takes to be ready for its first look, and what each one more weighs.
async fn fresh() -> anyhow::Result<Vec<Figure>> {
    let suite_without = suite(0)?;
    let mut worlds = vec![open(&suite_without).await?];
    let process = suite_without.kind.running().await.and_then(|running| running.process()).context("no browser runs")?;
    let before = memory_mib(process);
    let mut times = Vec::new();
    for _ in 0..FRESH_TRIALS {
        let begun = Instant::now();
        worlds.push(open(&suite_without).await?);
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
        let mut world = open(&pooled).await?;
        waits.push(begun.elapsed().as_secs_f64() * 1000.0);
        // A short trial, during which the next page is made ready.
        for click in CLICKS.iter().cycle().take(10) {
            world.act(&request(*click)).await?;
        }
    }
    Ok(vec![
        Figure::new("web, fresh trial, opened when asked for", median(times), "ms"),
        Figure::new("web, fresh trial, from those kept ready", median(waits), "ms"),
        Figure::new("web, memory of one more trial", each, "MiB"),
    ])
}

async fn ours(parallel: usize, span: Duration) -> anyhow::Result<Stepped> {
    let suite = suite(0)?;
    let mut worlds = Vec::new();
    for _ in 0..parallel {
        let mut world = open(&suite).await?;
        world.observe().await?;
        worlds.push(world);
    }
    let begun = Instant::now();
    let mut sitting = JoinSet::new();
    for mut world in worlds {
        sitting.spawn(async move {
            let mut latencies = Vec::new();
            for click in CLICKS.iter().cycle() {
                let step = Instant::now();
                world.act(&request(*click)).await?;
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

async fn playwright(python: &str, page: &Server, contexts: usize, span: Duration) -> anyhow::Result<Stepped> {
    let chromium = find_chromium(None).context("no Chromium")?;
    let ask = json!({
        "url": format!("http://{}/", page.address()),
        "chromium": chromium.program,
        "contexts": contexts,
        "secs": span.as_secs_f64(),
        "clicks": CLICKS,
    });
    ask_python(python, PLAYWRIGHT, &ask).await.context("Playwright failed")
}

fn request((x, y): (f64, f64)) -> Request {
    Request::Input(Input::Click { at: Point { x, y }, button: Button::Left, count: 1, holding: Vec::new() })
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
