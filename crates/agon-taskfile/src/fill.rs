//! Fills a variant's values into a task file.

use std::collections::BTreeSet;
use toml::{Table, Value};

/// Replaces `{key}` everywhere in a table, its own keys included, and notes which keys were used.
pub(crate) struct Fill<'a> {
    variant: &'a Table,
    pub(crate) used: BTreeSet<&'a str>,
}

impl<'a> Fill<'a> {
    pub(crate) fn new(variant: &'a Table) -> Self {
        Self { variant, used: BTreeSet::new() }
    }

    pub(crate) fn table(&mut self, table: &Table) -> Result<Table, String> {
        table.iter().map(|(key, value)| Ok((self.inserted(key), self.value(value)?))).collect()
    }

    fn value(&mut self, value: &Value) -> Result<Value, String> {
        Ok(match value {
            Value::String(text) => self.text(text),
            Value::Array(entries) => Value::Array(entries.iter().map(|entry| self.value(entry)).collect::<Result<_, _>>()?),
            Value::Table(table) => Value::Table(self.table(table)?),
            Value::Datetime(date) => return Err(format!("the date {date} stands without quotes; write it as a text")),
            plain => plain.clone(),
        })
    }

    /// A text that is nothing but one placeholder becomes the value itself.
    fn text(&mut self, text: &str) -> Value {
        let whole = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        if let Some((key, value)) = whole.and_then(|key| self.variant.get_key_value(key)) {
            self.used.insert(key);
            return value.clone();
        }
        Value::String(self.inserted(text))
    }

    fn inserted(&mut self, text: &str) -> String {
        let mut filled = String::new();
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            let (before, after) = rest.split_at(open);
            filled.push_str(before);
            let known = after[1..].split_once('}').and_then(|(key, rest)| Some((self.variant.get_key_value(key)?, rest)));
            match known {
                Some(((key, value), after)) => {
                    self.used.insert(key);
                    filled.push_str(&written(value));
                    rest = after;
                }
                None => {
                    filled.push('{');
                    rest = &after[1..];
                }
            }
        }
        filled.push_str(rest);
        // Expressions may take the value itself instead of how it is written.
        self.used.extend(self.variant.keys().filter(|key| text.contains(&format!("variant.{key}"))).map(String::as_str));
        filled
    }
}

/// How a value is written into a text: lists between commas.
fn written(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(entries) => entries.iter().map(written).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// A `{word}` that stands alone and was not filled: most likely a slip. LaTeX's `\section{word}` does not stand alone.
pub(crate) fn unfilled(text: &str) -> Option<&str> {
    let mut start = 0;
    while let Some(open) = text[start..].find('{').map(|at| start + at) {
        start = open + 1;
        let attached = text[..open]
            .chars()
            .next_back()
            .is_some_and(|c| c.is_alphanumeric() || matches!(c, '}' | ']' | '\\' | '_' | '^' | '{'));
        let (word, _) = text[start..].split_once('}')?;
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if !attached && word.starts_with(|c: char| c.is_ascii_lowercase()) && word.chars().all(plain) {
            return Some(word);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn filled(text: &str) -> Table {
        let variant: Table = toml::from_str("k = 3\nname = 'roads'\nall = [1, 'x']\nunused = 1").unwrap();
        let table: Table = toml::from_str(text).unwrap();
        Fill::new(&variant).table(&table).unwrap()
    }

    #[test]
    fn placeholders_are_filled_by_value_or_by_text() {
        let table = filled("a = '{k}'\nb = 'k={k}, {name}!'\n'{name}.tex' = ['{all}', { c = 'see {all}' }]");
        let expected = "a = 3\nb = 'k=3, roads!'\n'roads.tex' = [[1, 'x'], { c = 'see 1, x' }]";
        assert_eq!(table, toml::from_str::<Table>(expected).unwrap());
    }

    #[test]
    fn other_braces_stay() {
        for text in [r"\section{Roads}", "{", "}", "{}", "{other}", "{k", "{{k}", "a { name } b"] {
            let table = Table::from_iter([("a".to_owned(), Value::String(text.into()))]);
            let variant: Table = toml::from_str("k = 3").unwrap();
            let expected = text.replace("{k}", "3");
            assert_eq!(Fill::new(&variant).table(&table).unwrap()["a"].as_str(), Some(expected.as_str()));
        }
    }

    #[test]
    fn use_is_noted_and_dates_are_refused() {
        let variant: Table = toml::from_str("k = 3\nname = 'x'\nlost = 1").unwrap();
        let mut fill = Fill::new(&variant);
        fill.table(&toml::from_str("a = 'variant.k == 1'\nb = ['{name}']").unwrap()).unwrap();
        assert_eq!(fill.used.into_iter().collect::<Vec<_>>(), ["k", "name"]);
        let date: Table = toml::from_str("a = [2024-01-02]").unwrap();
        assert!(Fill::new(&variant).table(&date).unwrap_err().contains("write it as a text"));
    }

    #[test]
    fn slips_in_instructions_are_found() {
        assert_eq!(unfilled("Plot {slop} now"), Some("slop"));
        assert_eq!(unfilled(r"Write \section{method} and x_{k}, then {A B}"), None);
        assert_eq!(unfilled("{"), None);
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[{}a-zé\\\\ ]{0,20}") {
            unfilled(&text);
            let variant: Table = toml::from_str("a = 'b'").unwrap();
            let table = Table::from_iter([("x".to_owned(), Value::String(text))]);
            prop_assert!(Fill::new(&variant).table(&table).is_ok());
        }
    }
}
