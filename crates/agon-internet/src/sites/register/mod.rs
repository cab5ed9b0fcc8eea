//! The register of companies.

mod report;

use super::{Addresses, Documents, article_address, article_link, page};
use crate::address::{Address, query};
use crate::facts::{CompanyId, Contradiction, Entity, Facts, INDUSTRIES, PersonId, Report, Status};
use crate::format::{change, commas, fixed, slug};
use crate::html::{
    Frame, TableKind, definitions, escape, field, link, list, number, options, pager, part, put, select, sorted, table, year,
};
use crate::{Answer, Internet};

const FRAME: Frame<'static> = Frame {
    brand: "Register of Companies",
    motto: "",
    links: &[
        ("/", "Start"),
        ("/search", "Search"),
        ("/industries", "Industries"),
        ("/towns", "Towns"),
        ("/recent", "Recent filings"),
        ("/guidance", "Guidance"),
    ],
    extra: "",
    footer: "<p>Register of Companies. Entries are as filed by the companies; the register does not check figures. All amounts in thousand crowns (kr) unless said otherwise.</p>",
    asks_about_cookies: false,
};

const PER_PAGE: usize = 40;
const STATUSES: [&str; 3] = ["Active", "In administration", "Dissolved"];

fn address_of(facts: &Facts, id: CompanyId) -> String {
    format!("/company/{}", facts.company_number(id))
}

fn own_link(facts: &Facts, id: CompanyId) -> String {
    link(&address_of(facts, id), &facts.companies[id].name)
}

fn officer_link(net: &Internet, id: PersonId) -> String {
    link(&format!("/officer/{}", net.facts().person_code(id)), &net.facts().people[id].name)
}

pub(super) fn get(net: &Internet, address: &Address) -> Option<Answer> {
    let facts = net.facts();
    match address.parts().as_slice() {
        [] => page("Register of Companies", home(net)),
        ["search"] => search(net, address),
        ["industries"] => page("Industries - Register of Companies", industries(facts)),
        ["industry", code] => {
            let at = INDUSTRIES.iter().position(|i| i.code == *code)?;
            let found: Vec<CompanyId> = facts.companies.iter().filter(|(_, c)| c.industry == at).map(|(id, _)| id).collect();
            company_list(
                net,
                &format!("Industry {code}: {}", INDUSTRIES[at].title),
                found,
                &format!("/industry/{code}"),
                address.page(),
            )
        }
        ["towns"] => page("Towns - Register of Companies", towns(facts)),
        ["town", key] => {
            let (city, row) = facts.cities.iter().find(|(_, c)| slug(c.name, '-') == *key)?;
            company_list(
                net,
                &format!("Companies in {}", row.name),
                facts.companies_in(city).to_vec(),
                &format!("/town/{key}"),
                address.page(),
            )
        }
        ["recent"] => page("Recent filings - Register of Companies", recent(facts)),
        ["guidance"] => page("Guidance - Register of Companies", guidance()),
        ["company", number] => company(net, facts.company_by_number(number)?),
        ["company", number, "accounts", year] => accounts(net, facts.company_by_number(number)?, year.parse().ok()?),
        ["company", number, file] => {
            let id = facts.company_by_number(number)?;
            let year: i32 = file.strip_prefix("report-")?.strip_suffix(".pdf")?.parse().ok()?;
            let bytes = report::annual_report(net, id, year)?;
            Some(Answer::File { name: format!("report-{number}-{year}.pdf"), media_type: "application/pdf", bytes })
        }
        ["officer", code] => officer(net, facts.person_by_code(code)?),
        _ => None,
    }
}

pub(super) fn addresses(net: &Internet, list: &mut Addresses) {
    let facts = net.facts();
    for path in ["/", "/industries", "/towns", "/recent", "/guidance"] {
        list.add(path);
    }
    list.add_pages("/search", facts.companies.len(), PER_PAGE);
    for (at, industry) in INDUSTRIES.iter().enumerate() {
        list.add_pages(
            &format!("/industry/{}", industry.code),
            facts.companies.iter().filter(|(_, c)| c.industry == at).count(),
            PER_PAGE,
        );
    }
    for (id, city) in facts.cities.iter().filter(|(id, _)| !facts.companies_in(*id).is_empty()) {
        list.add_pages(&format!("/town/{}", slug(city.name, '-')), facts.companies_in(id).len(), PER_PAGE);
    }
    for (id, company) in facts.companies.iter() {
        let base = address_of(facts, id);
        list.add(&base);
        for report in &company.reports {
            list.add(&format!("{base}/accounts/{}", report.year));
            list.add(&format!("{base}/report-{}.pdf", report.year));
        }
    }
    for id in facts.people.ids().filter(|id| !facts.offices_of(*id).is_empty()) {
        list.add(&format!("/officer/{}", facts.person_code(id)));
    }
}

pub(super) fn documents(net: &Internet, to: &mut dyn Documents) {
    let facts = net.facts();
    for (id, c) in facts.companies.iter() {
        to.add(
            format!("http://register.example{}", address_of(facts, id)),
            &format!("{} - Register of Companies", c.name),
            &format!(
                "Entry {} of the register: {}, {}, {}. Officers, group, accounts and annual reports.",
                facts.company_number(id),
                INDUSTRIES[c.industry].title,
                c.status.word().to_lowercase(),
                facts.cities[c.city].name
            ),
        );
    }
    for (id, p) in facts.people.iter().filter(|(id, _)| !facts.offices_of(*id).is_empty()) {
        to.add(
            format!("http://register.example/officer/{}", facts.person_code(id)),
            &format!("{} - officer", p.name),
            &format!("Appointments of {} in companies of the register: {} in all.", p.name, facts.offices_of(id).len()),
        );
    }
}

/// Reports that restate what the year before had said.
pub(super) fn contradictions(net: &Internet) -> Vec<Contradiction> {
    let facts = net.facts();
    let mut list = Vec::new();
    for (id, company) in facts.companies.iter() {
        for pair in company.reports.windows(2) {
            if let Some(restated) = pair[1].restated_revenue {
                let base = super::company_address(net, id);
                list.push(Contradiction {
                    what: format!("revenue of {} in {}, restated a year later", company.name, pair[0].year),
                    right_address: format!("{base}/accounts/{}", pair[1].year),
                    right: commas(restated),
                    wrong_address: format!("{base}/accounts/{}", pair[0].year),
                    wrong: commas(pair[0].revenue),
                });
            }
        }
    }
    list
}

fn search_form(address: Option<&Address>) -> String {
    let value = |key: &str| address.and_then(|a| a.value(key)).unwrap_or("");
    let industries: Vec<(String, String)> = std::iter::once((String::new(), "All industries".to_string()))
        .chain(INDUSTRIES.iter().map(|i| (i.code.to_string(), format!("{} {}", i.code, i.title))))
        .collect();
    format!(
        "<form class=\"search\" action=\"/search\">{}{}{}{}<button>Search the register</button></form>",
        field("name", "Name or number", "text", &format!("value=\"{}\"", escape(value("name")))),
        field("city", "Town", "text", &format!("value=\"{}\"", escape(value("city")))),
        select("industry", "Industry", &industries, value("industry"), ""),
        select("status", "Status", &options("Any status", STATUSES), value("status"), "")
    )
}

fn home(net: &Internet) -> String {
    let facts = net.facts();
    let active = facts.companies.iter().filter(|(_, c)| c.status == Status::Active).count();
    FRAME.page("home", &format!("<h1>Register of Companies</h1><p>The register has {} entries, {} of them active. Search by name, number, town or industry.</p>{}<h2>Notices</h2><ul><li>Annual reports for 2025 were due on 31 May 2026.</li><li>Figures that a later report restates stay as filed in the accounts of their own year. The later report counts.</li></ul>", commas(facts.companies.len() as i64), commas(active as i64), search_form(None)))
}

fn search(net: &Internet, address: &Address) -> Option<Answer> {
    let facts = net.facts();
    let name = address.value("name").unwrap_or("").to_lowercase();
    let city = address.value("city").unwrap_or("").to_lowercase();
    let found: Vec<CompanyId> = facts
        .companies
        .iter()
        .filter(|(id, c)| {
            (name.is_empty() || c.name.to_lowercase().contains(&name) || facts.company_number(*id).to_string() == name)
                && (city.is_empty() || facts.cities[c.city].name.to_lowercase().contains(&city))
                && address.value("industry").is_none_or(|i| INDUSTRIES[c.industry].code == i)
                && address.value("status").is_none_or(|s| c.status.word() == s)
        })
        .map(|(id, _)| id)
        .collect();
    let base = format!("/search{}", query(&["name", "city", "industry", "status"].map(|k| (k, address.value(k).unwrap_or("")))));
    let (rows, count, pages) = rows(net, found, address.page());
    let result = if count == 0 { "<p>No company fits.</p>".to_string() } else { rows };
    page(
        "Search - Register of Companies",
        FRAME.page(
            "plain",
            &format!(
                "<h1>Search the register</h1>{}<p>{} companies.</p>{result}{}",
                search_form(Some(address)),
                commas(count as i64),
                pager(&base, address.page(), pages)
            ),
        ),
    )
}

fn rows(net: &Internet, mut found: Vec<CompanyId>, number: usize) -> (String, usize, usize) {
    let facts = net.facts();
    found.sort_by(|a, b| facts.companies[*a].name.cmp(&facts.companies[*b].name));
    let (shown, pages) = part(&found, number, PER_PAGE);
    let cells: Vec<_> = shown
        .iter()
        .map(|id| {
            let c = &facts.companies[*id];
            vec![
                own_link(facts, *id).into(),
                facts.company_number(*id).to_string().into(),
                INDUSTRIES[c.industry].title.into(),
                facts.cities[c.city].name.into(),
                c.status.word().into(),
                year(c.incorporated.year),
            ]
        })
        .collect();
    (
        table("Companies", &["Name", "Number", "Industry", "Town", "Status", "Incorporated#"], &cells, TableKind::default()),
        found.len(),
        pages,
    )
}

fn company_list(net: &Internet, title: &str, found: Vec<CompanyId>, base: &str, number: usize) -> Option<Answer> {
    if found.is_empty() {
        return None;
    }
    let (rows, count, pages) = rows(net, found, number);
    page(
        &format!("{title} - Register of Companies"),
        FRAME.page(
            "plain",
            &format!("<h1>{title}</h1><p>{count} companies, page {number} of {pages}.</p>{rows}{}", pager(base, number, pages)),
        ),
    )
}

fn industries(facts: &Facts) -> String {
    let rows: Vec<_> = INDUSTRIES
        .iter()
        .enumerate()
        .map(|(at, i)| {
            let of: Vec<_> = facts.companies.iter().filter(|(_, c)| c.industry == at).collect();
            let active = of.iter().filter(|(_, c)| c.status == Status::Active).count();
            vec![
                link(&format!("/industry/{}", i.code), i.title).into(),
                i.code.into(),
                i.sector.into(),
                number(of.len() as i64, 0),
                number(active as i64, 0),
            ]
        })
        .collect();
    FRAME.page(
        "plain",
        &format!(
            "<h1>Industries</h1>{}",
            table(
                "Industries",
                &["Industry", "Code", "Sector", "Companies#", "Active#"],
                &rows,
                TableKind { sortable: true, filter: None }
            )
        ),
    )
}

fn towns(facts: &Facts) -> String {
    let mut towns: Vec<_> = facts.cities.iter().filter(|(id, _)| !facts.companies_in(*id).is_empty()).collect();
    towns.sort_by_key(|t| t.1.name);
    FRAME.page(
        "plain",
        &format!(
            "<h1>Towns with head offices</h1>{}",
            list(
                "entries",
                towns.iter().map(|(id, c)| format!(
                    "{} ({})",
                    link(&format!("/town/{}", slug(c.name, '-')), c.name),
                    facts.companies_in(*id).len()
                ))
            )
        ),
    )
}

fn recent(facts: &Facts) -> String {
    let mut filed: Vec<(CompanyId, &Report)> =
        facts.companies.iter().filter_map(|(id, c)| c.reports.last().map(|r| (id, r))).collect();
    filed.sort_by_key(|f| std::cmp::Reverse((f.1.filed, f.0)));
    let rows: Vec<_> = filed
        .iter()
        .take(60)
        .map(|(id, r)| {
            vec![
                own_link(facts, *id).into(),
                sorted(r.filed.long(), r.filed.days()),
                link(&format!("{}/report-{}.pdf", address_of(facts, *id), r.year), &format!("Annual report {}", r.year)).into(),
            ]
        })
        .collect();
    FRAME.page(
        "plain",
        &format!(
            "<h1>Recent filings</h1>{}",
            table(
                "Annual reports filed last",
                &["Company", "Filed@", "Document"],
                &rows,
                TableKind { sortable: true, filter: Some("Filter filings") }
            )
        ),
    )
}

fn guidance() -> String {
    FRAME.page("plain", "<h1>Guidance</h1><h2>What an entry shows</h2><p>Name, number, legal status, head office, officers past and present, the group, and the accounts of up to five years. The annual report of a year is filed in the next one, by the end of May.</p><h2>Group</h2><p>The parent of a company is the company that owns more than half of it. The ultimate parent is found by following parents until a company has none.</p><h2>Restated figures</h2><p>If a report gives another revenue for the year before than was first filed, the entry of the later year says so.</p><h2>Officers</h2><p>An officer without a date of resignation is in office.</p>")
}

fn company(net: &Internet, id: CompanyId) -> Option<Answer> {
    let facts = net.facts();
    let c = &facts.companies[id];
    let base = address_of(facts, id);
    let status = match c.status {
        Status::Active => "Active".to_string(),
        Status::InAdministration(date) => format!("In administration since {}", date.long()),
        Status::Dissolved(date) => format!("Dissolved on {}", date.long()),
    };
    let listing = facts
        .listing_of(id)
        .map(|l| link(&format!("http://exchange.example/quote/{}", facts.listings[l].ticker), &facts.listings[l].ticker))
        .unwrap_or_else(|| "Not listed".into());
    let overview = definitions(
        "facts",
        &[
            ("Number", facts.company_number(id).to_string()),
            ("Status", status),
            ("Incorporated", c.incorporated.long()),
            (
                "Industry",
                format!(
                    "{} ({})",
                    link(&format!("/industry/{}", INDUSTRIES[c.industry].code), INDUSTRIES[c.industry].title),
                    INDUSTRIES[c.industry].code
                ),
            ),
            (
                "Head office",
                format!(
                    "{}, {} {}, {}",
                    c.street,
                    c.postcode,
                    link(&format!("/town/{}", slug(facts.cities[c.city].name, '-')), facts.cities[c.city].name),
                    facts.countries[facts.cities[c.city].country].name
                ),
            ),
            ("Auditor", c.auditor.into()),
            ("Exchange", listing),
            ("Encyclopaedia", article_link(net, Entity::Company(id), &c.short)),
        ],
    );
    let people: Vec<_> = c
        .officers
        .iter()
        .map(|o| {
            let until = o.resigned.map_or_else(|| "in office".to_string(), crate::Date::long);
            vec![
                officer_link(net, o.person).into(),
                o.role.word().into(),
                sorted(o.appointed.long(), o.appointed.days()),
                until.into(),
                facts.countries[facts.people[o.person].country].name.into(),
            ]
        })
        .collect();
    let parent = match c.parent {
        Some((parent, share)) => format!("<p>Parent: {} ({share} % of the shares).</p>", own_link(facts, parent)),
        None => "<p>The company has no parent.</p>".into(),
    };
    let subsidiaries: Vec<_> = c
        .subsidiaries
        .iter()
        .map(|s| {
            let row = &facts.companies[*s];
            vec![
                own_link(facts, *s).into(),
                number(row.parent.map_or(0, |p| i64::from(p.1)), 0),
                facts.cities[row.city].name.into(),
                row.status.word().into(),
            ]
        })
        .collect();
    let group = if subsidiaries.is_empty() {
        format!("{parent}<p>It has no subsidiaries.</p>")
    } else {
        format!(
            "{parent}{}",
            table(
                "Subsidiaries",
                &["Company", "Share, %#", "Town", "Status"],
                &subsidiaries,
                TableKind { sortable: true, filter: None }
            )
        )
    };
    let filings: Vec<_> = c
        .reports
        .iter()
        .rev()
        .map(|r| {
            vec![
                year(r.year),
                sorted(r.filed.long(), r.filed.days()),
                link(&format!("{base}/accounts/{}", r.year), "Accounts").into(),
                link(&format!("{base}/report-{}.pdf", r.year), "Annual report (PDF)").into(),
            ]
        })
        .collect();
    let filings = if filings.is_empty() {
        "<p>No accounts have been filed since 2021.</p>".to_string()
    } else {
        table("Accounts and reports", &["Year#", "Filed@", "Figures", "Document"], &filings, TableKind::default())
    };
    let html = format!(
        "<h1>{}</h1><div data-widget=\"tabs\"><section data-tab=\"Overview\" id=\"overview\"><h2>Overview</h2>{overview}</section><section data-tab=\"People\" id=\"people\"><h2>People</h2>{}</section><section data-tab=\"Group\" id=\"group\"><h2>Group</h2>{group}</section><section data-tab=\"Filings\" id=\"filings\"><h2>Filings</h2>{filings}</section></div>\
         <h2>Watch this company</h2><form class=\"watch\" method=\"post\" data-keep=\"watched\" action=\"{base}\"><input type=\"hidden\" name=\"company\" value=\"{}\"/><input type=\"hidden\" name=\"company_name\" value=\"{}\"/>{}<button>Watch</button></form>",
        c.name,
        table(
            "Officers",
            &["Name", "Office", "Appointed@", "Until", "Nationality"],
            &people,
            TableKind { sortable: true, filter: None }
        ),
        facts.company_number(id),
        c.name,
        select(
            "event",
            "Tell me about",
            &[("accounts", "New accounts"), ("officers", "Changes of officers"), ("all", "Every change")]
                .map(|(a, b)| (a.to_string(), b.to_string())),
            "all",
            ""
        )
    );
    page(&format!("{} - Register of Companies", c.name), FRAME.page("company", &html))
}

fn accounts(net: &Internet, id: CompanyId, wanted: i32) -> Option<Answer> {
    let facts = net.facts();
    let c = &facts.companies[id];
    let at = c.reports.iter().position(|r| r.year == wanted)?;
    let r = &c.reports[at];
    let before = at.checked_sub(1).map(|b| &c.reports[b]);
    let line = |name: &str, value: i64, earlier: Option<i64>| {
        vec![
            name.into(),
            number(value, 0),
            earlier.map_or_else(|| ".".into(), |v| number(v, 0)),
            earlier.map_or_else(|| ".".to_string(), |v| change(v, value)).into(),
        ]
    };
    let revenue_before = r.restated_revenue.or_else(|| before.map(|b| b.revenue));
    let rows = vec![
        line("Revenue", r.revenue, revenue_before),
        line("Operating profit", r.operating_profit, before.map(|b| b.operating_profit)),
        line("Net income", r.net_income, before.map(|b| b.net_income)),
        line("Total assets", r.assets, before.map(|b| b.assets)),
        line("Equity", r.equity, before.map(|b| b.equity)),
        line("Research and development", r.research, before.map(|b| b.research)),
        line("Dividends", r.dividends, before.map(|b| b.dividends)),
        line("Employees", r.employees, before.map(|b| b.employees)),
    ];
    let note = match (r.restated_revenue, before) {
        (Some(restated), Some(before)) => format!(
            "<p class=\"note\">The revenue of {} is restated: {} instead of {} as first filed.</p>",
            before.year,
            commas(restated),
            commas(before.revenue)
        ),
        _ => String::new(),
    };
    let margin = fixed(r.operating_profit * 1000 / r.revenue.max(1), 1);
    let years = c
        .reports
        .iter()
        .map(|o| {
            if o.year == r.year {
                format!("<b>{}</b>", o.year)
            } else {
                link(&format!("{}/accounts/{}", address_of(facts, id), o.year), &o.year.to_string())
            }
        })
        .collect::<Vec<_>>()
        .join(" · ");
    let mut html = format!(
        "<p>{}</p><h1>{}: accounts {}</h1><p>{years}</p><p>Filed on {}. Audited by {}.</p>{note}{}",
        own_link(facts, id),
        c.name,
        r.year,
        r.filed.long(),
        c.auditor,
        table(
            &format!("Figures of {} in thousand kr", r.year),
            &["Figure", &format!("{}#", r.year), &format!("{}#", r.year - 1), "Change, %#"],
            &rows,
            TableKind::default()
        )
    );
    put!(
        html,
        "<p>Operating margin: {margin} %.</p><h2>Segments</h2><p>The revenue by segment is in the annual report: {}.</p>",
        link(&format!("{}/report-{}.pdf", address_of(facts, id), r.year), &format!("annual report {} (PDF)", r.year))
    );
    page(&format!("{}: accounts {} - Register of Companies", c.name, r.year), FRAME.page("accounts", &html))
}

fn officer(net: &Internet, id: PersonId) -> Option<Answer> {
    let facts = net.facts();
    let mut held: Vec<_> = facts.offices_of(id).iter().map(|(c, o)| (*c, &facts.companies[*c].officers[*o])).collect();
    if held.is_empty() {
        return None;
    }
    held.sort_by_key(|h| std::cmp::Reverse(h.1.appointed));
    let p = &facts.people[id];
    let rows: Vec<_> = held
        .iter()
        .map(|(c, o)| {
            vec![
                own_link(facts, *c).into(),
                o.role.word().into(),
                sorted(o.appointed.long(), o.appointed.days()),
                o.resigned.map_or_else(|| "in office".to_string(), crate::Date::long).into(),
            ]
        })
        .collect();
    let more = article_address(net, Entity::Person(id))
        .map(|a| format!("<p>{}</p>", link(&a, "Article in Meridian")))
        .unwrap_or_default();
    let html = format!(
        "<h1>{}</h1>{}{}{more}",
        p.name,
        definitions(
            "facts",
            &[
                ("Officer number", facts.person_code(id).to_string()),
                ("Born", format!("{} {}", p.born.month_name(), p.born.year)),
                ("Nationality", facts.countries[p.country].name.into()),
                ("Appointments", held.len().to_string())
            ]
        ),
        table("Appointments", &["Company", "Office", "Appointed@", "Until"], &rows, TableKind { sortable: true, filter: None })
    );
    page(&format!("{} - Register of Companies", p.name), FRAME.page("officer", &html))
}
