//! Formulas as KAlgebra writes them, evaluated at points, so that a plot is known by what it draws and not by how it was typed.

use std::collections::BTreeMap;

/// A formula that was read.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Formula {
    Number(f64),
    Name(String),
    /// `+ - * / ^`, or `=`, which is the difference of its sides.
    Pair(Box<Formula>, char, Box<Formula>),
    Minus(Box<Formula>),
    Call(String, Vec<Formula>),
    /// `x->x^2`.
    Function(Vec<String>, Box<Formula>),
}

/// What names stand for.
pub(super) type Names = BTreeMap<String, Formula>;

/// Functions of functions of … are followed so far.
const MAX_DEPTH: usize = 50;

impl Formula {
    /// `None` for what is no formula, or one of a kind that is not known here: sums, cases, vectors.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut reader = Reader { rest: tokens(text)?, depth: 0 };
        let formula = reader.equation()?;
        reader.rest.is_empty().then_some(formula)
    }

    /// Whether it is of the form `name = …`, and then the right side.
    pub(super) fn is_given_for(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Pair(left, '=', right) if **left == Self::Name(name.into()) && !right.mentions(name) => Some(right),
            _ => None,
        }
    }

    /// The same with every power of a negative number read as KAlgebra may have meant it: it shows both `(-2)^2` and `-(2^2)` as `-2^2`.
    /// `None` where there is none.
    pub(super) fn with_negative_bases(&self) -> Option<Self> {
        let other = self.grouped();
        (other != *self).then_some(other)
    }

    fn grouped(&self) -> Self {
        let boxed = |formula: &Self| Box::new(formula.grouped());
        match self {
            Self::Minus(inner) => match inner.as_ref() {
                Self::Pair(base, '^', exponent) if matches!(**base, Self::Number(_)) => {
                    Self::Pair(Box::new(Self::Minus(base.clone())), '^', boxed(exponent))
                }
                inner => Self::Minus(boxed(inner)),
            },
            Self::Pair(left, sign, right) => Self::Pair(boxed(left), *sign, boxed(right)),
            Self::Call(name, arguments) => Self::Call(name.clone(), arguments.iter().map(Self::grouped).collect()),
            Self::Function(parameters, body) => Self::Function(parameters.clone(), boxed(body)),
            Self::Number(_) | Self::Name(_) => self.clone(),
        }
    }

    pub(super) fn is_equation(&self) -> bool {
        matches!(self, Self::Pair(_, '=', _))
    }

    fn mentions(&self, name: &str) -> bool {
        match self {
            Self::Number(_) => false,
            Self::Name(own) => own == name,
            Self::Pair(left, _, right) => left.mentions(name) || right.mentions(name),
            Self::Minus(inner) => inner.mentions(name),
            Self::Call(_, arguments) => arguments.iter().any(|argument| argument.mentions(name)),
            Self::Function(parameters, body) => !parameters.iter().any(|own| own == name) && body.mentions(name),
        }
    }

    /// Its value at a point; `None` where a name is not known or there is no value.
    pub(super) fn value(&self, names: &Names) -> Option<f64> {
        self.value_within(names, MAX_DEPTH).filter(|value| value.is_finite())
    }

    fn value_within(&self, names: &Names, depth: usize) -> Option<f64> {
        let depth = depth.checked_sub(1)?;
        let value = |formula: &Self| formula.value_within(names, depth);
        match self {
            Self::Number(number) => Some(*number),
            Self::Name(name) => names.get(name)?.value_within(names, depth),
            Self::Minus(inner) => Some(-value(inner)?),
            Self::Pair(left, sign, right) => {
                let (left, right) = (value(left)?, value(right)?);
                Some(match sign {
                    '+' => left + right,
                    '-' | '=' => left - right,
                    '*' => left * right,
                    '/' => left / right,
                    _ => left.powf(right),
                })
            }
            Self::Call(name, arguments) => {
                let values: Vec<f64> = arguments.iter().map(value).collect::<Option<_>>()?;
                if let Some(Self::Function(parameters, body)) = names.get(name) {
                    let given = parameters.iter().cloned().zip(values.iter().map(|value| Self::Number(*value)));
                    let mut inner = names.clone();
                    inner.extend(given);
                    return (parameters.len() == values.len()).then(|| body.value_within(&inner, depth)).flatten();
                }
                known(name, &values)
            }
            Self::Function(..) => None,
        }
    }
}

fn known(name: &str, values: &[f64]) -> Option<f64> {
    let function: fn(f64) -> f64 = match (name, values) {
        ("power", [base, exponent]) => return Some(base.powf(*exponent)),
        ("root", [value, degree]) => return Some(value.powf(1.0 / degree)),
        ("max", [_, ..]) => return Some(values.iter().copied().fold(f64::NEG_INFINITY, f64::max)),
        ("min", [_, ..]) => return Some(values.iter().copied().fold(f64::INFINITY, f64::min)),
        ("sin", _) => f64::sin,
        ("cos", _) => f64::cos,
        ("tan", _) => f64::tan,
        ("arcsin", _) => f64::asin,
        ("arccos", _) => f64::acos,
        ("arctan", _) => f64::atan,
        ("sinh", _) => f64::sinh,
        ("cosh", _) => f64::cosh,
        ("tanh", _) => f64::tanh,
        ("exp", _) => f64::exp,
        ("ln", _) => f64::ln,
        ("log", _) => f64::log10,
        ("abs", _) => f64::abs,
        ("floor", _) => f64::floor,
        ("ceiling", _) => f64::ceil,
        _ => return None,
    };
    match values {
        [value] => Some(function(*value)),
        _ => None,
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Number(f64),
    Name(String),
    Sign(char),
    Arrow,
}

fn tokens(text: &str) -> Option<std::collections::VecDeque<Token>> {
    let (mut found, mut rest) = (std::collections::VecDeque::new(), text.trim_start());
    while let Some(first) = rest.chars().next() {
        let run = |of: fn(char) -> bool| rest.find(|c| !of(c)).unwrap_or(rest.len());
        let length = if first.is_ascii_digit() || first == '.' {
            let mut length = run(|c| c.is_ascii_digit() || c == '.');
            // KAlgebra writes small and large numbers as 1e-05 and 7.6e+12; two times e is 2*e.
            if let Some(exponent) = rest[length..].strip_prefix("e-").or_else(|| rest[length..].strip_prefix("e+")) {
                let digits = exponent.bytes().take_while(u8::is_ascii_digit).count();
                length += if digits > 0 { 2 + digits } else { 0 };
            }
            found.push_back(Token::Number(rest[..length].parse().ok()?));
            length
        } else if first.is_alphabetic() {
            let length = run(|c| c.is_alphanumeric() || c == '_');
            found.push_back(Token::Name(rest[..length].to_owned()));
            length
        } else if rest.starts_with("->") {
            found.push_back(Token::Arrow);
            2
        } else if "+-*/^=(),".contains(first) {
            found.push_back(Token::Sign(first));
            1
        } else {
            return None;
        };
        rest = rest[length..].trim_start();
    }
    Some(found)
}

struct Reader {
    rest: std::collections::VecDeque<Token>,
    depth: usize,
}

impl Reader {
    fn equation(&mut self) -> Option<Formula> {
        if let [Token::Name(parameter), Token::Arrow] = self.rest.iter().take(2).cloned().collect::<Vec<_>>().as_slice() {
            self.rest.drain(..2);
            return Some(Formula::Function(vec![parameter.clone()], Box::new(self.sum()?)));
        }
        if let Some(end) = self.rest.iter().position(|token| *token == Token::Arrow) {
            let names = self
                .rest
                .drain(..end)
                .filter_map(|token| if let Token::Name(name) = token { Some(name) } else { None })
                .collect();
            self.rest.pop_front();
            return Some(Formula::Function(names, Box::new(self.sum()?)));
        }
        let left = self.sum()?;
        if self.take('=') { Some(Formula::Pair(Box::new(left), '=', Box::new(self.sum()?))) } else { Some(left) }
    }

    fn sum(&mut self) -> Option<Formula> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let mut left = self.product()?;
        while let Some(sign) = self.take_one_of("+-") {
            left = Formula::Pair(Box::new(left), sign, Box::new(self.product()?));
        }
        self.depth -= 1;
        Some(left)
    }

    fn product(&mut self) -> Option<Formula> {
        let mut left = self.signed()?;
        loop {
            // `2x` and `2(x+1)` are products too.
            let follows = matches!(self.rest.front(), Some(Token::Name(_) | Token::Number(_) | Token::Sign('(')));
            let sign = match self.take_one_of("*/") {
                Some(sign) => sign,
                None if follows => '*',
                None => return Some(left),
            };
            left = Formula::Pair(Box::new(left), sign, Box::new(self.signed()?));
        }
    }

    fn signed(&mut self) -> Option<Formula> {
        if self.take('-') {
            return Some(Formula::Minus(Box::new(self.signed()?)));
        }
        let mut base = self.atom()?;
        // From the left: KAlgebra shows (x^2)^3 as x^2^3, and x^(2^3) with its brackets.
        while self.take('^') {
            let minus = self.take('-');
            let exponent = self.atom()?;
            let exponent = if minus { Formula::Minus(Box::new(exponent)) } else { exponent };
            base = Formula::Pair(Box::new(base), '^', Box::new(exponent));
        }
        Some(base)
    }

    fn atom(&mut self) -> Option<Formula> {
        match self.rest.pop_front()? {
            Token::Number(number) => Some(Formula::Number(number)),
            Token::Sign('(') => {
                let inner = self.sum()?;
                self.take(')').then_some(inner)
            }
            Token::Name(name) if self.take('(') => {
                let mut arguments = vec![self.sum()?];
                while self.take(',') {
                    arguments.push(self.sum()?);
                }
                self.take(')').then_some(Formula::Call(name, arguments))
            }
            Token::Name(name) => Some(Formula::Name(name)),
            _ => None,
        }
    }

    fn take(&mut self, sign: char) -> bool {
        let there = self.rest.front() == Some(&Token::Sign(sign));
        if there {
            self.rest.pop_front();
        }
        there
    }

    fn take_one_of(&mut self, signs: &str) -> Option<char> {
        signs.chars().find(|sign| self.take(*sign))
    }
}
