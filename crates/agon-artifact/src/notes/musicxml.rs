//! Notes of MusicXML files.

use super::score::{Key, MOST_NOTES, Note, Score, Signature};
use crate::input::Unreadable;
use crate::sheet::Archive;
use crate::{written, xml};
use roxmltree::Node;
use std::collections::BTreeMap;

/// The score of a compressed file: its container says where it is.
pub(super) fn unpack(archive: &mut Archive<'_>) -> Result<Vec<u8>, Unreadable> {
    let container = written::decode(&archive.entry("META-INF/container.xml")?)?;
    let document = xml::parse(&container)?;
    let path = document
        .descendants()
        .find(|node| node.tag_name().name() == "rootfile")
        .and_then(|node| node.attribute("full-path"))
        .ok_or_else(|| Unreadable::new("has a container without a score"))?;
    archive.entry(path)
}

pub(super) fn read(text: &str) -> Result<Score, Unreadable> {
    let document = xml::parse(text)?;
    let root = document.root_element();
    if root.tag_name().name() != "score-partwise" {
        return Err(Unreadable::new("is neither MIDI nor MusicXML by parts"));
    }
    let mut score = Score { tempo: 0.0, ..Score::default() };
    for (part, node) in children(root, "part").enumerate() {
        Reader { part, divisions: 1.0, transpose: 0, cursor: 0.0, tied: BTreeMap::new() }.read(node, &mut score)?;
        score.parts += 1;
    }
    if score.tempo <= 0.0 {
        score.tempo = 120.0;
    }
    Ok(score.sorted())
}

/// Reads one part from left to right.
struct Reader {
    part: usize,
    /// Parts of a quarter note in which lengths are counted.
    divisions: f64,
    /// Semitones from the written to the sounding pitch.
    transpose: i16,
    cursor: f64,
    /// Notes that a tie goes on from, by pitch and voice.
    tied: BTreeMap<(i16, String), usize>,
}

impl Reader {
    fn read(&mut self, part: Node<'_, '_>, score: &mut Score) -> Result<(), Unreadable> {
        for measure in children(part, "measure") {
            let mut furthest = self.cursor;
            let mut last_onset = self.cursor;
            for node in measure.children().filter(Node::is_element) {
                match node.tag_name().name() {
                    "attributes" => self.attributes(node, score),
                    "note" => self.note(node, score, &mut last_onset)?,
                    "backup" => self.cursor = (self.cursor - self.length(node)).max(0.0),
                    "forward" => self.cursor += self.length(node),
                    "direction" | "sound" => tempo(node, score),
                    _ => {}
                }
                furthest = furthest.max(self.cursor);
                if !furthest.is_finite() || furthest > 1e9 {
                    return Err(Unreadable::new("has lengths that no music has"));
                }
            }
            self.cursor = furthest;
        }
        Ok(())
    }

    fn attributes(&mut self, node: Node<'_, '_>, score: &mut Score) {
        if let Some(divisions) = number(node, "divisions").filter(|divisions| *divisions > 0.0) {
            self.divisions = divisions;
        }
        if let Some(transpose) = children(node, "transpose").next() {
            let semitones =
                number(transpose, "chromatic").unwrap_or(0.0) + 12.0 * number(transpose, "octave-change").unwrap_or(0.0);
            self.transpose = small(semitones);
        }
        // Every part repeats the signatures of the first.
        if self.part > 0 {
            return;
        }
        if let Some(time) = children(node, "time").next() {
            let whole = |name| child_text(time, name).and_then(|text| text.trim().parse().ok());
            if let (Some(beats), Some(unit)) = (whole("beats"), whole("beat-type")) {
                score.times.push((self.cursor, Signature { beats, unit }));
            }
        }
        if let Some(key) = children(node, "key").next()
            && let Some(fifths) = number(key, "fifths")
        {
            let minor = child_text(key, "mode").is_some_and(|mode| mode.trim() == "minor");
            score.keys.push((self.cursor, Key { fifths: i32::from(small(fifths)), minor }));
        }
    }

    fn note(&mut self, node: Node<'_, '_>, score: &mut Score, last_onset: &mut f64) -> Result<(), Unreadable> {
        let has = |name: &'static str| children(node, name).next().is_some();
        if has("grace") || has("cue") {
            return Ok(());
        }
        let length = self.length(node);
        let onset = if has("chord") { *last_onset } else { self.cursor };
        if !has("chord") {
            *last_onset = self.cursor;
            self.cursor += length;
        }
        let Some(pitch) = children(node, "pitch").next().and_then(pitch_of) else { return Ok(()) };
        let pitch = pitch + self.transpose;
        let tie = |kind: &str| children(node, "tie").any(|tie| tie.attribute("type") == Some(kind));
        let key = (pitch, child_text(node, "voice").unwrap_or_default().trim().to_owned());
        let begun = if tie("stop") { self.tied.remove(&key) } else { None };
        let index = match begun.and_then(|index| score.notes.get_mut(index).map(|note| (index, note))) {
            Some((index, note)) => {
                note.length = onset + length - note.onset;
                index
            }
            None => {
                if score.notes.len() >= MOST_NOTES {
                    return Err(Unreadable::new(format!("has more than {MOST_NOTES} notes")));
                }
                score.notes.push(Note { onset, length, pitch, part: self.part });
                score.notes.len() - 1
            }
        };
        if tie("start") {
            self.tied.insert(key, index);
        }
        Ok(())
    }

    fn length(&self, node: Node<'_, '_>) -> f64 {
        number(node, "duration").filter(|duration| *duration >= 0.0).unwrap_or(0.0) / self.divisions
    }
}

/// The first tempo that is given, as a sound or as a metronome mark.
fn tempo(node: Node<'_, '_>, score: &mut Score) {
    if score.tempo > 0.0 {
        return;
    }
    let sound = node.descendants().find_map(|node| node.attribute("tempo")).and_then(|text| text.parse::<f64>().ok());
    let mark = || {
        let mark = node.descendants().find(|node| node.tag_name().name() == "metronome")?;
        let unit = match child_text(mark, "beat-unit")?.trim() {
            "whole" => 4.0,
            "half" => 2.0,
            "quarter" => 1.0,
            "eighth" => 0.5,
            _ => return None,
        };
        let dots = if children(mark, "beat-unit-dot").next().is_some() { 1.5 } else { 1.0 };
        Some(number(mark, "per-minute")? * unit * dots)
    };
    if let Some(tempo) = sound.or_else(mark).filter(|tempo| (1.0..=10_000.0).contains(tempo)) {
        score.tempo = tempo;
    }
}

fn pitch_of(node: Node<'_, '_>) -> Option<i16> {
    let step = match child_text(node, "step")?.trim() {
        "C" => 0,
        "D" => 2,
        "E" => 4,
        "F" => 5,
        "G" => 7,
        "A" => 9,
        "B" => 11,
        _ => return None,
    };
    Some(12 * (small(number(node, "octave")?) + 1) + step + small(number(node, "alter").unwrap_or(0.0)))
}

/// A small whole number: octaves, alterations, fifths.
fn small(value: f64) -> i16 {
    value.round().clamp(-100.0, 100.0) as i16
}

fn children<'a, 'i: 'a>(node: Node<'a, 'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.tag_name().name() == name)
}

fn child_text<'a>(node: Node<'a, '_>, name: &'static str) -> Option<&'a str> {
    node.children().find(|child| child.tag_name().name() == name)?.text()
}

fn number(node: Node<'_, '_>, name: &'static str) -> Option<f64> {
    child_text(node, name)?.trim().parse().ok().filter(|value: &f64| value.is_finite())
}
