//! Papers: their pages and files, and their authors.

use super::{FRAME, appeared, author_link, authors, own_link, result, topic_key, venue_key, venue_link};
use crate::facts::{Entity, Facts, Id, PaperId, PersonId};
use crate::format::{commas, fixed, listed, slug};
use crate::html::{TableKind, definitions, field, link, list, number, sorted, table};
use crate::pdf::Pdf;
use crate::sites::{article_address, company_link, page};
use crate::{Answer, Internet};

/// What a paper says, in a few sentences; the same on its page and in its file.
fn summary(facts: &Facts, id: PaperId) -> Vec<String> {
    let p = &facts.papers[id];
    let mut rng = facts.rng("abstract", id.index());
    let subject = facts.topics[p.topics[0]].name.to_lowercase();
    let n = commas(p.sample);
    let effect = fixed(p.effect.abs(), 1);
    let direction = if p.effect < 0 { "lower" } else { "higher" };
    let opening = match rng.below(5) {
        0 => format!("Work on {subject} has long rested on small samples."),
        1 => format!("Two schools in {subject} disagree about what drives the main effect."),
        2 => format!("We ask how far common methods in {subject} can be trusted."),
        3 => format!("Data on {subject} have become plentiful, but they are rarely compared."),
        _ => format!("This paper returns to an old question of {subject}."),
    };
    let middle = match rng.below(4) {
        0 => format!("We looked at {n} cases over {} years.", rng.integer(2, 18)),
        1 => format!("Our data comprise {n} cases from {} places.", rng.integer(3, 60)),
        2 => format!("A sample of {n} cases was drawn and checked twice."),
        _ => format!("From the archives we gathered {n} cases that fit our criteria."),
    };
    let found = match rng.below(4) {
        0 => format!("The outcome was {effect} per cent {direction} than in the control group."),
        1 => format!("We find values that are {effect} per cent {direction} than expected."),
        2 => format!("After correction the difference is {effect} per cent: {direction} than the reference."),
        _ => format!("Compared with earlier estimates, ours is {effect} per cent {direction}."),
    };
    let end = [
        "The result holds when single places are left out.",
        "We publish all data and programs.",
        "Reasons are discussed; none explains all of it.",
        "Further work should look at longer series.",
        "Two of our three hypotheses are rejected.",
    ][rng.index(5)];
    vec![format!("{opening} {middle}"), format!("{found} {end}")]
}

pub(super) fn paper(net: &Internet, id: PaperId) -> Option<Answer> {
    let facts = net.facts();
    let p = &facts.papers[id];
    let code = facts.paper_code(id);
    let v = &facts.venues[p.venue];
    let topics: Vec<String> =
        p.topics.iter().map(|t| link(&format!("/topic/{}", topic_key(facts, *t)), &facts.topics[*t].name)).collect();
    let retracted = p
        .retracted
        .map(|d| {
            format!("<p class=\"note\"><strong>Retracted.</strong> This paper was withdrawn by its authors on {}.</p>", d.long())
        })
        .unwrap_or_default();
    let details = definitions(
        "facts",
        &[
            ("Published in", venue_link(facts, p.venue)),
            (
                "Volume",
                link(
                    &format!("/venue/{}/{}", venue_key(facts, p.venue), v.volume(p.published.year)),
                    &v.volume(p.published.year).to_string(),
                ),
            ),
            ("Pages", format!("{}-{}", p.pages.0, p.pages.1)),
            ("Date", p.published.long()),
            ("DOI", link(&format!("http://doi.example/{}", p.doi), &p.doi)),
            ("Topics", listed(&topics)),
            ("Funding", p.funder.map(|c| company_link(net, c)).unwrap_or_else(|| "none declared".into())),
            (
                "Files",
                format!(
                    "{} · <a href=\"/paper/{code}.bib\" download=\"\">BibTeX</a>",
                    link(&format!("/paper/{code}.pdf"), "PDF")
                ),
            ),
        ],
    );
    let cited = match p.cited_by.len() {
        0 => "<p>Not cited yet.</p>".to_string(),
        n => format!(
            "<p>{}</p>{}",
            link(&format!("/paper/{code}/cited-by"), &format!("Cited by {n} papers of the library")),
            list("papers", p.cited_by.iter().rev().take(4).map(|c| result(facts, *c)))
        ),
    };
    let references = p.references.iter().map(|r| {
        format!("{}. {}. {}", authors(facts, &facts.papers[*r]), own_link(facts, *r), appeared(facts, &facts.papers[*r]))
    });
    let html = format!(
        "<article><h1>{}</h1><p class=\"authors\">{}</p>{retracted}<h2>Abstract</h2>{}{details}<form class=\"filters\" method=\"post\" data-keep=\"reading\" action=\"/reading-list\"><input type=\"hidden\" name=\"paper\" value=\"{code}\"/><input type=\"hidden\" name=\"title\" value=\"{}\"/>{}<button>Add to reading list</button></form><h2>Citations</h2>{cited}<h2>References ({})</h2><ol class=\"references\">{}</ol></article>",
        p.title,
        authors(facts, p),
        crate::html::paragraphs(&summary(facts, id)),
        p.title,
        field("note", "Note", "text", "maxlength=\"200\""),
        p.references.len(),
        references.map(|r| format!("<li>{r}</li>")).collect::<String>()
    );
    page(&format!("{} - Open Library of Research", p.title), FRAME.page("paper", &html))
}

pub(super) fn author(net: &Internet, id: PersonId) -> Option<Answer> {
    let facts = net.facts();
    let p = &facts.people[id];
    let university = p.institution?;
    let rows: Vec<_> = facts
        .papers_of(id)
        .iter()
        .rev()
        .map(|paper| {
            let row = &facts.papers[*paper];
            let others: Vec<String> = row.authors.iter().filter(|a| **a != id).map(|a| author_link(facts, *a)).collect();
            vec![
                own_link(facts, *paper).into(),
                listed(&others).into(),
                venue_link(facts, row.venue).into(),
                sorted(row.published.to_string(), row.published.days()),
                number(row.cited_by.len() as i64, 0),
            ]
        })
        .collect();
    let topics: Vec<String> =
        p.topics.iter().map(|t| link(&format!("/topic/{}", topic_key(facts, *t)), &facts.topics[*t].name)).collect();
    let html = format!(
        "<h1>{}</h1>{}{}",
        p.name,
        definitions(
            "facts",
            &[
                ("Institution", link(&format!("/institution/{}", university.0 + 1), &facts.universities[university].name)),
                ("Topics", listed(&topics)),
                ("Papers", rows.len().to_string()),
                ("Citations", commas(facts.citations_of(id) as i64)),
                ("h-index", facts.h_index(id).to_string()),
                ("Encyclopaedia", article_address(net, Entity::Person(id)).map(|a| link(&a, &p.name)).unwrap_or_default()),
            ]
        ),
        if rows.is_empty() {
            "<p>The library has no papers of this author.</p>".to_string()
        } else {
            table(
                "Papers",
                &["Title", "With", "Published in", "Date@", "Cited by#"],
                &rows,
                TableKind { sortable: true, filter: Some("Filter papers") },
            )
        }
    );
    page(&format!("{} - Open Library of Research", p.name), FRAME.page("author", &html))
}

pub(super) fn bibtex(facts: &Facts, id: PaperId) -> Option<Answer> {
    let p = &facts.papers[id];
    let v = &facts.venues[p.venue];
    let names: Vec<&str> = p.authors.iter().map(|a| facts.people[*a].name.as_str()).collect();
    let key = format!("{}{}", slug(facts.people[p.authors[0]].family(), '-'), p.published.year);
    let text = format!(
        "@{}{{{key},\n  author = {{{}}},\n  title = {{{}}},\n  {} = {{{}}},\n  volume = {{{}}},\n  pages = {{{}--{}}},\n  year = {{{}}},\n  doi = {{{}}}\n}}\n",
        if v.is_conference { "inproceedings" } else { "article" },
        names.join(" and "),
        p.title,
        if v.is_conference { "booktitle" } else { "journal" },
        v.name,
        v.volume(p.published.year),
        p.pages.0,
        p.pages.1,
        p.published.year,
        p.doi
    );
    Some(Answer::File { name: format!("{key}.bib"), media_type: "application/x-bibtex", bytes: text.into_bytes() })
}

pub(super) fn pdf(facts: &Facts, id: PaperId) -> Option<Answer> {
    let p = &facts.papers[id];
    let mut rng = facts.rng("paper/pdf", id.index());
    let names: Vec<&str> = p.authors.iter().map(|a| facts.people[*a].name.as_str()).collect();
    let mut pdf = Pdf::new(&p.title);
    pdf.heading(&p.title, 18.0);
    pdf.paragraph(&listed(&names));
    pdf.paragraph(&format!("{}   doi {}", appeared(facts, p), p.doi));
    pdf.heading("Abstract", 12.0);
    for text in summary(facts, id) {
        pdf.paragraph(&text);
    }
    pdf.heading("1  Methods", 12.0);
    let groups = 2 + rng.index(4);
    pdf.paragraph(&format!("The {} cases were divided into {groups} groups. Cases with missing values were left out before the division. Two of the authors coded them without knowledge of the group; they agreed in {} per cent.", commas(p.sample), rng.integer(78, 98)));
    pdf.heading("2  Results", 12.0);
    pdf.paragraph("Table 1 gives the size of the groups and the mean of the outcome in arbitrary units.");
    let mut rows = vec![vec!["Group".to_string(), "Cases".to_string(), "Mean".to_string(), "Deviation".to_string()]];
    let mut left = p.sample;
    for g in 0..groups {
        let size = if g + 1 == groups { left } else { (p.sample as f64 / groups as f64 * rng.real(0.7, 1.3)) as i64 };
        left -= size;
        rows.push(vec![
            format!("{}", (b'A' + g as u8) as char),
            commas(size.max(0)),
            fixed(rng.integer(1_000, 9_000), 2),
            fixed(rng.integer(50, 900), 2),
        ]);
    }
    pdf.table(&rows);
    pdf.paragraph(&format!("The main effect is {} per cent.", fixed(p.effect, 1)));
    pdf.heading("References", 12.0);
    for (n, r) in p.references.iter().enumerate() {
        let row = &facts.papers[*r];
        pdf.paragraph(&format!("[{}] {}: {}. {}", n + 1, facts.people[row.authors[0]].name, row.title, appeared(facts, row)));
    }
    Some(Answer::File {
        name: format!("paper-{}.pdf", facts.paper_code(id)),
        media_type: "application/pdf",
        bytes: pdf.finish(&p.doi),
    })
}
