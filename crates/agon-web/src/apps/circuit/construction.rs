//! How a circuit must be built: what every task asks for, and what one says in words.
//!
//! Every truth table wants logic levels as they come, for else an input could be its own inverter, and nothing on the canvas that no
//! output depends on. The other rules look only at what an output depends on.

use super::expression::Expression;
use super::logic::Logic;
use super::truth::Solved;
use agon_grade::{CheckBuilder, check};
use std::collections::{BTreeMap, BTreeSet};

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
    /// The kinds of gates one of which must drive an output, by the output's name.
    pub(super) made_by: Vec<(String, Vec<String>)>,
    pub(super) terms: Vec<(String, Term)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Count {
    pub(super) min: usize,
    pub(super) max: usize,
}

/// A wire that must exist: the output of some gate with this function of the inputs.
pub(super) struct Term {
    pub(super) text: String,
    /// Its level in every row that counts.
    pub(super) column: Vec<bool>,
    /// The kinds of gates that may compute it. Empty: any.
    pub(super) by: Vec<String>,
    /// There is exactly one such gate.
    pub(super) single: bool,
    /// Outputs that it must reach without passing through another output.
    pub(super) feeds: Vec<String>,
}

pub(super) const GATES: [&str; 7] = ["not", "and", "nand", "or", "nor", "xor", "xnor"];

impl Construction {
    pub(super) fn mark(&self, solved: &Solved) -> Vec<CheckBuilder> {
        let used = Used::find(solved);
        let mut checks = vec![mark_levels(solved.logic), mark_rest(solved.logic, &used)];
        if !(self.only.is_empty() && self.chips && self.constants) {
            checks.push(self.mark_kinds(solved.logic, &used));
        }
        if !self.gates.is_empty() {
            checks.push(self.mark_counts(&used));
        }
        checks.extend(self.made_by.iter().map(|(output, kinds)| mark_maker(solved, output, kinds)));
        checks.extend(self.terms.iter().map(|(name, term)| term.mark(name, solved, &used)));
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

impl Term {
    fn mark(&self, name: &str, solved: &Solved, used: &Used) -> CheckBuilder {
        let logic = solved.logic;
        let computes = |part: &usize| {
            let right_kind = self.by.is_empty() || self.by.contains(&logic.parts()[*part].kind.kind);
            let is_it = |net: &usize| solved.column(*net, logic.threshold(*part)).eq(self.column.iter().copied().map(Some));
            right_kind && logic.outputs(*part).iter().any(is_it)
        };
        let found: BTreeSet<usize> = used.parts.iter().copied().filter(computes).collect();
        let unfed: Vec<&str> = self.feeds.iter().map(String::as_str).filter(|output| !reaches(solved, &found, output)).collect();
        let seen = match found.len() {
            0 => Some(format!("no {} on the way to the outputs computes it", self.makers())),
            count if self.single && count > 1 => Some(format!("{count} gates compute it")),
            _ if !unfed.is_empty() => Some(format!("it does not reach {}", unfed.join(", "))),
            _ => None,
        };
        let one = if self.single { "one" } else { "a" };
        let feeds = if self.feeds.is_empty() { String::new() } else { format!(", feeding {}", self.feeds.join(" and ")) };
        check(&format!("term_{name}"), seen.is_none())
            .expected(format!("{one} {} that computes {name} = {}{feeds}", self.makers(), self.text))
            .seen(seen.unwrap_or_else(|| "it is there".into()))
    }

    fn makers(&self) -> String {
        if self.by.is_empty() { "gate".into() } else { self.by.iter().map(|kind| name_of(kind)).collect::<Vec<_>>().join(" or ") }
    }

    /// The levels of an expression in the rows that count.
    pub(super) fn column(is: &Expression, rows: &[Vec<bool>]) -> Vec<bool> {
        rows.iter().map(|row| is.value(row)).collect()
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
        _ => format!("changed in: {}", changed.join(", ")),
    };
    check("levels", changed.is_empty() && !logic.parts().is_empty())
        .expected("logic levels as they come, 0 V and 5 V with the threshold between")
        .seen(seen)
}

/// Nothing may lie on the canvas that no output depends on.
fn mark_rest(logic: &Logic, used: &Used) -> CheckBuilder {
    let belongs = |(index, part): &(usize, &super::state::Part)| match part.kind.kind.as_str() {
        "logic-input" | "logic-output" => true,
        "ground" | "dc-rail" | "dc-source" => part.pins.iter().any(|(_, net)| used.nets.contains(net)),
        _ => used.parts.contains(index),
    };
    let rest: Vec<String> =
        logic.parts().iter().enumerate().filter(|part| !belongs(part)).map(|(_, part)| part.kind.name.clone()).collect();
    let seen = match (used.nets.is_empty(), rest.is_empty()) {
        (true, true) => "no output".to_owned(),
        (_, true) => "nothing else".to_owned(),
        _ => rest.join(", "),
    };
    check("nothing_else", rest.is_empty() && !used.nets.is_empty()).expected("no part that no output depends on").seen(seen)
}

/// What the outputs depend on.
struct Used {
    parts: BTreeSet<usize>,
    nets: BTreeSet<usize>,
    /// How many gates and chips there are of each kind.
    kinds: BTreeMap<String, usize>,
}

impl Used {
    fn find(solved: &Solved) -> Self {
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
}

/// Whether one of the parts lies on the way to an output, without another output between.
fn reaches(solved: &Solved, parts: &BTreeSet<usize>, output: &str) -> bool {
    let Some(net) = solved.net_of(output) else { return false };
    let others =
        solved.outputs.iter().filter(|(name, _)| *name != output).filter_map(|(_, place)| place.map(|place| place.net)).collect();
    !solved.logic.fan_in(net, &others).parts.is_disjoint(parts)
}

fn mark_maker(solved: &Solved, output: &str, kinds: &[String]) -> CheckBuilder {
    let made_by = solved.net_of(output).and_then(|net| solved.logic.drivers(net).next());
    let made_by = made_by.map(|part| &solved.logic.parts()[part].kind.kind);
    let wanted: Vec<String> = kinds.iter().map(|kind| name_of(kind)).collect();
    check(&format!("made_by_{output}"), made_by.is_some_and(|kind| kinds.contains(kind)))
        .expected(format!("{output} is the output of an {}", wanted.join(" or ")))
        .seen(made_by.map_or("no gate drives it".into(), |kind| format!("it is the output of a part of kind {kind}")))
}

fn name_of(kind: &str) -> String {
    match super::catalogue::kind_of(kind) {
        Some(kind) => kind.name.clone(),
        None => kind.to_owned(),
    }
}
