//! Numbers that a text mentions, with their units.

use super::Prose;
use super::probe::occurrences;
use crate::comparison::Problem;
use crate::marks::Parts;
use crate::number::{self, NumberStyle, shown};
use crate::settings::{Rule, Tolerance, check_weight, one};
use crate::written;

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NumberProbe {
    name: Option<String>,
    value: f64,
    #[serde(default)]
    absolute: f64,
    #[serde(default)]
    relative: f64,
    unit: Option<String>,
    units: Option<Vec<String>>,
    near: Option<String>,
    #[serde(default)]
    alone: bool,
    #[serde(default = "one")]
    weight: f64,
    #[serde(default)]
    gate: bool,
}

impl NumberProbe {
    fn label(&self) -> String {
        self.name.clone().unwrap_or_else(|| format!("{}{}", shown(self.value), self.unit_words()))
    }

    fn unit_words(&self) -> String {
        self.ways().first().map_or_else(String::new, |unit| format!(" {unit}"))
    }

    fn ways(&self) -> Vec<&str> {
        self.unit.iter().chain(self.units.iter().flatten()).map(String::as_str).collect()
    }

    fn tolerance(&self) -> Tolerance {
        Tolerance { absolute: self.absolute, relative: self.relative, ..Tolerance::absolute(0.0) }
    }

    pub(crate) fn check(&self) -> Result<(), Problem> {
        let label = self.label();
        check_weight(&label, self.weight)?;
        self.tolerance().check(&label)?;
        if !self.value.is_finite() {
            return Err(Problem::new(format!("number `{label}`: `value` is a finite number")));
        }
        if self.alone && self.ways().is_empty() && self.near.is_none() {
            return Err(Problem::new(format!("number `{label}`: `alone` needs a `unit` or `near`")));
        }
        Ok(())
    }

    pub(crate) fn mark(&self, parts: &mut Parts, prose: &Prose) {
        let mut found: Vec<f64> = Vec::new();
        for sentence in sentences(&prose.text) {
            let folded = written::folded(&super::straight(sentence));
            if self.near.as_ref().is_some_and(|near| occurrences(&folded, near).next().is_none()) {
                continue;
            }
            found.extend(mentioned(&folded, &self.ways()));
        }
        let right = |value: &f64| self.tolerance().score(self.value, *value) >= 1.0;
        let fine = found.iter().any(right) && (!self.alone || found.iter().all(right));
        let where_ = self.near.as_ref().map_or_else(String::new, |near| format!(" near \"{near}\""));
        let only = if self.alone { "only " } else { "" };
        let expected = format!("{only}{}{}{}{where_}", shown(self.value), self.tolerance().words(), self.unit_words());
        let mut seen: Vec<String> = found.iter().take(10).map(|value| shown(*value)).collect();
        seen.dedup();
        let seen = if seen.is_empty() { "no such number".to_owned() } else { seen.join(", ") };
        parts.check(self.label(), Rule { weight: self.weight, gate: self.gate }, fine, expected, seen);
    }
}

/// Lines, and sentences in them: a full stop between digits ends none.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| {
        let mut rest = line;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let end = rest
                .match_indices(['.', '!', '?'])
                .map(|(at, sign)| at + sign.len())
                .find(|end| rest[*end..].starts_with(char::is_whitespace))
                .unwrap_or(rest.len());
            let (sentence, behind) = rest.split_at(end);
            rest = behind;
            Some(sentence)
        })
    })
}

/// The numbers in a folded sentence that one of `units` follows; all of them where there are no units.
fn mentioned(folded: &str, units: &[&str]) -> Vec<f64> {
    let mut found = Vec::new();
    let bytes = folded.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let starts = bytes[at].is_ascii_digit() && !(at > 0 && (bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'_'));
        if !starts {
            at += 1;
            continue;
        }
        let length = bytes[at..].iter().take_while(|b| b.is_ascii_digit() || matches!(b, b'.' | b',' | b'\'')).count();
        let exponent = exponent_length(&bytes[at + length..]);
        let mut text = &folded[at..at + length + exponent];
        if exponent == 0 {
            text = text.trim_end_matches(['.', ',', '\'']);
        }
        let end = at + text.len();
        let negative = at > 0 && bytes[at - 1] == b'-' && !(at > 1 && bytes[at - 2].is_ascii_alphanumeric());
        if let Some(value) = number::parse(text, NumberStyle::default())
            && (units.is_empty() || units.iter().any(|unit| follows(&folded[end..], unit)))
        {
            found.push(if negative { -value } else { value });
        }
        at = end.max(at + 1);
    }
    found
}

fn exponent_length(bytes: &[u8]) -> usize {
    let [b'e', rest @ ..] = bytes else { return 0 };
    let sign = usize::from(matches!(rest.first(), Some(b'+' | b'-')));
    let digits = rest[sign..].iter().take_while(|b| b.is_ascii_digit()).count();
    if digits == 0 { 0 } else { 1 + sign + digits }
}

fn follows(rest: &str, unit: &str) -> bool {
    let unit = written::folded(&super::straight(unit));
    rest.trim_start_matches([' ', '-']).strip_prefix(unit.as_str()).is_some_and(|behind| {
        let word = unit.ends_with(char::is_alphanumeric);
        !(word && behind.starts_with(char::is_alphanumeric))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_units() {
        assert_eq!(mentioned("from 1,234.5 mm to 3 mmhg, 4mm.", &["mm"]), [1234.5, 4.0]);
        assert_eq!(mentioned("rises by 12.5 % (or 1.2e-3), see a4 and -7", &[]), [12.5, 0.0012, -7.0]);
        assert_eq!(mentioned("a 5-year plan", &["year", "years"]), [5.0]);
        let pieces: Vec<&str> = sentences("It is 4.2 mm. Then 5!\nEnd").collect();
        assert_eq!(pieces, ["It is 4.2 mm.", " Then 5!", "End"]);
    }
}
