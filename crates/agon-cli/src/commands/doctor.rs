//! `agon doctor`: what this machine has, and what each suite needs.

use crate::exit;
use crate::home;
use crate::suites::SuiteFolders;
use crate::ui::Ui;
use agon_container::EngineChoice;
use agon_core::{FORMAT_VERSION, Need, Suite, TaskId};
use agon_record::Host;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon doctor
  agon doctor --json")]
pub(crate) struct Args {
    /// Print as JSON: the machine, and each suite with its needs
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
    /// Everything is there that any of its tasks needs.
    ready: bool,
    tasks: usize,
    /// Those of them that can run on this machine.
    runnable: usize,
    /// Each once.
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
        tools: vec![tool("python3", "needed by the example agent only: install Debian's python3"), engine(folders.engine())],
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

fn suite_report(suite: &dyn Suite) -> SuiteReport {
    let needs = each_once(suite.needs());
    let card = suite.card();
    let lacks = |task: &TaskId| needs.iter().any(|need| need.found.is_none() && need.concerns(task));
    SuiteReport {
        name: card.name.clone(),
        version: card.version.clone(),
        ready: needs.iter().all(|need| need.found.is_some()),
        tasks: suite.tasks().len(),
        runnable: suite.tasks().iter().filter(|task| !lacks(&task.id)).count(),
        needs,
    }
}

/// What several programs of a suite need stands once, for the tasks of all of them.
fn each_once(needs: Vec<Need>) -> Vec<Need> {
    let mut once: Vec<Need> = Vec::new();
    for need in needs {
        match once.iter_mut().find(|known| known.name == need.name) {
            None => once.push(need),
            // Without tasks it concerns all of them.
            Some(known) if known.tasks.is_empty() || need.tasks.is_empty() => known.tasks.clear(),
            Some(known) => {
                known.tasks.extend(need.tasks);
                known.tasks.sort();
                known.tasks.dedup();
            }
        }
    }
    once
}

fn text(report: &Report) -> String {
    let host = &report.host;
    let free = report.free_mib.map_or_else(|| "unknown".into(), |mib| format!("{mib} MiB"));
    let mut text = format!("agon {} {}\n\nMachine\n", report.version, report.commit);
    for (name, value) in [
        ("system", format!("{}, kernel {}", host.system, host.kernel)),
        ("processor", format!("{}, {} cores, {} MiB memory", host.processor, host.cores, host.memory_mib)),
        ("free on this disk", free),
        ("state folder", report.state_folder.display().to_string()),
    ] {
        text.push_str(&format!("  {name}: {value}\n"));
    }
    report.tools.iter().for_each(|need| text.push_str(&need_line(need)));
    text.push_str("\nLimits of a desktop trial\n");
    for (name, limit) in &report.desktop_limits {
        text.push_str(&format!("  {name}: {limit}\n"));
    }
    // What is there and shared by suites is told with the first of them; what is missing, with each that lacks it.
    let mut told: BTreeSet<&str> = BTreeSet::new();
    for suite in &report.suites {
        text.push_str(&format!("\n{} {} {}: {}\n", tick(suite.ready), suite.name, suite.version, state(suite)));
        for need in &suite.needs {
            if told.insert(&need.name) || need.found.is_none() {
                text.push_str(&need_line(need));
            }
        }
    }
    text
}

fn state(suite: &SuiteReport) -> String {
    match (suite.ready, suite.runnable) {
        (true, all) => format!("ready, {all} tasks"),
        (false, 0) => "no task can run here".into(),
        (false, some) => format!("{some} of {} tasks can run here", suite.tasks),
    }
}

fn tick(is_there: bool) -> &'static str {
    if is_there { "✓" } else { "✗" }
}

fn need_line(need: &Need) -> String {
    let (tick, name) = (tick(need.found.is_some()), &need.name);
    match &need.found {
        Some(found) if found == name => format!("  {tick} {name}\n"),
        Some(found) => format!("  {tick} {name}: {found}\n"),
        None if need.tasks.is_empty() => format!("  {tick} {name}: missing; {}\n", need.remedy),
        None => format!("  {tick} {name}: missing for {}; {}\n", in_words(&need.tasks), need.remedy),
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

/// The container engine that the user has.
fn engine(choice: &EngineChoice) -> Need {
    let missing = choice.lacks(None);
    let found = choice.engine().ok().filter(|_| missing.is_none()).map(|engine| engine.socket().display().to_string());
    let remedy = missing.map_or_else(String::new, |need| format!("needed by --container only: {}", need.remedy));
    Need { name: "container engine".into(), found, remedy, tasks: Vec::new() }
}

/// Looks a program up on PATH.
fn tool(name: &str, remedy: &str) -> Need {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file());
    Need { name: name.into(), found: found.map(|file| file.display().to_string()), remedy: remedy.into(), tasks: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn need(name: &str, found: bool, tasks: &[&str]) -> Need {
        let tasks = tasks.iter().map(|task| TaskId::new(*task)).collect();
        Need { name: name.into(), found: found.then(|| format!("/usr/bin/{name}")), remedy: "install it".into(), tasks }
    }

    #[test]
    fn a_need_of_several_programs_stands_once() {
        let once =
            each_once(vec![need("bwrap", true, &["s/b"]), need("coq", true, &["s/b"]), need("bwrap", true, &["s/a", "s/b"])]);
        assert_eq!(once, [need("bwrap", true, &["s/a", "s/b"]), need("coq", true, &["s/b"])]);
        let for_all = each_once(vec![need("bwrap", false, &[]), need("bwrap", false, &["s/a"])]);
        assert_eq!(for_all, [need("bwrap", false, &[])]);
    }

    #[test]
    fn a_suite_that_lacks_programs_is_not_ready() {
        let suite =
            |ready, runnable| SuiteReport { name: "s".into(), version: "1".into(), ready, tasks: 3, runnable, needs: vec![] };
        assert_eq!(
            [suite(true, 3), suite(false, 2), suite(false, 0)].map(|suite| state(&suite)),
            ["ready, 3 tasks", "2 of 3 tasks can run here", "no task can run here"]
        );
    }
}
