//! Levels and wave forms.

use super::decode::Sound;
use ebur128::{EbuR128, Mode};
use rustfft::FftPlanner;
use rustfft::num_complex::Complex;

/// What silence measures, instead of minus infinity.
const QUIETEST: f64 = -120.0;
/// Samples a second at which wave forms are compared.
const CORRELATED_RATE: f64 = 8_000.0;
pub(super) const LONGEST_SECONDS: f64 = 300.0;

/// The integrated loudness in LUFS.
pub(super) fn loudness(sound: &Sound) -> f64 {
    metered(sound, Mode::I).and_then(|meter| meter.loudness_global().ok()).filter(|lufs| lufs.is_finite()).unwrap_or(QUIETEST)
}

/// The highest true peak of all channels, in dBTP.
pub(super) fn true_peak(sound: &Sound) -> f64 {
    let Some(meter) = metered(sound, Mode::TRUE_PEAK) else { return f64::INFINITY };
    let peaks = (0..meter.channels()).filter_map(|channel| meter.true_peak(channel).ok());
    decibels(peaks.fold(0.0, f64::max))
}

fn metered(sound: &Sound, mode: Mode) -> Option<EbuR128> {
    let channels = u32::try_from(sound.channels).ok()?;
    let mut meter = EbuR128::new(channels, sound.rate, mode).ok()?;
    let whole = sound.samples.len() / sound.channels * sound.channels;
    meter.add_frames_f32(&sound.samples[..whole]).ok()?;
    Some(meter)
}

fn decibels(level: f64) -> f64 {
    if level > 0.0 { (20.0 * level.log10()).max(QUIETEST) } else { QUIETEST }
}

/// Seconds of silence at the beginning and at the end; all of it on both sides where there is nothing else.
pub(super) fn silence(sound: &Sound, below: f64) -> (f64, f64) {
    let loud = |sample: &f32| decibels(f64::from(sample.abs())) >= below;
    let seconds = |samples: usize| (samples / sound.channels) as f64 / f64::from(sound.rate);
    match (sound.samples.iter().position(loud), sound.samples.iter().rposition(loud)) {
        (Some(first), Some(last)) => (seconds(first), seconds(sound.samples.len() - 1 - last)),
        _ => (sound.seconds(), sound.seconds()),
    }
}

/// The normalised correlation of both wave forms, best over shifts up to `shift` seconds.
pub(super) fn correlation(one: &Sound, other: &Sound, shift: f64) -> f64 {
    let (a, b) = (resampled(one), resampled(other));
    let energy = |wave: &[f32]| wave.iter().map(|x| f64::from(*x) * f64::from(*x)).sum::<f64>();
    let scale = (energy(&a) * energy(&b)).sqrt();
    if scale <= 0.0 {
        return 0.0;
    }
    let size = (a.len() + b.len()).next_power_of_two();
    let mut planner = FftPlanner::<f32>::new();
    let forward = planner.plan_fft_forward(size);
    let transform = |wave: &[f32]| {
        let mut buffer: Vec<Complex<f32>> = wave.iter().map(|x| Complex::new(*x, 0.0)).collect();
        buffer.resize(size, Complex::default());
        forward.process(&mut buffer);
        buffer
    };
    let mut product = transform(&a);
    for (x, y) in product.iter_mut().zip(transform(&b)) {
        *x *= y.conj();
    }
    planner.plan_fft_inverse(size).process(&mut product);
    let reach = ((shift * CORRELATED_RATE).round() as usize).min(size / 2 - 1);
    let best = (0..=reach).flat_map(|lag| [product[lag].re, product[(size - lag) % size].re]).fold(f32::MIN, f32::max);
    f64::from(best) / size as f64 / scale
}

/// The sound in one channel at the rate of comparison, in straight lines between samples.
fn resampled(sound: &Sound) -> Vec<f32> {
    let (mono, rate) = sound.mono(LONGEST_SECONDS);
    let step = rate / CORRELATED_RATE;
    let count = (mono.len() as f64 / step) as usize;
    (0..count)
        .map(|index| {
            let place = index as f64 * step;
            let (at, part) = (place as usize, place.fract() as f32);
            let next = mono.get(at + 1).copied().unwrap_or(0.0);
            mono.get(at).copied().unwrap_or(0.0) * (1.0 - part) + next * part
        })
        .collect()
}
