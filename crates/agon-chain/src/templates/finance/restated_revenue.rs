//! A share at the top of its sector whose company restated a year: which, how much it grew then, what it owes, and whom to ask.

use super::{
    EXCHANGE, ORDERS, REGISTER, find_company, find_share, has_clear_name, in_office, of_sector, open_accounts, ordered_by, price,
    screen, screener_page, set_alert, watch,
};
use crate::templates::policy::bookmark;
use crate::writer::{Writer, computed, only, told};
use agon_internet::facts::{Role, rank, sectors};

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let sector = w.draw(&sectors())?;
    let (order, key, words) = w.draw(&ORDERS)?;
    let place = w.draw(&[1, 2, 3, 4])?;
    let ranked = rank(of_sector(facts, sector).into_iter().map(|id| (id, ordered_by(facts, &facts.listings[id], key))));
    let (id, value) = *ranked.get(place - 1)?;
    let (next, less) = *ranked.get(place)?;
    let is_clear = value != less && (place == 1 || ranked[place - 2].1 != value);
    let share = &facts.listings[id];
    let company = &facts.companies[share.company];
    let pair = only(company.reports.windows(2).filter(|pair| pair[1].restated_revenue.is_some()))?;
    let (year, later) = (pair[0].year, &pair[1]);
    let restated = later.restated_revenue?;
    let growth = |before: i64| ((later.revenue - before) as f64 / before as f64 * 1000.0).round() / 10.0;
    let owed = later.assets - later.equity;
    let chief = in_office(company, Role::FinanceDirector)?;
    let other = in_office(company, Role::ChiefExecutive)?;
    let high = share.quotes.iter().map(|quote| quote.high).max()?;
    let high_close = share.quotes.iter().map(|quote| quote.close).max()?;
    if !is_clear || growth(restated) == growth(pair[0].revenue) || high == high_close || !has_clear_name(facts, share.company) {
        return None;
    }
    w.say("sector", sector);
    w.say("order", words);
    w.say("place", ["highest", "second highest", "third highest", "fourth highest"][place - 1]);
    let name = |person| facts.people[person].name.as_str();

    let accounts: Vec<String> = company.reports.iter().map(|report| net.accounts_page(share.company, report.year)).collect();
    let (later_page, later_report) = (net.accounts_page(share.company, year + 1), net.report_file(share.company, year + 1));
    w.stage(|s| {
        let screener = screener_page(sector, key);
        s.text("ticker", &share.ticker, &facts.listings[next].ticker, told(&screener));
        s.any_of(
            "company",
            &[&company.short, &company.name],
            &facts.companies[facts.listings[next].company].short,
            told(&screener),
        );
        screen(s, sector, order);
    });
    w.stage(|s| {
        s.date("restated_year", year, year + 1, computed(&accounts));
        s.number("restated_revenue", (restated as f64, 0.5, "thousand kr"), pair[0].revenue as f64, told(&later_page));
        s.number("first_filed", (pair[0].revenue as f64, 0.5, "thousand kr"), restated as f64, told(&later_page));
        find_company(s, company);
        open_accounts(s);
        for year in (2021..2025).rev() {
            s.press(&year.to_string());
            s.read(1);
        }
    });
    w.stage(|s| {
        s.number("growth", (growth(restated), 0.01, "%"), growth(pair[0].revenue), told(&later_page));
        s.number("liabilities", (owed as f64, 0.5, "thousand kr"), later.equity as f64, told(&later_report));
        s.go(&later_page);
        s.read(1);
        s.press(&format!("annual report {} (PDF)", year + 1));
        s.read(5);
        bookmark(s, &later_report);
    });
    w.stage(|s| {
        let page = net.company_page(share.company);
        s.text("finance_director", name(chief.person), name(other.person), told(&page));
        let number = facts.company_number(share.company).to_string();
        s.kept("watch", (REGISTER, "watched"), &[("company", &number), ("event", "accounts")]);
        find_company(s, company);
        s.press("People");
        s.read(1);
        watch(s, "New accounts");
        s.slip("told about every change", "watch", ("New accounts", "Every change"));
    });
    w.stage(|s| {
        let fields = [("ticker", share.ticker.as_str()), ("direction", "above"), ("price", &price(high))];
        s.kept("alert", (EXCHANGE, "alerts"), &fields);
        s.go(EXCHANGE);
        find_share(s, share);
        set_alert(s, "above", &price(high));
        s.slip("the highest close instead of the highest price", "alert", (&price(high), &price(high_close)));
        s.slip("below instead of above", "alert", ("above", "below"));
    });
    Some(())
}
