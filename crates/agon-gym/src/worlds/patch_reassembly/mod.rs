//! Patch Reassembly: lay irregular patches so that they fill a grid.

mod board;
mod generate;
mod params;
mod render;
mod restore;
mod solve;
mod text;

use crate::{Canvas, Effect, Form, Kind, NearMissCalls, ParamError, Puzzle, Solve, read_params};
use agon_core::{Args, Call, Function, Param, Space};
use agon_grade::{CheckBuilder, check};
use board::{Breach, Cell, Patch, Places, Set};
use params::Params;
use render::Look;
use serde_json::{Map, Value, json};
use solve::Action;
use std::sync::Arc;

pub(super) struct PatchReassembly;

#[derive(Clone)]
struct Table {
    places: Places,
    set: Arc<Set>,
    /// Where the patches go in one perfect tiling; others count as well.
    target: Arc<Vec<Cell>>,
    look: Arc<Look>,
}

/// How many cells a check names.
const NAMED_CELLS: usize = 8;

impl Kind for PatchReassembly {
    fn name(&self) -> &'static str {
        "patch-reassembly"
    }

    fn published_name(&self) -> &'static str {
        "patch_reassembly"
    }

    fn title(&self) -> &'static str {
        "Patch Reassembly"
    }

    fn about(&self) -> &'static str {
        "Lay irregular patches so that they fill a grid without gaps or overlaps."
    }

    fn params(&self) -> Map<String, Value> {
        super::params_of(&Params::default())
    }

    fn strategies(&self) -> &'static [&'static str] {
        &["shortest", "padded"]
    }

    fn start(&self, params: &Map<String, Value>, seed: u64) -> Result<Box<dyn Puzzle>, ParamError> {
        let params: Params = read_params(params)?;
        params.check()?;
        Ok(Box::new(Table::new(generate::generate(&params, seed)?, params.frame_px)?))
    }

    fn restore(&self, params: &Map<String, Value>, state: &Value) -> Result<Box<dyn Puzzle>, ParamError> {
        let params: Params = read_params(params)?;
        params.check()?;
        let unusable = |problem: String| ParamError::key("init_state", problem);
        let (set, places) = restore::read(state).map_err(unusable)?;
        let table = Table::new(set, params.frame_px).map_err(|error| unusable(error.to_string()))?;
        Ok(Box::new(Table { places, ..table }))
    }

    fn mark(&self, state: &Value) -> Option<Vec<CheckBuilder>> {
        let (set, places) = read_state(state)?;
        let mut layers = vec![0usize; set.rows * set.cols];
        let mut outside = Vec::new();
        for (patch, place) in places.iter().enumerate() {
            let Some(place) = place else { continue };
            match set.covered(patch, *place) {
                None => outside.push(patch),
                Some(cells) => cells.iter().for_each(|(row, column)| layers[row * set.cols + column] += 1),
            }
        }
        let cells = |wanted: &dyn Fn(usize) -> bool| -> Vec<Cell> {
            let found = layers.iter().enumerate().filter(|(_, count)| wanted(**count));
            found.map(|(index, _)| (index / set.cols, index % set.cols)).collect()
        };
        let (empty, doubled) = (cells(&|count| count == 0), cells(&|count| count > 1));
        let lies = match (&outside[..], &doubled[..]) {
            ([], []) => "all inside, none over another".to_owned(),
            ([], doubled) => format!("overlaps at {}", name_cells(doubled)),
            (outside, _) => format!("patches {outside:?} reach outside"),
        };
        let seen = if empty.is_empty() { "no empty cell".to_owned() } else { format!("empty: {}", name_cells(&empty)) };
        Some(vec![
            check("no_overlap", outside.is_empty() && doubled.is_empty())
                .expected("every placed patch inside the board and none over another")
                .seen(lies)
                .at("/state/places"),
            check("filled", empty.is_empty())
                .expected(format!("all {} cells covered", layers.len()))
                .seen(seen)
                .at("/state/places"),
        ])
    }
}

impl Table {
    fn new(set: Set, frame_px: u32) -> Result<Self, ParamError> {
        let target = solve::tiling(&set).ok_or_else(|| ParamError::Invalid("the patches do not fill the grid".into()))?;
        let look = Arc::new(Look::new(&set, frame_px));
        Ok(Self { places: vec![None; set.patches.len()], set: Arc::new(set), target: Arc::new(target), look })
    }

    /// Removals of what lies wrong, and the patches that are still to be laid.
    fn plan(&self) -> (Vec<Action>, Vec<usize>) {
        let (wrong, missing) = solve::shortest(&self.set, &self.places, &self.target);
        (wrong.into_iter().map(Action::Remove).collect(), missing)
    }

    fn after_removals(&self) -> Places {
        self.places.iter().zip(self.target.iter()).map(|(place, target)| place.filter(|place| place == target)).collect()
    }
}

impl Puzzle for Table {
    fn copy(&self) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(self.clone()))
    }

    fn functions(&self) -> Vec<Function> {
        let below = |count: usize| Space::Integer { min: 0, max: count as i64 - 1 };
        let patch = Param::new("p", "the patch's number", below(self.set.patches.len()));
        vec![
            Function::new(
                "place",
                "Lay a patch on the board, or move it there if it already lies on the board.",
                vec![
                    patch.clone(),
                    Param::new("r", "the row for the patch's anchor, from 0 at the top", below(self.set.rows)),
                    Param::new("c", "the column for the patch's anchor, from 0 at the left", below(self.set.cols)),
                ],
            ),
            Function::new("remove", "Put a patch back to its parking place.", vec![patch]),
        ]
    }

    fn instruction(&self, form: Form) -> String {
        let Set { rows, cols, patches } = self.set.as_ref();
        let mut text = format!(
            "A board has {rows} rows and {cols} columns. {} irregular patches, numbered from 0, are parked beside it. Lay all of \
             them on the board so that every cell is covered, without gaps or overlaps. Patches are never turned or mirrored.",
            patches.len()
        );
        if form.has_image() {
            text.push_str(
                " In the image the board is on the left, with its row and column numbers. You lay a patch by saying where its \
                 anchor goes: the cell that shows the patch's number.",
            );
        }
        if form.has_text() {
            text.push_str(
                " In the text '.' is an empty cell of the board, and a digit is a cell covered by the patch of that number. Parked \
                 patches follow below, drawn with their number. You lay a patch by saying where its anchor goes: the cell marked \
                 '*' instead of the number.",
            );
        }
        text
    }

    fn examples(&self) -> Vec<(String, Call)> {
        // In the last cell every patch of more than one cell reaches outside, which cannot be part of a solution.
        let (row, column) = (self.set.rows - 1, self.set.cols - 1);
        vec![
            (format!("lay patch 0 with its anchor at row {row}, column {column}"), to_call(Action::Place(0, (row, column)))),
            ("put patch 0 back".into(), to_call(Action::Remove(0))),
        ]
    }

    fn apply(&mut self, function: &str, args: &Args) -> Effect {
        let patch = args.integer(0) as usize;
        if function == "remove" {
            return match self.places[patch].take() {
                Some(_) => Effect::Executed(format!("patch {patch} is parked again.")),
                None => Effect::Blocked(format!("patch {patch} is not on the board.")),
            };
        }
        let place = (args.integer(1) as usize, args.integer(2) as usize);
        let at = format!("row {}, column {}", place.0, place.1);
        if self.places[patch] == Some(place) {
            return Effect::Blocked(format!("patch {patch} already lies there."));
        }
        match self.set.fits(&self.places, patch, place) {
            Err(Breach::Outside) => {
                Effect::Blocked(format!("with its anchor at {at}, patch {patch} would reach outside the board."))
            }
            Err(Breach::Overlap(others)) => {
                let others: Vec<String> = others.iter().map(usize::to_string).collect();
                let word = if others.len() == 1 { "patch" } else { "patches" };
                Effect::Blocked(format!("with its anchor at {at}, patch {patch} would overlap {word} {}.", others.join(" and ")))
            }
            Ok(()) => {
                let verb = if self.places[patch].is_some() { "moved to" } else { "was laid with its anchor at" };
                self.places[patch] = Some(place);
                Effect::Executed(format!("patch {patch} {verb} {at}."))
            }
        }
    }

    fn draw(&self, canvas: &mut Canvas) {
        self.look.draw(canvas, &self.set, &self.places);
    }

    fn frame_size(&self) -> (u32, u32) {
        self.look.size()
    }

    fn text(&self) -> Option<String> {
        Some(text::text(&self.set, &self.places))
    }

    fn goal(&self) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(Self { places: self.target.iter().copied().map(Some).collect(), ..self.clone() }))
    }

    fn state(&self) -> Value {
        let patches: Vec<_> = self.set.patches.iter().map(|patch| patch.cells.clone()).collect();
        json!({"rows": self.set.rows, "cols": self.set.cols, "patches": patches, "places": self.places})
    }

    fn situation(&self) -> Value {
        self.state()
    }

    fn solve(&self, solve: &mut Solve<'_>) -> Vec<Call> {
        let (mut actions, missing) = self.plan();
        let length = match solve.strategy {
            "padded" => solve.length.map_or(missing.len() + 4, |length| length.saturating_sub(actions.len())),
            _ => 0,
        };
        let from = self.after_removals();
        actions.extend(solve::with_mistakes(&self.set, &from, &missing, &self.target, length, solve.rng));
        actions.into_iter().map(to_call).collect()
    }

    fn near_misses(&self) -> Vec<NearMissCalls> {
        let (removals, missing) = self.plan();
        let Some((last, rest)) = missing.split_last() else { return Vec::new() };
        let place = |patch: &usize| Action::Place(*patch, self.target[*patch]);
        let to_calls = |actions: Vec<Action>| -> Vec<Call> { actions.into_iter().map(to_call).collect() };
        let short: Vec<Action> = removals.iter().copied().chain(rest.iter().map(place)).collect();
        let another = [short.clone(), vec![place(last), Action::Remove(missing[0])]].concat();
        let mut misses = vec![
            NearMissCalls { name: "one patch left over", calls: to_calls(short.clone()), fails: "filled" },
            NearMissCalls { name: "filled, then one patch removed", calls: to_calls(another), fails: "filled" },
        ];
        // One patch beside its place: the last that still fits elsewhere with all laid that came before.
        let mut before = self.after_removals();
        let mut beside = None;
        for (turn, patch) in missing.iter().enumerate() {
            let wrong = self.set.room(&before, *patch).into_iter().find(|place| *place != self.target[*patch]);
            beside = wrong.map(|wrong| (turn, Action::Place(*patch, wrong))).or(beside);
            before[*patch] = Some(self.target[*patch]);
        }
        if let Some((turn, wrong)) = beside {
            let laid = short[..removals.len() + turn].iter().copied().chain([wrong]).collect();
            misses.push(NearMissCalls { name: "a patch beside its place", calls: to_calls(laid), fails: "filled" });
        }
        misses
    }

    fn secrets(&self) -> Vec<String> {
        let places: Vec<String> = self.target.iter().map(|(row, column)| format!("({row}, {column})")).collect();
        let calls = self.target.iter().enumerate().map(|(patch, place)| to_call(Action::Place(patch, *place)).to_string());
        calls.chain([places.join(", "), places.join(" ")]).collect()
    }
}

fn to_call(action: Action) -> Call {
    match action {
        Action::Place(patch, (row, column)) => Call::new("place", vec![patch, row, column]),
        Action::Remove(patch) => Call::new("remove", patch),
    }
}

fn name_cells(cells: &[Cell]) -> String {
    let mut names: Vec<String> = cells.iter().take(NAMED_CELLS).map(|(row, column)| format!("({row}, {column})")).collect();
    if cells.len() > NAMED_CELLS {
        names.push(format!("and {} more", cells.len() - NAMED_CELLS));
    }
    names.join(", ")
}

/// What [`Puzzle::state`] wrote; `None` for anything else.
fn read_state(state: &Value) -> Option<(Set, Places)> {
    let side = |key: &str| state[key].as_u64().filter(|side| (1..=64).contains(side)).map(|side| side as usize);
    let cells = |value: &Value| serde_json::from_value::<Vec<(usize, isize)>>(value.clone()).ok().map(|cells| Patch { cells });
    let patches: Vec<Patch> = state["patches"].as_array()?.iter().map(cells).collect::<Option<_>>()?;
    let places: Places = serde_json::from_value(state["places"].clone()).ok()?;
    let in_reach = |patch: &Patch| patch.cells.iter().all(|(down, right)| *down < 64 && right.unsigned_abs() < 64);
    let sound = places.len() == patches.len() && patches.iter().all(in_reach);
    let near = places.iter().flatten().all(|(row, column)| *row < 64 && *column < 64);
    (sound && near).then_some((Set { rows: side("rows")?, cols: side("cols")?, patches }, places))
}

#[cfg(test)]
mod tests;
