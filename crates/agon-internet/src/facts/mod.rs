//! What is true in the internet of a seed: tables of plain data, related by ids.

mod companies;
mod copies;
mod exchange;
mod films;
mod geography;
mod museum;
mod names;
mod news;
mod papers;
mod people;
mod portal;
mod shop;
mod statistics;
mod table;
mod things;
mod universities;

pub use companies::{AUDITORS, Company, INDUSTRIES, Industry, Officer, REPORT_YEARS, Report, Role, Status};
pub use copies::{Contradiction, CopiedField, Copy};
pub use exchange::{FILING_KINDS, Filing, FilingKind, Listing, Quote, sectors, trading_days};
pub use films::{AWARDS, Award, Film, GENRES};
pub use geography::{Airport, CONTINENTS, City, Country, Element};
pub use museum::{DEPARTMENTS, Exhibition, GALLERIES, Object};
pub use news::{Article, LOCAL, Mistake, SECTIONS, Story};
pub use papers::{FIELDS, Paper, Topic, Venue};
pub use people::{Person, Profession};
pub use portal::{Account, Grant, Notice, NoticeKind, Office, Portal, Service};
pub use shop::{CATEGORIES, Category, Product, Review};
pub use statistics::{FIRST_YEAR, Indicator, LAST_YEAR, Series, THEMES, YEARS};
pub use table::*;
pub use things::{Bridge, INDICATIONS, Medicine, Prize, Ship};
pub use universities::University;

use agon_core::Rng;

/// Everything that is true.
pub struct Facts {
    /// What it was drawn from.
    pub seed: u64,
    /// Real; leaders are drawn.
    pub countries: Table<CountryId, Country>,
    /// Real; populations are drawn about the real ones.
    pub cities: Table<CityId, City>,
    /// Real; passengers are drawn.
    pub airports: Table<AirportId, Airport>,
    /// Real.
    pub elements: Table<ElementId, Element>,
    /// What is measured.
    pub indicators: Table<IndicatorId, Indicator>,
    /// Values by indicator, country and year.
    pub series: Series,
    /// Everybody.
    pub people: Table<PersonId, Person>,
    /// Universities.
    pub universities: Table<UniversityId, University>,
    /// Companies of the register.
    pub companies: Table<CompanyId, Company>,
    /// Shares.
    pub listings: Table<ListingId, Listing>,
    /// By date.
    pub filings: Table<FilingId, Filing>,
    /// What is researched.
    pub topics: Table<TopicId, Topic>,
    /// Journals and conferences.
    pub venues: Table<VenueId, Venue>,
    /// By date.
    pub papers: Table<PaperId, Paper>,
    /// Of the newspaper.
    pub articles: Table<ArticleId, Article>,
    /// Of the museum.
    pub objects: Table<ObjectId, Object>,
    /// Of the museum.
    pub exhibitions: Table<ExhibitionId, Exhibition>,
    /// Films.
    pub films: Table<FilmId, Film>,
    /// Golden Lanterns, by year and category.
    pub awards: Vec<Award>,
    /// Of the shop.
    pub products: Table<ProductId, Product>,
    /// Lost ships.
    pub ships: Table<ShipId, Ship>,
    /// Bridges.
    pub bridges: Table<BridgeId, Bridge>,
    /// Medicines.
    pub medicines: Table<MedicineId, Medicine>,
    /// Prizes.
    pub prizes: Table<PrizeId, Prize>,
    /// Of the portal.
    pub portal: Portal,
    /// What quickfacts.example copied, each with one field wrong.
    pub copies: Vec<Copy>,
    /// Who writes for the newspaper.
    pub journalists: Vec<PersonId>,
    /// Papers of a person, by date.
    papers_of: Vec<Vec<PaperId>>,
    /// Films of a person, by date.
    films_of: Vec<Vec<FilmId>>,
    /// Objects that a person made.
    objects_of: Vec<Vec<ObjectId>>,
    /// Companies in which a person has or had an office, and which.
    offices_of: Vec<Vec<(CompanyId, usize)>>,
    listing_of: Vec<Option<ListingId>>,
    /// Companies with their head office in a city.
    companies_in: Vec<Vec<CompanyId>>,
    /// Notable people who were born in a city.
    born_in: Vec<Vec<PersonId>>,
    /// Articles of the newspaper about something.
    about: std::collections::BTreeMap<Entity, Vec<ArticleId>>,
    /// By trading day.
    movers: Vec<(ListingId, ListingId)>,
    company_codes: Codes,
    person_codes: Codes,
    paper_codes: Codes,
    film_codes: Codes,
    object_codes: Codes,
    filing_codes: Codes,
}

/// Something that has a page in the encyclopaedia, or would.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[allow(missing_docs)]
pub enum Entity {
    Country(CountryId),
    City(CityId),
    Airport(AirportId),
    Element(ElementId),
    Person(PersonId),
    University(UniversityId),
    Company(CompanyId),
    Topic(TopicId),
    Venue(VenueId),
    Film(FilmId),
    Ship(ShipId),
    Bridge(BridgeId),
    Medicine(MedicineId),
    Prize(PrizeId),
}

impl Facts {
    /// The facts of a seed.
    pub fn new(seed: u64) -> Self {
        let rng = |label: &str| Rng::new(&format!("internet/{label}"), seed);
        let mut geography = geography::make(&mut rng("geography"));
        let indicators = statistics::indicators();
        let series = statistics::make(&mut rng("statistics"), &indicators, &geography.countries);
        let mut maker = people::Maker::new(&geography.countries, &geography.cities, universities::COUNT);
        let mut universities = universities::make(&mut rng("universities"), &maker, &geography.cities);
        let companies = companies::make(&mut rng("companies"), &mut maker);
        let listings = Table::new(exchange::make(&mut rng("listings"), &companies));
        let filings = Table::new(exchange::make_filings(&mut rng("filings"), &listings, &companies));
        let topics = papers::make_topics();
        let venues = papers::make_venues(&mut rng("venues"));
        let scholars = papers::make_scholars(&mut rng("scholars"), &mut maker, &topics);
        let papers = papers::make(&mut rng("papers"), &maker, &scholars, &topics, &venues, &companies);
        let films = films::make(&mut rng("films"), &mut maker, &companies);
        let awards = films::make_awards(&mut rng("awards"), &films);
        let museum::Collection { objects, exhibitions } = museum::make(&mut rng("museum"), &mut maker);
        let ships = Table::new(things::make_ships(&mut rng("ships"), &mut maker));
        let bridges = Table::new(things::make_bridges(&mut rng("bridges"), &mut maker, &companies));
        let medicines = things::make_medicines(&mut rng("medicines"), &companies, &papers);
        let products = shop::make(&mut rng("shop"), &companies);
        let portal = portal::make(&mut rng("portal"), &mut maker);
        let mut draw = rng("offices");
        let journalists: Vec<PersonId> = (0..46).map(|_| maker.person(&mut draw, Profession::Journalist, 1955..=1996)).collect();
        let mut leaders = Vec::new();
        for country in geography.countries.ids() {
            leaders.push(maker.person_from(&mut draw, Profession::Politician, 1946..=1984, country));
        }
        let mut mayors = Vec::new();
        for (_, city) in geography.cities.iter() {
            mayors.push(maker.person_from(&mut draw, Profession::Politician, 1950..=1990, city.country));
        }
        let rectors: Vec<PersonId> = universities.rows().iter().map(|_| scholars[draw.index(scholars.len())]).collect();
        let prizes = Table::new(things::make_prizes(&mut rng("prizes"), &maker, &papers));
        let mut people = maker.people;
        for (id, leader) in leaders.into_iter().enumerate() {
            geography.countries.row_mut(CountryId(id as u32)).leader = leader;
        }
        for (id, mayor) in mayors.into_iter().enumerate() {
            geography.cities.row_mut(CityId(id as u32)).mayor = mayor;
            // Mayors of small places have no article.
            people.row_mut(mayor).is_notable = geography.cities[CityId(id as u32)].population > 900_000;
        }
        for (id, rector) in rectors.into_iter().enumerate() {
            let university = UniversityId(id as u32);
            universities.row_mut(university).rector = rector;
            let row = people.row_mut(rector);
            row.is_notable = true;
            row.institution = Some(university);
        }
        let (papers_of, films_of, objects_of, offices_of) = relations(people.len(), &papers, &films, &objects, &companies);
        let mut listing_of = vec![None; companies.len()];
        for (id, listing) in listings.iter() {
            listing_of[listing.company.index()] = Some(id);
            for officer in
                companies[listing.company].officers.iter().filter(|o| matches!(o.role, Role::Chair | Role::ChiefExecutive))
            {
                people.row_mut(officer.person).is_notable = true;
            }
        }
        for (_, prize) in prizes.iter() {
            for (_, person, _) in &prize.laureates {
                people.row_mut(*person).is_notable = true;
            }
        }
        for (_, medicine) in medicines.iter() {
            people.row_mut(medicine.scientist).is_notable = true;
        }
        for scholar in &scholars {
            if papers_of[scholar.index()].iter().map(|p| papers[*p].cited_by.len()).sum::<usize>() > 45 {
                people.row_mut(*scholar).is_notable = true;
            }
        }
        let mut companies_in = vec![Vec::new(); geography.cities.len()];
        for (id, company) in companies.iter() {
            companies_in[company.city.index()].push(id);
        }
        let mut born_in = vec![Vec::new(); geography.cities.len()];
        for (id, person) in people.iter().filter(|(_, p)| p.is_notable) {
            born_in[person.birthplace.index()].push(id);
        }
        let movers = exchange::movers(&listings);
        let mut codes = rng("codes");
        let mut facts = Self {
            seed,
            countries: geography.countries,
            cities: geography.cities,
            airports: geography.airports,
            elements: geography.elements,
            indicators,
            series,
            people,
            universities,
            companies,
            listings,
            filings,
            topics,
            venues,
            papers,
            articles: Table::new(Vec::new()),
            objects,
            exhibitions,
            films,
            awards,
            products,
            ships,
            bridges,
            medicines,
            prizes,
            portal,
            copies: Vec::new(),
            journalists,
            papers_of,
            films_of,
            objects_of,
            offices_of,
            listing_of,
            companies_in,
            born_in,
            about: std::collections::BTreeMap::new(),
            movers,
            company_codes: Codes::new(89_999_999, &mut codes),
            person_codes: Codes::new(899_981, &mut codes),
            paper_codes: Codes::new(899_981, &mut codes),
            film_codes: Codes::new(899_981, &mut codes),
            object_codes: Codes::new(89_989, &mut codes),
            filing_codes: Codes::new(899_981, &mut codes),
        };
        let mut about: std::collections::BTreeMap<Entity, Vec<ArticleId>> = std::collections::BTreeMap::new();
        facts.articles = news::make(&mut rng("news"), &facts);
        for (id, article) in facts.articles.iter() {
            for entity in article.story.about(&facts) {
                about.entry(entity).or_default().push(id);
            }
        }
        facts.about = about;
        facts.copies = copies::make(&mut rng("copies"), &facts);
        facts
    }

    /// A stream of numbers for one page's words, so that pages do not read alike.
    pub(crate) fn rng(&self, label: &str, index: usize) -> Rng {
        Rng::new(label, self.seed.wrapping_add((index as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)))
    }

    /// An indicator's value in steps of its last decimal; `None` where none was published.
    pub fn value(&self, indicator: IndicatorId, country: CountryId, year: i32) -> Option<i64> {
        self.series.value(indicator, country, year)
    }

    /// The indicator of a code.
    pub fn indicator(&self, code: &str) -> Option<IndicatorId> {
        self.indicators.iter().find(|(_, i)| i.code == code).map(|(id, _)| id)
    }

    /// The country of an ISO code.
    pub fn country(&self, iso: &str) -> Option<CountryId> {
        self.countries.iter().find(|(_, c)| c.iso == iso).map(|(id, _)| id)
    }

    /// Countries with a value, the highest first.
    pub fn ranking(&self, indicator: IndicatorId, year: i32, continent: Option<&str>) -> Vec<(CountryId, i64)> {
        let able = self.countries.iter().filter(|(_, c)| continent.is_none_or(|name| c.continent == name));
        rank(able.filter_map(|(id, _)| Some((id, self.value(indicator, id, year)?))))
    }

    /// The share of a company, if it is listed.
    pub fn listing_of(&self, company: CompanyId) -> Option<ListingId> {
        self.listing_of[company.index()]
    }

    /// Articles of the newspaper about something.
    pub fn articles_about(&self, entity: Entity) -> &[ArticleId] {
        self.about.get(&entity).map_or(&[], Vec::as_slice)
    }

    /// Companies with their head office in a city.
    pub fn companies_in(&self, city: CityId) -> &[CompanyId] {
        &self.companies_in[city.index()]
    }

    /// Notable people who were born in a city.
    pub fn born_in(&self, city: CityId) -> &[PersonId] {
        &self.born_in[city.index()]
    }

    /// By date.
    pub fn papers_of(&self, person: PersonId) -> &[PaperId] {
        &self.papers_of[person.index()]
    }

    /// Directed, written or acted in; by date.
    pub fn films_of(&self, person: PersonId) -> &[FilmId] {
        &self.films_of[person.index()]
    }

    /// What a person made.
    pub fn objects_of(&self, person: PersonId) -> &[ObjectId] {
        &self.objects_of[person.index()]
    }

    /// Companies and which of their officers the person is or was.
    pub fn offices_of(&self, person: PersonId) -> &[(CompanyId, usize)] {
        &self.offices_of[person.index()]
    }

    /// How often all papers of a person were cited.
    pub fn citations_of(&self, person: PersonId) -> usize {
        self.papers_of(person).iter().map(|p| self.papers[*p].cited_by.len()).sum()
    }

    /// The largest h such that h papers were cited h times each.
    pub fn h_index(&self, person: PersonId) -> usize {
        let mut counts: Vec<usize> = self.papers_of(person).iter().map(|p| self.papers[*p].cited_by.len()).collect();
        counts.sort_unstable_by(|a, b| b.cmp(a));
        counts.iter().enumerate().take_while(|(i, c)| **c > *i).count()
    }

    /// The share that rose most and the one that fell most on a trading day after the first.
    pub fn movers(&self, day: usize) -> (ListingId, ListingId) {
        self.movers[day]
    }

    /// Eight digits, as the register shows it.
    pub fn company_number(&self, id: CompanyId) -> u64 {
        10_000_000 + self.company_codes.code(id)
    }

    /// The company of a register's number.
    pub fn company_by_number(&self, number: &str) -> Option<CompanyId> {
        self.company_codes.row(decode(number, 10_000_000)?, self.companies.len()).map(CompanyId::at)
    }

    /// Six digits; the same on the register, the library, the films and the museum.
    pub fn person_code(&self, id: PersonId) -> u64 {
        100_000 + self.person_codes.code(id)
    }

    /// The person of a code.
    pub fn person_by_code(&self, code: &str) -> Option<PersonId> {
        self.person_codes.row(decode(code, 100_000)?, self.people.len()).map(PersonId::at)
    }

    /// Six digits.
    pub fn paper_code(&self, id: PaperId) -> u64 {
        100_000 + self.paper_codes.code(id)
    }

    /// The paper of a code.
    pub fn paper_by_code(&self, code: &str) -> Option<PaperId> {
        self.paper_codes.row(decode(code, 100_000)?, self.papers.len()).map(PaperId::at)
    }

    /// Six digits.
    pub fn film_code(&self, id: FilmId) -> u64 {
        100_000 + self.film_codes.code(id)
    }

    /// The film of a code.
    pub fn film_by_code(&self, code: &str) -> Option<FilmId> {
        self.film_codes.row(decode(code, 100_000)?, self.films.len()).map(FilmId::at)
    }

    /// Five digits.
    pub fn object_code(&self, id: ObjectId) -> u64 {
        10_000 + self.object_codes.code(id)
    }

    /// The object of a code.
    pub fn object_by_code(&self, code: &str) -> Option<ObjectId> {
        self.object_codes.row(decode(code, 10_000)?, self.objects.len()).map(ObjectId::at)
    }

    /// Six digits.
    pub fn filing_code(&self, id: FilingId) -> u64 {
        100_000 + self.filing_codes.code(id)
    }

    /// The filing of a code.
    pub fn filing_by_code(&self, code: &str) -> Option<FilingId> {
        self.filing_codes.row(decode(code, 100_000)?, self.filings.len()).map(FilingId::at)
    }
}

fn decode(text: &str, base: u64) -> Option<u64> {
    text.parse::<u64>().ok()?.checked_sub(base)
}

type Relations = (Vec<Vec<PaperId>>, Vec<Vec<FilmId>>, Vec<Vec<ObjectId>>, Vec<Vec<(CompanyId, usize)>>);

fn relations(
    people: usize,
    papers: &Table<PaperId, Paper>,
    films: &Table<FilmId, Film>,
    objects: &Table<ObjectId, Object>,
    companies: &Table<CompanyId, Company>,
) -> Relations {
    let mut papers_of = vec![Vec::new(); people];
    for (id, paper) in papers.iter() {
        for author in &paper.authors {
            papers_of[author.index()].push(id);
        }
    }
    let mut films_of: Vec<Vec<FilmId>> = vec![Vec::new(); people];
    for (id, film) in films.iter() {
        let involved = film.cast.iter().map(|c| c.0).chain(film.writers.iter().copied()).chain([film.director]);
        for person in involved {
            let list = &mut films_of[person.index()];
            if list.last() != Some(&id) {
                list.push(id);
            }
        }
    }
    for list in &mut films_of {
        list.sort_by_key(|f| (films[*f].released, *f));
    }
    let mut objects_of = vec![Vec::new(); people];
    for (id, object) in objects.iter() {
        if let Some(maker) = object.maker {
            objects_of[maker.index()].push(id);
        }
    }
    let mut offices_of = vec![Vec::new(); people];
    for (id, company) in companies.iter() {
        for (i, officer) in company.officers.iter().enumerate() {
            offices_of[officer.person.index()].push((id, i));
        }
    }
    (papers_of, films_of, objects_of, offices_of)
}

/// The highest first; of equal ones the one that came first.
pub fn rank<T, V: Ord>(items: impl Iterator<Item = (T, V)>) -> Vec<(T, V)> {
    let mut items: Vec<(T, V)> = items.collect();
    items.sort_by(|a, b| b.1.cmp(&a.1));
    items
}

/// Moves values apart, upwards, so that no two are the same.
pub(crate) fn spread<T>(rows: &mut [T], mut field: impl FnMut(&mut T) -> &mut i64) {
    let mut order: Vec<(i64, usize)> = rows.iter_mut().enumerate().map(|(i, row)| (*field(row), i)).collect();
    order.sort_unstable();
    let mut last = i64::MIN;
    for (value, index) in order {
        last = value.max(last.saturating_add(1));
        *field(&mut rows[index]) = last;
    }
}

/// The same downwards, for values that crowd below a highest one, such as shares.
pub(crate) fn spread_down<T>(rows: &mut [T], mut field: impl FnMut(&mut T) -> &mut i64) {
    let mut order: Vec<(i64, usize)> = rows.iter_mut().enumerate().map(|(i, row)| (*field(row), i)).collect();
    order.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut last = i64::MAX;
    for (value, index) in order {
        last = value.min(last.saturating_sub(1));
        *field(&mut rows[index]) = last;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spread_values_differ_and_keep_their_order() {
        let mut values = vec![5, 9, 5, 5, 1];
        spread(&mut values, |v| v);
        assert_eq!(values, [5, 9, 6, 7, 1]);
        let mut values = vec![5, 9, 5, 5, 1];
        spread_down(&mut values, |v| v);
        assert_eq!(values, [5, 9, 4, 3, 1]);
    }

    #[test]
    fn ranks_begin_with_the_highest() {
        assert_eq!(rank([("a", 1), ("b", 3), ("c", 2)].into_iter()), [("b", 3), ("c", 2), ("a", 1)]);
    }
}
