//! How a task is marked: what was exported last must be seen and heard as what the solution exports, whichever way it was made ([`outcome`]).
//!
//! ```toml
//! clips = 3                    # how many the solution ends with, and how many effects: a slip in it is found when the file is read
//! effects = 1
//! opacity = true               # the opacity of backgrounds counts
//! ```
//!
//! Checks: `exported` (there is an export; without one the others look at the timeline), `clips` (how many of each medium, how many texts),
//! `start`, `duration`, `part` (which part of its medium a clip shows), `effects` (which there are, with which values), `extent` (from when to
//! when they work), `text`, `colors`, `size` and `layers` (what lies above what). Clips are paired so that they differ least.

use super::effect::{EffectKind, Light};
use super::outcome::{self, Clip, What, Working};
use super::project::{Project, Style};
use super::state;
use super::steps::{self, seconds};
use agon_grade::{CheckBuilder, check, least_cost_pairs};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// What the brief says of how near is near enough: `background.md` has these numbers.
const TIME_TOLERANCE_MS: i64 = 100;
const VALUE_TOLERANCE: f64 = 0.005;
/// Numbers that were typed are compared as they were meant.
const ROUNDING: f64 = 1e-9;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    clips: usize,
    #[serde(default)]
    effects: usize,
    #[serde(default)]
    opacity: bool,
}

pub(super) struct Marking {
    wanted: Vec<Clip>,
    has_opacity: bool,
}

impl Marking {
    /// `Err`: the file says something else than its solution makes.
    pub(super) fn new(file: &File, solution: &str) -> Result<Self, String> {
        let (_, model) = steps::read(solution)?;
        let exported = model.exported.ok_or("the solution exports nothing")?;
        let wanted = outcome::clips(&exported);
        let effects: usize = wanted.iter().map(|clip| clip.effects.len()).sum();
        if (wanted.len(), effects) != (file.clips, file.effects) {
            let said = format!("{} clips and {} effects are said", file.clips, file.effects);
            return Err(format!("the solution ends with {} clips and {effects} effects, and {said}", wanted.len()));
        }
        Ok(Self { wanted, has_opacity: file.opacity })
    }

    /// `None`: this is not a state of the Video Editor.
    pub(super) fn mark(&self, state: &Value) -> Option<Vec<CheckBuilder>> {
        let reported = state::read(state).ok()?;
        let is_exported = reported.exported.is_some();
        let project: Project = reported.exported.unwrap_or(reported.project);
        let seen = outcome::clips(&project);
        let pairs: Vec<(&Clip, Option<&Clip>)> =
            self.wanted.iter().zip(self.pairs(&seen)).map(|(wanted, pair)| (wanted, pair.map(|index| &seen[index]))).collect();
        let paired: Vec<(&Clip, &Clip)> = pairs.iter().filter_map(|(wanted, seen)| Some((*wanted, (*seen)?))).collect();

        let nothing = (!is_exported).then(|| "nothing was exported".to_owned());
        let expected = "the project was exported".to_owned();
        let mut findings = vec![Finding { name: "exported", expected, wrong: nothing.into_iter().collect() }];
        findings.push(self.counts(&seen));
        for aspect in Aspect::ALL {
            let of = |wanted: &Clip| aspect.shown(wanted).map(|shown| format!("{}: {shown}", label(wanted)));
            let expected: Vec<String> = self.wanted.iter().filter_map(of).collect();
            if expected.is_empty() && !matches!(aspect, Aspect::Effects) {
                continue;
            }
            let off = paired.iter().filter(|(wanted, seen)| self.differences(wanted, seen).contains(&aspect));
            let wrong = off.map(|(_, seen)| format!("{}: {}", label(seen), aspect.shown(seen).unwrap_or_default())).collect();
            let expected = if expected.is_empty() { "no effects".to_owned() } else { expected.join("; ") };
            findings.push(Finding { name: aspect.check(), expected, wrong });
        }
        findings.extend(layers(&pairs));
        Some(findings.into_iter().map(|finding| finding.check(paired.is_empty())).collect())
    }

    fn counts(&self, seen: &[Clip]) -> Finding {
        let said = |counts: &BTreeMap<&str, usize>| match counts.is_empty() {
            true => "nothing".to_owned(),
            false => counts.iter().map(|(name, count)| format!("{count} × {name}")).collect::<Vec<_>>().join(", "),
        };
        let (wanted, there) = (counts_of(&self.wanted), counts_of(seen));
        let wrong = if wanted == there { Vec::new() } else { vec![said(&there)] };
        Finding { name: "clips", expected: said(&wanted), wrong }
    }

    /// What stands for what is wanted: nothing of another medium, and so that there are as few differences as possible; among ways with as few,
    /// the nearest in time.
    fn pairs(&self, seen: &[Clip]) -> Vec<Option<usize>> {
        const OTHER_MEDIUM: f64 = 1e6;
        const OF_TIME: f64 = 1e-6;
        const FARTHEST_MS: i64 = 100_000;
        let is_same = |row: usize, column: usize| kind(&self.wanted[row]) == kind(&seen[column]);
        let cost = |row: usize, column: usize| {
            let (wanted, seen) = (&self.wanted[row], &seen[column]);
            let off = (wanted.start() - seen.start()).abs().min(FARTHEST_MS) as f64;
            match is_same(row, column) {
                true => self.differences(wanted, seen).len() as f64 + OF_TIME * off,
                false => OTHER_MEDIUM,
            }
        };
        let pairs = least_cost_pairs(self.wanted.len(), seen.len(), cost);
        pairs.into_iter().enumerate().map(|(row, pair)| pair.filter(|column| is_same(row, *column))).collect()
    }

    fn differences(&self, wanted: &Clip, seen: &Clip) -> Vec<Aspect> {
        let is_off = |aspect: &Aspect| match aspect {
            Aspect::Start => !is_near(wanted.start(), seen.start()),
            Aspect::Duration => !is_near(wanted.duration(), seen.duration()),
            Aspect::Part => match (&wanted.what, &seen.what) {
                (What::Medium(_, from), What::Medium(_, seen_from)) => {
                    let end_is_off = !is_near(from + wanted.duration(), seen_from + seen.duration());
                    // An end that is off because the clip is too long or too short is told by its duration.
                    !is_near(*from, *seen_from) || (end_is_off && is_near(wanted.duration(), seen.duration()))
                }
                _ => false,
            },
            Aspect::Effects => compared_effects(wanted, seen).are_others,
            Aspect::Extent => compared_effects(wanted, seen).are_elsewhere,
            Aspect::Text => styles(wanted, seen).is_some_and(|(style, other)| style.text.trim() != other.text.trim()),
            Aspect::Colors => styles(wanted, seen).is_some_and(|(style, other)| !self.are_same_colors(style, other)),
            Aspect::Size => styles(wanted, seen).is_some_and(|(style, other)| style.size != other.size),
        };
        Aspect::ALL.into_iter().filter(is_off).collect()
    }

    fn are_same_colors(&self, wanted: &Style, seen: &Style) -> bool {
        let counted =
            |background: &str| if self.has_opacity { background.to_owned() } else { background.chars().take(7).collect() };
        wanted.color == seen.color && counted(&wanted.background) == counted(&seen.background)
    }
}

fn is_near(one: i64, other: i64) -> bool {
    (one - other).abs() <= TIME_TOLERANCE_MS
}

fn styles<'a>(wanted: &'a Clip, seen: &'a Clip) -> Option<(&'a Style, &'a Style)> {
    match (&wanted.what, &seen.what) {
        (What::Text(wanted), What::Text(seen)) => Some((wanted, seen)),
        _ => None,
    }
}

/// What can stand for one another has the same.
fn kind(clip: &Clip) -> &str {
    match &clip.what {
        What::Medium(medium, _) => medium.title(),
        What::Text(_) => "text",
    }
}

fn counts_of(clips: &[Clip]) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    clips.iter().for_each(|clip| *counts.entry(kind(clip)).or_default() += 1);
    counts
}

fn label(clip: &Clip) -> String {
    match &clip.what {
        What::Medium(medium, _) => medium.title().to_owned(),
        What::Text(style) => format!("text {:?}", style.text),
    }
}

struct ComparedEffects {
    /// Of another kind, with other values, too many or too few.
    are_others: bool,
    /// They begin or end at other times.
    are_elsewhere: bool,
}

/// Effects are paired like clips. Their times count from the beginning or from the end of the clip, whichever is nearer.
fn compared_effects(wanted: &Clip, seen: &Clip) -> ComparedEffects {
    let is_within = |one: i64, other: i64| {
        let from_start = (one - wanted.start()) - (other - seen.start());
        let from_end = (one - wanted.end()) - (other - seen.end());
        from_start.abs().min(from_end.abs()) <= TIME_TOLERANCE_MS
    };
    let is_there = |one: &Working, other: &Working| is_within(one.from, other.from) && is_within(one.to, other.to);
    let cost = |row: usize, column: usize| {
        let (one, other) = (&wanted.effects[row], &seen.effects[column]);
        2.0 * f64::from(u8::from(!is_same_kind(one.kind, other.kind))) + f64::from(u8::from(!is_there(one, other)))
    };
    let pairs = least_cost_pairs(wanted.effects.len(), seen.effects.len(), cost);
    let pairs = pairs.iter().enumerate().filter_map(|(row, pair)| Some((&wanted.effects[row], &seen.effects[(*pair)?])));
    let mut compared = ComparedEffects { are_others: wanted.effects.len() != seen.effects.len(), are_elsewhere: false };
    for (one, other) in pairs {
        compared.are_others |= !is_same_kind(one.kind, other.kind);
        compared.are_elsewhere |= !is_there(one, other);
    }
    compared
}

fn is_same_kind(one: EffectKind, other: EffectKind) -> bool {
    match (one, other) {
        (EffectKind::Light(one), EffectKind::Light(other)) => {
            let is_same = |one: f64, other: f64| (one - other).abs() <= VALUE_TOLERANCE + ROUNDING;
            let Light { brightness, contrast, saturation } = other;
            is_same(one.brightness, brightness) && is_same(one.contrast, contrast) && is_same(one.saturation, saturation)
        }
        _ => one == other,
    }
}

/// Where one thing is asked for above another at the same time, it must lie above it. Clips that only touch by what is within the tolerance do not
/// count.
fn layers(pairs: &[(&Clip, Option<&Clip>)]) -> Option<Finding> {
    let overlaps =
        |one: &Clip, other: &Clip| is_picture(one) && is_picture(other) && one.start() < other.end() && other.start() < one.end();
    let is_above = |one: &Clip, other: &Clip| {
        let both = one.parts.iter().flat_map(|part| other.parts.iter().map(move |below| (part, below)));
        both.filter(|(part, below)| part.from < below.to && below.from < part.to).all(|(part, below)| part.row < below.row)
    };
    let mut expected = Vec::new();
    let mut wrong = Vec::new();
    for (wanted, seen) in pairs {
        for (below, below_seen) in pairs.iter().filter(|(below, _)| overlaps(wanted, below) && is_above(wanted, below)) {
            expected.push(format!("{} above {}", label(wanted), label(below)));
            if let (Some(seen), Some(below)) = (seen, below_seen)
                && !is_above(seen, below)
            {
                wrong.push(format!("{} not above {}", label(seen), label(below)));
            }
        }
    }
    (!expected.is_empty()).then(|| Finding { name: "layers", expected: expected.join("; "), wrong })
}

fn is_picture(clip: &Clip) -> bool {
    match &clip.what {
        What::Medium(medium, _) => medium.kind == super::media::MediumKind::Video,
        What::Text(_) => true,
    }
}

/// What of a clip is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aspect {
    Start,
    Duration,
    Part,
    Effects,
    Extent,
    Text,
    Colors,
    Size,
}

impl Aspect {
    const ALL: [Self; 8] =
        [Self::Start, Self::Duration, Self::Part, Self::Effects, Self::Extent, Self::Text, Self::Colors, Self::Size];

    fn check(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Duration => "duration",
            Self::Part => "part",
            Self::Effects => "effects",
            Self::Extent => "extent",
            Self::Text => "text",
            Self::Colors => "colors",
            Self::Size => "size",
        }
    }

    /// None for clips that do not have it.
    fn shown(self, clip: &Clip) -> Option<String> {
        let style = match &clip.what {
            What::Text(style) => Some(style),
            What::Medium(..) => None,
        };
        match self {
            Self::Start => Some(format!("{} s", seconds(clip.start()))),
            Self::Duration => Some(format!("{} s", seconds(clip.duration()))),
            Self::Part => match clip.what {
                What::Medium(_, from) => Some(format!("{} to {} s", seconds(from), seconds(from + clip.duration()))),
                What::Text(_) => None,
            },
            Self::Effects if clip.effects.is_empty() => None,
            Self::Effects => Some(clip.effects.iter().map(|effect| shown_kind(effect.kind)).collect::<Vec<_>>().join(", ")),
            Self::Extent if clip.effects.is_empty() => None,
            Self::Extent => {
                let shown = |effect: &Working| format!("{} to {} s", seconds(effect.from), seconds(effect.to));
                Some(clip.effects.iter().map(shown).collect::<Vec<_>>().join(", "))
            }
            Self::Text => style.map(|style| format!("{:?}", style.text)),
            Self::Colors => style.map(|style| format!("{} on {}", style.color, style.background)),
            Self::Size => style.map(|style| style.size.to_string()),
        }
    }
}

fn shown_kind(kind: EffectKind) -> String {
    match kind {
        EffectKind::Light(Light { brightness, contrast, saturation }) => {
            format!("light (brightness {brightness}, contrast {contrast}, saturation {saturation})")
        }
        EffectKind::Fade(_, curve) => format!("{} ({})", kind.word(), curve.word()),
    }
}

/// A check in the making: it passes if nothing is wrong.
struct Finding {
    name: &'static str,
    expected: String,
    wrong: Vec<String>,
}

impl Finding {
    /// `is_bare`: there is nothing that could be compared.
    fn check(self, is_bare: bool) -> CheckBuilder {
        let seen = match (self.wrong.is_empty(), is_bare) {
            (true, true) => "nothing to compare".to_owned(),
            (true, false) => "as asked for".to_owned(),
            (false, _) => self.wrong.join("; "),
        };
        check(self.name, self.wrong.is_empty()).expected(self.expected).seen(seen).at("/state/exported")
    }
}
