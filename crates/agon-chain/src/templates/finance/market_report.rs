//! The newspaper's report of a trading day: the share that rose most and the one that fell most, their turnover and earnings, and two alerts.

use super::{EXCHANGE, find_company, find_share, has_clear_name, history_page, in_office, kr, price, set_alert, show_quotes};
use crate::chain::GoalState;
use crate::templates::policy::bookmark;
use crate::writer::{Writer, computed, only, told};
use agon_internet::facts::{AUDITORS, ArticleId, Listing, Role, Story, trading_days};
use std::collections::BTreeMap;

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let reports: Vec<(ArticleId, usize)> = facts
        .articles
        .iter()
        .filter_map(|(id, article)| if let Story::Market(day) = article.story { Some((id, day)) } else { None })
        .collect();
    let (article, at) = w.draw(&reports)?;
    let day = trading_days()[at];
    let month = day.to_string()[..7].to_owned();
    let headline = facts.articles[article].headline.as_str();
    let of_month = facts.articles.iter().filter(|(_, other)| other.date.to_string().starts_with(&month));
    only(of_month.filter(|(_, other)| other.headline.to_lowercase().contains(&headline.to_lowercase())))?;
    let (up, down) = facts.movers(at);
    let (riser, faller) = (&facts.listings[up], &facts.listings[down]);
    let company = &facts.companies[faller.company];
    let (rose, fell) = (riser.quotes[at], faller.quotes[at]);
    let (more, volume, other) =
        if rose.volume > fell.volume { (riser, rose.volume, faller) } else { (faller, fell.volume, riser) };
    let earned = |share: &Listing| {
        facts.companies[share.company].reports.last().map(|report| report.net_income * 100_000 / share.shares.max(1))
    };
    let (earned, other_earned) = (earned(faller)?, earned(riser)?);
    let director = in_office(company, Role::FinanceDirector)?.person;
    let chief = in_office(company, Role::ChiefExecutive)?.person;
    let auditor = AUDITORS.iter().find(|auditor| **auditor != company.auditor)?;
    if rose.volume == fell.volume || earned == other_earned || !has_clear_name(facts, faller.company) || rose.open == rose.close {
        return None;
    }
    w.say("day", day.long());
    let name = |person| facts.people[person].name.as_str();

    let article_page = net.news_page(article);
    let page = |share: &Listing| format!("http://{EXCHANGE}/quote/{}", share.ticker);
    let histories = [history_page(&page(riser), &month), history_page(&page(faller), &month)];
    w.stage(|s| {
        let short = |share: &Listing| facts.companies[share.company].short.clone();
        s.text("riser", &short(riser), &short(faller), told(&article_page));
        s.text("faller", &short(faller), &short(riser), told(&article_page));
        s.go("courier.example");
        s.press("Only necessary");
        s.read(1);
        s.press("Archive");
        s.read(1);
        // The newest year comes first and has months until May; the paper's own date is in June.
        let nth = 1 + usize::from(day.year == 2025 && day.month <= 5) + usize::from(day.month == 6);
        s.press_nth(day.month_name(), nth);
        s.read(2);
        s.press(headline);
        s.read(1);
    });
    w.stage(|s| {
        s.text("more_traded", &more.ticker, &other.ticker, computed(&histories));
        s.number(
            "volume",
            (volume as f64, 0.5, "shares"),
            if rose.volume > fell.volume { fell.volume } else { rose.volume } as f64,
            computed(&histories),
        );
        s.go(EXCHANGE);
        for share in [riser, faller] {
            find_share(s, share);
            show_quotes(s, &month);
        }
    });
    w.stage(|s| {
        s.number("earned_by_faller", (kr(earned), 0.001, "kr"), kr(other_earned), told(&page(faller)));
        find_share(s, riser);
        find_share(s, faller);
    });
    w.stage(|s| {
        let company_page = net.company_page(faller.company);
        s.text("finance_director", name(director), name(chief), told(&company_page));
        s.text("auditor", company.auditor, auditor, told(&company_page));
        find_company(s, company);
        s.press("People");
        s.read(1);
    });
    w.stage(|s| {
        let entry = |share: &Listing, direction: &str, close: i64| {
            let fields = [("ticker", share.ticker.clone()), ("direction", direction.to_owned()), ("price", price(close))];
            fields.map(|(name, value)| (name.to_owned(), value)).into_iter().collect::<BTreeMap<_, _>>()
        };
        let entries = vec![entry(riser, "above", rose.close), entry(faller, "below", fell.close)];
        s.goal("alerts", GoalState::KeptAll { site: EXCHANGE.into(), list: "alerts".into(), entries });
        s.go(EXCHANGE);
        find_share(s, riser);
        set_alert(s, "above", &price(rose.close));
        let one_less = s.moves();
        find_share(s, faller);
        set_alert(s, "below", &price(fell.close));
        s.slip("the opening price instead of the close", "alerts", (&price(rose.close), &price(rose.open)));
        s.slip_by("only one alert", "alerts", one_less);
    });
    w.stage(|s| {
        let fields = [("email", "desk@northgate.example"), ("rhythm", "weekly"), ("markets", "yes")];
        s.kept("newsletter", ("courier.example", "newsletter"), &fields);
        s.go(&article_page);
        bookmark(s, &article_page);
        s.press("Newsletter");
        // The first match is the link to the section.
        s.tick_nth("Markets", 2);
        s.fill("Email", "desk@northgate.example");
        s.choose("How often", "Every week");
        s.press("Subscribe");
        s.slip("every day", "newsletter", ("Every week", "Every day"));
    });
    Some(())
}
