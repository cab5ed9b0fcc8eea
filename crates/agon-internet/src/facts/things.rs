//! Ships, bridges, medicines and prizes.

use super::companies::{Company, INDUSTRIES};
use super::papers::Paper;
use super::people::{Maker, Profession};
use super::table::{CityId, CompanyId, CountryId, MedicineId, PaperId, PersonId, Table};
use crate::date::{Date, TODAY};
use agon_core::Rng;
use std::collections::HashSet;

/// A ship that was lost.
#[derive(Clone, Debug)]
pub struct Ship {
    /// Different from all others.
    pub name: String,
    /// Such as `barque`.
    pub kind: &'static str,
    /// Whose flag.
    pub country: CountryId,
    /// Where it was built.
    pub built_at: CityId,
    /// Launched.
    pub launched: Date,
    /// Metres, in tenths.
    pub length: i64,
    /// Tonnes.
    pub tonnage: i64,
    /// Sunk.
    pub sunk: Date,
    /// Nearest city to the wreck.
    pub near: CityId,
    /// Metres below the surface.
    pub depth: i64,
    /// People lost.
    pub lost: i64,
    /// Why.
    pub cause: &'static str,
    /// When the wreck was found, by whom and how.
    pub found: Option<(i32, PersonId, &'static str)>,
    /// Who commanded.
    pub captain: PersonId,
}

/// A bridge.
#[derive(Clone, Debug)]
pub struct Bridge {
    /// Different from all others.
    pub name: String,
    /// Where.
    pub city: CityId,
    /// Such as `suspension bridge`.
    pub kind: &'static str,
    /// Opened.
    pub opened: Date,
    /// Metres.
    pub length: i64,
    /// The longest span, metres.
    pub span: i64,
    /// Who designed it.
    pub engineer: PersonId,
    /// Who built it, if one of our companies.
    pub builder: Option<CompanyId>,
    /// Thousands of dollars.
    pub cost: i64,
    /// Vehicles a day in 2025.
    pub traffic: i64,
}

/// A medicine.
#[derive(Clone, Debug)]
pub struct Medicine {
    /// What doctors call it.
    pub name: String,
    /// What it is sold as.
    pub brand: String,
    /// Whose.
    pub company: CompanyId,
    /// What against.
    pub indication: &'static str,
    /// By the agency.
    pub approved: Date,
    /// Of the agency's file.
    pub file: String,
    /// Who found it.
    pub scientist: PersonId,
    /// Where the trial was published.
    pub trial: PaperId,
    /// Sales of whole years after approval until 2025, in thousands of crowns.
    pub sales: Vec<(i32, i64)>,
    /// When it was taken off the market.
    pub withdrawn: Option<Date>,
}

/// A prize that is given every year.
#[derive(Clone, Debug)]
pub struct Prize {
    /// Different from all others.
    pub name: String,
    /// What for.
    pub field: &'static str,
    /// First given.
    pub since: i32,
    /// Thousands of crowns.
    pub sum: i64,
    /// Who, when, and for which paper where it is for research.
    pub laureates: Vec<(i32, PersonId, Option<PaperId>)>,
}

pub(crate) const CAUSES: [&str; 7] = [
    "a storm",
    "a collision",
    "fire in the hold",
    "running aground on a reef",
    "an explosion of the boiler",
    "ice",
    "shifting cargo",
];
const METHODS: [&str; 4] = ["multibeam sonar", "side-scan sonar", "divers", "a magnetometer survey"];

pub(crate) fn make_ships(rng: &mut Rng, maker: &mut Maker<'_>) -> Vec<Ship> {
    const FIRST: [&str; 30] = [
        "Aurora",
        "Constance",
        "Fortuna",
        "Gannet",
        "Halcyon",
        "Isolde",
        "Kittiwake",
        "Leander",
        "Minerva",
        "Nautilus",
        "Orion",
        "Petrel",
        "Concordia",
        "Resolute",
        "Saint Brendan",
        "Triton",
        "Undine",
        "Valiant",
        "Wanderer",
        "Albatross",
        "Boreas",
        "Calypso",
        "Dauntless",
        "Endeavour",
        "Frigga",
        "Galatea",
        "Hesperus",
        "Ariadne",
        "Juno",
        "Meteor",
    ];
    let mut names = HashSet::new();
    let mut ships: Vec<Ship> = (0..300)
        .map(|_| {
            let launched = Date::new(1620 + (350.0 * libm::sqrt(rng.unit())) as i32, 1, 1).plus(rng.integer(0, 364));
            let name = loop {
                let first = FIRST[rng.index(FIRST.len())];
                let name = match rng.below(4) {
                    0 => first.to_string(),
                    1 => format!("{first} of {}", maker.cities[maker.city(rng)].name),
                    2 => format!(
                        "{} {}",
                        ["Queen", "Lady", "Captain", "King", "Old", "Young"][rng.index(6)],
                        super::names::some_family(rng)
                    ),
                    _ => format!("{first} {}", ["II", "III", "IV"][rng.index(3)]),
                };
                if names.insert(name.clone()) {
                    break name;
                }
            };
            let is_steam = launched.year > 1845;
            let kind = if is_steam {
                ["steamer", "ferry", "cargo ship", "trawler", "warship", "tanker"][rng.index(6)]
            } else {
                ["barque", "brig", "warship", "merchantman", "schooner", "whaler"][rng.index(6)]
            };
            // Some are lost on their first voyage.
            let sunk = if rng.chance(0.12) { launched.plus(rng.integer(2, 70)) } else { launched.plus(rng.integer(300, 14_000)) };
            let sunk = sunk.min(Date::new(1998, 10, 1).plus(rng.integer(0, 900)));
            let captain = maker.person(rng, Profession::Engineer, sunk.year - 62..=sunk.year - 30);
            let row = maker.people.row_mut(captain);
            row.is_notable = false;
            // Who commanded is told only by the ship's article; nothing else is known.
            row.died = Some(sunk);
            let found = (sunk.year < 1990 && rng.chance(0.7)).then(|| {
                let year = rng.integer(i64::from(sunk.year.max(1955)) + 4, 2025) as i32;
                let finder = maker.person(rng, Profession::Engineer, year - 66..=year - 32);
                let row = maker.people.row_mut(finder);
                if row.died.is_some_and(|d| d.year <= year) {
                    let later = Date::new(year + rng.integer(2, 20) as i32, 5, 3);
                    row.died = Some(later).filter(|d| *d < TODAY);
                }
                (year, finder, METHODS[rng.index(METHODS.len())])
            });
            Ship {
                name,
                kind,
                country: maker.country(rng),
                built_at: maker.city(rng),
                launched,
                length: rng.integer(180, if is_steam { 1_900 } else { 640 }),
                tonnage: rng.integer(90, if is_steam { 18_000 } else { 1_900 }),
                sunk,
                near: maker.city(rng),
                depth: rng.integer(9, 3_400),
                lost: (260.0 * rng.unit() * rng.unit()) as i64,
                cause: CAUSES[rng.index(CAUSES.len())],
                found,
                captain,
            }
        })
        .collect();
    super::spread(&mut ships, |s| &mut s.length);
    super::spread(&mut ships, |s| &mut s.tonnage);
    super::spread(&mut ships, |s| &mut s.depth);
    ships
}

pub(crate) fn make_bridges(rng: &mut Rng, maker: &mut Maker<'_>, companies: &Table<CompanyId, Company>) -> Vec<Bridge> {
    let builders: Vec<CompanyId> =
        companies.iter().filter(|(_, c)| matches!(INDUSTRIES[c.industry].code, "41" | "24")).map(|(id, _)| id).collect();
    let engineers: Vec<PersonId> = (0..120).map(|_| maker.person(rng, Profession::Engineer, 1850..=1978)).collect();
    let mut names = HashSet::new();
    let mut bridges = Vec::new();
    while bridges.len() < 260 {
        let opened = Date::new(1885 + rng.below(140) as i32, 3, 1).plus(rng.integer(0, 300));
        let Some(engineer) = (0..80).map(|_| engineers[rng.index(engineers.len())]).find(|e| {
            let row = &maker.people[*e];
            (26..75).contains(&(opened.year - row.born.year)) && row.died.is_none_or(|d| d > opened)
        }) else {
            continue;
        };
        let city = maker.city(rng);
        let name = match rng.below(4) {
            0 => format!("{} Bridge", super::names::some_family(rng)),
            1 => format!("{} Harbour Bridge", maker.cities[city].name),
            2 => format!(
                "{} {} Bridge",
                maker.cities[city].name,
                ["North", "South", "East", "West", "Upper", "Lower", "New", "Railway"][rng.index(8)]
            ),
            _ => format!("{} Crossing", super::names::some_family(rng)),
        };
        if !names.insert(name.clone()) {
            continue;
        }
        let kind =
            ["suspension bridge", "cable-stayed bridge", "arch bridge", "cantilever bridge", "truss bridge", "girder bridge"]
                [rng.index(6)];
        let length = libm::exp(rng.real(5.0, 8.9)) as i64;
        let builder =
            rng.chance(0.6).then(|| builders[rng.index(builders.len())]).filter(|b| companies[*b].incorporated < opened);
        bridges.push(Bridge {
            name,
            city,
            kind,
            opened,
            length,
            span: (length as f64 * rng.real(0.2, 0.62)) as i64,
            engineer,
            builder,
            cost: length * rng.integer(18, 240),
            traffic: rng.integer(1_500, 140_000),
        });
    }
    super::spread(&mut bridges, |b| &mut b.length);
    super::spread(&mut bridges, |b| &mut b.span);
    super::spread(&mut bridges, |b| &mut b.cost);
    super::spread(&mut bridges, |b| &mut b.traffic);
    bridges
}

/// What medicines are against.
pub const INDICATIONS: [&str; 16] = [
    "migraine",
    "asthma",
    "high blood pressure",
    "type 2 diabetes",
    "psoriasis",
    "epilepsy",
    "depression",
    "gout",
    "hepatitis C",
    "osteoporosis",
    "rheumatoid arthritis",
    "insomnia",
    "heart failure",
    "eczema",
    "tuberculosis",
    "anaemia",
];

pub(crate) fn make_medicines(
    rng: &mut Rng,
    companies: &Table<CompanyId, Company>,
    papers: &Table<PaperId, Paper>,
) -> Table<MedicineId, Medicine> {
    let makers: Vec<CompanyId> =
        companies.iter().filter(|(_, c)| INDUSTRIES[c.industry].code == "21").map(|(id, _)| id).collect();
    // Trials are papers of medicine, biology and chemistry.
    let trials: Vec<PaperId> = papers
        .iter()
        .filter(|(_, p)| matches!(p.topics[0].0 / 12, 1 | 2 | 8) && p.published.year >= 2006 && p.retracted.is_none())
        .map(|(id, _)| id)
        .collect();
    const STARTS: [&str; 22] = [
        "al", "bre", "cor", "dal", "eza", "fil", "gal", "ivo", "kel", "lor", "mir", "nel", "ora", "pra", "rel", "sol", "tez",
        "ule", "var", "xan", "zol", "tri",
    ];
    const MIDDLES: [&str; 14] = ["va", "to", "mi", "ne", "cli", "ro", "pe", "fa", "di", "lu", "sa", "be", "gli", "no"];
    const ENDS: [&str; 10] = ["tinib", "mab", "pril", "sartan", "gliptin", "statin", "prazole", "vir", "lukast", "zepam"];
    let mut names = HashSet::new();
    let mut rows: Vec<Medicine> = Vec::new();
    while rows.len() < 320 {
        let trial = trials[rng.index(trials.len())];
        let approved = papers[trial].published.plus(rng.integer(250, 1_500));
        if approved >= TODAY || approved.year < 2009 {
            continue;
        }
        let part = |rng: &mut Rng| format!("{}{}", STARTS[rng.index(STARTS.len())], MIDDLES[rng.index(MIDDLES.len())]);
        let name = format!("{}{}", part(rng), ENDS[rng.index(ENDS.len())]);
        let brand = crate::format::capital(&format!("{}{}", part(rng), ["ra", "x", "da", "lis", "vo", "nt"][rng.index(6)]));
        if !names.insert(name.clone()) || !names.insert(brand.clone()) {
            continue;
        }
        let peak = libm::exp(rng.real(10.2, 15.2));
        let rise = rng.real(1.2, 4.5);
        let sales: Vec<(i32, i64)> = (approved.year + 1..=2025)
            .map(|year| {
                let age = f64::from(year - approved.year);
                (year, (peak * (1.0 - libm::exp(-age / rise)) * rng.real(0.86, 1.12)) as i64)
            })
            .collect();
        let scientist = papers[trial].authors[0];
        rows.push(Medicine {
            name,
            brand,
            company: makers[rng.index(makers.len())],
            indication: INDICATIONS[rng.index(INDICATIONS.len())],
            approved,
            file: format!("MA/{}/{:03}", approved.year, 100 + rows.len()),
            scientist,
            trial,
            sales,
            withdrawn: (approved.year < 2022 && rng.chance(0.06)).then(|| Date::new(2024, 1, 10).plus(rng.integer(0, 800))),
        });
    }
    Table::new(rows)
}

pub(crate) fn make_prizes(rng: &mut Rng, maker: &Maker<'_>, papers: &Table<PaperId, Paper>) -> Vec<Prize> {
    let mut prizes = Vec::new();
    let mut names = HashSet::new();
    let fields: Vec<&'static str> =
        super::papers::FIELDS.iter().chain(&super::papers::FIELDS).chain(&super::papers::FIELDS).copied().collect();
    for (index, field) in fields.into_iter().enumerate() {
        let name = loop {
            let name = match rng.below(3) {
                0 => format!("{} Prize in {field}", super::names::some_family(rng)),
                1 => format!("{} Medal", super::names::some_family(rng)),
                _ => format!("{} Award for {field}", super::names::some_family(rng)),
            };
            if names.insert(name.clone()) {
                break name;
            }
        };
        let number = index % super::papers::FIELDS.len();
        let since = rng.integer(1996, 2008) as i32;
        let mut laureates: Vec<(i32, PersonId, Option<PaperId>)> = Vec::new();
        let able: Vec<PaperId> = papers
            .iter()
            .filter(|(_, p)| p.topics[0].0 as usize / 12 == number && p.retracted.is_none())
            .map(|(id, _)| id)
            .collect();
        for year in since..=2025 {
            // The most cited of some papers that were there two years before.
            let best = (0..14)
                .map(|_| able[rng.index(able.len())])
                .filter(|p| papers[*p].published.year < year - 1 && laureates.iter().all(|l| l.1 != papers[*p].authors[0]))
                .max_by_key(|p| papers[*p].cited_by.len());
            if let Some(paper) = best {
                laureates.push((year, papers[paper].authors[0], Some(paper)));
            }
        }
        prizes.push(Prize { name, field, since, sum: rng.integer(20, 900) * 10, laureates });
    }
    for (category, profession) in [
        ("Letters", Profession::Journalist),
        ("Public Service", Profession::Politician),
        ("Engineering Works", Profession::Engineer),
        ("Acting", Profession::Actor),
        ("Enterprise", Profession::Executive),
    ] {
        for _ in 0..2 {
            let name = format!("{} Prize for {category}", super::names::some_family(rng));
            if !names.insert(name.clone()) {
                continue;
            }
            let able: Vec<PersonId> = maker
                .people
                .iter()
                .filter(|(_, p)| p.profession == profession && p.born.year > 1935 && p.died.is_none())
                .map(|(id, _)| id)
                .collect();
            let since = rng.integer(1985, 2005) as i32;
            let mut laureates: Vec<(i32, PersonId, Option<PaperId>)> = Vec::new();
            for year in since..=2025 {
                let found = (0..40)
                    .map(|_| able[rng.index(able.len())])
                    .find(|p| maker.people[*p].born.year + 32 <= year && laureates.iter().all(|l| l.1 != *p));
                laureates.extend(found.map(|p| (year, p, None)));
            }
            prizes.push(Prize { name, field: category, since, sum: rng.integer(10, 600) * 10, laureates });
        }
    }
    prizes
}
