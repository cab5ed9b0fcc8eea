//! The statistics office.

mod pictures;

use super::{Addresses, Documents, article_link, csv, page};
use crate::address::{Address, query};
use crate::facts::{CONTINENTS, CountryId, Entity, FIRST_YEAR, Facts, Id, IndicatorId, LAST_YEAR, THEMES, rank};
use crate::format::{capital, change, commas, fixed, ordinal, raw};
use crate::html::{Frame, TableKind, chart, field, link, list, number, options, pager, part, put, select, table};
use crate::{Answer, Date, Internet};
use pictures::{compare, flash, flash_picture, map_page, map_picture, picture};

const FRAME: Frame<'static> = Frame {
    brand: "Office of Comparative Statistics",
    motto: "Figures for 196 countries",
    links: &[
        ("/indicators", "Indicators"),
        ("/countries", "Countries"),
        ("/compare", "Compare"),
        ("/releases", "Releases"),
        ("/methods", "Methods"),
    ],
    extra: "<form class=\"find\" action=\"http://search.example/search\" role=\"search\"><label for=\"q\">Find a series</label><input id=\"q\" name=\"q\" type=\"search\" required=\"\" data-widget=\"suggest\" data-from=\"http://stats.example/suggest?q=\"/><input type=\"hidden\" name=\"site\" value=\"stats.example\"/><button>Find</button></form>",
    footer: "<p>Office of Comparative Statistics. Figures may be used with the source given. A dot means that no figure was published.</p>",
    asks_about_cookies: true,
};

/// Countries of a table on a page.
const PER_PAGE: usize = 50;
/// Indicators with flash estimates.
const FLASH: [&str; 3] = ["growth", "inflation", "unemployment"];
/// Countries with flash estimates: the most populous.
const FLASH_COUNTRIES: usize = 40;
/// Series in a comparison, at most.
const COMPARED: [&str; 3] = ["a", "b", "c"];

fn unit(facts: &Facts, id: IndicatorId) -> String {
    facts.indicators[id].unit.to_string()
}

fn with_unit(facts: &Facts, id: IndicatorId, value: Option<i64>) -> String {
    let indicator = &facts.indicators[id];
    match value {
        Some(value) if indicator.unit.starts_with('%') => format!("{}{}", fixed(value, indicator.decimals), indicator.unit),
        Some(value) => format!("{} {}", fixed(value, indicator.decimals), indicator.unit),
        None => ".".into(),
    }
}

pub(super) fn get(net: &Internet, address: &Address) -> Option<Answer> {
    let facts = net.facts();
    match address.parts().as_slice() {
        [] => page("Office of Comparative Statistics", home(facts)),
        ["indicators"] => page("Indicators - Office of Comparative Statistics", indicators(facts)),
        ["countries"] => page("Countries - Office of Comparative Statistics", countries(facts)),
        ["indicator", code] => indicator(net, facts.indicator(code)?, address),
        ["country", iso] => country(net, facts.country(iso)?),
        ["country", iso, code] => series(net, facts.country(iso)?, facts.indicator(code)?),
        ["compare"] => page("Compare - Office of Comparative Statistics", compare(facts, address)),
        ["chart.png"] => picture(facts, address),
        ["map", code] => map_page(facts, facts.indicator(code)?, address),
        ["map.svg"] => map_picture(facts, address),
        ["flash"] => page("Flash estimates - Office of Comparative Statistics", FRAME.page("plain", &format!("<h1>Flash estimates</h1><p>Quarterly estimates for the {FLASH_COUNTRIES} most populous countries. They are published as charts only and are replaced by the yearly figures.</p>{}", flash_links(facts)))),
        ["flash", code] if FLASH.contains(code) => flash(facts, facts.indicator(code)?),
        ["flash", code, file] if FLASH.contains(code) => flash_picture(facts, facts.indicator(code)?, facts.country(file.strip_suffix(".png")?)?),
        ["download", file] => download(facts, file.strip_suffix(".csv")?, address),
        ["releases"] => releases(facts, address.page()),
        ["release", number] => release(facts, number.parse().ok()?),
        ["methods"] => page("Methods - Office of Comparative Statistics", FRAME.page("plain", &format!("<h1>Methods</h1><p>How each series is defined.</p>{}", list("browse", facts.indicators.iter().map(|(_, i)| link(&format!("/methods/{}", i.code), i.title)))))),
        ["methods", code] => methods(facts, facts.indicator(code)?),
        ["suggest"] => suggest(facts, address.value("q").unwrap_or("")),
        _ => None,
    }
}

pub(super) fn addresses(net: &Internet, list: &mut Addresses) {
    let facts = net.facts();
    for path in ["/", "/indicators", "/countries", "/compare", "/flash", "/methods"] {
        list.add(path);
    }
    list.add_pages("/releases", release_count(facts), 40);
    for (id, i) in facts.indicators.iter() {
        for year in FIRST_YEAR..=LAST_YEAR {
            let path =
                if year == LAST_YEAR { format!("/indicator/{}", i.code) } else { format!("/indicator/{}?year={year}", i.code) };
            list.add_pages(&path, facts.ranking(id, year, None).len(), PER_PAGE);
        }
        list.add(&format!("/map/{}", i.code));
        list.add(&format!("/methods/{}", i.code));
        list.add(&format!("/download/{}.csv", i.code));
        for (_, c) in facts.countries.iter() {
            list.add(&format!("/country/{}/{}", c.iso, i.code));
        }
    }
    for code in FLASH {
        list.add(&format!("/flash/{code}"));
    }
    for (_, c) in facts.countries.iter() {
        list.add(&format!("/country/{}", c.iso));
        list.add(&format!("/download/country-{}.csv", c.iso));
    }
    for n in 1..=release_count(facts) {
        list.add(&format!("/release/{n}"));
    }
}

pub(super) fn documents(net: &Internet, to: &mut dyn Documents) {
    let facts = net.facts();
    for (_, i) in facts.indicators.iter() {
        to.add(
            format!("http://stats.example/indicator/{}", i.code),
            &format!("{} by country", i.title),
            &format!(
                "{} ({}) of all countries, {FIRST_YEAR} to {LAST_YEAR}: table, map and file. {}",
                i.title, i.unit, i.definition
            ),
        );
        to.add(
            format!("http://stats.example/methods/{}", i.code),
            &format!("How {} is measured", i.title.to_lowercase()),
            i.definition,
        );
    }
    for (_, c) in facts.countries.iter() {
        to.add(
            format!("http://stats.example/country/{}", c.iso),
            &format!("{}: statistical profile", c.name),
            &format!(
                "All indicators of {} since {FIRST_YEAR}: population, economy, health, education, environment, transport.",
                c.name
            ),
        );
    }
}

fn home(facts: &Facts) -> String {
    let mut html = String::from(
        "<h1>Figures for every country</h1><p class=\"lead\">Thirty indicators, eighteen years. Choose a theme.</p><div class=\"themes\">",
    );
    for theme in THEMES {
        let items = facts
            .indicators
            .iter()
            .filter(|(_, i)| i.theme == theme)
            .map(|(_, i)| link(&format!("/indicator/{}", i.code), i.title));
        put!(html, "<section><h2>{theme}</h2>{}</section>", list("", items));
    }
    put!(
        html,
        "</div><h2>Latest releases</h2>{}<h2>Flash estimates</h2>{}",
        list("releases", (1..=5).map(|n| link(&format!("/release/{n}"), &release_title(facts, n)))),
        flash_links(facts)
    );
    FRAME.page("home", &html)
}

fn flash_links(facts: &Facts) -> String {
    list(
        "",
        FLASH.iter().filter_map(|code| facts.indicator(code).map(|i| link(&format!("/flash/{code}"), facts.indicators[i].title))),
    )
}

fn indicators(facts: &Facts) -> String {
    let rows: Vec<_> = facts
        .indicators
        .iter()
        .map(|(id, i)| {
            let first = facts.ranking(id, LAST_YEAR, None);
            let highest = first.first().map(|(c, _)| facts.countries[*c].name).unwrap_or_default();
            vec![
                link(&format!("/indicator/{}", i.code), i.title).into(),
                i.theme.into(),
                i.unit.into(),
                number(first.len() as i64, 0),
                highest.into(),
            ]
        })
        .collect();
    FRAME.page(
        "plain",
        &format!(
            "<h1>Indicators</h1>{}",
            table(
                &format!("Indicators, {LAST_YEAR}"),
                &["Indicator", "Theme", "Unit", "Countries#", "Highest"],
                &rows,
                TableKind { sortable: true, filter: Some("Filter indicators") }
            )
        ),
    )
}

fn countries(facts: &Facts) -> String {
    let mut html = String::from("<h1>Countries</h1>");
    for continent in CONTINENTS {
        let mut of: Vec<_> = facts.countries.rows().iter().filter(|c| c.continent == continent).collect();
        of.sort_by_key(|c| c.name);
        put!(html, "<h2>{continent}</h2>{}", list("entries", of.iter().map(|c| link(&format!("/country/{}", c.iso), c.name))));
    }
    FRAME.page("plain", &html)
}

fn year_of(address: &Address) -> i32 {
    address.number("year").filter(|y| (FIRST_YEAR..=LAST_YEAR).contains(y)).unwrap_or(LAST_YEAR)
}

fn year_options() -> Vec<(String, String)> {
    (FIRST_YEAR..=LAST_YEAR).rev().map(|y| (y.to_string(), y.to_string())).collect()
}

fn indicator(net: &Internet, id: IndicatorId, address: &Address) -> Option<Answer> {
    let facts = net.facts();
    let i = &facts.indicators[id];
    let year = year_of(address);
    let continent = address.value("continent").filter(|c| CONTINENTS.contains(c));
    let sort = address.value("sort").unwrap_or("highest");
    let mut rows: Vec<(usize, CountryId, i64)> =
        facts.ranking(id, year, continent).into_iter().enumerate().map(|(n, (c, v))| (n + 1, c, v)).collect();
    match sort {
        "lowest" => rows.reverse(),
        "name" => rows.sort_by_key(|r| facts.countries[r.1].name),
        _ => {}
    }
    let (shown, pages) = part(&rows, address.page(), PER_PAGE);
    let cells: Vec<_> = shown
        .iter()
        .map(|(place, c, value)| {
            let before = facts.value(id, *c, year - 1).map_or_else(|| ".".to_string(), |v| fixed(v, i.decimals));
            vec![
                link(&format!("/country/{}/{}", facts.countries[*c].iso, i.code), facts.countries[*c].name).into(),
                number(*place as i64, 0),
                facts.countries[*c].continent.into(),
                number(*value, i.decimals),
                before.into(),
            ]
        })
        .collect();
    let filter = format!(
        "<form class=\"filters\" action=\"/indicator/{}\">{}{}{}<button>Show</button></form>",
        i.code,
        select("year", "Year", &year_options(), &year.to_string(), ""),
        select("continent", "Continent", &options("All continents", CONTINENTS), continent.unwrap_or(""), ""),
        select(
            "sort",
            "Order",
            &[("highest", "Highest first"), ("lowest", "Lowest first"), ("name", "By name")]
                .map(|(a, b)| (a.to_string(), b.to_string())),
            sort,
            ""
        )
    );
    let year_text = if year == LAST_YEAR { String::new() } else { year.to_string() };
    let base = format!(
        "/indicator/{}{}",
        i.code,
        query(&[
            ("year", &year_text),
            ("continent", continent.unwrap_or("")),
            ("sort", if sort == "highest" { "" } else { address.value("sort").unwrap_or("") })
        ])
    );
    let html = format!(
        "<p class=\"theme\">{}</p><h1>{}</h1><p class=\"lead\">{} Unit: {}. {}</p>{filter}<p>{} countries in {year}. {} · {} · {}</p>{}{}",
        i.theme,
        i.title,
        i.definition,
        i.unit,
        link(&format!("/methods/{}", i.code), "Methods"),
        rows.len(),
        link(&format!("/map/{}?year={year}", i.code), "Map"),
        link(&format!("/download/{}.csv?year={year}", i.code), &format!("File for {year} (CSV)")),
        link(&format!("/download/{}.csv", i.code), "File for all years (CSV)"),
        table(
            &format!("{}, {year}, {}", i.title, i.unit),
            &["Country", "Place#", "Continent", &format!("{year}#"), &format!("{}#", year - 1)],
            &cells,
            TableKind { sortable: true, filter: None }
        ),
        pager(&base, address.page(), pages)
    );
    page(&format!("{} - Office of Comparative Statistics", i.title), FRAME.page("indicator", &html))
}

fn country(net: &Internet, id: CountryId) -> Option<Answer> {
    let facts = net.facts();
    let c = &facts.countries[id];
    let mut html = format!(
        "<h1>{}</h1><p class=\"lead\">{}, {} km². {} · {}</p><div data-widget=\"tabs\">",
        c.name,
        c.continent,
        commas(c.area),
        article_link(net, Entity::Country(id), "Article in Meridian"),
        link(&format!("/download/country-{}.csv", c.iso), "All series (CSV)")
    );
    for (t, theme) in THEMES.iter().enumerate() {
        let rows: Vec<_> = facts
            .indicators
            .iter()
            .filter(|(_, i)| i.theme == *theme)
            .map(|(i, row)| {
                let cell = |year: i32| facts.value(i, id, year).map_or_else(|| ".".into(), |v| number(v, row.decimals));
                vec![
                    link(&format!("/country/{}/{}", c.iso, row.code), row.title).into(),
                    row.unit.into(),
                    cell(FIRST_YEAR + 2),
                    cell(FIRST_YEAR + 7),
                    cell(LAST_YEAR - 5),
                    cell(LAST_YEAR - 1),
                    cell(LAST_YEAR),
                ]
            })
            .collect();
        let columns = [
            "Indicator".to_string(),
            "Unit".to_string(),
            format!("{}#", FIRST_YEAR + 2),
            format!("{}#", FIRST_YEAR + 7),
            format!("{}#", LAST_YEAR - 5),
            format!("{}#", LAST_YEAR - 1),
            format!("{LAST_YEAR}#"),
        ];
        let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        put!(
            html,
            "<section data-tab=\"{theme}\" id=\"theme-{t}\"><h2>{theme}</h2>{}</section>",
            table(&format!("{}: {}", c.name, theme.to_lowercase()), &columns, &rows, TableKind::default())
        );
    }
    html.push_str("</div>");
    let neighbours =
        c.neighbours.iter().map(|n| link(&format!("/country/{}", facts.countries[*n].iso), facts.countries[*n].name));
    put!(html, "<h2>Neighbours</h2>{}", list("entries", neighbours));
    page(&format!("{} - Office of Comparative Statistics", c.name), FRAME.page("country", &html))
}

fn series(net: &Internet, country: CountryId, id: IndicatorId) -> Option<Answer> {
    let facts = net.facts();
    let (c, i) = (&facts.countries[country], &facts.indicators[id]);
    let rows: Vec<_> = (FIRST_YEAR..=LAST_YEAR)
        .rev()
        .map(|year| {
            let value = facts.value(id, country, year);
            let before = facts.value(id, country, year - 1);
            let moved = match (before, value) {
                (Some(before), Some(value)) if before != 0 => change(before, value),
                _ => ".".into(),
            };
            vec![crate::html::year(year), value.map_or_else(|| ".".into(), |v| number(v, i.decimals)), moved.into()]
        })
        .collect();
    let place = facts
        .ranking(id, LAST_YEAR, None)
        .iter()
        .position(|r| r.0 == country)
        .map(|p| format!("In {LAST_YEAR} {} was {} of all countries.", c.name, ordinal(p + 1)))
        .unwrap_or_else(|| format!("No figure was published for {LAST_YEAR}."));
    let html = format!(
        "<p class=\"theme\">{} · {}</p><h1>{}: {}</h1><p class=\"lead\">{} {place}</p>{}{}<p>{} · {}</p>",
        i.theme,
        link(&format!("/country/{}", c.iso), c.name),
        c.name,
        i.title.to_lowercase(),
        i.definition,
        chart(
            &format!("/chart.png?indicator={}&a={}", i.code, c.iso),
            &format!("Line chart of {} in {}", i.title.to_lowercase(), c.name),
            &format!("{}, {}", i.title, i.unit)
        ),
        table(
            &format!("{} of {}, {}", i.title, c.name, i.unit),
            &["Year#", "Value#", "Change, %#"],
            &rows,
            TableKind { sortable: true, filter: None }
        ),
        link(&format!("/compare?indicator={}&a={}", i.code, c.iso), "Compare with other countries"),
        link(&format!("/indicator/{}", i.code), "All countries")
    );
    page(&format!("{}: {} - Office of Comparative Statistics", c.name, i.title), FRAME.page("series", &html))
}

fn download(facts: &Facts, name: &str, address: &Address) -> Option<Answer> {
    if let Some(iso) = name.strip_prefix("country-") {
        let country = facts.country(iso)?;
        let mut text = String::from("indicator,title,unit");
        for year in FIRST_YEAR..=LAST_YEAR {
            put!(text, ",{year}");
        }
        text.push('\n');
        for (id, i) in facts.indicators.iter() {
            put!(text, "{},{},{}", i.code, i.title, i.unit.replace(',', ""));
            for year in FIRST_YEAR..=LAST_YEAR {
                put!(text, ",{}", facts.value(id, country, year).map(|v| raw(v, i.decimals)).unwrap_or_default());
            }
            text.push('\n');
        }
        return csv(name, text);
    }
    let id = facts.indicator(name)?;
    let i = &facts.indicators[id];
    let years = match address.number::<i32>("year").filter(|y| (FIRST_YEAR..=LAST_YEAR).contains(y)) {
        Some(year) => year..=year,
        None => FIRST_YEAR..=LAST_YEAR,
    };
    let mut text = String::from("iso,country,continent");
    for year in years.clone() {
        put!(text, ",{year}");
    }
    text.push('\n');
    for (c, row) in facts.countries.iter() {
        put!(text, "{},{},{}", row.iso, row.name, row.continent);
        for year in years.clone() {
            put!(text, ",{}", facts.value(id, c, year).map(|v| raw(v, i.decimals)).unwrap_or_default());
        }
        text.push('\n');
    }
    let file = if years.start() == years.end() { format!("{name}-{}", years.start()) } else { name.to_string() };
    csv(&file, text)
}

/// One release for every indicator and each of the last five years, the newest first.
fn release_count(facts: &Facts) -> usize {
    facts.indicators.len() * 5
}

fn release_of(facts: &Facts, number: usize) -> (IndicatorId, i32, Date) {
    let n = facts.indicators.len();
    let (back, at) = ((number - 1) / n, (number - 1) % n);
    let year = LAST_YEAR - back as i32;
    (IndicatorId::at(at), year, Date::new(year + 1, 5, 20).plus(-(at as i64) * 3))
}

fn release_title(facts: &Facts, number: usize) -> String {
    let (id, year, date) = release_of(facts, number);
    format!("{}: {} in {year}", date.long(), facts.indicators[id].title)
}

fn releases(facts: &Facts, number: usize) -> Option<Answer> {
    let all: Vec<usize> = (1..=release_count(facts)).collect();
    let (shown, pages) = part(&all, number, 40);
    let items = shown.iter().map(|n| link(&format!("/release/{n}"), &release_title(facts, *n)));
    let subscribe = format!(
        "<form class=\"filters\" method=\"post\" data-keep=\"subscriptions\" action=\"/releases\"><h2>Be told of releases</h2>{}{}{}<button>Subscribe</button></form><p data-if=\"subscriptions\">Subscribed: <span data-text=\"subscriptions.length\">0</span></p>",
        field("email", "Email", "email", "required=\"\""),
        select("theme", "Theme", &options("All themes", THEMES), "", ""),
        field(
            "from",
            "From",
            "date",
            "required=\"\" data-widget=\"dates\" min=\"2026-06-02\" max=\"2026-12-31\" data-off-weekdays=\"0 6\""
        )
    );
    page(
        "Releases - Office of Comparative Statistics",
        FRAME.page(
            "plain",
            &format!("<h1>Releases</h1>{}{}{subscribe}", list("releases", items), pager("/releases", number, pages)),
        ),
    )
}

fn release(facts: &Facts, number: usize) -> Option<Answer> {
    if number == 0 || number > release_count(facts) {
        return None;
    }
    let (id, year, date) = release_of(facts, number);
    let i = &facts.indicators[id];
    let ranking = facts.ranking(id, year, None);
    let name = |at: usize| {
        ranking
            .get(at)
            .map(|r| link(&format!("/country/{}/{}", facts.countries[r.0].iso, i.code), facts.countries[r.0].name))
            .unwrap_or_default()
    };
    let rise =
        rank(facts.countries.iter().filter_map(|(c, _)| Some((c, facts.value(id, c, year)? - facts.value(id, c, year - 1)?))));
    let mover = rise
        .first()
        .map(|(c, by)| {
            format!(
                "The largest rise from {} was that of {}: {} in the unit of the series.",
                year - 1,
                facts.countries[*c].name,
                fixed(*by, i.decimals)
            )
        })
        .unwrap_or_default();
    let html = format!(
        "<p class=\"theme\">Release of {}</p><h1>{} in {year}</h1><p class=\"lead\">The highest value was that of {}, with {}, before {} and {}. The lowest was that of {}.</p><p>{mover} {} countries published a figure.</p><p>{} · {}</p>",
        date.long(),
        i.title,
        name(0),
        with_unit(facts, id, ranking.first().map(|r| r.1)),
        name(1),
        name(2),
        name(ranking.len().saturating_sub(1)),
        ranking.len(),
        link(&format!("/indicator/{}?year={year}", i.code), "All countries"),
        link(&format!("/methods/{}", i.code), "Methods")
    );
    page(&format!("{} in {year} - Office of Comparative Statistics", i.title), FRAME.page("release", &html))
}

fn methods(facts: &Facts, id: IndicatorId) -> Option<Answer> {
    let i = &facts.indicators[id];
    let mut rng = facts.rng("stats/methods", id.index());
    let source = [
        "household surveys",
        "administrative records",
        "a census every ten years and estimates between",
        "returns of the national offices",
        "satellite images checked on the ground",
    ][rng.index(5)];
    let rule = [
        "Figures are revised once, two years after they were first published.",
        "Figures are not revised.",
        "Breaks in series are bridged by the office.",
        "Countries with fewer than 400,000 inhabitants publish every second year at most.",
    ][rng.index(4)];
    let html = format!(
        "<h1>Methods: {}</h1><p class=\"lead\">{}</p><dl class=\"facts\"><div><dt>Unit</dt><dd>{}</dd></div><div><dt>Decimals</dt><dd>{}</dd></div><div><dt>Code</dt><dd>{}</dd></div><div><dt>Years</dt><dd>{FIRST_YEAR} to {LAST_YEAR}</dd></div></dl><p>{} come from {source}. {rule}</p><p>{}</p>",
        i.title,
        i.definition,
        unit(facts, id),
        i.decimals,
        i.code,
        capital("figures"),
        link(&format!("/indicator/{}", i.code), "To the figures")
    );
    page(&format!("Methods: {} - Office of Comparative Statistics", i.title), FRAME.page("plain", &html))
}

fn suggest(facts: &Facts, text: &str) -> Option<Answer> {
    let text = text.to_lowercase();
    let mut html = String::from("<ul>");
    if text.len() >= 2 {
        let series = facts.indicators.rows().iter().map(|i| (i.title, format!("/indicator/{}", i.code)));
        let places = facts.countries.rows().iter().map(|c| (c.name, format!("/country/{}", c.iso)));
        for (title, to) in series.chain(places).filter(|(t, _)| t.to_lowercase().contains(&text)).take(8) {
            put!(html, "<li data-href=\"http://stats.example{to}\">{title}</li>");
        }
    }
    html.push_str("</ul>");
    page("Suggestions", html)
}
