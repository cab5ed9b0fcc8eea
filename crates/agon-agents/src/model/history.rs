//! What a model has seen and said, and how much of it it sees again.

use super::config::Window;
use super::prompt;
use agon_core::{Frame, ImageHash, Turn};
use agon_model::{Message, Part, Picture, Reply, ToolCall};
use std::ops::Range;
use std::sync::Arc;

/// A conversation: the task, then turns.
pub(super) struct History {
    /// The task; it begins whatever is shown.
    task: String,
    /// The first observation's goal, which a window must not lose.
    goal: Vec<Part>,
    /// Whether the first observation's text tells the goal too.
    pub(super) goal_in_text: bool,
    /// What stands for turns that are gone.
    pub(super) summary: Option<String>,
    /// Something was cleared or forgotten.
    pub(super) is_altered: bool,
    pub(super) exchanges: Vec<Exchanged>,
    /// What the model is shown now, and has not answered yet.
    now: Vec<Part>,
}

/// A past turn.
pub(super) struct Exchanged {
    pub(super) shown: Vec<Part>,
    pub(super) said: Vec<Part>,
}

impl History {
    pub(super) fn new(task: String) -> Self {
        Self {
            task,
            goal: Vec::new(),
            goal_in_text: false,
            summary: None,
            is_altered: false,
            exchanges: Vec::new(),
            now: Vec::new(),
        }
    }

    /// What the model sees next. Where it made tool calls, this is their result.
    pub(super) fn show(&mut self, turn: &Turn, pictures: Vec<(&'static str, Picture)>, performed: Range<usize>) {
        let mut parts = Vec::new();
        let text = [turn.message.as_str(), turn.observation.text.as_deref().unwrap_or_default()];
        let text = text.iter().filter(|text| !text.is_empty()).copied().collect::<Vec<_>>().join("\n\n");
        if !text.is_empty() {
            parts.push(Part::text(text));
        }
        if let Some(text) = turn.observation.text.as_deref().filter(|_| self.goal_in_text && self.goal.is_empty()) {
            self.goal.push(Part::text(format!("The first observation was:\n\n{text}")));
        }
        for (name, picture) in pictures {
            if name == Frame::SCREEN {
                parts.push(Part::Image(picture));
                continue;
            }
            let goal = [Part::text(format!("The {name}:")), Part::Image(picture)];
            self.goal.extend(goal.clone());
            parts.extend(goal);
        }
        self.now = match self.exchanges.last() {
            Some(last) => as_results(&last.said, parts, performed),
            None => parts,
        };
    }

    pub(super) fn answered(&mut self, reply: &Reply) {
        let shown = std::mem::take(&mut self.now);
        let mut said = reply.parts.clone();
        // Some APIs take no empty message, nor one of thoughts alone.
        if !said.iter().any(says_something) {
            said.retain(|part| matches!(part, Part::Opaque { .. }));
            said.push(Part::text("(nothing)"));
        }
        self.exchanges.push(Exchanged { shown, said });
    }

    /// The messages of a request: the task and the last turns.
    pub(super) fn messages(&self, window: Window) -> Vec<Message> {
        let from = self.exchanges.len() - self.past_shown(window);
        let mut head = vec![Part::text(self.task.clone())];
        // The goal stood in the first turn, which is not shown any more, or not as it was.
        if from > 0 || self.is_altered {
            head.extend(self.goal.clone());
        }
        head.extend(self.summary.as_deref().map(|text| Part::text(prompt::summary(text))));
        let mut messages = Vec::new();
        let is_whole = from == 0 && !self.is_altered;
        for (number, Exchanged { shown, said }) in self.exchanges.iter().enumerate().skip(from) {
            let shown = if messages.is_empty() { headed(std::mem::take(&mut head), shown.clone()) } else { shown.clone() };
            messages.push(Message::user(shown));
            let is_last = number + 1 == self.exchanges.len();
            messages.push(Message::assistant(if is_whole { said.clone() } else { without_seals(said, is_last) }));
        }
        let now = if messages.is_empty() { headed(head, self.now.clone()) } else { self.now.clone() };
        messages.push(Message::user(now));
        messages
    }

    /// How many past turns a window shows.
    fn past_shown(&self, window: Window) -> usize {
        match window {
            Window::All => self.exchanges.len(),
            Window::Last(turns) => self.exchanges.len().min(turns.saturating_sub(1)),
        }
    }

    /// Makes what a window shows shorter by half its past turns; `false` if it shows none.
    pub(super) fn shorten(&mut self, window: Window) -> bool {
        let shown = self.past_shown(window);
        self.clear(1);
        self.forget(self.exchanges.len() - shown + shown.div_ceil(2));
        shown > 0
    }

    /// Forgets turns from the oldest on; the one shown now stays.
    pub(super) fn forget(&mut self, count: usize) {
        self.is_altered = true;
        self.exchanges.drain(..count.min(self.exchanges.len()));
    }
}

/// The task before the first turn that is shown. Results of calls that are no longer shown become plain parts, for an
/// API would not know what they answer.
fn headed(mut head: Vec<Part>, shown: Vec<Part>) -> Vec<Part> {
    for part in shown {
        match part {
            Part::ToolResult { parts, .. } => head.extend(parts),
            part => head.push(part),
        }
    }
    head
}

/// Thoughts that an API signed hold only for the conversation they were thought in; of a changed one they are left out.
/// The last calls keep theirs, for without them some APIs take no result.
fn without_seals(said: &[Part], is_last: bool) -> Vec<Part> {
    let keeps = is_last && said.iter().any(|part| matches!(part, Part::ToolCall(_)));
    said.iter().filter(|part| keeps || !matches!(part, Part::Opaque { .. })).cloned().collect()
}

/// Every call gets a result: the last that was performed carries what is seen, the others a word.
fn as_results(said: &[Part], parts: Vec<Part>, performed: Range<usize>) -> Vec<Part> {
    let calls: Vec<&ToolCall> = said.iter().filter_map(tool_call).collect();
    if calls.is_empty() {
        return parts;
    }
    let carrier = performed.end.clamp(1, calls.len()) - 1;
    let mut parts = Some(parts);
    let results = calls.iter().enumerate().map(|(number, call)| Part::ToolResult {
        id: call.id.clone(),
        name: call.name.clone(),
        parts: match number {
            number if number == carrier => parts.take().unwrap_or_default(),
            number if performed.contains(&number) => vec![Part::text("Performed.")],
            _ => vec![Part::text("Not performed.")],
        },
    });
    results.collect()
}

fn says_something(part: &Part) -> bool {
    match part {
        Part::ToolCall(_) => true,
        part => part.as_text().is_some_and(|text| !text.trim().is_empty()),
    }
}

fn tool_call(part: &Part) -> Option<&ToolCall> {
    match part {
        Part::ToolCall(call) => Some(call),
        _ => None,
    }
}

/// The frames of an observation as files, named by the hash under which the record keeps them.
pub(super) fn pictures(frames: &[Frame]) -> Result<Vec<(&'static str, Picture)>, String> {
    let encode = |frame: &Frame| {
        let bytes = agon_image::encode(&frame.image).map_err(|error| error.to_string())?;
        let media = if frame.image.extension() == "jpg" { "image/jpeg" } else { "image/png" };
        let hash: ImageHash = frame.image.hash();
        Ok((frame.name, Picture { hash, media: media.into(), bytes: Arc::from(bytes.as_ref()) }))
    };
    frames.iter().map(encode).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Budget, Observation};
    use serde_json::json;

    fn turn(message: &str) -> Turn {
        let (observation, budget) = (Observation::default(), Budget::default());
        Turn { observation, status: None, message: message.into(), budget, ending: None }
    }

    fn calls(ids: &[&str]) -> Reply {
        let call = |id: &&str| Part::ToolCall(ToolCall { id: (*id).into(), name: "move".into(), args: json!({}), extra: None });
        let seal = Part::Opaque { value: json!("signed") };
        Reply { parts: [seal].into_iter().chain(ids.iter().map(call)).collect(), ..Reply::default() }
    }

    fn results(message: &Message) -> Vec<(&str, &str)> {
        let results = message.parts.iter().filter_map(|part| match part {
            Part::ToolResult { id, parts, .. } => Some((id.as_str(), parts.first().and_then(Part::as_text).unwrap_or_default())),
            _ => None,
        });
        results.collect()
    }

    #[test]
    fn every_call_has_its_result_and_what_is_seen_stands_with_the_last_performed() {
        let mut history = History::new("The task.".into());
        history.show(&turn("begin"), Vec::new(), 0..0);
        history.answered(&calls(&["a", "b", "c"]));
        history.show(&turn("after two"), Vec::new(), 0..2);
        let messages = history.messages(Window::All);
        assert_eq!(results(&messages[2]), [("a", "Performed."), ("b", "after two"), ("c", "Not performed.")]);
        history.show(&turn("refused"), Vec::new(), 0..0);
        assert_eq!(results(&history.messages(Window::All)[2])[0], ("a", "refused"), "somebody must carry what is seen");
        history.show(&turn("last"), Vec::new(), 2..3);
        let messages = history.messages(Window::All);
        assert_eq!(results(&messages[2]), [("a", "Not performed."), ("b", "Not performed."), ("c", "last")]);
    }

    #[test]
    fn a_window_that_begins_with_results_shows_them_as_plain_words() {
        let mut history = History::new("The task.".into());
        for number in 0..3 {
            history.show(&turn(&format!("turn {number}")), Vec::new(), 0..1);
            history.answered(&calls(&["a"]));
        }
        history.show(&turn("now"), Vec::new(), 0..1);
        let messages = history.messages(Window::Last(1));
        assert_eq!(messages, [Message::user(vec![Part::text("The task."), Part::text("now")])]);
        let messages = history.messages(Window::Last(2));
        assert_eq!(messages[0].parts, [Part::text("The task."), Part::text("turn 2")]);
        assert_eq!(results(&messages[2]), [("a", "now")]);
    }

    #[test]
    fn a_reply_of_thoughts_alone_says_nothing_and_keeps_its_thoughts() {
        let seal = || Part::Opaque { value: json!("signed") };
        for parts in [Vec::new(), vec![seal()], vec![seal(), Part::text(" \n")]] {
            let kept: Vec<Part> = parts.iter().filter(|part| **part == seal()).cloned().collect();
            let mut history = History::new("The task.".into());
            history.show(&turn("begin"), Vec::new(), 0..0);
            history.answered(&Reply { parts, ..Reply::default() });
            let said = &history.messages(Window::All)[1].parts;
            assert_eq!(*said, [kept, vec![Part::text("(nothing)")]].concat());
        }
    }

    #[test]
    fn what_is_too_long_is_shorter_the_next_time_whatever_the_window() {
        for window in [Window::All, Window::Last(1), Window::Last(4)] {
            let mut history = History::new("The task.".into());
            history.goal = vec![Part::text("The goal:")];
            for number in 0..20 {
                history.show(&turn(&format!("turn {number}")), Vec::new(), 0..1);
                history.answered(&calls(&["a"]));
            }
            let mut length = history.messages(window).len();
            while history.shorten(window) {
                let messages = history.messages(window);
                assert!(messages.len() < length, "{window:?}");
                assert!(messages[0].parts.contains(&Part::text("The goal:")), "a goal is never lost");
                length = messages.len();
            }
            assert_eq!(length, 1);
        }
    }

    #[test]
    fn signed_thoughts_stay_with_the_conversation_they_were_thought_in() {
        let seals = |messages: &[Message]| -> Vec<bool> {
            let sealed = |message: &Message| message.parts.iter().any(|part| matches!(part, Part::Opaque { .. }));
            messages.iter().filter(|message| message.role == agon_model::Role::Assistant).map(sealed).collect()
        };
        let mut history = History::new("The task.".into());
        for number in 0..3 {
            history.show(&turn(&format!("turn {number}")), Vec::new(), 0..1);
            history.answered(&calls(&["a"]));
        }
        history.show(&turn("now"), Vec::new(), 0..1);
        assert_eq!(seals(&history.messages(Window::All)), [true, true, true]);
        assert_eq!(seals(&history.messages(Window::Last(3))), [false, true], "the last calls keep theirs");
        history.forget(1);
        assert_eq!(seals(&history.messages(Window::All)), [false, true]);
    }
}
