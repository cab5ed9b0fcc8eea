//! Keys of a keyboard, by the names that actions use.

use std::fmt;

/// A key: one with a name, a function key, or the key that types a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "keys are called as on a keyboard")]
pub enum Key {
    Ctrl,
    Alt,
    Shift,
    Meta,
    Enter,
    Escape,
    Backspace,
    Delete,
    Insert,
    Tab,
    Space,
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    PageUp,
    PageDown,
    CapsLock,
    NumLock,
    ScrollLock,
    PrintScreen,
    Pause,
    Menu,
    /// From 1 to [`Key::FUNCTION_KEYS`].
    Function(u8),
    /// Never a control character.
    Char(char),
}

const NAMES: [(&str, Key); 25] = [
    ("ctrl", Key::Ctrl),
    ("alt", Key::Alt),
    ("shift", Key::Shift),
    ("meta", Key::Meta),
    ("enter", Key::Enter),
    ("escape", Key::Escape),
    ("backspace", Key::Backspace),
    ("delete", Key::Delete),
    ("insert", Key::Insert),
    ("tab", Key::Tab),
    ("space", Key::Space),
    ("up", Key::Up),
    ("down", Key::Down),
    ("left", Key::Left),
    ("right", Key::Right),
    ("home", Key::Home),
    ("end", Key::End),
    ("page_up", Key::PageUp),
    ("page_down", Key::PageDown),
    ("caps_lock", Key::CapsLock),
    ("num_lock", Key::NumLock),
    ("scroll_lock", Key::ScrollLock),
    ("print_screen", Key::PrintScreen),
    ("pause", Key::Pause),
    ("menu", Key::Menu),
];

impl Key {
    /// F1 to F24.
    pub const FUNCTION_KEYS: u8 = 24;

    /// Every key that has a name of more than one character, function keys apart.
    pub fn named() -> impl Iterator<Item = (&'static str, Self)> {
        NAMES.into_iter()
    }

    /// A key by its name, in any case, or by the character it types; `None` for names that nobody knows.
    pub fn read(name: &str) -> Option<Self> {
        let lower = name.to_lowercase();
        if let Some((_, key)) = NAMES.iter().find(|named| named.0 == lower) {
            return Some(*key);
        }
        let number = lower.strip_prefix('f').and_then(|number| number.parse().ok());
        if let Some(function) = number.filter(|number| (1..=Self::FUNCTION_KEYS).contains(number)) {
            return Some(Self::Function(function));
        }
        let mut characters = name.chars();
        match (characters.next(), characters.next()) {
            (Some(character), None) => Self::typing(character),
            _ => None,
        }
    }

    /// The key that types a character; `None` for control characters.
    pub fn typing(character: char) -> Option<Self> {
        match character {
            '\n' | '\r' => Some(Self::Enter),
            '\t' => Some(Self::Tab),
            ' ' => Some(Self::Space),
            _ if character.is_control() => None,
            _ => Some(Self::Char(character)),
        }
    }

    /// Held, it makes a shortcut of whatever is typed.
    pub fn is_command(self) -> bool {
        matches!(self, Self::Ctrl | Self::Alt | Self::Meta)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Function(number) => write!(f, "F{number}"),
            Self::Char(character) => write!(f, "{character}"),
            key => f.write_str(NAMES.iter().find(|named| named.1 == *key).map_or("", |named| named.0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_read_by_the_name_it_shows() {
        let functions = (1..=Key::FUNCTION_KEYS).map(Key::Function);
        for key in Key::named().map(|named| named.1).chain(functions).chain("aA1?µΩ日".chars().map(Key::Char)) {
            assert_eq!(Key::read(&key.to_string()), Some(key));
        }
    }

    #[test]
    fn names_have_any_case_and_characters_their_own() {
        assert_eq!(Key::read("Page_Down"), Some(Key::PageDown));
        assert_eq!(Key::read("F5"), Key::read("f5"));
        assert_eq!(Key::read("f"), Some(Key::Char('f')));
        assert_eq!(Key::read(" "), Some(Key::Space));
        for unknown in ["", "f0", "f25", "no-such-key", "\u{7}"] {
            assert_eq!(Key::read(unknown), None, "{unknown:?}");
        }
    }
}
