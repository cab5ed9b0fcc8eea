//! The share with the highest yield of a sector, who runs its company, its best year, and an alert at its highest close of a month.

use crate::writer::{Writer, computed, only, told};
use agon_internet::facts::{AUDITORS, INDUSTRIES, Listing, ListingId, Role, Status, rank, sectors, trading_days};

const MONTHS: [(&str, &str); 4] =
    [("2026-04", "April 2026"), ("2026-03", "March 2026"), ("2026-02", "February 2026"), ("2026-01", "January 2026")];

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let sector = w.draw(&sectors())?;
    let (month, month_name) = w.draw(&MONTHS)?;
    let shares: Vec<(ListingId, &Listing)> =
        facts.listings.iter().filter(|(_, share)| INDUSTRIES[facts.companies[share.company].industry].sector == sector).collect();
    // As the exchange rounds it; a tie, or what looks like one, is no question.
    let by_yield = rank(shares.iter().map(|(id, share)| (*id, share.dividend * 10_000 / share.last().close.max(1))));
    let [(best, most), (second, next), ..] = by_yield[..] else { return None };
    let share = &facts.listings[best];
    let company = &facts.companies[share.company];
    if most == next || share.dividend == 0 || company.status != Status::Active || company.reports.len() < 5 {
        return None;
    }
    let in_office =
        |role: Role| only(company.officers.iter().filter(|officer| officer.role == role && officer.resigned.is_none()));
    let (chief, chair) = (in_office(Role::ChiefExecutive)?, in_office(Role::Chair)?);
    let other_auditor = AUDITORS.iter().find(|auditor| **auditor != company.auditor)?;
    let years = rank(company.reports.iter().map(|report| (report.year, report.operating_profit)));
    let (best_year, profit) = *years.first()?;
    let days = trading_days().iter().zip(&share.quotes).filter(|(day, _)| day.to_string().starts_with(month));
    let closes = rank(days.map(|(day, quote)| (*day, quote.close)));
    let (day, close) = *closes.first()?;
    if closes.get(1)?.1 == close {
        return None;
    }
    let high = trading_days()
        .iter()
        .zip(&share.quotes)
        .filter(|(day, _)| day.to_string().starts_with(month))
        .map(|(_, q)| q.high)
        .max()?;
    let price = |hundredths: i64| format!("{}.{:02}", hundredths / 100, hundredths % 100);

    w.say("sector", sector);
    w.say("month", month_name);
    let (quote_page, company_page) = (net.quote_page(best), net.company_page(share.company));
    let history_page = format!("{quote_page}/history?month={month}");
    let screener_page = format!("http://exchange.example/screener?sector={}&sort=dividend&min=0", sector.replace(' ', "+"));
    let accounts: Vec<String> = company.reports.iter().map(|report| net.accounts_page(share.company, report.year)).collect();

    w.stage(|s| {
        let other = &facts.companies[facts.listings[second].company].short;
        s.text("ticker", &share.ticker, &facts.listings[second].ticker, told(&screener_page));
        s.text("company", &company.short, other, told(&screener_page));
        s.go("exchange.example");
        s.press("Shares");
        s.choose_nth("Sector", 2, sector);
        s.choose("Order by", "Dividend yield");
        s.press("Apply");
        s.read(1);
    });
    w.stage(|s| {
        let names = |id| facts.people[id].name.clone();
        s.text("chief_executive", &names(chief.person), &names(chair.person), told(&company_page));
        s.text("auditor", company.auditor, other_auditor, told(&company_page));
        s.fill("Ticker or name", &share.ticker);
        s.enter();
        s.read(1);
        s.go("register.example");
        s.fill("Name or number", &company.name);
        s.press("Search the register");
        s.press(&company.name);
        s.read(1);
        s.press("People");
        s.read(1);
    });
    w.stage(|s| {
        s.date("best_year", best_year, years[1].0, computed(&accounts));
        s.number("operating_profit", (profit as f64, 0.5, "thousand kr"), years[1].1 as f64, computed(&accounts));
        s.press_nth("Filings", 2);
        s.read(1);
        // The caption of the table comes before the first link.
        s.press_nth("Accounts", 2);
        for year in (2021..2025).rev() {
            s.read(1);
            s.press(&year.to_string());
        }
        s.read(1);
    });
    w.stage(|s| {
        s.date("day", day, closes[1].0, told(&history_page));
        s.kept(
            "alert",
            ("exchange.example", "alerts"),
            &[("ticker", &share.ticker), ("direction", "above"), ("price", &price(close))],
        );
        s.go("exchange.example");
        s.fill("Ticker or name", &share.ticker);
        s.enter();
        s.press("Daily quotes");
        s.press(month);
        s.read(1);
        s.go(&quote_page);
        s.choose("When the price is", "above");
        s.fill("Price, kr", price(close));
        s.press("Set alert");
        s.slip(
            "the highest price instead of the highest close",
            "alert",
            (&price(close), &price(if high == close { close + 1 } else { high })),
        );
        s.slip("below instead of above", "alert", ("above", "below"));
    });
    w.stage(|s| {
        s.kept(
            "watch",
            ("register.example", "watched"),
            &[("company", &facts.company_number(share.company).to_string()), ("event", "officers")],
        );
        s.go("register.example");
        s.fill("Name or number", &company.name);
        s.press("Search the register");
        s.press(&company.name);
        s.choose("Tell me about", "Changes of officers");
        s.enter();
        s.slip("told about every change", "watch", ("Changes of officers", "Every change"));
    });
    Some(())
}
