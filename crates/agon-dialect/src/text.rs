//! Finding what a model said among all that it printed: thoughts, fences, brackets.

use crate::MAX_TEXT_BYTES;
use std::ops::Range;

/// The part of a reply that is read: its end, for models think first and act then, and nothing of what they thought aloud
/// in tags.
pub(crate) fn spoken(text: &str) -> &str {
    let text = &text[text.ceil_char_boundary(text.len().saturating_sub(MAX_TEXT_BYTES))..];
    for (open, close) in [("<think>", "</think>"), ("<thinking>", "</thinking>")] {
        if let Some(end) = text.rfind(close) {
            return &text[end + close.len()..];
        }
        // Thoughts that were cut off before they came to an end say nothing.
        if text.trim_start().starts_with(open) {
            return "";
        }
    }
    text
}

/// A piece of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    /// A line outside of fences.
    Line(&'a str),
    /// What stands between two rows of backticks, and the language that was named, as it was.
    Fence { language: &'a str, body: &'a str },
}

/// The pieces of a text in their order. A fence that is not closed goes to the end: replies are cut off.
pub(crate) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((before, body)) = rest.split_once(FENCE) {
        pieces.extend(before.lines().map(Piece::Line));
        let (body, after) = body.split_once(FENCE).unwrap_or((body, ""));
        pieces.push(fence(body));
        rest = after;
        if pieces.len() > MAX_PIECES {
            return pieces;
        }
    }
    pieces.extend(rest.lines().map(Piece::Line));
    pieces
}

const FENCE: &str = "```";
/// Far more than any reply has; the rest of a longer one is not looked at.
const MAX_PIECES: usize = 64 * 1024;

/// Splits a language from what it is the language of: one word behind the backticks, if anything follows it.
fn fence(body: &str) -> Piece<'_> {
    let is_word = |word: &str| word.len() <= 20 && word.chars().all(|c| c.is_ascii_alphanumeric() || "_+-#".contains(c));
    match body.split_once('\n') {
        Some((first, rest)) if is_word(first.trim()) && (first.trim().is_empty() || !rest.trim().is_empty()) => {
            Piece::Fence { language: first.trim(), body: rest }
        }
        _ => Piece::Fence { language: "", body },
    }
}

/// Where the bracket that opens at a byte closes, quoted brackets left out; `None` if it does not within so many bytes.
pub(crate) fn closing(text: &str, open: usize, max_bytes: usize) -> Option<usize> {
    let (mut depth, mut quote, mut escaped) = (0_usize, None, false);
    for (offset, byte) in text.as_bytes()[open..].iter().take(max_bytes).enumerate() {
        match (quote, byte) {
            _ if escaped => escaped = false,
            (Some(_), b'\\') => escaped = true,
            (Some(mark), byte) if mark == *byte => quote = None,
            (Some(_), _) => {}
            (None, b'\'' | b'"') => quote = Some(*byte),
            (None, b'(' | b'[' | b'{') => depth += 1,
            (None, b')' | b']' | b'}') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(open + offset + 1);
                }
            }
            (None, _) => {}
        }
    }
    None
}

/// Something that was found in a text, and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Found<T> {
    pub(crate) span: Range<usize>,
    pub(crate) value: T,
}

/// Everything in a text that begins with one of two brackets and can be read. A bracket that opens nothing is prose; the
/// search goes on behind it. A text can open something at every other letter and close nothing, so that after many failed
/// attempts half of what is left is skipped: the end of a reply counts most.
pub(crate) fn scan<T>(
    text: &str,
    brackets: [char; 2],
    may_open: impl Fn(&str, usize) -> bool,
    read: impl Fn(&str, usize) -> Option<(T, usize)>,
) -> Vec<Found<T>> {
    let mut found = Vec::new();
    let (mut at, mut failed) = (0, 0);
    while let Some(open) = text[at..].find(brackets).map(|offset| at + offset) {
        at = open + 1;
        if !may_open(text, open) {
            continue;
        }
        match read(text, open) {
            Some((value, end)) => {
                found.push(Found { span: open..end, value });
                at = end;
            }
            None => failed += 1,
        }
        if failed == MAX_FAILED {
            failed = 0;
            at = text.ceil_char_boundary(at + (text.len() - at) / 2);
        }
    }
    found
}

const MAX_FAILED: usize = 256;

/// What of a reply is meant and not only mentioned: what stands on lines of its own, as prompts ask for. Where nothing
/// does, what stands on the line that the reply ends with, if it ends with one.
pub(crate) fn stated<T>(text: &str, found: Vec<Found<T>>) -> Vec<T> {
    let is_alone: Vec<bool> =
        found.iter().map(|one| opens_line(text, one.span.start) && closes_line(text, one.span.end)).collect();
    if is_alone.contains(&true) {
        return found.into_iter().zip(is_alone).filter(|(_, alone)| *alone).map(|(one, _)| one.value).collect();
    }
    let Some(last) = found.last().filter(|last| is_bare_end(&text[last.span.end..])) else { return Vec::new() };
    let line = text[..last.span.start].rfind('\n').map_or(0, |end| end + 1);
    if text[line..].trim_start().starts_with('>') {
        // A quotation.
        return Vec::new();
    }
    found.into_iter().filter(|one| one.span.start >= line).map(|one| one.value).collect()
}

/// So far from a call its line is looked at; whoever writes more there writes prose.
const MAX_MARGIN_BYTES: usize = 80;
/// What markdown and old habits put around a call. Quotation marks are not among them: who quotes does not call.
const MARGIN: [char; 7] = ['`', '*', '_', '#', '-', ' ', '\t'];

/// Whether nothing but decoration stands before a place on its line: marks of markdown, a tag, the number of a list, the
/// language of a fence, or a label of one or two words.
fn opens_line(text: &str, at: usize) -> bool {
    let from = at.saturating_sub(MAX_MARGIN_BYTES);
    let before = match text.as_bytes()[from..at].iter().rposition(|byte| *byte == b'\n') {
        Some(end) => &text[from + end + 1..at],
        None if from == 0 => &text[..at],
        None => return false,
    };
    let before = before.trim_start();
    let before = before.strip_prefix("```").map_or(before, |fence| fence.trim_start_matches(|c: char| c.is_ascii_alphanumeric()));
    let before = before.trim_matches(MARGIN);
    let before = before.strip_suffix('>').and_then(|tag| tag.rfind('<').map(|open| &before[..open])).unwrap_or(before);
    let number = before.trim_start_matches(|c: char| c.is_ascii_digit());
    let before = if number.len() < before.len() { number.trim_start_matches(['.', ')']) } else { before };
    let Some(label) = before.trim_matches(MARGIN).strip_suffix(':') else { return before.trim_matches(MARGIN).is_empty() };
    let words: Vec<&str> = label.split_whitespace().collect();
    words.len() <= 2 && words.iter().all(|word| word.chars().all(|c| c.is_ascii_alphabetic()))
}

/// Whether nothing but decoration stands behind a place on its line.
fn closes_line(text: &str, at: usize) -> bool {
    let rest = &text.as_bytes()[at..];
    match rest.iter().take(MAX_MARGIN_BYTES).position(|byte| *byte == b'\n') {
        Some(end) => is_bare_end(&text[at..at + end]),
        None => is_bare_end(&text[at..]),
    }
}

/// Whether a short rest of a text says nothing: marks, full stops, tags that close.
fn is_bare_end(rest: &str) -> bool {
    if rest.len() > MAX_MARGIN_BYTES {
        return false;
    }
    let mut rest = rest.trim_start_matches(|c: char| c.is_whitespace() || ['`', '*', '_', '.', ',', ';', '!'].contains(&c));
    while let Some((tag, after)) = rest.strip_prefix('<').and_then(|tag| tag.split_once('>')) {
        if tag.contains(char::is_whitespace) {
            return false;
        }
        rest = after.trim_start();
    }
    rest.trim_matches(|c: char| c.is_whitespace() || c == '`').is_empty()
}

/// A text as a problem shows it: never longer than half a line.
pub(crate) fn short(text: &str) -> String {
    clipped(text, 60)
}

/// The first line of a text, or so many characters of it.
pub(crate) fn clipped(text: &str, max_chars: usize) -> String {
    let line = text.trim().lines().next().unwrap_or_default();
    match line.char_indices().nth(max_chars) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn thoughts_are_not_speech() {
        assert_eq!(spoken("<think>('move', 1)</think>\n('move', 0)"), "\n('move', 0)");
        assert_eq!(spoken("hm</think>DONE"), "DONE");
        assert_eq!(spoken("<think>('move', 1) or"), "");
        assert_eq!(spoken("a < b"), "a < b");
    }

    #[test]
    fn fences_are_told_from_lines() {
        let text = "First.\n```python\nclick()\n```\nthen ```DONE``` and\n```\nls\n```";
        assert_eq!(
            pieces(text),
            [
                Piece::Line("First."),
                Piece::Fence { language: "python", body: "click()\n" },
                Piece::Line(""),
                Piece::Line("then "),
                Piece::Fence { language: "", body: "DONE" },
                Piece::Line(" and"),
                Piece::Fence { language: "", body: "ls\n" },
            ]
        );
        assert_eq!(pieces("```bash\nls"), [Piece::Fence { language: "bash", body: "ls" }], "replies are cut off");
        assert_eq!(pieces("```DONE\n```"), [Piece::Fence { language: "", body: "DONE\n" }], "a word is no language of nothing");
        assert_eq!(pieces("```lean\n#eval 1\n```"), [Piece::Fence { language: "lean", body: "#eval 1\n" }]);
        assert_eq!(pieces("```echo hello\nls\n```"), [Piece::Fence { language: "", body: "echo hello\nls\n" }]);
    }

    fn stated_words(text: &str) -> Vec<&str> {
        let found = scan(
            text,
            ['(', '['],
            |_, _| true,
            |_, open| Some((&text[open..closing(text, open, 64)?], closing(text, open, 64)?)),
        );
        stated(text, found)
    }

    #[test]
    fn what_stands_on_a_line_of_its_own_is_meant_and_what_is_mentioned_is_not() {
        for text in [
            "(a) would be wrong now.\n\n(b)",
            "Not (a), and \"(a)\" even less.\n(b)",
            "\"(a)\"\n(b)\nThat is it.",
            "(b)\n(a) is what I did before.",
            "**Action:** (b)",
            "Final answer: (b).",
            "- (b)",
            "1. (b)",
            "<answer>(b)</answer>",
            "```python (b)```",
            "```python\n(b)\n```",
            "I go (a) and then: (b)",
        ] {
            let expected: &[&str] = if text.starts_with("I go") { &["(a)", "(b)"] } else { &["(b)"] };
            assert_eq!(stated_words(text), expected, "{text}");
        }
        assert_eq!(stated_words("(a)\n(b)"), ["(a)", "(b)"]);
        for text in ["(a) would be wrong now.", "> (a)", "\"(a)\"", "It would be wrong to say: (a) here", "(a) (b) or so"] {
            assert_eq!(stated_words(text), Vec::<&str>::new(), "{text}");
        }
    }

    #[test]
    fn the_end_of_a_text_full_of_openings_is_found() {
        let text = format!("{}\n(b)", "(".repeat(MAX_TEXT_BYTES));
        let found = scan(&text, ['(', '['], |_, _| true, |text, open| closing(text, open, 64).map(|end| ((), end)));
        assert_eq!(found.last().map(|one| one.span.end), Some(text.len()));
    }

    proptest! {
        #[test]
        fn nothing_panics(text in "[`()\\[\\]'\"\\\\a-zé<>/\n]{0,200}") {
            let _ = (spoken(&text), pieces(&text), short(&text), stated_words(&text));
            for (at, _) in text.match_indices(['(', '[']) {
                let _ = closing(&text, at, 64);
            }
        }
    }
}
