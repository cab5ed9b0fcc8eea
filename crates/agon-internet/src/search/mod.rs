//! The search engine: an index over the titles and first sentences of all sites and one over their texts, ranking, snippets, sponsored results.

mod texts;

pub(crate) use texts::Texts;

use crate::sites::{DOCUMENTS, Documents};
use crate::text::each_text_of_main;
use crate::{Answer, Internet};
use std::cmp::Ordering;
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

/// Of a query; what is more is not looked at.
const MOST_WORDS: usize = 40;

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
            (first, other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
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

    /// Pages with the words of a query. Those that have enough of them in their titles and first sentences come before those that have them in their
    /// texts, and the more the better. `site:HOST` keeps to a site. Without `texts` only titles and first sentences are looked at.
    pub(crate) fn search(&self, net: &Internet, texts: Option<&Texts>, query: &str, page: usize) -> Results {
        let mut site = None;
        let mut words: Vec<String> = Vec::new();
        for part in query.split_whitespace().take(MOST_WORDS) {
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
        words.truncate(MOST_WORDS);
        let mut scores: HashMap<u32, Score, BuildHasherDefault<Fast>> = HashMap::default();
        let all = self.documents.len() as f64;
        for word in &words {
            let Some(list) = self.terms.get(word.as_str()) else { continue };
            let rarity = libm::log(1.0 + (all - list.len() as f64 + 0.5) / (list.len() as f64 + 0.5));
            for posting in list {
                let document = &self.documents[posting.document as usize];
                let count = f64::from(posting.in_summary) + 3.0 * f64::from(posting.in_title);
                let length = 0.4 + 0.6 * f64::from(document.words) / 40.0;
                let score = scores.entry(posting.document).or_default();
                score.in_lead += 1;
                score.sum += rarity * count * 2.2 / (count + 1.2 * length);
            }
        }
        for (at, word) in words.iter().enumerate() {
            for document in texts.into_iter().flat_map(|texts| texts.with(word)) {
                scores.entry(document).or_default().in_text |= 1 << at;
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
        let mut found: Vec<(u32, Score)> = Vec::new();
        #[allow(clippy::iter_over_hash_type)]
        for (document, mut score) in scores {
            let fits = site.as_ref().is_none_or(|s| self.documents[document as usize].address.starts_with(s.as_str()));
            if score.in_lead < needed {
                score.in_lead = 0;
            }
            if (score.in_lead > 0 || score.in_text.count_ones() >= needed) && fits {
                // Copied pages repeat what they are about in every line; that must not pay.
                let trust = if self.documents[document as usize].address.starts_with(COPIES) { 0.6 } else { 1.0 };
                score.sum = score.sum * trust + if title_is(document) { 8.0 } else { 0.0 };
                found.push((document, score));
            }
        }
        // The same whatever order the map had.
        found.sort_by(|(a, one), (b, other)| other.compare(one).then(a.cmp(b)));
        let page = page.max(1);
        let hits = found.iter().skip((page - 1) * PER_PAGE).take(PER_PAGE).map(|(d, _)| self.hit(net, &words, *d)).collect();
        let sponsored = if page == 1 && site.is_none() { self.sponsored(net, &words, &found) } else { Vec::new() };
        Results { total: found.len(), hits, sponsored }
    }

    fn hit(&self, net: &Internet, words: &[String], document: u32) -> Hit {
        let row = &self.documents[document as usize];
        let snippet = match passage(net, words, row) {
            Some(passage) => format!("{} … {passage}", shortened(&row.summary, 90)),
            None => shortened(&row.summary, 220),
        };
        Hit { address: row.address.clone(), title: row.title.clone(), snippet }
    }

    /// Advertisements: a copied page that fits, and a product of the shop.
    fn sponsored(&self, net: &Internet, words: &[String], found: &[(u32, Score)]) -> Vec<Hit> {
        let mut hits: Vec<Hit> = found
            .iter()
            .map(|f| f.0)
            .filter(|d| self.documents[*d as usize].address.starts_with(COPIES))
            .take(1)
            .map(|d| self.hit(net, words, d))
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

/// How well a page fits a query.
#[derive(Default)]
struct Score {
    /// How many words stand in its title and first sentences.
    in_lead: u32,
    /// Which words stand in its text, a bit each.
    in_text: u64,
    sum: f64,
}

impl Score {
    fn compare(&self, other: &Self) -> Ordering {
        let in_text = self.in_text.count_ones().cmp(&other.in_text.count_ones());
        self.in_lead.cmp(&other.in_lead).then(in_text).then(self.sum.total_cmp(&other.sum))
    }
}

/// A page's text from the first word on that neither its title nor its first sentences have; `None` if these have them all.
fn passage(net: &Internet, words: &[String], document: &Document) -> Option<String> {
    const MOST: usize = 130;
    let mut missing: Vec<&str> = words.iter().map(String::as_str).collect();
    for text in [&document.title, &document.summary] {
        each_word(text, |word| missing.retain(|m| *m != word));
    }
    if missing.is_empty() {
        return None;
    }
    let Answer::Page { html, .. } = net.get(&document.address) else { return None };
    let mut found = String::new();
    each_text_of_main(&html, |text| {
        let mut is_found = !found.is_empty();
        each_word(text, |word| is_found |= missing.contains(&word));
        if is_found && found.len() <= MOST && !text.trim().is_empty() {
            found.push_str(text.trim());
            found.push(' ');
        }
    });
    (!found.is_empty()).then(|| shortened(found.trim_end(), MOST))
}

/// At most so many bytes, cut between words.
fn shortened(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_string();
    }
    let head = &text[..text.floor_char_boundary(most)];
    format!("{} …", head.rsplit_once(' ').map_or(head, |s| s.0))
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
