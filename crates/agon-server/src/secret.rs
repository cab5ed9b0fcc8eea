//! What only some may know: addresses that cannot be guessed, and access codes.

use std::fmt::Write as _;
use std::io::{self, Read as _};

/// Without letters and digits that look alike.
const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const CODE_LETTERS: usize = 8;

/// Thirty-two digits from the system's own source of chance.
pub(crate) fn token() -> io::Result<String> {
    Ok(random::<16>()?.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

/// A code that a person can type: `K7QF-2MXD`, one of 2⁴⁰.
pub(crate) fn access_code() -> io::Result<String> {
    let letters = random::<CODE_LETTERS>()?.map(|byte| char::from(LETTERS[usize::from(byte) % LETTERS.len()]));
    let text: String = letters.iter().collect();
    Ok(format!("{}-{}", &text[..CODE_LETTERS / 2], &text[CODE_LETTERS / 2..]))
}

/// A code as it may have been typed, as it was given out.
pub(crate) fn read_code(typed: &str) -> String {
    let letters: String = typed.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect();
    match letters.split_at_checked(CODE_LETTERS / 2) {
        Some((first, second)) => format!("{first}-{second}"),
        None => letters,
    }
}

/// Whether two secrets are the same, in a time that does not tell where they differ.
pub(crate) fn same(one: &str, other: &str) -> bool {
    one.len() == other.len() && one.bytes().zip(other.bytes()).fold(0, |differing, (a, b)| differing | (a ^ b)) == 0
}

fn random<const N: usize>() -> io::Result<[u8; N]> {
    let mut bytes = [0u8; N];
    std::fs::File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_however_it_is_typed() {
        let code = access_code().unwrap();
        assert_eq!(read_code(&code), code);
        assert_eq!(read_code(&format!(" {} ", code.to_lowercase().replace('-', " "))), code);
        assert_ne!(access_code().unwrap(), code);
        assert_eq!(read_code("ab"), "AB");
    }

    #[test]
    fn secrets_are_the_same_only_if_all_of_them_is() {
        assert!(same("abc", "abc"));
        assert!(!same("abc", "abd") && !same("abc", "ab") && !same("", "a"));
    }
}
