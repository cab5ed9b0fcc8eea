//! Shares, their quotes, and what their companies filed with the exchange.

use super::companies::{Company, INDUSTRIES, Role, Status};
use super::table::{CompanyId, ListingId, PersonId, Table};
use crate::date::Date;
use agon_core::Rng;
use std::collections::HashSet;
use std::sync::LazyLock;

/// A company whose shares are traded.
#[derive(Clone, Debug)]
pub struct Listing {
    /// Whose shares.
    pub company: CompanyId,
    /// Three or four letters.
    pub ticker: String,
    /// Shares in issue.
    pub shares: i64,
    /// First day of trading.
    pub listed: Date,
    /// One for each of [`trading_days`].
    pub quotes: Vec<Quote>,
    /// Dividend a share for 2025, in hundredths of a crown.
    pub dividend: i64,
}

impl Listing {
    /// Value of all shares at the last close, in thousands of crowns.
    pub fn market_value(&self) -> i64 {
        self.shares / 1000 * self.last().close / 100
    }

    /// The last day's quote.
    pub fn last(&self) -> Quote {
        self.quotes.last().copied().unwrap_or_default()
    }

    /// The quote of a day on which there was trading.
    pub fn on(&self, date: Date) -> Option<Quote> {
        trading_days().binary_search(&date).ok().map(|i| self.quotes[i])
    }
}

/// Prices of a day in hundredths of a crown, and shares traded.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quote {
    /// First.
    pub open: i64,
    /// Highest.
    pub high: i64,
    /// Lowest.
    pub low: i64,
    /// Last.
    pub close: i64,
    /// Shares.
    pub volume: i64,
}

/// The days with quotes: weekdays from 2 June 2025 to 29 May 2026 without the exchange's holidays.
pub fn trading_days() -> &'static [Date] {
    static DAYS: LazyLock<Vec<Date>> = LazyLock::new(|| {
        let closed = [
            (2025, 12, 24),
            (2025, 12, 25),
            (2025, 12, 26),
            (2025, 12, 31),
            (2026, 1, 1),
            (2026, 4, 3),
            (2026, 4, 6),
            (2026, 5, 1),
            (2026, 5, 14),
        ];
        let closed = closed.map(|(y, m, d)| Date::new(y, m, d));
        (0..362).map(|i| Date::new(2025, 6, 2).plus(i)).filter(|d| d.weekday() < 5 && !closed.contains(d)).collect()
    });
    &DAYS
}

/// Something that a listed company told the exchange.
#[derive(Clone, Debug)]
pub struct Filing {
    /// Whose.
    pub listing: ListingId,
    /// When.
    pub date: Date,
    /// What.
    pub kind: FilingKind,
}

/// What a filing tells.
#[derive(Clone, Debug)]
pub enum FilingKind {
    /// Figures of a year.
    AnnualResults(i32),
    /// First half of 2025: revenue and operating profit in thousands of crowns.
    HalfYear(i64, i64),
    /// An officer bought or sold shares: who, how many (sold: negative), at which price.
    Dealing(PersonId, i64, i64),
    /// A holder passed a threshold: who (a company), percent in hundredths before and after.
    Holding(CompanyId, i64, i64),
    /// Expects less: revenue growth expected before and now, in tenths of a percent.
    ProfitWarning(i64, i64),
    /// Dividend a share in hundredths, paid on.
    Dividend(i64, Date),
    /// A contract: with whom, worth thousands of crowns, years.
    Contract(CompanyId, i64, i64),
    /// A new officer.
    BoardChange(PersonId, Role),
    /// Own shares bought back: number, thousands of crowns.
    Buyback(i64, i64),
}

impl FilingKind {
    /// In addresses.
    pub fn key(&self) -> &'static str {
        match self {
            Self::AnnualResults(_) => "annual-results",
            Self::HalfYear(..) => "half-year",
            Self::Dealing(..) => "dealing",
            Self::Holding(..) => "holding",
            Self::ProfitWarning(..) => "outlook",
            Self::Dividend(..) => "dividend",
            Self::Contract(..) => "contract",
            Self::BoardChange(..) => "board",
            Self::Buyback(..) => "buyback",
        }
    }

    /// As a title.
    pub fn title(&self) -> &'static str {
        match self {
            Self::AnnualResults(_) => "Annual results",
            Self::HalfYear(..) => "Half-year results",
            Self::Dealing(..) => "Dealing by an officer",
            Self::Holding(..) => "Major holding",
            Self::ProfitWarning(..) => "Change of outlook",
            Self::Dividend(..) => "Dividend",
            Self::Contract(..) => "Contract",
            Self::BoardChange(..) => "Change of the board",
            Self::Buyback(..) => "Share buyback",
        }
    }
}

/// Keys and titles of all kinds of filings.
pub const FILING_KINDS: [(&str, &str); 9] = [
    ("annual-results", "Annual results"),
    ("half-year", "Half-year results"),
    ("dealing", "Dealing by an officer"),
    ("holding", "Major holding"),
    ("outlook", "Change of outlook"),
    ("dividend", "Dividend"),
    ("contract", "Contract"),
    ("board", "Change of the board"),
    ("buyback", "Share buyback"),
];

/// How many companies are listed, at most.
const COUNT: usize = 420;

pub(crate) fn make(rng: &mut Rng, companies: &Table<CompanyId, Company>) -> Vec<Listing> {
    let mut able: Vec<CompanyId> = companies
        .iter()
        .filter(|(_, c)| c.status == Status::Active && c.parent.is_none() && c.reports.len() == 5)
        .map(|(id, _)| id)
        .collect();
    rng.shuffle(&mut able);
    able.truncate(COUNT);
    able.sort();
    let mut tickers = HashSet::new();
    let days = trading_days().len();
    let mut listings: Vec<Listing> = able
        .into_iter()
        .map(|company| {
            let row = &companies[company];
            let report = &row.reports[4];
            let value = (report.equity as f64 * 1000.0 * rng.real(0.8, 3.4)).max(2e7);
            let price = rng.real(18.0, 640.0);
            let shares = (value / price) as i64 / 1000 * 1000 + 1000;
            let mut close = price * rng.real(0.75, 1.3);
            let volatility = rng.real(0.008, 0.026);
            let drift = libm::log(price / close) / days as f64;
            let usual = shares as f64 * rng.real(0.0006, 0.004);
            let cents = |price: f64| ((price * 100.0).round() as i64).max(1);
            let quotes = (0..days)
                .map(|_| {
                    let open = close * (1.0 + volatility * rng.real(-0.4, 0.4));
                    // Two uniform draws are near enough to a bell, and cheap.
                    close = open * libm::exp(drift + volatility * 1.2 * (rng.real(-1.0, 1.0) + rng.real(-1.0, 1.0)));
                    let high = open.max(close) * (1.0 + volatility * rng.unit() * 0.7);
                    let low = open.min(close) * (1.0 - volatility * rng.unit() * 0.7);
                    Quote {
                        open: cents(open),
                        high: cents(high),
                        low: cents(low),
                        close: cents(close),
                        volume: (usual * libm::exp(rng.real(-0.9, 0.9))) as i64 + 1,
                    }
                })
                .collect();
            Listing {
                company,
                ticker: draw_ticker(rng, &row.short, &mut tickers),
                shares,
                listed: Date::new(row.incorporated.year.max(1955) + 1, 1, 1).plus(rng.integer(0, 1_800)),
                quotes,
                dividend: report.dividends * 100_000 / shares.max(1),
            }
        })
        .collect();
    for listing in &mut listings {
        listing.listed = listing.listed.min(Date::new(2025, 4, 30));
    }
    super::spread(&mut listings, |l| &mut l.shares);
    listings
}

fn draw_ticker(rng: &mut Rng, name: &str, taken: &mut HashSet<String>) -> String {
    let letters: Vec<char> = name.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_uppercase()).collect();
    loop {
        let mut ticker = String::from(letters.first().copied().unwrap_or('A'));
        let mut at = 0;
        let length = 3 + rng.index(2);
        while ticker.len() < length {
            at += 1 + rng.index(3);
            ticker.push(letters.get(at).copied().unwrap_or_else(|| char::from(b'A' + rng.below(26) as u8)));
        }
        if taken.insert(ticker.clone()) {
            return ticker;
        }
    }
}

pub(crate) fn make_filings(
    rng: &mut Rng,
    listings: &Table<ListingId, Listing>,
    companies: &Table<CompanyId, Company>,
) -> Vec<Filing> {
    let mut filings = Vec::new();
    for (id, listing) in listings.iter() {
        let company = &companies[listing.company];
        let last = &company.reports[4];
        let officers: Vec<_> = company.officers.iter().filter(|o| o.resigned.is_none()).collect();
        let some_day = |rng: &mut Rng| *rng.choose(trading_days()).unwrap_or(&Date::new(2025, 6, 2));
        let mut push = |date, kind| filings.push(Filing { listing: id, date, kind });
        push(on_trading_day(last.filed), FilingKind::AnnualResults(last.year));
        let half = rng.real(0.44, 0.53);
        push(
            on_trading_day(Date::new(2025, 8, 11).plus(rng.integer(0, 38))),
            FilingKind::HalfYear(
                (last.revenue as f64 * half) as i64,
                (last.operating_profit as f64 * half * rng.real(0.85, 1.15)) as i64,
            ),
        );
        if listing.dividend > 0 {
            let paid = last.filed.plus(rng.integer(35, 60));
            push(on_trading_day(last.filed), FilingKind::Dividend(listing.dividend, paid));
        }
        for _ in 0..rng.index(4) {
            let date = some_day(rng);
            let price = listing.on(date).map_or(100, |q| q.close);
            let shares = rng.integer(2, 400) * 100 * if rng.chance(0.4) { -1 } else { 1 };
            let officer = officers[rng.index(officers.len())];
            // Nobody deals as an officer before the appointment.
            if officer.appointed < date {
                push(date, FilingKind::Dealing(officer.person, shares, price));
            }
        }
        for officer in officers.iter().filter(|o| o.appointed >= Date::new(2025, 6, 2)) {
            push(on_trading_day(officer.appointed), FilingKind::BoardChange(officer.person, officer.role));
        }
        for _ in 0..1 + rng.index(3) {
            let date = some_day(rng);
            let other = CompanyId(rng.index(companies.len()) as u32);
            if companies[other].status != Status::Active || other == listing.company {
                continue;
            }
            if rng.chance(0.5) {
                let before = rng.integer(150, 900);
                push(
                    date,
                    FilingKind::Holding(
                        other,
                        before,
                        before + rng.integer(120, 600) * if rng.chance(0.4) && before > 750 { -1 } else { 1 },
                    ),
                );
            } else {
                push(date, FilingKind::Contract(other, last.revenue / rng.integer(8, 60), rng.integer(1, 9)));
            }
        }
        if rng.chance(0.25) {
            let expected = rng.integer(20, 90);
            push(some_day(rng), FilingKind::ProfitWarning(expected, expected - rng.integer(25, 120)));
        }
        if rng.chance(0.35) {
            let date = some_day(rng);
            let shares = listing.shares / rng.integer(150, 900);
            let price = listing.on(date).map_or(100, |q| q.close);
            push(date, FilingKind::Buyback(shares, shares * price / 100_000));
        }
    }
    // Newest last; ids then tell nothing about the company.
    filings.sort_by_key(|f| (f.date, f.listing));
    filings
}

fn on_trading_day(date: Date) -> Date {
    let days = trading_days();
    days[days.partition_point(|d| *d < date).min(days.len() - 1)]
}

/// Which sectors there are, in the order of the alphabet.
pub fn sectors() -> Vec<&'static str> {
    let mut sectors: Vec<&str> = INDUSTRIES.iter().map(|i| i.sector).collect();
    sectors.sort_unstable();
    sectors.dedup();
    sectors
}

/// The share that rose most and the one that fell most, by trading day; on the first one nothing has moved.
pub(crate) fn movers(listings: &Table<ListingId, Listing>) -> Vec<(ListingId, ListingId)> {
    let days = trading_days().len();
    let mut movers = vec![(ListingId(0), ListingId(0)); days];
    for (day, mover) in movers.iter_mut().enumerate().skip(1) {
        let (mut up, mut down) = (i64::MIN, i64::MAX);
        for (id, listing) in listings.iter() {
            let before = listing.quotes[day - 1].close;
            let moved = (listing.quotes[day].close - before) * 1_000_000 / before.max(1);
            if moved > up {
                (up, mover.0) = (moved, id);
            }
            if moved < down {
                (down, mover.1) = (moved, id);
            }
        }
    }
    movers
}
