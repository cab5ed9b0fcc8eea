//! Wrecks found by a method, the deepest or least deep of them, who reported it, where the ship was built, and the registration of a replica.

use crate::chain::Move;
use crate::templates::can_be_chosen;
use crate::templates::portal::open_form;
use crate::writer::{Writer, computed, only, told};
use agon_internet::facts::{Entity, NoticeKind, Ship, rank};

const METHODS: [&str; 4] = ["multibeam sonar", "side-scan sonar", "divers", "a magnetometer survey"];
const LIST: &str = "http://www.meridian.example/list/wrecks-found";
const SERVICE: &str = "vessel-registration";

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let method = w.draw(&METHODS)?;
    let from = w.rng.integer(2015, 2021) as i32;
    let to = (from + w.rng.integer(3, 7) as i32).min(2025);
    let (extreme, sign) = w.draw(&[("at the greatest depth", 1), ("at the smallest depth", -1)])?;
    let kind = w.draw(&["Sailing boat", "Motor boat", "Houseboat"])?;
    let found_in = |row: &Ship| {
        row.found.filter(|(year, _, how)| (from..=to).contains(year) && *how == method).map(|found| (found.0, found.1))
    };
    let wrecks: Vec<_> = facts.ships.iter().filter(|(_, row)| found_in(row).is_some()).collect();
    let by_depth = rank(wrecks.iter().map(|(id, row)| (*id, row.depth * sign)));
    let [(best, _), (second, _), ..] = by_depth[..] else { return None };
    let ship = &facts.ships[best];
    let (depth, less) = (ship.depth, facts.ships[second].depth);
    let (_, finder) = found_in(ship)?;
    let (_, other_finder) = found_in(&facts.ships[second])?;
    let story = only(facts.articles_about(Entity::Ship(best)).iter().copied())?;
    let article = &facts.articles[story];
    let printed = article.error.as_ref().map_or(less, |error| error.told);
    let yard = &facts.cities[ship.built_at];
    let near = &facts.cities[ship.near];
    let offices: Vec<&str> = facts
        .portal
        .offices
        .iter()
        .filter(|office| office.services.contains(&SERVICE))
        .map(|office| facts.cities[office.city].name)
        .collect();
    let office = w.draw(&offices)?;
    let office_key = &facts.portal.offices.iter().find(|row| facts.cities[row.city].name == office)?.key;
    let (at, service) = facts.portal.services.iter().enumerate().find(|(_, service)| service.key == SERVICE)?;
    let old_fee = facts.portal.notices.iter().find_map(|notice| match notice.kind {
        NoticeKind::Fee(of, old, ..) if of == at => Some(old),
        _ => None,
    });
    let captain = &facts.people[ship.captain].name;
    let reporter = &facts.people[article.by].name;
    let other_reporter = facts.journalists.iter().find(|id| **id != article.by)?;
    let is_clear = (3..=7).contains(&wrecks.len())
        && (50..=900).contains(&ship.length)
        && ship.built_at != ship.near
        && finder != other_finder
        && !ship.name.contains(yard.name)
        && !facts.countries[ship.country].name.contains(yard.name)
        && can_be_chosen(office, offices.iter().copied());
    if !is_clear {
        return None;
    }
    let ship_pages: Vec<String> = wrecks.iter().filter_map(|(id, _)| net.article_page(Entity::Ship(*id))).collect();
    let (ship_page, story_page) = (net.article_page(Entity::Ship(best))?, net.news_page(story));
    let city_page = net.article_page(Entity::City(ship.built_at))?;
    let mut listed: Vec<_> = facts.ships.rows().iter().filter(|row| row.found.is_some()).collect();
    listed.sort_by_key(|row| row.sunk);
    // An earlier row may hold the name, as the Orion II holds the Orion.
    let nth = |ship: &Ship| {
        let before = listed.iter().take_while(|row| row.name != ship.name);
        1 + before.filter(|row| row.name.to_lowercase().contains(&ship.name.to_lowercase())).count()
    };
    let length = format!("{}.{}", ship.length / 10, ship.length % 10);
    let launched = ship.launched.year;

    w.say("method", method);
    w.say("from", from);
    w.say("to", to);
    w.say("extreme", extreme);
    w.say("kind", kind);
    w.say("office", office);
    w.stage(|s| {
        let mut ships: Vec<String> = wrecks.iter().map(|(_, row)| row.name.clone()).collect();
        let right = ships.clone();
        ships.pop();
        s.set("wrecks", right, ships, told(LIST));
        s.go("www.meridian.example");
        s.press("Lists");
        s.press("Wrecks found");
        s.read(5);
    });
    w.stage(|s| {
        s.text("ship", &ship.name, &facts.ships[second].name, computed(&ship_pages));
        s.number("depth", (depth as f64, 0.0, "m"), printed as f64, told(&ship_page));
        s.text("found_by", &facts.people[finder].name, &facts.people[other_finder].name, told(&ship_page));
        for (_, row) in &wrecks {
            s.press_nth(&row.name, nth(row));
            s.read(1);
            s.then(Move::Back);
            s.read(1);
        }
    });
    w.stage(|s| {
        s.text("headline", &article.headline, &format!("The {} is found", ship.name), told(&story_page));
        s.date("reported_on", article.date, article.date.plus(1), told(&story_page));
        s.text("reporter", reporter, &facts.people[*other_reporter].name, told(&story_page));
        s.press_nth(&ship.name, nth(ship));
        s.read(1);
        s.press(&article.headline);
        s.read(1);
    });
    w.stage(|s| {
        s.text("captain", captain, &facts.people[finder].name, told(&ship_page));
        s.text("built_in", yard.name, near.name, told(&ship_page));
        s.number("inhabitants", (yard.population as f64, 0.0, "people"), near.population as f64, told(&city_page));
        s.go(ship_page.as_str());
        s.read(1);
        s.press(yard.name);
        s.read(2);
    });
    w.stage(|s| {
        let (fee, wrong) = (service.fee as f64 / 100.0, old_fee.unwrap_or(service.urgent_fee) as f64 / 100.0);
        s.number("fee", (fee, 0.001, "kr"), wrong, told("http://portal.example/fees"));
        s.kept(
            "registration",
            ("portal.example", "vessel_registration"),
            &[
                ("vessel", &ship.name),
                ("kind", kind),
                ("length", &length),
                ("built", "2026"),
                ("office", office_key),
                ("name", "Jon Aasen"),
            ],
        );
        s.go("portal.example");
        s.press("Fees");
        s.read(1);
        open_form(s, "Registration of a vessel");
        // The first match is the link to all offices.
        s.choose_nth("Office", 2, office);
        s.fill("Name of the vessel", &ship.name);
        s.choose("Kind", kind);
        s.fill("Length, metres", &length);
        s.fill("Built in", "2026");
        s.fill("Full name", "Jon Aasen");
        s.fill("Email", "jon@aasen.example");
        s.enter();
        s.slip("the year of the launch", "registration", ("2026", &launched.to_string()));
        s.slip("the runner-up's name", "registration", (&ship.name, &facts.ships[second].name));
    });
    Some(())
}
