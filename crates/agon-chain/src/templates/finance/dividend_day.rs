//! The shares that paid a dividend on a day, the one with the best yield, its busiest day in a file of prices, and an alert on each.

use super::{EXCHANGE, find_share, price, set_alert};
use crate::chain::GoalState;
use crate::writer::{Writer, computed, told};
use agon_internet::Date;
use agon_internet::facts::{FilingKind, Listing, ListingId, rank, trading_days};
use std::collections::BTreeMap;

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let mut paid: BTreeMap<Date, Vec<ListingId>> = BTreeMap::new();
    for (_, filing) in facts.filings.iter() {
        if let FilingKind::Dividend(_, day) = filing.kind {
            paid.entry(day).or_default().push(filing.listing);
        }
    }
    let is_able =
        |day: &Date, paying: &[ListingId]| day.year == 2026 && (4..=5).contains(&day.month) && (4..=5).contains(&paying.len());
    let able: Vec<(Date, Vec<ListingId>)> = paid.into_iter().filter(|(day, paying)| is_able(day, paying)).collect();
    let (day, mut paying) = w.draw(&able)?;
    paying.sort();
    let row = |id: ListingId| &facts.listings[id];
    let yields = rank(paying.iter().map(|id| (*id, row(*id).dividend * 1_000_000 / row(*id).last().close.max(1))));
    let [(best, most), (second, next), ..] = yields[..] else { return None };
    let share = row(best);
    let days = rank(trading_days().iter().zip(&share.quotes).map(|(day, quote)| (*day, quote.volume)));
    let [(busiest, volume), (busy, less), ..] = days[..] else { return None };
    // Two decimals of percent must tell them apart.
    if most - next < 1_500 || volume == less {
        return None;
    }
    let missed = facts.listings.iter().find(|(id, _)| !paying.contains(id))?.1;

    w.say("day", day.long());
    let month = day.to_string()[..7].to_owned();
    let calendar = format!("http://{EXCHANGE}/calendar?month={month}");
    let quotes: Vec<String> = paying.iter().map(|id| net.quote_page(*id)).collect();
    let file = format!("{}/prices.csv", net.quote_page(best));
    w.stage(|s| {
        let tickers: Vec<String> = paying.iter().map(|id| row(*id).ticker.clone()).collect();
        let wrong = tickers.iter().skip(1).cloned().chain([missed.ticker.clone()]).collect();
        let source = if month == "2026-05" { format!("http://{EXCHANGE}/calendar") } else { calendar };
        s.set("tickers", tickers, wrong, told(&source));
        s.go(EXCHANGE);
        s.press("Calendar");
        if month != "2026-05" {
            s.press(&month);
        }
        s.read(3);
    });
    w.stage(|s| {
        let percent = |millionths: i64| (millionths as f64 / 100.0).round() / 100.0;
        s.text("best_ticker", &share.ticker, &row(second).ticker, computed(&quotes));
        s.number("best_yield", (percent(most), 0.011, "%"), percent(next), computed(&quotes));
        for id in &paying {
            find_share(s, row(*id));
        }
    });
    w.stage(|s| {
        s.date("busiest_day", busiest, busy, told(&file));
        s.number("most_traded", (volume as f64, 0.5, "shares"), less as f64, told(&file));
        find_share(s, share);
        s.press("Prices of the year (CSV)");
        s.read(4);
    });
    w.stage(|s| {
        let entry = |share: &Listing| {
            let fields = [("ticker", share.ticker.clone()), ("direction", "below".into()), ("price", price(share.last().close))];
            fields.map(|(name, value)| (name.to_owned(), value)).into_iter().collect::<BTreeMap<_, _>>()
        };
        let entries = paying.iter().map(|id| entry(row(*id))).collect();
        s.goal("alerts", GoalState::KeptAll { site: EXCHANGE.into(), list: "alerts".into(), entries });
        s.go(EXCHANGE);
        let mut one_less = Vec::new();
        for id in &paying {
            one_less = s.moves();
            find_share(s, row(*id));
            set_alert(s, "below", &price(row(*id).last().close));
        }
        s.slip_by("one share is forgotten", "alerts", one_less);
        let close = share.last().close;
        s.slip("the dividend instead of the price", "alerts", (&price(close), &price(share.dividend)));
    });
    w.stage(|s| {
        let fields = [("email", "desk@northgate.example"), ("rhythm", "daily"), ("markets", "yes"), ("business", "")];
        s.kept("newsletter", ("courier.example", "newsletter"), &fields);
        s.go("courier.example");
        s.read(1);
        s.press("Newsletter");
        // The first match is the link to the section.
        s.tick_nth("Markets", 2);
        s.fill("Email", "desk@northgate.example");
        s.choose("How often", "Every day");
        s.press("Subscribe");
        s.slip("once a week", "newsletter", ("Every day", "Every week"));
    });
    Some(())
}
