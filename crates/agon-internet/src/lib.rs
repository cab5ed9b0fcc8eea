//! A small internet made from a seed: facts, and the sites that tell them.
//!
//! [`Internet`] is the whole of it. A page is a pure function of the seed and an address; nothing is kept on disk. What addresses, widgets and facts there are is written in
//! `README.md`; `web/internet` shows the pages.
//!
//! ```
//! use agon_internet::{Answer, Internet};
//!
//! let internet = Internet::new(7);
//! let Answer::Page { title, .. } = internet.get("http://search.example/") else { unreachable!() };
//! assert_eq!(title, "Lantern Search");
//! assert!(internet.search("annual report", 1).total > 0);
//! ```

mod address;
mod chart;
mod date;
pub mod facts;
mod format;
mod html;
mod made;
mod map;
mod pages;
mod pdf;
mod picture;
mod search;
mod sites;
mod text;

pub use date::{Date, TODAY};
pub use facts::Facts;
pub use made::{made, of_seed};
pub use search::{Hit, Results};

use address::Address;
use search::{Index, Texts};
use sites::Wiki;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// The internet of one seed.
pub struct Internet {
    facts: Facts,
    wiki: Wiki,
    index: OnceLock<Index>,
    texts: OnceLock<Texts>,
    is_prepared: AtomicBool,
}

/// A site.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Site {
    /// Its host.
    pub host: &'static str,
    /// Its name.
    pub title: &'static str,
    /// One sentence.
    pub about: &'static str,
}

/// What an address leads to.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Answer {
    /// A page.
    Page {
        /// Of the tab.
        title: String,
        /// See README.md.
        html: String,
    },
    /// A file or a picture.
    File {
        /// What it is saved as.
        name: String,
        /// Such as `text/csv`.
        media_type: &'static str,
        /// Its content.
        bytes: Vec<u8>,
    },
    /// The page is at another address.
    Moved(String),
    /// There is no such page.
    NotFound {
        /// Of the tab.
        title: String,
        /// What is shown.
        html: String,
    },
}

impl Internet {
    /// The internet of a seed. What search needs is made when it is first searched, or before that by [`Internet::prepare_search`].
    pub fn new(seed: u64) -> Self {
        let facts = Facts::new(seed);
        let wiki = Wiki::new(&facts);
        Self { facts, wiki, index: OnceLock::new(), texts: OnceLock::new(), is_prepared: AtomicBool::new(false) }
    }

    /// What is true in it.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Its sites, the home page first.
    pub fn sites(&self) -> &[Site] {
        sites::SITES
    }

    /// What an address leads to.
    pub fn get(&self, address: &str) -> Answer {
        match Address::parse(address) {
            Some(address) => sites::get(self, &address),
            None => sites::not_found(address),
        }
    }

    /// The best pages for some words; ten a page, counted from 1.
    pub fn search(&self, query: &str, page: u32) -> Results {
        self.index().search(self, Some(self.texts()), query, page as usize)
    }

    /// The same by titles and first sentences alone, which takes a tenth of the time of reading every page.
    pub fn search_leads(&self, query: &str, page: u32) -> Results {
        self.index().search(self, None, query, page as usize)
    }

    /// Makes what search needs on another thread, so that the first who searches waits for less.
    pub fn prepare_search(self: &Arc<Self>) {
        if !self.is_prepared.swap(true, Ordering::Relaxed) {
            let internet = Arc::clone(self);
            std::thread::spawn(move || {
                internet.texts();
            });
        }
    }

    /// What a reader sees of a page or a file, without what is only in pictures; `None` if there is nothing to read.
    pub fn text(&self, address: &str) -> Option<String> {
        match self.get(address) {
            Answer::Page { html, .. } => Some(text::of_html(&html, address)),
            Answer::File { media_type, bytes, .. } => text::of_file(media_type, &bytes),
            Answer::Moved(to) => match self.get(&to) {
                Answer::Page { html, .. } => Some(text::of_html(&html, &to)),
                _ => None,
            },
            Answer::NotFound { .. } => None,
        }
    }

    /// Every page there is.
    pub fn addresses(&self) -> impl Iterator<Item = String> + use<> {
        sites::addresses(self).into_iter()
    }

    /// Where pages contradict each other on purpose.
    pub fn contradictions(&self) -> Vec<facts::Contradiction> {
        sites::contradictions(self)
    }

    pub(crate) fn wiki(&self) -> &Wiki {
        &self.wiki
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::new(self))
    }

    fn texts(&self) -> &Texts {
        self.texts.get_or_init(|| Texts::new(self, self.index()))
    }
}
