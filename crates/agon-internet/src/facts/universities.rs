//! Universities.

use super::geography::City;
use super::people::Maker;
use super::table::{CityId, PersonId, Table, UniversityId};
use agon_core::Rng;
use std::collections::BTreeSet;

/// A university.
#[derive(Clone, Debug)]
pub struct University {
    /// Different from all others.
    pub name: String,
    /// Where.
    pub city: CityId,
    /// When.
    pub founded: i32,
    /// In 2025.
    pub students: i64,
    /// In 2025.
    pub staff: i64,
    /// Who heads it.
    pub rector: PersonId,
    /// Of the rector.
    pub since: i32,
}

/// How many there are.
pub(crate) const COUNT: usize = 160;

pub(crate) fn make(rng: &mut Rng, maker: &Maker<'_>, cities: &Table<CityId, City>) -> Table<UniversityId, University> {
    let mut taken = BTreeSet::new();
    let mut rows = Vec::new();
    while rows.len() < COUNT {
        let city = maker.city(rng);
        if !taken.insert(city) {
            continue;
        }
        let place = cities[city].name;
        let name = match rng.below(6) {
            0 => format!("{place} Institute of Technology"),
            1 => format!("{place} University of Science"),
            2 => format!("{} University of {place}", ["Royal", "National", "Free", "Open", "Central"][rng.index(5)]),
            3 => format!("{place} University"),
            _ => format!("University of {place}"),
        };
        let students = rng.integer(2_400, 61_000);
        rows.push(University {
            name,
            city,
            founded: (2004.0 - 560.0 * rng.unit() * rng.unit() * rng.unit()) as i32,
            students,
            staff: students / rng.integer(7, 14) + rng.integer(0, 30),
            rector: PersonId(0),
            since: 2015 + rng.below(11) as i32,
        });
    }
    super::spread(&mut rows, |u| &mut u.students);
    Table::new(rows)
}
