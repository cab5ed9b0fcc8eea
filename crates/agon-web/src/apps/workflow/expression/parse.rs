//! Reads an expression straight into the form that all of its meaning share.

use super::Equality;
use super::tokens::Token;

/// Deeper nesting is left to a comparison as text.
const DEEPEST: usize = 60;

/// `None`: this is no expression.
pub(super) fn canonical(tokens: &[Token], equality: Equality) -> Option<String> {
    let mut parser = Parser { tokens, at: 0, depth: 0, equality };
    let expression = parser.expression()?;
    parser.takes(";");
    (parser.at == tokens.len()).then_some(expression)
}

struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    depth: usize,
    equality: Equality,
}

fn strength(operator: &str) -> Option<u8> {
    Some(match operator {
        "??" => 1,
        "||" => 2,
        "&&" => 3,
        "==" | "!=" | "===" | "!==" => 4,
        "<" | ">" | "<=" | ">=" | "in" => 5,
        "+" | "-" => 6,
        "*" | "/" | "%" => 7,
        "**" => 8,
        _ => return None,
    })
}

impl Parser<'_> {
    fn expression(&mut self) -> Option<String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let expression = match self.arrow_params() {
            Some(params) => format!("(fn [{}] {})", params.join(" "), self.expression()?),
            None => self.choice()?,
        };
        self.depth -= 1;
        Some(expression)
    }

    fn arrow_params(&mut self) -> Option<Vec<String>> {
        let begin = self.at;
        let mut params = Vec::new();
        let found = if self.takes("(") {
            while let Some(name) = self.name() {
                params.push(name);
                if !self.takes(",") {
                    break;
                }
            }
            self.takes(")") && self.takes("=>")
        } else {
            params.extend(self.name());
            !params.is_empty() && self.takes("=>")
        };
        if !found {
            self.at = begin;
        }
        found.then_some(params)
    }

    fn choice(&mut self) -> Option<String> {
        let test = self.binary(0)?;
        if !self.takes("?") {
            return Some(test);
        }
        let yes = self.expression()?;
        self.needs(":")?;
        Some(format!("(? {test} {yes} {})", self.expression()?))
    }

    fn binary(&mut self, least: u8) -> Option<String> {
        let mut left = self.unary()?;
        loop {
            let operator = match self.tokens.get(self.at) {
                Some(Token::Sign(sign)) => *sign,
                Some(Token::Name(name)) if name == "in" => "in",
                _ => return Some(left),
            };
            let Some(strength) = strength(operator).filter(|strength| *strength > least) else { return Some(left) };
            self.at += 1;
            let right = self.binary(if operator == "**" { strength - 1 } else { strength })?;
            left = self.joined(operator, left, right);
        }
    }

    /// Comparisons have their smaller side first; where sides can be exchanged they stand in the order of their texts.
    fn joined(&self, operator: &str, left: String, right: String) -> String {
        let operator = match (operator, self.equality) {
            ("===", Equality::Loose) => "==",
            ("!==", Equality::Loose) => "!=",
            (operator, _) => operator,
        };
        let (operator, left, right) = match operator {
            ">" => ("<", right, left),
            ">=" => ("<=", right, left),
            "==" | "!=" | "===" | "!==" | "*" if right < left => (operator, right, left),
            _ => (operator, left, right),
        };
        format!("({operator} {left} {right})")
    }

    fn unary(&mut self) -> Option<String> {
        let operator = match self.tokens.get(self.at)? {
            Token::Sign(sign @ ("!" | "-" | "+")) => *sign,
            Token::Name(name) if name == "typeof" => "typeof",
            _ => return self.postfix(),
        };
        self.at += 1;
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let operand = self.unary()?;
        self.depth -= 1;
        Some(format!("({operator} {operand})"))
    }

    fn postfix(&mut self) -> Option<String> {
        let mut value = self.primary()?;
        loop {
            value = if self.takes(".") {
                format!("(get {value} {:?})", self.name()?)
            } else if self.takes("?.") {
                if self.takes("(") {
                    format!("(call? {value} {})", self.list(")")?)
                } else if self.takes("[") {
                    format!("(get? {value} {})", self.until("]")?)
                } else {
                    format!("(get? {value} {:?})", self.name()?)
                }
            } else if self.takes("[") {
                format!("(get {value} {})", self.until("]")?)
            } else if self.takes("(") {
                format!("(call {value} {})", self.list(")")?)
            } else {
                return Some(value);
            };
        }
    }

    fn primary(&mut self) -> Option<String> {
        let token = self.tokens.get(self.at)?.clone();
        self.at += 1;
        Some(match token {
            Token::Number(value) => format!("{value}"),
            Token::Text(text) => format!("{text:?}"),
            Token::Template(text) => format!("`{text}`"),
            Token::Name(name) if name == "new" => {
                let name = self.name()?;
                let args = if self.takes("(") { self.list(")")? } else { "[]".into() };
                format!("(new {name} {args})")
            }
            Token::Name(name) => name,
            Token::Sign("(") => self.until(")")?,
            Token::Sign("[") => format!("(list {})", self.list("]")?),
            Token::Sign("{") => self.object()?,
            Token::Sign(_) => return None,
        })
    }

    fn list(&mut self, end: &str) -> Option<String> {
        let mut items = Vec::new();
        while !self.takes(end) {
            let spread = if self.takes("...") { "..." } else { "" };
            items.push(format!("{spread}{}", self.expression()?));
            if !self.sees(end) {
                self.needs(",")?;
            }
        }
        Some(format!("[{}]", items.join(" ")))
    }

    /// Fields in the order of their names, unless a whole object among them makes their order matter.
    fn object(&mut self) -> Option<String> {
        let mut entries = Vec::new();
        let mut is_ordered = false;
        while !self.takes("}") {
            if self.takes("...") {
                is_ordered = true;
                entries.push(format!("...{}", self.expression()?));
            } else {
                let key = if self.takes("[") {
                    is_ordered = true;
                    format!("[{}]", self.until("]")?)
                } else {
                    match self.tokens.get(self.at)? {
                        Token::Name(name) => name.clone(),
                        Token::Text(text) => text.clone(),
                        Token::Number(value) => value.to_string(),
                        _ => return None,
                    }
                };
                self.at += usize::from(!key.starts_with('['));
                let value = if self.takes(":") { self.expression()? } else { key.clone() };
                entries.push(format!("{key:?}: {value}"));
            }
            if !self.sees("}") {
                self.needs(",")?;
            }
        }
        if !is_ordered {
            entries.sort();
        }
        Some(format!("{{{}}}", entries.join(", ")))
    }

    fn until(&mut self, end: &str) -> Option<String> {
        let expression = self.expression()?;
        self.needs(end)?;
        Some(expression)
    }

    fn name(&mut self) -> Option<String> {
        let Token::Name(name) = self.tokens.get(self.at)? else { return None };
        self.at += 1;
        Some(name.clone())
    }

    fn sees(&self, sign: &str) -> bool {
        matches!(self.tokens.get(self.at), Some(Token::Sign(found)) if *found == sign)
    }

    fn takes(&mut self, sign: &str) -> bool {
        let found = self.sees(sign);
        self.at += usize::from(found);
        found
    }

    fn needs(&mut self, sign: &str) -> Option<()> {
        self.takes(sign).then_some(())
    }
}
