//! The tallest object of a material and century, its maker and the maker's country; the fee and the form for taking the object there.

use super::{all_but_last, applicant, is_clear};
use crate::chain::{GoalState, Move};
use crate::writer::{Writer, computed, told};
use agon_internet::Date;
use agon_internet::facts::{CopiedField, DEPARTMENTS, Entity, NoticeKind, Object, ObjectId, rank};

const SERVICE: &str = "cultural-export";

fn century_of(object: &Object) -> i64 {
    i64::from((object.years.0 - 1).div_euclid(100) + 1)
}

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let (_, _, materials) = w.draw(&DEPARTMENTS)?;
    let material = w.draw(&materials)?;
    let wanted = w.rng.integer(16, 20);
    let found: Vec<ObjectId> = facts
        .objects
        .iter()
        .filter(|(_, object)| object.material == material && century_of(object) == wanted)
        .map(|(id, _)| id)
        .collect();
    let titles = || found.iter().map(|id| facts.objects[*id].title.as_str());
    if !(4..=7).contains(&found.len()) || !titles().all(|title| is_clear(title, titles())) {
        return None;
    }
    let by_height = rank(found.iter().map(|id| (*id, facts.objects[*id].size.0)));
    let [(tallest, height), (second, next), ..] = by_height[..] else { return None };
    let object = &facts.objects[tallest];
    let maker = object.maker?;
    let person = &facts.people[maker];
    let country = &facts.countries[person.country];
    let birthplace = facts.cities[person.birthplace].name;
    let works = facts.objects_of(maker).len();
    let other_maker = found.iter().filter_map(|id| facts.objects[*id].maker).find(|id| *id != maker)?;
    let other_country =
        facts.countries.iter().find(|(id, other)| *id != person.country && other.continent == country.continent)?.1;
    let is_beginning = facts.countries.iter().any(|(id, other)| id != person.country && other.name.starts_with(country.name));
    if height == next || birthplace.contains(country.name) || is_beginning {
        return None;
    }
    let copied = facts.copies.iter().find(|copy| copy.country() == Some(person.country)).map(|copy| &copy.wrong);
    let capital = facts.cities[country.capital].name;
    let wrong_capital =
        if let Some(CopiedField::Capital(name)) = copied { name } else { facts.cities[other_country.capital].name };
    let wrong_leader = if let Some(CopiedField::Leader(id)) = copied { *id } else { other_country.leader };
    let at = facts.portal.services.iter().position(|service| service.key == SERVICE)?;
    let service = &facts.portal.services[at];
    let old_fee = facts.portal.notices.iter().find_map(|notice| match notice.kind {
        NoticeKind::Fee(of, old, ..) if of == at => Some(old),
        _ => None,
    });
    let leaves = Date::new(2026, 8, 3).plus(w.rng.integer(0, 120));
    let worth = w.rng.integer(14, 190) * 1_000;
    let (applicant, email) = applicant(w)?;
    let (century, leaves_text, worth_text) = (format!("{wanted}th century"), leaves.long(), format!("{},000", worth / 1_000));
    let leader = |id| facts.people[id].name.as_str();
    w.say("material", material);
    w.say("century", &century);
    w.say("leaves", leaves_text);
    w.say("worth", worth_text);

    let object_page = net.object_page(tallest);
    let artist_page = format!("http://museum.example/artist/{}", facts.person_code(maker));
    let (article, country_page) = (net.article_page(Entity::Person(maker))?, net.article_page(Entity::Country(person.country))?);
    w.stage(|s| {
        let pages: Vec<String> = found.iter().map(|id| net.object_page(*id)).collect();
        s.text("tallest", &object.accession, &facts.objects[second].accession, computed(&pages));
        s.number("height", (height as f64 / 10.0, 0.01, "cm"), next as f64 / 10.0, told(&object_page));
        s.text("maker", &person.name, &facts.people[other_maker].name, told(&object_page));
        s.go("museum.example");
        s.press("Collection");
        s.choose("Material", material);
        s.choose("Century", &century);
        s.press("Filter");
        s.read(2);
        for id in &found {
            s.press(&facts.objects[*id].title);
            s.read(1);
            s.then(Move::Back);
        }
    });
    w.stage(|s| {
        s.number("works", (works as f64, 0.1, ""), works as f64 + 1.0, computed(std::slice::from_ref(&artist_page)));
        s.text("maker_country", country.name, other_country.name, told(&artist_page));
        s.date("born", person.born, person.born.plus(28), told(&article));
        s.goal("bookmark", GoalState::Bookmarked(article.clone()));
        s.press(&object.title);
        s.press(&person.name);
        s.read(2);
        // The first match is the heading.
        s.press_nth(&person.name, 2);
        s.read(1);
        s.then(Move::Bookmark);
        s.slip_by("no bookmark", "bookmark", all_but_last(s));
    });
    w.stage(|s| {
        s.text("capital", capital, wrong_capital, told(&country_page));
        s.text("head_of_government", leader(country.leader), leader(wrong_leader), told(&country_page));
        s.read(1);
        s.press(country.name);
        s.read(1);
    });
    w.stage(|s| {
        let fee = |hundredths: i64| hundredths as f64 / 100.0;
        let page = "http://portal.example/fees";
        s.number("fee", (fee(service.fee), 0.001, "kr"), fee(old_fee.unwrap_or(service.urgent_fee)), told(page));
        s.number("working_days", (service.days as f64, 0.1, "days"), service.days as f64 + 7.0, told(page));
        let fields = [("contact", "email"), ("email", email), ("tell_fees", "yes"), ("tell_grants", ""), ("tell_closures", "")];
        s.kept("preferences", ("portal.example", "settings"), &fields);
        s.go("portal.example");
        s.press("Fees");
        s.read(1);
        s.press("Preferences");
        s.choose("Letters", "By email");
        s.fill("Email", email);
        s.tick("Changes of fees");
        s.press("Save");
        s.slip("letters by post as well", "preferences", ("By email", "Both"));
    });
    w.stage(|s| {
        let (year, value) = (object.years.1.to_string(), worth.to_string());
        let day = leaves.to_string();
        let department = DEPARTMENTS[object.department].0;
        let fields: [(&str, &str); 9] = [
            ("object", &object.accession),
            ("department", department),
            ("year", &year),
            ("value", &value),
            ("destination", country.name),
            ("leaves", &day),
            ("stay", "time"),
            ("name", applicant),
            ("email", email),
        ];
        s.kept("licence", ("portal.example", "cultural_export"), &fields);
        // The first match is in the motto.
        s.press_nth("Services", 2);
        s.press("Export of a cultural object");
        s.press("Start the form");
        s.fill("Accession number", &object.accession);
        s.choose("Kind", department);
        s.fill("Year it was made", &year);
        s.fill("Value, kr", &value);
        s.press("Next");
        s.choose("Country of destination", country.name);
        s.fill("Leaves on", &day);
        s.tick("for a time");
        s.fill("Full name", applicant);
        s.fill("Email", email);
        s.press("Send");
        s.slip("a year too early", "licence", (&year, &(object.years.1 - 1).to_string()));
        s.slip("to another country", "licence", (country.name, other_country.name));
    });
    Some(())
}
