//! The best endowed prize of a field, its laureate of a year and the paper, the university, and an application for data.

use super::add_to_reading_list;
use crate::chain::{GoalState, Move};
use crate::templates::portal::open_form;
use crate::templates::{can_be_chosen, is_plain};
use crate::writer::{Writer, told};
use agon_internet::facts::{Entity, FIELDS, rank};

const INDICATORS: [&str; 4] = ["Patent applications", "Years of schooling", "Adult literacy", "Internet users"];
const LIST: &str = "http://www.meridian.example/list/prizes";

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let field = w.draw(&FIELDS)?;
    let year = w.rng.integer(2011, 2024) as i32;
    let indicator = w.draw(&INDICATORS)?;
    let of_field = facts.prizes.iter().filter(|(_, prize)| prize.field == field);
    let prizes = rank(of_field.map(|(id, prize)| (id, prize.sum)));
    let [(best, most), (second, next), ..] = prizes[..] else { return None };
    let prize = &facts.prizes[best];
    let of_year = |id| facts.prizes[id].laureates.iter().find(|laureate| laureate.0 == year).copied();
    let ((_, person, paper), (_, other, other_paper)) = (of_year(best)?, of_year(second)?);
    let (paper, other_paper) = (paper?, other_paper?);
    let (work, scholar) = (&facts.papers[paper], &facts.people[person]);
    let university = scholar.institution?;
    let school = &facts.universities[university];
    let names = || facts.universities.rows().iter().map(|row| row.name.as_str());
    let published = work.published.year;
    let author_page = net.author_page(person);
    let school_page = net.article_page(Entity::University(university))?;
    let rector = &facts.people[school.rector].name;
    let year_text = year.to_string();
    let is_clear = most != next
        && other != person
        && (2009..year).contains(&published)
        && !work.cited_by.is_empty()
        && scholar.university != university
        && school.rector != person
        && is_plain(&prize.name, facts.prizes.rows().iter().map(|row| row.name.as_str()))
        && is_plain(&school.name, names())
        && can_be_chosen(&school.name, names());
    if !is_clear {
        return None;
    }
    let (paper_page, prize_page) = (net.paper_page(paper), net.article_page(Entity::Prize(best))?);
    let (from, to) = (published.to_string(), year_text.as_str());

    w.say("field", field.to_lowercase());
    w.say("year", year);
    w.say("indicator", indicator);
    w.stage(|s| {
        s.text("prize", &prize.name, &facts.prizes[second].name, told(LIST));
        s.text("laureate", &scholar.name, &facts.people[other].name, told(&prize_page));
        s.text("honoured_paper", &work.title, &facts.papers[other_paper].title, told(&prize_page));
        s.go("www.meridian.example");
        s.press("Lists");
        s.press("Prizes");
        s.press("Sum, thousand kr");
        s.read(2);
        s.press(&prize.name);
        s.read(2);
    });
    w.stage(|s| {
        let cited = work.cited_by.len() as f64;
        s.text("doi", &work.doi, &facts.papers[other_paper].doi, told(&paper_page));
        s.number("citations", (cited, 0.0, "citations"), cited + 1.0, told(&paper_page));
        s.goal("citation-file", GoalState::Downloaded(format!("{paper_page}.bib")));
        s.kept(
            "reading",
            ("library.example", "reading"),
            &[("paper", &facts.paper_code(paper).to_string()), ("note", &prize.name)],
        );
        s.press(&work.title);
        s.read(2);
        s.press("BibTeX");
        add_to_reading_list(s, &prize.name);
        s.slip("the laureate's name as the note", "reading", (&prize.name, &scholar.name));
        let moves = s.moves().into_iter().filter(|one| !matches!(one, Move::Press { text, .. } if text == "BibTeX")).collect();
        s.slip_by("no file is saved", "citation-file", moves);
    });
    w.stage(|s| {
        let (h, papers) = (facts.h_index(person) as f64, facts.papers_of(person).len() as f64);
        s.text("institution", &school.name, &facts.universities[scholar.university].name, told(&author_page));
        s.number("h_index", (h, 0.0, ""), h + 1.0, told(&author_page));
        s.number("papers", (papers, 0.0, "papers"), papers + 1.0, told(&author_page));
        s.go(format!("doi.example/{}", work.doi));
        s.press(&scholar.name);
        s.read(1);
    });
    w.stage(|s| {
        s.text("rector", rector, &scholar.name, told(&school_page));
        s.date("founded", school.founded, school.founded + 1, told(&school_page));
        s.press(&school.name);
        s.read(1);
        s.press("Article in Meridian");
        s.read(1);
    });
    w.stage(|s| {
        s.kept(
            "application",
            ("portal.example", "data_access"),
            &[
                ("title", &work.title),
                ("institution", &school.name),
                ("leader", &scholar.name),
                ("indicator", indicator),
                ("from", &from),
                ("to", to),
                ("detail", "region"),
                ("until", "2027-12-31"),
                ("name", rector),
            ],
        );
        open_form(s, "Access to research data");
        s.fill("Title of the project", &work.title);
        s.choose("Institution", &school.name);
        s.fill("Leader of the project", &scholar.name);
        s.press("Next");
        s.choose("Main indicator", indicator);
        s.fill("From year", &from);
        s.fill("To year", to);
        s.tick("by region");
        s.press("Next");
        s.fill("Purpose", "A study that goes on from the honoured paper.");
        s.fill("Access until", "2027-12-31");
        s.tick("I keep the data secret");
        s.fill("Full name", rector);
        s.fill("Email", "rectorate@university.example");
        s.enter();
        s.slip("the year of the prize for that of the paper", "application", (&from, to));
        s.slip("led by the rector", "application", (&scholar.name, rector));
    });
    Some(())
}
