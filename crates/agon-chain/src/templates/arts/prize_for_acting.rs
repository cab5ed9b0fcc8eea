//! The eldest laureate of some years of a prize for acting, the best film and its place among those of its year; a reader's pass and a grant.

use super::{find_film_person, is_clear, office};
use crate::chain::Move;
use crate::writer::{Writer, computed, only, told};
use agon_internet::Date;
use agon_internet::facts::{Entity, NoticeKind, PersonId, PrizeId, rank};

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let prizes: Vec<PrizeId> = facts.prizes.iter().filter(|(_, prize)| prize.field == "Acting").map(|(id, _)| id).collect();
    // The year and the sum themselves would lead to the article with all laureates at once.
    let which = w.draw(&["oldest", "newest", "best endowed", "least endowed"])?;
    let ranked = rank(prizes.iter().map(|id| {
        let (since, sum) = (i64::from(facts.prizes[*id].since), facts.prizes[*id].sum);
        let value = match which {
            "oldest" => -since,
            "newest" => since,
            "best endowed" => sum,
            _ => -sum,
        };
        (*id, value)
    }));
    let (id, most) = *ranked.first()?;
    if ranked.get(1).is_some_and(|(_, next)| *next == most) {
        return None;
    }
    let prize = &facts.prizes[id];
    let mut others = prizes.iter().copied().chain(facts.prizes.ids());
    let wrong_prize = &facts.prizes[others.find(|other| *other != id)?];

    let years = w.rng.integer(3, 6) as i32;
    let first = w.rng.integer(2004, i64::from(2026 - years)) as i32;
    let honoured: Vec<PersonId> =
        prize.laureates.iter().filter(|(year, ..)| (first..first + years).contains(year)).map(|(_, person, _)| *person).collect();
    let name = |id: PersonId| facts.people[id].name.as_str();
    let names = || prize.laureates.iter().map(|(_, person, _)| name(*person));
    if honoured.len() != years as usize || !honoured.iter().all(|id| is_clear(name(*id), names())) {
        return None;
    }
    let by_birth = rank(honoured.iter().map(|id| (*id, std::cmp::Reverse(facts.people[*id].born))));
    let [(laureate, born), (younger, next), ..] = by_birth[..] else { return None };
    let films = rank(facts.films_of(laureate).iter().map(|id| (*id, facts.films[*id].rating)));
    let [(best, rating), (second, lower), _, ..] = films[..] else { return None };
    let film = &facts.films[best];
    let year = film.released.year;
    let same_year: Vec<i64> =
        facts.films.iter().filter(|(_, other)| other.released.year == year).map(|(_, other)| other.rating).collect();
    let place = same_year.iter().filter(|other| **other > rating).count() + 1;
    let is_tied = born == next || rating == lower || same_year.iter().filter(|other| **other == rating).count() > 1;
    let of_year = same_year.len();
    if is_tied || of_year < 6 {
        return None;
    }

    let (office, town) = office(w, "readers-pass")?;
    let (from, until) = (first.to_string(), (first + years - 1).to_string());
    let role = only(film.roles_of(laureate).into_iter())?;
    let second_role = facts.films[second].roles_of(laureate).swap_remove(0);
    let at = facts.portal.grants.iter().position(|grant| grant.key == "community-theatre")?;
    let grant = &facts.portal.grants[at];
    let first_deadline = facts.portal.notices.iter().find_map(|notice| match notice.kind {
        NoticeKind::Deadline(of, first) if of == at => Some(first),
        _ => None,
    });
    // A whole number of thousands, and now and then more than is given at most.
    let costs = w.rng.integer(4, 40) * 20 * (1 + grant.most / 400);
    let sum = (costs * grant.share / 100).min(grant.most);
    let begins = Date::new(2026, 9, 1).plus(w.rng.integer(0, 200));
    let email = format!("{}@post.example", ["reader", "library.card", "pass", "borrower"][w.rng.index(4)]);
    if role == second_role {
        return None;
    }
    w.say("which", which);
    w.say("from", &from);
    w.say("until", &until);
    w.say("costs", costs);
    w.say("begins", begins.long());
    w.say("email", &email);

    let list_page = "http://www.meridian.example/list/prizes";
    w.stage(|s| {
        s.text("prize", &prize.name, &wrong_prize.name, told(list_page));
        let count = prize.laureates.len() as f64;
        s.number("laureates", (count, 0.1, "laureates"), count - 1.0, told(list_page));
        s.go("www.meridian.example");
        s.press("Lists");
        s.press("Prizes");
        s.read(3);
    });
    w.stage(|s| {
        let pages: Vec<String> = honoured.iter().filter_map(|id| net.article_page(Entity::Person(*id))).collect();
        s.text("laureate", name(laureate), name(younger), computed(&pages));
        s.date("born", facts.people[laureate].born, facts.people[younger].born, computed(&pages));
        s.press(&prize.name);
        s.read(2);
        for id in &honoured {
            s.press(name(*id));
            s.read(1);
            s.then(Move::Back);
        }
    });
    w.stage(|s| {
        let page = net.film_person_page(laureate);
        s.text("best_film", &film.title, &facts.films[second].title, told(&page));
        s.number("rating", (rating as f64 / 10.0, 0.01, "of 100"), lower as f64 / 10.0, told(&page));
        s.text("role", &role, &second_role, told(&page));
        s.go("films.example");
        find_film_person(s, facts, laureate);
        s.read(1);
    });
    w.stage(|s| {
        let page = format!("http://films.example/year/{year}");
        s.number("place", (place as f64, 0.1, ""), place as f64 + 1.0, computed(std::slice::from_ref(&page)));
        s.number("films_of_the_year", (of_year as f64, 0.1, "films"), of_year as f64 - 1.0, told(&page));
        s.press("Years");
        s.press(&year.to_string());
        s.read(3);
    });
    w.stage(|s| {
        let birth = facts.people[laureate].born.to_string();
        let fields: [(&str, &str); 6] = [
            ("name", name(laureate)),
            ("email", &email),
            ("born", &birth),
            ("office", &office.key),
            ("term", "3"),
            ("abroad", "yes"),
        ];
        s.kept("pass", ("portal.example", "readers_pass"), &fields);
        s.go("portal.example");
        s.press("Reader's pass");
        s.press("Start the form");
        // The head of every page has the offices.
        s.choose_nth("Office", 2, town);
        s.fill("Full name", name(laureate));
        s.fill("Email", &email);
        s.fill("Date of birth", &birth);
        s.choose("Valid for", "3 years");
        s.tick("borrow from abroad");
        s.press("Send");
        s.slip("born like the next one", "pass", (&birth, &facts.people[younger].born.to_string()));
        s.slip("for a year", "pass", ("3 years", "1 year"));
    });
    w.stage(|s| {
        let (page, begins) = (format!("http://portal.example/grant/{}", grant.key), begins.to_string());
        s.date("deadline", grant.deadline, first_deadline.unwrap_or(grant.deadline.plus(30)), told(&page));
        let fields: [(&str, &str); 6] = [
            ("grant", &grant.number),
            ("applicant", name(laureate)),
            ("costs", &costs.to_string()),
            ("sum", &sum.to_string()),
            ("begins", &begins),
            ("project", &film.title),
        ];
        s.kept("grant", ("portal.example", "grant_applications"), &fields);
        s.press("Grants");
        s.press(&grant.title);
        s.read(1);
        s.fill("The project in a few sentences", &film.title);
        s.fill("Applicant", name(laureate));
        s.fill("Costs of the project", costs);
        s.fill("Begin", &begins);
        s.fill("Sum applied for", sum);
        s.enter();
        s.slip("all of the costs", "grant", (&sum.to_string(), &costs.to_string()));
        s.slip("another film", "grant", (&film.title, &facts.films[second].title));
    });
    Some(())
}
