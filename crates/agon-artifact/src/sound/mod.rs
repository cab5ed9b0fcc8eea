//! `sound`: recordings, by what can be measured in them.
//!
//! | setting | meaning |
//! |---|---|
//! | `file`, `reference` | paths below `output/` and `reference/`: WAV or FLAC, told by their first bytes |
//! | `format` | the file must be `wav` or `flac` |
//! | `duration` | tolerance in seconds |
//! | `rate`, `channels`, `bits` | tolerance of samples a second, of channels and of bits a sample |
//! | `loudness` | tolerance of the integrated loudness (EBU R 128) in LUFS |
//! | `true_peak` | the highest true peak in dBTP, at most |
//! | `leading_silence`, `trailing_silence` | tolerance in seconds of what is quieter than `silence_below` (default −60 dBFS) |
//! | `onsets` | F-measure of the beginnings of sounds, at least; they are common within `onset_within` (default 0.05 s) |
//! | `pitch` | share of the moments with a tone in either recording in which both have the same one, at least; the same is within `pitch_within` (default 50 cents). The first 300 s count |
//! | `correlation` | correlation of the wave forms, at least, best over a shift of up to `shift` (default 0.05 s). The first 300 s count |
//!
//! Tolerances are against the reference, or against a `value` of their own.

mod decode;
mod rhythm;
mod tone;
mod wave;

use crate::comparison::{Mode, Problem};
use crate::input::{Input, Stop};
use crate::marks::Parts;
use crate::number::{ratio, shown};
use crate::settings::{Rule, Target, Tolerance};
use decode::{Sound, SoundFormat};

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SoundMode {
    file: String,
    reference: Option<String>,
    format: Option<SoundFormat>,
    duration: Option<Tolerance>,
    rate: Option<Tolerance>,
    channels: Option<Tolerance>,
    bits: Option<Tolerance>,
    loudness: Option<Tolerance>,
    true_peak: Option<Target>,
    leading_silence: Option<Tolerance>,
    trailing_silence: Option<Tolerance>,
    #[serde(default = "very_quiet")]
    silence_below: f64,
    onsets: Option<Target>,
    #[serde(default = "twentieth")]
    onset_within: f64,
    pitch: Option<Target>,
    #[serde(default = "half_a_semitone")]
    pitch_within: f64,
    correlation: Option<Target>,
    #[serde(default = "twentieth")]
    shift: f64,
}

fn very_quiet() -> f64 {
    -60.0
}

fn twentieth() -> f64 {
    0.05
}

fn half_a_semitone() -> f64 {
    50.0
}

impl SoundMode {
    fn tolerances(&self) -> [(&'static str, &Option<Tolerance>); 7] {
        [
            ("duration", &self.duration),
            ("rate", &self.rate),
            ("channels", &self.channels),
            ("bits", &self.bits),
            ("loudness", &self.loudness),
            ("leading_silence", &self.leading_silence),
            ("trailing_silence", &self.trailing_silence),
        ]
    }

    fn compares(&self) -> bool {
        self.onsets.is_some() || self.pitch.is_some() || self.correlation.is_some()
    }

    fn needs_reference(&self) -> bool {
        self.compares() || self.tolerances().iter().any(|(_, t)| t.is_some_and(|t| t.value.is_none()))
    }

    fn mark_measures(&self, parts: &mut Parts, seen: &Sound, reference: Option<&Sound>) {
        type Measure<'a> = Box<dyn Fn(&Sound) -> f64 + 'a>;
        let measures: [(&str, Measure<'_>); 7] = [
            (" s", Box::new(|sound| sound.seconds())),
            (" Hz", Box::new(|sound| f64::from(sound.rate))),
            ("", Box::new(|sound| sound.channels as f64)),
            ("", Box::new(|sound| f64::from(sound.bits))),
            (" LUFS", Box::new(wave::loudness)),
            (" s", Box::new(|sound| wave::silence(sound, self.silence_below).0)),
            (" s", Box::new(|sound| wave::silence(sound, self.silence_below).1)),
        ];
        for ((name, tolerance), (unit, measure)) in self.tolerances().into_iter().zip(measures) {
            if let Some(tolerance) = tolerance {
                let wanted = reference.filter(|_| tolerance.value.is_none()).map(&measure);
                tolerance.mark(parts, name, wanted, measure(seen), unit);
            }
        }
        if let Some(target) = &self.true_peak {
            target.mark_at_most(parts, "true_peak", wave::true_peak(seen));
        }
    }

    fn mark_comparisons(&self, parts: &mut Parts, seen: &Sound, reference: &Sound) {
        if let Some(target) = &self.onsets {
            let (wanted, given) = (rhythm::onsets(reference), rhythm::onsets(seen));
            let common = rhythm::common(&wanted, &given, self.onset_within);
            let f = if wanted.is_empty() && given.is_empty() { 1.0 } else { ratio(2 * common, wanted.len() + given.len()) };
            let words = format!("{common} common of {}: F {}", given.len(), shown((f * 1e4).round() / 1e4));
            let expected = format!("{} onsets, F at least {}", wanted.len(), shown(target.full));
            parts.add("onsets", target.rule, target.at_least(f), expected, words);
        }
        if let Some(target) = &self.pitch {
            let share = tone::agreement(&tone::track(reference), &tone::track(seen), self.pitch_within);
            target.mark_at_least(parts, "pitch", share);
        }
        if let Some(target) = &self.correlation {
            target.mark_at_least(parts, "correlation", wave::correlation(seen, reference, self.shift));
        }
    }
}

impl Mode for SoundMode {
    fn check(&self) -> Result<(), Problem> {
        for (name, tolerance) in self.tolerances() {
            tolerance.as_ref().map_or(Ok(()), |tolerance| tolerance.check(name))?;
        }
        for (name, target) in [("onsets", &self.onsets), ("pitch", &self.pitch), ("correlation", &self.correlation)] {
            target.as_ref().map_or(Ok(()), |target| target.check_at_least(name))?;
        }
        self.true_peak.as_ref().map_or(Ok(()), |target| target.check_at_most("true_peak"))?;
        let positive = [("onset_within", self.onset_within), ("pitch_within", self.pitch_within)];
        if let Some((name, value)) = positive.into_iter().find(|(_, value)| !value.is_finite() || *value <= 0.0) {
            return Err(Problem::new(format!("`{name}` is above 0, not {value}")));
        }
        if !(0.0..=10.0).contains(&self.shift) {
            return Err(Problem::new(format!("`shift` is from 0 to 10 seconds, not {}", self.shift)));
        }
        if !(-200.0..0.0).contains(&self.silence_below) {
            return Err(Problem::new(format!("`silence_below` is a level below 0 dB, not {}", self.silence_below)));
        }
        if self.needs_reference() && self.reference.is_none() {
            return Err(Problem::new("what it compares needs a `reference`"));
        }
        let nothing = !self.compares()
            && self.format.is_none()
            && self.true_peak.is_none()
            && self.tolerances().iter().all(|(_, tolerance)| tolerance.is_none());
        if nothing { Err(Problem::new("it compares nothing: give `duration` or another measure")) } else { Ok(()) }
    }

    fn references(&self) -> Vec<&str> {
        self.reference.iter().map(String::as_str).collect()
    }

    fn artifacts(&self) -> Vec<&str> {
        vec![&self.file]
    }

    fn compare(&self, input: &Input<'_>) -> Result<Parts, Stop> {
        let reference = match &self.reference {
            Some(path) => Some(input.reference(path, decode::decode)?),
            None => None,
        };
        let seen = input.artifact(&self.file, "a recording (WAV or FLAC)", decode::decode)?;
        let mut parts = Parts::default();
        if let Some(wanted) = self.format {
            parts.check("format", Rule::ONE, seen.format == wanted, wanted.name(), seen.format.name());
        }
        self.mark_measures(&mut parts, &seen, reference.as_ref());
        if let Some(reference) = &reference {
            self.mark_comparisons(&mut parts, &seen, reference);
        }
        Ok(parts)
    }
}

#[cfg(test)]
mod tests;
