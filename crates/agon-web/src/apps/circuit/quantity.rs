//! Quantities with units, as people write them: `1.589 kHz`, `-1.5 V`, `191.6 mV`, `58%`, `~2.6 V peak-to-peak`.
//!
//! What is taken: any prefix and unit as a sign or a word, `e3` and `×10^3`, a sign for "about" before it, marks of typography round it,
//! a full stop behind it, and what kind of voltage it is. What is not: commas, which mean different things to different people (`1,589`),
//! two values, and words that say something else (`V RMS`).

mod unit;

use agon_taskfile::answers::number_length;
use unit::suffix;
pub(super) use unit::{Nature, Unit};

/// A number in the base unit. No unit: a bare number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Quantity {
    pub(super) value: f64,
    /// What the prefix multiplied the number by.
    pub(super) scale: f64,
    pub(super) unit: Option<Unit>,
    pub(super) nature: Option<Nature>,
}

impl Quantity {
    /// A number without a unit.
    pub(super) fn bare(value: f64) -> Self {
        Self { value, scale: 1.0, unit: None, nature: None }
    }

    /// `Err` says what is wrong with the text.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        const LONGEST: usize = 60;
        if text.trim().chars().count() > LONGEST {
            return Err("it is too long for a quantity".into());
        }
        if text.contains(',') {
            return Err("it has a comma; decimals are written with a point".into());
        }
        // Dashes that are set for a minus sign, and the letter omega beside the sign for ohm.
        let text = text.replace(['\u{2212}', '\u{2013}', '\u{2010}', '\u{2011}'], "-").replace('\u{2126}', "Ω");
        let text = without_about(undecorated(&text));
        let (number, rest) = text.split_at(number_length(text));
        let mut value: f64 = number.parse().map_err(|_| "it does not begin with a number".to_owned())?;
        let (power, rest) = power_of_ten(rest.trim());
        value *= power;
        let (scale, unit, nature) = suffix(rest.trim()).ok_or_else(|| format!("{:?} is no unit", rest.trim()))?;
        value *= scale;
        if value.is_finite() { Ok(Self { value, scale, unit, nature }) } else { Err("the number is too large".into()) }
    }

    /// Whether it is the reference's quantity within a share of its size. A bare number counts in the reference's base unit. For
    /// per cent one from 0 to 1 may also be meant as a fraction: 0.58 is 58 %.
    pub(super) fn is_near(self, reference: Self, tolerance: f64) -> bool {
        let near = |value: f64| (value - reference.value).abs() <= tolerance * reference.value.abs();
        self.is_of_nature(reference)
            && match (self.unit, reference.unit) {
                (Some(unit), Some(expected)) => unit == expected && near(self.value),
                (Some(_), None) => false,
                (None, Some(Unit::Percent)) if (0.0..=1.0).contains(&self.value) => near(self.value) || near(100.0 * self.value),
                (None, _) => near(self.value),
            }
    }

    /// Whether it is the reference's quantity rounded to so many decimals, in the unit that the reference is written in.
    pub(super) fn is_rounded(self, reference: Self, decimals: usize) -> bool {
        let rounded = |value: f64| format!("{value:.decimals$}").parse::<f64>().unwrap_or(f64::NAN);
        let (number, wanted) = (self.value / self.scale, rounded(reference.value / reference.scale));
        let same_unit = self.unit == reference.unit && self.scale == reference.scale || self.unit.is_none() && self.scale == 1.0;
        // Dividing by the scale may cost the last bit.
        self.is_of_nature(reference) && same_unit && (number - wanted).abs() <= 1e-9 * wanted.abs().max(1.0)
    }

    /// Whether what it says of itself fits. A voltage of which nothing is asked is a steady one.
    fn is_of_nature(self, reference: Self) -> bool {
        self.nature.is_none_or(|nature| nature == reference.nature.unwrap_or(Nature::Steady))
    }
}

/// Without marks that set a value off from other text, and without a full stop.
fn undecorated(text: &str) -> &str {
    let mark = |c: char| c.is_whitespace() || matches!(c, '`' | '*' | '"' | '\'' | '$');
    let text = text.trim_matches(mark);
    // `d.c.` ends with a full stop of its own, and is read without it as well.
    text.strip_suffix('.').unwrap_or(text).trim_matches(mark)
}

/// Without a word or sign for "about".
fn without_about(text: &str) -> &str {
    const SIGNS: [char; 5] = ['~', '≈', '≃', '≅', '∼'];
    const WORDS: [&str; 6] = ["approximately", "approx.", "approx", "about", "around", "ca."];
    if let Some(rest) = text.strip_prefix(SIGNS) {
        return rest.trim_start();
    }
    let word = |word: &&str| text.get(..word.len()).filter(|start| start.eq_ignore_ascii_case(word)).map(|_| &text[word.len()..]);
    let rest = WORDS.iter().find_map(word).filter(|rest| rest.starts_with(char::is_whitespace));
    rest.map_or(text, str::trim_start)
}

/// The factor of `×10^3` and the like at the beginning of a text, and the rest.
fn power_of_ten(text: &str) -> (f64, &str) {
    let ten = || {
        let rest = text.strip_prefix(['×', 'x', '*', '·', '⋅'])?.trim_start().strip_prefix("10")?;
        let plain = rest.strip_prefix('^').or_else(|| rest.strip_prefix("**"));
        let (digits, rest) = match plain {
            Some(rest) => {
                let sign = usize::from(rest.starts_with(['+', '-']));
                let length = rest[sign..].bytes().take_while(u8::is_ascii_digit).count();
                (rest[..sign + length].to_owned(), &rest[sign + length..])
            }
            None => {
                let end = rest.find(|c: char| superscript(c).is_none()).unwrap_or(rest.len());
                (rest[..end].chars().filter_map(superscript).collect(), &rest[end..])
            }
        };
        let exponent: i32 = digits.parse().ok().filter(|exponent: &i32| exponent.abs() <= 30)?;
        Some((10f64.powi(exponent), rest))
    };
    ten().unwrap_or((1.0, text))
}

fn superscript(c: char) -> Option<char> {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    match c {
        '⁻' => Some('-'),
        '⁺' => Some('+'),
        c => DIGITS.iter().position(|digit| *digit == c).map(|digit| char::from(b'0' + digit as u8)),
    }
}

/// A quantity as people read it best: `2.2 kΩ`. Ratios and angles take no prefix.
pub(super) fn written(value: f64, unit: &str) -> String {
    const PREFIXES: [(f64, &str); 7] = [(1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n")];
    let plain = unit.is_empty() || unit == "%" || unit == "°" || value == 0.0;
    let fits = |(size, _): &&(f64, &str)| !plain && value.abs() >= *size * 0.9995;
    let smallest = if plain { (1.0, "") } else { (1e-12, "p") };
    let (size, prefix) = PREFIXES.iter().find(fits).copied().unwrap_or(smallest);
    let digits = format!("{:.4}", value / size);
    let digits = digits.trim_end_matches('0').trim_end_matches('.');
    format!("{digits} {prefix}{unit}").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn near(text: &str, reference: &str) -> bool {
        let reference = Quantity::read(reference).unwrap();
        Quantity::read(text).is_ok_and(|quantity| quantity.is_near(reference, 0.05))
    }

    #[test]
    fn the_same_quantity_may_be_written_in_many_ways() {
        for text in
            ["1.589 kHz", "1589 Hz", "1589", "1.589kHz", "1.589e3 hz", "+1589.0 Hz", "1.6 KHz", "1589 hertz", "0.001589 MHz"]
        {
            assert!(near(text, "1.589 kHz"), "{text}");
        }
        for text in [
            "~1.59 kHz",
            "≈ 1.589 kHz",
            "about 1589 Hz",
            "Approximately 1589 Hz",
            "approx. 1589 Hz",
            "1.589 kHz.",
            "1589 Hz .",
            "**1.589 kHz**",
            "`1589 Hz`.",
            "1.589×10^3 Hz",
            "1.589 x 10^3 Hz",
            "1.589·10³ Hz",
            "0.1589 * 10**4 Hz",
            "1.589 kilohertz",
            "1.589\u{a0}kHz",
            "1.589\u{202f}kHz",
        ] {
            assert!(near(text, "1.589 kHz"), "{text}");
        }
        for text in ["191.6 mV", "0.1916 V", "0.1916", "191600 µV", "191600 uV", "191600 μV", "191.6m"] {
            assert!(near(text, "191.615 mV"), "{text}");
        }
        for text in ["-1.5 V", "\u{2212}1.5 V", "-1.5", "-1500 mV", " -1.50V "] {
            assert!(near(text, "-1.5 V"), "{text}");
        }
        for text in ["\u{2013}1.5 V", "-1.5 V DC", "-1.5 VDC", "-1.5 V (DC)", "-1.5 V d.c.", "-1500 mV dc", "-1.5 volts"] {
            assert!(near(text, "-1.5 V"), "{text}");
        }
        for text in
            ["191600 microvolts", "191.6 millivolts", "191.6 mV_pp", "191.6 mV pk-pk", "191.6 mV (peak-to-peak)", "191.6 mV"]
        {
            assert!(near(text, "191.615 mV peak-to-peak"), "{text}");
        }
        for text in [
            "2.606 V peak-to-peak",
            "2.606 V peak to peak",
            "2.606 V_pp",
            "2.606 Vpp",
            "2.606 V p-p",
            "2.606 V pk-pk",
            "2.606 Vpk-pk",
            "2.606 V pkpk",
            "2.606 V_{pp}",
            "2.606 Vp\u{2013}p",
            "2.606 volts peak-to-peak",
            "2606 mVpp.",
            "~2.6 V_p-p",
        ] {
            assert!(near(text, "2.605 V peak-to-peak"), "{text}");
        }
        for text in ["58%", "58 %", "58 per cent", "~58%", "58", "0.58", "58 percent"] {
            assert!(near(text, "58%"), "{text}");
        }
        assert!(near("4.7 kΩ", "4700 ohm") && near("4.7k\u{2126}", "4.7 kohms"));
    }

    #[test]
    fn other_quantities_are_told_apart() {
        for text in [
            "1.589",
            "1.589 MHz",
            "1.589 Hz",
            "1589 V",
            "1589 kHz",
            "-1589 Hz",
            "1589 mHz",
            "1,589 Hz",
            "1589,0 Hz",
            "1 589 Hz",
            "not 1589 Hz",
            "aboutish 1589 Hz",
            "1589 Hz or 5 Hz",
            "1.589×10^3×10^3 Hz",
            "1.589×10^ Hz",
            "1589 Hz DC",
            "~~1589 Hz",
        ] {
            assert!(!near(text, "1.589 kHz"), "{text}");
        }
        for text in ["1.5 V", "-1.5 A", "-1.5 mV", "- 1.5 V", "--1.5 V", "", "V", "NaN", "inf", "infinity V", "1e999 V"] {
            assert!(!near(text, "-1.5 V"), "{text}");
        }
        for text in
            ["2.605 V DC", "2.605 V RMS", "2.605 V peak", "2.605 Vp", "2.605 V pp pp", "2.605 pp", "2.605 A pp", "2.605 V rms"]
        {
            assert!(!near(text, "2.605 V peak-to-peak"), "{text}");
        }
        for text in ["6.812 Vpp", "6.812 V AC", "6.812 V RMS", "6.812 V peak-to-peak", "6.812 V across R4", "6.812 DC"] {
            assert!(!near(text, "6.812 V"), "{text}");
        }
        for text in ["0.58 %", "0.58%", "58 Hz", "5800", "5.8 m%"] {
            assert!(!near(text, "58%"), "{text}");
        }
    }

    #[test]
    fn a_rounded_quantity_has_its_decimals_and_its_unit() {
        let reference = Quantity::read("62.5 Hz").unwrap();
        let rounded = |text: &str| Quantity::read(text).is_ok_and(|quantity| quantity.is_rounded(reference, 1));
        for text in ["62.5 Hz", "62.5", "62.50 Hz", "~62.5 Hz.", "62.5 hertz"] {
            assert!(rounded(text), "{text}");
        }
        for text in
            ["60 Hz", "62 Hz", "63 Hz", "62.4 Hz", "62.46 Hz", "62.51 Hz", "0.0625 kHz", "62.5 kHz", "62.5 V", "62500 mHz"]
        {
            assert!(!rounded(text), "{text}");
        }
        let kilo = Quantity::read("1.59 kHz").unwrap();
        assert!(Quantity::read("1.6 kHz").unwrap().is_rounded(kilo, 1));
    }

    #[test]
    fn quantities_are_written_as_people_read_them() {
        let all = [
            (2200.0, "Ω"),
            (1e-8, "F"),
            (-1.5, "V"),
            (0.0, "V"),
            (0.001, "V"),
            (50.0, "%"),
            (999.9999, "Hz"),
            (1e-13, "A"),
            (1e5, ""),
        ];
        let texts: Vec<String> = all.iter().map(|(value, unit)| written(*value, unit)).collect();
        assert_eq!(texts, ["2.2 kΩ", "10 nF", "-1.5 V", "0 V", "1 mV", "50 %", "1 kHz", "0.1 pA", "100000"]);
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[-+0-9.eE µkMmVHz%Ω]{0,20}|.{0,80}") {
            if let Ok(quantity) = Quantity::read(&text) {
                prop_assert!(quantity.value.is_finite());
            }
        }
    }
}
