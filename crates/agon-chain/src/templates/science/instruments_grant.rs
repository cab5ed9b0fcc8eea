//! Spending on research of a continent, patents, the largest university of the leading country, its scholar, and a grant.

use crate::chain::GoalState;
use crate::templates::is_plain;
use crate::templates::portal::{apply_for, most_paid, open_grant};
use crate::writer::{Writer, told};
use agon_internet::facts::{CONTINENTS, Id as _, NoticeKind, rank};

const LIST: &str = "http://www.meridian.example/list/universities";

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let facts = w.facts;
    let continent = w.draw(&CONTINENTS)?;
    let year = w.rng.integer(2012, 2024) as i32;
    let (count_word, count) = w.draw(&[("four", 4), ("five", 5), ("six", 6), ("eight", 8)])?;
    let costs = w.rng.integer(8, 90) * 20;
    let begins =
        w.draw(&[("1 September 2026", "2026-09-01"), ("4 January 2027", "2027-01-04"), ("1 March 2027", "2027-03-01")])?;
    let (spending, patents) = (facts.indicator("research-spending")?, facts.indicator("patents")?);
    let first: Vec<_> = facts.ranking(spending, year, Some(continent)).into_iter().take(count).map(|row| row.0).collect();
    let filed: Option<Vec<_>> = first.iter().map(|id| Some((*id, facts.value(patents, *id, year)?))).collect();
    let filed = rank(filed?.into_iter());
    let [(country, most), (_, next), ..] = filed[..] else { return None };
    let schools = rank(
        facts
            .universities
            .iter()
            .filter(|(_, row)| facts.cities[row.city].country == country)
            .map(|(id, row)| (id, row.students)),
    );
    let [(largest, students), (second, fewer), ..] = schools[..] else { return None };
    let school = &facts.universities[largest];
    let of_school = facts.people.iter().filter(|(_, person)| person.institution == Some(largest));
    let scholars = rank(of_school.map(|(id, _)| (id, facts.citations_of(id))));
    let [(scholar, cited), (other, less), ..] = scholars[..] else { return None };
    let topic = |id| Some(facts.topics[*facts.people[id].topics.first()?].name.as_str());
    let (at, grant) = facts.portal.grants.iter().enumerate().find(|(_, grant)| grant.key == "open-instruments")?;
    let first_deadline = facts.portal.notices.iter().find_map(|notice| match notice.kind {
        NoticeKind::Deadline(of, before) if of == at => Some(before),
        _ => None,
    });
    let sum = most_paid(grant, costs);
    let (name, year_text) = (facts.countries[country].name, year.to_string());
    let (scholar_name, scholar_topic, other_topic) = (&facts.people[scholar].name, topic(scholar)?, topic(other)?);
    let mut from = grant.deadline.plus(1);
    while from.weekday() > 4 {
        from = from.plus(1);
    }
    let is_clear = first.len() == count
        && cited != less
        && scholar_topic != other_topic
        && sum != costs
        && (costs * grant.share) % 100 == 0
        && is_plain(&school.name, facts.universities.rows().iter().map(|row| row.name.as_str()));
    if !is_clear {
        return None;
    }
    let query = format!("year={year}&continent={}&sort=highest", continent.replace(' ', "+"));
    let spending_page = format!("http://stats.example/indicator/research-spending?{query}");
    let file = format!("http://stats.example/download/patents.csv?year={year}");
    let school_page = format!("http://library.example/institution/{}", largest.index() + 1);
    let grant_page = format!("http://portal.example/grant/{}", grant.key);

    w.say("count", count_word);
    w.say("continent", continent);
    w.say("year", year);
    w.say("costs", costs);
    w.say("begins", begins.0);
    w.stage(|s| {
        let names: Vec<String> = first.iter().map(|id| facts.countries[*id].name.to_owned()).collect();
        let mut wrong = names.clone();
        wrong.swap(0, 1);
        s.list("countries", names, wrong, told(&spending_page));
        let second = facts.countries[filed[1].0].name;
        s.text("most_patents", name, second, told(&file));
        s.number("patents", (most as f64, 0.0, "applications"), next as f64, told(&file));
        s.goal("file", GoalState::Opened(file.clone()));
        s.go("stats.example");
        s.press("Only necessary");
        s.read(1);
        s.press("Spending on research and development");
        s.choose("Continent", continent);
        s.press("Show");
        s.choose("Year", &year_text);
        s.press("Show");
        s.read(1);
        s.go("stats.example");
        s.press("Patent applications");
        // The first match is in the definition.
        s.choose_nth("Year", 2, &year_text);
        s.press("Show");
        s.read(1);
        let moves = s.moves();
        s.press(&format!("File for {year} (CSV)"));
        s.read(3);
        s.slip_by("the table instead of the file", "file", moves);
    });
    w.stage(|s| {
        s.text("university", &school.name, &facts.universities[second].name, told(LIST));
        s.number("students", (students as f64, 0.0, "students"), fewer as f64, told(LIST));
        s.go("www.meridian.example");
        s.press("Lists");
        s.press("Universities by students");
        s.read(5);
        s.press(&school.name);
        s.read(2);
    });
    w.stage(|s| {
        s.text("scholar", scholar_name, &facts.people[other].name, told(&school_page));
        s.text("scholar_topic", scholar_topic, other_topic, told(&school_page));
        s.number("scholar_citations", (cited as f64, 0.0, "citations"), less as f64, told(&school_page));
        s.go("library.example");
        s.press("Institutions");
        s.read(2);
        s.press(&school.name);
        s.read(1);
    });
    w.stage(|s| {
        let wrong = first_deadline.unwrap_or_else(|| grant.deadline.plus(-7));
        s.date("deadline", grant.deadline, wrong, told(&grant_page));
        s.kept(
            "application",
            ("portal.example", "grant_applications"),
            &[
                ("grant", &grant.number),
                ("applicant", &school.name),
                ("costs", &costs.to_string()),
                ("sum", &sum.to_string()),
                ("begins", begins.1),
            ],
        );
        open_grant(s, grant);
        apply_for(s, &school.name, (costs, sum), (begins.1, "Instruments that other groups can build and use."));
        s.slip("all costs applied for", "application", (&sum.to_string(), &costs.to_string()));
        s.slip("the scholar applies", "application", (&school.name, scholar_name));
    });
    w.stage(|s| {
        let day = from.to_string();
        s.kept(
            "subscription",
            ("stats.example", "subscriptions"),
            &[("email", "grants@office.example"), ("theme", "Education and research"), ("from", &day)],
        );
        s.go("stats.example");
        s.press("Releases");
        s.choose("Theme", "Education and research");
        s.fill("From", &day);
        s.fill("Email", "grants@office.example");
        s.enter();
        s.slip("all themes", "subscription", ("Education and research", "All themes"));
        s.slip("from the deadline on", "subscription", (&day, &grant.deadline.to_string()));
    });
    Some(())
}
