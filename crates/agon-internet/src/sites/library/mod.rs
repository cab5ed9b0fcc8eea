//! The library of research, and the resolver of DOIs.

mod paper;

use super::{Addresses, Documents, article_link, page, paper_address};
use crate::address::{Address, query};
use crate::facts::{Entity, FIELDS, Facts, Id, Paper, PaperId, PersonId, TopicId, UniversityId, VenueId, rank};
use crate::format::{commas, listed, slug};
use crate::html::{Frame, TableKind, definitions, escape, field, link, list, number, pager, part, put, select, table, year};
use crate::{Answer, Internet};
use paper::{author, bibtex, paper, pdf};

const FRAME: Frame<'static> = Frame {
    brand: "Open Library of Research",
    motto: "4,000 papers, open to all",
    links: &[
        ("/search", "Search"),
        ("/topics", "Topics"),
        ("/venues", "Venues"),
        ("/institutions", "Institutions"),
        ("/most-cited", "Most cited"),
        ("/reading-list", "Reading list"),
    ],
    extra: "",
    footer: "<p>Open Library of Research. Citations are counted within the library. DOIs resolve at doi.example.</p>",
    asks_about_cookies: false,
};

const PER_PAGE: usize = 25;

fn own_link(facts: &Facts, id: PaperId) -> String {
    link(&format!("/paper/{}", facts.paper_code(id)), &facts.papers[id].title)
}

fn author_link(facts: &Facts, id: PersonId) -> String {
    link(&format!("/author/{}", facts.person_code(id)), &facts.people[id].name)
}

fn authors(facts: &Facts, paper: &Paper) -> String {
    listed(&paper.authors.iter().map(|a| author_link(facts, *a)).collect::<Vec<_>>())
}

fn venue_key(facts: &Facts, id: VenueId) -> String {
    slug(&facts.venues[id].name, '-')
}

fn venue_link(facts: &Facts, id: VenueId) -> String {
    link(&format!("/venue/{}", venue_key(facts, id)), &facts.venues[id].name)
}

fn topic_key(facts: &Facts, id: TopicId) -> String {
    slug(&facts.topics[id].name, '-')
}

/// Where a paper appeared, as in a list of references.
fn appeared(facts: &Facts, paper: &Paper) -> String {
    let v = &facts.venues[paper.venue];
    format!("{} {}, {}-{} ({})", v.short, v.volume(paper.published.year), paper.pages.0, paper.pages.1, paper.published.year)
}

pub(super) fn get(net: &Internet, address: &Address) -> Option<Answer> {
    let facts = net.facts();
    match address.parts().as_slice() {
        [] => page("Open Library of Research", home(facts)),
        ["search"] => search(facts, address),
        ["topics"] => page("Topics - Open Library of Research", topics(facts)),
        ["topic", key] => {
            let id = facts.topics.ids().find(|id| topic_key(facts, *id) == *key)?;
            let papers = facts.papers.iter().rev().filter(|(_, p)| p.topics.contains(&id)).map(|(p, _)| p).collect();
            let more = format!("<p>{}</p>", article_link(net, Entity::Topic(id), "Article in Meridian"));
            paper_list(facts, &facts.topics[id].name, &more, papers, &format!("/topic/{key}"), address.page())
        }
        ["venues"] => page("Venues - Open Library of Research", venues(facts)),
        ["venue", key] => venue(net, facts.venues.ids().find(|id| venue_key(facts, *id) == *key)?),
        ["venue", key, volume] => {
            volume_page(facts, facts.venues.ids().find(|id| venue_key(facts, *id) == *key)?, volume.parse().ok()?)
        }
        ["institutions"] => page("Institutions - Open Library of Research", institutions(net)),
        ["institution", number] => institution(net, UniversityId(number.parse::<u32>().ok()?.checked_sub(1)?), address.page()),
        ["most-cited"] => page("Most cited - Open Library of Research", most_cited(facts)),
        ["reading-list"] => page("Reading list - Open Library of Research", reading_list()),
        ["paper", file] => match file.split_once('.') {
            None => paper(net, facts.paper_by_code(file)?),
            Some((code, "bib")) => bibtex(facts, facts.paper_by_code(code)?),
            Some((code, "pdf")) => pdf(facts, facts.paper_by_code(code)?),
            Some(_) => None,
        },
        ["paper", code, "cited-by"] => {
            let id = facts.paper_by_code(code)?;
            let citing = facts.papers[id].cited_by.iter().rev().copied().collect();
            let more = format!("<p>Papers that cite {}</p>", own_link(facts, id));
            paper_list(
                facts,
                &format!("Cited by {} papers", facts.papers[id].cited_by.len()),
                &more,
                citing,
                &format!("/paper/{code}/cited-by"),
                address.page(),
            )
        }
        ["author", code] => author(net, facts.person_by_code(code)?),
        _ => None,
    }
}

/// `doi.example/10.…` leads to the paper.
pub(super) fn resolve(net: &Internet, address: &Address) -> Option<Answer> {
    let doi = address.path.trim_start_matches('/');
    if doi.is_empty() {
        return page("DOI resolver", FRAME.page("plain", "<h1>DOI resolver</h1><p>Put a DOI after the address, as in <code>doi.example/10.5123/j-biology.2019.1234</code>, to be led to the paper.</p>"));
    }
    let (id, _) = net.facts().papers.iter().find(|(_, p)| p.doi == doi)?;
    Some(Answer::Moved(paper_address(net, id)))
}

pub(super) fn addresses(net: &Internet, list: &mut Addresses) {
    let facts = net.facts();
    for path in ["/", "/topics", "/venues", "/institutions", "/most-cited", "/reading-list"] {
        list.add(path);
    }
    list.add_pages("/search", facts.papers.len(), PER_PAGE);
    for (id, p) in facts.papers.iter() {
        let code = facts.paper_code(id);
        list.add(&format!("/paper/{code}"));
        list.add(&format!("/paper/{code}.bib"));
        list.add(&format!("/paper/{code}.pdf"));
        if !p.cited_by.is_empty() {
            list.add_pages(&format!("/paper/{code}/cited-by"), p.cited_by.len(), PER_PAGE);
        }
    }
    for id in facts.people.ids().filter(|id| facts.people[*id].institution.is_some()) {
        list.add(&format!("/author/{}", facts.person_code(id)));
    }
    for id in facts.topics.ids() {
        list.add_pages(
            &format!("/topic/{}", topic_key(facts, id)),
            facts.papers.iter().filter(|(_, p)| p.topics.contains(&id)).count(),
            PER_PAGE,
        );
    }
    for id in facts.venues.ids() {
        let key = venue_key(facts, id);
        list.add(&format!("/venue/{key}"));
        for volume in volumes(facts, id) {
            list.add(&format!("/venue/{key}/{volume}"));
        }
    }
    let mut scholars = vec![0; facts.universities.len()];
    for (_, p) in facts.people.iter() {
        if let Some(u) = p.institution {
            scholars[u.index()] += 1;
        }
    }
    for (i, count) in scholars.into_iter().enumerate() {
        list.add_pages(&format!("/institution/{}", i + 1), count, 60);
    }
}

pub(super) fn documents(net: &Internet, to: &mut dyn Documents) {
    let facts = net.facts();
    for (id, p) in facts.papers.iter() {
        let names: Vec<&str> = p.authors.iter().map(|a| facts.people[*a].name.as_str()).collect();
        to.add(
            format!("http://library.example/paper/{}", facts.paper_code(id)),
            &p.title,
            &format!(
                "Paper by {} in {}, {}. Topic: {}. doi {}",
                listed(&names),
                facts.venues[p.venue].name,
                p.published.year,
                facts.topics[p.topics[0]].name,
                p.doi
            ),
        );
    }
    for (id, p) in facts.people.iter().filter(|(_, p)| p.institution.is_some()) {
        let place = p.institution.map_or("", |u| facts.universities[u].name.as_str());
        to.add(
            format!("http://library.example/author/{}", facts.person_code(id)),
            &format!("{} - publications", p.name),
            &format!("Papers, citations and co-authors of {}, {place}.", p.name),
        );
    }
    for (id, v) in facts.venues.iter() {
        to.add(
            format!("http://library.example/venue/{}", venue_key(facts, id)),
            &v.name,
            &format!("Volumes and papers of {}, published by {} since {}.", v.name, v.publisher, v.founded),
        );
    }
}

fn search_form(address: Option<&Address>, facts: &Facts) -> String {
    let value = |key: &str| address.and_then(|a| a.value(key)).unwrap_or("");
    let topics: Vec<(String, String)> = std::iter::once((String::new(), "All topics".to_string()))
        .chain(facts.topics.ids().map(|id| (topic_key(facts, id), facts.topics[id].name.clone())))
        .collect();
    let orders = [("newest", "Newest first"), ("cited", "Most cited first"), ("oldest", "Oldest first")]
        .map(|(a, b)| (a.to_string(), b.to_string()));
    format!(
        "<form class=\"search\" action=\"/search\" role=\"search\">{}{}{}{}{}{}<button>Search</button></form>",
        field("title", "Words of the title", "text", &format!("value=\"{}\"", escape(value("title")))),
        field("author", "Author", "text", &format!("value=\"{}\"", escape(value("author")))),
        field("from", "From year", "number", &format!("min=\"1994\" max=\"2026\" value=\"{}\"", escape(value("from")))),
        field("to", "To year", "number", &format!("min=\"1994\" max=\"2026\" value=\"{}\"", escape(value("to")))),
        select("topic", "Topic", &topics, value("topic"), ""),
        select("sort", "Order", &orders, if value("sort").is_empty() { "newest" } else { value("sort") }, "")
    )
}

fn home(facts: &Facts) -> String {
    let newest = facts
        .papers
        .iter()
        .rev()
        .take(8)
        .map(|(id, p)| format!("{}<br/>{} · {}", own_link(facts, id), authors(facts, p), p.published.long()));
    FRAME.page(
        "home",
        &format!(
            "<h1>Find a paper</h1>{}<h2>Newest papers</h2>{}<h2>Fields</h2>{}",
            search_form(None, facts),
            list("papers", newest.collect::<Vec<_>>()),
            list("fields", FIELDS.iter().map(|f| link(&format!("/topics#{}", slug(f, '-')), f)))
        ),
    )
}

fn result(facts: &Facts, id: PaperId) -> String {
    let p = &facts.papers[id];
    let note = if p.retracted.is_some() { " <strong class=\"retracted\">Retracted</strong>" } else { "" };
    format!(
        "{}{note}<br/>{}<br/><span class=\"where\">{} · cited by {}</span>",
        own_link(facts, id),
        authors(facts, p),
        appeared(facts, p),
        p.cited_by.len()
    )
}

fn search(facts: &Facts, address: &Address) -> Option<Answer> {
    let words: Vec<String> = address.value("title").unwrap_or("").to_lowercase().split_whitespace().map(String::from).collect();
    let name = address.value("author").unwrap_or("").to_lowercase();
    let from: i32 = address.number("from").unwrap_or(0);
    let to: i32 = address.number("to").unwrap_or(9999);
    let topic = address.value("topic").and_then(|key| facts.topics.ids().find(|id| topic_key(facts, *id) == key));
    let mut found: Vec<PaperId> = facts
        .papers
        .iter()
        .rev()
        .filter(|(_, p)| {
            (from..=to).contains(&p.published.year)
                && topic.is_none_or(|t| p.topics.contains(&t))
                && (words.is_empty() || {
                    let title = p.title.to_lowercase();
                    words.iter().all(|w| title.contains(w))
                })
                && (name.is_empty() || p.authors.iter().any(|a| facts.people[*a].name.to_lowercase().contains(&name)))
        })
        .map(|(id, _)| id)
        .collect();
    match address.value("sort") {
        Some("cited") => {
            found = rank(found.into_iter().map(|id| (id, facts.papers[id].cited_by.len()))).into_iter().map(|r| r.0).collect()
        }
        Some("oldest") => found.reverse(),
        _ => {}
    }
    let (shown, pages) = part(&found, address.page(), PER_PAGE);
    let base = format!(
        "/search{}",
        query(&["title", "author", "from", "to", "topic", "sort"].map(|k| (k, address.value(k).unwrap_or(""))))
    );
    let facets = rank(facts.topics.ids().filter_map(|t| {
        let count = found.iter().filter(|p| facts.papers[**p].topics.contains(&t)).count();
        (count > 0).then_some((t, count))
    }));
    let facets = list(
        "facets",
        facets
            .iter()
            .take(10)
            .map(|(t, count)| format!("{} ({count})", link(&format!("/topic/{}", topic_key(facts, *t)), &facts.topics[*t].name))),
    );
    let html = format!(
        "<h1>Search</h1>{}<p>{} papers.</p><div class=\"with-side\"><div>{}{}</div><aside><h2>Topics of these papers</h2>{facets}</aside></div>",
        search_form(Some(address), facts),
        commas(found.len() as i64),
        list("papers", shown.iter().map(|id| result(facts, *id))),
        pager(&base, address.page(), pages)
    );
    page("Search - Open Library of Research", FRAME.page("plain", &html))
}

fn paper_list(facts: &Facts, title: &str, more: &str, papers: Vec<PaperId>, base: &str, number: usize) -> Option<Answer> {
    let (shown, pages) = part(&papers, number, PER_PAGE);
    page(
        &format!("{title} - Open Library of Research"),
        FRAME.page(
            "plain",
            &format!(
                "<h1>{title}</h1>{more}<p>{} papers, page {number} of {pages}.</p>{}{}",
                papers.len(),
                list("papers", shown.iter().map(|id| result(facts, *id))),
                pager(base, number, pages)
            ),
        ),
    )
}

fn topics(facts: &Facts) -> String {
    let mut html = String::from("<h1>Topics</h1>");
    for name in FIELDS {
        let items = facts
            .topics
            .iter()
            .filter(|(_, t)| t.field == name)
            .map(|(id, t)| link(&format!("/topic/{}", topic_key(facts, id)), &t.name));
        put!(html, "<h2 id=\"{}\">{name}</h2>{}", slug(name, '-'), list("entries", items));
    }
    FRAME.page("plain", &html)
}

fn volumes(facts: &Facts, id: VenueId) -> Vec<i32> {
    let v = &facts.venues[id];
    let mut all: Vec<i32> = facts.papers.iter().filter(|(_, p)| p.venue == id).map(|(_, p)| v.volume(p.published.year)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn venues(facts: &Facts) -> String {
    let mut papers = vec![0i64; facts.venues.len()];
    let mut cited = vec![0i64; facts.venues.len()];
    for (_, p) in facts.papers.iter() {
        papers[p.venue.index()] += 1;
        cited[p.venue.index()] += p.cited_by.len() as i64;
    }
    let rows: Vec<_> = facts
        .venues
        .iter()
        .map(|(id, v)| {
            vec![
                venue_link(facts, id).into(),
                v.field.into(),
                v.publisher.into(),
                year(v.founded),
                number(papers[id.index()], 0),
                number(cited[id.index()], 0),
            ]
        })
        .collect();
    FRAME.page(
        "plain",
        &format!(
            "<h1>Journals and conferences</h1>{}",
            table(
                "Venues",
                &["Venue", "Field", "Publisher", "Since#", "Papers#", "Citations#"],
                &rows,
                TableKind { sortable: true, filter: Some("Filter venues") }
            )
        ),
    )
}

fn venue(net: &Internet, id: VenueId) -> Option<Answer> {
    let facts = net.facts();
    let v = &facts.venues[id];
    let best = rank(facts.papers.iter().filter(|(_, p)| p.venue == id).map(|(p, row)| (p, row.cited_by.len())));
    let links = volumes(facts, id)
        .iter()
        .rev()
        .map(|n| link(&format!("/venue/{}/{n}", venue_key(facts, id)), &format!("Volume {n} ({})", v.founded + n - 1)))
        .collect::<Vec<_>>();
    let html = format!(
        "<h1>{}</h1>{}<h2>Volumes</h2>{}<h2>Most cited</h2>{}",
        v.name,
        definitions(
            "facts",
            &[
                ("Field", v.field.into()),
                ("Publisher", v.publisher.into()),
                ("Since", v.founded.to_string()),
                ("Papers", best.len().to_string()),
                ("Encyclopaedia", article_link(net, Entity::Venue(id), &v.name))
            ]
        ),
        list("entries", links),
        list("papers", best.iter().take(8).map(|(p, _)| result(facts, *p)))
    );
    page(&format!("{} - Open Library of Research", v.name), FRAME.page("venue", &html))
}

fn volume_page(facts: &Facts, id: VenueId, volume: i32) -> Option<Answer> {
    let v = &facts.venues[id];
    let mut papers: Vec<PaperId> =
        facts.papers.iter().filter(|(_, p)| p.venue == id && v.volume(p.published.year) == volume).map(|(p, _)| p).collect();
    if papers.is_empty() {
        return None;
    }
    papers.sort_by_key(|p| facts.papers[*p].pages.0);
    page(
        &format!("{}, volume {volume} - Open Library of Research", v.name),
        FRAME.page(
            "plain",
            &format!(
                "<h1>{}, volume {volume}</h1><p>{} · {} papers of {}.</p>{}",
                v.name,
                venue_link(facts, id),
                papers.len(),
                v.founded + volume - 1,
                list("papers", papers.iter().map(|p| result(facts, *p)))
            ),
        ),
    )
}

fn institutions(net: &Internet) -> String {
    let facts = net.facts();
    let mut people = vec![0i64; facts.universities.len()];
    let mut cited = vec![0i64; facts.universities.len()];
    for (id, p) in facts.people.iter() {
        if let Some(u) = p.institution {
            people[u.index()] += 1;
            cited[u.index()] += facts.citations_of(id) as i64;
        }
    }
    let rows: Vec<_> = facts
        .universities
        .iter()
        .map(|(id, u)| {
            vec![
                link(&format!("/institution/{}", id.0 + 1), &u.name).into(),
                super::place(net, u.city).into(),
                number(people[id.index()], 0),
                number(cited[id.index()], 0),
            ]
        })
        .collect();
    FRAME.page(
        "plain",
        &format!(
            "<h1>Institutions</h1>{}",
            table(
                "Institutions",
                &["Institution", "Place", "Authors#", "Citations#"],
                &rows,
                TableKind { sortable: true, filter: Some("Filter institutions") }
            )
        ),
    )
}

fn institution(net: &Internet, id: UniversityId, number_of_page: usize) -> Option<Answer> {
    let facts = net.facts();
    let (_, u) = facts.universities.get(id.index())?;
    let people = rank(facts.people.iter().filter(|(_, p)| p.institution == Some(id)).map(|(p, _)| (p, facts.citations_of(p))));
    let (shown, pages) = part(&people, number_of_page, 60);
    let rows: Vec<_> = shown
        .iter()
        .map(|(p, cited)| {
            let topic = facts.people[*p]
                .topics
                .first()
                .map(|t| link(&format!("/topic/{}", topic_key(facts, *t)), &facts.topics[*t].name))
                .unwrap_or_default();
            vec![
                author_link(facts, *p).into(),
                topic.into(),
                number(facts.papers_of(*p).len() as i64, 0),
                number(*cited as i64, 0),
                number(facts.h_index(*p) as i64, 0),
            ]
        })
        .collect();
    let html = format!(
        "<h1>{}</h1><p>{} · {}</p>{}{}",
        u.name,
        super::place(net, u.city),
        article_link(net, Entity::University(id), "Article in Meridian"),
        table(
            "Authors",
            &["Author", "Topic", "Papers#", "Citations#", "h-index#"],
            &rows,
            TableKind { sortable: true, filter: None }
        ),
        pager(&format!("/institution/{}", id.0 + 1), number_of_page, pages)
    );
    page(&format!("{} - Open Library of Research", u.name), FRAME.page("plain", &html))
}

fn most_cited(facts: &Facts) -> String {
    let best = rank(facts.papers.iter().map(|(id, p)| (id, p.cited_by.len())));
    let rows: Vec<_> = best
        .iter()
        .take(100)
        .map(|(id, cited)| {
            let p = &facts.papers[*id];
            vec![
                own_link(facts, *id).into(),
                author_link(facts, p.authors[0]).into(),
                facts.topics[p.topics[0]].field.into(),
                year(p.published.year),
                number(*cited as i64, 0),
            ]
        })
        .collect();
    FRAME.page(
        "plain",
        &format!(
            "<h1>Most cited papers</h1>{}",
            table(
                "The hundred most cited papers",
                &["Title", "First author", "Field", "Year#", "Cited by#"],
                &rows,
                TableKind { sortable: true, filter: Some("Filter papers") }
            )
        ),
    )
}

fn reading_list() -> String {
    FRAME.page("plain", "<h1>Reading list</h1><p data-unless=\"reading\">Your reading list is empty. Add papers on their pages.</p><div data-if=\"reading\"><p>Papers: <span data-text=\"reading.length\">0</span></p><ul><template data-each=\"reading\"><li><a href=\"/paper/{{paper}}\">{{title}}</a> <span>{{note}}</span><form method=\"post\" data-remove=\"reading\" action=\"/reading-list\"><input type=\"hidden\" name=\"number\" value=\"{{number}}\"/><button>Remove</button></form></li></template></ul></div>")
}
