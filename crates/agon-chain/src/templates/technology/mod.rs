//! Companies that make things, products, bridges and ships.

mod airports_and_arrivals;
mod basket_of_three;
mod bridge_engineer;
mod dearest_complaint;
mod order_by_specification;
mod town_research;
mod wreck_and_replica;

use crate::writer::{StageWriter, Template};
use agon_internet::facts::{Company, Role};

pub(super) const TEMPLATES: &[(&str, Template)] = &[
    ("airports-and-arrivals", airports_and_arrivals::write),
    ("basket-of-three", basket_of_three::write),
    ("bridge-engineer", bridge_engineer::write),
    ("dearest-complaint", dearest_complaint::write),
    ("order-by-specification", order_by_specification::write),
    ("town-research", town_research::write),
    ("wreck-and-replica", wreck_and_replica::write),
];

/// Who holds an office now, if it is one person.
fn in_office(company: &Company, role: Role) -> Option<agon_internet::facts::PersonId> {
    let holders = company.officers.iter().filter(|officer| officer.role == role && officer.resigned.is_none());
    crate::writer::only(holders.map(|officer| officer.person))
}

/// Opens a company's entry in the register by its name.
fn open_company(s: &mut StageWriter, name: &str) {
    s.go("register.example");
    s.fill("Name or number", name);
    s.press("Search the register");
    s.press(name);
    s.read(1);
}

/// Opens the latest accounts of the company whose entry is shown.
fn open_latest_accounts(s: &mut StageWriter) {
    s.press_nth("Filings", 2);
    s.read(1);
    // The caption of the table comes before the first link.
    s.press_nth("Accounts", 2);
    s.read(1);
}
