//! A company that opens premises: the office with the most counters that is open late, the fees, the permit in four steps.

use super::{PORTAL, bookmark, find_company};
use crate::chain::Move;
use crate::writer::{Writer, computed, only, told};
use agon_internet::Date;
use agon_internet::facts::{INDUSTRIES, Office, Status, rank};

const SERVICE: &str = "business-permit";

/// When offices open, or close, and how that is said.
const HOURS: [(&str, &str, &str); 7] = [
    ("08:00", "", "open at 08:00"),
    ("08:30", "", "open at 08:30"),
    ("09:00", "", "open at 09:00"),
    ("", "15:30", "close at 15:30"),
    ("", "16:00", "close at 16:00"),
    ("", "17:00", "close at 17:00"),
    ("", "18:00", "close at 18:00"),
];

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let (opens_at, closes_at, hours) = w.draw(&HOURS)?;
    let town = w.draw(&facts.cities.ids().filter(|id| (2..=6).contains(&facts.companies_in(*id).len())).collect::<Vec<_>>())?;
    let active = facts.companies_in(town).iter().copied().filter(|id| facts.companies[*id].status == Status::Active);
    let able: Vec<_> = active.filter(|id| facts.companies[*id].reports.len() == 5).collect();
    let by_age = rank(able.iter().map(|id| (*id, -facts.companies[*id].incorporated.days())));
    let [(id, age), (younger, less), ..] = by_age[..] else { return None };
    let company = &facts.companies[id];
    let is_whole =
        facts.companies_in(town).iter().filter(|id| facts.companies[**id].status == Status::Active).count() == able.len();
    let industry = &INDUSTRIES[company.industry];
    let employees = company.reports[4].employees;
    let clear = |name: &str| {
        facts.companies.iter().filter(|(_, other)| other.name.to_lowercase().contains(&name.to_lowercase())).count() == 1
    };
    if age == less
        || !is_whole
        || employees > 9_999
        || employees == company.reports[3].employees
        || !able.iter().all(|id| clear(&facts.companies[*id].name))
    {
        return None;
    }
    let service = only(facts.portal.services.iter().filter(|service| service.key == SERVICE))?;
    let late: Vec<&Office> =
        facts.portal.offices.iter().filter(|office| office.opens == opens_at || office.closes == closes_at).collect();
    let all = rank(late.iter().map(|office| (*office, office.counters)));
    let offering: Vec<(&Office, i64)> = all.iter().copied().filter(|(office, _)| office.services.contains(&SERVICE)).collect();
    let [(office, counters), (other, fewer), ..] = offering[..] else { return None };
    // Those that have as many counters or more, and do not offer it, are looked at first.
    let before: Vec<&Office> =
        all.iter().filter(|(one, more)| *more >= counters && one.key != office.key).map(|(one, _)| *one).collect();
    let city = |office: &Office| facts.cities[office.city].name;
    if counters == fewer || before.len() > 4 {
        return None;
    }
    let mut opens = Date::new(2026, 6, 1);
    let mut left = service.days;
    while left > 0 {
        opens = opens.plus(1);
        left -= i64::from(opens.weekday() < 5);
    }
    let extra = service.urgent_fee - service.fee;
    let limit = w.draw(&[4_000, 6_000, 8_000].into_iter().filter(|limit| *limit != extra).collect::<Vec<i64>>())?;
    let (speed, speed_text, other_text) =
        if extra < limit { ("urgent", "Urgent, for", "Normal") } else { ("normal", "Normal", "Urgent, for") };
    w.say("town", facts.cities[town].name);
    w.say("hours", hours);
    w.say("limit", limit / 100);

    let number = facts.company_number(id).to_string();
    let office_page = format!("http://{PORTAL}/office/{}", office.key);
    let fees = format!("http://{PORTAL}/fees");
    w.stage(|s| {
        let pages: Vec<String> = able.iter().map(|id| net.company_page(*id)).collect();
        s.text("company", &company.name, &facts.companies[younger].name, computed(&pages));
        s.number(
            "company_number",
            (facts.company_number(id) as f64, 0.0, ""),
            facts.company_number(younger) as f64,
            told(&net.company_page(id)),
        );
        s.number(
            "employees",
            (employees as f64, 0.5, "people"),
            company.reports[3].employees as f64,
            told(&net.accounts_page(id, 2025)),
        );
        s.go("register.example");
        // The link to all towns and a sentence come before the label.
        s.fill_nth("Town", 3, facts.cities[town].name);
        s.press("Search the register");
        s.read(1);
        for other in &able {
            s.press(&facts.companies[*other].name);
            s.read(1);
            s.then(Move::Back);
        }
        find_company(s, company);
        s.press_nth("Filings", 2);
        s.read(1);
        s.press_nth("Accounts", 2);
        s.read(1);
    });
    w.stage(|s| {
        let pages: Vec<String> =
            before.iter().chain([&office]).map(|office| format!("http://{PORTAL}/office/{}", office.key)).collect();
        s.text("office", city(office), city(other), computed(&pages));
        s.text("telephone", &office.phone, &other.phone, told(&office_page));
        s.go(PORTAL);
        s.press("Offices");
        s.read(3);
        for page in &pages {
            s.go(page);
            s.read(1);
        }
    });
    w.stage(|s| {
        s.number("fee", (service.fee as f64 / 100.0, 0.001, "kr"), service.urgent_fee as f64 / 100.0, told(&fees));
        s.number("urgent_fee", (service.urgent_fee as f64 / 100.0, 0.001, "kr"), service.fee as f64 / 100.0, told(&fees));
        s.number("working_days", (service.days as f64, 0.0, "days"), service.days as f64 + 1.0, told(&fees));
        s.press("Fees");
        s.read(2);
    });
    w.stage(|s| {
        let (opens, people) = (opens.to_string(), employees.to_string());
        let fields = [
            ("company", number.as_str()),
            ("company_name", &company.name),
            ("industry", industry.title),
            ("street", "12 Harbour Street"),
            ("office", &office.key),
            ("floor", "140"),
            ("premises", "rented"),
            ("opens", &opens),
            ("employees", &people),
            ("food", ""),
            ("alcohol", ""),
            ("music", "yes"),
            ("speed", speed),
        ];
        s.kept("permit", (PORTAL, "business_permit"), &fields);
        s.press(service.title);
        s.read(1);
        s.press("Start the form");
        s.fill("Number of the company", &number);
        s.fill("Name of the company", &company.name);
        s.choose("Industry", industry.title);
        s.press("Next");
        // The first match is the link to all offices.
        s.choose_nth("Office", 2, city(office));
        s.fill("Street and number", "12 Harbour Street");
        s.fill("Floor space", "140");
        s.tick("rented");
        s.press("Next");
        s.fill("Day of opening", &opens);
        s.fill("Employees", &people);
        s.tick("Music is played");
        s.press("Next");
        s.tick(speed_text);
        s.fill("Full name", "Ines Alder");
        s.fill("Email", "ines@alder.example");
        s.tick("All of this is true");
        s.press("Send");
        s.slip("another office", "permit", (city(office), city(other)));
        s.slip("the employees of the year before", "permit", (&people, &company.reports[3].employees.to_string()));
        let other_speed = s.moves().into_iter().map(|one| match one {
            Move::Tick { label, nth } if label == speed_text => Move::Tick { label: other_text.into(), nth },
            same => same,
        });
        let other_speed = other_speed.collect();
        s.slip_by("the other speed", "permit", other_speed);
    });
    w.stage(|s| {
        s.kept("watch", ("register.example", "watched"), &[("company", &number), ("event", "all")]);
        s.go(&office_page);
        bookmark(s, &office_page);
        find_company(s, company);
        s.choose("Tell me about", "Every change");
        s.enter();
        s.slip("told about accounts alone", "watch", ("Every change", "New accounts"));
    });
    Some(())
}
