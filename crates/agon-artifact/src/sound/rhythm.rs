//! Where sounds begin: peaks of the spectral flux.

use super::decode::Sound;
use crate::number::ratio;
use rustfft::FftPlanner;
use rustfft::num_complex::Complex;

const WINDOW: usize = 1024;
/// Seconds between two looks.
const HOP: f64 = 0.01;
const LONGEST_SECONDS: f64 = 720.0;
/// Looks on either side among which an onset is the strongest, and over which the mean is taken.
const NEIGHBOURS: usize = 3;
const AROUND: usize = 15;

/// The times of onsets in seconds.
pub(super) fn onsets(sound: &Sound) -> Vec<f64> {
    let (mono, rate) = sound.mono(LONGEST_SECONDS);
    let hop = ((rate * HOP).round() as usize).max(1);
    let flux = flux(&mono, hop);
    let loudest = flux.iter().copied().fold(0.0, f32::max);
    let mut times: Vec<f64> = Vec::new();
    for at in 0..flux.len() {
        let near = &flux[at.saturating_sub(NEIGHBOURS)..(at + NEIGHBOURS + 1).min(flux.len())];
        let around = &flux[at.saturating_sub(AROUND)..(at + AROUND + 1).min(flux.len())];
        let mean = around.iter().sum::<f32>() / around.len() as f32;
        let strongest = near.iter().all(|other| *other <= flux[at]);
        if strongest && flux[at] > 1.5 * mean + 0.05 * loudest && flux[at] > 0.0 {
            let time = (at * hop) as f64 / rate;
            if times.last().is_none_or(|last| time - last > 0.03) {
                times.push(time);
            }
        }
    }
    times
}

/// How much the spectrum grows from each look to the next.
fn flux(mono: &[f32], hop: usize) -> Vec<f32> {
    let fft = FftPlanner::<f32>::new().plan_fft_forward(WINDOW);
    let window: Vec<f32> = (0..WINDOW).map(|i| (0.5 - 0.5 * (std::f64::consts::TAU * ratio(i, WINDOW)).cos()) as f32).collect();
    let mut before = vec![0.0_f32; WINDOW / 2];
    let mut buffer = vec![Complex::default(); WINDOW];
    let mut flux = Vec::with_capacity(mono.len() / hop + 1);
    // Half a window of silence goes before, so that a sound at the very beginning begins.
    for centre in (0..mono.len()).step_by(hop) {
        for (i, slot) in buffer.iter_mut().enumerate() {
            let sample = (centre + i).checked_sub(WINDOW / 2).and_then(|at| mono.get(at)).copied().unwrap_or(0.0);
            *slot = Complex::new(sample * window[i], 0.0);
        }
        fft.process(&mut buffer);
        let mut sum = 0.0;
        for (bin, old) in buffer.iter().zip(&mut before) {
            let level = (1.0 + 100.0 * bin.norm()).ln();
            sum += (level - *old).max(0.0);
            *old = level;
        }
        flux.push(sum);
    }
    flux
}

/// How many times of two ascending lists are the same within `within`: each at most once.
pub(super) fn common(one: &[f64], other: &[f64], within: f64) -> usize {
    let (mut i, mut j, mut count) = (0, 0, 0);
    while i < one.len() && j < other.len() {
        if (one[i] - other[j]).abs() <= within {
            count += 1;
            i += 1;
            j += 1;
        } else if one[i] < other[j] {
            i += 1;
        } else {
            j += 1;
        }
    }
    count
}
