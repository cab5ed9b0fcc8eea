//! A function call and its text form, `('move', (7, 1))`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};
use std::fmt;
use std::str::FromStr;

/// A function and its arguments, as an agent asks for it. Arguments are checked against the declared
/// [`Function`](crate::Function) by the world, not here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    /// The function's name.
    pub name: String,
    /// Its arguments: bare, in a list or by name.
    #[serde(default)]
    pub args: Value,
}

/// Why a text is not a call. The wording is what an agent reads as feedback.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected ('name', arguments), {0}")]
pub struct CallTextError(String);

/// Longer texts are refused unread: an action is a line, not a book.
const MAX_TEXT_BYTES: usize = 64 * 1024;
const MAX_DEPTH: usize = 32;

impl Call {
    /// A call with arguments.
    pub fn new(name: impl Into<String>, args: impl Into<Value>) -> Self {
        Self { name: name.into(), args: args.into() }
    }

    /// A call without arguments, in the form the prompts teach: `('stop', 'stop')`.
    pub fn bare(name: &str) -> Self {
        Self::new(name, name)
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        write_literal(f, &Value::String(self.name.clone()))?;
        f.write_str(", ")?;
        write_literal(f, &self.args)?;
        f.write_str(")")
    }
}

/// Reads `('name', args)` with Python literals, or the JSON object `{"name": …, "args": …}`. The whole text must be the
/// call: digging a call out of prose is a model dialect's work.
impl FromStr for Call {
    type Err = CallTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        if text.len() > MAX_TEXT_BYTES {
            return Err(CallTextError(format!("got {} bytes of text", text.len())));
        }
        if text.starts_with('{') {
            return serde_json::from_str(text).map_err(|e| CallTextError(format!("or a JSON object with name and args; {e}")));
        }
        let mut parser = Parser { bytes: text.as_bytes(), text, at: 0 };
        let value = parser.value(0)?;
        parser.space();
        if parser.at != text.len() {
            return Err(parser.error("found more text after it"));
        }
        match value {
            Value::Array(mut items) if items.len() == 2 => {
                let args = items.pop().unwrap_or_default();
                match items.pop() {
                    Some(Value::String(name)) => Ok(Self { name, args }),
                    _ => Err(CallTextError("but the first part is not a quoted name".into())),
                }
            }
            Value::Array(items) => Err(CallTextError(format!("got {} parts instead of 2", items.len()))),
            _ => Err(CallTextError("got a single value".into())),
        }
    }
}

struct Parser<'a> {
    bytes: &'a [u8],
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn error(&self, what: &str) -> CallTextError {
        CallTextError(format!("{what} at character {}", self.text.get(..self.at).map_or(self.at, |s| s.chars().count()) + 1))
    }

    fn space(&mut self) {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    fn eat(&mut self, byte: u8) -> bool {
        self.space();
        let found = self.bytes.get(self.at) == Some(&byte);
        self.at += usize::from(found);
        found
    }

    fn value(&mut self, depth: usize) -> Result<Value, CallTextError> {
        if depth > MAX_DEPTH {
            return Err(self.error("nested too deep"));
        }
        self.space();
        match self.bytes.get(self.at) {
            None => Err(self.error("but the text ends")),
            Some(b'(') => self.sequence(b')', depth),
            Some(b'[') => self.sequence(b']', depth),
            Some(b'{') => self.mapping(depth),
            Some(quote @ (b'\'' | b'"')) => self.string(*quote).map(Value::String),
            Some(b'-' | b'+' | b'.' | b'0'..=b'9') => self.number(),
            Some(_) => self.word(),
        }
    }

    /// A tuple or list. A one-part tuple without a comma is a value in brackets, as in Python.
    fn sequence(&mut self, close: u8, depth: usize) -> Result<Value, CallTextError> {
        self.at += 1;
        let mut items = Vec::new();
        let mut commas = 0;
        loop {
            if self.eat(close) {
                break;
            }
            if items.len() > commas {
                return Err(self.error("a comma or closing bracket is missing"));
            }
            items.push(self.value(depth + 1)?);
            if self.eat(b',') {
                commas += 1;
            }
        }
        match (close, items.len(), commas) {
            (b')', 1, 0) => Ok(items.swap_remove(0)),
            _ => Ok(Value::Array(items)),
        }
    }

    fn mapping(&mut self, depth: usize) -> Result<Value, CallTextError> {
        self.at += 1;
        let mut map = Map::new();
        let mut open = true;
        loop {
            if self.eat(b'}') {
                return Ok(Value::Object(map));
            }
            if !open {
                return Err(self.error("a comma or closing brace is missing"));
            }
            let Value::String(key) = self.value(depth + 1)? else { return Err(self.error("a key must be a string")) };
            if !self.eat(b':') {
                return Err(self.error("a colon is missing"));
            }
            map.insert(key, self.value(depth + 1)?);
            open = self.eat(b',');
        }
    }

    fn string(&mut self, quote: u8) -> Result<String, CallTextError> {
        self.at += 1;
        let mut out = String::new();
        let mut chars = self.text.get(self.at..).unwrap_or_default().char_indices();
        while let Some((offset, c)) = chars.next() {
            match c {
                '\\' => match chars.next().map(|(_, c)| c) {
                    Some('n') => out.push('\n'),
                    Some('t') => out.push('\t'),
                    Some('r') => out.push('\r'),
                    Some(c) => out.push(c),
                    None => break,
                },
                c if c as u32 == u32::from(quote) => {
                    self.at += offset + 1;
                    return Ok(out);
                }
                c => out.push(c),
            }
        }
        Err(self.error("a quotation mark is not closed"))
    }

    fn number(&mut self) -> Result<Value, CallTextError> {
        let start = self.at;
        while self.bytes.get(self.at).is_some_and(|b| matches!(b, b'-' | b'+' | b'.' | b'0'..=b'9' | b'e' | b'E' | b'_')) {
            self.at += 1;
        }
        let digits = self.text.get(start..self.at).unwrap_or_default().trim_start_matches('+').replace('_', "");
        if let Ok(integer) = digits.parse::<i64>() {
            return Ok(Value::from(integer));
        }
        // Rust reads "1." and ".5" as Python does; infinities cannot be written with these characters.
        let real = digits.parse::<f64>().ok().and_then(Number::from_f64);
        real.map(Value::Number).ok_or_else(|| self.error(&format!("{digits} is not a number")))
    }

    fn word(&mut self) -> Result<Value, CallTextError> {
        let start = self.at;
        while self.bytes.get(self.at).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_') {
            self.at += 1;
        }
        match self.text.get(start..self.at).unwrap_or_default() {
            "True" | "true" => Ok(Value::Bool(true)),
            "False" | "false" => Ok(Value::Bool(false)),
            "None" | "null" => Ok(Value::Null),
            _ => {
                self.at = start;
                Err(self.error("found something that is no number, string, tuple or list"))
            }
        }
    }
}

/// Writes a JSON value as a Python literal, arrays as tuples: the form the prompts teach.
fn write_literal(f: &mut fmt::Formatter<'_>, value: &Value) -> fmt::Result {
    match value {
        Value::Null => f.write_str("None"),
        Value::Bool(true) => f.write_str("True"),
        Value::Bool(false) => f.write_str("False"),
        Value::Number(n) => write!(f, "{n}"),
        Value::String(s) => {
            f.write_str("'")?;
            for c in s.chars() {
                match c {
                    '\\' => f.write_str("\\\\")?,
                    '\'' => f.write_str("\\'")?,
                    '\n' => f.write_str("\\n")?,
                    '\t' => f.write_str("\\t")?,
                    '\r' => f.write_str("\\r")?,
                    c => write!(f, "{c}")?,
                }
            }
            f.write_str("'")
        }
        Value::Array(items) => {
            f.write_str("(")?;
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    f.write_str(", ")?;
                }
                write_literal(f, item)?;
            }
            f.write_str(if items.len() == 1 { ",)" } else { ")" })
        }
        Value::Object(map) => {
            f.write_str("{")?;
            for (i, (key, item)) in map.iter().enumerate() {
                if i > 0 {
                    f.write_str(", ")?;
                }
                write_literal(f, &Value::String(key.clone()))?;
                f.write_str(": ")?;
                write_literal(f, item)?;
            }
            f.write_str("}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn read(text: &str) -> Result<Call, CallTextError> {
        text.parse()
    }

    #[test]
    fn reads_the_forms_agents_write() {
        assert_eq!(read("('move', 0)"), Ok(Call::new("move", 0)));
        assert_eq!(read(" (\"move\", (7, 1)) "), Ok(Call::new("move", json!([7, 1]))));
        assert_eq!(read("('move', [1.5, -0.8, 90])"), Ok(Call::new("move", json!([1.5, -0.8, 90]))));
        assert_eq!(read("['swap', ((0, 0), (1, 1))]"), Ok(Call::new("swap", json!([[0, 0], [1, 1]]))));
        assert_eq!(read("('stop', 'stop')"), Ok(Call::bare("stop")));
        assert_eq!(read(r#"{"name": "move", "args": {"direction": 2}}"#), Ok(Call::new("move", json!({"direction": 2}))));
    }

    #[test]
    fn says_what_is_wrong() {
        for (text, part) in [
            ("", "the text ends"),
            ("move right", "no number"),
            ("('move', 0", "missing"),
            ("('move')", "single value"),
            ("('move', 0, 1)", "3 parts"),
            ("(0, 'move')", "not a quoted name"),
            ("('move', 0) please", "more text"),
            ("('move', 'up)", "not closed"),
            ("('move', 1-2)", "not a number"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text:?} gave {error:?}");
        }
        assert!(read(&"(".repeat(5000)).is_err());
        assert!(read(&"x".repeat(MAX_TEXT_BYTES + 1)).is_err());
    }

    fn literal() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            (-1.0e9..1.0e9f64).prop_map(Value::from),
            ".{0,12}".prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 16, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::vec((".{0,4}", inner), 0..3).prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn text_round_trips(name in "[a-z_]{1,12}", args in literal()) {
            let call = Call { name, args };
            prop_assert_eq!(call.to_string().parse::<Call>(), Ok(call));
        }

        #[test]
        fn nothing_panics(text in ".{0,200}") {
            let _ = text.parse::<Call>();
        }
    }
}
