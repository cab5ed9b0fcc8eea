//! Topics, venues, papers and who cites whom.

use super::companies::Company;
use super::people::{Maker, Profession};
use super::table::{CompanyId, PaperId, PersonId, Table, TopicId, VenueId};
use crate::date::Date;
use agon_core::Rng;

/// Something that is researched.
#[derive(Clone, Debug)]
pub struct Topic {
    /// Such as `Coral reef ecology`.
    pub name: String,
    /// One of [`FIELDS`].
    pub field: &'static str,
    /// What is measured in it, for titles and abstracts.
    pub(crate) subject: &'static str,
}

/// The fields of research.
pub const FIELDS: [&str; 10] = [
    "Astronomy",
    "Biology",
    "Chemistry",
    "Computing",
    "Earth sciences",
    "Economics",
    "Engineering",
    "History",
    "Medicine",
    "Physics",
];

const SUBJECTS: [[&str; 12]; 10] = [
    [
        "Binary stars",
        "Exoplanet atmospheres",
        "Galaxy clusters",
        "Pulsar timing",
        "Stellar spectra",
        "Meteor showers",
        "Lunar craters",
        "Radio surveys",
        "Dark nebulae",
        "Comet tails",
        "Solar flares",
        "Star catalogues",
    ],
    [
        "Coral reefs",
        "Honey bees",
        "Soil fungi",
        "Bird migration",
        "Seed dormancy",
        "Bat hearing",
        "River otters",
        "Plant hormones",
        "Deep-sea worms",
        "Moth wings",
        "Alpine flora",
        "Gut bacteria",
    ],
    [
        "Catalytic surfaces",
        "Zeolites",
        "Polymer gels",
        "Ionic liquids",
        "Crystal growth",
        "Battery electrolytes",
        "Dye molecules",
        "Rare earth separation",
        "Corrosion films",
        "Peptide synthesis",
        "Aerosol chemistry",
        "Glass formation",
    ],
    [
        "Cache eviction",
        "Graph colouring",
        "Type inference",
        "Speech recognition",
        "Sparse matrices",
        "Program repair",
        "Query planning",
        "Image compression",
        "Robot grasping",
        "Consensus protocols",
        "Machine translation",
        "Random testing",
    ],
    [
        "Glacier retreat",
        "River deltas",
        "Volcanic ash",
        "Groundwater",
        "Seismic noise",
        "Sea ice",
        "Desert dunes",
        "Karst caves",
        "Ocean currents",
        "Landslides",
        "Tree rings",
        "Peat bogs",
    ],
    [
        "Minimum wages",
        "Housing prices",
        "Trade tariffs",
        "Remittances",
        "School vouchers",
        "Pension reform",
        "Food prices",
        "Port cities",
        "Central banks",
        "Household debt",
        "Carbon taxes",
        "Regional inequality",
    ],
    [
        "Cable-stayed bridges",
        "Wind turbines",
        "Tunnel lining",
        "Heat pumps",
        "Wave energy",
        "Timber frames",
        "Ship hulls",
        "Concrete ageing",
        "Railway noise",
        "Water filters",
        "Microgrids",
        "Steel fatigue",
    ],
    [
        "Harbour tolls",
        "Medieval guilds",
        "Cartography",
        "Paper mills",
        "Silk roads",
        "Polar expeditions",
        "Coinage",
        "Plague records",
        "Lighthouses",
        "Merchant letters",
        "Early printing",
        "Canal building",
    ],
    [
        "Sleep apnoea",
        "Childhood asthma",
        "Knee surgery",
        "Antibiotic resistance",
        "Migraine",
        "Wound healing",
        "Blood pressure",
        "Hearing loss",
        "Vaccination",
        "Kidney stones",
        "Diabetic retina",
        "Back pain",
    ],
    [
        "Superconducting films",
        "Neutrino detectors",
        "Cold atoms",
        "Plasma waves",
        "Optical fibres",
        "Granular flow",
        "Spin glasses",
        "Acoustic lenses",
        "Quantum dots",
        "Muon decay",
        "Liquid crystals",
        "Turbulent jets",
    ],
];

const ENDINGS: [&str; 10] =
    ["research", "studies", "science", "dynamics", "monitoring", "modelling", "theory", "surveys", "analysis", "practice"];

/// Where papers are published.
#[derive(Clone, Debug)]
pub struct Venue {
    /// Different from all others.
    pub name: String,
    /// Short form, as in references.
    pub short: String,
    /// Of research.
    pub field: &'static str,
    /// When volume 1 appeared.
    pub founded: i32,
    /// Who publishes it.
    pub publisher: &'static str,
    /// A conference, not a journal.
    pub is_conference: bool,
    /// Of the DOIs.
    pub prefix: u32,
}

impl Venue {
    /// The volume of a year.
    pub fn volume(&self, year: i32) -> i32 {
        year - self.founded + 1
    }
}

/// A paper.
#[derive(Clone, Debug)]
pub struct Paper {
    /// Different from all others.
    pub title: String,
    /// In the order of the paper.
    pub authors: Vec<PersonId>,
    /// Where.
    pub venue: VenueId,
    /// When.
    pub published: Date,
    /// First and last.
    pub pages: (u32, u32),
    /// Without `doi:`.
    pub doi: String,
    /// What it is about; the first is the main one.
    pub topics: Vec<TopicId>,
    /// What it cites, all published before it.
    pub references: Vec<PaperId>,
    /// What cites it, by date.
    pub cited_by: Vec<PaperId>,
    /// A company that paid for it.
    pub funder: Option<CompanyId>,
    /// Cases, samples or runs that were looked at.
    pub sample: i64,
    /// What was found: a change in tenths of a percent.
    pub effect: i64,
    /// When it was withdrawn.
    pub retracted: Option<Date>,
}

pub(crate) const PUBLISHERS: [&str; 6] =
    ["Ashlar Press", "Halden Academic", "Meridional Science", "Quarto and Sons", "Polar University Press", "Tern Publishing"];

pub(crate) fn make_topics() -> Table<TopicId, Topic> {
    let mut rows = Vec::new();
    for (f, subjects) in SUBJECTS.iter().enumerate() {
        for (s, subject) in subjects.iter().enumerate() {
            let ending = ENDINGS[(f * 3 + s * 7) % ENDINGS.len()];
            rows.push(Topic { name: format!("{subject} {ending}"), field: FIELDS[f], subject });
        }
    }
    Table::new(rows)
}

pub(crate) fn make_venues(rng: &mut Rng) -> Table<VenueId, Venue> {
    let mut rows = Vec::new();
    for field in FIELDS {
        let place = ["Nordic", "Pacific", "Baltic", "Andean", "Saharan", "Iberian", "Adriatic", "Arctic"][rng.index(8)];
        let names = [
            (format!("Journal of {field}"), format!("J. {field}"), false),
            (format!("{place} Review of {field}"), format!("{place} Rev. {field}"), false),
            (format!("Annals of {field}"), format!("Ann. {field}"), false),
            (format!("{field} Letters"), format!("{field} Lett."), false),
            (format!("Transactions in {field}"), format!("Trans. {field}"), false),
            (format!("International Conference on {field}"), format!("Int. Conf. {field}"), true),
        ];
        for (name, short, is_conference) in names {
            rows.push(Venue {
                name,
                short,
                field,
                founded: rng.integer(1898, 1988) as i32,
                publisher: PUBLISHERS[rng.index(PUBLISHERS.len())],
                is_conference,
                prefix: 5_000 + rng.below(4_000) as u32,
            });
        }
    }
    Table::new(rows)
}

pub(crate) fn make_scholars(rng: &mut Rng, maker: &mut Maker<'_>, topics: &Table<TopicId, Topic>) -> Vec<PersonId> {
    (0..2_500)
        .map(|_| {
            let person = maker.person(rng, Profession::Scholar, 1938..=1996);
            let main = rng.index(topics.len());
            let field = main / 12 * 12;
            let universities = maker.universities;
            let row = maker.people.row_mut(person);
            row.topics = vec![TopicId(main as u32)];
            for _ in 0..rng.index(3) {
                let other = TopicId((field + rng.index(12)) as u32);
                if !row.topics.contains(&other) {
                    row.topics.push(other);
                }
            }
            row.institution = Some(super::UniversityId(rng.index(universities) as u32));
            person
        })
        .collect()
}

/// How many papers there are.
const COUNT: usize = 4_000;

pub(crate) fn make(
    rng: &mut Rng,
    maker: &Maker<'_>,
    scholars: &[PersonId],
    topics: &Table<TopicId, Topic>,
    venues: &Table<VenueId, Venue>,
    companies: &Table<CompanyId, Company>,
) -> Table<PaperId, Paper> {
    let mut by_topic: Vec<Vec<PersonId>> = vec![Vec::new(); topics.len()];
    for person in scholars {
        for topic in &maker.people[*person].topics {
            by_topic[topic.0 as usize].push(*person);
        }
    }
    let first = Date::new(1994, 1, 10).days();
    let last = Date::new(2026, 5, 20).days();
    // More papers in later years; in order of date, so that references point back.
    let mut dates: Vec<i64> = (0..COUNT).map(|_| first + ((last - first) as f64 * libm::sqrt(rng.unit())) as i64).collect();
    dates.sort_unstable();
    let mut of_topic: Vec<Vec<PaperId>> = vec![Vec::new(); topics.len()];
    let mut weights: Vec<f64> = Vec::with_capacity(COUNT);
    let mut titles = std::collections::HashSet::new();
    let mut papers: Vec<Paper> = Vec::with_capacity(COUNT);
    for (index, days) in dates.into_iter().enumerate() {
        let published = Date::from_days(days);
        let mut main = rng.index(topics.len());
        while by_topic[main].is_empty() {
            main = rng.index(topics.len());
        }
        let field = main / 12;
        let mut of = vec![TopicId(main as u32)];
        if rng.chance(0.4) {
            let other = TopicId((field * 12 + rng.index(12)) as u32);
            if other != of[0] {
                of.push(other);
            }
        }
        let authors = draw_authors(rng, maker, &by_topic[main], published.year);
        let venue = VenueId((field * 6 + rng.index(6)) as u32);
        let start = 1 + rng.below(1_900) as u32;
        let title = loop {
            let title = draw_title(rng, maker, topics[of[0]].subject, of.get(1).map(|t| topics[*t].subject));
            if titles.insert(title.clone()) {
                break title;
            }
        };
        let mut references = Vec::new();
        let earlier = &of_topic[main];
        for _ in 0..4 + rng.index(14) {
            let found = if !earlier.is_empty() && rng.chance(0.8) {
                // Of three the one that is cited most: the cited are cited.
                (0..3)
                    .map(|_| earlier[rng.index(earlier.len())])
                    .max_by(|a, b| weights[a.0 as usize].total_cmp(&weights[b.0 as usize]))
            } else if index > 50 {
                Some(PaperId(rng.index(index) as u32))
            } else {
                None
            };
            if let Some(found) = found.filter(|f| !references.contains(f) && papers[f.0 as usize].published < published) {
                weights[found.0 as usize] += 1.0;
                references.push(found);
            }
        }
        for topic in &of {
            of_topic[topic.0 as usize].push(PaperId(index as u32));
        }
        weights.push(rng.unit());
        papers.push(Paper {
            title,
            authors,
            venue,
            published,
            pages: (start, start + 5 + rng.below(24) as u32),
            doi: format!(
                "10.{}/{}.{}.{:04}",
                venues[venue].prefix,
                crate::format::slug(&venues[venue].short, '-'),
                published.year,
                1_000 + index % 9_000
            ),
            topics: of,
            references,
            cited_by: Vec::new(),
            funder: rng.chance(0.3).then(|| CompanyId(rng.index(companies.len()) as u32)),
            sample: (libm::exp(rng.real(3.2, 9.8))) as i64,
            effect: rng.integer(12, 480) * if rng.chance(0.35) { -1 } else { 1 },
            retracted: (published.year < 2025 && rng.chance(0.008)).then(|| published.plus(rng.integer(200, 500))),
        });
    }
    for index in 0..papers.len() {
        for reference in papers[index].references.clone() {
            papers[reference.0 as usize].cited_by.push(PaperId(index as u32));
        }
    }
    super::spread(&mut papers, |p| &mut p.sample);
    Table::new(papers)
}

fn draw_authors(rng: &mut Rng, maker: &Maker<'_>, able: &[PersonId], year: i32) -> Vec<PersonId> {
    let mut authors: Vec<PersonId> = Vec::new();
    let wanted = 1 + rng.index(5);
    for _ in 0..wanted * 6 {
        let person = able[rng.index(able.len())];
        if authors.len() < wanted && !authors.contains(&person) && maker.people[person].born.year + 24 <= year {
            authors.push(person);
        }
    }
    if authors.is_empty() {
        authors.extend(able.iter().min_by_key(|p| maker.people[**p].born));
    }
    authors
}

fn draw_title(rng: &mut Rng, maker: &Maker<'_>, subject: &str, second: Option<&str>) -> String {
    let place = maker.cities[maker.city(rng)].name;
    let lower = subject.to_lowercase();
    let other = second
        .map_or_else(|| ["temperature", "scale", "noise", "age", "cost", "season"][rng.index(6)].to_string(), str::to_lowercase);
    let year = rng.integer(1978, 2012);
    match rng.below(14) {
        0 => format!("{subject} near {place}: evidence from {} sites", rng.integer(5, 90)),
        1 => format!(
            "A {} model of {lower} and {other}",
            ["hierarchical", "minimal", "stochastic", "two-stage", "mean-field"][rng.index(5)]
        ),
        2 => format!("On the role of {other} in {lower}"),
        3 => format!(
            "{subject} since {year}: a {} from {place}",
            ["survey", "reassessment", "long series", "comparison"][rng.index(4)]
        ),
        4 => format!("How {} are estimates of {lower}?", ["robust", "comparable", "biased", "repeatable"][rng.index(4)]),
        5 => format!(
            "Measuring {lower} with {} instruments: lessons from {place}",
            ["low-cost", "portable", "historical", "shared"][rng.index(4)]
        ),
        6 => format!("{subject} and {other}: an open data set of {place}"),
        7 => format!("Towards a {} account of {lower} in {place}", ["unified", "quantitative", "causal", "local"][rng.index(4)]),
        8 => format!(
            "Limits of {lower} at {} {}",
            ["low", "high", "extreme", "variable"][rng.index(4)],
            ["pressure", "latitude", "density", "load", "resolution"][rng.index(5)]
        ),
        9 => format!(
            "The {place} {}: {lower} over {} years",
            ["cohort", "archive", "transect", "experiment", "record"][rng.index(5)],
            rng.integer(4, 60)
        ),
        10 => format!(
            "Can {other} explain {lower}? A {} study",
            ["blinded", "multi-site", "replication", "retrospective", "pre-registered"][rng.index(5)]
        ),
        11 => format!("{subject} revisited: {other} matters in {place}"),
        12 => format!("Fast estimation of {lower} from {} records", ["sparse", "incomplete", "daily", "merged"][rng.index(4)]),
        _ => format!("Comparing {lower} in {place} and {}", maker.cities[maker.city(rng)].name),
    }
}
