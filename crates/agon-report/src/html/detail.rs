//! One attempt as the drawer shows it.

use super::frames::Frames;
use agon_core::{Ending, Event, FrameRef, ObservationRecord, StepRecord, Target, Verdict, YesNo};
use agon_record::{AttemptLog, Run};
use serde::Serialize;
use serde_json::Value;
#[cfg(test)]
use ts_rs::TS;

/// Longer texts are cut; the log has the whole.
const MAX_TEXT: usize = 4_000;
const MAX_EVIDENCE: usize = 20_000;

#[derive(Default, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct Detail {
    title: String,
    instruction: String,
    settings: String,
    limits: String,
    started: String,
    attempt: u32,
    /// What is wrong with the log.
    problem: Option<&'static str>,
    ending: Option<String>,
    #[cfg_attr(test, ts(as = "Vec<CheckShape>"))]
    checks: Vec<agon_core::Check>,
    evidence: Option<String>,
    fault: Option<String>,
    steps: Vec<Moment>,
    /// What came after the last step.
    after: Vec<Note>,
    steps_left_out: usize,
    frames_left_out: usize,
    #[serde(skip)]
    frames: Vec<Vec<FrameRef>>,
    /// More are left out, and counted.
    #[serde(skip)]
    max_steps: usize,
}

/// What the agent did and what it then saw; the first has no action.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub(super) struct Moment {
    step: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    feedback: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_secs: Option<f64>,
    /// Where a pointer action landed, in pixels of the screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    point: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<Note>>", optional))]
    notes: Vec<Note>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<Picture>>", optional))]
    frames: Vec<Picture>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct Note {
    kind: String,
    text: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub(super) struct Picture {
    name: String,
    hash: String,
    width: u32,
    height: u32,
    /// Set where the picture is not in the page: the file it is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

impl Detail {
    pub(super) fn of(log: AttemptLog, max_steps: usize) -> Self {
        let problem = log.torn.then_some("the log ends in the middle of a line");
        let mut detail = Self { problem, max_steps, ..Self::default() };
        for event in log.events {
            detail.add(event);
        }
        detail
    }

    pub(super) fn unreadable(attempt: u32) -> Self {
        Self { attempt, problem: Some("the log could not be read"), ..Self::default() }
    }

    fn add(&mut self, event: Event) {
        match event {
            Event::Opened(header) => {
                let instance = header.instance;
                self.instruction = clipped(&instance.brief.prompt(), MAX_EVIDENCE);
                self.title = instance.brief.title;
                self.settings = if instance.settings.is_empty() { String::new() } else { json(&instance.settings) };
                self.limits = json(&instance.limits);
                self.started = header.started;
                self.attempt = header.attempt;
            }
            Event::Began { observation } => self.push(Moment::default(), observation),
            Event::Step(step) => self.step(step),
            Event::Note { kind, content } => {
                let text = crate::trial::spoken(&content).unwrap_or_else(|| pretty(&content));
                self.after.push(Note { kind, text: clipped(&text, MAX_TEXT) });
            }
            Event::Spent { usage, claimed, .. } => {
                let (tokens_in, tokens_out, secs) = (usage.tokens_in, usage.tokens_out, usage.model_secs);
                let source = if claimed { ", as the agent reported" } else { "" };
                let text = format!("{tokens_in} tokens in, {tokens_out} out, {secs:.1} s of model time{source}");
                self.after.push(Note { kind: "spent".into(), text });
            }
            Event::Fault { fault, during } => {
                let during = during.map_or_else(String::new, |action| format!(" (during {})", action.summary()));
                self.fault = Some(clipped(&format!("{fault}{during}"), MAX_TEXT));
            }
            Event::Replayed { fault } => {
                let text = fault.map_or_else(|| "nothing broke: an outage".into(), |fault| format!("it broke again: {fault}"));
                self.after.push(Note { kind: "replayed".into(), text: clipped(&text, MAX_TEXT) });
            }
            Event::Checkpoint { step, evidence } => {
                let text = clipped(&pretty(&evidence.0), MAX_TEXT);
                self.after.push(Note { kind: format!("state after step {step}"), text });
            }
            Event::Judged(judgement) => {
                let points = judgement.points.map(|points| format!("{points} points"));
                let word = || judgement.answer.map_or("neither yes nor no", YesNo::word).to_owned();
                let answer = points.unwrap_or_else(word);
                let turned = if judgement.negated { ", asked the other way round" } else { "" };
                let text = format!("{} {}: {answer}{turned}\n{}", judgement.check, judgement.probe, judgement.reply);
                self.after.push(Note { kind: format!("judge {}", judgement.judge), text: clipped(&text, MAX_TEXT) });
            }
            Event::CloseFailed { fault } => {
                self.after.push(Note { kind: "not closed".into(), text: clipped(&fault.to_string(), MAX_TEXT) });
            }
            Event::Evidence { evidence, .. } => self.evidence = Some(clipped(&pretty(&evidence.0), MAX_EVIDENCE)),
            Event::Closed { verdict, ending, .. } => {
                self.ending = ending.as_ref().map(Ending::to_string).map(|text| clipped(&text, MAX_TEXT));
                match verdict {
                    Verdict::Scored(marks) => self.checks = marks.checks,
                    Verdict::Void(fault) => self.fault = Some(clipped(&fault.to_string(), MAX_TEXT)),
                }
                for check in &mut self.checks {
                    check.expected = clipped(&check.expected, MAX_TEXT);
                    check.seen = clipped(&check.seen, MAX_TEXT);
                }
            }
        }
    }

    fn step(&mut self, step: StepRecord) {
        let point = point(&step);
        let moment = Moment {
            step: step.step,
            action: Some(clipped(&step.action.summary(), MAX_TEXT)),
            status: Some(step.status.word()),
            feedback: step.message().map(|text| clipped(&text, MAX_TEXT)),
            at_secs: Some((step.at_ms / 100.0).round() / 10.0),
            point,
            ..Moment::default()
        };
        self.push(moment, step.observation);
    }

    /// What the agent noted since the last step led to this one.
    fn push(&mut self, mut moment: Moment, observation: ObservationRecord) {
        moment.notes = std::mem::take(&mut self.after);
        moment.text = observation.text.map(|text| clipped(&text, MAX_TEXT));
        moment.tree = observation.tree.as_ref().map(|tree| clipped(&tree.outline(), MAX_TEXT));
        if self.steps.len() >= self.max_steps {
            self.steps_left_out += 1;
            return;
        }
        self.steps.push(moment);
        self.frames.push(observation.frames);
    }

    /// Embeds the frames, within `bytes`. Where they do not all fit, every k-th step keeps its own, so that the whole
    /// course of the trial stays visible.
    pub(super) fn embed(&mut self, run: &Run, frames: &mut Frames, bytes: usize) {
        let costs: Vec<usize> =
            self.frames.iter().map(|of| of.iter().filter_map(|frame| frames.cost(run, frame)).sum()).collect();
        let kept = spread(&costs, bytes);
        for (of, _) in self.frames.iter().zip(kept).filter(|(_, keep)| *keep) {
            of.iter().for_each(|frame| frames.embed(run, frame));
        }
    }

    /// Whether any frame of the trial is in the page.
    pub(super) fn has_frames(&self, frames: &Frames) -> bool {
        self.frames.iter().flatten().any(|frame| frames.has(frame))
    }

    /// Names the frames of every step, and the files of those that are not in the page. Comes last.
    pub(super) fn name_frames(&mut self, run: &Run, frames: &Frames) {
        for (moment, of) in self.steps.iter_mut().zip(&self.frames) {
            for frame in of {
                let file = (!frames.has(frame)).then(|| {
                    let path = run.frame_path(frame);
                    path.strip_prefix(run.folder()).unwrap_or(&path).display().to_string()
                });
                self.frames_left_out += usize::from(file.is_some());
                let (name, hash) = (frame.name.clone(), frame.hash.to_string());
                moment.frames.push(Picture { name, hash, width: frame.width, height: frame.height, file });
            }
        }
    }
}

/// Which steps keep their frames: all if they fit, else every k-th with the smallest k that fits.
fn spread(costs: &[usize], bytes: usize) -> Vec<bool> {
    let last = costs.len().saturating_sub(1);
    let kept = |stride: usize| (0..costs.len()).map(move |i| i % stride == 0 || i == last);
    let fits = |stride: &usize| kept(*stride).zip(costs).filter(|(keep, _)| *keep).map(|(_, cost)| cost).sum::<usize>() <= bytes;
    match (1..=costs.len()).find(fits) {
        Some(stride) => kept(stride).collect(),
        None => vec![false; costs.len()],
    }
}

/// Where a step pointed at last.
fn point(step: &StepRecord) -> Option<[f64; 2]> {
    let point = step.points.last().copied().or_else(|| match step.action.targets().last()? {
        Target::Point(point) => Some(*point),
        Target::Label(_) => None,
    });
    point.map(|point| [point.x, point.y])
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

fn clipped(text: &str, max: usize) -> String {
    match text.char_indices().nth(max) {
        Some((end, _)) => format!("{}… ({} more characters in the log)", &text[..end], text[end..].chars().count()),
        None => text.to_owned(),
    }
}

/// A check as it is serialised, for the page's types.
#[cfg(test)]
#[derive(Debug, PartialEq, serde::Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(rename = "Check")]
pub(super) struct CheckShape {
    name: String,
    passed: bool,
    score: f64,
    expected: String,
    seen: String,
    evidence: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_have_the_shape_that_the_page_is_told() {
        let text = |word: &str| word.to_owned();
        let check = agon_core::Check {
            name: text("n"),
            passed: true,
            score: 1.0,
            expected: text("e"),
            seen: text("s"),
            evidence: text("/x"),
        };
        let shape: CheckShape = serde_json::from_value(serde_json::to_value(check).unwrap()).unwrap();
        assert_eq!((shape.name.as_str(), shape.evidence.as_str()), ("n", "/x"));
    }

    #[test]
    fn frames_that_do_not_fit_are_thinned_out_evenly() {
        assert_eq!(spread(&[10, 10, 10], 30), [true; 3]);
        assert_eq!(spread(&[10; 5], 35), [true, false, true, false, true]);
        assert_eq!(spread(&[10; 6], 30), [true, false, false, true, false, true]);
        assert_eq!(spread(&[10; 3], 5), [false; 3]);
        assert_eq!(spread(&[], 5), [false; 0]);
    }

    #[test]
    fn long_texts_say_what_they_lack() {
        assert_eq!(clipped("åäöabc", 3), "åäö… (3 more characters in the log)");
        assert_eq!(clipped("abc", 3), "abc");
    }
}
