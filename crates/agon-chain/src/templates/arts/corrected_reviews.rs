//! The films whose running time the Courier corrected in a period, the worst of these errors and who made it; a rating, a newsletter.

use super::{find_film, is_clear};
use crate::writer::{Writer, computed, told};
use agon_internet::Date;
use agon_internet::facts::{Article, ArticleId, FilmId, SECTIONS, Story, rank};

/// Corrections on a page of the Courier.
const PER_PAGE: usize = 30;
const READERS: [&str; 4] = ["desk@cinema.example", "archive@kino.example", "editor@reels.example", "office@lantern.example"];

/// An article on a film whose running time was corrected.
#[derive(Clone, Copy)]
struct Review<'a> {
    id: ArticleId,
    article: &'a Article,
    film: FilmId,
    corrected: Date,
    printed: i64,
    right: i64,
    /// Of the list of corrections, from 1.
    page: usize,
}

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let mut corrections: Vec<(Date, ArticleId)> =
        facts.articles.iter().filter_map(|(id, article)| Some((article.error.as_ref()?.corrected?, id))).collect();
    corrections.sort_by_key(|one| std::cmp::Reverse(*one));
    let reviews: Vec<Review<'_>> = corrections
        .iter()
        .enumerate()
        .filter_map(|(at, (corrected, id))| {
            let article = &facts.articles[*id];
            let Story::Film(film) = article.story else { return None };
            let (printed, right) = (article.error.as_ref()?.told, facts.films[film].runtime);
            Some(Review { id: *id, article, film, corrected: *corrected, printed, right, page: at / PER_PAGE + 1 })
        })
        .collect();
    let (from, count) = (w.rng.index(reviews.len()), 3 + w.rng.index(3));
    let chosen = reviews.get(from..from + count)?;
    let (newest, oldest) = (chosen.first()?.corrected, chosen.last()?.corrected);
    let is_within = |review: &&Review<'_>| (oldest..=newest).contains(&review.corrected);
    let headlines = |page: usize| {
        let of_page = corrections.iter().skip((page - 1) * PER_PAGE).take(PER_PAGE);
        of_page.map(|(_, id)| facts.articles[*id].headline.as_str())
    };
    if reviews.iter().filter(is_within).count() != count
        || !chosen.iter().all(|review| is_clear(&review.article.headline, headlines(review.page)))
    {
        return None;
    }
    let by_length = rank(chosen.iter().map(|review| (review.film, review.right)));
    let by_error = rank(chosen.iter().map(|review| (*review, (review.printed - review.right).abs())));
    let [(worst, error), (second, smaller), ..] = by_error[..] else { return None };
    let (total, printed): (i64, i64) = (chosen.iter().map(|one| one.right).sum(), chosen.iter().map(|one| one.printed).sum());
    let reporter = worst.article.by;
    let mut written: Vec<(Date, ArticleId)> =
        facts.articles.iter().filter(|(_, article)| article.by == reporter).map(|(id, article)| (article.date, id)).collect();
    written.sort_by_key(|one| std::cmp::Reverse(*one));
    let [(last_day, last), (day_before, _), ..] = written[..] else { return None };
    let latest = &facts.articles[last];
    let film = &facts.films[worst.film];
    let other_director = facts.films[second.film].director;
    let name = |id| facts.people[id].name.as_str();
    let title = |id: FilmId| facts.films[id].title.as_str();
    let is_tied = by_length[0].1 == by_length[1].1 || error == smaller || total == printed || last_day == day_before;
    if is_tied || second.article.by == reporter || other_director == film.director {
        return None;
    }
    if !is_clear(&latest.headline, written.iter().take(PER_PAGE).map(|(_, id)| facts.articles[*id].headline.as_str())) {
        return None;
    }
    let email = w.draw(&READERS)?;
    w.say("from", oldest.long());
    w.say("until", newest.long());
    w.say("email", email);
    let list_page = |page: usize| match page {
        1 => "http://courier.example/corrections".to_owned(),
        page => format!("http://courier.example/corrections?page={page}"),
    };
    let pages: Vec<String> = chosen.iter().map(|review| net.news_page(review.id)).collect();
    let by_page = format!("http://courier.example/by/{}", facts.person_code(reporter));
    w.stage(|s| {
        let films: Vec<String> = chosen.iter().map(|review| title(review.film).to_owned()).collect();
        let last_page = chosen.iter().map(|review| review.page).max().unwrap_or(1);
        let lists: Vec<String> = (1..=last_page).map(list_page).collect();
        s.set("films", films.clone(), films[1..].to_vec(), computed(&lists));
        s.go("courier.example");
        s.press("Only necessary");
        s.read(1);
        s.press("Corrections");
        s.read(2);
        for _ in 1..last_page {
            s.press("Next");
            s.read(2);
        }
    });
    w.stage(|s| {
        s.number("total_minutes", (total as f64, 0.5, "minutes"), printed as f64, computed(&pages));
        s.text("longest_film", title(by_length[0].0), title(by_length[1].0), computed(&pages));
        for review in chosen {
            s.go(list_page(review.page));
            s.press(&review.article.headline);
            s.read(1);
        }
    });
    w.stage(|s| {
        let page = net.news_page(worst.id);
        s.number("largest_error", (error as f64, 0.1, "minutes"), smaller as f64, computed(&pages));
        s.text("reporter", name(reporter), name(second.article.by), told(&page));
        s.number("articles_written", (written.len() as f64, 0.1, "articles"), written.len() as f64 - 1.0, told(&by_page));
        s.go(&page);
        s.press(name(reporter));
        s.read(1);
    });
    w.stage(|s| {
        let (page, code) = (net.film_page(worst.film), facts.film_code(worst.film).to_string());
        let stars = film.rating / 100;
        s.text("director", name(film.director), name(other_director), told(&page));
        s.kept("rating", ("films.example", "ratings"), &[("film", &code), ("stars", &stars.to_string())]);
        s.go("films.example");
        find_film(s, facts, worst.film);
        s.read(1);
        s.press("Figures");
        s.read(1);
        s.fill("Your rating", stars);
        s.enter();
        s.slip("rounded up", "rating", (&stars.to_string(), &(stars + 1).to_string()));
    });
    w.stage(|s| {
        s.text("latest_headline", &latest.headline, &worst.article.headline, told(&by_page));
        let (section, section_name) = SECTIONS[latest.section];
        let mut fields = vec![("email", email), ("rhythm", "daily")];
        fields.extend(SECTIONS.map(|(key, _)| (key, if key == section { "yes" } else { "" })));
        s.kept("newsletter", ("courier.example", "newsletter"), &fields);
        s.go(&by_page);
        s.read(1);
        s.press(&latest.headline);
        s.read(1);
        s.press("Newsletter");
        // The sections stand in the head of every page as well.
        s.tick_nth(section_name, 2);
        s.choose("How often", "Every day");
        s.fill("Email", email);
        s.enter();
        s.slip("every week", "newsletter", ("Every day", "Every week"));
    });
    Some(())
}
