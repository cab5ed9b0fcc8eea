//! Music as comparisons see it.

use std::collections::BTreeMap;

/// Most notes of one file.
pub(super) const MOST_NOTES: usize = 500_000;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Note {
    /// In quarter notes from the beginning.
    pub(super) onset: f64,
    pub(super) length: f64,
    /// As MIDI counts: 60 is the middle C.
    pub(super) pitch: i16,
    pub(super) part: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Signature {
    pub(super) beats: u32,
    pub(super) unit: u32,
}

impl Signature {
    pub(super) fn written(&self) -> String {
        format!("{}/{}", self.beats, self.unit)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    /// Sharps, or flats below 0.
    pub(super) fifths: i32,
    pub(super) minor: bool,
}

const NAMES: [&str; 21] =
    ["Fb", "Cb", "Gb", "Db", "Ab", "Eb", "Bb", "F", "C", "G", "D", "A", "E", "B", "F#", "C#", "G#", "D#", "A#", "E#", "B#"];
/// Where C stands among them.
const C: i32 = 8;

impl Key {
    pub(super) fn written(&self) -> String {
        let place = C + self.fifths + if self.minor { 3 } else { 0 };
        let name = usize::try_from(place).ok().and_then(|place| NAMES.get(place)).unwrap_or(&"?");
        format!("{name} {}", if self.minor { "minor" } else { "major" })
    }

    pub(super) fn read(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        let (name, mode) = (words.next()?, words.next()?);
        let name = name.replace('♯', "#").replace('♭', "b");
        let place = NAMES.iter().position(|known| known.eq_ignore_ascii_case(&name))?;
        let minor = match mode.to_ascii_lowercase().as_str() {
            "major" => false,
            "minor" => true,
            _ => return None,
        };
        let fifths = i32::try_from(place).ok()? - C - if minor { 3 } else { 0 };
        (words.next().is_none() && (-7..=7).contains(&fifths)).then_some(Self { fifths, minor })
    }
}

#[derive(Debug, Default)]
pub(super) struct Score {
    pub(super) notes: Vec<Note>,
    pub(super) parts: usize,
    /// The first tempo, in quarter notes a minute.
    pub(super) tempo: f64,
    pub(super) times: Vec<(f64, Signature)>,
    pub(super) keys: Vec<(f64, Key)>,
}

impl Score {
    pub(super) fn length(&self) -> f64 {
        self.notes.iter().map(|note| note.onset + note.length).fold(0.0, f64::max)
    }

    pub(super) fn begin_at_zero(&mut self) {
        let first = self.notes.iter().map(|note| note.onset).fold(f64::INFINITY, f64::min);
        if first.is_finite() {
            self.notes.iter_mut().for_each(|note| note.onset -= first);
        }
    }

    /// Puts everything in the order of time. Signatures that only say what holds already are left out.
    pub(super) fn sorted(mut self) -> Self {
        self.notes.sort_by(|a, b| a.onset.total_cmp(&b.onset).then(a.pitch.cmp(&b.pitch)));
        self.times.sort_by(|a, b| a.0.total_cmp(&b.0));
        self.times.dedup_by(|later, earlier| later.1 == earlier.1);
        self.keys.sort_by(|a, b| a.0.total_cmp(&b.0));
        self.keys.dedup_by(|later, earlier| later.1 == earlier.1);
        self
    }
}

/// Signatures in words: one alone by itself, several with their places.
pub(super) fn listed<T>(all: &[(f64, T)], written: impl Fn(&T) -> String) -> String {
    match all {
        [] => "none".into(),
        [(_, one)] => written(one),
        many => many
            .iter()
            .take(50)
            .map(|(place, one)| format!("{} at {}", written(one), crate::number::shown((place * 1e3).round() / 1e3)))
            .collect::<Vec<_>>()
            .join(", "),
    }
}

/// How many notes are in both lists: each counts once.
pub(super) fn common(one: &[Note], other: &[Note], onset: f64, length: Option<f64>, by_part: bool) -> usize {
    let grouped = |notes: &[Note]| {
        let mut groups: BTreeMap<(i16, usize), Vec<Note>> = BTreeMap::new();
        for note in notes {
            groups.entry((note.pitch, if by_part { note.part } else { 0 })).or_default().push(*note);
        }
        groups
    };
    let (one, other) = (grouped(one), grouped(other));
    one.iter().filter_map(|(key, notes)| other.get(key).map(|others| common_of_pitch(notes, others, onset, length))).sum()
}

/// Both lists ascend in time. Notes at one time are few, so that a look ahead finds the one with the right length.
fn common_of_pitch(one: &[Note], other: &[Note], onset: f64, length: Option<f64>) -> usize {
    const AHEAD: usize = 8;
    const PLAY: f64 = 1e-9;
    let mut taken = vec![false; other.len()];
    let mut from = 0;
    let mut count = 0;
    for note in one {
        while from < other.len() && (taken[from] || other[from].onset < note.onset - onset - PLAY) {
            from += 1;
        }
        let fits = |candidate: &Note| {
            (candidate.onset - note.onset).abs() <= onset + PLAY
                && length.is_none_or(|within| (candidate.length - note.length).abs() <= within + PLAY)
        };
        let ahead = from..(from + AHEAD).min(other.len());
        if let Some(found) = ahead.into_iter().find(|index| !taken[*index] && fits(&other[*index])) {
            taken[found] = true;
            count += 1;
        }
    }
    count
}
