//! `gcode`: programs for machines, by the way their tool goes.
//!
//! | setting | meaning |
//! |---|---|
//! | `file`, `reference` | paths below `output/` and `reference/` |
//! | `bounds` | `{ min = [x, y, z], max = [x, y, z] }`: the tool never leaves this box, and without it the score is 0 |
//! | `size` | tolerance of the three lengths of the box around all working moves |
//! | `path` | `{ within, full, zero, weight, gate }`: F-measure of points of the working moves of each program that are `within` that distance of the other's |
//! | `extruded` | tolerance of the length of filament that is pushed out, in mm |
//! | `worked` | tolerance of the length of all working moves, in mm |
//! | `layers` | tolerance of the number of heights at which work is done |
//! | `layer_height` | tolerance of the usual step between them, in mm |
//! | `max_feed` | the fastest feed of a working move, in mm a minute |
//! | `forbidden` | list of `{ name, min, max, moves, weight, gate }`: boxes that no move may touch; `moves` is `all` (default), `rapid` or `work` |
//! | `requires`, `forbids` | codes that must, or must not, be used: `["M104", "G28"]` |
//!
//! A working move is one of G1, G2 or G3 that extrudes, or, in a program that never extrudes, any of them. Understood are G0 to G3
//! with I, J and R in the XY plane, G20, G21, G28, G90, G91, G92, M82 and M83; canned cycles and subprograms are refused.

mod program;

use crate::comparison::{Mode, Problem};
use crate::input::{Input, Stop};
use crate::marks::Parts;
use crate::mesh::{Nearest, Point};
use crate::number::{ratio, shown};
use crate::settings::{Rule, Target, Tolerance, check_weight, one};
use program::{Move, Program};

/// Points that are taken along the way of a tool.
const SAMPLES: usize = 5_000;

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GcodeMode {
    file: String,
    reference: Option<String>,
    bounds: Option<Bounds>,
    size: Option<Tolerance>,
    path: Option<PathBand>,
    extruded: Option<Tolerance>,
    worked: Option<Tolerance>,
    layers: Option<Tolerance>,
    layer_height: Option<Tolerance>,
    max_feed: Option<f64>,
    #[serde(default)]
    forbidden: Vec<Zone>,
    #[serde(default)]
    requires: Vec<String>,
    #[serde(default)]
    forbids: Vec<String>,
}

#[derive(Debug, Clone, Copy, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Bounds {
    min: Point,
    max: Point,
}

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct PathBand {
    within: f64,
    full: f64,
    zero: Option<f64>,
    #[serde(default = "one")]
    weight: f64,
    #[serde(default)]
    gate: bool,
}

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Zone {
    name: String,
    min: Point,
    max: Point,
    #[serde(default)]
    moves: Moves,
    #[serde(default = "one")]
    weight: f64,
    #[serde(default)]
    gate: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum Moves {
    #[default]
    All,
    Rapid,
    Work,
}

impl PathBand {
    fn target(&self) -> Target {
        Target::new(self.full, self.zero, Rule { weight: self.weight, gate: self.gate })
    }
}

impl GcodeMode {
    #[expect(clippy::type_complexity, reason = "it is read once, a line below")]
    fn tolerances(&self) -> [(&'static str, &'static str, &Option<Tolerance>, fn(&Program) -> f64); 4] {
        [
            ("extruded", " mm", &self.extruded, |program| program.extruded),
            ("worked", " mm", &self.worked, Program::worked),
            ("layers", "", &self.layers, |program| program.heights().len() as f64),
            ("layer_height", " mm", &self.layer_height, Program::layer_height),
        ]
    }

    fn needs_reference(&self) -> bool {
        self.path.is_some()
            || self.size.is_some()
            || self.tolerances().iter().any(|(_, _, t, _)| t.is_some_and(|t| t.value.is_none()))
    }

    fn mark_alone(&self, parts: &mut Parts, program: &Program) {
        if let Some(bounds) = &self.bounds {
            let outside = program.moves.iter().find(|m| [m.from, m.to].iter().any(|p| !inside(*p, bounds.min, bounds.max, 1e-6)));
            let words =
                outside.map_or_else(|| "it stays inside".to_owned(), |m| format!("line {} goes to {}", m.line, words(m.to)));
            parts.check(
                "bounds",
                Rule::GATE,
                outside.is_none(),
                format!("{} to {}", words_of(bounds.min), words_of(bounds.max)),
                words,
            );
        }
        for zone in &self.forbidden {
            let touches = |m: &&Move| {
                let meant = match zone.moves {
                    Moves::All => true,
                    Moves::Rapid => !m.works,
                    Moves::Work => m.works,
                };
                meant && crosses(m.from, m.to, zone.min, zone.max)
            };
            let first = program.moves.iter().find(touches);
            let words = first.map_or_else(
                || "no move touches it".to_owned(),
                |m| format!("line {} goes through it to {}", m.line, words(m.to)),
            );
            parts.check(&zone.name, Rule { weight: zone.weight, gate: zone.gate }, first.is_none(), "no move through it", words);
        }
        if let Some(most) = self.max_feed {
            let fastest = program.moves.iter().filter(|m| m.works).map(|m| m.feed).fold(0.0, f64::max);
            parts.check("max_feed", Rule::ONE, fastest <= most + 1e-9, format!("at most {} mm/min", shown(most)), shown(fastest));
        }
        for (codes, wanted) in [(&self.requires, true), (&self.forbids, false)] {
            for code in codes {
                let used = program.codes.contains(&code.trim().to_ascii_uppercase());
                let expected = if wanted { "used" } else { "not used" };
                parts.check(code, Rule::ONE, used == wanted, expected, if used { "used" } else { "not used" });
            }
        }
    }

    fn mark_both(&self, parts: &mut Parts, seen: &Program, reference: &Program) -> Result<(), Stop> {
        if let Some(tolerance) = &self.size {
            let (wanted, given) = (reference.size(), seen.size());
            let score = wanted.iter().zip(given).map(|(wanted, given)| tolerance.score(*wanted, given)).fold(1.0, f64::min);
            parts.add("size", tolerance.rule, score, format!("{}{}", words_of(wanted), tolerance.words()), words_of(given));
        }
        let Some(band) = &self.path else { return Ok(()) };
        let near = |from: &Program, to: &Program| {
            let distances = Nearest::of_lines(&to.lines()).distances(&from.samples(SAMPLES)).map_err(|_| Stop::Artifact {
                expected: format!("{}: a tool's way", self.file),
                seen: "a way that is too tangled to be compared".into(),
            })?;
            Ok(ratio(distances.iter().filter(|d| **d <= band.within).count(), distances.len()))
        };
        let (precision, recall) = (near(seen, reference)?, near(reference, seen)?);
        let f = if precision + recall > 0.0 { 2.0 * precision * recall / (precision + recall) } else { 0.0 };
        let words = format!("{:.2} % of the file's, {:.2} % of the reference's", precision * 100.0, recall * 100.0);
        let expected = format!("within {} mm, F at least {}", shown(band.within), shown(band.full));
        parts.add("path", band.target().rule, band.target().at_least(f), expected, words);
        Ok(())
    }
}

fn words_of(point: Point) -> String {
    point.map(|c| shown((c * 1e4).round() / 1e4)).join(" × ")
}

fn words(point: Point) -> String {
    let [x, y, z] = point.map(|c| shown((c * 1e4).round() / 1e4));
    format!("X{x} Y{y} Z{z}")
}

fn inside(point: Point, min: Point, max: Point, play: f64) -> bool {
    (0..3).all(|i| point[i] >= min[i] - play && point[i] <= max[i] + play)
}

/// Whether a straight move touches a box.
fn crosses(from: Point, to: Point, min: Point, max: Point) -> bool {
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for i in 0..3 {
        let way = to[i] - from[i];
        if way.abs() < 1e-12 {
            if from[i] < min[i] || from[i] > max[i] {
                return false;
            }
        } else {
            let (a, b) = ((min[i] - from[i]) / way, (max[i] - from[i]) / way);
            enter = enter.max(a.min(b));
            leave = leave.min(a.max(b));
        }
    }
    enter <= leave
}

impl Mode for GcodeMode {
    fn check(&self) -> Result<(), Problem> {
        for (name, _, tolerance, _) in self.tolerances() {
            tolerance.as_ref().map_or(Ok(()), |tolerance| tolerance.check(name))?;
        }
        self.size.as_ref().map_or(Ok(()), |tolerance| tolerance.check("size"))?;
        if let Some(band) = &self.path {
            band.target().check_at_least("path")?;
            if !band.within.is_finite() || band.within <= 0.0 {
                return Err(Problem::new("`path`: `within` is a distance above 0"));
            }
        }
        let boxes = self
            .bounds
            .iter()
            .map(|b| ("bounds", b.min, b.max))
            .chain(self.forbidden.iter().map(|z| (z.name.as_str(), z.min, z.max)));
        for (name, min, max) in boxes {
            if !(0..3).all(|i| min[i] <= max[i]) {
                return Err(Problem::new(format!("`{name}`: `min` is above `max`")));
            }
        }
        self.forbidden.iter().try_for_each(|zone| check_weight(&zone.name, zone.weight))?;
        if self.needs_reference() && self.reference.is_none() {
            return Err(Problem::new("what it compares needs a `reference`"));
        }
        let alone = self.bounds.is_some()
            || !self.forbidden.is_empty()
            || self.max_feed.is_some()
            || !self.requires.is_empty()
            || !self.forbids.is_empty()
            || self.tolerances().iter().any(|(_, _, tolerance, _)| tolerance.is_some());
        if alone || self.needs_reference() {
            Ok(())
        } else {
            Err(Problem::new("it compares nothing: give `bounds` or another measure"))
        }
    }

    fn references(&self) -> Vec<&str> {
        self.reference.iter().map(String::as_str).collect()
    }

    fn artifacts(&self) -> Vec<&str> {
        vec![&self.file]
    }

    fn compare(&self, input: &Input<'_>) -> Result<Parts, Stop> {
        let reference = match &self.reference {
            Some(path) => Some(input.reference(path, program::read)?),
            None => None,
        };
        let seen = input.artifact(&self.file, "a program in G-code that works", program::read)?;
        let mut parts = Parts::default();
        self.mark_alone(&mut parts, &seen);
        for (name, unit, tolerance, measure) in self.tolerances() {
            if let Some(tolerance) = tolerance {
                tolerance.mark(&mut parts, name, reference.as_ref().map(measure), measure(&seen), unit);
            }
        }
        if let Some(reference) = &reference {
            self.mark_both(&mut parts, &seen, reference)?;
        }
        Ok(parts)
    }
}

#[cfg(test)]
mod tests;
