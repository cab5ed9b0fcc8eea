//! The objects of a gallery: the oldest, those of a century by known makers, the tallest of these, its maker's country; pictures, a file, a visit.

use super::{all_but_last, is_clear, open_article};
use crate::chain::GoalState;
use crate::writer::{Writer, computed, told};
use agon_internet::facts::{CopiedField, Entity, GALLERIES, LAST_YEAR, ObjectId, rank};
use std::collections::BTreeMap;

const PURPOSES: [&str; 4] = ["audio guide", "wall text", "leaflet", "slide show"];
const NAMES: [&str; 4] = ["Friends of the Museum", "Evening School", "Sketching Club", "Reading Circle"];

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let gallery = w.rng.integer(1, i64::from(GALLERIES)) as u32;
    let century = w.rng.integer(17, 20) as i32;
    let shown: Vec<ObjectId> =
        facts.objects.iter().filter(|(_, object)| object.gallery == Some(gallery)).map(|(id, _)| id).collect();
    let object = |id: ObjectId| &facts.objects[id];
    let titles = || shown.iter().map(|id| object(*id).title.as_str());
    let by_age = rank(shown.iter().map(|id| (*id, -object(*id).years.0)));
    let [(oldest, age), (younger, next_age), ..] = by_age[..] else { return None };
    let is_of_century = |year: i32| (year - 1).div_euclid(100) + 1 == century;
    let is_wanted = |id: &ObjectId| object(*id).maker.is_some() && is_of_century(object(*id).years.0);
    // A date over the turn of a century belongs to two.
    let is_of_two = |id: &ObjectId| is_of_century(object(*id).years.0) != is_of_century(object(*id).years.1);
    let signed: Vec<ObjectId> = shown.iter().copied().filter(is_wanted).collect();
    if !(3..=5).contains(&signed.len())
        || !signed.iter().all(|id| is_clear(&object(*id).title, titles()))
        || age == next_age
        || !(4..=30).contains(&shown.len())
        || shown.iter().any(|id| object(*id).maker.is_some() && is_of_two(id))
    {
        return None;
    }
    let by_height = rank(signed.iter().map(|id| (*id, object(*id).size.0)));
    let [(tallest, height), (second, next), ..] = by_height[..] else { return None };
    let (maker, other_maker) = (object(tallest).maker?, object(second).maker?);
    let person = &facts.people[maker];
    let country = &facts.countries[person.country];
    let population = facts.indicator("population")?;
    let people = facts.value(population, person.country, LAST_YEAR)?;
    let copied = facts.copies.iter().find(|copy| copy.country() == Some(person.country)).map(|copy| &copy.wrong);
    let other_country = facts.people[other_maker].country;
    let wrong_people = match copied {
        Some(CopiedField::Population(count)) => *count,
        _ => facts.value(population, person.country, LAST_YEAR - 1)?,
    };
    let is_listed = is_clear(country.name, facts.countries.iter().map(|(_, other)| other.name));
    if height == next || maker == other_maker || other_country == person.country || wrong_people == people || !is_listed {
        return None;
    }
    let entry = facts.objects.iter().find(|(_, object)| object.gallery.is_some())?.0;
    let number = gallery.to_string();
    let purpose = w.draw(&PURPOSES)?;
    let name = w.draw(&NAMES)?;
    let day = agon_internet::Date::new(2026, 6, 9).plus(w.rng.integer(0, 100));
    let century_text = format!("{century}th century");
    // Mondays are closed.
    if day.weekday() == 0 {
        return None;
    }
    w.say("gallery", &number);
    w.say("century", &century_text);
    w.say("purpose", purpose);
    w.say("name", name);
    w.say("day", day.long());

    let gallery_page = format!("http://museum.example/gallery/{gallery}");
    let pages: Vec<String> = signed.iter().map(|id| net.object_page(*id)).collect();
    let article = net.article_page(Entity::Person(maker))?;
    let (series, profile) =
        (net.series_page(population, person.country), format!("http://stats.example/country/{}", country.iso));
    let file = format!("http://stats.example/download/country-{}.csv", country.iso);
    w.stage(|s| {
        let count = shown.len() as f64;
        s.number("objects", (count, 0.1, "objects"), count + 1.0, told(&gallery_page));
        s.text("oldest_object", &object(oldest).accession, &object(younger).accession, told(&gallery_page));
        s.go("museum.example");
        s.press("Collection");
        s.choose("On view", "On view only");
        s.press("Filter");
        // The list of galleries is reached from any object on view.
        s.press(&object(entry).title);
        s.press(&format!("Gallery {}", object(entry).gallery.unwrap_or(gallery)));
        s.press("All galleries");
        s.press(&format!("Gallery {gallery}"));
        s.read(3);
    });
    w.stage(|s| {
        let mut makers: Vec<String> =
            signed.iter().filter_map(|id| object(*id).maker).map(|id| facts.people[id].name.clone()).collect();
        makers.sort();
        makers.dedup();
        let entry = |id: &ObjectId| {
            let fields = [("object", object(*id).accession.as_str()), ("resolution", "large"), ("purpose", purpose)];
            fields.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect::<BTreeMap<_, _>>()
        };
        let entries = signed.iter().map(entry).collect();
        s.set("makers", makers.clone(), makers[1..].to_vec(), computed(std::slice::from_ref(&gallery_page)));
        s.goal("pictures", GoalState::KeptAll { site: "museum.example".into(), list: "picture_orders".into(), entries });
        for id in &signed {
            s.go(&gallery_page);
            s.press(&object(*id).title);
            s.read(1);
            s.choose("Size of the picture", "6,000 pixels");
            s.fill("Purpose", purpose);
            s.enter();
        }
        s.slip("small pictures", "pictures", ("6,000 pixels", "1,200 pixels"));
        s.slip_by("one picture too few", "pictures", s.moves()[6..].to_vec());
    });
    w.stage(|s| {
        s.text("tallest_object", &object(tallest).accession, &object(second).accession, computed(&pages));
        s.number("height", (height as f64 / 10.0, 0.01, "cm"), next as f64 / 10.0, computed(&pages));
        for page in &pages {
            s.go(page);
            s.read(1);
        }
    });
    w.stage(|s| {
        s.text("maker_country", country.name, facts.countries[other_country].name, told(&article));
        s.date("born", person.born, facts.people[other_maker].born, told(&article));
        open_article(s, &person.name);
        s.read(1);
    });
    w.stage(|s| {
        s.number("population", (people as f64, 0.5, "thousand"), wrong_people as f64, told(&series));
        s.goal("file", GoalState::Opened(file));
        s.go("stats.example");
        s.press("Only necessary");
        s.read(1);
        // The first match is in the motto.
        s.press_nth("Countries", 2);
        s.press(country.name);
        s.read(1);
        // The tab, its heading and the caption come first.
        s.press_nth("Population", 4);
        s.read(1);
        s.go(&profile);
        s.press("All series (CSV)");
        s.slip_by("the file is not opened", "file", all_but_last(s));
    });
    w.stage(|s| {
        let (date, count) = (day.to_string(), shown.len().to_string());
        s.kept(
            "visit",
            ("museum.example", "visits"),
            &[("date", &date), ("people", &count), ("tour", "highlights"), ("name", name)],
        );
        s.go("museum.example");
        s.press("Visit");
        s.fill("Date", &date);
        s.fill("People", &count);
        s.choose("Tour", "Highlights");
        s.fill("Name", name);
        s.press("Book");
        s.slip("one too many", "visit", (&count, &(shown.len() + 1).to_string()));
    });
    Some(())
}
