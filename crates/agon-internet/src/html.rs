//! Writing HTML that is well-formed XML too.
//!
//! Texts of facts have no characters that mean something in HTML (a test holds them to it), so they are written as they are; what came with an address goes through [`escape`].

use std::fmt::Write;

/// Writes formatted text to a `String`, which cannot fail.
macro_rules! put {
    ($to:expr, $($arg:tt)*) => {{
        use std::fmt::Write as _;
        let _ = write!($to, $($arg)*);
    }};
}
pub(crate) use put;

/// Text that may hold anything, for elements and attributes.
pub(crate) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            // What XML does not allow at all.
            c if c < ' ' && !matches!(c, '\t' | '\n') => safe.push(' '),
            '\u{fffe}' | '\u{ffff}' => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}

/// A link. Ampersands in the address are escaped.
pub(crate) fn link(address: &str, text: &str) -> String {
    format!("<a href=\"{}\">{text}</a>", address.replace('&', "&amp;"))
}

/// A cell of a table: HTML, and what it is sorted by if that is not its text.
#[derive(Clone)]
pub(crate) struct Cell {
    html: String,
    value: Option<i64>,
}

impl From<String> for Cell {
    fn from(html: String) -> Self {
        Self { html, value: None }
    }
}

impl From<&str> for Cell {
    fn from(html: &str) -> Self {
        Self { html: html.into(), value: None }
    }
}

/// A number in steps of its last decimal.
pub(crate) fn number(value: i64, decimals: u32) -> Cell {
    Cell { html: crate::format::fixed(value, decimals), value: Some(value) }
}

/// A year, which has no commas.
pub(crate) fn year(value: i32) -> Cell {
    Cell { html: value.to_string(), value: Some(i64::from(value)) }
}

/// HTML that is sorted by a number.
pub(crate) fn sorted(html: String, value: i64) -> Cell {
    Cell { html, value: Some(value) }
}

/// How a table behaves.
#[derive(Clone, Copy, Default)]
pub(crate) struct TableKind<'a> {
    /// Columns can be pressed to sort.
    pub(crate) sortable: bool,
    /// Label of a field that hides rows.
    pub(crate) filter: Option<&'a str>,
}

/// A table with a caption. The first cell of a row is its header. A column whose title ends in `#` is of numbers, one that ends in `@` of dates.
pub(crate) fn table(caption: &str, columns: &[&str], rows: &[Vec<Cell>], kind: TableKind<'_>) -> String {
    let mut html = String::with_capacity(200 + rows.len() * columns.len() * 48);
    html.push_str("<div class=\"scroll\"><table");
    if kind.sortable {
        html.push_str(" data-widget=\"table\"");
        if let Some(label) = kind.filter {
            put!(html, " data-filter=\"{label}\"");
        }
    }
    put!(html, "><caption>{caption}</caption><thead><tr>");
    for column in columns {
        let title = column.trim_end_matches(['#', '@']);
        html.push_str("<th scope=\"col\"");
        if column.ends_with('#') {
            html.push_str(" class=\"number\"");
        }
        if kind.sortable {
            put!(html, " data-sort=\"{}\"", if column.len() > title.len() { "number" } else { "text" });
        }
        put!(html, ">{title}</th>");
    }
    html.push_str("</tr></thead><tbody>");
    for row in rows {
        html.push_str("<tr>");
        for (i, cell) in row.iter().enumerate() {
            let name = if i == 0 { "th scope=\"row\"" } else { "td" };
            put!(html, "<{name}");
            if columns.get(i).is_some_and(|c| c.ends_with('#')) {
                html.push_str(" class=\"number\"");
            }
            if let Some(value) = cell.value {
                put!(html, " data-value=\"{value}\"");
            }
            put!(html, ">{}</{}>", cell.html, if i == 0 { "th" } else { "td" });
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></div>");
    html
}

/// Names and values.
pub(crate) fn definitions(class: &str, rows: &[(&str, String)]) -> String {
    let mut html = format!("<dl class=\"{class}\">");
    for (name, value) in rows.iter().filter(|(_, v)| !v.is_empty()) {
        put!(html, "<div><dt>{name}</dt><dd>{value}</dd></div>");
    }
    html.push_str("</dl>");
    html
}

/// Links to the other pages of a list; `address` has no `page` in it.
pub(crate) fn pager(address: &str, page: usize, pages: usize) -> String {
    if pages < 2 {
        return String::new();
    }
    let joint = if address.contains('?') { '&' } else { '?' };
    let to = |n: usize| if n == 1 { address.to_string() } else { format!("{address}{joint}page={n}") };
    let mut html = String::from("<nav class=\"pager\" aria-label=\"Pages\"><ul>");
    if page > 1 {
        put!(html, "<li>{}</li>", link(&to(page - 1), "Previous"));
    }
    let mut last = 0;
    for n in 1..=pages {
        let is_near = n == 1 || n == pages || n.abs_diff(page) <= 2;
        if !is_near {
            continue;
        }
        if n > last + 1 {
            html.push_str("<li>…</li>");
        }
        last = n;
        if n == page {
            put!(html, "<li><span aria-current=\"page\">{n}</span></li>");
        } else {
            put!(html, "<li>{}</li>", link(&to(n), &n.to_string()));
        }
    }
    if page < pages {
        put!(html, "<li>{}</li>", link(&to(page + 1), "Next"));
    }
    html.push_str("</ul></nav>");
    html
}

/// The part of a list that a page shows, and how many pages there are.
pub(crate) fn part<T>(items: &[T], page: usize, per_page: usize) -> (&[T], usize) {
    let pages = items.len().div_ceil(per_page).max(1);
    let from = ((page - 1) * per_page).min(items.len());
    (&items[from..(from + per_page).min(items.len())], pages)
}

/// A text field with its label. `more` are further attributes.
pub(crate) fn field(id: &str, label: &str, kind: &str, more: &str) -> String {
    format!("<p class=\"field\"><label for=\"{id}\">{label}</label><input id=\"{id}\" name=\"{id}\" type=\"{kind}\" {more}/></p>")
}

/// A choice with its label. Options are value and text.
pub(crate) fn select(id: &str, label: &str, options: &[(String, String)], chosen: &str, more: &str) -> String {
    let mut html = format!("<p class=\"field\"><label for=\"{id}\">{label}</label><select id=\"{id}\" name=\"{id}\" {more}>");
    for (value, text) in options {
        put!(html, "<option value=\"{value}\"{}>{text}</option>", if value == chosen { " selected=\"\"" } else { "" });
    }
    html.push_str("</select></p>");
    html
}

/// Options of a choice whose values are their texts, after one that stands for all.
pub(crate) fn options<S: AsRef<str>>(all: &str, values: impl IntoIterator<Item = S>) -> Vec<(String, String)> {
    std::iter::once((String::new(), all.to_string()))
        .chain(values.into_iter().map(|v| (v.as_ref().to_string(), v.as_ref().to_string())))
        .collect()
}

/// A picture of a chart with its caption.
pub(crate) fn chart(address: &str, alt: &str, caption: &str) -> String {
    format!(
        "<figure data-widget=\"chart\"><img src=\"{}\" alt=\"{alt}\" width=\"720\" height=\"360\"/><figcaption>{caption}</figcaption></figure>",
        address.replace('&', "&amp;")
    )
}

/// A list of links.
pub(crate) fn list(class: &str, items: impl IntoIterator<Item = String>) -> String {
    let mut html = format!("<ul class=\"{class}\">");
    for item in items {
        put!(html, "<li>{item}</li>");
    }
    html.push_str("</ul>");
    html
}

/// What the parts of a site's page are.
pub(crate) struct Frame<'a> {
    /// Of the site, in the header.
    pub(crate) brand: &'a str,
    /// Below it.
    pub(crate) motto: &'a str,
    /// Links of the header: address and text.
    pub(crate) links: &'a [(&'a str, &'a str)],
    /// More of the header: a search form, a cart.
    pub(crate) extra: &'a str,
    /// The last lines.
    pub(crate) footer: &'a str,
    /// Whether it asks about cookies.
    pub(crate) asks_about_cookies: bool,
}

impl Frame<'_> {
    /// A whole page around its main part, of a class of its own.
    pub(crate) fn page(&self, class: &str, main: &str) -> String {
        let mut html = String::with_capacity(main.len() + 1_600);
        put!(html, "<div class=\"site {class}\"><header><p class=\"brand\"><a href=\"/\">{}</a></p>", self.brand);
        if !self.motto.is_empty() {
            put!(html, "<p class=\"motto\">{}</p>", self.motto);
        }
        html.push_str("<nav aria-label=\"Site\"><ul>");
        for (address, text) in self.links {
            put!(html, "<li>{}</li>", link(address, text));
        }
        put!(html, "</ul></nav>{}</header><main>{main}</main><footer>{}</footer>", self.extra, self.footer);
        if self.asks_about_cookies {
            put!(
                html,
                "<form method=\"post\" data-widget=\"cookies\" data-keep=\"cookies\" data-keep-one=\"\" data-stay=\"\" aria-label=\"Cookies\"><p>{} uses cookies to count visits and to remember your choices.</p>\
                 <button name=\"choice\" value=\"necessary\">Only necessary</button><button class=\"main\" name=\"choice\" value=\"all\">Accept all</button></form>",
                self.brand
            );
        }
        html.push_str("</div>");
        html
    }
}

/// Paragraphs of texts.
pub(crate) fn paragraphs(texts: &[String]) -> String {
    let mut html = String::new();
    for text in texts.iter().filter(|t| !t.is_empty()) {
        let _ = write!(html, "<p>{text}</p>");
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_escaped() {
        assert_eq!(escape("<b a=\"x\">&\u{1}"), "&lt;b a=&quot;x&quot;&gt;&amp; ");
    }

    #[test]
    fn pagers_name_near_pages_and_the_ends() {
        let html = pager("/x?a=1", 5, 20);
        assert!(html.contains("/x?a=1&amp;page=7") && html.contains("page=20") && !html.contains("page=9\""));
        assert_eq!(pager("/x", 1, 1), "");
    }

    #[test]
    fn parts_of_lists_end_with_them() {
        assert_eq!(part(&[1, 2, 3, 4, 5], 2, 2), (&[3, 4][..], 3));
        assert_eq!(part(&[1, 2, 3], 9, 2).0.len(), 0);
    }
}
