//! What a circuit's logic does: which part drives which net, and the voltages that nets settle at.
//!
//! It is the simulator's logic (`web/circuit/src/sim/logic.ts`), and `web/circuit/logic-cases` holds both to the same: a gate reads
//! what is above half its own high voltage as 1, gates settle without delay, then all flip-flops that saw an edge act at once.
//!
//! A voltage may be unknown here, since a loop or an analogue part may leave a net without one. A truth table's row starts with
//! every driven net unknown, and what stays unknown does not follow from the inputs alone: a loop that holds or swings, a
//! flip-flop, a clock. So no order of evaluation can matter.

mod device;
mod machine;
#[cfg(test)]
mod tests;

use super::state::{GROUND, Part, State};
use device::{Device, Role};
pub(super) use machine::Machine;
use std::collections::BTreeSet;

/// The voltage of a net, if it is known.
pub(super) type Volts = Option<f64>;

/// What a part makes of a voltage.
pub(super) type Level = Option<bool>;

/// A circuit's logic.
pub(super) struct Logic {
    parts: Vec<Wired>,
    nets: Vec<Net>,
    /// With one net where a closed switch joins two.
    state: State,
}

/// A part as its logic sees it.
struct Wired {
    device: Option<Device>,
    inputs: Vec<usize>,
    outputs: Vec<usize>,
    /// What it drives its outputs at.
    low: f64,
    high: f64,
}

#[derive(Clone, Default)]
struct Net {
    /// Parts that drive it, logic inputs included.
    drivers: Vec<usize>,
    readers: Vec<usize>,
    /// The voltages that rails and ground hold it at.
    constants: Vec<f64>,
    /// Parts that are no logic: what they do to a net is not known here.
    foreign: Vec<usize>,
    /// Analogue parts that drive nothing by themselves, such as a resistor.
    beside: Vec<usize>,
}

const CHIP_HIGH: f64 = 5.0;

/// What lies between the inputs and a net.
#[derive(Default)]
pub(super) struct FanIn {
    pub(super) nets: BTreeSet<usize>,
    /// Parts by their index in [`Logic::parts`].
    pub(super) parts: BTreeSet<usize>,
}

impl Logic {
    pub(super) fn new(mut state: State) -> Self {
        state.join(|part| match part.pins.as_slice() {
            [(_, a), (_, b)] if part.is("switch") && part.param("closed").and_then(|v| v.as_bool()) == Some(true) => {
                Some((*a, *b))
            }
            _ => None,
        });
        let mut nets = vec![Net::default(); state.nets];
        nets[GROUND].constants.push(0.0);
        let mut parts = Vec::with_capacity(state.parts.len());
        for (index, part) in state.parts.iter().enumerate() {
            // Chips have no parameter for it.
            let high = part.number("high").unwrap_or(CHIP_HIGH);
            let mut wired = Wired { device: None, inputs: Vec::new(), outputs: Vec::new(), low: 0.0, high };
            match device::role(part) {
                Role::Device(device) => {
                    let outputs = device.outputs();
                    for (pin, net) in &part.pins {
                        if outputs.contains(&pin.as_str()) {
                            nets[*net].drivers.push(index);
                        } else {
                            nets[*net].readers.push(index);
                            wired.inputs.push(*net);
                        }
                    }
                    wired.outputs = outputs.iter().filter_map(|pin| part.net(pin)).collect();
                    wired.device = Some(device);
                }
                Role::Input => {
                    wired.low = part.number("low").unwrap_or_default();
                    wired.outputs = part.pins.iter().map(|(_, net)| *net).collect();
                    wired.outputs.iter().for_each(|net| nets[*net].drivers.push(index));
                }
                Role::Constant(net, volts) => nets[net].constants.push(volts),
                Role::Foreign(pins) => {
                    for (pin, net) in &part.pins {
                        let net = &mut nets[*net];
                        if pins.contains(&pin.as_str()) { net.foreign.push(index) } else { net.beside.push(index) }
                    }
                }
                Role::Reader => {}
            }
            parts.push(wired);
        }
        Self { parts, nets, state }
    }

    pub(super) fn parts(&self) -> &[Part] {
        &self.state.parts
    }

    pub(super) fn nets(&self) -> usize {
        self.nets.len()
    }

    /// Whether anything gives the net a level.
    pub(super) fn is_driven(&self, net: usize) -> bool {
        let net = &self.nets[net];
        !(net.drivers.is_empty() && net.constants.is_empty() && net.foreign.is_empty())
    }

    /// The gates and chips whose output is this net.
    pub(super) fn drivers(&self, net: usize) -> impl Iterator<Item = usize> {
        self.nets[net].drivers.iter().copied().filter(|part| self.parts[*part].device.is_some())
    }

    /// The nets that a gate or chip drives.
    pub(super) fn outputs(&self, part: usize) -> &[usize] {
        if self.parts[part].device.is_some() { &self.parts[part].outputs } else { &[] }
    }

    /// The nets that a gate or chip reads, one for each of its inputs.
    pub(super) fn inputs(&self, part: usize) -> &[usize] {
        &self.parts[part].inputs
    }

    /// The logic inputs that a net's level may depend on otherwise than through the nets of `stop`.
    pub(super) fn inputs_behind(&self, root: usize, stop: &BTreeSet<usize>) -> impl Iterator<Item = usize> {
        self.fan_in(root, stop).parts.into_iter().filter(|part| self.parts[*part].device.is_none())
    }

    /// Above this a part reads 1.
    pub(super) fn threshold(&self, part: usize) -> f64 {
        self.parts[part].high / 2.0
    }

    /// Whether a rail holds the net. Ground counts.
    pub(super) fn is_constant(&self, net: usize) -> bool {
        !self.nets[net].constants.is_empty()
    }

    /// Everything that a net's level may depend on. The way back ends at the nets of `stop`, before what drives them.
    pub(super) fn fan_in(&self, root: usize, stop: &BTreeSet<usize>) -> FanIn {
        let mut found = FanIn::default();
        let mut open = vec![root];
        while let Some(net) = open.pop() {
            if !found.nets.insert(net) || stop.contains(&net) {
                continue;
            }
            for part in &self.nets[net].drivers {
                found.parts.insert(*part);
                open.extend(&self.parts[*part].inputs);
            }
        }
        found
    }

    /// Why the level of a net cannot be told from the inputs, if something on the way to it prevents that: two drivers, a part
    /// that is no logic. A sentence about the net called `name`.
    pub(super) fn trouble(&self, net: usize, name: &str) -> Option<String> {
        if !self.is_driven(net) {
            return Some(match self.nets[net].beside.first() {
                Some(part) => format!("{name} hangs on {}, which is no logic part", self.parts()[*part].title()),
                None => format!("{name} is not connected to anything that drives it"),
            });
        }
        let title = |part: &usize| self.parts()[*part].title();
        self.fan_in(net, &BTreeSet::new()).nets.into_iter().find_map(|net| {
            let net = &self.nets[net];
            if let [first, second, ..] = net.drivers.as_slice() {
                return Some(format!("{name} cannot be told: two parts drive one net, {} and {}", title(first), title(second)));
            }
            if let (Some(driver), true) = (net.drivers.first(), !net.constants.is_empty()) {
                return Some(format!("{name} cannot be told: {} drives a net that a rail or ground holds", title(driver)));
            }
            if net.constants.iter().any(|volts| *volts != net.constants[0]) {
                return Some(format!("{name} cannot be told: rails of different voltages are connected to one another"));
            }
            if let Some(part) = net.foreign.first() {
                return Some(format!("{name} cannot be told: it depends on {}, which has no fixed level", title(part)));
            }
            let beside = net.beside.first().filter(|_| net.drivers.is_empty() && net.constants.is_empty())?;
            Some(format!("{name} cannot be told: it depends on {}, which is no logic part", title(beside)))
        })
    }

    /// The voltage of a net before any part has acted on it.
    fn resting(&self, net: usize, driven: Volts) -> Volts {
        let net = &self.nets[net];
        match (net.drivers.len(), net.constants.as_slice(), net.foreign.is_empty()) {
            (1, [], true) => driven,
            (0, [first, rest @ ..], true) if rest.iter().all(|volts| volts == first) => Some(*first),
            // An input that hangs on nothing reads 0.
            (0, [], true) if net.beside.is_empty() => Some(0.0),
            _ => None,
        }
    }

    fn is_settable(&self, net: usize) -> bool {
        let net = &self.nets[net];
        net.drivers.len() == 1 && net.constants.is_empty() && net.foreign.is_empty()
    }
}
