//! Filings and the calendar.

use super::{FRAME, PER_PAGE, months, name, share_link};
use crate::address::{Address, query};
use crate::facts::{CompanyId, FILING_KINDS, Facts, FilingId, FilingKind, ListingId};
use crate::format::{commas, fixed};
use crate::html::{TableKind, definitions, link, number, options, pager, part, select, sorted, table};
use crate::sites::{company_address, company_link, page};
use crate::{Answer, Date, Internet};

pub(super) fn filing_title(facts: &Facts, id: FilingId) -> String {
    let f = &facts.filings[id];
    format!("{}: {}", name(facts, f.listing), f.kind.title())
}

fn filing_rows(facts: &Facts, of: &[FilingId]) -> String {
    let rows: Vec<_> = of
        .iter()
        .map(|id| {
            let f = &facts.filings[*id];
            vec![
                sorted(f.date.to_string(), f.date.days()),
                share_link(facts, f.listing).into(),
                link(&format!("/filing/{}", facts.filing_code(*id)), &filing_title(facts, *id)).into(),
                f.kind.title().into(),
            ]
        })
        .collect();
    table("Filings", &["Date@", "Ticker", "Filing", "Kind"], &rows, TableKind { sortable: true, filter: None })
}

pub(super) fn share_filings(facts: &Facts, id: ListingId) -> Option<Answer> {
    let of: Vec<FilingId> = facts.filings.iter().rev().filter(|(_, f)| f.listing == id).map(|(f, _)| f).collect();
    page(
        &format!("Filings of {} - Northgate Exchange", facts.listings[id].ticker),
        FRAME.page(
            "plain",
            &format!("<h1>Filings of {}</h1><p>{}</p>{}", name(facts, id), share_link(facts, id), filing_rows(facts, &of)),
        ),
    )
}

pub(super) fn filings(facts: &Facts, address: &Address) -> Option<Answer> {
    let kind = address.value("kind").filter(|k| FILING_KINDS.iter().any(|f| f.0 == *k));
    let month = address.value("month");
    let of: Vec<FilingId> = facts
        .filings
        .iter()
        .rev()
        .filter(|(_, f)| kind.is_none_or(|k| f.kind.key() == k) && month.is_none_or(|m| f.date.to_string().starts_with(m)))
        .map(|(id, _)| id)
        .collect();
    let (shown, pages) = part(&of, address.page(), PER_PAGE);
    let kinds: Vec<(String, String)> = std::iter::once((String::new(), "All kinds".to_string()))
        .chain(FILING_KINDS.iter().map(|(a, b)| (a.to_string(), b.to_string())))
        .collect();
    let form = format!(
        "<form class=\"filters\" action=\"/filings\">{}{}<button>Show</button></form>",
        select("kind", "Kind", &kinds, kind.unwrap_or(""), ""),
        select("month", "Month", &options("All months", months()), month.unwrap_or(""), "")
    );
    let base = format!("/filings{}", query(&[("kind", kind.unwrap_or("")), ("month", month.unwrap_or(""))]));
    page(
        "Filings - Northgate Exchange",
        FRAME.page(
            "plain",
            &format!(
                "<h1>Filings</h1>{form}<p>{} filings.</p>{}{}",
                commas(of.len() as i64),
                filing_rows(facts, shown),
                pager(&base, address.page(), pages)
            ),
        ),
    )
}

pub(super) fn filing(net: &Internet, id: FilingId) -> Option<Answer> {
    let facts = net.facts();
    let f = &facts.filings[id];
    let l = &facts.listings[f.listing];
    let c = &facts.companies[l.company];
    let other = |id: CompanyId| company_link(net, id);
    let text = match &f.kind {
        FilingKind::AnnualResults(year) => {
            let r = c.reports.iter().find(|r| r.year == *year)?;
            format!(
                "<p>{} has filed its annual report for {year}. Revenue was {} thousand kr, operating profit {} thousand kr, net income {} thousand kr.</p><p>{}</p>",
                c.name,
                commas(r.revenue),
                commas(r.operating_profit),
                commas(r.net_income),
                link(&format!("{}/report-{year}.pdf", company_address(net, l.company)), "Annual report (PDF)")
            )
        }
        FilingKind::HalfYear(revenue, profit) => format!(
            "<p>In the first half of 2025 revenue was {} thousand kr and operating profit {} thousand kr. The figures are not audited.</p>",
            commas(*revenue),
            commas(*profit)
        ),
        FilingKind::Dealing(person, shares, price) => {
            let role = c.officers.iter().find(|o| o.person == *person).map_or("officer", |o| o.role.word()).to_lowercase();
            format!(
                "<p>{}, {role} of {}, {} {} shares at kr {} each.</p>",
                crate::sites::person_link(net, *person),
                c.name,
                if *shares < 0 { "sold" } else { "bought" },
                commas(shares.abs()),
                fixed(*price, 2)
            )
        }
        FilingKind::Holding(company, before, after) => format!(
            "<p>{} told the exchange that it holds {} per cent of the shares of {}, after {} per cent before.</p>",
            other(*company),
            fixed(*after, 2),
            c.name,
            fixed(*before, 2)
        ),
        FilingKind::ProfitWarning(before, now) => format!(
            "<p>{} now expects revenue in 2026 to change by {} per cent. Until now it had expected {} per cent.</p>",
            c.name,
            fixed(*now, 1),
            fixed(*before, 1)
        ),
        FilingKind::Dividend(sum, paid) => format!(
            "<p>The board of {} proposes a dividend of kr {} a share for 2025, to be paid on {}.</p>",
            c.name,
            fixed(*sum, 2),
            paid.long()
        ),
        FilingKind::Contract(company, worth, years) => format!(
            "<p>{} has agreed with {} on a contract worth {} thousand kr over {years} years.</p>",
            c.name,
            other(*company),
            commas(*worth)
        ),
        FilingKind::BoardChange(person, role) => {
            format!(
                "<p>{} has appointed {} as {}.</p>",
                c.name,
                crate::sites::person_link(net, *person),
                role.word().to_lowercase()
            )
        }
        FilingKind::Buyback(shares, sum) => {
            format!("<p>{} has bought back {} of its shares for {} thousand kr.</p>", c.name, commas(*shares), commas(*sum))
        }
    };
    let html = format!(
        "<p class=\"theme\">{} · {}</p><h1>{}</h1>{text}{}",
        f.date.long(),
        share_link(facts, f.listing),
        filing_title(facts, id),
        definitions(
            "facts",
            &[
                ("Filing", facts.filing_code(id).to_string()),
                ("Kind", link(&format!("/filings?kind={}", f.kind.key()), f.kind.title())),
                ("Company", company_link(net, l.company)),
                ("Received", format!("{} at {:02}:{:02}", f.date.long(), 8 + id.0 % 9, id.0 * 7 % 60))
            ]
        )
    );
    page(&format!("{} - Northgate Exchange", filing_title(facts, id)), FRAME.page("filing", &html))
}

pub(super) fn calendar(facts: &Facts, address: &Address) -> Option<Answer> {
    let all = months();
    let month = address.value("month").filter(|m| all.iter().any(|o| o == m)).unwrap_or(&all[0]).to_string();
    let mut paid: Vec<(Date, ListingId, i64)> = facts
        .filings
        .iter()
        .filter_map(|(_, f)| if let FilingKind::Dividend(sum, on) = f.kind { Some((on, f.listing, sum)) } else { None })
        .filter(|p| p.0.to_string().starts_with(&month))
        .collect();
    paid.sort();
    let results: Vec<_> = facts
        .filings
        .iter()
        .filter(|(_, f)| {
            matches!(f.kind, FilingKind::AnnualResults(_) | FilingKind::HalfYear(..)) && f.date.to_string().starts_with(&month)
        })
        .map(|(id, f)| {
            vec![
                sorted(f.date.to_string(), f.date.days()),
                share_link(facts, f.listing).into(),
                link(&format!("/filing/{}", facts.filing_code(id)), f.kind.title()).into(),
            ]
        })
        .collect();
    let dividends: Vec<_> = paid
        .iter()
        .map(|(on, id, sum)| vec![sorted(on.to_string(), on.days()), share_link(facts, *id).into(), number(*sum, 2)])
        .collect();
    let links = all
        .iter()
        .map(|m| if *m == month { format!("<b>{m}</b>") } else { link(&format!("/calendar?month={m}"), m) })
        .collect::<Vec<_>>()
        .join(" ");
    page(
        &format!("Calendar {month} - Northgate Exchange"),
        FRAME.page(
            "plain",
            &format!(
                "<h1>Calendar of {month}</h1><p>{links}</p><h2>Results</h2>{}<h2>Dividends paid</h2>{}",
                table("Results", &["Day@", "Ticker", "Filing"], &results, TableKind { sortable: true, filter: None }),
                table("Dividends", &["Day@", "Ticker", "A share, kr#"], &dividends, TableKind { sortable: true, filter: None })
            ),
        ),
    )
}
