//! The four words that dialects without an action for them borrow from ScienceBoard: DONE, FAIL, WAIT n, ANS something.

use crate::text::{Piece, pieces, spoken};
use crate::{Reading, Said};
use agon_core::{Action, Brief, Surface};
use serde_json::Value;

/// What the words mean, for prompts. ANS is for those who are asked something.
pub(crate) fn taught(brief: &Brief) -> String {
    let mut text = "- DONE: the task is finished\n\
                    - FAIL: reason: the task cannot be done, and why\n\
                    - WAIT 3: let three seconds pass"
        .to_owned();
    if brief.surfaces.contains(&Surface::Answer) {
        text += "\n- ANS 42: hand in the answer 42, which finishes the task";
    }
    text
}

/// What a line of its own says, if it is one of the words.
pub(crate) fn word(line: &str) -> Option<Vec<Action>> {
    let line = bare(line);
    let end = line.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(line.len());
    let (word, rest) = line.split_at(end);
    // A letter that is not ASCII right behind a word makes it another word.
    if rest.starts_with(char::is_alphanumeric) || rest.starts_with('_') {
        return None;
    }
    let argument = rest.strip_prefix(':').unwrap_or(rest).trim();
    match word {
        "DONE" if argument.trim_matches(['.', '!', '\'', '"']).is_empty() => Some(vec![Action::Done]),
        "FAIL" if rest.starts_with(':') => Some(vec![Action::Fail { reason: argument.to_owned() }]),
        "FAIL" if argument.trim_matches(['.', '!', '\'', '"']).is_empty() => Some(vec![Action::Fail { reason: String::new() }]),
        "WAIT" => Some(vec![Action::Wait { secs: wait_secs(argument)? }]),
        "ANS" if !argument.is_empty() => Some(vec![Action::Answer { value: argument.into() }, Action::Done]),
        _ => None,
    }
}

/// The words in a reply that has nothing else to say: in fences, or on lines of their own. Whoever says only one word may
/// say it in lower case.
pub(crate) fn only_words(text: &str) -> Vec<Vec<Action>> {
    let text = spoken(text);
    let whole = bare(text).trim_matches(['.', '!', '\'', '"']);
    let is_one = whole.len() < 8 && !whole.contains(char::is_whitespace);
    if let (true, Some(said)) = (is_one, word(&whole.to_uppercase())) {
        return vec![said];
    }
    let lines = pieces(text).into_iter().flat_map(|piece| match piece {
        Piece::Line(line) => vec![line],
        Piece::Fence { body, .. } => body.lines().collect(),
    });
    lines.filter_map(word).collect()
}

/// The words of a reply without tool calls; without any, the problem says what is missing.
pub(crate) fn instead_of_calls(said: &Said) -> Reading {
    match only_words(&said.text) {
        words if words.is_empty() => {
            Reading::problem("it calls no tool; call one, or write DONE on a line of its own when the task is finished")
        }
        words => Reading::grouped(words),
    }
}

/// The first of some actions as a word, and how many of them it says.
pub(crate) fn written(actions: &[Action]) -> Option<(String, usize)> {
    match actions {
        [Action::Answer { value: Value::String(text) }, Action::Done, ..] => said_back(format!("ANS {text}"), 2, actions),
        [Action::Done, ..] => Some(("DONE".into(), 1)),
        [Action::Fail { reason }, ..] if reason.is_empty() => Some(("FAIL".into(), 1)),
        [Action::Fail { reason }, ..] => said_back(format!("FAIL: {reason}"), 1, actions),
        [Action::Wait { secs }, ..] => said_back(format!("WAIT {secs}"), 1, actions),
        _ => None,
    }
}

/// Only what would be read as it was meant is written: an answer of two lines has no word.
fn said_back(line: String, count: usize, actions: &[Action]) -> Option<(String, usize)> {
    let one_line = !line.contains(['\n', '\r']) && !line.contains("```");
    (one_line && word(&line).as_deref() == actions.get(..count)).then_some((line, count))
}

/// Seconds that somebody may wait: any more would be a fault of the model, not patience.
pub(crate) fn seconds(secs: f64) -> Result<f64, String> {
    let may = (0.0..=MAX_WAIT_SECS).contains(&secs);
    may.then_some(secs).ok_or_else(|| format!("a wait takes between 0 and {MAX_WAIT_SECS} seconds"))
}

const MAX_WAIT_SECS: f64 = 3600.0;
const WAIT_SECS: f64 = 5.0;

fn wait_secs(argument: &str) -> Option<f64> {
    let digits = argument.trim_matches(['[', ']', '(', ')', '.', '\'', '"']).trim();
    if digits.is_empty() {
        return Some(WAIT_SECS);
    }
    let number = digits.trim_end_matches(|c: char| c.is_ascii_alphabetic()).trim_end();
    let unit = digits[number.len()..].trim();
    let known = matches!(unit, "" | "s" | "sec" | "secs" | "second" | "seconds");
    seconds(number.parse().ok().filter(|_| known)?).ok()
}

/// A line without what markdown and old habits put around it.
fn bare(line: &str) -> &str {
    let line = line.trim().trim_matches(['`', '*']).trim();
    let line = ["Action:", "ACTION:", "action:"].iter().find_map(|label| line.strip_prefix(label)).unwrap_or(line);
    line.trim().trim_start_matches(['`', '*', '\'', '"']).trim_end_matches(['`', '*']).trim()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn answer(text: &str) -> Option<Vec<Action>> {
        Some(vec![Action::Answer { value: text.into() }, Action::Done])
    }

    #[test]
    fn words_are_read_as_models_print_them() {
        for line in ["DONE", "`DONE`", "**DONE**", "DONE.", "'DONE'", "Action: DONE", "  DONE  "] {
            assert_eq!(word(line), Some(vec![Action::Done]), "{line}");
        }
        for (line, secs) in [("WAIT", 5.0), ("WAIT 3", 3.0), ("WAIT [3]", 3.0), ("WAIT 1.5s", 1.5), ("WAIT: 2 seconds", 2.0)] {
            assert_eq!(word(line), Some(vec![Action::Wait { secs }]), "{line}");
        }
        assert_eq!(word("ANS 42"), answer("42"));
        assert_eq!(word("ANS: Vigili del Fuoco"), answer("Vigili del Fuoco"));
        assert_eq!(word("FAIL: no such layer"), Some(vec![Action::Fail { reason: "no such layer".into() }]));
        assert_eq!(word("FAIL"), Some(vec![Action::Fail { reason: String::new() }]));
    }

    #[test]
    fn prose_is_not_a_word() {
        for line in [
            "Done with the first part.",
            "DONE with it",
            "I am DONE",
            "WAIT for the page",
            "WAIT 1e999",
            "ANSWER 3",
            "ANS",
            "done",
        ] {
            assert_eq!(word(line), None, "{line}");
        }
        assert_eq!(only_words("done."), [vec![Action::Done]], "unless it is all that is said");
        assert_eq!(only_words("I think we are\ndone"), Vec::<Vec<Action>>::new());
        assert_eq!(only_words("Everything is there.\n\n```\nDONE\n```"), [vec![Action::Done]]);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(text in "[a-zA-Z0-9é,. ]{1,20}", secs in 0.0..3600.0) {
            let answer = vec![Action::Answer { value: text.clone().into() }, Action::Done];
            for actions in [answer, vec![Action::Done], vec![Action::Wait { secs }], vec![Action::Fail { reason: text }]] {
                if let Some((line, count)) = written(&actions) {
                    prop_assert_eq!(count, actions.len());
                    prop_assert_eq!(word(&line), Some(actions));
                }
            }
        }

        #[test]
        fn nothing_panics(text in "(DONE|FAIL|WAIT|ANS|[`*:'\". 0-9sé\n])*") {
            let _ = only_words(&text);
        }
    }
}
