//! Addresses: `http://HOST/PATH?QUERY`.

use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// What is encoded in a value of a query.
const VALUE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');
/// What is encoded in a path.
const PATH: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'?').add(b'#').add(b'&').add(b'%');

/// An address in its parts, decoded.
pub(crate) struct Address {
    pub(crate) host: String,
    /// Begins with a slash.
    pub(crate) path: String,
    query: Vec<(String, String)>,
}

impl Address {
    /// The parts of an address; `None` if it is not one.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let rest = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"))?;
        let rest = rest.split('#').next()?;
        let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (host, path) = match place.find('/') {
            Some(slash) => place.split_at(slash),
            None => (place, "/"),
        };
        if host.is_empty() || !host.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'.' || b == b'-') {
            return None;
        }
        let decode = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let query = query.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decode(&key.replace('+', " ")), decode(&value.replace('+', " ")))
        });
        Some(Self { host: host.to_ascii_lowercase(), path: decode(path), query: query.collect() })
    }

    /// The first value of a key in the query, without spaces around it; an empty one counts as none.
    pub(crate) fn value(&self, key: &str) -> Option<&str> {
        self.query.iter().find(|(k, _)| k == key).map(|(_, v)| v.trim()).filter(|v| !v.is_empty())
    }

    /// The page asked for, counted from 1.
    pub(crate) fn page(&self) -> usize {
        self.value("page").and_then(|p| p.parse().ok()).filter(|p| (1..=100_000).contains(p)).unwrap_or(1)
    }

    /// A number in the query.
    pub(crate) fn number<T: std::str::FromStr>(&self, key: &str) -> Option<T> {
        self.value(key).and_then(|v| v.parse().ok())
    }

    /// The parts of the path between slashes.
    pub(crate) fn parts(&self) -> Vec<&str> {
        self.path.split('/').filter(|p| !p.is_empty()).collect()
    }
}

/// A value as it stands in a query.
pub(crate) fn encode(value: &str) -> String {
    utf8_percent_encode(value, VALUE).to_string()
}

/// A path as it stands in an address.
pub(crate) fn encode_path(path: &str) -> String {
    utf8_percent_encode(path, PATH).to_string()
}

/// A query of the pairs that have a value, with its question mark.
pub(crate) fn query(pairs: &[(&str, &str)]) -> String {
    let mut text = String::new();
    for (key, value) in pairs.iter().filter(|(_, v)| !v.is_empty()) {
        text.push(if text.is_empty() { '?' } else { '&' });
        text.push_str(key);
        text.push('=');
        text.push_str(&encode(value));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_decoded() {
        let a = Address::parse("https://Search.example/a%20b?q=two+words%26more&page=3&empty=#top").expect("an address");
        assert_eq!((a.host.as_str(), a.path.as_str()), ("search.example", "/a b"));
        assert_eq!((a.value("q"), a.value("empty"), a.page()), (Some("two words&more"), None, 3));
    }

    #[test]
    fn what_is_no_address_is_none() {
        for text in ["", "search.example", "ftp://a.example/", "http://", "http:///x", "http://a b/"] {
            assert!(Address::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn queries_leave_out_what_is_empty() {
        assert_eq!(query(&[("a", "x y"), ("b", ""), ("c", "&")]), "?a=x%20y&c=%26");
    }
}
