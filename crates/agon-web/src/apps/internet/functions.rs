//! The internet without the browser, for search agents: a search engine, and pages as plain text.

use agon_core::{Args, Function, Param, Space};
use agon_internet::Internet;
use std::fmt::Write as _;

const SEARCH: &str = "search";
const FETCH: &str = "fetch_text";
/// So much of a page is told at once.
const PART_CHARS: usize = 12_000;

pub(super) fn all() -> Vec<Function> {
    let text =
        |name: &str, about: &str, max_chars| Param { name: name.into(), about: about.into(), space: Space::Text { max_chars } };
    let number =
        |name: &str, about: &str| Param { name: name.into(), about: about.into(), space: Space::Integer { min: 1, max: 100 } };
    vec![
        Function::new(
            SEARCH,
            "Search all sites, as the search engine of the browser does: ten results, advertisements first.",
            vec![text("query", "what to search for", 300), number("page", "which page of results, from 1")],
        ),
        Function::new(
            FETCH,
            "Read a page or a file as plain text, with the addresses of its links; pictures are not told.",
            vec![
                text("address", "such as stats.example or an address that was found", 2000),
                number("part", "which part of a long text, from 1"),
            ],
        ),
    ]
}

pub(super) fn answer(internet: &Internet, name: &str, args: &Args) -> String {
    let number = usize::try_from(args.integer(1)).unwrap_or(1).max(1);
    match name {
        SEARCH => search(internet, args.text(0), number),
        _ => fetch(internet, args.text(0), number),
    }
}

fn search(internet: &Internet, query: &str, page: usize) -> String {
    let found = internet.search(query, u32::try_from(page).unwrap_or(u32::MAX));
    let mut text = format!("{} results\n", found.total);
    let sponsored = found.sponsored.iter().map(|hit| (hit, "Sponsored: "));
    for (hit, mark) in sponsored.chain(found.hits.iter().map(|hit| (hit, ""))) {
        let _ = write!(text, "\n{mark}{}\n{}\n{}\n", hit.title, hit.address, hit.snippet);
    }
    text
}

fn fetch(internet: &Internet, address: &str, part: usize) -> String {
    let address = address.trim();
    let whole = if address.contains("://") { address.to_owned() } else { format!("http://{address}") };
    let Some(text) = internet.text(&whole) else { return format!("There is nothing to read at {address}.") };
    let letters: Vec<char> = text.chars().collect();
    let parts = letters.len().div_ceil(PART_CHARS).max(1);
    match letters.chunks(PART_CHARS).nth(part - 1) {
        Some(piece) if parts == 1 => piece.iter().collect(),
        Some(piece) => format!("{}\n(part {part} of {parts})", piece.iter().collect::<String>()),
        None => format!("The text has {parts} parts."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Call;
    use serde_json::json;

    fn told(name: &str, text: &str, number: u64) -> String {
        let call = Call::new(name, json!([text, number]));
        let functions = all();
        let (_, args) = Function::bind(&functions, &call).unwrap();
        answer(&agon_internet::of_seed(7), name, &args)
    }

    #[test]
    fn pages_are_found_and_read_in_parts() {
        let found = told(SEARCH, "annual report", 1);
        assert!(found.contains("results") && found.contains("http://"), "{found}");
        let first = told(FETCH, "stats.example/indicators", 1);
        assert!(first.contains("](http://stats.example/indicator/"), "{first}");
        let long = told(FETCH, "http://register.example/towns", 1);
        assert!(long.ends_with(" of 2)") || long.contains("(part 1 of "), "{}", long.len());
        assert_eq!(told(FETCH, "http://nowhere.example/", 1), "There is nothing to read at http://nowhere.example/.");
        assert_eq!(told(FETCH, "stats.example", 90), "The text has 1 parts.");
    }
}
