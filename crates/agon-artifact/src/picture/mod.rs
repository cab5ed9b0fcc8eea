//! `picture`: what a picture looks like, by numbers.
//!
//! | setting | meaning |
//! |---|---|
//! | `file`, `reference` | paths below `output/` and `reference/`: PNG, JPEG, TIFF, BMP or WebP, told by their first bytes |
//! | `format` | the file must be `png`, `jpeg`, `tiff`, `bmp` or `webp` |
//! | `width`, `height` | tolerance in pixels, against the reference or a `value` |
//! | `resize` | `true`: a file of another size is brought to the reference's size first; else it scores 0 in all that needs both pictures |
//! | `background` | the colour under transparent pixels, `#ffffff` |
//! | `ssim` | structural similarity of brightness, at least |
//! | `hash` | bits of 64 in which the perceptual hashes differ, at most |
//! | `colour` | mean colour difference (CIEDE2000), at most |
//! | `edges` | common share of edges (Sobel, one pixel of play), at least |
//! | `mask` | `{ of, within, full, zero, weight, gate }`: common share (IoU) of the pixels that are `alpha` (opaque), `dark`, `light`, or a colour `#rrggbb` within that difference (default 10) |
//! | `regions` | list of checks in a rectangle: `{ name, area = [x, y, width, height], … }` with `colour = "#rrggbb"` (its mean colour) and `within` (default 5), or with `ssim`; lengths up to 1 are shares of the picture, larger ones pixels |
//!
//! `ssim`, `hash`, `colour` and `edges` are `{ full, zero, weight, gate }` or a number.

mod colour;
mod decode;
mod measures;
mod region;

use crate::comparison::{Mode, Problem};
use crate::files::NotRead;
use crate::input::{Input, Stop};
use crate::marks::Parts;
use crate::settings::{Rule, Target, Tolerance};
use colour::Rgb;
use decode::{Picture, PictureFormat};
use region::{Mask, Region};

/// Width, height and RGB pixels of a picture, on white, made smaller where a side is longer than `longest`.
pub fn picture_pixels(bytes: &[u8], longest: u32) -> Result<(u32, u32, Vec<u8>), NotRead> {
    let (_, mut picture) = decode::decode(bytes).map_err(|problem| NotRead(problem.to_string()))?;
    picture.put_on(Rgb::default());
    let (side, longest) = (picture.width.max(picture.height), longest as usize);
    if side > longest {
        let scaled = |length: usize| (length * longest / side).max(1);
        picture = picture.resized(scaled(picture.width), scaled(picture.height));
    }
    let size = |length: usize| u32::try_from(length).map_err(|_| NotRead("is too large".into()));
    Ok((size(picture.width)?, size(picture.height)?, picture.pixels.into_flattened()))
}

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PictureMode {
    file: String,
    reference: Option<String>,
    format: Option<PictureFormat>,
    width: Option<Tolerance>,
    height: Option<Tolerance>,
    #[serde(default)]
    resize: bool,
    #[serde(default)]
    background: Rgb,
    ssim: Option<Target>,
    hash: Option<Target>,
    colour: Option<Target>,
    edges: Option<Target>,
    mask: Option<Mask>,
    #[serde(default)]
    regions: Vec<Region>,
}

impl PictureMode {
    fn needs_both(&self) -> bool {
        [&self.ssim, &self.hash, &self.colour, &self.edges].into_iter().any(Option::is_some) || self.mask.is_some()
    }

    fn needs_reference(&self) -> bool {
        self.needs_both()
            || [self.width, self.height].into_iter().flatten().any(|tolerance| tolerance.value.is_none())
            || self.regions.iter().any(Region::needs_reference)
    }

    fn mark_size(&self, parts: &mut Parts, seen: &Picture, reference: Option<&Picture>) {
        let side = |length: usize| length as f64;
        if let Some(tolerance) = &self.width {
            tolerance.mark(parts, "width", reference.map(|r| side(r.width)), side(seen.width), " pixels");
        }
        if let Some(tolerance) = &self.height {
            tolerance.mark(parts, "height", reference.map(|r| side(r.height)), side(seen.height), " pixels");
        }
    }

    /// What needs both pictures in one size.
    fn mark_both(&self, parts: &mut Parts, seen: &Picture, reference: &Picture) {
        if let Some(target) = &self.ssim {
            target.mark_at_least(parts, "ssim", measures::ssim(seen, reference));
        }
        if let Some(target) = &self.hash {
            let bits = (measures::hash(seen) ^ measures::hash(reference)).count_ones();
            target.mark_at_most(parts, "hash", f64::from(bits));
        }
        if let Some(target) = &self.colour {
            target.mark_at_most(parts, "colour", measures::colour_difference(seen, reference));
        }
        if let Some(target) = &self.edges {
            target.mark_at_least(parts, "edges", measures::edge_iou(seen, reference));
        }
    }

    fn open(&self, bytes: &[u8]) -> Result<(PictureFormat, Picture), crate::input::Unreadable> {
        let (format, mut picture) = decode::decode(bytes)?;
        picture.put_on(self.background);
        Ok((format, picture))
    }
}

impl Mode for PictureMode {
    fn check(&self) -> Result<(), Problem> {
        for (name, tolerance) in [("width", &self.width), ("height", &self.height)] {
            tolerance.as_ref().map_or(Ok(()), |tolerance| tolerance.check(name))?;
        }
        for (name, target) in [("ssim", &self.ssim), ("edges", &self.edges)] {
            target.as_ref().map_or(Ok(()), |target| target.check_at_least(name))?;
        }
        for (name, target) in [("hash", &self.hash), ("colour", &self.colour)] {
            target.as_ref().map_or(Ok(()), |target| target.check_at_most(name))?;
        }
        self.mask.as_ref().map_or(Ok(()), Mask::check)?;
        self.regions.iter().try_for_each(Region::check)?;
        if self.needs_reference() && self.reference.is_none() {
            return Err(Problem::new("what it compares needs a `reference`"));
        }
        let alone = self.format.is_some() || self.width.is_some() || self.height.is_some() || !self.regions.is_empty();
        if alone || self.needs_both() { Ok(()) } else { Err(Problem::new("it compares nothing: give `ssim` or another measure")) }
    }

    fn references(&self) -> Vec<&str> {
        self.reference.iter().map(String::as_str).collect()
    }

    fn artifacts(&self) -> Vec<&str> {
        vec![&self.file]
    }

    fn compare(&self, input: &Input<'_>) -> Result<Parts, Stop> {
        let reference = match &self.reference {
            Some(path) => Some(input.reference(path, |bytes| self.open(bytes))?.1),
            None => None,
        };
        if let (Some(mask), Some(path), Some(picture)) = (&self.mask, &self.reference, &reference)
            && mask.count(picture) == 0
        {
            return Err(Stop::Reference(crate::ReferenceError { path: path.clone(), why: "has no pixel in the mask".into() }));
        }
        let (format, mut seen) =
            input.artifact(&self.file, "a picture (PNG, JPEG, TIFF, BMP or WebP)", |bytes| self.open(bytes))?;
        let mut parts = Parts::default();
        if let Some(wanted) = self.format {
            parts.check("format", Rule::ONE, format == wanted, wanted.name(), format.name());
        }
        self.mark_size(&mut parts, &seen, reference.as_ref());
        if let Some(reference) = &reference {
            let same = (seen.width, seen.height) == (reference.width, reference.height);
            if !same && self.resize {
                seen = seen.resized(reference.width, reference.height);
            } else if !same && (self.needs_both() || self.regions.iter().any(Region::needs_reference)) {
                return Err(Stop::Artifact {
                    expected: format!("{} by {} pixels", reference.width, reference.height),
                    seen: format!("{} by {} pixels", seen.width, seen.height),
                });
            }
            self.mark_both(&mut parts, &seen, reference);
            if let Some(mask) = &self.mask {
                mask.mark(&mut parts, &seen, reference);
            }
        }
        for region in &self.regions {
            region.mark(&mut parts, &seen, reference.as_ref());
        }
        Ok(parts)
    }
}

#[cfg(test)]
mod tests;
