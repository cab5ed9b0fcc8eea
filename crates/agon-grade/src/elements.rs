//! Elements of an answer: what is to be found out, and whether what somebody says of it is right, however it is written.

use crate::{CheckBuilder, check};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use unicode_normalization::UnicodeNormalization as _;

/// One thing that is to be found out. In an answer, which is an object, it stands under its name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Element {
    /// Stable and short; unique in its answer.
    pub name: String,
    /// What is right.
    #[serde(flatten)]
    pub wanted: Wanted,
}

/// What is right, and so how it is compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wanted {
    /// A name, a title or a word. Case, accents, punctuation, spaces and a leading article do not matter.
    Text(String),
    /// Any of these, which mean the same; the first is the usual one.
    AnyOf(Vec<String>),
    /// A number, as it is or with its unit, thousands separators or a word such as million.
    Number(Quantity),
    /// A day (`2021-05-03`), a month (`2021-05`) or a year (`2021`), in any of the usual forms.
    Date(String),
    /// Names in any order, none too many.
    Set(Vec<String>),
    /// Names in this order.
    List(Vec<String>),
}

/// A number with its unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quantity {
    /// In this unit.
    pub value: f64,
    /// How far off an answer may be; rounding half up in the last place shown is the task's affair.
    #[serde(default)]
    pub tolerance: f64,
    /// As it is written: `%`, `EUR`, `km`. Empty where a bare number is meant.
    #[serde(default)]
    pub unit: String,
}

/// What is longer answers nothing here.
const LONGEST_TEXT: usize = 4_000;
const LONGEST_LIST: usize = 1_000;
/// What is told of an answer in a check.
const TOLD_CHARS: usize = 200;

const MAGNITUDES: &[(&str, f64)] = &[
    ("thousand", 1e3),
    ("k", 1e3),
    ("million", 1e6),
    ("mn", 1e6),
    ("m", 1e6),
    ("billion", 1e9),
    ("bn", 1e9),
    ("b", 1e9),
    ("trillion", 1e12),
    ("tn", 1e12),
];

/// Words for one unit; the first is how tasks write it.
const UNITS: &[&[&str]] = &[
    &["%", "percent", "per cent", "pct"],
    &["EUR", "€", "euro", "euros"],
    &["USD", "$", "us$", "dollar", "dollars"],
    &["GBP", "£", "pound", "pounds"],
    &["km", "kilometre", "kilometres", "kilometer", "kilometers"],
    &["m", "metre", "metres", "meter", "meters"],
    &["km²", "km2", "sq km", "square kilometres", "square kilometers"],
    &["kg", "kilogram", "kilograms"],
    &["t", "tonne", "tonnes", "ton", "tons"],
    &["min", "minute", "minutes"],
    &["years", "year"],
    &["people", "inhabitants", "persons"],
];

const MONTHS: [&str; 12] =
    ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];

impl Element {
    /// Marks what an answer says of it.
    pub fn mark(&self, answer: Option<&Value>) -> CheckBuilder {
        let said = answer.and_then(|answer| answer.get(&self.name));
        let passed = said.is_some_and(|said| self.wanted.accepts(said));
        let seen = said.map_or_else(|| "nothing".to_owned(), told);
        check(&self.name, passed).expected(self.wanted.told()).seen(seen).at(format!("/answer/{}", self.name))
    }
}

/// The answer in which every element is right.
pub fn right_answer(elements: &[Element]) -> Value {
    elements.iter().map(|element| (element.name.clone(), element.wanted.answer())).collect::<Map<_, _>>().into()
}

/// Whether a text says this somewhere, as whole words; compared as names are.
pub fn tells(text: &str, wanted: &str) -> bool {
    let wanted = fold(wanted);
    !wanted.is_empty() && format!(" {} ", fold(text)).contains(&format!(" {wanted} "))
}

impl Wanted {
    /// Whether this says what is wanted.
    pub fn accepts(&self, said: &Value) -> bool {
        match self {
            Self::Text(text) => folded(said).is_some_and(|said| said == fold(text)),
            Self::AnyOf(texts) => folded(said).is_some_and(|said| texts.iter().any(|text| said == fold(text))),
            Self::Number(quantity) => quantity.accepts(said),
            Self::Date(date) => {
                let parsed = text_of(said).and_then(|text| parse_date(&text));
                parsed.is_some() && parsed == parse_date(date)
            }
            Self::Set(names) => items(said).is_some_and(|mut said| {
                let mut names: Vec<String> = names.iter().map(|name| fold(name)).collect();
                said.sort();
                names.sort();
                said == names
            }),
            Self::List(names) => items(said).is_some_and(|said| said == names.iter().map(|name| fold(name)).collect::<Vec<_>>()),
        }
    }

    /// As an expert would write it.
    pub fn answer(&self) -> Value {
        match self {
            Self::Text(text) | Self::Date(text) => json!(text),
            Self::AnyOf(texts) => json!(texts.first()),
            Self::Number(quantity) => json!(quantity.value),
            Self::Set(names) | Self::List(names) => json!(names),
        }
    }

    /// What was expected, for a check.
    fn told(&self) -> String {
        match self {
            Self::Text(text) | Self::Date(text) => text.clone(),
            Self::AnyOf(texts) => texts.join(" or "),
            Self::Number(Quantity { value, tolerance, unit }) => {
                let within = if *tolerance > 0.0 { format!(", {tolerance} more or less") } else { String::new() };
                format!("{value} {unit}").trim().to_owned() + &within
            }
            Self::Set(names) => format!("{} in any order", names.join(", ")),
            Self::List(names) => names.join(", "),
        }
    }
}

impl Quantity {
    fn accepts(&self, said: &Value) -> bool {
        let number = match said {
            Value::Number(number) => number.as_f64(),
            said => text_of(said).and_then(|text| self.parse(&text)),
        };
        // A last place that was written with fewer digits than a float has is the same number.
        number.is_some_and(|number| (number - self.value).abs() <= self.tolerance + 1e-9 * self.value.abs().max(1.0))
    }

    /// A number, in front of it a currency, behind it a magnitude and the unit; nothing else.
    fn parse(&self, text: &str) -> Option<f64> {
        let text = text.to_lowercase().replace(['\u{2212}', '\u{2013}'], "-").replace(['\u{a0}', '\u{202f}', '\u{2009}'], " ");
        let start = text.find(|c: char| c.is_ascii_digit() || c == '-' || c == '+' || c == '.')?;
        let (before, rest) = text.split_at(start);
        let end = rest
            .char_indices()
            .find(|(at, c)| !(is_digit_part(*c) || (*at == 0 && matches!(c, '-' | '+'))))
            .map_or(rest.len(), |(at, _)| at);
        let (digits, after) = rest.split_at(end);
        if !(before.trim().is_empty() || self.is_unit(before.trim())) {
            return None;
        }
        let after = after.trim().trim_end_matches('.');
        let factor = if after.is_empty() || self.is_unit(after) {
            1.0
        } else {
            let (factor, _) = MAGNITUDES
                .iter()
                .filter_map(|(word, factor)| Some((factor, after.strip_prefix(word)?.trim())))
                .find(|(_, rest)| rest.is_empty() || self.is_unit(rest))?;
            *factor
        };
        Some(plain_number(digits.trim())? * factor)
    }

    fn is_unit(&self, word: &str) -> bool {
        let words = UNITS.iter().find(|words| words[0] == self.unit);
        let known = words.is_some_and(|words| words.iter().any(|known| known.to_lowercase() == word));
        !self.unit.is_empty() && (known || self.unit.to_lowercase() == word)
    }
}

fn is_digit_part(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, ',' | '.' | ' ' | '\'')
}

/// `1,234.5`, `1 234.5`, `1'234`. A comma before anything but three digits is none of ours: it is read in two ways.
fn plain_number(digits: &str) -> Option<f64> {
    let groups: Vec<&str> = digits.split([',', ' ', '\'']).collect();
    let is_grouped = groups.iter().skip(1).enumerate().all(|(at, group)| {
        let whole = if at + 2 == groups.len() { group.split('.').next().unwrap_or_default() } else { group };
        whole.len() == 3
    });
    is_grouped.then(|| groups.concat().parse().ok()).flatten().filter(|number: &f64| number.is_finite())
}

/// Year, month and day, as far as they are said. Forms in which month and day could be exchanged are not read.
fn parse_date(text: &str) -> Option<(i32, Option<u8>, Option<u8>)> {
    let text = text.trim().to_lowercase();
    let parts: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).collect();
    let year = |part: &str| (part.len() == 4).then(|| part.parse::<i32>().ok()).flatten();
    let day = |part: &str| {
        let digits = part.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        (digits.len() <= 2).then(|| digits.parse::<u8>().ok()).flatten().filter(|day| (1..=31).contains(day))
    };
    let number_of_month = |part: &str| part.parse::<u8>().ok().filter(|month| (1..=12).contains(month) && part.len() <= 2);
    let named = |part: &str| {
        let at = MONTHS.iter().position(|month| part.len() >= 3 && month.starts_with(part))?;
        u8::try_from(at + 1).ok()
    };
    match parts.as_slice() {
        [only] => Some((year(only)?, None, None)),
        [a, b] => match (year(a), year(b)) {
            (Some(year), None) => Some((year, Some(number_of_month(b).or_else(|| named(b))?), None)),
            (None, Some(year)) => Some((year, Some(number_of_month(a).or_else(|| named(a))?), None)),
            _ => None,
        },
        // 2021-05-03, 3 May 2021, May 3, 2021; 03.05.2021 is read with the day first only where it has points.
        [a, b, c] => match (year(a), year(c)) {
            (Some(year), _) => Some((year, Some(number_of_month(b).or_else(|| named(b))?), Some(day(c)?))),
            (_, Some(year)) => match (named(a), named(b)) {
                (Some(month), _) => Some((year, Some(month), Some(day(b)?))),
                (_, Some(month)) => Some((year, Some(month), Some(day(a)?))),
                _ if text.contains('.') => Some((year, Some(number_of_month(b)?), Some(day(a)?))),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

fn text_of(said: &Value) -> Option<String> {
    match said {
        Value::String(text) if text.len() <= LONGEST_TEXT => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(is) => Some(is.to_string()),
        _ => None,
    }
}

fn folded(said: &Value) -> Option<String> {
    text_of(said).map(|text| fold(&text)).filter(|text| !text.is_empty())
}

/// A list, or names with commas or semicolons between them.
fn items(said: &Value) -> Option<Vec<String>> {
    let texts: Vec<String> = match said {
        Value::Array(items) if items.len() <= LONGEST_LIST => items.iter().map(folded).collect::<Option<_>>()?,
        Value::String(text) if text.len() <= LONGEST_TEXT => {
            let separator = if text.contains(';') { ';' } else { ',' };
            text.split(separator).map(fold).filter(|item| !item.is_empty()).collect()
        }
        _ => return None,
    };
    Some(texts)
}

/// Letters and digits only, without case and accents, words with one space between them, no article in front.
fn fold(text: &str) -> String {
    let plain: String = text.nfkd().filter(|c| !('\u{300}'..='\u{36f}').contains(c)).flat_map(char::to_lowercase).collect();
    let expanded =
        plain.replace('ß', "ss").replace('ø', "o").replace('æ', "ae").replace('œ', "oe").replace('ł', "l").replace('&', " and ");
    // An apostrophe stands inside of a word, everything else between words.
    let expanded = expanded.replace(['\'', '\u{2019}', '\u{2bc}'], "");
    let words: Vec<&str> = expanded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let words = match words.as_slice() {
        ["the" | "a" | "an", rest @ ..] if !rest.is_empty() => rest,
        all => all,
    };
    words.join(" ")
}

/// The beginning of what was said: it may be of any size and depth.
fn told(said: &Value) -> String {
    match said {
        Value::String(text) => text.chars().take(TOLD_CHARS).collect(),
        Value::Array(items) => {
            let shown: Vec<String> = items.iter().take(20).map(|item| text_of(item).unwrap_or_else(|| "…".into())).collect();
            shown.join(", ").chars().take(TOLD_CHARS).collect()
        }
        Value::Object(_) => "an object".into(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn number(value: f64, tolerance: f64, unit: &str) -> Wanted {
        Wanted::Number(Quantity { value, tolerance, unit: unit.into() })
    }

    fn text(text: &str) -> Wanted {
        Wanted::Text(text.into())
    }

    #[test]
    fn names_are_compared_as_people_write_them() {
        for said in ["Zoë O’Neill & Söhne", "  zoe o'neill and sohne ", "The Zoë O'Neill & Söhne", "ZOË ONEILL AND SOHNE."]
        {
            assert!(text("Zoë O'Neill & Söhne").accepts(&json!(said)), "{said}");
        }
        for said in [json!("Zoe O'Neill"), json!(""), json!(null), json!(["Zoe O'Neill & Sohne"]), json!({})] {
            assert!(!text("Zoë O'Neill & Söhne").accepts(&said), "{said}");
        }
        assert!(text("The").accepts(&json!("the")) && text("42").accepts(&json!(42)));
        assert!(Wanted::AnyOf(vec!["Türkiye".into(), "Turkey".into()]).accepts(&json!("turkey")));
    }

    #[test]
    fn numbers_are_read_with_units_magnitudes_and_separators() {
        let sales = number(1_234_500_000.0, 500_000.0, "EUR");
        for said in
            ["€1,234.5 million", "1234.5 million EUR", "1,234,500,000", "EUR 1.2345 bn", "1 234 500 000 euros", "1.2341bn"]
        {
            assert!(sales.accepts(&json!(said)), "{said}");
        }
        for said in
            ["$1,234.5 million", "1234.5", "1,2345 bn", "1234.5 million EUR (2020)", "about 1.2 bn", "1234.5 million or 7", ""]
        {
            assert!(!sales.accepts(&json!(said)), "{said}");
        }
        assert!(number(12.5, 0.05, "%").accepts(&json!("12.5 per cent")) && number(12.5, 0.05, "%").accepts(&json!(12.54)));
        assert!(!number(12.5, 0.05, "%").accepts(&json!(12.6)) && !number(12.5, 0.05, "").accepts(&json!("12.5 %")));
        assert!(number(-3.0, 0.0, "").accepts(&json!("\u{2212}3")) && !number(3.0, 0.0, "").accepts(&json!("-3")));
        assert!(number(7.0, 0.0, "people").accepts(&json!("7 inhabitants")) && !number(7.0, 0.0, "").accepts(&json!("7 cats")));
    }

    #[test]
    fn dates_are_read_in_forms_that_mean_one_day() {
        let day = Wanted::Date("2021-05-03".into());
        for said in ["2021-05-03", "2021/5/3", "3 May 2021", "May 3, 2021", "3rd of May 2021", "03.05.2021", "3 may 2021"] {
            let is_read = day.accepts(&json!(said));
            assert_eq!(is_read, said != "3rd of May 2021", "{said}");
        }
        for said in ["5/3/2021", "3/5/2021", "May 2021", "2021", "4 May 2021", "2021-05-33", "yesterday"] {
            assert!(!day.accepts(&json!(said)), "{said}");
        }
        assert!(Wanted::Date("2021-05".into()).accepts(&json!("May 2021")) && Wanted::Date("2021".into()).accepts(&json!(2021)));
        assert!(!Wanted::Date("2021".into()).accepts(&json!("May 2021")));
    }

    #[test]
    fn a_text_tells_what_stands_in_it_as_whole_words() {
        let text = "The buyer was NVIDIA (about $1.3 billion), in June 2023.";
        for told in ["nvidia", "$1.3 billion", "June 2023"] {
            assert!(tells(text, told), "{told}");
        }
        for other in ["vidi", "1.3 billions", "", "..."] {
            assert!(!tells(text, other), "{other}");
        }
    }

    #[test]
    fn lists_are_compared_with_and_without_order() {
        let names = vec!["Oslo".to_owned(), "São Paulo".into(), "Rome".into()];
        let (set, list) = (Wanted::Set(names.clone()), Wanted::List(names));
        assert!(set.accepts(&json!(["rome", "Sao Paulo", "Oslo"])) && !list.accepts(&json!(["rome", "Sao Paulo", "Oslo"])));
        assert!(list.accepts(&json!("Oslo, Sao Paulo, Rome")) && set.accepts(&json!("Rome; Oslo; São Paulo")));
        for wrong in [json!(["Oslo", "Rome"]), json!(["Oslo", "Rome", "São Paulo", "Oslo"]), json!([["Oslo"]]), json!("Oslo")] {
            assert!(!set.accepts(&wrong), "{wrong}");
        }
    }

    #[test]
    fn the_right_answer_passes_and_each_element_is_told() {
        let elements: Vec<Element> = serde_json::from_value(json!([
            { "name": "city", "text": "Oslo" },
            { "name": "share", "number": { "value": 12.5, "tolerance": 0.05, "unit": "%" } },
            { "name": "day", "date": "2021-05-03" },
            { "name": "members", "set": ["a", "b"] },
        ]))
        .unwrap();
        let right = right_answer(&elements);
        assert!(elements.iter().all(|element| element.mark(Some(&right)).build().passed));
        let missed = elements[1].mark(Some(&json!({ "share": "14 %" }))).build();
        assert_eq!((missed.expected.as_str(), missed.seen.as_str()), ("12.5 %, 0.05 more or less", "14 %"));
        assert_eq!(elements[0].mark(None).build().seen, "nothing");
    }

    proptest! {
        #[test]
        fn whatever_is_said_is_read_without_panic(said in "\\PC{0,40}", wanted in "\\PC{0,20}", value in -1e9..1e9f64) {
            let said = json!(said);
            for wanted in [text(&wanted), Wanted::Date(wanted.clone()), Wanted::Set(vec![wanted.clone()]), number(value, 1.0, &wanted)] {
                let _ = wanted.accepts(&said);
            }
        }

        #[test]
        fn every_number_is_accepted_as_it_is_written(value in -1_000_000i64..1_000_000) {
            let said = |value: i64| json!(format!("{value} km"));
            let wanted = number(value as f64, 0.0, "km");
            prop_assert!(wanted.accepts(&said(value)));
            prop_assert!(!wanted.accepts(&said(value + 1)));
        }
    }
}
