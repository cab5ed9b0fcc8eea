//! A row of symbols: which moves it allows, and whether it is true.

use super::glyph::{self, LAST_SEGMENT, Segments};

/// The symbols from left to right, each as its set of matches.
pub(super) type Symbols = Vec<Segments>;

/// One match taken from a segment of a symbol and put to a segment of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) from: usize,
    pub(super) from_segment: usize,
    pub(super) to: usize,
    pub(super) to_segment: usize,
}

/// Which rule a move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Breach {
    SameSymbol,
    NoMatchThere,
    PlaceTaken,
    /// What remains is no symbol.
    BreaksSource,
    /// What comes about is no symbol.
    BreaksTarget,
}

impl Move {
    pub(super) fn reversed(self) -> Self {
        Self { from: self.to, from_segment: self.to_segment, to: self.from, to_segment: self.from_segment }
    }
}

/// Makes a move, or says why it is not allowed and leaves everything as it is.
pub(super) fn perform(symbols: &mut [Segments], step: Move) -> Result<(), Breach> {
    if step.from == step.to {
        return Err(Breach::SameSymbol);
    }
    let (taken, put) = (1 << step.from_segment, 1 << step.to_segment);
    if symbols[step.from] & taken == 0 {
        return Err(Breach::NoMatchThere);
    }
    if symbols[step.to] & put != 0 {
        return Err(Breach::PlaceTaken);
    }
    let (source, target) = (symbols[step.from] & !taken, symbols[step.to] | put);
    if glyph::symbol(source).is_none() {
        return Err(Breach::BreaksSource);
    }
    if glyph::symbol(target).is_none() {
        return Err(Breach::BreaksTarget);
    }
    (symbols[step.from], symbols[step.to]) = (source, target);
    Ok(())
}

/// Every allowed move, in a fixed order.
pub(super) fn moves(symbols: &[Segments]) -> Vec<Move> {
    let places = |wanted: fn(Segments, Segments) -> Option<Segments>| -> Vec<(usize, usize)> {
        let all = (0..symbols.len()).flat_map(|index| (0..=LAST_SEGMENT).map(move |segment| (index, segment)));
        let makes_symbol = |(index, segment): &(usize, usize)| {
            wanted(symbols[*index], 1 << segment).is_some_and(|changed| glyph::symbol(changed).is_some())
        };
        all.filter(makes_symbol).collect()
    };
    let sources = places(|symbol, bit| (symbol & bit != 0).then_some(symbol & !bit));
    let targets = places(|symbol, bit| (symbol & bit == 0).then_some(symbol | bit));
    let pairs = sources.iter().flat_map(|source| targets.iter().map(move |target| (source, target)));
    pairs
        .filter(|(source, target)| source.0 != target.0)
        .map(|(&(from, from_segment), &(to, to_segment))| Move { from, from_segment, to, to_segment })
        .collect()
}

/// The equation in characters; `?` where matches form no symbol.
pub(super) fn written(symbols: &[Segments]) -> String {
    symbols.iter().map(|segments| glyph::symbol(*segments).unwrap_or('?')).collect()
}

/// Whether an equation in characters is mathematically true: both sides have the same value, exactly, with times and
/// divide before plus and minus, each from left to right. What cannot be evaluated is not true.
pub(super) fn is_true(text: &str) -> bool {
    let Some((left, right)) = text.split_once('=') else { return false };
    match (value(left), value(right)) {
        (Some(left), Some(right)) => left == right,
        _ => false,
    }
}

/// The exact value of one side, as a fraction in lowest terms with a positive denominator; `None` where it is no
/// expression, divides by zero or grows out of all proportion.
pub(super) fn value(side: &str) -> Option<(i128, i128)> {
    // The product before the first number is nothing, so that adding it changes nothing.
    let (mut sum, mut product) = ((0, 1), (0, 1));
    let mut operator = '+';
    let mut rest = side;
    loop {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let number = (rest[..end].parse::<u32>().ok()?.into(), 1);
        match operator {
            '*' => product = times(product, number)?,
            '/' => product = times(product, (number.1, number.0))?,
            sign => {
                sum = plus(sum, product)?;
                product = if sign == '-' { (-number.0, 1) } else { number };
            }
        }
        rest = &rest[end..];
        let Some(next) = rest.chars().next() else { return plus(sum, product) };
        operator = Some(next).filter(|next| "+-*/".contains(*next))?;
        rest = &rest[1..];
    }
}

fn plus(a: (i128, i128), b: (i128, i128)) -> Option<(i128, i128)> {
    let top = a.0.checked_mul(b.1)?.checked_add(b.0.checked_mul(a.1)?)?;
    lowest(top, a.1.checked_mul(b.1)?)
}

fn times(a: (i128, i128), b: (i128, i128)) -> Option<(i128, i128)> {
    lowest(a.0.checked_mul(b.0)?, a.1.checked_mul(b.1)?)
}

fn lowest(top: i128, bottom: i128) -> Option<(i128, i128)> {
    let (mut a, mut b) = (top.checked_abs()?, bottom.checked_abs()?);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (bottom != 0).then(|| (top / a * bottom.signum(), bottom / a * bottom.signum()))
}
