//! Facts copied from elsewhere, one wrong on every page: what sponsored results lead to.

use super::{Addresses, Documents, article_address, company_address, page};
use crate::address::Address;
use crate::facts::{CompanyId, Contradiction, CopiedField, Copy, CountryId, Entity, Facts, INDUSTRIES, LAST_YEAR, Role};
use crate::format::{commas, crowns};
use crate::html::{Frame, definitions, link, list, pager, part};
use crate::{Answer, Internet};

const FRAME: Frame<'static> = Frame {
    brand: "QuickFacts",
    motto: "All you need in ten seconds!",
    links: &[("/", "Hot now"), ("/countries", "Countries"), ("/companies", "Companies")],
    extra: "",
    footer: "<p>QuickFacts gathers facts automatically from many sources and does not check them.</p>",
    asks_about_cookies: true,
};

const PER_PAGE: usize = 80;

pub(super) fn get(net: &Internet, address: &Address) -> Option<Answer> {
    let facts = net.facts();
    let of_country = || {
        facts
            .copies
            .iter()
            .filter_map(Copy::country)
            .map(|c| link(&format!("/country/{}", facts.countries[c].iso), facts.countries[c].name))
            .collect::<Vec<_>>()
    };
    let of_company = || {
        facts
            .copies
            .iter()
            .filter_map(Copy::company)
            .map(|c| link(&format!("/company/{}", facts.company_number(c)), &facts.companies[c].short))
            .collect::<Vec<_>>()
    };
    match address.parts().as_slice() {
        [] => page(
            "QuickFacts",
            FRAME.page(
                "home",
                &format!(
                    "<h1>Hot now</h1>{}{}",
                    list("entries", of_country().into_iter().take(30)),
                    list("entries", of_company().into_iter().take(30))
                ),
            ),
        ),
        ["countries"] => {
            page("Countries - QuickFacts", FRAME.page("plain", &format!("<h1>Countries</h1>{}", list("entries", of_country()))))
        }
        ["companies"] => {
            let all = of_company();
            let (shown, pages) = part(&all, address.page(), PER_PAGE);
            page(
                "Companies - QuickFacts",
                FRAME.page(
                    "plain",
                    &format!(
                        "<h1>Companies</h1>{}{}",
                        list("entries", shown.iter().cloned()),
                        pager("/companies", address.page(), pages)
                    ),
                ),
            )
        }
        ["country", iso] => {
            let id = facts.country(iso)?;
            let copy = facts.copies.iter().find(|c| c.country() == Some(id))?;
            page(&format!("{} - QuickFacts", facts.countries[id].name), country(facts, id, &copy.wrong))
        }
        ["company", number] => {
            let id = facts.company_by_number(number)?;
            let copy = facts.copies.iter().find(|c| c.company() == Some(id))?;
            page(&format!("{} - QuickFacts", facts.companies[id].short), company(facts, id, &copy.wrong))
        }
        _ => None,
    }
}

pub(super) fn addresses(net: &Internet, list: &mut Addresses) {
    let facts = net.facts();
    for path in ["/", "/countries"] {
        list.add(path);
    }
    list.add_pages("/companies", facts.copies.iter().filter(|c| c.company().is_some()).count(), PER_PAGE);
    for copy in &facts.copies {
        list.add(own_address(facts, copy).trim_start_matches("http://quickfacts.example"));
    }
}

fn own_address(facts: &Facts, copy: &Copy) -> String {
    match copy.of {
        Entity::Country(id) => format!("http://quickfacts.example/country/{}", facts.countries[id].iso),
        Entity::Company(id) => format!("http://quickfacts.example/company/{}", facts.company_number(id)),
        _ => "http://quickfacts.example/".into(),
    }
}

pub(super) fn documents(net: &Internet, to: &mut dyn Documents) {
    let facts = net.facts();
    for copy in &facts.copies {
        let name = match copy.of {
            Entity::Country(id) => facts.countries[id].name.to_string(),
            Entity::Company(id) => facts.companies[id].short.clone(),
            _ => continue,
        };
        to.add(
            own_address(facts, copy),
            &format!("{name}: quick facts"),
            &format!("{name} in ten seconds. All the key facts about {name} on one page, quick and free."),
        );
    }
}

fn population(facts: &Facts, id: CountryId) -> i64 {
    facts.indicator("population").and_then(|i| facts.value(i, id, LAST_YEAR)).unwrap_or(0)
}

fn country(facts: &Facts, id: CountryId, wrong: &CopiedField) -> String {
    let c = &facts.countries[id];
    let capital = if let CopiedField::Capital(name) = wrong { name } else { facts.cities[c.capital].name };
    let people = if let CopiedField::Population(n) = wrong { *n } else { population(facts, id) };
    let leader = if let CopiedField::Leader(p) = wrong { *p } else { c.leader };
    FRAME.page(
        "facts",
        &format!(
            "<h1>{}: quick facts</h1>{}<p>Share this page with your friends!</p>",
            c.name,
            definitions(
                "facts",
                &[
                    ("Capital", (*capital).to_string()),
                    ("Population", commas(people * 1000)),
                    ("Head of government", facts.people[leader].name.clone()),
                    ("Continent", c.continent.into()),
                    ("Currency", c.currency.into()),
                    ("Area", format!("{} km²", commas(c.area)))
                ]
            )
        ),
    )
}

fn chief(facts: &Facts, id: CompanyId) -> String {
    facts.companies[id]
        .officers
        .iter()
        .find(|o| o.role == Role::ChiefExecutive && o.resigned.is_none())
        .map(|o| facts.people[o.person].name.clone())
        .unwrap_or_default()
}

fn company(facts: &Facts, id: CompanyId, wrong: &CopiedField) -> String {
    let c = &facts.companies[id];
    let city = if let CopiedField::HeadOffice(city) = wrong { *city } else { c.city };
    let boss = if let CopiedField::ChiefExecutive(p) = wrong { facts.people[*p].name.clone() } else { chief(facts, id) };
    let founded = if let CopiedField::Founded(year) = wrong { *year } else { c.incorporated.year };
    let revenue = if let CopiedField::Revenue(r) = wrong { Some(*r) } else { c.reports.last().map(|r| r.revenue) };
    FRAME.page(
        "facts",
        &format!(
            "<h1>{}: quick facts</h1>{}<p>Everybody is talking about {}!</p>",
            c.short,
            definitions(
                "facts",
                &[
                    ("Industry", INDUSTRIES[c.industry].title.into()),
                    ("Head office", facts.cities[city].name.into()),
                    ("Chief executive", boss),
                    ("Founded", founded.to_string()),
                    ("Latest revenue", revenue.map(crowns).unwrap_or_default())
                ]
            ),
            c.short
        ),
    )
}

/// Every page has one.
pub(super) fn contradictions(net: &Internet) -> Vec<Contradiction> {
    let facts = net.facts();
    facts
        .copies
        .iter()
        .filter_map(|copy| {
            let right_address = match copy.of {
                Entity::Company(id) => company_address(net, id),
                other => article_address(net, other)?,
            };
            let (what, right, wrong) = match (&copy.wrong, copy.of) {
                (CopiedField::Population(n), Entity::Country(id)) => {
                    ("population", commas(population(facts, id) * 1000), commas(n * 1000))
                }
                (CopiedField::Capital(name), Entity::Country(id)) => {
                    ("capital", facts.cities[facts.countries[id].capital].name.to_string(), (*name).to_string())
                }
                (CopiedField::Leader(p), Entity::Country(id)) => {
                    ("head of government", facts.people[facts.countries[id].leader].name.clone(), facts.people[*p].name.clone())
                }
                (CopiedField::HeadOffice(city), Entity::Company(id)) => {
                    ("head office", facts.cities[facts.companies[id].city].name.to_string(), facts.cities[*city].name.to_string())
                }
                (CopiedField::ChiefExecutive(p), Entity::Company(id)) => {
                    ("chief executive", chief(facts, id), facts.people[*p].name.clone())
                }
                (CopiedField::Revenue(r), Entity::Company(id)) => (
                    "latest revenue",
                    facts.companies[id].reports.last().map(|o| crowns(o.revenue)).unwrap_or_default(),
                    crowns(*r),
                ),
                (CopiedField::Founded(year), Entity::Company(id)) => {
                    ("year of incorporation", facts.companies[id].incorporated.year.to_string(), year.to_string())
                }
                _ => return None,
            };
            Some(Contradiction { what: what.into(), right_address, right, wrong_address: own_address(facts, copy), wrong })
        })
        .collect()
}
