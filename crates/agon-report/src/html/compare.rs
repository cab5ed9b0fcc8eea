//! The section that compares two runs.

use super::markup::escape;
use crate::compare::{
    AgentComparison, AgentPairs, Comparison, Paired, TaskComparison, evidence, p_value, unpaired_sentence, unscored_sentence,
};
use crate::number::{NOTHING, percent, points};
use crate::table::ALL_TASKS;
use crate::{Interval, ReportError};
use std::fmt::Write;

const LISTED_FLIPS: usize = 200;

/// Runs that cannot be compared still make a page; the section says why.
pub(super) fn section(body: &mut String, comparison: &Result<Comparison, ReportError>) {
    body.push_str("<section class=\"comparison\"><h2>Comparison</h2>\n");
    match comparison {
        Err(error) => {
            let _ = writeln!(body, "<p class=\"warning\">Not compared: {}.</p>", escape(&error.to_string()));
        }
        Ok(comparison) => {
            let _ = writeln!(
                body,
                "<p>First: <b>{}</b>. Second: <b>{}</b>. A trial is won when the second run passed it and the first did not.</p>",
                escape(&comparison.first),
                escape(&comparison.second)
            );
            for note in &comparison.notes {
                let _ = writeln!(body, "<p class=\"warning\">{}.</p>", escape(note));
            }
            agents(body, &comparison.agents);
            comparison.agents.iter().for_each(|agent| agent_section(body, agent));
        }
    }
    body.push_str("</section>\n");
}

/// The agents of one run against each other.
pub(super) fn pairs_section(body: &mut String, pairs: &AgentPairs) {
    body.push_str("<section class=\"comparison\"><h2>Agents compared</h2>\n");
    if pairs.only_with_first {
        body.push_str("<p class=\"hint\">There are many agents, so each is compared with the first only.</p>\n");
    }
    let compared: Vec<AgentComparison> = pairs.pairs.iter().map(|pair| pair.comparison.clone()).collect();
    agents(body, &compared);
    if pairs.pairs.len() > 1 {
        let corrected = pairs.pairs.iter().map(|pair| {
            let p = p_value(pair.p_corrected);
            format!("{}: p {}", title(&pair.comparison), escape(&p))
        });
        let corrected = corrected.collect::<Vec<_>>().join("; ");
        let _ = writeln!(
            body,
            "<p class=\"hint\">Corrected by Holm's method for {} comparisons: {corrected}.</p>",
            pairs.pairs.len()
        );
    }
    body.push_str("</section>\n");
}

/// One row for each pair of agents.
fn agents(body: &mut String, agents: &[AgentComparison]) {
    body.push_str(
        "<div class=\"scroll\"><table class=\"figures\"><thead><tr><th>Agent</th><th>Difference in points, 95% interval</th>",
    );
    for name in ["Difference", "First", "Second", "Pairs", "Won", "Lost", "p"] {
        let _ = write!(body, "<th class=\"number\">{name}</th>");
    }
    body.push_str("</tr></thead><tbody>\n");
    for agent in agents {
        let _ = write!(body, "<tr><th scope=\"row\">{}</th>", title(agent));
        let Some(found) = agent.difference else {
            body.push_str("<td colspan=\"8\" class=\"none\">no trial is planned in both runs</td></tr>\n");
            continue;
        };
        let interval =
            found.interval.map_or_else(String::new, |i| format!("<small>{} to {}</small>", points(i.low), points(i.high)));
        let _ = writeln!(
            body,
            "<td>{}</td><td class=\"number {}\"><b>{}</b>{interval}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>\
             <td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td></tr>",
            difference_bar(found.difference, found.interval),
            // Colour is for what is hardly chance.
            found.interval.filter(|i| i.low > 0.0 || i.high < 0.0).map_or("", |_| tone(&agent.paired)),
            points(found.difference),
            percent(found.first_rate),
            percent(found.second_rate),
            evidence(&found),
            agent.paired.wins,
            agent.paired.losses,
            escape(p_value(found.p_value).trim_start_matches("= ")),
        );
    }
    body.push_str(
        "</tbody></table></div>\n<p class=\"hint\">Repeats of one instance are one piece of evidence: the interval is a bootstrap over \
         instances, and p is that of the exact sign-flip test over instances (McNemar's where each has one pair).</p>\n",
    );
}

fn title(agent: &AgentComparison) -> String {
    match agent.first == agent.second {
        true => escape(&agent.first),
        false => format!("{} against {}", escape(&agent.second), escape(&agent.first)),
    }
}

fn tone(paired: &Paired) -> &'static str {
    match paired.wins.cmp(&paired.losses) {
        std::cmp::Ordering::Greater => "good",
        std::cmp::Ordering::Less => "bad",
        std::cmp::Ordering::Equal => "",
    }
}

fn agent_section(body: &mut String, agent: &AgentComparison) {
    let _ = writeln!(body, "<details class=\"fold\"><summary><h3>{}, by task</h3></summary>", title(agent));
    for why in [unscored_sentence(agent), unpaired_sentence(&agent.paired)].into_iter().flatten() {
        let _ = writeln!(body, "<p class=\"hint\">{}.</p>", escape(&why));
    }
    body.push_str("<div class=\"scroll\"><table class=\"figures\"><thead><tr><th>Task</th>");
    for name in ["Pairs", "First", "Second", "Difference", "Won", "Lost", "Same", "Unscored"] {
        let _ = write!(body, "<th class=\"number\">{name}</th>");
    }
    body.push_str("</tr></thead><tbody>\n");
    for task in &agent.tasks {
        row(body, &escape(task.task.as_str()), &task.paired, "");
    }
    row(body, ALL_TASKS, &agent.paired, " class=\"total\"");
    body.push_str("</tbody></table></div>\n");
    flips(body, &agent.tasks);
    body.push_str("</details>\n");
}

fn row(body: &mut String, name: &str, paired: &Paired, class: &str) {
    let pairs = f64::from(paired.pairs());
    let rate = |passed: u32| if pairs > 0.0 { percent(f64::from(passed) / pairs) } else { NOTHING.into() };
    let difference = match pairs > 0.0 {
        true => points((f64::from(paired.wins) - f64::from(paired.losses)) / pairs),
        false => NOTHING.into(),
    };
    let tone = tone(paired);
    let _ = writeln!(
        body,
        "<tr{class}><th scope=\"row\">{name}</th><td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>\
         <td class=\"number {tone}\"><b>{difference}</b></td><td class=\"number\">{}</td><td class=\"number\">{}</td>\
         <td class=\"number\">{}</td><td class=\"number\">{}</td></tr>",
        paired.pairs(),
        rate(paired.both_passed + paired.losses),
        rate(paired.both_passed + paired.wins),
        paired.wins,
        paired.losses,
        paired.ties(),
        paired.unscored,
    );
}

/// The difference and its interval on a line from −100 to +100 points.
fn difference_bar(difference: f64, interval: Option<Interval>) -> String {
    let x = |value: f64| 8.0 + (value + 1.0) / 2.0 * 224.0;
    let band = interval.map_or_else(String::new, |interval| {
        let (low, high) = (x(interval.low), x(interval.high));
        format!("<rect class=\"band\" x=\"{low:.1}\" y=\"6\" width=\"{:.1}\" height=\"8\" rx=\"4\"/>", (high - low).max(1.0))
    });
    let mut ticks = String::new();
    for tick in [-1.0, -0.5, 0.0, 0.5, 1.0] {
        let class = if tick == 0.0 { "zero" } else { "tick" };
        let _ = write!(ticks, "<path class=\"{class}\" d=\"M{0:.1} 4V16\"/>", x(tick));
    }
    format!(
        "<svg class=\"bar\" viewBox=\"0 0 240 20\" width=\"240\" height=\"20\" role=\"img\" aria-label=\"difference {} points\">\
         <path class=\"track\" d=\"M8 10H232\"/>{ticks}{band}<circle class=\"dot\" cx=\"{:.1}\" cy=\"10\" r=\"4\"/></svg>",
        points(difference),
        x(difference)
    )
}

fn flips(body: &mut String, tasks: &[TaskComparison]) {
    let total: usize = tasks.iter().map(|task| task.flips.len()).sum();
    if total == 0 {
        return;
    }
    let _ = writeln!(body, "<details class=\"flips\"><summary>Trials that came out differently ({total})</summary><ul>");
    for flip in tasks.iter().flat_map(|task| &task.flips).take(LISTED_FLIPS) {
        let (class, word) = if flip.won { ("passed", "won") } else { ("failed", "lost") };
        let _ = writeln!(
            body,
            "<li><span class=\"pill {class}\">{word}</span> {} <a href=\"#run=0&amp;trial={}\">first</a> \
             <a href=\"#run=1&amp;trial={}\">second</a></li>",
            escape(&flip.name()),
            flip.first_trial,
            flip.second_trial
        );
    }
    if total > LISTED_FLIPS {
        let _ = write!(body, "<li>and {} more</li>", total - LISTED_FLIPS);
    }
    body.push_str("</ul></details>\n");
}
