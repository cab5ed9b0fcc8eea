//! What templates write chains with.

use crate::chain::{Chain, Found, Goal, GoalState, Move, Slip, Stage};
use agon_core::Rng;
use agon_grade::{Element, Quantity, Wanted};
use agon_internet::{Facts, Internet};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Display;

/// A template: it draws from the writer's chance and writes values and stages. `None` where what it drew cannot be asked about.
pub(crate) type Template = fn(&mut Writer<'_>) -> Option<()>;

/// Draws what is asked, and writes it down.
pub(crate) struct Writer<'a> {
    pub(crate) internet: &'a Internet,
    pub(crate) facts: &'a Facts,
    pub(crate) rng: Rng,
    values: BTreeMap<String, String>,
    stages: Vec<Stage>,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(internet: &'a Internet, rng: Rng) -> Self {
        Self { internet, facts: internet.facts(), rng, values: BTreeMap::new(), stages: Vec::new() }
    }

    pub(crate) fn chain(self) -> Chain {
        Chain { seed: self.facts.seed, values: self.values, stages: self.stages }
    }

    /// One of these.
    pub(crate) fn draw<T: Clone>(&mut self, from: &[T]) -> Option<T> {
        self.rng.choose(from).cloned()
    }

    /// What stands for a placeholder of the task file.
    pub(crate) fn say(&mut self, placeholder: &str, value: impl Display) {
        self.values.insert(placeholder.to_owned(), value.to_string());
    }

    /// Writes the next stage.
    pub(crate) fn stage(&mut self, write: impl FnOnce(&mut StageWriter)) {
        let mut writer = StageWriter::default();
        write(&mut writer);
        self.stages.push(writer.0);
    }
}

/// The one of these, if there is exactly one: what a question asks for must not be two things.
pub(crate) fn only<T>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let first = all.next()?;
    all.next().is_none().then_some(first)
}

/// Where an element's answer comes from.
pub(crate) struct Source {
    pages: Vec<String>,
    is_told: bool,
}

/// It stands on this page.
pub(crate) fn told(page: &str) -> Source {
    told_by(&[page])
}

/// It stands on each of these pages.
pub(crate) fn told_by(pages: &[&str]) -> Source {
    Source { pages: pages.iter().map(|page| (*page).to_owned()).collect(), is_told: true }
}

/// It is computed from what stands on these pages, compared over them, or read off a picture there.
pub(crate) fn computed(pages: &[String]) -> Source {
    Source { pages: pages.to_vec(), is_told: false }
}

/// Writes one stage: what is asked for, and then what an expert does.
#[derive(Default)]
pub(crate) struct StageWriter(Stage);

impl StageWriter {
    /// Asks for a name, a title or a word.
    pub(crate) fn text(&mut self, name: &str, right: &str, wrong: &str, source: Source) {
        self.found(name, Wanted::Text(right.into()), json!(wrong), source);
    }

    /// Asks for one of several names of the same; the first is the usual one.
    pub(crate) fn any_of(&mut self, name: &str, right: &[&str], wrong: &str, source: Source) {
        self.found(name, Wanted::AnyOf(right.iter().map(|text| (*text).into()).collect()), json!(wrong), source);
    }

    /// Asks for a number. An answer may be off by the tolerance.
    pub(crate) fn number(&mut self, name: &str, (value, tolerance, unit): (f64, f64, &str), wrong: f64, source: Source) {
        self.found(name, Wanted::Number(Quantity { value, tolerance, unit: unit.into() }), json!(wrong), source);
    }

    /// Asks for a day, a month or a year, as in `2021-05-03`, `2021-05`, `2021`.
    pub(crate) fn date(&mut self, name: &str, right: impl Display, wrong: impl Display, source: Source) {
        self.found(name, Wanted::Date(right.to_string()), json!(wrong.to_string()), source);
    }

    /// Asks for names in any order.
    pub(crate) fn set(&mut self, name: &str, right: Vec<String>, wrong: Vec<String>, source: Source) {
        self.found(name, Wanted::Set(right), json!(wrong), source);
    }

    /// Asks for names in this order.
    pub(crate) fn list(&mut self, name: &str, right: Vec<String>, wrong: Vec<String>, source: Source) {
        self.found(name, Wanted::List(right), json!(wrong), source);
    }

    fn found(&mut self, name: &str, wanted: Wanted, wrong: Value, source: Source) {
        let Source { pages, is_told } = source;
        let element = Element { name: name.into(), wanted };
        self.0.elements.push(Found { element, wrong, pages, is_told });
    }

    /// Asks for a state; `check` is what its check is called.
    pub(crate) fn goal(&mut self, check: &str, state: GoalState) {
        self.0.goals.push(Goal { name: check.into(), state });
    }

    /// Asks that the last entry of a kept list, or the one object, has these fields.
    pub(crate) fn kept(&mut self, check: &str, (site, list): (&str, &str), fields: &[(&str, &str)]) {
        let fields = fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        self.goal(check, GoalState::Kept { site: site.into(), list: list.into(), fields });
    }

    /// Types an address.
    pub(crate) fn go(&mut self, address: impl Into<String>) {
        self.0.moves.push(Move::Go(address.into()));
    }

    /// Searches from the address bar.
    pub(crate) fn search(&mut self, words: &str) {
        self.0.moves.push(Move::Search(words.into()));
    }

    /// Presses the link, button or tab on which the first match of a text stands.
    pub(crate) fn press(&mut self, text: &str) {
        self.press_nth(text, 1);
    }

    /// The same with a later match.
    pub(crate) fn press_nth(&mut self, text: &str, nth: usize) {
        self.0.moves.push(Move::Press { text: text.into(), nth });
    }

    /// Fills the field of the label on which the first match of a text stands.
    pub(crate) fn fill(&mut self, label: &str, value: impl Display) {
        self.fill_nth(label, 1, value);
    }

    pub(crate) fn fill_nth(&mut self, label: &str, nth: usize, value: impl Display) {
        self.0.moves.push(Move::Fill { label: label.into(), nth, value: value.to_string() });
    }

    /// Goes on to the next field by Tab, and fills it.
    pub(crate) fn fill_next(&mut self, value: impl Display) {
        self.0.moves.push(Move::FillNext { value: value.to_string() });
    }

    pub(crate) fn choose(&mut self, label: &str, option: &str) {
        self.choose_nth(label, 1, option);
    }

    pub(crate) fn choose_nth(&mut self, label: &str, nth: usize, option: &str) {
        self.0.moves.push(Move::Choose { label: label.into(), nth, option: option.into() });
    }

    pub(crate) fn tick(&mut self, label: &str) {
        self.tick_nth(label, 1);
    }

    pub(crate) fn tick_nth(&mut self, label: &str, nth: usize) {
        self.0.moves.push(Move::Tick { label: label.into(), nth });
    }

    /// Sends the form of the field that was filled in last.
    pub(crate) fn enter(&mut self) {
        self.0.moves.push(Move::Enter);
    }

    /// Reads so many screens on, and goes back to the top.
    pub(crate) fn read(&mut self, screens: usize) {
        self.0.moves.push(Move::Read(screens));
    }

    /// Any other move.
    pub(crate) fn then(&mut self, one: Move) {
        self.0.moves.push(one);
    }

    /// What somebody does who types or chooses one value instead of another. Write it after all moves.
    pub(crate) fn slip(&mut self, name: &str, fails: &str, (right, wrong): (&str, &str)) {
        let mut moves = self.0.moves.clone();
        for one in &mut moves {
            match one {
                Move::Fill { value, .. } | Move::FillNext { value } | Move::Choose { option: value, .. } if value == right => {
                    wrong.clone_into(value)
                }
                _ => {}
            }
        }
        self.slip_by(name, fails, moves);
    }

    /// What somebody does who does other things, or nothing.
    pub(crate) fn slip_by(&mut self, name: &str, fails: &str, moves: Vec<Move>) {
        self.0.slips.push(Slip { name: name.into(), fails: fails.into(), moves });
    }

    /// The moves so far, for those who do almost the same.
    pub(crate) fn moves(&self) -> Vec<Move> {
        self.0.moves.clone()
    }
}
