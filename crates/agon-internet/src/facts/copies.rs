//! What quickfacts.example copied from elsewhere, with one thing wrong on each page; and all planted contradictions in one list.

use super::statistics::LAST_YEAR;
use super::{CompanyId, CountryId, Entity, Facts, Role};
use agon_core::Rng;

/// A page of quickfacts.example.
#[derive(Clone, Debug)]
pub struct Copy {
    /// A country or a company.
    pub of: Entity,
    /// What is wrong on it.
    pub wrong: CopiedField,
}

/// The thing that is wrong, with what the page says.
#[derive(Clone, Debug)]
pub enum CopiedField {
    /// Population: that of an earlier year, in thousands.
    Population(i64),
    /// Capital: the name of another city of the country.
    Capital(&'static str),
    /// Head of government: somebody else.
    Leader(super::PersonId),
    /// Head office: another city.
    HeadOffice(super::CityId),
    /// Chief executive: one who was it before.
    ChiefExecutive(super::PersonId),
    /// Revenue: that of the year before.
    Revenue(i64),
    /// When it was founded.
    Founded(i32),
}

/// Two pages that say different things about the same.
#[derive(Clone, Debug)]
pub struct Contradiction {
    /// What, in words.
    pub what: String,
    /// Where it is right.
    pub right_address: String,
    /// What is right.
    pub right: String,
    /// Where it is wrong.
    pub wrong_address: String,
    /// What is said there.
    pub wrong: String,
}

pub(crate) fn make(rng: &mut Rng, facts: &Facts) -> Vec<Copy> {
    let mut copies = Vec::new();
    for (id, country) in facts.countries.iter() {
        let cities: Vec<&'static str> =
            facts.cities.iter().filter(|(city, c)| c.country == id && *city != country.capital).map(|(_, c)| c.name).collect();
        let wrong = match rng.below(3) {
            0 if !cities.is_empty() => CopiedField::Capital(cities[rng.index(cities.len())]),
            1 => CopiedField::Leader(facts.cities[country.capital].mayor),
            _ => {
                let population = facts.indicator("population").and_then(|i| facts.value(i, id, LAST_YEAR - 7));
                CopiedField::Population(population.unwrap_or(1))
            }
        };
        copies.push(Copy { of: Entity::Country(id), wrong });
    }
    for (id, company) in facts.companies.iter() {
        if facts.listing_of(id).is_none() && !rng.chance(0.12) {
            continue;
        }
        let before = company.officers.iter().find(|o| o.role == Role::ChiefExecutive && o.resigned.is_some());
        let wrong = match (rng.below(4), before, company.reports.len()) {
            (0, Some(before), _) => CopiedField::ChiefExecutive(before.person),
            (1, _, 2..) if is_other(company.reports[company.reports.len() - 2].revenue, company) => {
                CopiedField::Revenue(company.reports[company.reports.len() - 2].revenue)
            }
            (2, ..) => CopiedField::Founded(company.incorporated.year + rng.integer(2, 9) as i32),
            _ => {
                let mut city = company.city;
                while city == company.city {
                    city = super::CityId(rng.index(facts.cities.len()) as u32);
                }
                CopiedField::HeadOffice(city)
            }
        };
        copies.push(Copy { of: Entity::Company(id), wrong });
    }
    copies
}

/// Whether a revenue reads differently from the latest one.
fn is_other(revenue: i64, company: &super::Company) -> bool {
    company.reports.last().is_some_and(|last| crate::format::crowns(last.revenue) != crate::format::crowns(revenue))
}

impl Copy {
    /// The country it is about, if it is one.
    pub fn country(&self) -> Option<CountryId> {
        if let Entity::Country(id) = self.of { Some(id) } else { None }
    }

    /// The company it is about, if it is one.
    pub fn company(&self) -> Option<CompanyId> {
        if let Entity::Company(id) = self.of { Some(id) } else { None }
    }
}
