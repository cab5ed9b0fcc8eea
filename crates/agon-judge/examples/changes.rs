//! How many frames of recorded runs count as changed: what docs/judging.md tells was measured with this.
//! `cargo run -p agon-judge --example changes -- RUN…`

#![expect(clippy::print_stdout, reason = "it is what an example is for")]

use agon_core::Event;
use agon_judge::change::{Small, Thresholds};
use agon_record::{Run, frame_file};
use std::error::Error;
use std::path::Path;

/// What was counted.
#[derive(Default)]
struct Counts {
    pairs: u32,
    /// Some pixel is another.
    differ: u32,
    /// The difference to the frame before reaches a threshold.
    reach: u32,
    /// The difference to the frame that was shown last does: these are judged.
    shown: u32,
    /// Frames that differ from the one before and were not shown until the trial's end.
    never: u32,
}

fn main() -> Result<(), Box<dyn Error>> {
    for folder in std::env::args().skip(1) {
        let Counts { pairs, differ, reach, shown, never } = count(Path::new(&folder), &Thresholds::DEFAULT)?;
        println!(
            "{folder}: {pairs} pairs, {differ} differ, {reach} by a threshold; {shown} are judged, {never} changes at the end are not"
        );
    }
    Ok(())
}

fn count(folder: &Path, thresholds: &Thresholds) -> Result<Counts, Box<dyn Error>> {
    let run = Run::open(folder)?;
    let mut counts = Counts::default();
    for row in run.rows().iter().filter(|row| row.is_scored()) {
        let (mut before, mut shown): (Option<(String, Small)>, Option<Small>) = (None, None);
        let mut pending = 0;
        for event in run.attempt(row.trial, row.attempt)?.events {
            let observation = match event {
                Event::Began { observation } => observation,
                Event::Step(step) => step.observation,
                _ => continue,
            };
            let Some(frame) = observation.frames.into_iter().find(|frame| frame.name == "screen") else { continue };
            let small = Small::of(&agon_image::decode(&std::fs::read(frame_file(folder, &frame))?)?)?;
            let name = frame.hash.to_string();
            if let (Some((last, was)), Some(seen)) = (&before, &shown) {
                let is_other = *last != name;
                counts.pairs += 1;
                counts.differ += u32::from(is_other);
                counts.reach += u32::from(is_other && thresholds.are_reached(&was.change(&small, thresholds.pixel)));
                pending += u32::from(is_other);
                if thresholds.are_reached(&seen.change(&small, thresholds.pixel)) {
                    (counts.shown, pending, shown) = (counts.shown + 1, 0, Some(small.clone()));
                }
            } else {
                shown = Some(small.clone());
            }
            before = Some((name, small));
        }
        counts.never += pending;
    }
    Ok(counts)
}
