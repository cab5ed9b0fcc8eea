//! Quantities with units, as people write them: `1.589 kHz`, `-1.5 V`, `191.6 mV`, `58%`.

/// A number in the base unit. No unit: a bare number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Quantity {
    pub(super) value: f64,
    pub(super) unit: Option<Unit>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
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

/// Signs and words of units, compared without case. The longest that fits is taken.
const UNITS: [(&str, Unit); 36] = [
    ("v", Unit::Volt),
    ("volt", Unit::Volt),
    ("volts", Unit::Volt),
    ("vpp", Unit::Volt),
    ("v pp", Unit::Volt),
    ("vp-p", Unit::Volt),
    ("v p-p", Unit::Volt),
    ("a", Unit::Ampere),
    ("amp", Unit::Ampere),
    ("amps", Unit::Ampere),
    ("ampere", Unit::Ampere),
    ("amperes", Unit::Ampere),
    ("ω", Unit::Ohm),
    ("ohm", Unit::Ohm),
    ("ohms", Unit::Ohm),
    ("f", Unit::Farad),
    ("farad", Unit::Farad),
    ("farads", Unit::Farad),
    ("h", Unit::Henry),
    ("henry", Unit::Henry),
    ("henries", Unit::Henry),
    ("hz", Unit::Hertz),
    ("hertz", Unit::Hertz),
    ("s", Unit::Second),
    ("sec", Unit::Second),
    ("second", Unit::Second),
    ("seconds", Unit::Second),
    ("w", Unit::Watt),
    ("watt", Unit::Watt),
    ("watts", Unit::Watt),
    ("%", Unit::Percent),
    ("percent", Unit::Percent),
    ("°", Unit::Degree),
    ("deg", Unit::Degree),
    ("degree", Unit::Degree),
    ("degrees", Unit::Degree),
];

impl Quantity {
    /// `Err` says what is wrong with the text. Commas are refused, since they mean different things to different people.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        const LONGEST: usize = 60;
        let text = text.trim();
        if text.chars().count() > LONGEST {
            return Err("it is too long for a quantity".into());
        }
        if text.contains(',') {
            return Err("it has a comma; decimals are written with a point".into());
        }
        // The minus sign of typography, and the letter omega beside the sign for ohm.
        let text = text.replace('\u{2212}', "-").replace('\u{2126}', "Ω");
        let (number, rest) = text.split_at(number_length(&text));
        let value: f64 = number.parse().map_err(|_| "it does not begin with a number".to_owned())?;
        let (factor, unit) = suffix(rest.trim()).ok_or_else(|| format!("{:?} is no unit", rest.trim()))?;
        let value = value * factor;
        if value.is_finite() { Ok(Self { value, unit }) } else { Err("the number is too large".into()) }
    }

    /// Whether it is the reference's quantity within a share of its size. A bare number counts in the reference's base unit. For
    /// per cent one from 0 to 1 may also be meant as a fraction: 0.58 is 58 %.
    pub(super) fn is_near(self, reference: Self, tolerance: f64) -> bool {
        let near = |value: f64| (value - reference.value).abs() <= tolerance * reference.value.abs();
        match (self.unit, reference.unit) {
            (Some(unit), Some(expected)) => unit == expected && near(self.value),
            (Some(_), None) => false,
            (None, Some(Unit::Percent)) if (0.0..=1.0).contains(&self.value) => near(self.value) || near(100.0 * self.value),
            (None, _) => near(self.value),
        }
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

/// How many bytes of the text are a number: sign, digits, a point, an exponent.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let sign = |at: usize| at + usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
    let digits = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    };
    let mut end = digits(sign(0));
    if bytes.get(end) == Some(&b'.') {
        end = digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let exponent = sign(end + 1);
        if digits(exponent) > exponent {
            end = digits(exponent);
        }
    }
    end
}

/// The factor of a prefix and the unit after it; each may be left out.
fn suffix(text: &str) -> Option<(f64, Option<Unit>)> {
    let unit = |text: &str| {
        let text = text.to_lowercase();
        UNITS.iter().find(|(name, _)| *name == text).map(|(_, unit)| *unit)
    };
    if text.is_empty() {
        return Some((1.0, None));
    }
    if let Some(unit) = unit(text) {
        return Some((1.0, Some(unit)));
    }
    let mut chars = text.chars();
    let factor = match chars.next()? {
        'p' => 1e-12,
        'n' => 1e-9,
        'u' | 'µ' | 'μ' => 1e-6,
        'm' => 1e-3,
        'k' | 'K' => 1e3,
        'M' => 1e6,
        'G' => 1e9,
        _ => return None,
    };
    match chars.as_str().trim_start() {
        "" => Some((factor, None)),
        rest => match unit(rest)? {
            // A thousandth of a per cent is a slip of the pen.
            Unit::Percent | Unit::Degree => None,
            unit => Some((factor, Some(unit))),
        },
    }
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
        for text in
            ["191.6 mV", "0.1916 V", "0.1916", "191600 µV", "191600 uV", "191600 μV", "191.6 mVpp", "0.19 V p-p", "191.6m"]
        {
            assert!(near(text, "191.615 mV"), "{text}");
        }
        for text in ["-1.5 V", "\u{2212}1.5 V", "-1.5", "-1500 mV", " -1.50V "] {
            assert!(near(text, "-1.5 V"), "{text}");
        }
        for text in ["58%", "58 %", "58", "0.58", "58 percent"] {
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
            "about 1589 Hz",
            "1589 Hz or 5 Hz",
        ] {
            assert!(!near(text, "1.589 kHz"), "{text}");
        }
        for text in ["1.5 V", "-1.5 A", "-1.5 mV", "- 1.5 V", "--1.5 V", "", "V", "NaN", "inf", "infinity V", "1e999 V"] {
            assert!(!near(text, "-1.5 V"), "{text}");
        }
        for text in ["0.58 %", "0.58%", "58 Hz", "5800", "5.8 m%"] {
            assert!(!near(text, "58%"), "{text}");
        }
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
