//! Charts and maps, and the pages that show them.

use super::{COMPARED, FLASH_COUNTRIES, FRAME, year_of, year_options};
use crate::address::{Address, query};
use crate::chart::{Chart, Paper, Series};
use crate::facts::{CountryId, FIRST_YEAR, Facts, IndicatorId, LAST_YEAR};
use crate::html::{TableKind, chart, link, list, number, put, select, table};
use crate::sites::{page, png, svg};
use crate::{Answer, map};

fn compared(facts: &Facts, address: &Address) -> (IndicatorId, Vec<CountryId>) {
    let id = address
        .value("indicator")
        .and_then(|code| facts.indicator(code))
        .or_else(|| facts.indicator("population"))
        .unwrap_or(IndicatorId(0));
    let mut countries: Vec<CountryId> = Vec::new();
    for key in COMPARED {
        countries.extend(address.value(key).and_then(|iso| facts.country(iso)).filter(|c| !countries.contains(c)));
    }
    (id, countries)
}

pub(super) fn compare(facts: &Facts, address: &Address) -> String {
    let (id, countries) = compared(facts, address);
    let i = &facts.indicators[id];
    let mut names: Vec<(String, String)> =
        facts.countries.rows().iter().map(|c| (c.iso.to_string(), c.name.to_string())).collect();
    names.sort_by(|a, b| a.1.cmp(&b.1));
    names.insert(0, (String::new(), "none".into()));
    let codes: Vec<(String, String)> =
        facts.indicators.rows().iter().map(|i| (i.code.to_string(), i.title.to_string())).collect();
    let mut html = format!(
        "<h1>Compare countries</h1><form class=\"filters\" action=\"/compare\">{}",
        select("indicator", "Indicator", &codes, i.code, "")
    );
    for (n, key) in COMPARED.iter().enumerate() {
        let chosen = countries.get(n).map_or("", |c| facts.countries[*c].iso);
        html.push_str(&select(key, &format!("Country {}", n + 1), &names, chosen, ""));
    }
    html.push_str("<button>Compare</button></form>");
    if countries.is_empty() {
        html.push_str("<p>Choose an indicator and one to three countries. The chart shows every year; figures are in the tables of each country.</p>");
    } else {
        let mut pairs = vec![("indicator", i.code)];
        pairs.extend(COMPARED.iter().zip(&countries).map(|(key, c)| (*key, facts.countries[*c].iso)));
        let shown: Vec<String> = countries.iter().map(|c| facts.countries[*c].name.to_string()).collect();
        html.push_str(&chart(
            &format!("/chart.png{}", query(&pairs)),
            &format!("Line chart of {} in {}", i.title.to_lowercase(), crate::format::listed(&shown)),
            &format!("{}, {}", i.title, i.unit),
        ));
        html.push_str(&list(
            "entries",
            countries.iter().map(|c| {
                link(
                    &format!("/country/{}/{}", facts.countries[*c].iso, i.code),
                    &format!("Table of {}", facts.countries[*c].name),
                )
            }),
        ));
    }
    FRAME.page("compare", &html)
}

pub(super) fn picture(facts: &Facts, address: &Address) -> Option<Answer> {
    let (id, countries) = compared(facts, address);
    let i = &facts.indicators[id];
    let title = format!("{}, {}", i.title, i.unit);
    let series = countries
        .iter()
        .map(|c| Series {
            name: facts.countries[*c].name.to_string(),
            values: (FIRST_YEAR..=LAST_YEAR).map(|y| facts.value(id, *c, y)).collect(),
        })
        .collect();
    let chart = Chart {
        title: &title,
        labels: (FIRST_YEAR..=LAST_YEAR).map(|y| y.to_string()).collect(),
        series,
        decimals: i.decimals,
        paper: Paper::Light,
        shows_values: false,
    };
    png("chart", chart.lines())
}

const CLASSES: [&str; 5] = ["#dbe7f3", "#a9c8e4", "#6ea3d0", "#3a78b0", "#174f82"];

pub(super) fn map_page(facts: &Facts, id: IndicatorId, address: &Address) -> Option<Answer> {
    let i = &facts.indicators[id];
    let year = year_of(address);
    let values = facts.ranking(id, year, None);
    let html = format!(
        "<h1>Map: {}</h1><form class=\"filters\" action=\"/map/{}\">{}<button>Show</button></form><figure data-widget=\"chart\"><img src=\"/map.svg?indicator={}&amp;year={year}\" alt=\"Map of the world: {} in {year}, in five classes\" width=\"1080\" height=\"440\"/><figcaption>Countries in five classes of the same number, {} in {year}. The darker, the higher. Grey: no figure.</figcaption></figure>{}",
        i.title,
        i.code,
        select("year", "Year", &year_options(), &year.to_string(), ""),
        i.code,
        i.title.to_lowercase(),
        i.unit,
        table(
            "Classes",
            &["Class", "From#", "To#"],
            &(0..5)
                .rev()
                .map(|class| {
                    let of: Vec<i64> = values
                        .iter()
                        .enumerate()
                        .filter(|(n, _)| class_of(*n, values.len()) == class)
                        .map(|(_, v)| v.1)
                        .collect();
                    vec![
                        ["lightest", "light", "middle", "dark", "darkest"][class].into(),
                        of.last().map_or_else(|| ".".into(), |v| number(*v, i.decimals)),
                        of.first().map_or_else(|| ".".into(), |v| number(*v, i.decimals)),
                    ]
                })
                .collect::<Vec<_>>(),
            TableKind::default()
        )
    );
    page(&format!("Map: {} - Office of Comparative Statistics", i.title), FRAME.page("map", &html))
}

/// The class of a place in a ranking of so many: 4 for the highest fifth.
fn class_of(place: usize, of: usize) -> usize {
    4 - (place * 5 / of.max(1)).min(4)
}

pub(super) fn map_picture(facts: &Facts, address: &Address) -> Option<Answer> {
    let id = address.value("indicator").and_then(|code| facts.indicator(code))?;
    let ranking = facts.ranking(id, year_of(address), None);
    let colour = |iso: &str| match ranking.iter().position(|r| facts.countries[r.0].iso == iso) {
        Some(place) => CLASSES[class_of(place, ranking.len())],
        None => "#d4d4d4",
    };
    svg("map", map::draw([-180.0, -58.0, 180.0, 84.0], "#f7f9fb", colour, &[]))
}

fn flash_countries(facts: &Facts) -> Vec<CountryId> {
    let population = facts.indicator("population").unwrap_or(IndicatorId(0));
    facts.ranking(population, LAST_YEAR, None).into_iter().take(FLASH_COUNTRIES).map(|r| r.0).collect()
}

pub(super) fn flash(facts: &Facts, id: IndicatorId) -> Option<Answer> {
    let i = &facts.indicators[id];
    let mut html = format!(
        "<h1>Flash estimates: {}</h1><p class=\"lead\">Quarterly estimates of 2025 and the first quarter of 2026, in {}. They are published as charts and are not in the tables.</p>",
        i.title.to_lowercase(),
        i.unit
    );
    let mut countries = flash_countries(facts);
    countries.sort_by_key(|c| facts.countries[*c].name);
    for c in countries {
        let c = &facts.countries[c];
        put!(
            html,
            "<h2 id=\"{}\">{}</h2>{}",
            c.iso,
            c.name,
            chart(
                &format!("/flash/{}/{}.png", i.code, c.iso),
                &format!("Bar chart of flash estimates for {}", c.name),
                &format!("{}, {}, by quarter", c.name, i.title.to_lowercase())
            )
        );
    }
    page(&format!("Flash estimates: {} - Office of Comparative Statistics", i.title), FRAME.page("flash", &html))
}

pub(super) fn flash_picture(facts: &Facts, id: IndicatorId, country: CountryId) -> Option<Answer> {
    if !flash_countries(facts).contains(&country) {
        return None;
    }
    let i = &facts.indicators[id];
    let title = format!("{}: {}, {}", facts.countries[country].name, i.title, i.unit);
    let series = vec![Series { name: String::new(), values: facts.flash(id, country).into_iter().map(Some).collect() }];
    let labels = ["2025 Q1", "2025 Q2", "2025 Q3", "2025 Q4", "2026 Q1"].map(String::from).to_vec();
    png("flash", Chart { title: &title, labels, series, decimals: i.decimals, paper: Paper::Light, shows_values: true }.bars())
}
