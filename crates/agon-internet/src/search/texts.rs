//! Which pages have a word anywhere in their text.

use super::{Fast, Index, each_word};
use crate::text::each_text_of_main;
use crate::{Answer, Internet};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// Words to the documents of an index that have them in their texts.
pub(crate) struct Texts(Terms);

type Terms = HashMap<Box<str>, List, BuildHasherDefault<Fast>>;

/// Documents in order, each as its distance from the one before, in seven bits a byte: there are millions, and most distances are small.
#[derive(Default)]
struct List {
    bytes: Vec<u8>,
    /// One more than the last document.
    end: u32,
}

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
            let documents = list.documents();
            let whole = terms.entry(word).or_default();
            documents.for_each(|document| whole.push(document));
        }
        terms.values_mut().for_each(|list| list.bytes.shrink_to_fit());
        Self(terms)
    }

    /// The documents with a word.
    pub(super) fn with(&self, word: &str) -> impl Iterator<Item = u32> {
        self.0.get(word).into_iter().flat_map(List::documents)
    }
}

impl List {
    fn push(&mut self, document: u32) {
        let mut distance = document - self.end;
        while distance >= 0x80 {
            self.bytes.push(distance as u8 | 0x80);
            distance >>= 7;
        }
        self.bytes.push(distance as u8);
        self.end = document + 1;
    }

    fn documents(&self) -> impl Iterator<Item = u32> {
        let (mut bytes, mut end) = (self.bytes.iter(), 0);
        std::iter::from_fn(move || {
            let (mut distance, mut shift) = (0, 0);
            loop {
                let byte = *bytes.next()?;
                distance |= u32::from(byte & 0x7f) << shift;
                if byte < 0x80 {
                    break;
                }
                shift += 7;
            }
            end += distance + 1;
            Some(end - 1)
        })
    }
}

fn add(terms: &mut Terms, word: &str, document: u32) {
    let list = match terms.get_mut(word) {
        Some(list) => list,
        None => terms.entry(word.into()).or_default(),
    };
    if list.end != document + 1 {
        list.push(document);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_give_back_what_was_put_in() {
        let documents = [0, 1, 2, 127, 128, 129, 257, 300, 20_000, 80_000, 4_000_000];
        let mut list = List::default();
        documents.iter().for_each(|document| list.push(*document));
        assert_eq!(list.documents().collect::<Vec<u32>>(), documents);
        assert_eq!(list.end, 4_000_001);
    }
}
