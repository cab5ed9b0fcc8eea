//! People: born somewhere, educated somewhere, known for something.

use super::geography::{City, Country};
use super::names::Namer;
use super::table::{CityId, CountryId, PersonId, Table, TopicId, UniversityId};
use crate::date::Date;
use agon_core::Rng;

/// Somebody.
#[derive(Clone, Debug)]
pub struct Person {
    /// Different from all others.
    pub name: String,
    /// For the pronouns of texts.
    pub is_woman: bool,
    /// When.
    pub born: Date,
    /// Where.
    pub birthplace: CityId,
    /// Whose citizen.
    pub country: CountryId,
    /// If no longer alive.
    pub died: Option<Date>,
    /// What for.
    pub profession: Profession,
    /// Where they studied.
    pub university: UniversityId,
    /// Year of the degree.
    pub graduated: i32,
    /// Where they work, if a scholar.
    pub institution: Option<UniversityId>,
    /// What they work on, if a scholar; the first is the main one.
    pub topics: Vec<TopicId>,
    /// Has an article in the encyclopaedia.
    pub is_notable: bool,
}

impl Person {
    /// `she` or `he`.
    pub fn they(&self) -> &'static str {
        if self.is_woman { "she" } else { "he" }
    }

    /// `her` or `his`.
    pub fn their(&self) -> &'static str {
        if self.is_woman { "her" } else { "his" }
    }

    /// The name they are called by in texts: the last part.
    pub fn family(&self) -> &str {
        super::names::family_name(&self.name)
    }
}

/// What somebody is known for.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Profession {
    /// Writes papers.
    Scholar,
    /// Sits on boards.
    Executive,
    /// Is in films.
    Actor,
    /// Directs and writes films.
    Director,
    /// Made objects of the museum.
    Artist,
    /// Writes for the newspaper.
    Journalist,
    /// Heads a government or a city.
    Politician,
    /// Builds bridges and ships.
    Engineer,
    /// Works for the museum or the portal.
    Curator,
}

impl Profession {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Scholar,
        Self::Executive,
        Self::Actor,
        Self::Director,
        Self::Artist,
        Self::Journalist,
        Self::Politician,
        Self::Engineer,
        Self::Curator,
    ];

    /// In a sentence.
    pub fn word(self) -> &'static str {
        match self {
            Self::Scholar => "scholar",
            Self::Executive => "business executive",
            Self::Actor => "actor",
            Self::Director => "film director",
            Self::Artist => "artist",
            Self::Journalist => "journalist",
            Self::Politician => "politician",
            Self::Engineer => "engineer",
            Self::Curator => "curator",
        }
    }

    /// Of a category.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Scholar => "Scholars",
            Self::Executive => "Business executives",
            Self::Actor => "Actors",
            Self::Director => "Film directors",
            Self::Artist => "Artists",
            Self::Journalist => "Journalists",
            Self::Politician => "Politicians",
            Self::Engineer => "Engineers",
            Self::Curator => "Curators",
        }
    }
}

/// Makes people, each name once.
pub(crate) struct Maker<'a> {
    pub(crate) namer: Namer,
    pub(crate) people: Table<PersonId, Person>,
    pub(crate) countries: &'a Table<CountryId, Country>,
    pub(crate) cities: &'a Table<CityId, City>,
    pub(crate) universities: usize,
    /// Cities of each country.
    pub(crate) by_country: Vec<Vec<CityId>>,
    /// Where the names of each country come from.
    pools: Vec<usize>,
    /// Countries by how many people are from there, as running totals.
    weights: Vec<f64>,
}

impl<'a> Maker<'a> {
    pub(crate) fn new(countries: &'a Table<CountryId, Country>, cities: &'a Table<CityId, City>, universities: usize) -> Self {
        let mut by_country = vec![Vec::new(); countries.len()];
        for (id, city) in cities.iter() {
            by_country[city.country.0 as usize].push(id);
        }
        let mut total = 0.0;
        let weights = countries.rows().iter().map(|c| {
            total += libm::sqrt(c.base_population as f64) * (0.3 + c.wealth);
            total
        });
        let weights = weights.collect();
        let pools = countries.rows().iter().map(super::names::pool_of).collect();
        Self {
            namer: Namer::default(),
            people: Table::new(Vec::with_capacity(12_000)),
            countries,
            cities,
            universities,
            by_country,
            pools,
            weights,
        }
    }

    /// A country, the larger ones more often.
    pub(crate) fn country(&self, rng: &mut Rng) -> CountryId {
        let at = rng.real(0.0, self.weights.last().copied().unwrap_or(1.0));
        CountryId(self.weights.partition_point(|w| *w <= at).min(self.weights.len() - 1) as u32)
    }

    /// A city of a country.
    pub(crate) fn city_of(&self, rng: &mut Rng, country: CountryId) -> CityId {
        let cities = &self.by_country[country.0 as usize];
        cities.get(rng.index(cities.len())).copied().unwrap_or(self.countries[country].capital)
    }

    /// A city anywhere, the larger countries more often.
    pub(crate) fn city(&self, rng: &mut Rng) -> CityId {
        let country = self.country(rng);
        self.city_of(rng, country)
    }

    pub(crate) fn person(&mut self, rng: &mut Rng, profession: Profession, born: std::ops::RangeInclusive<i32>) -> PersonId {
        let country = self.country(rng);
        self.person_from(rng, profession, born, country)
    }

    pub(crate) fn person_from(
        &mut self,
        rng: &mut Rng,
        profession: Profession,
        born: std::ops::RangeInclusive<i32>,
        country: CountryId,
    ) -> PersonId {
        let is_woman = rng.chance(0.5);
        let born =
            Date::new(rng.integer(i64::from(*born.start()), i64::from(*born.end())) as i32, 1, 1).plus(rng.integer(0, 364));
        // Most were born in their own country.
        let birth_country = if rng.chance(0.9) { country } else { self.country(rng) };
        // Those who hold offices today are alive.
        let holds_office = matches!(
            profession,
            Profession::Executive | Profession::Politician | Profession::Journalist | Profession::Curator | Profession::Scholar
        );
        let died = (!holds_office && born.year < 1955 && rng.chance(f64::from(1960 - born.year) / 30.0)).then(|| {
            let age = rng.integer(52, 94);
            Date::new(born.year + age as i32, 1, 1).plus(rng.integer(0, 364))
        });
        let person = Person {
            name: self.namer.name(rng, self.pools[country.0 as usize], is_woman),
            is_woman,
            born,
            birthplace: self.city_of(rng, birth_country),
            country,
            died: died.filter(|d| *d < crate::date::TODAY),
            profession,
            university: UniversityId(rng.index(self.universities) as u32),
            graduated: born.year + 22 + rng.below(6) as i32,
            institution: None,
            topics: Vec::new(),
            is_notable: !matches!(
                profession,
                Profession::Executive | Profession::Scholar | Profession::Journalist | Profession::Curator
            ),
        };
        self.people.push(person)
    }
}
