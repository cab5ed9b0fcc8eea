//! `mesh`: the surface of a solid against the surface of a reference.
//!
//! | setting | meaning |
//! |---|---|
//! | `file`, `reference` | paths below `output/` and `reference/`: STL (binary or text), OBJ or PLY, told by their content |
//! | `scale` | what coordinates of the file are multiplied with; default 1 |
//! | `align` | `none` (default) or `translate`: the centres of both bounding boxes are put together first |
//! | `samples` | points taken on each surface, evenly over its area; default 10000 |
//! | `bands` | list of `{ within, weight, gate }`: the F-measure of points of each surface that are `within` that distance of the other one |
//! | `mean_distance`, `max_distance` | the mean (chamfer) and largest distance from either surface to the other, at most: `{ full, zero, weight, gate }` or a number |
//! | `bounding_box` | tolerance of all six sides of the bounding box |
//! | `size` | tolerance of its three lengths, wherever it is |
//! | `volume`, `area` | tolerance against the reference, or against a `value` of its own |
//! | `pieces` | tolerance of the number of connected pieces |
//! | `watertight` | `true`: every edge belongs to exactly two triangles, which run along it in opposite directions |
//! | `outward` | `true`: the normals point out of the solid |
//! | `max_triangles` | no more triangles than this |
//!
//! A tolerance is `{ absolute, relative, fade, weight, gate }`, or a number that is its `absolute`.

mod nearest;
mod read;
mod surface;

use crate::at_once::at_once;
use crate::comparison::{Mode, Problem};
use crate::input::{Input, Stop, Unreadable};
use crate::marks::Parts;
use crate::number::{ratio, shown};
use crate::settings::{Rule, Target, Tolerance, check_weight, one};
pub(crate) use nearest::Nearest;
use surface::Mesh;

/// A place in space.
pub(crate) type Point = [f64; 3];

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MeshMode {
    file: String,
    reference: Option<String>,
    #[serde(default = "one")]
    scale: f64,
    #[serde(default)]
    align: Align,
    #[serde(default = "samples")]
    samples: usize,
    #[serde(default)]
    bands: Vec<Band>,
    mean_distance: Option<Target>,
    max_distance: Option<Target>,
    bounding_box: Option<Tolerance>,
    size: Option<Tolerance>,
    volume: Option<Tolerance>,
    area: Option<Tolerance>,
    pieces: Option<Tolerance>,
    #[serde(default)]
    watertight: bool,
    #[serde(default)]
    outward: bool,
    max_triangles: Option<usize>,
}

#[derive(Debug, Clone, Copy, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Band {
    within: f64,
    #[serde(default = "one")]
    weight: f64,
    #[serde(default)]
    gate: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum Align {
    #[default]
    None,
    Translate,
}

fn samples() -> usize {
    10_000
}

/// Distances from samples of each surface to the other surface.
struct Distances {
    from_file: Vec<f64>,
    from_reference: Vec<f64>,
}

impl MeshMode {
    fn tolerances(&self) -> [(&'static str, Option<&Tolerance>); 5] {
        [
            ("bounding_box", self.bounding_box.as_ref()),
            ("size", self.size.as_ref()),
            ("volume", self.volume.as_ref()),
            ("area", self.area.as_ref()),
            ("pieces", self.pieces.as_ref()),
        ]
    }

    fn needs_distances(&self) -> bool {
        !self.bands.is_empty() || self.mean_distance.is_some() || self.max_distance.is_some()
    }

    fn needs_reference(&self) -> bool {
        self.needs_distances() || self.tolerances().iter().any(|(_, t)| t.is_some_and(|t| t.value.is_none()))
    }

    fn distances(&self, mesh: &Mesh, reference: &Mesh) -> Result<Distances, Stop> {
        // Both ways of looking have to do with the file's own tangle of triangles.
        let tangled = |_| Stop::Artifact {
            expected: format!("{}: a surface", self.file),
            seen: format!("{} is too tangled: its triangles overlap everywhere", self.file),
        };
        let from = |samples: &Mesh, to: &Mesh| Nearest::new(to).distances(&samples.samples(self.samples));
        let (from_file, from_reference) = at_once(|| from(mesh, reference), || from(reference, mesh));
        Ok(Distances { from_file: from_file.map_err(tangled)?, from_reference: from_reference.map_err(tangled)? })
    }

    fn mark_distances(&self, parts: &mut Parts, distances: &Distances) {
        for band in &self.bands {
            let within = |distances: &[f64]| ratio(distances.iter().filter(|d| **d <= band.within).count(), distances.len());
            let (precision, recall) = (within(&distances.from_file), within(&distances.from_reference));
            let f = if precision + recall > 0.0 { 2.0 * precision * recall / (precision + recall) } else { 0.0 };
            parts.add(
                format!("within {}", shown(band.within)),
                Rule { weight: band.weight, gate: band.gate },
                f,
                "both surfaces everywhere that near to each other",
                format!("{:.2} % of the file's, {:.2} % of the reference's", precision * 100.0, recall * 100.0),
            );
        }
        let both = || distances.from_file.iter().chain(&distances.from_reference).copied();
        if let Some(target) = &self.mean_distance {
            let mean = |all: &[f64]| all.iter().sum::<f64>() / (all.len() as f64).max(1.0);
            target.mark_at_most(
                parts,
                "mean_distance",
                f64::midpoint(mean(&distances.from_file), mean(&distances.from_reference)),
            );
        }
        if let Some(target) = &self.max_distance {
            target.mark_at_most(parts, "max_distance", both().fold(0.0, f64::max));
        }
    }

    fn mark_boxes(&self, parts: &mut Parts, mesh: &Mesh, reference: Option<&Mesh>) {
        let Some(reference) = reference else { return };
        let words = |p: Point| p.map(shown).join(" × ");
        let (low, high) = mesh.bounds();
        let (wanted_low, wanted_high) = reference.bounds();
        let least = |tolerance: &Tolerance, pairs: &[(f64, f64)]| {
            // A box is as long as its longest side, and no tolerance of a side may shrink with where it lies.
            let longest = reference.size().into_iter().fold(0.0, f64::max);
            let wide = Tolerance { absolute: tolerance.absolute.max(tolerance.relative * longest), relative: 0.0, ..*tolerance };
            pairs.iter().map(|(wanted, seen)| wide.score(*wanted, *seen)).fold(1.0, f64::min)
        };
        if let Some(tolerance) = &self.bounding_box {
            let pairs: Vec<(f64, f64)> = (0..3).flat_map(|i| [(wanted_low[i], low[i]), (wanted_high[i], high[i])]).collect();
            let expected = format!("{} to {}{}", words(wanted_low), words(wanted_high), tolerance.words());
            let seen = format!("{} to {}", words(low), words(high));
            parts.add("bounding_box", tolerance.rule, least(tolerance, &pairs), expected, seen);
        }
        if let Some(tolerance) = &self.size {
            let (wanted, seen) = (reference.size(), mesh.size());
            let pairs: Vec<(f64, f64)> = wanted.into_iter().zip(seen).collect();
            let expected = format!("{}{}", words(wanted), tolerance.words());
            parts.add("size", tolerance.rule, least(tolerance, &pairs), expected, words(seen));
        }
    }

    fn mark_solid(&self, parts: &mut Parts, mesh: &Mesh, reference: Option<&Mesh>) {
        if let Some(tolerance) = &self.volume {
            tolerance.mark(parts, "volume", reference.map(|mesh| mesh.volume().abs()), mesh.volume().abs(), "");
        }
        if let Some(tolerance) = &self.area {
            tolerance.mark(parts, "area", reference.map(Mesh::area), mesh.area(), "");
        }
        if self.pieces.is_some() || self.watertight || self.outward {
            let edges = mesh.edges();
            if let Some(tolerance) = &self.pieces {
                let wanted = reference.filter(|_| tolerance.value.is_none()).map(|mesh| mesh.edges().pieces as f64);
                tolerance.mark(parts, "pieces", wanted, edges.pieces as f64, "");
            }
            if self.watertight {
                let seen = format!("{} open or misdirected edges of {}", edges.open, edges.all);
                parts.check("watertight", Rule::ONE, edges.open == 0, "a closed surface", seen);
            }
            if self.outward {
                let fine = edges.open == 0 && mesh.volume() > 0.0;
                let seen = format!("{} open or misdirected edges, signed volume {}", edges.open, shown(mesh.volume()));
                parts.check("outward", Rule::ONE, fine, "normals that point outward everywhere", seen);
            }
        }
        if let Some(most) = self.max_triangles {
            let seen = mesh.triangles.len();
            parts.check("max_triangles", Rule::ONE, seen <= most, format!("at most {most}"), seen.to_string());
        }
    }
}

impl Mode for MeshMode {
    fn check(&self) -> Result<(), Problem> {
        for (name, tolerance) in self.tolerances() {
            tolerance.map_or(Ok(()), |tolerance| tolerance.check(name))?;
        }
        for (name, tolerance) in [("bounding_box", &self.bounding_box), ("size", &self.size)] {
            if tolerance.is_some_and(|tolerance| tolerance.value.is_some()) {
                return Err(Problem::new(format!("`{name}` is compared with the reference: it takes no `value`")));
            }
        }
        for (name, target) in [("mean_distance", &self.mean_distance), ("max_distance", &self.max_distance)] {
            target.as_ref().map_or(Ok(()), |target| target.check_at_most(name))?;
        }
        for band in &self.bands {
            check_weight("bands", band.weight)?;
            if !band.within.is_finite() || band.within <= 0.0 {
                return Err(Problem::new(format!("`bands`: `within` is a distance above 0, not {}", band.within)));
            }
        }
        if !self.scale.is_finite() || self.scale <= 0.0 {
            return Err(Problem::new(format!("`scale` is a number above 0, not {}", self.scale)));
        }
        if !(100..=200_000).contains(&self.samples) {
            return Err(Problem::new(format!("`samples` is from 100 to 200000, not {}", self.samples)));
        }
        if self.needs_reference() && self.reference.is_none() {
            return Err(Problem::new("what it compares needs a `reference`"));
        }
        let alone = self.watertight || self.outward || self.max_triangles.is_some();
        if !alone && !self.needs_reference() && self.tolerances().iter().all(|(_, t)| t.is_none()) {
            return Err(Problem::new("it compares nothing: give `bands`, `volume` or another measure"));
        }
        Ok(())
    }

    fn references(&self) -> Vec<&str> {
        self.reference.iter().map(String::as_str).collect()
    }

    fn artifacts(&self) -> Vec<&str> {
        vec![&self.file]
    }

    fn compare(&self, input: &Input<'_>) -> Result<Parts, Stop> {
        let open = |bytes: &[u8]| {
            let mesh = read::read(bytes)?;
            if mesh.area() > 0.0 { Ok(mesh) } else { Err(Unreadable::new("has no surface: every triangle is flat")) }
        };
        let what = "a mesh (STL, OBJ or PLY)";
        let (mut mesh, reference) = match &self.reference {
            Some(path) => input.both((&self.file, what, open), (path, open)).map(|(mesh, reference)| (mesh, Some(reference)))?,
            None => (input.artifact(&self.file, what, open)?, None),
        };
        mesh.scale(self.scale);
        if let (Align::Translate, Some(reference)) = (self.align, &reference) {
            mesh.move_centre_to(reference.centre());
        }
        let mut parts = Parts::default();
        if let (true, Some(reference)) = (self.needs_distances(), &reference) {
            self.mark_distances(&mut parts, &self.distances(&mesh, reference)?);
        }
        self.mark_boxes(&mut parts, &mesh, reference.as_ref());
        self.mark_solid(&mut parts, &mesh, reference.as_ref());
        Ok(parts)
    }
}

#[cfg(test)]
pub(crate) mod tests;
