//! Tasks in stages: rates from every start, the survival curve, and what each stage cost.

use super::ablation::legend;
use super::markup::escape;
use super::plots::COLOURS;
use crate::number::{NOTHING, duration, percent, short, tokens};
use crate::summary::{AgentChains, ChainFigures, Summary};
use crate::table::chains::{LEGEND, level_counts, rate_from, rate_name, starts};
use std::fmt::Write;

const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 190.0;
const LEFT: f64 = 40.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 30.0;
const RIGHT: f64 = 14.0;

pub(super) fn section(body: &mut String, summary: &Summary) {
    let Some(chains) = &summary.chains else { return };
    body.push_str("<section><h2>Tasks in stages</h2>\n<div class=\"scroll\">");
    body.push_str(&agents(chains));
    let _ = writeln!(body, "</div><p class=\"hint\">{}</p>", escape(LEGEND));
    legend(body, &chains.agents.iter().map(|agent| agent.agent.as_str()).collect::<Vec<_>>());
    body.push_str("<div class=\"plots\">");
    body.push_str(&survival(chains));
    body.push_str("</div><div class=\"scroll\">");
    body.push_str(&stages(chains));
    let _ = write!(body, "</div><p class=\"hint\">Difficulty of the tasks for these agents: {}. ", level_counts(chains));
    body.push_str("Level 1: some trial passed. 2: none did, and more than 20% of the checks passed. 3: more than 5%. 4: some. 5: none.</p>\n");
    body.push_str("<details><summary>Every task</summary><div class=\"scroll\">");
    body.push_str(&tasks(chains));
    body.push_str("</div></details></section>\n");
}

fn table(names: &[String], rows: &str) -> String {
    let head: String = names.iter().map(|name| format!("<th scope=\"col\">{}</th>", escape(name))).collect();
    format!("<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>")
}

fn shown(value: Option<f64>, show: fn(f64) -> String) -> String {
    value.map_or_else(|| NOTHING.to_owned(), show)
}

fn agents(chains: &ChainFigures) -> String {
    let starts = starts(chains);
    let mut names = vec!["Agent".to_owned()];
    names.extend(starts.iter().map(|after| rate_name(*after)));
    names.extend(["CR", "AE", "Steps by kind"].map(str::to_owned));
    let mut rows = String::new();
    for agent in &chains.agents {
        let _ = write!(rows, "<tr><th scope=\"row\">{}</th>", escape(&agent.agent));
        for after in &starts {
            let _ = write!(rows, "<td>{}</td>", rate_from(agent, *after));
        }
        let kinds: Vec<String> = agent.actions_to_pass.iter().map(|(kind, times)| format!("{kind} {}", short(*times))).collect();
        let (completion, steps) = (shown(agent.completion, percent), shown(agent.steps_to_pass, short));
        let _ = write!(rows, "<td>{completion}</td><td>{steps}</td><td>{}</td></tr>", escape(&kinds.join(", ")));
    }
    table(&names, &rows)
}

fn stages(chains: &ChainFigures) -> String {
    let names = ["Agent", "Stage", "Passed", "Survived", "Steps", "Time", "Tokens"].map(str::to_owned);
    let mut rows = String::new();
    for agent in &chains.agents {
        for (place, stage) in agent.stages.iter().enumerate() {
            let _ = write!(
                rows,
                "<tr><th scope=\"row\">{}</th><td>{}</td><td>{} of {}</td><td>{} of {}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                escape(&agent.agent),
                place + 1,
                stage.passed,
                stage.scored,
                stage.survived,
                stage.scored,
                shown(stage.steps, short),
                shown(stage.wall_secs, duration),
                shown(stage.tokens, tokens),
            );
        }
    }
    table(&names, &rows)
}

fn tasks(chains: &ChainFigures) -> String {
    let mut rows = String::new();
    for task in &chains.tasks {
        let (success, completion) = (percent(task.success), percent(task.completion));
        let name = escape(task.task.as_str());
        let _ =
            write!(rows, "<tr><th scope=\"row\">{name}</th><td>{success}</td><td>{completion}</td><td>{}</td></tr>", task.level);
    }
    table(&["Task", "SR", "CR", "Level"].map(str::to_owned), &rows)
}

/// The share of trials that have passed every stage so far, with a line for each agent.
fn survival(chains: &ChainFigures) -> String {
    let most = chains.agents.iter().map(|agent| agent.stages.len()).max().unwrap_or(0);
    let x = |place: usize| LEFT + (WIDTH - LEFT - RIGHT) * place as f64 / most.max(1) as f64;
    let y = |share: f64| TOP + (1.0 - share) * (HEIGHT - TOP - BOTTOM);
    let title = "Share of trials that have passed every stage so far";
    let mut svg = format!(
        "<figure><figcaption>{title}</figcaption><svg class=\"plot\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         role=\"img\" aria-label=\"{title}\"><title>{title}</title>"
    );
    for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let (at, text) = (y(share), format!("{:.0}%", share * 100.0));
        let (end, label) = (WIDTH - RIGHT, LEFT - 6.0);
        let _ = write!(svg, "<path class=\"rule\" d=\"M{LEFT} {at:.1}H{end:.1}\"/>");
        let _ = write!(svg, "<text x=\"{label:.1}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>", at + 3.5);
    }
    for place in 0..=most {
        let name = if place == 0 { "start".to_owned() } else { place.to_string() };
        let _ = write!(svg, "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{name}</text>", x(place), HEIGHT - 10.0);
    }
    for (number, agent) in chains.agents.iter().enumerate() {
        svg.push_str(&line(agent, number, x, y));
    }
    svg.push_str("</svg></figure>");
    svg
}

fn line(agent: &AgentChains, number: usize, x: impl Fn(usize) -> f64, y: impl Fn(f64) -> f64) -> String {
    let mut path = format!("M{:.1} {:.1}", x(0), y(1.0));
    let mut marks = String::new();
    for (place, stage) in agent.stages.iter().enumerate() {
        let share = f64::from(stage.survived) / f64::from(stage.scored.max(1));
        let (x, y) = (x(place + 1), y(share));
        let _ = write!(path, "L{x:.1} {y:.1}");
        let told = format!("{}, stage {}: {} of {}", agent.agent, place + 1, stage.survived, stage.scored);
        let _ = write!(marks, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\"><title>{}</title></circle>", escape(&told));
    }
    format!("<g class=\"series series{}\"><path class=\"line\" d=\"{path}\"/>{marks}</g>", number % COLOURS)
}
