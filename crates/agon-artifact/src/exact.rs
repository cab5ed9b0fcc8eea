//! `exact`: the same bytes, the same text, the same answer, or the same lines.
//!
//! | setting | meaning |
//! |---|---|
//! | `file` | the path below `output/` |
//! | `as` | `bytes`; `text`: line ends and trailing spaces do not count; `value`: one answer, spaces and case do not count; `lines`: a set of lines, in any order. Default: `value` with `value` or `one_of`, else `bytes` |
//! | `reference` | a file below `reference/` to be equal to |
//! | `value`, `one_of` | the answer, or a list of acceptable answers |
//! | `sha256` | the digest, in hexadecimal digits, of what `as` makes of the right file |
//! | `case` | `true`: case counts in a `value` and in `lines` |
//!
//! Of `lines` the score is the share of common lines among all lines of both: extra lines cost as much as missing ones.

use crate::comparison::{Mode, Problem};
use crate::input::{Input, Stop, Unreadable};
use crate::marks::{Parts, clip};
use crate::number::ratio;
use crate::settings::Rule;
use crate::written;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// Longest file that can be one answer.
const LONGEST_VALUE: usize = 64 << 10;

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Exact {
    file: String,
    #[serde(rename = "as")]
    form: Option<Form>,
    reference: Option<String>,
    value: Option<String>,
    one_of: Option<Vec<String>>,
    sha256: Option<String>,
    #[serde(default)]
    case: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum Form {
    Bytes,
    Text,
    Value,
    Lines,
}

impl Exact {
    fn form(&self) -> Form {
        self.form.unwrap_or(if self.value.is_some() || self.one_of.is_some() { Form::Value } else { Form::Bytes })
    }

    /// What of a file is compared.
    fn form_of(&self, bytes: &[u8]) -> Result<Vec<u8>, Unreadable> {
        Ok(match self.form() {
            Form::Bytes => bytes.to_vec(),
            Form::Text => written::normalised(&written::decode(bytes)?).into_bytes(),
            Form::Value if bytes.len() > LONGEST_VALUE => return Err(Unreadable::new("is too long for one answer")),
            Form::Value => self.folded(&written::decode(bytes)?).into_bytes(),
            Form::Lines => {
                let mut lines: Vec<String> = self.lines(&written::decode(bytes)?).collect();
                lines.sort_unstable();
                lines.join("\n").into_bytes()
            }
        })
    }

    fn folded(&self, text: &str) -> String {
        if self.case { written::spaced(text) } else { written::folded(text) }
    }

    fn lines(&self, text: &str) -> impl Iterator<Item = String> {
        text.lines().map(|line| self.folded(line)).filter(|line| !line.is_empty())
    }

    fn compare_lines(&self, expected: &[u8], seen: &[u8]) -> (f64, String, String) {
        let count = |bytes: &[u8]| {
            let mut counts: BTreeMap<String, usize> = BTreeMap::new();
            for line in String::from_utf8_lossy(bytes).lines() {
                *counts.entry(line.to_owned()).or_default() += 1;
            }
            counts
        };
        let (wanted, given) = (count(expected), count(seen));
        let common: usize = wanted.iter().map(|(line, n)| (*n).min(given.get(line).copied().unwrap_or(0))).sum();
        let (wanted_lines, given_lines): (usize, usize) = (wanted.values().sum(), given.values().sum());
        let all = wanted_lines + given_lines - common;
        let missing = wanted.iter().find(|(line, n)| given.get(*line).copied().unwrap_or(0) < **n);
        let extra = given.iter().find(|(line, n)| wanted.get(*line).copied().unwrap_or(0) < **n);
        let mut words = format!("{common} of them, and {} others", given_lines - common);
        for (label, found) in [("missing", missing), ("extra", extra)] {
            if let Some((line, _)) = found {
                words.push_str(&format!("; {label}: `{}`", line.chars().take(60).collect::<String>()));
            }
        }
        (ratio(common, all), format!("{wanted_lines} lines"), words)
    }
}

impl Mode for Exact {
    fn check(&self) -> Result<(), Problem> {
        let given = [self.reference.is_some(), self.value.is_some(), self.one_of.is_some(), self.sha256.is_some()];
        if given.into_iter().filter(|given| *given).count() != 1 {
            return Err(Problem::new("it needs one of `reference`, `value`, `one_of` and `sha256`"));
        }
        if (self.value.is_some() || self.one_of.is_some()) && self.form() != Form::Value {
            return Err(Problem::new(
                "`value` and `one_of` are compared `as = \"value\"`; a longer text belongs in a `reference`",
            ));
        }
        if self.one_of.as_ref().is_some_and(Vec::is_empty) {
            return Err(Problem::new("`one_of` is empty"));
        }
        match &self.sha256 {
            Some(digest) if digest.len() != 64 || !digest.bytes().all(|b| b.is_ascii_hexdigit()) => {
                Err(Problem::new("`sha256` is 64 hexadecimal digits"))
            }
            _ => Ok(()),
        }
    }

    fn references(&self) -> Vec<&str> {
        self.reference.iter().map(String::as_str).collect()
    }

    fn artifacts(&self) -> Vec<&str> {
        vec![&self.file]
    }

    fn compare(&self, input: &Input<'_>) -> Result<Parts, Stop> {
        let expected = match &self.reference {
            Some(path) => Some(input.reference(path, |bytes| self.form_of(bytes))?),
            None => None,
        };
        let seen = input.artifact(&self.file, "the expected content", |bytes| self.form_of(bytes))?;
        let mut parts = Parts::default();
        if let Some(expected) = expected {
            if self.form() == Form::Lines {
                let (score, expected, seen) = self.compare_lines(&expected, &seen);
                parts.add("lines", Rule::ONE, score, expected, seen);
            } else {
                parts.check("content", Rule::ONE, expected == seen, describe(&expected), describe(&seen));
            }
        } else if let Some(digest) = &self.sha256 {
            let found: String = Sha256::digest(&seen).iter().map(|byte| format!("{byte:02x}")).collect();
            parts.check("content", Rule::ONE, found.eq_ignore_ascii_case(digest), format!("SHA-256 {digest}"), found);
        } else {
            let answers: Vec<&String> = self.value.iter().chain(self.one_of.iter().flatten()).collect();
            let right = answers.iter().any(|answer| self.folded(answer).as_bytes() == seen);
            let expected = answers.iter().map(|answer| format!("`{answer}`")).collect::<Vec<_>>().join(" or ");
            parts.check("content", Rule::ONE, right, expected, describe(&seen));
        }
        Ok(parts)
    }
}

/// Short text as it is, anything else by its size and digest.
fn describe(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) if bytes.len() <= 200 => format!("`{}`", clip(text)),
        _ => {
            let digest: String = Sha256::digest(bytes).iter().take(6).map(|byte| format!("{byte:02x}")).collect();
            format!("{} bytes, SHA-256 {digest}…", bytes.len())
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{mark, mark_with};

    #[test]
    fn a_value_in_any_case_and_spacing() {
        let settings = "mode = 'exact'\nfile = 'a'\nvalue = 'New York'";
        assert_eq!(mark(settings, "a", b"  new  york\n").score, 1.0);
        let wrong = mark(settings, "a", b"Newark");
        assert_eq!(wrong.score, 0.0);
        assert_eq!((wrong.parts[0].expected.as_str(), wrong.parts[0].seen.as_str()), ("`New York`", "`newark`"));
        assert_eq!(mark(&format!("{settings}\ncase = true"), "a", b"new york").score, 0.0);
        // Every candidate in one file is not an answer.
        assert_eq!(mark(settings, "a", b"Boston\nNew York").score, 0.0);
    }

    #[test]
    fn text_and_bytes() {
        let settings = "mode = 'exact'\nfile = 'a'\nreference = 'r'\nas = ";
        assert_eq!(mark_with(&format!("{settings}'text'"), &[("a", b"x \r\ny\r\n")], &[("r", b"x\ny")]).unwrap().score, 1.0);
        assert_eq!(mark_with(&format!("{settings}'bytes'"), &[("a", b"x\n")], &[("r", b"x")]).unwrap().score, 0.0);
        let void = mark_with(&format!("{settings}'bytes'"), &[("a", b"x\n")], &[]).unwrap_err();
        assert_eq!(void.to_string(), "reference r: is missing");
    }

    #[test]
    fn lines_in_any_order() {
        let settings = "mode = 'exact'\nfile = 'a'\nreference = 'r'\nas = 'lines'";
        assert_eq!(mark_with(settings, &[("a", b"b\na\n")], &[("r", b"a\nb")]).unwrap().score, 1.0);
        let marked = mark_with(settings, &[("a", b"a\nc\nd\na")], &[("r", b"a\nb")]).unwrap();
        assert!((marked.score - 0.2).abs() < 1e-12);
        assert!(marked.parts[0].seen.contains("missing: `b`"), "{}", marked.parts[0].seen);
    }

    #[test]
    fn digests_of_normalised_answers() {
        let digest = {
            use sha2::Digest;
            sha2::Sha256::digest(b"flag{x}").iter().map(|b| format!("{b:02x}")).collect::<String>()
        };
        let settings = format!("mode = 'exact'\nfile = 'a'\nas = 'value'\ncase = true\nsha256 = '{digest}'");
        assert_eq!(mark(&settings, "a", b"flag{x}\n").score, 1.0);
        assert_eq!(mark(&settings, "a", b"flag{y}\n").score, 0.0);
    }

    #[test]
    fn missing_empty_and_long_files_score_nothing() {
        let settings = "mode = 'exact'\nfile = 'a'\nvalue = 'x'";
        assert_eq!(mark(settings, "b", b"x").parts[0].seen, "a is missing");
        assert_eq!(mark(settings, "a", b"").parts[0].seen, "a is empty");
        assert_eq!(mark(settings, "a", &[b'x'; 100_000]).parts[0].seen, "a is too long for one answer");
    }
}
