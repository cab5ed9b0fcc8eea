//! A study that the newspaper corrected: what it printed, what the paper says, who wrote it and where, a note and a newsletter.

use super::add_to_reading_list;
use crate::templates::is_plain;
use crate::writer::{Writer, told, told_by};
use agon_internet::facts::{Article, Entity, SECTIONS, Story};

/// Corrections on a page of the newspaper.
const PER_PAGE: usize = 30;

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let corrected_on = |article: &Article| article.error.as_ref().and_then(|error| error.corrected);
    let mut corrected: Vec<_> = facts.articles.iter().filter(|(_, article)| corrected_on(article).is_some()).collect();
    corrected.sort_by_key(|(id, article)| std::cmp::Reverse((corrected_on(article), *id)));
    let studies: Vec<_> = corrected.iter().filter(|(_, article)| matches!(article.story, Story::Paper(_))).copied().collect();
    let (id, article) = w.draw(&studies)?;
    let Story::Paper(paper) = article.story else { return None };
    let date = corrected_on(article)?;
    let printed = article.error.as_ref()?.told;
    let work = &facts.papers[paper];
    let person = *work.authors.first()?;
    let scholar = &facts.people[person];
    let university = scholar.institution?;
    let school = &facts.universities[university];
    let rector = &facts.people[school.rector].name;
    let other = facts.articles.rows().iter().find(|row| row.section == article.section && row.headline != article.headline)?;
    let other_paper = facts.papers.rows().iter().find(|row| row.venue == work.venue && row.title != work.title)?;
    let is_clear = corrected.iter().filter(|(_, row)| corrected_on(row) == Some(date)).count() == 1
        && is_plain(&article.headline, corrected.iter().map(|(_, row)| row.headline.as_str()))
        && scholar.university != university
        && school.rector != person
        && work.authors.len() > 1
        && work.retracted.is_none();
    if !is_clear {
        return None;
    }
    let page = corrected.iter().position(|(other, _)| *other == id)? / PER_PAGE;
    let (article_page, paper_page, author_page) = (net.news_page(id), net.paper_page(paper), net.author_page(person));
    let school_page = net.article_page(Entity::University(university))?;
    let section = SECTIONS[article.section];
    let other_section = if section.0 == "science" { "Health" } else { "Science" };
    let sample = work.sample.to_string();

    w.say("date", date.long());
    w.stage(|s| {
        s.text("headline", &article.headline, &other.headline, told(&article_page));
        s.date("appeared", article.date, date, told(&article_page));
        s.number("printed", (printed as f64, 0.0, "cases"), work.sample as f64, told(&article_page));
        s.go("courier.example");
        s.press("Only necessary");
        s.read(1);
        s.press("Corrections");
        s.read(2);
        for _ in 0..page {
            s.press("Next");
            s.read(2);
        }
        s.press(&article.headline);
        s.read(1);
    });
    w.stage(|s| {
        let authors = work.authors.len() as f64;
        s.text("paper", &work.title, &other_paper.title, told(&paper_page));
        // The correction below the article tells the right number too.
        let both = told_by(&[&paper_page, &article_page]);
        s.number("sample", (work.sample as f64, 0.0, "cases"), printed as f64, both);
        s.text("paper_doi", &work.doi, &other_paper.doi, told(&paper_page));
        s.number("authors", (authors, 0.0, "authors"), authors + 1.0, crate::writer::computed(std::slice::from_ref(&paper_page)));
        s.press(&work.title);
        s.read(2);
    });
    w.stage(|s| {
        let (cited, papers) = (facts.citations_of(person) as f64, facts.papers_of(person).len() as f64);
        s.text("first_author", &scholar.name, &facts.people[work.authors[1]].name, told(&paper_page));
        s.text("institution", &school.name, &facts.universities[scholar.university].name, told(&author_page));
        s.number("author_citations", (cited, 0.0, "citations"), cited + 1.0, told(&author_page));
        s.number("author_papers", (papers, 0.0, "papers"), papers + 1.0, told(&author_page));
        s.press(&scholar.name);
        s.read(1);
    });
    w.stage(|s| {
        s.text("rector", rector, &scholar.name, told(&school_page));
        s.number("students", (school.students as f64, 0.0, "students"), school.staff as f64, told(&school_page));
        s.press(&school.name);
        s.read(2);
        s.press("Article in Meridian");
        s.read(2);
    });
    w.stage(|s| {
        s.kept("reading", ("library.example", "reading"), &[("paper", &facts.paper_code(paper).to_string()), ("note", &sample)]);
        s.go("library.example");
        s.fill("Words of the title", &work.title);
        s.enter();
        s.read(1);
        s.press(&work.title);
        add_to_reading_list(s, &sample);
        s.slip("the figure that was printed", "reading", (&sample, &printed.to_string()));
    });
    w.stage(|s| {
        let mut fields = vec![("email", "desk@reading.example"), ("rhythm", "daily")];
        fields.extend(SECTIONS.iter().map(|(key, _)| (*key, if *key == section.0 { "yes" } else { "" })));
        s.kept("newsletter", ("courier.example", "newsletter"), &fields);
        let subscribe = |s: &mut crate::writer::StageWriter, title: &str| {
            s.go("courier.example");
            s.press("Newsletter");
            // The first match is the link to the section.
            s.tick_nth(title, 2);
            s.choose("How often", "Every day");
            s.fill("Email", "desk@reading.example");
            s.enter();
        };
        let mut other = crate::writer::StageWriter::default();
        subscribe(&mut other, other_section);
        subscribe(s, section.1);
        s.slip_by("another section", "newsletter", other.moves());
        s.slip("every week", "newsletter", ("Every day", "Every week"));
    });
    Some(())
}
