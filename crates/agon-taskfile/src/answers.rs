//! Answers as people and models write them: numbers among other text, JSON in a code fence.

/// How many bytes at the beginning of the text are a number: sign, digits, a point, an exponent.
pub fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let sign = |at: usize| at + usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
    let digits = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    };
    let mut end = digits(sign(0));
    if bytes.get(end) == Some(&b'.') {
        end = digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let exponent = sign(end + 1);
        if digits(exponent) > exponent {
            end = digits(exponent);
        }
    }
    end
}

/// What stands in a text's code fence, if it has exactly one: of two answers none is meant.
pub fn fenced(text: &str) -> Option<&str> {
    let mut pieces = text.split("```");
    let (_, inside, _, None) = (pieces.next()?, pieces.next()?, pieces.next()?, pieces.next()) else { return None };
    let (first, rest) = inside.split_once('\n').unwrap_or(("", inside));
    // The first line may name the language.
    Some(if first.trim().chars().all(char::is_alphanumeric) { rest } else { inside })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_end_where_they_end() {
        for (text, length) in [("3", 1), ("-2.5e3V", 6), ("1e", 1), ("1e+", 1), (".5 A", 2), ("+7x", 2), ("V", 0), ("", 0)] {
            assert_eq!(number_length(text), length, "{text}");
        }
    }

    #[test]
    fn one_fence_is_an_answer_and_two_are_none() {
        assert_eq!(fenced("see\n```json\n{}\n```"), Some("{}\n"));
        assert_eq!(fenced("```\n1\n```\n```\n2\n```"), None);
        assert_eq!(fenced("no fence"), None);
    }
}
