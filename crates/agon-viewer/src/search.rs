//! Words in what was recorded: actions, feedback, models' words, checks.

use crate::LibraryError;
use crate::library::Library;
use crate::protocol::{SearchHit, SearchPage};
use agon_core::Event;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A search ends with the first of these; the page says that there may be more.
const MOST_HITS: usize = 200;
const LONGEST: Duration = Duration::from_secs(5);
/// Characters on each side of what was found.
const AROUND: usize = 60;

impl Library {
    /// Where the logs hold a text, whatever its case: in one run, or in all of them, the newest first.
    pub fn search(self: &Arc<Self>, text: &str, run: Option<&str>) -> Result<SearchPage, LibraryError> {
        let wanted = text.trim().to_lowercase();
        let mut page = SearchPage { hits: Vec::new(), logs: 0, is_whole: true };
        if wanted.is_empty() {
            return Ok(page);
        }
        let runs = match run {
            Some(run) => vec![run.to_owned()],
            None => self.runs().into_iter().filter(|row| row.problem.is_none()).map(|row| row.id).collect(),
        };
        let begun = Instant::now();
        for id in runs {
            let run = self.run(&id)?;
            for planned in run.index().plan() {
                for attempt in run.index().attempts_of(planned.trial) {
                    if page.hits.len() >= MOST_HITS || begun.elapsed() > LONGEST {
                        page.is_whole = false;
                        return Ok(page);
                    }
                    page.logs += 1;
                    let path = run.index().attempt_path(planned.trial, attempt);
                    // A log that is gone or torn has nothing to find.
                    let Ok(log) = std::fs::read_to_string(path) else { continue };
                    let place = (id.as_str(), planned.trial, attempt);
                    page.hits.extend(hits(&log, &wanted, place).take(MOST_HITS - page.hits.len()));
                }
            }
        }
        Ok(page)
    }
}

fn hits<'a>(log: &'a str, wanted: &'a str, (run, trial, attempt): (&'a str, u32, u32)) -> impl Iterator<Item = SearchHit> + 'a {
    let mut step = 0;
    log.lines().filter_map(move |line| {
        if line.starts_with("{\"event\":\"step\"") {
            step += 1;
        }
        let lower = line.to_lowercase();
        let at = lower.find(wanted)?;
        let event: Event = serde_json::from_str(line).ok()?;
        Some(SearchHit {
            run: run.into(),
            trial,
            attempt,
            step,
            kind: kind(&event).into(),
            text: around(&lower, at, wanted.len()),
        })
    })
}

fn kind(event: &Event) -> &'static str {
    match event {
        Event::Opened(_) => "brief",
        Event::Began { .. } => "first sight",
        Event::Step(_) => "step",
        Event::Note { .. } => "note",
        Event::Spent { .. } => "usage",
        Event::Fault { .. } | Event::Replayed { .. } | Event::CloseFailed { .. } => "fault",
        Event::Checkpoint { .. } | Event::Evidence { .. } => "evidence",
        Event::Judged(_) | Event::Closed { .. } => "verdict",
    }
}

/// What was found, with a little before and after it.
fn around(line: &str, at: usize, length: usize) -> String {
    let start = line.floor_char_boundary(at.saturating_sub(AROUND));
    let end = line.ceil_char_boundary((at + length + AROUND).min(line.len()));
    line[start..end].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_has_a_little_around_it_whatever_its_letters() {
        let line = format!("{}needle{}", "ä".repeat(50), "ö".repeat(50));
        let found = around(&line, line.find("needle").unwrap(), 6);
        assert!(found.contains("needle") && found.chars().count() < 80, "{found}");
        assert_eq!(around("needle", 0, 6), "needle");
    }
}
