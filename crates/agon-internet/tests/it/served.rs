//! What the browser page fetches, what agents without a screen read, files and searches.

use agon_internet::facts::{ArticleId, Entity, ExhibitionId, FilingId, FilmId, ListingId, ObjectId, PaperId, ProductId};
use agon_internet::{Answer, Internet, made};

fn encode(address: &str) -> String {
    address.bytes().map(|b| if b.is_ascii_alphanumeric() { (b as char).to_string() } else { format!("%{b:02X}") }).collect()
}

fn json(path: &str) -> serde_json::Value {
    made(path).and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
}

#[test]
fn pages_files_and_moves_come_as_json() {
    let page = json(&format!("7/{}", encode("http://search.example/")));
    assert_eq!(
        (page["is"].as_str(), page["title"].as_str(), page["site"].as_str()),
        (Some("page"), Some("Lantern Search"), Some("search.example"))
    );
    let file = json(&format!("7/{}", encode("http://stats.example/download/gdp.csv")));
    assert_eq!(
        (file["is"].as_str(), file["name"].as_str(), file["media"].as_str()),
        (Some("file"), Some("gdp.csv"), Some("text/csv"))
    );
    let moved = json(&format!("7/{}", encode("http://meridian.example/lists")));
    assert_eq!((moved["is"].as_str(), moved["to"].as_str()), (Some("moved"), Some("http://www.meridian.example/lists")));
    assert_eq!(json(&format!("7/{}", encode("http://search.example/nothing")))["is"], "missing");
    assert_eq!(json(&format!("7/{}", encode("no address")))["is"], "missing");
}

#[test]
fn raw_files_are_bytes_and_nonsense_is_nothing() {
    let picture = made(&format!("7/raw/{}", encode("http://stats.example/chart.png?indicator=gdp&a=DE"))).expect("a picture");
    assert!(picture.starts_with(b"\x89PNG"));
    assert!(made(&format!("7/raw/{}", encode("http://shop.example/style.css"))).is_some_and(|css| css.starts_with(b"/*")));
    for path in ["", "7", "x/http%3A%2F%2Fsearch.example%2F", "7/raw/http%3A%2F%2Fsearch.example%2F"] {
        assert!(made(path).is_none(), "{path}");
    }
}

#[test]
fn annual_reports_have_the_figures_of_the_register() {
    let net = Internet::new(7);
    let facts = net.facts();
    for (id, company) in facts.companies.iter().step_by(73) {
        for report in &company.reports {
            let address = format!("http://register.example/company/{}/report-{}.pdf", facts.company_number(id), report.year);
            let Answer::File { bytes, media_type: "application/pdf", .. } = net.get(&address) else { panic!("{address}") };
            let pages = String::from_utf8_lossy(&bytes).matches("/Type /Page ").count();
            assert!((4..=8).contains(&pages), "{address}: {pages} pages");
            let text = net.text(&address).expect("text");
            let revenue = report.revenue.to_string();
            assert!(text.replace(',', "").contains(&revenue) && text.contains(&company.name), "{address}: {text}");
        }
    }
}

#[test]
fn charts_keep_their_values_to_the_picture() {
    let net = Internet::new(7);
    let facts = net.facts();
    let growth = facts.indicator("growth").expect("growth");
    let page = net.text("http://stats.example/flash/growth").expect("a page");
    let country = facts.country("IN").expect("India");
    assert!(page.contains("India"));
    for value in facts.flash(growth, country) {
        let text = format!("{}.{:02}", value.abs() / 100, value.abs() % 100);
        assert!(!page.contains(&text), "{text}");
    }
}

#[test]
fn searches_find_what_is_named() {
    let net = Internet::new(7);
    let facts = net.facts();
    for (_, bridge) in facts.bridges.iter().step_by(13) {
        let found = net.search(&bridge.name, 1);
        assert!(found.hits.iter().take(5).any(|h| h.title.starts_with(&bridge.name)), "{}: {found:#?}", bridge.name);
    }
    for (_, paper) in facts.papers.iter().step_by(401) {
        assert_eq!(net.search(&paper.title, 1).hits[0].title, paper.title);
    }
    let first = net.search("annual report revenue", 1);
    let second = net.search("annual report revenue", 2);
    assert_eq!(first.hits.len(), 10);
    assert_eq!(first.total, second.total);
    assert!(first.hits.iter().all(|h| !second.hits.contains(h)));
    assert!(!first.sponsored.is_empty() && second.sponsored.is_empty());
    let only = net.search("bridge site:courier.example", 1);
    assert!(only.total > 0 && only.hits.iter().all(|h| h.address.starts_with("http://courier.example/")));
    assert_eq!(net.search("xyzzyplugh", 1).total, 0);
    assert_eq!(net.search("", 1).total, 0);
    // The page shows what the function gives.
    let Answer::Page { html, .. } = net.get("http://search.example/search?q=annual+report+revenue") else { panic!("no page") };
    assert!(first.hits.iter().all(|h| html.contains(&h.title)));
}

#[test]
fn every_hit_is_a_page() {
    let net = Internet::new(12);
    for query in [
        "population",
        "museum painting oil",
        "chief executive",
        "golden lantern",
        "grant deadline",
        "kettle",
        "doi sleep",
        "wreck found",
        "quick facts",
        "dividend",
    ] {
        for page in 1..=3 {
            let found = net.search(query, page);
            assert!(found.total > 0, "{query}");
            for hit in found.hits.iter().chain(&found.sponsored) {
                assert!(matches!(net.get(&hit.address), Answer::Page { .. }), "{}", hit.address);
            }
        }
    }
}

#[test]
fn log_in_is_checked_by_hashes_that_fit_the_accounts() {
    let net = Internet::new(7);
    let Answer::Page { html, .. } = net.get("http://portal.example/log-in") else { panic!("no page") };
    for account in &net.facts().portal.accounts {
        assert!(html.contains(&format!("{}:{}", net.facts().portal.salt, account.hash)));
        assert!(!html.contains(&account.password) && !html.contains(&account.user));
        assert_eq!(account.hash.len(), 64);
    }
}

#[test]
fn files_and_parts_can_be_read_as_text() {
    let net = Internet::new(7);
    let csv = net.text("http://stats.example/download/country-FR.csv").expect("a file");
    assert!(csv.starts_with("indicator,title,unit,2008") && csv.lines().count() == 31);
    let part = net.text("http://courier.example/part/world/1").expect("a part");
    assert!(part.contains("](http://courier.example/"));
    assert_eq!(net.text("http://museum.example/world.svg"), None);
    assert_eq!(net.text("http://nowhere.example/"), None);
    let doi = &net.facts().papers.rows()[5].doi;
    assert!(net.text(&format!("http://doi.example/{doi}")).is_some_and(|t| t.contains(doi.as_str())));
}

#[test]
fn facts_know_their_pages() {
    let net = Internet::new(7);
    let facts = net.facts();
    let company = facts.listings.rows()[3].company;
    let person = facts.companies[company].officers[0].person;
    let author = facts.papers.rows()[9].authors[0];
    let (indicator, country) = (facts.indicator("gdp").expect("gdp"), facts.country("SE").expect("Sweden"));
    let pages = [
        (net.article_page(Entity::Country(country)).expect("an article"), "Sweden"),
        (net.company_page(company), facts.companies[company].name.as_str()),
        (net.accounts_page(company, 2024), "2024"),
        (net.report_file(company, 2024), "Annual report 2024"),
        (net.officer_page(person), facts.people[person].name.as_str()),
        (net.quote_page(ListingId(3)), facts.listings.rows()[3].ticker.as_str()),
        (net.filing_page(FilingId(40)), "Filing"),
        (net.paper_page(PaperId(9)), facts.papers.rows()[9].title.as_str()),
        (net.author_page(author), facts.people[author].name.as_str()),
        (net.film_page(FilmId(2)), facts.films.rows()[2].title.as_str()),
        (net.film_person_page(facts.films.rows()[2].director), facts.films.rows()[2].title.as_str()),
        (net.object_page(ObjectId(5)), facts.objects.rows()[5].accession.as_str()),
        (net.exhibition_page(ExhibitionId(1)), facts.exhibitions.rows()[1].title.as_str()),
        (net.product_page(ProductId(7)), facts.products.rows()[7].sku.as_str()),
        (net.news_page(ArticleId(70)), facts.articles.rows()[70].headline.as_str()),
        (net.series_page(indicator, country), "Gross domestic product"),
    ];
    for (address, expected) in pages {
        assert!(net.text(&address).is_some_and(|text| text.contains(expected)), "{expected} is not on {address}");
    }
    let unknown = facts.people.iter().find(|(_, p)| !p.is_notable).map(|(id, _)| id).expect("somebody without an article");
    assert_eq!(net.article_page(Entity::Person(unknown)), None);
}
