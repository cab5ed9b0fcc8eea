//! Pairs in the form the gym's prompts teach: `('move', 0)`, on a line of its own.

use crate::text::{closing, scan, spoken, stated};
use crate::{Dialect, Policy, Reading, Said, View};
use agon_core::{Action, Brief, Call};

/// A quoted name and its arguments as Python literals.
pub struct Pair;

impl Dialect for Pair {
    fn name(&self) -> &'static str {
        "pair"
    }

    fn about(&self) -> &'static str {
        "a pair of a function's name and its arguments, ('move', 0), on a line of its own"
    }

    fn teach(&self, brief: &Brief, _: &View) -> String {
        let sentence = "Think as long as you like, then end your answer with exactly one call on a line of its own, written as a \
                        pair of the name and its arguments:";
        brief.written_as(sentence, Call::to_string)
    }

    fn several(&self) -> Policy {
        Policy::Last
    }

    fn read(&self, said: &Said, _: &View) -> Reading {
        let calls = pairs(spoken(&said.text));
        if calls.is_empty() {
            return Reading::problem("it holds no call of the form ('name', arguments) on a line of its own");
        }
        Reading::grouped(calls.into_iter().map(|call| vec![call.into()]).collect())
    }

    fn write(&self, actions: &[Action], _: &View) -> Option<Said> {
        let line = |action: &Action| match action {
            Action::Call { name, args } => Some(Call::new(name, args.clone()).to_string()),
            _ => None,
        };
        let lines: Option<Vec<String>> = actions.iter().map(line).collect();
        Some(Said::text(lines?.join("\n")))
    }
}

/// The pairs that a text means. One that is mentioned in a sentence is not one of them.
fn pairs(text: &str) -> Vec<Call> {
    let pair = |text: &str, open: usize| {
        let end = closing(text, open, MAX_CALL_BYTES)?;
        Some((text[open..end].parse::<Call>().ok()?, end))
    };
    stated(text, scan(text, ['(', '['], opens_with_a_name, pair))
}

/// Long enough for any call, and short enough to look for its end from many places.
const MAX_CALL_BYTES: usize = 4096;

/// Whether a quoted name follows a bracket, as in every pair.
fn opens_with_a_name(text: &str, open: usize) -> bool {
    text[open + 1..].trim_start().starts_with(['\'', '"'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MAX_TEXT_BYTES;
    use proptest::prelude::*;
    use serde_json::json;

    fn read(text: &str) -> Vec<Call> {
        let calls = Pair.read(&Said::text(text), &View::default()).actions.into_iter();
        calls
            .map(|action| match action {
                Action::Call { name, args } => Call { name, args },
                other => panic!("not a call: {other:?}"),
            })
            .collect()
    }

    #[test]
    fn pairs_are_found_wherever_models_put_them() {
        let right = vec![Call::new("move", 0)];
        for text in [
            "('move', 0)",
            "I go right (the wall (dark) is above).\n\n('move', 0)",
            "```python\n('move', 0)\n```",
            "**Action:** [\"move\", 0]",
            "It's the disc's turn: ('move', 0).",
            "(as (I (said)), ('move', 0)",
            "<think>('move', 1)? No.</think>('move', 0)",
        ] {
            assert_eq!(read(text), right, "{text}");
        }
        assert_eq!(read("('swap', ((0, 0), (1, 1)))"), vec![Call::new("swap", json!([[0, 0], [1, 1]]))]);
        assert_eq!(read("('say', 'a) b')"), vec![Call::new("say", "a) b")]);
        assert_eq!(read("('move', 0) then ('move', 1)"), vec![Call::new("move", 0), Call::new("move", 1)]);
        assert_eq!(read("('stop', 'stop') would be wrong now.\n\n('move', 2)"), vec![Call::new("move", 2)]);
        assert_eq!(read("('stop', 'stop') would be wrong now."), vec![]);
        assert_eq!(read("I must not say \"('stop', 'stop')\" yet, so I think on"), vec![]);
        assert_eq!(read("('swap', (\n  (0, 0),\n  (1, 1)))"), vec![Call::new("swap", json!([[0, 0], [1, 1]]))]);
        assert_eq!(read("('move', (0"), vec![]);
        assert_eq!(read("move(0)"), vec![]);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(names in prop::collection::vec("[a-z_]{1,12}", 1..5), number in any::<i32>(), text in ".{0,40}") {
            let actions: Vec<Action> =
                names.iter().map(|name| Action::Call { name: name.clone(), args: json!([number, text]) }).collect();
            let said = Pair.write(&actions, &View::default()).unwrap();
            prop_assert_eq!(Pair.read(&said, &View::default()), Reading::actions(actions));
        }

        #[test]
        fn nothing_panics(text in "[('\\[\\])\",\\\\a-z0-9é \n]{0,300}") {
            let _ = Pair.read(&Said::text(text), &View::default());
        }
    }

    #[test]
    fn a_call_after_many_that_are_weighed_is_found() {
        let weighed = "Perhaps ('move', 1), perhaps ('move', 3). ".repeat(100);
        assert_eq!(read(&format!("{weighed}\n('move', 2)")), vec![Call::new("move", 2)]);
    }

    #[test]
    fn a_book_of_brackets_is_read_in_no_time() {
        for unit in ["('", "(((", "('a', (", "[\"", "('a'"] {
            let text = unit.repeat(MAX_TEXT_BYTES);
            let _ = Pair.read(&Said::text(text), &View::default());
        }
    }
}
