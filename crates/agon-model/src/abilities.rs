//! What is known of well-known models: what they refuse, and which pictures their services keep. A setting that would be
//! refused is told before a run and not by each of its trials. Of a model that nobody knows nothing is assumed.
//!
//! After the providers' documentation of November 2026.

use crate::{Family, Options, Provider};

/// A model as far as it is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Abilities {
    kind: Kind,
    /// The name without its vendor, in lower case.
    model: String,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// OpenAI's that think before they answer: o1 and later, GPT-5 and later, with the version.
    OpenAiThinking(f64),
    OpenAiPlain,
    /// With the version, as 4.5 or 5.0, and whether it is of a line whose models always think.
    Claude {
        version: f64,
        line: Line,
    },
    /// With the version.
    Gemini(f64),
    Grok,
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    Opus,
    Sonnet,
    Haiku,
    /// Fable and Mythos.
    Large,
}

/// The largest picture that a service keeps as it is; it makes a larger one smaller, and a model then points at places of
/// the smaller one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fit {
    pub long_px: u32,
    pub short_px: u32,
    /// At most so many squares of so many pixels.
    pub cells: u32,
    pub cell_px: u32,
}

impl Abilities {
    /// Of a model by its name at a service of a family. Gateways put a vendor before it: `anthropic/claude-x`,
    /// `anthropic.claude-x`.
    pub fn of(family: Family, model: &str) -> Self {
        let lower = model.to_lowercase();
        let bare = lower.rsplit('/').next().unwrap_or_default();
        let vendors = ["us.", "eu.", "global.", "anthropic.", "openai.", "google."];
        let bare = vendors.iter().fold(bare, |name, vendor| name.strip_prefix(vendor).unwrap_or(name)).to_owned();
        let kind = claude(&bare).or_else(|| gemini(&bare)).or_else(|| openai(&bare)).unwrap_or(match family {
            _ if bare.starts_with("grok-4") => Kind::Grok,
            _ => Kind::Unknown,
        });
        Self { kind, model: bare }
    }

    /// Of a model by its name, `PROVIDER/MODEL`.
    pub fn of_name(name: &str) -> Self {
        match Provider::of(name) {
            Some((provider, model)) => Self::of(provider.family, model),
            None => Self { kind: Kind::Unknown, model: String::new() },
        }
    }

    /// Whether it is one of OpenAI's that think, which take other fields than the rest.
    pub(crate) fn thinks(&self) -> bool {
        matches!(self.kind, Kind::OpenAiThinking(_))
    }

    /// How closely OpenAI's models look at pictures, if nobody says.
    pub(crate) fn detail(&self) -> &'static str {
        match self.kind {
            Kind::OpenAiThinking(version) if version >= 5.4 => "original",
            Kind::Unknown => "auto",
            _ => "high",
        }
    }

    /// The same where imitations of the API may be asked, which know no such field.
    pub(crate) fn chat_detail(&self) -> Option<&'static str> {
        matches!(self.kind, Kind::OpenAiThinking(_) | Kind::OpenAiPlain).then(|| self.detail())
    }

    /// Why its service would refuse some options, in a sentence; `None` if nothing is known against them.
    pub fn refuses(&self, options: &Options) -> Option<String> {
        let model = &self.model;
        let effort = options.reasoning_effort.as_deref();
        let is_off = effort == Some("none") || options.reasoning_tokens == Some(0);
        let sampled = options.temperature.is_some_and(|value| value != 1.0) || options.top_p.is_some_and(|value| value != 1.0);
        let budget = options.reasoning_tokens.is_some_and(|tokens| tokens > 0);
        let leave_out = |what: &str| Some(format!("{model} refuses {what}: leave it out"));
        match self.kind {
            Kind::OpenAiThinking(version) => match () {
                () if sampled && !(version >= 5.1 && is_off) => leave_out("temperature and top_p while it thinks"),
                () if !options.stop.is_empty() => leave_out("stop"),
                () => None,
            },
            Kind::OpenAiPlain if effort.is_some() => leave_out("reasoning_effort, for it does not think"),
            Kind::Claude { version, line } => {
                let is_new = version >= 5.0 || (line == Line::Opus && version >= 4.7);
                let always_thinks = line == Line::Large || (line == Line::Opus && version >= 5.5);
                match () {
                    () if always_thinks && is_off => {
                        Some(format!("{model} always thinks: set reasoning_effort to low instead of turning thinking off"))
                    }
                    () if is_new && budget => Some(format!("{model} refuses reasoning_tokens: set reasoning_effort instead")),
                    () if is_new && sampled => leave_out("temperature and top_p"),
                    () if version < 4.5 && effort.is_some_and(|effort| effort != "none") => {
                        Some(format!("{model} refuses reasoning_effort: set reasoning_tokens instead"))
                    }
                    () => None,
                }
            }
            Kind::Gemini(version) => match () {
                () if version < 3.0 && effort.is_some() => {
                    Some(format!("{model} refuses reasoning_effort: set reasoning_tokens instead"))
                }
                () if model.contains("pro") && options.reasoning_tokens == Some(0) => {
                    Some(format!("{model} always thinks: set reasoning_tokens to 128 or more"))
                }
                () if effort.is_some() && options.reasoning_tokens.is_some() => {
                    Some(format!("{model} takes reasoning_effort or reasoning_tokens, not both"))
                }
                () => None,
            },
            Kind::Grok if !options.stop.is_empty() => leave_out("stop"),
            Kind::Grok | Kind::OpenAiPlain | Kind::Unknown => None,
        }
    }

    /// Why its service would refuse the tools of a dialect.
    pub fn refuses_dialect(&self, dialect: &str) -> Option<String> {
        let Kind::Claude { version, line } = self.kind else { return None };
        let takes_only_new = version >= 5.5 || (line == Line::Large && version >= 5.2);
        let is_old = dialect.starts_with("anthropic-computer-");
        (takes_only_new && is_old)
            .then(|| format!("{} refuses the tools of {dialect}: set dialect to anthropic-computer", self.model))
    }

    /// How many tokens of conversation it takes, as far as that is known; where an API has a larger size on request, the usual one.
    pub fn context_tokens(&self) -> Option<u64> {
        match self.kind {
            Kind::OpenAiThinking(version) if version >= 5.0 => Some(400_000),
            Kind::OpenAiPlain if self.model.starts_with("gpt-4.1") => Some(1_000_000),
            Kind::OpenAiPlain => Some(128_000),
            Kind::OpenAiThinking(_) | Kind::Claude { .. } => Some(200_000),
            Kind::Gemini(_) => Some(1_000_000),
            Kind::Grok => Some(256_000),
            Kind::Unknown => None,
        }
    }

    /// Whether it can be sent pictures; a model that nobody knows is taken to see.
    pub fn sees(&self) -> bool {
        let blind =
            ["deepseek-chat", "deepseek-reasoner", "deepseek-v3", "deepseek-v4", "deepseek-r1", "gpt-3.5", "o1-mini", "o3-mini"];
        !blind.iter().any(|name| self.model.starts_with(name))
    }

    /// The largest picture that its service keeps as it is, as far as that is known.
    pub fn fit(&self) -> Option<Fit> {
        let unbounded = u32::MAX;
        Some(match self.kind {
            // Above twenty pictures in a request, the API refuses those with a side of more than 2000.
            Kind::Claude { version, line } if version >= 5.0 || (line == Line::Opus && version >= 4.7) => {
                Fit { long_px: 2000, short_px: unbounded, cells: 4784, cell_px: 28 }
            }
            Kind::Claude { .. } => Fit { long_px: 1568, short_px: unbounded, cells: 1568, cell_px: 28 },
            Kind::OpenAiThinking(version) if version >= 5.4 => {
                Fit { long_px: 6000, short_px: unbounded, cells: 10_000, cell_px: 32 }
            }
            Kind::OpenAiThinking(_) | Kind::OpenAiPlain if self.model.contains("mini") || self.model.contains("nano") => {
                Fit { long_px: 2048, short_px: unbounded, cells: 1536, cell_px: 32 }
            }
            Kind::OpenAiThinking(_) | Kind::OpenAiPlain => Fit { long_px: 2048, short_px: 768, cells: unbounded, cell_px: 1 },
            Kind::Gemini(_) => Fit { long_px: 3072, short_px: unbounded, cells: unbounded, cell_px: 1 },
            Kind::Grok | Kind::Unknown => return None,
        })
    }
}

impl Fit {
    /// One whose longer side is at most so many pixels.
    pub fn long_side(long_px: u32) -> Self {
        Self { long_px, short_px: u32::MAX, cells: u32::MAX, cell_px: 1 }
    }

    /// The size a picture is to be sent in: its own if it fits, else the largest of its shape that does.
    pub fn size(&self, width: u32, height: u32) -> (u32, u32) {
        let fits = |(width, height): (u32, u32)| {
            let cells = u64::from(width.div_ceil(self.cell_px)) * u64::from(height.div_ceil(self.cell_px));
            width.max(height) <= self.long_px && width.min(height) <= self.short_px && cells <= u64::from(self.cells)
        };
        if fits((width, height)) || width == 0 || height == 0 {
            return (width, height);
        }
        let (long, short) = (width.max(height), width.min(height));
        let sized = |side: u32| {
            let other = (u64::from(side) * u64::from(short) + u64::from(long) / 2) / u64::from(long);
            let other = u32::try_from(other).unwrap_or(u32::MAX).max(1);
            if width >= height { (side, other) } else { (other, side) }
        };
        // Fitting is monotone in the side, so the largest that fits is found by halving.
        let (mut small, mut large) = (1, long);
        while large - small > 1 {
            let middle = small + (large - small) / 2;
            if fits(sized(middle)) { small = middle } else { large = middle }
        }
        sized(small)
    }
}

/// The first number in a name behind a prefix: `4-5` and `4.5` are 4.5, a date is none.
fn version(rest: &str) -> Option<f64> {
    let mut numbers = rest.split(['-', '.', '@', ':', '_']).skip_while(|part| part.is_empty());
    let whole: f64 = numbers.next().filter(|part| part.len() <= 2)?.parse().ok()?;
    let part = numbers.next().filter(|part| part.len() == 1).and_then(|part| part.parse::<f64>().ok()).unwrap_or(0.0);
    Some(whole + part / 10.0)
}

fn claude(model: &str) -> Option<Kind> {
    let rest = model.strip_prefix("claude-")?;
    for (word, line) in
        [("opus", Line::Opus), ("sonnet", Line::Sonnet), ("haiku", Line::Haiku), ("fable", Line::Large), ("mythos", Line::Large)]
    {
        if let Some(number) = rest.strip_prefix(word).and_then(|rest| version(rest.trim_start_matches('-'))) {
            return Some(Kind::Claude { version: number, line });
        }
        // Older names have the number first: claude-3-5-sonnet.
        if rest.contains(word) {
            return Some(Kind::Claude { version: version(rest)?, line });
        }
    }
    None
}

fn gemini(model: &str) -> Option<Kind> {
    let rest = model.strip_prefix("models/").unwrap_or(model).strip_prefix("gemini-")?;
    version(rest).map(Kind::Gemini)
}

fn openai(model: &str) -> Option<Kind> {
    let is_chat = model.contains("-chat");
    if let Some(rest) = model.strip_prefix("gpt-") {
        let number = version(rest.trim_end_matches(|c: char| c.is_ascii_alphabetic() && !rest.contains('-')))
            .or_else(|| rest.starts_with("4o").then_some(4.0))?;
        return Some(if number >= 5.0 && !is_chat { Kind::OpenAiThinking(number) } else { Kind::OpenAiPlain });
    }
    if model.starts_with("chatgpt-") {
        return Some(Kind::OpenAiPlain);
    }
    let is_o = ["o1", "o3", "o4"]
        .iter()
        .any(|name| model == *name || model.strip_prefix(name).is_some_and(|rest| rest.starts_with('-')));
    (is_o || model.starts_with("computer-use-preview") || model.starts_with("codex-")).then_some(Kind::OpenAiThinking(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(name: &str, options: Options) -> bool {
        Abilities::of_name(name).refuses(&options).is_some()
    }

    #[test]
    fn what_a_model_refuses_is_known() {
        let temperature = || Options { temperature: Some(0.0), ..Options::default() };
        let off = || Options { reasoning_effort: Some("none".into()), ..Options::default() };
        let low = || Options { reasoning_effort: Some("low".into()), ..Options::default() };
        let budget = || Options { reasoning_tokens: Some(2000), ..Options::default() };
        let stop = || Options { stop: vec!["x".into()], ..Options::default() };
        for (name, expected) in [
            ("openai/gpt-5", [true, false, false, false, true]),
            ("openai/o3-mini", [true, false, false, false, true]),
            ("openai/gpt-4o-2024-08-06", [false, true, true, false, false]),
            ("openai/gpt-4.1", [false, true, true, false, false]),
            ("openai/gpt-5-chat-latest", [false, true, true, false, false]),
            ("openrouter/openai/gpt-6-sol", [true, false, false, false, true]),
            ("anthropic/claude-3-5-sonnet-20241022", [false, false, true, false, false]),
            ("anthropic/claude-sonnet-4-20250514", [false, false, true, false, false]),
            ("anthropic/claude-sonnet-4-6", [false, false, false, false, false]),
            ("anthropic/claude-opus-4-8", [true, false, false, true, false]),
            ("anthropic/claude-opus-5", [true, false, false, true, false]),
            ("anthropic/claude-opus-5-5", [true, true, false, true, false]),
            ("anthropic/claude-fable-5-2", [true, true, false, true, false]),
            ("bedrock-anthropic/anthropic.claude-opus-5-5", [true, true, false, true, false]),
            ("gemini/gemini-2.5-flash", [false, true, true, false, false]),
            ("gemini/gemini-3.5-flash", [false, false, false, false, false]),
            ("xai/grok-4.2", [false, false, false, false, true]),
            ("vllm/Qwen/Qwen3-VL", [false, false, false, false, false]),
            ("openai/player", [false, false, false, false, false]),
        ] {
            let found = [temperature(), off(), low(), budget(), stop()].map(|options| refused(name, options));
            assert_eq!(found, expected, "{name}: temperature, none, low, budget, stop");
        }
        let quiet = Options { temperature: Some(0.0), ..off() };
        assert!(!refused("openai/gpt-5.2", quiet.clone()) && refused("openai/gpt-5", quiet), "who does not think is sampled");
    }

    #[test]
    fn sizes_and_eyes_are_known_of_well_known_models() {
        let known = |name: &str| (Abilities::of_name(name).context_tokens(), Abilities::of_name(name).sees());
        assert_eq!(known("openai/gpt-5.5"), (Some(400_000), true));
        assert_eq!(known("openai/gpt-4.1-mini"), (Some(1_000_000), true));
        assert_eq!(known("openai/o3-mini"), (Some(200_000), false));
        assert_eq!(known("bedrock-anthropic/anthropic.claude-opus-4-7"), (Some(200_000), true));
        assert_eq!(known("deepseek/deepseek-v4"), (None, false));
        assert_eq!(known("openrouter/deepseek/deepseek-v4-pro"), (None, false));
        assert_eq!(known("vllm/player"), (None, true));
    }

    #[test]
    fn the_newest_models_take_the_newest_tools() {
        let refused = |name: &str, dialect: &str| Abilities::of_name(name).refuses_dialect(dialect).is_some();
        assert!(refused("anthropic/claude-opus-5-5", "anthropic-computer-2025-11"));
        assert!(refused("anthropic/claude-fable-5-2", "anthropic-computer-2025-01"));
        assert!(!refused("anthropic/claude-opus-5-5", "anthropic-computer"));
        assert!(!refused("anthropic/claude-sonnet-4-5", "anthropic-computer-2025-11"));
    }

    #[test]
    fn pictures_fit_what_services_keep() {
        let size = |name: &str, width, height| Abilities::of_name(name).fit().map(|fit| fit.size(width, height));
        assert_eq!(size("anthropic/claude-sonnet-4-5", 1280, 720), Some((1280, 720)));
        assert_eq!(size("anthropic/claude-sonnet-4-5", 1920, 1080), Some((1456, 819)));
        assert_eq!(size("anthropic/claude-opus-5-5", 1920, 1080), Some((1920, 1080)));
        assert_eq!(size("anthropic/claude-opus-5-5", 3840, 2160), Some((2000, 1125)));
        assert_eq!(size("openai/gpt-5", 1920, 1080), Some((1366, 768)));
        assert_eq!(size("openai/gpt-5-mini", 1920, 1080), Some((1650, 928)));
        assert_eq!(size("openai/gpt-6-sol", 1920, 1080), Some((1920, 1080)));
        assert_eq!(size("gemini/gemini-3.5-flash", 1920, 1080), Some((1920, 1080)));
        assert_eq!(size("vllm/x", 1920, 1080), None);
        assert_eq!(Fit::long_side(1000).size(1080, 1920), (563, 1000));
        for (width, height) in [(1, 1), (1, 100_000), (100_000, 1), (0, 5), (3000, 3000)] {
            let (w, h) = Fit { long_px: 1568, short_px: 700, cells: 1000, cell_px: 28 }.size(width, height);
            assert!(w <= width.max(1) && h <= height.max(1) && w.max(h) <= 1568, "{width} by {height} became {w} by {h}");
        }
    }
}
