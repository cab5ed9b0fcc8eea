//! The symbols that matches can form.

/// Segment numbers run from 0 to this.
pub(super) const LAST_SEGMENT: usize = 12;

/// Segments as a set of bits: bit `s` is the match at segment `s`.
pub(super) type Segments = u16;

/// Digits are seven-segment displays: 0 top, 1 top right, 2 bottom right, 3 bottom, 4 bottom left, 5 top left, 6 middle.
/// Operators: 6 and 7 are the strokes of plus, 8 and 9 those of times, 11 and 12 the bars of equals; 10 is never used.
pub(super) const GLYPHS: [(char, Segments); 15] = [
    ('0', set(&[0, 1, 2, 3, 4, 5])),
    ('1', set(&[1, 2])),
    ('2', set(&[0, 1, 3, 4, 6])),
    ('3', set(&[0, 1, 2, 3, 6])),
    ('4', set(&[1, 2, 5, 6])),
    ('5', set(&[0, 2, 3, 5, 6])),
    ('6', set(&[0, 2, 3, 4, 5, 6])),
    ('7', set(&[0, 1, 2])),
    ('8', set(&[0, 1, 2, 3, 4, 5, 6])),
    ('9', set(&[0, 1, 2, 3, 5, 6])),
    ('+', set(&[6, 7])),
    ('-', set(&[6])),
    ('*', set(&[8, 9])),
    ('/', set(&[9])),
    ('=', set(&[11, 12])),
];

/// The symbol that exactly these matches form.
pub(super) fn symbol(segments: Segments) -> Option<char> {
    GLYPHS.iter().find(|(_, known)| *known == segments).map(|(symbol, _)| *symbol)
}

pub(super) fn segments(symbol: char) -> Option<Segments> {
    GLYPHS.iter().find(|(known, _)| *known == symbol).map(|(_, segments)| *segments)
}

/// The segments of a set, in rising order.
pub(super) fn members(segments: Segments) -> impl Iterator<Item = usize> {
    (0..=LAST_SEGMENT).filter(move |segment| segments & (1 << segment) != 0)
}

const fn set(members: &[usize]) -> Segments {
    let (mut bits, mut at) = (0, 0);
    while at < members.len() {
        bits |= 1 << members[at];
        at += 1;
    }
    bits
}
