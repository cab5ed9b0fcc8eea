//! What an output must be made from.

use super::super::truth::{OutputNet, Solved};
use super::term::Terms;
use agon_grade::{CheckBuilder, check};
use std::collections::BTreeSet;

/// An output and the terms and inputs of the circuit that it is made from: these alone, and each of them.
pub(in super::super) struct Source {
    pub(in super::super) output: String,
    pub(in super::super) from: Vec<String>,
}

impl Source {
    pub(super) fn mark(&self, solved: &Solved, terms: &Terms) -> CheckBuilder {
        let problem = match solved.place_of(&self.output) {
            None => Some(format!("there is not one output {}", self.output)),
            Some(place) => self.problem(place, solved, terms),
        };
        check(&format!("made_from_{}", self.output), problem.is_none())
            .expected(format!("{} made from {}, from nothing else and from each of them", self.output, self.from.join(", ")))
            .seen(problem.unwrap_or_else(|| "it is".into()))
    }

    fn problem(&self, place: OutputNet, solved: &Solved, terms: &Terms) -> Option<String> {
        let logic = solved.logic;
        let sources: Vec<(&String, Vec<usize>)> = self.from.iter().map(|name| (name, terms.nets(name, solved))).collect();
        if let Some((name, _)) = sources.iter().find(|(_, nets)| nets.is_empty()) {
            return Some(format!("{name} is not there"));
        }
        let stop: BTreeSet<usize> = sources.iter().flat_map(|(_, nets)| nets).copied().collect();
        let direct: BTreeSet<usize> = logic.inputs_behind(place.net, &stop).collect();
        if let Some(part) = direct.first() {
            return Some(format!("it depends on {} otherwise than through them", logic.parts()[*part].title()));
        }
        let before: Vec<_> = solved.column(place.net, place.threshold).collect();
        let idle = |nets: &[usize], level: bool| solved.column_with(place, nets, level) == before;
        sources.iter().find_map(|(name, nets)| {
            let level = [false, true].into_iter().find(|level| idle(nets, *level))?;
            let level = u8::from(level);
            Some(format!("{name} is not needed: {} is the same in every row when {name} is held at {level}", self.output))
        })
    }
}

/// No gate on the way to two of the outputs may compute one of them or its inverse: then one would be made from the other.
pub(super) fn mark_apart(outputs: &[String], solved: &Solved) -> CheckBuilder {
    let logic = solved.logic;
    let places: Vec<(&String, OutputNet)> = outputs.iter().filter_map(|name| Some((name, solved.place_of(name)?))).collect();
    let cone = |place: &OutputNet| logic.fan_in(place.net, &BTreeSet::new()).parts;
    let columns: Vec<Vec<_>> = places.iter().map(|(_, place)| solved.column(place.net, place.threshold).collect()).collect();
    let computes = |part: usize, column: &[Option<bool>]| {
        logic.outputs(part).iter().any(|net| {
            let levels: Vec<_> = solved.column(*net, logic.threshold(part)).collect();
            let inverse: Vec<_> = levels.iter().map(|level| level.map(|level| !level)).collect();
            levels == column || inverse == column
        })
    };
    let mut shared = None;
    for (i, (first, a)) in places.iter().enumerate() {
        for (j, (second, b)) in places.iter().enumerate().skip(i + 1) {
            let common: BTreeSet<usize> = cone(a).intersection(&cone(b)).copied().collect();
            let part = common.into_iter().find(|part| computes(*part, &columns[i]) || computes(*part, &columns[j]));
            shared = shared.or(part.map(|part| {
                format!(
                    "{first} and {second} are both made from the output of {}, which is one of them",
                    logic.parts()[part].title()
                )
            }));
        }
    }
    let missing = (places.len() < outputs.len()).then(|| "an output is missing".to_owned());
    let problem = shared.or(missing);
    check("apart", problem.is_none())
        .expected(format!("none of {} made from another", outputs.join(", ")))
        .seen(problem.unwrap_or_else(|| "none is".into()))
}
