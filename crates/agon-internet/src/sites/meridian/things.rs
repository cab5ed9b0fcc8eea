//! Articles about films, ships, bridges, medicines and prizes.

use super::Draft;
use crate::Internet;
use crate::facts::{AWARDS, BridgeId, Entity, FilmId, Id, MedicineId, PrizeId, ShipId, rank};
use crate::format::{commas, crowns, fixed, listed, ordinal};
use crate::html::{TableKind, link, list, number, paragraphs, table, year};
use crate::sites::{article_link, city_link, company_link, country_link, film_address, paper_address, person_link};

pub(super) fn film(net: &Internet, id: FilmId, draft: &mut Draft) {
    let facts = net.facts();
    let f = &facts.films[id];
    let mut rng = facts.rng("meridian/film", id.index());
    draft.picture = Some((format!("http://films.example/poster/{}.svg", facts.film_code(id)), format!("Poster of {}", f.title)));
    let writers: Vec<String> = f.writers.iter().map(|w| person_link(net, *w)).collect();
    draft.infobox = vec![
        ("Directed by", person_link(net, f.director)),
        ("Written by", listed(&writers)),
        ("Released", f.released.long()),
        ("Country", country_link(net, f.country)),
        ("Running time", format!("{} minutes", f.runtime)),
        ("Studio", f.studio.map(|s| article_link(net, Entity::Company(s), &facts.companies[s].short)).unwrap_or_default()),
        ("Budget", format!("{} thousand dollars", commas(f.budget))),
        ("Takings", format!("{} thousand dollars", commas(f.takings))),
    ];
    let hero = f.cast.first().map_or("a stranger", |c| c.1.as_str());
    let other = f.cast.get(1).map_or("a friend", |c| c.1.as_str());
    let plot = match rng.below(6) {
        0 => format!(
            "{hero} returns to {} after many years and finds that {other} has sold the house. A letter that was never opened changes what both remember.",
            f.setting
        ),
        1 => format!("In {}, {hero} is asked to look after an archive. {other} wants one page of it to disappear.", f.setting),
        2 => {
            format!("{hero} and {other} share a flat in {} and nothing else, until the lift stops between two floors.", f.setting)
        }
        3 => format!(
            "A ferry does not arrive in {}. {hero} begins to ask who was on board; {other} knows more than anybody likes.",
            f.setting
        ),
        4 => format!("{hero} has one summer to win back {other} and the orchard that both grew up in, near {}.", f.setting),
        _ => format!("The last typewriter of {} is stolen. {hero} suspects {other}, who writes only by hand.", f.setting),
    };
    draft.section("Plot", paragraphs(&[plot]));
    let rows: Vec<_> = f.cast.iter().map(|(p, role)| vec![person_link(net, *p).into(), role.as_str().into()]).collect();
    draft.section("Cast", table("Cast", &["Actor", "Role"], &rows, TableKind::default()));
    let same_year = rank(facts.films.iter().filter(|(_, o)| o.released.year == f.released.year).map(|(o, row)| (o, row.takings)));
    let place = same_year.iter().position(|p| p.0 == id).unwrap_or(0) + 1;
    draft.section("Reception", paragraphs(&[format!("The film took {} thousand dollars, which makes it {} of the {} films of {} in the Reel Index. Its readers gave it {} of 100.", commas(f.takings), ordinal(place), same_year.len(), f.released.year, fixed(f.rating, 1))]));
    let awards: Vec<String> = facts
        .awards
        .iter()
        .filter_map(|a| {
            let at = a.nominees.iter().position(|n| n.0 == id)?;
            Some(format!(
                "{} {}: {}{}",
                link(&format!("http://films.example/awards/{}", a.year), "Golden Lantern"),
                a.year,
                AWARDS[a.category],
                if at == a.winner { " (won)" } else { " (nominated)" }
            ))
        })
        .collect();
    if !awards.is_empty() {
        draft.section("Awards", list("awards", awards));
    }
    draft.references = vec![format!("Reel Index: {}", link(&film_address(net, id), &f.title))];
    draft.categories = vec![(format!("/list/films-of-{}", f.released.year), format!("Films of {}", f.released.year))];
    draft.see_also = facts.films_of(f.director).iter().filter(|o| **o != id).take(3).map(|o| Entity::Film(*o)).collect();
}

pub(super) fn ship(net: &Internet, id: ShipId, draft: &mut Draft) {
    let facts = net.facts();
    let s = &facts.ships[id];
    let mut rng = facts.rng("meridian/ship", id.index());
    draft.picture = Some((format!("/picture/ship/{}.svg", id.0), format!("The {} at sea", s.name)));
    draft.infobox = vec![
        ("Kind", crate::format::capital(s.kind)),
        ("Flag", country_link(net, s.country)),
        ("Built in", city_link(net, s.built_at)),
        ("Launched", s.launched.long()),
        ("Length", format!("{} m", fixed(s.length, 1))),
        ("Tonnage", format!("{} t", commas(s.tonnage))),
        ("Lost", s.sunk.long()),
        ("Nearest city", city_link(net, s.near)),
        ("Depth of the wreck", s.found.map(|_| format!("{} m", commas(s.depth))).unwrap_or_default()),
    ];
    let captain = &facts.people[s.captain].name;
    let is_maiden = s.sunk.days() - s.launched.days() < 90;
    let voyage = if is_maiden {
        "It was the ship's maiden voyage.".to_string()
    } else {
        format!("The ship had been in service for {} years.", s.launched.years_to(s.sunk).max(1))
    };
    let loss = match rng.below(3) {
        0 => format!(
            "Under the command of {captain}, the {} left port on {} and did not come back. The cause of the loss was {}.",
            s.name,
            s.sunk.plus(-rng.integer(1, 20)).long(),
            s.cause
        ),
        1 => format!("On {} the {} was lost through {}. {captain} was in command.", s.sunk.long(), s.name, s.cause),
        _ => format!("{captain} commanded the ship when {} ended its last voyage on {}.", s.cause, s.sunk.long()),
    };
    let lives = if s.lost == 0 { "Nobody died.".to_string() } else { format!("{} people lost their lives.", commas(s.lost)) };
    draft.section("Loss", paragraphs(&[format!("{loss} {voyage} {lives}")]));
    draft.section(
        "Wreck",
        paragraphs(&[match s.found {
            Some((year, by, how)) => format!(
                "The wreck was found in {year} by a team led by {}, who used {how}. It lies at a depth of {} metres.",
                person_link(net, by),
                commas(s.depth)
            ),
            None => "The wreck has not been found.".to_string(),
        }]),
    );
    draft.see_also = vec![Entity::City(s.near), Entity::City(s.built_at)];
    draft.categories = vec![("/list/ships".into(), "Lost ships".into())];
    if is_maiden {
        draft.categories.push(("/list/maiden-voyages".into(), "Ships lost on their maiden voyage".into()));
    }
}

pub(super) fn bridge(net: &Internet, id: BridgeId, draft: &mut Draft) {
    let facts = net.facts();
    let b = &facts.bridges[id];
    draft.picture = Some((format!("/picture/bridge/{}.svg", id.0), format!("View of {}", b.name)));
    draft.infobox = vec![
        ("City", city_link(net, b.city)),
        ("Kind", crate::format::capital(b.kind)),
        ("Opened", b.opened.long()),
        ("Length", format!("{} m", commas(b.length))),
        ("Longest span", format!("{} m", commas(b.span))),
        ("Engineer", person_link(net, b.engineer)),
        ("Builder", b.builder.map(|c| company_link(net, c)).unwrap_or_default()),
        ("Traffic", format!("{} vehicles a day (2025)", commas(b.traffic))),
    ];
    let builder = b
        .builder
        .map(|c| format!(" and built by {}", article_link(net, Entity::Company(c), &facts.companies[c].short)))
        .unwrap_or_default();
    draft.section(
        "Construction",
        paragraphs(&[format!(
            "The bridge was designed by {}{builder}. It cost {} thousand dollars.",
            person_link(net, b.engineer),
            commas(b.cost)
        )]),
    );
    let kin = rank(facts.bridges.iter().filter(|(_, o)| o.kind == b.kind).map(|(o, row)| (o, row.span)));
    let place = kin.iter().position(|p| p.0 == id).unwrap_or(0) + 1;
    draft.section(
        "Comparison",
        paragraphs(&[format!(
            "By its longest span it is {} of the {} bridges of its kind in this encyclopaedia.",
            ordinal(place),
            kin.len()
        )]),
    );
    draft.see_also = kin.iter().filter(|p| p.0 != id).take(3).map(|p| Entity::Bridge(p.0)).collect();
    draft.categories = vec![("/list/bridges".into(), "Bridges by length".into())];
}

pub(super) fn medicine(net: &Internet, id: MedicineId, draft: &mut Draft) {
    let facts = net.facts();
    let m = &facts.medicines[id];
    draft.picture = Some((format!("/picture/medicine/{}.svg", id.0), format!("Package of {}", m.brand)));
    draft.infobox = vec![
        ("Brand", m.brand.clone()),
        ("Company", company_link(net, m.company)),
        ("Against", m.indication.into()),
        ("Approved", m.approved.long()),
        ("File", m.file.clone()),
        ("Withdrawn", m.withdrawn.map(crate::Date::long).unwrap_or_default()),
    ];
    let trial = &facts.papers[m.trial];
    draft.section(
        "Discovery",
        paragraphs(&[format!(
            "The substance was found by {}. The decisive trial was published as {} in {} ({}).",
            person_link(net, m.scientist),
            link(&paper_address(net, m.trial), &trial.title),
            article_link(net, Entity::Venue(trial.venue), &facts.venues[trial.venue].name),
            trial.published.year
        )]),
    );
    if !m.sales.is_empty() {
        let rows: Vec<_> = m.sales.iter().map(|(y, value)| vec![year(*y), number(*value, 0)]).collect();
        draft.section(
            "Sales",
            table("Sales in thousand kr", &["Year#", "Sales#"], &rows, TableKind { sortable: true, filter: None }),
        );
    }
    let others: Vec<Entity> = facts
        .medicines
        .iter()
        .filter(|(o, row)| *o != id && row.indication == m.indication)
        .take(4)
        .map(|(o, _)| Entity::Medicine(o))
        .collect();
    draft.references = vec![format!(
        "Citizens' Portal: {}",
        link(
            &format!("http://portal.example/medicines?year={}", m.approved.year),
            &format!("medicines approved in {}", m.approved.year)
        )
    )];
    draft.see_also = others;
    draft.categories = vec![("/list/medicines".into(), "Medicines by approval".into())];
}

pub(super) fn prize(net: &Internet, id: PrizeId, draft: &mut Draft) {
    let facts = net.facts();
    let p = &facts.prizes[id];
    draft.picture = Some((format!("/picture/prize/{}.svg", id.0), format!("Medal of the {}", p.name)));
    draft.infobox = vec![
        ("Given for", p.field.into()),
        ("Since", p.since.to_string()),
        ("Sum", crowns(p.sum)),
        ("Laureates", p.laureates.len().to_string()),
    ];
    let rows: Vec<_> = p
        .laureates
        .iter()
        .rev()
        .map(|(y, person, paper)| {
            let work = paper.map(|paper| link(&paper_address(net, paper), &facts.papers[paper].title)).unwrap_or_default();
            vec![year(*y), person_link(net, *person).into(), country_link(net, facts.people[*person].country).into(), work.into()]
        })
        .collect();
    draft.section(
        "Laureates",
        table(
            "Laureates",
            &["Year#", "Laureate", "Country", "For"],
            &rows,
            TableKind { sortable: true, filter: Some("Filter laureates") },
        ),
    );
}
