//! A comparison for a terminal.

use super::{AgentComparison, Comparison, Difference, Paired};
use crate::number::{NOTHING, count, percent, plain, points};
use crate::table::grid::{Align, Cell, Grid, Line, Tone, paint};
use crate::table::{ALL_TASKS, TableOptions, wrapped};

/// How many flipped trials of a task are listed by name.
const LISTED_FLIPS: usize = 8;

pub fn text(comparison: &Comparison, options: &TableOptions) -> String {
    let name = |name: &str| paint(&plain(name), Tone::Strong, options.paint);
    let mut text = format!("{} against {}\n", name(&comparison.second), name(&comparison.first));
    for note in &comparison.notes {
        text.push_str(&paint(&format!("note: {note}\n"), Tone::Warn, options.paint));
    }
    for agent in &comparison.agents {
        text.push('\n');
        text.push_str(&agent_text(agent, options));
    }
    text
}

fn agent_text(agent: &AgentComparison, options: &TableOptions) -> String {
    let title = match agent.first == agent.second {
        true => plain(&agent.first),
        false => format!("{} against {}", plain(&agent.second), plain(&agent.first)),
    };
    let names = ["task", "pairs", "first", "second", "difference", "won", "lost", "same", "unscored"];
    let mut grid = Grid::new((0..names.len()).map(|i| if i == 0 { Align::Left } else { Align::Right }).collect());
    grid.push(Line::Spans(vec![(0, names.len(), Cell::toned(title, Tone::Strong))]));
    grid.head(&names);
    for task in &agent.tasks {
        grid.push(Line::Cells(cells(task.task.as_str(), &task.paired, Tone::Plain)));
    }
    grid.push(Line::Rule);
    grid.push(Line::Cells(cells(ALL_TASKS, &agent.paired, Tone::Strong)));
    let mut text = grid.render(options);
    text.push('\n');
    let found = agent.difference.as_ref().map_or_else(|| "no trial is planned in both runs".into(), sentence);
    text.push_str(&wrapped(&found, "  ", options.page_width()));
    for why in [unscored_sentence(agent), unpaired_sentence(&agent.paired)].into_iter().flatten() {
        text.push_str(&paint(&wrapped(&why, "  ", options.page_width()), Tone::Warn, options.paint));
    }
    for task in &agent.tasks {
        for (won, word, tone) in [(true, "won ", Tone::Good), (false, "lost", Tone::Bad)] {
            let flips: Vec<String> = task.flips.iter().filter(|flip| flip.won == won).map(flip_name).collect();
            if !flips.is_empty() {
                let line = format!("  {word} {}", listed(&flips));
                text.push_str(&paint(&options.clip(&line), tone, options.paint));
                text.push('\n');
            }
        }
    }
    text
}

fn cells(name: &str, paired: &Paired, tone: Tone) -> Vec<Cell> {
    let pairs = f64::from(paired.pairs());
    let rate = |passed: u32| if pairs > 0.0 { percent(f64::from(passed) / pairs) } else { NOTHING.into() };
    let difference = (f64::from(paired.wins) - f64::from(paired.losses)) / pairs;
    vec![
        Cell::toned(plain(name), tone),
        Cell::new(paired.pairs().to_string()),
        Cell::new(rate(paired.both_passed + paired.losses)),
        Cell::new(rate(paired.both_passed + paired.wins)),
        match paired.wins.cmp(&paired.losses) {
            _ if pairs == 0.0 => Cell::new(NOTHING),
            std::cmp::Ordering::Greater => Cell::toned(points(difference), Tone::Good),
            std::cmp::Ordering::Less => Cell::toned(points(difference), Tone::Bad),
            std::cmp::Ordering::Equal => Cell::toned(points(difference), Tone::Dim),
        },
        Cell::new(paired.wins.to_string()),
        Cell::new(paired.losses.to_string()),
        Cell::new(paired.ties().to_string()),
        Cell::toned(paired.unscored.to_string(), if paired.unscored > 0 { Tone::Warn } else { Tone::Dim }),
    ]
}

/// The result in words.
fn sentence(found: &Difference) -> String {
    let Difference { first_rate, second_rate, difference, interval, .. } = *found;
    let rates = format!("success {} → {} over {}", percent(first_rate), percent(second_rate), evidence(found));
    let interval = interval
        .map_or_else(String::new, |interval| format!(" (95% interval {} to {})", points(interval.low), points(interval.high)));
    format!("{rates}: {} points{interval}, {} p {}", points(difference), test_name(found), p_value(found.p_value))
}

/// `11 pairs`; with repeats `50 pairs of 10 instances`.
pub(crate) fn evidence(found: &Difference) -> String {
    let pairs = count(found.pairs, "pair", "pairs");
    match u64::from(found.instances) == found.pairs {
        true => pairs,
        false => format!("{pairs} of {}", count(found.instances.into(), "instance", "instances")),
    }
}

/// The test by the name it is known under: with one pair for each instance the two are the same.
pub(crate) fn test_name(found: &Difference) -> &'static str {
    if u64::from(found.instances) == found.pairs { "McNemar" } else { "sign-flip test by instance," }
}

/// `= 0.0625`, `< 0.0001`.
pub(crate) fn p_value(p: f64) -> String {
    if p < 0.0001 { "< 0.0001".into() } else { format!("= {p:.4}") }
}

/// What the difference counts as not passed, and what it is without that.
pub(crate) fn unscored_sentence(agent: &AgentComparison) -> Option<String> {
    let unscored = agent.paired.unscored;
    let counted =
        format!("{} void or missing in at least one run, counted as not passed", count(unscored.into(), "pair is", "pairs are"));
    let without = match &agent.scored_difference {
        Some(found) => format!("over those with two scores: {}", sentence(found)),
        None => "no pair has two scores".into(),
    };
    (unscored > 0).then(|| format!("{counted}; {without}"))
}

/// What the difference leaves out.
pub(crate) fn unpaired_sentence(paired: &Paired) -> Option<String> {
    let mut parts = Vec::new();
    let mut add = |number: u32, words: &str| {
        parts.extend((number > 0).then(|| format!("{} {words}", count(number.into(), "trial", "trials"))));
    };
    add(paired.only_first, "planned in the first run only");
    add(paired.only_second, "planned in the second run only");
    (!parts.is_empty()).then(|| format!("not in the difference: {}", parts.join(", ")))
}

fn flip_name(flip: &super::Flip) -> String {
    plain(&flip.name())
}

fn listed(names: &[String]) -> String {
    let shown = names.iter().take(LISTED_FLIPS).cloned().collect::<Vec<_>>().join(", ");
    match names.len().checked_sub(LISTED_FLIPS).filter(|more| *more > 0) {
        Some(more) => format!("{shown} and {more} more"),
        None => shown,
    }
}
