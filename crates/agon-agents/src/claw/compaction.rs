//! Keeping a conversation within what its model takes, in three tiers: old pictures and long results are cleared in place, older
//! turns are summarised by the model itself, and what still does not fit is cut off. The task is never part of what goes.

use super::conversation::Conversation;
use crate::model::calls::Calls;
use crate::model::compact::cut;
use agon_core::{AgentError, Seat, SeatError};
use agon_model::Part;
use serde_json::json;

/// The note of one compaction.
const NOTE: &str = "compaction";

/// How a conversation was made shorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tier {
    Clear,
    Summarise,
    Truncate,
}

/// What of the present results is shown at least, however little fits.
const LEAST_BYTES: usize = 1000;

impl Conversation {
    /// Makes the conversation fit before it is sent.
    pub(super) async fn make_room(&mut self, calls: &mut Calls, seat: &mut dyn Seat) -> Result<(), AgentError> {
        let bounds = self.thresholds;
        if self.filled() <= bounds.clear_at {
            return Ok(());
        }
        let before = self.tokens();
        let cleared = self.history.clear(bounds.keep_turns);
        if cleared > 0 {
            self.note(seat, Tier::Clear, before, cleared)?;
        }
        if self.filled() > bounds.summarise_at
            && !self.gave_no_summary
            && let Some((turns, messages)) = self.history.to_summarise(bounds.keep_turns)
        {
            let before = self.tokens();
            let summary = self.ask_aside(calls, seat, messages).await?.unwrap_or_default();
            self.gave_no_summary = summary.trim().is_empty();
            if !self.gave_no_summary {
                self.history.summary = Some(summary);
                self.forget(turns);
                self.note(seat, Tier::Summarise, before, turns)?;
            }
        }
        let (before, mut removed) = (self.tokens(), 0);
        while self.filled() > bounds.truncate_at && self.truncate() {
            removed += 1;
        }
        if removed > 0 {
            self.note(seat, Tier::Truncate, before, removed)?;
        }
        Ok(())
    }

    /// Makes a conversation shorter that the service would not take: its older half goes, then half of what is shown now. `false` if
    /// nothing is left that could go.
    pub(super) fn shorten(&mut self, seat: &mut dyn Seat) -> Result<bool, SeatError> {
        let before = self.tokens();
        self.history.clear(1);
        let turns = self.history.exchanges.len();
        let removed = match turns {
            0 => usize::from(halve(self.history.now_mut())),
            turns => turns.div_ceil(2),
        };
        self.forget(turns.div_ceil(2));
        if removed > 0 {
            self.note(seat, Tier::Truncate, before, removed)?;
        }
        Ok(removed > 0)
    }

    /// Removes the oldest turn, or where there is none half of what is shown now.
    fn truncate(&mut self) -> bool {
        if self.history.exchanges.is_empty() {
            return halve(self.history.now_mut());
        }
        self.forget(1);
        true
    }

    /// Forgets the oldest turns. The plan, whose calls may be among them, then stands behind the task.
    fn forget(&mut self, turns: usize) {
        self.history.forget(turns);
        self.history.plan = self.plan.as_ref().map(ToString::to_string);
    }

    /// `removed` are results, turns, or turns and cuts of what is shown now.
    fn note(&self, seat: &mut dyn Seat, tier: Tier, before: f64, removed: usize) -> Result<(), SeatError> {
        let word = match tier {
            Tier::Clear => "clear",
            Tier::Summarise => "summarise",
            Tier::Truncate => "truncate",
        };
        let (before, after) = (before.round(), self.tokens().round());
        seat.log(
            NOTE,
            json!({"who": self.name, "tier": word, "tokens_before": before, "tokens_after": after, "removed": removed}),
        )
    }
}

/// Cuts the longest text in half, or takes out a picture where no text is long; `false` if neither is there.
fn halve(parts: &mut [Part]) -> bool {
    let mut texts = Vec::new();
    gather(parts, &mut texts);
    if let Some(longest) = texts.into_iter().max_by_key(|text| text.len())
        && longest.len() > LEAST_BYTES
    {
        let half = longest.len() / 2;
        cut(longest, half);
        return true;
    }
    take_out_picture(parts)
}

fn gather<'a>(parts: &'a mut [Part], texts: &mut Vec<&'a mut String>) {
    for part in parts {
        match part {
            Part::Text { text } => texts.push(text),
            Part::ToolResult { parts, .. } => gather(parts, texts),
            _ => {}
        }
    }
}

fn take_out_picture(parts: &mut [Part]) -> bool {
    parts.iter_mut().any(|part| match part {
        Part::Image(_) => {
            *part = Part::text("[a picture that did not fit]");
            true
        }
        Part::ToolResult { parts, .. } => take_out_picture(parts),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_now_gets_smaller_until_little_is_left() {
        let text = |length: usize| Part::text("é".repeat(length));
        let result = Part::ToolResult { id: "1".into(), name: "bash".into(), parts: vec![text(40_000), text(10)] };
        let mut parts = vec![text(300), result];
        let mut cuts = 0;
        while halve(&mut parts) {
            cuts += 1;
        }
        assert!((7..=9).contains(&cuts), "{cuts}");
        let Part::ToolResult { parts: left, .. } = &parts[1] else { panic!("{parts:?}") };
        assert!(left[0].as_text().is_some_and(|text| text.len() <= LEAST_BYTES && text.ends_with(" [cut]")));
        assert_eq!((left[1].clone(), parts[0].clone()), (text(10), text(300)), "what is short stays");
    }
}
