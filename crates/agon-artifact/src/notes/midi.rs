//! Notes of MIDI files.

use super::score::{Key, MOST_NOTES, Note, Score, Signature};
use crate::input::Unreadable;
use midly::{MetaMessage, MidiMessage, Smf, Timing, TrackEventKind};
use std::collections::{BTreeMap, VecDeque};

/// Notes of the channel for drums have no pitch.
const DRUMS: u8 = 9;

pub(super) fn read(bytes: &[u8]) -> Result<Score, Unreadable> {
    let file = Smf::parse(bytes).map_err(|error| Unreadable::from_error("is not a MIDI file", &error))?;
    let Timing::Metrical(ticks) = file.header.timing else {
        return Err(Unreadable::new("is a MIDI file in frames of film, not in notes"));
    };
    let ticks = f64::from(ticks.as_int().max(1));
    let mut score = Score { tempo: 120.0, ..Score::default() };
    let mut first_tempo = f64::INFINITY;
    let mut parts: BTreeMap<(usize, u8), usize> = BTreeMap::new();
    for (track, events) in file.tracks.iter().enumerate() {
        let mut now = 0_u64;
        let mut sounding: BTreeMap<(u8, u8), VecDeque<usize>> = BTreeMap::new();
        for event in events {
            now += u64::from(event.delta.as_int());
            let time = now as f64 / ticks;
            match event.kind {
                TrackEventKind::Midi { channel, message } if channel.as_int() != DRUMS => {
                    let channel = channel.as_int();
                    match message {
                        MidiMessage::NoteOn { key, vel } if vel.as_int() > 0 => {
                            if score.notes.len() >= MOST_NOTES {
                                return Err(Unreadable::new(format!("has more than {MOST_NOTES} notes")));
                            }
                            let known = parts.len();
                            let part = *parts.entry((track, channel)).or_insert(known);
                            sounding.entry((channel, key.as_int())).or_default().push_back(score.notes.len());
                            score.notes.push(Note { onset: time, length: 0.0, pitch: i16::from(key.as_int()), part });
                        }
                        MidiMessage::NoteOn { key, .. } | MidiMessage::NoteOff { key, .. } => {
                            let ended = sounding.get_mut(&(channel, key.as_int())).and_then(VecDeque::pop_front);
                            if let Some(note) = ended.and_then(|index| score.notes.get_mut(index)) {
                                note.length = time - note.onset;
                            }
                        }
                        _ => {}
                    }
                }
                TrackEventKind::Meta(message) => match message {
                    MetaMessage::Tempo(microseconds) if microseconds.as_int() > 0 && time < first_tempo => {
                        first_tempo = time;
                        score.tempo = 6e7 / f64::from(microseconds.as_int());
                    }
                    MetaMessage::TimeSignature(beats, power, _, _) if power < 8 => {
                        score.times.push((time, Signature { beats: u32::from(beats), unit: 1 << power }));
                    }
                    MetaMessage::KeySignature(fifths, minor) => {
                        score.keys.push((time, Key { fifths: i32::from(fifths), minor }));
                    }
                    _ => {}
                },
                _ => {}
            }
        }
    }
    score.parts = parts.len();
    Ok(score.sorted())
}
