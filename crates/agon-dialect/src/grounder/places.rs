//! Places in a text: points and boxes in all the brackets that models put around them.

use crate::MAX_ACTIONS;

/// Every place in a text, a box as its centre. Where tags mark places nothing else counts.
pub(super) fn places(text: &str) -> Vec<(f64, f64)> {
    let tagged = tagged(text);
    if !tagged.is_empty() {
        return tagged;
    }
    let bracketed = bracketed(text);
    if !bracketed.is_empty() {
        return bracketed;
    }
    // A bracket that never closes is a reply that was cut off, perhaps in the middle of a number.
    let cut_off = text.contains(['(', '[']);
    place(text).filter(|_| !cut_off).into_iter().collect()
}

/// The place that a text holds and nothing else: two numbers, or the four of a box.
pub(super) fn place(text: &str) -> Option<(f64, f64)> {
    if text.len() > MAX_PLACE_BYTES {
        return None;
    }
    let mut numbers = Vec::new();
    for token in text.split(|c: char| c.is_whitespace() || "()[],".contains(c)).filter(|token| !token.is_empty()) {
        // Rust would read "inf" and "nan" as numbers.
        if !token.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) || numbers.len() == 4 {
            return None;
        }
        numbers.push(token.parse::<f64>().ok()?);
    }
    match numbers[..] {
        [x, y] => Some((x, y)),
        [left, top, right, bottom] => Some(((left + right) / 2.0, (top + bottom) / 2.0)),
        _ => None,
    }
}

/// A place between tags, or without them.
pub(super) fn place_in_tags(text: &str) -> Option<(f64, f64)> {
    tagged(text).first().copied().or_else(|| place(text))
}

const MAX_PLACE_BYTES: usize = 200;
const TAGS: [(&str, &str); 4] =
    [("<point>", "</point>"), ("<box>", "</box>"), ("<|box_start|>", "<|box_end|>"), ("<|point_start|>", "<|point_end|>")];

fn tagged(text: &str) -> Vec<(f64, f64)> {
    let mut found = Vec::new();
    for (open, close) in TAGS {
        let mut rest = text;
        while let Some((_, after)) = rest.split_once(open) {
            let (body, after) = after.split_once(close).unwrap_or((after, ""));
            found.extend(place(body));
            rest = after;
            if found.len() > MAX_ACTIONS {
                return found;
            }
        }
    }
    found
}

fn bracketed(text: &str) -> Vec<(f64, f64)> {
    let mut found = Vec::new();
    for (open, _) in text.match_indices(['(', '[']) {
        let body = &text[open + 1..];
        let end = body.as_bytes().iter().take(MAX_PLACE_BYTES).position(|byte| b"()[]".contains(byte));
        found.extend(end.and_then(|end| place(&body[..end])));
        if found.len() > MAX_ACTIONS {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn places_are_found_in_every_bracket() {
        for text in [
            "(12, 34)",
            "[12, 34]",
            "[[12,34]]",
            "12, 34",
            "12 34",
            "The button is at (12, 34).",
            "<point>[[12, 34]]</point>",
            "<point>12 34</point>",
            "CLICK <point>[[12, 34]]</point>",
            "<|box_start|>(12,34)<|box_end|>",
            "<|box_start|>(10,30),(14,38)<|box_end|>",
            "<ref>OK</ref><box>[[10, 30, 14, 38]]</box>",
            "[10, 30, 14, 38]",
            "{\"point_2d\": [12.0, 34]}",
            "It has (a) two [parts]: (12, 34)",
        ] {
            assert_eq!(places(text), [(12.0, 34.0)], "{text}");
        }
        assert_eq!(places("(1, 2) or (3, 4)"), [(1.0, 2.0), (3.0, 4.0)]);
        assert_eq!(places("(1, 2) <point>3 4</point>"), [(3.0, 4.0)], "tags are meant");
        assert_eq!(places("(1e999, 2)"), [(f64::INFINITY, 2.0)], "which lies outside of every picture");
    }

    #[test]
    fn other_numbers_are_no_places() {
        for text in
            ["", "12", "(12)", "(1, 2, 3)", "(nan, inf)", "in 2024, 3 of them", "(see 3, 4)", "3 (of 4)", "(1, 2", "1,2,3,4,5"]
        {
            assert_eq!(places(text), [], "{text}");
        }
    }

    proptest! {
        #[test]
        fn nothing_panics(text in "(\\(|\\)|\\[|\\]|,|[0-9.e-]|<point>|</point>|<box>|<\\|box_start\\|>| |é)*") {
            let _ = places(&text);
        }
    }
}
