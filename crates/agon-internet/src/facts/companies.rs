//! Companies: who runs them, what they own, what they reported.

use super::names::some_family;
use super::people::{Maker, Profession};
use super::table::{CityId, CompanyId, PersonId, Table};
use crate::date::Date;
use agon_core::Rng;
use std::collections::HashSet;

/// The years of annual reports, the first to the last.
pub const REPORT_YEARS: std::ops::RangeInclusive<i32> = 2021..=2025;

/// A company of the register.
#[derive(Clone, Debug)]
pub struct Company {
    /// Different from all others, with its legal form.
    pub name: String,
    /// Without its legal form.
    pub short: String,
    /// Index into [`INDUSTRIES`].
    pub industry: usize,
    /// Active or not.
    pub status: Status,
    /// When.
    pub incorporated: Date,
    /// Street and number.
    pub street: String,
    /// Such as 4117.
    pub postcode: String,
    /// Of the head office.
    pub city: CityId,
    /// The company that owns it, and how much of it in percent.
    pub parent: Option<(CompanyId, u8)>,
    /// Owned by it, directly.
    pub subsidiaries: Vec<CompanyId>,
    /// Past and present, by appointment.
    pub officers: Vec<Officer>,
    /// Who audits.
    pub auditor: &'static str,
    /// One for each of [`REPORT_YEARS`] in which it was active.
    pub reports: Vec<Report>,
    /// Who founded it, if that is known.
    pub founder: Option<PersonId>,
}

/// Whether a company is in business.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Status {
    /// In business.
    Active,
    /// Under an administrator, since then.
    InAdministration(Date),
    /// No more, since then.
    Dissolved(Date),
}

impl Status {
    /// As the register says it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Active => "Active",
            Self::InAdministration(_) => "In administration",
            Self::Dissolved(_) => "Dissolved",
        }
    }
}

/// Somebody's office in a company.
#[derive(Clone, Debug)]
pub struct Officer {
    /// Who.
    pub person: PersonId,
    /// As what.
    pub role: Role,
    /// Since when.
    pub appointed: Date,
    /// Until when, if no more.
    pub resigned: Option<Date>,
}

/// An office.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Role {
    /// Of the board.
    Chair,
    /// Runs the company.
    ChiefExecutive,
    /// Money.
    FinanceDirector,
    /// Of the board.
    Director,
    /// Of the company.
    Secretary,
}

impl Role {
    /// As the register says it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Chair => "Chair of the board",
            Self::ChiefExecutive => "Chief executive",
            Self::FinanceDirector => "Finance director",
            Self::Director => "Director",
            Self::Secretary => "Company secretary",
        }
    }
}

/// The figures of a year, in thousands of crowns.
#[derive(Clone, Debug)]
pub struct Report {
    /// Of the figures.
    pub year: i32,
    /// When it was filed.
    pub filed: Date,
    /// Sales.
    pub revenue: i64,
    /// Before interest and tax.
    pub operating_profit: i64,
    /// After tax.
    pub net_income: i64,
    /// All that it owns.
    pub assets: i64,
    /// What is left without its debts.
    pub equity: i64,
    /// At the end of the year.
    pub employees: i64,
    /// Spent on research and development.
    pub research: i64,
    /// Paid out.
    pub dividends: i64,
    /// Parts of the revenue; they add up to it.
    pub segments: Vec<(&'static str, i64)>,
    /// The revenue of the year before as this report restates it, where it differs from what was first reported.
    pub restated_revenue: Option<i64>,
}

/// An industry: code, title, sector, segments, words of names.
pub struct Industry {
    /// Such as `21`.
    pub code: &'static str,
    /// Such as `Pharmaceuticals`.
    pub title: &'static str,
    /// Of the exchange.
    pub sector: &'static str,
    /// What its reports divide the revenue into.
    pub segments: [&'static str; 4],
    words: [&'static str; 4],
    /// Median revenue in thousands of crowns, and the usual margin and share of research in permille.
    size: f64,
    margin: f64,
    research: f64,
}

macro_rules! industries {
    ($(($code:literal, $title:literal, $sector:literal, $segments:expr, $words:expr, $size:literal, $margin:literal, $research:literal)),* $(,)?) => {
        /// The industries.
        pub const INDUSTRIES: &[Industry] = &[$(Industry { code: $code, title: $title, sector: $sector, segments: $segments, words: $words, size: $size, margin: $margin, research: $research }),*];
    };
}

industries! {
    ("01", "Agriculture and food crops", "Consumer goods", ["Grain", "Fruit and vegetables", "Seeds", "Contract farming"], ["Farms", "Growers", "Agri", "Harvest"], 380e3, 0.07, 0.008),
    ("05", "Fishing and aquaculture", "Consumer goods", ["Salmon", "White fish", "Processing", "Feed"], ["Seafood", "Fisheries", "Aqua", "Marine"], 420e3, 0.10, 0.009),
    ("07", "Mining of metal ores", "Materials", ["Copper", "Iron ore", "Precious metals", "Services"], ["Mining", "Minerals", "Resources", "Metals"], 1.9e6, 0.16, 0.006),
    ("10", "Food and drink", "Consumer goods", ["Dairy", "Bakery", "Drinks", "Prepared meals"], ["Foods", "Provisions", "Dairies", "Brewing"], 1.1e6, 0.08, 0.01),
    ("13", "Textiles and clothing", "Consumer goods", ["Clothing", "Home textiles", "Technical textiles", "Licences"], ["Textiles", "Mills", "Apparel", "Weaving"], 340e3, 0.06, 0.012),
    ("17", "Paper and packaging", "Materials", ["Board", "Packaging", "Tissue", "Pulp"], ["Paper", "Packaging", "Pulp", "Board"], 760e3, 0.08, 0.011),
    ("20", "Chemicals", "Materials", ["Basic chemicals", "Coatings", "Crop protection", "Additives"], ["Chemicals", "Chemie", "Polymers", "Coatings"], 1.5e6, 0.11, 0.03),
    ("21", "Pharmaceuticals", "Health", ["Prescription medicines", "Vaccines", "Consumer health", "Contract manufacture"], ["Pharma", "Therapeutics", "Biologics", "Remedies"], 1.6e6, 0.17, 0.14),
    ("24", "Steel and metals", "Materials", ["Flat steel", "Long products", "Aluminium", "Recycling"], ["Steel", "Forge", "Foundries", "Alloys"], 1.7e6, 0.06, 0.01),
    ("26", "Electronics", "Technology", ["Components", "Consumer electronics", "Sensors", "Design services"], ["Electronics", "Circuits", "Devices", "Instruments"], 1.2e6, 0.11, 0.09),
    ("27", "Household appliances", "Consumer goods", ["Kitchen", "Laundry", "Climate", "Spare parts"], ["Appliances", "Home", "Household", "Works"], 720e3, 0.07, 0.03),
    ("28", "Machinery", "Industrials", ["Machine tools", "Pumps", "Lifting", "Service"], ["Machinery", "Engineering", "Tools", "Mechanics"], 980e3, 0.09, 0.035),
    ("29", "Vehicles", "Industrials", ["Cars", "Commercial vehicles", "Parts", "Finance"], ["Motors", "Vehicles", "Automotive", "Mobility"], 3.4e6, 0.06, 0.05),
    ("30", "Shipbuilding", "Industrials", ["Merchant ships", "Ferries", "Repair", "Offshore"], ["Shipyards", "Yards", "Marine Works", "Shipbuilding"], 880e3, 0.05, 0.02),
    ("35", "Electricity and heat", "Utilities", ["Generation", "Grid", "District heat", "Retail"], ["Energy", "Power", "Hydro", "Wind"], 2.6e6, 0.14, 0.005),
    ("41", "Construction", "Industrials", ["Housing", "Civil engineering", "Renovation", "Property"], ["Construction", "Builders", "Civil", "Contracting"], 1.3e6, 0.05, 0.002),
    ("47", "Retail", "Consumer services", ["Food stores", "Online", "Clothing", "Home"], ["Stores", "Retail", "Markets", "Trading"], 1.8e6, 0.04, 0.003),
    ("50", "Shipping", "Transport", ["Container", "Bulk", "Ferries", "Terminals"], ["Lines", "Shipping", "Maritime", "Freight"], 1.2e6, 0.10, 0.002),
    ("51", "Air transport", "Transport", ["Passengers", "Cargo", "Maintenance", "Loyalty"], ["Airways", "Aviation", "Air", "Air Cargo"], 1.9e6, 0.05, 0.002),
    ("58", "Publishing and media", "Media", ["Books", "Newspapers", "Television", "Events"], ["Media", "Press", "Publishing", "Pictures"], 520e3, 0.10, 0.01),
    ("61", "Telecommunications", "Technology", ["Mobile", "Fixed network", "Business", "Towers"], ["Telecom", "Networks", "Mobile", "Link"], 2.3e6, 0.15, 0.015),
    ("62", "Software", "Technology", ["Subscriptions", "Licences", "Consulting", "Cloud"], ["Software", "Systems", "Data", "Labs"], 460e3, 0.18, 0.19),
    ("64", "Banking", "Finance", ["Retail banking", "Corporate banking", "Markets", "Wealth"], ["Bank", "Savings Bank", "Credit", "Trust"], 2.4e6, 0.28, 0.004),
    ("65", "Insurance", "Finance", ["Life", "Property", "Health", "Reinsurance"], ["Insurance", "Assurance", "Mutual", "Re"], 2.1e6, 0.12, 0.003),
}

/// The firms that audit.
pub const AUDITORS: [&str; 8] = [
    "Hartwell Greaves",
    "Nordlund and Partners",
    "Castellan Audit",
    "Okonjo Marsh",
    "Brandt Lindemann",
    "Sato Revue",
    "Quayle Rowntree",
    "Delacourt Associates",
];

const BRANDS: [&str; 60] = [
    "Alvera",
    "Arvento",
    "Belmira",
    "Bravik",
    "Calder",
    "Cenova",
    "Corvane",
    "Dalmer",
    "Delphon",
    "Drava",
    "Elvano",
    "Endora",
    "Falkon",
    "Fenix",
    "Galdor",
    "Gravik",
    "Halvor",
    "Helion",
    "Ilmari",
    "Indra",
    "Jarnvik",
    "Joral",
    "Kelvor",
    "Kestrel",
    "Lanvik",
    "Lumera",
    "Marvane",
    "Mistral",
    "Nordane",
    "Novaris",
    "Obrix",
    "Orvelle",
    "Palanta",
    "Pravus",
    "Quenta",
    "Quillon",
    "Ravena",
    "Ridgeline",
    "Salvane",
    "Sorrel",
    "Talvik",
    "Tervane",
    "Ultima",
    "Umbra",
    "Valdora",
    "Vantor",
    "Westmark",
    "Wolden",
    "Xandria",
    "Yarrow",
    "Zelvane",
    "Zephra",
    "Meridor",
    "Brightmoor",
    "Castrel",
    "Dovrefell",
    "Ostara",
    "Perrin",
    "Skarra",
    "Thornby",
];

const STREETS: [&str; 40] = [
    "Harbour Street",
    "Mill Lane",
    "Station Road",
    "Queen's Road",
    "Market Square",
    "Foundry Street",
    "Linden Avenue",
    "Church Street",
    "Canal Side",
    "Bridge Street",
    "Orchard Road",
    "Tower Street",
    "Park Avenue",
    "Garden Street",
    "North Quay",
    "South Quay",
    "Ropewalk",
    "Castle Hill",
    "Victoria Street",
    "Old Town Road",
    "Observatory Road",
    "Customs House Lane",
    "Printer's Row",
    "Weavers' Court",
    "Commercial Road",
    "Republic Avenue",
    "Liberty Square",
    "River Street",
    "Hill Street",
    "Forest Road",
    "Museum Street",
    "Academy Lane",
    "Shipyard Way",
    "Granary Street",
    "Exchange Place",
    "Union Street",
    "Glassworks Road",
    "Cathedral Close",
    "Aqueduct Street",
    "Signal Hill",
];

/// Street and number.
pub(crate) fn street(rng: &mut Rng) -> String {
    format!("{} {}", rng.integer(1, 190), STREETS[rng.index(STREETS.len())])
}

/// How many companies there are.
const COUNT: usize = 1_500;

pub(crate) fn make(rng: &mut Rng, maker: &mut Maker<'_>) -> Table<CompanyId, Company> {
    let mut names = HashSet::new();
    let pool: Vec<PersonId> = (0..5_000).map(|_| maker.person(rng, Profession::Executive, 1942..=1985)).collect();
    let mut next = 0;
    let mut rows: Vec<Company> = Vec::with_capacity(COUNT);
    for index in 0..COUNT {
        let industry = rng.index(INDUSTRIES.len());
        let city = maker.city(rng);
        let (short, name) = loop {
            let short = draw_name(rng, &INDUSTRIES[industry], maker.cities[city].name);
            let form = ["Ltd", "PLC", "Group", "Holding", "AS", "SA"][rng.index(6)];
            if names.insert(short.to_lowercase()) {
                break (short.clone(), format!("{short} {form}"));
            }
        };
        let incorporated = Date::new(1880 + (140.0 * libm::sqrt(rng.unit())) as i32, 1, 1).plus(rng.integer(0, 364));
        let status = match rng.below(100) {
            0..=6 => Status::Dissolved(Date::new(2023, 4, 1).plus(rng.integer(0, 1_100))),
            7..=10 => Status::InAdministration(Date::new(2024, 9, 1).plus(rng.integer(0, 600))),
            _ => Status::Active,
        };
        // Owners come earlier in the table, so that nobody owns itself.
        let parent = (index > 60 && rng.chance(0.3))
            .then(|| (CompanyId(rng.index(index) as u32), [100, 100, 100, 75, 60, 51][rng.index(6)]));
        let officers = draw_officers(rng, incorporated, &pool, &mut next);
        let reports = draw_reports(rng, &INDUSTRIES[industry], status, parent.is_some());
        rows.push(Company {
            name,
            short,
            industry,
            status,
            incorporated,
            street: street(rng),
            postcode: format!("{:04}", rng.integer(1_000, 9_990)),
            city,
            parent,
            subsidiaries: Vec::new(),
            officers,
            auditor: AUDITORS[rng.index(AUDITORS.len())],
            reports,
            founder: (0..12).map(|_| pool[rng.index(pool.len())]).find(|p| maker.people[*p].born.year + 24 <= incorporated.year),
        });
    }
    for index in 0..rows.len() {
        if let Some((parent, _)) = rows[index].parent {
            rows[parent.0 as usize].subsidiaries.push(CompanyId(index as u32));
        }
    }
    part_figures(&mut rows);
    Table::new(rows)
}

fn draw_name(rng: &mut Rng, industry: &Industry, place: &str) -> String {
    let word = industry.words[rng.index(4)];
    match rng.below(7) {
        0 => format!("{} and {}", some_family(rng), some_family(rng)),
        1 => format!("{place} {word}"),
        2 => format!("{} {word}", some_family(rng)),
        3 => format!(
            "{} {} {word}",
            BRANDS[rng.index(BRANDS.len())],
            ["North", "Nova", "United", "First", "General", "Pacific", "Atlantic", "Central"][rng.index(8)]
        ),
        4 => format!("{}-{} {word}", BRANDS[rng.index(BRANDS.len())], some_family(rng)),
        _ => format!("{} {word}", BRANDS[rng.index(BRANDS.len())]),
    }
}

fn draw_officers(rng: &mut Rng, incorporated: Date, pool: &[PersonId], next: &mut usize) -> Vec<Officer> {
    let mut taken = HashSet::new();
    // Who runs a company runs no other one; chairs, directors and secretaries may sit on several boards.
    let mut draw = |rng: &mut Rng, role: Role| loop {
        let is_single = matches!(role, Role::ChiefExecutive | Role::FinanceDirector);
        let person = if *next < pool.len() && (is_single || rng.chance(0.1)) {
            *next += 1;
            pool[*next - 1]
        } else {
            pool[rng.index((*next).max(40))]
        };
        if taken.insert(person) {
            return person;
        }
    };
    let earliest = incorporated.days().max(Date::new(2009, 1, 1).days());
    let mut officers = Vec::new();
    let mut roles = vec![Role::Chair, Role::ChiefExecutive, Role::FinanceDirector, Role::Secretary];
    roles.extend(std::iter::repeat_n(Role::Director, 1 + rng.index(4)));
    for role in roles {
        let appointed = Date::from_days(rng.integer(earliest, Date::new(2025, 11, 30).days().max(earliest)));
        if matches!(role, Role::ChiefExecutive | Role::Chair) && appointed.days() - earliest > 700 && rng.chance(0.6) {
            let before = Date::from_days(rng.integer(earliest, appointed.days() - 400));
            officers.push(Officer {
                person: draw(rng, role),
                role,
                appointed: before,
                resigned: Some(appointed.plus(-rng.integer(1, 20))),
            });
        }
        officers.push(Officer { person: draw(rng, role), role, appointed, resigned: None });
    }
    officers
}

fn draw_reports(rng: &mut Rng, industry: &Industry, status: Status, is_subsidiary: bool) -> Vec<Report> {
    let spread = libm::exp(rng.real(-1.0, 1.0) * 1.2 + rng.real(-1.0, 1.0) * 1.1);
    let mut revenue = industry.size * spread * if is_subsidiary { 0.35 } else { 1.0 };
    let mut margin = industry.margin * rng.real(0.3, 1.7) - 0.01;
    let turnover = if industry.sector == "Finance" { rng.real(0.04, 0.09) } else { rng.real(0.6, 1.5) };
    let gearing = if industry.sector == "Finance" { rng.real(0.06, 0.12) } else { rng.real(0.25, 0.62) };
    let per_head = rng.real(900.0, 3_900.0);
    let kinds = 2 + rng.index(3);
    let mut shares: Vec<f64> = (0..kinds).map(|_| rng.real(0.4, 2.0)).collect();
    let mut reports: Vec<Report> = Vec::new();
    for year in REPORT_YEARS {
        let end = match status {
            Status::Active => i32::MAX,
            Status::InAdministration(date) | Status::Dissolved(date) => date.year,
        };
        // The report of a year is filed in the next one.
        if year + 1 > end {
            break;
        }
        revenue *= libm::exp(rng.real(-0.11, 0.19));
        margin = (margin + rng.real(-0.025, 0.025)).clamp(-0.12, 0.42);
        let sold = revenue as i64;
        let operating_profit = (revenue * margin) as i64;
        let net_income = (operating_profit as f64 * rng.real(0.66, 0.8)) as i64 - rng.integer(0, sold / 200 + 1);
        let assets = (revenue / turnover) as i64;
        for share in &mut shares {
            *share *= rng.real(0.9, 1.12);
        }
        let total: f64 = shares.iter().sum();
        let mut segments: Vec<(&str, i64)> =
            shares.iter().zip(industry.segments).map(|(s, title)| (title, (revenue * s / total) as i64)).collect();
        let rest = sold - segments.iter().map(|s| s.1).sum::<i64>();
        segments[0].1 += rest;
        let before = reports.last().map(|r: &Report| r.revenue);
        reports.push(Report {
            year,
            filed: Date::new(year + 1, 2, 10).plus(rng.integer(0, 95)),
            revenue: sold,
            operating_profit,
            net_income,
            assets,
            equity: (assets as f64 * gearing * rng.real(0.93, 1.07)) as i64,
            employees: (revenue / per_head) as i64 + rng.integer(3, 40),
            research: (revenue * industry.research * rng.real(0.7, 1.3)) as i64,
            dividends: if net_income > 0 && rng.chance(0.7) { (net_income as f64 * rng.real(0.2, 0.6)) as i64 } else { 0 },
            segments,
            restated_revenue: before.filter(|_| rng.chance(0.05)).map(|b| b - (b as f64 * rng.real(0.006, 0.03)) as i64 - 1),
        });
    }
    reports
}

/// Moves figures apart so that no two companies tie in a year.
fn part_figures(rows: &mut [Company]) {
    for year in REPORT_YEARS {
        let mut reports: Vec<&mut Report> =
            rows.iter_mut().filter_map(|c| c.reports.iter_mut().find(|r| r.year == year)).collect();
        super::spread(&mut reports, |r| &mut r.operating_profit);
        super::spread(&mut reports, |r| &mut r.net_income);
        super::spread(&mut reports, |r| &mut r.assets);
        super::spread(&mut reports, |r| &mut r.equity);
        // Employees and research would be moved far; revenue is tied to its segments and differs by its size.
        super::spread(&mut reports, |r| &mut r.revenue);
        for report in reports {
            let rest = report.revenue - report.segments.iter().map(|s| s.1).sum::<i64>();
            if let Some(first) = report.segments.first_mut() {
                first.1 += rest;
            }
        }
    }
}
