//! The action loop: ask the model, do what it calls, show it what came of it, until the trial is over.

use super::config::ClawConfig;
use super::conversation::{Conversation, Mind, Opening, broken};
use super::prompt;
use super::role::Role;
use super::tools::Deed;
use crate::model::calls::Calls;
use crate::model::compact::cut;
use agon_core::{Action, Agent, AgentError, BoxFuture, Seat, Status, Surface, Target};
use agon_dialect::{Dialect as _, Environment, Said};
use agon_model::{Part, Reply, Stop, ToolCall};
use serde_json::json;
use std::sync::Arc;

/// The models of a harness, one for each role.
#[derive(Clone)]
pub(super) struct Minds {
    pub(super) main: Mind,
    pub(super) general: Mind,
    pub(super) explore: Mind,
    pub(super) gui: Option<Mind>,
}

/// One sitting of the reference harness.
pub(super) struct ClawAgent {
    config: Arc<ClawConfig>,
    minds: Minds,
    calls: Calls,
    environment: Environment,
    /// The task shows its goal with the first observation.
    shows_goal: bool,
    /// Steps taken, whoever took them.
    steps: u64,
    /// How many sub-agents there have been.
    sub_agents: u32,
    /// Where the pointer is, whoever moved it.
    pointer: Option<Target>,
}

/// How a conversation ended.
#[derive(Debug)]
enum Finish {
    /// The trial is over.
    Over,
    /// A sub-agent has said what it had to say, in so many turns.
    Report { text: String, turns: u32, in_time: bool },
    /// It went on calling no tool.
    Silent,
}

/// More calls in one reply than anybody means.
const MAX_CALLS: usize = agon_dialect::MAX_ACTIONS;
/// So many replies in a row may take no step, such as plans; each further one costs one, so that every sitting ends.
const FREE_REPLIES: u32 = 3;
/// What the record of a step keeps of a reply or call that cannot be read; the whole is in the note of the call.
const MAX_UNREAD_CHARS: usize = 2000;
/// Longer reports are cut: a sub-agent is there to spare its parent's context.
const MAX_REPORT_BYTES: usize = 16_000;
const SUB_AGENT_NOTE: &str = "sub_agent";

impl ClawAgent {
    pub(super) fn new(config: Arc<ClawConfig>, minds: Minds, repeat: u32, environment: Environment, shows_goal: bool) -> Self {
        let calls = Calls::new(repeat);
        Self { config, minds, calls, environment, shows_goal, steps: 0, sub_agents: 0, pointer: None }
    }

    async fn run(&mut self, seat: &mut dyn Seat) -> Result<(), AgentError> {
        let mut main = self.begin(seat, Role::Main, Role::Main.word().into(), None).await?;
        self.work(seat, &mut main, None).await.map(drop)
    }

    async fn begin(&self, seat: &mut dyn Seat, role: Role, name: String, part: Option<&str>) -> Result<Conversation, AgentError> {
        let mind = match role {
            Role::Main => Some(&self.minds.main),
            Role::General => Some(&self.minds.general),
            Role::Explore => Some(&self.minds.explore),
            Role::Gui => self.minds.gui.as_ref(),
        };
        let mind = mind.ok_or_else(|| broken("there is no model for the gui sub-agent".into()))?.clone();
        let (environment, shows_goal, pointer) = (self.environment, self.shows_goal && part.is_none(), self.pointer);
        let opening = Opening { role, name, mind, part, environment, shows_goal, pointer };
        Conversation::begin(&self.config, seat.brief(), seat.turn(), opening).await
    }

    /// The loop. A sub-agent has so many turns, the last of which is for its report.
    async fn work(&mut self, seat: &mut dyn Seat, talk: &mut Conversation, most: Option<u32>) -> Result<Finish, AgentError> {
        let (mut turns, mut silent, mut free) = (0, 0, 0);
        while seat.turn().ending.is_none() {
            turns += 1;
            let is_last = most == Some(turns);
            if is_last {
                talk.history.now_mut().push(Part::text(prompt::LAST_TURN));
            }
            let reply = talk.converse(&mut self.calls, seat).await?;
            let has_calls = reply.tool_calls().next().is_some();
            if is_last || (talk.role != Role::Main && !has_calls) {
                return Ok(Finish::Report { text: reply.text(), turns, in_time: !has_calls });
            }
            silent = if has_calls { 0 } else { silent + 1 };
            if silent > self.config.reminders() {
                self.violation(seat, &format!("{silent} replies in a row call no tool; the agent is taken to have left"))?;
                return Ok(Finish::Silent);
            }
            let steps_before = self.steps;
            let mut shown = match has_calls {
                true => self.perform(seat, talk, &reply).await?,
                false => self.read_words(seat, talk, &reply).await?,
            };
            free = if self.steps > steps_before { 0 } else { free + 1 };
            if free > FREE_REPLIES && seat.turn().ending.is_none() {
                let problem = format!("{free} replies in a row took no step");
                shown.push(Part::text(self.unread(seat, String::new(), problem).await?));
            }
            talk.history.present(shown);
        }
        Ok(Finish::Over)
    }

    /// Does what a reply calls, one call after the other. Every call gets a result; what is to be seen then stands with the last
    /// that could have changed it.
    async fn perform(&mut self, seat: &mut dyn Seat, talk: &mut Conversation, reply: &Reply) -> Result<Vec<Part>, AgentError> {
        let calls: Vec<ToolCall> = reply.tool_calls().cloned().collect();
        let (mut results, mut carrier) = (Vec::new(), None);
        for (number, call) in calls.iter().enumerate() {
            let told = match () {
                () if seat.turn().ending.is_some() => "Not done: the trial is over.".to_owned(),
                () if number >= MAX_CALLS => format!("Not done: at most {MAX_CALLS} calls of one reply are."),
                () => {
                    let (told, shows) = self.do_one(seat, talk, call).await?;
                    carrier = if shows { Some(number) } else { carrier };
                    told
                }
            };
            results.push(vec![Part::text(told)]);
        }
        if let Some(carrier) = carrier {
            let turn = seat.turn().clone();
            let shown = talk.seen(&turn).await?;
            let told = results[carrier].drain(..).find_map(|part| part.as_text().map(str::to_owned)).unwrap_or_default();
            results[carrier] = talk.observed(&told, &turn, shown);
        }
        let result = |(call, parts): (ToolCall, Vec<Part>)| Part::ToolResult { id: call.id, name: call.name, parts };
        Ok(calls.into_iter().zip(results).map(result).collect())
    }

    /// Does one call; gives what is to be told about it, and whether the observation belongs to it.
    async fn do_one(
        &mut self,
        seat: &mut dyn Seat,
        talk: &mut Conversation,
        call: &ToolCall,
    ) -> Result<(String, bool), AgentError> {
        // A sub-agent may have moved it since.
        talk.view.pointer = self.pointer;
        match talk.toolset.read(call, &talk.view) {
            Deed::Act(actions) => self.act(seat, talk, actions).await,
            Deed::Plan(plan) => {
                let told = plan.to_string();
                talk.plan = Some(plan);
                Ok((told, false))
            }
            Deed::Pointer => Ok((pointer_words(talk), false)),
            Deed::Delegate { to, task } => Ok((self.delegate(seat, to, &task).await?, true)),
            Deed::Refused(problem) => {
                self.violation(seat, &problem)?;
                let text = format!("{} {}", call.name, call.args);
                Ok((self.unread(seat, text, problem).await?, false))
            }
        }
    }

    /// Takes steps that belong together. Of several, what was wrong with one is told, and how it stands after the last.
    async fn act(
        &mut self,
        seat: &mut dyn Seat,
        talk: &mut Conversation,
        actions: Vec<Action>,
    ) -> Result<(String, bool), AgentError> {
        let (mut told, mut shows) = (Vec::new(), false);
        let last = actions.len().saturating_sub(1);
        for (at, action) in actions.into_iter().enumerate() {
            // Commands and files have their own output, and the screen is not what they are about.
            shows |= !matches!(action.surface(), Some(Surface::Shell | Surface::Files | Surface::Answer));
            let turn = seat.act(action.clone()).await?;
            self.steps += 1;
            let is_refused = !matches!(turn.status, None | Some(Status::Executed | Status::Blocked));
            if is_refused || at == last || turn.ending.is_some() {
                told.push(turn.message.clone());
            }
            if !is_refused {
                talk.view.follow(&action);
                self.pointer = talk.view.pointer;
            }
            if turn.ending.is_some() {
                break;
            }
        }
        Ok((told.join("\n"), shows))
    }

    /// A reply without a call: the words that end a task are taken as meant, anything else costs a step and gets a reminder.
    async fn read_words(&mut self, seat: &mut dyn Seat, talk: &mut Conversation, reply: &Reply) -> Result<Vec<Part>, AgentError> {
        let reading = talk.dialect.read(&Said::text(reply.text()), &talk.view);
        if !reading.actions.is_empty() {
            let (told, _) = self.act(seat, talk, reading.actions).await?;
            return Ok(vec![Part::text(told)]);
        }
        let mut problem = reading.problem.unwrap_or_default();
        if reply.stop == Stop::Length {
            problem.push_str("; it was cut off at the limit of tokens");
        }
        self.violation(seat, &problem)?;
        let told = self.unread(seat, reply.text(), problem).await?;
        Ok(vec![Part::text(format!("{told}\n\n{}", prompt::REMINDER))])
    }

    /// What cannot be read costs a step, as for every agent; gives what the seat says about it.
    async fn unread(&mut self, seat: &mut dyn Seat, text: String, problem: String) -> Result<String, AgentError> {
        let text = text.chars().take(MAX_UNREAD_CHARS).collect();
        let message = seat.act(Action::Unread { text, problem }).await?.message.clone();
        self.steps += 1;
        Ok(message)
    }

    fn violation(&self, seat: &mut dyn Seat, problem: &str) -> Result<(), AgentError> {
        Ok(seat.note("protocol", json!({"violation": problem}))?)
    }

    /// Lets a sub-agent work at the same seat, and gives its report. Boxed, for the loop calls itself here; only the main agent is
    /// offered this, so it goes no deeper.
    fn delegate<'a>(&'a mut self, seat: &'a mut dyn Seat, to: Role, task: &'a str) -> BoxFuture<'a, Result<String, AgentError>> {
        Box::pin(async move {
            self.sub_agents += 1;
            let name = format!("{} {}", to.word(), self.sub_agents);
            seat.log(SUB_AGENT_NOTE, json!({"who": name, "event": "began", "task": task}))?;
            let steps_before = self.steps;
            let mut talk = self.begin(seat, to, name.clone(), Some(task)).await?;
            let most = self.config.sub_agent_turns();
            let finish = self.work(seat, &mut talk, Some(most)).await?;
            let steps = self.steps - steps_before;
            let (outcome, report) = report(&finish, &name, steps);
            let note = json!({"who": name, "event": "ended", "outcome": outcome, "steps": steps, "report": report});
            seat.log(SUB_AGENT_NOTE, note)?;
            Ok([report, seat.turn().budget.message(None, false)].join("\n\n"))
        })
    }
}

/// What became of a sub-agent: a word for the record, and what the agent that delegated is told.
fn report(finish: &Finish, name: &str, steps: u64) -> (&'static str, String) {
    let (outcome, mut report) = match finish {
        Finish::Report { text, turns, in_time: true } => {
            ("reported", format!("The {name} sub-agent reports (turns: {turns}, steps: {steps}):\n\n{}", or_nothing(text)))
        }
        Finish::Report { text, turns, in_time: false } => (
            "out_of_turns",
            format!(
                "The {name} sub-agent used up its {turns} turns and gave no report (steps: {steps}). It may have left its work \
                 half done. Its last words:\n\n{}",
                or_nothing(text)
            ),
        ),
        Finish::Over | Finish::Silent => ("trial_over", String::new()),
    };
    if report.len() > MAX_REPORT_BYTES {
        cut(&mut report, MAX_REPORT_BYTES);
    }
    (outcome, report)
}

fn or_nothing(text: &str) -> &str {
    if text.trim().is_empty() { "(nothing)" } else { text.trim() }
}

fn pointer_words(talk: &Conversation) -> String {
    let point = match talk.view.pointer {
        Some(Target::Point(point)) => Some(point),
        Some(Target::Label(label)) => {
            let node = talk.view.labels.iter().find(|node| node.label == Some(label));
            node.and_then(|node| node.bounds.as_ref()).map(agon_core::Region::middle)
        }
        None => None,
    };
    match point.and_then(|point| talk.dialect.space().from_screen(point, &talk.view)) {
        Some((x, y)) => format!("The pointer is at ({x}, {y})."),
        None => "The pointer was not moved yet.".into(),
    }
}

impl Agent for ClawAgent {
    fn sit<'a>(&'a mut self, seat: &'a mut dyn Seat) -> BoxFuture<'a, Result<(), AgentError>> {
        Box::pin(self.run(seat))
    }

    fn looks(&self) -> bool {
        let minds = [Some(&self.minds.main), Some(&self.minds.general), Some(&self.minds.explore), self.minds.gui.as_ref()];
        minds.into_iter().flatten().any(Mind::sees)
    }
}
