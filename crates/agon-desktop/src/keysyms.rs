//! Keys by the names that actions use, as X has them.

/// Names and keysyms.
const NAMED: [(&str, u32); 25] = [
    ("ctrl", 0xffe3),
    ("alt", 0xffe9),
    ("shift", SHIFT),
    ("meta", 0xffeb),
    ("enter", RETURN),
    ("escape", 0xff1b),
    ("backspace", 0xff08),
    ("delete", 0xffff),
    ("insert", 0xff63),
    ("tab", TAB),
    ("space", 0x20),
    ("up", 0xff52),
    ("down", 0xff54),
    ("left", 0xff51),
    ("right", 0xff53),
    ("home", 0xff50),
    ("end", 0xff57),
    ("page_up", 0xff55),
    ("page_down", 0xff56),
    ("caps_lock", 0xffe5),
    ("num_lock", 0xff7f),
    ("scroll_lock", 0xff14),
    ("print_screen", 0xff61),
    ("pause", 0xff13),
    ("menu", 0xff67),
];

pub(crate) const SHIFT: u32 = 0xffe1;
const RETURN: u32 = 0xff0d;
const TAB: u32 = 0xff09;
const F1: u32 = 0xffbe;
/// Keysyms beyond Latin-1 are Unicode's numbers above this.
const UNICODE: u32 = 0x0100_0000;

/// A key by name or by the character it types; `None` for names that nobody knows.
pub(crate) fn of_name(name: &str) -> Option<u32> {
    let lower = name.to_lowercase();
    if let Some((_, keysym)) = NAMED.iter().find(|named| named.0 == lower) {
        return Some(*keysym);
    }
    if let Some(function) = lower.strip_prefix('f').and_then(|number| number.parse::<u32>().ok())
        && (1..=24).contains(&function)
    {
        return Some(F1 + function - 1);
    }
    let mut characters = name.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) => of_char(character),
        _ => None,
    }
}

/// The keysym that stands for a character; `None` for those that are no writing.
pub(crate) fn of_char(character: char) -> Option<u32> {
    match character {
        '\n' | '\r' => Some(RETURN),
        '\t' => Some(TAB),
        ' '..='~' | '\u{a0}'..='\u{ff}' => Some(character.into()),
        _ if character.is_control() => None,
        _ => Some(UNICODE + u32::from(character)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_actions() {
        assert_eq!(of_name("Page_Down"), Some(0xff56));
        assert_eq!(of_name("F5"), Some(0xffc2));
        assert_eq!(of_name("f"), Some(0x66));
        assert_eq!(of_name("f25"), None);
        assert_eq!(of_name("?"), Some(0x3f));
        assert_eq!(of_name("no-such-key"), None);
        assert_eq!(of_name(""), None);
    }

    #[test]
    fn characters_are_latin_or_unicode() {
        assert_eq!(of_char('µ'), Some(0xb5));
        assert_eq!(of_char('Ω'), Some(0x0100_03a9));
        assert_eq!(of_char('日'), Some(0x0100_65e5));
        assert_eq!(of_char('\u{7}'), None);
    }
}
