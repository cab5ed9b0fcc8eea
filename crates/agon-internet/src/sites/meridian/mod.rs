//! The encyclopaedia.

mod lead;
mod lists;
mod organisations;
mod people;
mod places;
mod registry;
mod things;

pub(crate) use registry::Wiki;

use super::{Addresses, Documents, article_link, page, svg};
use crate::address::Address;
use crate::facts::{Entity, Facts};
use crate::html::{Frame, definitions, link, list, pager, part, put};
use crate::{Answer, Internet, map, picture};
use registry::{Entry, KINDS, place};

/// An article that is being written.
#[derive(Default)]
struct Draft {
    /// Names and values beside the text.
    infobox: Vec<(&'static str, String)>,
    /// Address and description.
    picture: Option<(String, String)>,
    /// Headings and HTML.
    sections: Vec<(String, String)>,
    /// HTML.
    references: Vec<String>,
    /// Addresses and titles of lists and categories.
    categories: Vec<(String, String)>,
    see_also: Vec<Entity>,
}

impl Draft {
    fn section(&mut self, heading: &str, html: String) {
        if !html.is_empty() {
            self.sections.push((heading.into(), html));
        }
    }
}

/// Articles of a category on a page.
const PER_PAGE: usize = 120;

fn frame() -> Frame<'static> {
    Frame {
        brand: "Meridian",
        motto: "The open encyclopaedia",
        links: &[
            ("/", "Main page"),
            ("/categories", "Categories"),
            ("/lists", "Lists"),
            ("/index?letter=A", "A to Z"),
            ("/about", "About"),
        ],
        extra: "<form class=\"find\" action=\"http://search.example/search\" role=\"search\"><label for=\"q\">Search Meridian</label><input id=\"q\" name=\"q\" type=\"search\" required=\"\"/><input type=\"hidden\" name=\"site\" value=\"www.meridian.example\"/><button>Search</button></form>",
        footer: "<p>Text of Meridian may be used freely. Articles are written by volunteers; figures are taken from the sources named below each article.</p>",
        asks_about_cookies: false,
    }
}

pub(super) fn get(net: &Internet, address: &Address) -> Option<Answer> {
    match address.parts().as_slice() {
        [] => page("Meridian", main_page(net)),
        ["about"] => page("About Meridian - Meridian", frame().page("plain", "<h1>About Meridian</h1><p>Meridian is written by some nine hundred volunteers. Every article names its sources. Where a figure changes from year to year, the article gives that of the latest year and links to the office or register that publishes it.</p><p>Errors can be reported through the talk pages, which are closed at present.</p>")),
        ["wiki", slug] => {
            let entry = net.wiki().entry(slug)?;
            page(&format!("{} - Meridian", entry.title), article(net, entry))
        }
        ["categories"] => page("Categories - Meridian", categories(net)),
        ["category", key] => category(net, key, address.page()),
        ["index"] => letter(net, address.value("letter").unwrap_or("A"), address.page()),
        ["lists"] => page("Lists - Meridian", frame().page("plain", &lists::overview(net))),
        ["list", key] => {
            let (title, html) = lists::list_page(net, key)?;
            page(&format!("{title} - Meridian"), frame().page("plain", &html))
        }
        ["picture", kind, file] => drawing(net.facts(), kind, file.strip_suffix(".svg")?.parse().ok()?),
        ["locator", file] => locator(net.facts(), file.strip_suffix(".svg")?),
        _ => None,
    }
}

pub(super) fn addresses(net: &Internet, list: &mut Addresses) {
    for path in ["/", "/about", "/categories", "/lists"] {
        list.add(path);
    }
    for entry in net.wiki().entries() {
        list.add(&format!("/wiki/{}", entry.slug));
    }
    for (kind, (key, ..)) in KINDS.iter().enumerate() {
        list.add_pages(&format!("/category/{key}"), net.wiki().of_kind(kind).len(), PER_PAGE);
    }
    for letter in 'A'..='Z' {
        let count = net.wiki().entries().iter().filter(|e| e.title.starts_with(letter)).count();
        list.add_pages(&format!("/index?letter={letter}"), count, PER_PAGE);
    }
    for (key, _) in lists::all(net.facts()) {
        list.add(&format!("/list/{key}"));
    }
}

pub(super) fn documents(net: &Internet, to: &mut dyn Documents) {
    for entry in net.wiki().entries() {
        to.add(format!("http://www.meridian.example/wiki/{}", entry.slug), &entry.title, &lead::lead(net.facts(), entry.entity));
    }
    for (key, title) in lists::all(net.facts()) {
        to.add(
            format!("http://www.meridian.example/list/{key}"),
            &title,
            &format!("{title}: a sortable list of the open encyclopaedia."),
        );
    }
}

fn article(net: &Internet, entry: &Entry) -> String {
    let facts = net.facts();
    let mut draft = Draft::default();
    match entry.entity {
        Entity::Country(id) => places::country(net, id, &mut draft),
        Entity::City(id) => places::city(net, id, &mut draft),
        Entity::Airport(id) => places::airport(net, id, &mut draft),
        Entity::Element(id) => places::element(net, id, &mut draft),
        Entity::Person(id) => people::person(net, id, &mut draft),
        Entity::University(id) => organisations::university(net, id, &mut draft),
        Entity::Company(id) => organisations::company(net, id, &mut draft),
        Entity::Topic(id) => organisations::topic(net, id, &mut draft),
        Entity::Venue(id) => organisations::venue(net, id, &mut draft),
        Entity::Film(id) => things::film(net, id, &mut draft),
        Entity::Ship(id) => things::ship(net, id, &mut draft),
        Entity::Bridge(id) => things::bridge(net, id, &mut draft),
        Entity::Medicine(id) => things::medicine(net, id, &mut draft),
        Entity::Prize(id) => things::prize(net, id, &mut draft),
    }
    draft.references.extend(super::news_about(net, entry.entity, 4));
    let kind = KINDS[place(entry.entity).0];
    draft.categories.insert(0, (format!("/category/{}", kind.0), kind.1.into()));
    let mut html = format!(
        "<article><h1>{}</h1><aside class=\"infobox\" aria-label=\"Key facts\"><p class=\"infobox-title\">{}</p>",
        entry.title, entry.title
    );
    if let Some((address, alt)) = &draft.picture {
        put!(html, "<img src=\"{address}\" alt=\"{alt}\" width=\"260\" height=\"180\"/>");
    }
    put!(html, "{}</aside><p class=\"lead\">{}</p>", definitions("facts", &draft.infobox), lead::lead(facts, entry.entity));
    if draft.sections.len() > 2 {
        html.push_str("<nav class=\"contents\" aria-label=\"Contents\"><p>Contents</p><ol>");
        for (i, (heading, _)) in draft.sections.iter().enumerate() {
            put!(html, "<li><a href=\"#s{}\">{heading}</a></li>", i + 1);
        }
        html.push_str("</ol></nav>");
    }
    for (i, (heading, body)) in draft.sections.iter().enumerate() {
        put!(html, "<h2 id=\"s{}\">{heading}</h2>{body}", i + 1);
    }
    let see: Vec<String> =
        draft.see_also.iter().filter_map(|e| net.wiki().title(*e).map(|title| article_link(net, *e, title))).collect();
    if !see.is_empty() {
        put!(html, "<h2>See also</h2>{}", list("see", see));
    }
    if !draft.references.is_empty() {
        html.push_str("<h2>References</h2><ol class=\"references\">");
        for reference in &draft.references {
            put!(html, "<li>{reference}</li>");
        }
        html.push_str("</ol>");
    }
    put!(
        html,
        "<p class=\"categories\">Categories: {}</p></article>",
        draft.categories.iter().map(|(to, title)| link(to, title)).collect::<Vec<_>>().join(" · ")
    );
    frame().page("article", &html)
}

fn main_page(net: &Internet) -> String {
    let facts = net.facts();
    let entries = net.wiki().entries();
    let mut rng = facts.rng("meridian/main", 0);
    let mut html = format!(
        "<h1>Welcome to Meridian</h1><p class=\"lead\">The open encyclopaedia with {} articles.</p><div class=\"columns\">",
        crate::format::commas(entries.len() as i64)
    );
    for heading in ["From today's article", "Another one worth reading"] {
        let entry = &entries[rng.index(entries.len())];
        put!(
            html,
            "<section><h2>{heading}</h2><h3>{}</h3><p>{}</p></section>",
            link(&format!("/wiki/{}", entry.slug), &entry.title),
            lead::lead(facts, entry.entity)
        );
    }
    html.push_str("</div><h2>Did you know?</h2>");
    let known = (0..4).map(|_| {
        let entry = &entries[rng.index(entries.len())];
        let text = lead::lead(facts, entry.entity);
        let first = text.split(". ").next().unwrap_or_default().trim_end_matches('.').to_string();
        format!("… that {first}? {}", link(&format!("/wiki/{}", entry.slug), "Read more"))
    });
    put!(
        html,
        "{}<h2>Browse</h2>{}",
        list("known", known.collect::<Vec<_>>()),
        list("browse", KINDS.iter().map(|(key, title, _)| link(&format!("/category/{key}"), title)))
    );
    frame().page("main", &html)
}

fn categories(net: &Internet) -> String {
    let rows = KINDS.iter().enumerate().map(|(i, (key, title, _))| {
        format!(
            "{} ({} articles)",
            link(&format!("/category/{key}"), title),
            crate::format::commas(net.wiki().of_kind(i).len() as i64)
        )
    });
    frame().page("plain", &format!("<h1>Categories</h1>{}", list("browse", rows)))
}

fn category(net: &Internet, key: &str, number: usize) -> Option<Answer> {
    let kind = KINDS.iter().position(|k| k.0 == key)?;
    let entries = net.wiki().of_kind(kind);
    let address = format!("/category/{key}");
    entry_list(&format!("Category: {}", KINDS[kind].1), &entries, &address, number)
}

fn letter(net: &Internet, letter: &str, number: usize) -> Option<Answer> {
    let letter = letter.chars().next().filter(char::is_ascii_uppercase)?;
    let mut entries: Vec<&Entry> = net.wiki().entries().iter().filter(|e| e.title.starts_with(letter)).collect();
    entries.sort_by(|a, b| a.title.cmp(&b.title).then(a.slug.cmp(&b.slug)));
    entry_list(&format!("Articles: {letter}"), &entries, &format!("/index?letter={letter}"), number)
}

fn entry_list(title: &str, entries: &[&Entry], address: &str, number: usize) -> Option<Answer> {
    let (shown, pages) = part(entries, number, PER_PAGE);
    let letters = ('A'..='Z').map(|l| link(&format!("/index?letter={l}"), &l.to_string())).collect::<Vec<_>>().join(" ");
    let items = shown.iter().map(|e| link(&format!("/wiki/{}", e.slug), &e.title));
    let html = format!(
        "<h1>{title}</h1><p class=\"letters\">{letters}</p><p>{} articles, page {number} of {pages}.</p>{}{}",
        crate::format::commas(entries.len() as i64),
        list("entries", items),
        pager(address, number, pages)
    );
    page(&format!("{title} - Meridian"), frame().page("plain", &html))
}

fn drawing(facts: &Facts, kind: &str, row: usize) -> Option<Answer> {
    let mut rng = facts.rng(&format!("picture/{kind}"), row);
    let drawn = match kind {
        "city" | "university" | "bridge" | "ship" | "airport" => picture::scene(&mut rng, 390, 270),
        "person" => picture::portrait(&mut rng),
        "company" | "medicine" | "prize" | "element" => picture::emblem(&mut rng),
        _ => return None,
    };
    svg(&format!("{kind}-{row}"), drawn)
}

/// A country on the map of its surroundings.
fn locator(facts: &Facts, iso: &str) -> Option<Answer> {
    let country = &facts.countries[facts.country(iso)?];
    let capital = &facts.cities[country.capital];
    let (lon, lat) = (f64::from(capital.lon) / 10_000.0, f64::from(capital.lat) / 10_000.0);
    let bounds = map::around(iso).unwrap_or_else(|| map::near(lon, lat));
    svg(
        &format!("locator-{iso}"),
        map::draw(bounds, "#dfe9f2", |other| if other == iso { "#b5694d" } else { "#f2efe6" }, &[(lon, lat)]),
    )
}
