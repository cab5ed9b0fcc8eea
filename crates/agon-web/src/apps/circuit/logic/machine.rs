//! Lets a circuit work until it comes to rest.

use super::device::Memory;
use super::{Level, Logic, Volts};
use std::collections::BTreeSet;

/// A circuit at work: voltages of nets, and what its flip-flops remember.
pub(in super::super) struct Machine<'a> {
    pub(super) logic: &'a Logic,
    volts: Vec<Volts>,
    memories: Vec<Memory>,
    /// Gates and flip-flops that have something to do since one of their inputs changed.
    gates: BTreeSet<usize>,
    keepers: BTreeSet<usize>,
    /// Nets that keep their voltage whatever drives them.
    held: BTreeSet<usize>,
}

impl<'a> Machine<'a> {
    /// Nothing is known but what rails hold.
    pub(in super::super) fn unknown(logic: &'a Logic) -> Self {
        Self::start(logic, None)
    }

    pub(super) fn start(logic: &'a Logic, level: Level) -> Self {
        let volts = (0..logic.nets.len()).map(|net| logic.resting(net, level.map(|_| 0.0))).collect();
        let memories = vec![Memory::new(level); logic.parts.len()];
        let mut machine =
            Self { logic, volts, memories, gates: BTreeSet::new(), keepers: BTreeSet::new(), held: BTreeSet::new() };
        (0..logic.parts.len()).for_each(|part| machine.wake(part));
        machine
    }

    /// Sets a logic input.
    pub(in super::super) fn set(&mut self, part: usize, level: bool) {
        self.drive(part, &[Some(level)]);
    }

    /// Holds a net at a voltage, to see what depends on it.
    pub(in super::super) fn hold(&mut self, net: usize, volts: f64) {
        self.held.insert(net);
        self.volts[net] = Some(volts);
        self.logic.nets[net].readers.iter().for_each(|part| self.wake(*part));
    }

    /// Lets every part act until nothing changes. False: it never comes to rest.
    pub(in super::super) fn settle(&mut self) -> bool {
        // More rounds than these mean that it swings.
        let most = 4 * self.logic.parts.len() + 16;
        for _ in 0..most {
            for _ in 0..most {
                let gates = std::mem::take(&mut self.gates);
                gates.into_iter().for_each(|part| self.act(part));
                if self.gates.is_empty() {
                    break;
                }
            }
            let keepers = std::mem::take(&mut self.keepers);
            if !self.gates.is_empty() || keepers.is_empty() {
                return self.gates.is_empty();
            }
            // All look before one acts.
            let acted: Vec<(usize, Vec<Level>)> = keepers.into_iter().map(|part| (part, self.next(part))).collect();
            acted.into_iter().for_each(|(part, levels)| self.drive(part, &levels));
        }
        false
    }

    pub(in super::super) fn volts(&self, net: usize) -> Volts {
        self.volts[net]
    }

    fn act(&mut self, part: usize) {
        let levels = self.next(part);
        self.drive(part, &levels);
    }

    /// What a part's outputs should be.
    fn next(&mut self, part: usize) -> Vec<Level> {
        let wired = &self.logic.parts[part];
        let threshold = self.logic.threshold(part);
        let inputs: Vec<Level> = wired.inputs.iter().map(|net| self.volts[*net].map(|volts| volts > threshold)).collect();
        wired.device.map_or_else(Vec::new, |device| device.act(&inputs, &mut self.memories[part]))
    }

    fn drive(&mut self, part: usize, levels: &[Level]) {
        let logic = self.logic;
        let wired = &logic.parts[part];
        for (net, level) in wired.outputs.iter().zip(levels) {
            let volts = level.map(|level| if level { wired.high } else { wired.low });
            if logic.is_settable(*net) && !self.held.contains(net) && self.volts[*net] != volts {
                self.volts[*net] = volts;
                logic.nets[*net].readers.iter().for_each(|part| self.wake(*part));
            }
        }
    }

    fn wake(&mut self, part: usize) {
        match self.logic.parts[part].device {
            Some(device) if device.remembers() => _ = self.keepers.insert(part),
            Some(_) => _ = self.gates.insert(part),
            None => {}
        }
    }
}
