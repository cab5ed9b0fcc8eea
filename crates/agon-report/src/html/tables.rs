//! Figures as HTML tables.

use super::charts::interval_bar;
use super::markup::escape;
use crate::number::{CLAIMED, CLAIMED_LEGEND, NOTHING, cost, duration, grouped, percent, range, short, tokens};
use crate::stats::Spread;
use crate::summary::{AblationFigures, FactorFigures, Figures, Group, Summary};
use crate::table::{of_scored, used};
use agon_record::value_text;
use std::collections::HashSet;
use std::fmt::Write;

/// Which columns a run has something to say in.
struct Columns {
    several_agents: bool,
    /// Trials without a score: the rate over those with one is another.
    scored: bool,
    repeats: bool,
    tokens: bool,
    cost: bool,
    /// Of little use by task, and the table is wide enough.
    rejected: bool,
}

impl Columns {
    fn of(summary: &Summary) -> Self {
        Self {
            several_agents: summary.agents.len() > 1,
            scored: summary.counts.unscored() > 0,
            repeats: summary.repeats > 1,
            tokens: summary.spent.tokens() > 0,
            cost: summary.spent.cost_usd > 0.0,
            rejected: false,
        }
    }
}

/// One row for each agent.
pub(super) fn agents(summary: &Summary, run: usize) -> String {
    let columns = Columns { rejected: true, ..Columns::of(summary) };
    let mut rows = String::new();
    for group in &summary.agents {
        let _ = write!(rows, "<tr {}><th scope=\"row\">{}</th>", filter(group, run, GroupBy::None), escape(&group.agent));
        rows.push_str(&figure_cells(&group.figures, &columns));
        rows.push_str("</tr>\n");
    }
    table(&["Agent"], &columns, &rows)
}

/// What the names of groups are in the list of trials.
#[derive(Clone, Copy)]
pub(super) enum GroupBy {
    None,
    Task,
    World,
    Preset,
}

/// One row for each name and agent, those of one name together.
pub(super) fn by_name(groups: &[Group], summary: &Summary, run: usize, key: GroupBy, heading: &str) -> String {
    let columns = Columns::of(summary);
    let mut names: Vec<&str> = Vec::new();
    let mut seen = HashSet::new();
    let mut by_name: std::collections::HashMap<&str, Vec<&Group>> = std::collections::HashMap::new();
    for group in groups {
        let name = group.name.as_deref().unwrap_or_default();
        by_name.entry(name).or_default().push(group);
        if seen.insert(name) {
            names.push(name);
        }
    }
    let mut rows = String::new();
    for name in names {
        for (i, group) in by_name.get(name).into_iter().flatten().enumerate() {
            let class = if i == 0 { "first" } else { "next" };
            let _ = write!(rows, "<tr class=\"{class}\" {}>", filter(group, run, key));
            let _ = write!(rows, "<th scope=\"row\">{}</th>", if i == 0 { escape(name) } else { String::new() });
            if columns.several_agents {
                let _ = write!(rows, "<td>{}</td>", escape(&group.agent));
            }
            rows.push_str(&figure_cells(&group.figures, &columns));
            rows.push_str("</tr>\n");
        }
    }
    let headings = [heading, "Agent"];
    table(&headings[..1 + usize::from(columns.several_agents)], &columns, &rows)
}

/// One row for each agent and value of a factor, over all tasks.
pub(super) fn levels(factor: &FactorFigures, summary: &Summary, run: usize) -> String {
    let columns = Columns { repeats: false, ..Columns::of(summary) };
    let (mut rows, mut before) = (String::new(), "");
    // Where agents are varied, they have other labels in the list of trials, which all hold this name.
    let own_labels = summary.agents.iter().any(|group| group.agent == factor_agent(factor));
    let agent_filter = |agent: &str| match own_labels {
        true => format!("data-agent=\"{}\"", escape(agent)),
        false => format!("data-agent=\"\" data-text=\"{}\"", escape(agent)),
    };
    for level in factor.levels.iter().filter(|level| level.group.name.is_none()) {
        let part = escape(&factor.part(&level.value));
        let class = if before == level.group.agent { "next" } else { "first" };
        before = &level.group.agent;
        let of_agent = agent_filter(before);
        let _ = write!(rows, "<tr class=\"{class}\" data-run=\"{run}\" {of_agent} data-variant=\"{part}\">");
        let _ = write!(rows, "<th scope=\"row\">{}</th>", if class == "first" { escape(before) } else { String::new() });
        let _ =
            writeln!(rows, "<td>{}</td>{}</tr>", escape(&value_text(&level.value)), figure_cells(&level.group.figures, &columns));
    }
    table(&["Agent", &factor.name], &columns, &rows)
}

fn factor_agent(factor: &FactorFigures) -> &str {
    factor.levels.first().map_or("", |level| &level.group.agent)
}

/// One row for each agent and variant.
pub(super) fn variants(ablation: &AblationFigures, summary: &Summary, run: usize) -> String {
    let columns = Columns { repeats: false, ..Columns::of(summary) };
    let mut rows = String::new();
    let mut before = "";
    for variant in &ablation.variants {
        let class = if before == variant.group.agent { "next" } else { "first" };
        before = &variant.group.agent;
        let (label, name) = (escape(&variant.label), escape(&variant.variant));
        let _ = write!(rows, "<tr class=\"{class}\" data-run=\"{run}\" data-agent=\"{label}\" data-variant=\"{name}\">");
        let _ = write!(rows, "<th scope=\"row\">{}</th>", if class == "first" { escape(before) } else { String::new() });
        for factor in &ablation.factors {
            let value = variant.factors.get(&factor.name).map(value_text).unwrap_or_default();
            let _ = write!(rows, "<td>{}</td>", escape(&value));
        }
        let _ = writeln!(rows, "{}</tr>", figure_cells(&variant.group.figures, &columns));
    }
    let names: Vec<&str> = std::iter::once("Agent").chain(ablation.factors.iter().map(|factor| factor.name.as_str())).collect();
    table(&names, &columns, &rows)
}

fn table(names: &[&str], columns: &Columns, rows: &str) -> String {
    let mut head = String::new();
    for name in names {
        let _ = write!(head, "<th scope=\"col\">{}</th>", escape(name));
    }
    head.push_str("<th scope=\"col\">Success, 95% interval</th><th scope=\"col\" class=\"number\">Rate</th>");
    head.push_str("<th scope=\"col\" class=\"number\">Passed</th>");
    if columns.scored {
        head.push_str("<th scope=\"col\" class=\"number\">Of scored</th>");
    }
    head.push_str("<th scope=\"col\" class=\"number\">Mean score</th>");
    if columns.repeats {
        head.push_str("<th scope=\"col\" class=\"number\">Instances</th><th scope=\"col\" class=\"number\">Over repeats</th>");
    }
    head.push_str("<th scope=\"col\" class=\"number\">Mean steps</th><th scope=\"col\" class=\"number\">Mean time</th>");
    if columns.rejected {
        head.push_str("<th scope=\"col\" class=\"number\">Rejected</th>");
    }
    if columns.tokens {
        head.push_str("<th scope=\"col\" class=\"number\">Mean tokens</th>");
    }
    if columns.cost {
        head.push_str("<th scope=\"col\" class=\"number\">Mean cost</th>");
    }
    format!(
        "<div class=\"scroll\"><table class=\"figures\"><thead><tr>{head}</tr></thead><tbody>\n{rows}</tbody></table></div>\n"
    )
}

fn figure_cells(figures: &Figures, columns: &Columns) -> String {
    let counts = &figures.counts;
    let mark = match figures.bounds {
        Some(_) => format!(
            "<abbr class=\"mark\" title=\"{} of {} planned trials have no score and count as not passed\">*</abbr>",
            counts.unscored(),
            counts.planned,
        ),
        None => String::new(),
    };
    let mut cells = format!("<td>{}</td>", interval_bar(figures));
    let mut number = |text: String, under: Option<String>| {
        let under = under.map_or_else(String::new, |under| format!("<small>{under}</small>"));
        let _ = write!(cells, "<td class=\"number\">{text}{under}</td>");
    };
    let or_nothing = |text: Option<String>| text.unwrap_or_else(|| NOTHING.into());
    let rate = or_nothing(figures.success.map(|success| percent(success.rate)));
    number(format!("<b>{rate}</b>{mark}"), figures.success.map(|success| range(success.interval)));
    let unscored = [(counts.void, "void"), (counts.missing, "missing")];
    let unscored: Vec<String> =
        unscored.iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{} {word}", grouped((*n).into()))).collect();
    number(format!("{}/{}", counts.passed, counts.planned), (!unscored.is_empty()).then(|| unscored.join(", ")));
    if columns.scored {
        number(of_scored(figures), None);
    }
    let error = figures.mean_score_error.map(|error| format!("± {error:.2}"));
    number(or_nothing(figures.mean_score.map(|score| format!("{score:.2}"))), error);
    if columns.repeats {
        let worth = figures.success.map(|success| format!("effective n {}", short(success.effective)));
        number(grouped(figures.instances.into()), worth);
        let repeats = figures.repeats.as_ref();
        let deviation = repeats.and_then(|repeats| repeats.deviation).map(|deviation| format!("± {:.1}", deviation * 100.0));
        number(or_nothing(repeats.map(|repeats| percent(repeats.mean))), deviation);
    }
    let mut spread = |spread: Option<Spread>, show: fn(f64) -> String| {
        let under = spread.map(|spread| format!("{} · {}", show(spread.median), show(spread.p90)));
        number(or_nothing(spread.map(|spread| show(spread.mean))), under);
    };
    spread(figures.steps, short);
    spread(figures.wall_secs, duration);
    if columns.rejected {
        number(or_nothing(figures.rejected_share.map(percent)), None);
    }
    let mut mean =
        |spread: Option<Spread>, show| number(or_nothing(used(figures, spread, show).map(|text| claimed(&text))), None);
    if columns.tokens {
        mean(figures.tokens, tokens);
    }
    if columns.cost {
        mean(figures.cost_usd, cost);
    }
    cells
}

/// The mark of claimed figures with its meaning under the pointer.
pub(super) fn claimed(text: &str) -> String {
    text.replace(CLAIMED, &format!("<abbr class=\"mark\" title=\"{CLAIMED_LEGEND}\">{CLAIMED}</abbr>"))
}

/// What a click on the row shows in the list of trials.
fn filter(group: &Group, run: usize, key: GroupBy) -> String {
    let name = escape(group.name.as_deref().unwrap_or_default());
    let named = match key {
        GroupBy::None => String::new(),
        GroupBy::Task => format!(" data-task=\"{name}\""),
        GroupBy::World => format!(" data-text=\"{name}/\""),
        GroupBy::Preset => format!(" data-text=\"/{name}@\""),
    };
    format!("data-run=\"{run}\" data-agent=\"{}\"{named}", escape(&group.agent))
}
