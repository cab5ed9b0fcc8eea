//! Effects of blocks, and what becomes of them when their block is cut: `web/video/src/model/effects.ts`.

use serde::Deserialize;
use serde_json::{Value, json};

pub(super) const SHORTEST_EFFECT_MS: i64 = 50;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Effect {
    pub(super) id: String,
    pub(super) kind: EffectKind,
    /// None: the full clip. Otherwise from when to when after the block's start.
    pub(super) segment: Option<(i64, i64)>,
    pub(super) enabled: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum EffectKind {
    Light(Light),
    Fade(Fade, Curve),
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub(super) struct Light {
    pub(super) brightness: f64,
    pub(super) contrast: f64,
    pub(super) saturation: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fade {
    In,
    Out,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Curve {
    Linear,
    EaseIn,
    EaseOut,
    EaseInOut,
}

impl Light {
    pub(super) const NEUTRAL: Self = Self { brightness: 0.0, contrast: 1.0, saturation: 1.0 };

    /// Whether the page takes these numbers.
    pub(super) fn is_possible(self) -> bool {
        (-1.0..=1.0).contains(&self.brightness) && (0.0..=3.0).contains(&self.contrast) && (0.0..=3.0).contains(&self.saturation)
    }
}

impl Curve {
    pub(super) const ALL: [Self; 4] = [Self::Linear, Self::EaseIn, Self::EaseOut, Self::EaseInOut];

    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::EaseIn => "ease-in",
            Self::EaseOut => "ease-out",
            Self::EaseInOut => "ease-in-out",
        }
    }

    pub(super) fn index(self) -> usize {
        Self::ALL.iter().position(|other| *other == self).unwrap_or_default()
    }
}

impl EffectKind {
    /// As a new effect has it.
    pub(super) fn named(word: &str) -> Option<Self> {
        match word {
            "light" => Some(Self::Light(Light::NEUTRAL)),
            "fade-in" => Some(Self::Fade(Fade::In, Curve::Linear)),
            "fade-out" => Some(Self::Fade(Fade::Out, Curve::Linear)),
            _ => None,
        }
    }

    /// As the page's list of effects calls it.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Light(_) => "Light adjustment",
            Self::Fade(Fade::In, _) => "Fade in",
            Self::Fade(Fade::Out, _) => "Fade out",
        }
    }

    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Light(_) => "light-adjustment",
            Self::Fade(Fade::In, _) => "fade-in",
            Self::Fade(Fade::Out, _) => "fade-out",
        }
    }
}

impl Effect {
    pub(super) fn new(id: &str, kind: EffectKind) -> Self {
        Self { id: id.to_owned(), kind, segment: None, enabled: true }
    }

    /// From when to when it works, after the start of its block.
    pub(super) fn extent(&self, duration: i64) -> (i64, i64) {
        self.segment.unwrap_or((0, duration))
    }

    /// Cut off at the edges of a block that begins `cut` later and is so long, if enough of it is left.
    fn inside(&self, cut: i64, duration: i64) -> Option<Self> {
        let Some((from, to)) = self.segment else { return Some(self.clone()) };
        let (from, to) = ((from - cut).max(0), (to - cut).min(duration));
        (to - from >= SHORTEST_EFFECT_MS).then(|| Self { segment: Some((from, to)), ..self.clone() })
    }

    /// As the page writes it.
    pub(super) fn to_json(&self, block: &str, start: i64, duration: i64, order: usize) -> Value {
        let (from, to) = self.extent(duration);
        let (from, to) = (start + from, start + to);
        let mut written = json!({
            "effectId": self.id, "elementId": block, "type": self.kind.word(), "startTimeMs": from, "endTimeMs": to,
            "scope": if self.segment.is_some() { "segment" } else { "full-clip" }, "enabled": self.enabled, "stackOrder": order,
            "params": match self.kind {
                EffectKind::Light(Light { brightness, contrast, saturation }) => {
                    json!({"brightness": brightness, "contrast": contrast, "saturation": saturation})
                }
                EffectKind::Fade(fade, curve) => {
                    let (first, last) = if fade == Fade::In { (0, 1) } else { (1, 0) };
                    json!({
                        "fadeStartMs": from, "fadeEndMs": to, "fromOpacity": first, "toOpacity": last, "curve": curve.word(),
                    })
                }
            },
        });
        if self.segment.is_none() {
            written["targetClipId"] = block.into();
        }
        written
    }
}

/// The effects of a block that loses `cut` milliseconds at its beginning and is then so long.
pub(super) fn after_cut(effects: &[Effect], cut: i64, duration: i64) -> Vec<Effect> {
    effects.iter().filter_map(|effect| effect.inside(cut, duration)).collect()
}

/// The effects of both parts of a block that is split; those that are in both get another id in the right one.
pub(super) fn after_split(effects: &[Effect], at: i64, duration: i64) -> (Vec<Effect>, Vec<Effect>) {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for effect in effects {
        let before = effect.inside(0, at);
        let after = effect.inside(at, duration - at);
        match (effect.kind, effect.segment) {
            (EffectKind::Fade(Fade::In, _), segment) if segment.is_none_or(|(from, _)| from < at) => left.extend(before),
            (EffectKind::Fade(Fade::Out, _), segment) if segment.is_none_or(|(_, to)| to > at) => right.extend(after),
            _ => {
                let is_in_both = before.is_some();
                left.extend(before);
                let renamed = |part: Effect| Effect { id: format!("{}-right", part.id), ..part };
                right.extend(after.map(|part| if is_in_both { renamed(part) } else { part }));
            }
        }
    }
    (left, right)
}
