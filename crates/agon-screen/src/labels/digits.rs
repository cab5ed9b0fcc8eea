//! Ten digits of our own, with strokes of two pixels: legible after a screenshot is made smaller.

const WIDTH: i32 = 6;
const HEIGHT: i32 = 9;
const GAP: i32 = 1;
/// The white edge of a label.
pub(super) const BORDER: i32 = 1;
/// From a label's edge to its digits.
const MARGIN: i32 = BORDER + 1;

/// Rows from the top, the leftmost pixel in the highest of six bits.
#[rustfmt::skip]
const DIGITS: [[u8; HEIGHT as usize]; 10] = [
    [0b011110, 0b110011, 0b110011, 0b110011, 0b110011, 0b110011, 0b110011, 0b110011, 0b011110],
    [0b001100, 0b011100, 0b111100, 0b001100, 0b001100, 0b001100, 0b001100, 0b001100, 0b111111],
    [0b011110, 0b110011, 0b000011, 0b000011, 0b000110, 0b001100, 0b011000, 0b110000, 0b111111],
    [0b011110, 0b110011, 0b000011, 0b000011, 0b001110, 0b000011, 0b000011, 0b110011, 0b011110],
    [0b000011, 0b000111, 0b001111, 0b011011, 0b110011, 0b111111, 0b000011, 0b000011, 0b000011],
    [0b111111, 0b110000, 0b110000, 0b111110, 0b000011, 0b000011, 0b000011, 0b110011, 0b011110],
    [0b011110, 0b110011, 0b110000, 0b110000, 0b111110, 0b110011, 0b110011, 0b110011, 0b011110],
    [0b111111, 0b000011, 0b000011, 0b000110, 0b000110, 0b001100, 0b001100, 0b011000, 0b011000],
    [0b011110, 0b110011, 0b110011, 0b110011, 0b011110, 0b110011, 0b110011, 0b110011, 0b011110],
    [0b011110, 0b110011, 0b110011, 0b110011, 0b011111, 0b000011, 0b000011, 0b110011, 0b011110],
];

/// Width and height of a number's label.
pub(super) fn label_size(number: u32) -> (i32, i32) {
    let count = digits(number).len() as i32;
    (count * (WIDTH + GAP) - GAP + 2 * MARGIN, HEIGHT + 2 * MARGIN)
}

/// The pixels of a number's digits, from its label's top left.
pub(super) fn pixels(number: u32) -> impl Iterator<Item = (i32, i32)> {
    let at = |(place, digit): (i32, usize)| {
        let left = MARGIN + place * (WIDTH + GAP);
        let all = (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y)));
        all.filter(move |(x, y)| DIGITS[digit][*y as usize] >> (WIDTH - 1 - x) & 1 == 1).map(move |(x, y)| (left + x, MARGIN + y))
    };
    (0..).zip(digits(number)).flat_map(at)
}

fn digits(number: u32) -> Vec<usize> {
    number.to_string().bytes().map(|byte| usize::from(byte - b'0')).collect()
}
