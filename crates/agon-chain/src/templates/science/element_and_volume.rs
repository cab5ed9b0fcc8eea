//! The extreme element of a row of the periodic table, the volume of its number, the longest paper there, its author, and a reader's pass.

use crate::chain::Move;
use crate::templates::can_be_chosen;
use crate::templates::portal::open_form;
use crate::writer::{Writer, computed, told};
use agon_internet::facts::{Element, Entity, rank};

const ROWS: [(&str, &str); 7] = [
    ("4", "d-block"),
    ("4", "p-block"),
    ("5", "d-block"),
    ("5", "p-block"),
    ("6", "d-block"),
    ("6", "p-block"),
    ("6", "f-block"),
];
type Property = (&'static str, fn(&Element) -> &'static str, i64);
/// What is asked for, where it stands, and whether the highest or the lowest is meant.
const PROPERTIES: [Property; 5] = [
    ("the highest density", |element| element.density, 1),
    ("the lowest density", |element| element.density, -1),
    ("the highest melting point", |element| element.melting, 1),
    ("the lowest melting point", |element| element.melting, -1),
    ("the highest boiling point", |element| element.boiling, 1),
];

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let (period, block) = w.draw(&ROWS)?;
    let (property, of, sign) = w.draw(&PROPERTIES)?;
    let row: Vec<_> = facts.elements.iter().filter(|(_, one)| one.period == period && one.block == block).collect();
    let measured = |text: &str| text.parse::<f64>().ok().map(|value| (value * 10_000.0) as i64 * sign);
    let values: Vec<_> = row.iter().filter_map(|(id, one)| Some((*id, measured(of(one))?))).collect();
    let ranked = rank(values.into_iter());
    let [(best, most), (second, next), ..] = ranked[..] else { return None };
    let element = &facts.elements[best];
    let number = element.number as i32;
    let venues: Vec<_> = facts.venues.ids().filter(|id| facts.venues[*id].founded + number < 2025).collect();
    let venue = w.draw(&venues)?;
    let journal = &facts.venues[venue];
    let year = journal.founded + number - 1;
    let in_volume: Vec<_> =
        facts.papers.iter().filter(|(_, paper)| paper.venue == venue && paper.published.year == year).collect();
    let by_length = rank(in_volume.iter().map(|(id, paper)| (*id, paper.pages.1 - paper.pages.0 + 1)));
    let [(longest, pages), (shorter, fewer), ..] = by_length[..] else { return None };
    let work = &facts.papers[longest];
    let person = *work.authors.first()?;
    let author = &facts.people[person];
    let city = &facts.cities[author.birthplace];
    let (author_page, person_page) = (net.author_page(person), net.article_page(Entity::Person(person))?);
    let city_page = net.article_page(Entity::City(author.birthplace))?;
    let other_city = &facts.cities[facts.countries[city.country].capital];
    let offices: Vec<&str> = facts
        .portal
        .offices
        .iter()
        .filter(|office| office.services.contains(&"readers-pass"))
        .map(|office| facts.cities[office.city].name)
        .collect();
    let office = w.draw(&offices)?;
    let office_key = &facts.portal.offices.iter().find(|row| facts.cities[row.city].name == office)?.key;
    let fee = facts.portal.services.iter().find(|service| service.key == "readers-pass")?;
    let is_clear = ranked.len() == row.len()
        && most != next
        && pages != fewer
        && other_city.name != city.name
        && !author.name.contains(city.name)
        && can_be_chosen(office, offices.iter().copied());
    if !is_clear {
        return None;
    }
    let elements: Vec<String> = row.iter().filter_map(|(id, _)| net.article_page(Entity::Element(*id))).collect();
    let volume_page = format!("http://library.example/venue/{}/{number}", journal.name.to_lowercase().replace(' ', "-"));
    let born = author.born.to_string();

    w.say("period", period);
    w.say("block", block);
    w.say("property", property);
    w.say("journal", &journal.name);
    w.say("office", office);
    w.stage(|s| {
        s.text("element", element.name, facts.elements[second].name, computed(&elements));
        let other = f64::from(facts.elements[second].number);
        s.number("atomic_number", (f64::from(element.number), 0.0, ""), other, computed(&elements));
        s.go("www.meridian.example");
        s.press("Lists");
        s.press("Chemical elements");
        s.read(3);
        for (_, one) in &row {
            // Erbium is found in terbium first.
            let name = one.name.to_lowercase();
            let before = facts.elements.rows().iter().take_while(|other| other.number < one.number);
            s.press_nth(one.name, 1 + before.filter(|other| other.name.to_lowercase().contains(&name)).count());
            s.read(1);
            s.then(Move::Back);
            s.read(1);
        }
    });
    w.stage(|s| {
        s.text("longest_paper", &work.title, &facts.papers[shorter].title, told(&volume_page));
        s.number("pages", (f64::from(pages), 0.0, "pages"), f64::from(fewer), computed(std::slice::from_ref(&volume_page)));
        s.go("library.example");
        s.press("Venues");
        s.read(2);
        s.press(&journal.name);
        s.read(1);
        s.press(&format!("Volume {number} ({year})"));
        s.read(1);
    });
    w.stage(|s| {
        let other = facts.people[facts.papers[shorter].authors[0]].name.as_str();
        s.text("author", &author.name, other, told(&author_page));
        s.date("born", author.born, author.born.plus(1), told(&person_page));
        s.text("birthplace", city.name, other_city.name, told(&person_page));
        s.press(&work.title);
        s.press(&author.name);
        s.read(1);
        // The first match is the heading.
        s.press_nth(&author.name, 2);
        s.read(1);
    });
    w.stage(|s| {
        s.number("inhabitants", (city.population as f64, 0.0, "people"), other_city.population as f64, told(&city_page));
        let named = f64::from(city.founded);
        s.number("first_named", (named, 0.0, ""), named + 1.0, told(&city_page));
        s.press(city.name);
        s.read(2);
    });
    w.stage(|s| {
        let (normal, urgent) = (fee.fee as f64 / 100.0, fee.urgent_fee as f64 / 100.0);
        s.number("fee", (normal, 0.001, "kr"), urgent, told("http://portal.example/fees"));
        s.kept(
            "pass",
            ("portal.example", "readers_pass"),
            &[("name", &author.name), ("born", &born), ("office", office_key), ("term", "3"), ("abroad", "")],
        );
        s.go("portal.example");
        s.press("Fees");
        s.read(1);
        open_form(s, "Reader's pass");
        // The first match is the link to all offices.
        s.choose_nth("Office", 2, office);
        s.fill("Date of birth", &born);
        s.choose("Valid for", "3 years");
        s.fill("Full name", &author.name);
        s.fill("Email", "quiz@evening.example");
        s.enter();
        s.slip("valid for one year", "pass", ("3 years", "1 year"));
        s.slip("born a day later", "pass", (&born, &author.born.plus(1).to_string()));
    });
    Some(())
}
