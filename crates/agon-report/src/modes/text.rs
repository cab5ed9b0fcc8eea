//! Failure modes as text for a terminal.

use super::{Mode, ModeCounts, ModeGroup, Modes};
use crate::number::{NOTHING, count, plain};
use crate::table::grid::{Align, Cell, Grid, Line, Tone, paint};
use crate::table::{ALL_TASKS, TableOptions};

/// How many examples of each mode are named.
const EXAMPLES: usize = 3;

/// For each agent and task the part of the failed trials, and behind it of all scored ones, that show each mode; then
/// where to look.
pub fn text(modes: &Modes, options: &TableOptions) -> String {
    let mut text = paint("failure modes", Tone::Strong, options.paint);
    text.push('\n');
    text.push_str(&table(modes).render(options));
    let meaning = "of failed trials, and in brackets of all scored ones, those in which the mode was found at least once\n";
    text.push_str(&paint(meaning, Tone::Dim, options.paint));
    if !modes.unread.is_empty() {
        let words = count(modes.unread.len() as u64, "log", "logs");
        let words = format!("{words} could not be read and are not counted\n");
        text.push_str(&paint(&words, Tone::Warn, options.paint));
    }
    text.push_str(&examples(modes, options));
    text
}

fn table(modes: &Modes) -> Grid {
    let mut names = vec!["task", "failed"];
    names.extend(Mode::ALL.map(Mode::title));
    let mut grid = Grid::new((0..names.len()).map(|i| if i == 0 { Align::Left } else { Align::Right }).collect());
    for (i, agent) in modes.agents.iter().enumerate() {
        if i > 0 {
            grid.push(Line::Spans(Vec::new()));
        }
        grid.push(Line::Spans(vec![(0, names.len(), Cell::toned(plain(&agent.agent), Tone::Strong))]));
        grid.head(&names);
        let tasks: Vec<&ModeGroup> = modes.tasks.iter().filter(|task| task.agent == agent.agent).collect();
        for task in &tasks {
            grid.push(row(Cell::new(plain(task.name.as_deref().unwrap_or_default())), task));
        }
        // One task by itself would be the same again.
        if tasks.len() != 1 {
            grid.push(Line::Rule);
            grid.push(row(Cell::toned(ALL_TASKS, Tone::Strong), agent));
        }
    }
    grid
}

fn row(name: Cell, group: &ModeGroup) -> Line {
    let mut cells = vec![name, Cell::new(format!("{}/{}", group.failed, group.scored))];
    for mode in Mode::ALL {
        let counts = group.counts(mode);
        let tone = if counts.scored == 0 { Tone::Dim } else { Tone::Plain };
        cells.push(Cell::toned(shares(group, counts), tone));
    }
    Line::Cells(cells)
}

/// `80% (76%)`.
fn shares(group: &ModeGroup, counts: ModeCounts) -> String {
    let share = |part: u32, of: u32| match of {
        0 => NOTHING.into(),
        of => format!("{:.0}%", f64::from(part) / f64::from(of) * 100.0),
    };
    format!("{} ({})", share(counts.failed, group.failed), share(counts.scored, group.scored))
}

/// The first trials of each mode, with their steps.
fn examples(modes: &Modes, options: &TableOptions) -> String {
    let mut text = String::new();
    for mode in Mode::ALL {
        let with = |trial: &super::TrialFindings| trial.findings.iter().any(|finding| finding.mode == mode);
        let trials: Vec<_> = modes.trials.iter().filter(|trial| with(trial)).collect();
        if trials.is_empty() {
            continue;
        }
        let heading = format!("\n{}: {}\n", mode.title(), count(trials.len() as u64, "trial", "trials"));
        text.push_str(&heading);
        for trial in trials.into_iter().take(EXAMPLES) {
            let Some(finding) = trial.findings.iter().find(|finding| finding.mode == mode) else { continue };
            let variant = trial.variant.as_ref().map_or_else(String::new, |label| format!(" {label}"));
            let place = format!("{}, {}{variant}", trial.agent, trial.instance);
            let line = format!("trial {}, step {}: {} ({place})", trial.trial, finding.steps_text(), finding.detail);
            text.push_str(&paint(&options.clip(&format!("  {}", plain(&line))), Tone::Dim, options.paint));
            text.push('\n');
        }
    }
    text
}
