//! How far trials came, and how that goes with what was judged.

use super::markup::escape;
use crate::number::{NOTHING, percent};
use crate::progress::Progress;
use std::fmt::Write;

pub(super) fn section(body: &mut String, progress: &Progress) {
    let shown = |value: Option<f64>| value.map_or_else(|| NOTHING.into(), percent);
    body.push_str("<section><h2>Deterministic progress</h2>\n<div class=\"scroll\"><table><thead><tr><th>Agent</th>");
    for name in ["Scored", "Mean progress", "Of failed", "Checks passed", "Stages passed"] {
        let _ = write!(body, "<th class=\"number\">{name}</th>");
    }
    body.push_str("</tr></thead><tbody>\n");
    for agent in &progress.agents {
        let stages = if agent.stages > 0 { format!("{} of {}", agent.stages_passed, agent.stages) } else { NOTHING.into() };
        let _ = write!(body, "<tr><th scope=\"row\">{}</th>", escape(&agent.agent));
        for text in [agent.scored.to_string(), shown(agent.mean), shown(agent.mean_failed), shown(agent.checks), stages] {
            let _ = write!(body, "<td class=\"number\">{text}</td>");
        }
        body.push_str("</tr>\n");
    }
    let _ = writeln!(body, "</tbody></table></div><p class=\"hint\">{}</p>", escape(progress.how));
    for found in &progress.correlations {
        let number = |value: Option<f64>| value.map_or_else(|| NOTHING.into(), |value| format!("{value:.2}"));
        let interval = found.interval.map_or_else(String::new, |i| format!(" (95%: {:.2} to {:.2})", i.low, i.high));
        let domain = found.domain.as_deref().unwrap_or("all");
        let words = format!(
            "{}, {domain}: Spearman {}{interval} with it over {} trials",
            found.layer,
            number(found.spearman),
            found.trials
        );
        let _ = writeln!(body, "<p class=\"hint\">{}</p>", escape(&words));
    }
    body.push_str("</section>\n");
}
