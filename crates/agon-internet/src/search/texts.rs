//! Which pages have a word anywhere in their text.

use super::{Fast, Index, each_word};
use crate::text::each_text_of_main;
use crate::{Answer, Internet};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// Words to the documents of an index that have them in their texts, in order.
pub(crate) struct Texts(Terms);

type Terms = HashMap<Box<str>, Vec<u32>, BuildHasherDefault<Fast>>;

impl Texts {
    /// Reads every page there is: seconds of work, which both cores share.
    pub(crate) fn new(net: &Internet, index: &Index) -> Self {
        let middle = index.documents.len() / 2;
        let read = |from: usize, to: usize| {
            let mut terms = Terms::default();
            for (document, row) in index.documents.iter().enumerate().take(to).skip(from) {
                let Answer::Page { html, .. } = net.get(&row.address) else { continue };
                each_text_of_main(&html, |text| each_word(text, |word| add(&mut terms, word, document as u32)));
            }
            terms
        };
        let (mut terms, second) = std::thread::scope(|scope| {
            let other = scope.spawn(|| read(middle, index.documents.len()));
            let first = read(0, middle);
            (first, other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        });
        // Each word's list is only extended by itself, so the order of the map does not matter.
        #[allow(clippy::iter_over_hash_type)]
        for (word, list) in second {
            terms.entry(word).or_default().extend(list);
        }
        Self(terms)
    }

    /// The documents with a word.
    pub(super) fn with(&self, word: &str) -> &[u32] {
        self.0.get(word).map(Vec::as_slice).unwrap_or_default()
    }
}

fn add(terms: &mut Terms, word: &str, document: u32) {
    let list = match terms.get_mut(word) {
        Some(list) => list,
        None => terms.entry(word.into()).or_default(),
    };
    if list.last() != Some(&document) {
        list.push(document);
    }
}
