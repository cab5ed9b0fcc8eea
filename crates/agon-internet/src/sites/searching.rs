//! The search engine's pages.

use super::{Addresses, SITES, page};
use crate::address::{Address, encode};
use crate::format::commas;
use crate::html::{escape, link, list, pager, put};
use crate::search::{Hit, PER_PAGE};
use crate::{Answer, Internet};

fn form(query: &str, site: &str) -> String {
    let hidden = if site.is_empty() {
        String::new()
    } else {
        format!("<input type=\"hidden\" name=\"site\" value=\"{}\"/>", escape(site))
    };
    format!(
        "<form class=\"search\" action=\"/search\" role=\"search\"><label for=\"q\">Search all sites</label><input id=\"q\" name=\"q\" type=\"search\" value=\"{}\" required=\"\" data-widget=\"suggest\" data-from=\"http://search.example/suggest?q=\"/>{hidden}<button>Search</button></form>",
        escape(query)
    )
}

pub(super) fn get(net: &Internet, address: &Address) -> Option<Answer> {
    let query = address.value("q");
    match address.parts().as_slice() {
        [] | ["search"] => match query {
            Some(query) => results(net, query, address.value("site").unwrap_or(""), address.page()),
            None => page("Lantern Search", home()),
        },
        ["suggest"] => {
            let query = query.unwrap_or("");
            let found = if query.chars().count() >= 2 { net.suggestions(query, 8) } else { Vec::new() };
            let items = found.iter().fold(String::new(), |mut html, (title, to)| {
                put!(html, "<li data-href=\"{to}\">{title}</li>");
                html
            });
            page("Suggestions", format!("<ul>{items}</ul>"))
        }
        ["about"] => page(
            "About Lantern Search",
            wrap(
                "<h1>About Lantern Search</h1><p>Lantern reads the titles and first sentences of the pages of all sites. Results are ordered by how many of your words they have, and how rare these words are. Results marked Sponsored are paid for and are not checked.</p><p>Write <code>site:courier.example</code> to keep to one site.</p>",
            ),
        ),
        _ => None,
    }
}

fn wrap(main: &str) -> String {
    format!(
        "<div class=\"site\"><header><p class=\"brand\"><a href=\"/\">Lantern</a></p></header><main>{main}</main><footer><p>{} · {}</p></footer></div>",
        link("/about", "About"),
        link("http://portal.example/", "Citizens' Portal")
    )
}

fn home() -> String {
    let sites = SITES
        .iter()
        .filter(|s| !matches!(s.host, "search.example" | "quickfacts.example" | "doi.example"))
        .map(|s| format!("{}<span>{}</span>", link(&format!("http://{}/", s.host), s.title), s.about));
    format!(
        "<div class=\"site home\"><main><h1>Lantern Search</h1>{}<h2>Sites</h2>{}</main><footer><p>{}</p></footer></div>",
        form("", ""),
        list("sites", sites),
        link("/about", "About")
    )
}

fn hit_html(hit: &Hit, is_sponsored: bool) -> String {
    let shown = hit.address.trim_start_matches("http://");
    let mark = if is_sponsored { "<span class=\"sponsored\">Sponsored</span> " } else { "" };
    format!("<h2>{}</h2><p class=\"address\">{mark}{}</p><p>{}</p>", link(&hit.address, &hit.title), escape(shown), hit.snippet)
}

fn results(net: &Internet, query: &str, site: &str, number: usize) -> Option<Answer> {
    let full = if site.is_empty() { query.to_string() } else { format!("{query} site:{site}") };
    let found = net.search(&full, number as u32);
    let mut html = form(query, site);
    let pages = found.total.div_ceil(PER_PAGE).min(100);
    put!(html, "<h1 class=\"count\">{} results for {}</h1>", commas(found.total as i64), escape(query));
    if found.total == 0 {
        html.push_str("<p>No page has these words. Try fewer or other ones.</p>");
    }
    html.push_str("<ol class=\"results\">");
    for hit in &found.sponsored {
        put!(html, "<li class=\"ad\">{}</li>", hit_html(hit, true));
    }
    for hit in &found.hits {
        put!(html, "<li>{}</li>", hit_html(hit, false));
    }
    html.push_str("</ol>");
    let address = if site.is_empty() {
        format!("/search?q={}", encode(query))
    } else {
        format!("/search?q={}&site={}", encode(query), encode(site))
    };
    html.push_str(&pager(&address, number, pages));
    page(&format!("{query} - Lantern Search"), wrap(&html))
}

pub(super) fn addresses(_: &Internet, list: &mut Addresses) {
    for path in ["/", "/about"] {
        list.add(path);
    }
}
