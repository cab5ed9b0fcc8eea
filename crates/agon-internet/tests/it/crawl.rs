//! All pages of one seed: well formed, linked, with pictures, in the form that the browser page expects.

use agon_internet::{Answer, Internet};
use std::collections::{BTreeMap, BTreeSet};

const SEED: u64 = 11;

/// Resolves an address of a page as a browser does.
fn absolute(page: &str, to: &str) -> String {
    let to = to.split('#').next().unwrap_or("");
    let host_end = page[7..].find('/').map_or(page.len(), |i| i + 7);
    match to.chars().next() {
        None => page.to_string(),
        Some('/') => format!("{}{to}", &page[..host_end]),
        Some('?') => format!("{}{to}", page.split('?').next().unwrap_or(page)),
        _ => to.to_string(),
    }
}

/// Problems of one page, and where it leads to.
fn read(address: &str, title: &str, html: &str, links: &mut BTreeSet<String>) -> Vec<String> {
    let mut problems = Vec::new();
    if title.trim().is_empty() {
        problems.push("has no title".to_string());
    }
    let document = match roxmltree::Document::parse(html) {
        Ok(document) => document,
        Err(error) => return vec![format!("is not well formed: {error}")],
    };
    let root = document.root_element();
    let is_part = root.attribute("data-part").is_some() || root.has_tag_name("ul");
    let mut ids = BTreeSet::new();
    let labels: BTreeSet<&str> =
        root.descendants().filter(|n| n.has_tag_name("label")).filter_map(|n| n.attribute("for")).collect();
    let headings = root.descendants().filter(|n| n.has_tag_name("h1")).count();
    if !is_part && headings != 1 {
        problems.push(format!("has {headings} first headings"));
    }
    for node in root.descendants().filter(roxmltree::Node::is_element) {
        let name = node.tag_name().name();
        if ["script", "style", "iframe", "object", "link", "meta"].contains(&name) {
            problems.push(format!("has an element {name}"));
        }
        for attribute in node.attributes() {
            let key = attribute.name();
            if key == "style" || key.starts_with("on") {
                problems.push(format!("has an attribute {key}"));
            }
        }
        if let Some(id) = node.attribute("id")
            && !ids.insert(id)
        {
            problems.push(format!("has two elements {id}"));
        }
        let is_hidden = node.attribute("type") == Some("hidden");
        if ["input", "select", "textarea"].contains(&name)
            && !is_hidden
            && !node.attribute("id").is_some_and(|id| labels.contains(id))
        {
            problems.push(format!("has a field without a label: {:?}", node.attribute("name")));
        }
        if name == "img" {
            if node.attribute("alt").is_none() || node.attribute("width").is_none() {
                problems.push("has a picture without alt or width".into());
            }
            links.insert(absolute(address, node.attribute("src").unwrap_or("")));
        }
        for key in ["href", "action", "data-next", "data-href"] {
            if let Some(to) = node.attribute(key)
                && !to.contains("{{")
                && !(key == "action" && to.is_empty())
            {
                links.insert(absolute(address, to));
            }
        }
        if let Some(from) = node.attribute("data-from") {
            links.insert(format!("{from}ab"));
        }
        if node.attribute("data-widget") == Some("table") && !node.descendants().any(|n| n.attribute("data-sort").is_some()) {
            problems.push("has a sortable table without columns to sort".into());
        }
    }
    problems
}

#[test]
fn every_page_is_well_formed_and_every_link_leads_somewhere() {
    let internet = Internet::new(SEED);
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut waiting: Vec<String> = internet.addresses().collect();
    let listed = waiting.len();
    let mut problems: Vec<String> = Vec::new();
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    while let Some(address) = waiting.pop() {
        if !seen.insert(address.clone()) {
            continue;
        }
        let mut links = BTreeSet::new();
        match internet.get(&address) {
            Answer::Page { title, html } => {
                *kinds.entry("pages").or_default() += 1;
                problems.extend(read(&address, &title, &html, &mut links).into_iter().map(|p| format!("{address} {p}")));
            }
            Answer::File { bytes, media_type, .. } => {
                *kinds.entry(media_type).or_default() += 1;
                if bytes.is_empty() {
                    problems.push(format!("{address} is an empty file"));
                }
                if media_type == "image/svg+xml"
                    && !std::str::from_utf8(&bytes).is_ok_and(|svg| roxmltree::Document::parse(svg).is_ok())
                {
                    problems.push(format!("{address} is no picture"));
                }
            }
            Answer::Moved(to) => {
                *kinds.entry("moved").or_default() += 1;
                links.insert(to);
            }
            Answer::NotFound { .. } => problems.push(format!("{address} is missing")),
        }
        // There are 7,000 charts, all drawn by the same few lines: one of nine is drawn here.
        let is_wanted = |l: &String| !l.contains(".png") || l.bytes().map(u32::from).sum::<u32>() % 9 == 0;
        waiting.extend(links.into_iter().filter(|l| is_wanted(l) && !seen.contains(l)));
        assert!(problems.len() < 20, "{problems:#?}");
    }
    assert!(problems.is_empty(), "{problems:#?}");
    assert!(listed >= 20_000, "{listed} addresses");
    assert!(kinds["pages"] >= 20_000, "{kinds:?}");
}

#[test]
fn addresses_are_listed_once() {
    let internet = Internet::new(SEED);
    let all: Vec<String> = internet.addresses().collect();
    let different: BTreeSet<&String> = all.iter().collect();
    assert_eq!(all.len(), different.len());
}

#[test]
fn what_is_typed_into_addresses_does_no_harm() {
    let internet = Internet::new(SEED);
    let nasty = "%3Cscript%3Ealert(1)%3C%2Fscript%3E%22%27%26%00%F0%9F%98%80";
    for address in [
        format!("http://search.example/search?q={nasty}"),
        format!("http://search.example/search?q=a&site={nasty}"),
        format!("http://search.example/suggest?q={nasty}"),
        format!("http://register.example/search?name={nasty}&city={nasty}&industry={nasty}&status={nasty}&page=2"),
        format!("http://library.example/search?title={nasty}&author={nasty}&from={nasty}&topic={nasty}&sort={nasty}"),
        format!("http://stats.example/indicator/gdp?year={nasty}&continent={nasty}&sort={nasty}&page=99999"),
        format!("http://stats.example/compare?indicator={nasty}&a={nasty}"),
        format!("http://exchange.example/find?t={nasty}"),
        format!("http://exchange.example/filings?kind={nasty}&month={nasty}"),
        format!("http://exchange.example/screener?sector={nasty}&sort={nasty}&min=99999999999999999"),
        format!("http://museum.example/collection?material={nasty}&century={nasty}"),
        format!("http://films.example/find?t={nasty}"),
        format!("http://films.example/top?country={nasty}&decade={nasty}&genre={nasty}"),
        format!("http://shop.example/search?q={nasty}"),
        format!("http://shop.example/category/lamps?brand={nasty}&max=9223372036854775807&sort={nasty}"),
        format!("http://portal.example/appointments?office={nasty}"),
        format!("http://www.meridian.example/wiki/{nasty}"),
        format!("http://nowhere.example/{nasty}"),
        nasty.to_string(),
    ] {
        match internet.get(&address) {
            Answer::Page { html, .. } | Answer::NotFound { html, .. } => {
                assert!(!html.contains("<script"), "{address}");
                assert!(roxmltree::Document::parse(&html).is_ok(), "{address}: {html}");
            }
            other => panic!("{address}: {other:?}"),
        }
    }
}
