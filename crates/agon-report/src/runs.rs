//! Several runs in one report: a row for each run and agent, the same by task, and each run against the first.

use crate::compare::{MEANING, PairRow, pairs_grid};
use crate::number::{NOTHING, cost, plain, tokens};
use crate::table::grid::{Align, Cell, Grid, Line, Tone, paint};
use crate::table::{TableOptions, figure_cells_with, figure_names, footnotes, means_span, used, wrapped};
use crate::{Comparison, Figures, Group, Summary};
use agon_record::Run;
use serde::Serialize;
use std::collections::BTreeMap;

/// Any number of runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Runs {
    pub format: u32,
    /// In the order they were given.
    pub runs: Vec<Summary>,
    /// Each run after the first, against the first.
    pub comparisons: Vec<AgainstFirst>,
}

/// A later run against the first, or why the two cannot be compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AgainstFirst {
    pub run: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comparison: Option<Comparison>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_compared: Option<String>,
}

impl Runs {
    pub const FORMAT: u32 = 1;

    pub fn of(runs: &[&Run]) -> Self {
        let names = names(runs);
        let summaries = runs.iter().zip(&names).map(|(run, name)| Summary { run: name.clone(), ..Summary::of(*run) });
        let summaries: Vec<Summary> = summaries.collect();
        let mut comparisons = Vec::new();
        if let [first, later @ ..] = runs {
            for (run, name) in later.iter().zip(names.iter().skip(1)) {
                comparisons.push(AgainstFirst::of((first, &names[0]), (run, name)));
            }
        }
        Self { format: Self::FORMAT, runs: summaries, comparisons }
    }
}

impl AgainstFirst {
    /// Each run with the name it has here.
    fn of((first, first_name): (&Run, &str), (run, name): (&Run, &str)) -> Self {
        let (comparison, not_compared) = match Comparison::of(first, run) {
            Ok(found) => (Some(Comparison { first: first_name.into(), second: name.into(), ..found }), None),
            Err(error) => (None, Some(error.to_string())),
        };
        Self { run: name.into(), comparison, not_compared }
    }
}

/// The runs' names; those that share one are told apart by their folders.
fn names(runs: &[&Run]) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for run in runs {
        *counts.entry(&run.manifest().name).or_default() += 1;
    }
    let name = |run: &&Run| match counts.get(run.manifest().name.as_str()) {
        Some(1) => run.manifest().name.clone(),
        _ => run.folder().display().to_string(),
    };
    runs.iter().map(name).collect()
}

/// The joined tables, the comparisons, then what each run's figures leave open.
pub fn text(runs: &Runs, options: &TableOptions) -> String {
    let mut text = agents(runs).render(options);
    text.push('\n');
    text.push_str(&tasks(runs).render(options));
    text.push_str(&comparisons(runs, options));
    for summary in &runs.runs {
        let notes = footnotes(summary, options);
        if !notes.is_empty() {
            text.push_str(&format!("\n{}{notes}", paint(&plain(&summary.run), Tone::Strong, options.paint)));
        }
    }
    text
}

/// Which columns any of the runs has something to say in.
struct Columns {
    scored: bool,
    tokens: bool,
    cost: bool,
}

impl Columns {
    fn of(runs: &Runs) -> Self {
        let any = |holds: fn(&Summary) -> bool| runs.runs.iter().any(holds);
        Self {
            scored: any(|summary| summary.counts.unscored() > 0),
            tokens: any(|summary| summary.spent.tokens() > 0),
            cost: any(|summary| summary.spent.cost_usd > 0.0),
        }
    }

    fn grid(&self, names: &[&str]) -> Grid {
        let mut heads = names.to_vec();
        heads.extend(figure_names(self.scored));
        heads.extend(self.tokens.then_some("tokens"));
        heads.extend(self.cost.then_some("cost"));
        let left = |i: usize| i < names.len() || i == names.len() + 1;
        let mut grid = Grid::new((0..heads.len()).map(|i| if left(i) { Align::Left } else { Align::Right }).collect());
        let more = usize::from(self.tokens) + usize::from(self.cost);
        grid.push(Line::Spans(vec![means_span(names.len(), self.scored, more)]));
        grid.head(&heads);
        grid
    }

    fn row(&self, names: Vec<Cell>, figures: &Figures) -> Line {
        let mut cells = names;
        cells.extend(figure_cells_with(figures, self.scored));
        let shown = |text: Option<String>| Cell::new(text.unwrap_or_else(|| NOTHING.into()));
        cells.extend(self.tokens.then(|| shown(used(figures, figures.tokens, tokens))));
        cells.extend(self.cost.then(|| shown(used(figures, figures.cost_usd, cost))));
        Line::Cells(cells)
    }
}

fn agents(runs: &Runs) -> Grid {
    let columns = Columns::of(runs);
    let mut grid = columns.grid(&["run", "agent"]);
    for summary in &runs.runs {
        for (place, Group { agent, figures, .. }) in summary.agents.iter().enumerate() {
            let name = if place == 0 { Cell::toned(plain(&summary.run), Tone::Strong) } else { Cell::default() };
            grid.push(columns.row(vec![name, Cell::new(plain(agent))], figures));
        }
    }
    grid
}

/// The tasks of all runs, each with a row for every run and agent that has it.
fn tasks(runs: &Runs) -> Grid {
    let columns = Columns::of(runs);
    let mut grid = columns.grid(&["task", "run", "agent"]);
    let mut order: Vec<&str> = Vec::new();
    let mut by_task: BTreeMap<&str, Vec<(&str, &Group)>> = BTreeMap::new();
    for summary in &runs.runs {
        for group in &summary.tasks {
            let task = group.name.as_deref().unwrap_or_default();
            let of_task = by_task.entry(task).or_default();
            if of_task.is_empty() {
                order.push(task);
            }
            of_task.push((&summary.run, group));
        }
    }
    for task in order {
        for (place, (run, group)) in by_task.get(task).into_iter().flatten().enumerate() {
            let name = if place == 0 { Cell::toned(plain(task), Tone::Strong) } else { Cell::default() };
            grid.push(columns.row(vec![name, Cell::new(plain(run)), Cell::new(plain(&group.agent))], &group.figures));
        }
    }
    grid
}

fn comparisons(runs: &Runs, options: &TableOptions) -> String {
    let Some(first) = runs.runs.first() else { return String::new() };
    let mut rows = Vec::new();
    let mut notes = Vec::new();
    for AgainstFirst { run, comparison, not_compared } in &runs.comparisons {
        notes.extend(not_compared.as_ref().map(|why| format!("{} is not compared: {why}", plain(run))));
        for note in comparison.iter().flat_map(|comparison| &comparison.notes) {
            notes.push(format!("{}: {note}", plain(run)));
        }
        for compared in comparison.iter().flat_map(|comparison| &comparison.agents) {
            let agent = match compared.first == compared.second {
                true => plain(&compared.second),
                false => format!("{} against {}", plain(&compared.second), plain(&compared.first)),
            };
            rows.push(PairRow { names: vec![plain(run), agent], compared, corrected: None });
        }
    }
    let mut text = String::new();
    if !rows.is_empty() {
        text.push_str(&format!("\n{}\n", paint(&format!("against {}", plain(&first.run)), Tone::Strong, options.paint)));
        text.push_str(&pairs_grid(&["run", "agent"], rows, false).render(options));
        text.push_str(&paint(&wrapped(MEANING, "  ", options.page_width()), Tone::Dim, options.paint));
    }
    for note in notes {
        text.push_str(&paint(&wrapped(&format!("note: {note}"), "  ", options.page_width()), Tone::Warn, options.paint));
    }
    text
}
