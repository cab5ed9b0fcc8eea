//! The portal: offices, services, fees, grants, notices, accounts.

use super::companies::street;
use super::people::{Maker, Profession};
use super::table::{CityId, PersonId};
use crate::date::Date;
use agon_core::Rng;
use sha2::{Digest, Sha256};

/// What the portal knows.
#[derive(Clone, Debug)]
pub struct Portal {
    /// Where one can go.
    pub offices: Vec<Office>,
    /// What one can ask for.
    pub services: Vec<Service>,
    /// Money to be applied for.
    pub grants: Vec<Grant>,
    /// What was announced, the newest first.
    pub notices: Vec<Notice>,
    /// Who can log in.
    pub accounts: Vec<Account>,
    /// Of the hashes of accounts.
    pub salt: String,
}

/// An office.
#[derive(Clone, Debug)]
pub struct Office {
    /// In addresses.
    pub key: String,
    /// Where.
    pub city: CityId,
    /// Street and number.
    pub street: String,
    /// `08:30`.
    pub opens: &'static str,
    /// `16:00`.
    pub closes: &'static str,
    /// Weekdays on which it is closed to the public, 0 for Monday.
    pub closed_weekday: Option<usize>,
    /// Days without appointments in June and July 2026.
    pub closed: Vec<Date>,
    /// Heads it.
    pub head: PersonId,
    /// Such as 0471-22-418.
    pub phone: String,
    /// How many counters.
    pub counters: i64,
    /// Keys of services that it offers.
    pub services: Vec<&'static str>,
}

/// A service with its form.
#[derive(Clone, Debug)]
pub struct Service {
    /// In addresses.
    pub key: &'static str,
    /// As a heading.
    pub title: &'static str,
    /// One sentence.
    pub about: &'static str,
    /// Hundredths of a crown; drawn.
    pub fee: i64,
    /// The same with urgency.
    pub urgent_fee: i64,
    /// Working days; drawn.
    pub days: i64,
    /// Such as `PF-27`; drawn.
    pub form: String,
    /// What must be brought along.
    pub documents: Vec<&'static str>,
}

/// A grant.
#[derive(Clone, Debug)]
pub struct Grant {
    /// In addresses.
    pub key: String,
    /// As a heading.
    pub title: String,
    /// Who may apply.
    pub who: &'static str,
    /// At most, thousands of crowns.
    pub most: i64,
    /// The share of costs that is paid, percent.
    pub share: i64,
    /// Last day.
    pub deadline: Date,
    /// Such as `G-2026-14`.
    pub number: String,
    /// Given in 2025: how many, thousands of crowns in all.
    pub given: (i64, i64),
    /// Whom to ask.
    pub contact: PersonId,
}

/// An announcement.
#[derive(Clone, Debug)]
pub struct Notice {
    /// When.
    pub date: Date,
    /// What.
    pub kind: NoticeKind,
}

/// What a notice says.
#[derive(Clone, Debug)]
pub enum NoticeKind {
    /// A fee changes: index of the service, old, new, from when. The fee on the service's page is the new one if it is in force.
    Fee(usize, i64, i64, Date),
    /// An office is closed on a day.
    Closed(usize, Date),
    /// A deadline of a grant is later than first announced: index, first deadline.
    Deadline(usize, Date),
    /// An office moved: index, old street.
    Moved(usize, String),
}

/// Somebody who can log in.
#[derive(Clone, Debug)]
pub struct Account {
    /// Who.
    pub person: PersonId,
    /// What is typed.
    pub user: String,
    /// What is typed.
    pub password: String,
    /// Such as `C-381-204-7`.
    pub reference: String,
    /// Index into `offices`.
    pub office: usize,
    /// Street and number.
    pub street: String,
    /// Owed for 2025, hundredths of a crown.
    pub balance: i64,
    /// Until when it is to be paid.
    pub due: Date,
    /// Hex of SHA-256 of salt, user and password.
    pub hash: String,
}

#[rustfmt::skip]
const SERVICES: [(&str, &str, &str, [&str; 3]); 14] = [
    ("business-permit", "Business permit", "Permission to run a shop, a workshop or a place that serves food.", ["Proof of identity", "Plan of the premises", "Extract of the register of companies"]),
    ("change-of-address", "Change of address", "Tell us within fourteen days where you live now.", ["Proof of identity", "Tenancy agreement or deed", "Old certificate of residence"]),
    ("archive-copy", "Copy from the archive", "Certified copies of entries and plans.", ["Reference of the entry", "Proof of interest", "Proof of identity"]),
    ("consumer-complaint", "Complaint about a product", "We look into products that are unsafe or not as described.", ["Proof of purchase", "Photographs", "Letters to and from the seller"]),
    ("cultural-export", "Export of a cultural object", "Objects of more than fifty years need a licence before they leave the country.", ["Description with measurements", "Provenance", "Valuation"]),
    ("readers-pass", "Reader's pass", "Access to the reading rooms of all public libraries.", ["Proof of identity", "Photograph", "Proof of residence"]),
    ("vessel-registration", "Registration of a vessel", "Every boat of more than five metres must be registered.", ["Bill of sale", "Survey of the hull", "Proof of insurance"]),
    ("event-notice", "Notice of an event", "Events in public places with more than fifty people.", ["Plan of the place", "Name of the organiser", "Proof of insurance"]),
    ("data-access", "Access to research data", "Individual records of the statistics office for research.", ["Research proposal", "Statement of the institution", "Publication list"]),
    ("travel-refund", "Refund of travel costs", "For summoned witnesses and volunteers.", ["Tickets", "Summons", "Bank details"]),
    ("tree-felling", "Felling of a tree", "Trees of more than eighty centimetres around are protected.", ["Sketch of the plot", "Photograph of the tree", "Consent of neighbours"]),
    ("parking-permit", "Parking permit for residents", "For a car of a resident in a zone.", ["Proof of residence", "Registration of the car", "Proof of identity"]),
    ("school-place", "Place in a school", "Enrolment and change of school.", ["Birth certificate", "Last report", "Proof of residence"]),
    ("newsletter", "Newsletter", "Notices by post or electronically.", ["Proof of identity", "Address", "Consent"]),
];

pub(crate) fn make(rng: &mut Rng, maker: &mut Maker<'_>) -> Portal {
    let mut cities = std::collections::BTreeSet::new();
    while cities.len() < 36 {
        cities.insert(maker.city(rng));
    }
    let services: Vec<Service> = SERVICES
        .iter()
        .map(|(key, title, about, documents)| {
            let fee = if *key == "newsletter" || *key == "consumer-complaint" { 0 } else { rng.integer(40, 900) * 50 };
            Service {
                key,
                title,
                about,
                fee,
                urgent_fee: fee + fee / 2 / 50 * 50,
                days: rng.integer(2, 45),
                form: format!("{}-{}", ["PF", "AV", "RG", "CL"][rng.index(4)], rng.integer(11, 98)),
                documents: documents.to_vec(),
            }
        })
        .collect();
    let mut offices: Vec<Office> = cities
        .into_iter()
        .map(|city| {
            let closed_weekday = rng.chance(0.5).then(|| rng.index(5));
            let mut closed: Vec<Date> =
                (0..rng.index(4)).map(|_| Date::new(2026, 6, 2).plus(rng.integer(0, 56))).filter(|d| d.weekday() < 5).collect();
            closed.sort_unstable();
            closed.dedup();
            let mut offered: Vec<&'static str> = SERVICES.iter().map(|s| s.0).filter(|_| rng.chance(0.7)).collect();
            if offered.is_empty() {
                offered.push(SERVICES[0].0);
            }
            Office {
                key: crate::format::slug(maker.cities[city].name, '-'),
                city,
                street: street(rng),
                opens: ["08:00", "08:30", "09:00"][rng.index(3)],
                closes: ["15:30", "16:00", "17:00", "18:00"][rng.index(4)],
                closed_weekday,
                closed,
                head: maker.person(rng, Profession::Politician, 1958..=1985),
                phone: format!("0{}-{}-{}", rng.integer(211, 989), rng.integer(11, 99), rng.integer(101, 999)),
                counters: rng.integer(2, 24),
                services: offered,
            }
        })
        .collect();
    for office in &offices {
        maker.people.row_mut(office.head).is_notable = false;
    }
    offices.sort_by(|a, b| a.key.cmp(&b.key));
    let mut grants: Vec<Grant> = Vec::new();
    let themes = [
        ("Small museums", "Museums with fewer than ten employees"),
        ("Coastal heritage", "Associations and municipalities on the coast"),
        ("First films", "Directors who have made no long film"),
        ("School gardens", "Public schools"),
        ("Rural broadband", "Municipalities of fewer than 5,000 people"),
        ("Night trains", "Companies that run trains"),
        ("Open instruments", "Research groups at universities"),
        ("Repair workshops", "Companies with fewer than fifty employees"),
        ("River restoration", "Water associations"),
        ("Local newspapers", "Publishers with fewer than 20,000 copies"),
        ("Clean harbours", "Port authorities"),
        ("Young translators", "Translators under 35 years"),
        ("Community theatre", "Associations"),
        ("Heat pumps", "Owners of houses built before 1990"),
        ("Craft apprentices", "Workshops that train apprentices"),
        ("Bridge repair", "Municipalities"),
    ];
    for (i, (title, who)) in themes.into_iter().enumerate() {
        let given = rng.integer(6, 240);
        grants.push(Grant {
            key: crate::format::slug(title, '-'),
            title: format!("{title} programme"),
            who,
            most: rng.integer(5, 400) * 5,
            share: rng.integer(4, 18) * 5,
            deadline: Date::new(2026, 6, 20).plus(rng.integer(0, 150)),
            number: format!("G-2026-{}", 11 + i * 3),
            given: (given, given * rng.integer(30, 700)),
            contact: offices[rng.index(offices.len())].head,
        });
    }
    super::spread(&mut grants, |g| &mut g.most);
    super::spread(&mut grants, |g| &mut g.given.1);
    let salt = format!("{:012x}", rng.next_u64() & 0xffff_ffff_ffff);
    let accounts = (0..24).map(|i| draw_account(rng, maker, &offices, &salt, i)).collect();
    let notices = draw_notices(rng, &services, &offices, &grants);
    Portal { offices, services, grants, notices, accounts, salt }
}

fn draw_account(rng: &mut Rng, maker: &mut Maker<'_>, offices: &[Office], salt: &str, index: usize) -> Account {
    let person = maker.person(rng, Profession::Curator, 1950..=2004);
    let name = maker.people[person].name.to_lowercase();
    let mut parts = name.split(' ');
    let user = format!(
        "{}.{}{}",
        parts.next().unwrap_or("citizen"),
        name.rsplit(' ').next().unwrap_or("one").replace(['-', '\''], ""),
        10 + index
    );
    const WORDS: [&str; 16] = [
        "amber", "birch", "cobalt", "delta", "ember", "fjord", "granite", "heron", "indigo", "juniper", "kelp", "lantern",
        "maple", "nickel", "otter", "pebble",
    ];
    let password = format!("{}-{}-{}", WORDS[rng.index(16)], WORDS[rng.index(16)], rng.integer(100, 999));
    let hash = Sha256::digest(format!("{salt}:{user}:{password}").as_bytes());
    let hash = agon_core::hex(&hash);
    Account {
        person,
        user,
        password,
        reference: format!("C-{}-{}-{}", rng.integer(100, 999), rng.integer(100, 999), rng.integer(1, 9)),
        office: rng.index(offices.len()),
        street: street(rng),
        balance: rng.integer(8_000, 940_000),
        due: Date::new(2026, 6, 15).plus(rng.integer(0, 60)),
        hash,
    }
}

fn draw_notices(rng: &mut Rng, services: &[Service], offices: &[Office], grants: &[Grant]) -> Vec<Notice> {
    let mut notices = Vec::new();
    for (i, office) in offices.iter().enumerate() {
        for day in &office.closed {
            notices.push(Notice {
                date: day.plus(-rng.integer(14, 40)).min(Date::new(2026, 5, 29)),
                kind: NoticeKind::Closed(i, *day),
            });
        }
        if rng.chance(0.3) {
            notices
                .push(Notice { date: Date::new(2025, 1, 8).plus(rng.integer(0, 480)), kind: NoticeKind::Moved(i, street(rng)) });
        }
    }
    for (i, service) in services.iter().enumerate().filter(|(_, s)| s.fee > 0) {
        if rng.chance(0.6) {
            let from = Date::new(2025, 7, 1).plus(rng.integer(0, 300));
            let old = service.fee * rng.integer(70, 95) / 100 / 50 * 50;
            notices.push(Notice { date: from.plus(-rng.integer(20, 60)), kind: NoticeKind::Fee(i, old, service.fee, from) });
        }
    }
    for (i, grant) in grants.iter().enumerate() {
        if rng.chance(0.35) {
            notices.push(Notice {
                date: Date::new(2026, 4, 1).plus(rng.integer(0, 55)),
                kind: NoticeKind::Deadline(i, grant.deadline.plus(-rng.integer(10, 28))),
            });
        }
    }
    notices.sort_by_key(|n| std::cmp::Reverse(n.date));
    notices
}
