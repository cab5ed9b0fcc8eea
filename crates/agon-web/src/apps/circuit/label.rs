//! Labels of inputs and outputs, compared the way people write them.

use super::state::{Part, shown};
use std::collections::BTreeMap;

/// A label without what does not matter: case, `_`, blanks, and whether digits stand below the line. Letters that only look alike stay
/// different.
pub(super) fn plain(label: &str) -> String {
    let digit = |c: char| match c {
        '₀'..='₉' => char::from(b'0' + (c as u32 - '₀' as u32) as u8),
        c => c.to_ascii_lowercase(),
    };
    label.chars().filter(|c| *c != '_' && !c.is_whitespace()).map(digit).collect()
}

/// What is named of a list that an agent can make as long as it likes.
const MOST_NAMED: usize = 8;

/// A list in words, of which only the beginning is told.
pub(super) fn listed(all: &[String]) -> String {
    let more = all.len().saturating_sub(MOST_NAMED);
    let text = all[..all.len() - more].join(", ");
    if more > 0 { format!("{text} and {more} more") } else { text }
}

/// The parts of a kind by the names that were asked for, and what is wrong with their labels.
pub(super) struct Labelled {
    /// For every name, the parts with that label.
    pub(super) found: Vec<Vec<usize>>,
    /// What is missing, doubled or too many, in words.
    pub(super) problems: Vec<String>,
}

impl Labelled {
    pub(super) fn find(parts: &[Part], kind: &str, names: &[&str]) -> Self {
        let mut by_label: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (index, part) in parts.iter().enumerate().filter(|(_, part)| part.is(kind)) {
            by_label.entry(plain(&part.label)).or_default().push(index);
        }
        let found: Vec<Vec<usize>> = names.iter().map(|name| by_label.remove(&plain(name)).unwrap_or_default()).collect();
        let mut problems = Vec::new();
        for (name, found) in names.iter().zip(&found) {
            match found.len() {
                0 => problems.push(format!("{name} is missing")),
                1 => {}
                count => problems.push(format!("{name} is there {count} times")),
            }
        }
        let extra: Vec<usize> = by_label.into_values().flatten().collect();
        problems.extend(extra.iter().take(MOST_NAMED).map(|part| match parts[*part].label.trim() {
            "" => "one has no label".into(),
            label => format!("{} was not asked for", shown(label)),
        }));
        if extra.len() > MOST_NAMED {
            problems.push(format!("{} more were not asked for", extra.len() - MOST_NAMED));
        }
        Self { found, problems }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_cut() {
        let names = |count: usize| vec!["AND Gate".to_owned(); count];
        assert_eq!(listed(&names(2)), "AND Gate, AND Gate");
        assert!(!listed(&names(8)).contains("more"));
        assert!(listed(&names(256)).ends_with("AND Gate and 248 more"), "{}", listed(&names(256)));
    }

    #[test]
    fn labels_are_compared_as_people_write_them() {
        assert_eq!(plain("A_GT_B"), plain("a gt b"));
        assert_eq!(plain("D₃"), plain("d3"));
        assert_eq!(plain("C_IN "), plain("CIN"));
        // A Cyrillic А, a full-width A, the sign for kelvin and a blank without width.
        for (alike, real) in [("А", "A"), ("Ａ", "A"), ("\u{212a}", "K"), ("A\u{200b}", "A")] {
            assert_ne!(plain(alike), plain(real));
        }
    }
}
