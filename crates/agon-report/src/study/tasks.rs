//! Task by task.

use super::data::{Material, Trial};
use super::table::{Column, Entry, Table};
use agon_core::TaskId;
use agon_stats::mean;

/// The mean score of every task under every agent, hard tasks last.
pub(super) fn heat(material: &Material) -> Table {
    let how = "Mean score over the planned trials of a task under an agent, 0 for what is void or missing; nothing where none was planned. Tasks by their mean over agents, the easiest first.";
    let mut table = Table::new("heat", "Every task under every agent", how, &[("task", "task"), ("mean", "mean")]);
    table.columns.extend(material.agents.iter().map(|agent| Column { name: agent.label.clone(), title: agent.label.clone() }));
    let mut rows: Vec<(f64, &TaskId, Vec<Option<f64>>)> = Vec::new();
    for task in &material.tasks {
        let score = |agent: usize| {
            let own: Vec<f64> =
                material.of_agent(agent).filter(|trial| trial.planned.instance.task == *task).map(Trial::score).collect();
            mean(&own)
        };
        let scores: Vec<Option<f64>> = (0..material.agents.len()).map(score).collect();
        let known: Vec<f64> = scores.iter().flatten().copied().collect();
        rows.push((mean(&known).unwrap_or_default(), task, scores));
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    for (mean, task, scores) in rows {
        let mut row = vec![Entry::text(task.as_str()), Entry::Number(mean)];
        row.extend(scores.into_iter().map(|score| Entry::or_nothing(score, Entry::Number)));
        table.rows.push(row);
    }
    table
}

/// How hard tasks were, in the five levels of VeriGUI, with computed progress as what was completed.
pub(super) fn levels(material: &Material) -> Table {
    let how = "Over all agents and planned trials. Level 1: some trial passed. 2: none did, and mean progress is above 20%. 3: above 5%. 4: above 0. 5: no progress at all. Progress is computed from the record; what is void or missing has made none.";
    let columns = [("task", "task"), ("trials", "trials"), ("success", "success"), ("progress", "progress"), ("level", "level")];
    let mut table = Table::new("levels", "How hard tasks were", how, &columns);
    for task in &material.tasks {
        let own: Vec<&Trial> = material.trials.iter().filter(|trial| trial.planned.instance.task == *task).collect();
        let success = mean(&own.iter().map(|trial| trial.pass()).collect::<Vec<_>>()).unwrap_or_default();
        let progress = mean(&own.iter().map(|trial| trial.progress.unwrap_or_default()).collect::<Vec<_>>()).unwrap_or_default();
        let level = match () {
            () if success > 0.0 => 1,
            () if progress > 0.2 => 2,
            () if progress > 0.05 => 3,
            () if progress > 0.0 => 4,
            () => 5,
        };
        table.rows.push(vec![
            Entry::text(task.as_str()),
            Entry::Count(own.len() as u64),
            Entry::Share(success),
            Entry::Share(progress),
            Entry::Count(level),
        ]);
    }
    table.rows.sort_by(|a, b| a[4].number().unwrap_or_default().total_cmp(&b[4].number().unwrap_or_default()));
    table
}
