//! Statements, and expressions of plain values.

use super::lexer::{Token, tokens};
use super::{Literal, Statement};
use crate::MAX_TEXT_BYTES;
use crate::text::short;
use std::collections::BTreeMap;

/// The calls of a piece of code, their arguments worked out. An error names the line and what is wrong with it.
pub(crate) fn calls(code: &str) -> Result<Vec<Statement>, String> {
    let told = |(line, what): (usize, String)| format!("line {line}: {what}");
    let mut parser = Parser { tokens: tokens(code), at: 0, variables: BTreeMap::new(), modules: BTreeMap::new() };
    let mut statements = Vec::new();
    for count in 0.. {
        if count > MAX_STATEMENTS {
            return Err(format!("the code has more than {MAX_STATEMENTS} statements"));
        }
        while parser.token() == Some(&Token::End) {
            parser.at += 1;
        }
        if parser.token().is_none() {
            break;
        }
        statements.extend(parser.statement().map_err(told)?);
    }
    Ok(statements)
}

const MAX_STATEMENTS: usize = 1024;
const MAX_DEPTH: usize = 32;
const MAX_ITEMS: usize = 64;
/// Values are copied from variable to variable: together they must not become more than a model can print.
const MAX_VARIABLE_BYTES: usize = 4096;
const MODULES: [&str; 2] = ["pyautogui", "time"];
/// Settings of pyautogui that models like to set and that change nothing here.
const SETTINGS: [&str; 3] = ["pyautogui.PAUSE", "pyautogui.FAILSAFE", "pyautogui.MINIMUM_DURATION"];
const REFUSED: &str = "is not understood; write only calls with plain values, time.sleep, and assignments of plain values";

struct Parser {
    tokens: Vec<(usize, Token)>,
    at: usize,
    variables: BTreeMap<String, Literal>,
    /// What the code calls a module, and the module.
    modules: BTreeMap<String, &'static str>,
}

type Parsed<T> = Result<T, (usize, String)>;

impl Parser {
    fn token(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(_, token)| token)
    }

    fn line(&self) -> usize {
        self.tokens.get(self.at.min(self.tokens.len().saturating_sub(1))).map_or(1, |(line, _)| *line)
    }

    fn error<T>(&self, what: impl Into<String>) -> Parsed<T> {
        Err((self.line(), what.into()))
    }

    /// What stands here is not part of what we read.
    fn refuse<T>(&self) -> Parsed<T> {
        let shown = match self.token() {
            Some(Token::Name(name)) => short(name),
            Some(Token::Number(number)) => short(&number.to_string()),
            Some(Token::Text(_)) => "a string".into(),
            Some(Token::Sign('d')) => "//".into(),
            Some(Token::Sign(sign)) => sign.escape_debug().to_string(),
            Some(Token::Bad(what)) => return self.error(what.clone()),
            Some(Token::End) | None => return self.error("the line ends too early"),
        };
        self.error(format!("'{shown}' {REFUSED}"))
    }

    fn eat(&mut self, sign: char) -> bool {
        let found = self.token() == Some(&Token::Sign(sign));
        self.at += usize::from(found);
        found
    }

    fn name(&mut self) -> Parsed<String> {
        match self.token() {
            Some(Token::Name(name)) => {
                let name = name.clone();
                self.at += 1;
                Ok(name)
            }
            _ => self.refuse(),
        }
    }

    fn statement(&mut self) -> Parsed<Option<Statement>> {
        let line = self.line();
        let start = self.at;
        let first = self.name()?;
        let statement = match first.as_str() {
            "import" => self.import().map(|()| None),
            "from" => self.import_from().map(|()| None),
            "pass" => Ok(None),
            word if KEYWORDS.contains(&word) => {
                self.at = start;
                self.refuse()
            }
            _ => self.call_or_assignment(first, line),
        }?;
        match self.token() {
            Some(Token::End) | None => Ok(statement),
            Some(_) => self.refuse(),
        }
    }

    fn import(&mut self) -> Parsed<()> {
        loop {
            let module = self.module()?;
            let mut alias = module.to_owned();
            if matches!(self.token(), Some(Token::Name(word)) if word == "as") {
                self.at += 1;
                alias = self.name()?;
            }
            self.modules.insert(alias, module);
            if !self.eat(',') {
                return Ok(());
            }
        }
    }

    /// What is imported can be called by its bare name, whether it was imported or not: nothing is to be remembered.
    fn import_from(&mut self) -> Parsed<()> {
        self.module()?;
        if self.name()? != "import" {
            self.at -= 1;
            return self.refuse();
        }
        if self.eat('*') {
            return Ok(());
        }
        loop {
            self.name()?;
            if !self.eat(',') {
                return Ok(());
            }
        }
    }

    fn module(&mut self) -> Parsed<&'static str> {
        let name = self.name()?;
        match MODULES.into_iter().find(|module| *module == name) {
            Some(module) => Ok(module),
            None => self.error(format!("the module {} is not available; only pyautogui and time are", short(&name))),
        }
    }

    fn call_or_assignment(&mut self, first: String, line: usize) -> Parsed<Option<Statement>> {
        let mut name = match self.modules.get(&first) {
            Some(module) => (*module).to_owned(),
            None => first,
        };
        if self.eat('.') {
            name = format!("{name}.{}", self.name()?);
        }
        if self.eat('(') {
            let (args, keywords) = self.arguments()?;
            return Ok(Some(Statement { line, name, args, keywords }));
        }
        let mut names = vec![name];
        while self.eat(',') {
            names.push(self.name()?);
        }
        if !self.eat('=') {
            return self.refuse();
        }
        let value = self.list_or_value()?;
        self.assign(names, value)?;
        Ok(None)
    }

    fn assign(&mut self, mut names: Vec<String>, value: Literal) -> Parsed<()> {
        if let Some(name) = names.iter().find(|name| name.contains('.') && !SETTINGS.contains(&name.as_str())) {
            return self.error(format!("'{} =' {REFUSED}", short(name)));
        }
        let values = match value {
            value if names.len() == 1 => vec![value],
            Literal::List(values) if values.len() == names.len() => values,
            _ => return self.error(format!("{} names need as many values", names.len())),
        };
        if values.iter().map(bytes).sum::<usize>() > MAX_VARIABLE_BYTES {
            return self.error("the value is too long for a variable");
        }
        self.variables.extend(names.drain(..).zip(values));
        Ok(())
    }

    fn arguments(&mut self) -> Parsed<(Vec<Literal>, Vec<(String, Literal)>)> {
        let (mut args, mut keywords) = (Vec::new(), Vec::new());
        while !self.eat(')') {
            let keyword = match (self.token(), self.tokens.get(self.at + 1)) {
                (Some(Token::Name(name)), Some((_, Token::Sign('=')))) => Some(name.clone()),
                _ => None,
            };
            if let Some(name) = keyword {
                self.at += 2;
                let value = self.value(0)?;
                keywords.push((name, value));
            } else if self.eat('*') {
                match self.value(0)? {
                    Literal::List(items) => args.extend(items),
                    // Marks stand for a pair: `click(*tag_3)`.
                    mark @ Literal::Mark(_) => args.push(mark),
                    _ => return self.error("only a tuple can be spread with *"),
                }
            } else {
                let value = self.value(0)?;
                args.push(value);
            }
            if args.len() + keywords.len() > MAX_ITEMS {
                return self.error("a call has too many arguments");
            }
            if !self.eat(',') && self.token() != Some(&Token::Sign(')')) {
                return self.refuse();
            }
        }
        Ok((args, keywords))
    }

    /// `1, 2` without brackets is a tuple too.
    fn list_or_value(&mut self) -> Parsed<Literal> {
        let first = self.value(0)?;
        if self.token() != Some(&Token::Sign(',')) {
            return Ok(first);
        }
        let mut items = vec![first];
        while self.eat(',') && self.token() != Some(&Token::End) {
            let item = self.value(0)?;
            items.push(item);
        }
        self.list(items)
    }

    fn list(&self, items: Vec<Literal>) -> Parsed<Literal> {
        if items.len() > MAX_ITEMS || items.iter().any(|item| matches!(item, Literal::List(_))) {
            return self.error("only short lists of plain values are understood");
        }
        Ok(Literal::List(items))
    }

    fn value(&mut self, depth: usize) -> Parsed<Literal> {
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

const KEYWORDS: [&str; 20] = [
    "for", "while", "if", "else", "elif", "def", "class", "with", "try", "except", "finally", "return", "lambda", "del",
    "global", "raise", "assert", "async", "await", "yield",
];

fn bytes(value: &Literal) -> usize {
    match value {
        Literal::Text(text) => text.len(),
        Literal::List(items) => items.iter().map(bytes).sum(),
        _ => 0,
    }
}

fn constant(name: &str) -> Option<Literal> {
    match name {
        "None" => Some(Literal::None),
        "True" => Some(Literal::Bool(true)),
        "False" => Some(Literal::Bool(false)),
        _ => name.strip_prefix("tag_")?.parse().ok().map(Literal::Mark),
    }
}
