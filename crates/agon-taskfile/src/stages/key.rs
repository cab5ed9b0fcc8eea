//! How a task in stages is marked: every stage by its own key, on the states that were recorded on the way.

use super::agent::{Report, StagesAgent};
use super::{StageSettings, StageText};
use crate::AnswerKey;
use crate::key::HANDED_IN;
use agon_core::{
    Agent, Case, Cause, Ending, Evidence, Fault, Marks, NearMiss, Proof, Question, Script, Settings, StageReport, Trace,
};
use agon_grade::{StageMarks, staged};
use std::sync::Arc;

/// What the end of the task is called among its stages.
const END: &str = "end";
/// The one way in which a task in stages is solved.
const STAGE_BY_STAGE: &str = "stage-by-stage";

/// How a variant is marked and solved.
pub(crate) enum VariantKey {
    Whole(Arc<dyn AnswerKey>),
    Staged(Arc<StagedKey>),
}

/// A stage and how it is marked and solved.
pub(crate) struct KeyedStage {
    pub(crate) text: StageText,
    pub(crate) key: Arc<dyn AnswerKey>,
}

/// The key of a task in stages.
pub(crate) struct StagedKey {
    pub(crate) texts: Vec<StageText>,
    stages: Vec<Arc<dyn AnswerKey>>,
    /// What is looked at when all is done, beside the stages.
    end: Option<Arc<dyn AnswerKey>>,
}

impl StagedKey {
    pub(crate) fn new(stages: Vec<KeyedStage>, end: Option<Arc<dyn AnswerKey>>) -> Self {
        let (texts, stages) = stages.into_iter().map(|KeyedStage { text, key }| (text, key)).unzip();
        Self { texts, stages, end }
    }

    /// What the settings say, which were held to the task when the instance was set.
    fn settings(&self, settings: &Settings) -> Result<StageSettings, Fault> {
        StageSettings::read(settings, self.texts.len())
            .map_err(|bad| Fault::new(Cause::Grader, format!("{}: {}", bad.key, bad.problem)))
    }

    fn mark(&self, case: &Case<'_>) -> Result<Marks, Fault> {
        let settings = self.settings(&case.instance.settings)?;
        let trace = case.record.trace()?;
        let reports = trace.stage_reports();
        let mut marked = Vec::new();
        for (number, (text, key)) in self.texts.iter().zip(&self.stages).enumerate().skip(settings.from) {
            let report = reports.get(number - settings.from);
            marked.push(self.mark_stage(&text.name, &**key, case, &trace, report)?);
        }
        if let Some(end) = &self.end {
            marked.push(StageMarks { name: END.into(), marks: end.mark(case)?, first_passed_at_step: None });
        }
        Ok(staged(marked))
    }

    /// A stage is passed when its goal was reached at some time with the right result; where it never was, the end tells what is missing.
    fn mark_stage(
        &self,
        name: &str,
        key: &dyn AnswerKey,
        case: &Case<'_>,
        trace: &Trace,
        report: Option<&StageReport>,
    ) -> Result<StageMarks, Fault> {
        let answer = report.map(|report| &report.result).or(case.answer);
        let mark = |evidence: &Evidence| {
            let mut marks = key.mark(&Case { evidence, answer, ending: &Ending::Done, ..case.clone() })?;
            // A stage is over when the next begins, so this would count as something that was done right.
            marks.checks.retain(|check| check.name != HANDED_IN);
            Ok(marks)
        };
        for checkpoint in &trace.checkpoints {
            let marks = mark(&checkpoint.evidence)?;
            if marks.passed {
                return Ok(StageMarks { name: name.into(), marks, first_passed_at_step: Some(checkpoint.step) });
            }
        }
        let marks = mark(case.evidence)?;
        let first_passed_at_step = marks.passed.then_some(case.steps);
        Ok(StageMarks { name: name.into(), marks, first_passed_at_step })
    }

    /// The agents of these stages, each by its default way.
    fn solvers(&self, range: std::ops::Range<usize>) -> Option<Vec<Box<dyn Agent>>> {
        self.stages[range].iter().map(|key| key.solve(key.strategies().first()?)).collect()
    }

    /// Who brings a fresh world to the start that the settings name.
    fn lead_in(&self, settings: StageSettings) -> Option<Box<dyn Agent>> {
        (settings.from > 0).then(|| self.solvers(0..settings.from)).flatten().map(|stages| sitting(stages, Report::Nothing))
    }

    fn solve(&self, settings: StageSettings) -> Option<Box<dyn Agent>> {
        Some(sitting(self.solvers(settings.from..self.stages.len())?, report(settings)))
    }

    /// Near-misses of the stages that are left, as `STAGE/NAME`.
    fn near_misses(&self, settings: StageSettings) -> Vec<NearMiss> {
        let of_stage = |(text, key): (&StageText, &Arc<dyn AnswerKey>)| {
            let stage = text.name.clone();
            let named = move |near: NearMiss| NearMiss {
                name: format!("{stage}/{}", near.name),
                actions: Vec::new(),
                fails: format!("{stage}/{}", near.fails),
            };
            key.near_misses().into_iter().map(named).collect::<Vec<_>>()
        };
        self.texts.iter().zip(&self.stages).skip(settings.from).flat_map(of_stage).collect()
    }

    /// The stages before as they should be, then this attempt, and no more.
    fn attempt(&self, name: &str, settings: StageSettings) -> Option<Box<dyn Agent>> {
        let (stage, near_miss) = name.split_once('/')?;
        let at = self.texts.iter().position(|text| text.name == stage)?;
        let key = &self.stages[at];
        let attempt = key.attempt(near_miss).or_else(|| {
            let near = key.near_misses().into_iter().find(|near| near.name == near_miss)?;
            Some(Box::new(Script::new(near.actions)))
        })?;
        let mut stages = self.solvers(settings.from..at)?;
        stages.push(attempt);
        Some(sitting(stages, report(settings)))
    }

    fn secrets(&self) -> Vec<String> {
        self.stages.iter().chain(&self.end).flat_map(|key| key.secrets()).collect()
    }
}

impl VariantKey {
    pub(crate) fn texts(&self) -> Option<&[StageText]> {
        match self {
            Self::Whole(_) => None,
            Self::Staged(key) => Some(&key.texts),
        }
    }

    pub(crate) fn mark(&self, case: &Case<'_>) -> Result<Marks, Fault> {
        match self {
            Self::Whole(key) => key.mark(case),
            Self::Staged(key) => key.mark(case),
        }
    }

    /// Stages ask no judge: what they look at is long gone when one could be asked.
    pub(crate) fn questions(&self, case: &Case<'_>) -> Result<Vec<Question>, Fault> {
        match self {
            Self::Whole(key) => key.questions(case),
            Self::Staged(_) => Ok(Vec::new()),
        }
    }

    pub(crate) fn judged(&self) -> Vec<String> {
        match self {
            Self::Whole(key) => key.judged(),
            Self::Staged(_) => Vec::new(),
        }
    }

    pub(crate) fn strategies(&self) -> Vec<String> {
        match self {
            Self::Whole(key) => key.strategies(),
            Self::Staged(_) => vec![STAGE_BY_STAGE.into()],
        }
    }

    pub(crate) fn solve(&self, strategy: &str, stages: Option<StageSettings>) -> Option<Box<dyn Agent>> {
        match self {
            Self::Whole(key) => key.solve(strategy),
            Self::Staged(key) => key.solve(stages.filter(|_| strategy == STAGE_BY_STAGE)?),
        }
    }

    pub(crate) fn attempt(&self, near_miss: &str, stages: Option<StageSettings>) -> Option<Box<dyn Agent>> {
        match self {
            Self::Whole(key) => key.attempt(near_miss),
            Self::Staged(key) => key.attempt(near_miss, stages?),
        }
    }

    pub(crate) fn lead_in(&self, stages: StageSettings) -> Option<Box<dyn Agent>> {
        match self {
            Self::Whole(_) => None,
            Self::Staged(key) => key.lead_in(stages),
        }
    }

    pub(crate) fn proof(&self, stages: Option<StageSettings>) -> Proof {
        match self {
            Self::Whole(key) => Proof {
                near_misses: key.near_misses(),
                alternatives: key.alternatives(),
                secrets: key.secrets(),
                judged: key.judged(),
            },
            Self::Staged(key) => Proof {
                near_misses: stages.map(|stages| key.near_misses(stages)).unwrap_or_default(),
                secrets: key.secrets(),
                ..Proof::default()
            },
        }
    }
}

fn sitting(stages: Vec<Box<dyn Agent>>, report: Report) -> Box<dyn Agent> {
    Box::new(StagesAgent::new(stages, report))
}

fn report(settings: StageSettings) -> Report {
    if settings.has_reports() { Report::ByStage } else { Report::AtTheEnd }
}
