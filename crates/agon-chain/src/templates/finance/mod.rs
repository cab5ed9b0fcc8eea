//! Shares, companies and their accounts.

mod dividend_day;
mod group_and_report;
mod market_report;
mod outlook_cut;
mod quickfacts_audit;
mod restated_revenue;
mod shared_boards;
mod yield_and_alert;

use crate::writer::{StageWriter, Template, only};
use agon_internet::Date;
use agon_internet::facts::{Company, CompanyId, Facts, INDUSTRIES, Listing, ListingId, Officer, Quote, Role, trading_days};

pub(super) const TEMPLATES: &[(&str, Template)] = &[
    ("yield-and-alert", yield_and_alert::write),
    ("outlook-cut", outlook_cut::write),
    ("dividend-day", dividend_day::write),
    ("group-and-report", group_and_report::write),
    ("restated-revenue", restated_revenue::write),
    ("shared-boards", shared_boards::write),
    ("market-report", market_report::write),
    ("quickfacts-audit", quickfacts_audit::write),
];

const EXCHANGE: &str = "exchange.example";
const REGISTER: &str = "register.example";

/// Hundredths of a crown as they are typed.
fn price(hundredths: i64) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

fn kr(hundredths: i64) -> f64 {
    hundredths as f64 / 100.0
}

/// The only one who has an office now.
fn in_office(company: &Company, role: Role) -> Option<&Officer> {
    only(company.officers.iter().filter(|officer| officer.role == role && officer.resigned.is_none()))
}

/// Whether a search of the register for its name finds this company alone.
fn has_clear_name(facts: &Facts, id: CompanyId) -> bool {
    let name = facts.companies[id].name.to_lowercase();
    facts.companies.iter().filter(|(_, other)| other.name.to_lowercase().contains(&name)).count() == 1
}

fn sector_of(facts: &Facts, share: &Listing) -> &'static str {
    INDUSTRIES[facts.companies[share.company].industry].sector
}

fn of_sector(facts: &Facts, sector: &str) -> Vec<ListingId> {
    facts.listings.iter().filter(|(_, share)| sector_of(facts, share) == sector).map(|(id, _)| id).collect()
}

/// How the screener orders shares: as it is called there, in addresses, and by what.
const ORDERS: [(&str, &str, &str); 3] = [
    ("Market value", "value", "market value"),
    ("Revenue", "revenue", "revenue in 2025"),
    ("Price", "price", "closing price of 29 May 2026"),
];

fn ordered_by(facts: &Facts, share: &Listing, key: &str) -> i64 {
    match key {
        "revenue" => facts.companies[share.company].reports.last().map_or(0, |report| report.revenue),
        "price" => share.last().close,
        _ => share.market_value(),
    }
}

/// The days of a month with their quotes.
fn quotes_of(share: &Listing, month: &str) -> Vec<(Date, Quote)> {
    let all = trading_days().iter().copied().zip(share.quotes.iter().copied());
    all.filter(|(day, _)| day.to_string().starts_with(month)).collect()
}

fn history_page(quote_page: &str, month: &str) -> String {
    format!("{quote_page}/history?month={month}")
}

fn screener_page(sector: &str, order: &str) -> String {
    format!("http://{EXCHANGE}/screener?sector={}&sort={order}&min=0", sector.replace(' ', "+"))
}

/// Shows the shares of a sector in an order of the screener.
fn screen(s: &mut StageWriter, sector: &str, order: &str) {
    s.go(EXCHANGE);
    s.press("Shares");
    s.choose_nth("Sector", 2, sector);
    s.choose("Order by", order);
    s.press("Apply");
    s.read(1);
}

/// From any page of the exchange.
fn find_share(s: &mut StageWriter, share: &Listing) {
    s.fill("Ticker or name", &share.ticker);
    s.enter();
    s.read(1);
}

/// Shows a month's quotes, from the page of the share.
fn show_quotes(s: &mut StageWriter, month: &str) {
    s.press("Daily quotes");
    if month != "2026-05" {
        s.press(month);
    }
    s.read(1);
}

fn find_company(s: &mut StageWriter, company: &Company) {
    s.go(REGISTER);
    s.fill("Name or number", &company.name);
    s.press("Search the register");
    s.press(&company.name);
    s.read(1);
}

/// Opens the newest accounts, from the page of the company.
fn open_accounts(s: &mut StageWriter) {
    s.press_nth("Filings", 2);
    s.read(1);
    // The caption of the table comes before the first link.
    s.press_nth("Accounts", 2);
    s.read(1);
}

fn set_alert(s: &mut StageWriter, direction: &str, price: &str) {
    s.choose("When the price is", direction);
    s.fill("Price, kr", price);
    s.press("Set alert");
}

fn watch(s: &mut StageWriter, event: &str) {
    s.choose("Tell me about", event);
    s.enter();
}
