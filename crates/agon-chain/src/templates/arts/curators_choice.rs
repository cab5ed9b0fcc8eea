//! The exhibition of a period that most people saw, who wrote about its end, its oldest object of a century and that object's owners; a picture, a visit, a copy from the archive.

use super::{applicant, first_weekday, is_clear};
use crate::chain::Move;
use crate::writer::{Writer, computed, only, told};
use agon_internet::facts::{Entity, ExhibitionId, ObjectId, Story, rank};
use agon_internet::{Date, TODAY};

const PURPOSES: [&str; 4] = ["catalogue", "lecture", "school book", "postcard"];
const TOURS: [(&str, &str); 3] = [
    ("highlights", "Highlights, 60 minutes"),
    ("instruments", "Scientific instruments, 45 minutes"),
    ("families", "For families, 50 minutes"),
];

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let (first, count) = (w.rng.index(facts.exhibitions.len()), 3 + w.rng.index(3));
    // They are in the order of their openings.
    let shows: Vec<ExhibitionId> = facts.exhibitions.ids().skip(first).take(count).collect();
    let (from, until) = (facts.exhibitions[*shows.first()?].opens, facts.exhibitions[*shows.last()?].opens);
    let century = w.rng.integer(16, 20) as i32;
    let titles = || facts.exhibitions.rows().iter().map(|show| show.title.as_str());
    let is_past = |id: &ExhibitionId| facts.exhibitions[*id].closes < TODAY && is_clear(&facts.exhibitions[*id].title, titles());
    let is_within = facts.exhibitions.iter().filter(|(_, show)| (from..=until).contains(&show.opens)).count() == count;
    if !is_within || !shows.iter().all(is_past) {
        return None;
    }
    let by_visitors = rank(shows.iter().map(|id| (*id, facts.exhibitions[*id].visitors)));
    let [(best, visitors), (second, next), ..] = by_visitors[..] else { return None };
    let show = &facts.exhibitions[best];
    let articles = facts.articles_about(Entity::Person(show.curator)).iter();
    let article = only(articles.filter(|id| facts.articles[**id].story == Story::ExhibitionCloses(best)))?;
    let news = &facts.articles[*article];

    let is_of_century = |id: &&ObjectId| (facts.objects[**id].years.0 - 1).div_euclid(100) + 1 == century;
    let by_age = rank(show.objects.iter().filter(is_of_century).map(|id| (*id, -facts.objects[*id].years.0)));
    let [(oldest, age), (younger, next_age), ..] = by_age[..] else { return None };
    let object = &facts.objects[oldest];
    let (_, owner_city, _) = object.provenance.first()?;
    let city = &facts.cities[*owner_city];
    let is_told_elsewhere = object.title.contains(city.name) || facts.countries[object.country].name.contains(city.name);
    let other_city = &facts.cities[object.place];
    if age == next_age
        || !is_clear(&object.title, show.objects.iter().map(|id| facts.objects[*id].title.as_str()))
        || is_told_elsewhere
        || other_city.name.contains(city.name)
        // The museum is closed on Mondays.
        || news.date.weekday() == 0
    {
        return None;
    }
    let name = |id| facts.people[id].name.as_str();
    let other_curator = shows.iter().map(|id| facts.exhibitions[*id].curator).find(|id| *id != show.curator)?;
    let other_reporter = *facts.journalists.iter().find(|id| **id != news.by)?;
    let purpose = w.draw(&PURPOSES)?;
    let (tour, tour_name) = w.draw(&TOURS)?;
    let people = w.rng.integer(2, 18);
    let (applicant, email) = applicant(w)?;
    let (from, until, century_text) = (from.long(), until.long(), format!("{century}th century"));
    w.say("from", from);
    w.say("until", until);
    w.say("century", century_text);
    w.say("purpose", purpose);
    w.say("people", people);
    w.say("tour", tour_name);
    let (show_page, object_page) = (net.exhibition_page(best), net.object_page(oldest));
    w.stage(|s| {
        let pages: Vec<String> = shows.iter().map(|id| net.exhibition_page(*id)).collect();
        let plain = show.title.trim_end_matches(&format!(" ({})", show.opens.year));
        s.any_of("exhibition", &[&show.title, plain], &facts.exhibitions[second].title, computed(&pages));
        s.number("visitors", (visitors as f64, 0.5, "visitors"), next as f64, told(&show_page));
        s.go("museum.example");
        s.press("Exhibitions");
        s.read(2);
        for id in &shows {
            s.press(&facts.exhibitions[*id].title);
            s.read(1);
            s.then(Move::Back);
        }
    });
    w.stage(|s| {
        let page = net.news_page(*article);
        s.text("reporter", name(news.by), name(other_reporter), told(&page));
        s.date("reported_on", news.date, show.closes, told(&page));
        s.text("curator", name(show.curator), name(other_curator), told(&page));
        s.search(&format!("{} site:courier.example", show.title));
        s.press(&news.headline);
        s.read(1);
    });
    w.stage(|s| {
        s.text("oldest_object", &object.accession, &facts.objects[younger].accession, told(&object_page));
        s.kept(
            "picture",
            ("museum.example", "picture_orders"),
            &[("object", &object.accession), ("resolution", "large"), ("purpose", purpose)],
        );
        s.go(&show_page);
        s.read(3);
        s.press(&object.title);
        s.read(2);
        s.choose("Size of the picture", "6,000 pixels");
        s.fill("Purpose", purpose);
        s.enter();
        s.slip("the small picture", "picture", ("6,000 pixels", "1,200 pixels"));
    });
    w.stage(|s| {
        s.text("owner_city", city.name, other_city.name, told(&object_page));
        let city_page = net.article_page(Entity::City(*owner_city)).unwrap_or_default();
        s.text("mayor", name(city.mayor), name(other_city.mayor), told(&city_page));
        s.read(1);
        s.press(city.name);
        s.read(1);
    });
    w.stage(|s| {
        let day = first_weekday(Date::new(2026, 7, 1), news.date.weekday());
        s.kept(
            "visit",
            ("museum.example", "visits"),
            &[("date", &day.to_string()), ("people", &people.to_string()), ("tour", tour), ("name", name(show.curator))],
        );
        s.go("museum.example");
        s.press("Visit");
        s.fill("Date", day);
        s.fill("People", people);
        s.choose("Tour", tour_name);
        s.fill("Name", name(show.curator));
        s.press("Book");
        s.slip("a week later", "visit", (&day.to_string(), &day.plus(7).to_string()));
        s.slip("no tour", "visit", (tour_name, "No tour"));
    });
    w.stage(|s| {
        let copies = object.provenance.len().to_string();
        let fields: [(&str, &str); 6] = [
            ("entry", &object.accession),
            ("copies", &copies),
            ("kind", "certified"),
            ("speed", "urgent"),
            ("name", applicant),
            ("email", email),
        ];
        s.kept("copy", ("portal.example", "archive_copy"), &fields);
        s.go(&object_page);
        s.read(2);
        s.go("portal.example");
        s.press("Copy from the archive");
        s.press("Start the form");
        s.fill("Entry or reference", &object.accession);
        s.fill("Copies", &copies);
        s.tick("certified");
        s.tick("Urgent");
        s.fill("Full name", applicant);
        s.fill("Email", email);
        s.press("Send");
        s.slip("the museum counted as an earlier owner", "copy", (&copies, &(object.provenance.len() + 1).to_string()));
    });
    Some(())
}
