//! Numbers and lists as texts.

/// `1,234,567`.
pub(crate) fn commas(value: i64) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut text = String::with_capacity(digits.len() + 4);
    if value < 0 {
        text.push('-');
    }
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A whole number of steps of 10^-decimals, with commas: `fixed(12345, 2)` is `123.45`.
pub(crate) fn fixed(value: i64, decimals: u32) -> String {
    if decimals == 0 {
        return commas(value);
    }
    let scale = 10i64.pow(decimals);
    let sign = if value < 0 { "-" } else { "" };
    let value = value.abs();
    format!("{sign}{}.{:0width$}", commas(value / scale), value % scale, width = decimals as usize)
}

/// The same without commas, as files have it.
pub(crate) fn raw(value: i64, decimals: u32) -> String {
    fixed(value, decimals).replace(',', "")
}

/// Thousands of crowns as a text of about three digits: `kr 4.82 billion`.
pub(crate) fn crowns(thousands: i64) -> String {
    let sign = if thousands < 0 { "-" } else { "" };
    let value = thousands.abs();
    match value {
        1_000_000.. => format!("{sign}kr {} billion", fixed((value + 5_000) / 10_000, 2)),
        1_000.. => format!("{sign}kr {} million", fixed((value + 50) / 100, 1)),
        _ => format!("{sign}kr {value} thousand"),
    }
}

/// A change in percent with one decimal: `-3.4`.
pub(crate) fn change(before: i64, after: i64) -> String {
    if before == 0 {
        return "0.0".into();
    }
    let tenths = ((after - before) as f64 / before.abs() as f64 * 1000.0).round() as i64;
    fixed(tenths, 1)
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn listed<S: AsRef<str>>(items: &[S]) -> String {
    let mut text = String::new();
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            text.push_str(if i + 1 == items.len() { " and " } else { ", " });
        }
        text.push_str(item.as_ref());
    }
    text
}

/// `a` or `an`, by the first letter.
pub(crate) fn article(word: &str) -> &'static str {
    match word.chars().next().map(|c| c.to_ascii_lowercase()) {
        Some('a' | 'e' | 'i' | 'o') => "an",
        Some('u') if !word.starts_with("uni") && !word.starts_with("use") => "an",
        _ => "a",
    }
}

/// `1st`, `2nd`, `11th`.
pub(crate) fn ordinal(n: usize) -> String {
    let ending = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{ending}")
}

/// The first letter as a capital one.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().collect::<String>() + letters.as_str()).unwrap_or_default()
}

/// Lower case, words joined by the given character, nothing but letters and digits: for addresses.
pub(crate) fn slug(text: &str, joint: char) -> String {
    let mut slug = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        } else if c != '\'' && !slug.ends_with(joint) && !slug.is_empty() {
            slug.push(joint);
        }
    }
    slug.trim_end_matches(joint).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_out() {
        assert_eq!((commas(-1_234_567), commas(999), commas(0)), ("-1,234,567".into(), "999".into(), "0".into()));
        assert_eq!(
            (fixed(-5, 2), fixed(1_234_567, 1), raw(1_234_567, 1)),
            ("-0.05".into(), "123,456.7".into(), "123456.7".into())
        );
        assert_eq!(
            (crowns(4_816_000), crowns(-12_340), crowns(7)),
            ("kr 4.82 billion".into(), "-kr 12.3 million".into(), "kr 7 thousand".into())
        );
        assert_eq!((change(200, 193), change(0, 5)), ("-3.5".into(), "0.0".into()));
    }

    #[test]
    fn words_are_joined() {
        assert_eq!((listed(&["a"]), listed(&["a", "b", "c"])), ("a".into(), "a, b and c".into()));
        assert_eq!((ordinal(1), ordinal(12), ordinal(23)), ("1st".into(), "12th".into(), "23rd".into()));
        assert_eq!(
            (slug("O'Brien & Sons, Ltd.", '-'), article("hour"), article("university")),
            ("obrien-sons-ltd".into(), "a", "a")
        );
    }
}
