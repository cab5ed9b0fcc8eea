//! Quantities with units, as people write them: `12.5 km`, `-8° 12' 6"`, `1.5 × 10^11 m`, `58%`.

use crate::answers::number_length;

/// A number in the base unit of its kind. No kind: a bare number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Quantity {
    value: f64,
    kind: Option<Kind>,
    /// How many base units its own unit is.
    unit: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Length,
    Area,
    Time,
    Angle,
    Mass,
    Speed,
    Temperature,
    Frequency,
    Share,
    Magnitude,
}

/// A unit's signs and words, how many base units it is, and whether prefixes such as `k` may stand before its first sign.
struct Unit {
    names: &'static [&'static str],
    kind: Kind,
    factor: f64,
    prefixes: bool,
}

const fn unit(names: &'static [&'static str], kind: Kind, factor: f64, prefixes: bool) -> Unit {
    Unit { names, kind, factor, prefixes }
}

const METRES_PER_AU: f64 = 149_597_870_700.0;
const METRES_PER_LIGHT_YEAR: f64 = 9_460_730_472_580_800.0;
const METRES_PER_PARSEC: f64 = 3.085_677_581_491_367e16;

const UNITS: [Unit; 28] = [
    unit(&["m", "metre", "metres", "meter", "meters"], Kind::Length, 1.0, true),
    unit(&["km", "kilometre", "kilometres", "kilometer", "kilometers"], Kind::Length, 1e3, false),
    unit(&["Å", "A", "angstrom", "angstroms", "ångström", "ångströms"], Kind::Length, 1e-10, false),
    unit(&["au", "AU", "astronomical unit", "astronomical units"], Kind::Length, METRES_PER_AU, false),
    unit(&["ly", "light year", "light years", "light-year", "light-years"], Kind::Length, METRES_PER_LIGHT_YEAR, false),
    unit(&["pc", "parsec", "parsecs"], Kind::Length, METRES_PER_PARSEC, true),
    unit(&["m2", "m²", "m^2", "sq m", "square metres", "square meters"], Kind::Area, 1.0, false),
    unit(&["km2", "km²", "km^2", "sq km", "square kilometres", "square kilometers"], Kind::Area, 1e6, false),
    unit(&["Å2", "Å²", "Å^2", "A^2", "A2"], Kind::Area, 1e-20, false),
    unit(&["nm2", "nm²", "nm^2"], Kind::Area, 1e-18, false),
    unit(&["ha", "hectare", "hectares"], Kind::Area, 1e4, false),
    unit(&["s", "sec", "second", "seconds"], Kind::Time, 1.0, true),
    unit(&["min", "minute", "minutes"], Kind::Time, 60.0, false),
    unit(&["h", "hr", "hour", "hours"], Kind::Time, 3600.0, false),
    unit(&["d", "day", "days"], Kind::Time, 86_400.0, false),
    unit(&["yr", "year", "years", "a"], Kind::Time, 365.25 * 86_400.0, false),
    unit(&["°", "deg", "degree", "degrees"], Kind::Angle, 1.0, false),
    unit(&["'", "′", "arcmin", "arcminute", "arcminutes"], Kind::Angle, 1.0 / 60.0, false),
    unit(&["\"", "″", "arcsec", "arcsecond", "arcseconds"], Kind::Angle, 1.0 / 3600.0, false),
    unit(&["rad", "radian", "radians"], Kind::Angle, 180.0 / std::f64::consts::PI, false),
    unit(&["g", "gram", "grams"], Kind::Mass, 1e-3, true),
    unit(&["Da", "u", "dalton", "daltons"], Kind::Mass, 1.660_539_066_60e-27, true),
    unit(&["m/s"], Kind::Speed, 1.0, true),
    unit(&["km/h", "kph"], Kind::Speed, 1.0 / 3.6, false),
    unit(&["K", "kelvin", "kelvins"], Kind::Temperature, 1.0, false),
    unit(&["Hz", "hertz"], Kind::Frequency, 1.0, true),
    unit(&["%", "percent", "per cent"], Kind::Share, 1.0, false),
    unit(&["mag", "magnitude", "magnitudes"], Kind::Magnitude, 1.0, false),
];

const PREFIXES: [(&str, f64); 10] = [
    ("p", 1e-12),
    ("n", 1e-9),
    ("u", 1e-6),
    ("µ", 1e-6),
    ("μ", 1e-6),
    ("m", 1e-3),
    ("c", 1e-2),
    ("k", 1e3),
    ("M", 1e6),
    ("G", 1e9),
];

impl Quantity {
    /// `Err` says what is wrong with the text. Commas are refused, since they mean different things to different people.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        const LONGEST: usize = 60;
        let text = text.trim();
        if text.chars().count() > LONGEST {
            return Err("it is too long for a number".into());
        }
        if text.contains(',') {
            return Err("it has a comma; decimals are written with a point, thousands without a sign".into());
        }
        // The minus sign of typography, and the sign for ångström beside the letter.
        let text = text.replace('\u{2212}', "-").replace('\u{212b}', "Å");
        if let Some(degrees) = sexagesimal(&text) {
            return Ok(Self { value: degrees, kind: Some(Kind::Angle), unit: 1.0 });
        }
        let (mut value, rest) = number(&text).ok_or("it does not begin with a number")?;
        let rest = rest.trim();
        let (kind, factor) = match rest {
            "" => (None, 1.0),
            name => suffix(name).map(|(kind, factor)| (Some(kind), factor)).ok_or_else(|| format!("{name:?} is no unit"))?,
        };
        value *= factor;
        if value.is_finite() { Ok(Self { value, kind, unit: factor }) } else { Err("the number is too large".into()) }
    }

    pub(super) fn bare(value: f64) -> Self {
        Self { value, kind: None, unit: 1.0 }
    }

    pub(super) fn has_unit(self) -> bool {
        self.kind.is_some()
    }

    /// How far it is from the reference, and how large that is, both in the reference's own unit. A bare number counts in that
    /// unit. `None`: they are not of the same kind.
    pub(super) fn difference(self, reference: Self) -> Option<(f64, f64)> {
        let size = reference.value / reference.unit;
        match (self.kind, reference.kind) {
            (None, _) => Some((self.value - size, size)),
            (Some(kind), Some(expected)) if kind == expected => Some((self.value / reference.unit - size, size)),
            _ => None,
        }
    }
}

/// The number that a text begins with, and the rest: sign, digits, a point, an exponent as `e5` or `× 10^5`.
fn number(text: &str) -> Option<(f64, &str)> {
    let (mantissa, rest) = text.split_at(number_length(text));
    let value: f64 = mantissa.parse().ok()?;
    let trimmed = rest.trim_start();
    let power = trimmed.strip_prefix(['×', 'x', '*', '·']).and_then(|rest| rest.trim_start().strip_prefix("10^"));
    let Some(power) = power else { return Some((value, rest)) };
    let digits = power.strip_prefix(['-', '+']).unwrap_or(power);
    let digits = digits.len() - digits.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (exponent, rest) = power.split_at(usize::from(power.starts_with(['-', '+'])) + digits);
    let exponent: i32 = exponent.parse().ok()?;
    // Read as one number, so that it is the same as if written with an `e`.
    Some((format!("{mantissa}e{exponent}").parse().ok()?, rest))
}

/// `-8° 12' 6"` in degrees. A text with degrees alone is read as any other quantity.
fn sexagesimal(text: &str) -> Option<f64> {
    let (degrees, rest) = text.split_once('°')?;
    let (minutes, rest) = rest.split_once(['\'', '′'])?;
    let seconds = rest.trim().strip_suffix(['"', '″']).unwrap_or(rest.trim());
    let degrees = degrees.trim();
    let (sign, degrees) = match degrees.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, degrees.strip_prefix('+').unwrap_or(degrees)),
    };
    let part = |text: &str, most: f64| {
        let plain = text.chars().all(|c| c.is_ascii_digit() || c == '.');
        text.parse::<f64>().ok().filter(|value| plain && *value < most)
    };
    let seconds = if seconds.is_empty() { 0.0 } else { part(seconds.trim(), 60.0)? };
    Some(sign * (part(degrees, 361.0)? + part(minutes.trim(), 60.0)? / 60.0 + seconds / 3600.0))
}

/// What a unit's name stands for. Signs are compared exactly, since `m` and `M` differ; words in any case.
fn suffix(name: &str) -> Option<(Kind, f64)> {
    let lower = name.to_lowercase();
    let named = |unit: &&Unit| unit.names.iter().any(|known| *known == name || (known.len() > 3 && *known == lower));
    if let Some(unit) = UNITS.iter().find(named) {
        return Some((unit.kind, unit.factor));
    }
    let (factor, rest) = PREFIXES.iter().find_map(|(prefix, factor)| Some((*factor, name.strip_prefix(prefix)?)))?;
    let unit = UNITS.iter().find(|unit| unit.prefixes && unit.names[0] == rest)?;
    Some((unit.kind, factor * unit.factor))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn near(text: &str, reference: &str) -> bool {
        let reference = Quantity::read(reference).unwrap();
        let difference = Quantity::read(text).ok().and_then(|quantity| quantity.difference(reference));
        difference.is_some_and(|(difference, size)| difference.abs() <= 0.01 * size.abs())
    }

    #[test]
    fn the_same_quantity_may_be_written_in_many_ways() {
        for text in
            ["12.5 km", "12500 m", "12.5", "12.5km", "1.25e4 m", "1.25 × 10^4 m", "1.25x10^4 m", "12.5 Kilometres", "+12.5 km"]
        {
            assert!(near(text, "12.5 km"), "{text}");
        }
        for text in ["-8.2 deg", "-8.2°", "-8° 12' 0\"", "-8°12′", "\u{2212}8.2", "-492 arcmin"] {
            assert!(near(text, "-8.2°"), "{text}");
        }
        for text in ["3.8 Å", "3.8 A", "0.38 nm", "380 pm", "3.8 angstrom", "3.8"] {
            assert!(near(text, "3.8 Å"), "{text}");
        }
        assert!(near("1 au", "149597871 km") && near("3.26 ly", "1 pc") && near("1 ha", "10000 m²") && near("90 min", "1.5 h"));
        assert!(near("1.5 × 10^-3 m", "1.5 mm"));
    }

    #[test]
    fn other_quantities_are_told_apart() {
        for text in [
            "12.5 m",
            "12500",
            "12.5 km2",
            "12.5 s",
            "-12.5 km",
            "12,5 km",
            "about 12.5 km",
            "12.5 km or 3 km",
            "",
            "km",
            "NaN",
            "inf km",
            "1e999 km",
        ] {
            assert!(!near(text, "12.5 km"), "{text}");
        }
        for text in ["8.2°", "-8° 70' 0\"", "-8 12 0", "--8.2°", "-8°-12'"] {
            assert!(!near(text, "-8.2°"), "{text}");
        }
        assert!(!near("5 km", "5"), "a unit where none is asked for");
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[-+0-9.eEx×^ µkMm°'\"%Å]{0,20}|.{0,80}") {
            if let Ok(quantity) = Quantity::read(&text) {
                prop_assert!(quantity.value.is_finite());
            }
        }
    }
}
