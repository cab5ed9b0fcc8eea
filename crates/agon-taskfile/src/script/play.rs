//! The agent that plays a script.

use super::Script;
use super::step::{Act, Sight};
use crate::expression::matches;
use agon_core::{Action, Agent, AgentError, BoxFuture, Cause, Fault, Observation, Seat, Status, Target};

/// Plays a script at a seat. It finds places by the tree that the seat shows. A place that is not there, or an action that the
/// world does not take, is a mistake of the script and makes the trial void: a near-miss must not fail for the wrong reason.
pub struct Scripted {
    script: Script,
}

impl Scripted {
    pub fn new(script: Script) -> Self {
        Self { script }
    }
}

impl Agent for Scripted {
    fn sit<'a>(&'a mut self, seat: &'a mut dyn Seat) -> BoxFuture<'a, Result<(), AgentError>> {
        Box::pin(async move {
            for (i, step) in self.script.steps.iter().enumerate() {
                let number = i + 1;
                let ended = match &step.act {
                    Act::Leave => return Ok(()),
                    Act::WaitFor { what, gone, tries, secs } => {
                        let wait = Wait { what, gone: *gone, tries: *tries, secs: *secs };
                        wait.play(number, seat).await?
                    }
                    act => {
                        let actions = actions(act, &seat.turn().observation).map_err(|problem| mistake(number, problem))?;
                        play(number, actions, seat).await?
                    }
                };
                if ended {
                    return Ok(());
                }
            }
            Ok(())
        })
    }

    fn looks(&self) -> bool {
        false
    }
}

struct Wait<'a> {
    what: &'a Sight,
    gone: bool,
    tries: u32,
    secs: f64,
}

impl Wait<'_> {
    async fn play(&self, number: usize, seat: &mut dyn Seat) -> Result<bool, AgentError> {
        for _ in 0..self.tries {
            if self.is_over(&seat.turn().observation) {
                return Ok(false);
            }
            if play(number, vec![Action::Wait { secs: self.secs }], seat).await? {
                return Ok(true);
            }
        }
        if self.is_over(&seat.turn().observation) {
            return Ok(false);
        }
        let what = match self.what {
            Sight::Locator(place) => place.to_string(),
            Sight::Text(pattern) => format!("the text {pattern:?}"),
        };
        let problem = if self.gone { "was still there" } else { "did not appear" };
        Err(mistake(number, format!("{what} {problem} after {} waits of {} s", self.tries, self.secs)))
    }

    fn is_over(&self, observation: &Observation) -> bool {
        let shows = match self.what {
            Sight::Locator(place) => place.shows(observation.tree.as_ref()),
            Sight::Text(pattern) => shows_text(observation, pattern),
        };
        shows != self.gone
    }
}

fn shows_text(observation: &Observation, pattern: &str) -> bool {
    let nodes = observation.tree.iter().flat_map(|tree| &tree.nodes);
    let mut texts = nodes.flat_map(|node| [node.name.as_str(), node.value.as_str()]).chain(observation.text.as_deref());
    texts.any(|text| !text.is_empty() && matches(text, pattern))
}

/// Acts, and says whether that ended the trial.
async fn play(number: usize, actions: Vec<Action>, seat: &mut dyn Seat) -> Result<bool, AgentError> {
    for action in actions {
        let summary = action.summary();
        let turn = seat.act(action).await?;
        if turn.ending.is_some() {
            return Ok(true);
        }
        match turn.status {
            None | Some(Status::Executed) => {}
            Some(status) => return Err(mistake(number, format!("{summary}: {}: {}", status.word(), turn.message))),
        }
    }
    Ok(false)
}

/// What a step does, with places as they are now.
fn actions(act: &Act, observation: &Observation) -> Result<Vec<Action>, String> {
    let tree = observation.tree.as_ref();
    Ok(match act {
        Act::Click { at, button, count, holding } => {
            let at = Target::Point(at.find(tree)?);
            vec![Action::Click { at, button: *button, count: *count, holding: holding.clone() }]
        }
        Act::Move(to) => vec![Action::Move { to: Target::Point(to.find(tree)?) }],
        Act::Drag { path, button, holding } => {
            let path = path.iter().map(|place| place.find(tree).map(Target::Point)).collect::<Result<_, _>>()?;
            vec![Action::Drag { path, button: *button, holding: holding.clone() }]
        }
        Act::Scroll { at, dx, dy } => vec![Action::Scroll { at: Target::Point(at.find(tree)?), dx: *dx, dy: *dy }],
        Act::Type(text) => vec![Action::Type { text: text.clone() }],
        Act::Keys(chords) => chords.iter().map(|keys| Action::Keys { keys: keys.clone() }).collect(),
        Act::Wait(secs) => vec![Action::Wait { secs: *secs }],
        Act::Call { name, args } => vec![Action::Call { name: name.clone(), args: args.clone() }],
        Act::Shell { command, timeout_secs } => {
            vec![Action::Shell { command: command.clone(), timeout_secs: *timeout_secs }]
        }
        Act::ReadFile(path) => vec![Action::ReadFile { path: path.clone() }],
        Act::WriteFile { path, content } => vec![Action::WriteFile { path: path.clone(), content: content.clone() }],
        Act::Answer(value) => vec![Action::Answer { value: value.clone() }],
        Act::Done => vec![Action::Done],
        Act::Fail(reason) => vec![Action::Fail { reason: reason.clone() }],
        // Both are played elsewhere: they are no actions.
        Act::WaitFor { .. } | Act::Leave => Vec::new(),
    })
}

fn mistake(number: usize, problem: String) -> AgentError {
    AgentError::Fault(Fault::new(Cause::Agent, format!("step {number} of the script: {problem}")))
}
