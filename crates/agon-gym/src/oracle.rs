//! The gym's oracles: a solver's calls, planned on private twins of the episode and played through the seat.

use crate::episode::STOP;
use crate::{Episode, Kind};
use agon_core::{Action, Agent, AgentError, BoxFuture, Call, Function, NOISE_NOTE, Rng, Seat};
use serde_json::Value;
use std::str::FromStr;

/// How to solve: `padded`, `padded:18` for eighteen calls, `shortest~0.1` for one random call in ten.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Way {
    pub(crate) name: String,
    /// How many calls to make, `stop` not counted, for strategies that pad.
    pub(crate) length: Option<usize>,
    /// How likely each step is to be a random call.
    pub(crate) noise: f64,
}

/// Plans an oracle's calls for one instance.
pub(crate) struct Planner {
    pub(crate) kind: &'static dyn Kind,
    /// The limit, which counts `stop`.
    pub(crate) steps: Option<u32>,
    pub(crate) seed: u64,
}

/// Plays what was planned.
pub(crate) struct Player {
    steps: Vec<Planned>,
}

#[derive(Clone)]
struct Planned {
    call: Call,
    is_noise: bool,
}

impl FromStr for Way {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (rest, noise) = match text.split_once('~') {
            Some((rest, noise)) => (rest, Some(noise)),
            None => (text, None),
        };
        let (name, length) = match rest.split_once(':') {
            Some((name, length)) => (name, Some(length)),
            None => (rest, None),
        };
        let length = length.map(|text| text.parse().map_err(|_| format!("the length {text:?} is not a whole number")));
        let noise = noise.map(|text| {
            let share = text.parse().ok().filter(|share| (0.0..1.0).contains(share));
            share.ok_or_else(|| format!("the noise {text:?} is not a share from 0 to below 1"))
        });
        Ok(Self { name: name.into(), length: length.transpose()?, noise: noise.transpose()?.unwrap_or(0.0) })
    }
}

impl Planner {
    /// The whole trial. Worlds are deterministic, so what a twin does here the world will do as well.
    pub(crate) fn plan<E>(&self, way: &Way, twin: impl Fn() -> Result<Episode, E>) -> Result<Player, E> {
        let start = twin()?;
        let mut ahead = self.solve(&start, way, 0);
        let mut steps: Vec<Planned> = Vec::new();
        let functions: Vec<Function> = start.functions().iter().filter(|function| function.name != STOP).cloned().collect();
        let mut rng = Rng::new("noise", self.seed);
        while !ahead.is_empty() {
            let random = if way.noise > 0.0 && rng.chance(way.noise) { rng.choose(&functions) } else { None };
            let random = random.map(|function| function.sample(&mut rng));
            // A random call that is the right one leads nobody astray.
            if let Some(call) = random.filter(|call| *call != ahead[0]) {
                steps.push(Planned { call, is_noise: true });
                if let Some(anew) = self.find_back(way, &steps, &twin)? {
                    ahead = anew;
                    continue;
                }
                // From there the task could not be solved in time: stay on the way this once.
                steps.pop();
            }
            steps.push(Planned { call: ahead.remove(0), is_noise: false });
        }
        Ok(Player { steps })
    }

    /// Calls that solve the task after these steps, if there are any within the limit.
    fn find_back<E>(&self, way: &Way, steps: &[Planned], twin: &impl Fn() -> Result<Episode, E>) -> Result<Option<Vec<Call>>, E> {
        let after = |more: &[Call]| -> Result<Episode, E> {
            let mut episode = twin()?;
            for call in steps.iter().map(|step| &step.call).chain(more) {
                episode.act(&Action::from(call.clone()));
            }
            Ok(episode)
        };
        let here = after(&[])?;
        // Where the strategy itself would take too long, its world's first and plainest may not.
        let plain = Way { name: self.kind.strategies()[0].into(), length: None, noise: 0.0 };
        for way in [way, &plain] {
            let calls = self.solve(&here, way, steps.len());
            let fits = self.steps.is_none_or(|most| steps.len() + calls.len() <= most as usize);
            if fits && self.is_solved(&after(&calls)?) {
                return Ok(Some(calls));
            }
        }
        Ok(None)
    }

    /// The strategy's calls from here, `stop` included, after `done` steps.
    fn solve(&self, episode: &Episode, way: &Way, done: usize) -> Vec<Call> {
        let length = way.length.map(|length| length.saturating_sub(done));
        let left = self.steps.map(|steps| steps.saturating_sub(done as u32));
        episode.solve_within(&way.name, length, self.seed, left)
    }

    fn is_solved(&self, episode: &Episode) -> bool {
        let checks = self.kind.mark(&episode.puzzle().state());
        checks.is_some_and(|checks| agon_grade::all_of(checks).passed)
    }
}

impl Agent for Player {
    fn sit<'a>(&'a mut self, seat: &'a mut dyn Seat) -> BoxFuture<'a, Result<(), AgentError>> {
        Box::pin(async move {
            for step in &self.steps {
                if step.is_noise {
                    seat.note(NOISE_NOTE, Value::Null)?;
                }
                if seat.act(step.call.clone().into()).await?.ending.is_some() {
                    break;
                }
            }
            Ok(())
        })
    }

    fn looks(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Switches, kind, kinds};
    use serde_json::Map;

    #[test]
    fn ways_are_read_and_faults_in_them_named() {
        let way = |name: &str, length, noise| Ok(Way { name: name.into(), length, noise });
        assert_eq!("shortest".parse(), way("shortest", None, 0.0));
        assert_eq!("padded:18".parse(), way("padded", Some(18), 0.0));
        assert_eq!("padded:18~0.25".parse(), way("padded", Some(18), 0.25));
        assert!("padded:x".parse::<Way>().unwrap_err().contains("the length \"x\" is not a whole number"));
        for bad in ["a~", "a~x", "a~1", "a~-0.1", "a~NaN"] {
            assert!(bad.parse::<Way>().unwrap_err().contains("is not a share from 0 to below 1"), "{bad}");
        }
    }

    /// Every world can be strayed in: the oracle comes back, in time, and hands in only once.
    #[test]
    fn noise_leads_astray_and_never_to_failure() {
        for kind in kinds().iter().filter(|kind| kind.needs().iter().all(|need| need.found.is_some())) {
            let mut strayed = 0;
            for seed in 0..6 {
                let twin = || kind.start(&Map::new(), seed).map(|puzzle| Episode::new(puzzle, Switches::default()));
                let planner = Planner { kind: *kind, steps: Some(30), seed };
                let way: Way = format!("{}~0.3", kind.strategies()[0]).parse().unwrap();
                let player = planner.plan(&way, twin).unwrap();
                let mut episode = twin().unwrap();
                for step in &player.steps {
                    assert!(!episode.stopped(), "{}", kind.name());
                    episode.act(&step.call.clone().into());
                    strayed += usize::from(step.is_noise);
                }
                assert!(episode.stopped() && planner.is_solved(&episode), "{} {seed}", kind.name());
                assert!(player.steps.len() <= 30, "{} took {} steps", kind.name(), player.steps.len());
            }
            assert!(strayed > 0, "{} never strayed", kind.name());
        }
    }

    #[test]
    fn a_tight_limit_leaves_no_room_for_noise() {
        let maze = kind("maze-2d").unwrap();
        let twin = || maze.start(&Map::new(), 3).map(|puzzle| Episode::new(puzzle, Switches::default()));
        let exact = twin().unwrap().solve("shortest", None, 0).len();
        let planner = Planner { kind: maze, steps: Some(exact as u32), seed: 5 };
        let player = planner.plan(&"shortest~0.9".parse().unwrap(), twin).unwrap();
        assert_eq!((player.steps.len(), player.steps.iter().any(|step| step.is_noise)), (exact, false));
    }
}
