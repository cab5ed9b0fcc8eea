//! `agon doctor`: what this machine has, and what each suite needs.

use crate::exit;
use crate::home;
use crate::suites::SuiteFolders;
use crate::ui::Ui;
use agon_core::{FORMAT_VERSION, Need, TaskId};
use agon_record::Host;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    format: u32,
    version: &'static str,
    commit: &'static str,
    host: Host,
    free_mib: Option<u64>,
    state_folder: PathBuf,
    tools: Vec<Need>,
    /// What each trial on a desktop is limited to.
    desktop_limits: BTreeMap<&'static str, String>,
    suites: Vec<SuiteReport>,
}

#[derive(Serialize)]
struct SuiteReport {
    name: String,
    version: String,
    ready: bool,
    needs: Vec<Need>,
}

/// Exit code 1 if any suite lacks something.
pub(crate) fn run(args: Args, folders: SuiteFolders, ui: &Ui) -> anyhow::Result<u8> {
    let suites = folders.open()?.iter().map(|suite| suite_report(suite.as_ref())).collect();
    let report = Report {
        format: FORMAT_VERSION,
        version: env!("CARGO_PKG_VERSION"),
        commit: env!("AGON_COMMIT"),
        host: Host::here(),
        free_mib: rustix::fs::statvfs(".").ok().map(|fs| fs.f_bavail * fs.f_frsize / (1024 * 1024)),
        state_folder: home::state_folder(),
        tools: vec![tool("python3", "needed by the example agent only: install Debian's python3")],
        desktop_limits: agon_desktop::desk::limits().into_iter().collect(),
        suites,
    };
    let ready = report.suites.iter().all(|suite| suite.ready);
    if args.json {
        ui.json(&report)?;
    } else {
        ui.out(&text(&report));
    }
    Ok(if ready { exit::DONE } else { exit::BELOW })
}

fn suite_report(suite: &dyn agon_core::Suite) -> SuiteReport {
    let needs = suite.needs();
    let card = suite.card();
    SuiteReport {
        name: card.name.clone(),
        version: card.version.clone(),
        // What only some tasks need keeps the others from nothing.
        ready: needs.iter().all(|need| need.found.is_some() || !need.tasks.is_empty()),
        needs,
    }
}

fn text(report: &Report) -> String {
    let host = &report.host;
    let free = report.free_mib.map_or_else(|| "unknown".into(), |mib| format!("{mib} MiB"));
    let mut text = format!("agon {} {}\n", report.version, report.commit);
    text.push_str(&format!("system: {}, kernel {}\n", host.system, host.kernel));
    text.push_str(&format!("processor: {}, {} cores, {} MiB memory\n", host.processor, host.cores, host.memory_mib));
    text.push_str(&format!("free on this disk: {free}\nstate folder: {}\n", report.state_folder.display()));
    for need in &report.tools {
        text.push_str(&need_line("", need));
    }
    for (name, limit) in &report.desktop_limits {
        text.push_str(&format!("limit of a desktop trial, {name}: {limit}\n"));
    }
    for suite in &report.suites {
        let word = if suite.ready { "ready" } else { "not ready" };
        text.push_str(&format!("suite {} {}: {word}\n", suite.name, suite.version));
        for need in &suite.needs {
            text.push_str(&need_line("  ", need));
        }
    }
    text
}

fn need_line(indent: &str, need: &Need) -> String {
    match &need.found {
        Some(found) => format!("{indent}{}: {found}\n", need.name),
        None if need.tasks.is_empty() => format!("{indent}{}: missing; {}\n", need.name, need.remedy),
        None => format!("{indent}{}: missing for {}; {}\n", need.name, in_words(&need.tasks), need.remedy),
    }
}

/// Their names, or where they are many the folders they are in.
fn in_words(tasks: &[TaskId]) -> String {
    const FEW: usize = 4;
    if tasks.len() <= FEW {
        return tasks.iter().map(TaskId::as_str).collect::<Vec<_>>().join(", ");
    }
    let mut folders: BTreeMap<&str, usize> = BTreeMap::new();
    for task in tasks {
        *folders.entry(task.as_str().rsplit_once('/').map_or(task.as_str(), |(folder, _)| folder)).or_default() += 1;
    }
    let told = folders.into_iter().map(|(folder, count)| format!("{count} of {folder}"));
    told.collect::<Vec<_>>().join(", ")
}

/// Looks a program up on PATH.
fn tool(name: &str, remedy: &str) -> Need {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file());
    Need { name: name.into(), found: found.map(|file| file.display().to_string()), remedy: remedy.into(), tasks: Vec::new() }
}
