//! The section of a run that varies something.

use super::markup::escape;
use super::plots::{COLOURS, Series, panel};
use super::tables;
use crate::number::count;
use crate::summary::{AblationFigures, FactorFigures, Summary};
use agon_record::AblationMode;
use std::fmt::Write;

/// More panels or rows than this are folded until somebody asks.
const MANY_PANELS: usize = 12;
const MANY_VARIANTS: usize = 40;

pub(super) fn section(body: &mut String, summary: &Summary, run: usize) {
    let Some(ablation) = &summary.ablation else { return };
    let agents = ablation.agents();
    body.push_str("<section class=\"ablation\"><h2>What was varied</h2>\n");
    let meaning = match ablation.mode {
        _ if ablation.factors.len() < 2 => "",
        AblationMode::Grid => "All combinations were run; each value is shown over all values of the other factors.",
        AblationMode::OneAtATime => "One factor at a time was changed; each value is shown with all others at their first value.",
    };
    let _ = writeln!(
        body,
        "<p class=\"hint\">{meaning} Error bars with ends: the standard error of the mean, as papers draw it (0 where all trials \
         came out alike). Pale bars: Wilson's 95% interval, as in the tables. Both go by instance: repeats of one are not independent.</p>"
    );
    legend(body, &agents);
    for factor in &ablation.factors {
        let _ = writeln!(body, "<h3>{}</h3>", escape(&factor.name));
        panels(body, factor, &agents);
        body.push_str(&tables::levels(factor, summary, run));
    }
    variants(body, ablation, summary, run);
    body.push_str("</section>\n");
}

/// The colours of the agents; one agent needs none.
pub(super) fn legend(body: &mut String, agents: &[&str]) {
    if agents.len() < 2 {
        return;
    }
    body.push_str("<ul class=\"legend\">");
    for (number, agent) in agents.iter().enumerate() {
        let _ = write!(
            body,
            "<li><svg viewBox=\"0 0 18 8\" width=\"18\" height=\"8\" aria-hidden=\"true\"><g class=\"series series{}\">\
             <path class=\"line\" d=\"M0 4H18\"/><circle cx=\"9\" cy=\"4\" r=\"3.4\"/></g></svg>{}</li>",
            number % COLOURS,
            escape(agent)
        );
    }
    body.push_str("</ul>\n");
}

/// All tasks together, and small multiples of each where there are several.
fn panels<'a>(body: &mut String, factor: &'a FactorFigures, agents: &[&'a str]) {
    let series = |task: Option<&'a str>| -> Vec<Series<'a>> {
        agents.iter().map(|agent| Series { agent, levels: factor.of(agent, task).collect() }).collect()
    };
    let figure = |title: &str, task: Option<&'a str>| {
        let plot = panel(&format!("Success by {}, {title}", factor.name), &factor.values, &series(task));
        format!("<figure><figcaption>{}</figcaption>{plot}</figure>", escape(title))
    };
    let tasks = factor.tasks();
    let small: String = tasks.iter().map(|task| figure(task, Some(task))).collect();
    let all = figure(if tasks.is_empty() { "success" } else { "all tasks" }, None);
    if tasks.len() <= MANY_PANELS {
        let _ = writeln!(body, "<div class=\"plots\">{all}{small}</div>");
        return;
    }
    let _ = writeln!(
        body,
        "<div class=\"plots\">{all}</div><details><summary>{} by themselves</summary><div class=\"plots\">{small}</div></details>",
        count(tasks.len() as u64, "task", "tasks")
    );
}

/// Every variant, where a grid of several factors has more to say than its factors.
fn variants(body: &mut String, ablation: &AblationFigures, summary: &Summary, run: usize) {
    if ablation.factors.len() < 2 {
        return;
    }
    let open = if ablation.variants.len() <= MANY_VARIANTS { " open" } else { "" };
    let _ = write!(
        body,
        "<details class=\"fold\"{open}><summary><h3>Variants</h3> <span>{}</span></summary>\n{}</details>",
        ablation.variants.len() / ablation.agents().len().max(1),
        tables::variants(ablation, summary, run)
    );
}
