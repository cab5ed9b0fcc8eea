//! What each kind of part does to levels.

use super::super::state::{GROUND, Part};
use super::Level;

/// What a part is to a circuit's logic.
pub(super) enum Role {
    Device(Device),
    /// A logic input.
    Input,
    /// It holds a net at a voltage.
    Constant(usize, f64),
    /// It is no logic. It drives these pins itself; at its others it only passes on what it meets.
    Foreign(&'static [&'static str]),
    /// It shows levels and changes none.
    Reader,
}

/// A part that makes levels out of levels.
#[derive(Clone, Copy, Debug)]
pub(super) enum Device {
    Gate { family: Family, inverted: bool },
    HalfAdder,
    FullAdder,
    Multiplexer,
    DFlipFlop,
    JkFlipFlop,
    TFlipFlop,
    SrFlipFlop,
    Counter,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Family {
    And,
    Or,
    Xor,
}

/// What a flip-flop or a counter remembers.
#[derive(Clone, Copy)]
pub(super) struct Memory {
    /// Its bits, the lowest first; a flip-flop has one.
    bits: [Level; 4],
    /// As it was last seen; the first look at it is no edge.
    clock: Level,
}

pub(super) fn role(part: &Part) -> Role {
    let gate = |family, inverted| Role::Device(Device::Gate { family, inverted });
    match part.kind.kind.as_str() {
        "and" => gate(Family::And, false),
        "nand" => gate(Family::And, true),
        "or" => gate(Family::Or, false),
        "nor" | "not" => gate(Family::Or, true),
        "xor" => gate(Family::Xor, false),
        "xnor" => gate(Family::Xor, true),
        "half-adder" => Role::Device(Device::HalfAdder),
        "full-adder" => Role::Device(Device::FullAdder),
        "multiplexer" => Role::Device(Device::Multiplexer),
        "d-flip-flop" => Role::Device(Device::DFlipFlop),
        "jk-flip-flop" => Role::Device(Device::JkFlipFlop),
        "t-flip-flop" => Role::Device(Device::TFlipFlop),
        "sr-flip-flop" => Role::Device(Device::SrFlipFlop),
        "counter" => Role::Device(Device::Counter),
        "logic-input" => Role::Input,
        "logic-output" | "seven-segment" => Role::Reader,
        "dc-rail" | "dc-source" => constant(part),
        "clock" | "ac-rail" | "square-rail" => Role::Foreign(&["a"]),
        "ac-source" | "square-source" => Role::Foreign(&["plus"]),
        "timer-555" | "opamp" | "opamp-ideal" => Role::Foreign(&["out"]),
        // A switch is worked into the nets when it is closed, and does nothing when it is open.
        "switch" => Role::Reader,
        _ => Role::Foreign(&[]),
    }
}

fn constant(part: &Part) -> Role {
    match (part.number("voltage"), part.net("a"), part.net("plus"), part.net("minus")) {
        (Some(volts), Some(net), ..) | (Some(volts), _, Some(net), Some(GROUND)) => Role::Constant(net, volts),
        (Some(volts), _, Some(GROUND), Some(net)) => Role::Constant(net, -volts),
        _ => Role::Foreign(&["a", "plus"]),
    }
}

impl Memory {
    pub(super) fn new(level: Level) -> Self {
        Self { bits: [level; 4], clock: None }
    }
}

impl Device {
    /// The pins it drives.
    pub(super) fn outputs(self) -> &'static [&'static str] {
        match self {
            Self::Gate { .. } => &["out"],
            Self::HalfAdder => &["s", "c"],
            Self::FullAdder => &["s", "cout"],
            Self::Multiplexer => &["q"],
            Self::DFlipFlop | Self::JkFlipFlop | Self::TFlipFlop | Self::SrFlipFlop => &["q", "nq"],
            Self::Counter => &["q0", "q1", "q2", "q3"],
        }
    }

    /// Whether it acts after the gates have settled.
    pub(super) fn remembers(self) -> bool {
        matches!(self, Self::DFlipFlop | Self::JkFlipFlop | Self::TFlipFlop | Self::SrFlipFlop | Self::Counter)
    }

    /// The levels of its outputs. `inputs` are all its other pins in the order of `parts.json`.
    pub(super) fn act(self, inputs: &[Level], memory: &mut Memory) -> Vec<Level> {
        match (self, inputs) {
            (Self::Gate { family, inverted }, inputs) => {
                let level = family.of(inputs);
                vec![if inverted { not(level) } else { level }]
            }
            (Self::HalfAdder, inputs) => vec![Family::Xor.of(inputs), Family::And.of(inputs)],
            (Self::FullAdder, &[a, b, carry]) => {
                let pairs = [Family::And.of(&[a, b]), Family::And.of(&[a, carry]), Family::And.of(&[b, carry])];
                vec![Family::Xor.of(inputs), Family::Or.of(&pairs)]
            }
            (Self::Multiplexer, &[d0, d1, d2, d3, s0, s1]) => vec![choose(s1, choose(s0, d0, d1), choose(s0, d2, d3))],
            (Self::DFlipFlop, &[d, clock]) => {
                let rises = memory.edge(clock, true);
                memory.flip(rises, |_| d)
            }
            (Self::TFlipFlop, &[t, clock]) => {
                let rises = memory.edge(clock, true);
                memory.flip(rises, |q| Family::Xor.of(&[q, t]))
            }
            (Self::JkFlipFlop, &[j, clock, k]) => {
                let falls = memory.edge(clock, false);
                memory.flip(falls, |q| choose(q, j, not(k)))
            }
            (Self::SrFlipFlop, &[s, r]) => latch(s, r, memory),
            (Self::Counter, &[clock, reset]) => {
                let rises = memory.edge(clock, true);
                memory.count(rises, reset);
                memory.bits.to_vec()
            }
            // A part always has the pins of its kind.
            _ => vec![None; self.outputs().len()],
        }
    }
}

impl Family {
    fn of(self, levels: &[Level]) -> Level {
        match self {
            Self::And if levels.contains(&Some(false)) => Some(false),
            Self::Or if levels.contains(&Some(true)) => Some(true),
            _ => {
                let all: Option<Vec<bool>> = levels.iter().copied().collect();
                let high = all?.into_iter().filter(|level| *level).count();
                Some(match self {
                    Self::And => true,
                    Self::Or => false,
                    Self::Xor => high % 2 == 1,
                })
            }
        }
    }
}

impl Memory {
    /// Whether the clock has just gone up or down, as asked.
    fn edge(&mut self, clock: Level, up: bool) -> bool {
        let before = std::mem::replace(&mut self.clock, clock);
        before == Some(!up) && clock == Some(up)
    }

    /// A flip-flop's outputs after it has taken its next bit, if it is time.
    fn flip(&mut self, time: bool, next: impl Fn(Level) -> Level) -> Vec<Level> {
        if time {
            self.bits[0] = next(self.bits[0]);
        }
        vec![self.bits[0], not(self.bits[0])]
    }

    fn count(&mut self, time: bool, reset: Level) {
        let mut carry = Some(time);
        for bit in &mut self.bits {
            let (old, up) = (*bit, carry);
            *bit = choose(reset, Family::Xor.of(&[old, up]), Some(false));
            carry = Family::And.of(&[old, up]);
        }
    }
}

/// As a latch of two NOR gates: both outputs are low while both inputs are high; released together, it stays reset.
fn latch(s: Level, r: Level, memory: &mut Memory) -> Vec<Level> {
    let q = choose(r, choose(s, memory.bits[0], Some(true)), Some(false));
    memory.bits[0] = q;
    vec![q, Family::Or.of(&[q, s]).map(|either| !either)]
}

fn not(level: Level) -> Level {
    level.map(|level| !level)
}

/// `high` where `which` is high, `low` where it is low.
fn choose(which: Level, low: Level, high: Level) -> Level {
    match which {
        Some(true) => high,
        Some(false) => low,
        None if low == high => low,
        None => None,
    }
}
