//! The two traits a world implements.

use crate::{Canvas, Form, Starts};
use agon_core::{Args, Call, Function, Need, Rng};
use agon_grade::CheckBuilder;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// A kind of world: everything about it that does not depend on an episode.
pub trait Kind: Send + Sync {
    /// Lower case with hyphens; part of task ids.
    fn name(&self) -> &'static str;

    fn title(&self) -> &'static str;

    /// One sentence for catalogues.
    fn about(&self) -> &'static str;

    /// The parameters with their default values; presets and settings override single ones.
    fn params(&self) -> Map<String, Value>;

    /// The ways [`Puzzle::solve`] knows; the first is the default.
    fn strategies(&self) -> &'static [&'static str];

    /// What the machine must have for this world, and whether it has it. Worlds that lack something stay in catalogues;
    /// [`Kind::start`] refuses them with a sentence that says what to do.
    fn needs(&self) -> Vec<Need> {
        Vec::new()
    }

    /// Whether the functions of episodes with the same parameters differ, so that one episode does not tell of all.
    fn functions_vary(&self) -> bool {
        false
    }

    /// Whether detours come in pairs, a step there and a step back, so that a padded solution may stay one call below the asked length.
    fn detours_in_pairs(&self) -> bool {
        false
    }

    /// What is wrong with a step by the rules of this world, told from the states before and after it alone; `None` where nothing is. It is
    /// asked after every executed call of a trial, and what it says voids the trial as a defect of the world. It is there to catch mistakes
    /// that [`Puzzle::apply`] and [`Puzzle::solve`] share: write it from the description, and use none of their code. That a call which is
    /// blocked or refused changes nothing is held in every world.
    fn broken_rule(&self, _before: &Value, _after: &Value) -> Option<String> {
        None
    }

    /// Sets an episode. The same parameters and seed give the same bytes for ever. Draw from `Rng::new(name, seed)` in
    /// an order that does not depend on how things look, so that a visual setting can be changed with all else equal.
    fn start(&self, params: &Map<String, Value>, seed: u64) -> Result<Box<dyn Puzzle>, ParamError>;

    /// The name of this world's environment in the published VisGym code, for its episode files.
    fn published_name(&self) -> &'static str;

    /// Sets the episode of a written state: what [`Puzzle::state`] gave, or the `init_state` of the published environment. Parameters
    /// say what the state does not: the size of frames, tolerances, where pictures are.
    fn restore(&self, params: &Map<String, Value>, state: &Value) -> Result<Box<dyn Puzzle>, ParamError>;

    /// How many different episodes there are with these parameters, which name data of a user; at most `sample` pictures, clips
    /// or objects are looked into. `None` in worlds that take none.
    fn starts(&self, _params: &Map<String, Value>, _sample: usize) -> Option<Result<Starts, ParamError>> {
        None
    }

    /// Marks a final state, as [`Puzzle::state`] gave it. Derives everything anew from the state; never trusts a flag.
    /// `None` means that the state is not of this kind.
    fn mark(&self, state: &Value) -> Option<Vec<CheckBuilder>>;
}

/// One episode of a world. All randomness was drawn in [`Kind::start`].
pub trait Puzzle: Send {
    /// An independent copy; `None` where there is no memory left for one.
    fn copy(&self) -> Option<Box<dyn Puzzle>>;

    /// The functions an agent may call, without `stop`, which every episode has.
    fn functions(&self) -> Vec<Function>;

    /// What to do, in prose: the goal and what is seen. The episode adds the function descriptions and the rules.
    fn instruction(&self, form: Form) -> String;

    /// Calls that show how each function is used, each with a few words. Must not give the solution away.
    fn examples(&self) -> Vec<(String, Call)>;

    /// Performs a checked call.
    fn apply(&mut self, function: &str, args: &Args) -> Effect;

    /// Draws the state. The canvas has [`Puzzle::frame_size`] and undefined content.
    fn draw(&self, canvas: &mut Canvas);

    fn frame_size(&self) -> (u32, u32);

    /// The state as text, for worlds that have such a form.
    fn text(&self) -> Option<String> {
        None
    }

    /// The episode as it looks when solved, for worlds where a goal image makes sense.
    fn goal(&self) -> Option<Box<dyn Puzzle>> {
        None
    }

    /// The whole state: enough for [`Kind::mark`], and for [`Kind::restore`] to set the same episode again.
    fn state(&self) -> Value;

    /// All that makes this state what it is to whoever has to solve it: walls, places, the picture's name, the pieces. Not
    /// how it is drawn (the size of frames) nor how strictly it is marked (tolerances), so that presets of one world that
    /// set the same thing say the same. Asked of fresh episodes: its hash keeps demonstrations apart from tests.
    fn situation(&self) -> Value;

    /// Calls that lead from here to the goal, without the final `stop`.
    fn solve(&self, solve: &mut Solve<'_>) -> Vec<Call>;

    /// Attempts that end just beside the goal, with the check that must catch them.
    fn near_misses(&self) -> Vec<NearMissCalls>;

    /// Texts that would give the solution away if the brief or the first observation held them.
    fn secrets(&self) -> Vec<String> {
        Vec::new()
    }
}

/// How to solve.
pub struct Solve<'a> {
    /// One of [`Kind::strategies`].
    pub strategy: &'a str,
    /// How many calls the solution should have, for strategies that pad. Worlds in which detours come in pairs reach it
    /// or stay one below.
    pub length: Option<usize>,
    pub rng: &'a mut Rng,
}

/// What a call did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It happened; a short sentence about it.
    Executed(String),
    /// The rules forbid it here; a sentence that says which rule.
    Blocked(String),
}

/// An attempt that must fail on the named check. `stop` follows by itself.
#[derive(Clone, Debug)]
pub struct NearMissCalls {
    pub name: &'static str,
    pub calls: Vec<Call>,
    pub fails: &'static str,
}

/// Parameters that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParamError {
    #[error("{0}")]
    Invalid(String),
    #[error("{key}: {problem}")]
    Key { key: String, problem: String },
}

impl ParamError {
    /// What is wrong with a written state.
    pub fn state(problem: impl Into<String>) -> Self {
        Self::key("init_state", problem)
    }

    pub fn key(key: &str, problem: impl Into<String>) -> Self {
        Self::Key { key: key.into(), problem: problem.into() }
    }
}

/// Reads a world's parameters into its own struct.
pub fn read_params<T: DeserializeOwned>(params: &Map<String, Value>) -> Result<T, ParamError> {
    // Key by key first: serde's message for a whole map does not say which value was wrong.
    serde_json::from_value(Value::Object(params.clone())).map_err(|error| {
        let blamed = params.iter().find(|(key, value)| {
            let single = Value::Object([((*key).clone(), (*value).clone())].into_iter().collect());
            serde_json::from_value::<T>(single).is_err()
        });
        match blamed {
            Some((key, _)) => ParamError::key(key, error.to_string()),
            None => ParamError::Invalid(error.to_string()),
        }
    })
}
