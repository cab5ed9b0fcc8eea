//! What a circuit's logic does: which part drives which net, and the levels that nets settle at.
//!
//! Levels have three values, since a loop or an analogue part leaves a net without a known one: `Some(false)`, `Some(true)`, `None`. A
//! truth table's row starts with every driven net unknown, and what stays unknown does not follow from the inputs alone: a loop
//! that holds or swings, a flip-flop, a clock. So no order of evaluation can matter, and every net changes at most once.

mod device;

use super::state::{GROUND, Part, State};
use device::{Device, Memory, Role};
use std::collections::{BTreeMap, BTreeSet};

pub(super) type Level = Option<bool>;

/// A circuit's logic.
pub(super) struct Logic {
    parts: Vec<Wired>,
    nets: Vec<Net>,
    /// The logic net of each net of the state: closed switches make one of two.
    state: State,
}

/// A part as its logic sees it.
struct Wired {
    device: Option<Device>,
    inputs: Vec<usize>,
    outputs: Vec<usize>,
}

#[derive(Clone, Default)]
struct Net {
    /// Parts that drive it, logic inputs included.
    drivers: Vec<usize>,
    readers: Vec<usize>,
    /// The levels that rails and ground hold it at.
    constants: BTreeSet<bool>,
    /// Parts that are no logic: what they do to a net is not known here.
    foreign: Vec<usize>,
    /// Analogue parts that drive nothing by themselves, such as a resistor.
    beside: Vec<usize>,
}

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
        nets[GROUND].constants.insert(false);
        let mut parts = Vec::with_capacity(state.parts.len());
        for (index, part) in state.parts.iter().enumerate() {
            let mut wired = Wired { device: None, inputs: Vec::new(), outputs: Vec::new() };
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
                    wired.outputs = part.pins.iter().map(|(_, net)| *net).collect();
                    wired.outputs.iter().for_each(|net| nets[*net].drivers.push(index));
                }
                Role::Constant(net, level) => _ = nets[net].constants.insert(level),
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

    /// Whether a rail holds the net. Ground counts.
    pub(super) fn is_constant(&self, net: usize) -> bool {
        !self.nets[net].constants.is_empty()
    }

    /// Everything that a net's level may depend on. The way back ends with what drives the nets of `stop`.
    pub(super) fn fan_in(&self, root: usize, stop: &BTreeSet<usize>) -> FanIn {
        let mut found = FanIn::default();
        let mut open = vec![root];
        while let Some(net) = open.pop() {
            if !found.nets.insert(net) {
                continue;
            }
            for part in &self.nets[net].drivers {
                found.parts.insert(*part);
                if net == root || !stop.contains(&net) {
                    open.extend(&self.parts[*part].inputs);
                }
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
            if net.constants.len() > 1 {
                return Some(format!("{name} cannot be told: rails of different levels are connected to one another"));
            }
            if let Some(part) = net.foreign.first() {
                return Some(format!("{name} cannot be told: it depends on {}, which has no fixed level", title(part)));
            }
            let beside = net.beside.first().filter(|_| net.drivers.is_empty() && net.constants.is_empty())?;
            Some(format!("{name} cannot be told: it depends on {}, which is no logic part", title(beside)))
        })
    }

    /// The level of a net before any part has acted on it.
    fn resting(&self, net: usize, driven: Level) -> Level {
        let net = &self.nets[net];
        let constant = || net.constants.first().copied().filter(|_| net.constants.len() == 1);
        match (net.drivers.len(), net.constants.is_empty(), net.foreign.is_empty()) {
            (1, true, true) => driven,
            (0, false, true) => constant(),
            // An input that hangs on nothing reads 0.
            (0, true, true) => Some(false).filter(|_| net.beside.is_empty()),
            _ => None,
        }
    }

    fn is_settable(&self, net: usize) -> bool {
        let net = &self.nets[net];
        net.drivers.len() == 1 && net.constants.is_empty() && net.foreign.is_empty()
    }
}

/// A circuit at work: levels of nets, and what its flip-flops remember.
pub(super) struct Machine<'a> {
    logic: &'a Logic,
    levels: Vec<Level>,
    memories: Vec<Memory>,
    /// Parts that have something to do since one of their inputs changed.
    woken: BTreeSet<usize>,
}

impl<'a> Machine<'a> {
    /// All that is driven and all that is remembered is at `level`. Call `settle` before reading levels.
    pub(super) fn start(logic: &'a Logic, level: Level) -> Self {
        let levels = (0..logic.nets.len()).map(|net| logic.resting(net, level)).collect();
        let memories = vec![Memory::new(level); logic.parts.len()];
        let woken = (0..logic.parts.len()).filter(|part| logic.parts[*part].device.is_some()).collect();
        Self { logic, levels, memories, woken }
    }

    /// Sets a logic input.
    pub(super) fn set(&mut self, part: usize, level: bool) {
        for net in &self.logic.parts[part].outputs {
            self.put(*net, Some(level));
        }
    }

    /// Lets every part act until nothing changes. False: it never comes to rest.
    pub(super) fn settle(&mut self) -> bool {
        // A change passes at most every part once on its way, and counters and flip-flops ripple; more rounds mean that it swings.
        let most = 4 * self.logic.parts.len() + 16;
        for _ in 0..most {
            let woken = std::mem::take(&mut self.woken);
            if woken.is_empty() {
                return true;
            }
            // All act on the levels as they are now, so that the order of parts does not matter.
            let mut changes = BTreeMap::new();
            for part in woken {
                let wired = &self.logic.parts[part];
                let Some(device) = &wired.device else { continue };
                let inputs: Vec<Level> = wired.inputs.iter().map(|net| self.levels[*net]).collect();
                let outputs = device.act(&inputs, &mut self.memories[part]);
                changes.extend(wired.outputs.iter().copied().zip(outputs));
            }
            for (net, level) in changes {
                self.put(net, level);
            }
        }
        false
    }

    pub(super) fn level(&self, net: usize) -> Level {
        self.levels[net]
    }

    fn put(&mut self, net: usize, level: Level) {
        if self.logic.is_settable(net) && self.levels[net] != level {
            self.levels[net] = level;
            self.woken.extend(self.logic.nets[net].readers.iter().copied());
        }
    }
}
