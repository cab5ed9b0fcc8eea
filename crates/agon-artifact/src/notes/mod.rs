//! `notes`: music as a list of notes, whatever file it is written in.
//!
//! | setting | meaning |
//! |---|---|
//! | `file`, `reference` | paths below `output/` and `reference/`: MIDI, MusicXML or compressed MusicXML (`.mxl`), told by their content |
//! | `notes` | F-measure of notes with the same pitch at the same time, at least: `{ full, zero, weight, gate }` or a number |
//! | `onset_within` | how far apart the same time may be, in quarter notes; default 0.05 |
//! | `length_within` | how far apart lengths may be, in quarter notes; without it lengths do not count |
//! | `parts` | `true`: a note must also be in the same part, counted from the first |
//! | `align` | `none` (default) or `first`: both begin with their first note |
//! | `tempo` | tolerance of the first tempo in quarter notes a minute |
//! | `length` | tolerance of the end of the last note, in quarter notes |
//! | `part_count`, `note_count` | tolerance of how many there are |
//! | `time_signature`, `key_signature` | `true`: the same as in the reference, in the same places; or what it must be throughout, such as `3/4` or `D major` |
//!
//! Repeats are not played: both files are read as they are written. Grace notes and drums without pitch do not count.

mod midi;
mod musicxml;
mod score;

use crate::comparison::{Mode, Problem};
use crate::input::{Input, Stop, Unreadable};
use crate::marks::Parts;
use crate::number::{ratio, shown};
use crate::settings::{Rule, Target, Tolerance};
use crate::sheet::Archive;
use crate::written;
use score::{Key, Score, Signature};

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NotesMode {
    file: String,
    reference: Option<String>,
    notes: Option<Target>,
    #[serde(default = "twentieth")]
    onset_within: f64,
    length_within: Option<f64>,
    #[serde(default)]
    parts: bool,
    #[serde(default)]
    align: Align,
    tempo: Option<Tolerance>,
    length: Option<Tolerance>,
    part_count: Option<Tolerance>,
    note_count: Option<Tolerance>,
    time_signature: Option<Wanted>,
    key_signature: Option<Wanted>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum Align {
    #[default]
    None,
    First,
}

/// `true`, or what it must be throughout.
#[derive(Debug, serde::Deserialize)]
#[serde(untagged)]
enum Wanted {
    AsReference(bool),
    Always(String),
}

fn twentieth() -> f64 {
    0.05
}

impl NotesMode {
    #[expect(clippy::type_complexity, reason = "it is read once, a line below")]
    fn tolerances(&self) -> [(&'static str, &'static str, &Option<Tolerance>, fn(&Score) -> f64); 4] {
        [
            ("tempo", " a minute", &self.tempo, |score| score.tempo),
            ("length", " quarter notes", &self.length, Score::length),
            ("part_count", "", &self.part_count, |score| score.parts as f64),
            ("note_count", "", &self.note_count, |score| score.notes.len() as f64),
        ]
    }

    fn needs_reference(&self) -> bool {
        let signature = |wanted: &Option<Wanted>| matches!(wanted, Some(Wanted::AsReference(true)));
        self.notes.is_some()
            || signature(&self.time_signature)
            || signature(&self.key_signature)
            || self.tolerances().iter().any(|(_, _, t, _)| t.is_some_and(|t| t.value.is_none()))
    }

    fn mark_notes(&self, parts: &mut Parts, seen: &Score, reference: &Score) {
        let Some(target) = &self.notes else { return };
        let common = score::common(&reference.notes, &seen.notes, self.onset_within, self.length_within, self.parts);
        let f = ratio(2 * common, reference.notes.len() + seen.notes.len());
        let expected = format!("{} notes, F at least {}", reference.notes.len(), shown(target.full));
        let words = format!("{common} common of {}: F {}", seen.notes.len(), shown((f * 1e4).round() / 1e4));
        parts.add("notes", target.rule, target.at_least(f), expected, words);
    }

    fn mark_signatures(&self, parts: &mut Parts, seen: &Score, reference: Option<&Score>) {
        if let Some(wanted) = &self.time_signature {
            let words = |score: &Score| score::listed(&score.times, Signature::written);
            mark_signature(parts, "time_signature", wanted, words(seen), reference.map(words), Some);
        }
        if let Some(wanted) = &self.key_signature {
            let words = |score: &Score| score::listed(&score.keys, Key::written);
            let canonical = |text: String| Key::read(&text).map(|key| Key::written(&key));
            mark_signature(parts, "key_signature", wanted, words(seen), reference.map(words), canonical);
        }
    }
}

/// `seen` and `reference` list signatures with their places; one signature throughout is listed without.
fn mark_signature(
    parts: &mut Parts,
    name: &str,
    wanted: &Wanted,
    seen: String,
    reference: Option<String>,
    canonical: impl Fn(String) -> Option<String>,
) {
    let expected = match wanted {
        Wanted::AsReference(false) => return,
        Wanted::AsReference(true) => reference.unwrap_or_default(),
        Wanted::Always(text) => canonical(text.trim().to_owned()).unwrap_or_default(),
    };
    parts.check(name, Rule::ONE, expected == seen, &expected, &seen);
}

fn open(bytes: &[u8]) -> Result<Score, Unreadable> {
    let score = if bytes.starts_with(b"MThd") || bytes.starts_with(b"RIFF") {
        midi::read(bytes)?
    } else if bytes.starts_with(b"PK\x03\x04") {
        musicxml::read(&written::decode(&musicxml::unpack(&mut Archive::open(bytes)?)?)?)?
    } else {
        musicxml::read(&written::decode(bytes)?)?
    };
    if score.notes.is_empty() { Err(Unreadable::new("has no notes")) } else { Ok(score) }
}

impl Mode for NotesMode {
    fn check(&self) -> Result<(), Problem> {
        for (name, _, tolerance, _) in self.tolerances() {
            tolerance.as_ref().map_or(Ok(()), |tolerance| tolerance.check(name))?;
        }
        self.notes.as_ref().map_or(Ok(()), |target| target.check_at_least("notes"))?;
        for (name, within) in [("onset_within", Some(self.onset_within)), ("length_within", self.length_within)] {
            if within.is_some_and(|within| !within.is_finite() || within < 0.0) {
                return Err(Problem::new(format!("`{name}` is 0 or more")));
            }
        }
        if let Some(Wanted::Always(text)) = &self.key_signature
            && Key::read(text).is_none()
        {
            return Err(Problem::new(format!("`key_signature`: `{text}` is not a key such as `D major` or `F# minor`")));
        }
        if self.needs_reference() && self.reference.is_none() {
            return Err(Problem::new("what it compares needs a `reference`"));
        }
        let nothing = self.notes.is_none()
            && self.time_signature.is_none()
            && self.key_signature.is_none()
            && self.tolerances().iter().all(|(_, _, tolerance, _)| tolerance.is_none());
        if nothing { Err(Problem::new("it compares nothing: give `notes` or another measure")) } else { Ok(()) }
    }

    fn references(&self) -> Vec<&str> {
        self.reference.iter().map(String::as_str).collect()
    }

    fn artifacts(&self) -> Vec<&str> {
        vec![&self.file]
    }

    fn compare(&self, input: &Input<'_>) -> Result<Parts, Stop> {
        let open = |bytes: &[u8]| {
            let mut score = open(bytes)?;
            if self.align == Align::First {
                score.begin_at_zero();
            }
            Ok(score)
        };
        let reference = match &self.reference {
            Some(path) => Some(input.reference(path, open)?),
            None => None,
        };
        let seen = input.artifact(&self.file, "music (MIDI or MusicXML)", open)?;
        let mut parts = Parts::default();
        if let Some(reference) = &reference {
            self.mark_notes(&mut parts, &seen, reference);
        }
        for (name, unit, tolerance, measure) in self.tolerances() {
            if let Some(tolerance) = tolerance {
                tolerance.mark(&mut parts, name, reference.as_ref().map(measure), measure(&seen), unit);
            }
        }
        self.mark_signatures(&mut parts, &seen, reference.as_ref());
        Ok(parts)
    }
}

#[cfg(test)]
mod tests;
