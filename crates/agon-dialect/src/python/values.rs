//! Expressions of plain values, worked out while they are read.

use super::Literal;
use super::lexer::Token;
use super::parser::{Parsed, Parser};
use crate::MAX_TEXT_BYTES;
use crate::text::short;

pub(super) const MAX_ITEMS: usize = 64;
const MAX_DEPTH: usize = 32;

impl Parser {
    pub(super) fn list(&self, items: Vec<Literal>) -> Parsed<Literal> {
        if items.len() > MAX_ITEMS || items.iter().any(|item| matches!(item, Literal::List(_))) {
            return self.error("only short lists of plain values are understood");
        }
        Ok(Literal::List(items))
    }

    pub(super) fn value(&mut self, depth: usize) -> Parsed<Literal> {
        let mut left = self.term(depth)?;
        while let Some(Token::Sign(sign @ ('+' | '-'))) = self.token() {
            let sign = *sign;
            self.at += 1;
            let right = self.term(depth)?;
            left = self.combined(left, sign, right)?;
        }
        Ok(left)
    }

    fn term(&mut self, depth: usize) -> Parsed<Literal> {
        let mut left = self.unary(depth)?;
        while let Some(Token::Sign(sign @ ('*' | '/' | 'd' | '%'))) = self.token() {
            let sign = *sign;
            self.at += 1;
            let right = self.unary(depth)?;
            left = self.combined(left, sign, right)?;
        }
        Ok(left)
    }

    fn combined(&self, left: Literal, sign: char, right: Literal) -> Parsed<Literal> {
        match (left, sign, right) {
            (Literal::Text(left), '+', Literal::Text(right)) if left.len() + right.len() <= MAX_TEXT_BYTES => {
                Ok(Literal::Text(left + &right))
            }
            (Literal::Number(left), _, Literal::Number(right)) => {
                let number = match sign {
                    '+' => left + right,
                    '-' => left - right,
                    '*' => left * right,
                    '/' => left / right,
                    'd' => (left / right).floor(),
                    _ => left - right * (left / right).floor(),
                };
                if number.is_finite() { Ok(Literal::Number(number)) } else { self.error("the result is not a number") }
            }
            _ => self.error("only numbers are calculated with, and only strings are joined"),
        }
    }

    fn unary(&mut self, depth: usize) -> Parsed<Literal> {
        let mut minus = false;
        let mut signed = false;
        while let Some(Token::Sign(sign @ ('+' | '-'))) = self.token() {
            minus ^= *sign == '-';
            signed = true;
            self.at += 1;
        }
        match self.atom(depth)? {
            Literal::Number(number) => Ok(Literal::Number(if minus { -number } else { number })),
            _ if signed => self.error("only numbers have a sign"),
            other => Ok(other),
        }
    }

    fn atom(&mut self, depth: usize) -> Parsed<Literal> {
        if depth > MAX_DEPTH {
            return self.error("the brackets are nested too deep");
        }
        match self.token().cloned() {
            Some(Token::Number(number)) => {
                self.at += 1;
                Ok(Literal::Number(number))
            }
            Some(Token::Text(mut text)) => {
                self.at += 1;
                // Strings side by side are one.
                while let Some(Token::Text(more)) = self.token() {
                    text.push_str(more);
                    self.at += 1;
                }
                Ok(Literal::Text(text))
            }
            Some(Token::Sign(open @ ('(' | '['))) => {
                self.at += 1;
                self.sequence(if open == '(' { ')' } else { ']' }, depth)
            }
            Some(Token::Name(name)) => {
                let value = match self.variables.get(&name) {
                    Some(value) => value.clone(),
                    None => match constant(&name) {
                        Some(value) => value,
                        None => return self.unknown(&name),
                    },
                };
                self.at += 1;
                self.item(value)
            }
            _ => self.refuse(),
        }
    }

    fn unknown<T>(&self, name: &str) -> Parsed<T> {
        if self.tokens.get(self.at + 1).is_some_and(|(_, next)| matches!(next, Token::Sign('(' | '.'))) {
            return self.refuse();
        }
        self.error(format!("'{}' has no value", short(name)))
    }

    /// One item of a list: `place[0]`.
    fn item(&mut self, value: Literal) -> Parsed<Literal> {
        if !self.eat('[') {
            return Ok(value);
        }
        match (&value, self.token().cloned(), self.tokens.get(self.at + 1)) {
            (Literal::List(items), Some(Token::Number(index)), Some((_, Token::Sign(']')))) if index.fract() == 0.0 => {
                let item = items.get(index as usize).cloned();
                self.at += 2;
                item.map_or_else(|| self.error("the list is not that long"), Ok)
            }
            _ => self.refuse(),
        }
    }

    fn sequence(&mut self, close: char, depth: usize) -> Parsed<Literal> {
        let (mut items, mut commas) = (Vec::new(), 0);
        while !self.eat(close) {
            if items.len() > commas || items.len() > MAX_ITEMS {
                return self.refuse();
            }
            let item = self.value(depth + 1)?;
            items.push(item);
            commas += usize::from(self.eat(','));
        }
        match (close, items.len(), commas) {
            (')', 1, 0) => Ok(items.swap_remove(0)),
            _ => self.list(items),
        }
    }
}

fn constant(name: &str) -> Option<Literal> {
    match name {
        "None" => Some(Literal::None),
        "True" => Some(Literal::Bool(true)),
        "False" => Some(Literal::Bool(false)),
        _ => name.strip_prefix("tag_")?.parse().ok().map(Literal::Label),
    }
}
