//! How far trials came, computed from their records: no judge is asked. It stands beside the verdict and never changes it.
//!
//! A trial that passed has come the whole way. Of the others, the best measure that the record allows counts: the distance to the goal state where the suite
//! can tell it (the gym), else the stages of a task in stages, else the checks, by the grader's own weights where it gave part of the marks and as equals where
//! it gave all or nothing.

use crate::logs;
use crate::number::{NOTHING, percent, plain};
use crate::outcome::{Outcome, domain_of};
use crate::table::grid::{Align, Cell, Grid, Line, Tone, paint};
use crate::table::{TableOptions, wrapped};
use agon_core::{Event, Evidence, Instance, Marks, Verdict};
use agon_record::{AttemptLog, Layer, Run};
use agon_stats::{Interval, Resample, bootstrap, mean, spearman};
use serde::Serialize;

/// How far the state in the evidence is on its way, where a suite can tell: [`agon_core::Suite::progress`].
pub type Distance<'a> = &'a (dyn Fn(&Instance, &Evidence) -> Option<f64> + Sync);

/// What the figure rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    Passed,
    Distance,
    Stages,
    Checks,
}

impl Measure {
    pub fn word(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Distance => "distance",
            Self::Stages => "stages",
            Self::Checks => "checks",
        }
    }
}

/// How far one trial came.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrialProgress {
    pub trial: u32,
    pub attempt: u32,
    /// From 0 to 1.
    pub progress: f64,
    pub measure: Measure,
    pub checks_passed: u32,
    pub checks: u32,
    /// The mean of the checks' scores.
    pub check_score: f64,
    /// The grader's own score, which has its weights.
    pub score: f64,
    pub stages_passed: u32,
    pub stages: u32,
    /// The share of the way to the goal state, where the suite can tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<f64>,
}

/// How far the trials of a run came.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Progress {
    pub format: u32,
    pub how: &'static str,
    /// One for each agent, in the manifest's order.
    pub agents: Vec<AgentProgress>,
    /// With each layer of ratings of progress: do the two rise together?
    pub correlations: Vec<Correlation>,
    /// In the order of the plan; what is void or missing is left out.
    pub trials: Vec<TrialProgress>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AgentProgress {
    pub agent: String,
    pub scored: u32,
    /// Over the scored trials.
    pub mean: Option<f64>,
    /// Over those that failed.
    pub mean_failed: Option<f64>,
    /// The mean share of checks that passed.
    pub checks: Option<f64>,
    /// Stages that passed, of those that there were.
    pub stages_passed: u32,
    pub stages: u32,
}

/// Spearman's rank correlation of computed with judged progress.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Correlation {
    pub layer: String,
    pub rater: String,
    /// The domain of tasks; absent where it is all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// Trials with both.
    pub trials: u32,
    pub spearman: Option<f64>,
    pub interval: Option<Interval>,
}

/// The metric of layers that rate progress.
pub const METRIC: &str = "progress";

/// What stands below the tables.
pub const HOW: &str = "Progress is computed from the record: 100% where a trial passed; else the share of the way to the goal state, by the number of calls that \
                       the solver still needs (gym); else the mean score of a task's stages; else the grader's weighted score, or the mean score of its checks where it \
                       marks all or nothing.";

impl TrialProgress {
    /// `None` where the log has no marks.
    fn of(log: &AttemptLog, distance: Distance<'_>) -> Option<Self> {
        let header = log.header()?;
        let marks = log.events.iter().find_map(|event| match event {
            Event::Closed { verdict: Verdict::Scored(marks), .. } => Some(marks),
            _ => None,
        })?;
        let evidence = log.events.iter().rev().find_map(|event| match event {
            Event::Evidence { evidence, .. } => Some(evidence),
            _ => None,
        });
        let distance = evidence.and_then(|evidence| distance(&header.instance, evidence));
        let (progress, measure) = measured(marks, distance);
        let count = |number: usize| number as u32;
        Some(Self {
            trial: header.trial,
            attempt: header.attempt,
            progress,
            measure,
            checks_passed: count(marks.checks.iter().filter(|check| check.passed).count()),
            checks: count(marks.checks.len()),
            check_score: mean(&marks.checks.iter().map(|check| check.score).collect::<Vec<_>>()).unwrap_or_default(),
            score: marks.score,
            stages_passed: count(marks.stages.iter().filter(|stage| stage.passed).count()),
            stages: count(marks.stages.len()),
            distance,
        })
    }

    /// Of every trial of a run, in the order of the plan; `None` for what is void, missing or cannot be read.
    pub fn all(run: &Run, distance: Distance<'_>) -> Vec<Option<Self>> {
        let scored: Vec<(u32, u32)> = run
            .results()
            .iter()
            .filter(|result| Outcome::of(result).is_scored())
            .filter_map(|result| result.row.as_ref().map(|row| (row.trial, row.attempt)))
            .collect();
        let mut all = vec![None; run.plan().len()];
        for found in logs::read(run, &scored, |log| Self::of(log, distance)).into_iter().flatten() {
            let place = found.trial as usize;
            all[place] = Some(found);
        }
        all
    }
}

fn measured(marks: &Marks, distance: Option<f64>) -> (f64, Measure) {
    let scores = |scores: Vec<f64>| mean(&scores).unwrap_or_default();
    if marks.passed {
        (1.0, Measure::Passed)
    } else if let Some(distance) = distance {
        (distance, Measure::Distance)
    } else if !marks.stages.is_empty() {
        let of_stage = |stage: &agon_core::Stage| {
            let own = stage.checks.iter().filter_map(|name| marks.check(name)).map(|check| check.score).collect();
            if stage.passed { 1.0 } else { stage.score.max(scores(own)) }
        };
        (scores(marks.stages.iter().map(of_stage).collect()), Measure::Stages)
    } else if marks.score > 0.0 {
        (marks.score, Measure::Checks)
    } else {
        (scores(marks.checks.iter().map(|check| check.score).collect()), Measure::Checks)
    }
}

impl Progress {
    pub const FORMAT: u32 = 1;

    pub fn of(run: &Run, layers: &[Layer], distance: Distance<'_>) -> Self {
        let all = TrialProgress::all(run, distance);
        let agents = run.manifest().agents.iter().map(|agent| {
            let own = run.plan().iter().zip(&all).filter(|(planned, _)| planned.agent == agent.label);
            let own: Vec<&TrialProgress> = own.filter_map(|(_, found)| found.as_ref()).collect();
            let over =
                |of: &dyn Fn(&TrialProgress) -> Option<f64>| mean(&own.iter().filter_map(|found| of(found)).collect::<Vec<_>>());
            AgentProgress {
                agent: agent.label.clone(),
                scored: own.len() as u32,
                mean: over(&|found| Some(found.progress)),
                mean_failed: over(&|found| (found.measure != Measure::Passed).then_some(found.progress)),
                checks: over(&|found| (found.checks > 0).then(|| f64::from(found.checks_passed) / f64::from(found.checks))),
                stages_passed: own.iter().map(|found| found.stages_passed).sum(),
                stages: own.iter().map(|found| found.stages).sum(),
            }
        });
        let agents = agents.collect();
        let correlations =
            layers.iter().filter(|layer| layer.head.metric == METRIC).flat_map(|layer| correlations(run, &all, layer));
        Self {
            format: Self::FORMAT,
            how: HOW,
            agents,
            correlations: correlations.collect(),
            trials: all.iter().flatten().cloned().collect(),
        }
    }

    /// That of one trial.
    pub fn trial(&self, trial: u32) -> Option<&TrialProgress> {
        self.trials.binary_search_by_key(&trial, |found| found.trial).ok().map(|place| &self.trials[place])
    }
}

/// Over all trials, then by domain where there are several.
fn correlations(run: &Run, all: &[Option<TrialProgress>], layer: &Layer) -> Vec<Correlation> {
    // Judged by the mean of its repeats.
    let mut judged: Vec<Vec<f64>> = vec![Vec::new(); all.len()];
    for rating in &layer.ratings {
        let value = rating.value.as_ref().and_then(agon_record::RatingValue::number);
        if let (Some(of_trial), Some(value)) = (judged.get_mut(rating.trial as usize), value) {
            of_trial.push(value);
        }
    }
    let pairs: Vec<(&str, f64, f64)> = (run.plan().iter().zip(all).zip(&judged))
        .filter_map(|((planned, found), judged)| {
            Some((domain_of(&planned.instance.task), found.as_ref()?.progress, mean(judged)?))
        })
        .collect();
    let mut domains: Vec<Option<&str>> = vec![None];
    for (domain, ..) in &pairs {
        if !domains.contains(&Some(domain)) {
            domains.push(Some(domain));
        }
    }
    if domains.len() == 2 {
        domains.pop();
    }
    let correlation = |domain: Option<&str>| {
        let own: Vec<(f64, f64)> =
            pairs.iter().filter(|(of, ..)| domain.is_none_or(|domain| domain == *of)).map(|(_, a, b)| (*a, *b)).collect();
        let over = |places: &[usize]| {
            let (first, second): (Vec<f64>, Vec<f64>) = places.iter().map(|place| own[*place]).unzip();
            spearman(&first, &second)
        };
        Correlation {
            layer: layer.head.name.clone(),
            rater: layer.head.rater.name.clone(),
            domain: domain.map(str::to_owned),
            trials: own.len() as u32,
            spearman: over(&(0..own.len()).collect::<Vec<_>>()),
            interval: bootstrap(own.len(), over, Resample::default()),
        }
    };
    domains.into_iter().map(correlation).collect()
}

/// The agents' progress, and how it goes with what was judged.
pub fn text(progress: &Progress, options: &TableOptions) -> String {
    let mut text = paint("deterministic progress\n", Tone::Strong, options.paint);
    let or_nothing = |value: Option<f64>, show: fn(f64) -> String| Cell::new(value.map_or_else(|| NOTHING.into(), show));
    let mut grid = Grid::new(vec![Align::Left, Align::Right, Align::Right, Align::Right, Align::Right, Align::Right]);
    grid.head(&["agent", "scored", "mean progress", "of failed", "checks passed", "stages passed"]);
    for agent in &progress.agents {
        let stages = if agent.stages > 0 { format!("{} of {}", agent.stages_passed, agent.stages) } else { NOTHING.into() };
        grid.push(Line::Cells(vec![
            Cell::toned(plain(&agent.agent), Tone::Strong),
            Cell::new(agent.scored.to_string()),
            or_nothing(agent.mean, percent),
            or_nothing(agent.mean_failed, percent),
            or_nothing(agent.checks, percent),
            Cell::new(stages),
        ]));
    }
    text.push_str(&grid.render(options));
    text.push_str(&paint(&wrapped(progress.how, "  ", options.page_width()), Tone::Dim, options.paint));
    if progress.correlations.is_empty() {
        return text;
    }
    let mut grid = Grid::new(vec![Align::Left, Align::Left, Align::Left, Align::Right, Align::Right, Align::Left]);
    grid.head(&["layer", "rater", "domain", "trials", "Spearman", "95% interval"]);
    for found in &progress.correlations {
        let interval = found.interval.map(|interval| format!("{:.2} to {:.2}", interval.low, interval.high));
        grid.push(Line::Cells(vec![
            Cell::new(plain(&found.layer)),
            Cell::new(plain(&found.rater)),
            Cell::new(plain(found.domain.as_deref().unwrap_or("all"))),
            Cell::new(found.trials.to_string()),
            or_nothing(found.spearman, |value| format!("{value:.2}")),
            Cell::new(interval.unwrap_or_else(|| NOTHING.into())),
        ]));
    }
    text.push_str(&paint("\nwith judged progress\n", Tone::Strong, options.paint));
    text.push_str(&grid.render(options));
    let words = "Rank correlation of computed with judged progress over the trials that have both; several ratings of a trial by their mean; interval by bootstrap over trials.";
    text.push_str(&paint(&wrapped(words, "  ", options.page_width()), Tone::Dim, options.paint));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Check, Stage};

    fn check(name: &str, score: f64) -> Check {
        let text = String::new;
        Check { name: name.into(), passed: score >= 1.0, score, expected: text(), seen: text(), evidence: text() }
    }

    #[test]
    fn the_best_measure_that_there_is_counts() {
        let none = Marks::new(0.0, false, vec![check("a", 1.0), check("b", 0.5), check("c", 0.0)]);
        assert_eq!(measured(&none, None), (0.5, Measure::Checks));
        assert_eq!(measured(&none, Some(0.9)), (0.9, Measure::Distance));
        let part = Marks { score: 0.8, ..none.clone() };
        assert_eq!(measured(&part, None), (0.8, Measure::Checks), "the grader's weights");
        assert_eq!(measured(&Marks { passed: true, ..none.clone() }, Some(0.2)), (1.0, Measure::Passed));
        let stage = |name: &str, passed, score, checks: &[&str]| Stage {
            name: name.into(),
            passed,
            score,
            checks: checks.iter().map(|name| (*name).to_owned()).collect(),
            first_passed_at_step: None,
        };
        let staged = Marks { stages: vec![stage("s", true, 1.0, &["a"]), stage("t", false, 0.0, &["b", "c"])], ..none };
        assert_eq!(measured(&staged, None), (0.625, Measure::Stages), "one whole, one a quarter");
        assert_eq!(measured(&Marks::new(0.0, false, Vec::new()), None), (0.0, Measure::Checks));
    }
}
