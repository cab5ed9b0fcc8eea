//! What a site of copied facts has wrong of the largest companies of a sector, counted by kind, and what is right.

use super::{
    EXCHANGE, REGISTER, find_company, find_share, has_clear_name, of_sector, open_accounts, price, screen, screener_page,
    set_alert, watch,
};
use crate::chain::Move;
use crate::templates::policy::bookmark;
use crate::writer::{Writer, computed, told};
use agon_internet::facts::{CompanyId, CopiedField, ListingId, rank, sectors};

/// What a page may have wrong: as it is asked for, and whether it is that.
fn kind(field: &CopiedField) -> Option<usize> {
    match field {
        CopiedField::HeadOffice(_) => Some(0),
        CopiedField::ChiefExecutive(_) => Some(1),
        CopiedField::Founded(_) => Some(2),
        CopiedField::Revenue(_) => Some(3),
        _ => None,
    }
}

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let sector = w.draw(&sectors())?;
    let row = |id: ListingId| &facts.listings[id];
    let ranked = rank(of_sector(facts, sector).into_iter().map(|id| (id, row(id).market_value())));
    let largest: Vec<ListingId> = ranked.iter().take(4).map(|(id, _)| *id).collect();
    let fifth = ranked.get(4)?.0;
    if ranked.windows(2).take(4).any(|pair| pair[0].1 == pair[1].1) {
        return None;
    }
    let wrong_of = |company: CompanyId| facts.copies.iter().find(|copy| copy.company() == Some(company)).map(|copy| &copy.wrong);
    let mut counts = [0usize; 4];
    for id in &largest {
        counts[kind(wrong_of(row(*id).company)?)?] += 1;
    }
    // The one whose founding year is wrong is looked into; the others are told apart by what is wrong.
    let founded = largest.iter().copied().find(|id| matches!(wrong_of(row(*id).company), Some(CopiedField::Founded(_))))?;
    let company_of = |id: ListingId| &facts.companies[row(id).company];
    let Some(CopiedField::Founded(copied_year)) = wrong_of(row(founded).company) else { return None };
    let is_clear = |id: &ListingId| has_clear_name(facts, row(*id).company);
    let has_own_words = |id: &ListingId| {
        facts.companies.iter().filter(|(_, other)| other.short.contains(company_of(*id).short.as_str())).count() == 1
    };
    if counts[2] != 1 || !largest.iter().all(|id| is_clear(id) && has_own_words(id)) {
        return None;
    }
    let report = company_of(founded).reports.get(4)?;
    let before = company_of(founded).reports.get(3)?;
    let (low, close) = (row(founded).quotes.iter().map(|quote| quote.low).min()?, row(founded).last().close);
    if low == close || report.employees == before.employees || report.employees >= 10_000 {
        return None;
    }

    w.say("sector", sector);
    let copies: Vec<String> = largest
        .iter()
        .map(|id| format!("http://quickfacts.example/company/{}", facts.company_number(row(*id).company)))
        .collect();
    let entries: Vec<String> = largest.iter().map(|id| net.company_page(row(*id).company)).collect();
    let all: Vec<String> = copies.iter().chain(&entries).cloned().collect();
    w.stage(|s| {
        let tickers = |ids: &[ListingId]| ids.iter().map(|id| row(*id).ticker.clone()).collect::<Vec<_>>();
        let late = [&largest[1..], &[fifth]].concat();
        s.list("largest", tickers(&largest), tickers(&late), told(&screener_page(sector, "value")));
        screen(s, sector, "Market value");
    });
    w.stage(|s| {
        for (at, name) in
            ["wrong_head_offices", "wrong_chief_executives", "wrong_years", "wrong_revenues"].into_iter().enumerate()
        {
            s.number(name, (counts[at] as f64, 0.0, ""), counts[at] as f64 + 1.0, computed(&all));
        }
        for id in &largest {
            let company = company_of(*id);
            s.search(&format!("{} quick facts", company.short));
            s.press(&format!("{}: quick facts", company.short));
            s.read(1);
            find_company(s, company);
            s.press("People");
            s.read(1);
            open_accounts(s);
        }
    });
    w.stage(|s| {
        let company = company_of(founded);
        s.text(
            "ticker",
            &row(founded).ticker,
            &row(*largest.iter().find(|id| **id != founded).unwrap_or(&fifth)).ticker,
            computed(&all),
        );
        s.date(
            "incorporated",
            company.incorporated,
            format!("{copied_year}-01-01"),
            told(&net.company_page(row(founded).company)),
        );
        s.number(
            "employees",
            (report.employees as f64, 0.5, "people"),
            before.employees as f64,
            told(&net.accounts_page(row(founded).company, 2025)),
        );
        find_company(s, company);
        open_accounts(s);
        bookmark(s, &net.accounts_page(row(founded).company, 2025));
    });
    w.stage(|s| {
        let number = facts.company_number(row(founded).company).to_string();
        s.kept("watch", (REGISTER, "watched"), &[("company", &number), ("event", "all")]);
        find_company(s, company_of(founded));
        watch(s, "Every change");
        s.slip("told about accounts alone", "watch", ("Every change", "New accounts"));
    });
    w.stage(|s| {
        let fields = [("ticker", row(founded).ticker.as_str()), ("direction", "below"), ("price", &price(low))];
        s.kept("alert", (EXCHANGE, "alerts"), &fields);
        s.go(EXCHANGE);
        find_share(s, row(founded));
        set_alert(s, "below", &price(low));
        s.slip("the last close instead of the lowest price", "alert", (&price(low), &price(close)));
        s.slip_by("the share is only looked at", "alert", vec![Move::Go(EXCHANGE.into())]);
    });
    Some(())
}
