//! A comparison for a terminal.

use super::{AgentComparison, Comparison, Difference, Paired};
use crate::number::{NOTHING, clip, count, percent, plain, points};
use crate::table::grid::{Align, Cell, Grid, Line, Tone, paint};
use crate::table::{TableOptions, wrapped};

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
    let names = ["task", "pairs", "first", "second", "difference", "won", "lost", "same", "unpaired"];
    let mut grid = Grid::new((0..names.len()).map(|i| if i == 0 { Align::Left } else { Align::Right }).collect());
    grid.push(Line::Spans(vec![(0, names.len(), Cell::toned(title, Tone::Strong))]));
    grid.head(&names);
    for task in &agent.tasks {
        grid.push(Line::Cells(cells(task.task.as_str(), &task.paired, Tone::Plain)));
    }
    grid.push(Line::Rule);
    grid.push(Line::Cells(cells("all", &agent.paired, Tone::Strong)));
    let mut text = grid.render(options);
    text.push('\n');
    text.push_str(&wrapped(&sentence(agent), "  ", options.width));
    if let Some(why) = unpaired_sentence(&agent.paired) {
        text.push_str(&paint(&wrapped(&why, "  ", options.width), Tone::Warn, options.paint));
    }
    for task in &agent.tasks {
        for (won, word, tone) in [(true, "won ", Tone::Good), (false, "lost", Tone::Bad)] {
            let flips: Vec<String> = task.flips.iter().filter(|flip| flip.won == won).map(flip_name).collect();
            if !flips.is_empty() {
                let line = format!("  {word} {}", listed(&flips));
                text.push_str(&paint(&clip(&line, options.width), tone, options.paint));
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
    let outside = paired.unpaired + paired.only_first + paired.only_second;
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
        Cell::toned(outside.to_string(), if outside > 0 { Tone::Warn } else { Tone::Dim }),
    ]
}

/// The result in words.
fn sentence(agent: &AgentComparison) -> String {
    let Some(Difference { first_rate, second_rate, difference, interval, p_value }) = agent.difference else {
        return "no trial is scored in both runs".into();
    };
    let pairs = count(agent.paired.pairs().into(), "pair", "pairs");
    let rates = format!("success {} → {} over {pairs}", percent(first_rate), percent(second_rate));
    let interval = interval
        .map_or_else(String::new, |interval| format!(" (95% interval {} to {})", points(interval.low), points(interval.high)));
    let p_value = if p_value < 0.0001 { "p < 0.0001".into() } else { format!("p = {p_value:.4}") };
    format!("{rates}: {} points{interval}, McNemar {p_value}", points(difference))
}

/// What the difference leaves out.
pub(crate) fn unpaired_sentence(paired: &Paired) -> Option<String> {
    let mut parts = Vec::new();
    let mut add = |number: u32, words: &str| {
        parts.extend((number > 0).then(|| format!("{} {words}", count(number.into(), "trial", "trials"))));
    };
    add(paired.unpaired, "void or missing in at least one run");
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
