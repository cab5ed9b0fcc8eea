//! The company that lowered its outlook most in a month, how its share took it, its margin and largest segment, and an alert at the year's low.

use super::{
    EXCHANGE, REGISTER, find_company, find_share, has_clear_name, history_page, kr, open_accounts, price, quotes_of, set_alert,
    show_quotes, watch,
};
use crate::chain::Move;
use crate::templates::policy::bookmark;
use crate::writer::{Writer, computed, told};
use agon_internet::facts::{Filing, FilingId, FilingKind, rank};

const MONTHS: [(&str, &str); 10] = [
    ("2025-08", "August 2025"),
    ("2025-09", "September 2025"),
    ("2025-10", "October 2025"),
    ("2025-11", "November 2025"),
    ("2025-12", "December 2025"),
    ("2026-01", "January 2026"),
    ("2026-02", "February 2026"),
    ("2026-03", "March 2026"),
    ("2026-04", "April 2026"),
    ("2026-05", "May 2026"),
];

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let (month, month_name) = w.draw(&MONTHS)?;
    let cut = |filing: &Filing| if let FilingKind::ProfitWarning(before, now) = filing.kind { Some(before - now) } else { None };
    let filed: Vec<(FilingId, &Filing)> =
        facts.filings.iter().rev().filter(|(_, f)| f.date.to_string().starts_with(month) && cut(f).is_some()).collect();
    let ranked = rank(filed.iter().filter_map(|(id, filing)| Some((*id, cut(filing)?))));
    let [(best, most), (second, next), ..] = ranked[..] else { return None };
    let name = |id: FilingId| &facts.companies[facts.listings[facts.filings[id].listing].company].short;
    let names: Vec<&String> = filed.iter().map(|(id, _)| name(*id)).collect();
    let is_clear = |one: &String| names.iter().filter(|other| other.ends_with(one.as_str())).count() == 1;
    if !(4..=8).contains(&filed.len()) || most == next || !names.iter().all(|one| is_clear(one)) {
        return None;
    }
    let (filing, other) = (&facts.filings[best], &facts.filings[second]);
    let (FilingKind::ProfitWarning(_, expected), FilingKind::ProfitWarning(_, other_expected)) = (&filing.kind, &other.kind)
    else {
        return None;
    };
    let share = &facts.listings[filing.listing];
    let company = &facts.companies[share.company];
    let quotes = quotes_of(share, month);
    let at = quotes.iter().position(|(day, _)| *day == filing.date)?;
    let (before, on) = (quotes.get(at.checked_sub(1)?)?.1, quotes[at].1);
    let (now, last_year) = (company.reports.get(4)?, company.reports.get(3)?);
    let margin = |profit: i64, revenue: i64| (profit * 1000 / revenue.max(1)) as f64 / 10.0;
    let (margin, margin_before) =
        (margin(now.operating_profit, now.revenue), margin(last_year.operating_profit, last_year.revenue));
    let segments = rank(now.segments.iter().map(|(title, sum)| (*title, sum * 1000 / now.revenue.max(1))));
    let (largest, smaller) = (segments.first()?.1, segments.get(1)?.1);
    let low = share.quotes.iter().map(|quote| quote.low).min()?;
    let low_close = share.quotes.iter().map(|quote| quote.close).min()?;
    let differ = expected != other_expected && before.close != on.close && on.open != on.close && margin != margin_before;
    if !differ || largest == smaller || low == low_close || !has_clear_name(facts, share.company) {
        return None;
    }

    w.say("month", month_name);
    let (quote_page, best_page) = (net.quote_page(filing.listing), net.filing_page(best));
    let history = history_page(&quote_page, month);
    let pages: Vec<String> = filed.iter().map(|(id, _)| net.filing_page(*id)).collect();
    w.stage(|s| {
        s.any_of("company", &[&company.short, &company.name], name(second), computed(&pages));
        s.number("expected_growth", (*expected as f64 / 10.0, 0.01, "%"), *other_expected as f64 / 10.0, told(&best_page));
        s.date("filed", filing.date, quotes[at - 1].0, told(&best_page));
        s.go(EXCHANGE);
        s.press("Filings");
        s.choose("Kind", "Change of outlook");
        s.choose("Month", month);
        s.enter();
        s.read(1);
        for (id, _) in &filed {
            s.press(&format!("{}: Change of outlook", name(*id)));
            s.read(1);
            s.then(Move::Back);
        }
    });
    w.stage(|s| {
        s.number("close_before", (kr(before.close), 0.001, "kr"), kr(on.close), told(&history));
        s.number("close_on_the_day", (kr(on.close), 0.001, "kr"), kr(on.open), told(&history));
        find_share(s, share);
        show_quotes(s, month);
    });
    w.stage(|s| {
        s.number("margin", (margin, 0.01, "%"), margin_before, told(&net.accounts_page(share.company, 2025)));
        let report = net.report_file(share.company, 2025);
        s.number("largest_segment", (largest as f64 / 10.0, 0.01, "%"), smaller as f64 / 10.0, told(&report));
        find_company(s, company);
        open_accounts(s);
        s.press("annual report 2025 (PDF)");
        s.read(4);
    });
    w.stage(|s| {
        let fields = [("ticker", share.ticker.as_str()), ("direction", "below"), ("price", &price(low))];
        s.kept("alert", (EXCHANGE, "alerts"), &fields);
        s.go(EXCHANGE);
        find_share(s, share);
        set_alert(s, "below", &price(low));
        s.slip("the lowest close instead of the lowest price", "alert", (&price(low), &price(low_close)));
        s.slip("above instead of below", "alert", ("below", "above"));
    });
    w.stage(|s| {
        let number = facts.company_number(share.company).to_string();
        s.kept("watch", (REGISTER, "watched"), &[("company", &number), ("event", "accounts")]);
        s.go(&best_page);
        bookmark(s, &best_page);
        find_company(s, company);
        watch(s, "New accounts");
        s.slip("told about every change", "watch", ("New accounts", "Every change"));
    });
    Some(())
}
