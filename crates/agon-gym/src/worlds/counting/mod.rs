//! Counting: tell how many objects of a kind a picture shows.

mod generate;
mod params;
mod photographs;

use super::pointing::{Point, View, mark_params};
use crate::{Canvas, Effect, Form, Kind, NearMissCalls, ParamError, Puzzle, Solve, Starts, read_params};
use agon_core::{Args, Call, Function, Param, Space};
use agon_grade::{CheckBuilder, check};
use params::Params;
use serde_json::{Map, Value, json};
use std::sync::Arc;

pub(super) struct CountingKind;

#[derive(Clone)]
struct Counting {
    subject: Subject,
    /// The dots, in the order they were put.
    dots: Vec<Point>,
    guess: Option<i64>,
    /// What guesses may be.
    range: (i64, i64),
    view: Arc<View>,
}

/// What is to be counted.
#[derive(Clone)]
struct Subject {
    one: String,
    many: String,
    /// A pixel of every object.
    centres: Arc<Vec<Point>>,
    /// What the picture is made from, as states write it: a composed scene, a user's picture, or a part of a photograph.
    source: Value,
}

impl Subject {
    /// A kind of annotated objects.
    fn of_kind(kind: &str, centres: Arc<Vec<Point>>, source: Value) -> Self {
        Self { one: format!("'{kind}'"), many: format!("objects of the kind '{kind}'"), centres, source }
    }

    /// Whether a part of a photograph is shown, at whose edge objects may end.
    fn is_part(&self) -> bool {
        self.source.get("crop").is_some()
    }

    /// Whether the picture was composed of things on a photograph.
    fn is_composed(&self) -> bool {
        self.source.get("things").is_some()
    }
}

/// Dots beyond this are refused: nothing has so many objects, and every one is drawn.
const MOST_DOTS: usize = 1000;

impl Kind for CountingKind {
    fn name(&self) -> &'static str {
        "counting"
    }

    fn published_name(&self) -> &'static str {
        "counting"
    }

    fn title(&self) -> &'static str {
        "Counting"
    }

    fn about(&self) -> &'static str {
        "Count the objects of one kind in a picture."
    }

    fn params(&self) -> Map<String, Value> {
        super::params_of(&Params::default())
    }

    fn strategies(&self) -> &'static [&'static str] {
        &["guess_only", "mark_all"]
    }

    fn start(&self, params: &Map<String, Value>, seed: u64) -> Result<Box<dyn Puzzle>, ParamError> {
        let params: Params = read_params(params)?;
        params.check()?;
        Ok(Box::new(generate::generate(&params, seed)?))
    }

    fn starts(&self, params: &Map<String, Value>, sample: usize) -> Option<Result<Starts, ParamError>> {
        Some(read_params(params).and_then(|params: Params| generate::starts(&params, sample)))
    }

    fn restore(&self, params: &Map<String, Value>, state: &Value) -> Result<Box<dyn Puzzle>, ParamError> {
        let params: Params = read_params(params)?;
        params.check()?;
        let mut episode = generate::restore(&params, state)?;
        if let Some(dots) = state.get("dots") {
            let (width, height) = episode.view.size();
            let dots: Option<Vec<Point>> = serde_json::from_value(dots.clone()).ok();
            let dots = dots.filter(|dots| dots.len() <= MOST_DOTS && dots.iter().all(|(x, y)| *x < width && *y < height));
            episode.dots = dots.ok_or_else(|| ParamError::state("dots must be places in the picture"))?;
        }
        if let Some(guess) = state.get("guess").filter(|guess| !guess.is_null()) {
            let (least, most) = episode.range;
            let guess = guess.as_i64().filter(|guess| (least..=most).contains(guess));
            episode.guess = Some(guess.ok_or_else(|| ParamError::state(format!("a guess is from {least} to {most}")))?);
        }
        Ok(Box::new(episode))
    }

    fn mark(&self, state: &Value) -> Option<Vec<CheckBuilder>> {
        let (object, count) = (state["object"].as_str()?, state["objects"].as_array()?.len());
        let guess = match state.get("guess")? {
            Value::Null => None,
            guess => Some(guess.as_i64()?),
        };
        Some(vec![
            check("count_right", guess == Some(count as i64))
                .expected(format!("{count}, the number of {object}"))
                .seen(guess.map_or("no guess".to_owned(), |guess| format!("a guess of {guess}")))
                .at("/state/guess"),
        ])
    }
}

impl Counting {
    fn new(subject: Subject, view: View, params: &Params) -> Self {
        let range = (params.min_count as i64, params.max_count as i64);
        Self { subject, dots: Vec::new(), guess: None, range, view: Arc::new(view) }
    }

    fn count(&self) -> i64 {
        self.subject.centres.len() as i64
    }

    fn mark_call(&self, point: Point) -> Call {
        Call::new("mark", self.view.shares(point))
    }
}

impl Puzzle for Counting {
    fn copy(&self) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(self.clone()))
    }

    fn functions(&self) -> Vec<Function> {
        let number = Space::Integer { min: self.range.0, max: self.range.1 };
        vec![
            Function::new("mark", "Put a dot on the image, to keep track of what you have counted.", mark_params()),
            Function::new("undo", "Remove the last dot.", vec![]),
            Function::new(
                "guess",
                "Record how many there are; a later guess replaces an earlier one.",
                vec![Param::new("n", "the number of objects", number)],
            ),
        ]
    }

    fn instruction(&self, _form: Form) -> String {
        let mut text = format!("How many {} are in the image?", self.subject.many);
        if self.subject.is_composed() {
            text.push_str(" Count the objects pasted onto the photograph; what the photograph itself shows does not count.");
        }
        text.push_str(match self.subject.is_part() {
            true => " Count every one, also where others cover it in part or the edge of the image cuts it off.",
            false => " Count every one, also where others cover it in part.",
        });
        text.push_str(&format!(
            " There are between {} and {}. Dots are an aid that you may leave aside; only your last guess before you stop counts.",
            self.range.0, self.range.1
        ));
        text
    }

    fn examples(&self) -> Vec<(String, Call)> {
        // Always the same number: one that avoided the count would tell it where it had to.
        let number = self.range.0;
        vec![
            ("put a dot a quarter from the left, halfway down".into(), Call::new("mark", vec![0.25, 0.5])),
            ("remove the last dot".into(), Call::bare("undo")),
            (format!("record {number} as your count"), Call::new("guess", number)),
        ]
    }

    fn apply(&mut self, function: &str, args: &Args) -> Effect {
        match function {
            "undo" => match self.dots.pop() {
                Some(_) => Effect::Executed(format!("the last dot was removed; there are {} now.", self.dots.len())),
                None => Effect::Blocked("there is no dot to remove.".into()),
            },
            "guess" => {
                self.guess = Some(args.integer(0));
                Effect::Executed(format!("your guess is {} now.", args.integer(0)))
            }
            _ if self.dots.len() >= MOST_DOTS => Effect::Blocked(format!("there are {MOST_DOTS} dots already.")),
            _ => {
                self.dots.push(self.view.point(args.real(0), args.real(1)));
                Effect::Executed(format!("a dot was put; there are {} now.", self.dots.len()))
            }
        }
    }

    fn draw(&self, canvas: &mut Canvas) {
        self.view.draw(canvas, &self.dots);
    }

    fn frame_size(&self) -> (u32, u32) {
        self.view.frame_size()
    }

    fn state(&self) -> Value {
        json!({
            "object": self.subject.one,
            "objects": *self.subject.centres,
            "source": self.subject.source,
            "dots": self.dots,
            "guess": self.guess,
        })
    }

    fn situation(&self) -> Value {
        let mut situation =
            json!({"object": self.subject.one, "objects": *self.subject.centres, "dots": self.dots, "guess": self.guess});
        // Parts of a photograph that differ in their far edges alone have their objects at the same places.
        if self.subject.is_part() {
            situation["source"] = self.subject.source.clone();
        }
        situation
    }

    fn solve(&self, solve: &mut Solve<'_>) -> Vec<Call> {
        let guess = Call::new("guess", self.count());
        let room = match solve.strategy {
            "mark_all" => solve.length.map_or(usize::MAX, |length| length.saturating_sub(1)),
            _ => 0,
        };
        self.subject.centres.iter().take(room).map(|point| self.mark_call(*point)).chain([guess]).collect()
    }

    fn near_misses(&self) -> Vec<NearMissCalls> {
        let guess = |number: i64| Call::new("guess", number);
        let (count, allowed) = (self.count(), self.range.0..=self.range.1);
        let mut misses = Vec::new();
        for (name, number) in [("one too few", count - 1), ("one too many", count + 1)] {
            if allowed.contains(&number) {
                misses.push(NearMissCalls { name, calls: vec![guess(number)], fails: "count_right" });
                let calls = vec![guess(count), guess(number)];
                misses.push(NearMissCalls { name: "right, then changed", calls, fails: "count_right" });
            }
        }
        let marks = self.subject.centres.iter().take(8).map(|point| self.mark_call(*point)).collect();
        misses.push(NearMissCalls { name: "marked but never guessed", calls: marks, fails: "count_right" });
        misses
    }

    fn secrets(&self) -> Vec<String> {
        let guess = Call::new("guess", self.count());
        // The prompt's example is the same for every count and so tells nothing, also where it happens to be right.
        let told = self.examples().iter().any(|(_, example)| *example == guess);
        let mut secrets = vec![format!("{} {}", self.count(), self.subject.many)];
        secrets.extend((!told).then(|| guess.to_string()));
        secrets
    }
}

#[cfg(test)]
mod tests;
