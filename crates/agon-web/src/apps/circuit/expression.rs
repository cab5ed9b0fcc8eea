//! Boolean expressions in task files: `!(A & B) | C == 1`.
//!
//! Names, `0` and `1`, brackets; `!` or `not` binds strongest, then `&` or `and`, `^` or `xor`, `|` or `or`, and `==`.

use thiserror::Error;

/// An expression over numbered names.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expression {
    Constant(bool),
    Name(usize),
    Not(Box<Self>),
    Two(Operator, Box<Self>, Box<Self>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Operator {
    And,
    Xor,
    Or,
    Equal,
}

#[derive(Debug, Error, PartialEq)]
#[error("{text:?}, at character {place}: {problem}")]
pub(super) struct ExpressionError {
    text: String,
    /// Counted from 1.
    place: usize,
    problem: String,
}

impl Expression {
    /// Reads an expression; `name` gives the number of a name, if it is one.
    pub(super) fn read(text: &str, name: impl Fn(&str) -> Option<usize>) -> Result<Self, ExpressionError> {
        let mut reader = Reader { text, tokens: tokens(text)?, next: 0, depth: 0, name: &name };
        let expression = reader.level(0)?;
        match reader.tokens.get(reader.next) {
            None => Ok(expression),
            Some(_) => Err(reader.error("the expression should end here")),
        }
    }

    /// Its value where name `i` has the value `values[i]`.
    pub(super) fn value(&self, values: &[bool]) -> bool {
        match self {
            Self::Constant(value) => *value,
            Self::Name(i) => values.get(*i).copied().unwrap_or(false),
            Self::Not(inner) => !inner.value(values),
            Self::Two(operator, left, right) => {
                let (left, right) = (left.value(values), right.value(values));
                match operator {
                    Operator::And => left & right,
                    Operator::Xor => left ^ right,
                    Operator::Or => left | right,
                    Operator::Equal => left == right,
                }
            }
        }
    }
}

/// Operators of two sides, from the weakest to the strongest.
const LEVELS: [(Operator, &str); 4] = [(Operator::Equal, "=="), (Operator::Or, "|"), (Operator::Xor, "^"), (Operator::And, "&")];

/// Brackets and negations may be nested this deep.
const DEEPEST: usize = 50;

/// An expression has at most so many names and symbols.
const LONGEST: usize = 500;

/// A symbol or a word, and the character at which it begins.
type Token = (usize, String);

fn tokens(text: &str) -> Result<Vec<Token>, ExpressionError> {
    let chars: Vec<char> = text.chars().collect();
    let is_word = |c: &char| c.is_alphanumeric() || *c == '_';
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = chars.get(at) {
        let length = match c {
            c if c.is_whitespace() => 0,
            '(' | ')' | '!' | '&' | '^' | '|' => 1,
            '=' if chars.get(at + 1) == Some(&'=') => 2,
            c if is_word(c) => chars[at..].iter().take_while(|c| is_word(c)).count(),
            c => return Err(ExpressionError { text: text.into(), place: at + 1, problem: format!("{c:?} means nothing here") }),
        };
        if length > 0 {
            let word: String = chars[at..at + length].iter().collect();
            tokens.push((at + 1, symbol(&word).map_or(word, str::to_owned)));
        }
        if tokens.len() > LONGEST {
            return Err(ExpressionError { text: text.into(), place: at + 1, problem: "the expression is too long".into() });
        }
        at += length.max(1);
    }
    Ok(tokens)
}

/// The symbol that a word stands for.
fn symbol(word: &str) -> Option<&'static str> {
    match word.to_ascii_lowercase().as_str() {
        "not" => Some("!"),
        "and" => Some("&"),
        "xor" => Some("^"),
        "or" => Some("|"),
        _ => None,
    }
}

struct Reader<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    next: usize,
    depth: usize,
    name: &'a dyn Fn(&str) -> Option<usize>,
}

impl Reader<'_> {
    fn level(&mut self, level: usize) -> Result<Expression, ExpressionError> {
        let Some((operator, symbol)) = LEVELS.get(level) else { return self.single() };
        let mut left = self.level(level + 1)?;
        while self.take(symbol) {
            let right = self.level(level + 1)?;
            left = Expression::Two(*operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn single(&mut self) -> Result<Expression, ExpressionError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.error("brackets and negations are nested too deep"));
        }
        let expression = if self.take("!") {
            Expression::Not(Box::new(self.single()?))
        } else if self.take("(") {
            let inner = self.level(0)?;
            if !self.take(")") {
                return Err(self.error("a closing bracket is missing"));
            }
            inner
        } else {
            self.word()?
        };
        self.depth -= 1;
        Ok(expression)
    }

    fn word(&mut self) -> Result<Expression, ExpressionError> {
        let Some((_, word)) = self.tokens.get(self.next) else { return Err(self.error("something is missing at the end")) };
        let expression = match word.as_str() {
            "0" => Expression::Constant(false),
            "1" => Expression::Constant(true),
            word if word.chars().all(|c| c.is_alphanumeric() || c == '_') => match (self.name)(word) {
                Some(i) => Expression::Name(i),
                None => return Err(self.error(&format!("there is no input {word:?}"))),
            },
            symbol => return Err(self.error(&format!("a name is missing before {symbol:?}"))),
        };
        self.next += 1;
        Ok(expression)
    }

    fn take(&mut self, symbol: &str) -> bool {
        let taken = self.tokens.get(self.next).is_some_and(|(_, token)| token == symbol);
        self.next += usize::from(taken);
        taken
    }

    fn error(&self, problem: &str) -> ExpressionError {
        let place = self.tokens.get(self.next).map_or(self.text.chars().count() + 1, |(place, _)| *place);
        ExpressionError { text: self.text.into(), place, problem: problem.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<Expression, ExpressionError> {
        Expression::read(text, |name| ["A", "B", "C"].iter().position(|known| *known == name))
    }

    fn column(text: &str) -> String {
        let expression = read(text).unwrap();
        let bit = |row: usize| if expression.value(&[row & 4 > 0, row & 2 > 0, row & 1 > 0]) { '1' } else { '0' };
        (0..8).map(bit).collect()
    }

    #[test]
    fn operators_bind_as_written_down() {
        assert_eq!(column("A"), "00001111");
        assert_eq!(column("!A & B"), "00110000");
        assert_eq!(column("A | B & C"), "00011111");
        assert_eq!(column("A ^ B & C"), "00011110");
        assert_eq!(column("A | B ^ C"), "01101111");
        assert_eq!(column("A and not B or C xor 1"), "10101110");
        assert_eq!(column("A == B | C"), "10000111");
        assert_eq!(column("NOT (A AND B)"), column("!A | !B"));
        assert_eq!(column("!!A ^ 0"), column("A"));
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        let says = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(says("A & D"), r#""A & D", at character 5: there is no input "D""#);
        assert!(says("A B").contains("at character 3: the expression should end here"));
        assert!(says("(A & B").contains("at character 7: a closing bracket is missing"));
        assert!(says("A &").contains("at character 4: something is missing"));
        assert!(says("& A").contains("at character 1: a name is missing before \"&\""));
        assert!(says("A = B").contains("at character 3: '=' means nothing here"));
        assert!(says("").contains("at character 1"));
        assert!(says(&"!".repeat(400)).contains("too deep"));
        assert!(says(&"(".repeat(400)).contains("too deep"));
        assert!(says(&"A|".repeat(100_000)).contains("too long"));
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[ABC01!&^|=() ]{0,40}|.{0,40}") {
            if let Ok(expression) = read(&text) {
                expression.value(&[true, false, true]);
            }
        }
    }
}
