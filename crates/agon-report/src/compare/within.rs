//! The agents of one run against each other, over the same instances.

use super::{AgentComparison, agent_comparison, p_value, pair};
use crate::number::{NOTHING, plain, points};
use crate::stats::holm;
use crate::table::grid::{Align, Cell, Grid, Line, Tone, paint};
use crate::table::{TableOptions, wrapped};
use agon_record::Run;
use serde::Serialize;

/// Beyond so many pairs, each agent is compared with the first alone.
const MOST_PAIRS: usize = 45;

/// Every pair of a run's agents that have trials in common.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AgentPairs {
    pub pairs: Vec<AgentPair>,
    /// There are so many agents that each is compared with the first alone.
    pub only_with_first: bool,
}

/// A win is a trial that the second agent passed and the first did not.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AgentPair {
    #[serde(flatten)]
    pub comparison: AgentComparison,
    /// The p-value of the difference, corrected by Holm's method for the number of pairs.
    pub p_corrected: f64,
}

impl AgentPairs {
    /// `None` for a run of one agent, and for one that varies something: there the tables of its factors compare.
    pub fn of(run: &Run) -> Option<Self> {
        if run.manifest().ablation().is_some() {
            return None;
        }
        let (agents, results) = (pair::agents(run), run.results());
        let trials: Vec<pair::Trials> = agents.iter().map(|agent| pair::trials(run, &results, agent)).collect();
        let only_with_first = agents.len() * agents.len().saturating_sub(1) / 2 > MOST_PAIRS;
        let firsts = if only_with_first { 1 } else { agents.len() };
        let mut found = Vec::new();
        for first in 0..firsts {
            for second in first + 1..agents.len() {
                let compared = agent_comparison(&agents[first], &agents[second], &trials[first], &trials[second]);
                // Every trial that came out differently, for every pair, would be more than the rest of the report.
                let compared = AgentComparison { tasks: Vec::new(), ..compared };
                found.extend(compared.difference.map(|difference| (compared, difference.p_value)));
            }
        }
        let corrected = holm(&found.iter().map(|(_, p)| *p).collect::<Vec<f64>>());
        let pairs = found.into_iter().zip(corrected);
        let pairs: Vec<AgentPair> = pairs.map(|((comparison, _), p_corrected)| AgentPair { comparison, p_corrected }).collect();
        (!pairs.is_empty()).then_some(Self { pairs, only_with_first })
    }
}

/// One row for each pair.
pub fn pairs_text(found: &AgentPairs, options: &TableOptions) -> String {
    let several = found.pairs.len() > 1;
    let corrections = found.pairs.iter().map(|pair| several.then_some(pair.p_corrected));
    let rows = found.pairs.iter().zip(corrections).map(|(pair, corrected)| {
        let names = [pair.comparison.second.as_str(), pair.comparison.first.as_str()];
        PairRow { names: names.map(plain).to_vec(), compared: &pair.comparison, corrected }
    });
    let mut text = paint("agents compared over the same trials\n", Tone::Strong, options.paint);
    text.push_str(&pairs_grid(&["agent", "against"], rows.collect(), several).render(options));
    let mut words = MEANING.to_owned();
    if several {
        words.push_str(&format!("; p corrected is Holm's correction for {} comparisons", found.pairs.len()));
    }
    if found.only_with_first {
        words.push_str("; there are many agents, so each is compared with the first only");
    }
    text.push_str(&paint(&wrapped(&words, "  ", options.page_width()), Tone::Dim, options.paint));
    text
}

/// What stands below a table of pairs.
pub(crate) const MEANING: &str = "difference of the success rates in percentage points; won: passed where the other did not; void and missing \
                                  trials count as not passed; interval (bootstrap) and p (exact sign-flip test) go by instance";

/// A line of [`pairs_grid`].
pub(crate) struct PairRow<'a> {
    pub(crate) names: Vec<String>,
    pub(crate) compared: &'a AgentComparison,
    pub(crate) corrected: Option<f64>,
}

pub(crate) fn pairs_grid(names: &[&str], rows: Vec<PairRow<'_>>, with_corrected: bool) -> Grid {
    let mut heads = names.to_vec();
    heads.extend(["pairs", "difference", "95% interval", "won", "lost", "same", "p"]);
    heads.extend(with_corrected.then_some("p corrected"));
    let left = |i: usize| i < names.len() || i == names.len() + 2;
    let mut grid = Grid::new((0..heads.len()).map(|i| if left(i) { Align::Left } else { Align::Right }).collect());
    grid.head(&heads);
    for PairRow { names, compared, corrected } in rows {
        let paired = &compared.paired;
        let interval = compared.difference.and_then(|found| found.interval);
        // Colour is for what is hardly chance.
        let tone = match interval {
            Some(interval) if interval.low > 0.0 => Tone::Good,
            Some(interval) if interval.high < 0.0 => Tone::Bad,
            _ => Tone::Plain,
        };
        let interval = interval.map(|interval| format!("{} to {}", points(interval.low), points(interval.high)));
        let or_nothing = |text: Option<String>| text.unwrap_or_else(|| NOTHING.into());
        let p = |p: Option<f64>| or_nothing(p.map(|p| p_value(p).trim_start_matches("= ").to_owned()));
        let mut cells: Vec<Cell> = names.into_iter().map(Cell::new).collect();
        cells.extend([
            Cell::new(paired.pairs().to_string()),
            Cell::toned(or_nothing(compared.difference.map(|found| points(found.difference))), tone),
            Cell::new(or_nothing(interval)),
            Cell::new(paired.wins.to_string()),
            Cell::new(paired.losses.to_string()),
            Cell::new(paired.ties().to_string()),
            Cell::new(p(compared.difference.map(|found| found.p_value))),
        ]);
        cells.extend(with_corrected.then(|| Cell::new(p(corrected))));
        grid.push(Line::Cells(cells));
    }
    grid
}
