//! Keys as the DevTools protocol wants them.

use agon_core::Key;

/// What the protocol must be told about a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DomKey {
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

impl DomKey {
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

/// What a key is to the page; `None` for characters that no key of a US keyboard types.
pub(crate) fn dom_key(key: Key) -> Option<DomKey> {
    let named = |key: &str, code: &str, number: u32, text: &str, modifier: u32| {
        let text = (!text.is_empty()).then(|| text.to_owned());
        Some(DomKey { key: key.into(), code: code.into(), number, text, modifier, shifted: false })
    };
    let plain = |name: &str, number: u32| named(name, name, number, "", 0);
    match key {
        Key::Ctrl => named("Control", "ControlLeft", 17, "", CTRL),
        Key::Alt => named("Alt", "AltLeft", 18, "", ALT),
        Key::Shift => named("Shift", "ShiftLeft", 16, "", SHIFT),
        Key::Meta => named("Meta", "MetaLeft", 91, "", META),
        Key::Enter => named("Enter", "Enter", 13, "\r", 0),
        Key::Space => named(" ", "Space", 32, " ", 0),
        Key::Escape => plain("Escape", 27),
        Key::Backspace => plain("Backspace", 8),
        Key::Delete => plain("Delete", 46),
        Key::Insert => plain("Insert", 45),
        Key::Tab => plain("Tab", 9),
        Key::Up => plain("ArrowUp", 38),
        Key::Down => plain("ArrowDown", 40),
        Key::Left => plain("ArrowLeft", 37),
        Key::Right => plain("ArrowRight", 39),
        Key::Home => plain("Home", 36),
        Key::End => plain("End", 35),
        Key::PageUp => plain("PageUp", 33),
        Key::PageDown => plain("PageDown", 34),
        Key::CapsLock => plain("CapsLock", 20),
        Key::NumLock => plain("NumLock", 144),
        Key::ScrollLock => plain("ScrollLock", 145),
        Key::PrintScreen => plain("PrintScreen", 44),
        Key::Pause => plain("Pause", 19),
        Key::Menu => plain("ContextMenu", 93),
        Key::Function(number) => plain(&format!("F{number}"), 111 + u32::from(number)),
        Key::Char(character) => of_char(character),
    }
}

/// The key that types a character on a US keyboard; `None` for those it does not have.
fn of_char(character: char) -> Option<DomKey> {
    let (code, number, shifted) = match character {
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
    Some(DomKey { key: character.into(), code, number, text: Some(character.into()), modifier: 0, shifted })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_character_of_ascii_has_a_key() {
        for character in ' '..='~' {
            let key = Key::typing(character).and_then(dom_key).unwrap_or_else(|| panic!("{character:?}"));
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
        let key = |name: &str| named(name).unwrap();
        assert_eq!(key("A").in_chord(CTRL), key("a"));
        assert_eq!(key("z").in_chord(CTRL), key("z"));
        assert_eq!(key("z").in_chord(CTRL | SHIFT), key("Z"));
        assert_eq!(key("+").in_chord(CTRL), key("+"));
        for name in ["enter", "space", "tab", "F5", "ctrl"] {
            assert_eq!(key(name).in_chord(SHIFT), key(name));
        }
    }

    fn named(name: &str) -> Option<DomKey> {
        Key::read(name).and_then(dom_key)
    }

    #[test]
    fn every_named_key_is_a_key_of_the_page() {
        for (name, key) in Key::named() {
            assert!(dom_key(key).is_some_and(|dom| !dom.code.is_empty() && dom.number > 0), "{name}");
        }
        assert_eq!(named("F5").unwrap().number, 116);
        assert!(named("?").is_some_and(|key| key.number == 191 && key.shifted));
    }
}
