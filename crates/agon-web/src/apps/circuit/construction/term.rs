//! Gates that a task names: terms that must exist, and the gates that drive outputs.

use super::super::expression::Expression;
use super::super::truth::Solved;
use super::name_of;
use super::used::Used;
use agon_grade::{CheckBuilder, check};
use std::collections::BTreeSet;

/// A wire that must exist: the output of some gate with this function of the inputs.
pub(in super::super) struct Term {
    pub(in super::super) text: String,
    /// Its level in every row that counts.
    pub(in super::super) column: Vec<bool>,
    pub(in super::super) maker: Maker,
    /// It is made once, in whatever way.
    pub(in super::super) single: bool,
}

/// What gate makes something.
pub(in super::super) struct Maker {
    /// The kinds that it may be of. Empty: any.
    pub(in super::super) by: Vec<String>,
    /// Inputs of the circuit and terms: the gate has an input for each of them and no other. Empty: any.
    pub(in super::super) of: Vec<String>,
}

impl Term {
    pub(super) fn mark(&self, name: &str, solved: &Solved, used: &Used, terms: &Terms) -> CheckBuilder {
        let found = terms.gates(name).len();
        let again = if self.single { self.made_again(name, solved, used, terms) } else { 0 };
        let seen = match found {
            0 => Some(format!("no {} on the way to the outputs computes it", self.maker)),
            count if self.single && count + again > 1 => Some(format!("{} gates compute it", count + again)),
            _ => None,
        };
        let one = if self.single { "one" } else { "a" };
        check(&format!("term_{name}"), seen.is_none())
            .expected(format!("{one} {} that computes {name} = {}", self.maker, self.text))
            .seen(seen.unwrap_or_else(|| "it is there".into()))
    }

    /// How many other gates compute it from the inputs, of whatever kind. What is derived from terms alone does not make one again.
    fn made_again(&self, name: &str, solved: &Solved, used: &Used, terms: &Terms) -> usize {
        let logic = solved.logic;
        let stop = terms.all_nets(solved);
        let from_inputs = |part: &usize| {
            let behind = logic.inputs(*part).iter().filter(|net| !stop.contains(net));
            behind.flat_map(|net| logic.inputs_behind(*net, &stop)).next().is_some()
        };
        let others = used.parts.iter().filter(|part| !terms.gates(name).contains(part));
        others.filter(|part| self.is_computed_by(**part, solved)).filter(|part| from_inputs(part)).count()
    }

    fn is_computed_by(&self, part: usize, solved: &Solved) -> bool {
        let logic = solved.logic;
        let is_it = |net: &usize| solved.column(*net, logic.threshold(part)).eq(self.column.iter().copied().map(Some));
        logic.outputs(part).iter().any(is_it)
    }

    /// The levels of an expression in the rows that count.
    pub(in super::super) fn column(is: &Expression, rows: &[Vec<bool>]) -> Vec<bool> {
        rows.iter().map(|row| is.value(row)).collect()
    }
}

impl Maker {
    fn is(&self, part: usize, solved: &Solved, terms: &Terms) -> bool {
        let right_kind = self.by.is_empty() || self.by.contains(&solved.logic.parts()[part].kind.kind);
        let wanted: Vec<Vec<usize>> = self.of.iter().map(|name| terms.nets(name, solved)).collect();
        right_kind && (self.of.is_empty() || matches(solved.logic.inputs(part), &wanted))
    }
}

impl std::fmt::Display for Maker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.by.is_empty() {
            f.write_str("gate")?;
        } else {
            f.write_str(&self.by.iter().map(|kind| name_of(kind)).collect::<Vec<_>>().join(" or "))?;
        }
        match self.of.as_slice() {
            [] => Ok(()),
            of => write!(f, " whose inputs are just {}", of.join(" and ")),
        }
    }
}

/// Whether each input can be given one of the wanted nets, each wanted one once.
fn matches(inputs: &[usize], wanted: &[Vec<usize>]) -> bool {
    let Some((first, rest)) = wanted.split_first() else { return inputs.is_empty() };
    (0..inputs.len()).any(|i| {
        let others = [&inputs[..i], &inputs[i + 1..]].concat();
        first.contains(&inputs[i]) && matches(&others, rest)
    })
}

/// The gates that make each term.
pub(super) struct Terms<'a> {
    found: Vec<(&'a str, BTreeSet<usize>)>,
}

impl<'a> Terms<'a> {
    pub(super) fn find(terms: &'a [(String, Term)], solved: &Solved, used: &Used) -> Self {
        let mut all = Self { found: Vec::new() };
        for (name, term) in terms {
            let is_it = |part: &usize| term.is_computed_by(*part, solved) && term.maker.is(*part, solved, &all);
            let gates = used.parts.iter().copied().filter(is_it).collect();
            all.found.push((name, gates));
        }
        all
    }

    fn gates(&self, name: &str) -> BTreeSet<usize> {
        self.found.iter().find(|(known, _)| *known == name).map(|(_, gates)| gates.clone()).unwrap_or_default()
    }

    /// Where a term or an input of the circuit can be met.
    pub(super) fn nets(&self, name: &str, solved: &Solved) -> Vec<usize> {
        if self.found.iter().any(|(known, _)| *known == name) {
            return self.gates(name).iter().flat_map(|part| solved.logic.outputs(*part)).copied().collect();
        }
        solved.input_nets(name)
    }

    fn all_nets(&self, solved: &Solved) -> BTreeSet<usize> {
        self.found.iter().flat_map(|(name, _)| self.nets(name, solved)).collect()
    }
}

/// The check that an output is driven by the gate that was asked for.
pub(super) fn mark_maker(solved: &Solved, terms: &Terms, output: &str, maker: &Maker) -> CheckBuilder {
    let made_by = solved.net_of(output).and_then(|net| solved.logic.drivers(net).next());
    let seen = match made_by {
        None => "no gate drives it".to_owned(),
        Some(part) => {
            let part = &solved.logic.parts()[part];
            let inputs = part.pins.iter().filter(|(pin, _)| pin.starts_with("in")).count();
            format!("it is the output of a part of kind {} with {inputs} inputs", part.kind.kind)
        }
    };
    check(&format!("made_by_{output}"), made_by.is_some_and(|part| maker.is(part, solved, terms)))
        .expected(format!("{output} is the output of an {maker}"))
        .seen(seen)
}
