//! An ablation as text: a table for each factor, and one of all variants.

use super::grid::{Align, Cell, Grid, Line, Tone, paint};
use super::{TableOptions, figure_cells, of_scored, used};
use crate::number::{NOTHING, count, percent, plain, tokens};
use crate::summary::{AblationFigures, FactorFigures, Figures};
use agon_record::{AblationMode, value_text};

/// How many variants are listed; the page, the JSON and the CSV have them all.
const LISTED_VARIANTS: usize = 64;

/// Every factor by itself, over all tasks and by task where that fits; then, for a grid of several factors, all variants.
pub(super) fn text(ablation: &AblationFigures, with_tokens: bool, options: &TableOptions) -> String {
    let mut text = String::new();
    for factor in &ablation.factors {
        text.push('\n');
        text.push_str(&by_value(ablation, factor, with_tokens).render(options));
        let by_task = by_task(ablation, factor);
        if !factor.tasks().is_empty() && options.fits(by_task.width()) {
            text.push('\n');
            text.push_str(&by_task.render(options));
        }
    }
    let meaning = match ablation.mode {
        _ if ablation.factors.len() < 2 => "",
        AblationMode::Grid => "each value over all values of the other factors; ",
        AblationMode::OneAtATime => "each value with all other factors at their first value; ",
    };
    text.push('\n');
    text.push_str(&paint(&format!("{meaning}± is the standard error of the mean, by instance\n"), Tone::Dim, options.paint));
    if ablation.mode == AblationMode::Grid && ablation.factors.len() > 1 {
        text.push('\n');
        text.push_str(&variants(ablation, with_tokens).render(options));
        let more = ablation.variants.len().saturating_sub(LISTED_VARIANTS);
        if more > 0 {
            let words = format!("and {}\n", count(more as u64, "more variant", "more variants"));
            text.push_str(&paint(&words, Tone::Dim, options.paint));
        }
    }
    text
}

fn by_value(ablation: &AblationFigures, factor: &FactorFigures, with_tokens: bool) -> Grid {
    let agents = ablation.agents();
    let mut grid = headed(&[plain(&factor.name).as_str()], &agents, with_tokens);
    for agent in &agents {
        for (i, level) in factor.of(agent, None).enumerate() {
            let value = Cell::toned(plain(&value_text(&level.value)), Tone::Strong);
            grid.push(row(vec![value], agent_cell(&agents, agent, i), &level.group.figures, with_tokens));
        }
    }
    grid
}

/// Success rates: tasks as rows, values side by side.
fn by_task(ablation: &AblationFigures, factor: &FactorFigures) -> Grid {
    let agents = ablation.agents();
    let several = usize::from(agents.len() > 1);
    let mut names = vec!["task".to_owned()];
    names.extend((several > 0).then(|| "agent".to_owned()));
    names.extend(factor.values.iter().map(|value| plain(&value_text(value))));
    let aligns = (0..names.len()).map(|i| if i <= several { Align::Left } else { Align::Right });
    let mut grid = Grid::new(aligns.collect());
    grid.push(Line::Spans(vec![(several + 1, factor.values.len(), Cell::toned(plain(&factor.name), Tone::Dim))]));
    grid.head(&names.iter().map(String::as_str).collect::<Vec<_>>());
    for task in factor.tasks() {
        for (i, agent) in agents.iter().enumerate() {
            let mut cells = vec![Cell::new(if i == 0 { plain(task) } else { String::new() })];
            cells.extend((several > 0).then(|| Cell::new(plain(agent))));
            // A level that no trial of this task has stays empty.
            for value in &factor.values {
                let level = factor.of(agent, Some(task)).find(|level| level.value == *value);
                cells.push(Cell::new(level.map_or_else(String::new, |level| rate(&level.group.figures))));
            }
            grid.push(Line::Cells(cells));
        }
    }
    grid
}

fn variants(ablation: &AblationFigures, with_tokens: bool) -> Grid {
    let agents = ablation.agents();
    let names: Vec<String> = ablation.factors.iter().map(|factor| plain(&factor.name)).collect();
    let mut grid = headed(&names.iter().map(String::as_str).collect::<Vec<_>>(), &agents, with_tokens);
    let mut before = "";
    for variant in ablation.variants.iter().take(LISTED_VARIANTS) {
        let place = usize::from(before == variant.group.agent);
        before = &variant.group.agent;
        let value = |factor: &FactorFigures| variant.factors.get(&factor.name).map(value_text).unwrap_or_default();
        let values = ablation.factors.iter().map(|factor| Cell::new(plain(&value(factor)))).collect();
        grid.push(row(values, agent_cell(&agents, before, place), &variant.group.figures, with_tokens));
    }
    grid
}

fn headed(factors: &[&str], agents: &[&str], with_tokens: bool) -> Grid {
    let mut names: Vec<&str> = Vec::new();
    names.extend((agents.len() > 1).then_some("agent"));
    names.extend(factors);
    let words = names.len();
    names.extend(["success", "95% interval", "±", "passed", "score", "steps"]);
    names.extend(with_tokens.then_some("tokens"));
    names.extend(["of scored", "void"]);
    let align = |i: usize| if i < words || i == words + 1 { Align::Left } else { Align::Right };
    let mut grid = Grid::new((0..names.len()).map(align).collect());
    let means = Cell::toned("mean per trial", Tone::Dim);
    grid.push(Line::Spans(vec![(words + 4, 2 + usize::from(with_tokens), means)]));
    grid.head(&names);
    grid
}

/// The agent's name where there are several, and only where it begins.
fn agent_cell(agents: &[&str], agent: &str, place: usize) -> Option<Cell> {
    (agents.len() > 1).then(|| if place == 0 { Cell::toned(plain(agent), Tone::Strong) } else { Cell::default() })
}

fn row(values: Vec<Cell>, agent: Option<Cell>, figures: &Figures, with_tokens: bool) -> Line {
    let [success, interval, passed, score, steps, _] = figure_cells(figures);
    let error = figures.success.and_then(|success| success.standard_error);
    let error = error.map_or_else(|| NOTHING.into(), |error| format!("{:.1}", error * 100.0));
    let mut cells: Vec<Cell> = agent.into_iter().chain(values).collect();
    cells.extend([success, interval, Cell::new(error), passed, score, steps]);
    cells.extend(with_tokens.then(|| Cell::new(used(figures, figures.tokens, tokens).unwrap_or_else(|| NOTHING.into()))));
    cells.push(Cell::new(of_scored(figures)));
    let void = figures.counts.void;
    cells.push(Cell::toned(void.to_string(), if void > 0 { Tone::Warn } else { Tone::Dim }));
    Line::Cells(cells)
}

/// `80.0% ±13.3`, with a star where trials have no score.
fn rate(figures: &Figures) -> String {
    let Some(success) = figures.success else { return NOTHING.into() };
    let star = if figures.counts.unscored() > 0 { "*" } else { "" };
    let error = success.standard_error.map_or_else(String::new, |error| format!(" ±{:.1}", error * 100.0));
    format!("{}{star}{error}", percent(success.rate))
}
