//! An expression's words and signs.

use super::ExpressionError;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Word(String),
    Number(f64),
    Text(String),
    Sign(&'static str),
}

/// An expression has at most so many words and signs, and so many characters.
const MOST_TOKENS: usize = 500;
const MOST_CHARACTERS: usize = 20_000;

/// Longer signs before those they begin with.
const SIGNS: [&str; 19] = ["==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "%", "(", ")", "[", "]", ",", ":", ".", "#"];

/// The tokens, each with the character at which it begins, counted from 1.
pub(super) fn tokens(text: &str) -> Result<Vec<(usize, Token)>, ExpressionError> {
    let chars: Vec<char> = text.chars().take(MOST_CHARACTERS + 1).collect();
    let mut lexer = Lexer { text, chars, at: 0 };
    let mut tokens = Vec::new();
    loop {
        lexer.skip(char::is_whitespace);
        let place = lexer.at + 1;
        if tokens.len() >= MOST_TOKENS || lexer.at >= MOST_CHARACTERS {
            return Err(lexer.error(place, "the expression is too long"));
        }
        match lexer.token()? {
            Some(token) => tokens.push((place, token)),
            None => return Ok(tokens),
        }
    }
}

struct Lexer<'a> {
    text: &'a str,
    chars: Vec<char>,
    at: usize,
}

impl Lexer<'_> {
    fn token(&mut self) -> Result<Option<Token>, ExpressionError> {
        let (start, place) = (self.at, self.at + 1);
        let Some(first) = self.peek() else { return Ok(None) };
        if first.is_alphabetic() || first == '_' {
            self.skip(|c| c.is_alphanumeric() || c == '_');
            return Ok(Some(Token::Word(self.since(start))));
        }
        if first.is_ascii_digit() {
            return self.number().map(Some);
        }
        if first == '"' || first == '\'' {
            return self.quoted(first).map(Some);
        }
        let begins = |sign: &&&str| sign.chars().enumerate().all(|(i, c)| self.chars.get(start + i) == Some(&c));
        match SIGNS.iter().find(begins) {
            Some(sign) => {
                self.at += sign.len();
                Ok(Some(Token::Sign(sign)))
            }
            None => Err(self.error(place, &format!("{first:?} means nothing here"))),
        }
    }

    fn number(&mut self) -> Result<Token, ExpressionError> {
        let start = self.at;
        self.skip(|c| c.is_ascii_digit());
        if self.peek() == Some('.') && self.chars.get(self.at + 1).is_some_and(char::is_ascii_digit) {
            self.at += 1;
            self.skip(|c| c.is_ascii_digit());
        }
        if matches!(self.peek(), Some('e' | 'E')) {
            let signed = usize::from(matches!(self.chars.get(self.at + 1), Some('+' | '-')));
            if self.chars.get(self.at + 1 + signed).is_some_and(char::is_ascii_digit) {
                self.at += 1 + signed;
                self.skip(|c| c.is_ascii_digit());
            }
        }
        let number: Option<f64> = self.since(start).parse().ok().filter(|number: &f64| number.is_finite());
        number.map(Token::Number).ok_or_else(|| self.error(start + 1, "the number is too large"))
    }

    /// Between double quotes `\"`, `\\`, `\n` and `\t` have their usual meaning; between single quotes nothing has any.
    fn quoted(&mut self, quote: char) -> Result<Token, ExpressionError> {
        let place = self.at + 1;
        self.at += 1;
        let mut text = String::new();
        while let Some(c) = self.next() {
            match c {
                c if c == quote => return Ok(Token::Text(text)),
                '\\' if quote == '"' => {
                    let meaning = match self.peek() {
                        Some('n') => Some('\n'),
                        Some('t') => Some('\t'),
                        Some('"') => Some('"'),
                        Some('\\') => Some('\\'),
                        _ => None,
                    };
                    self.at += usize::from(meaning.is_some());
                    text.push(meaning.unwrap_or('\\'));
                }
                c => text.push(c),
            }
        }
        Err(self.error(place, "the closing quote is missing"))
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += 1;
        Some(c)
    }

    fn skip(&mut self, these: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&these) {
            self.at += 1;
        }
    }

    fn since(&self, start: usize) -> String {
        self.chars[start..self.at].iter().collect()
    }

    fn error(&self, place: usize, problem: &str) -> ExpressionError {
        ExpressionError { text: shortened(self.text), place, problem: problem.into() }
    }
}

/// Enough of an expression to recognise it by.
pub(super) fn shortened(text: &str) -> String {
    const ENOUGH: usize = 200;
    match text.char_indices().nth(ENOUGH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.trim_end().to_owned(),
    }
}
