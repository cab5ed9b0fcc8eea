//! The search engine: an index over the titles and first sentences of all sites, ranking, snippets, sponsored results.

use crate::Internet;
use crate::sites::{DOCUMENTS, Documents};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// What a search found.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Results {
    /// How many pages fit.
    pub total: usize,
    /// Those of the page asked for, the best first.
    pub hits: Vec<Hit>,
    /// What is shown above them on the first page: advertisements, not always to the point.
    pub sponsored: Vec<Hit>,
}

/// A page that was found.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Hit {
    /// Of the page.
    pub address: String,
    /// Of the page.
    pub title: String,
    /// A sentence or two of it.
    pub snippet: String,
}

/// The site of copied facts.
const COPIES: &str = "http://quickfacts.example/";

/// Results on a page.
pub(crate) const PER_PAGE: usize = 10;

/// Words to the documents that have them.
pub(crate) struct Index {
    documents: Vec<Document>,
    terms: HashMap<Box<str>, Vec<Posting>, BuildHasherDefault<Fast>>,
}

struct Document {
    address: String,
    title: String,
    summary: String,
    words: u32,
}

#[derive(Clone, Copy)]
struct Posting {
    document: u32,
    in_title: u8,
    in_summary: u8,
}

/// FNV: nothing here is chosen by an enemy, and the order of the map is never looked at.
#[derive(Default)]
pub(crate) struct Fast(u64);

impl Hasher for Fast {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(5);
        }
    }
}

/// Documents in the order they are told.
#[derive(Default)]
struct Gathered {
    documents: Vec<Document>,
    terms: HashMap<Box<str>, Vec<Posting>, BuildHasherDefault<Fast>>,
}

impl Documents for Gathered {
    fn add(&mut self, address: String, title: &str, summary: &str) {
        let document = self.documents.len() as u32;
        let mut words = 0;
        let terms = &mut self.terms;
        let mut count = |word: &str, is_title: bool| {
            words += 1;
            let list = match terms.get_mut(word) {
                Some(list) => list,
                None => terms.entry(word.into()).or_default(),
            };
            match list.last_mut() {
                Some(last) if last.document == document => {
                    if is_title {
                        last.in_title = last.in_title.saturating_add(1);
                    } else {
                        last.in_summary = last.in_summary.saturating_add(1);
                    }
                }
                _ => list.push(Posting { document, in_title: u8::from(is_title), in_summary: u8::from(!is_title) }),
            }
        };
        each_word(title, |word| count(word, true));
        each_word(summary, |word| count(word, false));
        self.documents.push(Document { address, title: title.into(), summary: summary.into(), words });
    }
}

/// Words in lower case; letters and digits, with commas of numbers left out.
fn each_word(text: &str, mut take: impl FnMut(&str)) {
    let mut word = String::with_capacity(24);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if c.is_ascii_alphanumeric() {
            word.push(c.to_ascii_lowercase());
        } else if c == ',' && word.ends_with(|d: char| d.is_ascii_digit()) && rest.peek().is_some_and(char::is_ascii_digit) {
            // 1,234 is one word.
        } else if c == '\'' {
            // O'Neill is one word.
        } else if !word.is_empty() {
            take(stem(&word));
            word.clear();
        }
    }
    if !word.is_empty() {
        take(stem(&word));
    }
}

/// A plural is found by its singular.
fn stem(word: &str) -> &str {
    match word.strip_suffix('s') {
        Some(stem) if stem.len() > 3 && !stem.ends_with(['s', 'u', 'i']) => stem,
        _ => word,
    }
}

/// Words that say nothing.
fn is_stop_word(word: &str) -> bool {
    matches!(
        word,
        "a" | "an"
            | "and"
            | "are"
            | "as"
            | "at"
            | "by"
            | "for"
            | "from"
            | "in"
            | "is"
            | "it"
            | "of"
            | "on"
            | "or"
            | "the"
            | "to"
            | "was"
            | "were"
            | "what"
            | "which"
            | "who"
            | "with"
            | "how"
            | "many"
            | "did"
            | "do"
            | "wa"
            | "ha"
    )
}

impl Index {
    pub(crate) fn new(net: &Internet) -> Self {
        let gather = |half: usize| {
            let mut gathered = Gathered::default();
            for add in DOCUMENTS[half] {
                add(net, &mut gathered);
            }
            gathered
        };
        let (mut first, second) = std::thread::scope(|scope| {
            let other = scope.spawn(|| gather(1));
            let first = gather(0);
            (first, other.join().unwrap_or_default())
        });
        let offset = first.documents.len() as u32;
        first.documents.extend(second.documents);
        let mut terms = first.terms;
        // Each word's list is only moved or extended by itself, so the order of the map does not matter.
        #[allow(clippy::iter_over_hash_type)]
        for (word, list) in second.terms {
            let moved = list.into_iter().map(|p| Posting { document: p.document + offset, ..p });
            terms.entry(word).or_default().extend(moved);
        }
        Self { documents: first.documents, terms }
    }

    /// Pages with the words of a query: those with all words first. `site:HOST` keeps to a site.
    pub(crate) fn search(&self, net: &Internet, query: &str, page: usize) -> Results {
        let mut site = None;
        let mut words: Vec<String> = Vec::new();
        for part in query.split_whitespace().take(40) {
            if let Some(host) = part.strip_prefix("site:") {
                site = Some(format!("http://{}/", host.to_lowercase()));
            } else {
                each_word(part, |word| {
                    if !words.iter().any(|w| w == word) {
                        words.push(word.to_string());
                    }
                });
            }
        }
        if words.iter().any(|w| !is_stop_word(w)) {
            words.retain(|w| !is_stop_word(w));
        }
        let mut scores: HashMap<u32, (u32, f64), BuildHasherDefault<Fast>> = HashMap::default();
        let all = self.documents.len() as f64;
        for word in &words {
            let Some(list) = self.terms.get(word.as_str()) else { continue };
            let rarity = libm::log(1.0 + (all - list.len() as f64 + 0.5) / (list.len() as f64 + 0.5));
            for posting in list {
                let document = &self.documents[posting.document as usize];
                let count = f64::from(posting.in_summary) + 3.0 * f64::from(posting.in_title);
                let length = 0.4 + 0.6 * f64::from(document.words) / 40.0;
                let entry = scores.entry(posting.document).or_insert((0, 0.0));
                entry.0 += 1;
                entry.1 += rarity * count * 2.2 / (count + 1.2 * length);
            }
        }
        // Pages that lack many of the words are left out.
        let needed = (words.len() as u32).div_ceil(2).max(1);
        let title_is = |d: u32| {
            let mut own = Vec::new();
            each_word(&self.documents[d as usize].title, |w| own.push(w.to_string()));
            own.retain(|w| words.contains(w) || !is_stop_word(w));
            own == words
        };
        let mut found: Vec<(u32, u32, f64)> = Vec::new();
        #[allow(clippy::iter_over_hash_type)]
        for (document, (matched, score)) in scores {
            let fits = site.as_ref().is_none_or(|s| self.documents[document as usize].address.starts_with(s.as_str()));
            if matched >= needed && fits {
                // Copied pages repeat what they are about in every line; that must not pay.
                let trust = if self.documents[document as usize].address.starts_with(COPIES) { 0.6 } else { 1.0 };
                found.push((document, matched, score * trust + if title_is(document) { 8.0 } else { 0.0 }));
            }
        }
        // The same whatever order the map had.
        found.sort_by(|a, b| b.1.cmp(&a.1).then(b.2.total_cmp(&a.2)).then(a.0.cmp(&b.0)));
        let page = page.max(1);
        let hits = found.iter().skip((page - 1) * PER_PAGE).take(PER_PAGE).map(|(d, ..)| self.hit(*d)).collect();
        let sponsored = if page == 1 && site.is_none() { self.sponsored(net, &found) } else { Vec::new() };
        Results { total: found.len(), hits, sponsored }
    }

    fn hit(&self, document: u32) -> Hit {
        let row = &self.documents[document as usize];
        let mut end = row.summary.len().min(220);
        while !row.summary.is_char_boundary(end) {
            end -= 1;
        }
        let snippet = if end < row.summary.len() {
            format!("{} …", row.summary[..end].rsplit_once(' ').map_or(&row.summary[..end], |s| s.0))
        } else {
            row.summary.clone()
        };
        Hit { address: row.address.clone(), title: row.title.clone(), snippet }
    }

    /// Advertisements: a copied page that fits, and a product of the shop.
    fn sponsored(&self, net: &Internet, found: &[(u32, u32, f64)]) -> Vec<Hit> {
        let mut hits: Vec<Hit> = found
            .iter()
            .map(|f| f.0)
            .filter(|d| self.documents[*d as usize].address.starts_with(COPIES))
            .take(1)
            .map(|d| self.hit(d))
            .collect();
        if let Some(first) = found.first() {
            let facts = net.facts();
            let (id, product) =
                facts.products.get(first.0 as usize % facts.products.len()).map_or((0, None), |(id, p)| (id.0, Some(p)));
            if let Some(product) = product {
                hits.push(Hit {
                    address: format!("http://shop.example/product/{}", id + 1),
                    title: format!("{} at Brightwell", product.name),
                    snippet: format!(
                        "Now kr {}. Delivered in {} days. People who searched for this also bought it.",
                        crate::format::fixed(product.price, 2),
                        product.delivery
                    ),
                });
            }
        }
        hits
    }

    /// Titles that begin with a text, for suggestions.
    pub(crate) fn beginning(&self, text: &str, most: usize) -> Vec<(&str, &str)> {
        let text = text.to_lowercase();
        let starts = |d: &&Document| {
            d.title.len() >= text.len()
                && d.title.is_char_boundary(text.len())
                && d.title[..text.len()].eq_ignore_ascii_case(&text)
        };
        self.documents.iter().filter(starts).take(most).map(|d| (d.title.as_str(), d.address.as_str())).collect()
    }
}

impl Internet {
    /// Suggestions for what is being typed: titles and addresses.
    pub(crate) fn suggestions(&self, text: &str, most: usize) -> Vec<(&str, &str)> {
        self.index().beginning(text, most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_folded() {
        let mut words = Vec::new();
        each_word("The O'Neill Bridges: 1,234 m, 12, 13", |w| words.push(w.to_string()));
        assert_eq!(words, ["the", "oneill", "bridge", "1234", "m", "12", "13"]);
    }
}
