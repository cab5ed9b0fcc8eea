//! One conversation with a model: of the main agent, or of a sub-agent with a context of its own.

use super::config::{ClawConfig, Thresholds};
use super::plan::Plan;
use super::prompt;
use super::role::Role;
use super::tools::Toolset;
use crate::model::Window;
use crate::model::calls::{Caller, Calls};
use crate::model::compact::Measure;
use crate::model::history::{History, Shown, ThoughtRule, observed, pictures};
use crate::model::sitting::look;
use agon_core::{AgentError, Brief, Cause, Fault, Frame, Seat, Target, Turn};
use agon_dialect::{DesktopTools, Environment, View};
use agon_model::{Family, Fit, Model, ModelError, Options, Part, Repeats, Reply, Request, Thoughts, Tool};
use std::sync::Arc;

/// The model of a role, and what is known of it.
#[derive(Clone)]
pub(super) struct Mind {
    pub(super) model: Arc<dyn Model>,
    options: Options,
    /// Whether it is sent pictures, and which it takes.
    sees: bool,
    fits: Vec<Fit>,
    context_tokens: f64,
    thoughts: ThoughtRule,
}

impl Mind {
    pub(super) fn new(role: Role, config: &ClawConfig, model: Arc<dyn Model>) -> Self {
        let (options, fits, thoughts) = match config.sub_agent(role) {
            None => (config.model.options(), config.model.fits(), config.model.thought_rule()),
            Some(sub_agent) => {
                let named = crate::ModelConfig {
                    model: sub_agent.model.clone(),
                    picture_px: config.model.picture_px,
                    ..crate::ModelConfig::default()
                };
                let thoughts = Family::of(&sub_agent.model).map_or(Thoughts::Free, Family::thoughts);
                let keeps_last = sub_agent.options.reasoning_tokens.is_some_and(|tokens| tokens > 0);
                (sub_agent.options.clone(), named.fits(), ThoughtRule { thoughts, keeps_last })
            }
        };
        Self { model, options, sees: config.sees(role), fits, context_tokens: config.context_tokens(role) as f64, thoughts }
    }

    /// Whether pictures are drawn for it.
    pub(super) fn sees(&self) -> bool {
        self.sees
    }
}

/// What a conversation needs to begin.
pub(super) struct Opening<'a> {
    pub(super) role: Role,
    /// As the record names it.
    pub(super) name: String,
    pub(super) mind: Mind,
    /// A sub-agent's part of the task.
    pub(super) part: Option<&'a str>,
    pub(super) environment: Environment,
    pub(super) shows_goal: bool,
    pub(super) pointer: Option<Target>,
}

pub(super) struct Conversation {
    pub(super) role: Role,
    pub(super) name: String,
    pub(super) toolset: Toolset,
    pub(super) history: History,
    /// What the model looks at.
    pub(super) view: View,
    pub(super) plan: Option<Plan>,
    pub(super) dialect: &'static DesktopTools,
    pub(super) measure: Measure,
    pub(super) thresholds: Thresholds,
    /// It once had nothing to say about older turns, and is not paid to say it again.
    pub(super) gave_no_summary: bool,
    system: String,
    mind: Mind,
}

/// What cannot be sent is our fault.
pub(super) fn broken(problem: String) -> AgentError {
    AgentError::Fault(Fault::new(Cause::Agent, problem))
}

impl Conversation {
    /// Shows the model its task and what is to be seen now.
    pub(super) async fn begin(config: &ClawConfig, brief: &Brief, turn: &Turn, opening: Opening<'_>) -> Result<Self, AgentError> {
        let Opening { role, name, mind, part, environment, shows_goal, pointer } = opening;
        let dialect = config.dialect().map_err(broken)?;
        let toolset = Toolset::new(role, brief, config, dialect, !turn.observation.frames.is_empty());
        let system = match (&config.model.system, role) {
            (Some(own), Role::Main) => own.clone(),
            _ => prompt::system(role, brief, &turn.budget, config, &toolset),
        };
        let functions = brief.functions.iter().map(|function| function.name.clone()).collect();
        let mut view = View { environment, functions, pointer, ..View::default() };
        look(&mut view, turn, &mind.fits);
        let whole = prompt::task(brief, dialect, &view);
        let task = part.map_or(whole.clone(), |part| prompt::part_of_task(&whole, part));
        let mut history = History::new(task, mind.thoughts);
        history.goal_in_text = shows_goal;
        let (measure, thresholds) = (Measure::default(), config.thresholds());
        let mut begun = Self {
            role,
            name,
            toolset,
            history,
            view,
            plan: None,
            dialect,
            measure,
            thresholds,
            gave_no_summary: false,
            system,
            mind,
        };
        let shown = begun.seen(turn).await?;
        begun.history.remember_goal(turn, &shown);
        let parts = begun.observed(&turn.message, turn, shown);
        begun.history.present(parts);
        Ok(begun)
    }

    pub(super) fn caller(&self) -> Caller<'_> {
        Caller { name: Some(&self.name), meter: Some(self.role.word()) }
    }

    /// The pictures of a turn as they are sent; what they show is what places then mean.
    pub(super) async fn seen(&mut self, turn: &Turn) -> Result<Vec<Shown>, AgentError> {
        look(&mut self.view, turn, &self.mind.fits);
        if !self.mind.sees {
            // Places are then those of the tree, which are the screen's.
            self.view.sent = None;
            return Ok(Vec::new());
        }
        let shown = pictures(&turn.observation.frames, &self.mind.fits).await.map_err(broken)?;
        if let Some(screen) = shown.iter().find(|shown| shown.name == Frame::SCREEN) {
            self.view.sent = Some(screen.size);
        }
        Ok(shown)
    }

    /// A turn as the model is shown it.
    pub(super) fn observed(&self, message: &str, turn: &Turn, shown: Vec<Shown>) -> Vec<Part> {
        let seen = &turn.observation;
        let tree = seen.tree.as_ref().map(|tree| self.dialect.space().tree_from_screen(tree, &self.view).outline());
        observed(message, seen.text.as_deref(), tree.as_deref(), shown)
    }

    pub(super) fn tools(&self) -> Vec<Tool> {
        self.toolset.tools(&self.view)
    }

    /// How much of what the model takes is filled.
    pub(super) fn filled(&self) -> f64 {
        self.tokens() / self.mind.context_tokens
    }

    pub(super) fn tokens(&self) -> f64 {
        self.measure.tokens(&self.history.messages(Window::All))
    }

    /// Asks with as much of the conversation as fits.
    pub(super) async fn converse(&mut self, calls: &mut Calls, seat: &mut dyn Seat) -> Result<Reply, AgentError> {
        let tools = self.tools();
        self.history.open(&self.system, &tools);
        self.make_room(calls, seat).await?;
        loop {
            let is_last = seat.turn().budget.steps == Some(1);
            let repeats = if is_last { Repeats::Nothing } else { self.history.repeats(Window::All) };
            let request = self.request(self.history.messages(Window::All), repeats);
            match calls.ask(seat, &self.mind.model, self.caller(), &request).await? {
                Ok(exchange) => {
                    self.measure.learn(&request.messages, exchange.reply.tokens.input);
                    self.history.answered(&request.messages, &exchange.reply);
                    return Ok(exchange.reply);
                }
                // The service knows better than our estimate how much it takes.
                Err(ModelError::TooLong { .. }) if self.shorten(seat)? => {}
                Err(error) => return Err(error.to_fault().into()),
            }
        }
    }

    /// Asks for something beside the task; the answer is not part of the conversation. `None` if it was too long to be asked.
    pub(super) async fn ask_aside(
        &mut self,
        calls: &mut Calls,
        seat: &mut dyn Seat,
        messages: Vec<agon_model::Message>,
    ) -> Result<Option<String>, AgentError> {
        // With the tools, though none is to be called: a history of calls is not taken without them.
        let request = self.request(messages, Repeats::Nothing);
        match calls.ask(seat, &self.mind.model, self.caller(), &request).await? {
            Ok(exchange) => Ok(Some(exchange.reply.text())),
            Err(ModelError::TooLong { .. }) => Ok(None),
            Err(error) => Err(error.to_fault().into()),
        }
    }

    fn request(&self, messages: Vec<agon_model::Message>, repeats: Repeats) -> Request {
        let (system, tools, options) = (self.system.clone(), self.tools(), self.mind.options.clone());
        Request { system, messages, tools, options, repeats }
    }
}
