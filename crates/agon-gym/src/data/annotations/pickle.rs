//! Python pickles of plain data: lists, dictionaries, texts and numbers.
//!
//! Own code: a pickle is a program, and the crate for it (serde-pickle 1.2, the only one that is kept up) copies what a
//! program names twice and recurses into what it nests, so that a small file can fill the memory or the stack and end the
//! process. Here every operation adds at most one value, values are shared by number, and nothing recurses. Whatever would
//! call Python (classes, functions) is refused by name.

use std::collections::HashMap;

/// A value of a pickle; parts of others are their numbers.
#[derive(Debug)]
enum Value {
    None,
    Bool,
    Integer(i64),
    /// Floats and numbers beyond 64 bits, which no entry of ours uses.
    OtherNumber,
    Text(String),
    List(Vec<u32>),
    /// Keys and values by turns.
    Dictionary(Vec<u32>),
}

/// All values of a pickle.
#[derive(Debug)]
pub(super) struct Pickle {
    values: Vec<Value>,
    root: u32,
}

/// A value within its pickle.
#[derive(Clone, Copy)]
pub(super) struct Item<'a> {
    pickle: &'a Pickle,
    value: &'a Value,
}

/// More values than the largest of the data sets has by far.
const MOST_VALUES: usize = 20_000_000;

impl Pickle {
    pub(super) fn read(bytes: &[u8]) -> Result<Self, String> {
        let mut machine = Machine { bytes, ..Machine::default() };
        loop {
            let before = machine.bytes.len();
            match machine.step() {
                Ok(None) => {}
                Ok(Some(root)) => return Ok(Self { values: machine.values, root }),
                Err(problem) => return Err(format!("{problem}, at byte {}", bytes.len() - before)),
            }
        }
    }

    pub(super) fn root(&self) -> Item<'_> {
        self.item(self.root)
    }

    fn item(&self, number: u32) -> Item<'_> {
        // Numbers are only ever made with their value.
        Item { pickle: self, value: self.values.get(number as usize).unwrap_or(&Value::None) }
    }
}

impl<'a> Item<'a> {
    /// The items of a list or tuple; `None` for anything else.
    pub(super) fn list(self) -> Option<impl ExactSizeIterator<Item = Item<'a>>> {
        match self.value {
            Value::List(items) => Some(items.iter().map(move |number| self.pickle.item(*number))),
            _ => None,
        }
    }

    /// What a dictionary has under a text; of two the later.
    pub(super) fn get(self, key: &str) -> Option<Item<'a>> {
        let Value::Dictionary(pairs) = self.value else { return None };
        let mut pairs = pairs.chunks_exact(2).rev();
        pairs.find_map(|pair| (self.pickle.item(pair[0]).text() == Some(key)).then(|| self.pickle.item(pair[1])))
    }

    pub(super) fn text(self) -> Option<&'a str> {
        match self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn integer(self) -> Option<i64> {
        match self.value {
            Value::Integer(number) => Some(*number),
            _ => None,
        }
    }
}

/// What an operation may put on the stack.
#[derive(Clone, Copy)]
enum Slot {
    Mark,
    Value(u32),
}

#[derive(Default)]
struct Machine<'a> {
    /// What is still to be read.
    bytes: &'a [u8],
    values: Vec<Value>,
    stack: Vec<Slot>,
    memo: HashMap<u64, u32>,
}

impl<'a> Machine<'a> {
    /// Carries out one operation; gives the result at the last one.
    fn step(&mut self) -> Result<Option<u32>, String> {
        match self.byte()? {
            // Where a pickle begins, and the frames that later versions cut it into.
            0x80 => drop(self.take(1)?),
            0x95 => drop(self.take(8)?),
            b'.' => return self.pop().map(Some),
            b'(' => self.stack.push(Slot::Mark),
            b'0' => drop(self.stack.pop().ok_or("it takes away what is not there")?),
            b'1' => drop(self.pop_to_mark()?),
            b'2' => {
                let top = self.top()?;
                self.stack.push(Slot::Value(top));
            }
            code @ (b'p' | b'q' | b'r' | 0x94 | b'g' | b'h' | b'j') => self.memo_operation(code)?,
            b'N' => self.push(Value::None)?,
            0x88 | 0x89 => self.push(Value::Bool)?,
            code @ (b'I' | b'L' | b'F' | b'K' | b'M' | b'J' | b'G' | 0x8a | 0x8b) => self.number(code)?,
            code @ (b'S' | b'V' | b'U' | b'T' | b'X' | 0x8c | 0x8d | b'C' | b'B' | 0x8e) => self.text(code)?,
            b']' | b')' => self.push(Value::List(Vec::new()))?,
            b'}' => self.push(Value::Dictionary(Vec::new()))?,
            b'l' | b't' => {
                let items = self.pop_to_mark()?;
                self.push(Value::List(items))?;
            }
            code @ 0x85..=0x87 => {
                let mut items = (0x85..=code).map(|_| self.pop()).collect::<Result<Vec<_>, _>>()?;
                items.reverse();
                self.push(Value::List(items))?;
            }
            b'd' => {
                let pairs = self.pop_to_mark()?;
                self.push(Value::Dictionary(pairs))?;
            }
            b'a' => {
                let item = self.pop()?;
                self.extend_list(vec![item])?;
            }
            b'e' => {
                let items = self.pop_to_mark()?;
                self.extend_list(items)?;
            }
            b's' => {
                let (value, key) = (self.pop()?, self.pop()?);
                self.extend_dictionary(vec![key, value])?;
            }
            b'u' => {
                let pairs = self.pop_to_mark()?;
                self.extend_dictionary(pairs)?;
            }
            b'c' => {
                let (module, name) = (self.line()?, self.line()?);
                return Err(refused(&format!("{}.{}", String::from_utf8_lossy(module), String::from_utf8_lossy(name))));
            }
            0x93 => {
                let mut name = || self.pop().ok().and_then(|number| Some(text_of(&self.values, number)?.to_owned()));
                let (name, module) = (name(), name());
                return Err(refused(&format!("{}.{}", module.unwrap_or_default(), name.unwrap_or_default())));
            }
            b'i' | b'o' | b'R' | b'b' | b'P' | b'Q' | 0x81 | 0x82..=0x84 | 0x92 => return Err(refused("a class of Python")),
            code => return Err(format!("it has an operation that is not known ({code:#04x})")),
        }
        Ok(None)
    }

    fn memo_operation(&mut self, code: u8) -> Result<(), String> {
        let place = match code {
            b'p' | b'g' => self.decimal()?,
            b'q' | b'h' => u64::from(self.byte()?),
            b'r' | b'j' => self.length(4)?,
            _ => self.memo.len() as u64,
        };
        if matches!(code, b'g' | b'h' | b'j') {
            let value = *self.memo.get(&place).ok_or("it names a value that it does not have")?;
            self.stack.push(Slot::Value(value));
        } else {
            let top = self.top()?;
            self.memo.insert(place, top);
        }
        Ok(())
    }

    fn number(&mut self, code: u8) -> Result<(), String> {
        let value = match code {
            b'I' | b'L' => {
                let line = std::str::from_utf8(self.line()?).unwrap_or_default().trim_end_matches('L');
                match line {
                    "00" | "01" => Value::Bool,
                    _ => line.parse().map_or(Value::OtherNumber, Value::Integer),
                }
            }
            b'F' => {
                self.line()?;
                Value::OtherNumber
            }
            b'K' => Value::Integer(self.length(1)? as i64),
            b'M' => Value::Integer(self.length(2)? as i64),
            b'J' => Value::Integer(i64::from(self.length(4)? as u32 as i32)),
            b'G' => {
                self.take(8)?;
                Value::OtherNumber
            }
            _ => {
                let count = self.length(if code == 0x8a { 1 } else { 4 })?;
                little_endian(self.take(count)?).map_or(Value::OtherNumber, Value::Integer)
            }
        };
        self.push(value)
    }

    fn text(&mut self, code: u8) -> Result<(), String> {
        let text = match code {
            b'S' => unescaped(self.line()?)?,
            b'V' => unescaped_unicode(self.line()?)?,
            _ => {
                let width = match code {
                    b'U' | 0x8c | b'C' => 1,
                    0x8d | 0x8e => 8,
                    _ => 4,
                };
                let count = self.length(width)?;
                String::from_utf8_lossy(self.take(count)?).into_owned()
            }
        };
        self.push(Value::Text(text))
    }

    fn push(&mut self, value: Value) -> Result<(), String> {
        if self.values.len() >= MOST_VALUES {
            return Err(format!("it has more than {MOST_VALUES} values"));
        }
        self.stack.push(Slot::Value(self.values.len() as u32));
        self.values.push(value);
        Ok(())
    }

    fn pop(&mut self) -> Result<u32, String> {
        match self.stack.pop() {
            Some(Slot::Value(value)) => Ok(value),
            _ => Err("it takes away what is not there".into()),
        }
    }

    fn top(&self) -> Result<u32, String> {
        match self.stack.last() {
            Some(Slot::Value(value)) => Ok(*value),
            _ => Err("it uses what is not there".into()),
        }
    }

    fn pop_to_mark(&mut self) -> Result<Vec<u32>, String> {
        let mark = self.stack.iter().rposition(|slot| matches!(slot, Slot::Mark)).ok_or("it takes away what is not there")?;
        let above = self.stack.drain(mark..).filter_map(|slot| match slot {
            Slot::Value(value) => Some(value),
            Slot::Mark => None,
        });
        Ok(above.collect())
    }

    fn extend_list(&mut self, items: Vec<u32>) -> Result<(), String> {
        let top = self.top()?;
        match self.values.get_mut(top as usize) {
            Some(Value::List(list)) => list.extend(items),
            _ => return Err("it adds an item to what is no list".into()),
        }
        Ok(())
    }

    fn extend_dictionary(&mut self, pairs: Vec<u32>) -> Result<(), String> {
        let top = self.top()?;
        match self.values.get_mut(top as usize) {
            Some(Value::Dictionary(known)) if pairs.len().is_multiple_of(2) => known.extend(pairs),
            _ => return Err("it adds an entry to what is no dictionary".into()),
        }
        Ok(())
    }

    fn take(&mut self, count: u64) -> Result<&'a [u8], String> {
        let count = usize::try_from(count).ok();
        let (taken, rest) = count.and_then(|count| self.bytes.split_at_checked(count)).ok_or("it breaks off")?;
        self.bytes = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, String> {
        self.take(1).map(|bytes| bytes[0])
    }

    /// A number without a sign, the lowest byte first.
    fn length(&mut self, width: u64) -> Result<u64, String> {
        Ok(self.take(width)?.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
    }

    fn line(&mut self) -> Result<&'a [u8], String> {
        let end = self.bytes.iter().position(|byte| *byte == b'\n').ok_or("it breaks off")?;
        let line = self.take(end as u64 + 1)?;
        let line = &line[..end];
        Ok(line.strip_suffix(b"\r").unwrap_or(line))
    }

    fn decimal(&mut self) -> Result<u64, String> {
        let line = std::str::from_utf8(self.line()?).unwrap_or_default();
        line.parse().map_err(|_| "it has a number that is none".into())
    }
}

fn text_of(values: &[Value], number: u32) -> Option<&str> {
    match values.get(number as usize)? {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

fn refused(what: &str) -> String {
    let what: String = what.chars().filter(|c| !c.is_control()).take(80).collect();
    format!("it asks for {what}, and only lists, dictionaries, texts and numbers are read")
}

/// A signed number of up to eight bytes, the lowest first.
fn little_endian(bytes: &[u8]) -> Option<i64> {
    let negative = bytes.last().is_some_and(|byte| byte & 0x80 != 0);
    let mut all = [if negative { 0xff } else { 0 }; 8];
    all.get_mut(..bytes.len())?.copy_from_slice(bytes);
    Some(i64::from_le_bytes(all))
}

/// A text of Python 2 as its source would write it: in quotes, with backslashes.
fn unescaped(line: &[u8]) -> Result<String, String> {
    let quoted = match line {
        [b'\'', inner @ .., b'\''] | [b'"', inner @ .., b'"'] => inner,
        _ => return Err("it has a text without quotes".into()),
    };
    let mut text = Vec::with_capacity(quoted.len());
    let mut rest = quoted;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        if *first != b'\\' {
            text.push(*first);
            continue;
        }
        let (code, after) = rest.split_first().ok_or("it has a text that breaks off")?;
        rest = after;
        match code {
            b'n' => text.push(b'\n'),
            b't' => text.push(b'\t'),
            b'r' => text.push(b'\r'),
            b'x' => {
                let (digits, after) = rest.split_at_checked(2).ok_or("it has a text that breaks off")?;
                text.push(hexadecimal(digits).ok_or("it has a text with broken digits")? as u8);
                rest = after;
            }
            other => text.push(*other),
        }
    }
    Ok(String::from_utf8(text).unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect()))
}

/// A text whose characters beyond Latin are written as `\uXXXX`.
fn unescaped_unicode(line: &[u8]) -> Result<String, String> {
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        let digits = match (first, rest.first()) {
            (b'\\', Some(b'u')) => 4,
            (b'\\', Some(b'U')) => 8,
            _ => {
                text.push(char::from(*first));
                continue;
            }
        };
        let code = rest.get(1..=digits).and_then(hexadecimal).ok_or("it has a text with broken digits")?;
        text.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
        rest = &rest[digits + 1..];
    }
    Ok(text)
}

fn hexadecimal(digits: &[u8]) -> Option<u32> {
    let text = std::str::from_utf8(digits).ok()?;
    u32::from_str_radix(text, 16).ok().filter(|_| !text.starts_with('+'))
}

#[cfg(test)]
#[path = "pickle_tests.rs"]
mod tests;
