//! Reads expressions by recursive descent, and settles what every name refers to.

use super::lexer::{Token, shortened, tokens};
use super::{Each, ExpressionError, Node, Operator, ROOTS, functions};
use serde_json::Value;

pub(super) fn read(text: &str) -> Result<Node, ExpressionError> {
    let mut reader = Reader { text, tokens: tokens(text)?, next: 0, depth: 0, scopes: Vec::new() };
    let node = reader.level(0)?;
    match reader.tokens.get(reader.next) {
        None => Ok(node),
        Some(_) => Err(reader.error("the expression should end here")),
    }
}

/// Brackets, signs and negations may be nested this deep.
const DEEPEST: usize = 40;

/// Operators of two sides, from the weakest to the strongest; `not` stands between `and` and the comparisons.
const LEVELS: [&[(&str, Operator)]; 5] = [
    &[("or", Operator::Or)],
    &[("and", Operator::And)],
    &[
        ("==", Operator::Equal),
        ("!=", Operator::Unequal),
        ("<=", Operator::AtMost),
        (">=", Operator::AtLeast),
        ("<", Operator::Less),
        (">", Operator::Greater),
        ("in", Operator::In),
        ("matches", Operator::Matches),
    ],
    &[("+", Operator::Add), ("-", Operator::Subtract)],
    &[("*", Operator::Multiply), ("/", Operator::Divide), ("%", Operator::Remainder)],
];
const COMPARISONS: usize = 2;

/// Words that are no names.
const RESERVED: [&str; 8] = ["and", "or", "not", "in", "matches", "true", "false", "null"];

/// Something bound: a variable of `any` and its like, or the entry that a filter looks at.
struct Scope {
    variable: Option<String>,
    used: bool,
}

struct Reader<'a> {
    text: &'a str,
    tokens: Vec<(usize, Token)>,
    next: usize,
    depth: usize,
    scopes: Vec<Scope>,
}

impl Reader<'_> {
    fn level(&mut self, level: usize) -> Result<Node, ExpressionError> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        if level == COMPARISONS && self.take("not") {
            return self.deeper(|reader| Ok(Node::Not(Box::new(reader.level(COMPARISONS)?))));
        }
        let mut left = self.level(level + 1)?;
        while let Some(operator) = self.operator(operators) {
            let right = self.level(level + 1)?;
            left = Node::Two(operator, Box::new(left), Box::new(right));
            if level == COMPARISONS && self.operator(operators).is_some() {
                self.next -= 1;
                return Err(self.error("comparisons do not chain; join two of them with `and`"));
            }
        }
        Ok(left)
    }

    fn operator(&mut self, operators: &[(&str, Operator)]) -> Option<Operator> {
        let found = operators.iter().find(|(sign, _)| self.peeks(sign)).map(|(_, operator)| *operator);
        if found.is_some() {
            self.next += 1;
            return found;
        }
        let not_in = operators.contains(&("in", Operator::In)) && self.peeks("not") && self.is(self.next + 1, "in");
        self.next += if not_in { 2 } else { 0 };
        not_in.then_some(Operator::NotIn)
    }

    fn unary(&mut self) -> Result<Node, ExpressionError> {
        if self.take("-") {
            return self.deeper(|reader| {
                Ok(match reader.unary()? {
                    Node::Literal(Value::Number(number)) => Node::Literal(super::number(-number.as_f64().unwrap_or_default())),
                    node => Node::Negative(Box::new(node)),
                })
            });
        }
        if self.take("#") {
            return self.deeper(|reader| Ok(Node::Length(Box::new(reader.unary()?))));
        }
        let mut node = self.deeper(Self::single)?;
        loop {
            if self.take(".") {
                let name = self.name("a field's name is missing")?;
                node = Node::Field(Box::new(node), name);
            } else if self.take("[") {
                node = self.bracket(node)?;
            } else {
                return Ok(node);
            }
        }
    }

    /// An index, or a filter if what stands inside looks at the entry.
    fn bracket(&mut self, of: Node) -> Result<Node, ExpressionError> {
        self.scopes.push(Scope { variable: None, used: false });
        let inside = self.deeper(|reader| reader.level(0));
        let used = self.scopes.pop().is_some_and(|scope| scope.used);
        let inside = Box::new(inside?);
        self.expect("]")?;
        Ok(if used { Node::Filter(Box::new(of), inside) } else { Node::Index(Box::new(of), inside) })
    }

    fn single(&mut self) -> Result<Node, ExpressionError> {
        if self.take("(") {
            let inner = self.level(0)?;
            self.expect(")")?;
            return Ok(inner);
        }
        if self.take("[") {
            return Ok(Node::List(self.list("]")?));
        }
        match self.tokens.get(self.next).map(|(_, token)| token.clone()) {
            Some(Token::Number(value)) => {
                self.next += 1;
                Ok(Node::Literal(super::number(value)))
            }
            Some(Token::Text(text)) => {
                self.next += 1;
                Ok(Node::Literal(Value::String(text)))
            }
            Some(Token::Word(word)) => self.word(&word),
            Some(Token::Sign(sign)) => Err(self.error(&format!("a value is missing before {sign:?}"))),
            None => Err(self.error("something is missing at the end")),
        }
    }

    fn word(&mut self, word: &str) -> Result<Node, ExpressionError> {
        let literal = match word {
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            "null" => Some(Value::Null),
            _ => None,
        };
        if let Some(value) = literal {
            self.next += 1;
            return Ok(Node::Literal(value));
        }
        if RESERVED.contains(&word) {
            return Err(self.error(&format!("a value is missing before {word:?}")));
        }
        if self.is(self.next + 1, "(") {
            return self.call(word);
        }
        let node = self.refer(word)?;
        self.next += 1;
        Ok(node)
    }

    /// What a name refers to: a variable, a root, or a field of the entry that the innermost filter looks at.
    fn refer(&mut self, name: &str) -> Result<Node, ExpressionError> {
        let variable = |scope: &Scope| scope.variable.as_deref() == Some(name);
        if let Some(bound) = self.scopes.iter().rposition(variable) {
            return Ok(Node::Bound(bound));
        }
        if let Some(root) = ROOTS.iter().position(|root| *root == name) {
            return Ok(Node::Root(root));
        }
        let Some(entry) = self.scopes.iter().rposition(|scope| scope.variable.is_none()) else {
            let known = ROOTS.join(", ");
            return Err(self.error(&format!("there is no {name:?}; there are {known}")));
        };
        self.scopes[entry].used = true;
        let it = Node::Bound(entry);
        Ok(if name == "it" { it } else { Node::Field(Box::new(it), name.into()) })
    }

    fn call(&mut self, word: &str) -> Result<Node, ExpressionError> {
        let each = match word {
            "any" => Some(Each::Any),
            "all" => Some(Each::All),
            "count" => Some(Each::Count),
            "map" => Some(Each::Map),
            _ => None,
        };
        if let Some(each) = each {
            self.next += 2;
            return self.each(each);
        }
        let Some(function) = functions::find(word) else { return Err(self.error(&format!("there is no function {word:?}"))) };
        let place = self.next;
        self.next += 2;
        let arguments = self.list(")")?;
        if !function.arguments.contains(&arguments.len()) {
            self.next = place;
            let (least, most) = (function.arguments.start(), function.arguments.end());
            let wanted = if least == most { least.to_string() } else { format!("{least} to {most}") };
            return Err(self.error(&format!("{word} takes {wanted} arguments, not {}", arguments.len())));
        }
        Ok(Node::Call(function, arguments))
    }

    /// `x in LIST: body)`.
    fn each(&mut self, each: Each) -> Result<Node, ExpressionError> {
        let variable = self.name("a variable's name is missing")?;
        if ROOTS.contains(&variable.as_str()) || variable == "it" {
            self.next -= 1;
            return Err(self.error(&format!("{variable:?} already means something")));
        }
        self.expect("in")?;
        let list = self.level(0)?;
        self.expect(":")?;
        self.scopes.push(Scope { variable: Some(variable), used: false });
        let body = self.level(0);
        self.scopes.pop();
        let body = body?;
        self.expect(")")?;
        Ok(Node::Each(each, Box::new(list), Box::new(body)))
    }

    /// Expressions between commas, and the closing sign.
    fn list(&mut self, end: &'static str) -> Result<Vec<Node>, ExpressionError> {
        let mut entries = Vec::new();
        while !self.take(end) {
            if !entries.is_empty() {
                self.expect(",")?;
            }
            entries.push(self.level(0)?);
        }
        Ok(entries)
    }

    fn name(&mut self, problem: &str) -> Result<String, ExpressionError> {
        match self.tokens.get(self.next) {
            Some((_, Token::Word(word))) if !RESERVED.contains(&word.as_str()) => {
                let word = word.clone();
                self.next += 1;
                Ok(word)
            }
            _ => Err(self.error(problem)),
        }
    }

    fn deeper(&mut self, read: impl FnOnce(&mut Self) -> Result<Node, ExpressionError>) -> Result<Node, ExpressionError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.error("the expression is nested too deep"));
        }
        let node = read(self)?;
        self.depth -= 1;
        Ok(node)
    }

    fn is(&self, at: usize, what: &str) -> bool {
        match self.tokens.get(at) {
            Some((_, Token::Sign(sign))) => *sign == what,
            Some((_, Token::Word(word))) => word == what,
            _ => false,
        }
    }

    fn peeks(&self, what: &str) -> bool {
        self.is(self.next, what)
    }

    fn take(&mut self, what: &str) -> bool {
        let taken = self.peeks(what);
        self.next += usize::from(taken);
        taken
    }

    fn expect(&mut self, what: &str) -> Result<(), ExpressionError> {
        if self.take(what) { Ok(()) } else { Err(self.error(&format!("{what:?} is missing"))) }
    }

    fn error(&self, problem: &str) -> ExpressionError {
        let end = || self.text.trim_end().chars().count() + 1;
        let place = self.tokens.get(self.next).map_or_else(end, |(place, _)| *place);
        ExpressionError { text: shortened(self.text), place, problem: problem.into() }
    }
}
