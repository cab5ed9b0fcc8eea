//! The way of a tool, read from G-code.

use crate::input::Unreadable;
use crate::mesh::Point;
use crate::number::ratio;
use crate::written;
use std::collections::BTreeSet;

const MOST_MOVES: usize = 4_000_000;
/// Coordinates and feeds further out than this belong to no machine.
const FURTHEST: f64 = 1e6;
/// How far the straight pieces of an arc may be from it, in mm.
const ARC_PLAY: f64 = 0.01;
const MOST_PIECES: usize = 1_000;

pub(super) struct Move {
    pub(super) line: usize,
    pub(super) from: Point,
    pub(super) to: Point,
    pub(super) works: bool,
    /// In mm a minute.
    pub(super) feed: f64,
    extrudes: bool,
    rapid: bool,
}

#[derive(Default)]
pub(super) struct Program {
    pub(super) moves: Vec<Move>,
    /// The filament that is pushed out, less what is drawn back.
    pub(super) extruded: f64,
    pub(super) codes: BTreeSet<String>,
}

impl Program {
    fn working(&self) -> impl Iterator<Item = &Move> {
        self.moves.iter().filter(|m| m.works)
    }

    pub(super) fn lines(&self) -> Vec<[Point; 2]> {
        self.working().map(|m| [m.from, m.to]).collect()
    }

    pub(super) fn worked(&self) -> f64 {
        self.working().map(|m| distance(m.from, m.to)).sum()
    }

    pub(super) fn size(&self) -> Point {
        let ends = || self.working().flat_map(|m| [m.from, m.to]);
        std::array::from_fn(|i| {
            let (low, high) = ends().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), p| (low.min(p[i]), high.max(p[i])));
            high - low
        })
    }

    /// Heights at which work is done, ascending, in thousandths of a millimetre.
    pub(super) fn heights(&self) -> BTreeSet<i64> {
        self.working().filter(|m| (m.from[2] - m.to[2]).abs() < 1e-6).map(|m| (m.to[2] * 1e3).round() as i64).collect()
    }

    /// The middle one of all steps between heights.
    pub(super) fn layer_height(&self) -> f64 {
        let heights: Vec<i64> = self.heights().into_iter().collect();
        let mut steps: Vec<i64> = heights.windows(2).map(|pair| pair[1] - pair[0]).collect();
        steps.sort_unstable();
        steps.get(steps.len() / 2).map_or(f64::NAN, |step| *step as f64 / 1e3)
    }

    /// Points evenly along all working moves.
    pub(super) fn samples(&self, count: usize) -> Vec<Point> {
        let step = self.worked() / count as f64;
        let mut samples = Vec::with_capacity(count);
        let mut passed = 0.0;
        for m in self.working() {
            let length = distance(m.from, m.to);
            while samples.len() < count {
                let next = step * (samples.len() as f64 + 0.5) - passed;
                if next > length {
                    break;
                }
                let part = if length > 0.0 { next / length } else { 0.0 };
                samples.push(std::array::from_fn(|i| m.from[i] + part * (m.to[i] - m.from[i])));
            }
            passed += length;
        }
        samples
    }
}

fn distance(a: Point, b: Point) -> f64 {
    (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()
}

/// The machine while the program runs.
struct Machine {
    program: Program,
    at: Point,
    /// What G92 has shifted the axes by.
    shift: Point,
    extruder: f64,
    absolute: bool,
    absolute_extruder: bool,
    /// Millimetres of a unit.
    unit: f64,
    feed: f64,
    /// The motion that goes on while lines have no code of their own.
    motion: Option<u32>,
}

pub(super) fn read(bytes: &[u8]) -> Result<Program, Unreadable> {
    let text = written::decode(bytes)?;
    let mut machine = Machine {
        program: Program::default(),
        at: [0.0; 3],
        shift: [0.0; 3],
        extruder: 0.0,
        absolute: true,
        absolute_extruder: true,
        unit: 1.0,
        feed: 0.0,
        motion: None,
    };
    for (index, line) in text.lines().enumerate() {
        machine.line(line, index + 1)?;
    }
    let mut program = machine.program;
    let prints = program.moves.iter().any(|m| m.extrudes);
    for m in &mut program.moves {
        m.works = if prints { m.extrudes && !m.rapid } else { !m.rapid };
    }
    if program.worked() > 0.0 { Ok(program) } else { Err(Unreadable::new("has no working move in it")) }
}

/// The letters and numbers of a line, without comments, line numbers and check sums.
fn words(line: &str, number: usize) -> Result<Vec<(char, f64)>, Unreadable> {
    let mut plain = String::new();
    let mut depth = 0_usize;
    for c in line.chars() {
        match c {
            ';' | '*' | '%' if depth == 0 => break,
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            c if depth == 0 && !c.is_whitespace() => plain.push(c.to_ascii_uppercase()),
            _ => {}
        }
    }
    let wrong = || Unreadable::new(format!("has no G-code in line {number}"));
    let mut words = Vec::new();
    let mut rest = plain.as_str();
    while let Some(letter) = rest.chars().next() {
        // Messages and names of parts are text, whatever letters they have.
        if matches!(letter, 'O' | '/') || (words.first().is_some_and(|(l, n)| *l == 'M' && matches!(*n as i64, 117 | 118 | 486)))
        {
            break;
        }
        if !letter.is_ascii_alphabetic() {
            return Err(wrong());
        }
        rest = &rest[1..];
        let length = rest.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '-' | '+'))).unwrap_or(rest.len());
        let (text, behind) = rest.split_at(length);
        rest = behind;
        // Letters alone are flags, as in `G28 X`.
        let value = if text.is_empty() { 0.0 } else { text.parse::<f64>().map_err(|_| wrong())? };
        if letter != 'N' {
            words.push((letter, value));
        }
        if words.len() > 100 {
            return Err(wrong());
        }
    }
    Ok(words)
}

impl Machine {
    fn line(&mut self, line: &str, number: usize) -> Result<(), Unreadable> {
        let words = words(line, number)?;
        let mut own = None;
        let mut settings = false;
        for (letter, value) in words.iter().filter(|(letter, _)| matches!(letter, 'G' | 'M')) {
            self.program.codes.insert(format!("{letter}{value}"));
            if self.program.codes.len() > 1_000 {
                return Err(Unreadable::new("uses more codes than there are"));
            }
            let code = value.trunc() as i64;
            match (letter, code) {
                ('G', 0..=3) => own = u32::try_from(code).ok(),
                ('G', 20) => self.unit = 25.4,
                ('G', 21) => self.unit = 1.0,
                ('G', 28) => {
                    let axes: Vec<usize> =
                        (0..3).filter(|axis| words.iter().any(|(l, _)| *l == ['X', 'Y', 'Z'][*axis])).collect();
                    let mut home = self.at;
                    (0..3).filter(|axis| axes.is_empty() || axes.contains(axis)).for_each(|axis| home[axis] = 0.0);
                    (self.at, self.shift) = (home, [0.0; 3]);
                    return Ok(());
                }
                ('G', 73 | 76 | 81..=89) | ('M', 97 | 98) => {
                    return Err(Unreadable::new(format!(
                        "uses {letter}{code} in line {number}: canned cycles and subprograms are not followed"
                    )));
                }
                ('G', 90) => (self.absolute, self.absolute_extruder) = (true, true),
                ('G', 91) => (self.absolute, self.absolute_extruder) = (false, false),
                ('G', 92) => {
                    self.set(&words);
                    return Ok(());
                }
                ('M', 82) => self.absolute_extruder = true,
                ('M', 83) => self.absolute_extruder = false,
                // These take axes as settings: no motion goes on in their lines.
                ('G', 4 | 10 | 11 | 29) | ('M', _) => settings = true,
                _ => {}
            }
        }
        if own.is_some() {
            self.motion = own;
        } else if settings {
            return Ok(());
        }
        if let Some((_, feed)) = words.iter().find(|(letter, _)| *letter == 'F') {
            self.feed = bounded(feed * self.unit, number)?;
        }
        let moves = words.iter().any(|(letter, _)| matches!(letter, 'X' | 'Y' | 'Z' | 'E' | 'I' | 'J'));
        match self.motion {
            Some(motion) if moves => self.travel(motion, &words, number),
            _ => Ok(()),
        }
    }

    fn set(&mut self, words: &[(char, f64)]) {
        for (letter, value) in words {
            let value = value * self.unit;
            match letter {
                'X' => self.shift[0] = self.at[0] - value,
                'Y' => self.shift[1] = self.at[1] - value,
                'Z' => self.shift[2] = self.at[2] - value,
                'E' => self.extruder = value,
                _ => {}
            }
        }
    }

    fn travel(&mut self, motion: u32, words: &[(char, f64)], number: usize) -> Result<(), Unreadable> {
        let word = |wanted: char| words.iter().find(|(letter, _)| *letter == wanted).map(|(_, value)| value * self.unit);
        let mut to = self.at;
        for (axis, letter) in ['X', 'Y', 'Z'].into_iter().enumerate() {
            if let Some(value) = word(letter) {
                let place = if self.absolute { value + self.shift[axis] } else { self.at[axis] + value };
                to[axis] = bounded(place, number)?;
            }
        }
        let pushed = word('E').map_or(0.0, |e| if self.absolute_extruder { e - self.extruder } else { e });
        let pushed = bounded(pushed, number)?;
        self.extruder += pushed;
        self.program.extruded += pushed;
        let (arc_i, arc_j, radius) = (word('I'), word('J'), word('R'));
        let corners = match motion {
            2 | 3 => {
                arc(self.at, to, motion == 2, arc_i.zip(arc_j).or(arc_i.map(|i| (i, 0.0))).or(arc_j.map(|j| (0.0, j))), radius)
                    .ok_or_else(|| Unreadable::new(format!("has an arc without a centre in line {number}")))?
            }
            _ => vec![to],
        };
        for corner in corners {
            if self.program.moves.len() >= MOST_MOVES {
                return Err(Unreadable::new(format!("has more than {MOST_MOVES} moves")));
            }
            let m = Move {
                line: number,
                from: self.at,
                to: corner,
                works: false,
                feed: self.feed,
                extrudes: pushed > 0.0,
                rapid: motion == 0,
            };
            self.program.moves.push(m);
            self.at = corner;
        }
        Ok(())
    }
}

fn bounded(value: f64, line: usize) -> Result<f64, Unreadable> {
    if value.is_finite() && value.abs() <= FURTHEST {
        Ok(value)
    } else {
        Err(Unreadable::new(format!("goes beyond every machine in line {line}")))
    }
}

/// The corners of straight pieces along an arc in the XY plane, its end included.
fn arc(from: Point, to: Point, clockwise: bool, centre: Option<(f64, f64)>, radius: Option<f64>) -> Option<Vec<Point>> {
    let (dx, dy) = match (centre, radius) {
        (Some(centre), _) => centre,
        (None, Some(radius)) => {
            let (x, y) = (to[0] - from[0], to[1] - from[1]);
            let chord = x.hypot(y);
            if chord < 1e-9 {
                return None;
            }
            let height = (radius * radius - chord * chord / 4.0).max(0.0).sqrt();
            // A negative radius is the longer way round.
            let side = if clockwise == (radius > 0.0) { 1.0 } else { -1.0 };
            (x / 2.0 + side * height * y / chord, y / 2.0 - side * height * x / chord)
        }
        (None, None) => return None,
    };
    let radius = dx.hypot(dy);
    if radius <= 0.0 || !radius.is_finite() {
        return None;
    }
    let (cx, cy) = (from[0] + dx, from[1] + dy);
    let start = (-dy).atan2(-dx);
    let end = (to[1] - cy).atan2(to[0] - cx);
    let turn = std::f64::consts::TAU;
    let mut sweep = if clockwise { start - end } else { end - start }.rem_euclid(turn);
    if sweep < 1e-9 {
        sweep = turn;
    }
    let piece = 2.0 * (1.0 - (ARC_PLAY / radius).min(1.0)).acos();
    let pieces = (sweep / piece.max(1e-3)).ceil().clamp(1.0, MOST_PIECES as f64) as usize;
    let mut corners: Vec<Point> = (1..pieces)
        .map(|index| {
            let part = ratio(index, pieces);
            let angle = if clockwise { start - sweep * part } else { start + sweep * part };
            [cx + radius * angle.cos(), cy + radius * angle.sin(), from[2] + part * (to[2] - from[2])]
        })
        .collect();
    corners.push(to);
    Some(corners)
}
