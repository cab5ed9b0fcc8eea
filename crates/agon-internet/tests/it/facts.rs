//! Facts over some seeds: plausible, without ties, and told alike everywhere.

use agon_internet::facts::{Entity, FIRST_YEAR, Facts, LAST_YEAR, Role, Story};
use agon_internet::{Internet, TODAY};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn all_different<T: Ord>(values: impl Iterator<Item = T>) -> bool {
    let mut seen = BTreeSet::new();
    values.into_iter().all(|v| seen.insert(v))
}

/// Names stand in pages as they are, so they must not hold what means something in HTML.
fn check_names(facts: &Facts) {
    let names = (facts.people.rows().iter().map(|p| p.name.as_str()))
        .chain(facts.companies.rows().iter().flat_map(|c| [c.name.as_str(), c.street.as_str()]))
        .chain(
            facts.films.rows().iter().flat_map(|f| std::iter::once(f.title.as_str()).chain(f.cast.iter().map(|c| c.1.as_str()))),
        )
        .chain(facts.papers.rows().iter().map(|p| p.title.as_str()))
        .chain(facts.articles.rows().iter().map(|a| a.headline.as_str()))
        .chain(facts.objects.rows().iter().flat_map(|o| [o.title.as_str(), o.credit.as_str()]))
        .chain(facts.airports.rows().iter().flat_map(|a| [a.name.as_str(), a.city.as_str()]))
        .chain(facts.cities.rows().iter().map(|c| c.name))
        .chain(facts.products.rows().iter().map(|p| p.name.as_str()));
    for name in names {
        assert!(!name.contains(['<', '>', '&', '"']) && !name.contains("  "), "{name}");
    }
}

fn check(facts: &Facts) {
    check_names(facts);
    assert!(all_different(facts.people.rows().iter().map(|p| &p.name)));
    assert!(all_different(facts.companies.rows().iter().map(|c| &c.name)));
    assert!(all_different(facts.companies.ids().map(|c| facts.company_number(c))));
    assert!(all_different(facts.films.rows().iter().map(|f| &f.title)));
    assert!(all_different(facts.papers.rows().iter().map(|p| &p.doi)));
    assert!(all_different(facts.listings.rows().iter().map(|l| &l.ticker)));
    assert!(all_different(facts.objects.rows().iter().map(|o| &o.accession)));
    assert!(all_different(facts.bridges.rows().iter().map(|b| b.length)));
    for (indicator, row) in facts.indicators.iter() {
        for year in FIRST_YEAR..=LAST_YEAR {
            let values = facts.ranking(indicator, year, None);
            assert!(all_different(values.iter().map(|v| v.1)), "{} {year}", row.code);
            assert!(values.len() > 150, "{} {year}: {}", row.code, values.len());
            if row.unit.starts_with("% of") && row.code != "debt" && row.code != "exports" {
                assert!(
                    values.iter().all(|v| (0..=10_000).contains(&v.1)),
                    "{} {year}: {:?} {:?}",
                    row.code,
                    values.first(),
                    values.last()
                );
            }
        }
    }
    for (_, company) in facts.companies.iter() {
        for report in &company.reports {
            assert_eq!(report.segments.iter().map(|s| s.1).sum::<i64>(), report.revenue);
            assert!(report.segments.iter().all(|s| s.1 > 0) && report.revenue > 0 && report.filed < TODAY, "{}", company.name);
        }
        for officer in &company.officers {
            assert!(facts.people[officer.person].died.is_none(), "{}", company.name);
            assert!(facts.people[officer.person].born.years_to(officer.appointed) >= 18, "{}", company.name);
            assert!(officer.resigned.is_none_or(|d| d > officer.appointed), "{}", company.name);
        }
        assert!(company.founder.is_none_or(|p| facts.people[p].born.year < company.incorporated.year));
    }
    for (id, paper) in facts.papers.iter() {
        assert!(paper.references.iter().all(|r| facts.papers[*r].published < paper.published));
        assert!(paper.references.iter().all(|r| facts.papers[*r].cited_by.contains(&id)));
        assert!(!paper.authors.is_empty() && all_different(paper.authors.iter()));
    }
    for (_, film) in facts.films.iter() {
        for person in film.cast.iter().map(|c| c.0).chain([film.director]) {
            assert!(facts.people[person].born.year + 10 < film.released.year);
            assert!(facts.people[person].died.is_none_or(|d| d.year > film.released.year));
        }
    }
    for (_, object) in facts.objects.iter() {
        assert!(object.years.0 <= object.years.1 && object.years.1 < object.acquired, "{}", object.accession);
        assert!(object.size.0 > 0 && object.size.1 > 0, "{}", object.accession);
        if let Some(maker) = object.maker {
            assert!(facts.people[maker].born.year + 15 < object.years.0, "{}", object.accession);
        }
    }
    for (_, listing) in facts.listings.iter() {
        assert!(listing.quotes.iter().all(|q| q.low <= q.open.min(q.close) && q.high >= q.open.max(q.close) && q.low > 0));
    }
    for (_, article) in facts.articles.iter() {
        assert!(article.date < TODAY && article.date.year >= 2015, "{}", article.headline);
        if let Some(error) = &article.error {
            assert_ne!(Some(error.told), article.story.figure(facts));
            assert!(error.corrected.is_some() != error.put_right_by.is_some());
            assert!(
                error.put_right_by.is_none_or(|a| facts.articles[a].date > article.date && facts.articles[a].error.is_none())
            );
        }
    }
    for (_, country) in facts.countries.iter() {
        assert!(facts.people[country.leader].died.is_none(), "{}", country.name);
    }
    for (_, ship) in facts.ships.iter() {
        assert!(ship.launched < ship.sunk && ship.depth > 0 && ship.length > 0, "{}", ship.name);
        assert!(
            ship.found.is_none_or(|(year, by, _)| year > ship.sunk.year && facts.people[by].died.is_none_or(|d| d.year > year)),
            "{}",
            ship.name
        );
    }
    let chiefs = facts.companies.rows().iter().flat_map(|c| &c.officers).filter(|o| o.role == Role::ChiefExecutive);
    assert!(all_different(chiefs.map(|o| o.person)), "somebody runs two companies");
    for (_, paper) in facts.papers.iter() {
        assert!(paper.sample > 0, "{}", paper.title);
    }
    for (_, medicine) in facts.medicines.iter() {
        assert!(
            facts.papers[medicine.trial].published < medicine.approved
                && facts.papers[medicine.trial].authors.contains(&medicine.scientist)
        );
    }
    for (_, person) in facts.people.iter() {
        assert!(person.born < TODAY && person.died.is_none_or(|d| d > person.born && d < TODAY), "{}", person.name);
        assert!(person.died.is_some() || person.born.years_to(TODAY) < 105, "{} {}", person.name, person.born);
    }
}

#[test]
fn facts_are_sound_over_some_seeds() {
    for seed in [0, 1, 2, 11, 4_294_967_311, u64::MAX] {
        check(&Facts::new(seed));
    }
}

#[test]
fn there_is_as_much_as_the_readme_says() {
    let facts = Facts::new(3);
    assert!(
        facts.countries.len() >= 190
            && facts.cities.len() == 1_200
            && facts.airports.len() >= 1_150
            && facts.elements.len() == 118
    );
    assert_eq!(
        (facts.companies.len(), facts.papers.len(), facts.products.len(), facts.objects.len()),
        (1_500, 4_000, 600, 1_200)
    );
    assert!(
        facts.films.len() >= 1_190 && facts.articles.len() >= 4_000 && facts.listings.len() >= 380,
        "{} {} {}",
        facts.films.len(),
        facts.articles.len(),
        facts.listings.len()
    );
    assert!(facts.people.iter().filter(|(id, _)| !facts.papers_of(*id).is_empty()).count() > 2_000);
    assert!(facts.portal.services.len() >= 8 && facts.portal.accounts.len() >= 20);
}

#[test]
fn seeds_differ_and_a_seed_is_the_same_every_time() {
    let (a, b, c) = (Internet::new(5), Internet::new(5), Internet::new(6));
    let addresses: Vec<String> = a.addresses().collect();
    assert_eq!(addresses, b.addresses().collect::<Vec<_>>());
    for address in addresses.iter().step_by(97) {
        assert_eq!(a.get(address), b.get(address), "{address}");
    }
    assert_eq!(a.search("bridge harbour", 1), b.search("bridge harbour", 1));
    let revenue = |net: &Internet| net.facts().companies.rows()[0].reports[0].revenue;
    assert_ne!(revenue(&a), revenue(&c));
}

#[test]
fn contradictions_are_where_they_are_said_to_be() {
    let net = Internet::new(8);
    let all = net.contradictions();
    assert!(all.len() > 500, "{}", all.len());
    for c in all.iter().step_by(3) {
        assert_ne!(c.right, c.wrong, "{}", c.what);
        let page = |address: &str| net.text(address).unwrap_or_else(|| panic!("{address} for {}", c.what));
        assert!(page(&c.wrong_address).contains(&c.wrong), "{}: {} is not on {}", c.what, c.wrong, c.wrong_address);
        // A table has the figure alone, a text has it with its unit.
        let plain = c
            .right
            .split([' ', '%'])
            .find(|w| w.starts_with(|d: char| d.is_ascii_digit() || d == '-'))
            .unwrap_or(&c.right)
            .to_string();
        let right = page(&c.right_address);
        assert!(
            right.contains(&c.right) || right.contains(&plain) || c.right.starts_with("kr"),
            "{}: {} is not on {}",
            c.what,
            c.right,
            c.right_address
        );
    }
}

#[test]
fn sites_tell_the_same() {
    let net = Internet::new(9);
    let facts = net.facts();
    for (id, company) in facts.companies.iter().step_by(41) {
        let city = facts.cities[company.city].name;
        let register = net.text(&format!("http://register.example/company/{}", facts.company_number(id))).expect("an entry");
        assert!(register.contains(city) && register.contains(&company.street), "{}", company.name);
        let found = net.search(&company.short, 1);
        let article = found
            .hits
            .iter()
            .find(|h| h.address.contains("meridian") && net.text(&h.address).is_some_and(|t| t.contains(&company.name)));
        let article = article.unwrap_or_else(|| panic!("no article about {}: {found:#?}", company.short));
        assert!(net.text(&article.address).expect("an article").contains(city), "{}", company.name);
    }
    // An article that is not marked as wrong tells the figure of the facts.
    for (_, article) in facts
        .articles
        .iter()
        .filter(|(_, a)| a.error.is_none() && matches!(a.story, Story::Bridge(_) | Story::Film(_) | Story::Indicator(..)))
        .step_by(17)
    {
        let figure = article.story.figure(facts).expect("a figure");
        let address = format!(
            "http://courier.example/{}/{:02}/{:02}/{}",
            article.date.year, article.date.month, article.date.day, article.slug
        );
        assert!(net.text(&address).expect("a page").contains(&article.story.figure_text(facts, figure)), "{address}");
    }
    assert!(facts.articles_about(Entity::Country(facts.country("DE").expect("Germany"))).len() < 200);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn every_seed_gives_pages(seed: u64) {
        let net = Internet::new(seed);
        let all: Vec<String> = net.addresses().collect();
        prop_assert!(all.len() >= 20_000);
        for address in all.iter().step_by(211) {
            prop_assert!(!matches!(net.get(address), agon_internet::Answer::NotFound { .. }), "{address}");
        }
    }
}
