//! Countries, statistics, the administration.

mod balance_and_appointment;
mod corrected_figure;
mod data_access;
mod flash_estimates;
mod grant_round;
mod neighbours;
mod open_a_branch;

use crate::chain::{GoalState, Move};
use crate::writer::{StageWriter, Template};
use agon_internet::Date;
use agon_internet::facts::{Company, CountryId, Facts, Indicator};

pub(super) const TEMPLATES: &[(&str, Template)] = &[
    ("balance-and-appointment", balance_and_appointment::write),
    ("corrected-figure", corrected_figure::write),
    ("data-access", data_access::write),
    ("flash-estimates", flash_estimates::write),
    ("grant-round", grant_round::write),
    ("neighbours", neighbours::write),
    ("open-a-branch", open_a_branch::write),
];

const PORTAL: &str = "portal.example";
const STATS: &str = "stats.example";

/// Steps of the last decimal as a number.
fn value_of(indicator: &Indicator, value: i64) -> f64 {
    value as f64 / f64::from(10u32.pow(indicator.decimals))
}

/// Whether an indicator's title stands once on the first page of the statistics office, and so leads to its figures.
fn is_found_by_title(facts: &Facts, indicator: &Indicator) -> bool {
    let title = indicator.title.to_lowercase();
    let others = facts.indicators.rows().iter().filter(|other| other.title.to_lowercase().contains(&title)).count();
    others == 1 && !agon_internet::facts::THEMES.iter().any(|theme| theme.to_lowercase().contains(&title)) && title != "inflation"
}

/// How often a text stands in these.
fn count(text: &str, within: &[&str]) -> usize {
    within.iter().map(|one| one.to_lowercase().matches(text).count()).sum()
}

/// The first Monday to Friday from a day on.
fn weekday_from(day: Date) -> Date {
    (0..7).map(|more| day.plus(more)).find(|day| day.weekday() < 5).unwrap_or(day)
}

/// Asks for a bookmark of the page that is shown, and sets it.
pub(super) fn bookmark(s: &mut StageWriter, page: &str) {
    s.goal("bookmark", GoalState::Bookmarked(page.to_owned()));
    s.slip_by("no bookmark", "bookmark", vec![Move::Go(page.to_owned())]);
    s.then(Move::Bookmark);
}

/// Opens a country's profile on the statistics office.
pub(super) fn open_profile(s: &mut StageWriter, facts: &Facts, country: CountryId) {
    let name = facts.countries[country].name;
    // In the list, which goes by continents, a name may stand in another one before it.
    let mut listed: Vec<(&str, &str)> = facts.countries.rows().iter().map(|row| (row.continent, row.name)).collect();
    listed.sort_unstable();
    let before: Vec<&str> = listed.iter().map(|(_, other)| *other).take_while(|other| *other != name).collect();
    s.go(STATS);
    // The first match is the motto.
    s.press_nth("Countries", 2);
    s.press_nth(name, 1 + count(&name.to_lowercase(), &before));
    s.read(1);
}

fn find_company(s: &mut StageWriter, company: &Company) {
    s.go("register.example");
    s.fill("Name or number", &company.name);
    s.press("Search the register");
    s.press(&company.name);
    s.read(1);
}

/// Subscribes to the releases of a theme, from any page of the statistics office.
fn subscribe(s: &mut StageWriter, theme: &str, from: &str, email: &str) {
    s.press("Releases");
    s.fill("Email", email);
    s.choose("Theme", theme);
    s.fill("From", from);
    s.press("Subscribe");
}
