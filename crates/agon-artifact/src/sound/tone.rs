//! The tone at each moment (YIN, de Cheveigné and Kawahara 2002).

use super::decode::Sound;
use super::wave::LONGEST_SECONDS;
use crate::number::ratio;
use rustfft::num_complex::Complex;
use rustfft::{Fft, FftPlanner};
use std::sync::Arc;

/// Seconds between two looks, and the length of one.
const HOP: f64 = 0.02;
const LENGTH: f64 = 0.05;
const LOWEST_HERTZ: f64 = 50.0;
const HIGHEST_HERTZ: f64 = 2_000.0;
/// How far from a repetition a moment with a tone may be.
const APERIODIC: f64 = 0.15;
/// The mean square below which nothing is heard.
const QUIET: f64 = 1e-7;

/// The tone in Hz at each look, or `None` where there is no tone.
pub(super) fn track(sound: &Sound) -> Vec<Option<f64>> {
    let (mono, rate) = sound.mono(LONGEST_SECONDS);
    let samples = |seconds: f64| ((seconds * rate).round() as usize).max(2);
    let (hop, longest) = (samples(HOP), samples(1.0 / LOWEST_HERTZ));
    let window = samples(LENGTH);
    let shortest = samples(1.0 / HIGHEST_HERTZ);
    let size = (window + longest + 1).next_power_of_two() * 2;
    let mut planner = FftPlanner::<f32>::new();
    let yin =
        Yin { window, shortest, longest, forward: planner.plan_fft_forward(size), inverse: planner.plan_fft_inverse(size), size };
    let last = mono.len().saturating_sub(window + longest);
    (0..last).step_by(hop).map(|at| yin.period(&mono[at..at + window + longest]).map(|period| rate / period)).collect()
}

struct Yin {
    window: usize,
    shortest: usize,
    longest: usize,
    forward: Arc<dyn Fft<f32>>,
    inverse: Arc<dyn Fft<f32>>,
    size: usize,
}

impl Yin {
    /// The period in samples of a stretch of `window + longest` samples.
    fn period(&self, wave: &[f32]) -> Option<f64> {
        let squares: Vec<f64> = std::iter::once(0.0)
            .chain(wave.iter().scan(0.0, |sum, x| {
                *sum += f64::from(*x) * f64::from(*x);
                Some(*sum)
            }))
            .collect();
        if squares[self.window] / (self.window as f64) < QUIET {
            return None;
        }
        let products = self.products(wave);
        // The difference function, and its value against the mean of those before it.
        let mut sum = 0.0;
        let normalised: Vec<f64> = (0..=self.longest)
            .map(|lag| {
                let difference =
                    squares[self.window] + squares[lag + self.window] - squares[lag] - 2.0 * f64::from(products[lag].re);
                sum += difference.max(0.0);
                if lag == 0 || sum <= 0.0 { 1.0 } else { difference.max(0.0) * lag as f64 / sum }
            })
            .collect();
        let mut lag = (self.shortest..self.longest).find(|lag| normalised[*lag] < APERIODIC)?;
        while lag + 1 < self.longest && normalised[lag + 1] < normalised[lag] {
            lag += 1;
        }
        let (before, here, behind) = (normalised[lag - 1], normalised[lag], normalised[lag + 1]);
        let bend = before - 2.0 * here + behind;
        let between = if bend.abs() > 1e-12 { (before - behind) / (2.0 * bend) } else { 0.0 };
        Some(lag as f64 + between.clamp(-1.0, 1.0))
    }

    /// The products of the first `window` samples with the stretch, for each lag.
    fn products(&self, wave: &[f32]) -> Vec<Complex<f32>> {
        let transform = |wave: &[f32]| {
            let mut buffer: Vec<Complex<f32>> = wave.iter().map(|x| Complex::new(*x, 0.0)).collect();
            buffer.resize(self.size, Complex::default());
            self.forward.process(&mut buffer);
            buffer
        };
        let mut product = transform(wave);
        for (x, y) in product.iter_mut().zip(transform(&wave[..self.window])) {
            *x *= y.conj();
        }
        self.inverse.process(&mut product);
        product.iter_mut().for_each(|x| *x /= self.size as f32);
        product
    }
}

/// The share of looks with a tone in either recording in which both have the same one.
pub(super) fn agreement(one: &[Option<f64>], other: &[Option<f64>], cents: f64) -> f64 {
    let looks = one.len().max(other.len());
    let at = |track: &[Option<f64>], look: usize| track.get(look).copied().flatten();
    let (mut voiced, mut same) = (0, 0);
    for look in 0..looks {
        match (at(one, look), at(other, look)) {
            (None, None) => {}
            (Some(a), Some(b)) => {
                voiced += 1;
                same += usize::from((1200.0 * (a / b).log2()).abs() <= cents);
            }
            _ => voiced += 1,
        }
    }
    if voiced == 0 { 0.0 } else { ratio(same, voiced) }
}
