//! Keeping a long conversation within bounds, in three tiers: clear old pictures and results, have older turns
//! summarised, drop the oldest.

use super::history::History;
use super::prompt;
use agon_model::{Message, Part};

/// What a picture costs, roughly; replies correct the estimate.
const PICTURE_TOKENS: f64 = 800.0;
const CHARS_PER_TOKEN: f64 = 4.0;
/// Longer results are cleared; shorter ones cost less than what would stand for them.
const SHORT_RESULT_CHARS: usize = 200;
/// Behind a text of which the rest was removed.
const CUT: &str = " [cut]";

/// How much of the bound is filled before a tier is tried.
pub(crate) const CLEAR_AT: f64 = 0.6;
pub(crate) const SUMMARISE_AT: f64 = 0.8;

/// How long a request is, learned from what services count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measure {
    /// Counted tokens for each that was estimated.
    ratio: f64,
}

impl Default for Measure {
    fn default() -> Self {
        Self { ratio: 1.0 }
    }
}

impl Measure {
    pub(crate) fn tokens(&self, messages: &[Message]) -> f64 {
        estimate(messages) * self.ratio
    }

    /// Learns from a request that was counted.
    pub(crate) fn learn(&mut self, messages: &[Message], counted: u64) {
        let estimated = estimate(messages);
        if counted > 0 && estimated > 0.0 {
            self.ratio = (counted as f64 / estimated).clamp(0.25, 8.0);
        }
    }
}

fn estimate(messages: &[Message]) -> f64 {
    messages.iter().flat_map(|message| &message.parts).map(part_tokens).sum()
}

fn part_tokens(part: &Part) -> f64 {
    match part {
        Part::Text { text } => text.len() as f64 / CHARS_PER_TOKEN,
        Part::Image(_) => PICTURE_TOKENS,
        Part::ToolCall(call) => (call.name.len() + call.args.to_string().len()) as f64 / CHARS_PER_TOKEN,
        Part::ToolResult { parts, .. } => parts.iter().map(part_tokens).sum(),
        Part::Opaque { value } => value.to_string().len() as f64 / CHARS_PER_TOKEN,
    }
}

impl History {
    /// The first tier: pictures and long results of all but the last turns go, in place. Gives how many went.
    pub(crate) fn clear(&mut self, keep: usize) -> usize {
        let old = self.exchanges.len().saturating_sub(keep);
        self.is_altered |= old > 0;
        self.exchanges[..old].iter_mut().flat_map(|turn| &mut turn.shown).map(|part| clear_part(part, false)).sum()
    }

    /// What the second tier asks: the older turns, and to write down what matters of them. `None` if there are none.
    pub(crate) fn to_summarise(&self, keep: usize) -> Option<(usize, Vec<Message>)> {
        let old = self.exchanges.len().checked_sub(keep).filter(|old| *old > 0)?;
        // The next message holds the results of the last calls; without them an API would not take the conversation.
        let mut parts = self.exchanges.get(old).map(|next| next.shown.clone()).unwrap_or_default();
        parts.push(Part::text(prompt::SUMMARISE));
        Some((old, self.beginning(old, parts)))
    }
}

/// Gives how many pictures and results were cleared.
fn clear_part(part: &mut Part, in_result: bool) -> usize {
    match part {
        Part::Image(_) => *part = Part::text(prompt::CLEARED),
        Part::Text { text } if in_result && text.len() > SHORT_RESULT_CHARS + CUT.len() => cut(text, SHORT_RESULT_CHARS),
        Part::ToolResult { parts, .. } => return parts.iter_mut().map(|part| clear_part(part, true)).sum(),
        _ => return 0,
    }
    1
}

/// Leaves the beginning of a text, of so many bytes at most, and a word on the rest.
pub(crate) fn cut(text: &mut String, most: usize) {
    text.truncate(text.floor_char_boundary(most));
    text.push_str(CUT);
}
