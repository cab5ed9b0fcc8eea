//! The section on failure modes, for those who asked for them.

use super::markup::escape;
use crate::modes::{Finding, Mode, ModeGroup, Modes, TrialFindings};
use crate::number::{NOTHING, clip, count};
use std::fmt::Write;

/// Findings in the page; the JSON has them all.
const LISTED: usize = 100;

pub(super) fn section(body: &mut String, modes: &Modes, run: usize) {
    body.push_str("<section class=\"modes\"><h2>Failure modes</h2>\n");
    body.push_str(
        "<p class=\"hint\">The part of the failed trials in which a mode was found at least once; below it, of all scored ones. \
         Found by fixed rules in what was done and what came of it (docs/failure-modes.md); they do not know why.</p>\n",
    );
    if !modes.unread.is_empty() {
        let logs = count(modes.unread.len() as u64, "log", "logs");
        let _ = writeln!(body, "<p class=\"warning\">{logs} could not be read and are not counted.</p>");
    }
    table(body, modes, run);
    for mode in Mode::ALL {
        examples(body, modes, mode, run);
    }
    body.push_str("</section>\n");
}

fn table(body: &mut String, modes: &Modes, run: usize) {
    body.push_str(
        "<div class=\"scroll\"><table class=\"figures\"><thead><tr><th scope=\"col\">Agent</th><th scope=\"col\">Task</th>",
    );
    body.push_str("<th scope=\"col\" class=\"number\">Failed</th>");
    for mode in Mode::ALL {
        let _ = write!(body, "<th scope=\"col\" class=\"number\">{}</th>", mode.title());
    }
    body.push_str("</tr></thead><tbody>\n");
    for agent in &modes.agents {
        let tasks: Vec<&ModeGroup> = modes.tasks.iter().filter(|task| task.agent == agent.agent).collect();
        // One task by itself would be the same again.
        let parts = if tasks.len() > 1 { tasks.as_slice() } else { &[] };
        for (i, group) in std::iter::once(&agent).chain(parts).enumerate() {
            row(body, group, run, i);
        }
    }
    body.push_str("</tbody></table></div>\n");
}

fn row(body: &mut String, group: &ModeGroup, run: usize, place: usize) {
    let (agent, task) = (escape(&group.agent), escape(group.name.as_deref().unwrap_or_default()));
    let class = if place == 0 { "first" } else { "next" };
    let _ = write!(body, "<tr class=\"{class}\" data-run=\"{run}\" data-agent=\"{agent}\" data-task=\"{task}\">");
    let (first, name) = if place == 0 { (agent.as_str(), crate::table::ALL_TASKS) } else { ("", task.as_str()) };
    let _ = write!(body, "<th scope=\"row\">{first}</th><td>{name}</td>");
    let _ = write!(body, "<td class=\"number\">{}/{}</td>", group.failed, group.scored);
    for mode in Mode::ALL {
        let counts = group.counts(mode);
        let share = |part: u32, of: u32| (of > 0).then(|| f64::from(part) / f64::from(of));
        let shown = |share: Option<f64>| share.map_or_else(|| NOTHING.into(), |share| format!("{:.0}%", share * 100.0));
        let (failed, all) = (share(counts.failed, group.failed), share(counts.scored, group.scored));
        let _ = write!(
            body,
            "<td class=\"number heat\" style=\"--share: {:.3}\">{}<small>{}</small></td>",
            failed.unwrap_or_default(),
            shown(failed),
            shown(all)
        );
    }
    body.push_str("</tr>\n");
}

/// Where to look.
fn examples(body: &mut String, modes: &Modes, mode: Mode, run: usize) {
    let found: Vec<(&TrialFindings, &Finding)> = modes
        .trials
        .iter()
        .flat_map(|trial| trial.findings.iter().filter(|finding| finding.mode == mode).map(move |finding| (trial, finding)))
        .collect();
    if found.is_empty() {
        return;
    }
    let _ = writeln!(
        body,
        "<details><summary>{} ({})</summary><div class=\"scroll\"><table><thead><tr><th class=\"number\">Trial</th><th>Agent</th>\
         <th>Instance</th><th>Steps</th><th>What</th></tr></thead><tbody>",
        mode.title(),
        count(found.len() as u64, "finding", "findings")
    );
    for (trial, finding) in found.iter().take(LISTED) {
        let first = finding.steps.first().map_or(0, |(first, _)| *first);
        let variant = trial.variant.as_ref().map_or_else(String::new, |label| format!(" {label}"));
        let _ = writeln!(
            body,
            "<tr><td class=\"number\"><a href=\"#run={run}&amp;trial={0}&amp;step={first}\">{0}</a></td><td>{1}</td><td>{2}</td>\
             <td class=\"wrap steps\">{3}</td><td class=\"wrap\">{4}</td></tr>",
            trial.trial,
            escape(&trial.agent),
            escape(&format!("{}{variant}", trial.instance)),
            escape(&clip(&finding.steps_text(), 120)),
            escape(&clip(&finding.detail, 300)),
        );
    }
    body.push_str("</tbody></table></div>");
    if found.len() > LISTED {
        let _ = write!(body, "<p class=\"hint\">The first {LISTED}; <code>--json</code> has them all.</p>");
    }
    body.push_str("</details>\n");
}
