//! Units, their prefixes, and what is said of a voltage besides its unit.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Unit {
    Volt,
    Ampere,
    Ohm,
    Farad,
    Henry,
    Hertz,
    Second,
    Watt,
    Percent,
    Degree,
}

/// What kind of voltage or current it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Nature {
    /// Direct: `V DC`.
    Steady,
    PeakToPeak,
}

/// Signs of units, compared without case.
const SIGNS: [(&str, Unit); 11] = [
    ("v", Unit::Volt),
    ("a", Unit::Ampere),
    ("ω", Unit::Ohm),
    ("ohm", Unit::Ohm),
    ("f", Unit::Farad),
    ("h", Unit::Henry),
    ("hz", Unit::Hertz),
    ("s", Unit::Second),
    ("sec", Unit::Second),
    ("w", Unit::Watt),
    ("amp", Unit::Ampere),
];

/// Units as words, which take prefixes as words.
const WORDS: [(&str, Unit); 16] = [
    ("volt", Unit::Volt),
    ("volts", Unit::Volt),
    ("amps", Unit::Ampere),
    ("ampere", Unit::Ampere),
    ("amperes", Unit::Ampere),
    ("ohm", Unit::Ohm),
    ("ohms", Unit::Ohm),
    ("farad", Unit::Farad),
    ("farads", Unit::Farad),
    ("henry", Unit::Henry),
    ("henries", Unit::Henry),
    ("hertz", Unit::Hertz),
    ("second", Unit::Second),
    ("seconds", Unit::Second),
    ("watt", Unit::Watt),
    ("watts", Unit::Watt),
];

/// Units without prefixes: a thousandth of a per cent is a slip of the pen.
const WITHOUT_PREFIX: [(&str, Unit); 7] = [
    ("%", Unit::Percent),
    ("percent", Unit::Percent),
    ("per cent", Unit::Percent),
    ("°", Unit::Degree),
    ("deg", Unit::Degree),
    ("degree", Unit::Degree),
    ("degrees", Unit::Degree),
];

const PREFIX_SIGNS: [(char, f64); 10] = [
    ('p', 1e-12),
    ('n', 1e-9),
    ('u', 1e-6),
    ('µ', 1e-6),
    ('μ', 1e-6),
    ('m', 1e-3),
    ('k', 1e3),
    ('K', 1e3),
    ('M', 1e6),
    ('G', 1e9),
];

const PREFIX_WORDS: [(&str, f64); 7] =
    [("pico", 1e-12), ("nano", 1e-9), ("micro", 1e-6), ("milli", 1e-3), ("kilo", 1e3), ("mega", 1e6), ("giga", 1e9)];

/// What may stand behind a voltage or a current, without blanks, signs and case.
const NATURES: [(&str, Nature); 7] = [
    ("pp", Nature::PeakToPeak),
    ("ptp", Nature::PeakToPeak),
    ("pkpk", Nature::PeakToPeak),
    ("pktopk", Nature::PeakToPeak),
    ("peakpeak", Nature::PeakToPeak),
    ("peaktopeak", Nature::PeakToPeak),
    ("dc", Nature::Steady),
];

/// The factor of a prefix, the unit after it and what is said of it; each may be left out. `None`: it is none of these.
pub(super) fn suffix(text: &str) -> Option<(f64, Option<Unit>, Option<Nature>)> {
    if let Some((factor, unit)) = scaled_unit(text) {
        return Some((factor, unit, None));
    }
    // The unit is what stands before one of the natures; the shortest unit that leaves one is taken.
    text.char_indices().skip(1).find_map(|(end, _)| {
        let (factor, unit) = scaled_unit(text[..end].trim_end())?;
        let can_have_one = matches!(unit, Some(Unit::Volt | Unit::Ampere));
        let nature = nature(&text[end..]).filter(|_| can_have_one)?;
        Some((factor, unit, Some(nature)))
    })
}

fn nature(text: &str) -> Option<Nature> {
    let is_filler = |c: char| c.is_whitespace() || matches!(c, '-' | '_' | '(' | ')' | '[' | ']' | '{' | '}' | '.');
    let plain: String = text.chars().filter(|c| !is_filler(*c)).flat_map(char::to_lowercase).collect();
    NATURES.iter().find(|(name, _)| *name == plain).map(|(_, nature)| *nature)
}

/// A prefix and a unit: both, one of them, or neither.
fn scaled_unit(text: &str) -> Option<(f64, Option<Unit>)> {
    let lower = text.to_lowercase();
    let find = |table: &[(&str, Unit)], text: &str| table.iter().find(|(name, _)| *name == text).map(|(_, unit)| *unit);
    if lower.is_empty() {
        return Some((1.0, None));
    }
    if let Some(unit) = [&SIGNS[..], &WORDS, &WITHOUT_PREFIX].iter().find_map(|table| find(table, &lower)) {
        return Some((1.0, Some(unit)));
    }
    let by_word = PREFIX_WORDS.iter().find_map(|(prefix, factor)| {
        let unit = lower.strip_prefix(prefix)?;
        find(&WORDS, unit).or_else(|| find(&SIGNS, unit).filter(|_| unit == "amp")).map(|unit| (*factor, Some(unit)))
    });
    if by_word.is_some() {
        return by_word;
    }
    let mut chars = text.chars();
    let first = chars.next()?;
    let factor = PREFIX_SIGNS.iter().find(|(prefix, _)| *prefix == first).map(|(_, factor)| *factor)?;
    let rest = chars.as_str().trim_start().to_lowercase();
    match rest.as_str() {
        "" => Some((factor, None)),
        rest => find(&SIGNS, rest).or_else(|| find(&WORDS, rest)).map(|unit| (factor, Some(unit))),
    }
}
