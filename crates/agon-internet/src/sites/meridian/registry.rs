//! Which articles there are, and under which names.

use crate::facts::{Entity, Facts, Id};
use std::collections::HashMap;

/// An article's subject and names.
pub(crate) struct Entry {
    pub(crate) entity: Entity,
    pub(crate) title: String,
    pub(crate) slug: String,
}

/// All articles.
pub(crate) struct Wiki {
    entries: Vec<Entry>,
    by_slug: HashMap<String, u32>,
    /// The entry of each entity: by kind, then by row.
    by_entity: Vec<Vec<u32>>,
}

const NONE: u32 = u32::MAX;

/// Kinds of articles: key of the category, title, what is added to names that are taken.
pub(crate) const KINDS: [(&str, &str, &str); 14] = [
    ("countries", "Countries", "country"),
    ("cities", "Cities", "city"),
    ("airports", "Airports", "airport"),
    ("elements", "Chemical elements", "element"),
    ("people", "People", "person"),
    ("universities", "Universities", "university"),
    ("companies", "Companies", "company"),
    ("fields", "Fields of research", "research"),
    ("journals", "Journals and conferences", "journal"),
    ("films", "Films", "film"),
    ("ships", "Ships", "ship"),
    ("bridges", "Bridges", "bridge"),
    ("medicines", "Medicines", "medicine"),
    ("prizes", "Prizes", "prize"),
];

/// Kind and row of an entity.
pub(crate) fn place(entity: Entity) -> (usize, usize) {
    match entity {
        Entity::Country(id) => (0, id.index()),
        Entity::City(id) => (1, id.index()),
        Entity::Airport(id) => (2, id.index()),
        Entity::Element(id) => (3, id.index()),
        Entity::Person(id) => (4, id.index()),
        Entity::University(id) => (5, id.index()),
        Entity::Company(id) => (6, id.index()),
        Entity::Topic(id) => (7, id.index()),
        Entity::Venue(id) => (8, id.index()),
        Entity::Film(id) => (9, id.index()),
        Entity::Ship(id) => (10, id.index()),
        Entity::Bridge(id) => (11, id.index()),
        Entity::Medicine(id) => (12, id.index()),
        Entity::Prize(id) => (13, id.index()),
    }
}

impl Wiki {
    pub(crate) fn new(facts: &Facts) -> Self {
        let mut wiki = Self {
            entries: Vec::with_capacity(12_000),
            by_slug: HashMap::with_capacity(12_000),
            by_entity: vec![Vec::new(); KINDS.len()],
        };
        for (id, c) in facts.countries.iter() {
            wiki.add(Entity::Country(id), c.name.to_string());
        }
        for (id, c) in facts.cities.iter() {
            wiki.add(Entity::City(id), c.name.to_string());
        }
        for (id, a) in facts.airports.iter() {
            wiki.add(Entity::Airport(id), a.name.clone());
        }
        for (id, e) in facts.elements.iter() {
            wiki.add(Entity::Element(id), e.name.to_string());
        }
        for (id, p) in facts.people.iter() {
            if p.is_notable {
                wiki.add(Entity::Person(id), p.name.clone());
            } else {
                wiki.by_entity[4].push(NONE);
            }
        }
        for (id, u) in facts.universities.iter() {
            wiki.add(Entity::University(id), u.name.clone());
        }
        for (id, c) in facts.companies.iter() {
            wiki.add(Entity::Company(id), c.short.clone());
        }
        for (id, t) in facts.topics.iter() {
            wiki.add(Entity::Topic(id), t.name.clone());
        }
        for (id, v) in facts.venues.iter() {
            wiki.add(Entity::Venue(id), v.name.clone());
        }
        for (id, f) in facts.films.iter() {
            wiki.add(Entity::Film(id), f.title.clone());
        }
        for (id, s) in facts.ships.iter() {
            wiki.add(Entity::Ship(id), s.name.clone());
        }
        for (id, b) in facts.bridges.iter() {
            wiki.add(Entity::Bridge(id), b.name.clone());
        }
        for (id, m) in facts.medicines.iter() {
            wiki.add(Entity::Medicine(id), crate::format::capital(&m.name));
        }
        for (id, p) in facts.prizes.iter() {
            wiki.add(Entity::Prize(id), p.name.clone());
        }
        wiki
    }

    fn add(&mut self, entity: Entity, title: String) {
        let number = self.entries.len() as u32;
        let kind = place(entity).0;
        let mut title = title;
        let mut slug = slug_of(&title);
        if self.by_slug.contains_key(&slug) {
            title = format!("{title} ({})", KINDS[kind].2);
            slug = slug_of(&title);
        }
        // Airports of the same name in two countries.
        let mut copy = 2;
        while self.by_slug.contains_key(&slug) {
            slug = format!("{}_{copy}", slug_of(&title));
            copy += 1;
        }
        self.by_slug.insert(slug.clone(), number);
        self.by_entity[kind].push(number);
        self.entries.push(Entry { entity, title, slug });
    }

    fn number(&self, entity: Entity) -> Option<usize> {
        let (kind, row) = place(entity);
        self.by_entity[kind].get(row).filter(|n| **n != NONE).map(|n| *n as usize)
    }

    /// What an article is called in addresses, if there is one.
    pub(crate) fn slug(&self, entity: Entity) -> Option<&str> {
        self.number(entity).map(|n| self.entries[n].slug.as_str())
    }

    /// The heading of an article, if there is one.
    pub(crate) fn title(&self, entity: Entity) -> Option<&str> {
        self.number(entity).map(|n| self.entries[n].title.as_str())
    }

    /// The article of a name in an address.
    pub(crate) fn entry(&self, slug: &str) -> Option<&Entry> {
        self.by_slug.get(slug).map(|n| &self.entries[*n as usize])
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Articles of a kind by title.
    pub(crate) fn of_kind(&self, kind: usize) -> Vec<&Entry> {
        let mut entries: Vec<&Entry> =
            self.by_entity[kind].iter().filter(|n| **n != NONE).map(|n| &self.entries[*n as usize]).collect();
        entries.sort_by(|a, b| a.title.cmp(&b.title).then(a.slug.cmp(&b.slug)));
        entries
    }
}

/// Spaces as underscores; what means something in addresses is left out.
fn slug_of(title: &str) -> String {
    title
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '(' | ')' | ',' | '.'))
        .map(|c| if c == ' ' { '_' } else { c })
        .collect()
}
