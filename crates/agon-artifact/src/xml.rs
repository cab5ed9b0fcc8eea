//! XML of agents: without entities of their own, and bounded in what costs its parser more than a pass.

use crate::input::Unreadable;
use roxmltree::{Document, ParsingOptions};

const MOST_NODES: u32 = 20_000_000;
/// The parser compares every attribute of an element with every other, and copies namespaces to nested elements.
const MOST_ATTRIBUTES: usize = 20_000;
const MOST_NAMESPACES: usize = 4_000;

/// Parses XML. A document type is read over where it declares nothing: MusicXML has one.
pub(crate) fn parse(text: &str) -> Result<Document<'_>, Unreadable> {
    if text.contains("<!ENTITY") {
        return Err(Unreadable::new("is XML that declares entities of its own"));
    }
    if text.matches("xmlns").nth(MOST_NAMESPACES).is_some() {
        return Err(Unreadable::new(format!("is XML with more than {MOST_NAMESPACES} namespaces")));
    }
    // No attribute holds a `<`, so that a count between two of them bounds the attributes of an element.
    if text.split('<').any(|piece| piece.len() > MOST_ATTRIBUTES && piece.matches('=').nth(MOST_ATTRIBUTES).is_some()) {
        return Err(Unreadable::new(format!("is XML with more than {MOST_ATTRIBUTES} attributes at one element")));
    }
    let options = ParsingOptions { allow_dtd: true, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| Unreadable::from_error("is not well-formed XML", &error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    #[test]
    fn hostile_documents_are_refused_or_read() {
        let laughs = "<!DOCTYPE l [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;'>]><l>&b;</l>";
        assert!(parse(laughs).unwrap_err().to_string().contains("entities"));
        assert!(parse("<a><b></a>").is_err());
        assert!(parse("<!DOCTYPE a PUBLIC '-//X' 'http://x/y.dtd'><a/>").is_ok());
        assert!(parse(&"<a>".repeat(1_000_000)).is_err());
        let deep = "<a>".repeat(300_000) + &"</a>".repeat(300_000);
        assert_eq!(parse(&deep).unwrap().descendants().count(), 300_001);
        let mut attributes = String::from("<a");
        for index in 0..100_000 {
            write!(attributes, " a{index}=''").unwrap();
        }
        assert!(parse(&(attributes + "/>")).unwrap_err().to_string().contains("attributes"));
        let mut namespaces = String::new();
        for index in 0..10_000 {
            write!(namespaces, "<a xmlns:n{index}='u{index}'>").unwrap();
        }
        assert!(parse(&namespaces).unwrap_err().to_string().contains("namespaces"));
    }
}
