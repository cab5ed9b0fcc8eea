//! Bytes as hexadecimal digits, and hashes that are written so.

use std::fmt::Write as _;

/// Two lower-case digits for each byte.
pub fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// The bytes that exactly so many digits stand for, in either case.
pub fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    if text.len() != 2 * N || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(bytes)
}

/// Lets a hash, a tuple of so many bytes, be shown, written and read as hexadecimal digits.
macro_rules! hex_hash {
    ($name:ident, $bytes:literal, $what:literal) => {
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&$crate::hex(&self.0))
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(deserializer)?;
                let wrong =
                    || serde::de::Error::custom(format!("{text:?} is not {} of {} hexadecimal digits", $what, 2 * $bytes));
                $crate::unhex::<$bytes>(&text).map(Self).ok_or_else(wrong)
            }
        }
    };
}

pub(crate) use hex_hash;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn only_the_right_number_of_digits_is_read() {
        assert_eq!(unhex::<2>("0aFF"), Some([10, 255]));
        for wrong in ["", "0a", "0aff00", "0aFg", "+aff", "é0f"] {
            assert_eq!(unhex::<2>(wrong), None, "{wrong:?}");
        }
    }

    proptest! {
        #[test]
        fn bytes_round_trip(bytes in any::<[u8; 16]>()) {
            prop_assert_eq!(unhex(&hex(&bytes)), Some(bytes));
        }
    }
}
