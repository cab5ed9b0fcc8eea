//! Two runs side by side.

use crate::LibraryError;
use crate::differences::differences;
use crate::protocol::{ComparePage, FlipRow, PairRow, TaskPairRow};
use crate::run::LoadedRun;
use agon_report::Comparison;
use serde_json::json;

impl ComparePage {
    /// The second run seen from the first, as `agon report` compares them.
    pub(crate) fn of(first: &LoadedRun, second: &LoadedRun) -> Result<Self, LibraryError> {
        let Comparison { notes, agents, .. } = Comparison::of(first.index(), second.index())?;
        let agents = agents.into_iter().map(|agent| PairRow {
            first: agent.first,
            second: agent.second,
            wins: agent.paired.wins,
            losses: agent.paired.losses,
            both_passed: agent.paired.both_passed,
            both_failed: agent.paired.both_failed,
            first_rate: agent.difference.as_ref().map(|difference| difference.first_rate),
            second_rate: agent.difference.as_ref().map(|difference| difference.second_rate),
            interval: agent.difference.as_ref().and_then(|d| d.interval).map(|interval| [interval.low, interval.high]),
            p_value: agent.difference.as_ref().map(|difference| difference.p_value),
            tasks: agent.tasks.into_iter().map(TaskPairRow::of).collect(),
        });
        let changes = differences(&json!(first.index().manifest()), &json!(second.index().manifest()));
        Ok(Self { notes, changes, agents: agents.collect() })
    }
}

impl TaskPairRow {
    fn of(task: agon_report::TaskComparison) -> Self {
        let flips = task.flips.into_iter().map(|flip| FlipRow {
            name: flip.name(),
            first_trial: flip.first_trial,
            second_trial: flip.second_trial,
            won: flip.won,
        });
        Self {
            task: task.task.to_string(),
            wins: task.paired.wins,
            losses: task.paired.losses,
            both_passed: task.paired.both_passed,
            both_failed: task.paired.both_failed,
            flips: flips.collect(),
        }
    }
}
