//! The worlds with their presets, as the tests go through them.

use agon_core::{Call, Suite};
use agon_gym::{Episode, GymSuite, Kind, ParamError, kinds};
use serde_json::{Map, Value};

/// A world with one preset.
pub(crate) struct Task {
    pub(crate) kind: &'static dyn Kind,
    /// For messages.
    pub(crate) id: String,
    /// The step limit, which counts the final stop.
    pub(crate) steps: usize,
    settings: Map<String, Value>,
}

impl Task {
    pub(crate) fn start(&self, seed: u64) -> Episode {
        Episode::start(self.kind, self.settings.clone(), seed).unwrap_or_else(|error| panic!("{}@{seed}: {error}", self.id))
    }

    /// The episode of a written state.
    pub(crate) fn restore(&self, state: &Value) -> Result<Episode, ParamError> {
        let mut settings = self.settings.clone();
        settings.insert("init_state".into(), state.clone());
        Episode::start(self.kind, settings, 77)
    }

    /// How many calls the preset says a solution has at least; one where it does not.
    pub(crate) fn least_solution(&self) -> usize {
        self.settings.get("min_solution").and_then(Value::as_u64).map_or(1, |least| least as usize)
    }

    /// Whether episodes simulate a robot, which takes a hundred times as long as anything else.
    pub(crate) fn is_physical(&self) -> bool {
        !self.kind.needs().is_empty()
    }

    /// The checks that a state fails.
    pub(crate) fn failed(&self, state: &Value) -> Vec<String> {
        let checks = self.kind.mark(state).expect("a state of this kind");
        agon_grade::all_of(checks).failed().into_iter().map(String::from).collect()
    }
}

/// Every world and preset that this machine can set.
pub(crate) fn tasks() -> Vec<Task> {
    let suite = GymSuite::new().expect("the built-in suite");
    let mut tasks = Vec::new();
    for card in suite.tasks() {
        let name = card.id.as_str().split('/').nth(1).expect("gym/WORLD/PRESET");
        let kind = *kinds().iter().find(|kind| kind.name() == name).expect("a world of this name");
        if kind.needs().iter().all(|need| need.found.is_some()) {
            let settings = suite.settings(&card.id).expect("a known task");
            let steps = card.limits.steps.expect("a step limit") as usize;
            tasks.push(Task { kind, id: card.id.to_string(), steps, settings });
        }
    }
    tasks
}

/// Performs calls, `stop` included, all of which must be lawful.
pub(crate) fn play(episode: &mut Episode, calls: Vec<Call>, id: &str) {
    for call in calls {
        let reaction = episode.act(&call.clone().into());
        assert_eq!(reaction.status, agon_core::Status::Executed, "{id}: {call}: {}", reaction.feedback);
    }
}
