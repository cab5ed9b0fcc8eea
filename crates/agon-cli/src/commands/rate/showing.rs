//! A trial as a rater sees it: the task, the steps, the last frame. Neither the agent's name nor any mark.

use crate::ui::visible;
use agon_core::{Ending, Event, Image, ObservationRecord, StepRecord};
use agon_image::terminal::{Protocol, show};
use agon_record::{AttemptLog, Run};

/// How many steps are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Steps {
    /// The first and the last.
    Few,
    All,
}

/// At either end.
const FEW: usize = 8;
const MOST_TEXT: usize = 160;
const COLUMNS: u32 = 100;

pub(super) fn trial(run: &Run, log: &AttemptLog, pictures: Option<Protocol>, steps: Steps, number: usize, of: usize) -> String {
    let mut text = format!("\n── trial {number} of {of} ──\n");
    if let Some(header) = log.header() {
        let brief = &header.instance.brief;
        text.push_str(&format!("{}\n\n{}\n", visible(&brief.title), visible(&brief.instruction)));
    }
    let taken: Vec<&StepRecord> =
        log.events.iter().filter_map(|event| if let Event::Step(step) = event { Some(step) } else { None }).collect();
    text.push_str(&format!("\n{} steps\n", taken.len()));
    let left_out = taken.len().saturating_sub(2 * FEW);
    for (place, step) in taken.iter().enumerate() {
        let is_hidden = steps == Steps::Few && left_out > 1 && (FEW..taken.len() - FEW).contains(&place);
        if is_hidden && place == FEW {
            text.push_str(&format!("  … {left_out} steps; a shows all\n"));
        }
        if !is_hidden {
            text.push_str(&line(step));
        }
    }
    let last = log.events.iter().rev().find_map(seen);
    if let Some(observation) = last {
        if let Some(words) = &observation.text {
            text.push_str(&format!("\nat the end:\n{}\n", visible(words)));
        }
        for frame in observation.frames.iter().take(1) {
            let path = run.frame_path(frame);
            let image: Option<Image> = std::fs::read(&path).ok().and_then(|bytes| agon_image::decode(&bytes).ok());
            let picture = image.zip(pictures).and_then(|(image, protocol)| show(&image, protocol, COLUMNS).ok());
            text.push_str(&picture.unwrap_or_else(|| format!("\nthe last frame is {}\n", path.display())));
        }
    }
    if let Some(ending) =
        log.events.iter().find_map(|event| if let Event::Closed { ending, .. } = event { ending.as_ref() } else { None })
    {
        text.push_str(&format!("\n{}\n", ended(ending)));
    }
    text
}

fn seen(event: &Event) -> Option<&ObservationRecord> {
    match event {
        Event::Began { observation } => Some(observation),
        Event::Step(step) => Some(&step.observation).filter(|seen| !seen.frames.is_empty() || seen.text.is_some()),
        _ => None,
    }
}

fn line(step: &StepRecord) -> String {
    let short = |text: &str| visible(&text.chars().take(MOST_TEXT).collect::<String>()).replace('\n', " ");
    let feedback = step.message().map_or_else(String::new, |message| format!("  → {}", short(&message)));
    format!("  {:>3} {}{feedback}\n", step.step, short(&step.action.summary()))
}

/// Without details: these could name the agent.
fn ended(ending: &Ending) -> String {
    format!("it ended: {}", ending.word())
}
