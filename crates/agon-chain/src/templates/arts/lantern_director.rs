//! The director who won the Golden Lantern of a year, the film that earned most, its studio and its lead; a rating, a watched company, a bookmark.

use super::{all_but_last, find_film, in_office, is_clear, open_article};
use crate::chain::{GoalState, Move};
use crate::writer::{Writer, computed, told};
use agon_internet::facts::{Award, Entity, FilmId, Role, Status, rank};

const BEST_DIRECTOR: usize = 1;

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let awards: Vec<&Award> =
        facts.awards.iter().filter(|award| award.category == BEST_DIRECTOR && (1996..=2025).contains(&award.year)).collect();
    let award = w.draw(&awards)?;
    let (film, person) = award.nominees[award.winner];
    let director = person?;
    let (other_film, other) = *award.nominees.iter().find(|(_, nominee)| *nominee != person)?;
    let name = |id| facts.people[id].name.as_str();

    let directed: Vec<FilmId> =
        facts.films_of(director).iter().copied().filter(|id| facts.films[*id].director == director).collect();
    let titles = || facts.films_of(director).iter().map(|id| facts.films[*id].title.as_str());
    if !(3..=6).contains(&directed.len()) || !directed.iter().all(|id| is_clear(&facts.films[*id].title, titles())) {
        return None;
    }
    let by_profit = rank(directed.iter().map(|id| (*id, facts.films[*id].takings - facts.films[*id].budget)));
    let [(biggest, profit), (second, next), ..] = by_profit[..] else { return None };
    let big = &facts.films[biggest];
    let studio = big.studio?;
    let company = &facts.companies[studio];
    let (chief, chair) = (in_office(company, Role::ChiefExecutive)?, in_office(company, Role::Chair)?);
    let (lead, role) = big.cast.first()?;
    let (second_lead, second_role) = big.cast.get(1)?;
    let lead_films = facts.films_of(*lead).len();
    if biggest == film
        || profit == next
        || profit < 1
        || company.status != Status::Active
        || chief == chair
        || role == second_role
    {
        return None;
    }
    let stars = big.rating / 100;
    let birthplace = facts.cities[facts.people[director].birthplace].name;
    let other_place = facts.cities[facts.people[other?].birthplace].name;
    let year = award.year.to_string();
    if birthplace == other_place {
        return None;
    }

    w.say("year", &year);
    let article = net.article_page(Entity::Person(director))?;
    let film_pages: Vec<String> = directed.iter().map(|id| net.film_page(*id)).collect();
    w.stage(|s| {
        let page = format!("http://films.example/awards/{year}");
        s.text("director", name(director), name(other.unwrap_or(director)), told(&page));
        s.text("film", &facts.films[film].title, &facts.films[other_film].title, told(&page));
        s.go("films.example");
        s.press("Golden Lantern");
        s.press(&year);
        s.read(1);
    });
    w.stage(|s| {
        s.text("biggest_film", &big.title, &facts.films[second].title, computed(&film_pages));
        s.number("profit", (profit as f64, 0.5, "thousand dollars"), next as f64, computed(&film_pages));
        s.press(name(director));
        s.read(1);
        for id in &directed {
            s.press(&facts.films[*id].title);
            s.press("Figures");
            s.read(1);
            s.then(Move::Back);
        }
    });
    w.stage(|s| {
        let page = net.company_page(studio);
        s.text("studio", &company.name, &company.short, told(&page));
        s.text("chief_executive", name(chief), name(chair), told(&page));
        let number = facts.company_number(studio).to_string();
        s.kept("watch", ("register.example", "watched"), &[("company", &number), ("event", "accounts")]);
        s.press(&big.title);
        s.read(1);
        s.press(&company.name);
        s.read(1);
        s.press("People");
        s.read(1);
        s.choose("Tell me about", "New accounts");
        s.enter();
        s.slip("told about every change", "watch", ("New accounts", "Every change"));
    });
    w.stage(|s| {
        let (film_page, lead_page) = (net.film_page(biggest), net.film_person_page(*lead));
        s.text("lead", name(*lead), name(*second_lead), told(&film_page));
        s.text("role", role, second_role, told(&film_page));
        s.number("lead_films", (lead_films as f64, 0.1, ""), lead_films as f64 + 1.0, computed(&[lead_page]));
        s.go("films.example");
        find_film(s, facts, biggest);
        s.press("Cast");
        s.read(1);
        s.press(name(*lead));
        s.read(1);
    });
    w.stage(|s| {
        let code = facts.film_code(biggest).to_string();
        s.kept("rating", ("films.example", "ratings"), &[("film", &code), ("stars", &stars.to_string())]);
        find_film(s, facts, biggest);
        s.press("Figures");
        s.read(1);
        s.fill("Your rating", stars);
        s.enter();
        s.slip("rounded up", "rating", (&stars.to_string(), &(stars + 1).to_string()));
    });
    w.stage(|s| {
        s.date("born", facts.people[director].born, facts.people[director].born.plus(31), told(&article));
        s.text("birthplace", birthplace, other_place, told(&article));
        s.goal("bookmark", GoalState::Bookmarked(article.clone()));
        open_article(s, name(director));
        s.read(2);
        s.then(Move::Bookmark);
        s.slip_by("no bookmark", "bookmark", all_but_last(s));
    });
    Some(())
}
