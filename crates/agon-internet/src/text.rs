//! Pages as plain text, for agents without a screen.

use std::borrow::Cow;

/// What a reader sees of a page: headings with `#`, rows of tables with ` | `, links as `[text](address)`. What depends on kept state is left out.
pub(crate) fn of_html(html: &str, address: &str) -> String {
    let mut reader = Reader { out: String::with_capacity(html.len() / 2), address, links: Vec::new() };
    walk(html, |piece| match piece {
        Piece::Text(text) => reader.text(text),
        Piece::Tag { name, tag, is_closing } => reader.tag(name, tag, is_closing),
    });
    tidy(&reader.out)
}

/// The texts of a page's main part, which is what search finds it by: without what stands on every page of a site.
pub(crate) fn each_text_of_main(html: &str, mut take: impl FnMut(&str)) {
    let from = html.find("<main").unwrap_or(0);
    let to = html.rfind("</main>").unwrap_or(html.len());
    walk(&html[from..to], |piece| {
        if let Piece::Text(text) = piece {
            take(&unescape(text));
        }
    });
}

enum Piece<'a> {
    Text(&'a str),
    Tag { name: &'a str, tag: &'a str, is_closing: bool },
}

/// Texts and tags in order, without elements that are hidden until something is kept.
fn walk<'a>(html: &'a str, mut take: impl FnMut(Piece<'a>)) {
    let mut rest = html;
    // The name of the hidden element that is being skipped, and how deep in elements of that name.
    let mut hidden: Option<(&str, usize)> = None;
    while let Some(start) = memchr::memchr(b'<', rest.as_bytes()) {
        if hidden.is_none() {
            take(Piece::Text(&rest[..start]));
        }
        let Some(end) = memchr::memchr(b'>', &rest.as_bytes()[start..]) else { break };
        let tag = &rest[start + 1..start + end];
        rest = &rest[start + end + 1..];
        let is_closing = tag.starts_with('/');
        let is_empty = tag.ends_with('/');
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or("");
        match &mut hidden {
            Some((waiting, depth)) => {
                if *waiting == name && !is_empty {
                    *depth = if is_closing { *depth - 1 } else { *depth + 1 };
                    if *depth == 0 {
                        hidden = None;
                    }
                }
            }
            None if !is_closing && !is_empty && is_hidden(name, tag) => hidden = Some((name, 1)),
            None => take(Piece::Tag { name, tag, is_closing }),
        }
    }
}

fn is_hidden(name: &str, tag: &str) -> bool {
    // Every page has thousands of tags: one letter is found sooner than two words are not.
    name == "template" || (tag.contains('-') && (tag.contains(" data-if=") || tag.contains("data-widget=\"cookies\"")))
}

fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&").into()
}

struct Reader<'a> {
    out: String,
    address: &'a str,
    links: Vec<String>,
}

impl Reader<'_> {
    fn text(&mut self, text: &str) {
        if text.trim().is_empty() {
            if !text.is_empty() && !self.out.ends_with([' ', '\n']) {
                self.out.push(' ');
            }
            return;
        }
        for (number, line) in unescape(text).split('\n').enumerate() {
            if number > 0 {
                self.out.push(' ');
            }
            self.out.push_str(line);
        }
    }

    fn tag(&mut self, name: &str, tag: &str, is_closing: bool) {
        match (name, is_closing) {
            ("h1" | "h2" | "h3" | "h4", false) => {
                let level = name.as_bytes()[1] - b'0';
                self.out.push_str("\n\n");
                self.out.extend(std::iter::repeat_n('#', usize::from(level)));
                self.out.push(' ');
            }
            (
                "h1" | "h2" | "h3" | "h4" | "p" | "ul" | "dl" | "table" | "figure" | "section" | "form" | "caption" | "article"
                | "header" | "main" | "footer" | "summary",
                _,
            ) => self.out.push('\n'),
            ("li", false) => self.out.push_str("\n- "),
            ("div" | "br" | "tr", _) if !self.out.ends_with('\n') => self.out.push('\n'),
            ("dt", true) => self.out.push_str(": "),
            ("td" | "th", true) => self.out.push_str(" | "),
            ("a", false) => {
                self.links.push(attribute(tag, "href").unwrap_or_default());
                self.out.push('[');
            }
            ("a", true) => {
                let to = self.links.pop().unwrap_or_default();
                let to = absolute(self.address, &to.replace("&amp;", "&"));
                self.out.push_str(&format!("]({to})"));
            }
            ("img", _) => {
                if let Some(alt) = attribute(tag, "alt").filter(|a| !a.is_empty()) {
                    self.out.push_str(&format!("[picture: {alt}]"));
                }
            }
            ("input", _) => {
                let kind = attribute(tag, "type").unwrap_or_default();
                if kind != "hidden" {
                    self.out.push_str(&format!(" [{kind} field {}]", attribute(tag, "name").unwrap_or_default()));
                }
            }
            ("option", true) => self.out.push_str("; "),
            ("button", false) => self.out.push_str(" ["),
            ("button", true) => self.out.push(']'),
            _ => {}
        }
    }
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let from = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    let to = tag[from..].find('"')? + from;
    Some(tag[from..to].to_string())
}

/// An address as it is meant on a page.
pub(crate) fn absolute(page: &str, address: &str) -> String {
    if address.starts_with("http://") || address.starts_with("https://") {
        return address.to_string();
    }
    let after = page.find("://").map_or(0, |i| i + 3);
    let host_end = page[after..].find('/').map_or(page.len(), |i| i + after);
    match address.chars().next() {
        Some('/') => format!("{}{address}", &page[..host_end]),
        Some('?') => format!("{}{address}", page.split(['?', '#']).next().unwrap_or(page)),
        Some('#') | None => format!("{}{address}", page.split('#').next().unwrap_or(page)),
        _ => {
            let path = page.split(['?', '#']).next().unwrap_or(page);
            let folder = path.rfind('/').filter(|i| *i >= host_end).map_or(host_end, |i| i);
            format!("{}/{address}", &path[..folder])
        }
    }
}

/// At most one empty line, no spaces at the ends of lines.
fn tidy(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut empty = 0;
    for line in text.lines() {
        let line = line.trim().trim_end_matches(" |").trim_end();
        if line.is_empty() || line == "-" {
            empty += 1;
            continue;
        }
        if empty > 0 && !out.is_empty() {
            out.push('\n');
        }
        empty = 0;
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// What can be read of a file.
pub(crate) fn of_file(media_type: &str, bytes: &[u8]) -> Option<String> {
    match media_type {
        "text/csv" | "text/plain" | "application/json" | "application/x-bibtex" => {
            Some(String::from_utf8_lossy(bytes).into_owned())
        }
        "application/pdf" => Some(crate::pdf::text(bytes)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_read_as_text() {
        let html = "<div><h1>A &amp; B</h1><p>See <a href=\"/x?a=1&amp;b=2\">this</a>.</p><p data-if=\"login\">secret <p>in</p></p><template><b>no</b></template>\
                    <table><tr><th>Year</th><td>2024</td></tr></table><img src=\"c.png\" alt=\"Chart\"/></div>";
        let text = of_html(html, "http://a.example/b/c");
        assert_eq!(text, "# A & B\n\nSee [this](http://a.example/x?a=1&b=2).\n\nYear | 2024\n\n[picture: Chart]\n");
    }

    #[test]
    fn relative_addresses_are_resolved() {
        for (address, expected) in [
            ("/z", "http://h.example/z"),
            ("?q=1", "http://h.example/a/b?q=1"),
            ("#x", "http://h.example/a/b?c=d#x"),
            ("e", "http://h.example/a/e"),
            ("http://k.example/", "http://k.example/"),
        ] {
            assert_eq!(absolute("http://h.example/a/b?c=d", address), expected);
        }
    }
}
