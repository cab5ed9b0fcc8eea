//! Answers are worked for: neither the brief nor a page beside the intended way gives one away.

use super::{brief, each_seed, file, tried};
use crate::browser::TextBrowser;
use crate::leak::{forms, has_word, is_given_away, is_telling, stands};
use crate::{Chain, pose};
use agon_internet::{Internet, of_seed};
use aho_corasick::AhoCorasick;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{BuildHasher as _, RandomState};
use std::sync::Mutex;

/// A line with so many entries is a list of choices, as forms have them: it tells nothing about one of them.
const CHOICES: usize = 10;
/// What the brief says points to an answer if more than one in so many passages that hold it also hold the answer.
const SHARE: usize = 4;

/// No answer stands in the brief.
pub(super) fn check_brief(template: &str, chain: &Chain) {
    let texts = brief(&file(template), chain);
    for (number, stage) in chain.stages.iter().enumerate() {
        for found in stage.elements.iter().filter(|found| is_telling(&found.element.wanted)) {
            let forms = forms(&found.element.wanted);
            let is_in_brief = texts.iter().any(|text| stands(text, &forms));
            assert!(
                !is_in_brief,
                "{template}@{}: {} of stage {} stands in the brief",
                chain.seed,
                found.element.name,
                number + 1
            );
        }
    }
}

#[test]
fn what_leads_to_an_answer_at_once_gives_it_away() {
    let mut chain = pose("yield-and-alert", 0).unwrap();
    let internet = of_seed(0);
    assert!(!is_given_away(&internet, &chain));
    // The company is found in the first stage; its page tells what the second asks for.
    let company = chain.stages[0].result().unwrap()["company"].as_str().unwrap().to_owned();
    chain.values.insert("company".into(), company);
    assert!(is_given_away(&internet, &chain));
}

#[test]
fn every_seed_has_no_page_that_gives_an_answer_away() {
    let problems = Mutex::new(Vec::new());
    each_seed(1, |seed| {
        let mut chains: BTreeMap<u64, Vec<(&str, Chain)>> = BTreeMap::new();
        for template in tried() {
            let chain = pose(template, seed).unwrap_or_else(|error| panic!("{error}"));
            chains.entry(chain.seed).or_default().push((template, chain));
        }
        for (internet, chains) in chains {
            let found = given_away(&of_seed(internet), &chains);
            problems.lock().unwrap().extend(found);
        }
    });
    let problems = problems.into_inner().unwrap();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
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

/// Reads every page there is for those beside the intended ones that lead from what the brief says to an answer of a later stage, by a
/// line or a page about it that holds both. What stands beside many answers, as a branch or a month does, leads to none.
fn given_away(internet: &Internet, chains: &[(&str, Chain)]) -> Vec<String> {
    let secrets: Vec<Secret> = chains.iter().flat_map(|(template, chain)| secrets(template, internet, chain)).collect();
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
    let mut problems = Vec::new();
    for ((at, which), told) in telling {
        let all = passages[which].len();
        if told.len() * SHARE > all {
            let (about, given, times) = (&secrets[at].about, given[which], told.len());
            let (line, address) = told.first_key_value().unwrap();
            problems.push(format!(
                "{about} is told beside {given:?}, which the brief says, in {times} of {all} passages: {address}: {line}"
            ));
        }
    }
    problems
}

fn secrets(template: &str, internet: &Internet, chain: &Chain) -> Vec<Secret> {
    let seed = chain.seed;
    let is_name = |value: &&String| value.chars().filter(|letter| letter.is_alphabetic()).count() > 4;
    let given: Vec<String> = chain.values.values().filter(is_name).cloned().collect();
    let mut browser = TextBrowser::new(internet);
    let mut secrets = Vec::new();
    for (number, stage) in chain.stages.iter().enumerate() {
        let before = browser.visited.len();
        browser.perform_all(&stage.moves).unwrap_or_else(|problem| panic!("{template}@{seed}: {problem}"));
        let opened = &browser.visited[before..];
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
