//! Patterns without the traps of regular expressions: `*` is any run, `?` is one character.

/// Whether the whole text matches. A backslash takes the meaning from a `*`, `?` or backslash after it. The work is bounded by the
/// product of the lengths.
pub fn glob_matches(text: &str, pattern: &str) -> bool {
    let text: Vec<char> = text.chars().collect();
    let pattern = pieces(pattern);
    let (mut at, mut piece) = (0, 0);
    // Where the last run began, and how much of the text it has taken.
    let mut run: Option<(usize, usize)> = None;
    while at < text.len() {
        match pattern.get(piece) {
            Some(Piece::Run) => {
                run = Some((piece, at));
                piece += 1;
            }
            Some(Piece::One) => (at, piece) = (at + 1, piece + 1),
            Some(Piece::Exactly(c)) if *c == text[at] => (at, piece) = (at + 1, piece + 1),
            _ => match run {
                Some((start, taken)) => {
                    run = Some((start, taken + 1));
                    (at, piece) = (taken + 1, start + 1);
                }
                None => return false,
            },
        }
    }
    pattern[piece..].iter().all(|piece| matches!(piece, Piece::Run))
}

enum Piece {
    Run,
    One,
    Exactly(char),
}

fn pieces(pattern: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut chars = pattern.chars().peekable();
    while let Some(c) = chars.next() {
        pieces.push(match c {
            '*' => Piece::Run,
            '?' => Piece::One,
            '\\' => Piece::Exactly(chars.next_if(|next| matches!(next, '*' | '?' | '\\')).unwrap_or('\\')),
            c => Piece::Exactly(c),
        });
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn runs_and_single_characters() {
        for (text, pattern) in [
            ("", ""),
            ("", "*"),
            ("abc", "abc"),
            ("abc", "a*"),
            ("abc", "*c"),
            ("abc", "*b*"),
            ("abc", "a?c"),
            ("abc", "***"),
            ("aXbXc", "a*X?"),
            ("a*c", r"a\*c"),
            (r"\section{A}", r"\section{*}"),
            (r"a\b", r"a\\b"),
            ("größe", "gr??e"),
        ] {
            assert!(glob_matches(text, pattern), "{text:?} {pattern:?}");
        }
        for (text, pattern) in
            [("abc", "ab"), ("abc", "b*"), ("abc", "a?"), ("abc", r"a\*"), ("", "?"), ("ABC", "abc"), ("x", "")]
        {
            assert!(!glob_matches(text, pattern), "{text:?} {pattern:?}");
        }
    }

    #[test]
    fn a_hostile_pattern_costs_no_more_than_the_product() {
        assert!(!glob_matches(&"a".repeat(5_000), &format!("{}b", "a*".repeat(200))));
    }

    proptest! {
        #[test]
        fn a_text_matches_itself_and_all_of_it(text in "[a-c]{0,12}", at in 0usize..12) {
            prop_assert!(glob_matches(&text, &text));
            let at = at.min(text.len());
            let pattern = format!("{}*{}", &text[..at], &text[at..]);
            prop_assert!(glob_matches(&text, &pattern));
            let longer = format!("{}x", text);
            prop_assert!(!glob_matches(&longer, &text));
        }

        #[test]
        fn no_text_makes_it_panic(text in ".{0,20}", pattern in r"[*?\\a]{0,12}|.{0,12}") {
            glob_matches(&text, &pattern);
        }
    }
}
