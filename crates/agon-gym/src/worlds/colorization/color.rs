//! Hue and saturation as a place on the color wheel, in whole numbers.

use crate::{Color, draw::cos_sin};
use serde::{Deserialize, Serialize};

/// A place on the wheel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tint {
    /// Degrees from red, over yellow at 60 and green at 120; 0 to 359.
    pub(super) hue_deg: i64,
    /// 0 at the wheel's centre, which is grey, to 255 at its rim.
    pub(super) saturation: i64,
}

/// How far two colors are apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Distance {
    /// On the wheel, in percent of its radius.
    #[default]
    Wheel,
    /// As published: degrees of hue count twice beside steps of saturation, whatever the saturation is.
    Published,
}

/// What a unit of the published accuracy radius is: the published circle has a radius of 20 pixels, and three tenths of the
/// largest distance over hue, saturation and value are allowed for it.
pub(super) const PUBLISHED_UNIT: f64 = 7.643_379_488_158_364;

impl Distance {
    pub(super) fn between(self, a: Tint, b: Tint) -> f64 {
        match self {
            Self::Wheel => a.distance(b),
            Self::Published => {
                let (hue, saturation) = (2.0 * a.turn_to(b) as f64, (a.saturation - b.saturation) as f64);
                (hue * hue + saturation * saturation).sqrt() / PUBLISHED_UNIT
            }
        }
    }
}

/// The saturation at the wheel's rim.
pub(super) const RIM: i64 = 255;

impl Tint {
    /// The hue and saturation of a color; its value, the brightest channel, is left out.
    pub(super) fn of(color: Color) -> Self {
        let [red, green, blue] = color.map(i64::from);
        let (most, least) = (red.max(green).max(blue), red.min(green).min(blue));
        let range = most - least;
        if range == 0 {
            return Self { hue_deg: 0, saturation: 0 };
        }
        let (start_deg, rise) = match most {
            _ if most == red => (0, green - blue),
            _ if most == green => (120, blue - red),
            _ => (240, red - green),
        };
        // Half the divisor rounds to the nearest degree; Euclid's division rounds negative numbers alike.
        let hue_deg = start_deg + (60 * rise + range / 2).div_euclid(range);
        Self { hue_deg: hue_deg.rem_euclid(360), saturation: (RIM * range + most / 2) / most }
    }

    /// By how much each channel of a white pixel is dimmed, in parts of 65,536. Grey pixels of any brightness scale with
    /// it, so tinting is one multiplication a channel.
    pub(super) fn factors(self) -> [u32; 3] {
        [5, 3, 1].map(|sixth: i64| {
            let along = (sixth * 60 + self.hue_deg).rem_euclid(360);
            let dim = along.min(240 - along).clamp(0, 60);
            ((RIM * 60 - self.saturation * dim) * 65_536 / (RIM * 60)) as u32
        })
    }

    /// The color of this tint whose brightest channel is `value`.
    pub(super) fn color(self, value: u8) -> Color {
        self.factors().map(|factor| scale(value, factor))
    }

    /// Right and down from the wheel's centre, whose rim is at 255: hues run clockwise.
    pub(super) fn place(self) -> (f64, f64) {
        let (cos, sin) = cos_sin(self.hue_deg as f64);
        (cos * self.saturation as f64, sin * self.saturation as f64)
    }

    /// How far apart two places on the wheel are, in percent of its radius.
    pub(super) fn distance(self, other: Self) -> f64 {
        let ((x, y), (other_x, other_y)) = (self.place(), other.place());
        let (dx, dy) = (other_x - x, other_y - y);
        (dx * dx + dy * dy).sqrt() * 100.0 / RIM as f64
    }

    /// The shorter turn to another hue: more than -180 and at most 180 degrees.
    pub(super) fn turn_to(self, other: Self) -> i64 {
        let turn = (other.hue_deg - self.hue_deg).rem_euclid(360);
        if turn > 180 { turn - 360 } else { turn }
    }

    pub(super) fn rotated(self, degrees: i64) -> Self {
        Self { hue_deg: (self.hue_deg + degrees).rem_euclid(360), ..self }
    }

    /// Saturation stops at the centre and at the rim.
    pub(super) fn saturated(self, delta: i64) -> Self {
        Self { saturation: (self.saturation + delta).clamp(0, RIM), ..self }
    }
}

pub(super) fn scale(value: u8, factor: u32) -> u8 {
    ((u32::from(value) * factor + 32_768) >> 16) as u8
}
