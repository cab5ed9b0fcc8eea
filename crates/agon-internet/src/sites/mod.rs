//! The pages, site by site. What they share is here: who answers for a host, and how sites link to each other.

mod courier;
mod exchange;
mod films;
mod library;
mod meridian;
mod museum;
mod portal;
mod quickfacts;
mod register;
mod searching;
mod shop;
mod stats;

pub(crate) use meridian::Wiki;

use crate::address::Address;
use crate::facts::{CityId, CompanyId, Contradiction, CountryId, Entity, FilmId, PaperId, PersonId, Profession, Story};
use crate::html::{Frame, escape, link};
use crate::{Answer, Internet, Site};

/// All sites, the home page first.
pub(crate) const SITES: &[Site] = &[
    Site { host: "search.example", title: "Lantern Search", about: "Finds pages on all sites." },
    Site {
        host: "www.meridian.example",
        title: "Meridian",
        about: "An encyclopaedia: places, people, companies, works, things.",
    },
    Site {
        host: "stats.example",
        title: "Office of Comparative Statistics",
        about: "Indicators of all countries since 2008, as tables, charts, maps and files.",
    },
    Site {
        host: "register.example",
        title: "Register of Companies",
        about: "Companies, their officers, owners, accounts and annual reports.",
    },
    Site { host: "exchange.example", title: "Northgate Exchange", about: "Shares: quotes of a year, filings, indices." },
    Site { host: "library.example", title: "Open Library of Research", about: "Papers, authors, venues and citations." },
    Site { host: "courier.example", title: "The Daily Courier", about: "A newspaper with its archive since 2015." },
    Site { host: "museum.example", title: "Halden Museum", about: "A collection of 1,200 objects, and exhibitions." },
    Site { host: "films.example", title: "Reel Index", about: "Films, casts and awards." },
    Site {
        host: "portal.example",
        title: "Citizens' Portal",
        about: "Services, forms, appointments, grants and notices of the administration.",
    },
    Site { host: "shop.example", title: "Brightwell", about: "A shop for the household, travel and the office." },
    Site { host: "quickfacts.example", title: "QuickFacts", about: "Facts copied from elsewhere, not all of them right." },
    Site { host: "doi.example", title: "DOI resolver", about: "Leads from a paper's DOI to its page." },
];

/// What an address leads to.
pub(crate) fn get(net: &Internet, address: &Address) -> Answer {
    if address.path == "/style.css"
        && let Some(sheet) = sheet(&address.host)
    {
        return Answer::File { name: "style.css".into(), media_type: "text/css", bytes: sheet.as_bytes().to_vec() };
    }
    let answer = match address.host.as_str() {
        "search.example" => searching::get(net, address),
        "www.meridian.example" => meridian::get(net, address),
        "meridian.example" => {
            Some(Answer::Moved(format!("http://www.meridian.example{}", crate::address::encode_path(&address.path))))
        }
        "stats.example" => stats::get(net, address),
        "register.example" => register::get(net, address),
        "exchange.example" => exchange::get(net, address),
        "library.example" => library::get(net, address),
        "doi.example" => library::resolve(net, address),
        "courier.example" => courier::get(net, address),
        "museum.example" => museum::get(net, address),
        "films.example" => films::get(net, address),
        "portal.example" => portal::get(net, address),
        "shop.example" => shop::get(net, address),
        "quickfacts.example" => quickfacts::get(net, address),
        _ => None,
    };
    answer.unwrap_or_else(|| match SITES.iter().find(|s| s.host == address.host) {
        Some(site) => missing(site, &address.path),
        None => not_found(&address.host),
    })
}

/// A sheet after what all sites share.
macro_rules! sheet {
    ($host:literal) => {
        concat!(include_str!("../../sites/base.css"), include_str!(concat!("../../sites/", $host, ".css")))
    };
}

fn sheet(host: &str) -> Option<&'static str> {
    Some(match host {
        "search.example" => sheet!("search.example"),
        "www.meridian.example" => sheet!("www.meridian.example"),
        "stats.example" => sheet!("stats.example"),
        "register.example" => sheet!("register.example"),
        "exchange.example" => sheet!("exchange.example"),
        "library.example" | "doi.example" => sheet!("library.example"),
        "courier.example" => sheet!("courier.example"),
        "museum.example" => sheet!("museum.example"),
        "films.example" => sheet!("films.example"),
        "portal.example" => sheet!("portal.example"),
        "shop.example" => sheet!("shop.example"),
        "quickfacts.example" => sheet!("quickfacts.example"),
        _ => return None,
    })
}

/// A site's answer to an address that it does not have.
fn missing(site: &Site, path: &str) -> Answer {
    let main = format!(
        "<h1>Page not found</h1><p>{} has no page at <code>{}</code>. Go to its {} or search for it with {}.</p>",
        site.title,
        escape(path),
        link("/", "first page"),
        link("http://search.example/", "Lantern Search")
    );
    let frame = Frame { brand: site.title, motto: "", links: &[], extra: "", footer: "<p>404</p>", asks_about_cookies: false };
    Answer::NotFound { title: format!("Page not found - {}", site.title), html: frame.page("missing", &main) }
}

/// The answer to what is no address, or of no site.
pub(crate) fn not_found(what: &str) -> Answer {
    let html = format!(
        "<div class=\"site missing\"><main><h1>Site not found</h1><p>There is no site at {}. Search for it with {}.</p></main></div>",
        escape(what),
        link("http://search.example/", "Lantern Search")
    );
    Answer::NotFound { title: "Site not found".into(), html }
}

/// Every page there is.
pub(crate) fn addresses(net: &Internet) -> Vec<String> {
    let mut list = Addresses { host: "", list: Vec::with_capacity(70_000) };
    for (host, add) in PAGES {
        list.host = host;
        add(net, &mut list);
    }
    list.list
}

type AddPages = fn(&Internet, &mut Addresses);

const PAGES: [(&str, AddPages); 12] = [
    ("search.example", searching::addresses),
    ("www.meridian.example", meridian::addresses),
    ("stats.example", stats::addresses),
    ("register.example", register::addresses),
    ("exchange.example", exchange::addresses),
    ("library.example", library::addresses),
    ("courier.example", courier::addresses),
    ("museum.example", museum::addresses),
    ("films.example", films::addresses),
    ("portal.example", portal::addresses),
    ("shop.example", shop::addresses),
    ("quickfacts.example", quickfacts::addresses),
];

/// Addresses that are being gathered, of one host after the other.
pub(crate) struct Addresses {
    host: &'static str,
    list: Vec<String>,
}

impl Addresses {
    /// A page of the present host.
    fn add(&mut self, path: &str) {
        self.list.push(format!("http://{}{path}", self.host));
    }

    /// A list in pages.
    fn add_pages(&mut self, path: &str, items: usize, per_page: usize) {
        self.add(path);
        let joint = if path.contains('?') { '&' } else { '?' };
        for page in 2..=items.div_ceil(per_page) {
            self.add(&format!("{path}{joint}page={page}"));
        }
    }
}

/// Something that search finds.
pub(crate) trait Documents {
    /// A page with its title and the sentences that it is found by and shown with.
    fn add(&mut self, address: String, title: &str, summary: &str);
}

type AddDocuments = fn(&Internet, &mut dyn Documents);

/// Who tells search what there is, in two halves of about the same size.
pub(crate) const DOCUMENTS: [&[AddDocuments]; 2] = [
    &[meridian::documents, portal::documents, quickfacts::documents, stats::documents],
    &[
        library::documents,
        courier::documents,
        register::documents,
        exchange::documents,
        films::documents,
        museum::documents,
        shop::documents,
    ],
];

/// Where pages contradict each other on purpose.
pub(crate) fn contradictions(net: &Internet) -> Vec<Contradiction> {
    let mut list = courier::contradictions(net);
    list.extend(quickfacts::contradictions(net));
    list.extend(register::contradictions(net));
    list.extend(portal::contradictions(net));
    list
}

fn page(title: &str, html: String) -> Option<Answer> {
    Some(Answer::Page { title: title.into(), html })
}

fn svg(name: &str, picture: String) -> Option<Answer> {
    Some(Answer::File { name: format!("{name}.svg"), media_type: "image/svg+xml", bytes: picture.into_bytes() })
}

fn png(name: &str, bytes: Vec<u8>) -> Option<Answer> {
    Some(Answer::File { name: format!("{name}.png"), media_type: "image/png", bytes })
}

fn csv(name: &str, text: String) -> Option<Answer> {
    Some(Answer::File { name: format!("{name}.csv"), media_type: "text/csv", bytes: text.into_bytes() })
}

/// The address of an entity's article, if it has one.
pub(crate) fn article_address(net: &Internet, entity: Entity) -> Option<String> {
    net.wiki().slug(entity).map(|slug| format!("http://www.meridian.example/wiki/{slug}"))
}

/// A link to an entity's article, or the text alone.
fn article_link(net: &Internet, entity: Entity, text: &str) -> String {
    match article_address(net, entity) {
        Some(address) => link(&address, text),
        None => text.to_string(),
    }
}

fn country_link(net: &Internet, id: CountryId) -> String {
    article_link(net, Entity::Country(id), net.facts().countries[id].name)
}

fn city_link(net: &Internet, id: CityId) -> String {
    article_link(net, Entity::City(id), net.facts().cities[id].name)
}

/// `Bergen, Norway` as text.
fn place(net: &Internet, id: CityId) -> String {
    let city = &net.facts().cities[id];
    format!("{}, {}", city.name, net.facts().countries[city.country].name)
}

/// A link to somebody's article, or to their page on the site of their profession.
fn person_link(net: &Internet, id: PersonId) -> String {
    let person = &net.facts().people[id];
    match person_address(net, id) {
        Some(address) => link(&address, &person.name),
        None => person.name.clone(),
    }
}

fn person_address(net: &Internet, id: PersonId) -> Option<String> {
    article_address(net, Entity::Person(id)).or_else(|| site_address(net, id))
}

/// Somebody's page on the site of their profession.
fn site_address(net: &Internet, id: PersonId) -> Option<String> {
    let facts = net.facts();
    let code = facts.person_code(id);
    match facts.people[id].profession {
        Profession::Scholar => Some(format!("http://library.example/author/{code}")),
        Profession::Executive if !facts.offices_of(id).is_empty() => Some(format!("http://register.example/officer/{code}")),
        Profession::Actor | Profession::Director if !facts.films_of(id).is_empty() => {
            Some(format!("http://films.example/person/{code}"))
        }
        Profession::Artist if !facts.objects_of(id).is_empty() => Some(format!("http://museum.example/artist/{code}")),
        Profession::Journalist => Some(format!("http://courier.example/by/{code}")),
        _ => None,
    }
}

pub(crate) fn company_address(net: &Internet, id: CompanyId) -> String {
    format!("http://register.example/company/{}", net.facts().company_number(id))
}

fn company_link(net: &Internet, id: CompanyId) -> String {
    link(&company_address(net, id), &net.facts().companies[id].name)
}

pub(crate) fn paper_address(net: &Internet, id: PaperId) -> String {
    format!("http://library.example/paper/{}", net.facts().paper_code(id))
}

pub(crate) fn film_address(net: &Internet, id: FilmId) -> String {
    format!("http://films.example/film/{}", net.facts().film_code(id))
}

/// The address of an article of the newspaper.
pub(crate) fn news_address(article: &crate::facts::Article) -> String {
    format!("http://courier.example/{}/{:02}/{:02}/{}", article.date.year, article.date.month, article.date.day, article.slug)
}

/// Links to what the newspaper wrote about something, newest first.
fn news_about(net: &Internet, entity: Entity, most: usize) -> Vec<String> {
    let facts = net.facts();
    let mut articles: Vec<_> = facts.articles_about(entity).iter().map(|a| &facts.articles[*a]).collect();
    articles.sort_by_key(|a| std::cmp::Reverse(a.date));
    articles
        .iter()
        .take(most)
        .map(|a| format!("The Daily Courier, {}: {}", a.date.long(), link(&news_address(a), &a.headline)))
        .collect()
}

/// The address of the page that a story's fact is right on.
fn source_address(net: &Internet, story: Story) -> Option<String> {
    let facts = net.facts();
    match story {
        Story::Results(c, year) => Some(format!("{}/accounts/{year}", company_address(net, c))),
        Story::Indicator(i, c, _) => {
            Some(format!("http://stats.example/country/{}/{}", facts.countries[c].iso, facts.indicators[i].code))
        }
        Story::Paper(p) => Some(paper_address(net, p)),
        Story::Film(f) => Some(film_address(net, f)),
        Story::ExhibitionCloses(e) => Some(format!("http://museum.example/exhibition/{}", e.0 + 1)),
        Story::Bridge(b) => article_address(net, Entity::Bridge(b)),
        Story::Wreck(s) => article_address(net, Entity::Ship(s)),
        _ => None,
    }
}
