//! Recordings from files.

use crate::input::Unreadable;
use std::io::Cursor;

/// Samples of all channels together: twelve minutes in stereo at 48 kHz.
const MOST_SAMPLES: usize = 70_000_000;
const MOST_CHANNELS: usize = 16;
const RATES: std::ops::RangeInclusive<u32> = 1_000..=384_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum SoundFormat {
    Wav,
    Flac,
}

impl SoundFormat {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Wav => "WAV",
            Self::Flac => "FLAC",
        }
    }
}

pub(super) struct Sound {
    pub(super) format: SoundFormat,
    pub(super) rate: u32,
    pub(super) channels: usize,
    pub(super) bits: u32,
    /// The channels in turn, full level is 1.
    pub(super) samples: Vec<f32>,
}

impl Sound {
    pub(super) fn seconds(&self) -> f64 {
        (self.samples.len() / self.channels) as f64 / f64::from(self.rate)
    }

    /// All channels in one, at a rate that is enough to hear tones and rhythm: what is above it is averaged away.
    pub(super) fn mono(&self, most_seconds: f64) -> (Vec<f32>, f64) {
        let every = (self.rate / 16_000).max(1) as usize;
        let most = (most_seconds * f64::from(self.rate)) as usize;
        let frames = self.samples.chunks_exact(self.channels).take(most);
        let mixed: Vec<f32> = frames.map(|frame| frame.iter().sum::<f32>() / many(self.channels)).collect();
        let mono = mixed.chunks_exact(every).map(|group| group.iter().sum::<f32>() / many(every)).collect();
        (mono, f64::from(self.rate) / every as f64)
    }

    fn checked(self) -> Result<Self, Unreadable> {
        if self.channels == 0 || self.channels > MOST_CHANNELS || !RATES.contains(&self.rate) {
            return Err(Unreadable::new(format!("has {} channels at {} Hz", self.channels, self.rate)));
        }
        if self.samples.len() < self.channels {
            return Err(Unreadable::new("has no sound in it"));
        }
        if self.samples.iter().any(|sample| !sample.is_finite() || sample.abs() > 1e3) {
            return Err(Unreadable::new("has samples that are no levels"));
        }
        Ok(self)
    }
}

fn many(count: usize) -> f32 {
    count as f32
}

pub(super) fn decode(bytes: &[u8]) -> Result<Sound, Unreadable> {
    match bytes {
        [b'R', b'I', b'F', b'F', ..] => decode_wav(bytes)?.checked(),
        [b'f', b'L', b'a', b'C', ..] => decode_flac(bytes)?.checked(),
        _ => Err(Unreadable::new("is no WAV or FLAC recording")),
    }
}

fn too_long() -> Unreadable {
    Unreadable::new(format!("has more than {MOST_SAMPLES} samples"))
}

fn decode_wav(bytes: &[u8]) -> Result<Sound, Unreadable> {
    let broken = |error: hound::Error| Unreadable::from_error("cannot be decoded", &error);
    let mut reader = hound::WavReader::new(Cursor::new(bytes)).map_err(broken)?;
    let spec = reader.spec();
    // What the header claims is not what is there: the samples are counted as they come.
    let mut samples = Vec::new();
    let mut push = |sample: f32| {
        samples.push(sample);
        if samples.len() > MOST_SAMPLES { Err(too_long()) } else { Ok(()) }
    };
    match spec.sample_format {
        hound::SampleFormat::Float => {
            for sample in reader.samples::<f32>() {
                push(sample.map_err(broken)?)?;
            }
        }
        hound::SampleFormat::Int => {
            let full = full_level(u32::from(spec.bits_per_sample))?;
            for sample in reader.samples::<i32>() {
                push(level(sample.map_err(broken)?, full))?;
            }
        }
    }
    let bits = u32::from(spec.bits_per_sample);
    Ok(Sound { format: SoundFormat::Wav, rate: spec.sample_rate, channels: usize::from(spec.channels), bits, samples })
}

fn decode_flac(bytes: &[u8]) -> Result<Sound, Unreadable> {
    let broken = |error: claxon::Error| Unreadable::from_error("cannot be decoded", &error);
    let options = claxon::FlacReaderOptions { metadata_only: false, read_vorbis_comment: false };
    let mut reader = claxon::FlacReader::new_ext(Cursor::new(bytes), options).map_err(broken)?;
    let info = reader.streaminfo();
    let channels = info.channels as usize;
    let full = full_level(info.bits_per_sample)?;
    let mut samples = Vec::new();
    let mut blocks = reader.blocks();
    let mut buffer = Vec::new();
    while let Some(block) = blocks.read_next_or_eof(buffer).map_err(broken)? {
        if block.channels() as usize != channels {
            return Err(Unreadable::new("changes its number of channels"));
        }
        if samples.len() + block.len() as usize > MOST_SAMPLES {
            return Err(too_long());
        }
        for at in 0..block.duration() {
            samples.extend((0..block.channels()).map(|channel| level(block.sample(channel, at), full)));
        }
        buffer = block.into_buffer();
    }
    Ok(Sound { format: SoundFormat::Flac, rate: info.sample_rate, channels, bits: info.bits_per_sample, samples })
}

fn full_level(bits: u32) -> Result<f64, Unreadable> {
    if (4..=32).contains(&bits) {
        Ok(f64::from(1_u32 << (bits - 1)))
    } else {
        Err(Unreadable::new(format!("has samples of {bits} bits")))
    }
}

fn level(sample: i32, full: f64) -> f32 {
    (f64::from(sample) / full) as f32
}
