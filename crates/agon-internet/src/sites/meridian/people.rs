//! Articles about people.

use super::Draft;
use crate::Internet;
use crate::facts::{AWARDS, Entity, Id, PersonId, Profession, rank};
use crate::format::{capital, listed};
use crate::html::{TableKind, link, number, paragraphs, sorted, table, year};
use crate::sites::{article_link, city_link, company_link, country_link, film_address, paper_address, site_address};

pub(super) fn person(net: &Internet, id: PersonId, draft: &mut Draft) {
    let facts = net.facts();
    let p = &facts.people[id];
    let mut rng = facts.rng("meridian/person", id.index());
    draft.picture = Some((format!("/picture/person/{}.svg", id.0), format!("Portrait of {}", p.name)));
    draft.infobox = vec![
        ("Born", format!("{}, {}", p.born.long(), city_link(net, p.birthplace))),
        ("Died", p.died.map(crate::Date::long).unwrap_or_default()),
        ("Nationality", country_link(net, p.country)),
        ("Profession", capital(p.profession.word())),
    ];
    // Universities are not much older than most artists.
    let studied = p.graduated > facts.universities[p.university].founded && p.born.year > 1800;
    if studied {
        draft.infobox.push((
            "Education",
            format!(
                "{} ({})",
                article_link(net, Entity::University(p.university), &facts.universities[p.university].name),
                p.graduated
            ),
        ));
    }
    let family = p.family();
    let birthplace = city_link(net, p.birthplace);
    let youth = match rng.below(4) {
        0 => format!("{} was born in {birthplace} and grew up there.", p.name),
        1 => format!(
            "{family} was born in {birthplace} as the {} of {} children.",
            ["eldest", "second", "youngest"][rng.index(3)],
            ["two", "three", "four", "five"][rng.index(4)]
        ),
        2 => format!("Born in {birthplace}, {family} went to school in several towns before {} family settled.", p.their()),
        _ => format!(
            "{family} comes from a family of {} in {birthplace}.",
            ["teachers", "fishermen", "printers", "railway workers", "farmers", "doctors"][rng.index(6)]
        ),
    };
    let study = if studied {
        format!("{} graduated from {} in {}.", capital(p.they()), facts.universities[p.university].name, p.graduated)
    } else {
        String::new()
    };
    draft.section("Early life", paragraphs(&[format!("{youth} {study}").trim().to_string()]));
    if let Some(address) = site_address(net, id) {
        let site = crate::sites::SITES.iter().find(|s| address.contains(s.host)).map_or("", |s| s.title);
        draft.references.push(format!("{site}: {}", link(&address, &p.name)));
    }
    match p.profession {
        Profession::Scholar => scholar(net, id, draft),
        Profession::Actor | Profession::Director => film_maker(net, id, draft),
        Profession::Artist => artist(net, id, draft),
        Profession::Politician => politician(net, id, draft),
        Profession::Engineer => engineer(net, id, draft),
        _ => {}
    }
    offices(net, id, draft);
    honours(net, id, draft);
    draft.see_also = vec![Entity::Country(p.country), Entity::City(p.birthplace)];
}

fn offices(net: &Internet, id: PersonId, draft: &mut Draft) {
    let facts = net.facts();
    let mut rows: Vec<_> = facts.offices_of(id).iter().map(|(c, o)| (*c, &facts.companies[*c].officers[*o])).collect();
    if rows.is_empty() {
        return;
    }
    rows.sort_by_key(|r| r.1.appointed);
    let rows: Vec<_> = rows
        .iter()
        .map(|(c, officer)| {
            let until = officer.resigned.map_or_else(|| "present".to_string(), crate::Date::long);
            vec![
                company_link(net, *c).into(),
                officer.role.word().into(),
                sorted(officer.appointed.long(), officer.appointed.days()),
                until.into(),
            ]
        })
        .collect();
    draft.section(
        "Offices in companies",
        table("Offices", &["Company", "Office", "From@", "Until"], &rows, TableKind { sortable: true, filter: None }),
    );
}

fn scholar(net: &Internet, id: PersonId, draft: &mut Draft) {
    let facts = net.facts();
    let p = &facts.people[id];
    let topics: Vec<String> =
        p.topics.iter().map(|t| article_link(net, Entity::Topic(*t), &facts.topics[*t].name.to_lowercase())).collect();
    if let Some(university) = p.institution {
        let name = article_link(net, Entity::University(university), &facts.universities[university].name);
        draft.infobox.push(("Works at", name.clone()));
        let rector = if facts.universities[university].rector == id {
            format!(" {} is its rector since {}.", capital(p.they()), facts.universities[university].since)
        } else {
            String::new()
        };
        draft.section(
            "Career",
            paragraphs(&[format!(
                "{} works at {name}.{rector} {} research is on {}.",
                p.family(),
                capital(p.their()),
                listed(&topics)
            )]),
        );
    }
    draft.infobox.push(("Papers", facts.papers_of(id).len().to_string()));
    let mut best = rank(facts.papers_of(id).iter().map(|paper| (*paper, facts.papers[*paper].cited_by.len())));
    best.truncate(6);
    let rows: Vec<_> = best
        .iter()
        .map(|(paper, cited)| {
            let row = &facts.papers[*paper];
            vec![
                link(&paper_address(net, *paper), &row.title).into(),
                article_link(net, Entity::Venue(row.venue), &facts.venues[row.venue].name).into(),
                year(row.published.year),
                number(*cited as i64, 0),
            ]
        })
        .collect();
    draft.section(
        "Selected papers",
        table(
            "Most cited papers",
            &["Title", "Published in", "Year#", "Cited by#"],
            &rows,
            TableKind { sortable: true, filter: None },
        ),
    );
    let medicines: Vec<String> = facts
        .medicines
        .iter()
        .filter(|(_, m)| m.scientist == id)
        .map(|(m, row)| article_link(net, Entity::Medicine(m), &row.name))
        .collect();
    if !medicines.is_empty() {
        draft.section(
            "Medicines",
            paragraphs(&[format!("{} is credited with the discovery of {}.", p.family(), listed(&medicines))]),
        );
    }
}

fn film_maker(net: &Internet, id: PersonId, draft: &mut Draft) {
    let facts = net.facts();
    let rows: Vec<_> = facts
        .films_of(id)
        .iter()
        .map(|f| {
            let film = &facts.films[*f];
            vec![
                article_link(net, Entity::Film(*f), &film.title).into(),
                year(film.released.year),
                listed(&film.roles_of(id)).into(),
                link(&film_address(net, *f), "Reel Index").into(),
            ]
        })
        .collect();
    draft.section("Films", table("Films", &["Title", "Year#", "As", "Entry"], &rows, TableKind { sortable: true, filter: None }));
}

fn artist(net: &Internet, id: PersonId, draft: &mut Draft) {
    let facts = net.facts();
    let rows: Vec<_> = facts
        .objects_of(id)
        .iter()
        .map(|o| {
            let object = &facts.objects[*o];
            vec![
                link(&format!("http://museum.example/object/{}", facts.object_code(*o)), &object.title).into(),
                year(object.years.0),
                object.material.into(),
                object.accession.as_str().into(),
            ]
        })
        .collect();
    if !rows.is_empty() {
        draft.section(
            "Works in the Halden Museum",
            table(
                "Works",
                &["Title", "Year#", "Material", "Accession number"],
                &rows,
                TableKind { sortable: true, filter: None },
            ),
        );
    }
}

fn politician(net: &Internet, id: PersonId, draft: &mut Draft) {
    let facts = net.facts();
    let p = &facts.people[id];
    let mut texts = Vec::new();
    for (country, row) in facts.countries.iter().filter(|(_, c)| c.leader == id) {
        texts.push(format!("{} heads the government of {} since {}.", p.family(), country_link(net, country), row.leader_since));
    }
    for (city, _) in facts.cities.iter().filter(|(_, c)| c.mayor == id) {
        texts.push(format!("{} is mayor of {}.", p.family(), city_link(net, city)));
    }
    draft.section("Career", paragraphs(&texts));
}

fn engineer(net: &Internet, id: PersonId, draft: &mut Draft) {
    let facts = net.facts();
    let rows: Vec<_> = facts
        .bridges
        .iter()
        .filter(|(_, b)| b.engineer == id)
        .map(|(b, row)| {
            vec![
                article_link(net, Entity::Bridge(b), &row.name).into(),
                city_link(net, row.city).into(),
                year(row.opened.year),
                number(row.length, 0),
            ]
        })
        .collect();
    if !rows.is_empty() {
        draft.section(
            "Bridges",
            table("Bridges", &["Bridge", "City", "Opened#", "Length, m#"], &rows, TableKind { sortable: true, filter: None }),
        );
    }
    let wrecks: Vec<String> = facts
        .ships
        .iter()
        .filter(|(_, s)| s.found.is_some_and(|f| f.1 == id))
        .map(|(s, row)| format!("the {} ({})", article_link(net, Entity::Ship(s), &row.name), row.found.map_or(0, |f| f.0)))
        .collect();
    if !wrecks.is_empty() {
        draft.section(
            "Wrecks",
            paragraphs(&[format!("{} led the search that found {}.", facts.people[id].family(), listed(&wrecks))]),
        );
    }
}

fn honours(net: &Internet, id: PersonId, draft: &mut Draft) {
    let facts = net.facts();
    let mut rows: Vec<(i32, String)> = Vec::new();
    for (prize, row) in facts.prizes.iter() {
        rows.extend(
            row.laureates.iter().filter(|l| l.1 == id).map(|l| (l.0, article_link(net, Entity::Prize(prize), &row.name))),
        );
    }
    for award in facts.awards.iter() {
        let (film, person) = award.nominees[award.winner];
        if person == Some(id) {
            rows.push((
                award.year,
                format!(
                    "{}: {} for {}",
                    link(&format!("http://films.example/awards/{}", award.year), "Golden Lantern"),
                    AWARDS[award.category].to_lowercase(),
                    article_link(net, Entity::Film(film), &facts.films[film].title)
                ),
            ));
        }
    }
    rows.sort();
    if !rows.is_empty() {
        draft.section("Honours", crate::html::list("honours", rows.into_iter().map(|(year, text)| format!("{year}: {text}"))));
    }
}
