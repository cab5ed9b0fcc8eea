//! Articles about companies, universities, fields of research and journals.

use super::Draft;
use crate::Internet;
use crate::facts::{CompanyId, Entity, INDUSTRIES, Id, Role, Status, TopicId, UniversityId, VenueId, rank};
use crate::format::{change, commas, crowns, listed};
use crate::html::{TableKind, link, list, number, paragraphs, table, year};
use crate::sites::{article_link, city_link, company_address, paper_address, person_link};

pub(super) fn company(net: &Internet, id: CompanyId, draft: &mut Draft) {
    let facts = net.facts();
    let c = &facts.companies[id];
    let mut rng = facts.rng("meridian/company", id.index());
    let present = |role: Role| c.officers.iter().find(|o| o.role == role && o.resigned.is_none());
    draft.picture = Some((format!("/picture/company/{}.svg", id.0), format!("Emblem of {}", c.short)));
    let listing = facts.listing_of(id).map(|l| &facts.listings[l]);
    draft.infobox = vec![
        ("Legal name", c.name.clone()),
        ("Industry", INDUSTRIES[c.industry].title.into()),
        ("Incorporated", c.incorporated.long()),
        ("Founder", c.founder.map(|p| person_link(net, p)).unwrap_or_default()),
        ("Head office", city_link(net, c.city)),
        ("Status", c.status.word().into()),
        ("Chief executive", present(Role::ChiefExecutive).map(|o| person_link(net, o.person)).unwrap_or_default()),
        ("Chair", present(Role::Chair).map(|o| person_link(net, o.person)).unwrap_or_default()),
        ("Share", listing.map(|l| link(&format!("http://exchange.example/quote/{}", l.ticker), &l.ticker)).unwrap_or_default()),
        ("Number", link(&company_address(net, id), &facts.company_number(id).to_string())),
    ];
    let founder = c.founder.map(|p| format!(" by {}", person_link(net, p))).unwrap_or_default();
    let history = match rng.below(4) {
        0 => format!(
            "The company was incorporated on {}{founder}. It began in a rented workshop in {}.",
            c.incorporated.long(),
            city_link(net, c.city)
        ),
        1 => format!("{} goes back to a family business that became a company in {}{founder}.", c.short, c.incorporated.year),
        2 => format!("Founded in {}{founder}, {} first worked for customers in the region only.", c.incorporated.year, c.short),
        _ => format!(
            "{} entered the register on {}. Its first large order came {} years later.",
            c.short,
            c.incorporated.long(),
            rng.integer(1, 5)
        ),
    };
    let end = match c.status {
        Status::Active => String::new(),
        Status::InAdministration(date) => format!("It has been in administration since {}.", date.long()),
        Status::Dissolved(date) => format!("It was dissolved on {}.", date.long()),
    };
    draft.section("History", paragraphs(&[history, end]));
    if let Some(last) = c.reports.last() {
        let parts: Vec<String> =
            last.segments.iter().map(|(name, value)| format!("{} ({})", name.to_lowercase(), crowns(*value))).collect();
        draft.section(
            "Business",
            paragraphs(&[format!("In {} the company reported {} segments: {}.", last.year, parts.len(), listed(&parts))]),
        );
        let rows: Vec<_> = c
            .reports
            .iter()
            .map(|r| {
                vec![
                    year(r.year),
                    number(r.revenue, 0),
                    number(r.operating_profit, 0),
                    number(r.net_income, 0),
                    number(r.employees, 0),
                ]
            })
            .collect();
        let mut text = table(
            "Figures in thousand kr",
            &["Year#", "Revenue#", "Operating profit#", "Net income#", "Employees#"],
            &rows,
            TableKind { sortable: true, filter: None },
        );
        if let [.., before, last] = c.reports.as_slice() {
            text.push_str(&paragraphs(&[format!(
                "Revenue changed by {} per cent from {} to {}.",
                change(before.revenue, last.revenue),
                before.year,
                last.year
            )]));
        }
        draft.section("Figures", text);
    }
    let mut group = Vec::new();
    if let Some((parent, share)) = c.parent {
        group.push(format!(
            "{share} per cent of {} belong to {}.",
            c.short,
            article_link(net, Entity::Company(parent), &facts.companies[parent].short)
        ));
    }
    if !c.subsidiaries.is_empty() {
        let names: Vec<String> =
            c.subsidiaries.iter().map(|s| article_link(net, Entity::Company(*s), &facts.companies[*s].short)).collect();
        group.push(format!("Its subsidiaries are {}.", listed(&names)));
    }
    draft.section("Group", paragraphs(&group));
    let medicines: Vec<String> = facts
        .medicines
        .iter()
        .filter(|(_, m)| m.company == id)
        .map(|(m, row)| format!("{} ({}, {})", article_link(net, Entity::Medicine(m), &row.name), row.brand, row.approved.year))
        .collect();
    if !medicines.is_empty() {
        draft.section("Medicines", list("medicines", medicines));
    }
    let bridges: Vec<String> = facts
        .bridges
        .iter()
        .filter(|(_, b)| b.builder == Some(id))
        .map(|(b, row)| format!("{} ({})", article_link(net, Entity::Bridge(b), &row.name), row.opened.year))
        .collect();
    if !bridges.is_empty() {
        draft.section("Bridges built", list("bridges", bridges));
    }
    let films: Vec<String> = facts
        .films
        .iter()
        .filter(|(_, f)| f.studio == Some(id))
        .take(20)
        .map(|(f, row)| format!("{} ({})", article_link(net, Entity::Film(f), &row.title), row.released.year))
        .collect();
    if !films.is_empty() {
        draft.section("Films", list("films", films));
    }
    draft.references = vec![format!("Register of Companies: {}", link(&company_address(net, id), &c.name))];
    if let Some(last) = c.reports.last() {
        draft.references.push(format!(
            "{}: {}",
            c.name,
            link(&format!("{}/report-{}.pdf", company_address(net, id), last.year), &format!("annual report {}", last.year))
        ));
    }
    draft.see_also = vec![Entity::City(c.city)];
}

pub(super) fn university(net: &Internet, id: UniversityId, draft: &mut Draft) {
    let facts = net.facts();
    let u = &facts.universities[id];
    draft.picture = Some((format!("/picture/university/{}.svg", id.0), format!("Main building of {}", u.name)));
    draft.infobox = vec![
        ("City", city_link(net, u.city)),
        ("Founded", u.founded.to_string()),
        ("Rector", format!("{} (since {})", person_link(net, u.rector), u.since)),
        ("Students", commas(u.students)),
        ("Staff", commas(u.staff)),
    ];
    let mut rng = facts.rng("meridian/university", id.index());
    draft.section(
        "History",
        paragraphs(&[match rng.below(3) {
            0 => format!(
                "{} opened in {} with {} professors and {} students.",
                u.name,
                u.founded,
                rng.integer(4, 20),
                rng.integer(30, 200)
            ),
            1 if u.founded < 1800 => {
                format!("A charter of {} names {} as a place of learning in law and medicine.", u.founded, u.name)
            }
            _ => format!(
                "The university was founded in {} by the city; the state took it over {} years later.",
                u.founded,
                rng.integer(1, 20)
            ),
        }]),
    );
    let scholars: Vec<_> =
        facts.people.iter().filter(|(_, p)| p.institution == Some(id)).map(|(p, _)| (p, facts.citations_of(p))).collect();
    let best = rank(scholars.into_iter());
    let rows: Vec<_> = best
        .iter()
        .take(12)
        .map(|(p, cited)| {
            let topic = facts.people[*p]
                .topics
                .first()
                .map(|t| article_link(net, Entity::Topic(*t), &facts.topics[*t].name))
                .unwrap_or_default();
            vec![person_link(net, *p).into(), topic.into(), number(facts.papers_of(*p).len() as i64, 0), number(*cited as i64, 0)]
        })
        .collect();
    draft.section(
        "Research",
        format!(
            "{}{}",
            paragraphs(&[format!("The Open Library of Research knows {} authors who work here.", best.len())]),
            table(
                "Most cited scholars",
                &["Scholar", "Field", "Papers#", "Citations#"],
                &rows,
                TableKind { sortable: true, filter: None }
            )
        ),
    );
    draft.references =
        vec![format!("Open Library of Research: {}", link(&format!("http://library.example/institution/{}", id.0 + 1), &u.name))];
    draft.see_also = vec![Entity::City(u.city)];
    draft.categories = vec![("/list/universities".into(), "Universities by students".into())];
}

pub(super) fn topic(net: &Internet, id: TopicId, draft: &mut Draft) {
    let facts = net.facts();
    let t = &facts.topics[id];
    draft.infobox = vec![("Field", t.field.into())];
    let papers: Vec<_> = facts.papers.iter().filter(|(_, p)| p.topics.contains(&id)).collect();
    if let Some((first, row)) = papers.first() {
        draft.infobox.push(("Oldest paper", row.published.year.to_string()));
        draft.section(
            "History",
            paragraphs(&[format!(
                "The oldest paper of the library on the subject is {} by {} ({}).",
                link(&paper_address(net, *first), &row.title),
                person_link(net, row.authors[0]),
                row.published.year
            )]),
        );
    }
    let best = rank(papers.iter().map(|(p, row)| (*p, row.cited_by.len())));
    let rows: Vec<_> = best
        .iter()
        .take(10)
        .map(|(p, cited)| {
            let row = &facts.papers[*p];
            vec![
                link(&paper_address(net, *p), &row.title).into(),
                person_link(net, row.authors[0]).into(),
                year(row.published.year),
                number(*cited as i64, 0),
            ]
        })
        .collect();
    draft.section(
        "Influential papers",
        table(
            "Most cited papers",
            &["Title", "First author", "Year#", "Cited by#"],
            &rows,
            TableKind { sortable: true, filter: None },
        ),
    );
    let people =
        rank(facts.people.iter().filter(|(_, p)| p.topics.first() == Some(&id)).map(|(p, _)| (p, facts.citations_of(p))));
    draft.section("Scholars", list("scholars", people.iter().take(10).map(|(p, _)| person_link(net, *p))));
    draft.references = vec![format!(
        "Open Library of Research: {}",
        link(&format!("http://library.example/topic/{}", crate::format::slug(&t.name, '-')), &t.name)
    )];
    draft.see_also = (0..3).map(|i| Entity::Topic(TopicId(id.0 / 12 * 12 + (id.0 + 1 + i) % 12))).collect();
}

pub(super) fn venue(net: &Internet, id: VenueId, draft: &mut Draft) {
    let facts = net.facts();
    let v = &facts.venues[id];
    let papers: Vec<_> = facts.papers.iter().filter(|(_, p)| p.venue == id).collect();
    let cited: usize = papers.iter().map(|p| p.1.cited_by.len()).sum();
    draft.infobox = vec![
        ("Field", v.field.into()),
        ("Publisher", v.publisher.into()),
        ("Since", v.founded.to_string()),
        ("Kind", if v.is_conference { "Conference" } else { "Journal" }.into()),
        ("Short form", v.short.clone()),
        ("DOI prefix", format!("10.{}", v.prefix)),
    ];
    draft.section(
        "Contents",
        paragraphs(&[format!(
            "The library holds {} papers from {}, cited {} times in all.",
            papers.len(),
            v.name,
            commas(cited as i64)
        )]),
    );
    let best = rank(papers.iter().map(|(p, row)| (*p, row.cited_by.len())));
    draft.section(
        "Well-known papers",
        list(
            "papers",
            best.iter().take(8).map(|(p, _)| {
                format!("{} ({})", link(&paper_address(net, *p), &facts.papers[*p].title), facts.papers[*p].published.year)
            }),
        ),
    );
    draft.references = vec![format!(
        "Open Library of Research: {}",
        link(&format!("http://library.example/venue/{}", crate::format::slug(&v.name, '-')), &v.name)
    )];
}
