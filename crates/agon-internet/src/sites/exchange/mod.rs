//! The exchange.

mod filings;

use super::{Addresses, Documents, article_link, company_link, csv, page, png};
use crate::address::{Address, query};
use crate::chart::{Chart, Paper, Series};
use crate::facts::{Entity, FILING_KINDS, Facts, INDUSTRIES, Listing, ListingId, rank, sectors, trading_days};
use crate::format::{change, commas, crowns, fixed, raw, slug};
use crate::html::{Frame, TableKind, definitions, field, link, list, number, options, pager, part, put, select, sorted, table};
use crate::{Answer, Internet};
use filings::{calendar, filing, filing_title, filings, share_filings};

const FRAME: Frame<'static> = Frame {
    brand: "Northgate Exchange",
    motto: "Closing prices of 29 May 2026",
    links: &[
        ("/screener", "Shares"),
        ("/indices", "Indices"),
        ("/sectors", "Sectors"),
        ("/filings", "Filings"),
        ("/calendar", "Calendar"),
        ("/watchlist", "Watch list"),
    ],
    extra: "<form class=\"find\" action=\"/find\" role=\"search\"><label for=\"t\">Ticker or name</label><input id=\"t\" name=\"t\" type=\"search\" required=\"\"/><button>Go</button></form>",
    footer: "<p>Prices in crowns (kr). The exchange is closed on weekends and holidays. No advice.</p>",
    asks_about_cookies: false,
};

const PER_PAGE: usize = 50;
/// Indices: key, title, how many of the largest shares.
const INDICES: [(&str, &str, usize); 3] = [("ng20", "NG 20", 20), ("ng50", "NG 50", 50), ("ng-all", "NG All Share", usize::MAX)];

fn share(facts: &Facts, ticker: &str) -> Option<ListingId> {
    facts.listings.iter().find(|(_, l)| l.ticker == ticker).map(|(id, _)| id)
}

fn share_link(facts: &Facts, id: ListingId) -> String {
    let l = &facts.listings[id];
    link(&format!("/quote/{}", l.ticker), &l.ticker)
}

fn name(facts: &Facts, id: ListingId) -> &str {
    &facts.companies[facts.listings[id].company].short
}

fn sector(facts: &Facts, id: ListingId) -> &'static str {
    INDUSTRIES[facts.companies[facts.listings[id].company].industry].sector
}

/// The months with quotes, newest first.
fn months() -> Vec<String> {
    let mut months: Vec<String> = trading_days().iter().map(|d| d.to_string()[..7].to_string()).collect();
    months.dedup();
    months.reverse();
    months
}

pub(super) fn get(net: &Internet, address: &Address) -> Option<Answer> {
    let facts = net.facts();
    match address.parts().as_slice() {
        [] => page("Northgate Exchange", home(net)),
        ["find"] => find(facts, address.value("t").unwrap_or("")),
        ["screener"] => screener(facts, address),
        ["sectors"] => page("Sectors - Northgate Exchange", sector_list(facts)),
        ["sector", key] => {
            let title = sectors().into_iter().find(|s| slug(s, '-') == *key)?;
            let of = facts.listings.ids().filter(|id| sector(facts, *id) == title).collect();
            page(
                &format!("{title} - Northgate Exchange"),
                FRAME.page("plain", &format!("<h1>{title}</h1>{}", share_table(facts, &format!("Shares of {title}"), of))),
            )
        }
        ["indices"] => page("Indices - Northgate Exchange", indices(facts)),
        ["index", key] => index(facts, key),
        ["quote", ticker] => quote(net, share(facts, ticker)?),
        ["quote", ticker, "history"] => history(facts, share(facts, ticker)?, address),
        ["quote", ticker, "filings"] => share_filings(facts, share(facts, ticker)?),
        ["quote", ticker, "prices.csv"] => prices(facts, share(facts, ticker)?),
        ["chart", file] => picture(facts, share(facts, file.strip_suffix(".png")?)?, address.value("span").unwrap_or("1y")),
        ["filings"] => filings(facts, address),
        ["filing", code] => filing(net, facts.filing_by_code(code)?),
        ["calendar"] => calendar(facts, address),
        ["watchlist"] => page("Watch list - Northgate Exchange", watch_list()),
        _ => None,
    }
}

pub(super) fn addresses(net: &Internet, list: &mut Addresses) {
    let facts = net.facts();
    for path in ["/", "/sectors", "/indices", "/calendar", "/watchlist"] {
        list.add(path);
    }
    list.add_pages("/screener", facts.listings.len(), PER_PAGE);
    list.add_pages("/filings", facts.filings.len(), PER_PAGE);
    for (kind, _) in FILING_KINDS {
        list.add_pages(
            &format!("/filings?kind={kind}"),
            facts.filings.iter().filter(|(_, f)| f.kind.key() == kind).count(),
            PER_PAGE,
        );
    }
    for title in sectors() {
        list.add(&format!("/sector/{}", slug(title, '-')));
    }
    for (key, ..) in INDICES {
        list.add(&format!("/index/{key}"));
    }
    let months = months();
    for month in &months {
        list.add(&format!("/calendar?month={month}"));
    }
    for (_, l) in facts.listings.iter() {
        list.add(&format!("/quote/{}", l.ticker));
        list.add(&format!("/quote/{}/filings", l.ticker));
        list.add(&format!("/quote/{}/prices.csv", l.ticker));
        for month in &months {
            list.add(&format!("/quote/{}/history?month={month}", l.ticker));
        }
    }
    for id in facts.filings.ids() {
        list.add(&format!("/filing/{}", facts.filing_code(id)));
    }
}

pub(super) fn documents(net: &Internet, to: &mut dyn Documents) {
    let facts = net.facts();
    for (id, l) in facts.listings.iter() {
        to.add(
            format!("http://exchange.example/quote/{}", l.ticker),
            &format!("{} ({}) share price", name(facts, id), l.ticker),
            &format!(
                "Quotes, chart, history and filings of {} on the Northgate Exchange. Sector: {}.",
                facts.companies[l.company].name,
                sector(facts, id)
            ),
        );
    }
    for (id, f) in facts.filings.iter() {
        to.add(
            format!("http://exchange.example/filing/{}", facts.filing_code(id)),
            &filing_title(facts, id),
            &format!("{} filed with the Northgate Exchange on {}.", f.kind.title(), f.date.long()),
        );
    }
}

fn share_table(facts: &Facts, caption: &str, of: Vec<ListingId>) -> String {
    let rows: Vec<_> = rank(of.into_iter().map(|id| (id, facts.listings[id].market_value())))
        .into_iter()
        .map(|(id, value)| {
            let l = &facts.listings[id];
            let first = l.quotes.first().copied().unwrap_or_default();
            let moved = (l.last().close - first.close) * 1000 / first.close.max(1);
            vec![
                share_link(facts, id).into(),
                name(facts, id).into(),
                link(&format!("/sector/{}", slug(sector(facts, id), '-')), sector(facts, id)).into(),
                number(l.last().close, 2),
                sorted(fixed(moved, 1), moved),
                number(value, 0),
            ]
        })
        .collect();
    table(
        caption,
        &["Ticker", "Company", "Sector", "Close, kr#", "Year, %#", "Market value, thousand kr#"],
        &rows,
        TableKind { sortable: true, filter: Some("Filter shares") },
    )
}

fn home(net: &Internet) -> String {
    let facts = net.facts();
    let day = trading_days().len() - 1;
    let moved = rank(
        facts
            .listings
            .iter()
            .map(|(id, l)| (id, (l.quotes[day].close - l.quotes[day - 1].close) * 10_000 / l.quotes[day - 1].close.max(1))),
    );
    let rows = |part: Vec<&(ListingId, i64)>| {
        part.into_iter()
            .map(|(id, by)| {
                vec![
                    share_link(facts, *id).into(),
                    name(facts, *id).into(),
                    number(facts.listings[*id].last().close, 2),
                    sorted(fixed(*by, 2), *by),
                ]
            })
            .collect::<Vec<_>>()
    };
    let columns = ["Ticker", "Company", "Close, kr#", "Day, %#"];
    let mut html = format!(
        "<h1>Market on {}</h1><div class=\"columns\"><section><h2>Up</h2>{}</section><section><h2>Down</h2>{}</section></div><h2>Latest filings</h2>",
        trading_days()[day].long(),
        table("Largest rises", &columns, &rows(moved.iter().take(8).collect()), TableKind::default()),
        table("Largest falls", &columns, &rows(moved.iter().rev().take(8).collect()), TableKind::default())
    );
    html.push_str(&list(
        "filings",
        facts.filings.iter().rev().take(10).map(|(id, f)| {
            format!("{} {}", f.date, link(&format!("/filing/{}", facts.filing_code(id)), &filing_title(facts, id)))
        }),
    ));
    FRAME.page("home", &html)
}

fn find(facts: &Facts, text: &str) -> Option<Answer> {
    let wanted = text.to_lowercase();
    if let Some((_, l)) = facts.listings.iter().find(|(_, l)| l.ticker.to_lowercase() == wanted) {
        return Some(Answer::Moved(format!("http://exchange.example/quote/{}", l.ticker)));
    }
    let found: Vec<ListingId> = facts
        .listings
        .iter()
        .filter(|(_, l)| !wanted.is_empty() && facts.companies[l.company].name.to_lowercase().contains(&wanted))
        .map(|(id, _)| id)
        .collect();
    let result = if found.is_empty() {
        "<p>No share fits. Search by ticker or by a part of the company's name.</p>".to_string()
    } else {
        share_table(facts, "Shares found", found)
    };
    page("Find - Northgate Exchange", FRAME.page("plain", &format!("<h1>Shares found</h1>{result}")))
}

fn screener(facts: &Facts, address: &Address) -> Option<Answer> {
    let wanted = address.value("sector");
    let sort = address.value("sort").unwrap_or("value");
    let least: i64 = address.number("min").unwrap_or(0);
    let key = |id: ListingId| {
        let l = &facts.listings[id];
        let report = facts.companies[l.company].reports.last();
        match sort {
            "price" => l.last().close,
            "dividend" => l.dividend * 100_000 / l.last().close.max(1),
            "volume" => l.last().volume,
            "revenue" => report.map_or(0, |r| r.revenue),
            "margin" => report.map_or(0, |r| r.operating_profit * 10_000 / r.revenue.max(1)),
            _ => l.market_value(),
        }
    };
    let found = rank(
        facts
            .listings
            .ids()
            .filter(|id| wanted.is_none_or(|s| sector(facts, *id) == s) && facts.listings[*id].market_value() >= least * 1000)
            .map(|id| (id, key(id))),
    );
    let (shown, pages) = part(&found, address.page(), PER_PAGE);
    let rows: Vec<_> = shown
        .iter()
        .map(|(id, _)| {
            let l = &facts.listings[*id];
            let yielded = l.dividend * 10_000 / l.last().close.max(1);
            let report = facts.companies[l.company].reports.last();
            vec![
                share_link(facts, *id).into(),
                name(facts, *id).into(),
                sector(facts, *id).into(),
                number(l.last().close, 2),
                number(l.last().volume, 0),
                number(l.market_value(), 0),
                sorted(fixed(yielded, 2), yielded),
                number(report.map_or(0, |r| r.revenue), 0),
            ]
        })
        .collect();
    let orders = [
        ("value", "Market value"),
        ("price", "Price"),
        ("dividend", "Dividend yield"),
        ("volume", "Volume"),
        ("revenue", "Revenue"),
        ("margin", "Operating margin"),
    ]
    .map(|(a, b)| (a.to_string(), b.to_string()));
    let form = format!(
        "<form class=\"filters\" action=\"/screener\">{}{}{}<button>Apply</button></form>",
        select("sector", "Sector", &options("All sectors", sectors()), wanted.unwrap_or(""), ""),
        select("sort", "Order by", &orders, sort, ""),
        field("min", "Market value from, million kr", "number", &format!("min=\"0\" step=\"1\" value=\"{least}\""))
    );
    let base = format!("/screener{}", query(&["sector", "sort", "min"].map(|k| (k, address.value(k).unwrap_or("")))));
    page(
        "Shares - Northgate Exchange",
        FRAME.page(
            "screener",
            &format!(
                "<h1>Shares</h1>{form}<p>{} shares.</p>{}{}",
                found.len(),
                table(
                    "Shares",
                    &[
                        "Ticker",
                        "Company",
                        "Sector",
                        "Close, kr#",
                        "Volume#",
                        "Market value, thousand kr#",
                        "Yield, %#",
                        "Revenue 2025, thousand kr#"
                    ],
                    &rows,
                    TableKind { sortable: true, filter: None }
                ),
                pager(&base, address.page(), pages)
            ),
        ),
    )
}

fn sector_list(facts: &Facts) -> String {
    let rows: Vec<_> = sectors()
        .into_iter()
        .map(|title| {
            let of: Vec<ListingId> = facts.listings.ids().filter(|id| sector(facts, *id) == title).collect();
            let value: i64 = of.iter().map(|id| facts.listings[*id].market_value()).sum();
            vec![link(&format!("/sector/{}", slug(title, '-')), title).into(), number(of.len() as i64, 0), number(value, 0)]
        })
        .collect();
    FRAME.page(
        "plain",
        &format!(
            "<h1>Sectors</h1>{}",
            table(
                "Sectors",
                &["Sector", "Shares#", "Market value, thousand kr#"],
                &rows,
                TableKind { sortable: true, filter: None }
            )
        ),
    )
}

fn members(facts: &Facts, count: usize) -> Vec<ListingId> {
    rank(facts.listings.iter().map(|(id, l)| (id, l.market_value()))).into_iter().take(count).map(|r| r.0).collect()
}

/// Value of the members on a day; 1,000 on the first.
fn level(facts: &Facts, members: &[ListingId], day: usize) -> i64 {
    let sum = |day: usize| {
        members
            .iter()
            .map(|id| i128::from(facts.listings[*id].shares) * i128::from(facts.listings[*id].quotes[day].close))
            .sum::<i128>()
    };
    (sum(day) * 100_000 / sum(0).max(1)) as i64
}

fn indices(facts: &Facts) -> String {
    let last = trading_days().len() - 1;
    let rows: Vec<_> = INDICES
        .iter()
        .map(|(key, title, count)| {
            let of = members(facts, *count);
            let now = level(facts, &of, last);
            let moved = (now - level(facts, &of, last - 1)) * 10_000 / level(facts, &of, last - 1).max(1);
            vec![
                link(&format!("/index/{key}"), title).into(),
                number(of.len() as i64, 0),
                number(now, 2),
                sorted(fixed(moved, 2), moved),
            ]
        })
        .collect();
    FRAME.page(
        "plain",
        &format!(
            "<h1>Indices</h1><p>2 June 2025 is 1,000.</p>{}",
            table("Indices", &["Index", "Members#", "Level#", "Day, %#"], &rows, TableKind::default())
        ),
    )
}

fn index(facts: &Facts, key: &str) -> Option<Answer> {
    let (_, title, count) = INDICES.iter().find(|i| i.0 == key)?;
    let of = members(facts, *count);
    let days = trading_days();
    let rows: Vec<_> = months()
        .iter()
        .map(|month| {
            let last = days.iter().rposition(|d| d.to_string().starts_with(month.as_str())).unwrap_or(0);
            vec![month.as_str().into(), number(level(facts, &of, last), 2)]
        })
        .collect();
    page(
        &format!("{title} - Northgate Exchange"),
        FRAME.page(
            "plain",
            &format!(
                "<h1>{title}</h1>{}<h2>Members</h2>{}",
                table("Level at the end of each month", &["Month", "Level#"], &rows, TableKind::default()),
                share_table(facts, &format!("Members of the {title}"), of)
            ),
        ),
    )
}

fn quote(net: &Internet, id: ListingId) -> Option<Answer> {
    let facts = net.facts();
    let l = &facts.listings[id];
    let c = &facts.companies[l.company];
    let last = l.last();
    let before = l.quotes[l.quotes.len() - 2];
    let high = l.quotes.iter().map(|q| q.high).max().unwrap_or(0);
    let low = l.quotes.iter().map(|q| q.low).min().unwrap_or(0);
    let per_share = c.reports.last().map_or(0, |r| r.net_income * 100_000 / l.shares.max(1));
    let boxes = definitions(
        "facts",
        &[
            ("Close, 29 May 2026", format!("kr {}", fixed(last.close, 2))),
            ("Change on the day", format!("{} %", change(before.close, last.close))),
            ("Day's range", format!("{} to {}", fixed(last.low, 2), fixed(last.high, 2))),
            ("Range of the year", format!("{} to {}", fixed(low, 2), fixed(high, 2))),
            ("Volume", commas(last.volume)),
            ("Shares in issue", commas(l.shares)),
            ("Market value", crowns(l.market_value())),
            ("Dividend for 2025", if l.dividend > 0 { format!("kr {}", fixed(l.dividend, 2)) } else { "none".into() }),
            ("Net income a share, 2025", format!("kr {}", fixed(per_share, 2))),
            ("Sector", link(&format!("/sector/{}", slug(sector(facts, id), '-')), sector(facts, id))),
            ("Listed since", l.listed.long()),
            ("Company", company_link(net, l.company)),
            ("Encyclopaedia", article_link(net, Entity::Company(l.company), &c.short)),
        ],
    );
    let spans = [("1m", "1 month"), ("3m", "3 months"), ("1y", "1 year")].map(|(key, text)| format!("<a data-picture=\"\" href=\"/chart/{0}.png?span={key}\" data-alt=\"Line chart of closing prices, {text}\">{text}</a>", l.ticker)).join(" ");
    let figure = format!(
        "<figure data-widget=\"chart\"><img src=\"/chart/{0}.png?span=1y\" alt=\"Line chart of closing prices, 1 year\" width=\"720\" height=\"360\"/><figcaption>Closing prices in kr. {spans}</figcaption></figure>",
        l.ticker
    );
    let filed = facts
        .filings
        .iter()
        .rev()
        .filter(|(_, f)| f.listing == id)
        .take(6)
        .map(|(f, row)| format!("{} {}", row.date, link(&format!("/filing/{}", facts.filing_code(f)), row.kind.title())));
    let html = format!(
        "<h1>{} <span class=\"ticker\">{}</span></h1>{boxes}{figure}<p>{} · {} · {}</p><h2>Latest filings</h2>{}<h2>Alert</h2><form class=\"filters\" method=\"post\" data-keep=\"alerts\" action=\"/watchlist\"><input type=\"hidden\" name=\"ticker\" value=\"{}\"/>{}{}<button>Set alert</button></form>",
        c.short,
        l.ticker,
        link(&format!("/quote/{}/history?month={}", l.ticker, months()[0]), "Daily quotes"),
        link(&format!("/quote/{}/filings", l.ticker), "All filings"),
        link(&format!("/quote/{}/prices.csv", l.ticker), "Prices of the year (CSV)"),
        list("filings", filed.collect::<Vec<_>>()),
        l.ticker,
        select(
            "direction",
            "When the price is",
            &[("above", "above"), ("below", "below")].map(|(a, b)| (a.to_string(), b.to_string())),
            "above",
            ""
        ),
        field("price", "Price, kr", "number", "required=\"\" min=\"0.01\" step=\"0.01\"")
    );
    page(&format!("{} ({}) - Northgate Exchange", c.short, l.ticker), FRAME.page("quote", &html))
}

fn history(facts: &Facts, id: ListingId, address: &Address) -> Option<Answer> {
    let l = &facts.listings[id];
    let all = months();
    let month = address.value("month").filter(|m| all.iter().any(|o| o == m)).unwrap_or(&all[0]).to_string();
    let rows: Vec<_> = trading_days()
        .iter()
        .zip(&l.quotes)
        .rev()
        .filter(|(d, _)| d.to_string().starts_with(&month))
        .map(|(d, q)| {
            vec![
                sorted(d.to_string(), d.days()),
                number(q.open, 2),
                number(q.high, 2),
                number(q.low, 2),
                number(q.close, 2),
                number(q.volume, 0),
            ]
        })
        .collect();
    let links = all
        .iter()
        .map(|m| if *m == month { format!("<b>{m}</b>") } else { link(&format!("/quote/{}/history?month={m}", l.ticker), m) })
        .collect::<Vec<_>>()
        .join(" ");
    page(
        &format!("{} in {month} - Northgate Exchange", l.ticker),
        FRAME.page(
            "history",
            &format!(
                "<h1>{}: quotes of {month}</h1><p>{} · {links}</p>{}",
                name(facts, id),
                share_link(facts, id),
                table(
                    &format!("Daily quotes of {} in kr", l.ticker),
                    &["Day@", "Open#", "High#", "Low#", "Close#", "Volume#"],
                    &rows,
                    TableKind { sortable: true, filter: None }
                )
            ),
        ),
    )
}

fn prices(facts: &Facts, id: ListingId) -> Option<Answer> {
    let l = &facts.listings[id];
    let mut text = String::from("date,open,high,low,close,volume\n");
    for (d, q) in trading_days().iter().zip(&l.quotes) {
        put!(text, "{d},{},{},{},{},{}\n", raw(q.open, 2), raw(q.high, 2), raw(q.low, 2), raw(q.close, 2), q.volume);
    }
    csv(&format!("prices-{}", l.ticker), text)
}

fn picture(facts: &Facts, id: ListingId, span: &str) -> Option<Answer> {
    let l: &Listing = &facts.listings[id];
    let count = match span {
        "1m" => 21,
        "3m" => 63,
        _ => l.quotes.len(),
    };
    let from = l.quotes.len().saturating_sub(count);
    let labels = trading_days()[from..].iter().map(|d| format!("{:02}/{:02}", d.day, d.month)).collect();
    let title = format!("{}: closing price, kr", l.ticker);
    let series = vec![Series { name: l.ticker.clone(), values: l.quotes[from..].iter().map(|q| Some(q.close)).collect() }];
    png(&l.ticker, Chart { title: &title, labels, series, decimals: 2, paper: Paper::Dark, shows_values: false }.lines())
}

fn watch_list() -> String {
    FRAME.page("plain", "<h1>Watch list</h1><p data-unless=\"alerts\">You have set no alerts. Set one on the page of a share.</p><div data-if=\"alerts\"><table><caption>Your alerts</caption><thead><tr><th scope=\"col\">Ticker</th><th scope=\"col\">When</th><th scope=\"col\">Price, kr</th><th scope=\"col\">Remove</th></tr></thead><tbody><template data-each=\"alerts\"><tr><th scope=\"row\">{{ticker}}</th><td>{{direction}}</td><td>{{price}}</td><td><form method=\"post\" data-remove=\"alerts\" action=\"/watchlist\"><input type=\"hidden\" name=\"number\" value=\"{{number}}\"/><button>Remove</button></form></td></tr></template></tbody></table></div>")
}
