//! Keys by the names that actions use, as the DevTools protocol wants them.

/// What the protocol must be told about a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    /// `KeyboardEvent.key`.
    pub(crate) key: String,
    /// `KeyboardEvent.code`.
    pub(crate) code: String,
    /// The Windows virtual key code, which Chromium's own shortcuts go by.
    pub(crate) number: u32,
    /// What it types when nothing but shift is held.
    pub(crate) text: Option<String>,
    /// The bit it sets in `modifiers` while it is down.
    pub(crate) modifier: u32,
    /// Typed with shift on a US keyboard.
    pub(crate) shifted: bool,
}

pub(crate) const ALT: u32 = 1;
pub(crate) const CTRL: u32 = 2;
pub(crate) const META: u32 = 4;
pub(crate) const SHIFT: u32 = 8;

/// Name, key, code, number, text, modifier.
const NAMED: &[(&str, &str, &str, u32, &str, u32)] = &[
    ("ctrl", "Control", "ControlLeft", 17, "", CTRL),
    ("alt", "Alt", "AltLeft", 18, "", ALT),
    ("shift", "Shift", "ShiftLeft", 16, "", SHIFT),
    ("meta", "Meta", "MetaLeft", 91, "", META),
    ("enter", "Enter", "Enter", 13, "\r", 0),
    ("escape", "Escape", "Escape", 27, "", 0),
    ("backspace", "Backspace", "Backspace", 8, "", 0),
    ("delete", "Delete", "Delete", 46, "", 0),
    ("insert", "Insert", "Insert", 45, "", 0),
    ("tab", "Tab", "Tab", 9, "", 0),
    ("space", " ", "Space", 32, " ", 0),
    ("up", "ArrowUp", "ArrowUp", 38, "", 0),
    ("down", "ArrowDown", "ArrowDown", 40, "", 0),
    ("left", "ArrowLeft", "ArrowLeft", 37, "", 0),
    ("right", "ArrowRight", "ArrowRight", 39, "", 0),
    ("home", "Home", "Home", 36, "", 0),
    ("end", "End", "End", 35, "", 0),
    ("page_up", "PageUp", "PageUp", 33, "", 0),
    ("page_down", "PageDown", "PageDown", 34, "", 0),
    ("caps_lock", "CapsLock", "CapsLock", 20, "", 0),
    ("num_lock", "NumLock", "NumLock", 144, "", 0),
    ("scroll_lock", "ScrollLock", "ScrollLock", 145, "", 0),
    ("print_screen", "PrintScreen", "PrintScreen", 44, "", 0),
    ("pause", "Pause", "Pause", 19, "", 0),
    ("menu", "ContextMenu", "ContextMenu", 93, "", 0),
];

/// Characters of a US keyboard beside letters and digits: plain, shifted, code, number.
const SIGNS: &[(char, char, &str, u32)] = &[
    ('`', '~', "Backquote", 192),
    ('-', '_', "Minus", 189),
    ('=', '+', "Equal", 187),
    ('[', '{', "BracketLeft", 219),
    (']', '}', "BracketRight", 221),
    ('\\', '|', "Backslash", 220),
    (';', ':', "Semicolon", 186),
    ('\'', '"', "Quote", 222),
    (',', '<', "Comma", 188),
    ('.', '>', "Period", 190),
    ('/', '?', "Slash", 191),
];

impl Key {
    /// The key as it is meant in a chord, with these modifiers down. With shift it gives its upper character, as on a US keyboard. With
    /// ctrl, alt or meta a capital letter means the key of that letter and no more: shift is held only if it is named.
    pub(crate) fn in_chord(self, held: u32) -> Self {
        let mut characters = self.text.iter().flat_map(|text| text.chars());
        let (Some(character), None) = (characters.next(), characters.next()) else { return self };
        let wanted = if held & SHIFT != 0 {
            upper(character)
        } else if held != 0 {
            character.to_ascii_lowercase()
        } else {
            character
        };
        if wanted == character { self } else { of_char(wanted).unwrap_or(self) }
    }
}

/// What a key types with shift.
fn upper(character: char) -> char {
    let digit = character.to_digit(10).and_then(|digit| OVER_DIGITS.chars().nth(digit as usize));
    let sign = SIGNS.iter().find(|sign| sign.0 == character).map(|sign| sign.1);
    digit.or(sign).unwrap_or(character.to_ascii_uppercase())
}

const OVER_DIGITS: &str = ")!@#$%^&*(";

/// A key by name or by the character it types; `None` for names that nobody knows.
pub(crate) fn key(name: &str) -> Option<Key> {
    if let Some((_, key, code, number, text, modifier)) = NAMED.iter().find(|named| named.0 == name.to_lowercase()) {
        let text = (!text.is_empty()).then(|| (*text).to_owned());
        return Some(Key {
            key: (*key).into(),
            code: (*code).into(),
            number: *number,
            text,
            modifier: *modifier,
            shifted: false,
        });
    }
    if let Some(function) = name.to_lowercase().strip_prefix('f').and_then(|n| n.parse::<u32>().ok())
        && (1..=24).contains(&function)
    {
        let name = format!("F{function}");
        return Some(Key { key: name.clone(), code: name, number: 111 + function, text: None, modifier: 0, shifted: false });
    }
    let mut characters = name.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) => of_char(character),
        _ => None,
    }
}

/// The key that types a character on a US keyboard; `None` for those it does not have.
pub(crate) fn of_char(character: char) -> Option<Key> {
    let (code, number, shifted) = match character {
        '\n' | '\r' => return key("enter"),
        '\t' => return key("tab"),
        ' ' => return key("space"),
        'a'..='z' | 'A'..='Z' => {
            let upper = character.to_ascii_uppercase();
            (format!("Key{upper}"), u32::from(upper), character.is_ascii_uppercase())
        }
        '0'..='9' => (format!("Digit{character}"), u32::from(character), false),
        _ => {
            if let Some(digit) = OVER_DIGITS.chars().position(|over| over == character) {
                (format!("Digit{digit}"), u32::from(b'0') + digit as u32, true)
            } else {
                let sign = SIGNS.iter().find(|sign| sign.0 == character || sign.1 == character)?;
                (sign.2.to_owned(), sign.3, sign.1 == character)
            }
        }
    };
    Some(Key { key: character.into(), code, number, text: Some(character.into()), modifier: 0, shifted })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_character_of_ascii_has_a_key() {
        for character in ' '..='~' {
            let key = of_char(character).unwrap_or_else(|| panic!("{character:?}"));
            assert_eq!(key.text.as_deref(), Some(character.to_string().as_str()));
        }
        assert_eq!(of_char('µ'), None);
    }

    #[test]
    fn shift_gives_the_upper_character_of_every_key() {
        let lower = "`1234567890-=[]\\;',./abcdefghijklmnopqrstuvwxyz";
        let upper = "~!@#$%^&*()_+{}|:\"<>?ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        for (plain, shifted) in lower.chars().zip(upper.chars()) {
            let key = of_char(plain).unwrap();
            assert_eq!(key.clone().in_chord(SHIFT), of_char(shifted).unwrap(), "{plain}");
            assert_eq!(key.clone().in_chord(0), key);
            assert_eq!(of_char(shifted).unwrap().in_chord(SHIFT), of_char(shifted).unwrap());
        }
    }

    #[test]
    fn a_capital_with_ctrl_is_the_letter_without_shift() {
        let key = |name: &str| super::key(name).unwrap();
        assert_eq!(key("A").in_chord(CTRL), key("a"));
        assert_eq!(key("z").in_chord(CTRL), key("z"));
        assert_eq!(key("z").in_chord(CTRL | SHIFT), key("Z"));
        assert_eq!(key("+").in_chord(CTRL), key("+"));
        for name in ["enter", "space", "tab", "F5", "ctrl"] {
            assert_eq!(key(name).in_chord(SHIFT), key(name));
        }
    }

    #[test]
    fn names_are_those_of_actions() {
        assert_eq!(key("page_down").unwrap().code, "PageDown");
        assert_eq!(key("F5").unwrap().number, 116);
        assert_eq!(key("?").unwrap().number, 191);
        assert!(key("?").unwrap().shifted);
        assert_eq!(key("no-such-key"), None);
        assert_eq!(key(""), None);
    }
}
