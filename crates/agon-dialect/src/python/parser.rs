//! Statements, and expressions of plain values.

use super::lexer::{Token, tokens};
use super::values::MAX_ITEMS;
use super::{Literal, Statement};
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
/// Values are copied from variable to variable: together they must not become more than a model can print.
const MAX_VARIABLE_BYTES: usize = 4096;
const MODULES: [&str; 2] = ["pyautogui", "time"];
/// Settings of pyautogui that models like to set and that change nothing here.
const SETTINGS: [&str; 3] = ["pyautogui.PAUSE", "pyautogui.FAILSAFE", "pyautogui.MINIMUM_DURATION"];
const REFUSED: &str = "is not understood; write only calls with plain values, time.sleep, and assignments of plain values";

pub(super) struct Parser {
    pub(super) tokens: Vec<(usize, Token)>,
    pub(super) at: usize,
    pub(super) variables: BTreeMap<String, Literal>,
    /// What the code calls a module, and the module.
    modules: BTreeMap<String, &'static str>,
}

pub(super) type Parsed<T> = Result<T, (usize, String)>;

impl Parser {
    pub(super) fn token(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(_, token)| token)
    }

    fn line(&self) -> usize {
        self.tokens.get(self.at.min(self.tokens.len().saturating_sub(1))).map_or(1, |(line, _)| *line)
    }

    pub(super) fn error<T>(&self, what: impl Into<String>) -> Parsed<T> {
        Err((self.line(), what.into()))
    }

    /// What stands here is not part of what we read.
    pub(super) fn refuse<T>(&self) -> Parsed<T> {
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

    pub(super) fn eat(&mut self, sign: char) -> bool {
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
            return self.call(name, line).map(Some);
        }
        let mut names = vec![name];
        while self.eat(',') {
            names.push(self.name()?);
        }
        if !self.eat('=') {
            return self.refuse();
        }
        let mut values = vec![self.value(0)?];
        while self.eat(',') && self.token() != Some(&Token::End) && values.len() <= MAX_ITEMS {
            let value = self.value(0)?;
            values.push(value);
        }
        self.assign(names, values)?;
        Ok(None)
    }

    fn assign(&mut self, names: Vec<String>, mut values: Vec<Literal>) -> Parsed<()> {
        if let Some(name) = names.iter().find(|name| name.contains('.') && !SETTINGS.contains(&name.as_str())) {
            return self.error(format!("'{} =' {REFUSED}", short(name)));
        }
        // `place = 1, 2` makes a tuple, and `x, y = place` takes one apart.
        if names.len() == 1 && values.len() > 1 {
            values = vec![self.list(values)?];
        } else if let ([Literal::List(items)], true) = (values.as_slice(), names.len() > 1) {
            values = items.clone();
        }
        if names.len() != values.len() {
            return self.error(format!("{} names need as many values", names.len()));
        }
        if values.iter().map(bytes).sum::<usize>() > MAX_VARIABLE_BYTES {
            return self.error("the value is too long for a variable");
        }
        self.variables.extend(names.into_iter().zip(values));
        Ok(())
    }

    /// A call whose first bracket was read.
    fn call(&mut self, name: String, line: usize) -> Parsed<Statement> {
        let (mut args, mut keywords) = (Vec::new(), Vec::new());
        while !self.eat(')') {
            let keyword = match (self.token(), self.tokens.get(self.at + 1)) {
                (Some(Token::Name(name)), Some((_, Token::Sign('=')))) => Some(name.clone()),
                _ => None,
            };
            if let Some(keyword) = keyword {
                self.at += 2;
                let value = self.value(0)?;
                keywords.push((keyword, value));
            } else if self.eat('*') {
                match self.value(0)? {
                    Literal::List(items) => args.extend(items),
                    // Marks stand for a pair: `click(*tag_3)`.
                    label @ Literal::Label(_) => args.push(label),
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
        Ok(Statement { line, name, args, keywords })
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
