//! Numbers as people read them; tables and pages write them the same way.

use crate::stats::Interval;
use agon_core::{JudgeTotals, Usage};

/// What stands where there is no number.
pub(crate) const NOTHING: &str = "–";

/// What stands behind tokens and costs that rest on an agent's own word.
pub(crate) const CLAIMED: &str = "†";
/// What that mark means.
pub(crate) const CLAIMED_LEGEND: &str = "tokens and cost as the agent reported, in whole or in part: not measured by Agon";

/// `80.0%`.
pub(crate) fn percent(rate: f64) -> String {
    format!("{:.1}%", rate * 100.0)
}

/// `49.0–94.3`, in percent.
pub(crate) fn range(interval: Interval) -> String {
    format!("{:.1}–{:.1}", interval.low * 100.0, interval.high * 100.0)
}

/// `+12.5`, in percentage points.
pub(crate) fn points(difference: f64) -> String {
    let text = format!("{:+.1}", difference * 100.0);
    if text.ends_with("0.0") && text.len() == 4 { "0.0".into() } else { text.replace('-', "−") }
}

/// `8.5`; whole numbers of three digits and more lose the decimal.
pub(crate) fn short(value: f64) -> String {
    if value.abs() < 99.95 { format!("{value:.1}") } else { grouped(value.round() as u64) }
}

/// `0.004 s`, `8.5 s`, `12.4 min`, `3.1 h`.
pub(crate) fn duration(secs: f64) -> String {
    match secs {
        s if s < 0.0995 => format!("{:.0} ms", s * 1000.0),
        s if s < 119.5 => format!("{s:.1} s"),
        s if s < 7170.0 => format!("{:.1} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

/// `1,234,567`.
pub(crate) fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `950`, `12.3k`, `4.56M`.
pub(crate) fn tokens(value: f64) -> String {
    match value {
        v if v < 999.5 => format!("{v:.0}"),
        v if v < 999_950.0 => format!("{:.1}k", v / 1e3),
        v => format!("{:.2}M", v / 1e6),
    }
}

/// `$0.0042`, `$1.37`.
pub(crate) fn cost(usd: f64) -> String {
    if usd > 0.0 && usd < 0.995 { format!("${usd:.4}") } else { format!("${usd:.2}") }
}

/// What model calls came to, `12.3k tokens in, 950 out, $0.0042`, or nothing where there were none. What rests on agents' own word is
/// marked with a dagger.
pub fn spent(usage: &Usage, is_claimed: bool) -> Option<String> {
    if usage.tokens() == 0 && usage.cost_usd == 0.0 {
        return None;
    }
    let mark = if is_claimed { CLAIMED } else { "" };
    let tokens = format!("{}{mark} tokens in, {}{mark} out", tokens(usage.tokens_in as f64), tokens(usage.tokens_out as f64));
    Some(if usage.cost_usd > 0.0 { format!("{tokens}, {}{mark}", cost(usage.cost_usd)) } else { tokens })
}

/// What asking a judge came to: `2 questions in 6 calls, 1 answered differently by its repeats, 1.2k tokens in, 12 out`.
pub(crate) fn judged(totals: &JudgeTotals) -> String {
    let asked =
        format!("{} in {}", count(totals.questions.into(), "question", "questions"), count(totals.calls.into(), "call", "calls"));
    let apart = (totals.disagreements > 0).then(|| format!("{} answered differently by its repeats", totals.disagreements));
    [Some(asked), apart, spent(&totals.usage, false)].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// `1 trial`, `2 trials`.
pub(crate) fn count(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// Text from agents and services for a terminal: one line, nothing that moves the cursor or turns the writing round.
pub(crate) fn plain(text: &str) -> String {
    let hidden = |c: char| {
        c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    text.split(hidden).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// At most `max` characters, the last an ellipsis where something is missing.
pub(crate) fn clip(text: &str, max: usize) -> String {
    if text.chars().count() <= max {
        return text.to_owned();
    }
    text.chars().take(max.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(percent(0.8), "80.0%");
        assert_eq!(points(-0.125), "−12.5");
        assert_eq!([-0.0001, 0.0, 0.1].map(points).join(" "), "0.0 0.0 +10.0");
        assert_eq!([0u64, 999, 1000, 1234567].map(grouped).join(" "), "0 999 1,000 1,234,567");
        assert_eq!([0.0042, 8.52, 300.0, 9000.0].map(duration).join(", "), "4 ms, 8.5 s, 5.0 min, 2.5 h");
        assert_eq!([12.0, 1234.0, 999_960.0].map(tokens).join(" "), "12 1.2k 1.00M");
        assert_eq!([0.0, 0.0042, 1.366].map(cost).join(" "), "$0.00 $0.0042 $1.37");
        assert_eq!(short(1234.5), "1,235");
    }

    #[test]
    fn hostile_text_cannot_drive_a_terminal() {
        assert_eq!(plain("a\x1b[31mred\r\nb\u{202e}c"), "a [31mred b c");
        assert_eq!(clip("abcdef", 4), "abc…");
    }
}
