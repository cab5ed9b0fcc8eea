//! What the outputs depend on.

use super::super::state::{GROUND, Part};
use super::super::truth::Solved;
use std::collections::{BTreeMap, BTreeSet};

pub(super) struct Used {
    pub(super) parts: BTreeSet<usize>,
    pub(super) nets: BTreeSet<usize>,
    /// How many gates and chips there are of each kind.
    pub(super) kinds: BTreeMap<String, usize>,
}

impl Used {
    pub(super) fn find(solved: &Solved) -> Self {
        let logic = solved.logic;
        let (mut parts, mut nets) = (BTreeSet::new(), BTreeSet::new());
        for net in solved.outputs.iter().filter_map(|(_, place)| *place).map(|place| place.net) {
            let fan_in = logic.fan_in(net, &BTreeSet::new());
            parts.extend(fan_in.parts);
            nets.extend(fan_in.nets);
        }
        parts.retain(|part| !logic.outputs(*part).is_empty());
        let mut kinds = BTreeMap::new();
        for part in &parts {
            *kinds.entry(logic.parts()[*part].kind.kind.clone()).or_insert(0) += 1;
        }
        Self { parts, nets, kinds }
    }

    /// Whether a rail or source gives an output its level: one end on ground is not enough.
    pub(super) fn holds(&self, part: &Part) -> bool {
        let mut live = part.pins.iter().map(|(_, net)| *net).filter(|net| *net != GROUND).peekable();
        let on_ground_alone = live.peek().is_none();
        if on_ground_alone { self.nets.contains(&GROUND) } else { live.all(|net| self.nets.contains(&net)) }
    }
}
