//! The section that compares two runs.

use super::markup::escape;
use crate::compare::{AgentComparison, Comparison, Paired, TaskComparison, sentence, unpaired_sentence};
use crate::number::{NOTHING, percent, points};
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
            comparison.agents.iter().for_each(|agent| agent_section(body, agent));
        }
    }
    body.push_str("</section>\n");
}

fn agent_section(body: &mut String, agent: &AgentComparison) {
    let name = match agent.first == agent.second {
        true => escape(&agent.first),
        false => format!("{} against {}", escape(&agent.second), escape(&agent.first)),
    };
    let _ = writeln!(body, "<h3>{name}</h3><p class=\"result\">{}.</p>", escape(&sentence(agent)));
    if let Some(difference) = agent.difference {
        body.push_str(&difference_bar(difference.difference, difference.interval));
    }
    if let Some(why) = unpaired_sentence(&agent.paired) {
        let _ = writeln!(body, "<p class=\"hint\">{}.</p>", escape(&why));
    }
    body.push_str("<div class=\"scroll\"><table class=\"figures\"><thead><tr><th>Task</th>");
    for name in ["Pairs", "First", "Second", "Difference", "Won", "Lost", "Same", "Unpaired"] {
        let _ = write!(body, "<th class=\"number\">{name}</th>");
    }
    body.push_str("</tr></thead><tbody>\n");
    for task in &agent.tasks {
        row(body, &escape(task.task.as_str()), &task.paired, "");
    }
    row(body, "all", &agent.paired, " class=\"total\"");
    body.push_str("</tbody></table></div>\n");
    flips(body, &agent.tasks);
}

fn row(body: &mut String, name: &str, paired: &Paired, class: &str) {
    let pairs = f64::from(paired.pairs());
    let rate = |passed: u32| if pairs > 0.0 { percent(f64::from(passed) / pairs) } else { NOTHING.into() };
    let difference = match pairs > 0.0 {
        true => points((f64::from(paired.wins) - f64::from(paired.losses)) / pairs),
        false => NOTHING.into(),
    };
    let tone = match paired.wins.cmp(&paired.losses) {
        std::cmp::Ordering::Greater => "good",
        std::cmp::Ordering::Less => "bad",
        std::cmp::Ordering::Equal => "",
    };
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
        paired.unpaired + paired.only_first + paired.only_second,
    );
}

/// The difference and its interval on a line from −100 to +100 points.
fn difference_bar(difference: f64, interval: Option<Interval>) -> String {
    let x = |value: f64| 10.0 + (value + 1.0) / 2.0 * 380.0;
    let band = interval.map_or_else(String::new, |interval| {
        let (low, high) = (x(interval.low), x(interval.high));
        format!("<rect class=\"band\" x=\"{low:.1}\" y=\"9\" width=\"{:.1}\" height=\"8\" rx=\"4\"/>", (high - low).max(1.0))
    });
    let mut ticks = String::new();
    for tick in [-1.0, -0.5, 0.0, 0.5, 1.0] {
        let class = if tick == 0.0 { "zero" } else { "tick" };
        let _ = write!(ticks, "<path class=\"{class}\" d=\"M{0:.1} 6V20\"/>", x(tick));
        let label = if tick == 0.0 { "0".into() } else { format!("{tick:+.0}", tick = tick * 100.0).replace('-', "−") };
        let _ = write!(ticks, "<text x=\"{:.1}\" y=\"33\" text-anchor=\"middle\">{label}</text>", x(tick).clamp(14.0, 386.0));
    }
    format!(
        "<svg class=\"difference\" viewBox=\"0 0 400 36\" role=\"img\" aria-label=\"difference {} points\">\
         <path class=\"track\" d=\"M10 13H390\"/>{ticks}{band}<circle class=\"dot\" cx=\"{:.1}\" cy=\"13\" r=\"4.5\"/></svg>\n",
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
        let repeat = if flip.repeat == 0 { String::new() } else { format!(" #{}", flip.repeat) };
        let _ = writeln!(
            body,
            "<li><span class=\"pill {class}\">{word}</span> {}{repeat} <a href=\"#run=0&amp;trial={}\">first</a> \
             <a href=\"#run=1&amp;trial={}\">second</a></li>",
            escape(&flip.instance.to_string()),
            flip.first_trial,
            flip.second_trial
        );
    }
    if total > LISTED_FLIPS {
        let _ = write!(body, "<li>and {} more</li>", total - LISTED_FLIPS);
    }
    body.push_str("</ul></details>\n");
}
