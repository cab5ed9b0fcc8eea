//! One line per planned trial, for spreadsheets and data frames.

use crate::layers::{LayerFigures, Layers};
use crate::modes::{Finding, Mode, Modes, TrialFindings};
use crate::outcome::Outcome;
use crate::progress::{Progress, TrialProgress};
use agon_record::{PlannedTrial, Run, TrialResult, Variant, value_text};
use std::collections::HashMap;

const HEADER: &str = "trial,agent,instance,task,seed,repeat,attempts,verdict,passed,score,failed_checks,void_cause,void_detail,\
                      void_provoked,ending,steps,wall_secs,tokens,cost_usd,usage_claimed";

/// Whole runs as CSV (RFC 4180 with plain newlines); with several, the first column is the run's folder. Figures are those of the attempt that counts. What a trial does
/// not have is an empty cell: a void or missing trial has no `passed` and no `score` of its own; who computes a rate counts it as not
/// passed, as the report does. A run that varies
/// something has more columns: the agent without its varied settings, the variant, and a column for each factor. With failure
/// modes there is a column for each, which tells the steps; with the progress of each run, columns of how far trials came. Each layer has a column:
/// the value, `void`, or nothing.
pub fn text(runs: &[&Run], with_modes: bool, progress: &[Progress]) -> String {
    let mut text = String::with_capacity(HEADER.len() + 128 * runs.iter().map(|run| run.plan().len()).sum::<usize>());
    let is_varied = runs.iter().any(|run| run.manifest().ablation().is_some());
    let mut factors: Vec<String> = Vec::new();
    for factor in runs.iter().filter_map(|run| run.manifest().ablation()).flat_map(|ablation| ablation.factors) {
        if !factors.contains(&factor.name) {
            factors.push(factor.name);
        }
    }
    if runs.len() > 1 {
        text.push_str("run,");
    }
    text.push_str(HEADER);
    if is_varied {
        text.push_str(",base_agent,variant");
        factors.iter().for_each(|name| text.push_str(&format!(",{}", quoted(name))));
    }
    // A layer that cannot be read is told by the other forms of the report.
    let layers: Vec<Vec<LayerFigures>> =
        runs.iter().map(|run| Layers::of(run).ok().flatten().map(|found| found.layers).unwrap_or_default()).collect();
    let mut layer_names: Vec<&str> = layers.iter().flatten().map(|layer| layer.name.as_str()).collect();
    layer_names.sort_unstable();
    layer_names.dedup();
    layer_names.iter().for_each(|name| text.push_str(&format!(",{}", quoted(&format!("rating_{name}")))));
    if with_modes {
        Mode::ALL.iter().for_each(|mode| text.push_str(&format!(",mode_{}", mode.word())));
    }
    if !progress.is_empty() {
        text.push_str(",progress,progress_by,checks_passed,checks,stages_passed,stages");
    }
    text.push('\n');
    for (place, (run, layers)) in runs.iter().zip(&layers).enumerate() {
        let ablation = run.manifest().ablation();
        let variants = ablation.iter().flat_map(|ablation| ablation.variants());
        let variants: HashMap<String, Variant> = variants.map(|variant| (variant.label.clone(), variant)).collect();
        let modes = with_modes.then(|| Modes::of(run));
        for (planned, result) in run.plan().iter().zip(&run.results()) {
            if runs.len() > 1 {
                text.push_str(&format!("{},", quoted(&run.folder().display().to_string())));
            }
            line(&mut text, planned, result);
            if is_varied {
                let variant = planned.variant.as_ref().and_then(|label| variants.get(label));
                varied(&mut text, planned, variant, &factors);
            }
            for name in &layer_names {
                text.push_str(&format!(",{}", quoted(&rated(layers, name, planned.trial))));
            }
            if let Some(modes) = &modes {
                found(&mut text, modes.trial(planned.trial));
            }
            if !progress.is_empty() {
                text.push_str(&came(progress.get(place).and_then(|progress| progress.trial(planned.trial))));
            }
            text.push('\n');
        }
    }
    text
}

/// How far a trial came; empty cells where that is not known.
fn came(found: Option<&TrialProgress>) -> String {
    let Some(found) = found else { return ",,,,,,".into() };
    let TrialProgress { progress, checks_passed, checks, stages_passed, stages, .. } = found;
    format!(",{progress},{},{checks_passed},{checks},{stages_passed},{stages}", found.measure.word())
}

/// What a layer says of a trial.
fn rated(layers: &[LayerFigures], name: &str, trial: u32) -> String {
    let rated = layers.iter().find(|layer| layer.name == name).and_then(|layer| layer.trial(trial));
    rated.map_or_else(String::new, |rated| rated.value.as_ref().map_or_else(|| "void".into(), ToString::to_string))
}

/// The steps of each failure mode: `4–9; 12`.
fn found(text: &mut String, trial: Option<&TrialFindings>) {
    for mode in Mode::ALL {
        let of_mode = trial.into_iter().flat_map(|trial| &trial.findings).filter(|finding| finding.mode == mode);
        let steps: Vec<String> = of_mode.map(Finding::steps_text).collect();
        text.push_str(&format!(",{}", quoted(&steps.join("; "))));
    }
}

/// The columns of an ablation.
fn varied(text: &mut String, planned: &PlannedTrial, variant: Option<&Variant>, factors: &[String]) {
    let base = variant.map_or(planned.agent.as_str(), |variant| variant.base_of(&planned.agent));
    text.push_str(&format!(",{},{}", quoted(base), quoted(planned.variant.as_deref().unwrap_or_default())));
    for name in factors {
        let value = variant.and_then(|variant| variant.factors.get(name)).map(value_text);
        text.push_str(&format!(",{}", quoted(&value.unwrap_or_default())));
    }
}

fn line(text: &mut String, planned: &PlannedTrial, result: &TrialResult) {
    let outcome = Outcome::of(result);
    let row = result.row.as_ref();
    let scored = row.filter(|row| row.is_scored());
    let void = row.and_then(|row| row.void.as_ref());
    let verdict = if outcome.is_scored() { "scored" } else { outcome.word() };
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    let cells = [
        planned.trial.to_string(),
        quoted(&planned.agent),
        quoted(&planned.instance.to_string()),
        quoted(planned.instance.task.as_str()),
        planned.instance.seed.to_string(),
        planned.repeat.to_string(),
        result.attempts.to_string(),
        verdict.to_owned(),
        scored.map_or_else(String::new, |row| row.passed.to_string()),
        number(scored.and_then(|row| row.score)),
        scored.map_or_else(String::new, |row| quoted(&row.failed.join("; "))),
        void.map_or("", |fault| fault.cause.word()).to_owned(),
        void.map_or_else(String::new, |fault| quoted(&fault.detail)),
        void.map_or_else(String::new, |fault| fault.provoked.to_string()),
        row.and_then(|row| row.ending.as_ref()).map_or("", |ending| ending.word()).to_owned(),
        row.map_or_else(String::new, |row| row.totals.steps.to_string()),
        number(row.map(|row| row.totals.wall_secs)),
        row.map_or_else(String::new, |row| row.totals.usage.tokens().to_string()),
        number(row.map(|row| row.totals.usage.cost_usd)),
        row.map_or_else(String::new, |row| row.totals.usage_claimed.to_string()),
    ];
    text.push_str(&cells.join(","));
}

/// A text cell. Spreadsheets run cells that begin like a formula, and the details of faults can come from anywhere; an
/// apostrophe in front makes such a cell plain text.
pub(crate) fn quoted(cell: &str) -> String {
    let guard = if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    if cell.contains(['"', ',', '\n', '\r']) {
        format!("\"{guard}{}\"", cell.replace('"', "\"\""))
    } else {
        format!("{guard}{cell}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn cells_are_quoted_when_they_must_be() {
        assert_eq!(quoted("plain"), "plain");
        assert_eq!(quoted("a,b"), "\"a,b\"");
        assert_eq!(quoted("say \"no\"\n"), "\"say \"\"no\"\"\n\"");
        assert_eq!(quoted("=1+1"), "'=1+1");
        assert_eq!(quoted("=HYPERLINK(\"x\",\"y\")"), "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\"");
    }

    /// What a reader of RFC 4180 makes of one cell.
    fn read(cell: &str) -> String {
        match cell.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            Some(inside) => inside.replace("\"\"", "\""),
            None => cell.to_owned(),
        }
    }

    proptest! {
        #[test]
        fn a_reader_gets_the_text_back(cell in "[a-z][a-z\",\n\r ]{0,20}") {
            prop_assert_eq!(read(&quoted(&cell)), cell);
        }
    }
}
