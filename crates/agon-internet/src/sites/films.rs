//! The film database.

use super::{Addresses, Documents, article_link, company_link, country_link, page, svg};
use crate::address::Address;
use crate::facts::{AWARDS, Entity, Facts, Film, FilmId, GENRES, Id, PersonId, rank};
use crate::format::{commas, fixed, listed, slug};
use crate::html::{Frame, TableKind, definitions, field, link, list, number, options, put, select, sorted, table, year};
use crate::{Answer, Internet, picture};

const FRAME: Frame<'static> = Frame {
    brand: "Reel Index",
    motto: "",
    links: &[
        ("/top", "Top rated"),
        ("/genres", "Genres"),
        ("/years", "Years"),
        ("/awards", "Golden Lantern"),
        ("/people", "People"),
        ("/my", "My list"),
    ],
    extra: "<form class=\"find\" action=\"/find\" role=\"search\"><label for=\"t\">Film or person</label><input id=\"t\" name=\"t\" type=\"search\" required=\"\"/><button>Find</button></form>",
    footer: "<p>Reel Index. Ratings are those of our readers, of 100. Takings worldwide, in thousand dollars.</p>",
    asks_about_cookies: false,
};

/// Films in one part of a genre.
const PART: usize = 20;

fn film_link(facts: &Facts, id: FilmId) -> String {
    link(&format!("/film/{}", facts.film_code(id)), &facts.films[id].title)
}

fn own_person(facts: &Facts, id: PersonId) -> String {
    link(&format!("/person/{}", facts.person_code(id)), &facts.people[id].name)
}

fn genre_links(film: &Film) -> String {
    film.genres.iter().map(|g| link(&format!("/genre/{}", slug(g, '-')), g)).collect::<Vec<_>>().join(", ")
}

fn teaser(facts: &Facts, id: FilmId) -> String {
    let f = &facts.films[id];
    format!(
        "<article class=\"teaser\"><img src=\"/poster/{}.svg\" alt=\"Poster\" width=\"96\" height=\"144\"/><div><h2>{}</h2><p>{} · {} · {} min</p><p>{}</p></div></article>",
        facts.film_code(id),
        film_link(facts, id),
        f.released.year,
        own_person(facts, f.director),
        f.runtime,
        genre_links(f)
    )
}

/// Films of a genre, newest first.
fn of_genre(facts: &Facts, genre: &str) -> Vec<FilmId> {
    let mut ids: Vec<FilmId> = facts.films.iter().filter(|(_, f)| f.genres.contains(&genre)).map(|(id, _)| id).collect();
    ids.sort_by_key(|id| std::cmp::Reverse((facts.films[*id].released, *id)));
    ids
}

fn years(facts: &Facts) -> Vec<i32> {
    let mut years: Vec<i32> = facts.films.iter().map(|(_, f)| f.released.year).collect();
    years.sort_unstable();
    years.dedup();
    years
}

fn award_years(facts: &Facts) -> Vec<i32> {
    let mut years: Vec<i32> = facts.awards.iter().map(|a| a.year).collect();
    years.dedup();
    years
}

pub(super) fn get(net: &Internet, address: &Address) -> Option<Answer> {
    let facts = net.facts();
    match address.parts().as_slice() {
        [] => page("Reel Index", home(facts)),
        ["find"] => page("Find - Reel Index", find(facts, address.value("t").unwrap_or(""))),
        ["film", code] => film(net, facts.film_by_code(code)?),
        ["person", code] => person(net, facts.person_by_code(code)?),
        ["poster", file] => {
            let id = facts.film_by_code(file.strip_suffix(".svg")?)?;
            svg("poster", picture::scene(&mut facts.rng("picture/poster", id.index()), 240, 360))
        }
        ["genres"] => page("Genres - Reel Index", FRAME.page("plain", &format!("<h1>Genres</h1>{}", list("entries", GENRES.iter().map(|g| format!("{} ({})", link(&format!("/genre/{}", slug(g, '-')), g), of_genre(facts, g).len())))))),
        ["genre", key] => genre(facts, GENRES.iter().find(|g| slug(g, '-') == *key)?),
        ["part", "genre", key, number] => fragment(facts, GENRES.iter().find(|g| slug(g, '-') == *key)?, number.parse().ok()?),
        ["years"] => page("Years - Reel Index", FRAME.page("plain", &format!("<h1>Years</h1>{}", list("entries", years(facts).iter().rev().map(|y| link(&format!("/year/{y}"), &y.to_string())))))),
        ["year", year] => year_page(net, year.parse().ok()?),
        ["top"] => top(net, address),
        ["awards"] => page("Golden Lantern - Reel Index", FRAME.page("plain", &format!("<h1>Golden Lantern</h1><p>Given every March for films of the year before.</p>{}", list("entries", award_years(facts).iter().rev().map(|y| link(&format!("/awards/{y}"), &y.to_string())))))),
        ["awards", year] => awards(facts, year.parse().ok()?),
        ["people"] => page("People - Reel Index", people(facts)),
        ["my"] => page("My list - Reel Index", FRAME.page("plain", "<h1>My list</h1><p data-unless=\"ratings\">You have rated no films.</p><ul data-if=\"ratings\"><template data-each=\"ratings\"><li><a href=\"/film/{{film}}\">{{title}}</a>: {{stars}} of 10</li></template></ul>")),
        _ => None,
    }
}

pub(super) fn addresses(net: &Internet, list: &mut Addresses) {
    let facts = net.facts();
    for path in ["/", "/genres", "/years", "/top", "/awards", "/people", "/my"] {
        list.add(path);
    }
    for id in facts.films.ids() {
        list.add(&format!("/film/{}", facts.film_code(id)));
    }
    for id in facts.people.ids().filter(|id| !facts.films_of(*id).is_empty()) {
        list.add(&format!("/person/{}", facts.person_code(id)));
    }
    for genre in GENRES {
        let key = slug(genre, '-');
        list.add(&format!("/genre/{key}"));
        for n in 1..of_genre(facts, genre).len().div_ceil(PART) {
            list.add(&format!("/part/genre/{key}/{n}"));
        }
    }
    for y in years(facts) {
        list.add(&format!("/year/{y}"));
    }
    for y in award_years(facts) {
        list.add(&format!("/awards/{y}"));
    }
}

pub(super) fn documents(net: &Internet, to: &mut dyn Documents) {
    let facts = net.facts();
    for (id, f) in facts.films.iter() {
        let cast: Vec<&str> = f.cast.iter().take(3).map(|c| facts.people[c.0].name.as_str()).collect();
        to.add(
            format!("http://films.example/film/{}", facts.film_code(id)),
            &format!("{} ({})", f.title, f.released.year),
            &format!(
                "{} film by {} with {}. Cast, awards and takings in the Reel Index.",
                listed(&f.genres),
                facts.people[f.director].name,
                listed(&cast)
            ),
        );
    }
    for (id, p) in facts.people.iter().filter(|(id, _)| !facts.films_of(*id).is_empty()) {
        to.add(
            format!("http://films.example/person/{}", facts.person_code(id)),
            &format!("{} - films", p.name),
            &format!("Films of {}, {}: {} in the Reel Index.", p.name, p.profession.word(), facts.films_of(id).len()),
        );
    }
    for y in award_years(facts) {
        to.add(
            format!("http://films.example/awards/{y}"),
            &format!("Golden Lantern {y}"),
            &format!("Winners and nominees of the Golden Lantern {y}."),
        );
    }
}

fn home(facts: &Facts) -> String {
    let mut newest: Vec<FilmId> = facts.films.ids().collect();
    newest.sort_by_key(|id| std::cmp::Reverse((facts.films[*id].released, *id)));
    FRAME.page(
        "home",
        &format!(
            "<h1>New in cinemas</h1><div class=\"teasers\">{}</div>",
            newest.iter().take(12).map(|id| teaser(facts, *id)).collect::<String>()
        ),
    )
}

fn find(facts: &Facts, text: &str) -> String {
    let wanted = text.to_lowercase();
    let films: Vec<String> = facts
        .films
        .iter()
        .filter(|(_, f)| !wanted.is_empty() && f.title.to_lowercase().contains(&wanted))
        .take(60)
        .map(|(id, f)| format!("{} ({})", film_link(facts, id), f.released.year))
        .collect();
    let people: Vec<String> = facts
        .people
        .iter()
        .filter(|(id, p)| !wanted.is_empty() && !facts.films_of(*id).is_empty() && p.name.to_lowercase().contains(&wanted))
        .take(60)
        .map(|(id, _)| own_person(facts, id))
        .collect();
    let none =
        if films.is_empty() && people.is_empty() { "<p>Nothing fits. Try a part of the title or the name.</p>" } else { "" };
    FRAME.page(
        "plain",
        &format!("<h1>Found</h1>{none}<h2>Films</h2>{}<h2>People</h2>{}", list("entries", films), list("entries", people)),
    )
}

fn film(net: &Internet, id: FilmId) -> Option<Answer> {
    let facts = net.facts();
    let f = &facts.films[id];
    let code = facts.film_code(id);
    let writers: Vec<String> = f.writers.iter().map(|w| own_person(facts, *w)).collect();
    let overview = definitions(
        "facts",
        &[
            ("Director", own_person(facts, f.director)),
            ("Writers", listed(&writers)),
            ("Released", f.released.long()),
            ("Running time", format!("{} min", f.runtime)),
            ("Genres", genre_links(f)),
            ("Country", country_link(net, f.country)),
            ("Studio", f.studio.map(|s| company_link(net, s)).unwrap_or_default()),
            ("Set in", f.setting.into()),
            ("Encyclopaedia", article_link(net, Entity::Film(id), &f.title)),
        ],
    );
    let cast: Vec<_> = f.cast.iter().map(|(p, role)| vec![own_person(facts, *p).into(), role.as_str().into()]).collect();
    let figures = definitions(
        "facts",
        &[
            ("Budget", format!("{} thousand dollars", commas(f.budget))),
            ("Takings", format!("{} thousand dollars", commas(f.takings))),
            ("Rating", format!("{} of 100", fixed(f.rating, 1))),
            ("Votes", commas(f.votes)),
        ],
    );
    let honours: Vec<String> = facts
        .awards
        .iter()
        .filter_map(|a| {
            let at = a.nominees.iter().position(|n| n.0 == id)?;
            let who = a.nominees[at].1.map(|p| format!(" ({})", own_person(facts, p))).unwrap_or_default();
            Some(format!(
                "{}: {}{who}, {}",
                link(&format!("/awards/{}", a.year), &a.year.to_string()),
                AWARDS[a.category],
                if at == a.winner { "<b>won</b>" } else { "nominated" }
            ))
        })
        .collect();
    let honours = if honours.is_empty() { "<p>No nominations.</p>".to_string() } else { list("awards", honours) };
    let html = format!(
        "<div class=\"film\"><img src=\"/poster/{code}.svg\" alt=\"Poster of {0}\" width=\"240\" height=\"360\"/><div><h1>{0} ({1})</h1><div data-widget=\"tabs\"><section data-tab=\"Overview\" id=\"overview\"><h2>Overview</h2>{overview}</section><section data-tab=\"Cast\" id=\"cast\"><h2>Cast</h2>{2}</section><section data-tab=\"Figures\" id=\"figures\"><h2>Figures</h2>{figures}</section><section data-tab=\"Awards\" id=\"awards\"><h2>Awards</h2>{honours}</section></div>\
         <form class=\"filters\" method=\"post\" data-keep=\"ratings\" action=\"/my\"><input type=\"hidden\" name=\"film\" value=\"{code}\"/><input type=\"hidden\" name=\"title\" value=\"{0}\"/>{3}<button>Rate</button></form></div></div>",
        f.title,
        f.released.year,
        table("Cast", &["Actor", "Role"], &cast, TableKind::default()),
        field("stars", "Your rating, 1 to 10", "number", "required=\"\" min=\"1\" max=\"10\"")
    );
    page(&format!("{} ({}) - Reel Index", f.title, f.released.year), FRAME.page("film-page", &html))
}

fn person(net: &Internet, id: PersonId) -> Option<Answer> {
    let facts = net.facts();
    let films = facts.films_of(id);
    if films.is_empty() {
        return None;
    }
    let p = &facts.people[id];
    let rows: Vec<_> = films
        .iter()
        .rev()
        .map(|f| {
            let film = &facts.films[*f];
            vec![
                film_link(facts, *f).into(),
                year(film.released.year),
                listed(&film.roles_of(id)).into(),
                number(film.rating, 1),
                number(film.takings, 0),
            ]
        })
        .collect();
    let won = facts.awards.iter().filter(|a| a.nominees[a.winner].1 == Some(id)).count();
    let html = format!(
        "<h1>{}</h1>{}{}",
        p.name,
        definitions(
            "facts",
            &[
                ("Born", format!("{}, {}", p.born.long(), super::place(net, p.birthplace))),
                ("Died", p.died.map(crate::Date::long).unwrap_or_default()),
                ("Profession", p.profession.word().into()),
                ("Golden Lanterns", won.to_string()),
                ("Encyclopaedia", article_link(net, Entity::Person(id), &p.name))
            ]
        ),
        table("Films", &["Film", "Year#", "As", "Rating#", "Takings#"], &rows, TableKind { sortable: true, filter: None })
    );
    page(&format!("{} - Reel Index", p.name), FRAME.page("plain", &html))
}

fn genre(facts: &Facts, genre: &str) -> Option<Answer> {
    let ids = of_genre(facts, genre);
    let key = slug(genre, '-');
    let next = if ids.len() > PART { format!(" data-next=\"http://films.example/part/genre/{key}/1\"") } else { String::new() };
    page(
        &format!("{genre} - Reel Index"),
        FRAME.page(
            "plain",
            &format!(
                "<h1>{genre}</h1><p>{} films, newest first.</p><div class=\"teasers\" data-widget=\"endless\"{next}>{}</div>",
                ids.len(),
                ids.iter().take(PART).map(|id| teaser(facts, *id)).collect::<String>()
            ),
        ),
    )
}

fn fragment(facts: &Facts, genre: &str, number: usize) -> Option<Answer> {
    let ids = of_genre(facts, genre);
    let from = number.checked_mul(PART)?;
    if number == 0 || from >= ids.len() {
        return None;
    }
    let next = if from + PART < ids.len() {
        format!(" data-next=\"http://films.example/part/genre/{}/{}\"", slug(genre, '-'), number + 1)
    } else {
        String::new()
    };
    page(
        &format!("{genre}, part {number}"),
        format!(
            "<div data-part=\"\"{next}>{}</div>",
            ids[from..(from + PART).min(ids.len())].iter().map(|id| teaser(facts, *id)).collect::<String>()
        ),
    )
}

fn film_rows(net: &Internet, caption: &str, ids: &[FilmId]) -> String {
    let facts = net.facts();
    let rows: Vec<_> = ids
        .iter()
        .map(|id| {
            let f = &facts.films[*id];
            vec![
                film_link(facts, *id).into(),
                sorted(f.released.to_string(), f.released.days()),
                own_person(facts, f.director).into(),
                country_link(net, f.country).into(),
                number(f.runtime, 0),
                number(f.rating, 1),
                number(f.votes, 0),
            ]
        })
        .collect();
    table(
        caption,
        &["Film", "Released@", "Director", "Country", "Minutes#", "Rating#", "Votes#"],
        &rows,
        TableKind { sortable: true, filter: Some("Filter films") },
    )
}

fn year_page(net: &Internet, wanted: i32) -> Option<Answer> {
    let facts = net.facts();
    let mut ids: Vec<FilmId> = facts.films.iter().filter(|(_, f)| f.released.year == wanted).map(|(id, _)| id).collect();
    if ids.is_empty() {
        return None;
    }
    ids.sort_by_key(|id| facts.films[*id].released);
    page(
        &format!("Films of {wanted} - Reel Index"),
        FRAME.page(
            "plain",
            &format!(
                "<h1>Films of {wanted}</h1><p>{} films.</p>{}",
                ids.len(),
                film_rows(net, &format!("Films of {wanted}"), &ids)
            ),
        ),
    )
}

fn top(net: &Internet, address: &Address) -> Option<Answer> {
    let facts = net.facts();
    let country = address.value("country");
    let decade: Option<i32> = address.number("decade");
    let kind = address.value("genre");
    let found = rank(
        facts
            .films
            .iter()
            .filter(|(_, f)| {
                country.is_none_or(|c| facts.countries[f.country].name == c)
                    && decade.is_none_or(|d| f.released.year / 10 * 10 == d)
                    && kind.is_none_or(|g| f.genres.contains(&g))
            })
            .map(|(id, f)| (id, (f.rating, f.votes))),
    );
    let ids: Vec<FilmId> = found.iter().take(100).map(|r| r.0).collect();
    let mut countries: Vec<&str> = facts.films.iter().map(|(_, f)| facts.countries[f.country].name).collect();
    countries.sort_unstable();
    countries.dedup();
    let decades = (1950..=2020).step_by(10).map(|d| d.to_string());
    let form = format!(
        "<form class=\"filters\" action=\"/top\">{}{}{}<button>Show</button></form>",
        select("country", "Country", &options("All countries", countries), country.unwrap_or(""), ""),
        select("decade", "Decade", &options("All decades", decades), &decade.map(|d| d.to_string()).unwrap_or_default(), ""),
        select("genre", "Genre", &options("All genres", GENRES), kind.unwrap_or(""), "")
    );
    let note = if country.is_some() { " from the chosen country" } else { "" };
    page(
        "Top rated - Reel Index",
        FRAME.page(
            "plain",
            &format!(
                "<h1>Top rated</h1>{form}<p>{} films{note}; the best hundred are shown.</p>{}",
                commas(found.len() as i64),
                film_rows(net, "Best rated first", &ids)
            ),
        ),
    )
}

fn awards(facts: &Facts, wanted: i32) -> Option<Answer> {
    let mut html = format!("<h1>Golden Lantern {wanted}</h1><p>For films of {}.</p>", wanted - 1);
    let mut any = false;
    for a in facts.awards.iter().filter(|a| a.year == wanted) {
        any = true;
        let items = a.nominees.iter().enumerate().map(|(i, (film, person))| {
            let who = person.map(|p| format!("{} for ", own_person(facts, p))).unwrap_or_default();
            format!("{who}{}{}", film_link(facts, *film), if i == a.winner { " <b>Winner</b>" } else { "" })
        });
        put!(html, "<h2>{}</h2>{}", AWARDS[a.category], list("nominees", items));
    }
    any.then(|| Answer::Page { title: format!("Golden Lantern {wanted} - Reel Index"), html: FRAME.page("plain", &html) })
}

fn people(facts: &Facts) -> String {
    let best = rank(facts.people.ids().filter(|id| !facts.films_of(*id).is_empty()).map(|id| (id, facts.films_of(id).len())));
    let rows: Vec<_> = best
        .iter()
        .take(300)
        .map(|(id, n)| {
            vec![
                own_person(facts, *id).into(),
                facts.people[*id].profession.word().into(),
                facts.countries[facts.people[*id].country].name.into(),
                year(facts.people[*id].born.year),
                number(*n as i64, 0),
            ]
        })
        .collect();
    FRAME.page(
        "plain",
        &format!(
            "<h1>People</h1>{}",
            table(
                "The 300 with the most films",
                &["Name", "Profession", "Country", "Born#", "Films#"],
                &rows,
                TableKind { sortable: true, filter: Some("Filter people") }
            )
        ),
    )
}
