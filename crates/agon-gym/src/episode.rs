//! What all worlds share: reading actions, checking arguments, feedback, switches and `stop`.

use crate::{Canvas, Effect, Kind, ParamError, Puzzle, Solve, initial};
use agon_core::{Action, Brief, Call, Example, Frame, Function, Image, Observation, Offer, Request, Rng, Status, Surface};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

/// Settings that every world has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Switches {
    pub observation: Form,
    pub feedback: Feedback,
    /// Whether the first observation also shows the solved state.
    pub goal: bool,
    /// Sets the episode of this seed instead of the instance's own: one episode under many settings, all else equal.
    pub counterfactual: Option<u64>,
    /// Sets the episode of this state instead of an instance's: what [`Puzzle::state`] or the published environments write, or the
    /// path of a JSON file that holds it.
    pub init_state: Option<Value>,
    /// The path of published episodes, or of a file with states; instances are then these, by number. Empty for none.
    pub episodes: String,
}

/// How much the agent is told of what its action did. Settings may also write `true` for full and `false` for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Feedback {
    /// What happened, in a sentence of the world's own.
    #[default]
    Full,
    /// As published: that it was done, or why it was not.
    Terse,
    None,
}

impl<'de> Deserialize<'de> for Feedback {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let setting = Value::deserialize(deserializer)?;
        match setting.as_bool().map_or(setting.as_str(), |told| Some(if told { "full" } else { "none" })) {
            Some("full") => Ok(Self::Full),
            Some("terse") => Ok(Self::Terse),
            Some("none") => Ok(Self::None),
            _ => Err(D::Error::custom(format!("must be \"full\", \"terse\" or \"none\", got {setting}"))),
        }
    }
}

/// In which form the state is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    #[default]
    Image,
    Text,
    Both,
}

/// One episode of any world: the synchronous heart of a gym trial. Frames are drawn only when asked for.
pub struct Episode {
    puzzle: Box<dyn Puzzle>,
    functions: Vec<Function>,
    switches: Switches,
    stopped: bool,
}

/// What an action did, without the observation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reaction {
    pub status: Status,
    /// Always made; [`Episode::told`] says what the agent gets of it.
    pub feedback: String,
}

pub(crate) const STOP: &str = "stop";

const RULES: &str = "Only the state you submit with stop counts: without stop there is no success. Every call costs a step, \
                     also one that is misspelt or impossible.";

impl Default for Switches {
    fn default() -> Self {
        Self {
            observation: Form::Image,
            feedback: Feedback::Full,
            goal: false,
            counterfactual: None,
            init_state: None,
            episodes: String::new(),
        }
    }
}

impl Form {
    pub fn has_image(self) -> bool {
        self != Self::Text
    }

    pub fn has_text(self) -> bool {
        self != Self::Image
    }
}

impl Switches {
    /// Takes the switches out of a task's settings and leaves the world's own parameters.
    pub fn split(mut settings: Map<String, Value>) -> Result<(Self, Map<String, Value>), ParamError> {
        let mut own = Map::new();
        for key in ["observation", "feedback", "goal", "counterfactual", "init_state", "episodes"] {
            if let Some(value) = settings.remove(key) {
                own.insert(key.into(), value);
            }
        }
        Ok((crate::read_params(&own)?, settings))
    }

    /// The switches as settings, for catalogues.
    pub fn defaults() -> Map<String, Value> {
        match serde_json::to_value(Self::default()) {
            Ok(Value::Object(map)) => map,
            _ => Map::new(),
        }
    }
}

impl Episode {
    pub fn new(puzzle: Box<dyn Puzzle>, switches: Switches) -> Self {
        let mut functions = puzzle.functions();
        functions.push(Function::new(STOP, "Submit the current state and end the episode.", vec![]));
        Self { puzzle, functions, switches, stopped: false }
    }

    /// Sets an episode from a kind and a full settings map, switches included.
    pub fn start(kind: &dyn Kind, settings: Map<String, Value>, seed: u64) -> Result<Self, ParamError> {
        let (switches, params) = Switches::split(settings)?;
        let number = switches.counterfactual.unwrap_or(seed);
        let puzzle = match (&switches.init_state, switches.episodes.as_str()) {
            (Some(state), _) => kind.restore(&params, &initial::given(state)?)?,
            (None, "") => kind.start(&params, number)?,
            (None, path) => kind.restore(&params, &initial::of_instance(kind, path, number)?)?,
        };
        if switches.observation.has_text() && puzzle.text().is_none() {
            return Err(ParamError::key("observation", format!("{} has no text form, only image", kind.name())));
        }
        if switches.goal && puzzle.goal().is_none() {
            return Err(ParamError::key("goal", format!("{} has no goal image", kind.name())));
        }
        Ok(Self::new(puzzle, switches))
    }

    /// An independent copy; `None` where there is no memory left for one.
    pub fn copy(&self) -> Option<Self> {
        let (puzzle, functions, switches) = (self.puzzle.copy()?, self.functions.clone(), self.switches.clone());
        Some(Self { puzzle, functions, switches, stopped: self.stopped })
    }

    pub fn puzzle(&self) -> &dyn Puzzle {
        self.puzzle.as_ref()
    }

    pub fn functions(&self) -> &[Function] {
        &self.functions
    }

    pub fn switches(&self) -> &Switches {
        &self.switches
    }

    pub fn stopped(&self) -> bool {
        self.stopped
    }

    /// Checks an action as a seat does, and performs it. Anything that is not a well-formed, lawful call is answered and changes
    /// nothing.
    pub fn act(&mut self, action: &Action) -> Reaction {
        let offer = Offer { surfaces: &[Surface::Calls], functions: &self.functions, ..Offer::default() };
        match Request::check(action, &offer) {
            Ok(request) => self.perform(&request),
            Err(refusal) => Reaction::new(refusal.status, refusal.feedback),
        }
    }

    /// Performs one checked action.
    pub fn perform(&mut self, request: &Request) -> Reaction {
        // What was submitted is what is marked.
        if self.stopped {
            return Reaction::new(Status::Blocked, "Blocked: the episode has ended.".into());
        }
        match request {
            Request::Call { name, .. } if name == STOP => {
                self.stopped = true;
                Reaction::new(Status::Executed, "Stopped.".into())
            }
            Request::Call { name, args } => match self.puzzle.apply(name, args) {
                Effect::Executed(text) => Reaction::new(Status::Executed, format!("Executed: {text}")),
                Effect::Blocked(text) => Reaction::new(Status::Blocked, format!("Blocked: {text}")),
            },
            Request::Wait(_) => Reaction::new(Status::Executed, "Nothing moves here by itself.".into()),
            _ => Reaction::new(Status::NoSurface, "This world takes function calls and nothing else.".into()),
        }
    }

    /// What the agent is told of a reaction. Protocol errors are always told: without that an agent could not learn the protocol
    /// at all.
    pub fn told(&self, reaction: Reaction) -> Option<String> {
        match (self.switches.feedback, reaction.status) {
            (Feedback::None, Status::Executed | Status::Blocked) => None,
            (Feedback::Terse, Status::Executed) => Some("Executed.".into()),
            _ => Some(reaction.feedback),
        }
    }

    /// What the agent sees now. The goal is part of the first observation only.
    pub fn observe(&self, draw: bool, first: bool) -> Observation {
        let form = self.switches.observation;
        let mut observation = Observation::default();
        if form.has_text() {
            observation.text = self.puzzle.text();
        }
        if form.has_image() && draw {
            observation.frames.push(Frame::screen(draw_image(self.puzzle.as_ref())));
        }
        if first
            && self.switches.goal
            && let Some(goal) = self.puzzle.goal()
        {
            if form.has_image() && draw {
                observation.frames.push(Frame::goal(draw_image(goal.as_ref())));
            }
            if let (Some(text), Some(goal)) = (&mut observation.text, goal.text()) {
                let _ = write!(text, "\n\nGoal:\n{goal}");
            }
        }
        observation
    }

    /// The puzzle's state and whether the agent submitted it.
    pub fn evidence(&self) -> Value {
        json!({"stopped": self.stopped, "state": self.puzzle.state()})
    }

    /// The solver's calls, ending with `stop`.
    pub fn solve(&self, strategy: &str, length: Option<usize>, seed: u64) -> Vec<Call> {
        let mut rng = Rng::new("solve", seed);
        let mut calls = self.puzzle.solve(&mut Solve { strategy, length, rng: &mut rng });
        calls.push(Call::bare(STOP));
        calls
    }

    /// As [`Episode::solve`], but no longer than `steps` where the strategy has a choice: one that pads by itself does not
    /// know the limit. A length that was asked for is kept.
    pub fn solve_within(&self, strategy: &str, length: Option<usize>, seed: u64, steps: Option<u32>) -> Vec<Call> {
        let calls = self.solve(strategy, length, seed);
        match steps {
            Some(steps) if length.is_none() && calls.len() > steps as usize => {
                self.solve(strategy, Some((steps as usize).saturating_sub(1)), seed)
            }
            _ => calls,
        }
    }

    /// The prompt: the goal, the functions, examples and the rules, in the form all worlds share.
    pub fn brief(&self, title: &str) -> Brief {
        let mut instruction = self.puzzle.instruction(self.switches.observation);
        if self.switches.goal {
            instruction.push_str("\n\nThe first observation also shows the goal state you have to reach.");
        }
        let stop = ("submit and end".to_owned(), Call::bare(STOP));
        let examples = self.puzzle.examples().into_iter().chain([stop]);
        Brief {
            title: title.into(),
            instruction,
            rules: RULES.into(),
            surfaces: vec![Surface::Calls],
            functions: self.functions.clone(),
            examples: examples.map(|(does, call)| Example { does, call }).collect(),
        }
    }
}

impl Reaction {
    fn new(status: Status, feedback: String) -> Self {
        Self { status, feedback }
    }
}

fn draw_image(puzzle: &dyn Puzzle) -> Image {
    let (width, height) = puzzle.frame_size();
    let mut canvas = Canvas::new(width, height);
    puzzle.draw(&mut canvas);
    canvas.into_image()
}
