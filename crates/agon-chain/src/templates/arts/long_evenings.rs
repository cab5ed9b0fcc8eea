//! The long ones among the newest films of a genre, the two best of them and their directors; ratings, and the notice of an evening.

use super::{applicant, find_film, office, open_article};
use crate::chain::GoalState;
use crate::writer::{Writer, computed, told};
use agon_internet::Date;
use agon_internet::facts::{Entity, FilmId, GENRES, rank};
use std::collections::BTreeMap;

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let genre = w.draw(&GENRES)?;
    let films = facts.films.iter().filter(|(_, film)| film.genres.contains(&genre));
    // Twenty are on the page at first, the others come as one scrolls.
    let taken = 22 + w.rng.index(18);
    let newest = rank(films.map(|(id, film)| (id, (film.released, id))));
    // Films of one day stand in an order that readers cannot know.
    if newest.len() <= taken || newest[taken - 1].1.0 == newest[taken].1.0 {
        return None;
    }
    let runtime = |id: FilmId| facts.films[id].runtime;
    let by_length = rank(newest[..taken].iter().map(|(id, _)| (*id, runtime(*id))));
    let count = 4 + w.rng.index(3);
    let least = by_length[count - 1].1;
    if least == by_length[count].1 || by_length[0].1 == by_length[1].1 {
        return None;
    }
    let long: Vec<FilmId> = by_length[..count].iter().map(|(id, _)| *id).collect();
    let by_rating = rank(long.iter().map(|id| (*id, facts.films[*id].rating)));
    let [(best, rating), (second, next), (third, after), ..] = by_rating[..] else { return None };
    let film = &facts.films[best];
    let (director, other) = (film.director, facts.films[second].director);
    let born = |id| facts.people[id].born;
    let (elder, younger) = if born(director) < born(other) { (director, other) } else { (other, director) };
    let place = |id| facts.cities[facts.people[id].birthplace].name;
    if rating == next || next == after || director == other || place(elder) == place(younger) {
        return None;
    }
    let name = |id| facts.people[id].name.as_str();
    let title = |id: FilmId| facts.films[id].title.as_str();
    let (office, town) = office(w, "event-notice")?;
    let (applicant, email) = applicant(w)?;
    let day = Date::new(2026, 9, 1).plus(w.rng.integer(0, 110));
    let people = w.rng.integer(6, 40) * 10;
    let from = 17 + w.rng.integer(0, 2);
    let until = from + (film.runtime + 59) / 60;
    w.say("genre", genre);
    w.say("newest", taken);
    w.say("minutes", least);
    w.say("day", day.long());
    w.say("people", people);
    w.say("begins", format!("{from:02}:00"));

    let genre_page = format!("http://films.example/genre/{}", genre.to_lowercase().replace(' ', "-"));
    let film_pages: Vec<String> = long.iter().map(|id| net.film_page(*id)).collect();
    let code = |id: FilmId| facts.film_code(id).to_string();
    w.stage(|s| {
        s.number("long_films", (count as f64, 0.1, "films"), count as f64 + 1.0, computed(std::slice::from_ref(&genre_page)));
        s.text("longest", title(long[0]), title(long[1]), computed(std::slice::from_ref(&genre_page)));
        s.go("films.example");
        s.press("Genres");
        s.press(genre);
        s.read(8);
    });
    w.stage(|s| {
        let names = |ids: [FilmId; 2]| ids.map(|id| title(id).to_owned()).to_vec();
        s.list("best_two", names([best, second]), names([best, third]), computed(&film_pages));
        let points = |tenths: i64| tenths as f64 / 10.0;
        s.number("best_rating", (points(rating), 0.01, "of 100"), points(next), told(&net.film_page(best)));
        for id in &long {
            find_film(s, facts, *id);
            s.press("Figures");
            s.read(1);
        }
    });
    w.stage(|s| {
        let entry = |id, stars: &str| BTreeMap::from([("film".to_owned(), code(id)), ("stars".to_owned(), stars.to_owned())]);
        let entries = vec![entry(best, "10"), entry(second, "9")];
        s.goal("ratings", GoalState::KeptAll { site: "films.example".into(), list: "ratings".into(), entries });
        find_film(s, facts, best);
        s.fill("Your rating", 10);
        s.enter();
        let first_only = s.moves();
        find_film(s, facts, second);
        s.fill("Your rating", 9);
        s.enter();
        s.slip_by("only one of them", "ratings", first_only);
        s.slip("the same for both", "ratings", ("9", "10"));
    });
    w.stage(|s| {
        let articles: Vec<String> = [director, other].iter().filter_map(|id| net.article_page(Entity::Person(*id))).collect();
        s.text("elder_director", name(elder), name(younger), computed(&articles));
        s.date("born", born(elder), born(younger), computed(&articles));
        s.text("birthplace", place(elder), place(younger), computed(&articles));
        for id in [director, other] {
            open_article(s, name(id));
            s.read(1);
        }
    });
    w.stage(|s| {
        let (day, begins, ends, people) =
            (day.to_string(), format!("{from:02}:00"), format!("{until:02}:00"), people.to_string());
        let fields: [(&str, &str); 9] = [
            ("event", title(best)),
            ("date", &day),
            ("from", &begins),
            ("until", &ends),
            ("people", &people),
            ("office", &office.key),
            ("road", ""),
            ("name", applicant),
            ("email", email),
        ];
        s.kept("notice", ("portal.example", "event_notice"), &fields);
        s.go("portal.example");
        s.press("Notice of an event");
        s.press("Start the form");
        // The head of every page has the offices.
        s.choose_nth("Office", 2, town);
        s.fill("Name of the event", title(best));
        s.fill("Date", &day);
        s.choose("From", &begins);
        s.choose("Until", &ends);
        s.fill("People expected", &people);
        s.fill("Full name", applicant);
        s.fill("Email", email);
        s.press("Send");
        s.slip("an hour too short", "notice", (&ends, &format!("{:02}:00", until - 1)));
        s.slip("the second best film", "notice", (title(best), title(second)));
    });
    Some(())
}
