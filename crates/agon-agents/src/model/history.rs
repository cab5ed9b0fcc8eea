//! What a model has seen and said, and how much of it it sees again.

use super::config::Window;
use super::prompt;
use agon_core::{Frame, ImageHash, Tree, Turn};
use agon_model::{Fit, Message, Part, Picture, Repeats, Reply, Thoughts, Tool, ToolCall};
use serde::Serialize;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::ops::Range;
use std::sync::Arc;

/// A conversation: the task, then turns.
pub(crate) struct History {
    /// The task; it begins whatever is shown.
    task: String,
    /// The first observation's goal, which a window must not lose.
    goal: Vec<Part>,
    /// Whether the first observation's text tells the goal too.
    pub(crate) goal_in_text: bool,
    /// What stands for turns that are gone.
    pub(crate) summary: Option<String>,
    /// The plan as it was when turns were last removed.
    pub(crate) plan: Option<String>,
    /// Something was cleared or forgotten.
    pub(crate) is_altered: bool,
    pub(crate) exchanges: Vec<Exchanged>,
    /// What the model is shown now, and has not answered yet.
    now: Vec<Part>,
    /// Which thoughts may go back.
    thoughts: ThoughtRule,
    /// Of the system prompt and the tools, with which every request begins.
    opening: Fingerprint,
}

/// A past turn.
pub(crate) struct Exchanged {
    pub(crate) shown: Vec<Part>,
    pub(crate) said: Vec<Part>,
    /// Of the request that was answered: what a thought in `said` was thought after.
    asked: u64,
}

/// Which thoughts go back with their turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ThoughtRule {
    pub(crate) thoughts: Thoughts,
    /// The last calls keep theirs in any case: models that think within a budget take no result without them, and they are
    /// too old to look at what stands before.
    pub(crate) keeps_last: bool,
}

/// All that was sent so far, as one number.
#[derive(Clone, Default)]
struct Fingerprint(DefaultHasher);

impl Fingerprint {
    fn add(&mut self, value: &impl Serialize) {
        // What cannot be written is never sent either.
        serde_json::to_string(value).unwrap_or_default().hash(&mut self.0);
    }

    fn of(&self) -> u64 {
        self.0.finish()
    }
}

impl History {
    pub(crate) fn new(task: String, thoughts: ThoughtRule) -> Self {
        Self {
            thoughts,
            opening: Fingerprint::default(),
            task,
            goal: Vec::new(),
            goal_in_text: false,
            summary: None,
            plan: None,
            is_altered: false,
            exchanges: Vec::new(),
            now: Vec::new(),
        }
    }

    /// What every request begins with from now on.
    pub(crate) fn open(&mut self, system: &str, tools: &[Tool]) {
        self.opening = Fingerprint::default();
        self.opening.add(&system);
        self.opening.add(&tools);
    }

    /// What the model sees next. Where it made tool calls, this is their result.
    pub(crate) fn show(&mut self, turn: &Turn, pictures: Vec<Shown>, performed: Range<usize>) {
        self.remember_goal(turn, &pictures);
        let tree = turn.observation.tree.as_ref().map(Tree::outline);
        let parts = observed(&turn.message, turn.observation.text.as_deref(), tree.as_deref(), pictures);
        self.now = match self.exchanges.last() {
            Some(last) => as_results(&last.said, parts, performed),
            None => parts,
        };
    }

    /// The same for whoever puts the results of its calls together itself.
    pub(crate) fn present(&mut self, parts: Vec<Part>) {
        self.now = parts;
    }

    /// What the model is shown now.
    pub(crate) fn now_mut(&mut self) -> &mut Vec<Part> {
        &mut self.now
    }

    /// Keeps the goal of an observation, if it shows one.
    pub(crate) fn remember_goal(&mut self, turn: &Turn, pictures: &[Shown]) {
        if let Some(text) = turn.observation.text.as_deref().filter(|_| self.goal_in_text && self.goal.is_empty()) {
            self.goal.push(Part::text(format!("The first observation was:\n\n{text}")));
        }
        self.goal.extend(pictures.iter().filter(|shown| shown.name == Frame::GOAL).flat_map(Shown::named));
    }

    /// Takes in the answer to a request of these messages.
    pub(crate) fn answered(&mut self, asked: &[Message], reply: &Reply) {
        let mut fingerprint = self.opening.clone();
        asked.iter().for_each(|message| fingerprint.add(message));
        let shown = std::mem::take(&mut self.now);
        let mut said = reply.parts.clone();
        // Some APIs take no empty message, nor one of thoughts alone.
        if !said.iter().any(says_something) {
            said.retain(|part| matches!(part, Part::Opaque { .. }));
            said.push(Part::text("(nothing)"));
        }
        self.exchanges.push(Exchanged { shown, said, asked: fingerprint.of() });
    }

    /// The messages of a request: the task and the last turns.
    pub(crate) fn messages(&self, window: Window) -> Vec<Message> {
        let from = self.exchanges.len() - self.past_shown(window);
        self.conversation(from, self.exchanges.len(), self.now.clone())
    }

    /// The first turns up to a number, then what the user says instead of going on.
    pub(crate) fn beginning(&self, turns: usize, then: Vec<Part>) -> Vec<Message> {
        self.conversation(0, turns.min(self.exchanges.len()), then)
    }

    /// The task, some turns, and what is said last.
    fn conversation(&self, from: usize, to: usize, last: Vec<Part>) -> Vec<Message> {
        let mut head = vec![Part::text(self.task.clone())];
        // The goal stood in the first turn, which is not shown any more, or not as it was.
        if from > 0 || self.is_altered {
            head.extend(self.goal.clone());
        }
        head.extend(self.summary.as_deref().map(|text| Part::text(prompt::summary(text))));
        head.extend(self.plan.as_deref().map(Part::text));
        let mut messages: Vec<Message> = Vec::new();
        let mut sent = self.opening.clone();
        for (number, Exchanged { shown, said, asked }) in self.exchanges.iter().enumerate().take(to).skip(from) {
            let shown = if messages.is_empty() { headed(std::mem::take(&mut head), shown.clone()) } else { shown.clone() };
            let shown = Message::user(shown);
            sent.add(&shown);
            let said = Message::assistant(self.thoughts.kept(said, sent.of() == *asked, number + 1 == to));
            sent.add(&said);
            messages.extend([shown, said]);
        }
        let last = if messages.is_empty() { headed(head, last) } else { last };
        messages.push(Message::user(last));
        messages
    }

    /// How much of a request of this window's the next one will begin with.
    pub(crate) fn repeats(&self, window: Window) -> Repeats {
        match window {
            Window::All => Repeats::Everything,
            Window::Last(turns) if self.exchanges.len() + 1 < turns => Repeats::Everything,
            Window::Last(_) => Repeats::Beginning,
        }
    }

    /// How many past turns a window shows.
    fn past_shown(&self, window: Window) -> usize {
        match window {
            Window::All => self.exchanges.len(),
            Window::Last(turns) => self.exchanges.len().min(turns.saturating_sub(1)),
        }
    }

    /// Makes what a window shows shorter by half its past turns; `false` if it shows none.
    pub(crate) fn shorten(&mut self, window: Window) -> bool {
        let shown = self.past_shown(window);
        self.clear(1);
        self.forget(self.exchanges.len() - shown + shown.div_ceil(2));
        shown > 0
    }

    /// Forgets turns from the oldest on; the one shown now stays.
    pub(crate) fn forget(&mut self, count: usize) {
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

impl ThoughtRule {
    /// What was said, without thoughts that would not be taken: some services refuse a request in which anything before a
    /// thought is not as it was when it was thought.
    fn kept(self, said: &[Part], is_unchanged: bool, is_last: bool) -> Vec<Part> {
        let is_owed = is_last && self.keeps_last && said.iter().any(|part| matches!(part, Part::ToolCall(_)));
        let may = self.thoughts == Thoughts::Free || is_unchanged || is_owed;
        said.iter().filter(|part| may || !matches!(part, Part::Opaque { .. })).cloned().collect()
    }
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

/// An observation as parts of a message: what is to be read, then the pictures.
pub(crate) fn observed(message: &str, text: Option<&str>, tree: Option<&str>, pictures: Vec<Shown>) -> Vec<Part> {
    let tree = tree.map(|outline| format!("The accessibility tree:\n{}", outline.trim_end()));
    let texts = [message, text.unwrap_or_default(), tree.as_deref().unwrap_or_default()];
    let text = texts.iter().filter(|text| !text.is_empty()).copied().collect::<Vec<_>>().join("\n\n");
    let mut parts: Vec<Part> = (!text.is_empty()).then(|| Part::text(text)).into_iter().collect();
    for shown in pictures {
        match shown.name {
            Frame::SCREEN => parts.push(Part::Image(shown.picture)),
            _ => parts.extend(shown.named()),
        }
    }
    parts
}

/// A frame as it is sent.
pub(crate) struct Shown {
    pub(crate) name: &'static str,
    pub(crate) picture: Picture,
    /// Width and height.
    pub(crate) size: (u32, u32),
}

impl Shown {
    /// The picture with a word on what it is.
    fn named(&self) -> [Part; 2] {
        [Part::text(format!("The {}:", self.name)), Part::Image(self.picture.clone())]
    }
}

/// The frames of an observation as files that fit, named by the hash under which the record keeps the frames.
pub(crate) async fn pictures(frames: &[Frame], fits: &[Fit]) -> Result<Vec<Shown>, String> {
    if frames.is_empty() {
        return Ok(Vec::new());
    }
    let (frames, fits) = (frames.to_vec(), fits.to_vec());
    let encoded = tokio::task::spawn_blocking(move || encode(&frames, &fits)).await;
    encoded.map_err(|error| error.to_string())?
}

fn encode(frames: &[Frame], fits: &[Fit]) -> Result<Vec<Shown>, String> {
    let encode = |frame: &Frame| {
        let hash: ImageHash = frame.image.hash();
        let own = (frame.image.width, frame.image.height);
        let size = fits.iter().fold(own, |(width, height), fit| fit.size(width, height));
        let small = match size == own {
            true => None,
            false => Some(agon_image::shrink(&frame.image, size.0, size.1).map_err(|error| error.to_string())?),
        };
        let image = small.as_ref().unwrap_or(&frame.image);
        let bytes = agon_image::encode(image).map_err(|error| error.to_string())?;
        let picture = Picture { hash, media: "image/png".into(), bytes: Arc::from(bytes.as_ref()) };
        Ok(Shown { name: frame.name, picture, size: (image.width, image.height) })
    };
    frames.iter().map(encode).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Budget, Observation};
    use serde_json::json;

    const FREE: ThoughtRule = ThoughtRule { thoughts: Thoughts::Free, keeps_last: false };

    fn turn(message: &str) -> Turn {
        let (observation, budget) = (Observation::default(), Budget::default());
        Turn { observation, status: None, message: message.into(), budget, ending: None }
    }

    fn calls(ids: &[&str]) -> Reply {
        let call = |id: &&str| Part::ToolCall(ToolCall { id: (*id).into(), name: "move".into(), args: json!({}), extra: None });
        let seal = Part::Opaque { value: json!("signed") };
        Reply { parts: [seal].into_iter().chain(ids.iter().map(call)).collect(), ..Reply::default() }
    }

    /// Answers what a window shows.
    fn answer(history: &mut History, window: Window, reply: &Reply) {
        let asked = history.messages(window);
        history.answered(&asked, reply);
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
        let mut history = History::new("The task.".into(), FREE);
        history.show(&turn("begin"), Vec::new(), 0..0);
        answer(&mut history, Window::All, &calls(&["a", "b", "c"]));
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
        let mut history = History::new("The task.".into(), FREE);
        for number in 0..3 {
            history.show(&turn(&format!("turn {number}")), Vec::new(), 0..1);
            answer(&mut history, Window::All, &calls(&["a"]));
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
            let mut history = History::new("The task.".into(), FREE);
            history.show(&turn("begin"), Vec::new(), 0..0);
            answer(&mut history, Window::All, &Reply { parts, ..Reply::default() });
            let said = &history.messages(Window::All)[1].parts;
            assert_eq!(*said, [kept, vec![Part::text("(nothing)")]].concat());
        }
    }

    #[test]
    fn what_is_too_long_is_shorter_the_next_time_whatever_the_window() {
        for window in [Window::All, Window::Last(1), Window::Last(4)] {
            let mut history = History::new("The task.".into(), FREE);
            history.goal = vec![Part::text("The goal:")];
            for number in 0..20 {
                history.show(&turn(&format!("turn {number}")), Vec::new(), 0..1);
                answer(&mut history, Window::All, &calls(&["a"]));
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

    fn sealed(messages: &[Message]) -> Vec<bool> {
        let is_sealed = |message: &Message| message.parts.iter().any(|part| matches!(part, Part::Opaque { .. }));
        messages.iter().filter(|message| message.role == agon_model::Role::Assistant).map(is_sealed).collect()
    }

    const BOUND: ThoughtRule = ThoughtRule { thoughts: Thoughts::Bound, keeps_last: false };

    #[test]
    fn thoughts_go_back_only_behind_what_they_were_thought_after() {
        for (window, expected) in
            [(Window::All, vec![true; 5]), (Window::Last(2), vec![false]), (Window::Last(4), vec![false; 3])]
        {
            let mut history = History::new("The task.".into(), BOUND);
            history.open("system", &[]);
            for number in 0..5 {
                history.show(&turn(&format!("turn {number}")), Vec::new(), 0..1);
                answer(&mut history, window, &calls(&["a"]));
            }
            history.show(&turn("now"), Vec::new(), 0..1);
            assert_eq!(sealed(&history.messages(window)), expected, "{window:?}");
            history.open("another system", &[]);
            assert!(!sealed(&history.messages(window)).contains(&true), "the system prompt is before all of them");
        }
        let mut history = History::new("The task.".into(), FREE);
        for number in 0..3 {
            history.show(&turn(&format!("turn {number}")), Vec::new(), 0..1);
            answer(&mut history, Window::Last(2), &calls(&["a"]));
        }
        assert_eq!(sealed(&history.messages(Window::Last(3))), [true, true], "others take them wherever they stand");
    }

    #[test]
    fn thoughts_after_a_conversation_was_shortened_hold_for_the_shorter_one() {
        let mut history = History::new("The task.".into(), BOUND);
        let go_on = |history: &mut History, turns: usize| {
            for number in 0..turns {
                history.show(&turn(&format!("turn {number}")), Vec::new(), 0..1);
                answer(history, Window::All, &calls(&["a"]));
            }
            history.show(&turn("now"), Vec::new(), 0..1);
        };
        go_on(&mut history, 3);
        history.forget(1);
        assert_eq!(sealed(&history.messages(Window::All)), [false, false]);
        go_on(&mut history, 2);
        assert_eq!(sealed(&history.messages(Window::All)), [false, false, true, true]);
    }

    #[test]
    fn who_thinks_within_a_budget_keeps_the_thoughts_of_the_last_calls() {
        let mut history = History::new("The task.".into(), ThoughtRule { keeps_last: true, ..BOUND });
        for number in 0..3 {
            history.show(&turn(&format!("turn {number}")), Vec::new(), 0..1);
            answer(&mut history, Window::Last(3), &calls(&["a"]));
        }
        history.show(&turn("now"), Vec::new(), 0..1);
        assert_eq!(sealed(&history.messages(Window::Last(3))), [false, true]);
    }

    #[test]
    fn what_the_next_request_begins_with_is_known() {
        let mut history = History::new("The task.".into(), FREE);
        for window in [Window::All, Window::Last(1), Window::Last(2), Window::Last(4)] {
            history.exchanges.clear();
            for number in 0..6 {
                history.show(&turn(&format!("turn {number}")), Vec::new(), 0..1);
                let (repeats, before) = (history.repeats(window), history.messages(window));
                answer(&mut history, window, &calls(&["a"]));
                history.show(&turn("next"), Vec::new(), 0..1);
                let after = history.messages(window);
                assert_eq!(repeats == Repeats::Everything, after.starts_with(&before), "{window:?}, turn {number}");
            }
        }
    }

    #[test]
    fn a_desktop_is_sent_as_large_as_it_is_kept() {
        let frame = Frame::screen(agon_core::Image::rgb8(1920, 1080, vec![7; 1920 * 1080 * 3]));
        let fit = agon_model::Abilities::of_name("anthropic/claude-sonnet-4-5").fit();
        let shown = encode(std::slice::from_ref(&frame), fit.as_slice()).unwrap();
        assert_eq!((shown[0].size, shown[0].picture.hash), ((1456, 819), frame.image.hash()));
        let sent = agon_image::decode(&shown[0].picture.bytes).unwrap();
        assert_eq!((sent.width, sent.height), (1456, 819));
        assert_eq!(encode(&[frame], &[]).unwrap()[0].size, (1920, 1080));
    }
}
