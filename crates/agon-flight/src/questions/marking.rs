//! Answers against what is right. Whatever an agent hands in is read with bounds: it may be anything.

use super::{Field, Right};
use crate::day::{FIRST_MINUTE_OF_DAY, clock};
use serde_json::Value;

/// How a field was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    pub field: String,
    pub expected: String,
    pub seen: String,
    pub passed: bool,
}

/// What is longer is no answer to anything here.
const LONGEST_TEXT: usize = 2_000;
const LONGEST_LIST: usize = 500;

const FEET: &[&str] = &["ft", "feet", "foot", "ft."];
const KNOTS: &[&str] = &["kts", "kt", "knots", "knot", "kn"];
const FEET_PER_MINUTE: &[&str] =
    &["ft/min", "fpm", "feet/min", "feet per minute", "ft per minute", "ft/minute", "feet/minute", "ft per min"];

/// Other names of countries.
const ALIASES: &[(&str, &str)] = &[
    ("usa", "united states"),
    ("us", "united states"),
    ("u.s.", "united states"),
    ("united states of america", "united states"),
    ("uk", "united kingdom"),
    ("great britain", "united kingdom"),
    ("czech republic", "czechia"),
    ("turkiye", "turkey"),
    ("türkiye", "turkey"),
    ("bosnia", "bosnia and herzegovina"),
    ("bosnia-herzegovina", "bosnia and herzegovina"),
    ("bosnia & herzegovina", "bosnia and herzegovina"),
    ("macedonia", "north macedonia"),
    ("holland", "netherlands"),
    ("the netherlands", "netherlands"),
    ("uae", "united arab emirates"),
    ("russian federation", "russia"),
    ("burma", "myanmar"),
    ("cote d'ivoire", "cote d'ivoire"),
    ("côte d'ivoire", "cote d'ivoire"),
    ("ivory coast", "cote d'ivoire"),
    ("republic of korea", "south korea"),
    ("korea", "south korea"),
    ("dr congo", "democratic republic of the congo"),
    ("democratic republic of congo", "democratic republic of the congo"),
    ("republic of the congo", "congo"),
    ("viet nam", "vietnam"),
    ("swaziland", "eswatini"),
    ("cape verde", "cabo verde"),
];

/// Compares an answer field by field.
pub fn mark(fields: &[Field], answer: &Value) -> Vec<Marked> {
    fields.iter().filter(|field| !matches!(field.right, Right::CountOf(..))).map(|field| mark_field(field, answer)).collect()
}

fn mark_field(field: &Field, answer: &Value) -> Marked {
    let given = answer.get(&field.name);
    let passed = given.is_some_and(|given| is_right(&field.right, given));
    let seen = given.map_or_else(|| "nothing".to_owned(), shortened);
    Marked { field: field.name.clone(), expected: expected(&field.right), seen, passed }
}

fn expected(right: &Right) -> String {
    match right {
        Right::Time(minute) => format!("{} UTC, a minute more or less", clock(*minute)),
        Right::Callsigns(list) | Right::Airports(list) | Right::Countries(list) => format!("{} in any order", list.join(", ")),
        other => match other.answer() {
            Value::String(text) => text,
            value => value.to_string(),
        },
    }
}

/// The beginning of what was given: it may be of any size and depth, so it is not written out as a whole.
fn shortened(given: &Value) -> String {
    match given {
        Value::String(text) => text.chars().take(200).collect(),
        Value::Array(list) => {
            let items: Vec<String> = list.iter().take(20).map(|item| text_of(item).unwrap_or_else(|| "…".to_owned())).collect();
            let more = if list.len() > 20 { ", …" } else { "" };
            format!("[{}{more}]", items.join(", "))
        }
        Value::Object(_) => "an object".to_owned(),
        other => other.to_string(),
    }
}

fn is_right(right: &Right, given: &Value) -> bool {
    match right {
        Right::Count(count) => number(given, &[]) == Some(*count as f64),
        Right::CountOf(..) => true,
        Right::Feet(feet) => number(given, FEET) == Some(*feet as f64),
        Right::Knots(knots) => number(given, KNOTS) == Some(*knots as f64),
        Right::FeetPerMinute(rate) => number(given, FEET_PER_MINUTE) == Some(*rate as f64),
        Right::Time(minute) => time(given).is_some_and(|found| is_near(found, *minute)),
        Right::Callsign(text) | Right::Iata(text) => text_of(given).is_some_and(|found| found.eq_ignore_ascii_case(text)),
        Right::Status(text) => text_of(given).is_some_and(|found| is_same_status(&found, text)),
        Right::Callsigns(list) | Right::Airports(list) => is_same_list(given, list, &str::to_lowercase),
        Right::Countries(list) => is_same_list(given, list, &country),
    }
}

/// Text without the space around it; numbers as they are written.
fn text_of(given: &Value) -> Option<String> {
    match given {
        Value::String(text) if text.len() <= LONGEST_TEXT => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// A number, with or without commas and one of these units.
fn number(given: &Value, units: &[&str]) -> Option<f64> {
    if let Value::Number(number) = given {
        return number.as_f64();
    }
    let text = text_of(given)?.to_lowercase().replace('\u{2212}', "-");
    let split = text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '-' | '+' | ',' | '.' | ' '))).unwrap_or(text.len());
    let (digits, unit) = text.split_at(split);
    let unit = unit.trim();
    if !unit.is_empty() && !units.contains(&unit) {
        return None;
    }
    let digits: String = digits.chars().filter(|c| !matches!(c, ',' | ' ')).collect();
    digits.parse().ok().filter(|value: &f64| value.is_finite())
}

/// Minutes since midnight of `14:23`, `14:23:00`, `14:23 UTC`, `14:23Z`.
fn time(given: &Value) -> Option<u16> {
    let text = text_of(given)?.to_lowercase();
    let text = text.strip_suffix("utc").or_else(|| text.strip_suffix('z')).unwrap_or(&text).trim();
    let mut parts = text.split(':');
    let mut part = |limit: u16| {
        let digits = parts.next()?;
        let is_number = (1..=2).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse().ok().filter(|value: &u16| is_number && *value < limit)
    };
    let (hour, minute) = (part(24)?, part(60)?);
    if let Some(seconds) = parts.next() {
        let seconds = seconds.split('.').next().unwrap_or_default();
        if seconds.len() != 2 || seconds.parse::<u16>().ok()? >= 60 || parts.next().is_some() {
            return None;
        }
    }
    Some(hour * 60 + minute)
}

fn is_near(of_day: u16, minute: u16) -> bool {
    let right = (minute + FIRST_MINUTE_OF_DAY) % 1440;
    let apart = of_day.abs_diff(right);
    apart.min(1440 - apart) <= 1
}

/// `airborne`, `On Ground`, `on-ground`, `onground`.
fn is_same_status(found: &str, right: &str) -> bool {
    let letters =
        |text: &str| text.chars().filter(|c| c.is_ascii_alphabetic()).map(|c| c.to_ascii_lowercase()).collect::<String>();
    letters(found) == letters(right)
}

fn country(name: &str) -> String {
    let lower = name.to_lowercase();
    ALIASES.iter().find(|(alias, _)| *alias == lower).map_or(lower, |(_, name)| (*name).to_owned())
}

/// A list, or a text with commas; in any order, each as often as it is right.
fn is_same_list(given: &Value, right: &[String], form: &dyn Fn(&str) -> String) -> bool {
    let items: Option<Vec<String>> = match given {
        Value::Array(list) if list.len() <= LONGEST_LIST => list.iter().map(text_of).collect(),
        Value::String(text) if text.len() <= LONGEST_TEXT => {
            Some(text.split(',').map(|item| item.trim().to_owned()).filter(|item| !item.is_empty()).collect())
        }
        _ => None,
    };
    let Some(items) = items else { return false };
    let sorted = |list: &[String]| {
        let mut list: Vec<String> = list.iter().map(|item| form(item.trim())).collect();
        list.sort();
        list
    };
    sorted(&items) == sorted(right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn passes(right: &Right, given: Value) -> bool {
        is_right(right, &given)
    }

    #[test]
    fn numbers_are_read_with_and_without_units() {
        let feet = Right::Feet(30407);
        for given in [
            json!("30,407 ft"),
            json!("30407 ft"),
            json!(30407),
            json!("30407"),
            json!("30,407ft"),
            json!(30407.0),
            json!(" 30 407 feet "),
        ] {
            assert!(passes(&feet, given.clone()), "{given}");
        }
        for given in
            [json!("30,408 ft"), json!("30407 kts"), json!("30407 m"), json!(""), json!(null), json!([30407]), json!("thirty")]
        {
            assert!(!passes(&feet, given.clone()), "{given}");
        }
        let still = Right::FeetPerMinute(0);
        for given in [json!(0), json!("0"), json!("0 ft/min"), json!("0 fpm"), json!("-0")] {
            assert!(passes(&still, given.clone()), "{given}");
        }
        assert!(passes(&Right::FeetPerMinute(-1280), json!("−1,280 ft/min")));
        assert!(passes(&Right::Knots(386), json!("386 kts")) && !passes(&Right::Knots(386), json!("386 ft")));
        assert!(passes(&Right::Count(4), json!("4")) && !passes(&Right::Count(4), json!(4.5)));
    }

    #[test]
    fn times_may_be_a_minute_off_and_go_round_midnight() {
        // 14:23 is minute 503.
        let right = Right::Time(503);
        for given in ["14:23", "14:23 UTC", "14:23:00", "14:22", "14:24:59", "14:24Z", " 14:23utc"] {
            assert!(passes(&right, json!(given)), "{given}");
        }
        for given in ["14:25", "14:21", "2:23 PM", "14.23", "1423", "14:23:99", "", "14:", "14:23:00:00", "+4:23"] {
            assert!(!passes(&right, json!(given)), "{given}");
        }
        assert!(is_near(0, 1439 - 360) && is_near(1439, 1440 - 360));
    }

    #[test]
    fn lists_are_in_any_order_and_complete() {
        let right = Right::Callsigns(vec!["DLH1".into(), "AFR24NL".into()]);
        for given in [json!(["AFR24NL", "DLH1"]), json!("dlh1, afr24nl"), json!([" dlh1 ", "AFR24NL"])] {
            assert!(passes(&right, given.clone()), "{given}");
        }
        for given in [json!(["DLH1"]), json!(["DLH1", "DLH1", "AFR24NL"]), json!(["DLH1", ["AFR24NL"]]), json!({}), json!("DLH1")]
        {
            assert!(!passes(&right, given.clone()), "{given}");
        }
        let countries = Right::Countries(vec!["Czechia".into(), "United States".into()]);
        assert!(passes(&countries, json!(["USA", "czech republic"])));
    }

    #[test]
    fn the_list_decides_where_a_count_is_asked_for_too() {
        let fields = [
            Field { name: "count".into(), right: Right::CountOf(1) },
            Field { name: "callsigns".into(), right: Right::Callsigns(vec!["DLH1".into()]) },
        ];
        let marked = mark(&fields, &json!({"callsigns": ["DLH1"], "count": 7, "more": true}));
        assert_eq!(marked.iter().map(|mark| (mark.field.as_str(), mark.passed)).collect::<Vec<_>>(), [("callsigns", true)]);
    }

    fn hostile() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(json!(null)),
            any::<bool>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            "\\PC{0,40}".prop_map(Value::from),
            "[0-9:,. a-zé−-]{0,20}".prop_map(Value::from),
            Just(json!("9".repeat(5000))),
        ];
        leaf.prop_recursive(4, 60, 10, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..10).prop_map(Value::from),
                proptest::collection::btree_map("[a-z]{1,6}", inner, 0..5).prop_map(|map| json!(map)),
            ]
        })
    }

    proptest! {
        #[test]
        fn any_json_is_marked(given in hostile()) {
            let rights = [
                Right::Count(3), Right::Feet(30407), Right::Knots(386), Right::FeetPerMinute(-64), Right::Time(719), Right::Callsign("DLH1".into()),
                Right::Iata("FRA".into()), Right::Status("Airborne".into()), Right::Callsigns(vec!["DLH1".into()]), Right::Countries(vec!["France".into()]),
            ];
            for right in rights {
                let fields = [Field { name: "x".into(), right }];
                prop_assert_eq!(mark(&fields, &json!({"x": given})).len(), 1);
                prop_assert!(!mark(&fields, &given)[0].passed || given.get("x").is_some());
            }
        }
    }

    #[test]
    fn deep_answers_are_only_looked_at() {
        let mut deep = json!("DLH1");
        for _ in 0..100 {
            deep = json!([deep]);
        }
        let marked = mark(&[Field { name: "x".into(), right: Right::Callsigns(vec!["DLH1".into()]) }], &json!({"x": deep}));
        assert!(!marked[0].passed && marked[0].seen.len() < 100);
    }
}
