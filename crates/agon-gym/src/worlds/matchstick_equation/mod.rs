//! Matchstick Equation: move matches until a broken equation is true again.

mod equation;
mod generate;
mod glyph;
mod params;
mod render;
mod restore;
mod solve;
mod text;

use crate::{Canvas, Effect, Form, Kind, NearMissCalls, ParamError, Puzzle, Solve, read_params};
use agon_core::{Args, Call, Function, Param, Space};
use agon_grade::{CheckBuilder, check};
use equation::{Breach, Move, Symbols};
use glyph::LAST_SEGMENT;
use params::Params;
use render::Look;
use serde_json::{Map, Value, json};
use solve::Action;
use std::sync::Arc;

pub(super) struct MatchstickEquation;

#[derive(Clone)]
struct Riddle {
    symbols: Symbols,
    /// The moves made and not undone.
    history: Vec<Move>,
    /// From the start so many moves mend the equation.
    break_moves: usize,
    /// So many moves may stand at once.
    budget: Option<usize>,
    look: Arc<Look>,
}

impl Kind for MatchstickEquation {
    fn name(&self) -> &'static str {
        "matchstick-equation"
    }

    fn published_name(&self) -> &'static str {
        "matchstick_equation"
    }

    fn title(&self) -> &'static str {
        "Matchstick Equation"
    }

    fn about(&self) -> &'static str {
        "Move matches until a broken equation is true again."
    }

    fn params(&self) -> Map<String, Value> {
        super::params_of(&Params::default())
    }

    fn strategies(&self) -> &'static [&'static str] {
        &["bfs", "dfs", "sos"]
    }

    /// Equations differ in length, and a symbol is named by its place.
    fn functions_vary(&self) -> bool {
        true
    }

    fn detours_in_pairs(&self) -> bool {
        true
    }

    fn start(&self, params: &Map<String, Value>, seed: u64) -> Result<Box<dyn Puzzle>, ParamError> {
        let params: Params = read_params(params)?;
        params.check()?;
        Ok(Box::new(Riddle::new(generate::generate(&params, seed)?, &params)))
    }

    fn restore(&self, params: &Map<String, Value>, state: &Value) -> Result<Box<dyn Puzzle>, ParamError> {
        let params: Params = read_params(params)?;
        params.check()?;
        let riddle = restore::read(state, &params).map_err(|problem| ParamError::key("init_state", problem))?;
        Ok(Box::new(riddle))
    }

    fn mark(&self, state: &Value) -> Option<Vec<CheckBuilder>> {
        let written = equation::written(&restore::symbols(state).filter(|symbols| !symbols.is_empty())?);
        Some(vec![
            check("equation_true", equation::is_true(&written))
                .expected("an equation whose two sides have the same value")
                .seen(written)
                .at("/state/symbols"),
        ])
    }
}

impl Riddle {
    fn new(symbols: Symbols, params: &Params) -> Self {
        let look = Arc::new(Look::new(symbols.len(), params.frame_px, params.places));
        let budget = params.move_budget.then_some(params.break_moves);
        Self { symbols, history: Vec::new(), break_moves: params.break_moves, budget, look }
    }

    /// How many moves may still be made without taking one back.
    fn moves_left(&self) -> usize {
        self.budget.map_or(usize::MAX, |budget| budget.saturating_sub(self.history.len()))
    }

    /// Undoing as far as needed, and the shortest mending from there.
    fn way(&self) -> (usize, Symbols, Vec<Move>) {
        let mut symbols = self.symbols.clone();
        if let Some(way) = solve::shortest(&symbols, self.break_moves.min(self.moves_left())) {
            return (0, symbols, way);
        }
        for step in self.history.iter().rev() {
            let _ = equation::perform(&mut symbols, step.reversed());
        }
        let way = solve::shortest(&symbols, self.break_moves).unwrap_or_default();
        (self.history.len(), symbols, way)
    }

    fn mended(&self) -> Symbols {
        let (_, mut symbols, way) = self.way();
        for step in way {
            let _ = equation::perform(&mut symbols, step);
        }
        symbols
    }
}

impl Puzzle for Riddle {
    fn copy(&self) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(self.clone()))
    }

    fn functions(&self) -> Vec<Function> {
        let symbol = Space::Integer { min: 0, max: self.symbols.len() as i64 - 1 };
        let segment = Space::Integer { min: 0, max: LAST_SEGMENT as i64 };
        let params = vec![
            Param::new("i", "the number of the symbol that loses the match", symbol.clone()),
            Param::new("s", "the segment of symbol i that the match is taken from", segment.clone()),
            Param::new("j", "the number of the symbol that gains the match; not i", symbol),
            Param::new("t", "the empty segment of symbol j that the match is put to", segment),
        ];
        vec![
            Function::new("move", "Move one match from a symbol to another symbol.", params),
            Function::new("undo", "Take back the last move.", vec![]),
        ]
    }

    fn instruction(&self, form: Form) -> String {
        let mut text =
            "You see an equation laid in matches. It is wrong. Make it true by moving matches, one at a time, from one \
                        symbol to another. Symbols are numbered from 0, left to right."
                .to_owned();
        if form.has_image() {
            text.push_str(" In the image the number of each symbol stands below it.");
        }
        if form.has_text() {
            text.push_str(
                " In the text each symbol is drawn with strokes in three lines, its number below: '|' and '_' are the \
                 segments of digits, a minus is a wide '_', a plus a wide '_' crossed by '|', an equals sign two wide '_' one \
                 above the other, times is an X of slashes, and divide is a long '/'.",
            );
        }
        text.push_str(
            "\n\nSegments:\n\
             - 0 to 6: a digit's top, top right, bottom right, bottom, bottom left, top left and middle; 6 is also the \
             horizontal stroke of plus and the only one of minus\n\
             - 7: the upright stroke of plus\n\
             - 8: the stroke of times from top left to bottom right\n\
             - 9: the stroke of times from top right to bottom left, and the only one of divide\n\
             - 10: not used\n\
             - 11, 12: the upper and the lower bar of equals\n\n\
             After every move both symbols must be readable: exactly the matches of a digit 0 to 9 (6 and 9 with all six, 7 \
             with three) or of + - × / =. The equation must be mathematically true when you stop: any true equation will do. \
             Times and divide come before plus and minus, division is exact, and numbers may begin with 0.",
        );
        if let Some(budget) = self.budget {
            let moves = if budget == 1 { "one move".to_owned() } else { format!("{budget} moves") };
            text.push_str(&format!(
                " At most {moves} may stand at once: once they are made, another is not carried out until you take one back with undo."
            ));
        }
        text
    }

    fn examples(&self) -> Vec<(String, Call)> {
        // A move that the rules forbid here cannot be the solution.
        let segments = (0..7).map(|s| Move { from: 0, from_segment: s, to: 1, to_segment: 6 });
        let forbidden = segments.rev().find(|step| equation::perform(&mut self.symbols.clone(), *step).is_err());
        let step = forbidden.unwrap_or(Move { from: 0, from_segment: 0, to: 0, to_segment: 0 });
        let about = format!(
            "take the match at segment {} of symbol {} to segment {} of symbol {}",
            step.from_segment, step.from, step.to_segment, step.to
        );
        vec![(about, to_call(Action::Move(step))), ("take back the last move".into(), Call::bare("undo"))]
    }

    fn apply(&mut self, function: &str, args: &Args) -> Effect {
        if function == "undo" {
            let Some(last) = self.history.pop() else {
                return Effect::Blocked("there is no move to take back.".into());
            };
            let _ = equation::perform(&mut self.symbols, last.reversed());
            return Effect::Executed(format!("the match went back from symbol {} to symbol {}.", last.to, last.from));
        }
        if self.moves_left() == 0 {
            return Effect::Blocked(
                "as many moves stand as are allowed; take one back with undo before you make another.".into(),
            );
        }
        let number = |index| args.integer(index) as usize;
        let step = Move { from: number(0), from_segment: number(1), to: number(2), to_segment: number(3) };
        let Move { from, from_segment, to, to_segment } = step;
        Effect::Blocked(match equation::perform(&mut self.symbols, step) {
            Ok(()) => {
                self.history.push(step);
                return Effect::Executed(format!("a match moved from symbol {from} to symbol {to}."));
            }
            Err(Breach::SameSymbol) => "a match must move to another symbol.".into(),
            Err(Breach::NoMatchThere) => format!("symbol {from} has no match at segment {from_segment}."),
            Err(Breach::PlaceTaken) => format!("symbol {to} already has a match at segment {to_segment}."),
            Err(Breach::BreaksSource) => {
                format!("without the match at segment {from_segment}, symbol {from} would not be readable.")
            }
            Err(Breach::BreaksTarget) => format!("with a match at segment {to_segment}, symbol {to} would not be readable."),
        })
    }

    fn draw(&self, canvas: &mut Canvas) {
        self.look.draw(canvas, &self.symbols);
    }

    fn frame_size(&self) -> (u32, u32) {
        self.look.size()
    }

    fn text(&self) -> Option<String> {
        Some(text::text(&self.symbols))
    }

    fn goal(&self) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(Self { symbols: self.mended(), history: Vec::new(), ..self.clone() }))
    }

    fn state(&self) -> Value {
        let symbols: Vec<Vec<usize>> = self.symbols.iter().map(|segments| glyph::members(*segments).collect()).collect();
        let moves: Vec<Value> = self.history.iter().map(|step| to_call(Action::Move(*step)).args).collect();
        json!({"symbols": symbols, "moves": moves, "break_moves": self.break_moves, "budget": self.budget})
    }

    fn situation(&self) -> Value {
        let Value::Object(mut state) = self.state() else { return Value::Null };
        // How far it may be changed is no part of what is to be solved.
        state.retain(|key, _| key == "symbols" || key == "moves");
        Value::Object(state)
    }

    fn solve(&self, solve: &mut Solve<'_>) -> Vec<Call> {
        let (undos, symbols, way) = self.way();
        let room = solve.length.map(|length| length.saturating_sub(undos));
        let onward = match solve.strategy {
            "dfs" => solve::search(&symbols, way.len(), room, solve.rng),
            "sos" => {
                let standing = self.history.len() - undos;
                let budget = self.budget.map_or(usize::MAX, |budget| budget.saturating_sub(standing));
                solve::detours(&symbols, &way, budget, room.unwrap_or(way.len() + 8), solve.rng)
            }
            _ => way.into_iter().map(Action::Move).collect(),
        };
        (0..undos).map(|_| Action::Undo).chain(onward).map(to_call).collect()
    }

    fn near_misses(&self) -> Vec<NearMissCalls> {
        let (undos, _, way) = self.way();
        let calls: Vec<Call> =
            (0..undos).map(|_| Action::Undo).chain(way.iter().copied().map(Action::Move)).map(to_call).collect();
        let Some((_, rest)) = calls.split_last().filter(|_| !way.is_empty()) else { return Vec::new() };
        let undone = [calls.clone(), vec![Call::bare("undo")]].concat();
        let mut misses = vec![
            NearMissCalls { name: "one move short", calls: rest.to_vec(), fails: "equation_true" },
            NearMissCalls { name: "mended and undone", calls: undone, fails: "equation_true" },
        ];
        let mended = self.mended();
        let breaks = |step: &Move| {
            let mut symbols = mended.clone();
            equation::perform(&mut symbols, *step).is_ok() && !equation::is_true(&equation::written(&symbols))
        };
        let standing = self.history.len() - undos + way.len();
        let may_go_on = self.budget.is_none_or(|budget| standing < budget);
        if let Some(step) = equation::moves(&mended).into_iter().find(breaks).filter(|_| may_go_on) {
            let calls = [calls, vec![to_call(Action::Move(step))]].concat();
            misses.push(NearMissCalls { name: "mended and broken again", calls, fails: "equation_true" });
        }
        misses
    }

    fn secrets(&self) -> Vec<String> {
        let (_, _, way) = self.way();
        let moves = way.into_iter().map(|step| to_call(Action::Move(step)).to_string());
        moves.chain([equation::written(&self.mended())]).collect()
    }
}

fn to_call(action: Action) -> Call {
    match action {
        Action::Move(step) => Call::new("move", vec![step.from, step.from_segment, step.to, step.to_segment]),
        Action::Undo => Call::bare("undo"),
    }
}

#[cfg(test)]
mod tests;
