//! Splits an expression into names, numbers, texts and signs.

/// A part of an expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Name(String),
    Number(f64),
    Text(String),
    /// A text in backquotes, as it is written.
    Template(String),
    Sign(&'static str),
}

/// Longer signs first.
const SIGNS: [&str; 34] = [
    "===", "!==", "...", "**", "=>", "==", "!=", "<=", ">=", "&&", "||", "??", "?.", "+", "-", "*", "/", "%", "<", ">", "!", "?",
    ":", "(", ")", "[", "]", "{", "}", ",", ".", "=", ";", "~",
];

/// `None`: this is no expression.
pub(super) fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let (token, length) = match first {
            '"' | '\'' => quoted(rest, first)?,
            '`' => {
                let end = rest[1..].find('`')? + 1;
                (Token::Template(rest[1..end].to_owned()), end + 1)
            }
            _ if first.is_ascii_digit() || (first == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit())) => number(rest)?,
            _ if is_name(first) => {
                let length = rest.find(|c: char| !is_name(c) && !c.is_ascii_digit()).unwrap_or(rest.len());
                (Token::Name(rest[..length].to_owned()), length)
            }
            _ => {
                let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign))?;
                // `a?.5:1` chooses; it does not look into anything.
                let is_choice = sign == "?." && rest[2..].starts_with(|c: char| c.is_ascii_digit());
                let sign = if is_choice { "?" } else { sign };
                (Token::Sign(sign), sign.len())
            }
        };
        found.push(token);
        rest = rest[length..].trim_start();
    }
    Some(found)
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_' || c == '$'
}

fn number(text: &str) -> Option<(Token, usize)> {
    let bytes = text.as_bytes();
    let mut length = text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '_').unwrap_or(text.len());
    if bytes.get(length).is_some_and(|byte| matches!(byte, b'e' | b'E')) {
        let sign = usize::from(bytes.get(length + 1).is_some_and(|byte| matches!(byte, b'+' | b'-')));
        let digits = bytes[length + 1 + sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits > 0 {
            length += 1 + sign + digits;
        }
    }
    let value = text[..length].replace('_', "").parse().ok()?;
    Some((Token::Number(value), length))
}

/// A text in quotes of either sort; the quotes do not matter.
fn quoted(text: &str, quote: char) -> Option<(Token, usize)> {
    let mut value = String::new();
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            _ if c == quote => return Some((Token::Text(value), at + 1)),
            '\\' => value.push(match chars.next()?.1 {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                // Rare escapes are left to a comparison as text.
                'u' | 'x' => return None,
                other => other,
            }),
            _ => value.push(c),
        }
    }
    None
}
