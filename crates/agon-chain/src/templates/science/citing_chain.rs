//! The most cited paper of a topic, the most cited of those that cite it, its first author, and a reading list.

use super::add_to_reading_list;
use crate::chain::{GoalState, Move};
use crate::writer::{Writer, computed, told};
use agon_internet::facts::{Entity, rank};
use std::collections::BTreeMap;

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let topics: Vec<_> = facts.topics.ids().collect();
    let topic = w.draw(&topics)?;
    let from = w.rng.integer(1998, 2006) as i32;
    let to = from + 6;
    let cited = |id| facts.papers[id].cited_by.len();
    let of_topic =
        facts.papers.iter().filter(|(_, paper)| paper.topics.contains(&topic) && (from..=to).contains(&paper.published.year));
    let found = rank(of_topic.map(|(id, _)| (id, cited(id))));
    let [(origin, most), (second, next), ..] = found[..] else { return None };
    let citing = rank(facts.papers[origin].cited_by.iter().map(|id| (*id, cited(*id))));
    let [(heir, heir_most), (heir_second, heir_next), ..] = citing[..] else { return None };
    let (first, later) = (&facts.papers[origin], &facts.papers[heir]);
    let person = *later.authors.first()?;
    let scholar = &facts.people[person];
    let own = rank(facts.papers_of(person).iter().map(|id| (*id, cited(*id))));
    let [(own_best, own_most), (own_second, own_next), ..] = own[..] else { return None };
    let university = scholar.institution?;
    let school = &facts.universities[university];
    let name = &facts.topics[topic].name;
    let rector = &facts.people[school.rector].name;
    let is_clear = most != next
        && heir_most != heir_next
        && own_most != own_next
        && own_best != heir
        && own_best != origin
        && citing.len() > 12
        && scholar.university != university
        && school.rector != person
        && [origin, heir, own_best].iter().all(|id| facts.papers[*id].retracted.is_none());
    if !is_clear {
        return None;
    }
    let (origin_page, heir_page, best_page) = (net.paper_page(origin), net.paper_page(heir), net.paper_page(own_best));
    let (author_page, school_page) = (net.author_page(person), net.article_page(Entity::University(university))?);
    let citing_page = format!("{origin_page}/cited-by");
    let pages = citing.len().div_ceil(25);
    let citing_pages: Vec<String> = (1..=pages)
        .map(|number| if number == 1 { citing_page.clone() } else { format!("{citing_page}?page={number}") })
        .collect();
    // The newest come first.
    let heir_at = first.cited_by.iter().rev().position(|id| *id == heir)? / 25;

    w.say("topic", name);
    w.say("from", from);
    w.say("to", to);
    w.stage(|s| {
        s.text("paper", &first.title, &facts.papers[second].title, told(&origin_page));
        s.number("citations", (most as f64, 0.0, "citations"), next as f64, told(&origin_page));
        s.go("library.example");
        // The first match is the link to all topics.
        s.choose_nth("Topic", 2, name);
        s.fill("From year", from);
        s.fill("To year", to);
        s.enter();
        s.choose("Order", "Most cited first");
        s.enter();
        s.read(1);
        s.press(&first.title);
        s.read(1);
    });
    w.stage(|s| {
        s.text("heir", &later.title, &facts.papers[heir_second].title, computed(&citing_pages));
        s.number("heir_citations", (heir_most as f64, 0.0, "citations"), heir_next as f64, computed(&citing_pages));
        s.press(&format!("Cited by {most} papers of the library"));
        s.read(3);
        for _ in 1..pages {
            s.press("Next");
            s.read(3);
        }
        for _ in heir_at + 1..pages {
            s.then(Move::Back);
            s.read(1);
        }
        s.press(&later.title);
        s.read(1);
    });
    w.stage(|s| {
        s.text("first_author", &scholar.name, &facts.people[first.authors[0]].name, told(&heir_page));
        s.text("institution", &school.name, &facts.universities[scholar.university].name, told(&author_page));
        s.text("own_best", &facts.papers[own_best].title, &facts.papers[own_second].title, told(&author_page));
        s.press(&scholar.name);
        s.read(1);
    });
    w.stage(|s| {
        let papers = [origin, heir, own_best].map(|id| (facts.paper_code(id).to_string(), facts.papers[id].published.year));
        let entries = papers
            .iter()
            .map(|(code, year)| BTreeMap::from([("paper".to_owned(), code.clone()), ("note".to_owned(), year.to_string())]));
        let entries = entries.collect();
        s.goal("reading", GoalState::KeptAll { site: "library.example".into(), list: "reading".into(), entries });
        for (page, (_, year)) in [&origin_page, &heir_page, &best_page].into_iter().zip(&papers) {
            s.go(page.as_str());
            add_to_reading_list(s, &year.to_string());
        }
        let moves = s.moves();
        s.slip_by("one paper too few", "reading", moves[..moves.len() - 4].to_vec());
        let year = papers[1].1;
        s.slip("another year", "reading", (&year.to_string(), &(year + 1).to_string()));
    });
    w.stage(|s| {
        s.text("rector", rector, &scholar.name, told(&school_page));
        s.goal("citation-file", GoalState::Downloaded(format!("{heir_page}.bib")));
        s.goal("bookmark", GoalState::Bookmarked(school_page.clone()));
        s.go(format!("doi.example/{}", later.doi));
        s.press("BibTeX");
        s.go(author_page.as_str());
        s.press(&school.name);
        s.press("Article in Meridian");
        s.read(1);
        s.then(Move::Bookmark);
        let moves = s.moves();
        s.slip_by("no bookmark", "bookmark", moves[..moves.len() - 1].to_vec());
        s.slip_by("no file is saved", "citation-file", moves[2..].to_vec());
    });
    Some(())
}
