//! Logs in, pays what is owed in time, books an appointment for the slowest or quickest service of one's office, and sets preferences.

use super::{PORTAL, count};
use crate::chain::Move;
use crate::writer::{Writer, computed, told};
use agon_internet::Date;
use agon_internet::facts::{Entity, rank};

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let portal = &facts.portal;
    let account = w.draw(&portal.accounts)?;
    let other = portal.accounts.iter().find(|other| other.office != account.office)?;
    let office = &portal.offices[account.office];
    let other_office = &portal.offices[other.office];
    let city = &facts.cities[office.city];
    let other_city = facts.cities[other_office.city].name;
    let person = facts.people[account.person].name.as_str();
    // What is looked for on pages must not stand in names.
    let clear = |text: &str| count(text, &[city.name, person, &account.user]) == 0;
    if count(&city.name.to_lowercase(), &[person, &account.user, &account.street]) > 0
        || !["day", "time", "name", "service"].iter().all(|text| clear(text))
    {
        return None;
    }
    let pay_on = (0..3).map(|less| account.due.plus(-less)).find(|day| day.weekday() < 5)?;
    let (extreme, sign) = w.draw(&[("most", 1), ("fewest", -1)])?;
    let offered = portal.services.iter().filter(|service| office.services.contains(&service.key));
    let by_days = rank(offered.map(|service| (service, sign * service.days)));
    let [(service, first), (second, next), ..] = by_days[..] else { return None };
    // The word newsletter stands on many pages.
    if first == next || service.key == "newsletter" {
        return None;
    }
    let from = Date::new(2026, 6, 2).plus(w.rng.integer(3, 40));
    let is_open = |day: &Date| day.weekday() < 5 && office.closed_weekday != Some(day.weekday()) && !office.closed.contains(day);
    let day = (0..14).map(|more| from.plus(more)).find(is_open)?;
    let next_day = (1..14).map(|more| day.plus(more)).find(is_open)?;
    let opens: u32 = office.opens.get(..2)?.parse().ok()?;
    let time = format!("{:02}:00", opens + 1);
    let amount = format!("{}.{:02}", account.balance / 100, account.balance % 100);
    let country = city.country;
    let leader = facts.countries[country].leader;
    let leader_name = facts.people[leader].name.as_str();
    let mayor = facts.people[city.mayor].name.as_str();
    let country_page = net.article_page(Entity::Country(country))?;

    w.say("user", &account.user);
    w.say("password", &account.password);
    w.say("from", from.long());
    w.say("extreme", extreme);
    // What is only shown to those who are logged in is not told by the page itself.
    let account_page = [format!("http://{PORTAL}/account")];
    let office_page = format!("http://{PORTAL}/office/{}", office.key);
    w.stage(|s| {
        s.kept("log-in", (PORTAL, "login"), &[("name", &account.user)]);
        s.text("reference", &account.reference, &other.reference, computed(&account_page));
        s.number("balance", (account.balance as f64 / 100.0, 0.001, "kr"), other.balance as f64 / 100.0, computed(&account_page));
        s.text("office", city.name, other_city, computed(&account_page));
        s.go(PORTAL);
        s.press("Log in");
        s.fill("User name", &account.user);
        s.fill("Password", &account.password);
        s.enter();
        s.read(1);
        s.slip_by("nobody logs in", "log-in", vec![Move::Go(PORTAL.into())]);
    });
    w.stage(|s| {
        let on = pay_on.to_string();
        s.kept("payment", (PORTAL, "payments"), &[("reference", &account.reference), ("amount", &amount), ("on", &on)]);
        // Before the label come the link to the preferences and the reference itself; the next labels stand in other words.
        s.fill_nth("Reference", 3, &account.reference);
        s.fill_next(&amount);
        s.fill_next(&on);
        s.enter();
        s.slip("a round sum", "payment", (&amount, &(account.balance / 100 + 1).to_string()));
        s.slip("a day too early", "payment", (&on, &pay_on.plus(-1).to_string()));
    });
    w.stage(|s| {
        s.text("service", service.title, second.title, told(&office_page));
        let (days, others) = (service.days as f64, second.days as f64);
        s.number("working_days", (days, 0.0, "days"), others, told(&format!("http://{PORTAL}/fees")));
        s.text("telephone", &office.phone, &other_office.phone, told(&office_page));
        s.go("portal.example/account");
        s.read(1);
        // The address comes first.
        s.press_nth(city.name, 2);
        s.read(1);
        s.press("Fees");
        s.read(2);
    });
    w.stage(|s| {
        let on = day.to_string();
        let fields = [
            ("office", office.key.as_str()),
            ("service", service.key),
            ("date", &on),
            ("time", &time),
            ("name", person),
            ("phone", "0471-22-418"),
        ];
        s.kept("appointment", (PORTAL, "appointments"), &fields);
        s.press("Notices");
        s.read(3);
        s.go(&office_page);
        s.read(1);
        s.press("Book an appointment");
        // Before the label come the motto and the link to the services.
        s.choose_nth("Service", 3, service.title);
        s.fill("Day", &on);
        s.choose("Time", &time);
        s.fill("Name", person);
        s.fill("Telephone", "0471-22-418");
        s.enter();
        s.slip("the next day", "appointment", (&on, &next_day.to_string()));
        s.slip("another service", "appointment", (service.title, second.title));
    });
    w.stage(|s| {
        let fields = [
            ("home_office", office.key.as_str()),
            ("contact", "email"),
            ("email", "post@alder.example"),
            ("tell_closures", "yes"),
            ("tell_fees", ""),
            ("tell_grants", ""),
        ];
        s.kept("preferences", (PORTAL, "settings"), &fields);
        s.press("Preferences");
        s.choose("Letters", "By email");
        s.choose("Home office", city.name);
        s.fill("Email", "post@alder.example");
        s.tick("Closures of offices");
        s.press("Save");
        s.slip("another office", "preferences", (city.name, other_city));
        s.slip("letters by post", "preferences", ("By email", "By post"));
    });
    w.stage(|s| {
        s.text("head_of_government", leader_name, mayor, told(&country_page));
        s.date("since", facts.countries[country].leader_since, facts.countries[country].leader_since - 1, told(&country_page));
        s.go(&office_page);
        s.press_nth(city.name, 2);
        s.read(1);
        // The title and the heading come before the link.
        let is_in_title = city.name.contains(facts.countries[country].name);
        s.press_nth(facts.countries[country].name, if is_in_title { 3 } else { 1 });
        s.read(2);
    });
    Some(())
}
