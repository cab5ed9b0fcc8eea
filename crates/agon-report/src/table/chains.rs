//! Tasks in stages, as tables for a terminal.

use super::grid::{Align, Cell, Grid, Line, Tone, paint};
use super::{TableOptions, wrapped};
use crate::number::{NOTHING, duration, percent, plain, short, tokens};
use crate::summary::{AgentChains, ChainFigures};

/// What the figures are, in a sentence.
pub(crate) const LEGEND: &str = "SR: every stage passed, of planned trials. CR: share of checks that passed. AE: steps of trials that passed. \
                                 SR@k: SR of trials that start after k stages. Survived: passed this stage and all before it.";

pub(super) fn text(chains: &ChainFigures, options: &TableOptions) -> String {
    let mut text = format!("\n{}\n", paint("Tasks in stages", Tone::Strong, options.paint));
    text.push_str(&agents(chains).render(options));
    text.push('\n');
    text.push_str(&stages(chains).render(options));
    text.push_str(&levels(chains));
    text.push_str(&wrapped(LEGEND, "", options.page_width()));
    text
}

/// The numbers of stages after which trials started.
pub(crate) fn starts(chains: &ChainFigures) -> Vec<u32> {
    let mut all: Vec<u32> = chains.agents.iter().flat_map(|agent| &agent.starts).map(|start| start.after).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// `75.0%` of an agent's trials that started after so many stages.
pub(crate) fn rate_from(agent: &AgentChains, after: u32) -> String {
    agent.starts.iter().find(|start| start.after == after).map_or_else(|| NOTHING.into(), |start| percent(start.rate()))
}

/// `SR`, or `SR@2`.
pub(crate) fn rate_name(after: u32) -> String {
    if after == 0 { "SR".into() } else { format!("SR@{after}") }
}

/// How many tasks have each level: `level 1: 3, level 5: 1`.
pub(crate) fn level_counts(chains: &ChainFigures) -> String {
    let counted = (1..=5).map(|level| (level, chains.tasks.iter().filter(|task| task.level == level).count()));
    let told = counted.filter(|(_, count)| *count > 0).map(|(level, count)| format!("level {level}: {count}"));
    told.collect::<Vec<_>>().join(", ")
}

/// The first column has names, the others figures.
fn headed(names: &[&str]) -> Grid {
    let align = |at: usize| if at == 0 { Align::Left } else { Align::Right };
    let mut grid = Grid::new((0..names.len()).map(align).collect());
    grid.head(names);
    grid
}

fn agents(chains: &ChainFigures) -> Grid {
    let starts = starts(chains);
    let mut names = vec!["agent".to_owned()];
    names.extend(starts.iter().map(|after| rate_name(*after)));
    names.extend(["CR", "AE"].map(str::to_owned));
    let mut grid = headed(&names.iter().map(String::as_str).collect::<Vec<_>>());
    for agent in &chains.agents {
        let mut cells = vec![Cell::new(plain(&agent.agent))];
        cells.extend(starts.iter().map(|after| Cell::new(rate_from(agent, *after))));
        cells.push(Cell::new(agent.completion.map_or_else(|| NOTHING.into(), percent)));
        cells.push(Cell::new(agent.steps_to_pass.map_or_else(|| NOTHING.into(), short)));
        grid.push(Line::Cells(cells));
    }
    grid
}

fn stages(chains: &ChainFigures) -> Grid {
    let mut grid = headed(&["agent", "stage", "passed", "survived", "steps", "time", "tokens"]);
    for agent in &chains.agents {
        for (place, stage) in agent.stages.iter().enumerate() {
            let share = |count: u32| format!("{} of {}", count, stage.scored);
            let shown = |value: Option<f64>, show: fn(f64) -> String| value.map_or_else(|| NOTHING.to_owned(), show);
            grid.push(Line::Cells(
                [
                    if place == 0 { plain(&agent.agent) } else { String::new() },
                    (place + 1).to_string(),
                    share(stage.passed),
                    share(stage.survived),
                    shown(stage.steps, short),
                    shown(stage.wall_secs, duration),
                    shown(stage.tokens, tokens),
                ]
                .into_iter()
                .map(Cell::new)
                .collect(),
            ));
        }
    }
    grid
}

fn levels(chains: &ChainFigures) -> String {
    format!("Difficulty of the tasks for these agents: {}.\n", level_counts(chains))
}
