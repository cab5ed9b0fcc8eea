//! What a run was and what came of it.

use super::View;
use super::ablation;
use super::chains;
use super::charts::{Axis, histogram, shares};
use super::markup::escape;
use super::tables::{self, GroupBy};
use crate::number::{count, duration, grouped, judged, percent, short, spent};
use crate::summary::{Group, Summary, VoidTrial};
use crate::table::{DEFECTS, claimed_sentence, repeats_sentence, unscored_sentence};
use agon_record::{Manifest, Row};
use std::collections::HashMap;
use std::fmt::Write;

/// Void trials in the section; the list of trials has them all.
const LISTED_VOIDS: usize = 100;
/// Longer tables are folded until somebody asks.
const LONG_TABLE: usize = 60;

pub(super) fn header(body: &mut String, views: &[View]) {
    let names: Vec<String> = views.iter().map(|view| escape(&view.run.manifest().name)).collect();
    let _ = writeln!(body, "<header><p class=\"brand\">Agon report</p><h1>{}</h1>", names.join(" <span>and</span> "));
    if let [view] = views {
        facts(body, view.run.manifest());
    }
    body.push_str("</header>\n");
}

/// A run's sections. With several runs each has its own heading and facts.
pub(super) fn run(body: &mut String, view: &View, number: usize, of: usize) {
    let summary = &view.summary;
    if of > 1 {
        let _ = writeln!(body, "<section class=\"run\"><h2 class=\"run-name\">{}</h2>", escape(&summary.run));
        facts(body, view.run.manifest());
        body.push_str("</section>\n");
    }
    tiles(body, summary);
    let dotted = match summary.counts.unscored() {
        0 => "",
        _ => "The dotted line below a bar: up to the rate if all trials without a score had passed. ",
    };
    let hint = "Rate is of planned trials, with Wilson's interval; what is void or missing has not passed. Steps and time: mean, then median · 90th percentile. \
                Click a row to see its trials.";
    let repeats = repeats_sentence(summary).map_or_else(String::new, |words| format!("{words}."));
    let table = tables::agents(summary, number);
    let _ = write!(body, "<section><h2>Agents</h2>\n{table}<p class=\"hint\">{hint} {dotted}{}</p>\n", escape(&repeats));
    if let Some(words) = claimed_sentence(summary) {
        let _ = writeln!(body, "<p class=\"hint\">{}.</p>", escape(&words));
    }
    body.push_str("</section>\n");
    unscored(body, summary);
    chains::section(body, summary);
    ablation::section(body, summary, number);
    groups(body, summary, number);
    distributions(body, view);
}

fn facts(body: &mut String, manifest: &Manifest) {
    let host = &manifest.host;
    let mut machine = vec![host.system.clone(), host.processor.clone()];
    machine.extend((host.cores > 0).then(|| count(host.cores as u64, "core", "cores")));
    machine.extend((host.memory_mib > 0).then(|| format!("{:.0} GiB", host.memory_mib as f64 / 1024.0)));
    machine.retain(|part| !part.is_empty());
    let commit = if manifest.commit.is_empty() { String::new() } else { format!(" ({})", short_hash(&manifest.commit)) };
    let suites: Vec<String> = manifest.suites.iter().map(|suite| format!("{} {}", suite.name, suite.version)).collect();
    let mut list = String::new();
    for (name, value) in [
        ("Created", manifest.created.clone()),
        ("Agon", format!("{}{commit}", manifest.agon_version)),
        ("Suites", suites.join(", ")),
        ("Machine", machine.join(", ")),
        ("Configuration", short_hash(&manifest.config_hash).to_owned()),
    ] {
        if !value.is_empty() {
            let _ = write!(list, "<div><dt>{name}</dt><dd>{}</dd></div>", escape(&value));
        }
    }
    let _ = writeln!(body, "<dl class=\"facts\">{list}</dl>");
    let mut agents = String::new();
    for agent in &manifest.agents {
        let settings = if agent.settings.is_empty() { String::new() } else { serde_json::json!(agent.settings).to_string() };
        let _ = write!(
            agents,
            "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td><code>{}</code></td></tr>",
            escape(&agent.label),
            escape(&agent.kind),
            escape(&agent.version),
            escape(&settings)
        );
    }
    let config = serde_json::to_string_pretty(&manifest.config).unwrap_or_default();
    let _ = writeln!(
        body,
        "<details class=\"config\"><summary>Agents and configuration</summary><div class=\"scroll\"><table><thead><tr>\
         <th>Label</th><th>Kind</th><th>Version</th><th>Settings</th></tr></thead><tbody>{agents}</tbody></table></div>\
         <pre>{}</pre></details>",
        escape(&config)
    );
}

fn short_hash(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}

fn tiles(body: &mut String, summary: &Summary) {
    let counts = &summary.counts;
    let mut tiles = String::new();
    let mut tile = |value: String, name: &str, class: &str| {
        let _ = write!(tiles, "<div class=\"tile {class}\"><b>{value}</b><span>{name}</span></div>");
    };
    tile(grouped(counts.planned.into()), "planned", "");
    tile(grouped(counts.scored.into()), "scored", "");
    tile(grouped(counts.passed.into()), "passed", "good");
    tile(grouped((counts.scored - counts.passed).into()), "failed", "bad");
    tile(grouped(counts.void.into()), "void", if counts.void > 0 { "warn" } else { "quiet" });
    tile(grouped(counts.missing.into()), "missing", if counts.missing > 0 { "warn" } else { "quiet" });
    let retried = count(summary.retried.into(), "trial retried", "trials retried");
    tile(grouped(summary.attempts), &format!("attempts, {retried}"), "");
    if let Some(judge) = &summary.judge {
        let told = judged(&judge.totals);
        let (first, rest) = told.split_once(' ').unwrap_or((&told, ""));
        tile(first.to_owned(), &escape(&format!("{rest} (judge {})", judge.model)), "");
    }
    if let Some(spent) = spent(&summary.spent, summary.spent_claimed) {
        let (first, rest) = spent.split_once(' ').unwrap_or((&spent, ""));
        tile(tables::claimed(first), &tables::claimed(rest), "");
    }
    let _ = writeln!(body, "<div class=\"tiles\">{tiles}</div>");
}

/// What is void or missing, counted and named.
fn unscored(body: &mut String, summary: &Summary) {
    if summary.counts.unscored() == 0 {
        return;
    }
    body.push_str("<section class=\"unscored\"><h2>Without a score</h2>\n<ul>");
    for Group { agent, figures, .. } in &summary.agents {
        if let Some(sentence) = unscored_sentence(figures) {
            let _ = write!(body, "<li><b>{}</b>: {}</li>", escape(agent), escape(&sentence));
        }
    }
    body.push_str("</ul>\n");
    let outages: Vec<&VoidTrial> = summary.voids.iter().filter(|void| !void.provoked).collect();
    void_table(body, &outages, &count(outages.len() as u64, "void trial: an outage", "void trials: outages"));
    if !summary.defects.is_empty() {
        let _ = writeln!(body, "<h3>{DEFECTS}</h3>");
        for defects in &summary.defects {
            let trials: Vec<&VoidTrial> = defects.trials.iter().collect();
            let title = format!("{}: {}", defects.task, count(trials.len() as u64, "trial", "trials"));
            void_table(body, &trials, &title);
        }
    }
    body.push_str("</section>\n");
}

/// Void trials by name, folded where they are many.
fn void_table(body: &mut String, voids: &[&VoidTrial], title: &str) {
    if voids.is_empty() {
        return;
    }
    let open = if voids.len() <= 12 { " open" } else { "" };
    let _ = write!(body, "<details{open}><summary>{}</summary>", escape(title));
    body.push_str("<div class=\"scroll\"><table><thead><tr><th class=\"number\">Trial</th><th>Agent</th><th>Instance</th>");
    body.push_str("<th class=\"number\">Attempts</th><th>Cause</th><th>Detail</th></tr></thead><tbody>\n");
    for void in voids.iter().take(LISTED_VOIDS) {
        let instance =
            [Some(void.instance.to_string()), void.variant.clone()].into_iter().flatten().collect::<Vec<_>>().join(" ");
        let _ = writeln!(
            body,
            "<tr><td class=\"number\">{}</td><td>{}</td><td>{}</td><td class=\"number\">{}</td><td>{}</td><td class=\"wrap\">{}</td></tr>",
            void.trial,
            escape(&void.agent),
            escape(&instance),
            void.attempts,
            void.cause,
            escape(&crate::number::clip(&void.detail, 300)),
        );
    }
    body.push_str("</tbody></table></div>");
    if voids.len() > LISTED_VOIDS {
        let _ = write!(body, "<p class=\"hint\">The first {LISTED_VOIDS}; all are in the list of trials.</p>");
    }
    body.push_str("</details>\n");
}

/// Tasks, and worlds and presets where these are not the same again.
fn groups(body: &mut String, summary: &Summary, run: usize) {
    let all = [
        ("Tasks", "Task", &summary.tasks, GroupBy::Task),
        ("Worlds", "World", &summary.worlds, GroupBy::World),
        ("Presets", "Preset", &summary.presets, GroupBy::Preset),
    ];
    for (title, heading, groups, key) in all {
        let more_to_say = groups.len() > summary.agents.len() && groups.len() < summary.tasks.len();
        if !matches!(key, GroupBy::Task) && !more_to_say {
            continue;
        }
        let table = tables::by_name(groups, summary, run, key, heading);
        let open = if matches!(key, GroupBy::Task) && groups.len() <= LONG_TABLE { " open" } else { "" };
        let names = groups.len() / summary.agents.len().max(1);
        let _ = write!(
            body,
            "<section><details class=\"fold\"{open}><summary><h2>{title}</h2><span>{names}</span></summary>\n{table}</details></section>\n"
        );
    }
}

/// Steps and time, how trials ended and what agents did, for each agent.
fn distributions<'a>(body: &mut String, view: &'a View) {
    let mut by_agent: HashMap<&str, Vec<&Row>> = HashMap::new();
    for (planned, result) in view.run.plan().iter().zip(&view.results) {
        let row = result.row.as_ref().filter(|row| row.is_scored());
        by_agent.entry(&planned.agent).or_default().extend(row);
    }
    let with_rows =
        |group: &'a Group| -> (&'a Group, Vec<&'a Row>) { (group, by_agent.remove(group.agent.as_str()).unwrap_or_default()) };
    let agents: Vec<(&Group, Vec<&Row>)> = view.summary.agents.iter().map(with_rows).collect();
    let all = || agents.iter().flat_map(|(_, rows)| rows);
    let steps_axis = Axis::of(&all().map(|row| f64::from(row.totals.steps)).collect::<Vec<_>>());
    let time_axis = Axis::of(&all().map(|row| row.totals.wall_secs).collect::<Vec<_>>());
    body.push_str("<section><h2>Steps, time, endings, actions</h2>\n<p class=\"hint\"><i class=\"key good\"></i>passed <i class=\"key bad\"></i>failed; the line is the median. Scored trials only.</p>\n<div class=\"cards\">");
    for (group, rows) in &agents {
        let agent = escape(&group.agent);
        let steps: Vec<(f64, bool)> = rows.iter().map(|row| (f64::from(row.totals.steps), row.passed)).collect();
        let times: Vec<(f64, bool)> = rows.iter().map(|row| (row.totals.wall_secs, row.passed)).collect();
        let endings: Vec<(String, u64)> = group.figures.endings.iter().map(|(word, n)| (word.clone(), u64::from(*n))).collect();
        let actions: Vec<(String, u64)> = group.figures.actions.iter().map(|(name, n)| (name.clone(), *n)).collect();
        let rejected = group.figures.rejected_share.map_or_else(String::new, |share| format!(", {} rejected", percent(share)));
        let _ = writeln!(
            body,
            "<article class=\"card\"><h3>{agent}</h3><h4>Steps</h4>{}<h4>Time</h4>{}<h4>Endings</h4>{}<h4>Actions{rejected}</h4>{}</article>",
            histogram(&format!("{}: steps of {} trials", group.agent, rows.len()), &steps, &steps_axis, axis_number),
            histogram(&format!("{}: time of {} trials", group.agent, rows.len()), &times, &time_axis, duration),
            shares(&endings),
            shares(&actions),
        );
    }
    body.push_str("</div></section>\n");
}

fn axis_number(value: f64) -> String {
    if value.fract() == 0.0 { grouped(value as u64) } else { short(value) }
}
