//! Attributes of drawings, however they are written.

use roxmltree::Node;

/// Attributes that an element takes over from the groups around it.
const INHERITED: [&str; 10] = [
    "fill",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "font-family",
    "font-size",
    "fill-rule",
    "color",
];
/// Groups around an element that are asked.
const DEEPEST: usize = 64;

/// What an attribute is: from `style`, from the attribute itself, or from a group around the element.
pub(super) fn attribute(node: Node<'_, '_>, name: &str) -> Option<String> {
    let own = |node: Node<'_, '_>| {
        let style = node.attribute("style").and_then(|style| {
            style
                .split(';')
                .filter_map(|rule| rule.split_once(':'))
                .find(|(known, _)| known.trim() == name)
                .map(|(_, v)| v.trim())
        });
        style.or_else(|| node.attributes().find(|a| a.name() == name).map(|a| a.value().trim())).map(str::to_owned)
    };
    let reach = if INHERITED.contains(&name) { DEEPEST } else { 1 };
    node.ancestors().filter(Node::is_element).take(reach).find_map(own)
}

/// Whether an attribute is what it should be.
pub(super) fn same_value(wanted: &toml::Value, seen: &str, absolute: f64) -> bool {
    let number = match wanted {
        toml::Value::Integer(value) => Some(*value as f64),
        toml::Value::Float(value) => Some(*value),
        _ => None,
    };
    if let Some(wanted) = number {
        return length(seen).is_some_and(|(seen, _)| (seen - wanted).abs() <= absolute + 1e-12);
    }
    match wanted {
        toml::Value::String(wanted) => {
            let spaced = crate::written::spaced;
            colour(wanted).is_some_and(|colour_| colour(seen) == Some(colour_)) || spaced(wanted) == spaced(seen)
        }
        other => other.to_string() == seen,
    }
}

/// A number and the unit behind it.
fn length(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let unit =
        text.find(|c: char| c.is_ascii_alphabetic() && c != 'e' && c != 'E').or_else(|| text.find('%')).unwrap_or(text.len());
    // `em` begins with the letter of exponents.
    let (number, unit) = match text.strip_suffix("em") {
        Some(number) => (number, "em"),
        None => text.split_at(unit),
    };
    number.trim().parse::<f64>().ok().filter(|value| value.is_finite()).map(|value| (value, unit))
}

/// A length on paper; pixels are those of CSS.
pub(super) fn millimetres(text: &str) -> Option<f64> {
    let (value, unit) = length(text)?;
    let factor = match unit.trim() {
        "mm" => 1.0,
        "cm" => 10.0,
        "in" => 25.4,
        "pt" => 25.4 / 72.0,
        "pc" => 25.4 / 6.0,
        "" | "px" => 25.4 / 96.0,
        _ => return None,
    };
    Some(value * factor)
}

/// A colour as three levels: `#f00`, `#ff0000`, `rgb(255, 0, 0)` or one of the sixteen old names.
fn colour(text: &str) -> Option<[u8; 3]> {
    let text = text.trim().to_ascii_lowercase();
    if let Some(digits) = text.strip_prefix('#') {
        let level = |from: usize, width: usize| u8::from_str_radix(digits.get(from..from + width)?, 16).ok();
        return match digits.len() {
            3 => Some([level(0, 1)? * 17, level(1, 1)? * 17, level(2, 1)? * 17]),
            6 => Some([level(0, 2)?, level(2, 2)?, level(4, 2)?]),
            _ => None,
        };
    }
    if let Some(inside) = text.strip_prefix("rgb(").and_then(|rest| rest.strip_suffix(')')) {
        let levels: Vec<u8> = inside.split(',').filter_map(|level| level.trim().parse().ok()).collect();
        return levels.try_into().ok();
    }
    Some(match text.as_str() {
        "black" => [0, 0, 0],
        "white" => [255, 255, 255],
        "red" => [255, 0, 0],
        "lime" => [0, 255, 0],
        "blue" => [0, 0, 255],
        "green" => [0, 128, 0],
        "yellow" => [255, 255, 0],
        "cyan" | "aqua" => [0, 255, 255],
        "magenta" | "fuchsia" => [255, 0, 255],
        "gray" | "grey" => [128, 128, 128],
        "silver" => [192, 192, 192],
        "maroon" => [128, 0, 0],
        "olive" => [128, 128, 0],
        "navy" => [0, 0, 128],
        "purple" => [128, 0, 128],
        "teal" => [0, 128, 128],
        "orange" => [255, 165, 0],
        _ => return None,
    })
}
