//! Which of a run's trials a table shows, and in which order.

use crate::protocol::TrialsPage;
use crate::run::LoadedRun;
use agon_core::Fault;
use agon_record::{PlannedTrial, TrialResult};
use agon_report::Outcome;
use agon_report::facts::Facet;
use agon_report::modes::Mode;
use std::cmp::Ordering;

/// The most rows of one answer.
const MOST_ROWS: usize = 500;
const ROWS: usize = 100;

/// What a table asks for, from the query of its address. What is not known there is ignored, as other versions may write it.
#[derive(Debug, Default)]
pub(crate) struct Query {
    status: Vec<String>,
    agent: Option<String>,
    task: Option<String>,
    /// A check that failed, or what a void's reason begins with.
    why: Option<String>,
    /// Values of properties of tasks.
    facets: Vec<(Facet, String)>,
    /// A failure mode, where somebody has looked for them.
    mode: Option<Mode>,
    /// Words that the task, the agent, the seed or the reason must hold.
    words: Vec<String>,
    /// What broke is not looked at: it may hold what must not be told.
    pub(crate) is_blind: bool,
    sort: Sort,
    is_descending: bool,
    offset: usize,
    limit: Option<usize>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Sort {
    #[default]
    Trial,
    Task,
    Agent,
    Status,
    Score,
    Steps,
    Time,
    Cost,
    Tokens,
}

impl Query {
    pub(crate) fn read(query: &str) -> Self {
        let mut read = Self::default();
        for (key, value) in form_urlencoded::parse(query.as_bytes()) {
            let some = || Some(value.to_string()).filter(|value| !value.is_empty());
            match &*key {
                "status" => read.status.extend(some()),
                "agent" => read.agent = some(),
                "task" => read.task = some(),
                "why" => read.why = some(),
                "mode" => read.mode = Mode::ALL.into_iter().find(|mode| mode.word() == value),
                "q" => read.words = value.split_whitespace().map(str::to_lowercase).collect(),
                "sort" => (read.sort, read.is_descending) = sort(&value),
                "offset" => read.offset = value.parse().unwrap_or_default(),
                "limit" => read.limit = value.parse().ok(),
                word => read.facets.extend(Facet::of_word(word).zip(some())),
            }
        }
        read
    }

    pub(crate) fn page(&self, run: &LoadedRun) -> TrialsPage {
        let mut found: Vec<(&PlannedTrial, &TrialResult)> = run.trials().filter(|found| self.takes(run, found)).collect();
        if self.sort != Sort::Trial {
            // Stable: trials that are alike stay in the order of the plan.
            found.sort_by(|a, b| self.order(a, b));
        } else if self.is_descending {
            found.reverse();
        }
        let limit = self.limit.unwrap_or(ROWS).min(MOST_ROWS);
        let rows = found.iter().skip(self.offset).take(limit).map(|(planned, result)| run.trial_row(planned, result));
        TrialsPage { total: found.len(), offset: self.offset, trials: rows.collect() }
    }

    fn takes(&self, run: &LoadedRun, (planned, result): &(&PlannedTrial, &TrialResult)) -> bool {
        let task = planned.instance.task.as_str();
        (self.status.is_empty() || self.status.iter().any(|status| status == Outcome::of(result).word()))
            && self.agent.as_ref().is_none_or(|agent| *agent == planned.agent)
            && self.task.as_ref().is_none_or(|wanted| is_below(task, wanted))
            && self.why.as_ref().is_none_or(|why| self.is_reason(result, why))
            && self.facets.iter().all(|(facet, value)| run.values(*facet, planned).contains(&value.as_str()))
            && self.mode.is_none_or(|mode| run.kept.modes.of(result).is_some_and(|modes| modes.contains(&mode)))
            && self.words.iter().all(|word| self.holds(planned, result, word))
    }

    fn is_reason(&self, result: &TrialResult, why: &str) -> bool {
        let Some(row) = &result.row else { return false };
        let is_void = |fault: &Fault| fault.cause.word() == why || !self.is_blind && fault.to_string().starts_with(why);
        row.failed.iter().any(|check| check == why) || row.void.as_ref().is_some_and(is_void)
    }

    fn holds(&self, planned: &PlannedTrial, result: &TrialResult, word: &str) -> bool {
        let has = |text: &str| has(text, word);
        let row = result.row.as_ref();
        let void = row.and_then(|row| row.void.as_ref()).filter(|_| !self.is_blind);
        has(&planned.instance.to_string())
            || has(&planned.agent)
            || planned.instance.seed.to_string() == word
            || row.is_some_and(|row| row.failed.iter().any(|check| has(check)))
            || void.is_some_and(|fault| has(&fault.to_string()))
    }

    fn order(&self, (a, of_a): &(&PlannedTrial, &TrialResult), (b, of_b): &(&PlannedTrial, &TrialResult)) -> Ordering {
        let order = match self.sort {
            Sort::Trial => a.trial.cmp(&b.trial),
            Sort::Task => a.instance.task.as_str().cmp(b.instance.task.as_str()).then(a.instance.seed.cmp(&b.instance.seed)),
            Sort::Agent => a.agent.cmp(&b.agent),
            Sort::Status => Outcome::of(of_a).cmp(&Outcome::of(of_b)),
            _ => {
                let (a, b) = (self.figure(of_a), self.figure(of_b));
                // Trials without a figure come last either way.
                return match (a, b) {
                    (Some(a), Some(b)) if self.is_descending => b.total_cmp(&a),
                    (Some(a), Some(b)) => a.total_cmp(&b),
                    (a, b) => b.is_some().cmp(&a.is_some()),
                };
            }
        };
        if self.is_descending { order.reverse() } else { order }
    }

    fn figure(&self, result: &TrialResult) -> Option<f64> {
        let row = result.row.as_ref()?;
        match self.sort {
            Sort::Score => row.score,
            Sort::Steps => Some(f64::from(row.totals.steps)),
            Sort::Time => Some(row.totals.wall_secs),
            Sort::Cost => Some(row.totals.usage.cost_usd),
            #[expect(clippy::cast_precision_loss, reason = "only the order counts")]
            Sort::Tokens => Some((row.totals.usage.tokens_in + row.totals.usage.tokens_out) as f64),
            Sort::Trial | Sort::Task | Sort::Agent | Sort::Status => None,
        }
    }
}

/// Whether a text holds a word, which is in small letters. Every trial of a run is asked: nothing is copied unless letters need it.
fn has(text: &str, word: &str) -> bool {
    if text.is_ascii() {
        text.as_bytes().windows(word.len()).any(|part| part.eq_ignore_ascii_case(word.as_bytes()))
    } else {
        text.to_lowercase().contains(word)
    }
}

/// `-score`: descending.
fn sort(text: &str) -> (Sort, bool) {
    let (name, is_descending) = text.strip_prefix('-').map_or((text, false), |name| (name, true));
    let sort = match name {
        "task" => Sort::Task,
        "agent" => Sort::Agent,
        "status" => Sort::Status,
        "score" => Sort::Score,
        "steps" => Sort::Steps,
        "time" => Sort::Time,
        "cost" => Sort::Cost,
        "tokens" => Sort::Tokens,
        _ => Sort::Trial,
    };
    (sort, is_descending)
}

/// A task, or a world or suite that it belongs to.
fn is_below(task: &str, wanted: &str) -> bool {
    task.strip_prefix(wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_are_filtered_by_any_part_of_their_path() {
        assert!(is_below("gym/maze-2d/easy", "gym/maze-2d"));
        assert!(is_below("gym/maze-2d/easy", "gym/maze-2d/easy"));
        assert!(!is_below("gym/maze-2d/easy", "gym/maze"));
    }

    #[test]
    fn queries_are_read_as_the_pages_write_them() {
        let query = Query::read("status=failed&status=void&q=Maze%20two&sort=-score&offset=20&limit=9&later=1&agent=");
        assert_eq!(query.status, ["failed", "void"]);
        assert_eq!(query.words, ["maze", "two"]);
        assert_eq!((query.sort, query.is_descending), (Sort::Score, true));
        assert_eq!((query.offset, query.limit, query.agent), (20, Some(9), None));
    }
}
