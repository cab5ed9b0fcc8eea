//! Where the chair of a large company sits besides: the richest of those companies, the town it is in, and all of them watched.

use super::{ORDERS, REGISTER, find_company, has_clear_name, in_office, of_sector, open_accounts, ordered_by, screen, watch};
use crate::chain::GoalState;
use crate::templates::policy::{bookmark, open_profile};
use crate::writer::{Writer, computed, told};
use agon_internet::facts::{CompanyId, Entity, LAST_YEAR, Role, Status, rank, sectors};
use std::collections::BTreeMap;

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let sector = w.draw(&sectors())?;
    let (order, key, words) = w.draw(&ORDERS)?;
    let place = w.draw(&[1, 2, 3])?;
    let ranked = rank(of_sector(facts, sector).into_iter().map(|id| (id, ordered_by(facts, &facts.listings[id], key))));
    let (id, value) = *ranked.get(place - 1)?;
    if ranked.get(place)?.1 == value || (place > 1 && ranked[place - 2].1 == value) {
        return None;
    }
    let first = facts.listings[id].company;
    let row = |id: CompanyId| &facts.companies[id];
    let chair = in_office(row(first), Role::Chair)?.person;
    let chief = in_office(row(first), Role::ChiefExecutive)?.person;
    let held = facts.offices_of(chair);
    let seats: Vec<CompanyId> =
        held.iter().filter(|(company, at)| row(*company).officers[*at].resigned.is_none()).map(|(company, _)| *company).collect();
    let others: Vec<CompanyId> = seats.iter().copied().filter(|other| *other != first).collect();
    let is_able = |id: &CompanyId| row(*id).status == Status::Active && row(*id).reports.len() == 5 && has_clear_name(facts, *id);
    if !(2..=3).contains(&others.len()) || !seats.iter().all(is_able) {
        return None;
    }
    let by_equity = rank(others.iter().map(|id| (*id, row(*id).reports[4].equity)));
    let [(richest, equity), (poorer, less), ..] = by_equity[..] else { return None };
    let town = row(richest).city;
    let city = &facts.cities[town];
    let town_page = net.article_page(Entity::City(town))?;
    let indicator = facts.indicator("unemployment")?;
    let rate = |year: i32| facts.value(indicator, city.country, year).map(|value| value as f64 / 100.0);
    let (rate, rate_before) = (rate(LAST_YEAR)?, rate(LAST_YEAR - 1)?);
    if rate == rate_before {
        return None;
    }
    w.say("sector", sector);
    w.say("order", words);
    w.say("place", ["highest", "second highest", "third highest"][place - 1]);
    let name = |person| facts.people[person].name.as_str();

    let wrong_seats = if held.len() == seats.len() { others.len() } else { held.len() };
    let (officer, richest_page) = (net.officer_page(chair), net.company_page(richest));
    let accounts: Vec<String> = others.iter().map(|id| net.accounts_page(*id, 2025)).collect();
    w.stage(|s| {
        s.text("company", &row(first).name, &row(facts.listings[ranked[place].0].company).name, told(&net.company_page(first)));
        s.text("chair", name(chair), name(chief), told(&net.company_page(first)));
        screen(s, sector, order);
        find_company(s, row(first));
        s.press("People");
        s.read(1);
    });
    w.stage(|s| {
        s.number("offices_now", (seats.len() as f64, 0.0, ""), wrong_seats as f64, computed(std::slice::from_ref(&officer)));
        s.text("richest_company", &row(richest).name, &row(poorer).name, computed(&accounts));
        s.number("equity", (equity as f64, 0.5, "thousand kr"), less as f64, computed(&accounts));
        s.press(name(chair));
        s.read(1);
        bookmark(s, &officer);
        for id in &others {
            s.press(&row(*id).name);
            s.read(1);
            open_accounts(s);
            s.go(&officer);
        }
    });
    w.stage(|s| {
        let copied = facts.cities.iter().find(|(other, _)| *other != town).map_or("", |(_, other)| other.name);
        s.text("town", city.name, copied, told(&richest_page));
        s.text("mayor", name(city.mayor), name(chair), told(&town_page));
        s.press(&row(richest).name);
        s.read(1);
        s.search(&format!("{} city", city.name));
        s.read(1);
        s.go(&town_page);
        s.read(1);
    });
    w.stage(|s| {
        s.number("unemployment", (rate, 0.001, "%"), rate_before, told(&net.series_page(indicator, city.country)));
        s.kept(
            "subscription",
            ("stats.example", "subscriptions"),
            &[("theme", "Economy"), ("from", "2026-06-08"), ("email", "desk@northgate.example")],
        );
        open_profile(s, facts, city.country);
        s.press("Economy");
        s.press("Unemployment");
        s.read(2);
        s.press("Releases");
        s.fill("Email", "desk@northgate.example");
        s.choose("Theme", "Economy");
        s.fill("From", "2026-06-08");
        s.press("Subscribe");
        s.slip("another theme", "subscription", ("Economy", "Population"));
        s.slip("another day", "subscription", ("2026-06-08", "2026-06-09"));
    });
    w.stage(|s| {
        let entry = |id: &CompanyId| {
            let number = facts.company_number(*id).to_string();
            BTreeMap::from([("company".to_owned(), number), ("event".to_owned(), "officers".to_owned())])
        };
        s.goal(
            "watched",
            GoalState::KeptAll { site: REGISTER.into(), list: "watched".into(), entries: seats.iter().map(entry).collect() },
        );
        let mut one_less = Vec::new();
        for id in &seats {
            one_less = s.moves();
            find_company(s, row(*id));
            watch(s, "Changes of officers");
        }
        s.slip("told about every change", "watched", ("Changes of officers", "Every change"));
        s.slip_by("one company is forgotten", "watched", one_less);
    });
    Some(())
}
