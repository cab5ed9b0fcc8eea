//! What a workspace and a command in it cost: sandboxes are made for both.

use super::{Figure, median};
use crate::suites::SuiteFolders;
use agon_core::{InstanceId, Request, Settings, TaskId};
use std::time::{Duration, Instant};

const TASK: &str = "exam/computing_math/tariff-port";

pub(super) async fn measure(span: Duration) -> anyhow::Result<Vec<Figure>> {
    let suite = SuiteFolders::default().open()?.get("exam")?.clone();
    if let Some(need) = suite.unmet(&TaskId::new(TASK), &Settings::new()) {
        anyhow::bail!("this needs {}: {}", need.name, need.remedy);
    }
    let instance = suite.instance(&InstanceId { task: TaskId::new(TASK), seed: 0 }, &Settings::default())?;
    let (mut opened, mut commands, mut closed) = (Vec::new(), Vec::new(), Vec::new());
    let request = Request::Shell { command: "true".into(), limit: Duration::from_secs(30) };
    let begun = Instant::now();
    while opened.is_empty() || begun.elapsed() < span {
        let start = Instant::now();
        let mut world = suite.open(&instance).await?;
        opened.push(millis(start));
        for _ in 0..5 {
            let start = Instant::now();
            world.act(&request).await?;
            commands.push(millis(start));
        }
        let start = Instant::now();
        world.close().await?;
        closed.push(millis(start));
    }
    Ok(vec![
        Figure::new("workspace, opened with its files", median(opened), "ms"),
        Figure::new("workspace, a command in a sandbox of its own", median(commands), "ms"),
        Figure::new("workspace, closed", median(closed), "ms"),
    ])
}

fn millis(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1000.0
}
