//! Bytes as text, and text in the forms that comparisons look at.

use crate::input::Unreadable;

/// Longest text that is looked at as one.
const MOST_TEXT: usize = 64 << 20;

/// Bytes as text: UTF-8 or UTF-16 by their mark, else UTF-8, else Latin-1, which every sequence of bytes is.
pub(crate) fn decode(bytes: &[u8]) -> Result<String, Unreadable> {
    if bytes.len() > MOST_TEXT {
        return Err(Unreadable::new(format!("has {} MiB of text, more than {}", bytes.len() >> 20, MOST_TEXT >> 20)));
    }
    let text = match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
        },
    };
    if text.contains('\0') { Err(Unreadable::new("is not text: it has zero bytes")) } else { Ok(text) }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.as_chunks::<2>().0.iter().map(|pair| unit(*pair));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// Text with line ends of one kind, without spaces at the ends of lines and without empty lines at its end.
pub(crate) fn normalised(text: &str) -> String {
    let mut lines: Vec<&str> = text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r')).collect();
    for line in &mut lines {
        *line = line.trim_end();
    }
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    lines.join("\n")
}

/// Text in small letters, with single spaces: two ways of writing one answer.
pub(crate) fn folded(text: &str) -> String {
    spaced(text).to_lowercase()
}

/// Text with single spaces.
pub(crate) fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The part of a path behind its last dot, in small letters.
pub(crate) fn extension(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or_else(String::new, |(_, extension)| extension.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_told_by_their_marks() {
        assert_eq!(decode(b"\xef\xbb\xbfa").unwrap(), "a");
        assert_eq!(decode(b"\xff\xfea\0\xe4\0").unwrap(), "aä");
        assert_eq!(decode(b"\xfe\xff\0a").unwrap(), "a");
        assert_eq!(decode(b"M\xfcller").unwrap(), "Müller");
        assert!(decode(b"a\0b").is_err());
    }

    #[test]
    fn forms_of_text() {
        assert_eq!(normalised("a  \r\nb\rc\n\n\n"), "a\nb\nc");
        assert_eq!(folded("  New\n York "), "new york");
        assert_eq!(extension("a.b/c.TAR.GZ"), "gz");
        assert_eq!(extension("a.b/c"), "");
    }
}
