//! Answers are worked for: neither the brief nor a page beside the intended way gives one away.

use super::{brief, each_seed, file, forms, tried};
use crate::browser::TextBrowser;
use crate::{Chain, pose};
use agon_grade::Wanted;
use agon_internet::{Internet, of_seed};
use aho_corasick::AhoCorasick;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{BuildHasher as _, RandomState};

/// A line with so many entries is a list of choices, as forms have them: it tells nothing about one of them.
const CHOICES: usize = 10;
/// What the brief says points to an answer if more than one in so many passages that hold it also hold the answer.
const SHARE: usize = 4;

/// An answer stands neither in the brief, nor on a page whose title or first sentences are found by what the brief says, unless it is the first stage's own.
pub(super) fn check_brief(template: &str, internet: &Internet, chain: &Chain) {
    let texts = brief(&file(template), chain);
    let mut direct: Vec<(String, String)> = Vec::new();
    for value in chain.values.values() {
        for hit in internet.search_leads(value, 1).hits {
            if let Some(text) = internet.text(&hit.address) {
                direct.push((hit.address, text));
            }
        }
    }
    for (number, stage) in chain.stages.iter().enumerate() {
        for found in stage.elements.iter().filter(|found| is_telling(&found.element.wanted)) {
            let about = format!("{template}@{}: {} of stage {}", chain.seed, found.element.name, number + 1);
            let stands = |text: &str| stands(text, &forms(&found.element.wanted));
            assert!(!texts.iter().any(|text| stands(text)), "{about} stands in the brief");
            if number == 0 {
                continue;
            }
            for (address, text) in &direct {
                assert!(!stands(text), "{about} stands on {address}, which is found by searching for what the brief says");
            }
        }
    }
}

#[test]
fn every_seed_has_no_page_that_gives_an_answer_away() {
    each_seed(1, |seed| check_pages(&of_seed(seed), seed));
}

/// An answer of a later stage, and what would give it away.
struct Secret {
    about: String,
    /// The ways to write it.
    forms: Vec<Vec<String>>,
    /// What the brief says by name.
    given: Vec<String>,
    /// The pages that are opened for it.
    intended: BTreeSet<String>,
}

/// Reads every page there is: none beside the intended ones leads from what the brief says to an answer of a later stage, by a line or a page about it that holds both. What
/// stands beside many answers, as a branch or a month does, leads to none.
fn check_pages(internet: &Internet, seed: u64) {
    let secrets: Vec<Secret> = tried().iter().flat_map(|template| secrets(template, internet, seed)).collect();
    let given: BTreeSet<&str> = secrets.iter().flat_map(|secret| &secret.given).map(String::as_str).collect();
    let given: Vec<&str> = given.into_iter().collect();
    let finder = AhoCorasick::new(&given).unwrap();
    let of_given = |given: &&str| -> Vec<usize> {
        (0..secrets.len()).filter(|at| secrets[*at].given.iter().any(|own| own == given)).collect()
    };
    let guarded: Vec<Vec<usize>> = given.iter().map(of_given).collect();
    // Passages by what of the brief they hold, and those of them that hold the answer of a secret. The same line on many pages is one.
    let mut passages: Vec<HashSet<u64>> = vec![HashSet::new(); given.len()];
    let mut telling: BTreeMap<(usize, usize), BTreeMap<String, String>> = BTreeMap::new();
    let hasher = RandomState::new();
    for address in internet.addresses() {
        let Some(text) = internet.text(&address) else { continue };
        let heading = text.lines().find(|line| line.starts_with('#')).unwrap_or_default();
        let lines = text.lines().filter(|line| line.matches("; ").count() < CHOICES);
        for (passage, named_in) in lines.map(|line| (line, line)).chain([(text.as_str(), heading)]) {
            let here: BTreeSet<usize> = finder.find_overlapping_iter(named_in).map(|found| found.pattern().as_usize()).collect();
            for which in here.into_iter().filter(|which| has_word(named_in, given[*which])) {
                passages[which].insert(hasher.hash_one(named_in));
                for &at in &guarded[which] {
                    if !secrets[at].intended.contains(&address) && stands(passage, &secrets[at].forms) {
                        telling.entry((at, which)).or_default().insert(named_in.to_owned(), address.clone());
                    }
                }
            }
        }
    }
    for ((at, which), told) in telling {
        let all = passages[which].len();
        let (line, address) = told.first_key_value().unwrap();
        assert!(
            told.len() * SHARE <= all,
            "{} is told beside {:?}, which the brief says, in {} of {all} passages: {address}: {line}",
            secrets[at].about,
            given[which],
            told.len()
        );
    }
}

fn secrets(template: &str, internet: &Internet, seed: u64) -> Vec<Secret> {
    let chain = pose(template, seed).unwrap_or_else(|error| panic!("{error}"));
    let is_name = |value: &&String| value.chars().filter(|letter| letter.is_alphabetic()).count() > 4;
    let given: Vec<String> = chain.values.values().filter(is_name).cloned().collect();
    let mut browser = TextBrowser::new(internet);
    let mut secrets = Vec::new();
    for (number, stage) in chain.stages.iter().enumerate() {
        let before = browser.visited.clone();
        browser.perform_all(&stage.moves).unwrap_or_else(|problem| panic!("{template}@{seed}: {problem}"));
        let opened: BTreeSet<String> = browser.visited.iter().filter(|page| !before.contains(*page)).cloned().collect();
        for found in stage.elements.iter().filter(|found| number > 0 && is_telling(&found.element.wanted)) {
            secrets.push(Secret {
                about: format!("{template}@{seed}: {} of stage {}", found.element.name, number + 1),
                forms: forms(&found.element.wanted),
                given: given.clone(),
                intended: opened.iter().chain(&found.pages).cloned().collect(),
            });
        }
    }
    secrets
}

/// Whether a text holds an answer in one of its forms.
fn stands(text: &str, forms: &[Vec<String>]) -> bool {
    forms.iter().any(|any| any.iter().all(|form| has_word(text, form)))
}

/// Whether a text that holds it gives it away: days and small numbers stand everywhere.
fn is_telling(wanted: &Wanted) -> bool {
    match wanted {
        Wanted::Number(quantity) => quantity.value.abs() >= 10_000.0,
        Wanted::Date(_) => false,
        Wanted::Text(text) => text.chars().count() > 4,
        Wanted::AnyOf(texts) => texts.iter().all(|text| text.chars().count() > 4),
        Wanted::Set(names) | Wanted::List(names) => names.len() > 1,
    }
}

fn has_word(text: &str, word: &str) -> bool {
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    text.match_indices(word)
        .any(|(at, _)| !is_letter(text[..at].chars().next_back()) && !is_letter(text[at + word.len()..].chars().next()))
}
