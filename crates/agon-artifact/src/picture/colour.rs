//! Colours, and how different people see them.

use serde::de::{Deserialize, Deserializer, Error};

/// A colour as task files write it: `#rrggbb`. White unless said otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rgb(pub(super) [u8; 3]);

impl Default for Rgb {
    fn default() -> Self {
        Self([255; 3])
    }
}

impl Rgb {
    pub(super) fn read(text: &str) -> Option<Self> {
        let digits =
            text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
        let value = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
        Some(Self([value[1], value[2], value[3]]))
    }

    pub(super) fn written([r, g, b]: [u8; 3]) -> String {
        format!("#{r:02x}{g:02x}{b:02x}")
    }
}

impl<'de> Deserialize<'de> for Rgb {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::read(&text).ok_or_else(|| D::Error::custom(format!("`{text}` is not a colour such as #ff8800")))
    }
}

/// A colour in CIE L*a*b* (D65).
pub(super) type Lab = [f64; 3];

/// sRGB to Lab, with the curve of each level looked up.
pub(super) struct ToLab([f64; 256]);

impl ToLab {
    pub(super) fn new() -> Self {
        Self(std::array::from_fn(|level| {
            let c = crate::number::ratio(level, 255);
            if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        }))
    }

    pub(super) fn of(&self, rgb: [u8; 3]) -> Lab {
        let [r, g, b] = rgb.map(|level| self.0[usize::from(level)]);
        let curve = |t: f64| if t > 0.008_856_451_679 { t.cbrt() } else { t * 7.787_037_037 + 4.0 / 29.0 };
        let x = curve((0.412_456_4 * r + 0.357_576_1 * g + 0.180_437_5 * b) / 0.950_47);
        let y = curve(0.212_672_9 * r + 0.715_152_2 * g + 0.072_175 * b);
        let z = curve((0.019_333_9 * r + 0.119_192 * g + 0.950_304_1 * b) / 1.088_83);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }
}

/// CIEDE2000 (Sharma, Wu and Dalal, 2005).
pub(super) fn difference([l1, a1, b1]: Lab, [l2, a2, b2]: Lab) -> f64 {
    const POW_25_7: f64 = 6_103_515_625.0;
    let mean_c = f64::midpoint(a1.hypot(b1), a2.hypot(b2));
    let g = 0.5 * (1.0 - (mean_c.powi(7) / (mean_c.powi(7) + POW_25_7)).sqrt());
    let (a1, a2) = (a1 * (1.0 + g), a2 * (1.0 + g));
    let (c1, c2) = (a1.hypot(b1), a2.hypot(b2));
    let hue = |a: f64, b: f64| if a == 0.0 && b == 0.0 { 0.0 } else { b.atan2(a).to_degrees().rem_euclid(360.0) };
    let (h1, h2) = (hue(a1, b1), hue(a2, b2));
    let grey = c1 * c2 == 0.0;
    let turn = match h2 - h1 {
        _ if grey => 0.0,
        turn if turn > 180.0 => turn - 360.0,
        turn if turn < -180.0 => turn + 360.0,
        turn => turn,
    };
    let mean_h = match h1 + h2 {
        sum if grey => sum,
        sum if (h1 - h2).abs() <= 180.0 => sum / 2.0,
        sum if sum < 360.0 => f64::midpoint(sum, 360.0),
        sum => (sum - 360.0) / 2.0,
    };
    let (dl, dc) = (l2 - l1, c2 - c1);
    let dh = 2.0 * (c1 * c2).sqrt() * (turn / 2.0).to_radians().sin();
    let (mean_l, mean_c) = (f64::midpoint(l1, l2), f64::midpoint(c1, c2));
    let cos = |degrees: f64| degrees.to_radians().cos();
    let t = 1.0 - 0.17 * cos(mean_h - 30.0) + 0.24 * cos(2.0 * mean_h) + 0.32 * cos(3.0 * mean_h + 6.0)
        - 0.20 * cos(4.0 * mean_h - 63.0);
    let sl = 1.0 + 0.015 * (mean_l - 50.0).powi(2) / (20.0 + (mean_l - 50.0).powi(2)).sqrt();
    let (sc, sh) = (1.0 + 0.045 * mean_c, 1.0 + 0.015 * mean_c * t);
    let rotation = 30.0 * (-((mean_h - 275.0) / 25.0).powi(2)).exp();
    let rt = -2.0 * (mean_c.powi(7) / (mean_c.powi(7) + POW_25_7)).sqrt() * (2.0 * rotation).to_radians().sin();
    let (l, c, h) = (dl / sl, dc / sc, dh / sh);
    (l * l + c * c + h * h + rt * c * h).max(0.0).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_of_the_published_table() {
        // Sharma, Wu and Dalal, table 1, rows 1, 7, 16, 20, 25 and 34.
        for (one, other, expected) in [
            ([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485], 2.0425),
            ([50.0, 0.0, 0.0], [50.0, -1.0, 2.0], 2.3669),
            ([50.0, 2.5, 0.0], [50.0, 0.0, -2.5], 4.3065),
            ([50.0, 2.5, 0.0], [58.0, 24.0, 15.0], 19.4535),
            ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
            ([2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082),
        ] {
            assert!((difference(one, other) - expected).abs() < 1e-4, "{one:?} {other:?}: {}", difference(one, other));
        }
    }

    #[test]
    fn white_black_and_names() {
        let to_lab = ToLab::new();
        let [l, a, b] = to_lab.of([255; 3]);
        assert!((l - 100.0).abs() < 0.01 && a.abs() < 0.02 && b.abs() < 0.02, "{l} {a} {b}");
        assert_eq!(Rgb::read("#ff8800"), Some(Rgb([255, 136, 0])));
        assert_eq!(Rgb::read("#+f8800"), None);
        assert_eq!(Rgb::written([1, 2, 255]), "#0102ff");
    }
}
