//! Parts of pictures: pixels of one kind, and rectangles.

use super::colour::{Rgb, ToLab, difference};
use super::decode::Picture;
use super::measures;
use crate::comparison::Problem;
use crate::marks::Parts;
use crate::number::{ratio, shown};
use crate::settings::{Rule, Target, check_weight, one};

/// Which pixels are meant.
#[derive(Debug, Clone, Copy)]
enum Of {
    Alpha,
    Dark,
    Light,
    Colour(Rgb),
}

impl<'de> serde::Deserialize<'de> for Of {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Ok(match text.as_str() {
            "alpha" => Self::Alpha,
            "dark" => Self::Dark,
            "light" => Self::Light,
            other => Self::Colour(Rgb::read(other).ok_or_else(|| {
                serde::de::Error::custom(format!("`{other}` is neither alpha, dark, light nor a colour such as #ff8800"))
            })?),
        })
    }
}

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Mask {
    of: Of,
    #[serde(default = "ten")]
    within: f64,
    full: f64,
    zero: Option<f64>,
    #[serde(default = "one")]
    weight: f64,
    #[serde(default)]
    gate: bool,
}

fn ten() -> f64 {
    10.0
}

impl Mask {
    fn target(&self) -> Target {
        Target::new(self.full, self.zero, Rule { weight: self.weight, gate: self.gate })
    }

    pub(super) fn check(&self) -> Result<(), Problem> {
        self.target().check_at_least("mask")?;
        if self.within.is_finite() && self.within > 0.0 { Ok(()) } else { Err(Problem::new("`mask`: `within` is above 0")) }
    }

    fn pixels(&self, picture: &Picture) -> Vec<bool> {
        let bright = |[r, g, b]: [u8; 3]| 299 * u32::from(r) + 587 * u32::from(g) + 114 * u32::from(b) >= 127_500;
        match self.of {
            Of::Alpha if picture.alpha.is_empty() => vec![true; picture.pixels.len()],
            Of::Alpha => picture.alpha.iter().map(|alpha| *alpha >= 128).collect(),
            Of::Dark => picture.pixels.iter().map(|pixel| !bright(*pixel)).collect(),
            Of::Light => picture.pixels.iter().map(|pixel| bright(*pixel)).collect(),
            Of::Colour(colour) => {
                let to_lab = ToLab::new();
                let wanted = to_lab.of(colour.0);
                // Pictures have large areas of one colour: what was just asked is not asked again.
                let mut last = None;
                let mut near = |pixel: [u8; 3]| match last {
                    Some((known, answer)) if known == pixel => answer,
                    _ => {
                        let answer = difference(wanted, to_lab.of(pixel)) <= self.within;
                        last = Some((pixel, answer));
                        answer
                    }
                };
                picture.pixels.iter().map(|pixel| near(*pixel)).collect()
            }
        }
    }

    pub(super) fn count(&self, picture: &Picture) -> usize {
        self.pixels(picture).into_iter().filter(|inside| *inside).count()
    }

    pub(super) fn mark(&self, parts: &mut Parts, seen: &Picture, reference: &Picture) {
        let (a, b) = (self.pixels(seen), self.pixels(reference));
        let common = a.iter().zip(&b).filter(|(a, b)| **a && **b).count();
        let either = a.iter().zip(&b).filter(|(a, b)| **a || **b).count();
        self.target().mark_at_least(parts, "mask", if either == 0 { 0.0 } else { ratio(common, either) });
    }
}

/// A check in a rectangle.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Region {
    name: String,
    area: [f64; 4],
    colour: Option<Rgb>,
    #[serde(default = "five")]
    within: f64,
    ssim: Option<Target>,
    #[serde(default = "one")]
    weight: f64,
    #[serde(default)]
    gate: bool,
}

fn five() -> f64 {
    5.0
}

impl Region {
    pub(super) fn needs_reference(&self) -> bool {
        self.ssim.is_some()
    }

    pub(super) fn check(&self) -> Result<(), Problem> {
        let name = &self.name;
        check_weight(name, self.weight)?;
        self.ssim.as_ref().map_or(Ok(()), |target| target.check_at_least(name))?;
        if self.colour.is_some() == self.ssim.is_some() {
            return Err(Problem::new(format!("region `{name}` needs either a `colour` or `ssim`")));
        }
        if self.area.iter().any(|length| !length.is_finite() || *length < 0.0) || self.area[2] * self.area[3] <= 0.0 {
            return Err(Problem::new(format!("region `{name}`: `area` is [x, y, width, height]")));
        }
        Ok(())
    }

    /// The rectangle in a picture, or `None` where it lies outside.
    fn cut(&self, picture: &Picture) -> Option<Picture> {
        let pixels = |length: f64, side: usize| {
            if length <= 1.0 { (length * side as f64).round() as usize } else { length.round() as usize }
        };
        let [x, y, width, height] = self.area;
        let (x, y) = (pixels(x, picture.width), pixels(y, picture.height));
        let (width, height) = (pixels(width, picture.width).max(1), pixels(height, picture.height).max(1));
        if x.saturating_add(width) > picture.width || y.saturating_add(height) > picture.height {
            return None;
        }
        let pixels = (y..y + height).flat_map(|row| picture.pixels[row * picture.width + x..][..width].to_vec()).collect();
        Some(Picture { width, height, pixels, alpha: Vec::new() })
    }

    pub(super) fn mark(&self, parts: &mut Parts, seen: &Picture, reference: Option<&Picture>) {
        let rule = Rule { weight: self.weight, gate: self.gate };
        let Some(piece) = self.cut(seen) else {
            let size = format!("a picture of {} by {} pixels", seen.width, seen.height);
            parts.add(&self.name, rule, 0.0, format!("an area at {:?}", self.area), size);
            return;
        };
        if let Some(colour) = self.colour {
            let mean = mean_of(&piece);
            let to_lab = ToLab::new();
            let away = difference(to_lab.of(colour.0), to_lab.of(mean));
            let expected = format!("{} within {}", Rgb::written(colour.0), shown(self.within));
            let words = format!("{}, {} away", Rgb::written(mean), shown((away * 100.0).round() / 100.0));
            parts.check(&self.name, rule, away <= self.within, expected, words);
        } else if let (Some(target), Some(wanted)) = (&self.ssim, reference.and_then(|reference| self.cut(reference))) {
            let ssim = measures::ssim(&piece, &wanted);
            parts.add(&self.name, rule, target.at_least(ssim), format!("SSIM of at least {}", shown(target.full)), shown(ssim));
        }
    }
}

fn mean_of(picture: &Picture) -> [u8; 3] {
    let count = u64::try_from(picture.pixels.len()).unwrap_or(u64::MAX).max(1);
    let mut sums = [0_u64; 3];
    for pixel in &picture.pixels {
        (0..3).for_each(|i| sums[i] += u64::from(pixel[i]));
    }
    sums.map(|sum| u8::try_from((sum + count / 2) / count).unwrap_or(u8::MAX))
}
