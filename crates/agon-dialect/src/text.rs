//! Finding what a model said among all that it printed: thoughts, fences, brackets.

use crate::MAX_TEXT_BYTES;

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

    proptest! {
        #[test]
        fn nothing_panics(text in "[`()\\[\\]'\"\\\\a-zé<>/\n]{0,200}") {
            let _ = (spoken(&text), pieces(&text), short(&text));
            for (at, _) in text.match_indices(['(', '[']) {
                let _ = closing(&text, at, 64);
            }
        }
    }
}
