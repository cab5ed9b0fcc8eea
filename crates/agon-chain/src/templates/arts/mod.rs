//! Films, museum objects, prizes and the press.

mod camera_order;
mod corrected_reviews;
mod curators_choice;
mod export_licence;
mod gallery_guide;
mod lantern_director;
mod long_evenings;
mod prize_for_acting;

use crate::chain::Move;
use crate::writer::{StageWriter, Template, Writer, only};
use agon_internet::facts::{Company, FilmId, Office, PersonId, Role};
use agon_internet::{Date, Facts};

pub(super) const TEMPLATES: &[(&str, Template)] = &[
    ("camera-order", camera_order::write),
    ("corrected-reviews", corrected_reviews::write),
    ("curators-choice", curators_choice::write),
    ("export-licence", export_licence::write),
    ("gallery-guide", gallery_guide::write),
    ("lantern-director", lantern_director::write),
    ("long-evenings", long_evenings::write),
    ("prize-for-acting", prize_for_acting::write),
];

/// Those for whom forms are filled in.
const APPLICANTS: [(&str, &str); 6] = [
    ("Ida Brandvold", "ida.brandvold@post.example"),
    ("Tomas Ekeland", "t.ekeland@post.example"),
    ("Marit Solhaug", "marit@solhaug.example"),
    ("Jonas Wetterby", "jonas.wetterby@post.example"),
    ("Sunniva Aasheim", "s.aasheim@post.example"),
    ("Oskar Lindqvie", "oskar@lindqvie.example"),
];

/// Draws somebody, and says name and address.
fn applicant(w: &mut Writer<'_>) -> Option<(&'static str, &'static str)> {
    let (name, email) = w.draw(&APPLICANTS)?;
    w.say("name", name);
    w.say("email", email);
    Some((name, email))
}

/// Draws an office that offers a service, and whose town stands for nothing else on the portal's pages; says its town.
fn office<'a>(w: &mut Writer<'a>, service: &str) -> Option<(&'a Office, &'static str)> {
    let facts = w.facts;
    let offices: Vec<(&Office, &'static str)> =
        facts.portal.offices.iter().map(|office| (office, facts.cities[office.city].name)).collect();
    let able: Vec<(&Office, &'static str)> =
        offices.iter().filter(|(office, _)| office.services.contains(&service)).copied().collect();
    let (office, town) = w.draw(&able)?;
    let is_country = facts.countries.iter().any(|(_, country)| country.name.contains(town));
    if is_country || !is_clear(town, offices.iter().map(|(_, other)| *other)) {
        return None;
    }
    w.say("town", town);
    Some((office, town))
}

/// Whether one name only of a list has this text in it, so that it is found there at once.
fn is_clear<'a>(name: &str, list: impl Iterator<Item = &'a str>) -> bool {
    let name = name.to_lowercase();
    list.filter(|other| other.to_lowercase().contains(&name)).count() == 1
}

/// Types a title into the Reel Index's field, and opens the film. A page of the Reel Index is open.
fn find_film(s: &mut StageWriter, facts: &Facts, id: FilmId) {
    let title = &facts.films[id].title;
    let wanted = title.to_lowercase();
    let is_before =
        |(other, film): &(FilmId, &agon_internet::facts::Film)| *other < id && film.title.to_lowercase().contains(&wanted);
    s.fill("Film or person", title);
    s.enter();
    s.press_nth(title, facts.films.iter().filter(is_before).count() + 1);
}

/// The same with somebody who is in films.
fn find_film_person(s: &mut StageWriter, facts: &Facts, id: PersonId) {
    let name = &facts.people[id].name;
    let before = facts.people.iter().take_while(|(other, _)| *other != id);
    let found =
        before.filter(|(other, person)| !facts.films_of(*other).is_empty() && person.name.contains(name.as_str())).count();
    s.fill("Film or person", name);
    s.enter();
    s.press_nth(name, found + 1);
}

/// Searches the encyclopaedia for somebody, and opens the article.
fn open_article(s: &mut StageWriter, name: &str) {
    s.search(&format!("{name} site:www.meridian.example"));
    // The first match is in the heading that repeats what was searched for.
    s.press_nth(name, 2);
}

/// Who holds an office of a company now, if it is one person.
fn in_office(company: &Company, role: Role) -> Option<PersonId> {
    only(company.officers.iter().filter(|officer| officer.role == role && officer.resigned.is_none()))
        .map(|officer| officer.person)
}

/// The first such day of the week on or after a day; 0 is Monday.
fn first_weekday(mut day: Date, weekday: usize) -> Date {
    while day.weekday() != weekday {
        day = day.plus(1);
    }
    day
}

/// What somebody does who leaves out the last thing.
fn all_but_last(s: &StageWriter) -> Vec<Move> {
    let mut moves = s.moves();
    moves.pop();
    moves
}
