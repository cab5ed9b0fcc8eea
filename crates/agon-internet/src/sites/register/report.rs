//! Annual reports as PDF.

use crate::Internet;
use crate::facts::{CompanyId, INDUSTRIES, Id, Role};
use crate::format::{change, commas, crowns, listed};
use crate::pdf::Pdf;

/// The annual report of a year, if there is one.
pub(super) fn annual_report(net: &Internet, id: CompanyId, year: i32) -> Option<Vec<u8>> {
    let facts = net.facts();
    let c = &facts.companies[id];
    let at = c.reports.iter().position(|r| r.year == year)?;
    let r = &c.reports[at];
    let before = at.checked_sub(1).map(|b| &c.reports[b]);
    let mut rng = facts.rng("report", id.index() * 10 + at);
    let industry = &INDUSTRIES[c.industry];
    let city = facts.cities[c.city].name;
    let in_office = |role: Role| {
        c.officers
            .iter()
            .find(|o| o.role == role && o.appointed.year <= year && o.resigned.is_none_or(|d| d.year > year))
            .map(|o| facts.people[o.person].name.clone())
    };
    let chair = in_office(Role::Chair);
    let chief = in_office(Role::ChiefExecutive);

    let mut pdf = Pdf::new(&format!("{}: annual report {year}", c.name));
    pdf.space(150.0);
    pdf.heading(&c.name, 26.0);
    pdf.heading(&format!("Annual report {year}"), 18.0);
    pdf.space(20.0);
    pdf.paragraph(&format!("{}, {} {}, {}", c.street, c.postcode, city, facts.countries[facts.cities[c.city].country].name));
    pdf.paragraph(&format!(
        "Register number {}. Industry {}: {}. Incorporated on {}.",
        facts.company_number(id),
        industry.code,
        industry.title,
        c.incorporated.long()
    ));
    pdf.paragraph("All amounts in thousand crowns (kr) unless said otherwise.");
    pdf.page();

    pdf.heading("Letter to shareholders", 16.0);
    pdf.paragraph(match rng.below(4) {
        0 => "Dear shareholders, the year asked much of everybody who works here, and gave something back.",
        1 => "Dear shareholders, we promised to do fewer things and to do them better. This report tells how far we came.",
        2 => "Dear shareholders, prices of what we buy went up and down more than we had planned for. Our customers stayed.",
        _ => "Dear shareholders, a company of our age has seen other years like this one. We kept to our course.",
    });
    let moved = before.map(|b| {
        let earlier = r.restated_revenue.unwrap_or(b.revenue);
        format!(
            "Revenue {} by {} per cent to {}.",
            if r.revenue >= earlier { "rose" } else { "fell" },
            change(earlier, r.revenue).trim_start_matches('-'),
            crowns(r.revenue)
        )
    });
    pdf.paragraph(&format!(
        "{} Operating profit came to {} and net income to {}.",
        moved.unwrap_or_else(|| format!("Revenue was {}.", crowns(r.revenue))),
        crowns(r.operating_profit),
        crowns(r.net_income)
    ));
    let plans = [
        "We closed a site that had lost money for years and moved its machines to another one.",
        "A new training workshop was opened next to the head office.",
        "The works council and the board agreed on a four-day week for shifts at night.",
        "We replaced most of the vehicles by electric ones.",
        "A flood stopped work at one site for nine days; nobody was hurt.",
        "We bought the building that we had rented since the beginning.",
        "Two long contracts were renewed, one was not.",
        "The order book at the end of the year covered five months.",
    ];
    let first = rng.index(plans.len());
    pdf.paragraph(&format!("{} {}", plans[first], plans[(first + 1 + rng.index(plans.len() - 1)) % plans.len()]));
    pdf.paragraph(&match r.dividends {
        0 => "The board proposes to pay no dividend.".to_string(),
        sum => format!("The board proposes dividends of {} in all.", crowns(sum)),
    });
    pdf.paragraph(&format!("At the end of the year {} people worked for us. We thank them.", commas(r.employees)));
    if let Some(chief) = &chief {
        pdf.paragraph(&format!("{chief}, chief executive"));
    }
    pdf.page();

    pdf.heading("Business of the company", 16.0);
    pdf.paragraph(&format!("{} works in {}. It reports {} segments.", c.short, industry.title.to_lowercase(), r.segments.len()));
    let mut rows = vec![vec!["Segment".to_string(), format!("Revenue {year}"), "Share, %".to_string()]];
    for (name, value) in &r.segments {
        rows.push(vec![(*name).to_string(), commas(*value), crate::format::fixed(value * 1000 / r.revenue.max(1), 1)]);
    }
    rows.push(vec!["Total".into(), commas(r.revenue), "100.0".into()]);
    pdf.table(&rows);
    for (name, _) in &r.segments {
        pdf.paragraph(&format!(
            "{name}: {}",
            [
                "demand was steady and prices were kept.",
                "we lost a customer and won two smaller ones.",
                "the second half of the year was better than the first.",
                "margins were under pressure from imports.",
                "capacity was used almost fully.",
                "the product range was cut by a third."
            ][rng.index(6)]
        ));
    }
    pdf.paragraph(&match r.research {
        0 => "The company did no research of its own.".to_string(),
        sum => format!("Spending on research and development was {} thousand kr.", commas(sum)),
    });
    pdf.page();

    pdf.heading("Financial statements", 16.0);
    let columns: Vec<_> = c.reports[..=at].iter().rev().take(3).collect();
    let mut rows = vec![std::iter::once(String::new()).chain(columns.iter().map(|o| o.year.to_string())).collect::<Vec<_>>()];
    let mut add = |name: &str, value: &dyn Fn(&crate::facts::Report) -> i64| {
        rows.push(std::iter::once(name.to_string()).chain(columns.iter().map(|o| commas(value(o)))).collect())
    };
    let restated = r.restated_revenue;
    add("Revenue", &|o| if o.year == year - 1 { restated.unwrap_or(o.revenue) } else { o.revenue });
    add("Operating profit", &|o| o.operating_profit);
    add("Net income", &|o| o.net_income);
    add("Total assets", &|o| o.assets);
    add("Equity", &|o| o.equity);
    add("Liabilities", &|o| o.assets - o.equity);
    add("Research and development", &|o| o.research);
    add("Dividends", &|o| o.dividends);
    add("Employees (number)", &|o| o.employees);
    pdf.table(&rows);
    if let (Some(restated), Some(before)) = (restated, before) {
        pdf.paragraph(&format!(
            "The revenue of {} is restated to {} (first reported: {}) because freight paid for customers is no longer counted.",
            before.year,
            commas(restated),
            commas(before.revenue)
        ));
    }
    pdf.bars(
        &format!("Revenue to {year}, in proportion"),
        &c.reports[..=at].iter().map(|o| (o.year.to_string(), o.revenue)).collect::<Vec<_>>(),
    );
    pdf.page();

    pdf.heading("Board and officers", 16.0);
    let mut rows = vec![vec!["Name".to_string(), "Office".to_string(), "Appointed".to_string()]];
    for officer in c.officers.iter().filter(|o| o.appointed.year <= year && o.resigned.is_none_or(|d| d.year > year)) {
        rows.push(vec![facts.people[officer.person].name.clone(), officer.role.word().into(), officer.appointed.long()]);
    }
    pdf.table(&rows);
    if let Some(chair) = chair {
        pdf.paragraph(&format!("The board met {} times under {chair}.", rng.integer(5, 14)));
    }
    if !c.subsidiaries.is_empty() {
        let names: Vec<String> = c.subsidiaries.iter().map(|s| facts.companies[*s].name.clone()).collect();
        pdf.heading("Group", 13.0);
        pdf.paragraph(&format!("Subsidiaries: {}.", listed(&names)));
    }
    if let Some((parent, share)) = c.parent {
        pdf.paragraph(&format!("{share} per cent of the shares belong to {}.", facts.companies[parent].name));
    }
    pdf.heading("Risks", 13.0);
    for risk in [
        "Prices of energy and materials may change faster than ours.",
        "A few customers make up much of the revenue.",
        "Rates of exchange matter, since we report in crowns.",
        "Systems may fail or be attacked.",
    ] {
        if rng.chance(0.7) {
            pdf.paragraph(risk);
        }
    }
    pdf.heading("Statement of the auditor", 13.0);
    pdf.paragraph(&format!(
        "{} has audited the financial statements of {} for {year}. In our opinion they give a true and fair view. {}",
        c.auditor,
        c.name,
        r.filed.plus(-9).long()
    ));
    Some(pdf.finish(&format!("{}   Annual report {year}", c.name)))
}
