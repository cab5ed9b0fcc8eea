//! Numbers as people and programs write them.

/// Which sign stands before the decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Decimal {
    #[default]
    Point,
    Comma,
}

/// What `12 %` means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Percent {
    /// 0.12.
    #[default]
    Fraction,
    /// 12.
    Points,
    /// Nothing: it is text.
    Refuse,
}

/// How numbers are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct NumberStyle {
    pub(crate) decimal: Decimal,
    pub(crate) percent: Percent,
}

/// Longest text that may be a number.
const LONGEST: usize = 400;

/// The number that `text` writes, if it writes one and only one. Accepted are thousands in groups of three (by a comma or
/// point, by spaces, by apostrophes), one currency sign, a percent sign, a minus of Unicode and the bookkeeper's brackets.
pub(crate) fn parse(text: &str, style: NumberStyle) -> Option<f64> {
    let text = text.trim();
    if text.is_empty() || text.len() > LONGEST {
        return None;
    }
    let (text, bracketed) = match text.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        Some(inner) => (inner.trim(), true),
        None => (text, false),
    };
    let (text, percent) = match text.strip_suffix('%') {
        Some(_) if style.percent == Percent::Refuse => return None,
        Some(rest) => (rest.trim_end(), style.percent == Percent::Fraction),
        None => (text, false),
    };
    let (negative, text) = sign(text);
    let text = without_currency(text);
    let (negative, text) = if negative { (true, text) } else { sign(text) };
    let plain = plain(text, style.decimal)?;
    let value: f64 = plain.parse().ok()?;
    if !value.is_finite() || (negative && bracketed) {
        return None;
    }
    let value = if percent { value / 100.0 } else { value };
    Some(if negative || bracketed { -value } else { value })
}

fn sign(text: &str) -> (bool, &str) {
    if let Some(rest) = text.strip_prefix(['-', '\u{2212}']) {
        (true, rest.trim_start())
    } else {
        (false, text.strip_prefix('+').unwrap_or(text))
    }
}

fn without_currency(text: &str) -> &str {
    const SIGNS: [char; 4] = ['$', '€', '£', '¥'];
    text.strip_prefix(SIGNS).map_or_else(|| text.strip_suffix(SIGNS).map_or(text, str::trim_end), str::trim_start)
}

/// Digits, a point and an exponent, with separators of thousands taken out where they separate thousands.
fn plain(text: &str, decimal: Decimal) -> Option<String> {
    if !text.starts_with(|c: char| c.is_ascii_digit() || c == '.' || c == ',') {
        return None;
    }
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    };
    let (point, comma) = match decimal {
        Decimal::Point => ('.', ','),
        Decimal::Comma => (',', '.'),
    };
    let (whole, decimals) = match mantissa.split_once(point) {
        Some((whole, decimals)) => (whole, Some(decimals)),
        None => (mantissa, None),
    };
    let mut plain = digits_in_groups(whole, comma)?;
    if let Some(decimals) = decimals {
        if !decimals.bytes().all(|b| b.is_ascii_digit()) || (plain.is_empty() && decimals.is_empty()) {
            return None;
        }
        plain.push('.');
        plain.push_str(decimals);
    }
    if let Some(exponent) = exponent {
        let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        if digits.is_empty() || digits.len() > 4 || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        plain.push('e');
        plain.push_str(exponent);
    }
    Some(plain)
}

fn digits_in_groups(whole: &str, separator: char) -> Option<String> {
    if whole.bytes().all(|b| b.is_ascii_digit()) {
        return Some(whole.to_owned());
    }
    let used = whole.chars().find(|c| !c.is_ascii_digit())?;
    if used != separator && !matches!(used, ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}' | '\'' | '\u{2019}' | '_') {
        return None;
    }
    let groups: Vec<&str> = whole.split(used).collect();
    let first = *groups.first()?;
    let grouped = (1..=3).contains(&first.len())
        && groups[1..].iter().all(|group| group.len() == 3)
        && groups.iter().all(|group| group.bytes().all(|b| b.is_ascii_digit()));
    grouped.then(|| groups.concat())
}

/// The share of a part in a whole; of nothing it is all.
pub(crate) fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

/// A number as a person would write it.
pub(crate) fn shown(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 || (1e-4..1e15).contains(&size) {
        let text = format!("{value:.9}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        format!("{value:e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(text: &str) -> Option<f64> {
        parse(text, NumberStyle::default())
    }

    fn comma(text: &str) -> Option<f64> {
        parse(text, NumberStyle { decimal: Decimal::Comma, percent: Percent::Points })
    }

    #[test]
    fn ways_of_writing_one_number() {
        for (text, value) in [
            ("1234.5", 1234.5),
            (" 1,234.5 ", 1234.5),
            ("1 234.5", 1234.5),
            ("1\u{202f}234.5", 1234.5),
            ("1'234.5", 1234.5),
            ("$1,234.50", 1234.5),
            ("1.2345e3", 1234.5),
            ("1.2345E+03", 1234.5),
            ("123450 %", 1234.5),
            (".5", 0.5),
            ("5.", 5.0),
            ("-3", -3.0),
            ("\u{2212}3", -3.0),
            ("(3.00)", -3.0),
            ("-€3", -3.0),
            ("€-3", -3.0),
            ("+3", 3.0),
        ] {
            assert_eq!(point(text), Some(value), "{text}");
        }
        assert_eq!(comma("1.234,5"), Some(1234.5));
        assert_eq!(comma("12,5 %"), Some(12.5));
    }

    #[test]
    fn what_is_no_number() {
        for text in [
            "",
            "NaN",
            "inf",
            "1e999",
            "-",
            "1,23",
            "1,2345",
            "12,34,567",
            "1.2.3",
            "0x10",
            "1e",
            "(-3)",
            "1 2",
            "3 kg",
            "--3",
            "1e99999",
            ",5",
            ".",
            "1,",
            "e5",
        ] {
            assert_eq!(point(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_are_shown_short() {
        assert_eq!(shown(0.1 + 0.2), "0.3");
        assert_eq!(shown(-12.0), "-12");
        assert_eq!(shown(1e-9), "1e-9");
    }
}
