//! How a circuit must be built: what every task asks for, and what one says in words.
//!
//! Every truth table wants logic levels as they come, for else an input could be its own inverter, and nothing on the canvas that no
//! output depends on. The other rules look only at what an output depends on.

mod source;
mod term;
mod used;

use super::label::listed;
use super::logic::Logic;
use super::truth::Solved;
use agon_grade::{CheckBuilder, check};
pub(super) use source::Source;
pub(super) use term::{Maker, Term};
use term::{Terms, mark_maker};
use used::Used;

#[derive(Default)]
pub(super) struct Construction {
    /// The kinds of gates and chips that may be used. Empty: all gates.
    pub(super) only: Vec<String>,
    /// Chips (adders, multiplexers, flip-flops) may be used as well.
    pub(super) chips: bool,
    /// Rails and ground may be used.
    pub(super) constants: bool,
    /// How many there must be of a kind.
    pub(super) gates: Vec<(String, Count)>,
    /// The gate that must drive an output, by the output's name.
    pub(super) made_by: Vec<(String, Maker)>,
    /// In the order of the file: a term may be made of those before it.
    pub(super) terms: Vec<(String, Term)>,
    pub(super) made_from: Vec<Source>,
    /// Outputs none of which may be made from another.
    pub(super) apart: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Count {
    pub(super) min: usize,
    pub(super) max: usize,
}

pub(super) const GATES: [&str; 7] = ["not", "and", "nand", "or", "nor", "xor", "xnor"];

impl Construction {
    pub(super) fn mark(&self, solved: &Solved) -> Vec<CheckBuilder> {
        let used = Used::find(solved);
        let terms = Terms::find(&self.terms, solved, &used);
        let mut checks = vec![mark_levels(solved.logic), mark_rest(solved.logic, &used)];
        if !(self.only.is_empty() && self.chips && self.constants) {
            checks.push(self.mark_kinds(solved.logic, &used));
        }
        if !self.constants {
            checks.push(mark_open_inputs(solved.logic, &used));
        }
        if !self.gates.is_empty() {
            checks.push(self.mark_counts(&used));
        }
        checks.extend(self.made_by.iter().map(|(output, maker)| mark_maker(solved, &terms, output, maker)));
        checks.extend(self.terms.iter().map(|(name, term)| term.mark(name, solved, &used, &terms)));
        checks.extend(self.made_from.iter().map(|source| source.mark(solved, &terms)));
        if !self.apart.is_empty() {
            checks.push(source::mark_apart(&self.apart, solved));
        }
        checks.into_iter().map(|check| check.at("/state/parts")).collect()
    }

    fn mark_kinds(&self, logic: &Logic, used: &Used) -> CheckBuilder {
        let allowed = |kind: &str| {
            if self.only.is_empty() { self.chips || GATES.contains(&kind) } else { self.only.iter().any(|only| only == kind) }
        };
        let mut wrong: Vec<String> = used.kinds.keys().filter(|kind| !allowed(kind)).map(|kind| name_of(kind)).collect();
        if !self.constants && used.nets.iter().any(|net| logic.is_constant(*net)) {
            wrong.push("a rail or ground".into());
        }
        let seen = match (used.nets.is_empty(), wrong.is_empty()) {
            (true, _) => "no output".into(),
            (_, true) => "nothing else".into(),
            _ => wrong.join(", "),
        };
        let mut expected = match (self.only.as_slice(), self.chips) {
            ([], true) => "gates and chips".to_owned(),
            ([], false) => "gates alone, no chips".to_owned(),
            (only, _) => only.iter().map(|kind| name_of(kind)).collect::<Vec<_>>().join(", ") + " alone",
        };
        if !self.constants {
            expected.push_str(", without rails and ground");
        }
        check("kinds", wrong.is_empty() && !used.nets.is_empty()).expected(expected).seen(seen)
    }

    fn mark_counts(&self, used: &Used) -> CheckBuilder {
        let count = |kind: &str| used.kinds.get(kind).copied().unwrap_or(0);
        let right = self.gates.iter().all(|(kind, wanted)| (wanted.min..=wanted.max).contains(&count(kind)));
        let list = |say: &dyn Fn(&str, &Count) -> String| {
            self.gates
                .iter()
                .map(|(kind, wanted)| format!("{} {}", say(kind, wanted), name_of(kind)))
                .collect::<Vec<_>>()
                .join(", ")
        };
        check("gates", right)
            .expected(list(&|_, wanted| wanted.to_string()))
            .seen(list(&|kind, _| count(kind).to_string()) + " on the way to the outputs")
    }
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.min, self.max) {
            (min, max) if min == max => write!(f, "{min}"),
            (min, usize::MAX) => write!(f, "at least {min}"),
            (0, max) => write!(f, "at most {max}"),
            (min, max) => write!(f, "{min} to {max}"),
        }
    }
}

/// Inputs, gates and outputs must have the levels that they come with.
fn mark_levels(logic: &Logic) -> CheckBuilder {
    const LEVELS: [&str; 3] = ["high", "low", "threshold"];
    let changed = logic.parts().iter().filter(|part| {
        let is_logic =
            GATES.contains(&part.kind.kind.as_str()) || ["logic-input", "logic-output"].contains(&part.kind.kind.as_str());
        let own = |key: &str| part.kind.param(key).is_some_and(|param| part.number(key) != param.default.as_f64());
        is_logic && LEVELS.iter().any(|key| own(key))
    });
    let changed: Vec<String> = changed.map(|part| part.kind.name.clone()).collect();
    let seen = match (logic.parts().is_empty(), changed.is_empty()) {
        (true, _) => "no part".to_owned(),
        (_, true) => "all as they come".to_owned(),
        _ => format!("changed in: {}", listed(&changed)),
    };
    check("levels", changed.is_empty() && !logic.parts().is_empty())
        .expected("logic levels as they come, 0 V and 5 V with the threshold between")
        .seen(seen)
}

/// Nothing may lie on the canvas that no output depends on.
fn mark_rest(logic: &Logic, used: &Used) -> CheckBuilder {
    let belongs = |(index, part): &(usize, &super::state::Part)| match part.kind.kind.as_str() {
        "logic-input" | "logic-output" => true,
        "ground" | "dc-rail" | "dc-source" => used.holds(part),
        _ => used.parts.contains(index),
    };
    let rest: Vec<String> =
        logic.parts().iter().enumerate().filter(|part| !belongs(part)).map(|(_, part)| part.kind.name.clone()).collect();
    let seen = match (used.nets.is_empty(), rest.is_empty()) {
        (true, true) => "no output".to_owned(),
        (_, true) => "nothing else".to_owned(),
        _ => listed(&rest),
    };
    check("nothing_else", rest.is_empty() && !used.nets.is_empty()).expected("no part that no output depends on").seen(seen)
}

/// Where fixed voltages are forbidden no input of a gate may be left open: an open input reads 0, and so does ground.
fn mark_open_inputs(logic: &Logic, used: &Used) -> CheckBuilder {
    let is_open = |part: &&usize| logic.inputs(**part).iter().any(|net| !logic.is_driven(*net));
    let open: Vec<String> = used.parts.iter().filter(is_open).map(|part| logic.parts()[*part].title()).collect();
    let seen = match (used.nets.is_empty(), open.is_empty()) {
        (true, _) => "no output".to_owned(),
        (_, true) => "all are connected".to_owned(),
        _ => format!("left open at {}", listed(&open)),
    };
    check("open_inputs", open.is_empty() && !used.nets.is_empty())
        .expected("every input of every gate connected, since an open one is a fixed 0")
        .seen(seen)
}

fn name_of(kind: &str) -> String {
    match super::catalogue::kind_of(kind) {
        Some(kind) => kind.name.clone(),
        None => kind.to_owned(),
    }
}
