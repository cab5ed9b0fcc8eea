//! Python's words. Lines end where Python ends them: not within brackets, not behind a backslash.

use std::iter::Peekable;
use std::str::Chars;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Name(String),
    Number(f64),
    Text(String),
    /// An operator, a bracket, or whatever else is neither name nor value; `//` is written as `d`.
    Sign(char),
    End,
    /// What cannot be taken apart, and why; the last token.
    Bad(String),
}

/// Every token with its line.
pub(super) fn tokens(code: &str) -> Vec<(usize, Token)> {
    let mut lexer = Lexer { chars: code.chars().peekable(), line: 1, depth: 0 };
    let mut tokens = Vec::new();
    loop {
        match lexer.next() {
            Ok(Some(token)) => tokens.push(token),
            Ok(None) => break,
            Err((line, what)) => {
                tokens.push((line, Token::Bad(what)));
                break;
            }
        }
    }
    tokens.push((lexer.line, Token::End));
    tokens
}

struct Lexer<'a> {
    chars: Peekable<Chars<'a>>,
    line: usize,
    depth: usize,
}

type Lexed<T> = Result<T, (usize, String)>;

impl Lexer<'_> {
    fn error<T>(&self, what: impl Into<String>) -> Lexed<T> {
        Err((self.line, what.into()))
    }

    fn next(&mut self) -> Lexed<Option<(usize, Token)>> {
        while let Some(c) = self.chars.next() {
            let line = self.line;
            let token = match c {
                '\n' => {
                    self.line += 1;
                    if self.depth > 0 {
                        continue;
                    }
                    Token::End
                }
                ';' => Token::End,
                '#' => {
                    while self.chars.next_if(|c| *c != '\n').is_some() {}
                    continue;
                }
                '\\' => {
                    while self.chars.next_if(|c| *c == '\r').is_some() {}
                    if self.chars.next() != Some('\n') {
                        return self.error("a backslash must end its line");
                    }
                    self.line += 1;
                    continue;
                }
                c if c.is_whitespace() || c == '\u{feff}' => continue,
                '\'' | '"' => Token::Text(self.text(c, false)?),
                c if c.is_ascii_digit() => self.number(c)?,
                '.' if self.chars.peek().is_some_and(char::is_ascii_digit) => self.number(c)?,
                c if c.is_alphabetic() || c == '_' => self.name(c)?,
                '/' if self.chars.next_if_eq(&'/').is_some() => Token::Sign('d'),
                '(' | '[' => {
                    self.depth += 1;
                    Token::Sign(c)
                }
                ')' | ']' => {
                    self.depth = self.depth.saturating_sub(1);
                    Token::Sign(c)
                }
                other => Token::Sign(other),
            };
            return Ok(Some((line, token)));
        }
        Ok(None)
    }

    fn name(&mut self, first: char) -> Lexed<Token> {
        let mut name = String::from(first);
        while let Some(c) = self.chars.next_if(|c| c.is_alphanumeric() || *c == '_') {
            name.push(c);
        }
        match (self.chars.peek().copied(), name.to_lowercase().as_str()) {
            (Some(quote @ ('\'' | '"')), prefix @ ("r" | "u")) => {
                self.chars.next();
                Ok(Token::Text(self.text(quote, prefix == "r")?))
            }
            (Some('\'' | '"'), _) => {
                self.error(format!("strings that begin with {}'…' are not understood", crate::text::short(&name)))
            }
            _ => Ok(Token::Name(name)),
        }
    }

    fn number(&mut self, first: char) -> Lexed<Token> {
        let mut digits = String::from(first);
        while let Some(c) = self.chars.peek().copied() {
            let sign_of_exponent = matches!(c, '+' | '-') && digits.ends_with(['e', 'E']);
            if !(c.is_ascii_alphanumeric() || c == '.' || c == '_' || sign_of_exponent) {
                break;
            }
            self.chars.next();
            if c != '_' {
                digits.push(c);
            }
        }
        match digits.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Token::Number(number)),
            _ => self.error(format!("{} is not a number", crate::text::short(&digits))),
        }
    }

    /// A string whose first quotation mark was read.
    fn text(&mut self, quote: char, raw: bool) -> Lexed<String> {
        let start = self.line;
        let mut triple = false;
        if self.chars.next_if_eq(&quote).is_some() {
            if self.chars.next_if_eq(&quote).is_none() {
                return Ok(String::new());
            }
            triple = true;
        }
        let mut text = String::new();
        while let Some(c) = self.chars.next() {
            match c {
                '\\' if raw => {
                    text.push('\\');
                    text.extend(self.chars.next());
                }
                '\\' => self.escape(&mut text)?,
                '\n' if !triple => break,
                '\n' => {
                    self.line += 1;
                    text.push('\n');
                }
                c if c == quote && !triple => return Ok(text),
                c if c == quote && text.ends_with([quote]) && text[..text.len() - 1].ends_with([quote]) => {
                    text.truncate(text.len() - 2);
                    return Ok(text);
                }
                c => text.push(c),
            }
        }
        Err((start, "a quotation mark is not closed".into()))
    }

    fn escape(&mut self, text: &mut String) -> Lexed<()> {
        match self.chars.next() {
            Some('n') => text.push('\n'),
            Some('t') => text.push('\t'),
            Some('r') => text.push('\r'),
            Some('0') => text.push('\0'),
            Some('x') => text.extend(self.code_point(2)),
            Some('u') => text.extend(self.code_point(4)),
            Some('U') => text.extend(self.code_point(8)),
            Some('\n') => self.line += 1,
            Some(c @ ('\\' | '\'' | '"')) => text.push(c),
            // As Python does: an unknown escape is two characters.
            Some(c) => text.extend(['\\', c]),
            None => return self.error("a quotation mark is not closed"),
        }
        Ok(())
    }

    fn code_point(&mut self, digits: usize) -> Option<char> {
        let mut code = 0_u32;
        for _ in 0..digits {
            let digit = self.chars.next_if(char::is_ascii_hexdigit)?.to_digit(16)?;
            code = code.wrapping_mul(16).wrapping_add(digit);
        }
        char::from_u32(code)
    }
}
