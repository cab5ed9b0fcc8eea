//! Keys as X has them.

use agon_core::Key;

pub(crate) const SHIFT: u32 = 0xffe1;
const F1: u32 = 0xffbe;
/// Keysyms beyond Latin-1 are Unicode's numbers above this.
const UNICODE: u32 = 0x0100_0000;

/// The keysym of a key.
pub(crate) fn keysym(key: Key) -> u32 {
    match key {
        Key::Ctrl => 0xffe3,
        Key::Alt => 0xffe9,
        Key::Shift => SHIFT,
        Key::Meta => 0xffeb,
        Key::Enter => 0xff0d,
        Key::Escape => 0xff1b,
        Key::Backspace => 0xff08,
        Key::Delete => 0xffff,
        Key::Insert => 0xff63,
        Key::Tab => 0xff09,
        Key::Space => 0x20,
        Key::Up => 0xff52,
        Key::Down => 0xff54,
        Key::Left => 0xff51,
        Key::Right => 0xff53,
        Key::Home => 0xff50,
        Key::End => 0xff57,
        Key::PageUp => 0xff55,
        Key::PageDown => 0xff56,
        Key::CapsLock => 0xffe5,
        Key::NumLock => 0xff7f,
        Key::ScrollLock => 0xff14,
        Key::PrintScreen => 0xff61,
        Key::Pause => 0xff13,
        Key::Menu => 0xff67,
        Key::Function(number) => F1 + u32::from(number) - 1,
        Key::Char(character @ (' '..='~' | '\u{a0}'..='\u{ff}')) => character.into(),
        Key::Char(character) => UNICODE + u32::from(character),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_latin_or_unicode() {
        let of = |name: &str| Key::read(name).map(keysym);
        assert_eq!(of("µ"), Some(0xb5));
        assert_eq!(of("Ω"), Some(0x0100_03a9));
        assert_eq!(of("日"), Some(0x0100_65e5));
        assert_eq!(of("page_down"), Some(0xff56));
        assert_eq!(of("F5"), Some(0xffc2));
    }
}
