//! Questions about a day: drawn by seed, with answers that are computed and that do not hang on half a minute or a few hundred metres.

mod ask;
mod borders;
mod circles;
mod counting;
mod marking;
mod reading;
mod traffic;

pub use marking::{Marked, mark};

use crate::day::{Day, clock};
use agon_core::Rng;
use ask::Ask;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A question and its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The day that it is about.
    pub day_seed: u64,
    /// What stands for the placeholders of a brief.
    pub values: BTreeMap<String, String>,
    /// What is asked for.
    pub fields: Vec<Field>,
    /// What somebody who knows the answer would look at, in this order.
    pub looks: Vec<Look>,
}

/// One field of the answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Field {
    pub name: String,
    pub right: Right,
}

/// A right answer, by its type, which says what else is accepted for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Right {
    Count(i64),
    /// How many the list in another field has: the list decides, so this is not marked.
    CountOf(i64),
    Feet(i64),
    Knots(i64),
    FeetPerMinute(i64),
    /// A whole minute of the day's window; a minute more or less is right, too.
    Time(u16),
    Callsign(String),
    Iata(String),
    Status(String),
    Callsigns(Vec<String>),
    Airports(Vec<String>),
    Countries(Vec<String>),
}

/// A thing to do on the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Look {
    /// Go to a whole minute.
    Time(u16),
    /// Search for a flight and select it.
    Flight(String),
    /// Search for an airport, which centres the map.
    Airport(String),
    ZoomIn(u8),
    /// Draw a circle around an airport.
    Circle {
        iata: String,
        km: u32,
    },
    /// Show only what is in the air.
    Airborne,
}

/// A question could not be drawn.
#[derive(Debug, thiserror::Error)]
pub enum PoseError {
    #[error("there is no kind of question called {0:?}; there are {known}", known = kinds().collect::<Vec<_>>().join(", "))]
    Unknown(String),
    #[error("no day was found for a question of the kind {0} and the seed {1}")]
    NoDay(&'static str, u64),
}

/// Draws a question; `None` if this draw makes no good one.
type Draw = fn(&mut Ask<'_>) -> Option<Posed>;

/// What a draw gives.
struct Posed {
    values: Vec<(&'static str, String)>,
    fields: Vec<Field>,
    looks: Vec<Look>,
}

/// Kinds by name.
const KINDS: &[(&str, Draw)] = &[
    ("icons-on-screen", counting::icons_on_screen),
    ("altitude-and-speed", reading::altitude_and_speed),
    ("altitude-and-rate", reading::altitude_and_rate),
    ("route", reading::route),
    ("speed-at-two-times", reading::speed_at_two_times),
    ("inside-circle", counting::inside_circle),
    ("eastern-flight", reading::eastern_flight),
    ("leaves-the-ground", reading::leaves_the_ground),
    ("nearest-to-airport", reading::nearest_to_airport),
    ("landings", counting::landings),
    ("inside-large-circle", counting::inside_large_circle),
    ("first-departure", traffic::first_departure),
    ("crossing-time", borders::crossing_time),
    ("first-over-the-sea", borders::first_over_the_sea),
    ("last-to-leave", circles::last_to_leave),
    ("airborne-near-airport", counting::airborne_near_airport),
    ("track-through-circle", circles::track_through_circle),
    ("first-over-a-border", borders::first_over_a_border),
    ("airports-along-path", counting::airports_along_path),
    ("order-of-three", traffic::order_of_three),
    ("borders-of-a-trail", borders::borders_of_a_trail),
    ("closest-and-overtaking", traffic::closest_and_overtaking),
    ("closest-pair", counting::closest_pair),
    ("landing-and-departure", traffic::landing_and_departure),
    ("departure-before", traffic::departure_before),
    ("last-of-the-first", circles::last_of_the_first),
    ("first-two-newcomers", circles::first_two_newcomers),
];

const DRAWS_PER_DAY: usize = 600;
const DAYS: usize = 12;

/// The names of all kinds of questions.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|(name, _)| *name)
}

/// Draws the question of a kind and a seed. Days come from `day_of`, which may keep them.
pub fn pose(kind: &str, seed: u64, day_of: impl Fn(u64) -> Arc<Day>) -> Result<Question, PoseError> {
    search(kind, seed, day_of).map(|(question, _)| question)
}

/// The question, and how many draws it took.
fn search(kind: &str, seed: u64, day_of: impl Fn(u64) -> Arc<Day>) -> Result<(Question, usize), PoseError> {
    let (name, draw) = KINDS.iter().find(|(name, _)| *name == kind).ok_or_else(|| PoseError::Unknown(kind.to_owned()))?;
    let mut rng = Rng::new(&format!("flight-question-{name}"), seed);
    let mut day_seed = seed;
    for days in 0..DAYS {
        let day = day_of(day_seed);
        if let Some((posed, draws)) = pose_on(&day, *draw, &mut rng) {
            let values = posed.values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
            let question = Question { day_seed, values, fields: posed.fields, looks: posed.looks };
            return Ok((question, days * DRAWS_PER_DAY + draws));
        }
        // Below a million, so that it is easily read.
        day_seed = rng.below(1_000_000);
    }
    Err(PoseError::NoDay(name, seed))
}

fn pose_on(day: &Day, draw: Draw, rng: &mut Rng) -> Option<(Posed, usize)> {
    let mut ask = Ask::new(day, rng.fork("day"));
    (1..=DRAWS_PER_DAY).find_map(|draws| Some((draw(&mut ask)?, draws)))
}

impl Field {
    fn new(name: &str, right: Right) -> Self {
        Self { name: name.to_owned(), right }
    }
}

impl Right {
    /// As somebody would write it who reads it from the page.
    pub fn answer(&self) -> Value {
        match self {
            Self::Count(count) | Self::CountOf(count) => json!(count),
            Self::Feet(feet) => json!(format!("{} ft", with_commas(*feet))),
            Self::Knots(knots) => json!(format!("{} kts", with_commas(*knots))),
            Self::FeetPerMinute(rate) => json!(format!("{} ft/min", with_commas(*rate))),
            Self::Time(minute) => json!(format!("{} UTC", clock(*minute))),
            Self::Callsign(text) | Self::Iata(text) | Self::Status(text) => json!(text),
            Self::Callsigns(list) | Self::Airports(list) | Self::Countries(list) => json!(list),
        }
    }

    /// In another form that is right as well.
    fn alternative(&self) -> Value {
        match self {
            Self::Count(count) => json!(count.to_string()),
            Self::CountOf(count) => json!(count),
            Self::Feet(value) | Self::Knots(value) | Self::FeetPerMinute(value) => json!(value),
            Self::Time(minute) => json!(format!("{}:00", clock(minute + 1))),
            Self::Callsign(text) | Self::Iata(text) => json!(format!(" {} ", text.to_lowercase())),
            Self::Status(text) => json!(text.to_uppercase()),
            Self::Callsigns(list) | Self::Airports(list) | Self::Countries(list) => {
                let reversed: Vec<String> = list.iter().rev().map(|item| item.to_lowercase()).collect();
                json!(reversed.join(", "))
            }
        }
    }

    /// Plausible and wrong; `None` where this field is not marked.
    fn wrong(&self) -> Option<Value> {
        Some(match self {
            Self::Count(count) => json!(count + 1),
            Self::CountOf(..) => return None,
            Self::Feet(feet) => json!(format!("{} ft", with_commas(feet + 100))),
            Self::Knots(knots) => json!(format!("{} kts", knots - 2)),
            Self::FeetPerMinute(rate) => json!(format!("{} ft/min", with_commas(rate + 64))),
            Self::Time(minute) => json!(format!("{} UTC", clock(minute + 2))),
            Self::Callsign(text) => json!(format!("{text}X")),
            Self::Iata(_) => json!("QQQ"),
            Self::Status(_) => json!("On Ground"),
            Self::Callsigns(list) | Self::Airports(list) | Self::Countries(list) => json!(list.get(1..).unwrap_or_default()),
        })
    }
}

/// The whole right answer.
pub fn answer(fields: &[Field]) -> Value {
    fields.iter().map(|field| (field.name.clone(), field.right.answer())).collect::<Map<_, _>>().into()
}

/// The same in other words, which must pass.
pub fn alternative(fields: &[Field]) -> Value {
    let mut answer: Map<String, Value> =
        fields.iter().rev().map(|field| (field.name.clone(), field.right.alternative())).collect();
    answer.insert("note".into(), json!("fields that nobody asked for do not matter"));
    answer.into()
}

/// Answers that are wrong in one field, with its name.
pub fn near_misses(fields: &[Field]) -> Vec<(String, Value)> {
    let miss = |field: &Field| {
        let mut wrong = answer(fields);
        *wrong.get_mut(&field.name)? = field.right.wrong()?;
        Some((field.name.clone(), wrong))
    };
    fields.iter().filter_map(miss).collect()
}

/// `-1,280`.
fn with_commas(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if number < 0 { format!("-{text}") } else { text }
}

#[cfg(test)]
mod tests;
